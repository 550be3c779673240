"""Converts the session's state into the picture of the board."""

from __future__ import annotations

from typing import Final

from xiangqi.app.analysis import tablebase
from xiangqi.app.board_input import premove
from xiangqi.app.coach import coached
from xiangqi.app.editor import arrangement
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.game import cycle
from xiangqi.app.lessons.state import Learning
from xiangqi.app.recognition.state import Recognition
from xiangqi.app.session import positions, view
from xiangqi.app.session.selection import Reason
from xiangqi.app.session.state import AppState, Panel
from xiangqi.diagram.picture import Arrow, BoardPicture, Circle, DraggedPiece, Ink, Slide
from xiangqi.tables import TableVerdict
from xiangqi.ui.analysis.analysis_marks import analysis_arrows, attack_counts, moment_grade
from xiangqi.ui.board.cycle_marks import cycle_marks
from xiangqi.ui.board.player_marks import PlayerMarks
from xiangqi.ui.exercises.exercise_marks import exercise_arrows, exercise_circles
from xiangqi.ui.lessons.lesson_marks import (
    can_click_in_lesson,
    lesson_arrows,
    lesson_circles,
    lesson_lit,
    lesson_stars,
    lesson_targets,
)
from xiangqi.ui.openings.openings_marks import openings_arrows
from xiangqi.ui.parts.labels import file_numbers, shows_coordinates

_COVERS: Final = 0.3  # strength of the arrows to the points where a mated general cannot flee
_TOLD_WORTHS: Final = (TableVerdict.WIN, TableVerdict.DRAW, TableVerdict.LOSS)


def _doubtful(state: AppState) -> frozenset[int]:
    """Return the squares that the player should check in a position recognised from a picture."""
    recognition = state.held(Recognition)
    return recognition.doubtful if recognition is not None else frozenset()


def _chosen(state: AppState) -> int | None:
    """Return the point for which a piece is being chosen beside a picture, or None."""
    recognition = state.held(Recognition)
    return recognition.chosen if recognition is not None and state.panel is Panel.PICTURE else None


def board_picture(
    state: AppState, sketch: PlayerMarks, slides: tuple[Slide, ...], hovered: int | None, since_s: float
) -> BoardPicture:
    """Return everything drawn on the board.

    Args:
        state: the session.
        sketch: the player's own marks.
        slides: the sliding pieces.
        hovered: the square under the mouse.
        since_s: when the position last changed or a move was last refused.
    """
    snapshot = view.snapshot(state)
    hand, last = state.selection, view.last_move(state)
    refusal = hand.refusal
    kings_face = refusal is not None and refusal.reason is Reason.KINGS_FACE
    blockers = refusal.blockers if refusal is not None else ()
    arrows, circles = _explained(state, pointed_square(sketch, hovered))
    circles = (*circles, *(Circle(square, Ink.HINT) for square in _told(state)))
    circles = (*circles, *(Circle(square, Ink.HINT) for square in _doubtful(state)))
    targets = tuple(target.square for target in hand.targets)
    editor = editor_of(state)
    shown = (move for move in (hand.hint, hand.premove) if move is not None)
    hint = tuple(Arrow(move.from_square, move.to_square, Ink.HINT) for move in shown)
    return BoardPicture(
        pieces=snapshot.pieces,
        selected=hand.selected if hand.selected is not None else _chosen(state),
        targets=(*targets, *lesson_targets(state)),
        warned=tuple(target.square for target in hand.targets if target.loses),
        risky=tuple(target.square for target in hand.targets if target.exposes),
        repeating=tuple(
            target.square
            for target in hand.targets
            if target.warning and not target.loses and not target.exposes
        ),
        kept=tuple(
            (square, worth.value) for square, worth in tablebase.kept(state).items() if worth in _TOLD_WORTHS
        ),
        last_move=(last.from_square, last.to_square) if last is not None else None,
        checked=snapshot.check_square,
        drag=_drag(state),
        slides=slides,
        blockers=() if kings_face else blockers,
        facing=(blockers[0], blockers[1]) if kings_face and len(blockers) == 2 else None,
        arrows=(
            *arrows,
            *hint,
            *exercise_arrows(state),
            *lesson_arrows(state),
            *_judged(state),
            *openings_arrows(state),
            *sketch.drawn_arrows(),
        ),
        circles=(*circles, *exercise_circles(state), *lesson_circles(state), *sketch.drawn_circles()),
        lit=lesson_lit(state),
        stars=lesson_stars(state),
        vacant=tuple(sorted(editor.empty)) if editor is not None else (),
        graded=moment_grade(state),
        attacks=attack_counts(state),
        cursor=sketch.cursor,
        hovered=hovered if hand.drag is None and can_click(state, hovered) else None,
        coordinates=shows_coordinates(state.settings),
        numbers=file_numbers(state.settings),
        since_s=since_s,
    )


def _drag(state: AppState) -> DraggedPiece | None:
    """Return the piece that is dragged from the board or from beside it, or None."""
    held, learning, drag = editor_of(state), state.mode(Learning), state.selection.drag
    if held is not None and held.carried is not None:
        return DraggedPiece(None, held.carried, held.brush or 0)
    if learning is not None and learning.carried is not None:
        return DraggedPiece(None, learning.carried, learning.hand)
    return DraggedPiece(drag.square, drag.position) if drag is not None else None


def pointed_square(sketch: PlayerMarks, hovered: int | None) -> int | None:
    """Return the square the player points at: with the keyboard cursor if it is shown, else with the mouse."""
    return sketch.cursor if sketch.cursor is not None else hovered


def _explained(state: AppState, pointed: int | None) -> tuple[tuple[Arrow, ...], tuple[Circle, ...]]:
    """Return marks that explain the editor's faults, a move of a replay, a check, or a chase warned of."""
    editor = editor_of(state)
    if editor is not None:
        wrong = dict.fromkeys(square for fault in arrangement.faults(editor.fen) for square in fault.squares)
        return (), tuple(Circle(square, Ink.THREAT) for square in wrong)
    step = cycle.shown_step(state)
    if step is not None:
        king, shown = view.snapshot(state).check_square, view.line(state)
        checkers = positions.checkers(shown.here) if king is not None else ()
        return cycle_marks(step, king, checkers)
    if state.mode(Learning) is None and view.snapshot(state).check_square is not None:
        return _why_check(state)
    warning = view.warning(state, pointed)
    square = warning.verdict.chased_square if warning is not None else None
    return (), () if square is None else (Circle(square, Ink.THREAT),)


def _why_check(state: AppState) -> tuple[tuple[Arrow, ...], tuple[Circle, ...]]:
    """Return an arrow from each checker and, at mate, arrows to the covered flight points, with circles."""
    here, king = view.board_line(state).here, view.snapshot(state).check_square
    flights = positions.covered_flights(here)
    covers = (
        Arrow(square, flight, Ink.OTHER, _COVERS)
        for flight, squares in flights.items()
        for square in squares
        if square != king
    )
    checks = (Arrow(square, king, Ink.THREAT) for square in positions.checkers(here) if king is not None)
    return (*covers, *checks), tuple(Circle(flight, Ink.OTHER) for flight in flights)


def _judged(state: AppState) -> tuple[Arrow, ...]:
    """Return the arrows of the analysis; none while a proof is shown, which has its own marks."""
    proving = state.preview is not None and bool(state.preview.squares)
    return () if proving else analysis_arrows(state)


def _told(state: AppState) -> tuple[int, ...]:
    """Return the squares that the coach refers to: those of a preview, or that of a hint's piece."""
    if state.preview is not None:
        return state.preview.marked
    square = coached.hinted_square(state)
    return () if square is None else (square,)


def can_click(state: AppState, square: int | None) -> bool:
    """Return whether to mark a square under the mouse: a piece to pick up, or a point to move to or choose.

    In a paused game, beside a failed engine and at an earlier position, every piece counts: a click on it
    resumes the game, starts the engine again or returns to now.
    """
    held, learning = editor_of(state), state.mode(Learning)
    if held is not None:
        free = held.brush or state.selection.selected is not None
        return square is not None and bool(free or square in held.position.placement)
    if learning is not None:
        return can_click_in_lesson(state, learning, square)
    if square is None:
        return False
    if any(target.square == square for target in state.selection.targets):
        return True
    if premove.is_possible(state):
        return premove.picks(state, square)
    snapshot = view.snapshot(state)
    if view.looks_back(state) or _wakes(state):
        return square in snapshot.pieces
    return view.closed(state) is None and bool(snapshot.pieces.get(square, 0) & snapshot.turn)


def _wakes(state: AppState) -> bool:
    """Return whether a click on any piece sets the game going again."""
    closed = view.closed(state)
    return closed is Reason.PAUSED or (closed is not None and view.status(state) is view.Status.ENGINE_GONE)
