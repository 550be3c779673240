"""Puts every finished game into the library at once, beside the session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from xiangqi.app.messages.effects import KeepGame
from xiangqi.app.messages.events import JournalFailed, LibraryFailed, UnstoredGameKept
from xiangqi.app.messages.library_effects import KeepReview
from xiangqi.app.messages.library_events import LibraryChanged
from xiangqi.app.runtime.background import Outbox
from xiangqi.app.runtime.job_thread import JobThread
from xiangqi.core.constants import BLACK, RED
from xiangqi.library import Library, Played, Review
from xiangqi.records.tree import Game
from xiangqi.storage.journal import remove


class GameKeeper:
    """One thread that writes games and reviews into the library, in order."""

    def __init__(
        self,
        outbox: Outbox,
        library: Callable[[], Library],
        kept: Callable[[int, Game, int | None], None] | None = None,
    ) -> None:
        """Nothing is opened before there is a game to keep.

        Args:
            outbox: what came of each game is reported there.
            library: opens the library, or gives the one that is open.
            kept: told in the thread of each game, if given: its number, itself, the side of the only person.
        """
        self._kept = kept
        self._outbox = outbox
        self._library = library
        self._worker = JobThread("game keeper")
        self._numbers: dict[int, int] = {}  # of documents -> of their games in the library
        self._refused: set[int] = set()  # documents whose games, as they are now, are not in it

    def keep(self, order: KeepGame) -> None:
        """Keep a game; given again, it takes the place of what it was."""
        self._submit(lambda: self._keep(order), lost_game=True)

    def keep_review(self, order: KeepReview) -> None:
        """Keep the review of a game that is in the library."""
        self._submit(lambda: self._keep_review(order))

    def let_go(self, document_id: int | None, journal: Path) -> None:
        """Remove a journal, unless the library has refused its game.

        Args:
            document_id: of the game, which was given before; None for one of an earlier run.
            journal: its file.
        """

        def job() -> None:
            if document_id not in self._refused:
                remove(journal)
            elif journal.exists():
                self._outbox.put(UnstoredGameKept(journal))

        self._worker.submit(job, lambda detail: self._outbox.put(JournalFailed(detail)))

    def close(self) -> None:
        """Write what waits, unless the disk does not answer, and end."""
        self._worker.close()

    def _submit(self, work: Callable[[], None], *, lost_game: bool = False) -> None:
        def job() -> None:
            work()
            self._outbox.put(LibraryChanged())

        self._worker.submit(job, lambda detail: self._outbox.put(LibraryFailed(detail, lost_game=lost_game)))

    def _keep(self, order: KeepGame) -> None:
        self._refused.add(order.document_id)
        game = order.game.to_game()
        before = self._numbers.get(order.document_id)
        played = _played(game, order.clocks)
        number = self._library().keep(game, played, before)
        self._numbers[order.document_id] = number
        self._refused.remove(order.document_id)
        if self._kept is not None:
            self._kept(number, game, played.side)

    def _keep_review(self, order: KeepReview) -> None:
        number = order.number or self._numbers.get(order.document_id, 0)
        if number:
            review = Review(_now(), order.red_accuracy, order.black_accuracy, order.judgements)
            self._library().add_review(number, review)


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def _played(game: Game, clocks: tuple[int, ...]) -> Played:
    """How a game was played, as its tags tell."""
    tags = game.headers
    humans = [side for side, name in ((RED, "Red"), (BLACK, "Black")) if tags.get(f"{name}Kind") == "human"]
    return Played(
        ended=_now(),
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
