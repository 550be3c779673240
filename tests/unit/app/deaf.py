"""A module that answers in a process without hearing words, in the tests of the protocol."""

from __future__ import annotations

import threading
from collections.abc import Iterator


def answer(question: object) -> Iterator[object]:
    """Answer who says "hear", and never come to the end."""
    if question == "hear":
        yield "listening"
    threading.Event().wait()
