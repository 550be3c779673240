"""Reads the clipboard of an X server: the types that its owner offers, and the bytes of one, within bounds.

SDL asks for text whatever the clipboard has, cannot receive it in pieces, and takes the clipboard away from an
owner that needs a second. Here the owner is asked first which types it has, and it keeps the clipboard whatever
happens. The protocol is that of the ICCCM, sections 2.4 to 2.7.
"""

from __future__ import annotations

import contextlib
import ctypes
import select
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_ulong, c_void_p
from typing import Final

from xiangqi.errors import ClipboardError
from xiangqi.i18n.message import Message

TEXT_TYPES: Final = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain;charset=UTF-8", "STRING")
"""The types of text, the best first. The last one is Latin 1, the others are UTF-8."""

MOST_TEXT: Final = 32 << 20
PATIENCE_S: Final = 1.0
"""The time for which the owner of a text may be silent; a text in pieces may take longer as a whole."""

_MOST_TARGETS: Final = 1 << 16
_STEP_S: Final = 0.01
_PROPERTY_CHANGE_MASK: Final = 1 << 22
_PROPERTY_NOTIFY, _SELECTION_NOTIFY = 28, 31
_NEW_VALUE: Final = 0


class _Selection(ctypes.Structure):
    """The C structure XSelectionEvent."""

    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("requestor", c_ulong),
        ("selection", c_ulong),
        ("target", c_ulong),
        ("property", c_ulong),
        ("time", c_ulong),
    )


class _Property(ctypes.Structure):
    """The C structure XPropertyEvent."""

    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        ("atom", c_ulong),
        ("time", c_ulong),
        ("state", c_int),
    )


class _Event(ctypes.Union):
    """The C union XEvent, with the events that are used here."""

    _fields_ = (("type", c_int), ("selection", _Selection), ("changed", _Property), ("pad", c_long * 24))


def read_text(meanwhile: Callable[[], None]) -> str:
    """Return the clipboard's text; "" if it has none.

    Args:
        meanwhile: called while waiting; it must let this program answer requests, since it may be the owner.

    Raises:
        ClipboardError: there is no X server, or the owner does not answer or sends too much.
    """
    meanwhile()  # what this program has copied just now is announced
    with opened(meanwhile, PATIENCE_S) as clipboard:
        offered = clipboard.types()
        for wanted in TEXT_TYPES:
            data = clipboard.data(wanted, MOST_TEXT) if wanted in offered or not offered else None
            if data is not None:
                return data.decode("latin-1" if wanted == "STRING" else "utf-8", "replace").rstrip("\0")
    return ""


@contextlib.contextmanager
def opened(meanwhile: Callable[[], None] = lambda: None, patience_s: float = PATIENCE_S) -> Iterator[Clipboard]:
    """Connect to the X server that DISPLAY names, for the duration of the block.

    Args:
        meanwhile: called while waiting.
        patience_s: the number of seconds that the clipboard's owner may be silent.

    Raises:
        ClipboardError: there is no such server, or no libX11.
    """
    library = _library()
    display = library.XOpenDisplay(None) if library is not None else None
    if library is None or not display:
        raise ClipboardError(Message("detail.clipboard.none"))
    former = library.XSetErrorHandler(_unmoved)
    try:
        yield Clipboard(library, display, meanwhile, patience_s)
    finally:
        library.XCloseDisplay(display)
        library.XSetErrorHandler(former)


class Clipboard:
    """A separate connection to the X server, through which the clipboard's owner is asked."""

    def __init__(
        self, library: ctypes.CDLL, display: int, meanwhile: Callable[[], None], patience_s: float
    ) -> None:
        """Make the window that receives the answers; callers should use `opened` instead."""
        self._x, self._display = library, display
        self._meanwhile, self._patience_s = meanwhile, patience_s
        root = library.XDefaultRootWindow(display)
        self._window = library.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
        library.XSelectInput(display, self._window, _PROPERTY_CHANGE_MASK)
        self._selection, self._answer, self._pieces = self._atoms("CLIPBOARD", "XIANGQI_PASTE", "INCR")

    def types(self) -> tuple[str, ...]:
        """Return the types that the owner offers; none if there is no owner or it does not tell.

        Raises:
            ClipboardError: the owner does not answer.
        """
        if not self._x.XGetSelectionOwner(self._display, self._selection):
            return ()
        told = self.data("TARGETS", _MOST_TARGETS) or b""
        size = ctypes.sizeof(c_ulong)
        return tuple(filter(None, map(self._name, array("L", told[: len(told) // size * size]))))

    def data(self, wanted: str, most: int) -> bytes | None:
        """Return the clipboard's bytes of one type; None if the owner does not have that type.

        Raises:
            ClipboardError: the owner does not answer, or sends more than `most` bytes.
        """
        (target,) = self._atoms(wanted)
        self._x.XConvertSelection(self._display, self._selection, target, self._answer, self._window, 0)
        answer = self._wait(lambda event: event.type == _SELECTION_NOTIFY and event.selection.target == target)
        if not answer.selection.property:
            return None
        kind, data = self._taken(most)
        return self._in_pieces(most) if kind == self._pieces else data

    def _in_pieces(self, most: int) -> bytes:
        """Return the bytes that the owner sends piece by piece; deleting a piece requests the next.

        Raises:
            ClipboardError: the owner does not answer, or sends more than `most` bytes.
        """
        pieces: list[bytes] = []
        while True:
            self._wait(
                lambda event: (
                    event.type == _PROPERTY_NOTIFY
                    and event.changed.atom == self._answer
                    and event.changed.state == _NEW_VALUE
                )
            )
            _, piece = self._taken(most - sum(map(len, pieces)))
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)

    def _taken(self, most: int) -> tuple[int, bytes]:
        """Return the type and the bytes of the answer, and delete it from the window.

        Raises:
            ClipboardError: the answer has more than `most` bytes.
        """
        kind, form, items, left, data = c_ulong(), c_int(), c_ulong(), c_ulong(), c_void_p()
        self._x.XGetWindowProperty(
            self._display, self._window, self._answer, 0, most // 4 + 1, 1, 0,
            byref(kind), byref(form), byref(items), byref(left), byref(data),
        )  # fmt: skip
        size = items.value * {8: 1, 16: 2, 32: ctypes.sizeof(c_long)}.get(form.value, 0)
        taken = ctypes.string_at(data, size) if data else b""
        if data:
            self._x.XFree(data)
        if left.value or len(taken) > most:
            raise ClipboardError(Message("detail.too_large", size=f"{most >> 20} MiB"))
        return kind.value, taken

    def _wait(self, is_it: Callable[[_Event], bool]) -> _Event:
        """Return the next event for which `is_it` is true.

        Raises:
            ClipboardError: no such event comes in time.
        """
        event, end_s = _Event(), time.monotonic() + self._patience_s
        while time.monotonic() < end_s:
            while self._x.XPending(self._display):
                self._x.XNextEvent(self._display, byref(event))
                if is_it(event):
                    return event
            self._meanwhile()
            select.select([self._x.XConnectionNumber(self._display)], [], [], _STEP_S)
        raise ClipboardError(Message("detail.clipboard.silent"))

    def _atoms(self, *names: str) -> Sequence[int]:
        return [self._x.XInternAtom(self._display, name.encode(), 0) for name in names]

    def _name(self, atom: int) -> str:
        """Return the name of an atom; "" if there is no such atom, since an owner may send any number."""
        name = self._x.XGetAtomName(self._display, atom)
        if not name:
            return ""
        try:
            return ctypes.string_at(name).decode("latin-1")
        finally:
            self._x.XFree(name)


_Handler = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
_unmoved: Final = _Handler(lambda _display, _error: 0)
"""Ignores an error that the server reports; Xlib's own handler ends the process."""

_FUNCTIONS: Final = {
    "XOpenDisplay": (c_void_p, (c_char_p,)),
    "XCloseDisplay": (c_int, (c_void_p,)),
    "XDefaultRootWindow": (c_ulong, (c_void_p,)),
    "XCreateSimpleWindow": (c_ulong, (c_void_p, c_ulong, *(c_int,) * 5, c_ulong, c_ulong)),
    "XSelectInput": (c_int, (c_void_p, c_ulong, c_long)),
    "XInternAtom": (c_ulong, (c_void_p, c_char_p, c_int)),
    "XGetAtomName": (c_void_p, (c_void_p, c_ulong)),
    "XGetSelectionOwner": (c_ulong, (c_void_p, c_ulong)),
    "XConvertSelection": (c_int, (c_void_p, *(c_ulong,) * 5)),
    "XGetWindowProperty": (
        c_int,
        (
            c_void_p, c_ulong, c_ulong, c_long, c_long, c_int, c_ulong, POINTER(c_ulong), POINTER(c_int),
            POINTER(c_ulong), POINTER(c_ulong), POINTER(c_void_p),
        ),
    ),
    "XPending": (c_int, (c_void_p,)),
    "XNextEvent": (c_int, (c_void_p, POINTER(_Event))),
    "XConnectionNumber": (c_int, (c_void_p,)),
    "XSetErrorHandler": (c_void_p, (c_void_p,)),
    "XFree": (c_int, (c_void_p,)),
}  # fmt: skip
"""The functions of libX11 that are used, with the types of results and arguments."""


def _library() -> ctypes.CDLL | None:
    """Return libX11, or None if there is none."""
    try:
        library = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
