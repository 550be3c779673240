"""The start of the program: what is loaded before there is a display, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.ui.window import display


def test_the_opening_loads_neither_rules_nor_the_window() -> None:
    code = "import sys, xiangqi.ui.window.splash; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "xiangqi.ui.window.splash" in loaded
    assert loaded.isdisjoint(
        {"numba", "numpy", "xiangqi.core.jit", "xiangqi.board", "xiangqi.ui.window.window"}
    )


OPEN = """
import sys
from xiangqi.ui.window import display
display._X11 = {"libc.so.6": "libc6", "libnowhere.so.7": "libnowhere7", "libgone.so": "libgone"}
from xiangqi.cli import main
sys.exit(main(["play"]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="X servers are Linux's")
@pytest.mark.parametrize("language", LANGUAGES)
def test_libraries_that_a_window_needs_and_the_system_lacks_are_named_with_their_packages(
    language: str,
) -> None:
    """On a display that cannot be opened; those that are there are not named."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "WAYLAND"))}
    environment = kept | {"DISPLAY": ":1234567", "LC_ALL": f"{language.replace('-', '_')}.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", OPEN], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "libnowhere.so.7, libgone.so" in done.stderr
    assert "libnowhere7 libgone" in done.stderr
    assert "libc" not in done.stderr
    assert "{" not in catalogue(language).template("cli.no_library_of_system").format(libraries="", packages="")


def test_libraries_are_asked_for_only_where_an_x_server_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_X11", {"libnowhere.so.7": "libnowhere7"})
    for driver, address, missing in (("x11", ":0", 1), ("x11", "", 0), ("wayland", ":0", 0)):
        monkeypatch.setenv("SDL_VIDEODRIVER", driver)
        monkeypatch.setenv("DISPLAY", address)
        assert len(display.missing_libraries()) == missing
