"""The running game as a record and back."""

from __future__ import annotations

import pytest

from xiangqi.app.archive import from_record, rules_in, to_record
from xiangqi.app.state import Player, PlayerKind, RunningGame, Setup
from xiangqi.board import Move
from xiangqi.core.constants import BLACK
from xiangqi.records import pgn_writer
from xiangqi.records.files import read_bytes
from xiangqi.records.tree import Game
from xiangqi.referee import Outcome, Rules

HUMAN = Player()
FEN = "3k5/9/9/9/9/9/9/9/4A4/R3KA3 w - - 7 12"

SETUPS = [
    Setup(HUMAN, Player(PlayerKind.COMPUTER, 7)),
    Setup(Player(PlayerKind.ENGINE, 3, ("C:\\My engines\\e.exe", "--hash", 'a "b"')), HUMAN),
    Setup(Player(PlayerKind.ENGINE, 3, ("/opt/strong",), "Strong 3.1"), HUMAN),
    Setup(HUMAN, HUMAN, FEN, Rules("asian", 5, None)),
    Setup(Player(PlayerKind.COMPUTER, 1), Player(PlayerKind.COMPUTER, 10), FEN, Rules("cxa", 3, 40)),
]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("flipped", [False, True])
def test_a_game_comes_back_from_its_own_file(setup: Setup, flipped: bool) -> None:
    moves = ("a0a9", "d9d8", "a9a8") if setup.start_fen == FEN else ("h2e2", "h9g7", "h0g2")
    game = RunningGame(3, setup, tuple(Move.from_iccs(move) for move in moves), date="2026.01.31")
    data = pgn_writer.write(to_record(game, flipped))
    (record,) = read_bytes(data, "journal")
    offer = from_record(record)
    assert offer.setup == setup
    assert offer.moves == game.moves
    assert (offer.flipped, offer.date, offer.damaged) == (flipped, "2026.01.31", False)


def test_the_end_is_written() -> None:
    record = to_record(RunningGame(end=Outcome(BLACK, "checkmate")))
    assert record.result == "0-1"
    assert record.headers["Termination"] == "checkmate"
    assert to_record(RunningGame(end=Outcome(None, "agreement"))).result == "1/2-1/2"
    assert to_record(RunningGame()).result == "*"


def test_players_are_named() -> None:
    setup = Setup(Player(PlayerKind.ENGINE, 3, ("/opt/strong-engine", "-x")), Player(PlayerKind.COMPUTER, 2))
    headers = to_record(RunningGame(setup=setup)).headers
    assert headers["Red"] == "strong-engine, level 3"
    assert headers["Black"] == "Computer, level 2"
    assert to_record(RunningGame(setup=Setup(Player(name="A. Name")))).headers["Red"] == "A. Name"


@pytest.mark.parametrize("rules", [Rules("cxa", 2, None), Rules("basic", 5, 40), Rules("asian")])
def test_rules_come_back(rules: Rules) -> None:
    record = to_record(RunningGame(setup=Setup(rules=rules)))
    assert from_record(record).setup.rules == rules
    assert rules_in(record.headers, Rules("wxf", 4, 50)) == rules
    assert rules_in({}, Rules("wxf", 4, None)) == Rules("wxf", 4, None)
    assert rules_in({"RuleSet": "basic"}, Rules("wxf", 4, None)) == Rules("basic", 4, None)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"RedKind": "robot", "BlackKind": "human"},
        {"RedKind": "engine", "RedEngine": 'unclosed "quote'},
        {"RuleSet": "house rules"},
        {"RuleSet": "wxf", "Occurrences": "1"},
        {"Occurrences": "many", "NaturalLimit": "-5"},
        {"NaturalLimit": "٣"},
    ],
)
def test_odd_tags_get_usual_values(headers: dict[str, str]) -> None:
    offer = from_record(Game(headers=headers))
    assert offer.setup.rules == Rules()
    assert offer.setup.red == HUMAN


def test_an_engine_without_command_becomes_the_built_in_one() -> None:
    offer = from_record(Game(headers={"BlackKind": "engine", "BlackLevel": "99"}))
    assert offer.setup.black == Player(PlayerKind.COMPUTER, 10)
