"""Repertoires in the library's file: moves, cards and recalls. Changes are durable when a call returns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import XiangqiError
from xiangqi.exercises.deck import Recall
from xiangqi.exercises.entries import STATEMENTS, Entry, moment_text
from xiangqi.library.schema import transaction, translated
from xiangqi.library.shared_file import SharedFile
from xiangqi.local_time import utc_now
from xiangqi.repertoire.lines import Repertoire, RepertoireMove
from xiangqi.repertoire.training import CardCounts, RepertoireCard, new_card, standing

SIDES: Final = {RED: "red", BLACK: "black"}


@dataclass(frozen=True)
class RepertoireChange:
    """The effect of a change to a repertoire."""

    cards: int  # new positions with the player to move
    moves: int  # new moves of both sides
    gone: int  # removed moves
    left_out: int  # answers left out because a position has too many


def change_between(before: Repertoire, after: Repertoire, left_out: int = 0) -> RepertoireChange:
    """Return the effect of replacing one repertoire of a side by another."""
    old, new = set(before.moves()), set(after.moves())
    cards = set(after.places()) - set(before.places())
    return RepertoireChange(len(cards), len(new - old), len(old - new), left_out)


class RepertoireStore(SharedFile):
    """The repertoires of a library."""

    def repertoire(self, side: int) -> Repertoire:
        """Return the repertoire of RED or BLACK; damaged rows and moves that cannot be played are left out.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn, translated(self.path):
            rows = self._database.execute(
                "SELECT position, move, own FROM repertoire_move WHERE side = ? ORDER BY rank, id",
                (SIDES[side],),
            ).fetchall()
        found = (known for row in rows if (known := _known(*row)) is not None)
        return Repertoire(side).with_moves(found)

    def cards(self, side: int) -> list[RepertoireCard]:
        """Return the cards of a repertoire in the order they were added.

        Damaged cards are left out, and so are those of positions that cannot be reached from the start, which
        can never be trained. All counts and choices of cards are made from this list.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            stored = self._stored_cards(side)
            reached = frozenset(self.repertoire(side).places()) if stored else frozenset()
        return [card for card in stored if card.place in reached]

    def _stored_cards(self, side: int) -> list[RepertoireCard]:
        with self._turn, translated(self.path):
            rows = self._database.execute(
                "SELECT id, position, memory, due,"
                " EXISTS (SELECT 1 FROM repertoire_recall WHERE card = repertoire_card.id)"
                " FROM repertoire_card WHERE side = ? ORDER BY id",
                (SIDES[side],),
            ).fetchall()
        return [card for row in rows if (card := _card(*row)) is not None]

    def last_recalls(self) -> dict[int, Recall]:
        """Return each card's last grade by its number; cards never shown are absent.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn, translated(self.path):
            rows = self._database.execute("SELECT card, grade FROM repertoire_recall ORDER BY id").fetchall()
        grades = {recall.value: recall for recall in Recall}
        return {card: grades[grade] for card, grade in rows if isinstance(card, int) and grade in grades}

    def standing(self, side: int, now: datetime) -> CardCounts:
        """Count the positions of a repertoire by how well they are known.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._turn:
            return standing(self.cards(side), self.last_recalls(), now)

    def put(self, repertoire: Repertoire, left_out: int = 0, now: datetime | None = None) -> RepertoireChange:
        """Replace the repertoire of a side; the cards of positions that remain keep their memory state.

        Args:
            repertoire: the new repertoire.
            left_out: the number of answers left out, which is reported in the result.
            now: the current time, with a time zone; by default the system's.

        Raises:
            LibraryError: the library cannot be written; nothing is changed.
        """
        side = SIDES[repertoire.side]
        with self._turn:
            change = change_between(self.repertoire(repertoire.side), repertoire, left_out)
            there = {card.place for card in self._stored_cards(repertoire.side)}
            fresh = [place for place in repertoire.places() if place not in there]
            with translated(self.path), transaction(self._database):
                self._database.execute("DELETE FROM repertoire_move WHERE side = ?", (side,))
                self._database.executemany(
                    "INSERT INTO repertoire_move (side, position, move, own, rank) VALUES (?, ?, ?, ?, ?)",
                    [
                        (side, place, move.iccs, int(own), rank)
                        for rank, (place, move, own) in enumerate(repertoire.moves())
                    ],
                )
                self._keep_cards(side, [new_card(place, now or utc_now()) for place in fresh])
                self._drop_cards(side, there - repertoire.answers.keys())
        return change

    def _keep_cards(self, side: str, cards: Iterable[RepertoireCard]) -> None:
        self._database.executemany(
            "INSERT INTO repertoire_card (side, position, memory, due) VALUES (?, ?, ?, ?)",
            [(side, card.place, card.memory, moment_text(card.due)) for card in cards],
        )

    def _drop_cards(self, side: str, places: Iterable[str]) -> None:
        for place in places:
            where = (side, place)
            self._database.execute(
                "DELETE FROM repertoire_recall WHERE card IN"
                " (SELECT id FROM repertoire_card WHERE side = ? AND position = ?)",
                where,
            )
            self._database.execute("DELETE FROM repertoire_card WHERE side = ? AND position = ?", where)

    def note_recall(
        self, card: RepertoireCard, recall: Recall, now: datetime, milliseconds: int | None = None
    ) -> None:
        """Store the state of a card after it was shown.

        Args:
            card: a result of training.answered, with a number; one that has been dropped meanwhile is ignored.
            recall: how well the card was remembered.
            now: the current time, with a time zone.
            milliseconds: time taken, None without a timer.

        Raises:
            LibraryError: the library cannot be written.
        """
        entries = (
            Entry("line_memory", (card.memory, moment_text(card.due), card.number)),
            Entry("line_recall", (card.number, moment_text(now), int(recall), milliseconds)),
        )
        with self._turn, translated(self.path), transaction(self._database):
            for entry in entries:
                self._database.execute(STATEMENTS[entry.kind], entry.values)


def _known(place: object, move: object, own: object) -> RepertoireMove | None:
    try:
        found = RepertoireMove(str(place), Move.from_iccs(str(move)), bool(own))
        return found if Board(found.place).is_legal(found.move) else None
    except (XiangqiError, ValueError):
        return None


def _card(number: object, place: object, memory: object, due: object, seen: object) -> RepertoireCard | None:
    try:
        moment = datetime.fromisoformat(str(due))
        if moment.tzinfo is None or not isinstance(number, int):
            return None
        return RepertoireCard(str(place), str(memory), moment, bool(seen), number)
    except ValueError:
        return None
