"""What tests of commands share."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from xiangqi.cli import main

Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays a session of typed lines and returns what the terminal shows."""
    monkeypatch.setenv("LC_ALL", "C")

    def session(*lines: str, arguments: tuple[str, ...] = ("--side", "both")) -> str:
        typed = "\n".join([*lines, ""]).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        notation = () if "--notation" in arguments or "--language" in arguments else ("--notation", "chinese")
        assert main(["play", "--text", *notation, *arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return session
