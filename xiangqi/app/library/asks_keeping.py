"""The worker that stores each finished game in the library at once, and each review with its game."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Notify, Tone
from xiangqi.app.game.asks import GameOnDisk, JournalTaker, KeepGame, unwritable
from xiangqi.app.library.background_work.waiting_review import WaitingReview, later_reviews, line_of
from xiangqi.app.library_holder import LibraryHolder
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.replay import damage
from xiangqi.app.session.transcript import stored, told_names
from xiangqi.app.session.weighing import GameWeigher
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
from xiangqi.core.constants import BLACK, RED
from xiangqi.disk import cannot_be_read, copy_aside, remove
from xiangqi.errors import LibraryError, StorageError
from xiangqi.i18n.message import Message
from xiangqi.library import Library, Played, Review
from xiangqi.library.schema import WAIT_SECONDS
from xiangqi.local_time import local_text, moment_of, utc_now
from xiangqi.records.tree import Game
from xiangqi.storage.journal import read_journal, write_journal
from xiangqi.storage.waiting_file import WaitingFile


@dataclass(frozen=True)
class KeepReview(Effect):
    """Save the review of a game, replacing an earlier one; ignored for a game that is not to be stored."""

    document_id: int  # the game's document, which identifies a game that was just played
    number: int  # the game's number in the library, or 0 if it was not opened from there
    # red_accuracy, black_accuracy: 0 to 100, or None for a side without moves
    red_accuracy: float | None
    black_accuracy: float | None
    judgements: tuple[object, ...]  # JSON values for all positions from the start


_BETWEEN_TRIES_S: Final = 5.0


_SLACK: Final = timedelta(seconds=60)
"""The longest time by which a game's journal may have been written after the game was stored."""


@dataclass
class _Unstored:
    """A game that has not been stored in the library yet."""

    game: Game  # in the form in which it is stored
    played: Played  # how it was played
    file: Path | None = None  # its journal, once that file no longer belongs to the running game
    continues: int = 0  # the number of the stored game that it continues, 0 for none
    written: bool = False  # whether that file has the game's present state
    # the earliest time at which it may have been stored, if the library may have it already; otherwise ""
    since: str = ""
    told: bool = False  # whether the player knows that the library did not accept it


class GameKeeper(Worker, JournalTaker):
    """Writes games and reviews into the library, in order.

    A game that the library does not accept is retried every few seconds. Meanwhile it is saved in a file, which
    is deleted once the library has the game. A review of such a game, or one that the library does not accept,
    waits in a file for reviews.
    """

    name, failure = "game keeper", "toast.library_refused"
    closing = Closing.WRITES

    def __init__(
        self,
        outbox: Outbox,
        library: Callable[[], Library],
        kept: Callable[[int, Game, int | None], None] | None = None,
    ) -> None:
        """Create the keeper; nothing is opened before there is a game to store.

        Args:
            outbox: receives an event with the outcome for each game.
            library: returns the library, opening it if necessary.
            kept: called in the thread for each stored game: its number, the game, and the side of its player if
                exactly one is a person.
        """
        super().__init__(outbox)
        self._kept = kept
        self._library = library
        self._numbers: dict[int | Path, int] = {}  # document ids -> numbers of their games in the library
        self._unstored: dict[int | Path, _Unstored] = {}  # by document id, or by file for games of earlier runs
        self._reviews = WaitingFile("reviews")
        self._review_waits = self._reviews.exists()
        self._next_try = 0.0

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(
            site.outbox,
            lambda: site.one(LibraryHolder).library(),
            lambda number, game, side: site.one(GameWeigher).weigh(number, game, side),
        )

    @answers(KeepGame)
    def keep(self, question: KeepGame) -> Answers:
        """Store a game, replacing an earlier version of it, or the unfinished one that it continues."""
        game = question.game.to_game()
        before = self._unstored.get(question.document_id)
        played, file = _played(game, question.clocks, local_text(utc_now())), before.file if before else None
        unstored = _Unstored(game, played, file, continues=question.before)
        self._unstored[question.document_id] = unstored
        try:
            yield from self._store(question.document_id)
        except BaseException:
            unstored.told = True
            raise

    @answers(KeepReview)
    def keep_review(self, question: KeepReview) -> Answers:
        """Store the review of a game that is in the library or about to be written to it."""
        accuracies = question.red_accuracy, question.black_accuracy
        review = Review(local_text(utc_now()), *accuracies, question.judgements)
        unstored = self._unstored.get(question.document_id)
        number = question.number or self._numbers.get(question.document_id, 0)
        if unstored is not None:
            self._let_wait(WaitingReview(review, line=line_of(unstored.game)))
        elif number:
            try:
                self._library().add_review(number, review)
            except LibraryError:
                self._let_wait(WaitingReview(review, number))
        yield LibraryChanged()

    def failed(self, question: Effect, detail: str) -> Answers:
        """Report that the library does not accept a game, or a review."""
        if isinstance(question, KeepGame):
            yield Notify(Message("toast.library_failed", detail=detail), Tone.ERROR)
        else:
            yield from self.complaint(detail)

    def _let_wait(self, review: WaitingReview) -> None:
        self._reviews.add(review.to_json())
        self._review_waits = True

    def let_go(self, document_id: int | None, journal: Path) -> None:
        """Delete a journal, once the library has its game.

        Args:
            document_id: the id of the game, already passed to `keep`; None for a game of an earlier run.
            journal: the file, whose slot belongs to another game from now on.
        """
        self._submit(lambda: self._let_go(document_id, journal), _journal_failed)

    def _let_go(self, document_id: int | None, journal: Path) -> Answers:
        unstored = None if document_id is None else self._unstored.get(document_id)
        if unstored is not None:
            unstored.file = journal
            yield from self._write(unstored)
        elif document_id is not None:
            remove(journal)
        elif journal.exists():
            yield from self._take_in(journal)

    def take_in(self, journal: Path) -> None:
        """Store the game of an earlier run in the library unless it already exists, and delete its file."""
        self._submit(lambda: self._take_in(journal), _journal_failed)

    def retry(self, now: float) -> None:
        """Retry, at intervals, to store the games and reviews that the library did not accept.

        Args:
            now: seconds of ``time.monotonic``.
        """
        if (self._unstored or self._review_waits) and now >= self._next_try:
            self._next_try = now + _BETWEEN_TRIES_S
            self._submit(self._try_all, _journal_failed, "retry")

    # ---- In the thread ----

    def _store(self, key: int | Path, patience_s: float = WAIT_SECONDS) -> Answers:
        """Store a game in the library and delete its file.

        Raises:
            LibraryError: the library does not accept it.
            StorageError: the file cannot be removed.
        """
        unstored, library = self._unstored[key], self._library()
        number = library.same_own_game(unstored.game, unstored.since) if unstored.since else None
        if number is None:
            earlier = self._numbers.get(key) or _unfinished(library, unstored.continues)
            number = library.keep(unstored.game, unstored.played, earlier, patience_s)
            if self._kept is not None:
                self._kept(number, unstored.game, unstored.played.side)
        self._numbers[key] = number
        del self._unstored[key]
        if isinstance(key, int):
            yield GameOnDisk(key)
        self._review_waits = self._reviews.exists()
        yield LibraryChanged()
        if unstored.told or unstored.since:
            headers = unstored.game.headers
            own = unstored.played.side
            names = told_names(headers.get("Red", ""), headers.get("Black", ""), own)
            yield Notify(Message("toast.unstored_game_taken", name=names))
        if unstored.file is not None:
            remove(unstored.file)

    def _write(self, unstored: _Unstored) -> Answers:
        """Write a game that the library does not accept to its file, and report that.

        Raises:
            StorageError: it cannot be written.
        """
        if unstored.file is not None and not unstored.written:
            write_journal(unstored.file, unstored.game)
            unstored.written = unstored.told = True
            yield _kept(unstored.file)

    def _take_in(self, journal: Path) -> Answers:
        try:
            game, damaged = read_journal(journal)
            ended = moment_of(journal.stat().st_mtime)
        except OSError as error:
            raise StorageError(cannot_be_read(journal, error)) from error
        if damaged:
            aside = copy_aside(journal, "damaged")
            yield Notify(damage(aside, len(game.main_line()) if game else 0), Tone.ERROR)
            if aside is None:
                return
        if game is None:
            remove(journal)
            return
        game = stored(game)
        played = _played(game, (), local_text(ended))
        since = local_text(ended - _SLACK)
        self._unstored[journal] = _Unstored(game, played, journal, written=not damaged, since=since)
        yield from self._try(journal)
        if journal in self._unstored:
            yield _kept(journal)

    def _try_all(self) -> Answers:
        for key in list(self._unstored):
            yield from self._try(key)
        if self._review_waits:
            with contextlib.suppress(LibraryError):
                yield from self._move_reviews()

    def _move_reviews(self) -> Answers:
        """Store the waiting reviews whose games are in the library; the others keep waiting.

        Raises:
            LibraryError: the library does not accept them.
            StorageError: their file cannot be read or written.
        """
        aside = self._reviews.hand_over(partial(later_reviews, self._library()))
        self._review_waits = False
        yield LibraryChanged()
        if aside is not None:
            yield Notify(Message("toast.waiting_damaged", name=str(aside)), Tone.ERROR)

    def _try(self, key: int | Path) -> Answers:
        """Retry storing a game in the library, otherwise in its file. Failures have been reported before."""
        try:
            yield from self._store(key, 0.0)
        except LibraryError:
            with contextlib.suppress(StorageError):
                yield from self._write(self._unstored[key])


def _unfinished(library: Library, number: int) -> int | None:
    """Return the number if it is that of an unfinished game, or else None, since no other game is replaced."""
    if not number or not library.holds(number):
        return None
    return number if library.load(number, bare=True).result == "*" else None


def _journal_failed(detail: str) -> Answers:
    yield unwritable(detail)


def _kept(file: Path) -> Notify:
    return Notify(Message("toast.unstored_game_kept", name=str(file)))


def _played(game: Game, clocks: tuple[int, ...], ended: str) -> Played:
    """Return the circumstances of a game from its tags."""
    tags = game.headers
    humans = [side for side, name in ((RED, "Red"), (BLACK, "Black")) if tags.get(f"{name}Kind") == "human"]
    return Played(
        ended=ended,
        side=humans[0] if len(humans) == 1 else None,
        reason=tags.get("Termination", ""),
        red_level=_level(tags, "Red"),
        black_level=_level(tags, "Black"),
        red_engine=tags.get("Red", "") if tags.get("RedKind") == "engine" else "",
        black_engine=tags.get("Black", "") if tags.get("BlackKind") == "engine" else "",
        rules=tags.get("RuleSet", ""),
        clocks=clocks,
    )


def _level(tags: dict[str, str], side: str) -> int | None:
    level = tags.get(f"{side}Level", "")
    return int(level) if tags.get(f"{side}Kind") == "computer" and level.isdecimal() else None
