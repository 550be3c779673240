"""A real X server in memory for the tests that drive a real window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygame")

from clipboard import Held, OwnClipboard, Owner
from window_driver import Display, GameWindow, skip_without


@pytest.fixture(scope="session")
def display() -> Iterator[Display]:
    """A display that nobody looks at; the test is skipped where none can be made."""
    skip_without()
    display = Display.start()
    yield display
    display.stop()


@pytest.fixture
def open_window(display: Display, home: Path) -> Iterator[Callable[..., GameWindow]]:
    """Starts the program with arguments and variables; whatever still runs at the end is ended."""
    windows: list[GameWindow] = []

    def start(*arguments: str, **variables: str) -> GameWindow:
        home.mkdir(exist_ok=True)
        windows.append(GameWindow(display, home, *arguments, **variables))
        return windows[-1]

    yield start
    for window in windows:
        window.kill()


@pytest.fixture
def own_clipboard(display: Display) -> Iterator[OwnClipboard]:
    """Starts a program that owns the display's clipboard."""
    owners: list[Owner] = []

    def start(held: Held, wait_s: float = 0.0) -> Owner:
        owners.append(Owner(held, wait_s, display.name))
        return owners[-1]

    yield start
    for owner in owners:
        owner.close()
