"""Figures of a player's games to be drawn: costly moves by month, time by phase, openings by side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.insights.moves import COSTLY, CountedMove
from xiangqi.library import Library, PlayerGame
from xiangqi.library.dates import date_number
from xiangqi.openings import family_of


@dataclass(frozen=True)
class ScoredGame:
    """A game of a player with what was the outcome."""

    number: int  # in the library
    side: int  # RED or BLACK, the player's
    month: str  # "YYYY-MM", "" if it is not known
    opening: str  # the first code of its family, of openings.FAMILIES; "" for none
    score: float | None  # 1.0 for a win, 0.5 for a draw, 0.0 for a loss; None without a result


@dataclass(frozen=True)
class MonthFigures:
    """The costly moves of a month's games."""

    month: str  # "YYYY-MM"
    games: int  # that were reviewed
    costly: float  # moves a game


@dataclass(frozen=True)
class PhaseTime:
    """The time that moves of a phase took."""

    phase: str  # one of coach.summary.PHASES
    moves: int  # whose time is known
    seconds: float  # a move, on average


@dataclass(frozen=True)
class OpeningScore:
    """How an opening fared."""

    family: str  # its first code, of openings.FAMILIES; "" for games without a name
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All games with a result."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Figures:
    """What is drawn of a player's games."""

    months: tuple[MonthFigures, ...] = ()  # in order
    times: tuple[PhaseTime, ...] = ()  # in the order of the phases; empty without clocks
    red: tuple[OpeningScore, ...] = ()  # the most frequent first
    black: tuple[OpeningScore, ...] = ()


def scored_games(library: Library, games: Iterable[PlayerGame]) -> list[ScoredGame]:
    """Return the outcomes of some games; damaged ones are left out.

    Raises:
        LibraryError: the library cannot be read at all.
    """
    found = []
    for game in games:
        try:
            hit = library.describe(game.number)
        except LibraryError:
            continue
        date = date_number(hit.headers.get("Date", ""))
        month = f"{date // 10000:04}-{date // 100 % 100:02}" if date // 100 % 100 else ""
        wins = "1-0" if game.side == RED else "0-1"
        score = {wins: 1.0, "1/2-1/2": 0.5, "*": None}.get(hit.result, 0.0)
        family = family_of(hit.opening) if hit.opening else ""
        found.append(ScoredGame(game.number, game.side, month, family, score))
    return found


def figures(moves: Iterable[CountedMove], games: Sequence[ScoredGame]) -> Figures:
    """Return the figures of some games and their counted moves."""
    known = list(moves)
    return Figures(_months(known, games), _times(known), _openings(games, RED), _openings(games, BLACK))


def _months(moves: Sequence[CountedMove], games: Sequence[ScoredGame]) -> tuple[MonthFigures, ...]:
    costly = Counter((move.game, move.side) for move in moves if move.loss > COSTLY)
    reviewed = {(move.game, move.side) for move in moves}
    months: dict[str, list[int]] = defaultdict(list)
    for game in games:
        if game.month and (game.number, game.side) in reviewed:
            months[game.month].append(costly[game.number, game.side])
    return tuple(
        MonthFigures(month, len(some), sum(some) / len(some)) for month, some in sorted(months.items())
    )


def _times(moves: Sequence[CountedMove]) -> tuple[PhaseTime, ...]:
    used: Mapping[str, list[float]] = {phase: [] for phase in PHASES}
    for move in moves:
        if move.used_s is not None:
            used[move.phase].append(move.used_s)
    return tuple(
        PhaseTime(phase, len(all_s), sum(all_s) / len(all_s)) for phase, all_s in used.items() if all_s
    )


def _openings(games: Sequence[ScoredGame], side: int) -> tuple[OpeningScore, ...]:
    scores: dict[str, Counter[float]] = defaultdict(Counter)
    for game in games:
        if game.side == side and game.score is not None:
            scores[game.opening][game.score] += 1
    found = (OpeningScore(family, some[1.0], some[0.5], some[0.0]) for family, some in scores.items())
    return tuple(sorted(found, key=lambda one: (-one.games, one.family)))
