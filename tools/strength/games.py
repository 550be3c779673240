"""Games of a test: openings that are never used twice, each played with both colours under the referee."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from tools.strength.players import Player, ThisEngine, make_player
from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.referee import outcome

OPENING_PLIES = (6, 7, 8, 9, 10)
BALANCED = 100  # the largest score after the random moves
BALANCE_NODES = 10_000
DECIDED = 2500  # score that both sides must agree on …
DECIDED_PLIES = 6  # … for this many plies to end a game
LONGEST = 400  # plies, then a draw


@dataclass
class Cost:
    """The nodes and time that a side has used.

    Attributes:
        nodes: the nodes searched.
        seconds: the processor time.
    """

    nodes: int = 0
    seconds: float = 0.0

    @property
    def speed(self) -> float:
        """The nodes searched per second of processor time."""
        return self.nodes / max(self.seconds, 1e-9)


@dataclass
class Pair:
    """Two games from one opening, with colours swapped.

    Attributes:
        opening: its moves, from the start position.
        half_points: 0, 1 or 2 for the first player, of the game with Red and of the one with Black.
        endings: how the games ended.
        plies: the length of both games together.
        costs: the costs of the first player and the second.
    """

    opening: list[Move]
    half_points: list[int] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    plies: int = 0
    costs: tuple[Cost, Cost] = field(default_factory=lambda: (Cost(), Cost()))

    @property
    def name(self) -> str:
        """The name of the opening: the FEN it leads to."""
        board = Board()
        for move in self.opening:
            board.push(move)
        return board.fen()


def openings(judge: ThisEngine, chance: random.Random, used: set[str]) -> Iterator[list[Move]]:
    """Yield balanced random openings endlessly; none recurs, and each is added to `used`."""
    while True:
        board = Board()
        for _ in range(chance.choice(OPENING_PLIES)):
            moves = board.legal_moves()
            if not moves:
                break
            board.push_unchecked(chance.choice(moves))
        name = board.fen()
        if name in used or outcome(board) is not None:
            continue
        judge.begin()
        if abs(judge.think(START_FEN, board.move_stack, BALANCE_NODES).score) <= BALANCED:
            used.add(name)
            yield list(board.move_stack)


def play_game(
    sides: dict[int, Player], opening: list[Move], nodes: dict[int, int], costs: dict[int, Cost]
) -> tuple[int, str, int]:
    """Play a game, adding to the costs; return Red's half points, how it ended, and its plies."""
    board = Board()
    for move in opening:
        board.push(move)
    for player in sides.values():
        player.begin()
    agreed = 0  # consecutive plies in which both sides judged the same side to be winning
    while True:
        ended = outcome(board)
        if ended is not None:
            half_points = 1 if ended.winner is None else (2 if ended.winner == RED else 0)
            return half_points, ended.reason, len(board.move_stack)
        if len(board.move_stack) >= LONGEST:
            return 1, "longest", LONGEST
        side = board.turn
        thought = sides[side].think(START_FEN, board.move_stack, nodes[side])
        costs[side].nodes += thought.nodes
        costs[side].seconds += thought.seconds
        for_red = thought.score if side == RED else -thought.score
        winner = 0 if abs(for_red) < DECIDED else (1 if for_red > 0 else -1)
        agreed = agreed + winner if agreed * winner > 0 else winner
        if abs(agreed) >= DECIDED_PLIES:
            return (2 if agreed > 0 else 0), "agreed", len(board.move_stack)
        board.push(thought.move)


def play_pair(first: Player, second: Player, opening: list[Move], nodes: tuple[int, int]) -> Pair:
    """Play an opening with both colours, with these nodes per move of the first and second player."""
    pair = Pair(opening)
    for colour in (RED, BLACK):
        other = RED + BLACK - colour
        half_points, ending, plies = play_game(
            {colour: first, other: second},
            opening,
            {colour: nodes[0], other: nodes[1]},
            {colour: pair.costs[0], other: pair.costs[1]},
        )
        pair.half_points.append(half_points if colour == RED else 2 - half_points)
        pair.endings.append(ending)
        pair.plies += plies
    return pair


@dataclass(frozen=True)
class PairOrder:
    """A pair of games as a chunk of work.

    Attributes:
        players: texts of the first and the second, as in tools.strength.players.
        opening: its moves, from the start position.
        nodes: the nodes per move of the first and the second.
    """

    players: tuple[str, str]
    opening: tuple[Move, ...]
    nodes: tuple[int, int]


@lru_cache(maxsize=2)
def _player(text: str, _place: int) -> Player:
    """Return a cached player of this process; players in different places of a game are never the same."""
    return make_player(text)


def play_order(order: PairOrder) -> Pair:
    """Play a pair of games; except for the seconds it depends on the order alone."""
    first, second = (_player(text, place) for place, text in enumerate(order.players))
    return play_pair(first, second, list(order.opening), order.nodes)
