"""The engine's slots of the state array, after those of core.constants.

name            length  content
STOP                 1  set by any thread: leave the search at once
NODES                1  nodes searched so far
NODE_LIMIT           1  stop at this many nodes; 0 for no limit
SELDEPTH             1  deepest ply reached
CONTEMPT             1  score of a draw, from the view of the side to move at the root, is minus this
TECHNIQUES           1  bit mask of the techniques switched on (names in engine.techniques)
GENERATION           1  age of the search, for replacement in the transposition table
ROOT_COUNT           1  number of root moves
ROOT_MOVES         128  moves allowed at the root, best first after an iteration
LAST_MOVES         128  move that led to the node at each ply, NULL_MOVE for a pass, 0 at the root
KILLERS            256  two quiet moves for each ply that refuted a sibling
FRAMES            1024  eight for each ply: state of the staged move picker (engine.ordering)
PV_LENGTHS         128  length of the principal variation from each ply
PV               16384  triangular table, row `ply`
MOVE_SCORES      16384  ordering scores, parallel to MOVE_STACK
HISTORY          65536  how often a quiet move cut off, by move
PALACE_HITS          1  attacks on the enemy palace, while the evaluation counts them
TERM_WEIGHTS       181  packed weights of the evaluation's terms (engine.terms)
NETWORK_SHIFT        1  binary places of the network's output; 0 while the handcrafted evaluation is in use
ACCUMULATOR_KEYS   256  key of the position that either accumulator of each ply belongs to, by ply of the path
ACCUMULATORS      8704  two rows of int16 for each ply (engine.network)
WEIGHTS         257142  the network's rows of int16
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.constants import CORE_SIZE, MAX_PLY, MOVE_LIST_SIZE
from xiangqi.core.position import State, new_state
from xiangqi.engine.terms import TERMS_SIZE, packed_weights
from xiangqi.engine.weights import ENDGAME, MIDGAME

STOP: Final = CORE_SIZE
NODES: Final = CORE_SIZE + 1
NODE_LIMIT: Final = CORE_SIZE + 2
SELDEPTH: Final = CORE_SIZE + 3
CONTEMPT: Final = CORE_SIZE + 4
TECHNIQUES: Final = CORE_SIZE + 5
GENERATION: Final = CORE_SIZE + 6
ROOT_COUNT: Final = CORE_SIZE + 7

ROOT_DEPTH: Final = CORE_SIZE + 8
JUDGES_CHASES: Final = CORE_SIZE + 9
NATURAL_LIMIT: Final = CORE_SIZE + 10
ROOT_MOVES: Final = CORE_SIZE + 11
LAST_MOVES: Final = ROOT_MOVES + MOVE_LIST_SIZE
KILLERS: Final = LAST_MOVES + MAX_PLY
FRAMES: Final = KILLERS + 2 * MAX_PLY
FRAME_SIZE: Final = 8
PV_LENGTHS: Final = FRAMES + FRAME_SIZE * MAX_PLY
PV: Final = PV_LENGTHS + MAX_PLY
MOVE_SCORES: Final = PV + MAX_PLY * MAX_PLY
HISTORY: Final = MOVE_SCORES + MAX_PLY * MOVE_LIST_SIZE
HISTORY_SIZE: Final = 1 << 16
LOCALS: Final = HISTORY + HISTORY_SIZE
LOCALS_SIZE: Final = 16
EXCLUDED: Final = LOCALS + LOCALS_SIZE * MAX_PLY
TRIED_QUIETS: Final = EXCLUDED + MAX_PLY
TRIED_SIZE: Final = 64
EXCHANGE_TRAIL: Final = TRIED_QUIETS + TRIED_SIZE * MAX_PLY
COUNTERMOVES: Final = EXCHANGE_TRAIL + 72
COUNTERMOVES_SIZE: Final = 32 * 256
PALACE_HITS: Final = COUNTERMOVES + COUNTERMOVES_SIZE
TERM_WEIGHTS: Final = PALACE_HITS + 1
NETWORK_SHIFT: Final = TERM_WEIGHTS + TERMS_SIZE
HIDDEN: Final = 128  # neurons of the network's hidden layer
WIDTH: Final = HIDDEN + 8  # int16 numbers of a row
ROW_SLOTS: Final = WIDTH // 4
ACCUMULATOR_PLIES: Final = 128
ACCUMULATOR_KEYS: Final = NETWORK_SHIFT + 1
ACCUMULATORS: Final = ACCUMULATOR_KEYS + 2 * ACCUMULATOR_PLIES
WEIGHTS: Final = ACCUMULATORS + 2 * ACCUMULATOR_PLIES * ROW_SLOTS
KING_PLACES: Final = 6  # that the network tells apart
WEIGHT_ROWS: Final = KING_PLACES * 14 * 90 + 3  # of the inputs, the biases and the output for either side
ENGINE_SIZE: Final = WEIGHTS + WEIGHT_ROWS * ROW_SLOTS

NULL_MOVE: Final = 1  # no real move: square 0 is off the board
NO_EVALUATION: Final = -(1 << 20)


def new_engine_state() -> State:
    """An empty board with all the room a search needs, and the weights. Shape (ENGINE_SIZE,), int64."""
    state = new_state(ENGINE_SIZE)
    state[TERM_WEIGHTS : TERM_WEIGHTS + TERMS_SIZE] = packed_weights(MIDGAME, ENDGAME)
    return state


# Slots of a node's LOCALS.
DATA: Final = 0  # entry of the transposition table, 0 for none
CHECKED: Final = 1  # 1 when the side to move is in check
STATIC: Final = 2  # static evaluation, NO_EVALUATION in check
IMPROVING: Final = 3  # 1 when it is better than two plies before
TRIED: Final = 4  # moves tried so far
QUIETS_END: Final = 5  # end of the ply's list in TRIED_QUIETS
QUIET: Final = 6  # of the move being searched: 1 when it captures nothing
GIVES_CHECK: Final = 7  # 1 when it gives check
MOVE_HISTORY: Final = 8  # its history when it was picked
