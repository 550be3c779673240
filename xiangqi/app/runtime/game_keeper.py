"""Puts every finished game into the library at once, and reads one's own games from it, beside the session."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator
from datetime import datetime
from typing import Final

from xiangqi.app.messages.effects import KeepGame
from xiangqi.app.runtime.reading import Batch
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError, RecordError
from xiangqi.library import Library, Played
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game

_LAST_GAME_SECONDS: Final = 10.0
_BATCH: Final = 50


class GameKeeper:
    """One thread that writes games into the library in the order in which they end."""

    def __init__(self, failed: Callable[[str], None]) -> None:
        """Nothing is opened before there is a game to keep.

        Args:
            failed: called, in the thread, with what went wrong; the game is not kept then.
        """
        self._failed = failed
        self._orders: queue.SimpleQueue[KeepGame | None] = queue.SimpleQueue()
        self._numbers: dict[int, int] = {}  # of documents -> of their games in the library
        self._thread: threading.Thread | None = None

    def keep(self, order: KeepGame) -> None:
        """Keep a game; given again, it takes the place of what it was."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="game keeper", daemon=True)
            self._thread.start()
        self._orders.put(order)

    def close(self) -> None:
        """Write what waits, unless the disk does not answer, and end."""
        if self._thread is not None:
            self._orders.put(None)
            self._thread.join(_LAST_GAME_SECONDS)

    def _work(self) -> None:
        while (order := self._orders.get()) is not None:
            try:
                with Library() as library:
                    game = order.game.to_game()
                    before = self._numbers.get(order.document_id)
                    self._numbers[order.document_id] = library.keep(game, _played(game), before)
            except LibraryError as error:
                self._failed(str(error))


def _played(game: Game) -> Played:
    """How a game was played, as its tags tell."""
    tags = game.headers
    humans = [side for side, name in ((RED, "Red"), (BLACK, "Black")) if tags.get(f"{name}Kind") == "human"]
    return Played(
        ended=datetime.now().isoformat(timespec="seconds"),
        side=humans[0] if len(humans) == 1 else None,
        reason=tags.get("Termination", ""),
        red_level=_level(tags, "Red"),
        black_level=_level(tags, "Black"),
        red_engine=tags.get("Red", "") if tags.get("RedKind") == "engine" else "",
        black_engine=tags.get("Black", "") if tags.get("BlackKind") == "engine" else "",
        rules=tags.get("RuleSet", ""),
    )


def _level(tags: dict[str, str], side: str) -> int | None:
    level = tags.get(f"{side}Level", "")
    return int(level) if tags.get(f"{side}Kind") == "computer" and level.isdecimal() else None


def batches_of_own_games() -> Generator[Batch, None, None]:
    """One's own games, the latest first.

    Raises:
        RecordError: the library cannot be read.
    """
    try:
        with Library() as library:
            games = library.own_games()
            for begin in range(0, len(games), _BATCH):
                some = games[begin : begin + _BATCH]
                packed = tuple(pack(library.load(game.number)) for game in some)
                yield Batch(packed, (begin + len(some)) / len(games))
    except LibraryError as error:
        raise RecordError(str(error)) from None
