"""The engine's slots of the state array, which follow those of core.constants.

docs/lab/engine-numbers.md lists them.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.constants import CORE_SIZE, MAX_PLY, MOVE_LIST_SIZE
from xiangqi.core.cxa.classes import SEARCH_WORKSPACE_SIZE
from xiangqi.core.cxa.workspace import MATE_NODES
from xiangqi.core.position import State, new_state
from xiangqi.core.slots import SlotAllocator, round_up
from xiangqi.engine.common.parameters import PARAMETERS_SIZE, install
from xiangqi.engine.common.scores import REPETITION_LOSS
from xiangqi.engine.common.terms import TERMS_SIZE, packed_weights
from xiangqi.engine.common.weights import ENDGAME, MIDGAME

_slots: Final = SlotAllocator(CORE_SIZE)
_reserve = _slots.reserve
SLOTS: Final = _slots.reserved
"""All slots of the engine, in their order."""

PARAMETERS: Final = _reserve("PARAMETERS", PARAMETERS_SIZE, "numbers of the search (common.parameters)")

# Orders and counters.
STOP: Final = _reserve("STOP", 1, "set by any thread: leave the search at once")
NODES: Final = _reserve("NODES", 1, "nodes searched so far")
NODE_LIMIT: Final = _reserve("NODE_LIMIT", 1, "stop at this many nodes; 0 for no limit")
SELDEPTH: Final = _reserve("SELDEPTH", 1, "deepest ply reached")
CONTEMPT: Final = _reserve("CONTEMPT", 1, "a draw is worth minus this to the side to move at the root")
TECHNIQUES: Final = _reserve("TECHNIQUES", 1, "bit mask of the techniques switched on (common.techniques)")
GENERATION: Final = _reserve("GENERATION", 1, "age of the search, for replacement in the transposition table")
OCCURRENCES: Final = _reserve("OCCURRENCES", 1, "of a position after which the rules judge its repetition")
REPETITION_RULE: Final = _reserve(
    "REPETITION_RULE", 1, "what a repetition without perpetual check is judged by"
)
BY_NOTHING: Final = 0
BY_CHASES: Final = 1
BY_CLASSES: Final = 2
REPETITION_SCORE: Final = _reserve(
    "REPETITION_SCORE", 1, "what a forbidden repetition costs at the root (common.scores)"
)
NATURAL_LIMIT: Final = _reserve("NATURAL_LIMIT", 1, "plies without a capture after which a game is drawn")
TABLEBASES: Final = _reserve(
    "TABLEBASES", 1, "address of the tables for the tree (tables.treeprobe), 0 for none"
)

# The root.
ROOT_DEPTH: Final = _reserve("ROOT_DEPTH", 1, "depth of the iteration")
ROOT_LENGTH: Final = _reserve("ROOT_LENGTH", 1, "PATH_LENGTH at the root")
ROOT_COUNT: Final = _reserve("ROOT_COUNT", 1, "number of root moves")
ROOT_MOVES: Final = _reserve("ROOT_MOVES", MOVE_LIST_SIZE, "moves to choose among, the best first")
ROOT_NODES: Final = _reserve("ROOT_NODES", MOVE_LIST_SIZE, "nodes spent on each, in the same order")

# By ply.
LAST_MOVES: Final = _reserve("LAST_MOVES", MAX_PLY, "move that led to the node; NULL_MOVE; 0 at the root")
KILLERS: Final = _reserve("KILLERS", 2 * MAX_PLY, "two quiet moves that refuted a sibling")
PICKER_SIZE: Final = 8
PICKERS: Final = _reserve("PICKERS", PICKER_SIZE * MAX_PLY, "state of the staged move picker (search.ordering)")
PV_LENGTHS: Final = _reserve("PV_LENGTHS", MAX_PLY, "length of the principal variation from each ply")
PV: Final = _reserve("PV", MAX_PLY * MAX_PLY, "triangular table, a row for each ply")
PROOF_NUMBERS: Final = _reserve(
    "PROOF_NUMBERS", MAX_PLY * MOVE_LIST_SIZE, "numbers of a search for mates, parallel to MOVE_STACK"
)
NODE_SIZE: Final = 16
NODE_STACK: Final = _reserve(
    "NODE_STACK", NODE_SIZE * (MAX_PLY + 2), "local variables of the node", aligned=True
)
EXCLUDED_MOVES: Final = _reserve("EXCLUDED_MOVES", MAX_PLY, "move left out by a singular search, 0 for none")
QUIETS_SEARCHED_SIZE: Final = 64
QUIETS_SEARCHED: Final = _reserve(
    "QUIETS_SEARCHED", QUIETS_SEARCHED_SIZE * MAX_PLY, "quiet moves that did not cut off"
)

# Statistics.
HISTORY_SIZE: Final = 1 << 16
HISTORY: Final = _reserve("HISTORY", HISTORY_SIZE, "how often a quiet move cut off, by move")
COUNTERMOVES_SIZE: Final = 32 * 256
COUNTERMOVES: Final = _reserve("COUNTERMOVES", COUNTERMOVES_SIZE, "quiet answer to a move, by piece and square")
CONTINUATION_ROWS: Final = 14 * 90 + 1  # a piece that has moved to a point, or none
CONTINUATION_ROW: Final = 640  # int16 numbers of a row, 7 * 90 of them used: rows lie on cache lines
CONTINUATION_SIZE: Final = CONTINUATION_ROWS * CONTINUATION_ROW // 4
CONTINUATION_1: Final = _reserve(
    "CONTINUATION_1",
    CONTINUATION_SIZE,
    "int16: history of quiet moves after the opponent's last move (search.history)",
    aligned=True,
)
CONTINUATION_2: Final = _reserve(
    "CONTINUATION_2", CONTINUATION_SIZE, "int16: the same after one's own last move", aligned=True
)

# Evaluation.
SEE_TRAIL: Final = _reserve("SEE_TRAIL", 72, "captures played by a static exchange")
PALACE_HITS: Final = _reserve("PALACE_HITS", 1, "attacks on the enemy palace, while the evaluation counts them")
TERM_WEIGHTS: Final = _reserve("TERM_WEIGHTS", TERMS_SIZE, "packed weights of common.terms")
NETWORK_SHIFT: Final = _reserve("NETWORK_SHIFT", 1, "binary places of the network's output; 0: handcrafted")
HIDDEN: Final = 256  # neurons of the network's hidden layer
WIDTH: Final = HIDDEN + 8  # int16 numbers of a row
ROW_SLOTS: Final = round_up(WIDTH // 4)
ACCUMULATOR_PLIES: Final = 128
ACCUMULATOR_KEYS: Final = _reserve("ACCUMULATOR_KEYS", 2 * ACCUMULATOR_PLIES, "positions they belong to")
ACCUMULATORS: Final = _reserve(
    "ACCUMULATORS",
    2 * ACCUMULATOR_PLIES * ROW_SLOTS,
    "two rows of int16 a ply (evaluation.network)",
    aligned=True,
)
KING_PLACES: Final = 6  # that the network tells apart
WEIGHT_ROWS: Final = KING_PLACES * 14 * 90 + 3  # of the inputs, the biases and the output for either side
NETWORK_WEIGHTS: Final = _reserve(
    "NETWORK_WEIGHTS", WEIGHT_ROWS * ROW_SLOTS, "the network's rows of int16", aligned=True
)

# Repetitions under the Chinese rules.
MATE_NODES_IN_SEARCH: Final = 500  # positions of one search for a threat of mate
CXA_WORKSPACE: Final = _reserve(
    "CXA_WORKSPACE", SEARCH_WORKSPACE_SIZE, "workspace of core.cxa, and a cache of classes"
)

ENGINE_SIZE: Final = _slots.end

NULL_MOVE: Final = 1  # no real move: square 0 is off the board
EVAL_NONE: Final = -(1 << 20)

# The locals of a node, counted from the beginning of its part of NODE_STACK.
_node: Final = SlotAllocator()
_local = _node.reserve
NODE_LOCALS: Final = _node.reserved
NODE_TT_ENTRY: Final = _local("NODE_TT_ENTRY")  # entry of the transposition table, 0 for none
NODE_IN_CHECK: Final = _local("NODE_IN_CHECK")  # 1 when the side to move is in check
NODE_STATIC_EVAL: Final = _local("NODE_STATIC_EVAL")  # static evaluation, EVAL_NONE in check
NODE_EVAL: Final = _local("NODE_EVAL")  # the same, or the table's score where that is a better bound
NODE_IMPROVING: Final = _local("NODE_IMPROVING")  # 1 when NODE_STATIC_EVAL is better than two plies before
NODE_TT_PV: Final = _local("NODE_TT_PV")  # 1 in a PV node or where the table knows it was one
NODE_MOVE_COUNT: Final = _local("NODE_MOVE_COUNT")  # moves tried so far
NODE_QUIETS_END: Final = _local("NODE_QUIETS_END")  # end of the ply's list in QUIETS_SEARCHED
NODE_CUTOFF_COUNT: Final = _local(
    "NODE_CUTOFF_COUNT"
)  # beta cutoffs of the nodes at this ply, since the node two plies before was entered
NODE_IS_QUIET: Final = _local("NODE_IS_QUIET")  # of the move being searched: 1 when it captures nothing
NODE_GIVES_CHECK: Final = _local("NODE_GIVES_CHECK")  # 1 when it gives check
NODE_MOVE_HISTORY: Final = _local("NODE_MOVE_HISTORY")  # its history when it was picked
NODE_SKIP_QUIETS: Final = _local(
    "NODE_SKIP_QUIETS"
)  # 1 when of the quiet moves left only those that give check are tried
NODE_TT_CAPTURE: Final = _local("NODE_TT_CAPTURE")  # 1 when the table's move captures
NODE_TABLEBASE_BOUND: Final = _local(
    "NODE_TABLEBASE_BOUND"
)  # what endgame tables promise at least (won) or at most (lost), 0 for nothing


def new_engine_state() -> State:
    """Return an empty board with default parameters and term weights, without a network.

    Shape (ENGINE_SIZE,), int64.
    """
    state = new_state(ENGINE_SIZE)
    install(state)
    state[REPETITION_SCORE] = REPETITION_LOSS
    state[CXA_WORKSPACE + MATE_NODES] = MATE_NODES_IN_SEARCH
    state[TERM_WEIGHTS : TERM_WEIGHTS + TERMS_SIZE] = packed_weights(MIDGAME, ENDGAME)
    return state


def forget(state: State) -> None:
    """Clear the statistics of earlier searches (killers, countermoves, histories) and their generation."""
    state[KILLERS : KILLERS + 2 * MAX_PLY] = 0
    state[HISTORY : HISTORY + HISTORY_SIZE] = 0
    state[COUNTERMOVES : COUNTERMOVES + COUNTERMOVES_SIZE] = 0
    state[CONTINUATION_1 : CONTINUATION_1 + CONTINUATION_SIZE] = 0
    state[CONTINUATION_2 : CONTINUATION_2 + CONTINUATION_SIZE] = 0
    state[GENERATION] = 0
