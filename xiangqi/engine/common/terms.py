"""What the evaluation counts besides material and place: the names of its terms and where their weights lie.

Every term is counted for both sides, Red's number less Black's, and multiplied by a packed weight
(core.values) from `engine.common.weights`. The weights lie in the state array, at NETWORK_WEIGHTS of
engine.common.layout, so a tuner can ask what a position counts by changing them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.values import pack

TERM_SIZES: Final = {
    "tempo": 1,  # the right to move
    "chariot mobility": 18,  # by empty points it reaches
    "cannon mobility": 18,  # by empty points it reaches
    "horse mobility": 9,  # by jumps that no leg blocks and no piece of its own
    "chariot contact": 16,  # by the piece met: 1-7 own kinds it guards, 9-15 enemy kinds it attacks
    "cannon contact": 16,  # the same over a screen
    "horse contact": 16,
    "pawn contact": 16,
    "horse distance": 10,  # by the longer of both distances to the enemy king
    "cannon at king's file": 4,  # by pieces between them: 0 a hollow cannon, 2 pins, 3 or more
    "cannon at king's rank": 4,  # by pieces between them: a bottom cannon
    "chariot at king's file": 1,
    "chariot at the ribs": 1,  # on the files beside the king's
    "chariot on open file": 1,  # nothing ahead of it to the far edge
    "pawns abreast": 1,  # across the river, side by side
    "palace attacks": 16,  # by attacks on the points of the enemy palace
    "chariots by missing advisors": 1,  # own chariots times the enemy's missing advisors, and so on
    "chariots by missing elephants": 1,
    "cannons by missing advisors": 1,
    "cannons by missing elephants": 1,
    "horses by missing advisors": 1,
    "horses by missing elephants": 1,
    "pawns by missing advisors": 1,
    "pawns by missing elephants": 1,
    "cannons by own guards": 1,  # advisors and elephants serve as screens
    "cannons by pieces": 1,  # own cannons times all pieces on the board
    "horses by pieces": 1,
    "chariot pair": 1,
    "cannon pair": 1,
    "horse pair": 1,
    "horse and cannon": 1,
    "only chariot": 1,  # the enemy has none
}


def _places() -> dict[str, int]:
    places, end = {}, 0
    for name, size in TERM_SIZES.items():
        places[name] = end
        end += size
    return places


PLACES: Final = _places()
TERMS_SIZE: Final = sum(TERM_SIZES.values())

TEMPO: Final = PLACES["tempo"]
CHARIOT_MOBILITY: Final = PLACES["chariot mobility"]
CANNON_MOBILITY: Final = PLACES["cannon mobility"]
HORSE_MOBILITY: Final = PLACES["horse mobility"]
CHARIOT_CONTACT: Final = PLACES["chariot contact"]
CANNON_CONTACT: Final = PLACES["cannon contact"]
HORSE_CONTACT: Final = PLACES["horse contact"]
PAWN_CONTACT: Final = PLACES["pawn contact"]
HORSE_DISTANCE: Final = PLACES["horse distance"]
CANNON_AT_FILE: Final = PLACES["cannon at king's file"]
CANNON_AT_RANK: Final = PLACES["cannon at king's rank"]
CHARIOT_AT_FILE: Final = PLACES["chariot at king's file"]
CHARIOT_AT_RIBS: Final = PLACES["chariot at the ribs"]
CHARIOT_OPEN_FILE: Final = PLACES["chariot on open file"]
PAWNS_ABREAST: Final = PLACES["pawns abreast"]
PALACE_ATTACKS: Final = PLACES["palace attacks"]
MISSING_GUARDS: Final = PLACES["chariots by missing advisors"]
CANNONS_BY_GUARDS: Final = PLACES["cannons by own guards"]
CANNONS_BY_PIECES: Final = PLACES["cannons by pieces"]
HORSES_BY_PIECES: Final = PLACES["horses by pieces"]
CHARIOT_PAIR: Final = PLACES["chariot pair"]
CANNON_PAIR: Final = PLACES["cannon pair"]
HORSE_PAIR: Final = PLACES["horse pair"]
HORSE_AND_CANNON: Final = PLACES["horse and cannon"]
ONLY_CHARIOT: Final = PLACES["only chariot"]


def packed_weights(
    midgame: dict[str, tuple[int, ...]], endgame: dict[str, tuple[int, ...]]
) -> npt.NDArray[np.int64]:
    """The weights of all terms, packed, in the order of TERM_SIZES. Shape (TERMS_SIZE,), int64."""
    packed = [
        pack(first, last)
        for name in TERM_SIZES
        for first, last in zip(midgame[name], endgame[name], strict=True)
    ]
    return np.array(packed, dtype=np.int64)
