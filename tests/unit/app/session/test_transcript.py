"""The running game as a record and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.transcript import from_journal, journalled, stored, written
from xiangqi.board import Move
from xiangqi.core.constants import BLACK
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.records.files import read_bytes
from xiangqi.records.revision import write_comment
from xiangqi.records.rules import rules_in
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game
from xiangqi.referee import Outcome, Rules

HUMAN = Player()
FEN = "3k5/9/9/9/9/9/9/9/4A4/R3KA3 w - - 7 12"

SETUPS = [
    Setup(HUMAN, Player(PlayerKind.COMPUTER, 7)),
    Setup(Player(PlayerKind.ENGINE, 3, ("C:\\My engines\\e.exe", "--hash", 'a "b"')), HUMAN),
    Setup(Player(PlayerKind.ENGINE, 3, ("/opt/strong",), "Strong 3.1"), HUMAN),
    Setup(HUMAN, Player(PlayerKind.COMPUTER, rating=1730, book='C:\\My books\\sparring "1".txt')),
    Setup(HUMAN, HUMAN, FEN, Rules("asian", 5, None)),
    Setup(Player(PlayerKind.COMPUTER, 1), Player(PlayerKind.COMPUTER, 10), FEN, Rules("cxa", 3, 40)),
]


def played(play: GameInProgress, *moves: str) -> Document:
    """Return a game after some moves."""
    game = Game(headers={"Date": "2026.01.31"}, start_fen=play.setup.start_fen)
    document = Document.of(3, game, replace(play, tip=game.root))
    for number, move in enumerate(moves, 1):
        document = document.played(Move.from_iccs(move), number)
    return document


def to_record(play: GameInProgress) -> Game:
    return written(played(play)).to_game()


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("flipped", [False, True])
def test_a_game_comes_back_from_its_own_file(setup: Setup, flipped: bool) -> None:
    moves = ("a0a9", "d9d8", "a9a8") if setup.start_fen == FEN else ("h2e2", "h9g7", "h0g2")
    game = played(GameInProgress(setup=setup), *moves)
    data = pgn_writer.write(journalled(game, flipped).to_game())
    (record,) = read_bytes(data, "journal")
    offer = from_journal(record)
    assert offer.play.setup == setup
    assert [move.iccs for move in offer.play.moves] == list(moves)
    assert (offer.flipped, offer.damaged) == (flipped, False)
    assert offer.document.tree.headers["Date"] == "2026.01.31"
    assert offer.document.at_tip
    assert journalled(offer.document, flipped).headers == record.headers


def test_what_is_saved_does_not_tell_where_an_engine_lies() -> None:
    game = written(played(GameInProgress(setup=SETUPS[1]), "h2e2")).to_game()
    assert "My engines" not in pgn_writer.write(game).decode()
    assert game.headers["RedKind"] == "engine"


def test_what_is_kept_does_not_tell_which_book_was_played_from() -> None:
    setup = Setup(HUMAN, Player(PlayerKind.COMPUTER, 3, book="books/sparring.txt"))
    game = played(GameInProgress(setup=setup), "h2e2")
    assert "sparring" not in pgn_writer.write(written(game).to_game()).decode()
    (record,) = read_bytes(pgn_writer.write(journalled(game, False).to_game()), "journal")
    assert "sparring" not in pgn_writer.write(stored(record)).decode()


def test_what_has_been_written_in_a_game_comes_back() -> None:
    game = played(GameInProgress(), "h2e2", "h9g7")
    game = game.to_ply(1).edited(write_comment(game.tree, game.cursor.nodes[1], "central", 98))
    game = game.at(game.original.root).playing(Move.from_iccs("b2e2"), 99)
    offer = from_journal(next(read_bytes(pgn_writer.write(journalled(game, False).to_game()), "journal")))
    assert [move.iccs for move in offer.play.moves] == ["h2e2", "h9g7"]
    (main, other) = offer.document.tree.children(offer.document.original.root)
    assert (main.comment, str(other.move)) == ("central", "b2e2")


def test_the_end_is_written() -> None:
    record = to_record(GameInProgress(end=Outcome(BLACK, "checkmate")))
    assert record.result == "0-1"
    assert record.headers["Termination"] == "checkmate"
    assert to_record(GameInProgress(end=Outcome(None, "agreement"))).result == "1/2-1/2"
    assert to_record(GameInProgress()).result == "*"


def test_players_are_named() -> None:
    setup = Setup(Player(PlayerKind.ENGINE, 3, ("/opt/strong-engine", "-x")), Player(PlayerKind.COMPUTER, 2))
    headers = to_record(GameInProgress(setup=setup)).headers
    assert headers["Red"] == "strong-engine, level 3"
    assert headers["Black"] == "Computer, level 2"
    assert to_record(GameInProgress(setup=Setup(Player(name="A. Name")))).headers["Red"] == "A. Name"


@pytest.mark.parametrize("rules", [Rules("cxa", 2, None), Rules("basic", 5, 40), Rules("asian")])
def test_rules_come_back(rules: Rules) -> None:
    record = to_record(GameInProgress(setup=Setup(rules=rules)))
    assert from_journal(record).play.setup.rules == rules
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
    offer = from_journal(Game(headers=headers))
    assert offer.play.setup.rules == Rules()
    assert offer.play.setup.red == HUMAN


def test_an_engine_without_command_becomes_the_built_in_one() -> None:
    offer = from_journal(Game(headers={"BlackKind": "engine", "BlackLevel": "99"}))
    assert offer.play.setup.black == Player(PlayerKind.COMPUTER, FULL_STRENGTH)
