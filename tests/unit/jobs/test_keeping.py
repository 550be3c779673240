"""A command that was stopped goes on with what is kept; nothing is done twice, nothing foreign taken."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from xiangqi.board import START_FEN
from xiangqi.engine.common.types import Limits
from xiangqi.errors import StorageError
from xiangqi.jobs.crew import open_workers
from xiangqi.jobs.keeping import KeptResults
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.bouts import Match
from xiangqi.match.contestants import Contestant
from xiangqi.match.game import Terms
from xiangqi.match.plain_games import from_plain, to_plain
from xiangqi.match.series import Series
from xiangqi.match.start_positions import Opening


class Here(Workers):
    """Does jobs at once, and remembers them."""

    count, parcel_s = 1, 0.0

    def __init__(self) -> None:
        self.done: list[object] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.done += args[0].chunks
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def kept(path: Path, name: str = "squares") -> KeptResults[str]:
    return KeptResults(path, {"work": name}, str, str)


def texts(workers: Workers, results: KeptResults[str], chunks: Iterator[int] | range) -> list[str]:
    return [one.value() for one in in_order(run_chunks(workers, str, chunks, kept=results))]


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    first = kept(path)
    some = run_chunks(Here(), str, range(10), kept=first)
    for _ in range(3):
        next(some)
    first.close()
    with path.open("ab") as file:
        file.write(b'{"number": 9, "resu')  # cut off
    workers, second = Here(), kept(path)
    assert texts(workers, second, range(10)) == [str(number) for number in range(10)]
    assert workers.done == list(range(3, 10))
    second.close()
    workers, third = Here(), kept(path)
    assert len(texts(workers, third, range(12))) == 12
    assert workers.done == [10, 11]
    third.close()


def test_a_file_of_other_work_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    kept(path).close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="other work"):
        kept(path, "cubes")
    assert path.read_bytes() == before
    path.write_text("a diary\n", encoding="utf-8")
    with pytest.raises(StorageError, match="other work"):
        kept(path)
    path.write_bytes(before + b'{"number": 1}\n')
    with pytest.raises(StorageError, match="other work"):
        kept(path)
    with pytest.raises(StorageError, match="cannot be read or written"):
        kept(tmp_path / "no folder" / "kept")


def test_games_of_a_match_are_kept_whole(tmp_path: Path) -> None:
    engine = Contestant("builtin", None, (("Hash", "1"),))
    match = Match((engine, engine), Terms(Limits(nodes=100), longest=3), seed=1)
    played = []
    for _ in range(2):
        results = KeptResults(tmp_path / "kept", {}, to_plain, from_plain)
        with open_workers(1) as workers:
            played.append(
                [one.played for one in Series(match, cycle([Opening(START_FEN)]), 2, workers, results).play()]
            )
        results.close()
    assert played[0] == played[1]  # times included: these were not played again
