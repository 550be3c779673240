"""The table that grows: nothing is lost on the way, and a search sees no difference but its size."""

from __future__ import annotations

from xiangqi.board import START_FEN
from xiangqi.engine.common.types import Limits
from xiangqi.engine.search.transposition import BOUND_EXACT, entry_depth, hashfull, probe, store
from xiangqi.engine.search.tt_resize import GrowingTable
from xiangqi.engine.worker import Engine

_GENERATION = 3


def _key(number: int) -> int:
    """Keys that fill all of a table evenly, of either sign."""
    return (number * 0x9E3779B97F4A7C15 % (1 << 64)) - (1 << 63)


def _filled(megabytes: int, entries: int) -> GrowingTable:
    table = GrowingTable(megabytes)
    for number in range(1, entries + 1):
        store(table.used, _key(number), 1 + number % 60_000, 5, number % 100, BOUND_EXACT, _GENERATION, 0, 0)
    return table


def test_a_table_that_fills_up_is_doubled_and_keeps_what_it_held() -> None:
    table = _filled(8, 60_000)
    small = len(table.used)
    known = [number for number in range(1, 60_001) if probe(table.used, _key(number))]
    table.grow(_GENERATION)
    assert len(table.used) == 2 * small
    assert len(known) > 50_000
    assert all(entry_depth(probe(table.used, _key(number))) == number % 100 for number in known)
    assert abs(2 * hashfull(table.used, _GENERATION) - 1000 * 60_000 * 2 // small) < 60


def test_room_is_left_unused_until_it_is_needed() -> None:
    table = _filled(8, 5_000)
    small = len(table.used)
    table.grow(_GENERATION)
    assert len(table.used) == small
    table.grow(_GENERATION + 1)
    assert len(table.used) == small


def test_old_entries_alone_let_nothing_grow() -> None:
    table = _filled(8, 60_000)
    small = len(table.used)
    table.grow(_GENERATION + 1)
    assert len(table.used) == small


def test_no_table_grows_beyond_what_was_asked_for() -> None:
    table = _filled(1, 60_000)
    table.grow(_GENERATION)
    table.unfold()
    assert table.used.nbytes == 1 << 20


def test_an_unfolded_table_is_used_as_a_whole_and_a_cleared_one_is_empty() -> None:
    table = _filled(8, 60_000)
    small = len(table.used)
    known = [number for number in range(1, 60_001) if probe(table.used, _key(number))]
    whole = table.hashfull(_GENERATION)
    table.unfold()
    assert table.used.nbytes == 8 << 20
    assert all(probe(table.used, _key(number)) for number in known)
    assert abs(table.hashfull(_GENERATION) - whole) < 30
    table.clear()
    assert len(table.used) == small
    table.unfold()
    assert not table.used.any()


def test_a_search_that_makes_its_table_grow_can_be_repeated() -> None:
    engine = Engine(hash_mb=16)
    found = []
    for _ in range(2):
        engine.clear()
        engine.set_position(START_FEN, ())
        info = engine.search(Limits(nodes=500_000)).info
        assert info is not None
        found.append((info.depth, info.score_cp, info.pv, info.hashfull))
        assert 2 << 20 < engine._table.used.nbytes < 16 << 20
    assert found[0] == found[1]
    assert 0 < found[0][3] < 400
