"""Making tables: order, going on where it was, being cancelled, and the command."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from xiangqi.cli import main
from xiangqi.errors import CancelledError, TableError
from xiangqi.jobs.pool import open_workers
from xiangqi.tables.making import working
from xiangqi.tables.making.maker import Making, TableMade, make
from xiangqi.tables.material import Endgame
from xiangqi.tables.tablefile import DTC, MAGIC, STEPPED, WDL, TableFile


def making(tmp_path: Path, *names: str, metric: str = DTC) -> Making:
    metrics = dict.fromkeys((Endgame.parse(name) for name in names), metric)
    return Making(metrics, metric, tmp_path / "work", tmp_path / "out")


def run(task: Making, at_once: int = 1) -> list[TableMade]:
    seen: list[TableMade] = []
    with open_workers(at_once) as workers:
        assert task.run(workers, seen.append) == {}
    return seen


def test_what_is_needed_is_made_first_and_only_once(tmp_path: Path) -> None:
    seen = run(making(tmp_path, "KRKA"), at_once=2)
    assert [made.material.name for made in seen] == ["KRK", "KRKA"]
    assert [(made.done, made.of) for made in seen] == [(1, 2), (2, 2)]
    assert run(making(tmp_path, "KRKA", metric=WDL)) == []
    (tmp_path / "out" / "KRK.xqt").write_bytes(MAGIC + b"damaged")
    working.path_of(tmp_path / "work", Endgame.parse("KRKA")).unlink()
    assert [made.material.name for made in run(making(tmp_path, "KRKA"))] == ["KRK", "KRKA"]
    assert TableFile(tmp_path / "out" / "KRK.xqt").metric == DTC


def test_steps_are_kept_beside_distances_and_give_way_to_them(tmp_path: Path) -> None:
    path = tmp_path / "out" / "KRAK.xqt"
    run(making(tmp_path, "KRAK", metric=STEPPED))
    stepped = TableFile(path)
    assert stepped.metric == STEPPED
    assert run(making(tmp_path, "KRAK", metric=STEPPED)) == []
    run(making(tmp_path, "KRAK"))
    assert TableFile(path).metric == DTC
    assert TableFile(path).size > stepped.size
    assert run(making(tmp_path, "KRAK", metric=STEPPED)) == []


def test_a_folder_of_tables_can_be_made_again(tmp_path: Path) -> None:
    """Byte for byte: how the files that come along were made."""
    metrics = {"KRAKA": STEPPED, "KRKA": STEPPED, "KRAK": WDL, "KRK": DTC}
    before = Making({Endgame.parse(n): m for n, m in metrics.items()}, DTC, tmp_path / "work", tmp_path / "out")
    run(before)
    shutil.rmtree(tmp_path / "work")
    again = ["--out", str(tmp_path / "again"), "--work", str(tmp_path / "work"), "--jobs", "1"]
    assert main(["tables", "make", "--like", str(tmp_path / "out"), *again]) == 0
    for name, metric in metrics.items():
        path = tmp_path / "again" / f"{name}.xqt"
        assert TableFile(path).metric == metric
        assert path.read_bytes() == (tmp_path / "out" / f"{name}.xqt").read_bytes()
    assert main(["tables", "make", "KRK", "--like", str(tmp_path / "out")]) == 2


def test_what_the_tables_of_a_folder_need_tells_no_distances(tmp_path: Path) -> None:
    """It only helps to make them, and is made quickest so."""
    run(making(tmp_path, "KRAK"))
    out, again = tmp_path / "out", tmp_path / "again"
    (out / "KRK.xqt").unlink()
    words = ["--out", str(again), "--work", str(tmp_path / "other"), "--jobs", "1"]
    assert main(["tables", "make", "--like", str(out), *words]) == 0
    assert {path.stem: TableFile(path).metric for path in again.iterdir()} == {"KRAK": DTC, "KRK": WDL}


@pytest.mark.parametrize(("words", "metric"), [([], DTC), (["--steps"], STEPPED), (["--wdl"], WDL)])
def test_what_is_told_of_distances_is_chosen(tmp_path: Path, words: list[str], metric: str) -> None:
    given = ["--out", str(tmp_path / "out"), "--work", str(tmp_path / "work"), "--jobs", "1"]
    assert main(["tables", "make", "KRK", *words, *given]) == 0
    assert TableFile(tmp_path / "out" / "KRK.xqt").metric == metric


def test_a_folder_with_damaged_tables_is_not_made_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What was damaged would be missing, and nobody would know."""
    (tmp_path / "KRK.xqt").write_bytes(b"no table")
    words = ["tables", "make", "--like", str(tmp_path), "--out", str(tmp_path / "out")]
    assert main([*words, "--work", str(tmp_path / "work")]) == 2
    assert "KRK.xqt: not an endgame table" in capfd.readouterr().err
    assert not (tmp_path / "out").exists()


def test_cancelling_keeps_what_was_done(tmp_path: Path) -> None:
    task = making(tmp_path, "KRKAA")
    with open_workers(1) as workers, pytest.raises(CancelledError):
        task.run(workers, lambda _made: task.cancel())
    assert (tmp_path / "out" / "KRK.xqt").exists()
    assert [made.material.name for made in run(making(tmp_path, "KRKAA"))] == ["KRKA", "KRKAA"]


def test_a_table_that_fails_is_told_and_the_others_are_made(tmp_path: Path) -> None:
    task = making(tmp_path, "KRKA", "KCK")
    working.path_of(tmp_path / "work", Endgame.parse("KRK")).mkdir(parents=True)  # in its way
    seen: list[TableMade] = []
    with open_workers(2) as workers:
        failed = task.run(workers, seen.append)
    assert [material.name for material in failed] == ["KRK"]
    assert [made.material.name for made in seen] == ["KCK"]
    assert not (tmp_path / "out" / "KRKA.xqt").exists()


def other_file(path: Path) -> None:
    path.write_bytes(b"my notes\n")


def link_to_another_file(path: Path) -> None:
    other_file(path.with_name("notes.txt"))
    path.symlink_to(path.with_name("notes.txt"))


def database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE game (moves)")


@pytest.mark.parametrize("make_another", [other_file, link_to_another_file, database])
@pytest.mark.parametrize("name", ["out/KRK.xqt", "out/KRKA.xqt", "work/KRK.sets", "work/KRKA.sets"])
def test_another_file_of_that_name_is_not_replaced(
    tmp_path: Path, name: str, make_another: Callable[[Path], None], capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.parent.mkdir()
    make_another(path)
    before = path.read_bytes()
    folders = ["--out", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    assert main(["tables", "make", "KRKA", *folders, "--jobs", "1"]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert f"{path}: it is not an endgame table" in line
    assert path.read_bytes() == before
    assert {other for other in tmp_path.rglob("*.*") if other.suffix in (".xqt", ".sets")} == {path}


def test_an_empty_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "KRK.xqt").touch()
    assert [made.material.name for made in run(making(tmp_path, "KRK"))] == ["KRK"]


def test_a_worker_that_sees_another_folder_says_so(tmp_path: Path) -> None:
    job = making(tmp_path, "KRK").jobs[0]
    with pytest.raises(TableError, match=r"folder .*work does not exist on "):
        make(job)


def test_five_soldiers_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="KPPPPPKA has too many soldiers"):
        making(tmp_path, "KPPPPPKA")


def test_what_is_too_large_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"has more than 4\.3B positions, too many to solve"):
        making(tmp_path, "KRRNNCCAABBKRRNNCCAABB")


def test_the_command_makes_a_table_and_tells_progress(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = ["tables", "make", "KRK", "--out", str(out), "--work", str(tmp_path / "work"), "--jobs", "1"]
    assert main(words) == 0
    told = capfd.readouterr()
    assert "1 of 1: KRK" in told.err
    assert main(["tables", "list", "--path", str(out), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["material"] == "KRK"
    assert main(["tables", "list", "--path", str(out)]) == 0
    assert re.fullmatch(r"KRK +\d+ bytes  distances\n", capfd.readouterr().out)
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
        (["make"], "give material signatures"),
        (["make", "KXK"], "not a material"),
        (["probe", "nonsense"], "1 row;"),
        (["make", "--like", "nowhere"], "no such folder: 'nowhere'"),
        (["make", "--like", ".", "--wdl"], "not allowed with"),
        (["list", "--path", "nowhere"], "no such folder: 'nowhere'"),
        (["frobnicate"], "invalid choice"),
    ],
)
def test_wrong_usage_is_one_line(words: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", *words]) == 2
    told = capfd.readouterr()
    assert message in told.err
    assert told.err.count("\n") == 1
