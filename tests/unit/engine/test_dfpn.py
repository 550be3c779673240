"""Mates by checks and by threats: what is claimed is proved, and what is there is found."""

from __future__ import annotations

import random

import pytest

from xiangqi.board import Board, Move
from xiangqi.core.position import State
from xiangqi.core.repetition import path_pop, path_push
from xiangqi.engine.common.layout import GENERATION, NODE_LIMIT, NODES, PV, ROOT_COUNT, ROOT_MOVES, STOP
from xiangqi.engine.common.scores import MATE
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Info, Limits, SearchResult
from xiangqi.engine.search.dfpn import BY_CHECKS, BY_THREATS, search_checkmate
from xiangqi.engine.search.mate_search import MateSearch
from xiangqi.engine.worker import Engine
from xiangqi.fen import parse_fen, position_faults

LONG = "2b6/9/4bk3/1C2Pr3/9/n2R5/9/9/9/n3K4 w - - {clock} 1"  # eight checks at most
QUIET = "3k1a3/4a4/8C/p7p/4c4/9/P7r/4BA3/4A4/2B1K4 b - - 2 41"  # mate in six, the first move gives no check
UNSEEN = "3kc4/9/r2aP4/N2R5/9/9/9/9/4A4/2B1KAB2 w - - 43 77"  # mate in three, the first move gives no check


def random_positions(count: int, seed: int) -> list[str]:
    """Legal positions, Red to move, with a few attackers round a black general who is little guarded."""
    chance = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        board = {(chance.choice((0, 1, 2)), chance.choice((3, 4, 5))): "k", (9, chance.choice((3, 4, 5))): "K"}
        for letter in chance.sample("RRNNCC", chance.choice((2, 3, 4))) + chance.sample("rrnnccpp", 2):
            board.setdefault((chance.randrange(3, 9), chance.randrange(9)), letter)
        board.setdefault(chance.choice(((0, 3), (0, 5), (2, 3), (2, 5))), "a")
        rows = ["".join(board.get((rank, file), "1") for file in range(9)) for rank in range(10)]
        fen = f"{'/'.join(rows)} w - - 0 1"
        if not position_faults(parse_fen(fen)) and Board(fen).legal_moves():
            found.append(fen)
    return found


def state_of(engine: Engine, fen: str) -> State:
    engine.set_position(fen, ())
    state = engine._state
    state[GENERATION] = (state[GENERATION] + 1) % 32
    state[NODES] = state[NODE_LIMIT] = state[STOP] = 0
    return state


def ask(engine: Engine, board: Board, nodes: int, goal: int = BY_CHECKS) -> int:
    moves = board.legal_moves()
    state = engine._state
    state[ROOT_MOVES : ROOT_MOVES + len(moves)] = moves
    state[ROOT_COUNT] = len(moves)
    return int(search_checkmate(state, engine._table.used, goal, nodes))


def verify(engine: Engine, board: Board, plies: int, goal: int = BY_CHECKS) -> int:
    """Play the mate that is claimed against every defence; the number of mates seen."""
    score = ask(engine, board, 1000)
    if score <= 0 and goal == BY_THREATS:
        score = ask(engine, board, 20_000, goal)
    assert 0 < MATE - score <= plies, board.fen()
    move = Move(engine._state[PV])
    path_push(engine._state, move)
    board.push(move)
    assert goal == BY_THREATS or board.is_check()
    mates = 0 if board.legal_moves() else 1
    for answer in board.legal_moves():
        path_push(engine._state, answer)
        board.push(answer)
        mates += verify(engine, board, plies - 2, goal)
        board.pop()
        path_pop(engine._state, answer)
    board.pop()
    path_pop(engine._state, move)
    return mates


def mates_by_checks(board: Board, checks: int) -> bool:
    """Return the same result, found by trying everything."""
    for move in board.legal_moves():
        board.push(move)
        found = board.is_check()
        for answer in board.legal_moves() if found else ():
            board.push(answer)
            found = checks > 1 and mates_by_checks(board, checks - 1)
            board.pop()
            if not found:
                break
        board.pop()
        if found:
            return True
    return False


def test_every_claim_holds_against_every_defence() -> None:
    engine = Engine(hash_mb=4)
    lengths = set()
    for fen in random_positions(400, 1):
        state_of(engine, fen)
        score = ask(engine, Board(fen), 3000)
        if 0 < MATE - score <= 11 and score > 0:
            assert verify(engine, Board(fen), MATE - score) > 0
            lengths.add(MATE - score)
    assert lengths >= {1, 3, 5, 7}


def test_every_claim_with_quiet_moves_holds_against_every_defence() -> None:
    engine = Engine(hash_mb=4)
    lengths = set()
    for fen in random_positions(250, 3):
        state_of(engine, fen)
        if ask(engine, Board(fen), 3000) > 0:
            continue
        score = ask(engine, Board(fen), 3000, BY_THREATS)
        if 0 < MATE - score <= 9 and score > 0:
            assert verify(engine, Board(fen), MATE - score, BY_THREATS) > 0
            lengths.add(MATE - score)
    assert lengths >= {3, 5, 7}


def test_short_mates_by_checks_are_found_and_no_others() -> None:
    engine = Engine(hash_mb=4)
    seen = set()
    for fen in random_positions(150, 2):
        state_of(engine, fen)
        expected = mates_by_checks(Board(fen), 2)
        score = ask(engine, Board(fen), 20_000)
        if expected:
            assert score > 0, fen
        elif score > 0:
            assert MATE - score > 3, fen
        seen.add(expected)
    assert seen == {True, False}


def search(
    fen: str, nodes: int, *, without: tuple[str, ...] = (), limits: Limits | None = None
) -> SearchResult:
    engine = Engine(hash_mb=4, techniques=mask_without(without))
    engine.set_position(fen, ())
    return engine.search(limits or Limits(nodes=nodes))


def test_a_long_mate_is_seen_that_alpha_beta_does_not_see_so_soon() -> None:
    found = search(LONG.format(clock=0), 1_000)
    assert found.info is not None
    assert found.info.mate is not None
    assert found.info.mate > 0
    assert found.info.nodes <= 1_000
    board = Board(LONG.format(clock=0))
    for move in found.info.pv:
        board.push(move)
    assert board.is_check()
    assert board.legal_moves() == []
    assert len(found.info.pv) == 2 * found.info.mate - 1
    plain = search(LONG.format(clock=0), 10_000, without=("checkmates",))
    assert plain.info is not None
    assert plain.info.mate is None


def test_a_quiet_move_that_threatens_mate_is_seen_that_alpha_beta_does_not_see_so_soon() -> None:
    found = search(UNSEEN, 30_000)
    assert found.info is not None
    assert found.info.mate == 3
    plain = search(UNSEEN, 50_000, without=("threats",))
    assert plain.info is not None
    assert plain.info.mate is None


def test_a_search_that_is_broken_off_goes_on_where_it_was() -> None:
    engine = Engine(hash_mb=4)
    used = {}
    for nodes in (100_000, 40):
        state = state_of(engine, QUIET)
        while (score := ask(engine, Board(QUIET), nodes, BY_THREATS)) == 0:
            assert state[NODES] < 100_000
        assert score > 0
        used[nodes] = state[NODES]
    assert used[40] < 2 * used[100_000]


def test_threats_cost_nothing_to_who_stands_worse_nor_in_a_short_search() -> None:
    engine = Engine(hash_mb=4)
    board = Board(QUIET)
    for nodes, score, finds in ((20_000, -1, False), (2_000, 0, False), (20_000, 0, True)):
        state = state_of(engine, QUIET)
        state[ROOT_COUNT] = len(board.legal_moves())
        state[ROOT_MOVES : ROOT_MOVES + state[ROOT_COUNT]] = board.legal_moves()
        mates = MateSearch(state, engine._table)
        mates.look(-1)  # checks alone, which are refuted
        state[NODES] = nodes
        assert (mates.look(score) is not None) == finds
        assert (state[NODES] > nodes) == finds


def test_a_mate_beyond_the_natural_limit_is_none() -> None:
    found = search(LONG.format(clock=116), 20_000)
    assert found.info is not None
    assert found.info.mate is None


def test_only_the_moves_allowed_can_mate() -> None:
    free = search(LONG.format(clock=0), 20_000)
    assert free.best_move is not None
    bound = search(LONG.format(clock=0), 0, limits=Limits(nodes=20_000, banned_moves=(free.best_move,)))
    assert bound.best_move != free.best_move


@pytest.mark.parametrize("lines", [1, 3])
def test_the_mate_stays_first_as_the_search_goes_on(lines: int) -> None:
    engine = Engine(hash_mb=4)
    engine.set_option("MultiPV", str(lines))
    engine.set_position(LONG.format(clock=0), ())
    told: list[tuple[int, int, int | None]] = []
    moves: dict[int, list[Move]] = {}

    def note(info: Info) -> None:
        told.append((info.depth, info.multipv, info.mate))
        moves.setdefault(info.depth, []).append(info.pv[0])

    engine.search(Limits(nodes=60_000), note)
    first = [mate for _, number, mate in told if number == 1]
    proved = next(index for index, mate in enumerate(first) if mate is not None)
    assert proved < len(first) - 1
    shortest = [mate for mate in first[proved:] if mate is not None]
    assert len(shortest) == len(first) - proved
    assert shortest == sorted(shortest, reverse=True)
    assert all(len(line) == len(set(line)) == lines for line in list(moves.values())[:-1])
