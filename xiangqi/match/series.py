"""All games of a match: who plays whom from where, on several boards at once."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.options import settings_of
from xiangqi.errors import CancelledError, ProtocolError
from xiangqi.match.contestants import Contestant
from xiangqi.match.game import FinishedGame, Terms, play_game
from xiangqi.match.player import ForfeitError, MatchPlayer
from xiangqi.match.start_positions import Opening
from xiangqi.match.statistics import DRAW, LOSS, WIN

_GLANCE_S: Final = 0.2  # how soon Ctrl-C is heard on systems where waiting is deaf


@dataclass(frozen=True)
class Pairing:
    """A game to be played.

    Attributes:
        number: from 0 on.
        opening: where it begins.
        first_is_red: whether the first engine has Red, as in every even game.
    """

    number: int
    opening: Opening

    @property
    def pair(self) -> int:
        """Number of the pair of games that share the opening, from 0 on."""
        return self.number // 2

    @property
    def first_is_red(self) -> bool:
        """Whether the first engine has Red."""
        return self.number % 2 == 0


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
    """A match. Make it, check in, iterate over play, and close it whatever happens."""

    def __init__(
        self,
        contestants: tuple[Contestant, Contestant],
        terms: Terms,
        openings: Iterator[Opening],
        games: int,
        boards: int = 1,
        seed: int = 0,
    ) -> None:
        """Prepare a match.

        Args:
            contestants: the first and the second engine.
            terms: how games are played.
            openings: one for each pair of games, taken when it is needed.
            games: to be played at most.
            boards: games at a time, each with engine processes of its own.
            seed: of the chance that the built-in engine's weaker levels use.
        """
        self._terms = terms
        self._openings = openings
        self._games = games
        self._seed = seed
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._next = 0
        self._opening: Opening | None = None
        self._results: queue.SimpleQueue[Finished | BaseException | None] = queue.SimpleQueue()
        self._boards = [
            tuple(
                MatchPlayer(one, self._settings(one), terms.margin_ms, self._cancelled) for one in contestants
            )
            for _ in range(max(1, min(boards, games)))
        ]

    def _settings(self, contestant: Contestant) -> Mapping[str, str]:
        """The rules, for the built-in engine; others may mean something else by such names."""
        return settings_of(self._terms.rules) if contestant.command is None else {}

    def check_in(self) -> tuple[str, str]:
        """Start the engines of the first board.

        Returns:
            Their names, made different.

        Raises:
            ProtocolError: one cannot be started, or lacks an option that it was to have.
        """
        first, second = self._boards[0]
        for player in (first, second):
            try:
                options = player.get_ready()
            except ForfeitError as error:
                raise ProtocolError(str(error)) from None
            for name in player.lacks():
                offered = ", ".join(option.name for option in options) or "none"
                raise ProtocolError(f"{player.name} has no option {name!r}; it has {offered}")
        if first.name == second.name:
            return f"{first.name} A", f"{second.name} B"
        return first.name, second.name

    def play(self) -> Iterator[Finished]:
        """Play all games; each comes as it ends, which on several boards is not in order."""
        for players in self._boards:
            threading.Thread(target=self._serve, args=players, daemon=True, name="board").start()
        at_work = len(self._boards)
        while at_work:
            try:
                result = self._results.get(timeout=_GLANCE_S)
            except queue.Empty:
                continue
            if result is None:
                at_work -= 1
            elif isinstance(result, BaseException):
                raise result
            else:
                yield result

    def close(self) -> None:
        """Break off the games that still run, and end all engines."""
        self._cancelled.set()
        for players in self._boards:
            for player in players:
                player.close()

    def _serve(self, first: MatchPlayer, second: MatchPlayer) -> None:
        """Play one game after the other on one board; the body of its thread."""
        try:
            while (pairing := self._next_pairing()) is not None:
                sides = (first, second) if pairing.first_is_red else (second, first)
                players = dict(zip((RED, BLACK), sides, strict=True))
                seed = random.Random(f"{self._seed} {pairing.number}").randrange(1, 1 << 31)
                self._results.put(Finished(pairing, play_game(players, pairing.opening, self._terms, seed)))
        except CancelledError:
            pass
        except BaseException as error:
            self._results.put(error)
        self._results.put(None)

    def _next_pairing(self) -> Pairing | None:
        with self._lock:
            number = self._next
            if number >= self._games or self._cancelled.is_set():
                return None
            if number % 2 == 0 or self._opening is None:
                self._opening = next(self._openings)
            self._next += 1
            return Pairing(number, self._opening)
