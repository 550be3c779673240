"""The card of the guided first game, at the top of the column beside the board."""

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
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_PADDING = 12.0
_HEAD = 22.0


def is_shown(state: AppState) -> bool:
    """Return whether the guide is visible: its game is on the board, and nothing else is open beside it."""
    guide = state.held(Guide)
    here = guide is not None and guide.document_id == state.document.id
    alone = state.replay is None and state.panel is None and state.shown_analysis is None
    unasked = coached.hint_at(state) is None and state.coaching.insight is None
    return here and alone and unasked and state.part(LibraryState).explorer is None


def guide_card(scene: PanelContext, frame: Areas) -> list[Widget]:
    """Lay out the guide's current text, and the buttons that continue or end it.

    The card is at the top of the column, or over its lower end if the column scrolls.
    """
    guide, painter, texts = scene.state.held(Guide), scene.painter, scene.texts
    if guide is None or not is_shown(scene.state):
        return []
    commands = {"hint": "hint", "back": "take_back", "rules": "rules", "keys": "help"}
    chords = {place: key_words(name, scene.state, texts) for place, name in commands.items()}
    words = texts(f"guide.{STEPS[guide.step]}", **chords)
    width = frame.body.width
    inner = width - 2 * scene.px(_PADDING)
    text_height = painter.paragraph_height(words, inner, BODY)
    height = text_height + scene.px(_HEAD + CONTROL + 2 * _PADDING + 2 * GAP)
    rect = pygame.Rect(frame.body.left, frame.body.top, width, height)
    if frame.is_low:
        rect.midbottom = frame.body.midbottom
        rect.top = max(rect.top, 0)
    room = Room(rect, painter.unit).inner(_PADDING)
    last = guide.step == len(STEPS) - 1
    head, buttons = room.top(_HEAD, 4), columns(room.bottom(CONTROL), 2, scene.px(GAP))
    title = texts("guide.title", number=guide.step + 1, count=len(STEPS))
    on = texts("guide.done" if last else "guide.next")
    return [
        Card("guide", rect, marked=True),
        Label("guide.head", head, title, size=SMALL, bold=True, single=True, colour=painter.palette.accent),
        Label("guide.text", room.rest, words),
        Button("guide.skip", buttons[0], texts("guide.skip"), EndGuide(), enabled=not last),
        Button("guide.next", buttons[1], on, TurnGuide(1), primary=True),
    ]
