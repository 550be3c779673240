"""The position on the board explained, in place of the column: threats of both sides, and what holds what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame

from xiangqi.app import positions
from xiangqi.app.analysis.preview import CloseLine, ShowProof
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.coach.state import Insight
from xiangqi.board import Board
from xiangqi.coach.facts import Fact
from xiangqi.coach.notes import Hold
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import format_fen
from xiangqi.line import Line
from xiangqi.ui.coach.coach_rows import Spoken, about_position, sentence_rows, wording
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_HEAD = 22.0
_MOST_IN_PART = 4
_SIDES = (RED, BLACK)


def insight_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out all that there is to see in the position; each sentence can be played out or marked."""
    insight = scene.state.coaching.insight
    widgets, room = panel_room(scene, box, scene.texts("insight.title"), ExplainPosition())
    if insight is None:
        return widgets
    leave = room.bottom(CONTROL)
    showing = scene.state.preview is not None
    label = scene.texts("analysis.line_close" if showing else "button.leave")
    action = CloseLine() if showing else ExplainPosition()
    widgets.append(Button("insight.leave", leave, label, action, primary=showing))
    for name, spoken in _parts(scene, insight):
        head = room.top(_HEAD, 0)
        if head.bottom > room.rest.bottom:
            break
        widgets.append(Label(f"insight.{name}", head, _heading(scene, name), bold=True, single=True))
        widgets += sentence_rows(scene, room, f"insight.{name}", spoken[:_MOST_IN_PART])
        room.top(4, 0)
    return widgets


def _heading(scene: PanelContext, name: str) -> str:
    texts = scene.texts
    return {
        "wait": "",
        "red_threatens": texts("insight.red_threatens"),
        "black_threatens": texts("insight.black_threatens"),
        "holds": texts("insight.holds"),
    }[name]


def _parts(scene: PanelContext, insight: Insight) -> Iterator[tuple[str, list[Spoken]]]:
    """Return the headings with their sentences."""
    texts, notes = scene.texts, insight.notes
    if notes is None:
        words = texts("insight.failed", detail=insight.failure) if insight.failure else texts("insight.looking")
        yield "wait", [Spoken(words)]
        return
    board = Board(positions.snapshot(insight.at).fen)
    for side in sorted(_SIDES, key=lambda side: side != board.turn):
        name = "red_threatens" if side == RED else "black_threatens"
        spoken = [_threat(scene, fact, board) for fact in notes.threats if fact.side == side]
        yield name, spoken or [Spoken(texts("insight.nothing"))]
    held = [_pinned(scene, fact, board) for fact in notes.pins]
    held += [_held(scene, hold, board) for hold in notes.holds]
    if held:
        yield "holds", held


def _threat(scene: PanelContext, fact: Fact, board: Board) -> Spoken:
    """Return what a side wins, were it to move."""
    return about_position(scene.state, fact, format_fen(replace(board.position(), turn=fact.side)))


def _pinned(scene: PanelContext, fact: Fact, board: Board) -> Spoken:
    return about_position(scene.state, fact, board.fen())


def _held(scene: PanelContext, hold: Hold, board: Board) -> Spoken:
    words = wording(scene.state)
    names = {
        "attacker": words.piece(board, hold.attacker),
        "target": words.piece(board, hold.target),
        "guard": words.piece(board, hold.guard),
    }
    squares = (hold.target.square, hold.guard.square, hold.attacker.square)
    text = scene.texts("insight.held", **names)
    return Spoken(text[:1].upper() + text[1:], ShowProof(Line(board.fen()), (), squares))
