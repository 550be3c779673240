"""A window whose program tells where its widgets are, so that a test can click what is really there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from told_program import WIDGETS
from window_driver import GameWindow, wait_for

from xiangqi.board import Move

PROGRAM: Final = Path(__file__).with_name("told_program.py")


class ToldWindow(GameWindow):
    """A real window, driven by the mouse.

    Attributes:
        clicks: the clicks on controls so far; moves on the board and keys do not count.
    """

    program = (str(PROGRAM),)
    clicks = 0

    def told(self) -> dict[str, Any]:
        """Return what the program told last."""
        path = self.home / WIDGETS
        found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        return found

    def widgets(self) -> dict[str, dict[str, Any]]:
        """Return the widgets that can be used, by their keys."""
        found: dict[str, dict[str, Any]] = self.told().get("widgets", {})
        return found

    def gold(self) -> list[str]:
        """Return the labels of the gold buttons."""
        return [one["label"] for one in self.widgets().values() if one["gold"]]

    def waits_for(self, key: str, label: str = "") -> None:
        """Wait until a widget can be used, and has a label that begins so."""

        def is_there() -> bool:
            self._must_run()
            one = self.widgets().get(key)
            return one is not None and str(one["label"]).startswith(label)

        wait_for(f"{key} {label!r}", is_there)

    def waits_for_gold(self, label: str) -> None:
        """Wait until the one gold button has a label that begins so."""
        wait_for(f"gold {label!r}", lambda: [one.startswith(label) for one in self.gold()] == [True])

    def choose(self, key: str, index: int) -> None:
        """Click one of a choice's values as soon as it can be used, and count it."""
        self.waits_for(key)
        self.click(tuple(self.widgets()[key]["cells"][index]))
        self.clicks += 1

    def press(self, key: str, label: str = "") -> None:
        """Click a control as soon as it can be used, and count it."""
        self.waits_for(key, label)
        self.click(tuple(self.widgets()[key]["middle"]))
        self.clicks += 1

    def point(self, square: str) -> tuple[int, int]:
        """Pixel of a square such as "h2", as the board lies now."""
        x, y = self.told()["points"][str(Move.from_iccs(square + square).to_square)]
        return x, y
