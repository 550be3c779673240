"""The search techniques, each with a bit of state[TECHNIQUES] by which it can be switched off."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from xiangqi.i18n.message import Message

TT: Final = 1 << 0
PVS: Final = 1 << 1
ASPIRATION: Final = 1 << 2
NULL_MOVE_PRUNING: Final = 1 << 3
SEE: Final = 1 << 4
DELTA_PRUNING: Final = 1 << 5
HISTORY_ORDER: Final = 1 << 6
KILLER_MOVES: Final = 1 << 7
COUNTERMOVE: Final = 1 << 8
LATE_MOVE_REDUCTIONS: Final = 1 << 9
LATE_MOVE_PRUNING: Final = 1 << 10
FUTILITY: Final = 1 << 11
REVERSE_FUTILITY: Final = 1 << 12
RAZORING: Final = 1 << 13
CHECK_EXTENSION: Final = 1 << 14
SINGULAR_EXTENSION: Final = 1 << 15
INTERNAL_ITERATIVE_REDUCTION: Final = 1 << 16
MATE_DISTANCE_PRUNING: Final = 1 << 17
QUIESCENCE: Final = 1 << 18
DRAW_CONTEMPT: Final = 1 << 19
MVV_LVA: Final = 1 << 20
NETWORK: Final = 1 << 21
SEE_PRUNING: Final = 1 << 22
TABLES: Final = 1 << 23
CHECKMATES: Final = 1 << 24
THREAT_SEQUENCES: Final = 1 << 25
CONTINUATION_HISTORY: Final = 1 << 26
EVALUATION_HISTORY: Final = 1 << 27

TECHNIQUE_BITS: Final = {
    "tt": TT,
    "pvs": PVS,
    "aspiration": ASPIRATION,
    "null-move": NULL_MOVE_PRUNING,
    "quiescence": QUIESCENCE,
    "mvv-lva": MVV_LVA,
    "see": SEE,
    "delta": DELTA_PRUNING,
    "history": HISTORY_ORDER,
    "continuation": CONTINUATION_HISTORY,
    "evaluation-history": EVALUATION_HISTORY,
    "killers": KILLER_MOVES,
    "countermove": COUNTERMOVE,
    "lmr": LATE_MOVE_REDUCTIONS,
    "lmp": LATE_MOVE_PRUNING,
    "futility": FUTILITY,
    "reverse-futility": REVERSE_FUTILITY,
    "razoring": RAZORING,
    "check-extension": CHECK_EXTENSION,
    "singular": SINGULAR_EXTENSION,
    "see-pruning": SEE_PRUNING,
    "iir": INTERNAL_ITERATIVE_REDUCTION,
    "iid": INTERNAL_ITERATIVE_REDUCTION,  # the reduction replaces internal iterative deepening
    "mate-distance": MATE_DISTANCE_PRUNING,
    "contempt": DRAW_CONTEMPT,
    "network": NETWORK,
    "tables": TABLES,
    "checkmates": CHECKMATES,
    "threats": THREAT_SEQUENCES,
}

ALL_TECHNIQUES: Final = reduce(or_, TECHNIQUE_BITS.values())


def mask_without(names: Iterable[str]) -> int:
    """Return the mask of all techniques except those named.

    Raises:
        ValueError: an unknown name; the message lists the known ones.
    """
    mask = ALL_TECHNIQUES
    for name in names:
        if name not in TECHNIQUE_BITS:
            names = ", ".join(TECHNIQUE_BITS)
            raise ValueError(Message("detail.no_technique", name=repr(name), names=names))
        mask &= ~TECHNIQUE_BITS[name]
    return mask
