"""Lets a command that the system ends go as Ctrl+C lets it go: nothing half written stays, no child goes on."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP")  # the latter, of a terminal that is closed, is unknown to Windows
    if hasattr(signal, name)
)


_PATIENCE_S: Final = 2.0
"""For so long after a signal others are not heard: the work is tidying up."""

_AGAIN_S: Final = 2.5
"""After so long the work is interrupted once more: some modules swallow what interrupts their import."""


class Terminated(KeyboardInterrupt):
    """The system has ended a command, which unwinds as after Ctrl+C.

    A class of its own, too, because Python itself dies of SIGINT at its end where a plain KeyboardInterrupt has
    passed through code that was made from a text, such as that of a dataclass.

    Attributes:
        code: to exit with: 128 and the number of the signal, as shells expect.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def run_until_ended(work: Callable[[], int]) -> int:
    """What some work returns; in it, a signal to end is an Terminated.

    A signal that the program was told to ignore, as `nohup` does, stays ignored.

    Raises:
        Terminated: a signal came, whatever became of the work then.
        BaseException: what the work raises where none came.
    """
    came: list[int] = []
    reminders: list[threading.Timer] = []
    heard_s = -_PATIENCE_S

    def unwind(number: int, _frame: FrameType | None) -> None:
        nonlocal heard_s
        if time.monotonic() < heard_s + _PATIENCE_S:
            return
        heard_s = time.monotonic()
        came.append(number)
        reminders.append(threading.Timer(_AGAIN_S, _thread.interrupt_main, (number,)))
        reminders[-1].daemon = True
        reminders[-1].start()
        raise Terminated(number)

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
        for reminder in reminders:
            reminder.cancel()
        for number in heard:
            signal.signal(number, signal.SIG_DFL)
    if came:
        raise Terminated(came[0]) from None
    return code
