"""Records of match games, and a file that grows by one complete game at a time."""

from __future__ import annotations

import time
from pathlib import Path

from xiangqi.core.constants import BLACK, RED
from xiangqi.disk import flush, open_to_append
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.match.series import Finished
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS
from xiangqi.records.tree import Game
from xiangqi.referee import Rules

_RESULTS = {RED: "1-0", BLACK: "0-1", None: "1/2-1/2"}


def to_record(finished: Finished, rules: Rules, names: tuple[str, str]) -> Game:
    """Return the record of a finished game.

    Args:
        finished: the game.
        rules: the rules it was played by.
        names: the names of the first and the second engine.
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
    """A PGN file to which complete games are appended durably."""

    def __init__(self, path: Path, style: Style = Style.ICCS) -> None:
        """Open or create a file for appending. Links are followed; devices and pipes are allowed.

        Raises:
            StorageError: the file cannot be written.
        """
        self._path = path
        self._style = style
        try:
            self._file = open_to_append(path)
        except OSError as error:
            raise self._fault(error) from None

    def add(self, game: Game) -> None:
        """Append a game.

        Raises:
            StorageError: the file cannot be written.
        """
        try:
            self._file.write(WRITERS["pgn"].write(game, self._style, "utf-8"))
            flush(self._file)
        except OSError as error:
            raise self._fault(error) from None

    def close(self) -> None:
        """Close the file.

        Raises:
            StorageError: data left by an earlier error still cannot be written.
        """
        try:
            self._file.close()
        except OSError as error:
            raise self._fault(error) from None

    def _fault(self, error: OSError) -> StorageError:
        return StorageError(Message("detail.not_written", path=str(self._path), reason=system_reason(error)))
