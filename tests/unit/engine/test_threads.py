"""Parallel search: helpers share the table and nothing else, and what comes out is as good as alone."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import MOVES
from xiangqi.engine import bench
from xiangqi.engine.common.layout import NODES
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.search.smp import Finding, leaves_out
from xiangqi.engine.worker import Engine

MATE_IN_THREE = "3k5/9/9/4P4/9/9/9/9/9/4K4 w"


def engine_with(threads: int, hash_mb: int = 4) -> Engine:
    engine = Engine(hash_mb=hash_mb)
    engine.set_option("Threads", str(threads))
    return engine


@pytest.mark.parametrize(("threads", "used"), [(1, 2 << 20), (2, 4 << 20)])
def test_threads_share_the_whole_table_from_the_start(threads: int, used: int) -> None:
    """It cannot be made larger while others look into it."""
    engine = engine_with(threads)
    engine.set_position(MATE_IN_THREE, ())
    engine.search(Limits(depth=3))
    assert engine._table.used.nbytes == used


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_find_the_mate(threads: int) -> None:
    engine = engine_with(threads)
    engine.set_position(MATE_IN_THREE, ())
    info = engine.search(Limits(depth=8)).info
    assert info is not None
    assert info.mate == 3


def test_lines_are_legal_when_threads_crowd_a_small_table() -> None:
    engine = engine_with(4, hash_mb=1)
    for fen in bench.POSITIONS:
        engine.set_position(fen, ())
        before = engine._state[:MOVES].copy()
        news: list[Info] = []
        result = engine.search(Limits(depth=9), news.append)
        assert np.array_equal(engine._state[:MOVES], before)
        assert result.info == news[-1]
        for info in news:
            board = Board(fen)
            for move in info.pv:
                board.push(move)


def test_the_nodes_of_all_threads_are_counted() -> None:
    engine = engine_with(3)
    engine.set_position(bench.POSITIONS[3], ())
    info = engine.search(Limits(depth=12)).info
    assert info is not None
    main, *others = (int(state[NODES]) for state in (engine._state, *engine._helpers))
    assert len(others) == 2
    assert main <= info.nodes <= main + sum(others)


def test_a_count_of_nodes_can_be_repeated_with_any_number_of_threads() -> None:
    found = []
    for threads in (1, 3):
        engine = engine_with(threads)
        engine.set_position(bench.POSITIONS[3], ())
        result = engine.search(Limits(nodes=20_000))
        assert result.info is not None
        found.append((result.info.nodes, result.info.depth, result.info.score_cp, result.info.pv))
    assert found[0] == found[1]


def helpers() -> set[threading.Thread]:
    """Return the threads of this process that help a search, whosever it is."""
    return {thread for thread in threading.enumerate() if thread.name.startswith("helper ")}


def test_all_threads_end_when_the_search_is_stopped() -> None:
    engine = engine_with(3)
    of_others = helpers()
    search = threading.Thread(target=engine.search, args=(Limits(infinite=True),))
    search.start()
    deadline = time.monotonic() + 300
    while len(mine := helpers() - of_others) < 2:
        assert time.monotonic() < deadline
        search.join(0.01)
    engine.stop()
    search.join(300)
    assert [thread.name for thread in (search, *mine) if thread.is_alive()] == []


def test_the_number_of_threads_can_be_changed_between_searches() -> None:
    engine = engine_with(3)
    for threads in ("1", "4", "2"):
        engine.set_option("Threads", threads)
        assert engine.search(Limits(depth=6)).best_move in Board(START_FEN).legal_moves()


def test_helpers_are_at_different_depths() -> None:
    depths = [{depth for depth in range(1, 30) if not leaves_out(number, depth)} for number in range(6)]
    assert all(len(mine) >= 14 for mine in depths)
    assert all(depths[i] != depths[j] for i in range(6) for j in range(i))


def test_a_helper_is_believed_when_it_saw_as_much_and_better() -> None:
    move = (Move.from_iccs("h2e2"),)
    own = Finding(10, 30, move)
    assert Finding(10, 31, move).is_better_than(own)
    assert Finding(12, 31, move).is_better_than(own)
    assert not Finding(9, 500, move).is_better_than(own)
    assert not Finding(12, 30, move).is_better_than(own)
