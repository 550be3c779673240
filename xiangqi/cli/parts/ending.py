"""Lets a command that the system ends go as Ctrl+C lets it go: nothing half written stays, no child goes on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP")  # the latter, of a terminal that is closed, is unknown to Windows
    if hasattr(signal, name)
)


class Ended(BaseException):
    """The system has ended a command.

    Attributes:
        code: to exit with: 128 and the number of the signal, as shells expect.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def run_until_ended(work: Callable[[], int]) -> int:
    """What some work returns; in it, a signal to end is a KeyboardInterrupt.

    A signal that the program was told to ignore, as `nohup` does, stays ignored.

    Raises:
        Ended: a signal came, whatever became of the work then.
        BaseException: what the work raises where none came.
    """
    came: list[int] = []

    def unwind(number: int, _frame: FrameType | None) -> None:
        if not came:  # else it is on its way, and is not to be disturbed while it tidies up
            came.append(number)
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        return work()
    heard = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in heard:
        signal.signal(number, unwind)
    try:
        code = work()
    except BaseException:
        if not came:
            raise
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)
    if came:
        raise Ended(came[0]) from None
    return code
