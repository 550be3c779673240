"""What is kept of exercises, in the library's file: attempts, the deck, evidence of strength, lessons done."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final

from xiangqi.errors import LibraryError
from xiangqi.exercises.deck import DeckCard, Mistake, Recall, new_card
from xiangqi.exercises.likelihood import WeighedMove
from xiangqi.exercises.rating import GameEvidence
from xiangqi.library.library import default_path
from xiangqi.library.schema import connect, transaction, translated


@dataclass(frozen=True)
class Attempt:
    """One try at an exercise.

    Attributes:
        made: when, with a time zone.
        exercise: its key: board and side to move.
        source: where it was met: `pack`, `daily`, `deck`, `course` or `file`.
        solved: whether the solution was played to its end without giving up.
        wrong: wrong moves on the way.
        hints: steps of the hint ladder that were asked for.
        rating: of the exercise, None where it has none.
        themes: of the exercise.
        milliseconds: taken, None without a timer.
    """

    made: datetime
    exercise: str
    source: str
    solved: bool
    wrong: int = 0
    hints: int = 0
    rating: int | None = None
    themes: tuple[str, ...] = ()
    milliseconds: int | None = None

    @property
    def clean(self) -> bool:
        """Whether it was solved at the first go, without help."""
        return self.solved and not self.wrong and not self.hints


_DAMAGE: Final = (ValueError, TypeError, OverflowError, RecursionError)
"""What values of other kinds raise where a row is read."""


@dataclass(frozen=True)
class ThemeScore:
    """How one does with a theme: attempts, and how many of them were clean."""

    tried: int
    clean: int


class ExerciseLog:
    """The tables of exercises in a library's file. Threads may share one; several programs may have it open."""

    def __init__(self, path: Path | None = None) -> None:
        """Open or make the file.

        Args:
            path: of the library; without it, the one of this user.

        Raises:
            LibraryError: it cannot be opened.
        """
        self.path = path or default_path()
        self._database = connect(self.path)
        self._turn = threading.RLock()

    def __enter__(self) -> ExerciseLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._database.close()

    def hurry(self, seconds: float) -> None:
        """Let nothing wait longer than so many seconds from now on for another program that writes."""
        self._database.patient_until = time.monotonic() + seconds

    def _read(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._turn, translated(self.path):
            return self._database.execute(query, values).fetchall()

    def _write(self, *orders: tuple[str, tuple[object, ...]]) -> list[int]:
        """Carry out some statements, all or none; the number of rows that each has changed."""
        with self._turn, translated(self.path), transaction(self._database):
            return [self._database.execute(query, values).rowcount for query, values in orders]

    # ---- Attempts -----------------------------------------------------------------------------------------

    def add_attempt(self, attempt: Attempt) -> None:
        """Keep an attempt.

        Raises:
            LibraryError: it cannot be written.
        """
        values = (
            _text(attempt.made),
            attempt.exercise,
            attempt.source,
            int(attempt.solved),
            attempt.wrong,
            attempt.hints,
            attempt.milliseconds,
            attempt.rating,
            json.dumps(attempt.themes),
        )
        self._write(
            (
                "INSERT INTO attempt"
                " (made, exercise, source, solved, wrong, hints, milliseconds, rating, themes)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        )

    def attempts(self) -> list[Attempt]:
        """All attempts, the first one first; rows that make no sense are left out.

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read(
            "SELECT made, exercise, source, solved, wrong, hints, rating, themes, milliseconds"
            " FROM attempt ORDER BY id"
        )
        return [attempt for row in rows if (attempt := _attempt(row)) is not None]

    def solved(self) -> frozenset[str]:
        """The keys of all exercises that have been solved.

        Raises:
            LibraryError: the file cannot be read.
        """
        return frozenset(
            str(key) for (key,) in self._read("SELECT DISTINCT exercise FROM attempt WHERE solved")
        )

    # ---- The deck -----------------------------------------------------------------------------------------

    def add_mistakes(self, mistakes: Iterable[Mistake], now: datetime) -> int:
        """Put mistakes into the deck, each position once; how many were new. What was removed stays away.

        Raises:
            LibraryError: it cannot be written.
        """
        orders = []
        for mistake in mistakes:
            card = new_card(mistake, now)
            values = (mistake.key, mistake.to_json(), card.memory, _text(card.due))
            orders.append(
                ("INSERT OR IGNORE INTO card (position, mistake, memory, due) VALUES (?, ?, ?, ?)", values)
            )
        return sum(self._write(*orders))

    def cards(self) -> list[DeckCard]:
        """All cards that have not been removed, in the order in which they came; damaged ones are left out.

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read(
            "SELECT id, mistake, memory, due, EXISTS (SELECT 1 FROM recall WHERE card = card.id)"
            " FROM card WHERE NOT removed ORDER BY id"
        )
        return [card for row in rows if (card := _card(row)) is not None]

    def note_recall(
        self, card: DeckCard, recall: Recall, now: datetime, milliseconds: int | None = None
    ) -> None:
        """Keep a card as it is after it was shown.

        Args:
            card: what deck.remembered has returned; it has a number.
            recall: how well it was remembered.
            now: when, with a time zone.
            milliseconds: taken, None without a timer.

        Raises:
            LibraryError: it cannot be written.
        """
        self._write(
            ("UPDATE card SET memory = ?, due = ? WHERE id = ?", (card.memory, _text(card.due), card.number)),
            (
                "INSERT INTO recall (card, made, grade, milliseconds) VALUES (?, ?, ?, ?)",
                (card.number, _text(now), int(recall), milliseconds),
            ),
        )

    def remove_card(self, number: int) -> None:
        """Take a card out of the deck for good.

        Raises:
            LibraryError: it cannot be written.
        """
        self._write(("UPDATE card SET removed = 1 WHERE id = ?", (number,)))

    # ---- Evidence of strength -----------------------------------------------------------------------------

    def add_evidence(self, evidence: GameEvidence, ended: datetime, game: int | None = None) -> None:
        """Keep what a game says about the player's strength, in place of what it said before.

        Args:
            evidence: of the game.
            ended: when the game ended, with a time zone.
            game: its number in the library. Nothing is kept of one that was deleted meanwhile, or played on.

        Raises:
            LibraryError: it cannot be written.
        """
        moves = json.dumps(
            [
                [move.phase, round(move.before, 3), round(move.loss, 3), move.found, move.slip]
                for move in evidence.moves
            ]
        )
        self._write(
            (
                "INSERT OR REPLACE INTO evidence (game, ended, opponent, score, moves) "
                "SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?1 IS NULL OR EXISTS (SELECT 1 FROM played WHERE game = ?1)",
                (game, _text(ended), evidence.opponent, evidence.score, moves),
            )
        )

    def evidence(self) -> list[tuple[datetime, GameEvidence]]:
        """What all games say, in the order in which they ended; damaged rows are left out.

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read("SELECT ended, opponent, score, moves FROM evidence ORDER BY ended, id")
        return [found for row in rows if (found := _evidence(row)) is not None]

    # ---- Lessons ------------------------------------------------------------------------------------------

    def note_lesson(self, course: str, lesson: str, now: datetime) -> None:
        """Keep that a lesson of a course was done.

        Raises:
            LibraryError: it cannot be written.
        """
        values = (course, lesson, _text(now))
        self._write(("INSERT OR IGNORE INTO lesson_done (course, lesson, made) VALUES (?, ?, ?)", values))

    def lessons_done(self) -> frozenset[tuple[str, str]]:
        """The lessons done: (course, lesson).

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read("SELECT course, lesson FROM lesson_done")
        return frozenset((str(course), str(lesson)) for course, lesson in rows)


def streak(attempts: Iterable[Attempt]) -> int:
    """How many of the last attempts were clean, one after the other."""
    count = 0
    for attempt in attempts:
        count = count + 1 if attempt.clean else 0
    return count


def days_in_a_row(attempts: Iterable[Attempt], today: date) -> int:
    """How many days up to today, or up to yesterday, had a solved exercise, without a gap."""
    days = {attempt.made.astimezone().date() for attempt in attempts if attempt.solved}
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


def theme_scores(
    attempts: Iterable[Attempt], known: Mapping[str, tuple[str, ...]] = MappingProxyType({})
) -> dict[str, ThemeScore]:
    """How one does with each theme, the most tried first.

    Args:
        attempts: to be counted.
        known: the themes of exercises by their keys, where they may have changed since the attempts.
    """
    scores: dict[str, ThemeScore] = {}
    for attempt in attempts:
        for theme in known.get(attempt.exercise, attempt.themes):
            score = scores.get(theme, ThemeScore(0, 0))
            scores[theme] = ThemeScore(score.tried + 1, score.clean + attempt.clean)
    return dict(sorted(scores.items(), key=lambda item: (-item[1].tried, item[0])))


def _text(moment: datetime) -> str:
    """A moment as it is kept: UTC, so that texts sort as times do.

    Raises:
        LibraryError: it has no time zone.
    """
    if moment.tzinfo is None:
        raise LibraryError(f"{moment} has no time zone")
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _moment(text: object) -> datetime:
    """What `_text` has written.

    Raises:
        ValueError: it is something else.
    """
    moment = datetime.fromisoformat(str(text))
    if moment.tzinfo is None:
        raise ValueError("no time zone")
    return moment


def _attempt(row: tuple[object, ...]) -> Attempt | None:
    made, exercise, source, solved, wrong, hints, rating, themes, milliseconds = row
    try:
        return Attempt(
            _moment(made),
            str(exercise),
            str(source),
            bool(solved),
            int(str(wrong)),
            int(str(hints)),
            None if rating is None else int(str(rating)),
            tuple(map(str, json.loads(str(themes)))),
            None if milliseconds is None else int(str(milliseconds)),
        )
    except _DAMAGE:
        return None


def _card(row: tuple[object, ...]) -> DeckCard | None:
    number, mistake, memory, due, seen = row
    try:
        return DeckCard(
            Mistake.from_json(str(mistake)),
            str(memory),
            _moment(due),
            bool(seen),
            int(str(number)),
        )
    except ValueError:
        return None


def _evidence(row: tuple[object, ...]) -> tuple[datetime, GameEvidence] | None:
    ended, opponent, score, moves = row
    try:
        weighed = tuple(
            WeighedMove(str(phase), float(before), float(loss), int(found), None if slip is None else int(slip))
            for phase, before, loss, found, slip in ((*move, 0, None)[:5] for move in json.loads(str(moves)))
        )
        evidence = GameEvidence(
            None if opponent is None else int(str(opponent)),
            None if score is None else float(str(score)),
            weighed,
        )
        return _moment(ended), evidence
    except _DAMAGE:
        return None
