"""Results of exercises in the library's file: attempts, the deck, evidence of strength, finished lessons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Final

from xiangqi.exercises.deck import DeckCard, Mistake, last_remembered
from xiangqi.exercises.entries import STATEMENTS, Attempt, Entry, EntryTaker
from xiangqi.exercises.likelihood import WeighedMove
from xiangqi.exercises.rating import GameEvidence
from xiangqi.library.schema import transaction, translated
from xiangqi.library.shared_file import SharedFile
from xiangqi.local_time import local

_DAMAGE: Final = (ValueError, TypeError, OverflowError, RecursionError)
"""Errors raised when rows with damaged values are read."""

_RECENT: Final = timedelta(days=60)


@dataclass(frozen=True)
class ThemeScore:
    """The number of attempts at exercises of a theme, and how many of them were clean."""

    tried: int
    clean: int


class ExerciseLog(SharedFile, EntryTaker):
    """The exercise tables of a library."""

    def _read(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._turn, translated(self.path):
            return self._database.execute(query, values).fetchall()

    def take(self, *entries: Entry) -> list[int]:
        """Store all entries or none, and return how many rows each has changed.

        Raises:
            LibraryError: they cannot be written.
        """
        with self._turn, translated(self.path), transaction(self._database):
            return [self._database.execute(STATEMENTS[entry.kind], entry.values).rowcount for entry in entries]

    # ---- Attempts -----------------------------------------------------------------------------------------

    def attempts(self) -> list[Attempt]:
        """Return all attempts in the order in which they were stored; damaged rows are left out.

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read(
            "SELECT made, exercise, source, solved, wrong, hints, rating, themes, milliseconds"
            " FROM attempt ORDER BY id"
        )
        return [attempt for row in rows if (attempt := _attempt(row)) is not None]

    def solved(self) -> frozenset[str]:
        """Return the keys of all solved exercises.

        Raises:
            LibraryError: the file cannot be read.
        """
        return frozenset(
            str(key) for (key,) in self._read("SELECT DISTINCT exercise FROM attempt WHERE solved")
        )

    # ---- The deck -----------------------------------------------------------------------------------------

    def cards(self) -> list[DeckCard]:
        """Return all cards that have not been removed, in the order they were added; damaged ones are left out.

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read(
            "SELECT id, mistake, memory, due, EXISTS (SELECT 1 FROM recall WHERE card = card.id)"
            " FROM card WHERE NOT removed ORDER BY id"
        )
        return [card for row in rows if (card := _card(row)) is not None]

    # ---- Evidence of strength -----------------------------------------------------------------------------

    def evidence(self) -> list[tuple[datetime, GameEvidence]]:
        """Return the evidence of all games, in the order they ended; damaged rows are left out.

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read("SELECT ended, opponent, score, moves FROM evidence ORDER BY ended, id")
        return [found for row in rows if (found := _evidence(row)) is not None]

    # ---- Lessons ------------------------------------------------------------------------------------------

    def lessons_done(self) -> frozenset[tuple[str, str]]:
        """Return the lessons that were done, as pairs (course, lesson).

        Raises:
            LibraryError: the file cannot be read.
        """
        rows = self._read("SELECT course, lesson FROM lesson_done")
        return frozenset((str(course), str(lesson)) for course, lesson in rows)


def streak(attempts: Iterable[Attempt]) -> int:
    """Return the number of clean attempts since the last one that was not clean."""
    count = 0
    for attempt in attempts:
        count = count + 1 if attempt.clean else 0
    return count


def days_in_a_row(attempts: Iterable[Attempt], today: date) -> int:
    """Return the number of consecutive days with a solved exercise, up to today or yesterday."""
    days = {local(attempt.made).date() for attempt in attempts if attempt.solved}
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


def recent_days(
    attempts: Iterable[Attempt], today: date, *, deck: bool, cards: Iterable[DeckCard] = ()
) -> tuple[str, ...]:
    """Return the dates of the last weeks, in ISO 8601 and in order, on which exercises were solved.

    Args:
        attempts: all attempts.
        today: the current date.
        deck: whether to count the player's own mistakes or all other exercises.
        cards: cards whose last showing also counts, even without an attempt, if they were remembered.
    """
    solved = (attempt for attempt in attempts if attempt.solved)
    days = {local(attempt.made).date() for attempt in solved if (attempt.source == "deck") is deck}
    days |= {local(shown).date() for card in cards if (shown := last_remembered(card)) is not None}
    return tuple(day.isoformat() for day in sorted(days) if timedelta() <= today - day < _RECENT)


def theme_scores(
    attempts: Iterable[Attempt], known: Mapping[str, tuple[str, ...]] = MappingProxyType({})
) -> dict[str, ThemeScore]:
    """Return the score of each theme, the most attempted first.

    Args:
        attempts: the attempts to count.
        known: current themes by exercise key, which override those stored with the attempts.
    """
    scores: dict[str, ThemeScore] = {}
    for attempt in attempts:
        for theme in known.get(attempt.exercise, attempt.themes):
            score = scores.get(theme, ThemeScore(0, 0))
            scores[theme] = ThemeScore(score.tried + 1, score.clean + attempt.clean)
    return dict(sorted(scores.items(), key=lambda item: (-item[1].tried, item[0])))


def _moment(text: object) -> datetime:
    """Parse a time written by `entries.moment_text`.

    Raises:
        ValueError: the text is not such a time.
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
