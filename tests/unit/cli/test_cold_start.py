"""Commands on a machine on which nothing has been compiled yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

from xiangqi.cli import COMMANDS
from xiangqi.core import jit

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="Numba is missing or switched off")

POSITION = "4k4/9/9/9/9/9/9/9/9/3K5 w"
GAME = "1. 炮二平五 马８进７ *\n"


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)


def kernels(home: Path) -> list[Path]:
    """What has been compiled."""
    return [path for path in (home / "cache").rglob("*") if path.suffix in (".image", ".nbi", ".lock")]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_compiles_nothing(home: Path, name: str) -> None:
    done = run(name, "--help")
    assert done.code == 0
    assert done.out.startswith(f"usage: xiangqi {name}")
    assert done.err == ""
    assert not kernels(home)


def test_wrong_usage_compiles_nothing(home: Path) -> None:
    for words in (
        ("perft", "x"),
        ("perft", "2", "--fen", "x"),
        ("match", "a"),
        ("analyse", "x"),
        ("film", "a", "b"),
    ):
        done = run(*words)
        assert done.code == 2
        assert len(done.err.splitlines()) == 1
    assert not kernels(home)


def test_small_work_compiles_nothing(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    record.write_text(GAME, encoding="utf-8")
    assert json.loads(run("check", POSITION, "--json").out)["legal_moves"] == ["d0d1"]
    assert json.loads(run("convert", str(record), "--to", "json").out)["iccs"] == ["h2e2", "h9g7"]
    assert run("film", str(record), str(tmp_path / "game.png")).code == 0
    moves = ["h2e2", "h9g7"]
    assert (
        json.loads(run("judge", text=json.dumps({"start_fen": None, "moves": moves})).out)["verdict"] == "none"
    )
    assert not kernels(home)
