"""A player's dossier: openings and their results, endgames, and positions to steer for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.scene import value_of
from xiangqi.coach.summary import phase_of
from xiangqi.core.constants import BLACK, BOTH, RED
from xiangqi.insights.first_moves import PLIES, FirstMoves, PositionPlace
from xiangqi.insights.games import PlayedGame
from xiangqi.insights.moves import ENDING
from xiangqi.insights.strength import Band, band
from xiangqi.line import Line
from xiangqi.openings import practice

_AHEAD: Final = 150  # material balance, more than a soldier, from which a side is ahead in an endgame
_LEAST_MET: Final = 5  # the fewest games in which a position to aim for occurred
_LEAST_SHARE: Final = 0.01  # and the least share of the player's games with this colour
_HALVES: Final = 4.0  # virtual games, each scored one half, added to the results of a position for its place
_LEAST_LIKELY: Final = 0.02
_SHOWN: Final = 8
_RIVALS: Final = 30
_STRENGTHS: Final = (-10_000, 1200, 1600, 2000, 2400, 10_000)  # boundaries of the groups of opponents' ratings
_RESULTS: Final = (1.0, 0.5, 0.0)
_LATEST: Final = 24
_PAUSE: Final = 8  # years without games after which a career is said to go on only with a share of the games
_STRAY: Final = 0.01  # that share


@dataclass(frozen=True)
class Opened:
    """The frequency and results of a family of openings."""

    year: int | None  # 0 if unknown; None for all years
    side: int
    family: str  # the first code of the family
    games: int
    points: float  # from the finished games
    finished: int


@dataclass(frozen=True)
class Leaving:
    """A move with which the player leaves the masters' practice."""

    fen: str  # the position before the move
    side: int
    ply: int  # number of the move, from 1
    move: Move
    games: int
    usual: Move  # the masters' most frequent move
    score: float | None  # in these games; None if none is finished


@dataclass(frozen=True)
class Endings:
    """Endgames that began with a given standing."""

    standing: str  # "ahead", "level" or "behind", by material
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Aim:
    """A position to aim for: the player, who is to move, has scored badly in it."""

    fen: str
    side: int  # the player's
    moves: tuple[Move, ...]  # one way to reach it from the starting position
    likely: float  # probability that the player goes along when the opponent steers for it
    games: int  # finished ones that reached it
    of: int  # finished ones with the player's colour
    score: float  # the player's in the games that reached it


@dataclass(frozen=True)
class Against:
    """Results against opponents in a range of ratings."""

    low: int | None  # None if there is no bound
    high: int | None
    games: int
    score: Band


@dataclass(frozen=True)
class ResultGroup:
    """A player's results in some of the games."""

    name: str  # the opponent, or the year; "" for games of an unknown year
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class LatestGame:
    """One of a player's latest games."""

    number: int  # in the library
    side: int  # RED or BLACK, the player's
    opponent: str  # "" if unknown
    score: float | None  # the player's; None without a result
    opening: str  # one of openings.CODES, or ""
    plies: int
    year: int  # 0 if unknown
    month: int  # 1 to 12, or 0 if unknown


@dataclass(frozen=True)
class Dossier:
    """The facts about a player's games that help an opponent."""

    games: int
    openings: tuple[Opened, ...]  # over all years, Red first, then by frequency
    years: tuple[Opened, ...]  # by year, the latest first
    # by side: points, the masters' points in the same positions, games
    practice: dict[int, tuple[float, float, int]]
    leaves: tuple[Leaving, ...]  # the most frequent first
    endings: tuple[Endings, ...]
    plies: float | None  # median length; None without games
    against: tuple[Against, ...]
    aims: tuple[Aim, ...]  # the best first
    first_moves: FirstMoves
    opponents: tuple[ResultGroup, ...] = ()  # those met most often, the most frequent first
    by_year: tuple[ResultGroup, ...] = ()  # the latest first
    latest: tuple[LatestGame, ...] = ()  # the latest first, then the last ones stored

    @property
    def career(self) -> tuple[int, int] | None:
        """The first and the last year with games; None if no year is known.

        A few games many years away from all others are left out: they have a wrong date, or are by a namesake.
        """
        years = sorted((int(one.name), one.games) for one in self.by_year if one.name)
        runs: list[list[tuple[int, int]]] = []
        for year, games in years:
            if not runs or year - runs[-1][-1][0] > _PAUSE:
                runs.append([])
            runs[-1].append((year, games))
        least = _STRAY * sum(games for _, games in years)
        kept = [year for run in runs if sum(games for _, games in run) > least for year, _ in run]
        return (kept[0], kept[-1]) if kept else None


def dossier(games: Sequence[PlayedGame]) -> Dossier:
    """Return the dossier of a player from their games, which begin at the starting position.

    `games` has a game against oneself twice, once for each side. It is counted once, and left out of the
    results against opponents and in endgames.
    """
    first = FirstMoves(games)
    known = _Practice(first)
    followed = [_followed(game, known) for game in games]
    lengths = {game.number: len(game.moves) for game in games}
    sides = Counter(game.number for game in games)
    against_others = [game for game in games if sides[game.number] == 1]
    named = [game for game in against_others if game.opponent]
    return Dossier(
        len(lengths),
        tuple(_opened(games, None)),
        tuple(
            one for year in sorted({game.year for game in games}, reverse=True) for one in _opened(games, year)
        ),
        {side: compared for side in (RED, BLACK) if (compared := _compared(followed, side)) is not None},
        tuple(_leaves(followed)),
        tuple(_endings(against_others)),
        median(lengths.values()) if lengths else None,
        tuple(_against(against_others)),
        tuple(_aims(games, first)),
        first,
        _groups((game.opponent for game in named), named)[:_RIVALS],
        tuple(sorted(_groups((_year(game) for game in games), games), key=lambda one: one.name, reverse=True)),
        tuple(_latest(games)),
    )


def _year(game: PlayedGame) -> str:
    return str(game.year or "")


def _groups(names: Iterable[str], games: Iterable[PlayedGame]) -> tuple[ResultGroup, ...]:
    """Return the results of finished games by their names, the most frequent first."""
    found: dict[str, Counter[float]] = defaultdict(Counter)
    for name, game in zip(names, games, strict=True):
        if game.score is not None:
            found[name][game.score] += 1
    ranked = sorted(found.items(), key=lambda item: (-item[1].total(), item[0]))
    return tuple(ResultGroup(name, each.total(), *(each[score] for score in _RESULTS)) for name, each in ranked)


def _latest(games: Iterable[PlayedGame]) -> Iterator[LatestGame]:
    """Yield the latest games, each once, even if a player played both sides."""
    once = {game.number: game for game in games}.values()
    ranked = sorted(once, key=lambda game: (game.year, game.month, game.day, game.number), reverse=True)
    for game in ranked[:_LATEST]:
        told = (game.number, game.side, game.opponent, game.score, game.opening, len(game.moves))
        yield LatestGame(*told, game.year, game.month)


def _opened(games: Iterable[PlayedGame], year: int | None) -> list[Opened]:
    groups: dict[tuple[int, str], list[PlayedGame]] = defaultdict(list)
    for game in games:
        if game.family and year in (None, game.year):
            groups[game.side, game.family].append(game)
    found = []
    for (side, family), each in groups.items():
        scores = [game.score for game in each if game.score is not None]
        found.append(Opened(year, side, family, len(each), sum(scores), len(scores)))
    return sorted(found, key=lambda one: ((RED, BLACK).index(one.side), -one.games, one.family))


# ---- Masters' practice ----


@dataclass(frozen=True)
class _Followed:
    """A game as far as it agrees with the masters' practice, and the move that leaves it."""

    game: PlayedGame
    score: float | None  # the masters' for the player's side after the last known move; None without one
    left: (
        tuple[int, tuple[str, Move], Move] | None
    )  # the player's first other move: its number, key and the masters' move


class _Practice:
    """The masters' practice by position; each position is looked up once, since the first ones recur."""

    def __init__(self, first: FirstMoves) -> None:
        self._first = first
        self._known: dict[int, tuple[practice.PracticeMove, ...]] = {}

    def here(self, board: Board) -> tuple[tuple[practice.PracticeMove, ...], PositionPlace]:
        """Return the masters' moves in a position, and its place."""
        if board.key not in self._known:
            self._known[board.key] = practice.lookup(board)
        return self._known[board.key], self._first.place(board)


def _followed(game: PlayedGame, practised: _Practice) -> _Followed:
    board, score = Board(), None
    for ply, move in enumerate(game.moves[: 2 * PLIES], 1):
        masters, place = practised.here(board)
        if not masters:
            break
        known = next((one for one in masters if place.kept(one.move) == place.kept(move)), None)
        if known is None:
            left = (ply, (place.key, place.kept(move)), masters[0].move) if board.turn == game.side else None
            return _Followed(game, score, left)
        red = (known.red_wins + known.draws / 2) / known.games
        score = red if game.side == RED else 1 - red
        board.push_unchecked(move)
    return _Followed(game, score, None)


def _compared(games: Iterable[_Followed], side: int) -> tuple[float, float, int] | None:
    """Return a side's points per game and the masters' points at the end of the known moves, or None."""
    pairs = [
        (one.game.score, one.score)
        for one in games
        if one.game.side == side and one.game.score is not None and one.score is not None
    ]
    if not pairs:
        return None
    own, masters = (sum(scores) / len(pairs) for scores in zip(*pairs, strict=True))
    return own, masters, len(pairs)


def _leaves(games: Iterable[_Followed]) -> Iterator[Leaving]:
    groups: dict[tuple[str, Move], list[tuple[PlayedGame, int, Move]]] = defaultdict(list)
    for one in games:
        if one.left is not None:
            ply, place, usual = one.left
            groups[place].append((one.game, ply, usual))
    ranked = sorted(groups.items(), key=lambda item: (-len(item[1]), item[1][0][1], item[0]))
    for _, each in ranked[:_SHOWN]:
        game, ply, usual = each[0]
        scores = [one.score for one, _, _ in each if one.score is not None]
        score = sum(scores) / len(scores) if scores else None
        fen = Line(moves=game.moves[: ply - 1]).board().fen()
        yield Leaving(fen, game.side, ply, game.moves[ply - 1], len(each), usual, score)


# ---- Endings and results ----


def _endings(games: Iterable[PlayedGame]) -> Iterator[Endings]:
    reached: dict[str, Counter[float]] = defaultdict(Counter)
    for game in games:
        standing = _ending(game) if game.score is not None else None
        if standing is not None and game.score is not None:
            reached[standing][game.score] += 1
    for standing in ("ahead", "level", "behind"):
        if standing in reached:
            won, drawn, lost = (reached[standing][score] for score in _RESULTS)
            yield Endings(standing, won + drawn + lost, won, drawn, lost)


def _ending(game: PlayedGame) -> str | None:
    """Return the standing of the player when the endgame began, or None if there was none."""
    board = Board()
    for ply, move in enumerate(game.moves, 1):
        is_capture = board.is_capture(move)
        board.push_unchecked(move)
        if is_capture and phase_of(board, ply + 1) == ENDING:
            return _standing(board, game.side)
    return None


def _standing(board: Board, side: int) -> str:
    balance = sum(value_of(code) * (1 if code & BOTH == side else -1) for code in board.pieces().values())
    return "level" if abs(balance) < _AHEAD else "ahead" if balance > 0 else "behind"


def _against(games: Sequence[PlayedGame]) -> Iterator[Against]:
    for low, high in pairwise(_STRENGTHS):
        scores = [
            game.score
            for game in games
            if game.score is not None
            and game.opponent_rating is not None
            and low <= game.opponent_rating < high
        ]
        if scores:
            least, most = (bound if abs(bound) < _STRENGTHS[-1] else None for bound in (low, high))
            yield Against(least, most, len(scores), band(scores, 0.0, 1.0))


# ---- Where to meet them ----


def _aims(games: Sequence[PlayedGame], first: FirstMoves) -> list[Aim]:
    """Return the positions in which the player scored badly, weighted by the probability of reaching them.

    To rank them, half points in a few more games are added, so that few games do not look like certainty.
    """
    found: dict[tuple[int, str], Aim] = {}
    finished = Counter(game.side for game in games if game.score is not None)
    for game in games:
        _note_aims(game, first, finished[game.side], found)

    def worth(aim: Aim) -> float:
        return (0.5 - aim.score) * aim.games / (aim.games + _HALVES) * aim.likely

    ranked = sorted(found.values(), key=lambda aim: (-worth(aim), aim.fen))
    return _distinct([aim for aim in ranked if aim.score < 0.5])[:_SHOWN]


def _note_aims(game: PlayedGame, first: FirstMoves, finished: int, found: dict[tuple[int, str], Aim]) -> None:
    """Note the positions of a game that an opponent could steer for by choosing the opponent's moves.

    Args:
        game: the player's game.
        first: the first moves of all the player's games.
        finished: how many games the player has finished with this colour.
        found: receives the aims by side and place, each with the most probable way to it.
    """
    board, likely = Board(), 1.0
    least = max(_LEAST_MET, _LEAST_SHARE * finished)
    for ply, move in enumerate(game.moves[:PLIES]):
        if likely < _LEAST_LIKELY:
            return
        if board.turn == game.side:
            here, key = first.here(board), (game.side, first.place(board).key)
            is_better = key not in found or found[key].likely < likely
            if ply and here is not None and here.finished >= least and is_better:
                score = here.points / here.finished
                found[key] = Aim(
                    board.fen(), game.side, game.moves[:ply], likely, here.finished, finished, score
                )
            likely *= first.likelihoods(board)[move]
        board.push_unchecked(move)


def _distinct(aims: Sequence[Aim]) -> list[Aim]:
    """Return the aims, leaving out each whose moves extend or begin those of a better aim for the same side."""
    kept: list[Aim] = []
    for aim in aims:
        ways = [(one.moves, aim.moves) for one in kept if one.side == aim.side]
        if not any(one[: len(other)] == other[: len(one)] for one, other in ways):
            kept.append(aim)
    return kept
