"""The mouse's hand appears over the points of the board where a click does something, and only there."""

from __future__ import annotations

import pytest
from ui_session import Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Input
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.browse import GoBack
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import AppState
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer, update
from xiangqi.board import Move
from xiangqi.core.constants import BOARD_SQUARES
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
