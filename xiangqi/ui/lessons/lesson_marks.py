"""The marks of a first lesson on the board: lit areas, stars, points to choose from, and faults."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.app.lessons.state import Learning
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.board import Move, parse_square
from xiangqi.core.constants import FILES, RANKS, make_square
from xiangqi.diagram.picture import Arrow, Circle, Ink, LitArea
from xiangqi.lessons.lesson import Goal, LessonPage, moves_from, page_targets

_RED_PALACE = LitArea(make_square(3, 0), make_square(5, 2))
_BLACK_PALACE = LitArea(make_square(3, 7), make_square(5, 9))
_RIVER = LitArea(make_square(0, 4), make_square(8, 5), margin=0.0)


def lesson_lit(state: AppState) -> tuple[LitArea, ...]:
    """Return the areas that stay bright while a page is shown; () for the whole board."""
    learning = state.mode(Learning)
    if learning is None or not isinstance(learning.step, LessonPage):
        return ()
    page = learning.step
    return tuple(area for words in page.lit for area in _areas(page.fen, words))


def _areas(fen: str, words: str) -> Iterator[LitArea]:
    """Yield the areas that one entry of `Page.lit` stands for."""
    kind, _, name = words.partition(" ")
    if kind == "palace":
        yield from (_RED_PALACE, _BLACK_PALACE)
    elif kind == "river":
        yield _RIVER
    elif kind == "file":
        file = "abcdefghi".index(name)
        yield LitArea(make_square(file, 0), make_square(file, RANKS - 1))
    elif kind == "rank":
        yield LitArea(make_square(0, int(name)), make_square(FILES - 1, int(name)))
    elif kind == "moves":
        yield LitArea(parse_square(name), parse_square(name))
        yield from (LitArea(square, square) for square in moves_from(fen, parse_square(name)))
    else:
        yield LitArea(parse_square(kind), parse_square(kind))


def lesson_targets(state: AppState) -> tuple[int, ...]:
    """Return the points that the piece explained by the page can reach."""
    learning = state.mode(Learning)
    if learning is None or not isinstance(learning.step, LessonPage):
        return ()
    return page_targets(learning.step)


def lesson_stars(state: AppState) -> tuple[int, ...]:
    """Return the points with stars: unreached targets, or all targets of a question."""
    learning = state.mode(Learning)
    if learning is None or learning.attempt is None:
        return ()
    attempt = learning.attempt
    if attempt.task.goal is Goal.REACH:
        return tuple(attempt.left)
    return attempt.task.targets if attempt.task.goal is Goal.POINTS else ()


def lesson_circles(state: AppState) -> tuple[Circle, ...]:
    """Return circles around points to choose from, chosen points, the piece to protect and the next step."""
    learning = state.mode(Learning)
    if learning is None or learning.attempt is None:
        return ()
    attempt, asked = learning.attempt, learning.attempt.task.question
    marks: dict[int, Ink] = {}
    if asked is not None:
        marks = dict.fromkeys(asked.points, Ink.OWN) | dict.fromkeys(attempt.chosen, Ink.BEST)
    elif attempt.task.goal is Goal.GUARD:
        marks = dict.fromkeys(attempt.task.targets, Ink.OWN)
    if learning.hint and not learning.takes_moves:
        marks[parse_square(learning.hint[-2:])] = Ink.HINT
    return tuple(Circle(square, ink) for square, ink in marks.items())


def lesson_arrows(state: AppState) -> tuple[Arrow, ...]:
    """Return arrows that show the fault of a wrong attempt, or the next step."""
    learning = state.mode(Learning)
    if learning is None:
        return ()
    if learning.fault is not None:
        return tuple(Arrow(move.from_square, move.to_square, Ink.THREAT) for move in learning.fault.moves)
    if not learning.hint or not learning.takes_moves:
        return ()
    move = Move.from_iccs(learning.hint)
    return (Arrow(move.from_square, move.to_square, Ink.HINT),)


def can_click_in_lesson(state: AppState, learning: Learning, square: int | None) -> bool:
    """Return whether a click on a square would have an effect in a lesson."""
    attempt = learning.attempt
    if square is None or attempt is None or attempt.is_done:
        return False
    snapshot = view.snapshot(state)
    if attempt.task.question is not None:
        return square in attempt.task.question.points and square not in attempt.chosen
    if attempt.task.goal is Goal.PLACE:
        return square not in snapshot.pieces
    goes_there = any(target.square == square for target in state.selection.targets)
    return goes_there or bool(snapshot.pieces.get(square, 0) & snapshot.turn)
