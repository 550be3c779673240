"""The interface of the service that learns the player's strength from the games in the library."""

from __future__ import annotations

from abc import abstractmethod

from xiangqi.app.worker import Service
from xiangqi.records.tree import Game


class GameWeigher(Service):
    """Learns the player's strength from finished games."""

    @abstractmethod
    def weigh(self, number: int, game: Game, side: int | None) -> None:
        """Estimate the player's strength from a finished game, and report the progress. Any thread may call.

        Args:
            number: the number of the game in the library.
            game: the game with its tags.
            side: the person's side, RED or BLACK. Games of two people or none are ignored, and so are those
                that are unfinished, had help, began in another position or were resigned early.
        """
