"""A file of a trial's games, which are played and weighed once for all later uses."""

from __future__ import annotations

import json
from pathlib import Path

from tools.rating.games import RatedGame, play_rated, sides_of, weigh_rated
from xiangqi.cli.parts.workers import HeadwayLine
from xiangqi.jobs.work import run_chunks
from xiangqi.jobs.workers import Workers


class RatingLog:
    """A file with a line for each game that was played, and one for each that was weighed."""

    def __init__(self, path: Path) -> None:
        """Read the file; a truncated line is left out."""
        self._path = path
        self._played: dict[int, dict[str, object]] = {}
        self._weighed: dict[int, list[list[object]]] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            try:
                self._take(json.loads(line))
            except ValueError:
                continue

    def _take(self, values: dict[str, object]) -> None:
        number = int(str(values["game"]))
        if "moves" in values:
            moves = values["moves"]
            assert isinstance(moves, list)
            self._weighed[number] = moves
        else:
            self._played[number] = values

    def _add(self, values: dict[str, object]) -> None:
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(values) + "\n")
        self._take(values)

    def play(self, games: int, workers: Workers) -> None:
        """Play games 1 to `games` that are not in the file yet, and append each to it."""
        missing = [seed for seed in range(1, games + 1) if seed not in self._played]
        for back in run_chunks(workers, play_rated, missing, HeadwayLine("games played"), len(missing)):
            self._add({"game": back.chunk} | back.value())

    def weigh(self, workers: Workers) -> None:
        """Weigh the games that have not been weighed, and append the results to the file."""
        missing = [
            (number, str(game["line"])) for number, game in self._played.items() if number not in self._weighed
        ]
        for back in run_chunks(workers, weigh_rated, missing, HeadwayLine("games weighed"), len(missing)):
            self._add({"game": back.chunk[0], "moves": back.value()})

    def sides(self) -> list[RatedGame]:
        """Return all weighed games, from the view of both players."""
        return [
            side
            for number, moves in sorted(self._weighed.items())
            for side in sides_of(number, self._played[number], moves)
        ]
