"""Results of exercises, as entries that are written to a library now or kept in a file for later."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from types import MappingProxyType
from typing import Final, NamedTuple

from xiangqi.errors import LibraryError
from xiangqi.exercises.deck import DeckCard, Mistake, Recall, new_card
from xiangqi.exercises.rating import GameEvidence

Value = str | int | float | None

STATEMENTS: Final = MappingProxyType(
    {
        "attempt": "INSERT INTO attempt"
        " (made, exercise, source, solved, wrong, hints, milliseconds, rating, themes)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"
        " WHERE NOT EXISTS (SELECT 1 FROM attempt WHERE exercise = ?2"
        " AND (made, source, solved, wrong, hints, milliseconds, rating, themes)"
        " IS (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9))",
        "solved": "INSERT INTO attempt (made, exercise, source, solved, wrong, hints, themes)"
        " SELECT ?1, ?2, 'file', 1, 0, 0, '[]'"
        " WHERE NOT EXISTS (SELECT 1 FROM attempt WHERE exercise = ?2 AND solved)",
        "card": "INSERT OR IGNORE INTO card (position, mistake, memory, due) VALUES (?1, ?2, ?3, ?4)",
        "memory": "UPDATE card SET memory = ?1, due = ?2 WHERE id = ?3",
        "recall": "INSERT INTO recall (card, made, grade, milliseconds) SELECT ?1, ?2, ?3, ?4"
        " WHERE NOT EXISTS (SELECT 1 FROM recall WHERE card = ?1 AND made = ?2)",
        "line_memory": "UPDATE repertoire_card SET memory = ?1, due = ?2 WHERE id = ?3",
        "line_recall": "INSERT INTO repertoire_recall (card, made, grade, milliseconds) SELECT ?1, ?2, ?3, ?4"
        " WHERE EXISTS (SELECT 1 FROM repertoire_card WHERE id = ?1)"
        " AND NOT EXISTS (SELECT 1 FROM repertoire_recall WHERE card = ?1 AND made = ?2)",
        "removal": "UPDATE card SET removed = 1 WHERE id = ?1",
        "evidence": "INSERT OR REPLACE INTO evidence (game, ended, opponent, score, moves) "
        "SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?1 IS NULL OR EXISTS (SELECT 1 FROM played WHERE game = ?1)",
        "lesson": "INSERT OR IGNORE INTO lesson_done (course, lesson, made) VALUES (?1, ?2, ?3)",
    }
)
"""The SQL statement for each kind of entry; all are idempotent."""


class Entry(NamedTuple):
    """One change to be stored: a key of STATEMENTS and the parameters of that statement."""

    kind: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Attempt:
    """One attempt at an exercise."""

    made: datetime  # when it was made, with a time zone
    exercise: str  # its key: board and side to move
    source: str  # its origin: `pack`, `daily`, `deck`, `course` or `file`
    solved: bool  # whether the solution was completed without giving up
    wrong: int = 0  # wrong moves
    hints: int = 0  # hints that were requested
    rating: int | None = None  # the exercise's rating, if it has one
    themes: tuple[str, ...] = ()  # the exercise's themes
    milliseconds: int | None = None  # time taken, None without a timer

    @property
    def clean(self) -> bool:
        """Whether the exercise was solved without a wrong move or help."""
        return self.solved and not self.wrong and not self.hints


class EntryTaker(ABC):
    """Stores results of exercises."""

    @abstractmethod
    def take(self, *entries: Entry) -> list[int]:
        """Store all entries or none, and return how many rows each has changed, as far as known.

        Raises:
            XiangqiError: they cannot be written.
        """

    def add_attempt(self, attempt: Attempt) -> None:
        """Store an attempt.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        values = (
            moment_text(attempt.made),
            attempt.exercise,
            attempt.source,
            int(attempt.solved),
            attempt.wrong,
            attempt.hints,
            attempt.milliseconds,
            attempt.rating,
            json.dumps(attempt.themes),
        )
        self.take(Entry("attempt", values))

    def add_solved(self, exercises: Iterable[str], now: datetime) -> None:
        """Record exercises as solved unless they already are.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        self.take(*(Entry("solved", (moment_text(now), exercise)) for exercise in exercises))

    def add_mistakes(self, mistakes: Iterable[Mistake], now: datetime) -> int:
        """Add mistakes to the deck, each position only once and none that was removed.

        Return how many were new, as far as known.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        cards = (new_card(mistake, now) for mistake in mistakes)
        return sum(self.take(*map(_card_entry, cards)))

    def note_recall(
        self, card: DeckCard, recall: Recall, now: datetime, milliseconds: int | None = None
    ) -> None:
        """Store how well a card was recalled, and its state afterwards.

        Args:
            card: a result of deck.remembered, with a number.
            recall: how well the card was remembered.
            now: the current time, with a time zone.
            milliseconds: time taken, None without a timer.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        self.take(
            Entry("memory", (card.memory, moment_text(card.due), card.number)),
            Entry("recall", (card.number, moment_text(now), int(recall), milliseconds)),
        )

    def note_line(
        self, number: int | None, memory: str, due: datetime, recall: Recall, now: datetime, milliseconds: int
    ) -> None:
        """Store how well a repertoire card was recalled, and its state; do nothing if it no longer exists.

        Args:
            number: the card's number.
            memory, due: the card's memory state and due time, as deck.memory_after returns them.
            recall: how well the card was remembered.
            now: the current time, with a time zone.
            milliseconds: time taken.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        self.take(
            Entry("line_memory", (memory, moment_text(due), number)),
            Entry("line_recall", (number, moment_text(now), int(recall), milliseconds)),
        )

    def remove_card(self, number: int) -> None:
        """Remove a card from the deck permanently.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        self.take(Entry("removal", (number,)))

    def add_evidence(self, evidence: GameEvidence, ended: datetime, game: int | None = None) -> None:
        """Store a game's evidence of the player's strength, replacing earlier evidence of the same game.

        Args:
            evidence: the evidence.
            ended: when the game ended, with a time zone.
            game: the game's number in the library; nothing is stored if it was since deleted or continued.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        moves = json.dumps(
            [
                [move.phase, round(move.before, 3), round(move.loss, 3), move.found, move.slip]
                for move in evidence.moves
            ]
        )
        self.take(Entry("evidence", (game, moment_text(ended), evidence.opponent, evidence.score, moves)))

    def note_lesson(self, course: str, lesson: str, now: datetime) -> None:
        """Record a lesson of a course as done, unless it already is.

        Raises:
            XiangqiError: the entries cannot be written.
        """
        self.take(Entry("lesson", (course, lesson, moment_text(now))))


def moment_text(moment: datetime) -> str:
    """Return a time as it is stored: in UTC, so that texts sort chronologically.

    Raises:
        LibraryError: the time has no time zone.
    """
    if moment.tzinfo is None:
        raise LibraryError(f"{moment} has no time zone")
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _card_entry(card: DeckCard) -> Entry:
    mistake = card.mistake
    return Entry("card", (mistake.key, mistake.to_json(), card.memory, moment_text(card.due)))
