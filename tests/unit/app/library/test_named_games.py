"""Games of a real library found by the names in them, as the palette asks for them."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest
from running import ask

from xiangqi.app.library.asks import FindNamed, GamesNamed, LibraryService
from xiangqi.app.library.state import NamedGame
from xiangqi.app.outbox import Outbox
from xiangqi.board import Move
from xiangqi.library import Library, Played
from xiangqi.records.tree import Game

MOVES = ("a3a4", "c3c4", "e3e4", "g3g4", "i3i4", "b2e2", "h2e2", "b0c2", "h0g2", "c0e2")


@pytest.fixture
def outbox() -> Outbox:
    return queue.SimpleQueue()


@pytest.fixture
def service(outbox: Outbox) -> Iterator[LibraryService]:
    """The service of a library with ten games of 胡荣华, the last at an event named after 杨官璘."""
    with Library() as library:
        for number, move in enumerate(MOVES, 1):
            tags = {"Red": "胡荣华", "Black": f"Opponent {number}", "Date": f"19{59 + number}.01.02"}
            game = Game(headers=tags | ({"Event": "杨官璘杯"} if number == 10 else {}))
            game.root.add(Move.from_iccs(move))
            library.keep(game, Played(f"2026-01-{number:02}T12:00:00"))
    service = LibraryService(outbox)
    yield service
    service.close()


def asked(service: LibraryService, outbox: Outbox, text: str) -> tuple[NamedGame, ...]:
    ask(service, FindNamed(text))
    answer = outbox.get(timeout=60)
    assert isinstance(answer, GamesNamed)
    assert answer.text == text
    return answer.games


def test_the_latest_games_of_a_player_are_found_in_either_script(
    service: LibraryService, outbox: Outbox
) -> None:
    games = asked(service, outbox, "胡榮華")
    assert [game.number for game in games] == [10, 9, 8, 7, 6, 5, 4, 3]
    assert games[1] == NamedGame(9, "胡荣华", "Opponent 9", "", "1968.01.02")


def test_events_are_found_after_players_and_no_game_twice(service: LibraryService, outbox: Outbox) -> None:
    assert [game.number for game in asked(service, outbox, "杨官璘")] == [10]
    assert [game.number for game in asked(service, outbox, "opponent 1")] == [1], "not 10"
    assert asked(service, outbox, "nobody") == ()


@pytest.mark.parametrize("text", ["hu ronghua", "huronghua", "hrh", "胡榮", "ronghua"])
def test_masters_are_found_in_characters_and_letters(
    service: LibraryService, outbox: Outbox, text: str
) -> None:
    ask(service, FindNamed(text))
    answer = outbox.get(timeout=60)
    assert isinstance(answer, GamesNamed)
    assert "胡荣华" in answer.masters
