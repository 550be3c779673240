"""Clicks, drags and typed moves."""

from __future__ import annotations

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.board_input.moving import (
    ClickNothing,
    ClickSquare,
    DragDrop,
    DragMove,
    DragStart,
    EraseText,
    PlayText,
    SubmitText,
    TypeText,
)
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tick
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session import view
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.selection import Reason
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import Move, parse_square
from xiangqi.core.constants import square_name
from xiangqi.notation.dialects import LONGEST


def click(*names: str) -> list[ClickSquare]:
    return [ClickSquare(parse_square(name)) for name in names]


def selected(session: Session) -> str | None:
    square = session.state.selection.selected
    return None if square is None else square_name(square)


def refusal(session: Session) -> Reason | None:
    found = session.state.selection.refusal
    return None if found is None else found.reason


def test_click_selects_and_shows_the_targets(hot_seat: Session) -> None:
    hot_seat.send(*click("b0"))
    assert selected(hot_seat) == "b0"
    assert {square_name(target.square): target.capture for target in hot_seat.state.selection.targets} == {
        "a2": False,
        "c2": False,
    }


def test_captures_are_marked(hot_seat: Session) -> None:
    hot_seat.send(*click("h2"))
    assert [square_name(target.square) for target in hot_seat.state.selection.targets if target.capture] == [
        "h9"
    ]


def test_second_click_moves(hot_seat: Session) -> None:
    hot_seat.send(*click("h2", "e2"))
    assert hot_seat.moves == "h2e2"
    assert selected(hot_seat) is None
    assert hot_seat.one(PlaySound).sound is Sound.MOVE


def test_another_own_piece_is_selected_instead(hot_seat: Session) -> None:
    hot_seat.send(*click("h2", "b0"))
    assert selected(hot_seat) == "b0"
    assert hot_seat.moves == ""


def test_the_same_piece_again_drops_the_selection(hot_seat: Session) -> None:
    hot_seat.send(*click("h2", "h2"))
    assert selected(hot_seat) is None


def test_an_impossible_target_is_explained_and_marked(hot_seat: Session) -> None:
    hot_seat.send(*click("b0", "d1"))
    found = hot_seat.state.selection.refusal
    assert found is not None
    assert (found.reason, found.from_square, found.to_square) == (
        Reason.LEG_BLOCKED,
        parse_square("b0"),
        parse_square("d1"),
    )
    assert found.blockers == (parse_square("c0"),)
    assert selected(hot_seat) is None
    assert hot_seat.one(PlaySound).sound is Sound.ILLEGAL


def test_an_explanation_goes_after_a_while(hot_seat: Session) -> None:
    hot_seat.send(Tick(100.0), *click("b0", "d1"))
    hot_seat.send(Tick(101.0))
    assert refusal(hot_seat) is Reason.LEG_BLOCKED
    hot_seat.send(Tick(110.0))
    assert refusal(hot_seat) is None


def test_an_opponents_piece_cannot_be_picked_up(hot_seat: Session) -> None:
    hot_seat.send(*click("h9"))
    assert refusal(hot_seat) is Reason.NOT_YOUR_PIECE


def test_nothing_moves_while_the_computer_thinks(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(*click("h9"))
    assert refusal(against_computer) is Reason.NOT_YOUR_TURN
    against_computer.send(*click("b2"), *click("b3"))
    assert len(against_computer.state.play.moves) == 1


def test_nothing_moves_after_the_end(session: Session) -> None:
    session.new(HUMAN, HUMAN, "3k5/R8/9/9/9/9/9/9/9/1R2K4 w")
    session.play("b0b9")
    assert session.state.play.end is not None
    session.send(*click("a8"))
    assert refusal(session) is Reason.GAME_OVER


def test_an_empty_point_and_the_space_beside_the_board_clear_the_hand(hot_seat: Session) -> None:
    hot_seat.send(*click("b0", "d1", "e4"))
    assert hot_seat.state.selection.refusal is None
    hot_seat.send(*click("b0"), ClickNothing())
    assert selected(hot_seat) is None


def test_drag_plays_a_move(hot_seat: Session) -> None:
    hot_seat.send(DragStart(parse_square("h2"), (5, 6)), DragMove((70, 80)))
    drag = hot_seat.state.selection.drag
    assert drag is not None
    assert (drag.square, drag.position) == (parse_square("h2"), (70, 80))
    assert hot_seat.state.selection.targets
    hot_seat.send(DragDrop(parse_square("e2")))
    assert hot_seat.moves == "h2e2"
    assert hot_seat.state.selection.drag is None


@pytest.mark.parametrize("name", ["h2", None])
def test_a_piece_put_back_stays_selected(hot_seat: Session, name: str | None) -> None:
    hot_seat.send(DragStart(parse_square("h2"), (5, 6)), DragDrop(parse_square(name) if name else None))
    assert hot_seat.moves == ""
    assert hot_seat.state.selection.drag is None
    assert selected(hot_seat) == "h2"


def test_an_impossible_drop_is_explained(hot_seat: Session) -> None:
    hot_seat.send(DragStart(parse_square("h2"), (5, 6)), DragDrop(parse_square("h8")))
    assert refusal(hot_seat) is Reason.PATH_BLOCKED
    assert hot_seat.state.selection.drag is None


def test_dropping_on_an_own_piece_is_explained(hot_seat: Session) -> None:
    hot_seat.send(DragStart(parse_square("a0"), (5, 6)), DragDrop(parse_square("b0")))
    assert refusal(hot_seat) is Reason.OWN_PIECE


def test_only_movable_pieces_can_be_dragged(against_computer: Session) -> None:
    against_computer.send(DragStart(parse_square("h9"), (5, 6)))
    assert against_computer.state.selection.drag is None
    assert refusal(against_computer) is Reason.NOT_YOUR_PIECE
    against_computer.send(DragStart(parse_square("e5"), (5, 6)), DragMove((1, 1)), DragDrop(parse_square("e4")))
    assert against_computer.state.selection.drag is None
    assert against_computer.moves == ""


@pytest.mark.parametrize("text", ["h2e2", "H2-E2", "炮二平五", "C2.5", "62.5"])
def test_typed_moves_in_every_notation(hot_seat: Session, text: str) -> None:
    hot_seat.send(*(TypeText(char) for char in text), SubmitText())
    assert hot_seat.moves == "h2e2"
    assert hot_seat.state.selection.typed == ""


def test_typed_text_can_be_mended(hot_seat: Session) -> None:
    hot_seat.send(TypeText("h2e3"), EraseText(), TypeText("2"))
    assert hot_seat.state.selection.typed == "h2e2"
    hot_seat.send(SubmitText())
    assert hot_seat.moves == "h2e2"


def test_a_text_that_is_no_move_is_told_and_the_next_one_begins_empty(hot_seat: Session) -> None:
    hot_seat.send(TypeText("炮九平五"), SubmitText())
    (toast,) = hot_seat.state.toasts
    assert toast.message.key == "toast.bad_move_text"
    assert "炮九平五" in toast.message
    assert hot_seat.state.selection.typed == ""


@pytest.mark.parametrize("after", [(TypeText("h"),), (PlayText("h2e2"),)])
def test_what_was_wrong_with_a_text_goes_with_the_next_one(
    hot_seat: Session, after: tuple[Intent, ...]
) -> None:
    hot_seat.send(TypeText("炮九平五"), SubmitText())
    assert [toast.message.key.removeprefix("toast.") for toast in hot_seat.state.toasts] == ["bad_move_text"]
    hot_seat.send(*after)
    assert not hot_seat.state.toasts


def test_typed_coordinates_that_are_impossible_are_told_on_the_board_alone(hot_seat: Session) -> None:
    hot_seat.send(TypeText("b0d1"), SubmitText())
    assert hot_seat.said == []
    assert refusal(hot_seat) is Reason.LEG_BLOCKED
    hot_seat.send(TypeText("b0b0"), SubmitText())
    assert hot_seat.moves == ""


def test_enter_with_nothing_typed_does_nothing(hot_seat: Session) -> None:
    before = hot_seat.state
    hot_seat.send(SubmitText(), TypeText("  "), SubmitText())
    assert hot_seat.state == before


def test_typing_has_an_end_and_no_control_characters(hot_seat: Session) -> None:
    hot_seat.send(TypeText("x" * 1000), TypeText("\n\t"))
    assert hot_seat.state.selection.typed == "x" * LONGEST


def test_typing_out_of_turn_is_told(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(TypeText("h9g7"), SubmitText())
    assert against_computer.said == ["not_your_turn"]
    assert against_computer.moves == "h2e2"


def test_what_is_being_typed_survives_the_computers_reply(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(TypeText("b0"))
    against_computer.reply("h9g7")
    assert against_computer.state.selection.typed == "b0"


def test_escape_takes_one_thing_after_the_other_and_never_moves(hot_seat: Session) -> None:
    hot_seat.send(*click("h2"), TypeText("b"), OpenPanel(Panel.SETTINGS), Resign())
    hot_seat.send(Cancel())
    assert hot_seat.state.question is None
    assert hot_seat.state.panel is Panel.SETTINGS
    hot_seat.send(Cancel())
    assert hot_seat.state.panel is None
    assert hot_seat.state.selection.typed == "b"
    hot_seat.send(Cancel())
    assert hot_seat.state.selection.typed == ""
    assert selected(hot_seat) == "h2"
    hot_seat.send(Cancel())
    assert selected(hot_seat) is None
    assert (hot_seat.moves, hot_seat.state.play.end) == ("", None)


def test_escape_during_a_drag_puts_the_piece_back(hot_seat: Session) -> None:
    hot_seat.send(DragStart(parse_square("h2"), (5, 6)), Cancel(), DragDrop(parse_square("e2")))
    assert hot_seat.moves == ""


@pytest.mark.parametrize("square", ["b2", "h2", "a9"])
def test_from_an_earlier_position_a_click_on_a_piece_returns_to_now_and_moves_nothing(
    hot_seat: Session, square: str
) -> None:
    hot_seat.play("h2e2", "h9g7", "h0g2")
    assert not view.looks_back(hot_seat.state)
    for by_drag in (False, True):
        hot_seat.send(GoTo(0))
        assert view.looks_back(hot_seat.state)
        hot_seat.send(*click("e4"))
        assert view.line(hot_seat.state).ply == 0, "an empty point"
        began = DragStart(parse_square(square), (1, 1))
        hot_seat.send(*((began, DragDrop(parse_square("e4"))) if by_drag else click(square)))
        assert hot_seat.state.document.at_tip
        assert hot_seat.state.selection.selected is None
    assert hot_seat.moves == "h2e2 h9g7 h0g2"
    assert hot_seat.said == []


def test_a_record_and_a_game_that_is_over_are_not_looked_back_at(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(Resign(), Answer(True), GoTo(0), *click("b2", "e2"))
    assert not view.looks_back(hot_seat.state)
    assert hot_seat.state.document.line.moves == (Move.from_iccs("b2e2"),), "a variation"


def test_in_an_earlier_position_only_the_move_that_was_played_goes_on(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(GoTo(0))
    hot_seat.play("b2e2")
    assert hot_seat.said == ["not_at_the_end"]
    assert view.line(hot_seat.state).ply == 0
    hot_seat.play("h2e2")
    assert view.line(hot_seat.state).ply == 1
    assert hot_seat.moves == "h2e2 h9g7"


def test_moves_that_lose_by_repetition_are_marked_before_they_are_played(session: Session) -> None:
    session.new(HUMAN, HUMAN, "3k5/9/9/9/9/9/9/9/4A4/R3KA3 w")
    session.play("a0a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9")
    session.send(*click("a8"))
    marked = {square_name(t.square): t.warning for t in session.state.selection.targets if t.warning}
    assert set(marked) == {"a9"}
    (target,) = [t for t in session.state.selection.targets if t.loses]
    assert square_name(target.square) == "a9"
    session.send(*click("a9"))
    assert session.state.play.end is not None
    assert session.state.play.end.reason == "perpetual_check"


def test_the_computer_is_no_reason_to_refuse_the_humans_own_turn(session: Session) -> None:
    session.new(COMPUTER, HUMAN)
    session.reply("h2e2")
    session.send(*click("h9", "g7"))
    assert session.moves == "h2e2 h9g7"
