"""Ends a command on SIGTERM or SIGHUP as on Ctrl+C, leaving no unfinished files or child processes."""

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
    for name in ("SIGTERM", "SIGHUP")  # the latter, sent when a terminal is closed, does not exist on Windows
    if hasattr(signal, name)
)


_PATIENCE_S: Final = 2.0
"""Seconds after a signal during which further ones are ignored, since the work is cleaning up."""

_AGAIN_S: Final = 2.5
"""Seconds after which the work is interrupted again, since some modules swallow interrupts while imported."""


class Terminated(KeyboardInterrupt):
    """A command was ended by a signal and unwinds as after Ctrl+C.

    It is a separate class also because Python ends itself by SIGINT if a plain KeyboardInterrupt has passed
    through code compiled from a string, such as that of a dataclass.

    Attributes:
        code: the exit code: 128 plus the signal's number, as shells expect.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def run_until_ended(work: Callable[[], int]) -> int:
    """Run some work and return its result; a terminating signal raises Terminated in it.

    A signal that the program was started to ignore, as by `nohup`, stays ignored. Outside the main thread, no
    signal is handled.

    Raises:
        Terminated: a signal was received, however the work ended.
        BaseException: raised by the work without a signal.
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
