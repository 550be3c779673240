"""The handcrafted evaluation: fair to both sides, counts what it says it counts, knows what cannot be won."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from walks import choices, play

from tools.train.positions import POSITION, codes_of
from tools.train.positions import pack as pack_board
from xiangqi.core.constants import BLACK, RED
from xiangqi.core.values import endgame_of, midgame_of, pack, phase_of
from xiangqi.engine.common.layout import TERM_WEIGHTS, new_engine_state
from xiangqi.engine.common.terms import PLACES, TERMS_SIZE
from xiangqi.engine.evaluation.activity import activity
from xiangqi.engine.worker import Engine

ENGINE = Engine(hash_mb=1)
ENGINE.set_option("Evaluation", "handcrafted")


def value(fen: str) -> int:
    ENGINE.set_position(fen, ())
    return ENGINE.evaluate()


def other_colours(fen: str) -> str:
    board, turn = fen.split()[:2]
    return "/".join(reversed(board.swapcase().split("/"))) + (" b" if turn == "w" else " w")


def mirrored(fen: str) -> str:
    board, turn = fen.split()[:2]
    return "/".join(rank[::-1] for rank in board.split("/")) + f" {turn}"


def count(fen: str, term: str, place: int = 0) -> int:
    """Return how often a term occurs, Red less Black, counted by the kernels that play."""
    ENGINE.set_position(fen, ())
    state = new_engine_state()
    state[: len(ENGINE._board.state)] = ENGINE._board.state
    state[TERM_WEIGHTS : TERM_WEIGHTS + TERMS_SIZE] = 0
    state[TERM_WEIGHTS + PLACES[term] + place] = 1
    return activity(state, RED) - activity(state, BLACK)


@given(choices())
@settings(max_examples=25)
def test_both_sides_and_both_wings_count_the_same(numbers: list[int]) -> None:
    fen = play(numbers).fen()
    assert value(fen) == value(other_colours(fen)) == value(mirrored(fen))


@pytest.mark.parametrize("numbers", [(0, 0, 0), (1, -1, 15), (-1, 1, 3), (-32000, 32000, 16), (517, -30000, 0)])
def test_packed_numbers_come_out_as_they_went_in(numbers: tuple[int, int, int]) -> None:
    midgame, endgame, phase = numbers
    packed = pack(midgame, endgame, phase)
    assert (midgame_of(packed), endgame_of(packed), phase_of(packed)) == numbers
    doubled = packed + pack(-midgame, endgame, phase)
    assert (midgame_of(doubled), endgame_of(doubled), phase_of(doubled)) == (0, 2 * endgame, 2 * phase)


@pytest.mark.parametrize(
    ("fen", "term", "place"),
    [
        ("4k4/9/9/9/9/9/4C4/9/9/3K5 w", "cannon at king's file", 0),  # hollow
        ("4k4/4a4/9/4p4/9/9/4C4/9/9/3K5 w", "cannon at king's file", 2),  # pins two pieces
        ("2C1k4/9/9/9/9/9/9/9/9/3K5 w", "cannon at king's rank", 0),
        ("C1bak4/9/9/9/9/9/9/9/9/3K5 w", "cannon at king's rank", 2),  # a bottom cannon
        ("4k4/9/9/9/9/9/4R4/9/9/3K5 b", "rook at king's file", 0),
        ("4k4/9/9/9/9/9/5R3/9/9/3K5 w", "rook at the ribs", 0),
        ("4k4/9/9/9/9/9/R8/9/9/3K5 w", "rook on open file", 0),
        ("4k4/9/9/PP7/9/9/9/9/9/3K5 w", "pawns abreast", 0),
        ("4k4/9/9/9/9/9/9/9/9/3K4R w", "rook mobility", 13),
        ("4k4/9/9/9/9/9/9/9/8C/3K4R w", "rook mobility", 4),  # shut in by a cannon
        ("4k4/9/9/9/9/9/9/9/9/1N1K5 w", "knight mobility", 3),
        ("4k4/9/9/9/9/9/9/9/1C7/1N1K5 w", "knight mobility", 1),  # a leg is blocked
        ("4k4/9/9/9/9/r8/9/9/9/R2K5 w", "rook contact", 8 + 5),  # attacks a rook, and is attacked
    ],
)
def test_a_pattern_is_counted(fen: str, term: str, place: int) -> None:
    expected = 0 if term == "rook contact" else 1  # both rooks attack each other
    assert count(fen, term, place) == expected
    assert count(other_colours(fen), term, place) == -expected


def test_attacks_on_the_palace_are_counted() -> None:
    far = "4k4/9/9/9/9/9/9/9/9/R2K5 w"
    near = "4k4/9/R8/9/9/9/9/9/9/3K5 w"  # attacks the three points of the palace's last rank
    assert count(far, "palace attacks", 3) == 0
    assert count(near, "palace attacks", 3) == 1


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w", True),  # nothing that attacks
        ("2bak4/4a4/4b4/9/9/9/9/9/4R4/3K5 w", None),  # a chariot against all guards: hardly won
        ("4k4/9/9/9/9/9/9/9/5R3/3K5 w", False),
    ],
)
def test_endings_that_cannot_be_won_are_known(fen: str, drawn: bool | None) -> None:
    score = value(fen)
    if drawn:
        assert score == 0
    elif drawn is None:
        assert 0 < score < 250
    else:
        assert score > 500


@given(choices())
@settings(max_examples=15)
def test_the_tuner_counts_what_the_evaluation_adds_up(numbers: list[int]) -> None:
    from tools.train.term_counts import rows_of  # which compiles kernels
    from tools.train.tune_evaluation import current_weights, predicted

    board = play(numbers)
    ENGINE.set_position(board.fen(), ())
    record = np.zeros(1, dtype=POSITION)
    record["board"] = pack_board(codes_of(board.state[:256]))
    record["side"] = board.turn == BLACK
    record["score"] = 1 if board.turn == RED else -1
    data = rows_of(record)
    score = ENGINE.evaluate()
    if len(data.search):  # an advantage that cannot be won in full is left out
        sum_of_terms = predicted(data.counts.astype(np.float32), data.phase, current_weights())[0]
        assert score == pytest.approx(sum_of_terms if board.turn == RED else -sum_of_terms, abs=1.01)
