"""Tests of the paths of arrows: widths, rims, gaps at pieces, lanes and numbers, in thousands of positions."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from xiangqi.board import Board, Move
from xiangqi.core.constants import file_of, rank_of
from xiangqi.diagram.arrow_paths import HEAD, NUMBER, RIM, SYMBOL, ArrowPath, arrow_paths
from xiangqi.diagram.picture import Arrow, Ink

STRENGTHS = (1.0, 3 / 7, 0.0, 0.0, 0.0)
Point = tuple[float, float]


def best(*moves: str) -> tuple[Arrow, ...]:
    """Return the arrows of the best lines, as the analysis draws them: the best is the last."""
    found = map(Move.from_iccs, moves)
    arrows = [
        Arrow(move.from_square, move.to_square, Ink.BEST, STRENGTHS[place], place + 1)
        for place, move in enumerate(found)
    ]
    return tuple(arrows[::-1])


def placed(arrow: Arrow, along: float, right: float) -> Point:
    """Return where a place on an arrow is, as files to the right and ranks down."""
    x0, y0 = file_of(arrow.from_square), -rank_of(arrow.from_square)
    x1, y1 = file_of(arrow.to_square), -rank_of(arrow.to_square)
    length = math.hypot(x1 - x0, y1 - y0)
    x, y = (x1 - x0) / length, (y1 - y0) / length
    return x0 + along * x - right * y, y0 + along * y + right * x


def inked(arrow: Arrow, path: ArrowPath) -> Iterator[Point]:
    """Yield points of an arrow's shaft: both edges, wherever no gap interrupts it."""
    neck = path.tip - min(HEAD, path.tip - path.tail)
    for step in range(int((neck - path.tail) / 0.02)):
        along = path.tail + 0.02 * step
        if not any(low < along < high for low, high in path.gaps):
            yield placed(arrow, along, path.aside - path.width / 2)
            yield placed(arrow, along, path.aside + path.width / 2)
    yield placed(arrow, path.tip, path.aside)


def points(board: Board) -> list[Point]:
    return [(float(file_of(square)), float(-rank_of(square))) for square in board.pieces()]


def positions(count: int) -> Iterator[tuple[Board, tuple[Arrow, ...]]]:
    """Yield positions of random games, each with arrows of five moves in it."""
    chance, board = random.Random(1), Board()
    for _ in range(count):
        moves = board.legal_moves()
        if len(moves) < 5 or chance.random() < 0.02:
            board = Board()
            moves = board.legal_moves()
        yield board, best(*map(str, chance.sample(moves, 5)))
        board.push(chance.choice(moves))


def test_the_best_lines_are_12_8_and_5_points_wide_where_the_board_is_large() -> None:
    arrows = best("h2e2", "b0c2", "g3g4", "a0a1")
    for cell in (66, 95, 116):
        widths = [path.width * cell for path in arrow_paths(arrows, {}, cell)]
        assert widths == pytest.approx([5, 5, 8, 12])
    small = [path.width * 20 for path in arrow_paths(arrows, {}, 20)]
    assert small == sorted(small)
    assert small[-1] < 4


def test_an_arrow_begins_at_the_rim_and_ends_on_an_empty_point_or_at_a_rim() -> None:
    (move,) = arrow_paths(best("h2e2"), Board().pieces())
    assert move.tail == pytest.approx(RIM)
    assert move.tip == pytest.approx(3, abs=0.1)
    (capture,) = arrow_paths(best("h2h9"), Board().pieces())
    assert capture.tip == pytest.approx(7 - RIM)
    (bare,) = arrow_paths(best("h2e2"), {})
    assert bare.tail < RIM


def test_a_piece_that_is_jumped_interrupts_the_shaft() -> None:
    (path,) = arrow_paths(best("h2h9"), Board().pieces())
    ((low, high),) = path.gaps
    assert (low, high) == pytest.approx((5 - RIM, 5 + RIM), abs=0.03)


def test_no_arrow_and_no_number_hides_a_symbol_in_any_position() -> None:
    for board, arrows in positions(120):
        pieces = board.pieces()
        for arrow, path in zip(arrows, arrow_paths(arrows, pieces), strict=True):
            away = min(math.dist(ink, piece) for ink in inked(arrow, path) for piece in points(board))
            assert away > SYMBOL - 0.03, (board.fen(), arrow)
            assert path.number is not None
            there = placed(arrow, *path.number)
            assert min(math.dist(there, piece) for piece in points(board)) > SYMBOL + NUMBER * 0.4, board.fen()


def test_numbers_do_not_touch() -> None:
    for board, arrows in positions(120):
        paths = arrow_paths(arrows, board.pieces())
        places = [placed(arrow, *path.number) for arrow, path in zip(arrows, paths, strict=True) if path.number]
        apart = min(math.dist(one, two) for one, two in combinations(places, 2))
        assert apart > 2 * NUMBER * 0.9, board.fen()


@pytest.mark.parametrize(
    "moves",
    [
        ("i0i5", "i0i2"),  # the same way, and further
        ("a0a4", "a9a2", "a0a3"),  # from both ends
        ("e1e4", "e4e1"),  # there and back
        ("a4i4", "c4e4", "h4d4"),
        ("c0a2", "a2c4", "c4a2"),  # slanting
    ],
)
def test_arrows_on_one_line_lie_side_by_side(moves: tuple[str, ...]) -> None:
    arrows = best(*moves)
    paths = arrow_paths(arrows, {})
    rights = []
    for arrow, path in zip(arrows, paths, strict=True):
        first = Move.from_iccs(moves[0])
        line = Arrow(first.from_square, first.to_square)
        x, y = placed(arrow, 0.0, path.aside)
        x0, y0 = placed(line, 0.0, 0.0)
        x1, y1 = placed(line, 1.0, 0.0)
        rights.append(((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0), path.width))
    rights.sort()
    for (one, width), (two, other) in pairwise(rights):
        apart = two - one > (width + other) / 2  # there is board between them
        assert apart or moves[0] == "c0a2", "the first and the second of these three do not overlap"
    assert max(abs(path.aside) for path in paths) <= RIM - max(path.width for path in paths) / 2


def test_arrows_that_meet_in_a_point_alone_stay_in_the_middle() -> None:
    for path in arrow_paths(best("a0a2", "a5a2", "h2e2", "e4e2", "b0c2"), {}):
        assert path.aside == 0
