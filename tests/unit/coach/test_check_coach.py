"""Tests of the tool that tries to refute the coach: the claims that it draws from a game, and its log."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tools import check_coach

START = "4ka2r/4a4/9/9/9/4P4/9/9/R8/4K1B2 w - - 0 1"  # few pieces, to make proofs fast
MOVES = ["a1b1", "i9i8", "b1b2", "i8f8", "e4e5", "f8f2"]


def games(path: Path, count: int) -> Path:
    """Return a file of equal games."""
    line = json.dumps({"start_fen": START, "moves": MOVES})
    path.write_text(f"{line}\n" * count, encoding="utf-8")
    return path


def checked(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    """Return the exit code of the tool, which compiles kernels when it first refutes, in each process."""
    monkeypatch.setattr(sys, "argv", ["check_coach", "--nodes", "500", "--depth", "4", *map(str, words)])
    return check_coach.main()


def test_a_run_goes_on_where_its_log_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, log = games(tmp_path / "games.jsonl", 2), tmp_path / "log"
    words = ["--games", file, "--log", log, "--from-each", 2]
    assert checked(monkeypatch, *words, "--sentences", 1) == 0
    first = log.read_text(encoding="utf-8").splitlines()
    assert len(first) == 1
    assert sum(json.loads(first[0])["kinds"].values()) == 1
    assert "1 sentences: 0 refuted, 0 undecided" in capsys.readouterr().out
    assert checked(monkeypatch, *words, "--trust") == 0
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {entry["game"] for entry in entries} == {f"games.jsonl:{number}" for number in (1, 2)}
    assert len(entries) == 2
    assert "1 sentences: 0 refuted, 0 undecided; 1 not tried" in capsys.readouterr().out


def test_processes_come_to_the_same_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they trust the sentences: each would compile the kernels that refute."""
    file = games(tmp_path / "games.jsonl", 2)
    logs = []
    for processes in (1, 2):
        log, words = tmp_path / f"log{processes}", ["--trust", "--processes", processes]
        assert checked(monkeypatch, "--games", file, "--log", log, *words) == 0
        entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        logs.append([{**entry, "seconds": 0.0} for entry in entries])
    assert len(logs[0]) == 2
    assert all(sum(entry["kinds"].values()) for entry in logs[0])
    assert logs[0] == logs[1]


def test_a_refuted_sentence_is_shown_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    entry = {"game": "games.jsonl:1", "plies": 8, "kinds": {"hangs.after": 3}, "refuted": [{"why": "no"}]}
    entry |= {"undecided": 1, "losses": 2, "explained": 1, "faults": 2, "trusted": False, "seconds": 1.0}
    log.write_text(json.dumps(entry) + "\n", encoding="utf-8")
    assert checked(monkeypatch, "--games", games(tmp_path / "games.jsonl", 1), "--log", log) == 1
    out = capsys.readouterr().out
    assert "3 sentences: 1 refuted, 1 undecided" in out
    assert '{"why": "no"}' in out
    assert "with a cause 50.0 %" in out
