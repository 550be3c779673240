"""The parameters of the search that can be tuned.

Each has a slot of the state array, so that two players in one process can have different values
(`tools.strength`). Margins are in centipawns, where a crossed pawn is about 100 and a rook 1000; reductions are
in 1024ths of a ply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import CORE_SIZE
from xiangqi.core.position import State
from xiangqi.core.slots import SlotAllocator

PARAMETERS: Final = CORE_SIZE
"""First slot of the table in the state array."""
PARAMETERS_SIZE: Final = 96
_slots: Final = SlotAllocator(PARAMETERS)


@dataclass(frozen=True)
class Parameter:
    """One number of the search."""

    name: str  # the constant of this name in upper case is its slot
    value: int
    low: int  # bounds for tuning
    high: int
    meaning: str


TABLE: Final[list[Parameter]] = []
"""All parameters, in the order of their slots."""


def _add(name: str, value: int, low: int, high: int, meaning: str) -> int:
    """Append a parameter to the table and return its slot."""
    TABLE.append(Parameter(name, value, low, high, meaning))
    slot = _slots.reserve(name)
    assert _slots.end <= PARAMETERS + PARAMETERS_SIZE
    return slot


# Step 4: razoring.
RAZOR_BASE: Final = _add("razor_base", 1000, 100, 1500, "margin of razoring")
RAZOR_DEPTH: Final = _add("razor_depth", 150, 50, 400, "more for each squared ply")

# Step 5: reverse futility.
REVERSE_DEPTH: Final = _add("reverse_depth", 10, 5, 16, "reverse futility below this depth")
REVERSE_MARGIN: Final = _add("reverse_margin", 138, 50, 200, "margin a ply")
REVERSE_IMPROVING: Final = _add("reverse_improving", 98, 0, 250, "less when the side to move improves")

# Step 6: null move.
NULL_MOVE_BASE: Final = _add("null_move_base", 3, 2, 9, "reduction of a null move, in plies")
NULL_MOVE_DIVISOR: Final = _add("null_move_divisor", 3, 2, 6, "and a ply more for so many of depth")
NULL_MOVE_MARGIN: Final = _add(
    "null_move_margin", 200, -100, 400, "what the evaluation may lack to beta at depth 0"
)
NULL_MOVE_DEPTH_MARGIN: Final = _add("null_move_depth_margin", 12, 0, 40, "less for each ply of depth")
NULL_MOVE_VERIFY_DEPTH: Final = _add(
    "null_move_verify_depth", 12, 6, 20, "from here on a null move is verified"
)

# Step 7: internal iterative reduction.
IIR_DEPTH: Final = _add("iir_depth", 4, 2, 8, "from here on a node without a table move is reduced")

# Step 9: pruning of moves.
LMP_BASE: Final = _add("lmp_base", 5, 2, 10, "quiet moves tried at least")
LMP_DEPTH: Final = _add("lmp_depth", 9, 4, 14, "no late move pruning from this depth on")
QUIET_FUTILITY: Final = _add("quiet_futility", 58, 20, 250, "margin of futility")
QUIET_FUTILITY_DEPTH: Final = _add("quiet_futility_depth", 120, 40, 200, "more a ply")
QUIET_FUTILITY_PLIES: Final = _add("quiet_futility_plies", 8, 4, 14, "no futility from this reduced depth on")
CAPTURE_SEE: Final = _add("capture_see", 136, 60, 400, "loss a capture may cost, a ply")
CAPTURE_FUTILITY: Final = _add("capture_futility", 307, 80, 500, "margin of futility of captures")
CAPTURE_FUTILITY_DEPTH: Final = _add("capture_futility_depth", 220, 80, 500, "more a ply")

# Step 8: extensions.
SINGULAR_DEPTH: Final = _add("singular_depth", 7, 5, 12, "singular extensions from this depth on")
SINGULAR_MARGIN: Final = _add("singular_margin", 84, 20, 250, "below the table's score, in 64ths a ply")
DOUBLE_EXTENSION_MARGIN: Final = _add("double_extension_margin", 25, 0, 150, "further below for a second ply")

# Step 10: late move reductions, in 1024ths of a ply.
LMR_BASE: Final = _add("lmr_base", 700, 0, 1800, "of every late move")
LMR_SCALE: Final = _add("lmr_scale", 439, 250, 800, "times the logarithms of depth and number")
LMR_PV: Final = _add("lmr_pv", 1024, 0, 2500, "less in a PV node")
LMR_TT_PV: Final = _add("lmr_tt_pv", 512, 0, 2500, "less where the table knows a former PV")
LMR_CUT_NODE: Final = _add("lmr_cut_node", 732, 0, 3000, "more where a cutoff is expected")
LMR_NOT_IMPROVING: Final = _add("lmr_not_improving", 824, 0, 1500, "more when not improving")
LMR_TT_CAPTURE: Final = _add("lmr_tt_capture", 500, 0, 1500, "more if the table's move captures")
LMR_CUTOFF_COUNT: Final = _add("lmr_cutoff_count", 482, 0, 2000, "more when children often cut off")
LMR_HISTORY: Final = _add("lmr_history", 120, 40, 400, "less for each 1024 of history")
LMR_CHECK: Final = _add("lmr_check", 2000, 0, 2500, "less for a checking move or in check")
LMR_KILLER: Final = _add("lmr_killer", 600, 0, 2000, "less for a killer or countermove")
LMR_CAPTURE: Final = _add("lmr_capture", 1024, 0, 2500, "less for a capture")
LMR_DEEPER_MARGIN: Final = _add("lmr_deeper_margin", 43, 10, 200, "above the best score: search a ply deeper")
LMR_SHALLOWER_MARGIN: Final = _add(
    "lmr_shallower_margin", 8, 0, 60, "above the best score at most: a ply shallower"
)

# Step 12: statistics.
HISTORY_BONUS: Final = _add("history_bonus", 172, 30, 300, "of a move that cut off, a ply")
HISTORY_MAX_BONUS: Final = _add("history_max_bonus", 1600, 600, 3000, "at most")
HISTORY_MALUS: Final = _add("history_malus", 120, 30, 400, "of quiet moves tried before it, a ply")
HISTORY_MAX_MALUS: Final = _add("history_max_malus", 1600, 600, 3000, "at most")
CONTINUATION_1_WEIGHT: Final = _add(
    "continuation_1_weight", 64, 0, 160, "weight of answers to the last move, history's being 64"
)
CONTINUATION_2_WEIGHT: Final = _add(
    "continuation_2_weight", 64, 0, 160, "weight of follow-ups to one's own last move"
)
EVALUATION_BONUS: Final = _add(
    "evaluation_bonus", 10, 0, 64, "of a move for what it gains, in 16ths of a point"
)
EVALUATION_MAX_BONUS: Final = _add("evaluation_max_bonus", 800, 200, 3000, "at most")

# Quiescence and the root.
DELTA_MARGIN: Final = _add("delta_margin", 167, 60, 400, "what a capture may gain beyond its victim")
QUIET_EVASIONS: Final = _add("quiet_evasions", 2, 1, 8, "quiet moves out of check that are tried")
ROOT_UNREDUCED: Final = _add("root_unreduced", 4, 2, 12, "root moves that are not reduced")
CHECKMATE_BASE: Final = _add("checkmate_base", 200, 0, 2000, "nodes that look for mates by checks")
CHECKMATE_SHARE: Final = _add("checkmate_share", 80, 0, 300, "and so many thousandths of all nodes")
THREAT_LEAST: Final = _add("threat_least", 4000, 100, 20000, "nodes at least that look for mates by threats")
THREAT_SHARE: Final = _add("threat_share", 400, 0, 600, "so many thousandths of all nodes at most")
THREAT_SCORE: Final = _add("threat_score", 0, -500, 1000, "score from which they are looked for")
THREAT_NODES: Final = _add("threat_nodes", 60, 10, 500, "nodes to see whether a move threatens mate")


def install(state: State, values: Mapping[str, int] | None = None) -> None:
    """Write the parameters into a state array, some of them with other values if given.

    Raises:
        ValueError: no parameter has such a name.
    """
    changed = values or {}
    unknown = changed.keys() - {parameter.name for parameter in TABLE}
    if unknown:
        raise ValueError(f"no parameter {', '.join(unknown)}; there are {', '.join(p.name for p in TABLE)}")
    for slot, parameter in enumerate(TABLE, PARAMETERS):
        state[slot] = changed.get(parameter.name, parameter.value)
