"""Counting the moves of reviewed games: the loss, cause and circumstances of each.

`count_moves` works on the engine's opinions of the positions in a game, which come either from a fresh review
(`opinions_of`) or from one that the library has kept (`kept_opinions`).
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from xiangqi.board import Board, Move
from xiangqi.coach.grades import MOST_LOSS, Grade
from xiangqi.coach.notes import GameReview, Opinion
from xiangqi.coach.scene import kind_of, played, starts_usually
from xiangqi.coach.second_look import Verdict, first_verdict
from xiangqi.coach.summary import PHASES, phase_of
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.chances import outcome_chance
from xiangqi.insights.causes import CAUSES, NONE, Cause, CauseFinder, Costly
from xiangqi.line import Moves
from xiangqi.openings import CODES, opening_of, practice
from xiangqi.records.clock_times import left_s
from xiangqi.records.tree import Game

OPENING, MIDDLE, ENDING = PHASES
WINNING: Final = "winning"
LEVEL: Final = "level"
LOSING: Final = "losing"
STANDINGS: Final = (WINNING, LEVEL, LOSING)

LEAST_LOSS: Final = MOST_LOSS[Grade.GOOD]
"""A cause is looked for if a move loses more winning chance than this."""

COSTLY: Final = MOST_LOSS[Grade.INACCURACY]
"""A move that loses more winning chance than this is called costly."""

_OPENING_PLIES: Final = 20
_BOOK_PLIES: Final = 40  # how far the masters' practice reaches
_WINNING: Final = 0.65  # winning chance of a side that is a horse ahead
_LOSING: Final = 0.35
_LARGEST: Final = 1 << 24  # limit of the packed moves of one game, bytes
_CONTROL: Final = re.compile(r"(\d{1,6})(?:\+(\d{1,4}))?(?::.*)?")


@dataclass(frozen=True, slots=True)
class CountedMove:
    """One move of a reviewed game."""

    game: int  # the game's number in the library
    ply: int  # number of the move, from 1
    side: int  # RED or BLACK
    fen: str  # the position before it
    move: Move
    best: Move | None  # the engine's choice; None if unknown
    loss: float  # lost winning chance, 0.0 to 1.0
    phase: str  # OPENING, MIDDLE or ENDING
    standing: str  # of the mover, one of STANDINGS
    opening: str  # of the game, one of openings.CODES or ""
    piece: int  # the kind of the piece that moved
    cause: str = NONE  # one of causes.CAUSES
    missed: bool = False  # True if the mover missed it; False if the mover allowed it
    punisher: int = 0  # kind of the piece that takes, or of the first to move; 0 without a known line
    distance: int = 0  # length of the punisher's move in points
    targets: int = 0  # number of pieces the punisher attacks at once, if it is the first piece to move
    left_s: float | None = None  # seconds on the mover's clock before the move; None if unknown
    used_s: float | None = None  # seconds spent on the move; None if unknown

    @property
    def is_fault(self) -> bool:
        """Whether a review marks the move."""
        return self.loss > LEAST_LOSS


_STORED: Final = tuple(field.name for field in fields(CountedMove))[1:]


def packed(moves: Sequence[CountedMove]) -> bytes:
    """Return moves in a compact form for storage; the game numbers are not stored."""
    rows = [[_plain(getattr(move, name)) for name in _STORED] for move in moves]
    return zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 9)


def _plain(value: object) -> object:
    return value.iccs if isinstance(value, Move) else value


def unpacked(content: bytes, game: int) -> tuple[CountedMove, ...]:
    """Return the moves that were given to `packed`, with this game number.

    Raises:
        ValueError: the content is damaged.
    """
    try:
        stream = zlib.decompressobj()
        rows = json.loads(stream.decompress(content, _LARGEST))
        return tuple(_read(row, game) for row in rows)
    except (zlib.error, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(f"these are not counted moves: {error}") from None


def _read(row: list[Any], game: int) -> CountedMove:
    if len(row) != len(_STORED):
        raise ValueError(f"{len(row)} values instead of {len(_STORED)}")
    ply, side, fen, move, best, loss, *others = row
    best = None if best is None else Move.from_iccs(best)
    found = CountedMove(game, ply, side, fen, Move.from_iccs(move), best, float(loss), *others)
    if not (_has_sense(found) and (not found.is_fault or _can_be_shown(found))):
        raise ValueError(f"move {ply!r}")
    return found


def _has_sense(move: CountedMove) -> bool:
    """Return whether a move's values have the types and ranges that counting requires."""
    numbers = (move.ply, move.piece, move.punisher, move.distance, move.targets)
    times = (move.left_s, move.used_s)
    return (
        move.side in (RED, BLACK)
        and 0 <= move.loss <= 1
        and move.phase in PHASES
        and move.standing in STANDINGS
        and move.cause in CAUSES
        and (move.opening == "" or move.opening in CODES)
        and all(type(number) is int for number in (move.side, *numbers))
        and type(move.missed) is bool
        and all(time is None or (type(time) in (int, float) and math.isfinite(time)) for time in times)
    )


def _can_be_shown(move: CountedMove) -> bool:
    """Return whether a move and the better one, if known, are legal in its position.

    Raises:
        FenError: the position is invalid.
    """
    board = Board(move.fen)
    return all(board.is_legal(shown) for shown in (move.move, move.best) if shown is not None)


def opinions_of(review: GameReview) -> tuple[Opinion, ...]:
    """Return the opinions on the positions of a reviewed game; one more than moves, or none without moves."""
    opinions = [Opinion(move.before, move.best) for move in review.moves]
    return (*opinions, *(Opinion(1 - move.after) for move in review.moves[-1:]))


def kept_opinions(values: Sequence[object]) -> tuple[Opinion | None, ...]:
    """Return the opinions of a review kept in the library (`library.Review.moves`).

    Unknown or damaged ones are None. The legality of the moves in the lines is not checked.
    """
    return tuple(_kept(value) if isinstance(value, Mapping) else None for value in values)


def _kept(value: Mapping[str, Any]) -> Opinion | None:
    try:
        best = value["best"]
        line = tuple(map(Move.from_iccs, best["pv"]))
        return Opinion(outcome_chance(best["cp"], best["mate"]), line, best["mate"])
    except (KeyError, TypeError, ValueError):
        return None


def clocks_of(game: Game) -> tuple[int, ...]:
    """Return the time left after each move in milliseconds, from a record's comments (``[%clk 0:04:59]``).

    The result is empty unless every move has a time.
    """
    found = []
    for node in game.root.line():
        left = left_s(node.comment)
        if left is None:
            return ()
        found.append(round(1000 * left))
    return tuple(found)


def count_moves(
    game: Game,
    opinions: Sequence[Opinion | None],
    *,
    number: int = 0,
    clocks: Sequence[int] = (),
    sides: Collection[int] = (RED, BLACK),
    verdicts: Mapping[int, Verdict] | None = None,
) -> tuple[CountedMove, ...]:
    """Return the counted moves of a reviewed game.

    Forced moves are left out, and so are moves without an opinion on the position before or after them.

    Args:
        game: the game.
        opinions: the opinions on the positions of its main line, from the first one on.
        number: the game's number in the library.
        clocks: the mover's time left after each move in milliseconds; by default taken from the comments.
            Fewer times than moves are ignored.
        sides: the sides whose moves are counted.
        verdicts: the verdicts on moves that were searched again, by their numbers from 1.
    """
    counter = _Counter(game, opinions, number, clocks or clocks_of(game), verdicts or {})
    return tuple(counter.moves(sides))


class _Counter:
    """Counts the moves of one game."""

    def __init__(
        self,
        game: Game,
        opinions: Sequence[Opinion | None],
        number: int,
        clocks: Sequence[int],
        verdicts: Mapping[int, Verdict],
    ) -> None:
        self._verdicts = verdicts
        self._line = game.main_line()
        self._start_fen = game.start_fen
        self._opinions = opinions
        self._number = number
        self._clocks = clocks if len(clocks) >= len(self._line) else ()
        self._total_s, self._increment_s = _control(game.headers)
        self._causes = CauseFinder()

    def moves(self, sides: Collection[int]) -> Iterator[CountedMove]:
        """Yield the counted moves of some sides."""
        board = Board(self._start_fen)
        is_usual = starts_usually(board)
        found = opening_of(self._line) if is_usual else None
        opening, book = found.code if found else "", self._last_book_ply() if is_usual else 0
        for ply, move in enumerate(self._line, 1):
            judged = self._opinions[ply - 1 : ply + 1]
            before, after = judged if len(judged) == 2 else (None, None)
            if (
                board.turn in sides
                and before is not None
                and after is not None
                and len(board.legal_moves()) > 1
            ):
                yield self._counted(board, ply, before, after, (opening, self._phase(board, ply, book)))
            board.push_unchecked(move)

    def _last_book_ply(self) -> int:
        """Return the ply of the last move that led to a position of the masters' practice, or 0."""
        board, last = Board(self._start_fen), 0
        for ply, move in enumerate(self._line[:_BOOK_PLIES], 1):
            board.push_unchecked(move)
            if practice.lookup(board):
                last = ply
        return last

    def _phase(self, board: Board, ply: int, book: int) -> str:
        """Return the phase of a move; the opening lasts 20 plies, or as long as the game follows `book`."""
        if phase_of(board, ply) == ENDING:
            return ENDING
        return OPENING if starts_usually(board) and ply <= max(_OPENING_PLIES, book) else MIDDLE

    def _counted(
        self, board: Board, ply: int, before: Opinion, after: Opinion, where: tuple[str, str]
    ) -> CountedMove:
        move = self._line[ply - 1]
        verdict = self._verdicts.get(ply) or first_verdict(move, before, after)
        before, after, loss = verdict.before, verdict.after, verdict.loss
        best = before.line[0] if before.line else None
        cause = self._cause(board, move, before, after) if loss > LEAST_LOSS else Cause(NONE)
        opening, phase = where
        return CountedMove(
            self._number,
            ply,
            board.turn,
            board.fen(),
            move,
            best,
            round(loss, 4),
            phase,
            WINNING if before.chance > _WINNING else LOSING if before.chance < _LOSING else LEVEL,
            opening,
            kind_of(board.piece_at(move.from_square)),
            cause.kind,
            cause.missed,
            cause.punisher,
            cause.distance,
            cause.targets,
            *self._times(ply),
        )

    def _cause(self, board: Board, move: Move, before: Opinion, after: Opinion) -> Cause:
        better, refutation = _legal(board, before.line), _legal(played(board, [move]), after.line)
        return self._causes.cause_of(
            Costly(board, move, better, refutation, mated=after.chance == 1.0, mates=before.chance == 1.0)
        )

    def _times(self, ply: int) -> tuple[float | None, float | None]:
        """Return the seconds on the mover's clock before a move and those spent on it, each None if unknown."""
        if not self._clocks:
            return None, None
        left = self._clocks[ply - 3] / 1000 if ply > 2 else self._total_s
        if left is None or left < 0:
            return None, None
        if self._clocks[ply - 1] < 0:
            return left, None
        return left, max(0.0, round(left + self._increment_s - self._clocks[ply - 1] / 1000, 3))


def _legal(board: Board, line: Moves) -> Moves:
    """Return the longest legal prefix of a line."""
    walked = board.copy()
    for ply, move in enumerate(line):
        if not walked.is_legal(move):
            return line[:ply]
        walked.push_unchecked(move)
    return line


def _control(headers: Mapping[str, str]) -> tuple[float | None, float]:
    """Return the total time and the increment of a TimeControl tag in seconds; None if there is no total."""
    match = _CONTROL.fullmatch(headers.get("TimeControl", ""))
    if match is None:
        return None, 0.0
    return float(match[1]), float(match[2] or 0)
