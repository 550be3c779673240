"""What an exercise marks on the board: what was told, until it is played."""

from __future__ import annotations

import pytest
from screens import exercise
from ui_session import Session

from xiangqi.app.exercises.challenges import GiveSolution
from xiangqi.app.session.intents import Hint
from xiangqi.board import parse_square
from xiangqi.ui.exercises.exercise_marks import exercise_arrows, exercise_circles


@pytest.fixture
def session() -> Session:
    found = Session()
    exercise(found)
    return found


def test_hints_mark_the_piece_and_then_the_move(session: Session) -> None:
    session.send(*(Hint(),) * 2)
    assert [circle.square for circle in exercise_circles(session.state)] == [parse_square("c5")]
    session.send(Hint())
    (arrow,) = exercise_arrows(session.state)
    assert (arrow.from_square, arrow.to_square) == (parse_square("c5"), parse_square("b7"))


@pytest.mark.parametrize("hints", [2, 3])
def test_a_solution_that_is_shown_is_not_pointed_at(session: Session, hints: int) -> None:
    session.send(*(Hint(),) * hints, GiveSolution())
    assert exercise_circles(session.state) == ()
    assert exercise_arrows(session.state) == ()
