"""All games of a match, played on as many boards as there are workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from xiangqi.core.constants import BLACK, RED
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.jobs.work import Headway, in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.bouts import Bout, Match, Pairing, introduce, play_bout
from xiangqi.match.game import FinishedGame, MovePace
from xiangqi.match.start_positions import Opening
from xiangqi.match.statistics import DRAW, LOSS, WIN, Tally


@dataclass(frozen=True)
class Finished:
    """A finished game with its pairing."""

    pairing: Pairing
    played: FinishedGame

    @property
    def half_points(self) -> int:
        """The first engine's result: WIN, DRAW or LOSS."""
        if self.played.winner is None:
            return DRAW
        return WIN if (self.played.winner == RED) == self.pairing.first_is_red else LOSS


@dataclass
class MatchScore:
    """The standing from the first engine's view."""

    tally: Tally = field(default_factory=Tally)
    ends: Counter[str] = field(default_factory=Counter)  # games by the reason they ended
    # the paces of the first and the second engine
    paces: tuple[MovePace, MovePace] = field(default_factory=lambda: (MovePace(), MovePace()))
    # games that an engine lost because it failed as a program
    forfeits: list[Finished] = field(default_factory=list)

    def add(self, finished: Finished) -> None:
        """Count a finished game."""
        played = finished.played
        self.tally.add(finished.pairing.pair, finished.half_points)
        self.ends[played.reason] += 1
        sides = (RED, BLACK) if finished.pairing.first_is_red else (BLACK, RED)
        for pace, side in zip(self.paces, sides, strict=True):
            pace.join(played.paces[side])
        if played.is_forfeit:
            self.forfeits.append(finished)


class Series:
    """A match: call `check_in`, then iterate over `play`.

    Attributes:
        headway: the progress as of the last game.
        failed: the errors of games that could not be played, by number.
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
            match: the engines and terms.
            openings: one for each pair of games, consumed as needed.
            games: the maximum number of games.
            workers: each worker plays one game at a time with its own engine processes.
            kept: the games of an earlier run, to which those of this run are added.
        """
        self._match = match
        self._openings = openings
        self._games = games
        self._workers = workers
        self._kept = kept
        self.headway: Headway | None = None
        self.failed: dict[int, Exception] = {}

    def check_in(self) -> tuple[str, str]:
        """Start the engines on one worker and return their names, made distinct.

        Raises:
            ProtocolError: an engine cannot be started or lacks a requested option.
        """
        return self._workers.submit(introduce, self._match).result()

    def play(self) -> Iterator[Finished]:
        """Yield the finished games in order, so that the result does not depend on the workers' speed.

        The errors of games that could not be played are kept in `failed`.
        """
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
