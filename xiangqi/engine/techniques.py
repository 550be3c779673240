"""The search techniques that can be switched off, to measure what each is worth.

A kernel tests ``state[TECHNIQUES] & BIT``; people and the command line use the names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

TT: Final = 1 << 0
PVS: Final = 1 << 1
NULL_MOVE_PRUNING: Final = 1 << 2
HISTORY_ORDER: Final = 1 << 3
KILLER_MOVES: Final = 1 << 4
CHECK_EXTENSION: Final = 1 << 5
MATE_DISTANCE: Final = 1 << 6

TECHNIQUE_BITS: Final = {
    "tt": TT,
    "pvs": PVS,
    "null-move": NULL_MOVE_PRUNING,
    "history": HISTORY_ORDER,
    "killers": KILLER_MOVES,
    "check-extension": CHECK_EXTENSION,
    "mate-distance": MATE_DISTANCE,
}

ALL_TECHNIQUES: Final = sum(TECHNIQUE_BITS.values())


def mask_without(names: Iterable[str]) -> int:
    """Mask of all techniques but those named.

    Raises:
        ValueError: an unknown name; the message lists the known ones.
    """
    mask = ALL_TECHNIQUES
    for name in names:
        if name not in TECHNIQUE_BITS:
            raise ValueError(f"no technique {name!r}; there are {', '.join(TECHNIQUE_BITS)}")
        mask &= ~TECHNIQUE_BITS[name]
    return mask
