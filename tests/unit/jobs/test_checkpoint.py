"""A command that was stopped goes on with what is kept; nothing is done twice, nothing foreign taken."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from xiangqi.board import START_FEN
from xiangqi.cli.review import Reviewed
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Limits
from xiangqi.errors import StorageError
from xiangqi.jobs import checkpoint
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.jobs.credentials import fingerprint_of
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.bouts import Match
from xiangqi.match.contestants import Contestant
from xiangqi.match.game import Conditions, FinishedGame
from xiangqi.match.series import Series
from xiangqi.match.start_positions import Opening


class Here(Workers):
    """Does jobs at once, and remembers them."""

    count, batch_s = 1, 0.0

    def __init__(self) -> None:
        self.done: list[object] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.done += args[0].chunks
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


SOURCES = cache(fingerprint_of)


@pytest.fixture(autouse=True)
def sources_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is opened hundreds of times here, and would read all sources each time."""
    monkeypatch.setattr(checkpoint, "fingerprint_of", SOURCES)


def kept(path: Path, name: str = "squares") -> Checkpoint[str]:
    return Checkpoint(path, {"work": name}, str, str)


def texts(workers: Workers, results: Checkpoint[str], chunks: Iterator[int] | range) -> list[str]:
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


@pytest.mark.parametrize(
    "content",
    [
        b'{"games": 3}',
        b"\x00\xff\x89PNG",
        b" ",
        b"1. h2e2 *",
        b"[",
        b'{"work": "cubes"',
        b"{}",
        b"\n",
        b"\r",
        b"\xef\xbb\xbf",
        b'{"work": {"work": "squares"}, "sources": "0123456789abcdef", "more": 1}',
    ],
)
def test_a_file_that_is_not_its_own_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "precious"
    path.write_bytes(content)
    with pytest.raises(StorageError, match="choose another file"):
        kept(path)
    assert path.read_bytes() == content


def test_only_its_own_end_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    kept(path).close()
    head = path.read_bytes()
    results = kept(path)
    results.add(0, "zero")
    results.close()
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        kept(path).close()
        assert path.read_bytes() == (head if end < len(whole) else whole), end
    for foreign in (b"a note", b'{"other": 1', b"\x00"):
        path.write_bytes(whole + foreign)
        with pytest.raises(StorageError, match="choose another file"):
            kept(path)
        assert path.read_bytes() == whole + foreign


def test_a_file_of_other_work_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    kept(path).close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="a different job"):
        kept(path, "cubes")
    assert path.read_bytes() == before
    path.write_text("a diary\n", encoding="utf-8")
    with pytest.raises(StorageError, match="a different job"):
        kept(path)
    path.write_bytes(before + b'{"number": 1}\n')
    with pytest.raises(StorageError, match="a different job"):
        kept(path)
    with pytest.raises(StorageError, match="cannot be read or written"):
        kept(tmp_path / "no folder" / "kept")


@pytest.mark.skipif(sys.platform == "win32", reason="no limit for files there")
def test_a_file_that_cannot_grow_is_named_however_it_is_left(tmp_path: Path) -> None:
    import resource

    results = kept(tmp_path / "kept")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "kept").stat().st_size, before[1]))
    try:
        with pytest.raises(StorageError, match="kept cannot be read or written"), closing(results):
            results.add(0, "0")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("line", ['{"number": 1e999, "result": "x"}', "[" * 100_000, "[1]", '{"number": []}'])
def test_a_line_that_is_no_result_is_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "kept"
    kept(path).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(StorageError, match="a different job"):
        kept(path)


GAME = {
    "winner": RED,
    "reason": "resignation",
    "detail": "",
    "start_fen": START_FEN,
    "opening": ["h2e2"],
    "moves": ["h2e2", "h9g7"],
    "comments": ["", "+0.10/3"],
    "paces": [{"seconds": [0.1], "late_s": 0.0, "nodes": 5, "depths": [3]}] * 2,
}


def test_a_game_that_is_kept_is_a_game() -> None:
    assert json.loads(json.dumps(FinishedGame.from_json(GAME).to_json())) == GAME


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("winner", 5),
        ("winner", [8]),
        ("start_fen", "4k4/9/9/9/9/9/9/9/9/4K4 w"),
        ("start_fen", ["startpos"]),
        ("start_fen", None),
        ("opening", ["h9g7"]),
        ("moves", ["h2e2", "a0i9"]),
        ("moves", ["h2e2", "h2e2"]),
        ("moves", ["h2e2"]),
        ("moves", 5),
        ("comments", [""]),
        ("paces", []),
        ("paces", [{}, {}]),
        ("paces", [{"seconds": [float("nan")], "late_s": 0.0, "nodes": 5, "depths": []}] * 2),
        ("paces", [{"seconds": [], "late_s": 1e400, "nodes": 5, "depths": []}] * 2),
        ("paces", [{"seconds": [], "late_s": 0.0, "nodes": float("inf"), "depths": []}] * 2),
    ],
)
def test_a_game_that_is_none_is_told_by_its_number(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "kept"
    Checkpoint(path, {}, FinishedGame.to_json, FinishedGame.from_json).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"number": 6, "result": GAME | {name: value}}) + "\n")
    results = Checkpoint(path, {}, FinishedGame.to_json, FinishedGame.from_json)
    with pytest.raises(StorageError, match="kept: result 7 is damaged"):
        results[6]
    results.close()


@pytest.mark.parametrize("result", [None, 5, ["text"], ["text", ["no card"]], ["text", [5]], ["text", 5]])
def test_a_review_that_is_none_is_told_by_its_number(tmp_path: Path, result: object) -> None:
    path = tmp_path / "kept"
    Checkpoint(path, {}, Reviewed.to_json, Reviewed.from_json).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"number": 0, "result": result}) + "\n")
    results = Checkpoint(path, {}, Reviewed.to_json, Reviewed.from_json)
    with pytest.raises(StorageError, match="kept: result 1 is damaged"):
        results[0]
    results.close()


def test_games_of_a_match_are_kept_whole(tmp_path: Path) -> None:
    engine = Contestant("builtin", None, (("Hash", "1"),))
    match = Match((engine, engine), Conditions(Limits(nodes=100), longest=3), seed=1)
    played = []
    for _ in range(2):
        results = Checkpoint(tmp_path / "kept", {}, FinishedGame.to_json, FinishedGame.from_json)
        with open_workers(1) as workers:
            played.append(
                [one.played for one in Series(match, cycle([Opening(START_FEN)]), 2, workers, results).play()]
            )
        results.close()
    assert played[0] == played[1]  # times included: these were not played again
