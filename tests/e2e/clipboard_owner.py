"""A program that owns the clipboard of an X server, as an image viewer or an office program does.

    python clipboard_owner.py SECONDS TYPE=FILE...

It answers with each file's bytes for its type, after so many seconds, large ones in pieces. It says "ready"
once the clipboard is its own, "asked TYPE" at each question, and "lost", and ends, when another program takes
it away.
"""

from __future__ import annotations

import ctypes
import sys
import time
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_ulong, c_void_p
from pathlib import Path

from xiangqi.x_clipboard import _Event, _library, _Selection

PIECE = 1 << 16
PROPERTY_CHANGE = 1 << 22


class Request(ctypes.Structure):
    """XSelectionRequestEvent."""

    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("owner", c_ulong),
        ("requestor", c_ulong),
        ("selection", c_ulong),
        ("target", c_ulong),
        ("property", c_ulong),
        ("time", c_ulong),
    )


def main() -> None:
    """Own the clipboard until another does."""
    wait_s, held = float(sys.argv[1]), dict(word.rpartition("=")[::2] for word in sys.argv[2:])
    x = _library()
    assert x is not None
    x.XChangeProperty.argtypes = (c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_char_p, c_int)
    x.XSetSelectionOwner.argtypes = (c_void_p, c_ulong, c_ulong, c_ulong)
    x.XSendEvent.argtypes = (c_void_p, c_ulong, c_int, c_long, POINTER(_Event))
    x.XFlush.argtypes = (c_void_p,)
    display = x.XOpenDisplay(None)
    window = x.XCreateSimpleWindow(display, x.XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)

    def atom(name: str) -> int:
        return x.XInternAtom(display, name.encode(), 0)

    data = {atom(kind): Path(file).read_bytes() for kind, file in held.items()}
    targets = (c_ulong * (len(data) + 1))(atom("TARGETS"), *data)
    left: dict[tuple[int, int], tuple[int, bytes]] = {}
    x.XSetSelectionOwner(display, atom("CLIPBOARD"), window, 0)
    x.XFlush(display)
    x.XPending(display)
    print("ready", flush=True)
    event = _Event()
    while True:
        x.XNextEvent(display, byref(event))
        if event.type == 29:  # SelectionClear
            print("lost", flush=True)
            return
        if event.type == 28 and event.changed.state == 1:  # a piece has been taken
            place = event.changed.window, event.changed.atom
            if place in left:
                kind, rest = left[place]
                x.XChangeProperty(display, *place, kind, 8, 0, rest[:PIECE], len(rest[:PIECE]))
                left[place] = kind, rest[PIECE:]
                if not rest:
                    del left[place]
        elif event.type == 30:
            request = ctypes.cast(byref(event), POINTER(Request)).contents
            where, target = (request.requestor, request.property), request.target
            print("asked", next((k for k in held if atom(k) == target), "TARGETS"), flush=True)
            time.sleep(wait_s)
            given = request.property
            if target == targets[0]:
                words = ctypes.cast(targets, c_char_p)
                x.XChangeProperty(display, *where, 4, 32, 0, words, len(targets))
            elif target not in data:
                given = 0
            elif len(data[target]) > 4 * PIECE:
                x.XSelectInput(display, request.requestor, PROPERTY_CHANGE)
                left[where] = target, data[target]
                x.XChangeProperty(display, *where, atom("INCR"), 32, 0, bytes(8), 1)
            else:
                x.XChangeProperty(display, *where, target, 8, 0, data[target], len(data[target]))
            answer = _Event()
            answer.selection = _Selection(
                31, 0, 1, display, request.requestor, request.selection, target, given, request.time
            )
            x.XSendEvent(display, request.requestor, 0, 0, byref(answer))
        x.XFlush(display)


if __name__ == "__main__":
    main()
