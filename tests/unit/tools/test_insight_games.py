"""Tests of simulated players: a planted weakness appears in their games, and their log can be continued."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.insights import GAMES, SHOWN, play, players, report
from tests.unit.insights.players import game, moves_of
from tools.insights.games import (
    CANNONS,
    ENDINGS,
    FAMILY,
    FORKS,
    HASTE,
    OPENINGS,
    WEAKNESSES,
    Simulated,
    Table,
)
from tools.insights.log import GameLog
from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.levels import LEVELS, Level
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.errors import XiangqiError
from xiangqi.insights.dimensions import DIMENSIONS
from xiangqi.openings import family_of, opening_of

LONG_SHOT = "3k5/9/4c4/p1p3p1p/9/9/P1P1P1P1P/9/4N4/5K3 b - - 0 1"
FORK = "2bakab2/9/9/p3p3p/2n6/9/P7P/1R3R3/9/2BAKAB2 b - - 0 1"


def unseen(player: Simulated, fen: str, move: str) -> float:
    board = Board(fen)
    oversight = player.as_level(board, 100.0).oversight
    return 0.0 if oversight is None else oversight(board, Move.from_iccs(move))


def test_long_shots_and_forks_are_overlooked_by_those_who_overlook_them() -> None:
    assert unseen(Simulated(6, CANNONS), LONG_SHOT, "e7e1") == 1
    assert unseen(Simulated(6, FORKS), LONG_SHOT, "e7e1") == 0
    assert unseen(Simulated(6), LONG_SHOT, "e7e1") == 0
    assert unseen(Simulated(6, CANNONS), "3k5/9/9/9/4c4/4P4/4N4/9/9/5K3 b - - 0 1", "e5e3") == 0
    assert unseen(Simulated(6, FORKS), FORK, "c5d3") == 1
    assert unseen(Simulated(6, FORKS), FORK, "c5b3") == 0
    assert unseen(Simulated(6, CANNONS), FORK, "c5d3") == 0
    forked = FORK.replace("2n6", "9").replace("P7P", "P2n4P")
    assert unseen(Simulated(6, FORKS), forked, "d3f2") == 1


def test_a_level_of_ones_own_overlooks_what_it_is_told_to() -> None:
    engine = Engine(hash_mb=1)
    engine.set_option("Level", "6")
    board = Board("3k5/9/4c4/9/9/9/4P4/9/4R4/5K3 b - - 0 1")
    taking = Move.from_iccs("e7e1")
    engine.set_board(board)
    engine.play_as(Level(depth=2))
    assert engine.search(Limits()).best_move == taking
    engine.play_as(Level(depth=2, oversight=lambda _board, move: float(move == taking)))
    assert engine.search(Limits()).best_move != taking
    engine.play_as(None)
    assert engine.search(Limits(depth=4)).best_move is not None


def test_moments_of_weakness() -> None:
    ending = Board("3k5/9/4c4/9/9/9/4P4/9/4R4/5K3 b - - 0 1")
    weak = LEVELS[1]
    assert Simulated(6, ENDINGS).as_level(ending, 100.0) == weak
    assert Simulated(6, ENDINGS).as_level(Board(), 100.0) == LEVELS[6]
    assert Simulated(6, HASTE).as_level(Board(), 29.0) == weak
    assert Simulated(6, HASTE).as_level(Board(), 31.0) == LEVELS[6]
    board = Board()
    for word in ["h2e2", "h9g7", "h0g2", "b9c7", "i0h0", "i9h9"]:
        board.push(Move.from_iccs(word))
    found = opening_of(tuple(board.move_stack))
    assert found is not None
    assert (family_of(found.code) == FAMILY) == (Simulated(6, OPENINGS).as_level(board, 100.0) == weak)
    assert Simulated(6, OPENINGS).as_level(Board(), 100.0) == LEVELS[6]


def test_equal_seeds_give_equal_games_with_falling_clocks() -> None:
    table = Table(nodes=100)
    sides = {RED: Simulated(2), BLACK: Simulated(1)}
    first, clocks = table.play(sides, 5)
    again, _ = table.play(sides, 5)
    other, _ = table.play(sides, 6)
    assert first.main_line() == again.main_line() != other.main_line()
    assert len(clocks) == len(first.main_line())
    assert list(clocks[::2]) == sorted(clocks[::2], reverse=True)
    moves = table.counted(sides, 5, RED)
    assert {move.side for move in moves} == {RED}
    assert all(move.left_s is not None for move in moves)
    assert len(moves) > 5


def test_a_log_goes_on_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = GameLog(path)
    first, second = (tuple(moves_of(seed, 1)) for seed in (1, 2))
    log.add("one", 1, first)
    log.add("one", 2, second)
    path.write_bytes(path.read_bytes()[:-9])
    again = GameLog(path)
    assert again.games("one") == [first]
    assert ("one", 1) in again
    assert ("one", 2) not in again
    again.add("one", 2, tuple(moves_of(2, 1)))
    assert len(GameLog(path).games("one")) == 2
    path.write_text("nonsense\n")
    with pytest.raises(XiangqiError, match="line 1"):
        GameLog(path)


def test_the_benchmark_has_as_many_players_with_and_without_and_counts_what_was_found(tmp_path: Path) -> None:
    named = dict(players(range(4)))
    assert len(named) == 40
    assert [player.weakness for player in named.values()].count("") == 20
    assert {SHOWN[weakness] for weakness in WEAKNESSES} <= {one.key for one in DIMENSIONS}
    log = GameLog(tmp_path / "log.jsonl")
    chance = random.Random(3)
    for name in ("endings-0", "none-0-endings"):
        for number in range(1, GAMES + 1):
            weak = name.startswith("endings")
            moves = game(chance, number, lambda move: 6.0 if weak and move.phase == "endgame" else 1.0)  # noqa: B023
            log.add(name, number, tuple(moves))
    lines = list(report(log, range(1)))
    assert lines[0].startswith("endings-0        phase.endgame")
    assert "endings          1 players: 1 first, 1 claimed" in lines
    assert lines[-2].endswith("1 of 1 are the first claim")
    assert "of 1 players" in lines[-1]
    play(log, range(1), 0.0)
    assert len(GameLog(tmp_path / "log.jsonl").games("endings-0")) == GAMES
