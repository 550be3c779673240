"""All games of a match: who plays whom from where, on as many boards as there are workers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xiangqi.core.constants import RED
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.jobs.work import Headway, in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.bouts import Bout, Match, Pairing, introduce, play_bout
from xiangqi.match.game import FinishedGame
from xiangqi.match.start_positions import Opening
from xiangqi.match.statistics import DRAW, LOSS, WIN


@dataclass(frozen=True)
class Finished:
    """A game that was played."""

    pairing: Pairing
    played: FinishedGame

    @property
    def half_points(self) -> int:
        """What the first engine got: WIN, DRAW or LOSS."""
        if self.played.winner is None:
            return DRAW
        return WIN if (self.played.winner == RED) == self.pairing.first_is_red else LOSS


class Series:
    """A match. Make it, check in, iterate over play.

    Attributes:
        headway: of the whole, as of the last game.
        failed: games that could not be played, by number, and why.
    """

    def __init__(
        self,
        match: Match,
        openings: Iterator[Opening],
        games: int,
        workers: Workers,
        kept: Checkpoint[FinishedGame] | None = None,
    ) -> None:
        """Prepare a match.

        Args:
            match: who plays how.
            openings: one for each pair of games, taken when it is needed.
            games: to be played at most.
            workers: each is a board, with engine processes of its own.
            kept: games that an earlier run has played, and where those of this one are kept.
        """
        self._match = match
        self._openings = openings
        self._games = games
        self._workers = workers
        self._kept = kept
        self.headway: Headway | None = None
        self.failed: dict[int, Exception] = {}

    def check_in(self) -> tuple[str, str]:
        """Start the engines on one board.

        Returns:
            Their names, made different.

        Raises:
            ProtocolError: one cannot be started, or lacks an option that it was to have.
        """
        return self._workers.submit(introduce, self._match).result()

    def play(self) -> Iterator[Finished]:
        """Play all games; they come in order, so that what follows from them is the same on any workers."""
        bouts = self._bouts()
        back = run_chunks(self._workers, play_bout, bouts, self._note, self._games, self._kept)
        for returned in in_order(back):
            if returned.error is not None:
                self.failed[returned.number] = returned.error
            else:
                yield Finished(returned.chunk.pairing, returned.value())

    def _note(self, headway: Headway) -> None:
        self.headway = headway

    def _bouts(self) -> Iterator[Bout]:
        for number in range(self._games):
            if number % 2 == 0:
                opening = next(self._openings)
            yield Bout(self._match, Pairing(number, opening))
