"""A file that another program drops on the window."""

from __future__ import annotations

import ctypes.util
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from window_driver import GameWindow, wait_for

if ctypes.util.find_library("X11") is None:
    pytest.skip("not installed: libX11", allow_module_level=True)


def test_a_dropped_file_is_opened(open_window: Callable[..., GameWindow], tmp_path: Path) -> None:
    path = tmp_path / "对局 1.pgn"
    path.write_text("1. 炮二平五 马８进７ *\n", encoding="utf-8")
    window = open_window("--side", "both")
    before = window.screenshot("before").get_buffer().raw
    window.drop(path)

    def is_remembered() -> bool:
        settings = window.home / "settings.json"
        kept = json.loads(settings.read_text("utf-8")) if settings.exists() else {}
        return kept.get("recent_files") == [str(path)]

    wait_for("the file among the recent ones", is_remembered)
    wait_for("the record to be shown", lambda: window.screenshot("after").get_buffer().raw != before)
    assert window.close() == 0
