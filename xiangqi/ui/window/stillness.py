"""Asks the system whether windows should show no movement, for people whom movement makes unwell."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Final

_CLIENT_AREA_ANIMATION: Final = 0x1042  # SPI_GETCLIENTAREAANIMATION
_PATIENCE_S: Final = 1.0
_ASKED: Final[dict[str, tuple[Sequence[str], str]]] = {
    "darwin": (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
    "linux": (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
}
"""The question for each system, and the answer that wishes for stillness."""


class _System:
    """The system's answer so far."""

    wishes_stillness = False


def keeps_still(chosen: str) -> bool:
    """Return whether nothing is to move, given the setting for movement: "system", "on" or "off".

    The system's wish is known only a moment after `ask_system`.
    """
    return chosen == "off" or (chosen == "system" and _System.wishes_stillness)


def ask_system() -> None:
    """Begin to ask the system, in a thread, since its program may take a while."""
    threading.Thread(target=_ask, daemon=True).start()


def _ask() -> None:
    _System.wishes_stillness = system_wishes_stillness()


def system_wishes_stillness() -> bool:
    """Return whether the system asks for no movement; False if it gives no answer."""
    if sys.platform == "win32":
        animated = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(_CLIENT_AREA_ANIMATION, 0, ctypes.byref(animated), 0)
        return not animated.value
    if sys.platform not in _ASKED:
        return False
    command, wish = _ASKED[sys.platform]
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):  # there is no such program
        return False
    return answer.strip() == wish
