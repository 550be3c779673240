"""Cards about judged repetitions and opened records."""

from __future__ import annotations

import pygame

from xiangqi.action import Action
from xiangqi.app.records.browse import playing_on
from xiangqi.app.records.cycle_replay import OpenReplay
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session import view
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.cards import NoteCard
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.game_words import result_words, verdict_words
from xiangqi.ui.parts.notes import NoteSubject, note_about
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, PADDING, SMALL
from xiangqi.ui.toolkit.widgets import Button, Widget


def judged_height(scene: PanelContext, width_px: int) -> float:
    """Return the height in points of the card about a judged repetition."""
    end, painter = view.judged_end(scene.state), scene.painter
    words = verdict_words(scene, end) if end is not None else ""
    told = painter.paragraph_height(words, width_px - 2 * scene.px(PADDING), SMALL)
    return (told + painter.line_height(BODY)) / painter.unit + CONTROL + 2 * PADDING + GAP


@note_about(NoteSubject.VERDICT, height=judged_height)
def judged_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the winner, the kind of repetition, and the button that replays it."""
    end = view.judged_end(scene.state)
    if end is None:
        return []
    title, _ = result_words(scene)
    why = verdict_words(scene, end)
    strip = Room(rect, scene.painter.unit).inner(10).bottom(CONTROL - 2)
    return [
        NoteCard("note", rect, title=title, body=why, icon="trophy", marked=True, foot=CONTROL),
        replay_button(scene, strip),
    ]


def replay_button(scene: PanelContext, rect: pygame.Rect) -> Button:
    """Lay out the button that replays the repetition that ended the line on the board."""
    return Button("note.replay", rect, scene.texts("button.replay"), OpenReplay(), icon="play")


def record_buttons(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the buttons to play on from the record, choose another game of the file, or close it."""
    state, texts = scene.state, scene.texts
    record = state.document
    specs: list[tuple[str, str, Action, bool]] = [
        ("play", texts("button.play_on_short"), playing_on(scene.state), True)
    ]
    if len(record.games) > 1:
        label = texts("records.list", count=len(record.games))
        specs.append(("list", label, OpenPanel(Panel.GAME_LIST), False))
    specs.append(("close", texts("records.close"), CloseRecord(), False))
    cells = columns(rect, len(specs), scene.px(GAP))
    return [
        Button(f"record.{name}", cell, label, action, primary=primary)
        for cell, (name, label, action, primary) in zip(cells, specs, strict=True)
    ]
