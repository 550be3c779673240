"""The network's inference: updates equal counting anew, turned boards are equal, damaged files refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory import traced_memory

from xiangqi.board import START_FEN
from xiangqi.core.constants import (
    BLACK,
    KEY,
    KING,
    MOVES,
    PATH_LENGTH,
    RED,
    mirror_square,
    opponent,
    rotate_square,
)
from xiangqi.core.movegen import generate_legal
from xiangqi.core.position import State, set_position
from xiangqi.core.repetition import path_pop, path_push
from xiangqi.engine.common.layout import (
    ACCUMULATOR_KEYS,
    ACCUMULATOR_PLIES,
    NETWORK_SHIFT,
    WEIGHT_ROWS,
    WIDTH,
    new_engine_state,
)
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.evaluation.network import (
    INPUTS,
    LINEAR,
    ONE,
    PLACE_INPUTS,
    VERSION,
    Network,
    input_row,
    king_place,
    load_network,
    network_score,
    shipped_network,
)
from xiangqi.engine.search.node import pop_null_move, push_null_move
from xiangqi.errors import ResourceError
from xiangqi.fen import parse_fen


def random_network(seed: int = 1) -> Network:
    chance = np.random.default_rng(seed)
    weights = chance.integers(-60, 61, (WEIGHT_ROWS, WIDTH)).astype(np.int16)
    return Network(weights, 12)


def state_of(fen: str, network: Network) -> State:
    state = new_engine_state()
    network.install(state)
    position = parse_fen(fen)
    set_position(state, position.placement, position.turn)
    return state


def plain_score(network: Network, fen: str) -> int:
    """Return the same result by definition, in numpy."""
    position = parse_fen(fen)
    weights = network.weights.astype(np.int64)
    sums = {}
    for side in (RED, BLACK):
        (king,) = (square for square, code in position.placement.items() if code == side | KING)
        first = king_place(side, king) * PLACE_INPUTS
        rows = [first + input_row(side, code, square) for square, code in position.placement.items()]
        sums[side] = weights[rows].sum(axis=0) + weights[INPUTS]
    own, enemy = sums[position.turn], sums[opponent(position.turn)]
    output = 0
    for row, total in ((INPUTS + 1, own), (INPUTS + 2, enemy)):
        output += int((np.clip(total[:LINEAR], 0, ONE) ** 2 * weights[row, :LINEAR]).sum())
    hidden = (output + (1 << network.shift >> 1)) >> network.shift
    return max(-20_000, min(20_000, hidden + int(own[LINEAR] - enemy[LINEAR]) // 2))


@settings(max_examples=30)
@given(st.lists(st.integers(0, 1000), max_size=60), st.integers(1, 12))
def test_updates_equal_counting_anew(choices: list[int], rarely: int) -> None:
    network = random_network()
    state, anew = state_of(START_FEN, network), state_of(START_FEN, network)
    played: list[int] = []
    for number, choice in enumerate(choices):
        moves = state[MOVES : generate_legal(state, MOVES)].tolist()
        if choice % 7 == 0 and played:
            path_pop(state, played.pop())
        elif moves:
            played.append(moves[choice % len(moves)])
            path_push(state, played[-1])
        if number % rarely:  # so that several plies have to be caught up with
            continue
        push_null_move(state)
        after_pass = evaluate(state)
        pop_null_move(state)
        anew[:KEY] = state[:KEY]
        anew[PATH_LENGTH] = 0
        anew[ACCUMULATOR_KEYS : ACCUMULATOR_KEYS + 2 * ACCUMULATOR_PLIES] = 0
        anew[KEY] = state[KEY]
        assert evaluate(state) == evaluate(anew)
        push_null_move(anew)
        assert evaluate(anew) == after_pass


@settings(max_examples=30)
@given(st.lists(st.integers(0, 1000), min_size=5, max_size=60))
def test_the_shipped_network_judges_a_mirrored_game_the_same(choices: list[int]) -> None:
    network = shipped_network()
    state, mirrored = state_of(START_FEN, network), state_of(START_FEN, network)
    for choice in choices:
        moves = state[MOVES : generate_legal(state, MOVES)].tolist()
        if moves:
            move = moves[choice % len(moves)]
            path_push(state, move)
            path_push(mirrored, mirror_square(move >> 8) << 8 | mirror_square(move & 255))
            assert evaluate(state) == evaluate(mirrored)


@pytest.mark.parametrize(
    "fen",
    [
        START_FEN,
        "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
        "3akab2/5r3/4b1n2/p3p1p1p/2p6/2P1c1P2/P3P3P/2N1C1N2/4A4/2BAK1B1R b - - 1 18",
        "3k5/9/9/4P4/9/9/9/9/9/4K4 b - - 0 80",
    ],
)
def test_the_score_is_that_of_the_definition_and_turns_with_the_board(fen: str) -> None:
    network = random_network(2)
    score = network_score(state_of(fen, network))
    assert score == plain_score(network, fen)
    position = parse_fen(fen)
    turned = new_engine_state()
    network.install(turned)
    placement = {
        rotate_square(square): opponent(code & 24) | code & 7 for square, code in position.placement.items()
    }
    set_position(turned, placement, opponent(position.turn))
    assert network_score(turned) == score


def test_interpreted_inference_is_the_same(tmp_path: Path) -> None:
    random_network(3).save(tmp_path / "network.npz")
    script = (
        "import sys; from pathlib import Path\n"
        "from xiangqi.board import Move\n"
        "from xiangqi.core.position import set_position\n"
        "from xiangqi.core.repetition import path_push\n"
        "from xiangqi.engine.evaluation.evaluate import evaluate\n"
        "from xiangqi.engine.common.layout import new_engine_state\n"
        "from xiangqi.engine.evaluation.network import load_network\n"
        "from xiangqi.fen import START_FEN, parse_fen\n"
        "state = new_engine_state(); load_network(Path(sys.argv[1])).install(state)\n"
        "start = parse_fen(START_FEN); set_position(state, start.placement, start.turn)\n"
        "for text in ('h2e2', 'h9g7', 'h0g2', 'i9h9', 'e2e6'):\n"
        "    path_push(state, int(Move.from_iccs(text))); print(evaluate(state))\n"
    )
    answers = []
    for disabled in ("0", "1"):
        command = [sys.executable, "-c", script, str(tmp_path / "network.npz")]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=True,
            env={**_environment(), "NUMBA_DISABLE_JIT": disabled},
        )
        answers.append(done.stdout.split())
    assert answers[0] == answers[1]
    assert len(set(answers[0])) == 5


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}


def test_a_saved_network_comes_back(tmp_path: Path) -> None:
    network = random_network()
    network.save(tmp_path / "network.npz")
    loaded = load_network(tmp_path / "network.npz")
    assert loaded.shift == network.shift
    assert np.array_equal(loaded.weights, network.weights)
    state = new_engine_state()
    loaded.install(state)
    assert state[NETWORK_SHIFT] == network.shift


def test_a_damaged_or_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    with pytest.raises(ResourceError, match=r"network\.npz"):
        load_network(path)
    random_network().save(path)
    whole = path.read_bytes()
    for damaged in (whole[:1000], whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:], b"", b"network"):
        path.write_bytes(damaged)
        with pytest.raises(ResourceError, match=r"network\.npz"):
            load_network(path)
    with pytest.raises(ResourceError, match=rf"^{re.escape(str(tmp_path))}: cannot be read: [^\[]"):
        load_network(tmp_path)
    np.savez(path, version=1, weights=np.zeros((3, 3), dtype=np.int16), shift=12)
    with pytest.raises(ResourceError, match="shape"):
        load_network(path)


def test_a_file_that_unpacks_to_too_much_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.npz"
    np.savez_compressed(
        path, version=np.int64(VERSION), weights=np.zeros(96 << 20, np.int16), shift=np.int64(8)
    )
    with traced_memory():
        with pytest.raises(ResourceError, match="more than 64 MiB"):
            load_network(path)
        most = tracemalloc.get_traced_memory()[1]
    assert most < 16 << 20
