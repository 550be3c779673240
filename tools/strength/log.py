"""The log of a folder of tests: a line of JSON for each pair of games, appended when it is finished.

A run that is killed loses the pair it was playing. The openings of all tests in the folder count as used.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from tools.strength.games import Pair
from xiangqi.errors import XiangqiError
from xiangqi.match.statistics import Tally

FILE = "pairs.jsonl"


@dataclass(frozen=True)
class Question:
    """The settings of a test that must be the same for its results to be added up."""

    name: str
    first: str
    second: str
    nodes: int
    equal: str


class Log:
    """The log of the tests in a folder."""

    def __init__(self, folder: Path) -> None:
        """Open the log, which may be new.

        Raises:
            XiangqiError: a line in it cannot be read.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / FILE
        self.used: set[str] = set()
        self._lines: list[dict[str, object]] = []
        if self._path.exists():
            for number, line in enumerate(self._path.read_text(encoding="utf-8").splitlines(), 1):
                self._take_in(line, number)

    def _take_in(self, line: str, number: int) -> None:
        try:
            entry = json.loads(line)
            self.used.add(entry["opening"])
            self._lines.append(entry)
        except (ValueError, KeyError, TypeError):
            raise XiangqiError(f"{self._path}, line {number}: not a pair of games") from None

    def names(self) -> list[str]:
        """Return the tests of the folder, in the order of their first pairs."""
        return list(dict.fromkeys(str(line["test"]) for line in self._lines))

    def of(self, name: str) -> list[dict[str, object]]:
        """Return the pairs of a test."""
        return [line for line in self._lines if line["test"] == name]

    def check(self, question: Question) -> None:
        """Check that earlier pairs of the test had the same settings.

        Raises:
            XiangqiError: the settings differ; the message names the difference.
        """
        for line in self.of(question.name)[:1]:
            for key in ("first", "second", "nodes", "equal"):
                if line[key] != getattr(question, key):
                    raise XiangqiError(
                        f"the test {question.name!r} was begun with {key} {line[key]!r}, "
                        f"not {getattr(question, key)!r}: give it another name"
                    )

    def add(self, question: Question, pair: Pair) -> None:
        """Append a pair and flush it to disk."""
        entry: dict[str, object] = {
            "test": question.name,
            "first": question.first,
            "second": question.second,
            "nodes": question.nodes,
            "equal": question.equal,
            "opening": pair.name,
            "half_points": pair.half_points,
            "endings": pair.endings,
            "plies": pair.plies,
            "searched": [cost.nodes for cost in pair.costs],
            "seconds": [round(cost.seconds, 4) for cost in pair.costs],
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._lines.append(entry)

    def tally(self, name: str) -> Tally:
        """Return the results of a test's first player."""
        tally = Tally()
        for number, line in enumerate(self.of(name)):
            half_points = line["half_points"]
            assert isinstance(half_points, list)
            for result in half_points:
                tally.add(number, result)
        return tally

    def speeds(self, name: str) -> tuple[float, float]:
        """Return both players' nodes per second so far; 1 and 1 before the first pair."""
        nodes, seconds = [0, 0], [0.0, 0.0]
        for line in self.of(name):
            searched, spent = line["searched"], line["seconds"]
            assert isinstance(searched, list)
            assert isinstance(spent, list)
            for side in (0, 1):
                nodes[side] += searched[side]
                seconds[side] += spent[side]
        if not all(seconds):
            return 1.0, 1.0
        return nodes[0] / seconds[0], nodes[1] / seconds[1]
