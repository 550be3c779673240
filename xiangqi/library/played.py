"""The player's own games: how they were played, their reviews, and statistics."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.i18n.message import Message
from xiangqi.library.chunks import MINE, SIDE_NAMES, unpacked
from xiangqi.library.schema import WAIT_SECONDS, translated
from xiangqi.library.stars import put_star, stars
from xiangqi.library.store import Store
from xiangqi.openings import code_of, family_of
from xiangqi.records.tree import RESULTS, Game

_LARGEST_REVIEW: Final = 16 << 20  # bytes; a move takes about fifty

_DAMAGE: Final = (ValueError, TypeError, OverflowError, RecursionError)
"""Errors raised by rows whose values have the wrong types."""

WON: Final = "won"
DRAWN: Final = "drawn"
LOST: Final = "lost"


@dataclass(frozen=True)
class Played:
    """The circumstances of one of the player's own games."""

    ended: str  # date and time in ISO 8601, local
    side: int | None = None  # RED or BLACK, the person's side; None if two people or two engines played
    reason: str = ""  # the reason code of the referee or the app; "" if it was left unfinished
    # level of the built-in engine, None for other players
    red_level: int | None = None
    black_level: int | None = None
    # names of other engines
    red_engine: str = ""
    black_engine: str = ""
    rules: str = ""  # the name of the rule set
    # the mover's remaining time after each move in milliseconds; empty without a clock
    clocks: tuple[int, ...] = ()

    @property
    def level(self) -> int | None:
        """The opponent's level if it was the built-in engine, otherwise None."""
        return {RED: self.black_level, BLACK: self.red_level, None: None}[self.side]


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    made: str  # date and time in ISO 8601, local
    # 0 to 100, None if the side made no move
    red_accuracy: float | None
    black_accuracy: float | None
    moves: Sequence[Any] = ()  # a JSON value per ply, in the reviewer's format


@dataclass(frozen=True)
class OwnGame:
    """An entry in the list of the player's own games."""

    number: int  # the game's number in the library
    # names
    red: str
    black: str
    result: str  # one of records.tree.RESULTS
    plies: int  # length of the main line
    opening: str  # one of openings.CODES, "" for none
    played: Played
    accuracy: float | None  # of the person's moves, None without a review or a single person
    # the piece on each point at the start, in FEN order, and the moves; empty if unknown
    start_points: bytes = b""
    moves: tuple[Move, ...] = ()

    @property
    def opening_code(self) -> str:
        """The opening, under the name that games of files use."""
        return self.opening

    @property
    def date(self) -> str:
        """The time at which it ended, under the name that games of files use."""
        return self.played.ended

    @property
    def outcome(self) -> str:
        """WON, DRAWN or LOST for the person; "" if the game is unfinished or no single person played."""
        if self.played.side is None or self.result == "*":
            return ""
        if self.result == "1/2-1/2":
            return DRAWN
        return WON if (self.result == "1-0") == (self.played.side == RED) else LOST


@dataclass(frozen=True)
class Score:
    """The results of a group of the player's own games."""

    games: int  # finished ones
    won: int
    drawn: int
    lost: int
    accuracy: float | None  # the average over reviewed games, None if there are none


@dataclass(frozen=True)
class Statistics:
    """Statistics of the player's own games."""

    all: Score
    by_side: dict[str, Score]  # by "red" and "black"
    by_level: dict[int, Score]  # by level of the built-in engine
    by_opening: dict[str, Score]  # by the first code of each family, of openings.FAMILIES
    by_month: dict[str, Score]  # by "YYYY-MM", in order
    streak: int  # the current run of wins, or of losses as a negative number; 0 after a draw
    longest_streak: int  # the longest run of wins
    # (ended, outcome, accuracy) of each finished game, in order
    curve: tuple[tuple[str, str, float | None], ...]


def keep(
    store: Store, game: Game, played: Played, before: int | None = None, patience_s: float = WAIT_SECONDS
) -> int:
    """Add one of the player's own games, replacing an earlier version of it, and return its number.

    A star of the earlier version stays.

    Raises:
        LibraryError: the library cannot be written.
    """
    new = store.prepare(game)
    new.flags |= MINE
    with store.writing(patience_s):
        starred = before is not None and before in stars(store)
        if before is not None and store.holds(before):
            store.delete([before])
        number = store.append([new])[0]
        write_played(store, number, played)
        if starred:
            put_star(store, number, starred=True)
    return number


def same_own_game(store: Store, game: Game, since: str) -> int | None:
    """Return the number of the latest own game with the same result, moves and tags, or None.

    Empty tags and those of the clocks are not compared.

    Args:
        store: the library.
        game: the game to look for.
        since: local time in ISO 8601; games that ended earlier are ignored.

    Raises:
        LibraryError: the library, or a game with the same result and length, cannot be read.
    """
    moves, tags = game.main_line(), _known_tags(game)
    for own in own_games(store):
        if own.played.ended >= since and (own.result, own.plies) == (game.result, len(moves)):
            other = store.load(own.number)
            if other.main_line() == moves and _known_tags(other) == tags:
                return own.number
    return None


def _known_tags(game: Game) -> dict[str, str]:
    clocks = ("RedClock", "BlackClock")
    return {name: text for name, text in game.headers.items() if text and name not in clocks}


def write_played(store: Store, number: int, played: Played) -> None:
    """Store how a game was played; must be called inside a transaction."""
    store.database.execute(
        "INSERT OR REPLACE INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            played.ended,
            SIDE_NAMES[played.side],
            played.reason,
            played.red_level,
            played.black_level,
            played.red_engine,
            played.black_engine,
            played.rules,
            json.dumps(played.clocks),
        ),
    )


def add_review(store: Store, number: int, review: Review) -> None:
    """Store the review of a game, replacing an earlier one.

    Raises:
        LibraryError: there is no such game, or the library cannot be written.
    """
    store.row(number)
    content = zlib.compress(json.dumps(list(review.moves), ensure_ascii=False).encode())
    with store.writing():
        store.database.execute(
            "INSERT OR REPLACE INTO review VALUES (?, ?, ?, ?, ?)",
            (number, review.made, review.red_accuracy, review.black_accuracy, content),
        )


def review_of(store: Store, number: int) -> Review | None:
    """Return the review of a game, or None.

    Raises:
        LibraryError: the review is damaged, or the library cannot be read.
    """
    with translated(store.path):
        row = store.database.execute(
            "SELECT made, red_accuracy, black_accuracy, content FROM review WHERE game = ?", (number,)
        ).fetchone()
    if row is None:
        return None
    made, red, black, content = row
    try:
        moves = tuple(json.loads(unpacked(content, _LARGEST_REVIEW)))
        return Review(str(made), _accuracy(red), _accuracy(black), moves)
    except (ValueError, TypeError, RecursionError) as error:
        raise LibraryError(
            Message(
                "detail.of_file",
                file=str(store.path),
                reason=Message("detail.damaged_review", number=number, reason=str(error)),
            )
        ) from None


def own_games(store: Store) -> list[OwnGame]:
    """Return the player's own games, the latest first; damaged ones are left out.

    Raises:
        LibraryError: the library cannot be read.
    """
    store.chunks()
    with translated(store.path):
        rows = store.database.execute(
            "SELECT played.*, red_accuracy, black_accuracy FROM played LEFT JOIN review USING (game)"
            " ORDER BY ended DESC, game DESC"
        ).fetchall()
    return [game for row in rows if (game := _own_game(store, row)) is not None]


def clocks_of(store: Store, number: int) -> tuple[int, ...]:
    """Return the mover's remaining milliseconds after each move of a game; empty if unknown or damaged.

    Raises:
        LibraryError: the library cannot be read.
    """
    with translated(store.path):
        row = store.database.execute("SELECT clocks FROM played WHERE game = ?", (number,)).fetchone()
    try:
        return _clocks(row[0]) if row is not None else ()
    except _DAMAGE:
        return ()


def _clocks(text: object) -> tuple[int, ...]:
    return tuple(int(left) for left in json.loads(str(text)))


def _accuracy(value: object) -> float | None:
    return None if value is None else float(str(value))


def _level(value: object) -> int | None:
    return None if value is None else int(str(value))


def _own_game(store: Store, row: tuple[Any, ...]) -> OwnGame | None:
    number, ended, side, reason, red_level, black_level, red_engine, black_engine, rules, clocks = row[:10]
    sides = {name: side for side, name in SIDE_NAMES.items()}
    try:
        played = Played(
            str(ended),
            sides.get(side),
            str(reason),
            _level(red_level),
            _level(black_level),
            str(red_engine),
            str(black_engine),
            str(rules),
            _clocks(clocks),
        )
        accuracy = {RED: _accuracy(row[10]), BLACK: _accuracy(row[11]), None: None}[played.side]
        chunk, place = store.row(number)
        line = store.line(number)
    except (*_DAMAGE, LibraryError):
        return None
    column = chunk.columns[place]
    return OwnGame(
        number,
        store.name(int(column["red"])) or "",
        store.name(int(column["black"])) or "",
        RESULTS[int(column["result"])],
        int(column["plies"]),
        code_of(int(column["opening"])) or "",
        played,
        accuracy,
        *line,
    )


def statistics(games: Iterable[OwnGame]) -> Statistics:
    """Return statistics of those of the games that are finished and were played by a single person."""
    finished = sorted((game for game in games if game.outcome), key=lambda game: game.played.ended)
    levels = [game for game in finished if game.played.level is not None]
    runs = [(outcome, len(list(run))) for outcome, run in groupby(game.outcome for game in finished)]
    last, length = runs[-1] if runs else ("", 0)
    return Statistics(
        all=_score(finished),
        by_side={
            SIDE_NAMES[side]: _score([g for g in finished if g.played.side == side]) for side in (RED, BLACK)
        },
        by_level={
            level: _score([game for game in levels if game.played.level == level])
            for level in sorted({game.played.level for game in levels if game.played.level is not None})
        },
        by_opening={
            family: _score([game for game in finished if game.opening and family_of(game.opening) == family])
            for family in sorted({family_of(game.opening) for game in finished if game.opening})
        },
        by_month={
            month: _score(list(some))
            for month, some in groupby(finished, key=lambda game: game.played.ended[:7])
        },
        streak={WON: length, LOST: -length}.get(last, 0),
        longest_streak=max((count for outcome, count in runs if outcome == WON), default=0),
        curve=tuple((game.played.ended, game.outcome, game.accuracy) for game in finished),
    )


def _score(games: Sequence[OwnGame]) -> Score:
    outcomes = [game.outcome for game in games]
    known = [game.accuracy for game in games if game.accuracy is not None]
    return Score(
        len(games),
        outcomes.count(WON),
        outcomes.count(DRAWN),
        outcomes.count(LOST),
        sum(known) / len(known) if known else None,
    )
