"""Classifies games by the opening that was played.

A code is found in three stages. First, the game is searched for positions at which a code begins, mirror images
counting as one; a code is accepted only if it may follow the previous one. Then, from the three central-cannon
openings in which Black's reply is still open, any later opening may be entered, since moves may come in an
unusual order. Finally, if only one of these three was found, the moves are compared with sets of moves that
define a code in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import BOARD_SQUARES, mirror_square
from xiangqi.core.zobrist import ZOBRIST
from xiangqi.openings.places import mirrored
from xiangqi.openings.table import Table, table

LONGEST: Final = 20
"""The number of plies considered; later moves never change an opening's name."""

_FIRST: Final = "A00"  # the code with which every game begins
_OPEN: Final = frozenset(("B00", "B01", "B05"))  # central cannons after which many others are possible
_CENTRAL: Final = "BCD"  # volumes of the openings possible after these
_LONGEST_SET: Final = 10  # plies within which a set of moves must be complete


@dataclass(frozen=True)
class ClassifiedOpening:
    """The opening of a game."""

    code: str  # one of catalogue.CODES
    ply: int  # the ply at which the opening was decided, from 1


def opening_of(moves: Sequence[Move]) -> ClassifiedOpening | None:
    """Return the opening of a game from the starting position, or None before the first move.

    Args:
        moves: all moves of the game, or only the first ones.

    Raises:
        ResourceError: the table of openings is missing or damaged.
    """
    if not moves:
        return None
    found = _classifier().by_positions(moves[:LONGEST])
    if found.code in _OPEN:
        return _classifier().by_sets(moves[:_LONGEST_SET]) or found
    return found


def moves_of(code: str) -> tuple[Move, ...]:
    """Return the shortest line from the starting position to an opening with this code; empty for A00."""
    return _ways().get(code, ())


@lru_cache(maxsize=1)
def _ways() -> dict[str, tuple[Move, ...]]:
    ways: dict[str, tuple[str, ...]] = {}
    for moves, code, _ in table().entries:
        ways[code] = min(ways.get(code, moves), moves, key=len)
    return {code: tuple(map(Move.from_iccs, moves)) for code, moves in ways.items()}


@lru_cache(maxsize=1)
def _classifier() -> _Classifier:
    return _Classifier(table())


class _Classifier:
    """The table of openings, with its moves turned into keys of positions."""

    def __init__(self, facts: Table) -> None:
        self._numbers: list[int] = ZOBRIST.tolist()
        self._start = {square: code << 8 for square, code in Board().pieces().items()}
        start = [self._numbers[code | square] for square, code in self._start.items()]
        self._start_key = 0
        for number in start:
            self._start_key ^= number
        self._mirror = {square: mirror_square(square) for square in BOARD_SQUARES}
        self._codes: dict[int, str] = {}
        self._edges: set[tuple[str, str]] = set()
        known: dict[str, Move] = {}  # the same few hundred moves occur again and again
        for moves, code, after in facts.entries:
            for text in moves:
                if text not in known:
                    known[text] = Move.from_iccs(text)
            *_, key = self._keys([known[text] for text in moves])
            self._codes[key] = code
            self._edges.update((before, code) for before in after)
        self._sets = [(_read_set(moves), code) for moves, code in facts.sets]

    def by_positions(self, moves: Sequence[Move]) -> ClassifiedOpening:
        """Return the last code that the game entered, and the ply at which it did so."""
        here, ply = _FIRST, 1
        for place, key in enumerate(self._keys(moves), 1):
            code = self._codes.get(key)
            if code is None or code == here:
                continue
            if (here, code) in self._edges or (here in _OPEN and code[0] in _CENTRAL):
                here, ply = code, place
        return ClassifiedOpening(here, ply)

    def by_sets(self, moves: Sequence[Move]) -> ClassifiedOpening | None:
        """Return the code whose moves were all played, in any order and on either wing, or None."""
        wings = []
        for wing in (moves, [mirrored(move) for move in moves]):
            places: dict[tuple[int, int], int] = {}
            for place, move in enumerate(wing):
                places.setdefault((place & 1, int(move)), place + 1)
            wings.append((places, frozenset(places)))
        for wanted, code in self._sets:
            for places, there in wings:
                if wanted <= there:
                    return ClassifiedOpening(code, max(places[move] for move in wanted))
        return None

    def _keys(self, moves: Sequence[Move]) -> Iterator[int]:
        """Yield the key of the position after each move; mirror images have the same key."""
        numbers, mirror = self._numbers, self._mirror
        board, key, image = dict(self._start), self._start_key, self._start_key
        for move in moves:
            origin, target = move >> 8, move & 255
            piece, taken = board.pop(origin, 0), board.get(target)
            key ^= numbers[piece | origin] ^ numbers[piece | target]
            image ^= numbers[piece | mirror[origin]] ^ numbers[piece | mirror[target]]
            if taken is not None:
                key ^= numbers[taken | target]
                image ^= numbers[taken | mirror[target]]
            board[target] = piece
            yield min(key, image)


def _read_set(moves: frozenset[str]) -> frozenset[tuple[int, int]]:
    """Return a set's moves as pairs: 0 for Red or 1 for Black, and the move."""
    return frozenset((int(move.startswith("-")), int(Move.from_iccs(move.lstrip("-")))) for move in moves)
