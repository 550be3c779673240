"""The search finds what is there, keeps to its limits and leaves the position alone."""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from walks import choices, play

from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import KIND_MASK, MOVES
from xiangqi.engine import bench
from xiangqi.engine.common.scores import MATE, REPETITION_BOUND
from xiangqi.engine.common.techniques import (
    COUNTERMOVE,
    HISTORY_ORDER,
    KILLER_MOVES,
    MVV_LVA,
    QUIESCENCE,
    TECHNIQUE_BITS,
    mask_without,
)
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.options import DRIVERS
from xiangqi.engine.worker import Engine
from xiangqi.errors import FenError


def search(fen: str, limits: Limits, moves: str = "", **options: str):
    engine = Engine(hash_mb=4)
    for name, value in options.items():
        engine.set_option(name, value)
    engine.set_position(fen, [Move.from_iccs(move) for move in moves.split()])
    return engine.search(limits)


MATES = [
    ("3k5/4P4/4R4/9/9/9/9/9/9/4K4 w", 1),
    ("5k3/9/3R5/9/9/9/9/9/4R4/3K5 w", 1),
    ("3k5/9/9/9/9/9/9/9/1R7/R3K4 w", 1),
    ("3k5/9/9/4P4/9/9/9/9/9/4K4 w", 3),  # the last move leaves the king no step, and that is enough
]


@pytest.mark.parametrize(("fen", "moves"), MATES)
def test_finds_the_mate_and_counts_it(fen: str, moves: int) -> None:
    result = search(fen, Limits(depth=8))
    assert result.info is not None
    assert result.info.mate == moves
    board = Board(fen)
    for move in result.info.pv:
        board.push(move)
    assert board.legal_moves() == []


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("9/9/9/9/9/4k4/9/9/9/R3K4 w", "a black general cannot stand on e4"),  # tables have no number for it
        ("3ka4/9/9/9/9/9/9/9/9/R3K4 w", "a black advisor cannot stand on e9"),
        ("RRRRRRRRR/RRRRRRR2/3k5/9/9/9/9/9/9/4K4 b", "more than 15 other pieces"),
        ("9/9/9/9/9/9/9/9/9/R3K4 w", "black has no general"),
    ],
)
def test_a_position_that_cannot_be_played_is_not_searched(fen: str, reason: str) -> None:
    engine = Engine(hash_mb=1)
    before = engine._state[:MOVES].copy()
    with pytest.raises(FenError, match=reason):
        engine.set_position(fen, ())
    with pytest.raises(FenError, match=reason):
        engine.set_board(Board(fen))
    assert np.array_equal(engine._state[:MOVES], before)


def test_no_legal_move_gives_no_best_move() -> None:
    stalemate = "3k5/4P4/3P5/9/9/9/9/9/9/4K4 b"
    assert not Board(stalemate).is_check()
    assert search(stalemate, Limits(depth=3)).best_move is None


@cache
def plain_engine() -> Engine:
    return Engine(hash_mb=1, techniques=0)  # the network is one of the techniques


def static_value(board: Board) -> int:
    plain_engine().set_position(board.fen(), ())
    return plain_engine().evaluate()


def plain_value(board: Board, depth: int, alpha: int, beta: int, ply: int, captures: bool = True) -> int:
    """Return the same game value by the simplest means: alpha-beta over Board, captures played out or not."""
    if depth == 0 and not captures:
        return static_value(board)
    if ply and board.is_check() is False and depth <= 0:
        best = static_value(board)
        if best >= beta:
            return best
        alpha = max(alpha, best)
        moves = [move for move in board.legal_moves() if board.is_capture(move)]
    else:
        best = -MATE + ply
        moves = board.legal_moves()
    for move in sorted(moves, key=lambda m: -(board.piece_at(m.to_square) & KIND_MASK)):
        board.push_unchecked(move)
        score = -plain_value(board, depth - 1, -beta, -alpha, ply + 1, captures)
        board.pop()
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


@cache
def plain_score(fen: str, depth: int, captures: bool) -> int:
    return plain_value(Board(fen), depth, -32000, 32000, 0, captures)


QUIET_POSITIONS = [bench.POSITIONS[6], bench.POSITIONS[7], bench.POSITIONS[9]]


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("techniques", [0, QUIESCENCE])
@pytest.mark.parametrize("fen", QUIET_POSITIONS)
def test_without_techniques_it_is_plain_alpha_beta(fen: str, techniques: int, driver: str) -> None:
    for depth in (1, 2, 3):
        engine = Engine(hash_mb=1, techniques=techniques)
        engine.set_option("Search", driver)
        engine.set_position(fen, ())
        result = engine.search(Limits(depth=depth))
        assert result.info is not None
        assert result.info.score_cp == plain_score(fen, depth, bool(techniques))


ORDERING = QUIESCENCE | MVV_LVA | HISTORY_ORDER | KILLER_MOVES | COUNTERMOVE


@pytest.mark.parametrize("fen", bench.POSITIONS)
def test_both_drivers_come_to_the_same_score(fen: str) -> None:
    found = []
    for driver in DRIVERS:  # good order of moves, and nothing that makes a score depend on the window
        engine = Engine(hash_mb=4, techniques=ORDERING)
        engine.set_option("Search", driver)
        engine.set_position(fen, ())
        info = engine.search(Limits(depth=4)).info
        assert info is not None
        found.append((info.score_cp, info.mate))
    assert found[0] == found[1]


@pytest.mark.parametrize(("fen", "moves"), MATES)
def test_null_windows_find_the_mate_with_its_line(fen: str, moves: int) -> None:
    result = search(fen, Limits(depth=10), Search="MTDf")  # a longer mate may be found at less
    assert result.info is not None
    assert result.info.mate == moves
    board = Board(fen)
    for move in result.info.pv:
        board.push(move)
    assert result.ponder_move == (result.info.pv[1] if moves > 1 else None)


@settings(max_examples=15)
@given(choices(60))
def test_the_position_is_the_same_after_a_search(numbers: list[int]) -> None:
    board = play(numbers)
    engine = Engine(hash_mb=1)
    engine.set_position(START_FEN, board.move_stack)
    before = engine._state[:MOVES].copy()
    result = engine.search(Limits(depth=5))
    assert np.array_equal(engine._state[:MOVES], before)
    if result.best_move is None:
        assert board.legal_moves() == []
    else:
        for move in result.info.pv if result.info else ():
            board.push(move)  # every move of the line is legal


def test_the_best_move_is_among_those_allowed() -> None:
    wanted = tuple(Move.from_iccs(text) for text in ("a0a1", "i0i1"))
    assert search(START_FEN, Limits(depth=3, search_moves=wanted)).best_move in wanted
    every = tuple(Board().legal_moves())
    assert search(START_FEN, Limits(depth=3, banned_moves=every[1:])).best_move == every[0]
    assert search(START_FEN, Limits(depth=3, banned_moves=every)).best_move is None


def test_limits_of_depth_and_nodes_are_kept() -> None:
    by_depth = search(START_FEN, Limits(depth=4))
    assert by_depth.info is not None
    assert by_depth.info.depth == 4
    by_nodes = search(START_FEN, Limits(nodes=5000))
    assert by_nodes.info is not None
    assert by_nodes.info.nodes <= 5000


def test_several_lines_are_different_and_sorted() -> None:
    engine = Engine(hash_mb=4)
    engine.set_option("MultiPV", "4")
    news: list[Info] = []
    engine.search(Limits(depth=5), news.append)
    last = [info for info in news if info.depth == 5]
    assert [info.multipv for info in last] == [1, 2, 3, 4]
    assert len({info.pv[0] for info in last}) == 4
    scores = [info.score_cp for info in last if info.score_cp is not None]
    assert len(scores) == 4


@pytest.mark.parametrize("fen", bench.POSITIONS[:8])
def test_several_lines_come_best_first_at_every_depth(fen: str) -> None:
    engine = Engine(hash_mb=4)
    engine.set_option("MultiPV", "6")
    engine.set_position(fen, ())
    news: list[Info] = []
    result = engine.search(Limits(depth=9), news.append)
    for depth in range(1, 10):
        lines = [info for info in news if info.depth == depth]
        scores = [
            info.score_cp if info.mate is None else 99_999 * (1 if info.mate > 0 else -1) - info.mate
            for info in lines
        ]
        assert scores == sorted(scores, key=lambda score: -(score or 0))
        assert [info.multipv for info in lines] == list(range(1, len(lines) + 1))
    assert result.best_move == news[-len(lines)].pv[0]


def test_an_infinite_search_ends_when_it_is_stopped() -> None:
    engine = Engine(hash_mb=4)
    results = []
    thread = threading.Thread(target=lambda: results.append(engine.search(Limits(infinite=True))))
    thread.start()
    thread.join(0.3)
    assert thread.is_alive()
    engine.stop()
    thread.join(300)
    assert results[0].best_move in Board().legal_moves()


def test_an_infinite_search_of_a_mate_waits_to_be_stopped() -> None:
    engine = Engine(hash_mb=4)
    engine.set_position(MATES[0][0], ())
    thread = threading.Thread(target=engine.search, args=(Limits(infinite=True),))
    thread.start()
    thread.join(0.5)
    assert thread.is_alive()
    engine.stop()
    thread.join(300)
    assert not thread.is_alive()


def test_a_stop_before_the_search_begins_is_not_lost() -> None:
    engine = Engine(hash_mb=4)
    engine.arm()
    engine.stop()
    assert engine.search(Limits(infinite=True)).best_move is not None


def test_pondering_ends_after_the_ponderhit() -> None:
    engine = Engine(hash_mb=4)
    results = []
    limits = Limits(ponder=True, movetime_ms=50)
    thread = threading.Thread(target=lambda: results.append(engine.search(limits)))
    thread.start()
    thread.join(0.4)
    assert thread.is_alive()
    engine.ponderhit()
    thread.join(300)
    assert results[0].best_move is not None


def test_completing_a_perpetual_check_is_scored_as_a_loss() -> None:
    fen, moves = "3k5/R8/9/9/9/9/9/9/9/5K3 w", "a8a9 d9d8 a9a8 d8d9 " * 2
    again = search(fen, Limits(depth=4, search_moves=(Move.from_iccs("a8a9"),)), moves)
    assert again.info is not None
    assert again.info.score_cp is not None
    assert again.info.score_cp <= -REPETITION_BOUND
    free = search(fen, Limits(depth=4), moves)
    assert free.info is not None
    assert free.info.score_cp is None or free.info.score_cp > 0


@pytest.fixture(scope="module")
def counts() -> list[int]:
    """The nodes of each position of the fingerprint."""
    found: list[int] = []
    bench.run(progress=lambda _number, _fen, info: found.append(info.nodes))
    return found


class FoundADifferenceError(Exception):
    """One is enough."""


@pytest.mark.parametrize("name", sorted(TECHNIQUE_BITS))
def test_each_technique_makes_a_difference(name: str, counts: list[int]) -> None:
    def compare(number: int, _fen: str, info: Info) -> None:
        if info.nodes != counts[number - 1]:
            raise FoundADifferenceError

    with pytest.raises(FoundADifferenceError):
        bench.run([name], compare)


def test_the_fingerprint_is_the_documented_one(counts: list[int]) -> None:
    document = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")
    (number,) = re.findall(r"^Fingerprint of the search .*: (\d+)\.", document, re.MULTILINE)
    assert bench.run().nodes == sum(counts) == int(number)


def test_an_unknown_technique_is_named() -> None:
    with pytest.raises(ValueError, match="unknown technique 'magic'"):
        mask_without(["magic"])


def test_a_board_is_searched_as_the_moves_that_led_to_it() -> None:
    moves = [Move.from_iccs(text) for text in ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "b0c2", "b9c7")]
    board = Board()
    for move in moves:
        board.push(move)
    told, handed = Engine(hash_mb=1), Engine(hash_mb=1)
    told.set_option("OwnBook", "false")
    handed.set_option("OwnBook", "false")
    told.set_position(START_FEN, moves)
    handed.set_board(board)
    board.pop()  # which is the caller's own affair
    limits = Limits(depth=3)
    assert handed.evaluate() == told.evaluate()
    one, other = told.search(limits), handed.search(limits)
    assert (one.best_move, one.info.nodes) == (other.best_move, other.info.nodes)
