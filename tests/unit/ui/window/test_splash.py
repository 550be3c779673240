"""The start of the program: what is loaded before there is a display, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.system_libraries import package_of
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
from xiangqi.system_libraries import package_of
from xiangqi.ui.window import display
display.X11 = ("libc.so.6", "libNowhere.so.7", "libgone2.so.1")
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
    assert "libNowhere.so.7, libgone2.so.1" in done.stderr
    assert "libnowhere7 libgone2-1" in done.stderr
    assert "libc" not in done.stderr
    assert "{" not in catalogue(language).template("cli.no_library_of_system").format(libraries="", packages="")


def test_libraries_are_asked_for_only_on_the_display_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "X11", ("libnowhere.so.7", "libc.so.6"))
    monkeypatch.setattr(display, "_WAYLAND", ("libgone.so.1",))
    for driver, x11, wayland, missing in (
        ("x11", ":0", "", ["libnowhere.so.7"]),
        ("x11", "", "", []),
        ("x11", "", "wayland-0", []),
        ("wayland", ":0", "", []),
        ("wayland", ":0", "wayland-0", ["libgone.so.1"]),
        (None, "", "wayland-0", ["libgone.so.1"]),
        (None, ":0", "wayland-0", ["libnowhere.so.7"]),
    ):
        monkeypatch.setenv("DISPLAY", x11)
        monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
        monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
        if driver:
            monkeypatch.setenv("SDL_VIDEODRIVER", driver)
        assert display.missing_libraries() == missing


@pytest.mark.parametrize(
    ("module", "words", "said"),
    [
        (
            "pygame",
            "libSDL2-2.0.so.0: cannot open shared object file: No such file or directory",
            "libsdl2-2.0-0",
        ),
        ("pygame", "libGL.so.1: cannot open shared object file: No such file or directory", "libgl1"),
        (
            "numpy",
            "IMPORTANT\n\nOriginal error was: libz.so.1: cannot open shared object file: No such",
            "zlib1g",
        ),
        ("pygame", "DLL load failed while importing base", "DLL load failed"),
        ("numpy", "No module named 'numpy'", "pip install"),
    ],
)
def test_a_module_that_lacks_a_library_of_the_system_names_the_package(
    module: str, words: str, said: str, tmp_path: Path
) -> None:
    """Nothing is played in the terminal instead."""
    (tmp_path / f"{module}.py").write_text(f"raise ImportError({words!r})\n", encoding="utf-8")
    code = "import sys; from xiangqi.cli import main; sys.exit(main(['play']))"
    if module == "numpy":
        code = code.replace("'play'", "'perft', '1'")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "DISPLAY": ":1234567", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert said in line


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libX11.so.6", "libx11-6"),
        ("libXss.so.1", "libxss1"),
        ("libSDL2_image-2.0.so.0", "libsdl2-image-2.0-0"),
        ("libgcc_s.so.1", "libgcc-s1"),
        ("libstdc++.so.6", "libstdc++6"),
        ("libwayland-client.so.0", "libwayland-client0"),
        ("libpng16.so.16", "libpng16-16"),
        ("libdecor-0.so.0", "libdecor-0-0"),
        ("libz.so.1", "zlib1g"),
    ],
)
def test_packages_are_named_as_debian_names_them(library: str, package: str) -> None:
    assert package_of(library) == package
