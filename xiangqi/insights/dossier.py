"""The dossier of a player: how they open and how that goes, how their games end, and where to meet them."""

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
from xiangqi.insights.first_moves import PLIES, FirstMoves, Place
from xiangqi.insights.games import PlayedGame
from xiangqi.insights.moves import ENDING
from xiangqi.insights.strength import Band, band
from xiangqi.line import Line
from xiangqi.openings import place_of, practice

_AHEAD: Final = 150  # material that decides how an ending stands: more than a soldier
_LEAST_MET: Final = 3  # games in which a position to aim for was met
_HALVES: Final = 4.0  # games with half a point that are added to the results of a position
_LEAST_LIKELY: Final = 0.02
_SHOWN: Final = 8
_STRENGTHS: Final = (-10_000, 1200, 1600, 2000, 2400, 10_000)  # ratings of opponents: bounds of groups
_RESULTS: Final = (1.0, 0.5, 0.0)


@dataclass(frozen=True)
class Opened:
    """How often a family of openings was played, and with what success."""

    year: int | None  # 0 if it is unknown; None for all years
    side: int
    family: str  # the first code
    games: int
    points: float  # of the finished ones
    finished: int


@dataclass(frozen=True)
class Leaving:
    """Where the player leaves what masters play."""

    fen: str  # the position before the move
    side: int
    ply: int  # the number of the move, from 1
    move: Move
    games: int
    usual: Move  # what masters play most
    score: float | None  # of these games, None without finished ones


@dataclass(frozen=True)
class Endings:
    """Endings that were reached with some standing."""

    standing: str  # "ahead", "level" or "behind", by material
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Aim:
    """A position to aim for: the player, who is to move there, has done badly in it."""

    fen: str
    side: int  # the player's
    moves: tuple[Move, ...]  # a way to it from the start
    likely: float  # how likely it is reached by who aims for it
    games: int
    score: float  # shrunk towards a half


@dataclass(frozen=True)
class Against:
    """Results against opponents of some strength."""

    low: int | None  # rating, None for no bound
    high: int | None
    games: int
    score: Band


@dataclass(frozen=True)
class Dossier:
    """What the games of a player tell to an opponent."""

    games: int
    openings: tuple[Opened, ...]  # of all years, Red first and the most frequent first
    years: tuple[Opened, ...]  # of each year, the latest first
    practice: dict[int, tuple[float, float, int]]  # by side: points, masters' in the same positions, games
    leaves: tuple[Leaving, ...]  # the most frequent first
    endings: tuple[Endings, ...]
    plies: float | None  # the median length, None without games
    against: tuple[Against, ...]
    aims: tuple[Aim, ...]  # the best first
    first_moves: FirstMoves


def dossier(games: Sequence[PlayedGame]) -> Dossier:
    """Return the dossier of a player whose games, from the usual start, these are."""
    first, followed = FirstMoves(games), [_followed(game) for game in games]
    return Dossier(
        len(games),
        tuple(_opened(games, None)),
        tuple(
            one for year in sorted({game.year for game in games}, reverse=True) for one in _opened(games, year)
        ),
        {side: compared for side in (RED, BLACK) if (compared := _compared(followed, side)) is not None},
        tuple(_leaves(followed)),
        tuple(_endings(games)),
        median(len(game.moves) for game in games) if games else None,
        tuple(_against(games)),
        tuple(_aims(games, first)),
        first,
    )


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
    """How a game follows masters' practice."""

    game: PlayedGame
    score: float | None  # masters' for the player's side, with the last move that they know; None without one
    left: (
        tuple[int, tuple[str, Move], Move] | None
    )  # the player's first other move: its number, key, masters' move


def _followed(game: PlayedGame) -> _Followed:
    board, score = Board(), None
    for ply, move in enumerate(game.moves[: 2 * PLIES], 1):
        masters = practice.lookup(board)
        if not masters:
            break
        place = Place(board)
        known = next((one for one in masters if place.kept(one.move) == place.kept(move)), None)
        if known is None:
            left = (ply, (place.key, place.kept(move)), masters[0].move) if board.turn == game.side else None
            return _Followed(game, score, left)
        red = (known.red_wins + known.draws / 2) / known.games
        score = red if game.side == RED else 1 - red
        board.push_unchecked(move)
    return _Followed(game, score, None)


def _compared(games: Iterable[_Followed], side: int) -> tuple[float, float, int] | None:
    """Return a side's points by game, and what masters score where these games leave their practice."""
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
    """Return how the ending of a game stood for the player when it began; None without one."""
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


def _aims(games: Iterable[PlayedGame], first: FirstMoves) -> list[Aim]:
    """Return the positions in which the player has done badly, weighed by how likely they can be reached."""
    found: dict[tuple[int, str], Aim] = {}
    for game in games:
        for aim in _aims_of(game, first):
            key = aim.side, place_of(Board(aim.fen))
            if key not in found or found[key].likely < aim.likely:
                found[key] = aim
    ranked = sorted(found.values(), key=lambda aim: (-(0.5 - aim.score) * aim.likely, aim.fen))
    return _distinct([aim for aim in ranked if aim.score < 0.5])[:_SHOWN]


def _aims_of(game: PlayedGame, first: FirstMoves) -> Iterator[Aim]:
    """Yield the positions of a game that an opponent could aim for, whose own moves are free."""
    board, likely = Board(), 1.0
    for ply, move in enumerate(game.moves[:PLIES]):
        if board.turn == game.side:
            here = first.here(board)
            if ply and here is not None and here.finished >= _LEAST_MET and likely >= _LEAST_LIKELY:
                score = (here.points + _HALVES / 2) / (here.finished + _HALVES)
                yield Aim(board.fen(), game.side, game.moves[:ply], likely, here.games.total(), score)
            likely *= first.likelihoods(board)[move]
        board.push_unchecked(move)


def _distinct(aims: Sequence[Aim]) -> list[Aim]:
    """Return the aims without those on the way to a better one, or beyond it, in the same games."""
    kept: list[Aim] = []
    for aim in aims:
        ways = [(one.moves, aim.moves) for one in kept if one.side == aim.side]
        if not any(one[: len(other)] == other[: len(one)] for one, other in ways):
            kept.append(aim)
    return kept
