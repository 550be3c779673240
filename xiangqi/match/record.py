"""A game of a match as a record, and the file that grows by one complete game after the other."""

from __future__ import annotations

import os
import time
from pathlib import Path

from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.match.series import Finished
from xiangqi.notation import Style
from xiangqi.records.text.pgn_writer import format_game
from xiangqi.records.tree import Game
from xiangqi.referee import Rules

_RESULTS = {RED: "1-0", BLACK: "0-1", None: "1/2-1/2"}


def to_record(finished: Finished, rules: Rules, names: tuple[str, str]) -> Game:
    """A finished game of a match.

    Args:
        finished: the game.
        rules: by which it was judged.
        names: of the first and the second engine.
    """
    red, black = names if finished.pairing.first_is_red else reversed(names)
    played = finished.played
    headers = {
        "Event": f"{names[0]} - {names[1]}",
        "Date": time.strftime("%Y.%m.%d"),
        "Round": f"{finished.pairing.pair + 1}.{finished.pairing.number % 2 + 1}",
        "Red": red,
        "Black": black,
        "RuleSet": rules.name,
        "Termination": played.reason,
    }
    record = Game(headers=headers, start_fen=played.opening.start_fen, result=_RESULTS[played.winner])
    node = record.root
    for move, comment in zip(played.moves, played.comments, strict=True):
        node = node.add(move, comment)
    node.add_comment(played.detail)
    return record


class RecordFile:
    """A PGN file. Games are added at its end, each whole and on the disk before the next."""

    def __init__(self, path: Path) -> None:
        """Open a file, or begin one; what is in it stays.

        Raises:
            StorageError: it cannot be written.
        """
        self._path = path
        try:
            self._file = path.open("ab+")
            if self._file.tell() and not self._ends_with_a_line():
                self._file.write(b"\n\n")
        except OSError as error:
            raise self._fault(error) from None

    def add(self, game: Game) -> None:
        """Append a game.

        Raises:
            StorageError: it cannot be written.
        """
        try:
            self._file.write(format_game(game, Style.ICCS).encode())
            self._file.flush()
        except OSError as error:
            raise self._fault(error) from None

    def _ends_with_a_line(self) -> bool:
        self._file.seek(-1, os.SEEK_END)
        return self._file.read(1) == b"\n"

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _fault(self, error: OSError) -> StorageError:
        return StorageError(Message("detail.not_written", path=str(self._path), reason=system_reason(error)))
