"""The terms of the handcrafted evaluation other than piece-square values, and where their weights lie.

Every term is counted for both sides, Red's count minus Black's, and multiplied by a packed weight
(core.values) from `engine.common.weights`. The weights lie in the state array, at TERM_WEIGHTS of
engine.common.layout, so that a tuner can count the terms of a position by changing them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.slots import SlotAllocator
from xiangqi.core.values import pack

_terms: Final = SlotAllocator()
_reserve = _terms.reserve

TEMPO: Final = _reserve("tempo")  # the right to move
ROOK_MOBILITY: Final = _reserve("rook mobility", 18)  # by empty points it reaches
CANNON_MOBILITY: Final = _reserve("cannon mobility", 18)  # by empty points it reaches
KNIGHT_MOBILITY: Final = _reserve("knight mobility", 9)  # by jumps that its own side does not block
# By the piece met: 1-7 own kinds that it guards, 9-15 enemy kinds that it attacks.
ROOK_CONTACT: Final = _reserve("rook contact", 16)
CANNON_CONTACT: Final = _reserve("cannon contact", 16)  # over a screen
KNIGHT_CONTACT: Final = _reserve("knight contact", 16)
PAWN_CONTACT: Final = _reserve("pawn contact", 16)
KNIGHT_DISTANCE: Final = _reserve("knight distance", 10)  # to the enemy king, in ranks or files
# By the pieces between them: 0 a hollow or bottom cannon, 2 pins, 3 or more.
CANNON_AT_FILE: Final = _reserve("cannon at king's file", 4)
CANNON_AT_RANK: Final = _reserve("cannon at king's rank", 4)
ROOK_AT_FILE: Final = _reserve("rook at king's file")
ROOK_AT_RIBS: Final = _reserve("rook at the ribs")  # on the files beside the king's
ROOK_OPEN_FILE: Final = _reserve("rook on open file")  # nothing ahead of it to the far edge
PAWNS_ABREAST: Final = _reserve("pawns abreast")  # across the river, side by side
PALACE_ATTACKS: Final = _reserve("palace attacks", 16)  # by attacks on the points of the enemy palace
# Own rooks times the enemy's missing advisors, and so on.
MISSING_GUARDS: Final = _reserve("rooks by missing advisors")
_reserve("rooks by missing bishops")
_reserve("cannons by missing advisors")
_reserve("cannons by missing bishops")
_reserve("knights by missing advisors")
_reserve("knights by missing bishops")
_reserve("pawns by missing advisors")
_reserve("pawns by missing bishops")
CANNONS_BY_GUARDS: Final = _reserve("cannons by own guards")  # advisors and bishops serve as screens
CANNONS_BY_PIECES: Final = _reserve("cannons by pieces")  # own cannons times all pieces on the board
KNIGHTS_BY_PIECES: Final = _reserve("knights by pieces")
ROOK_PAIR: Final = _reserve("rook pair")
CANNON_PAIR: Final = _reserve("cannon pair")
KNIGHT_PAIR: Final = _reserve("knight pair")
KNIGHT_AND_CANNON: Final = _reserve("knight and cannon")
ONLY_ROOK: Final = _reserve("only rook")  # the enemy has none

PLACES: Final = {term.name: term.start for term in _terms.reserved}
TERM_SIZES: Final = {term.name: term.length for term in _terms.reserved}
TERMS_SIZE: Final = _terms.end


def packed_weights(
    midgame: dict[str, tuple[int, ...]], endgame: dict[str, tuple[int, ...]]
) -> npt.NDArray[np.int64]:
    """Return the packed weights of all terms, in the order of TERM_SIZES. Shape (TERMS_SIZE,), int64."""
    packed = [
        pack(first, last)
        for name in TERM_SIZES
        for first, last in zip(midgame[name], endgame[name], strict=True)
    ]
    return np.array(packed, dtype=np.int64)
