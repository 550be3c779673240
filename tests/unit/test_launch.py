"""Nothing in the folder in which the program is started is ever run."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from traps import TRAPPED, set_traps

from xiangqi.app.records.background_work.reading import SMALL_BYTES, batches_of_file
from xiangqi.board import START_FEN
from xiangqi.core.constants import RED
from xiangqi.fen import parse_fen
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.work import run_chunks
from xiangqi.launch import own_command
from xiangqi.protocol.client import EngineClient

ROOT = Path(__file__).parents[2]
GAME = '[Red "A"]\n\n1. 炮二平五 马８进７ *\n\n'
TEXT_GAME = "h2e2\nopen many.pgn\nquit\n"


@pytest.fixture
def trapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder has a trap for every module that Python or the program could look for.

    Returns:
        The file in which a trap writes its name.
    """
    folder = tmp_path / "downloads"
    set_traps(folder)
    (folder / "game.pgn").write_text(GAME, encoding="utf-8")
    (folder / "many.pgn").write_text(GAME * (SMALL_BYTES // len(GAME)), encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv(TRAPPED, str(tmp_path / "trapped"))
    return tmp_path / "trapped"


def run(command: list[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_traps_work(trapped: Path) -> None:
    subprocess.run([sys.executable, "-c", "import pickle"], capture_output=True, check=False)
    assert " in " in trapped.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["play", "--text", "--level", "1"], TEXT_GAME),
        (["match", "builtin", "builtin", "--games", "2", "--nodes", "50", "--max-moves", "4"], ""),
        (["film", "game.pgn", "game.gif"], ""),
        (["convert", "game.pgn", "--to", "xml"], ""),
        (["check", "4k4/9/9/9/9/9/9/9/9/3K5 w"], ""),
        (["uci"], "uci\nisready\ngo nodes 50\nquit\n"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_and_the_processes_they_start(trapped: Path, words: list[str], text: str) -> None:
    run(own_command(*words), text)
    assert not trapped.exists()


def test_the_processes_that_do_jobs(trapped: Path) -> None:
    with open_workers(2) as workers:
        (fen,) = run_chunks(workers, parse_fen, [START_FEN])
    assert fen.value().turn == RED
    assert not trapped.exists()


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed")
@pytest.mark.skipif(sys.version_info < (3, 11), reason="Dask's own processes look in the current folder")
def test_a_cluster_of_this_machine(trapped: Path) -> None:
    with open_workers(1, "local:1") as workers:
        (fen,) = run_chunks(workers, parse_fen, [START_FEN])
    assert fen.value().turn == RED
    assert not trapped.exists()


def test_the_processes_of_the_window(trapped: Path) -> None:
    """Its engine and its reader of large files; films are a command."""
    games = [game for batch in batches_of_file(Path("many.pgn")) for game in batch.games]
    assert len(games) == SMALL_BYTES // len(GAME)
    engine = EngineClient(None)
    engine.start()
    while not engine.poll():
        engine.wait(1.0)
    engine.close()
    assert not trapped.exists()


@pytest.mark.parametrize("start", [["-m", "xiangqi"], [str(ROOT / "main.py")]])
def test_beside_a_shadow_of_the_standard_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: list[str]
) -> None:
    """Python itself looks here with ``-m``, but what the program imports later comes from elsewhere."""
    for name in ("json", "pickle", "argparse", "difflib", "platformdirs"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('trapped')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert "44" in run([sys.executable, *start, "perft", "1", "--json"])


def test_a_frozen_program_is_its_own_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command("uci") == [sys.executable, "uci"]


def test_the_programs_modules_come_from_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where another version is installed."""
    other = tmp_path / "xiangqi"
    other.mkdir()
    (other / "__init__.py").write_text("__version__ = 'another'\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "another" not in run(own_command("--version"))
    for flag in ("0", "1"):
        monkeypatch.setenv("PYTHONSAFEPATH", flag)
        assert "another" not in run(own_command("--version"))
