"""What is to be kept of exercises, as entries that a library takes now, or later out of a file."""

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
        "removal": "UPDATE card SET removed = 1 WHERE id = ?1",
        "evidence": "INSERT OR REPLACE INTO evidence (game, ended, opponent, score, moves) "
        "SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?1 IS NULL OR EXISTS (SELECT 1 FROM played WHERE game = ?1)",
        "lesson": "INSERT OR IGNORE INTO lesson_done (course, lesson, made) VALUES (?1, ?2, ?3)",
    }
)
"""How an entry of each kind gets into a library; one that is there already changes nothing the second time."""


class Entry(NamedTuple):
    """Something to be kept: a key of STATEMENTS, and the values that the statement takes."""

    kind: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Attempt:
    """One try at an exercise."""

    made: datetime  # when, with a time zone
    exercise: str  # its key: board and side to move
    source: str  # where it was met: `pack`, `daily`, `deck`, `course` or `file`
    solved: bool  # whether the solution was played to its end without giving up
    wrong: int = 0  # wrong moves on the way
    hints: int = 0  # steps of the hint ladder that were asked for
    rating: int | None = None  # of the exercise, None where it has none
    themes: tuple[str, ...] = ()  # of the exercise
    milliseconds: int | None = None  # taken, None without a timer

    @property
    def clean(self) -> bool:
        """Whether it was solved at the first go, without help."""
        return self.solved and not self.wrong and not self.hints


class EntryTaker(ABC):
    """Something that keeps what is done with exercises."""

    @abstractmethod
    def take(self, *entries: Entry) -> list[int]:
        """Keep entries, all or none; how many rows each has changed, as far as that is known.

        Raises:
            XiangqiError: they cannot be written.
        """

    def add_attempt(self, attempt: Attempt) -> None:
        """Keep an attempt.

        Raises:
            XiangqiError: it cannot be written.
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
        """Keep that exercises have been solved, if that is not known.

        Raises:
            XiangqiError: it cannot be written.
        """
        self.take(*(Entry("solved", (moment_text(now), exercise)) for exercise in exercises))

    def add_mistakes(self, mistakes: Iterable[Mistake], now: datetime) -> int:
        """Put mistakes into the deck, each position once; how many were new. What was removed stays away.

        Raises:
            XiangqiError: it cannot be written.
        """
        cards = (new_card(mistake, now) for mistake in mistakes)
        return sum(self.take(*map(_card_entry, cards)))

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
            XiangqiError: it cannot be written.
        """
        self.take(
            Entry("memory", (card.memory, moment_text(card.due), card.number)),
            Entry("recall", (card.number, moment_text(now), int(recall), milliseconds)),
        )

    def remove_card(self, number: int) -> None:
        """Take a card out of the deck for good.

        Raises:
            XiangqiError: it cannot be written.
        """
        self.take(Entry("removal", (number,)))

    def add_evidence(self, evidence: GameEvidence, ended: datetime, game: int | None = None) -> None:
        """Keep what a game says about the player's strength, in place of what it said before.

        Args:
            evidence: of the game.
            ended: when the game ended, with a time zone.
            game: its number in the library. Nothing is kept of one that was deleted meanwhile, or played on.

        Raises:
            XiangqiError: it cannot be written.
        """
        moves = json.dumps(
            [
                [move.phase, round(move.before, 3), round(move.loss, 3), move.found, move.slip]
                for move in evidence.moves
            ]
        )
        self.take(Entry("evidence", (game, moment_text(ended), evidence.opponent, evidence.score, moves)))

    def note_lesson(self, course: str, lesson: str, now: datetime) -> None:
        """Keep that a lesson of a course was done.

        Raises:
            XiangqiError: it cannot be written.
        """
        self.take(Entry("lesson", (course, lesson, moment_text(now))))


def moment_text(moment: datetime) -> str:
    """A moment as it is kept: UTC, so that texts sort as times do.

    Raises:
        LibraryError: it has no time zone.
    """
    if moment.tzinfo is None:
        raise LibraryError(f"{moment} has no time zone")
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _card_entry(card: DeckCard) -> Entry:
    mistake = card.mistake
    return Entry("card", (mistake.key, mistake.to_json(), card.memory, moment_text(card.due)))
