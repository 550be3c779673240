"""A log of counted games with one line of JSON per finished game, from which a run can be resumed."""

from __future__ import annotations

import base64
import json
import os
from collections import defaultdict
from pathlib import Path

from xiangqi.errors import XiangqiError
from xiangqi.insights.moves import CountedMove, packed, unpacked


class GameLog:
    """The games of some players in a file, which is created if necessary."""

    def __init__(self, path: Path) -> None:
        """Read the file, dropping an incomplete last line.

        Raises:
            XiangqiError: a line in it cannot be read.
        """
        self._path = path
        self._games: dict[str, dict[int, tuple[CountedMove, ...]]] = defaultdict(dict)
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            self._take_in(line, number)
        if whole != content:
            os.truncate(path, len(whole))

    def _take_in(self, line: bytes, number: int) -> None:
        try:
            entry = json.loads(line)
            game = int(entry["game"])
            self._games[entry["player"]][game] = unpacked(base64.b64decode(entry["moves"]), game)
        except (ValueError, KeyError, TypeError):
            raise XiangqiError(f"{self._path}, line {number}: not a counted game") from None

    def __contains__(self, place: tuple[str, int]) -> bool:
        player, game = place
        return game in self._games.get(player, {})

    def games(self, player: str) -> list[tuple[CountedMove, ...]]:
        """Return the games of a player, in order."""
        return [moves for _, moves in sorted(self._games.get(player, {}).items())]

    def add(self, player: str, game: int, moves: tuple[CountedMove, ...]) -> None:
        """Append a player's game, and sync the file to disk."""
        content = base64.b64encode(packed(moves)).decode()
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"player": player, "game": game, "moves": content}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._games[player][game] = moves
