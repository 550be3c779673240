"""Another program that drops a file on a window, by the protocol of X for that (XDND, version 5).

Spoken through libX11, since xdotool cannot: it moves the mouse, and has nothing to offer to where it lets go.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

_SELECTION_REQUEST, _SELECTION_NOTIFY, _CLIENT_MESSAGE = 30, 31, 33
_VERSION: Final = 5
_PATIENCE_S: Final = 300.0

Event = ctypes.c_long * 24
"""The union of all events. A field of less than a long stands in one of its own, as compilers lay it out."""


def drop_file(display: str, window: int, path: Path) -> None:
    """Offer a file to a window and let go over it; returns when the window has taken it.

    Raises:
        TimeoutError: it does not take it.
    """
    source = _Source(display, f"{path.as_uri()}\r\n".encode())
    try:
        source.drop(window)
    finally:
        source.close()


class _Source:
    """A window of its own that has something to give away."""

    def __init__(self, display: str, offered: bytes) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        for name in ("XOpenDisplay", "XInternAtom", "XDefaultRootWindow", "XCreateSimpleWindow"):
            getattr(self._x, name).restype = ctypes.c_long
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        root = ctypes.c_long(self._call("XDefaultRootWindow"))
        self._window = self._call(
            "XCreateSimpleWindow", root, 0, 0, 1, 1, 0, ctypes.c_long(0), ctypes.c_long(0)
        )
        self._offered = offered
        self._call("XSetSelectionOwner", self._atom("XdndSelection"), ctypes.c_long(self._window), 0)

    def drop(self, window: int) -> None:
        """Enter a window, move over it, let go, and give what it then asks for."""
        self._tell(window, "XdndEnter", _VERSION << 24, self._atom("text/uri-list").value)
        self._tell(window, "XdndPosition", 0, (50 << 16) | 50, 0, self._atom("XdndActionCopy").value)
        self._answer_until("XdndStatus")
        self._tell(window, "XdndDrop")
        self._answer_until("XdndFinished")

    def close(self) -> None:
        """Take leave of the server."""
        self._call("XCloseDisplay")

    def _call(self, name: str, *arguments: Any) -> int:
        return int(getattr(self._x, name)(self._display, *arguments))

    def _atom(self, name: str) -> ctypes.c_long:
        return ctypes.c_long(self._call("XInternAtom", name.encode(), 0))

    def _send(self, window: int, *fields: int) -> None:
        event = Event(*fields)
        self._call("XSendEvent", ctypes.c_long(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self._call("XFlush")

    def _tell(self, window: int, message: str, *data: int) -> None:
        self._send(window, _CLIENT_MESSAGE, 0, 0, 0, window, self._atom(message).value, 32, self._window, *data)

    def _answer_until(self, message: str) -> None:
        """Give the file to whoever asks for it, until a message comes."""
        wanted, event = self._atom(message).value, Event()
        while True:
            _wait_until(lambda: self._call("XPending") > 0)
            self._call("XNextEvent", ctypes.byref(event))
            if event[0] & 0xFF == _SELECTION_REQUEST:
                self._give(*event[5:10])
            if event[0] & 0xFF == _CLIENT_MESSAGE and event[5] == wanted:
                return

    def _give(self, window: int, selection: int, target: int, place: int, at: int) -> None:
        asked = (ctypes.c_long(window), ctypes.c_long(place), ctypes.c_long(target))
        self._call("XChangeProperty", *asked, 8, 0, self._offered, len(self._offered))
        self._send(window, _SELECTION_NOTIFY, 0, 0, 0, window, selection, target, place, at)


def _wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not happened():
        if time.monotonic() > deadline:
            raise TimeoutError("the window does not take what is dropped on it")
        time.sleep(0.01)
