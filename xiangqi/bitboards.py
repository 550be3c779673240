"""A second move generator, independent of core.movegen, that represents the board by 90-bit integers.

A bitboard is a set of points in one Python integer: bit ``9 * rank + file`` stands for a point, where rank 0 is
Red's back rank and file 0 the a-file, so that adding 9 to a bit's number goes one rank up. ``|`` is union,
``&`` intersection and ``& ~`` difference of sets; a piece's moves are looked up in precomputed masks and
reduced by the occupied points. Nothing is shared with the fast generator except the piece codes: the tests
compare the two, and overlays on the board take their attack maps from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOTH,
    CANNON,
    FILES,
    KIND_MASK,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    RED,
    ROOK,
    file_of,
    make_square,
    opponent,
    rank_of,
)
from xiangqi.fen import Position

Bitboard = int
POINTS: Final = FILES * RANKS

_STRAIGHT: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))  # (file, rank) steps: up, down, right, left
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def bit_of(square: int) -> int:
    """Return the bit number, 0-89, of a square of the padded board."""
    return FILES * rank_of(square) + file_of(square)


def square_of(bit: int) -> int:
    """Return the square of the padded board for a bit number."""
    return make_square(bit % FILES, bit // FILES)


def bits(board: Bitboard) -> Iterator[int]:
    """Yield the numbers of the set bits of a bitboard, lowest first."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest


# ---- Masks ------------------------------------------------------------------------------------------------


def _point(file: int, rank: int) -> Bitboard:
    """Return the set with one point, or the empty set if the point is off the board."""
    return 1 << (FILES * rank + file) if 0 <= file < FILES and 0 <= rank < RANKS else 0


def _points(files: range, ranks: range) -> Bitboard:
    return sum(_point(file, rank) for file in files for rank in ranks)


ALL_POINTS: Final = (1 << POINTS) - 1
HALF: Final = {RED: _points(range(9), range(0, 5)), BLACK: _points(range(9), range(5, 10))}
PALACE: Final = {RED: _points(range(3, 6), range(0, 3)), BLACK: _points(range(3, 6), range(7, 10))}


def _steps(directions: tuple[tuple[int, int], ...]) -> list[Bitboard]:
    """Return for each point the points one step away."""
    return [
        sum(_point(bit % FILES + file, bit // FILES + rank) for file, rank in directions)
        for bit in range(POINTS)
    ]


def _king_steps(side: int) -> list[Bitboard]:
    return [mask & PALACE[side] for mask in _steps(_STRAIGHT)]


def _advisor_steps(side: int) -> list[Bitboard]:
    return [mask & PALACE[side] for mask in _steps(_DIAGONAL)]


def _pawn_steps(side: int) -> list[Bitboard]:
    """Return for each point the steps of a soldier: forward and, across the river, sideways as well."""
    ahead = _steps(((0, 1 if side == RED else -1),))
    sideways = _steps(((1, 0), (-1, 0)))
    return [ahead[bit] if HALF[side] & 1 << bit else ahead[bit] | sideways[bit] for bit in range(POINTS)]


Jumps = list[list[tuple[Bitboard, Bitboard]]]
"""The jumps from each point: (the point that must be empty, the points reached over it)."""


def _elephant_jumps(side: int) -> Jumps:
    """Return the elephant's jumps: two steps diagonally over its eye, not across the river."""
    return [
        [
            (
                _point(bit % FILES + file, bit // FILES + rank),
                _point(bit % FILES + 2 * file, bit // FILES + 2 * rank) & HALF[side],
            )
            for file, rank in _DIAGONAL
        ]
        for bit in range(POINTS)
    ]


def _horse_jumps() -> Jumps:
    """Return the horse's jumps: one step straight, over its leg, and one diagonally onwards."""
    return [
        [
            (
                _point(bit % FILES + file, bit // FILES + rank),
                _point(bit % FILES + 2 * file + rank, bit // FILES + 2 * rank + file)
                | _point(bit % FILES + 2 * file - rank, bit // FILES + 2 * rank - file),
            )
            for file, rank in _STRAIGHT
        ]
        for bit in range(POINTS)
    ]


def _rays(file_step: int, rank_step: int) -> list[Bitboard]:
    """Return for each point all points in one direction up to the edge."""
    return [
        sum(_point(bit % FILES + n * file_step, bit // FILES + n * rank_step) for n in range(1, RANKS))
        for bit in range(POINTS)
    ]


STEPS: Final = {
    side | kind: steps_of(side)
    for side in (RED, BLACK)
    for kind, steps_of in ((KING, _king_steps), (ADVISOR, _advisor_steps), (PAWN, _pawn_steps))
}
JUMPS: Final = {side | BISHOP: _elephant_jumps(side) for side in (RED, BLACK)} | {
    side | KNIGHT: _horse_jumps() for side in (RED, BLACK)
}
UPWARD_RAYS: Final = (_rays(0, 1), _rays(1, 0))  # towards higher bits: up and right
DOWNWARD_RAYS: Final = (_rays(0, -1), _rays(-1, 0))  # towards lower bits: down and left


# ---- Attacks ----------------------------------------------------------------------------------------------


def _first(line: Bitboard, upward: bool) -> Bitboard:
    """Return the first point of a set on a line, as a set; empty if there is none."""
    if upward:
        return line & -line
    return 1 << line.bit_length() - 1 if line else 0


def _lines(bit: int) -> Iterator[tuple[list[Bitboard], Bitboard, bool]]:
    """Yield, for each direction, the rays of all points, the ray of this point, and whether it goes upward."""
    for rays in UPWARD_RAYS:
        yield rays, rays[bit], True
    for rays in DOWNWARD_RAYS:
        yield rays, rays[bit], False


def rook_attacks(bit: int, occupied: Bitboard) -> Bitboard:
    """Return the points a chariot reaches: each line up to and including the first piece on it."""
    attacked = 0
    for rays, line, upward in _lines(bit):
        blocker = _first(line & occupied, upward)
        attacked |= line & ~rays[blocker.bit_length() - 1] if blocker else line
    return attacked


def cannon_attacks(bit: int, occupied: Bitboard) -> Bitboard:
    """Return the points a cannon can capture on: behind the first piece, up to and including the second."""
    attacked = 0
    for rays, line, upward in _lines(bit):
        screen = _first(line & occupied, upward)
        if not screen:
            continue
        beyond = rays[screen.bit_length() - 1]
        target = _first(beyond & occupied, upward)
        attacked |= beyond & ~rays[target.bit_length() - 1] if target else beyond
    return attacked


def attacks(code: int, bit: int, occupied: Bitboard) -> Bitboard:
    """Return the points on which a piece could capture an enemy, including those occupied by its own side.

    Args:
        code: colour | kind of the piece.
        bit: its point.
        occupied: the points of all pieces on the board.
    """
    if code in STEPS:
        return STEPS[code][bit]
    if code in JUMPS:
        reached = 0
        for blocker, targets in JUMPS[code][bit]:
            if not occupied & blocker:
                reached |= targets
        return reached
    if code & KIND_MASK == ROOK:
        return rook_attacks(bit, occupied)
    return cannon_attacks(bit, occupied)


def _reach(code: int, bit: int) -> Bitboard:
    """Return all points that a piece could ever attack from a point, whatever else is on the board."""
    if code & KIND_MASK == CANNON:
        return rook_attacks(bit, 0)
    return attacks(code, bit, 0)


_CODES: Final = tuple(side | kind for side in (RED, BLACK) for kind in range(KING, PAWN + 1))
_REACH: Final = {code: [_reach(code, bit) for bit in range(POINTS)] for code in _CODES}


# ---- Positions --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BitPosition:
    """A position as sets of points."""

    pieces: dict[int, Bitboard]  # piece code (colour | kind) -> the points of these pieces
    turn: int  # RED or BLACK

    @classmethod
    def of(cls, position: Position) -> BitPosition:
        """Return a position as bitboards."""
        pieces = dict.fromkeys(_CODES, 0)
        for square, code in position.placement.items():
            pieces[code] |= 1 << bit_of(square)
        return cls(pieces, position.turn)

    def side(self, colour: int) -> Bitboard:
        """Return the points of all pieces of a colour, or of BOTH."""
        united = 0
        for code, board in self.pieces.items():
            if code & colour:
                united |= board
        return united

    def is_attacked(self, target: Bitboard, colour: int) -> bool:
        """Return whether any piece of a colour could capture on a point."""
        occupied = self.side(BOTH)
        for code, board in self.pieces.items():
            if code & colour:
                for bit in bits(board):
                    if _REACH[code][bit] & target and attacks(code, bit, occupied) & target:
                        return True
        return False

    def kings_face(self) -> bool:
        """Return whether the kings face each other on a file with nothing in between."""
        red, black = self.pieces[RED | KING], self.pieces[BLACK | KING]
        if not (red and black):
            return False
        occupied = self.side(BOTH)
        up = UPWARD_RAYS[0][red.bit_length() - 1]
        return _first(up & occupied, True) == black

    def after(self, code: int, origin: int, target: int) -> BitPosition:
        """Return the position after a move from bit `origin` to bit `target`, which may be a capture."""
        kept = ALL_POINTS ^ (1 << target)
        pieces = {other: board & kept for other, board in self.pieces.items()}
        pieces[code] ^= 1 << origin | 1 << target
        return BitPosition(pieces, opponent(self.turn))

    def pseudo_legal_moves(self) -> Iterator[tuple[int, int, int]]:
        """Yield every pseudo-legal move of the side to move as (code, origin bit, target bit)."""
        own, enemy = self.side(self.turn), self.side(opponent(self.turn))
        occupied = own | enemy
        for code, board in self.pieces.items():
            if not code & self.turn:
                continue
            for origin in bits(board):
                if code & KIND_MASK == CANNON:  # the only piece that captures differently than it moves
                    targets = rook_attacks(origin, occupied) & ~occupied
                    targets |= cannon_attacks(origin, occupied) & enemy
                else:
                    targets = attacks(code, origin, occupied) & ~own
                for target in bits(targets):
                    yield code, origin, target

    def is_safe(self, colour: int) -> bool:
        """Return whether a colour's king is neither attacked nor faced by the other; True without one."""
        king = self.pieces[colour | KING]
        return not king or not (self.kings_face() or self.is_attacked(king, opponent(colour)))


def legal_moves(position: Position) -> list[int]:
    """Return every legal move of a position, ``from << 8 | to`` on the padded board, in no particular order."""
    board = BitPosition.of(position)
    return [
        square_of(origin) << 8 | square_of(target)
        for code, origin, target in board.pseudo_legal_moves()
        if board.after(code, origin, target).is_safe(position.turn)
    ]


def attack_map(position: Position, side: int) -> dict[int, int]:
    """Return the number of pieces of a side that attack or protect each point.

    Args:
        position: the position; the side to move is ignored.
        side: RED or BLACK.

    Returns:
        Square of the padded board -> number of pieces that could capture an enemy there; pins are ignored.
        Points that no piece attacks are omitted.
    """
    board = BitPosition.of(position)
    occupied = board.side(BOTH)
    counts: dict[int, int] = {}
    for code, own in board.pieces.items():
        if code & side:
            for origin in bits(own):
                for target in bits(attacks(code, origin, occupied)):
                    counts[square_of(target)] = counts.get(square_of(target), 0) + 1
    return counts
