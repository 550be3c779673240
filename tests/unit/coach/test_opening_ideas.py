"""Tests that the ideas of opening moves can be seen on the board."""

from __future__ import annotations

import pytest

from xiangqi.board import Board, Move, square_name
from xiangqi.coach.opening_ideas import MOST, IdeaKind, ideas
from xiangqi.exercises.courses import OPENINGS_COURSE, OpeningLesson, load_courses
from xiangqi.openings import mirrored

CASES = [
    ("", "h2e2", [("attacks", "e6"), ("develops", "")]),
    ("h2e2", "h9g7", [("guards", "e6"), ("develops", "")]),
    ("", "h0g2", [("develops", "")]),
    ("", "g0e2", [("shelters", "")]),
    ("h0g2 h9g7", "g3g4", [("frees", "g2")]),
    ("h2e2 h9g7 h0g2 i9h9", "i0h0", [("opens", ""), ("develops", "")]),
    ("c3c4 g6g5 h0g2 h9g7 g3g4", "g5g4", [("takes", "g4")]),
    ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5", "h0h6", [("attacks", "i6"), ("crosses", "")]),
    ("c3c4 c6c5", "c4c5", [("takes", "c5")]),
    ("", "e3e4", [("advances", "")]),
]


def after(moves: str) -> Board:
    board = Board()
    for move in moves.split():
        board.push(Move.from_iccs(move))
    return board


@pytest.mark.parametrize(("before", "move", "wanted"), CASES)
def test_a_move_has_its_ideas_on_either_wing(before: str, move: str, wanted: list[tuple[str, str]]) -> None:
    board = after(before)
    found = ideas(board, Move.from_iccs(move))
    told = [(idea.kind.value, "" if idea.other is None else square_name(idea.other.square)) for idea in found]
    assert told[: len(wanted)] == wanted
    image = Board()
    for played in board.move_stack:
        image.push(mirrored(played))
    assert [idea.kind for idea in ideas(image, mirrored(Move.from_iccs(move)))] == [idea.kind for idea in found]


def test_nearly_every_move_of_the_course_has_an_idea() -> None:
    course = next(course for course in load_courses() if course.key == OPENINGS_COURSE)
    moves = silent = 0
    kinds = set()
    for lesson in course.lessons:
        assert isinstance(lesson, OpeningLesson)
        board = Board()
        for move in lesson.moves:
            found = ideas(board, move)
            assert len(found) <= MOST
            kinds |= {idea.kind for idea in found}
            moves += 1
            silent += not found
            board.push(move)
    assert silent <= moves // 10
    assert kinds == set(IdeaKind)
