"""Tests of the reviews of a library's games: half the work for one side, and nothing is searched twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.library.test_library import random_game
from xiangqi.app.library.background_work.waiting_review import WaitingReview
from xiangqi.app.library.kept_review import restored_judgements, restored_looks
from xiangqi.board import START_FEN, Move
from xiangqi.coach.judge import EngineJudge
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.insights.reviews import (
    CountOrder,
    counted,
    counted_by,
    counted_moves,
    keep,
    order_of,
    standing_of,
    terms_of,
)
from xiangqi.library import CountedSide, Library, Person, Played, PlayerGame, Review
from xiangqi.line import Line
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game, LineGame

NODES = 100
OWN = Person((), here=True)
PLIES = 16


def sample(plies: int = PLIES, clocks: bool = False, **headers: str) -> Game:
    game = random_game(1, plies, **{"Red": "Player", "Black": "Computer, level 3", **headers})
    for ply, node in enumerate(game.root.line() if clocks else ()):
        node.comment = f"[%clk 0:04:{59 - ply:02}]"
    return game


class Searches:
    """The engine, with a count of the positions that it searched."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self._judge = EngineJudge(NODES)

    def __call__(self, line: Line, times: int) -> Info | None:
        if times == 1:
            self.asked.append(len(line.moves))
        return self._judge.report_times(line, times)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "games.db")


def reviewed(library: Library, *sides: PlayerGame) -> Review:
    """Return the review of a game in which the moves of the given sides have been searched."""
    order = order_of(library, sides, NODES)
    words = counted(order).positions
    review = Review("2026-02-02", 77.0, None, words)
    library.add_review(order.number, review)
    return review


def kept(library: Library, game: Game, clocks: tuple[int, ...] = ()) -> PlayerGame:
    number = library.keep(game, Played("2026-01-02", RED, black_level=3, clocks=clocks))
    return next(one for one in library.games_of(OWN) if one.number == number)


def test_one_side_is_searched_where_it_moved_and_where_its_move_was_not_best(library: Library) -> None:
    one = kept(library, sample())
    searches = Searches()
    found = counted_by(order_of(library, [one], NODES), searches)
    best = {move.ply for move in found.moves if move.best == move.move}
    expected = {move.ply - 1 for move in found.moves} | {move.ply for move in found.moves} - best
    assert set(searches.asked) == expected
    assert len(searches.asked) == len(set(searches.asked)), "no position is searched twice"
    assert [move.ply for move in found.moves] == list(range(1, PLIES, 2))
    assert all(move.side == RED and move.game == one.number for move in found.moves)


def test_both_sides_are_counted_where_nobody_is_named(library: Library) -> None:
    kept(library, sample())
    [sides] = standing_of(library, library.games_of(None), NODES).waiting
    found = counted(order_of(library, sides, NODES))
    assert [move.side for move in found.moves] == [RED, BLACK] * (PLIES // 2)
    assert None not in found.positions


def test_the_same_order_has_the_same_result(library: Library) -> None:
    order = order_of(library, [kept(library, sample())], NODES)
    assert counted(order) == counted(order)


def test_what_was_found_is_kept_and_not_done_again(library: Library) -> None:
    one = kept(library, sample())
    order = order_of(library, [one], NODES)
    found = counted(order)
    keep(library, order, found)
    assert counted_moves(library, [one]) == list(found.moves)
    standing = standing_of(library, library.games_of(OWN), NODES)
    assert (standing.counted, standing.waiting) == (1, ())
    assert standing_of(library, library.games_of(OWN), 2 * NODES).waiting == ((one,),)
    [side] = library.counted([one])
    assert side.terms == terms_of(NODES)


def test_a_thorough_review_is_there_for_the_window(library: Library) -> None:
    one = kept(library, sample(2))
    order = order_of(library, [one])
    found = counted(order)
    keep(library, order, found)
    review = library.review(one.number)
    assert review is not None
    assert review.red_accuracy is not None
    assert review.black_accuracy is None
    assert review.moves == found.positions
    [first] = restored_judgements(review.moves, Line())
    assert first is not None
    assert first.thorough


@pytest.mark.parametrize("change", [{"made": 5}, {"line": "one|bar"}, {"number": float("inf")}, {}])
def test_a_damaged_review_that_waits_is_passed_over(change: dict[str, object]) -> None:
    review = {"made": change.get("made", "2026-01-01"), "red_accuracy": None, "black_accuracy": None}
    waiting = {"review": review, "number": 0, "line": "start|h2e2|1-0"} | change
    assert (WaitingReview.from_json(waiting) is None) == bool(change)


def test_a_look_with_chances_beyond_all_numbers_is_left_out() -> None:
    line = Line(moves=(Move.from_iccs("h2e2"),))
    look = {"after": 0.5, "loss": 0.1, "better": []}
    assert list(restored_looks([{}, {"look": look}], line)) == [1]
    assert not restored_looks([{}, {"look": look | {"loss": 10**400}}], line)


def test_a_hasty_review_is_counted_and_not_shown(library: Library) -> None:
    one = kept(library, sample(2))
    order = order_of(library, [one], NODES)
    keep(library, order, counted(order))
    assert library.review(one.number) is None
    assert len(counted_moves(library, [one])) == 1


def test_what_the_window_has_reviewed_is_not_searched_again_and_stays(library: Library) -> None:
    one = kept(library, sample())
    review = reviewed(library, one)
    known = {ply for ply, word in enumerate(review.moves) if word is not None}
    assert known >= set(range(0, PLIES, 2))
    searches = Searches()
    order = order_of(library, [one, PlayerGame(one.number, BLACK, one.plies)], NODES)
    found = counted_by(order, searches)
    assert not known & set(searches.asked)
    keep(library, replace(order, nodes=50_000), found)
    after = library.review(one.number)
    assert after is not None
    assert after.red_accuracy == 77.0
    assert after.black_accuracy is not None
    assert all(old in (None, new) for old, new in zip(review.moves, after.moves, strict=True))
    assert None not in after.moves


def test_a_deeper_review_than_usual_begins_anew(library: Library) -> None:
    one = kept(library, sample(4))
    reviewed(library, one)
    searches = Searches()
    counted_by(order_of(library, [one], 1_000_000), searches)
    assert 0 in searches.asked


@pytest.mark.parametrize(
    "damage", [None, 7, "x", {}, {"thorough": True}, {"thorough": True, "best": {"pv": ["zz"]}}]
)
def test_what_a_review_does_not_say_is_searched(library: Library, damage: object) -> None:
    one = kept(library, sample(4))
    library.add_review(one.number, Review("2026-02-02", None, None, [damage] * 9))
    searches = Searches()
    found = counted_by(order_of(library, [one], NODES), searches)
    assert 0 in searches.asked
    assert len(found.moves) == 2


def test_hasty_words_of_an_analysis_do_not_count(library: Library) -> None:
    one = kept(library, sample(4))
    words = [word and {**word, "thorough": False} for word in reviewed(library, one).moves]
    library.add_review(one.number, Review("2026-02-02", None, None, words))
    searches = Searches()
    counted_by(order_of(library, [one], NODES), searches)
    assert 0 in searches.asked


def test_helped_games_count_only_where_they_are_wanted(library: Library) -> None:
    usual, helped = kept(library, sample()), kept(library, sample(8, Unrated="hint"))
    games = library.games_of(OWN)
    standing = standing_of(library, games, NODES)
    assert (standing.waiting, standing.left_out) == (((usual,),), 1)
    everything = standing_of(library, games, NODES, all_games=True)
    assert (len(everything.waiting), everything.left_out) == (2, 0)
    assert helped.left_out


def test_clocks_of_games_played_here_and_of_records_are_counted(library: Library) -> None:
    clocks = tuple(range(299_000, 299_000 - 1000 * PLIES, -1000))
    one = kept(library, sample(TimeControl="300"), clocks)
    here = counted(order_of(library, [one], NODES)).moves
    assert [move.left_s for move in here[:2]] == [300, 299]
    record = kept(library, sample(clocks=True, TimeControl="300"))
    assert [move.left_s for move in counted(order_of(library, [record], NODES)).moves[:2]] == [300, 299]


def test_a_game_that_is_over_is_judged_by_its_end(library: Library) -> None:
    game = Game(headers={"Red": "Player", "Black": "x"}, start_fen="4k4/3R5/9/9/4P4/9/9/9/9/R3K4 w - - 0 1")
    game.root.add(Move.from_iccs("a0a9"))
    assert game.final_board().legal_moves() == []
    one = kept(library, game)
    searches = Searches()
    [move] = counted_by(order_of(library, [one], NODES), searches).moves
    assert searches.asked == [0]
    assert move.loss == 0


def test_damaged_counts_are_left_out(library: Library) -> None:
    one = kept(library, sample(6))
    order = order_of(library, [one], NODES)
    keep(library, order, counted(order))
    library.keep_counted(CountedSide(one.number, RED, terms_of(NODES), "2027-01-01", b"no"))
    assert counted_moves(library, [one]) == []


def test_marks_are_searched_again_before_they_are_counted() -> None:
    """The look withdraws a mark of the first search, with which the game is played."""
    line = Line(START_FEN, (Move.from_iccs("a0a1"), Move.from_iccs("a9a8")))
    asked: list[tuple[int, int]] = []

    def search(at: Line, times: int) -> Info:
        asked.append((len(at.moves), times))
        first = {0: 0, 1: 160, 2: 0}[len(at.moves)]
        pv = (Move.from_iccs("h2e2"),) if at.turn == RED else (Move.from_iccs("h7e7"),)
        return Info(9, 9, 100, 1, first if times == 1 else 0, pv=pv)

    order = CountOrder(1, pack(LineGame(line.moves)), (RED,), 100)
    [counted_move] = counted_by(order, search).moves
    assert (counted_move.loss, counted_move.is_fault) == (0.0, False)
    assert [(ply, times) for ply, times in asked if times > 1] == [(1, 4), (0, 4)], (
        "what is withdrawn is not searched a third time"
    )
