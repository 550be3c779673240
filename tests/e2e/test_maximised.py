"""A window in all its sizes, under a window manager."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from window_driver import Display, GameWindow, skip_without, wait_for

from xiangqi.storage.settings import load_settings
from xiangqi.ui.parts.window_layout import SMALLEST_SIZE

SCREEN = (1366, 768)
MANAGER = "openbox"


@pytest.fixture
def managed() -> Iterator[Display]:
    """A display of its own whose windows have title bars."""
    skip_without(MANAGER)
    display = Display.start(*SCREEN)
    environment = os.environ | {"DISPLAY": display.name}
    quiet = subprocess.DEVNULL
    manager = subprocess.Popen([MANAGER, "--sm-disable"], env=environment, stdout=quiet, stderr=quiet)
    yield display
    manager.terminate()
    manager.wait()
    display.stop()


def is_maximised(window: GameWindow) -> bool:
    return window.has_size((SCREEN[0], window.size[1]))  # the second look compares with the first one's height


def test_it_stays_the_same_window_in_every_size(managed: Display, home: Path) -> None:
    home.mkdir()
    window = GameWindow(managed, home, "--side", "both")
    try:
        handle, usual = window.handle, window.size
        for wanted in ((1010, 640), (900, 700)):
            window.resize(*wanted)
            assert (window.handle, window.size) == (handle, wanted)
        for _ in range(2):
            window.key("F11")
            wait_for("the whole screen", lambda: window.has_size(SCREEN))
            assert window.handle == handle
            window.move("h2e2")
            assert window.wait_for_moves(1) == ["h2e2"]
            window.key("F11")
            wait_for("the window", lambda: window.has_size((900, 700)))
            assert window.handle == handle
            window.key("ctrl+z")
        window.resize(400, 300)
        assert window.size == SMALLEST_SIZE, "after the whole screen as well"
        window.resize(900, 700)
        window.double_click_title("a window as wide as the screen", lambda: is_maximised(window))
        window.key("F11")
        wait_for("the whole screen", lambda: window.has_size(SCREEN))
        assert window.handle == handle
        assert usual != SCREEN
        assert window.close() == 0
    finally:
        window.kill()
    assert load_settings(home / "settings.json")[0].window_size == (900, 700)


def test_a_maximised_window_goes_back_to_its_size_and_comes_back_with_it(managed: Display, home: Path) -> None:
    home.mkdir()
    window = GameWindow(managed, home, "--side", "both")
    try:
        usual = window.size
        assert usual[0] < SCREEN[0]
        window.double_click_title("a window as wide as the screen", lambda: is_maximised(window))
        full = window.size
        assert usual[1] < full[1] < SCREEN[1], "below its title bar"
        window.move("h2e2")
        assert window.wait_for_moves(1) == ["h2e2"]
        for _ in range(2):
            window.key("F11")
            wait_for("the whole screen", lambda: window.has_size(SCREEN))
            window.key("F11")
            wait_for("the large window", lambda: window.has_size(full))
        window.double_click_title("the window as it was", lambda: window.has_size(usual))
        window.double_click_title("the large window", lambda: window.has_size(full))
        assert window.close() == 0
    finally:
        window.kill()
    assert load_settings(home / "settings.json")[0].window_size == usual
    again = GameWindow(managed, home)
    try:
        wait_for("the large window again", lambda: again.has_size(full))
        again.double_click_title("the window as it was", lambda: again.has_size(usual))
        assert again.close() == 0
    finally:
        again.kill()
    told = load_settings(home / "settings.json")[0]
    assert (told.window_size, told.maximised) == (usual, False)
