"""Runs the program as ever, and tells in a file where the widgets of its window are, for tests that click them.

The file is WIDGETS in the folder of the settings; it is written anew after each drawing that changes it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Final

import pygame

from xiangqi.app.session.state import AppState
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.ui.toolkit.widgets import Choice
from xiangqi.ui.window.screen import Screen

WIDGETS: Final = "widgets.json"


def told(screen: Screen) -> str:
    """Return what can be used in the window as it was last drawn, and where the board is."""
    stage = screen.stage
    usable = {
        widget.key: {
            "middle": widget.rect.clip(widget.clip or widget.rect).center,
            "gold": bool(getattr(widget, "primary", False)),
            "label": str(getattr(widget, "label", "")),
            "cells": [cell.center for cell in widget.cells()] if isinstance(widget, Choice) else [],
        }
        for widget in stage.widgets
        if widget.focusable
    }
    board = stage.frame.board
    points = {} if board is None else {square: board.point(square) for square in BOARD_SQUARES}
    return json.dumps({"widgets": usable, "points": points})


def main() -> None:
    """Run the program with the arguments of this one."""
    from xiangqi.cli import main as run

    path, draw, last = Path(os.environ["XIANGQI_HOME"], WIDGETS), Screen.draw, ""

    def drawing(self: Screen, surface: pygame.Surface, state: AppState, now_s: float) -> None:
        nonlocal last
        draw(self, surface, state, now_s)
        if (now := told(self)) != last:
            last = now
            path.with_suffix(".new").write_text(now, "utf-8")
            path.with_suffix(".new").replace(path)

    Screen.draw = drawing  # type: ignore[method-assign]
    sys.exit(run())


if __name__ == "__main__":
    main()
