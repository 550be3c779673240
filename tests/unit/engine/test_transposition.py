"""The transposition table: what goes in comes out, and the right entry gives way."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi.engine.common.scores import MATE, mate_in, value_from_tt, value_to_tt
from xiangqi.engine.search.transposition import (
    BOUND_EXACT,
    BOUND_LOWER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_plies,
    entry_pv,
    entry_score,
    hashfull,
    new_table,
    prefetch_bucket,
    probe,
    store,
)

keys = st.integers(-(1 << 63), (1 << 63) - 1)


@given(
    keys,
    st.integers(1, 65535),
    st.integers(-32000, 32000),
    st.integers(0, 120),
    st.integers(1, 3),
    st.integers(0, 31),
    st.integers(0, 1),
    st.integers(-29000, 29000),
)
def test_an_entry_comes_back_as_it_was_stored(
    key: int, move: int, score: int, depth: int, bound: int, generation: int, pv: int, plies: int
) -> None:
    table = new_table(1)
    store(table, key, move, score, depth, bound, generation, pv, plies)
    data = probe(table, key)
    assert (entry_move(data), entry_score(data), entry_depth(data)) == (move, score, depth)
    assert (entry_bound(data), entry_pv(data), entry_plies(data)) == (bound, pv, plies)


@given(keys, keys)
def test_another_key_finds_nothing(key: int, other: int) -> None:
    table = new_table(1)
    store(table, key, 77, 10, 5, BOUND_EXACT, 0, 0, 0)
    assert (probe(table, other) != 0) == (key == other)


@given(keys)
def test_prefetching_a_bucket_changes_nothing(key: int) -> None:
    table = new_table(1)
    store(table, 12345, 77, 10, 5, BOUND_EXACT, 0, 0, 0)
    before = table.copy()
    prefetch_bucket(table, key)
    assert (table == before).all()


HELD = """
import os
from pathlib import Path
from xiangqi.engine.search.transposition import new_table
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
new_table(1)
before = held()
table = new_table(64)
print((held() - before) / table.nbytes, table.any())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_the_memory_of_a_new_table_is_there_at_once() -> None:
    # In a process of its own, which has no freed memory to take it from.
    share, filled = subprocess.check_output([sys.executable, "-c", HELD], text=True).split()
    assert float(share) > 0.9
    assert filled == "False"


def test_a_torn_entry_is_not_believed() -> None:
    table = new_table(1)
    store(table, 12345, 77, 10, 5, BOUND_EXACT, 0, 0, 0)
    slot = int(np.flatnonzero(table)[0])
    table[slot] += 1 << 16  # as if another thread had just written its score
    assert probe(table, 12345) == 0


def test_the_shallowest_of_a_full_bucket_gives_way_and_old_entries_first() -> None:
    table = new_table(1)
    same_bucket = [(i << 40) | 5 for i in range(1, 6)]
    for depth, key in enumerate(same_bucket[:4], 3):
        store(table, key, depth, 0, depth, BOUND_LOWER, 1, 0, 0)
    store(table, same_bucket[4], 99, 0, 1, BOUND_LOWER, 1, 0, 0)
    assert probe(table, same_bucket[0]) == 0
    assert all(probe(table, key) for key in same_bucket[1:])
    store(
        table, same_bucket[0], 7, 0, 2, BOUND_LOWER, 2, 0, 0
    )  # a new search: now the old one's shallow newcomer
    assert probe(table, same_bucket[4]) == 0
    assert probe(table, same_bucket[3]) != 0


def test_a_shallow_bound_leaves_a_deep_entry_of_the_same_search_alone() -> None:
    table = new_table(1)
    store(table, 5, 1, 10, 12, BOUND_LOWER, 3, 0, 0)
    store(table, 5, 2, 20, 4, BOUND_LOWER, 3, 0, 0)
    assert entry_depth(probe(table, 5)) == 12
    store(table, 5, 2, 20, 4, BOUND_EXACT, 3, 0, 0)
    assert entry_depth(probe(table, 5)) == 4
    store(table, 5, 1, 10, 12, BOUND_LOWER, 3, 0, 0)
    store(table, 5, 2, 20, 4, BOUND_LOWER, 4, 0, 0)  # the next search
    assert entry_depth(probe(table, 5)) == 4


def test_a_result_without_a_move_keeps_the_move_known() -> None:
    table = new_table(1)
    store(table, 5, 1234, 0, 4, BOUND_LOWER, 0, 0, 0)
    store(table, 5, 0, 3, 6, BOUND_EXACT, 0, 0, 0)
    assert entry_move(probe(table, 5)) == 1234


@given(st.integers(1, 60), st.integers(0, 60), st.booleans())
def test_mates_are_counted_from_the_node_in_the_table(plies: int, ply: int, winning: bool) -> None:
    score = MATE - plies - ply if winning else -MATE + plies + ply
    assert value_from_tt(value_to_tt(score, ply), ply) == score
    assert abs(value_to_tt(score, ply)) == MATE - plies


def test_mate_in_counts_moves_of_the_winner() -> None:
    assert mate_in(MATE - 1) == 1
    assert mate_in(MATE - 3) == 2
    assert mate_in(-MATE + 2) == -1
    assert mate_in(300) is None


def test_hashfull_counts_this_generation() -> None:
    table = new_table(1)
    assert hashfull(table, 0) == 0
    for key in range(1, 3000):
        store(table, key * 0x9E3779B97F4A7C15 % (1 << 62), 1, 0, 1, BOUND_EXACT, 3, 0, 0)
    assert 0 < hashfull(table, 3) <= 1000
    assert hashfull(table, 4) == 0
