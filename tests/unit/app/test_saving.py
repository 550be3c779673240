"""What cannot be saved is told, and what comes after it is saved all the same."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from xiangqi.app.intents import OpenFile, SaveFile
from xiangqi.app.runner import Runner
from xiangqi.records.files import read_games

SIX_PAWNS = "rnb1kabnr/9/1c5c1/p1p1p1p1p/4p4/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
PATIENCE_S = 20


def said(runner: Runner) -> list[str]:
    return [toast.notice.key.value for toast in runner.state.toasts]


def step_until(runner: Runner, done: Callable[[], bool]) -> None:
    """Let the session run until something is so."""
    end = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end, f"never came: {runner.state}"
        runner.step(time.monotonic())
        time.sleep(0.002)


def test_a_game_that_a_format_cannot_hold(tmp_path: Path) -> None:
    """XQF has numbers for five pawns of a side; the record has six, and its moves are played all the same."""
    path = tmp_path / "six.pgn"
    path.write_text(f'[FEN "{SIX_PAWNS}"]\n\n1. C2.5 *\n')
    runner = Runner()
    try:
        runner.send(OpenFile(path))
        step_until(runner, lambda: runner.state.record is not None)
        runner.send(SaveFile(tmp_path / "mine.xqf"))
        step_until(runner, lambda: "cannot_save" in said(runner))
        assert not (tmp_path / "mine.xqf").exists()
        runner.send(SaveFile(tmp_path / "mine.pgn"))
        step_until(runner, lambda: "saved" in said(runner))
    finally:
        runner.close()
    (saved,) = read_games(tmp_path / "mine.pgn")
    assert [move.iccs for move in saved.main_line()] == ["h2e2"]
