"""What tests of commands share."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Final

import pytest

from xiangqi.cli import main

Play = Callable[..., str]
NOON: Final = datetime(2026, 11, 28, 12, tzinfo=timezone.utc)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays a session of typed lines, on a day with known exercises, and returns what the terminal shows."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr("xiangqi.app.runner.utc_now", lambda: NOON)

    def session(*lines: str, arguments: tuple[str, ...] = ("--side", "both")) -> str:
        typed = "\n".join([*lines, ""]).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        notation = () if "--notation" in arguments or "--language" in arguments else ("--notation", "chinese")
        assert main(["play", "--text", *notation, *arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return session
