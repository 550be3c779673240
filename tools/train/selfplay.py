"""Games of the engine against itself, within the process, with a fixed number of nodes per move."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tools.train.positions import (
    BEST_CAPTURES,
    IN_CHECK,
    PLAYED_AT_RANDOM,
    POSITION,
    Records,
    codes_of,
    pack,
)
from xiangqi.board import START_FEN
from xiangqi.core.attacks import in_check
from xiangqi.core.constants import (
    BLACK,
    KIND_MASK,
    KNIGHT,
    MOVES,
    PATH_CLOCKS,
    PATH_LENGTH,
    PIECES,
    RED,
    SIDE,
    SQUARES,
)
from xiangqi.core.movegen import generate_legal
from xiangqi.core.position import set_position
from xiangqi.core.repetition import path_push, repetition_status
from xiangqi.engine.common.layout import (
    BY_CHASES,
    GENERATION,
    NATURAL_LIMIT,
    NODE_LIMIT,
    NODES,
    OCCURRENCES,
    PV,
    PV_LENGTHS,
    REPETITION_RULE,
    ROOT_COUNT,
    ROOT_MOVES,
    STOP,
    TECHNIQUES,
    forget,
    new_engine_state,
)
from xiangqi.engine.common.scores import INFINITY, MATE_BOUND
from xiangqi.engine.common.techniques import ALL_TECHNIQUES
from xiangqi.engine.evaluation.network import Network
from xiangqi.engine.search.deepening import MAX_DEPTH
from xiangqi.engine.search.node import plies_without_capture, repetition_score
from xiangqi.engine.search.search import search_root
from xiangqi.engine.search.transposition import GENERATIONS, new_table
from xiangqi.fen import parse_fen

_NATURAL_LIMIT: Final = 120  # plies without a capture
_ASPIRATION: Final = 40  # half the width of the first window


@dataclass(frozen=True)
class Settings:
    """The settings of self-play; a game depends on these and its seed alone.

    Attributes:
        nodes: the nodes searched for every move.
        opening_plies: random moves at the start of a game, least and most.
        opening_most_cp: an opening with a larger score for either side is discarded.
        random_move: probability of a random move instead of the best.
        won_cp: a game is won if the score stays beyond this …
        won_plies: … for this many plies.
        longest: plies after which a game is drawn.
    """

    nodes: int = 5000
    opening_plies: tuple[int, int] = (6, 10)
    opening_most_cp: int = 200
    random_move: float = 0.01
    won_cp: int = 2500
    won_plies: int = 4
    longest: int = 300


class Player:
    """A position with its path and a search with a fixed number of nodes, for games within the process."""

    def __init__(
        self, nodes: int, network: Network | None = None, hash_mb: int = 2, techniques: int = ALL_TECHNIQUES
    ) -> None:
        """Set up the start position.

        Args:
            nodes: the nodes searched for every move; may be changed between moves.
            network: evaluates; None for the handcrafted evaluation.
            hash_mb: size of the transposition table, kept small to stay in the processor's cache.
            techniques: bit mask of engine.common.techniques.
        """
        self.nodes = nodes
        self._techniques = techniques
        self._table = new_table(hash_mb)
        self.state = new_engine_state()
        if network is not None:
            network.install(self.state)
        self.reset()

    def reset(self, fen: str = START_FEN) -> None:
        """Set up a position and clear everything learnt in earlier searches."""
        position = parse_fen(fen)
        self._table[:] = 0
        state = self.state
        forget(state)
        state[PATH_LENGTH] = 0
        state[PATH_CLOCKS] = position.halfmove_clock
        set_position(state, position.placement, position.turn)
        state[TECHNIQUES] = self._techniques
        state[REPETITION_RULE] = BY_CHASES
        state[OCCURRENCES] = 2
        state[NATURAL_LIMIT] = _NATURAL_LIMIT

    def moves(self) -> list[int]:
        """Return the legal moves."""
        moves: list[int] = self.state[MOVES : int(generate_legal(self.state, MOVES))].tolist()
        return moves

    def push(self, move: int) -> None:
        """Play a legal move."""
        path_push(self.state, move)

    @property
    def clock(self) -> int:
        """The plies since the last capture."""
        return int(plies_without_capture(self.state))

    def verdict(self) -> int | None:
        """Return the result for the side to move if the game has ended: 1, 0 or -1; None while it continues.

        A repetition is judged when it first occurs, as in the search.
        """
        state = self.state
        if generate_legal(state, MOVES) == MOVES:
            return -1
        status = repetition_status(state)
        if status:
            return int(np.sign(repetition_score(state, status, 0)))
        if self.clock >= _NATURAL_LIMIT:
            return 0
        attackers = (
            self.clock != 0 or (state[SQUARES + state[PIECES : PIECES + 32]] & KIND_MASK >= KNIGHT).any()
        )
        return None if attackers else 0

    def think(self) -> tuple[int, int]:
        """Return the best move and its score for the side to move, which must have a legal move.

        The score is that of the last completed depth; the move may come from a deeper one.
        """
        state = self.state
        moves = self.moves()
        state[ROOT_MOVES : ROOT_MOVES + len(moves)] = moves
        state[ROOT_COUNT] = len(moves)
        state[GENERATION] = (state[GENERATION] + 1) % GENERATIONS
        state[NODES] = state[STOP] = 0
        state[NODE_LIMIT] = self.nodes
        best, score = moves[0], 0
        for depth in range(1, MAX_DEPTH):
            found = self._search(depth, score)
            if state[PV_LENGTHS]:
                best = int(state[PV])
            if state[STOP]:
                break
            score = found
            if abs(score) > MATE_BOUND:
                break
        return best, score

    def _search(self, depth: int, guess: int) -> int:
        """Return the score at one depth, searched first in a narrow window around the guess."""
        alpha, beta, margin = guess - _ASPIRATION, guess + _ASPIRATION, _ASPIRATION
        if depth < 4:
            alpha, beta = -INFINITY, INFINITY
        while True:
            score = int(search_root(self.state, self._table, alpha, beta, depth))
            if self.state[STOP] or alpha < score < beta:
                return score
            margin *= 4
            if score <= alpha:
                alpha = score - margin if margin < 1000 else -INFINITY
            else:
                beta = score + margin if margin < 1000 else INFINITY


def find_opening(player: Player, settings: Settings, chance: random.Random) -> list[int]:
    """Return random moves from the start position after which neither side is much better."""
    while True:
        player.reset()
        opening = []
        for _ in range(chance.randint(*settings.opening_plies)):
            moves = player.moves()
            if not moves:
                break
            opening.append(chance.choice(moves))
            player.push(opening[-1])
        if player.verdict() is None and abs(player.think()[1]) <= settings.opening_most_cp:
            return opening


def play_game(
    sides: Mapping[int, Player],
    opening: list[int],
    settings: Settings,
    chance: random.Random,
    number: int = 0,
    fen: str = START_FEN,
) -> tuple[Records, int]:
    """Play a game and return its positions, dtype POSITION, and its result for Red: 1, 0 or -1.

    Args:
        sides: the players of RED and BLACK, perhaps the same one.
        opening: the first moves of the game.
        settings: the settings of the game.
        chance: decides about random moves.
        number: the number of the game, stored in the records.
        fen: the position before the opening.
    """
    players = set(sides.values())
    for player in players:
        player.reset(fen)
        for move in opening:
            player.push(move)
    ply = len(opening)
    boards, rows = [], []
    ahead = 0  # consecutive plies with the score beyond won_cp, negative for Black
    state = sides[RED].state
    while (verdict := sides[RED].verdict()) is None and ply < settings.longest:
        side = int(state[SIDE])
        player = sides[side]
        best, score = player.think()
        move = chance.choice(player.moves()) if chance.random() < settings.random_move else best
        flags = IN_CHECK * int(in_check(state, side)) | BEST_CAPTURES * int(state[SQUARES + (best & 255)] != 0)
        flags |= PLAYED_AT_RANDOM * (move != best)
        boards.append(state[SQUARES : SQUARES + 256].copy())
        rows.append((int(side == BLACK), score, number, ply, player.clock, flags, best))
        winner = 0 if abs(score) <= settings.won_cp else (1 if (score > 0) == (side == RED) else -1)
        ahead = winner + (ahead if ahead * winner > 0 else 0)
        if abs(ahead) >= settings.won_plies:
            verdict = 1 if (ahead > 0) == (side == RED) else -1
            break
        for player in players:
            player.push(move)
        ply += 1
    for_red = (verdict or 0) * (1 if state[SIDE] == RED else -1)
    return _records(boards, rows, for_red), for_red


def _records(boards: list[npt.NDArray[np.int64]], rows: Sequence[tuple[int, ...]], for_red: int) -> Records:
    records = np.zeros(len(rows), dtype=POSITION)
    if not rows:
        return records
    columns = ("side", "score", "game", "ply", "clock", "flags", "move")
    for name, column in zip(columns, np.array(rows).T, strict=True):
        records[name] = column
    records["board"] = pack(codes_of(np.array(boards)))
    records["result"] = np.where(records["side"] == 0, for_red, -for_red)
    return records


def play_shard(settings: Settings, network: Network | None, seed: int, number: int, games: int) -> Records:
    """Return the games of one shard; the same arguments and engine give the same records."""
    player = Player(settings.nodes, network)
    sides = {RED: player, BLACK: player}
    chance = random.Random(f"{seed}/{number}")
    played = []
    for game in range(games):
        opening = find_opening(player, settings, chance)
        played.append(play_game(sides, opening, settings, chance, game)[0])
    return np.concatenate(played)


@dataclass(frozen=True)
class ShardOrder:
    """A shard to be made, as a chunk of work, with everything that determines its games."""

    settings: Settings
    network: Network | None
    seed: int
    games: int
    number: int


def make_shard(order: ShardOrder) -> Records:
    """Return the games of the shard that an order describes."""
    return play_shard(order.settings, order.network, order.seed, order.number, order.games)
