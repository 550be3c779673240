"""Names of openings for games from the usual start position.

Only the first moves count, and mirrored games have the same name. The catalogues have the text of each key as
``opening.KEY``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.board import Move
from xiangqi.core.constants import mirror_square

LONGEST: Final = 24
"""The plies that are considered: later moves never change an opening's name."""

# A key and the moves that define it: all moves of one of the alternatives must have been played. A key with a
# dot is reached from the key before its last dot; of several that match after the same ply the first one
# counts. The first move is on the wing where books put it.
_OPENINGS: Final = (
    ("central_cannon", "h2e2"),
    ("central_cannon.same_direction", "h7e7"),
    ("central_cannon.same_direction.filed_against_ranked", "i0h0 i9i8"),
    ("central_cannon.same_direction.ranked_chariot", "i0i1"),
    ("central_cannon.opposite_direction", "b7e7"),
    ("central_cannon.sandwich_horses", "b9c7 h9g7 h7f7 | b9c7 h9g7 b7d7"),
    ("central_cannon.sandwich_horses.five_six", "b2d2"),
    ("central_cannon.sandwich_horses.five_seven", "b2c2"),
    ("central_cannon.three_step_tiger", "h9g7 h7i7 i9h9"),
    ("central_cannon.single_horse", "h9g7 b9a7 | b9c7 h9i7"),
    ("central_cannon.screen_horses", "b9c7 h9g7"),
    ("central_cannon.screen_horses.chariot_across", "i0h0 h0h6"),
    ("central_cannon.screen_horses.chariot_on_bank", "i0h0 h0h4"),
    ("central_cannon.screen_horses.five_six", "b2d2"),
    ("central_cannon.screen_horses.five_seven", "b2c2"),
    ("central_cannon.screen_horses.five_eight", "b2b6"),
    ("central_cannon.screen_horses.cannon_on_bank", "b2b4"),
    ("elephant", "g0e2"),
    ("elephant.central_cannon", "h7e7 | b7e7"),
    ("elephant.palcorner_cannon", "b7d7 | h7f7"),
    ("elephant.cross_palace_cannon", "h7d7 | b7f7"),
    ("elephant.horse", "b9c7 | h9g7"),
    ("elephant.pawn", "c6c5 | g6g5"),
    ("elephant.elephant", "c9e7 | g9e7"),
    ("pawn", "c3c4"),
    ("pawn.cannon_behind_pawn", "b7c7"),
    ("pawn.golden_hook", "h7c7"),
    ("pawn.pawn", "g6g5"),
    ("pawn.central_cannon", "h7e7 | b7e7"),
    ("pawn.elephant", "c9e7 | g9e7"),
    ("pawn.horse", "b9c7 | h9g7"),
    ("pawn.palcorner_cannon", "b7d7 | h7f7"),
    ("pawn.cross_palace_cannon", "h7d7 | b7f7"),
    ("cross_palace_cannon", "h2d2"),
    ("cross_palace_cannon.central_cannon", "h7e7 | b7e7"),
    ("cross_palace_cannon.horse", "b9c7 | h9g7"),
    ("palcorner_cannon", "h2f2"),
    ("palcorner_cannon.central_cannon", "h7e7 | b7e7"),
    ("palcorner_cannon.horse", "b9c7 | h9g7"),
    ("golden_hook", "h2c2"),
    ("horse", "h0g2"),
    ("horse.pawn", "c6c5 | g6g5"),
    ("cannon_on_bank", "h2h4"),
    ("cannon_across", "h2h6"),
    ("edge_cannon", "h2i2"),
    ("edge_horse", "h0i2"),
    ("edge_pawn", "i3i4"),
    ("central_pawn", "e3e4"),
    ("advisor", "f0e1"),
)

OPENINGS: Final = tuple(key for key, _ in _OPENINGS)
"""All keys, each after the one from which it is reached."""


def _alternatives(text: str) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(map(Move.from_iccs, moves.split())) for moves in text.split("|"))


_STEPS: Final[dict[str, list[tuple[str, tuple[frozenset[int], ...]]]]] = {}  # from each key, "" for the start
for _key, _moves in _OPENINGS:
    _STEPS.setdefault(_key.rpartition(".")[0], []).append((_key, _alternatives(_moves)))


def mirrored(move: int) -> Move:
    """Return the move on the other wing: h2e2 for b2e2."""
    return Move.of(mirror_square(move >> 8), mirror_square(move & 255))


def opening_name(moves: Sequence[Move]) -> str | None:
    """Return the key of the opening of a game from the usual start, or None if it has no name.

    Args:
        moves: all moves from the start, or the first ones.
    """
    first = moves[:LONGEST]
    return _follow(first) or _follow([mirrored(move) for move in first])


def _follow(moves: Sequence[Move]) -> str | None:
    """Return the last key reached by moves on the wing of the table."""
    here = ""
    played: set[int] = set()
    for move in moves:
        played.add(move)
        here = next((key for key, ways in _STEPS.get(here, ()) if _is_played(ways, played)), here)
        if not here:
            return None
    return here or None


def _is_played(ways: tuple[frozenset[int], ...], played: set[int]) -> bool:
    return any(way <= played for way in ways)
