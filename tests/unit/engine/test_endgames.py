"""Endings whose outcome is known are judged by what can be won, not by what is on the board."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tools.endings.endgames import ENDINGS, cases, judged_rightly, random_position
from xiangqi.board import Board
from xiangqi.core.constants import BLACK, LETTERS, RED, SIDE
from xiangqi.core.position import set_position
from xiangqi.engine.common.layout import new_engine_state
from xiangqi.engine.evaluation.imbalance import winning_chance
from xiangqi.engine.evaluation.network import Network, shipped_network
from xiangqi.fen import parse_fen, position_faults


def test_the_cases_are_possible_positions_of_their_endings() -> None:
    known = cases()
    assert {case["ending"] for case in known} == set(ENDINGS)
    for case in known:
        position = parse_fen(case["fen"])
        assert not position_faults(position)
        red, black = (
            Counter(LETTERS[code & 7] for code in position.placement.values() if code & side)
            for side in (RED, BLACK)
        )
        assert [red, black] == [Counter(pieces) for pieces in case["ending"].split("-")]


@pytest.mark.parametrize("network", [shipped_network(), None], ids=["network", "handcrafted"])
def test_nine_draws_of_ten_and_half_of_the_wins_are_judged_rightly(network: Network | None) -> None:
    known = cases()
    numbers = Counter(case["red"] for case in known)
    right = judged_rightly(known, network)
    assert right["draw"] >= 0.9 * numbers["draw"]
    assert right["win"] >= 0.5 * numbers["win"]


@pytest.mark.parametrize(
    ("fen", "sixteenths"),
    [
        ("3ak4/9/9/9/9/2N6/9/9/9/4K4 w", 40),
        ("4k4/9/4b4/9/9/2N6/9/9/9/4K4 w", 8),
        ("3ak4/4a4/9/9/9/2N6/9/9/9/4K4 w", 2),
        ("2bak4/4a4/4b4/9/9/2N2N3/9/9/9/4K4 w", 40),
        ("2bak4/4a4/4b4/9/9/2C2C3/9/9/9/4K4 w", 3),
        ("2bak4/4a4/4b4/9/9/2C2C3/9/9/4A4/4K4 w", 40),
        ("2bak4/4a4/4b4/9/9/2C2C3/9/4B4/9/4K4 w", 3),
        ("2bak4/4a4/4b4/9/9/2C2C3/9/4B4/9/2B1K4 w", 40),
        ("2bak4/4a4/4b4/p8/9/2C2C3/9/9/4A4/4K4 w", 16),
        ("2bak4/4a4/4b4/9/9/2R6/9/9/9/4K4 w", 3),
        ("4k4/9/9/2P6/9/9/9/9/9/4K4 w", 40),
        ("3ak4/9/9/p8/9/2N6/9/9/9/4K4 w", 16),
        ("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/4K4 w", 0),
    ],
)
def test_what_can_be_won_depends_on_the_guards(fen: str, sixteenths: int) -> None:
    state = new_engine_state()
    position = parse_fen(fen)
    set_position(state, position.placement, position.turn)
    assert winning_chance(state, int(state[SIDE])) == sixteenths


def test_a_random_position_is_quiet() -> None:
    board = Board(random_position("KRN-KRAABB", random.Random(5)))
    assert not board.is_check()
    assert not any(board.is_capture(move) for move in board.legal_moves())
