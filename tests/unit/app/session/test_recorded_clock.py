"""Clocks that games have kept are shown in the position on the board, and in no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_session import HUMAN, Session
from running import until

from xiangqi.app.event import Tick
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.app.records.asks_reading import GamesRead, LoadFile
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast, GoTo, NextVariation
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.runner import Runner
from xiangqi.app.session import view
from xiangqi.app.session.document import Stored
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer
from xiangqi.core.constants import BLACK, RED
from xiangqi.library import Library, Played
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack

TIMED = (
    "1. h2e2 {[%clk 0:05:00]} h9g7 {good [%clk 0:04:58]} (1... h7e7)"
    " 2. h0g2 {[%clk 0:04:40.5]} i9h9 {[%clk 0:04:09]} *"
)
PLAIN = "1. h2e2 h9g7 (1... h7e7 2. h0g2) 2. h0g2 i9h9 *"
PATH = Path("game.pgn")


def opened(text: str, *stored: Stored) -> Session:
    session = Session()
    session.send(OpenFile(PATH))
    load_id = session.one(LoadFile).load_id
    games = tuple(pack(game) for game in read_bytes(text.encode(), "text"))
    session.send(GamesRead(load_id, PATH.name, PATH, games, complete=True, stored=stored))
    return session


def shown(session: Session) -> list[str | None]:
    readings = (view.reading(session.state, side) for side in (RED, BLACK))
    return [None if reading is None else reading.text for reading in readings]


def test_comments_tell_what_was_left_after_the_latest_move_of_each_side() -> None:
    session = opened(TIMED)
    session.send(GoFirst())
    assert shown(session) == [None, None]
    told = []
    for _ in range(4):
        session.send(GoForward())
        told.append(shown(session))
    assert told == [["5:00", None], ["5:00", "4:58"], ["4:41", "4:58"], ["4:41", "4:09"]]


def test_times_that_the_library_has_kept_are_those_of_the_game_and_of_no_variation() -> None:
    session = opened(PLAIN, Stored(1, 0, (300_000, -1, 281_000, 8_500)))
    session.send(GoTo(1))
    assert shown(session) == ["5:00", None]
    session.send(GoForward())
    assert shown(session) == ["5:00", None], "a move of an earlier run"
    session.send(GoLast())
    assert shown(session) == ["4:41", "8.5"]
    session.send(GoTo(2), NextVariation())
    session.send(GoForward())
    assert shown(session) == [None, None]


@pytest.mark.parametrize("text", [PLAIN, "1. h2e2 {[%clk soon]} *", "1. h2e2 {[%eval 0.3]} *"])
def test_a_record_without_times_has_no_clock(text: str) -> None:
    session = opened(text)
    session.send(GoLast())
    assert shown(session) == [None, None]


def test_a_game_that_is_over_shows_the_clocks_of_the_position_one_goes_back_to() -> None:
    session = Session()
    session.send(Tick(100.0))
    session.new(HUMAN, HUMAN, time=TimeControl(60))
    session.play("h2e2")
    for seconds, move in ((105.0, "h9g7"), (112.0, "h0g2"), (115.0, "i9h9")):
        session.send(Tick(seconds))
        session.play(move)
    session.send(Resign(), Answer(True))
    assert session.state.play.end is not None
    at_the_end = shown(session)
    session.send(GoBack(), GoBack())
    assert shown(session) == ["1:00", "0:55"]
    session.send(GoLast())
    assert shown(session) == at_the_end


def test_an_own_game_is_opened_with_its_clocks() -> None:
    [game] = read_bytes(PLAIN.encode(), "text")
    with Library() as library:
        number = library.keep(game, Played("2026-01-01", RED, clocks=(60_000, 59_000, 50_000, 40_000)))
    with Runner() as runner:
        runner.send(OpenStoredGame(number, 4))
        until(runner, lambda: runner.state.document.collection is not None)
        readings = [view.reading(runner.state, side) for side in (RED, BLACK)]
        assert [reading and reading.text for reading in readings] == ["0:50", "0:40"]
