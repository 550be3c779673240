"""What a process answers in the tests of the protocol, and nothing that is slow to load."""

from __future__ import annotations

import os
import queue
from collections.abc import Iterator

from xiangqi.errors import LibraryError
from xiangqi.i18n.message import Message

_heard: queue.SimpleQueue[object] = queue.SimpleQueue()


def answer(question: str) -> Iterator[object]:
    """Answer in the process as the question wants it."""
    if question == "who":
        yield os.getpid()
    elif question == "hear":
        yield "listening"
        yield _heard.get()
    elif question == "refuse":
        raise LibraryError(Message("detail.process_ended"))
    elif question == "fail":
        raise ValueError("no answer")
    elif question == "print":
        print("a library prints")
        yield "printed"
    else:
        os._exit(1)


def hear(word: object) -> None:
    """Hear words in the process; at the end it goes at once."""
    if word is None:
        os._exit(0)
    _heard.put(word)
