"""The display: whether there is one, and the program's window on it."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import warnings
from collections.abc import Mapping
from typing import Final

import pygame

from xiangqi.resources import asset
from xiangqi.storage.settings import NO_SIZE
from xiangqi.system_libraries import can_be_loaded
from xiangqi.ui.parts.window_layout import DEFAULT_SIZE, SMALLEST_SIZE

_INVISIBLE_DRIVERS: Final = ("dummy", "offscreen")
X11: Final = (
    "libX11.so.6",
    "libXext.so.6",
    "libXcursor.so.1",
    "libXi.so.6",
    "libXfixes.so.3",
    "libXrandr.so.2",
    "libXss.so.1",
)
"""The system libraries that SDL loads for a window on an X server."""

_WAYLAND: Final = (
    "libwayland-client.so.0",
    "libwayland-cursor.so.0",
    "libwayland-egl.so.1",
    "libxkbcommon.so.0",
)

_SCALES: Final = ("GDK_SCALE", "QT_SCALE_FACTOR")
_NUMBER: Final = re.compile(r"\d{1,2}(\.\d+)?")
_USUAL_DPI: Final = 96

_DECORATION: Final = 72  # height of a title bar and a desktop panel, px
_SMALL_SCREEN: Final = 900  # height below which a window should fill nearly the whole screen, px
_SHARE_OF_SMALL: Final = 0.94
_SHARE: Final = 0.84
_LEAST_HEIGHT: Final = 690


def open_display() -> bool:
    """Start the video system; return False if it fails or would draw unseen.

    Without a display, SDL falls back to a driver that draws in memory, and the program would run unseen. Such a
    driver is used only if SDL_VIDEODRIVER requests it. Frames are passed to an X server through shared memory:
    OpenGL, which SDL would try, costs 0.1 s at the start and, in software, most of a frame.
    """
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    wanted = os.environ.get("SDL_VIDEODRIVER")
    if wanted is None and sys.platform not in ("win32", "darwin") and not os.environ.get("WAYLAND_DISPLAY"):
        if not os.environ.get("DISPLAY"):
            return False
        os.environ["SDL_VIDEODRIVER"] = "x11"  # otherwise a missing Wayland causes an SDL message on stderr
    try:
        pygame.display.init()
    except pygame.error:
        return False
    driver = pygame.display.get_driver()
    if driver in _INVISIBLE_DRIVERS and wanted != driver:
        pygame.display.quit()
        return False
    return True


def missing_libraries() -> list[str]:
    """Return the libraries that a window needs on this display but that the system lacks."""
    for variable, driver, libraries in (("DISPLAY", "x11", X11), ("WAYLAND_DISPLAY", "wayland", _WAYLAND)):
        if os.environ.get(variable) and os.environ.get("SDL_VIDEODRIVER", driver) == driver:
            missing = [library for library in libraries if not can_be_loaded(library)]
            if missing:
                return missing
    return []


def open_window(size: tuple[int, int], *, hidden: bool = False) -> pygame.Surface:
    """Return the surface of the program's window, which is opened if necessary, in about the given size.

    The player cannot make it smaller than SMALLEST_SIZE. A window that is opened hidden has to be shown by its
    own method, since `set_mode` would make another one.
    """
    surface = pygame.display.get_surface()
    if surface is None:
        pygame.display.set_icon(pygame.image.load(asset("icon.png")))
        pygame.display.set_caption("Xiangqi")
        surface = pygame.display.set_mode(_fitting(size), pygame.RESIZABLE | (pygame.HIDDEN if hidden else 0))
        shown_window().minimum_size = SMALLEST_SIZE
    return surface


def system_scale(environment: Mapping[str, str], dpi: float = 0.0) -> float:
    """Return the system's scale: the number of pixels for one of its points, 1 to 4 in quarters.

    Args:
        environment: the environment variables, some of which give the scale on X desktops.
        dpi: the dots per inch for which Windows draws, 0 elsewhere; macOS and Wayland scale the window.
    """
    told = dpi / _USUAL_DPI
    if not dpi:
        words = next((environment[name] for name in _SCALES if environment.get(name)), "")
        told = float(words) if _NUMBER.fullmatch(words) else 1.0
    return min(4.0, max(1.0, round(4 * told) / 4))


def told_scale() -> float:
    """Return the scale of the system on which the program runs."""
    if sys.platform == "win32":
        return system_scale({}, float(ctypes.windll.user32.GetDpiForSystem()))
    return system_scale(os.environ if pygame.display.get_driver() == "x11" else {})


def shown_window() -> pygame.Window:
    """Return the window whose surface the display module draws on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """Return a size for the window: the stored one, limited to the screen, or at first most of the screen.

    SDL does not report how much of the screen panels and title bars take, so some room is left for them.
    """
    screen = pygame.display.Info()
    width, height = screen.current_w or DEFAULT_SIZE[0], screen.current_h or DEFAULT_SIZE[1]
    if size == NO_SIZE:
        share = _SHARE_OF_SMALL if height < _SMALL_SCREEN else _SHARE
        size = (max(DEFAULT_SIZE[0], round(width * share)), max(_LEAST_HEIGHT, round(height * share)))
    return (
        max(SMALLEST_SIZE[0], min(size[0], width)),
        max(SMALLEST_SIZE[1], min(size[1], height - _DECORATION)),
    )
