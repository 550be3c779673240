"""Plays pairs of games between two evaluations, from one opening with both colours, as chunks of work."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import Final

from tools.strength.games import Cost
from tools.train.selfplay import Player, Settings, find_opening, play_game
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.layout import NODES
from xiangqi.engine.common.techniques import ALL_TECHNIQUES
from xiangqi.engine.evaluation.network import Network

_SETTINGS: Final = replace(Settings(), random_move=0.0, opening_most_cp=120)


@dataclass(frozen=True)
class Side:
    """A side of the match.

    Attributes:
        network: the network that evaluates; None for the handcrafted evaluation.
        techniques: the techniques of the search, as bits.
    """

    network: Network | None
    techniques: int = ALL_TECHNIQUES


@dataclass(frozen=True)
class GateOrder:
    """A pair of games to be played.

    Attributes:
        sides: the new and the old one; the latter also finds the opening.
        nodes: the nodes per move of each side.
        seed: the seed of the match.
        pair: number of the pair, which with the seed determines the opening.
    """

    sides: tuple[Side, Side]
    nodes: tuple[int, int]
    seed: int
    pair: int


@dataclass(frozen=True)
class GatePair:
    """The result of a pair.

    Attributes:
        half_points: 0, 1 or 2 for the new side, of the game with Red and of the one with Black.
        costs: the costs of the new side and the old one.
    """

    half_points: tuple[int, int]
    costs: tuple[Cost, Cost]


class TimedPlayer(Player):
    """A player that measures the cost of its nodes."""

    def __init__(self, nodes: int, side: Side) -> None:
        """Set up like a Player."""
        self.cost = Cost()
        super().__init__(nodes, side.network, techniques=side.techniques)

    def think(self) -> tuple[int, int]:
        """See Player.think."""
        began = time.process_time()
        found = super().think()
        self.cost.seconds += time.process_time() - began
        self.cost.nodes += int(self.state[NODES])
        return found


def play_gate_pair(order: GateOrder) -> GatePair:
    """Play both games; except for the seconds, the result depends only on the order."""
    new, old = (TimedPlayer(nodes, side) for nodes, side in zip(order.nodes, order.sides, strict=True))
    chance = random.Random(f"{order.seed}/{order.pair}")
    opening = find_opening(old, _SETTINGS, chance)
    with_red = play_game({RED: new, BLACK: old}, opening, _SETTINGS, chance)[1]
    with_black = play_game({RED: old, BLACK: new}, opening, _SETTINGS, chance)[1]
    return GatePair((1 + with_red, 1 - with_black), (new.cost, old.cost))
