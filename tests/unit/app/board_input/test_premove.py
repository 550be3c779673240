"""Moves entered while the opponent thinks: kept and shown, played if legal by then, taken off by Esc."""

from __future__ import annotations

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.board_input.moving import ClickNothing, ClickSquare, DragDrop, DragStart, SubmitText, TypeText
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.session import positions
from xiangqi.app.session.selection import Reason
from xiangqi.app.update import Cancel
from xiangqi.board import Move, parse_square


def square(name: str) -> int:
    return parse_square(name)


@pytest.fixture
def waiting(session: Session) -> Session:
    """Red has moved, and the computer thinks."""
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    return session


def premove(session: Session, move: str) -> None:
    session.send(ClickSquare(square(move[:2])), ClickSquare(square(move[2:])))


def test_a_move_entered_meanwhile_is_played_after_the_reply(waiting: Session) -> None:
    premove(waiting, "h0g2")
    assert waiting.state.selection.premove == Move.from_iccs("h0g2")
    assert waiting.moves == "h2e2"
    waiting.reply("h9g7")
    assert waiting.moves == "h2e2 h9g7 h0g2"
    assert waiting.thinking
    assert waiting.state.selection.premove is None


def test_it_can_be_dragged(waiting: Session) -> None:
    waiting.send(DragStart(square("h0"), (5, 5)), DragDrop(square("g2")))
    waiting.reply("h9g7")
    assert waiting.moves == "h2e2 h9g7 h0g2"


@pytest.mark.parametrize("text", ["h0g2", "H2+3", "马二进三"])
def test_it_can_be_typed(waiting: Session, text: str) -> None:
    waiting.send(TypeText(text), SubmitText())
    assert waiting.state.selection.premove == Move.from_iccs("h0g2")
    assert waiting.state.selection.typed == ""
    waiting.reply("h9g7")
    assert waiting.moves == "h2e2 h9g7 h0g2"


@pytest.mark.parametrize("text", ["h0g3", "h9g7", "nonsense"])
def test_what_is_typed_and_no_move_of_the_players_is_told(waiting: Session, text: str) -> None:
    waiting.send(TypeText(text), SubmitText())
    assert waiting.state.selection.premove is None
    assert waiting.said == ["not_your_turn"]
    assert waiting.moves == "h2e2"


def test_a_move_that_became_impossible_is_dropped_and_said(session: Session) -> None:
    session.new(HUMAN, COMPUTER, "4k4/9/9/9/9/9/9/r8/R8/3K5 w")
    session.play("a1b1")
    premove(session, "b1b9")
    session.reply("a2d2")
    assert session.moves == "a1b1 a2d2"
    assert "premove_impossible" in session.said
    assert session.state.selection.premove is None


@pytest.mark.parametrize("message", [Cancel(), ClickNothing(), TakeBack()])
def test_it_is_taken_off_again(waiting: Session, message: Cancel) -> None:
    premove(waiting, "h0g2")
    waiting.send(message)
    assert waiting.state.selection.premove is None
    if not isinstance(message, TakeBack):
        waiting.reply("h9g7")
        assert waiting.moves == "h2e2 h9g7"


def test_only_moves_that_fit_the_piece_are_kept(waiting: Session) -> None:
    premove(waiting, "h0h5")
    assert waiting.state.selection.premove is None
    waiting.send(ClickSquare(square("h0")))
    assert {target.square for target in waiting.state.selection.targets} == {square("g2"), square("i2")}


def test_the_opponents_pieces_stay_the_opponents(waiting: Session) -> None:
    waiting.send(ClickSquare(square("h9")))
    refusal = waiting.state.selection.refusal
    assert refusal is not None
    assert refusal.reason is Reason.NOT_YOUR_TURN


def test_two_people_enter_no_moves_for_the_other(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(ClickSquare(square("h0")))
    assert hot_seat.state.selection.refusal is not None


def test_a_mated_general_has_its_points_of_flight_with_what_covers_them(session: Session) -> None:
    session.new(HUMAN, HUMAN, "3k5/R8/9/9/9/9/9/9/9/1R2K4 w")
    session.play("b0b9")
    assert positions.covered_flights(session.state.play.line) == {
        square("d8"): (square("a8"),),
        square("e9"): (square("e0"),),
    }
    session.new(HUMAN, HUMAN, "3k5/9/9/9/9/9/9/9/9/1R2K4 w")
    session.play("b0b9")
    assert not positions.covered_flights(session.state.play.line)  # a check, from which it can flee
