"""The mouse's hand appears over points of the board and moves where a click does something, and only there."""

from __future__ import annotations

import pytest
from ui_session import Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Input
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.browse import GoBack, GoTo
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import AppState
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer, update
from xiangqi.board import Move
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.ui.parts.line_card import PreviewLine
from xiangqi.ui.parts.move_list import MoveList
from xiangqi.ui.window.board_content import can_click

TWO = NewGame(Setup(Player(), Player(), time=TimeControl(600)))
SECOND = NewGame(Setup(Player(PlayerKind.COMPUTER, 1), Player()))  # the computer is to move
LINE = ShowLine(0, tuple(map(Move.from_iccs, ("h2e2", "h9g7"))))
FROM = ClickSquare(Move.from_iccs("h2e2").from_square)

SITUATIONS: dict[str, tuple[Input, ...]] = {
    "a game": (TWO,),
    "a piece taken up": (TWO, FROM),
    "paused": (TWO, PauseGame()),
    "an earlier position": (TWO, FROM, ClickSquare(Move.from_iccs("h2e2").to_square), GoBack()),
    "a preview": (TWO, LINE),
    "a piece taken up in a preview": (TWO, LINE, ClickSquare(Move.from_iccs("h9g7").from_square)),
    "the computer thinks": (SECOND,),
    "over": (TWO, Resign(), Answer(True)),
}


def does_something(state: AppState, square: int) -> bool:
    after, effects = update(state, ClickSquare(square))
    resumed = state.play.paused and not after.play.paused
    return resumed or (after != state and PlaySound(Sound.ILLEGAL) not in effects)


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_hand_is_shown_where_a_click_does_something(name: str) -> None:
    session = Session()
    session.send(*SITUATIONS[name])
    state = session.state
    shown = {square for square in BOARD_SQUARES if can_click(state, square)}
    useful = {square for square in BOARD_SQUARES if does_something(state, square)}
    assert shown == useful
    assert shown or name == "over"


# ---- Moves in words ----


def hand_at(session: Session, place: tuple[int, int]) -> bool:
    """Move the mouse, and return whether the hand is shown."""
    session.move_mouse(place)
    return session.screen.points(session.state)


def test_the_hand_is_shown_over_a_move_of_the_list_and_not_below_it() -> None:
    session = Session()
    session.open_record("1. 炮二平五 马８进７ *")
    listed = session.widget("moves")
    assert isinstance(listed, MoveList)
    middle = listed.rect.top + listed.row_height // 2
    places = [(x, middle) for x in (listed.rect.left + 80, listed.rect.centerx + 60)]
    assert [listed.action_at(place, session.screen.memory) for place in places] == [GoTo(1), GoTo(2)]
    assert all(hand_at(session, place) for place in places)
    assert not hand_at(session, (listed.rect.centerx, listed.rect.top + 3 * listed.row_height))


def test_the_hand_is_shown_over_a_move_of_a_previewed_line() -> None:
    session = Session()
    session.send(TWO, LINE)
    session.draw()
    line = session.widget("line.moves")
    assert isinstance(line, PreviewLine)
    assert hand_at(session, line._places()[1].center)
    assert not hand_at(session, (line.rect.right - 1, line.rect.centery))
