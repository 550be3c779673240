"""Tests of sparring: the computer plays a player's openings, at their strength, and then its own moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_session import Session
from running import until

from xiangqi.app.game.play import NewGame, Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import StartSearch
from xiangqi.app.insights.asks import PrepareSparring, SparringReady
from xiangqi.app.insights.sparring import FindTheirGames, SparAgainst
from xiangqi.app.library.asks_listing import ListFound
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.time_control import UNTIMED
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.book import Book
from xiangqi.fen import START_FEN
from xiangqi.library import Library
from xiangqi.openings import mirrored
from xiangqi.records.files import write_games
from xiangqi.records.tree import Game

WAY = (Move.from_iccs("h2e2"), Move.from_iccs("h9g7"))


def test_the_game_begins_when_the_first_moves_are_there(hot_seat: Session) -> None:
    hot_seat.send(SparAgainst("吕钦", BLACK))
    order = hot_seat.one(PrepareSparring)
    assert (order.name, order.side, order.moves) == ("吕钦", BLACK, ())
    hot_seat.send(SparringReady("吕钦", BLACK, (), hot_seat_book(), 1730))
    black = hot_seat.state.play.setup.black
    assert (black.kind, black.rating, black.book) == (PlayerKind.COMPUTER, 1730, str(hot_seat_book()))
    assert hot_seat.state.play.setup.red == Player()
    hot_seat.play("h2e2")
    assert hot_seat.one(StartSearch).book == str(hot_seat_book())


def hot_seat_book() -> Path:
    return Path("/books/sparring-book.txt")


def test_an_unfinished_game_is_asked_about_first(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(SparringReady("吕钦", RED, (), hot_seat_book(), None))
    assert hot_seat.state.question is not None
    hot_seat.send(Answer(True))
    assert hot_seat.state.play.setup.red.book == str(hot_seat_book())


def test_one_spars_from_a_position_too_and_at_the_usual_level_where_no_strength_is_known(
    hot_seat: Session,
) -> None:
    hot_seat.send(SparringReady("吕钦", BLACK, WAY, hot_seat_book(), None))
    setup = hot_seat.state.play.setup
    assert (hot_seat.state.play.moves, setup.black.level, setup.black.rating) == (WAY, 3, None)
    assert setup.time == UNTIMED, "no clock starts before anybody looks"


def test_one_is_told_that_openings_are_read_and_then_whose_they_are(hot_seat: Session) -> None:
    hot_seat.send(SparAgainst("吕钦", BLACK, WAY))
    [reading] = hot_seat.state.toasts
    assert reading.message == "Reading Lü Qin's openings…"
    hot_seat.send(SparringReady("吕钦", BLACK, WAY, hot_seat_book(), None))
    assert [one.message for one in hot_seat.state.toasts] == ["The computer will play Lü Qin's openings"]


def test_the_next_game_is_against_the_usual_opponent(hot_seat: Session) -> None:
    settings, draft = hot_seat.state.settings, hot_seat.state.draft
    hot_seat.send(SparringReady("吕钦", RED, (), hot_seat_book(), 1730))
    assert hot_seat.state.play.setup.is_sparring
    assert (hot_seat.state.settings, hot_seat.state.draft) == (settings, draft)
    hot_seat.send(Resign(), Answer(True), Rematch())
    assert hot_seat.state.play.setup.red.book == str(hot_seat_book())
    assert (hot_seat.state.settings, hot_seat.state.draft) == (settings, draft)


def test_games_with_a_position_are_listed(hot_seat: Session) -> None:
    hot_seat.send(FindTheirGames("吕钦", RED, START_FEN))
    query = hot_seat.one(ListFound).query
    assert (query.player, query.side) == ("吕钦", RED)


@pytest.mark.parametrize("move", ["a0a1", "i3i4"])
def test_the_engine_plays_what_the_player_plays_and_forgets_it_for_the_next_game(move: str) -> None:
    with Library() as library:
        games = [Game(headers={"Red": "吕钦", "Black": str(number)}, result="1-0") for number in range(40)]
        for number, game in enumerate(games):
            node = game.root.add(Move.from_iccs(move))
            node = node.add(Move.from_iccs(("h7e7", "b7e7", "h9g7", "b9c7")[number % 4]))
            node.add(Move.from_iccs(("b0c2", "h0g2", "c3c4", "g3g4", "b0a2")[number % 5]))
        write_games(library.path.with_name("lu.pgn"), games)
        library.import_files([library.path.with_name("lu.pgn")])
    with Runner() as runner:
        runner.send(SparAgainst("呂欽", RED))
        until(runner, lambda: runner.state.play.moves)
        theirs = Move.from_iccs(move)
        [played] = runner.state.play.moves
        assert played in (theirs, mirrored(theirs))
        book = Book.read(Path(runner.state.play.setup.red.book))
        assert played in book.moves(runner.state.play.line.before.board())
        computer = Player(PlayerKind.COMPUTER, 12)
        runner.send(NewGame(Setup(computer, Player())))
        runner.send(Answer(True))
        until(runner, lambda: runner.state.play.setup.red == computer and runner.state.play.moves)
        [played] = runner.state.play.moves
        assert played not in (theirs, mirrored(theirs)), "a move that no book of the program has"
