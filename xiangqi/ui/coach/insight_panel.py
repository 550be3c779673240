"""The explanation of the position, in place of the column: review, both sides' threats, pins and protection."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pygame

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.records.preview import CloseLine, ShowProof
from xiangqi.app.session import analysed, positions, told, view
from xiangqi.app.session.coaching import Insight
from xiangqi.app.session.mode import Mode
from xiangqi.board import Board
from xiangqi.coach.facts import Fact
from xiangqi.coach.notes import Hold
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import format_fen
from xiangqi.line import Line, Moves
from xiangqi.ui.parts.coach_rows import Spoken, about_position, sentence_rows, wording
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.review_text import SHOWN_MOVES, chance_words, fault_words, line_words
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_HEAD = 22.0
_MOST_IN_PART = 4
_SIDES = (RED, BLACK)


@column(Mode, when=lambda state: state.coaching.insight is not None and state.replay is None)
def insight_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the explanation, as much as fits; a click on a sentence plays it out or marks its pieces."""
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
        "review": texts("insight.review"),
        "red_threatens": texts("insight.red_threatens"),
        "black_threatens": texts("insight.black_threatens"),
        "holds": texts("insight.holds"),
    }[name]


def _parts(scene: PanelContext, insight: Insight) -> Iterator[tuple[str, list[Spoken]]]:
    """Yield each heading with its sentences."""
    texts, notes = scene.texts, insight.notes
    if reviewed := _reviewed(scene):
        yield "review", reviewed
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


def _reviewed(scene: PanelContext) -> list[Spoken]:
    """Return the review's sentences on the position and the move before it; empty if it is not judged."""
    state, texts = scene.state, scene.texts
    verdict, known = analysed.assessment(state).verdict(view.line(state).ply), analysed.judgement(state)
    if state.preview is not None or (verdict is None and (known is None or not known.thorough)):
        return []
    chance = analysed.red_chance(state)
    spoken = [] if chance is None else [Spoken(chance_words(scene, chance))]
    if verdict is not None and verdict.grade is not None:
        spoken += fault_words(scene, verdict)
    here = view.line(state).here
    if known is not None and known.best.pv:
        moves, proof = line_words(scene, here, known.best.pv)
        heard = partial(_best_heard, scene, here, known.best.pv)
        spoken.append(Spoken(texts("insight.best", moves=moves), proof, heard))
    return spoken


def _best_heard(scene: PanelContext, here: Line, line: Moves) -> str:
    """Return the best line as it is spoken, with sides and pieces."""
    moves = told.line_in_words(scene.state, here, line[:SHOWN_MOVES])
    return scene.texts("insight.best", moves=moves)


def _threat(scene: PanelContext, fact: Fact, board: Board) -> Spoken:
    """Return the sentence on what a side would gain if it were to move."""
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
