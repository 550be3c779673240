"""The likeliest pieces on all points together, given the size of a set and where pieces can stand."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xiangqi.core.constants import BLACK, FILES, KINDS, LETTERS, RANKS, RED, make_square
from xiangqi.fen import can_stand

Floats = NDArray[np.float64]

PIECES: Final = "".join(LETTERS[kind] for kind in KINDS) + "".join(LETTERS[kind].lower() for kind in KINDS)

_COUNTS: Final = {"K": 1, "A": 2, "B": 2, "N": 2, "R": 2, "C": 2, "P": 5}
_SPARE: Final = 4
"""The number of pieces of each kind beyond those of a set that are allowed, at a cost."""

_EXTRA: Final = 5.0
"""The cost of a piece beyond those of a set, in nats."""

_PLACE: Final = 5.0
"""The cost of a piece on a square that it can never reach, in nats."""

_UNLIKELY: Final = 20.0
"""If a change costs more than this, in nats, a second change need not be examined."""

_KING: Final = 2.0
"""The bonus for a king, in nats, since nearly every board has both."""

_CAN_STAND: Final = np.array(
    [
        [[can_stand(kind, colour, make_square(file, 9 - row)) for colour in (RED, BLACK) for kind in KINDS]
         for file in range(FILES)]
        for row in range(RANKS)
    ]
)  # fmt: skip
"""Whether a piece can stand on a point, by row, column and piece, with Red at the bottom."""


class Labelling(NamedTuple):
    """The likeliest pieces on a board.

    Attributes:
        letters: ten rows of nine letters as seen, "." for an empty point.
        cost: the total cost in nats; lower is likelier.
        has_extra: whether there are more pieces of a kind than in a set.
        misplaced: rows and columns of pieces on squares that they can never reach.
    """

    letters: tuple[str, ...]
    cost: float
    has_extra: bool
    misplaced: tuple[tuple[int, int], ...]


def place_costs(red_at_bottom: bool) -> Floats:
    """Return the cost of each piece on each point because of its place, by row, column and piece."""
    room = _CAN_STAND if red_at_bottom else _CAN_STAND[::-1, ::-1]
    return np.where(room, 0.0, _PLACE)


def assigned(logs: Floats, red_at_bottom: bool) -> Labelling:
    """Return the likeliest pieces on all points together.

    Args:
        logs: log probabilities of an empty point and of each of `PIECES`, by row and column.
        red_at_bottom: whether Red sits at the bottom.
    """
    places, costs = place_costs(red_at_bottom), _costs(logs, red_at_bottom)
    columns, prices = _slots()
    table = np.concatenate([costs[:, columns] + prices, np.full((len(costs), len(costs)), 1e6)], axis=1)
    table[np.arange(len(costs)), len(columns) + np.arange(len(costs))] = costs[:, 0]
    chosen = _cheapest(table)
    total = float(table[np.arange(len(costs)), chosen].sum())
    pieces = ["." if slot >= len(columns) else PIECES[columns[slot] - 1] for slot in chosen]
    extra = any(slot < len(columns) and prices[slot] > 0 for slot in chosen)
    rows = tuple("".join(pieces[start : start + FILES]) for start in range(0, len(pieces), FILES))
    misplaced = tuple(
        (row, column)
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != "." and places[row, column, PIECES.index(letter)]
    )
    return Labelling(rows, total, extra, misplaced)


def _costs(logs: Floats, red_at_bottom: bool) -> Floats:
    """Return the cost on each point of leaving it empty and of each of `PIECES`; shape (points, 1 + pieces)."""
    costs = (-logs).reshape(-1, 1 + len(PIECES))
    costs[:, 1:] += place_costs(red_at_bottom).reshape(-1, len(PIECES))
    return costs


def margins(logs: Floats, letters: tuple[str, ...], red_at_bottom: bool) -> Floats:
    """Return the extra cost of the best alternative on each point, alone or with one further change.

    Args:
        logs: as for `assigned`.
        letters: the chosen letters.
        red_at_bottom: whether Red sits at the bottom.

    Returns:
        The extra cost in nats, by row and column.
    """
    costs = _costs(logs, red_at_bottom)
    signs = np.array([("." + PIECES).index(letter) for row in letters for letter in row])
    points = np.arange(len(signs))
    dearer = costs - costs[points, signs][:, None]
    counts = np.bincount(signs, minlength=costs.shape[1])
    found = np.full(len(signs), np.inf)
    for point, sign in enumerate(signs):
        more, less = _steps(counts)
        alone = dearer[point] + more + less[sign]
        alone[sign] = np.inf
        for other in np.flatnonzero(alone < _UNLIKELY):
            counts[[sign, other]] += (-1, 1)
            more, less = _steps(counts)
            second = dearer + more + less[signs][:, None]
            second[points, signs] = np.inf
            second[point] = np.inf
            counts[[sign, other]] += (1, -1)
            found[point] = min(found[point], alone[other] + min(0.0, second.min()))
        found[point] = min(found[point], alone.min())
    return found.reshape(RANKS, FILES)


def _steps(counts: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return the price of adding and of removing one piece of each kind."""
    kinds = np.arange(len(counts))
    return _PRICES[kinds, counts + 1], -_PRICES[kinds, counts]


def _price_table() -> Floats:
    """Return the price of the n-th piece of each kind as an array indexed by [sign, n]."""
    table = np.zeros((1 + len(PIECES), RANKS * FILES + 2))
    columns, prices = _slots()
    for sign in range(1, 1 + len(PIECES)):
        own = prices[columns == sign]
        table[sign, 1 : 1 + len(own)] = own
        table[sign, 1 + len(own) :] = own[-1]
    return table


def _slots() -> tuple[NDArray[np.int64], Floats]:
    """Return the piece of each slot, as an index into `PIECES` plus 1, and its price."""
    columns, prices = [], []
    for index, letter in enumerate(PIECES, 1):
        count = _COUNTS[letter.upper()]
        columns += [index] * (count + _SPARE)
        prices += [-_KING if letter in "Kk" else 0.0] * count
        prices += [_EXTRA + step for step in range(_SPARE)]
    return np.array(columns), np.array(prices)


_PRICES: Final = _price_table()


def _cheapest(table: Floats) -> NDArray[np.int64]:
    """Return a different column for each row with the least sum (Jonker and Volgenant's algorithm)."""
    rows, columns = table.shape
    row_prices, column_prices = np.zeros(rows), np.zeros(columns + 1)
    owner = np.full(columns + 1, -1)
    for row in range(rows):
        owner[columns] = row
        last, at = np.full(columns, -1), columns
        least, is_used = np.full(columns, np.inf), np.zeros(columns + 1, bool)
        while owner[at] != -1:
            is_used[at] = True
            reduced = table[owner[at]] - row_prices[owner[at]] - column_prices[:columns]
            is_better = ~is_used[:columns] & (reduced < least)
            least[is_better], last[is_better] = reduced[is_better], at
            following = int(np.where(is_used[:columns], np.inf, least).argmin())
            step = least[following]
            row_prices[owner[is_used]] += step
            column_prices[is_used] -= step
            least[~is_used[:columns]] -= step
            at = following
        while at != columns:
            owner[at], at = owner[last[at]], int(last[at])
    found = np.empty(rows, np.int64)
    taken = np.flatnonzero(owner[:columns] >= 0)
    found[owner[taken]] = taken
    return found
