"""Making tables: order, going on where it was, being cancelled, and the command."""

from __future__ import annotations

import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from xiangqi.cli import main
from xiangqi.errors import CancelledError, TableError
from xiangqi.tables import working
from xiangqi.tables.making import Made, Making
from xiangqi.tables.material import Endgame
from xiangqi.tables.tablefile import DTC, WDL, TableFile


def making(tmp_path: Path, *names: str, metric: str = DTC) -> Making:
    return Making([Endgame.parse(name) for name in names], metric, tmp_path / "work", tmp_path / "out")


def run(task: Making, at_once: int = 1) -> list[Made]:
    seen: list[Made] = []
    with ThreadPoolExecutor(at_once) as executor:
        task.run(executor, at_once, seen.append)
    return seen


def test_what_is_needed_is_made_first_and_only_once(tmp_path: Path) -> None:
    seen = run(making(tmp_path, "KRKA"), at_once=2)
    assert [made.material.name for made in seen] == ["KRK", "KRKA"]
    assert [(made.done, made.of) for made in seen] == [(1, 2), (2, 2)]
    assert run(making(tmp_path, "KRKA", metric=WDL)) == []
    (tmp_path / "out" / "KRK.xqt").write_bytes(b"damaged")
    working.path_of(tmp_path / "work", Endgame.parse("KRKA")).unlink()
    assert [made.material.name for made in run(making(tmp_path, "KRKA"))] == ["KRK", "KRKA"]
    assert TableFile(tmp_path / "out" / "KRK.xqt").metric == DTC


def test_cancelling_keeps_what_was_done(tmp_path: Path) -> None:
    task = making(tmp_path, "KRKAA")
    with ThreadPoolExecutor(1) as executor, pytest.raises(CancelledError):
        task.run(executor, 1, lambda _made: task.cancel())
    assert (tmp_path / "out" / "KRK.xqt").exists()
    assert [made.material.name for made in run(making(tmp_path, "KRKAA"))] == ["KRKA", "KRKAA"]


def test_a_job_that_fails_is_told(tmp_path: Path) -> None:
    class Failing(Executor):
        def submit(self, *_args, **_kwargs):  # type: ignore[no-untyped-def]
            future: Future[Endgame] = Future()
            future.set_exception(TableError("no memory"))
            return future

    with pytest.raises(TableError, match="no memory"):
        making(tmp_path, "KRK").run(Failing(), 1, lambda _made: None)


def test_what_is_too_large_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="more than can be solved"):
        making(tmp_path, "KRRNNCCAABBKRRNNCCAABB")


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    words = ["tables", "make", "KRK", "--out", str(out), "--work", str(tmp_path / "work"), "--jobs", "1"]
    assert main(words) == 0
    told = capfd.readouterr()
    assert "1 of 1: KRK" in told.err
    assert main(["tables", "list", "--path", str(out), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["material"] == "KRK"
    assert main(["tables", "probe", "--path", str(out), "--json", "4k4/9/9/9/9/9/9/9/9/3K2R2 w - - 0 1"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["verdict"] == "win"
    assert answer["plies"] in (1, 3, 5)
    assert answer["moves"]["g0g9"] in ("win", "draw")
    assert main(["tables", "probe", "--path", str(out), "4k4/9/9/9/9/9/9/9/9/3K2N2 w"]) == 0
    assert capfd.readouterr().out == "no table covers this position\n"
    (out / "KRK.xqt").write_bytes(b"no table")
    assert main(["tables", "probe", "--path", str(out), "4k4/9/9/9/9/9/9/9/9/3K2R2 w"]) == 1
    assert "KRK.xqt" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["make"], "either materials"),
        (["make", "KXK"], "no material"),
        (["probe", "nonsense"], "rows"),
        (["frobnicate"], "invalid choice"),
    ],
)
def test_wrong_usage_is_one_line(words: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", *words]) == 2
    told = capfd.readouterr()
    assert message in told.err
    assert told.err.count("\n") == 1
