"""A module that answers in a process without hearing words, in the tests of the protocol."""

from __future__ import annotations

import threading
from collections.abc import Iterator


def answer(_question: str) -> Iterator[object]:
    """Answer, and never come to the end."""
    yield "listening"
    threading.Event().wait()
