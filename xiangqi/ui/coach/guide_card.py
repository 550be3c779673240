"""The note of the guided first game."""

from __future__ import annotations

import pygame

from xiangqi.app.coach import coached
from xiangqi.app.lessons.guide import STEPS, EndGuide, TurnGuide
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.state import AppState
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.keys import key_words
from xiangqi.ui.parts.notes import NoteSubject, note_about
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_PADDING = 12.0
_HEAD = 22.0


def is_shown(state: AppState) -> bool:
    """Return whether the guide is visible: its game is on the board, and nothing else is shown beside it."""
    guide = state.held(Guide)
    here = guide is not None and guide.document_id == state.document.id
    alone = state.replay is None and state.panel is None and state.shown_analysis is None
    unasked = coached.hint_at(state) is None and state.coaching.insight is None
    return here and alone and unasked and state.part(LibraryState).explorer is None


def guide_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of the card in points; 0 if the guide is not visible."""
    guide = scene.state.held(Guide)
    if guide is None or not is_shown(scene.state):
        return 0.0
    words, inner = _words(scene, guide), width_px - 2 * scene.px(_PADDING)
    text_height = scene.painter.paragraph_height(words, inner, BODY) / scene.painter.unit
    return text_height + _HEAD + CONTROL + 2 * _PADDING + 2 * GAP


@note_about(NoteSubject.GUIDE, height=guide_height, when=is_shown)
def guide_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the guide's current text, and the buttons that continue or end it."""
    guide, painter, texts = scene.state.held(Guide), scene.painter, scene.texts
    if guide is None:
        return []
    room = Room(rect, painter.unit).inner(_PADDING)
    last = guide.step == len(STEPS) - 1
    head, buttons = room.top(_HEAD, 4), columns(room.bottom(CONTROL), 2, scene.px(GAP))
    title = texts("guide.title", number=guide.step + 1, count=len(STEPS))
    on = texts("guide.done" if last else "guide.next")
    return [
        Card("guide", rect, marked=True),
        Label("guide.head", head, title, size=SMALL, bold=True, single=True, colour=painter.palette.accent),
        Label("guide.text", room.rest, _words(scene, guide)),
        Button("guide.skip", buttons[0], texts("guide.skip"), EndGuide(), enabled=not last),
        Button("guide.next", buttons[1], on, TurnGuide(1), primary=True),
    ]


def _words(scene: PanelContext, guide: Guide) -> str:
    """Return the text of the guide's current step, with the player's shortcuts in it."""
    commands = {"hint": "hint", "back": "take_back", "rules": "rules", "keys": "help"}
    chords = {place: key_words(name, scene.state, scene.texts) for place, name in commands.items()}
    return scene.texts(f"guide.{STEPS[guide.step]}", **chords)
