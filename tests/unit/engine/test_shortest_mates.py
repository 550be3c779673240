"""Tests that the shortest mate is found and kept, and that no loss is reported too early."""

from __future__ import annotations

import random
from functools import cache

import pytest

from xiangqi.board import Board, Move
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Info, Limits, SearchResult
from xiangqi.engine.worker import Engine
from xiangqi.fen import parse_fen, position_faults

# Mates of which deeper searches first see longer ones.
ATTACKS = (
    "9/4k2N1/R2R5/7n1/3cN3n/8r/9/1r3A3/3K5/9 w - - 0 1",
    "3a4N/4Nk3/R8/1r7/9/c5R2/4r4/7n1/9/3K1A3 w - - 0 1",
)
# Red holds or mates, but is mated at once after most other moves.
THREATENED = (
    "1R1ak4/9/3R3r1/6Nc1/9/6n2/9/9/7n1/3K1A1r1 w - - 0 1",
    "9/3N1k3/2RC1r1r1/2R6/9/5n3/7N1/9/2n2K3/9 w - - 0 1",
    "3a5/3k5/9/RRr6/9/3N5/9/3A5/r2K5/6n1n w - - 0 1",
)


def mates_within(board: Board, moves: int) -> bool:
    """Return whether the side to move mates or stalemates in `moves` moves, by trying every move."""
    for move in board.legal_moves():
        board.push(move)
        replies = board.legal_moves()
        won = moves > 1 or not replies
        for reply in replies if won else ():
            board.push(reply)
            won = mates_within(board, moves - 1)
            board.pop()
            if not won:
                break
        board.pop()
        if won:
            return True
    return False


@cache
def small_endings(count: int, most: int, seed: int) -> list[tuple[str, int]]:
    """Random endings in which Red mates in two to `most` moves, with the shortest mate by exhaustive search."""
    chance = random.Random(seed)
    found: list[tuple[str, int]] = []
    while len(found) < count:
        board = {(chance.choice((0, 1, 2)), chance.choice((3, 4, 5))): "k", (9, chance.choice((3, 4, 5))): "K"}
        for letter in chance.choice(("RN", "CN", "RP", "NP", "CC", "PP", "NN")) + chance.choice(("", "a", "p")):
            rank = chance.choice((0, 2)) if letter == "a" else chance.randrange(5)
            file = chance.choice((3, 5)) if letter == "a" else chance.randrange(9)
            board.setdefault((rank, file), letter)
        rows = ["".join(board.get((rank, file), "1") for file in range(9)) for rank in range(10)]
        fen = f"{'/'.join(rows)} w - - 0 1"
        if position_faults(parse_fen(fen)):
            continue
        shortest = next((n for n in range(1, most + 1) if mates_within(Board(fen), n)), 0)
        if shortest > 1:
            found.append((fen, shortest))
    return found


def search(
    fen: str, limits: Limits, *, lines: int = 1, mask: int | None = None
) -> tuple[SearchResult, list[Info]]:
    """Search with a new engine; the result and all that was told on the way."""
    engine = Engine(4) if mask is None else Engine(4, mask)
    engine.set_option("MultiPV", str(lines))
    engine.set_position(fen, ())
    told: list[Info] = []
    return engine.search(limits, told.append), told


@pytest.mark.parametrize("place", range(12))
def test_go_mate_finds_the_shortest(place: int) -> None:
    fen, shortest = small_endings(12, 3, seed=5)[place]
    for within in (shortest, shortest + 3):
        result, told = search(fen, Limits(mate=within))
        assert result.info is not None
        assert result.info.mate == shortest
        assert told[-1].mate == shortest
        assert len(result.info.pv) == 2 * shortest - 1
        board = Board(fen)
        for move in result.info.pv:
            board.push(move)
        assert board.legal_moves() == []


@pytest.mark.parametrize("place", range(4))
def test_go_mate_ends_where_there_is_none_so_short(place: int) -> None:
    fen, shortest = small_endings(4, 3, seed=11)[place]
    result, told = search(fen, Limits(mate=shortest - 1))
    assert result.best_move in Board(fen).legal_moves()
    assert all(info.mate is None or info.mate >= shortest for info in told)


@pytest.mark.parametrize(
    ("fen", "shortest"),
    [
        ("3a1a2N/3k5/2N6/9/9/9/9/9/9/4K4 w - - 0 1", 3),  # by the tables' way: longer, or seen by no search
        ("5k3/4C4/9/P8/9/9/9/9/9/4K4 w - - 0 1", 5),
        ("3a5/4k2P1/4N4/9/9/9/9/9/9/5K3 w - - 0 1", 5),
    ],
)
def test_tables_do_not_hide_a_shorter_mate(fen: str, shortest: int) -> None:
    for limits in (Limits(depth=24, nodes=3_000_000), Limits(mate=shortest + 1)):
        result, _ = search(fen, limits)
        assert result.info is not None
        assert result.info.mate == shortest


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("fen", ATTACKS)
def test_a_proved_mate_is_never_replaced_by_a_longer_one(fen: str, lines: int) -> None:
    for nodes in range(300, 6_000, 300):
        result, told = search(fen, Limits(nodes=nodes), lines=lines)
        mates = [info.mate for info in told if info.multipv == 1 and info.mate is not None and info.mate > 0]
        assert mates == sorted(mates, reverse=True)
        assert result.info is not None
        assert not mates or result.info.mate == mates[-1]


@pytest.mark.parametrize("fen", THREATENED)
def test_a_loss_is_told_only_when_every_move_was_searched(fen: str) -> None:
    engine = Engine(4)
    engine.set_position(fen, ())
    deep = engine.search(Limits(nodes=30_000))
    assert deep.info is not None
    assert deep.info.mate is None or deep.info.mate > 0
    for nodes in range(1, 120):
        result = engine.search(Limits(nodes=nodes))
        assert result.info is not None
        assert result.info.mate is None or result.info.mate > 0


def test_a_true_loss_is_still_told() -> None:
    lost = "5k3/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1"
    result, _ = search(lost, Limits(depth=4))
    assert result.best_move is None
    almost = "5k3/9/9/9/9/9/9/1r7/r8/4K4 w - - 0 1"
    result, _ = search(almost, Limits(depth=6))
    assert result.info is not None
    assert result.info.mate == -1


def test_a_mate_on_a_clock_is_played_without_a_search_for_shorter_ones() -> None:
    fen, shortest = small_endings(1, 3, seed=5)[0]
    clock, _ = search(fen, Limits(clock_ms=600_000))
    exact, _ = search(fen, Limits(mate=shortest))
    assert clock.info is not None
    assert clock.info.mate is not None
    assert exact.info is not None
    assert clock.info.mate >= exact.info.mate == shortest


def test_full_width_search_needs_neither_tables_nor_checks() -> None:
    fen, shortest = small_endings(1, 3, seed=23)[0]
    mask = mask_without(["tables", "checkmates", "threats"])
    result, _ = search(fen, Limits(mate=shortest), mask=mask)
    assert result.info is not None
    assert result.info.mate == shortest


def test_only_the_moves_allowed_are_searched_for_a_mate() -> None:
    fen, shortest = small_endings(1, 2, seed=3)[0]
    free, _ = search(fen, Limits(mate=shortest))
    assert free.best_move is not None
    others = tuple(move for move in Board(fen).legal_moves() if move != free.best_move)
    bound, told = search(fen, Limits(mate=shortest, search_moves=others[:3]))
    assert isinstance(bound.best_move, Move)
    assert bound.best_move in others[:3]
    assert {info.pv[0] for info in told} <= set(others[:3])
