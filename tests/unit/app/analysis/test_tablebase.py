"""Tests of the endgame tables in the analysis of the position on the board."""

from __future__ import annotations

import pytest

from xiangqi.app.analysis import tablebase
from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.event import Input
from xiangqi.app.game.play import NewGame
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState
from xiangqi.app.update import initial_state, update
from xiangqi.board import parse_square
from xiangqi.fen import START_FEN
from xiangqi.storage.settings import Settings
from xiangqi.tables import TableVerdict

THROWN_AWAY = "4k1b2/9/4b4/9/9/9/9/4R4/9/3K5 w - - 0 1"  # the chariot wins, unless it takes the elephant


@pytest.mark.parametrize(
    ("fen", "verdict"),
    [
        ("4k4/9/9/9/9/9/9/9/9/3K2R2 w - - 0 1", TableVerdict.WIN),
        ("4k4/9/9/9/9/9/9/9/9/3K2R2 b - - 0 1", TableVerdict.LOSS),
        ("3k5/9/9/9/9/9/9/9/9/3AKA3 w - - 0 1", TableVerdict.DRAW),
    ],
)
def test_positions_of_tables(fen: str, verdict: TableVerdict) -> None:
    found = tablebase.report(fen)
    assert found is not None
    assert found.verdict is verdict


def test_nothing_is_said_of_others() -> None:
    assert tablebase.report(START_FEN) is None
    assert tablebase.report("9/9/9/9/9/9/9/9/9/9 w - - 0 1") is None  # cannot arise


def test_the_natural_limit_may_come_first() -> None:
    fen = "4k4/9/9/9/9/9/9/9/9/3K2R2 w - - 119 100"
    found, free = tablebase.report(fen, 60), tablebase.report(fen)
    assert found is not None
    assert free is not None
    assert not found.within_limit
    assert free.within_limit


def state_of(*messages: Input, settings: Settings | None = None) -> AppState:
    """Return a running game of two people from a position that the tables know, after some messages."""
    setup = Setup(red=Player(), black=Player(), start_fen=THROWN_AWAY)
    state = initial_state(settings or Settings(language="en"))
    for message in (NewGame(setup), *messages):
        state, _ = update(state, message)
    return state


def test_nothing_is_told_in_a_running_game_unless_it_is_wanted() -> None:
    taken_up = ClickSquare(parse_square("e2"))
    state = state_of(taken_up)
    assert tablebase.told(state) is None
    assert tablebase.kept(state) == {}
    analysed = state_of(ToggleAnalysis(), taken_up)
    wanted = state_of(taken_up, settings=Settings(language="en", game_tables=True))
    for state in (analysed, wanted):
        found = tablebase.told(state)
        assert found is not None
        assert found.verdict is TableVerdict.WIN


def test_each_target_of_the_piece_taken_up_keeps_something() -> None:
    settings = Settings(language="en", game_tables=True)
    assert tablebase.kept(state_of(settings=settings)) == {}
    kept = tablebase.kept(state_of(ClickSquare(parse_square("e2")), settings=settings))
    assert kept[parse_square("e7")] is TableVerdict.DRAW
    assert kept[parse_square("a2")] is TableVerdict.WIN
    assert len(kept) == 8 + 5 + 2  # on the rank, up to the elephant, and down


def test_nothing_is_told_where_no_move_is_left() -> None:
    mate = Setup(red=Player(), black=Player(), start_fen="9/3k5/9/9/9/3C5/9/9/8C/4K4 w - - 0 1")
    state, _ = update(initial_state(Settings(language="en", game_tables=True)), NewGame(mate))
    assert tablebase.told(state) is not None
    for square in ("i1", "d1"):
        state, _ = update(state, ClickSquare(parse_square(square)))
    assert state.play.end is not None
    assert tablebase.told(state) is None
