"""A child process that answers questions: the one protocol between the session and its processes.

The process is the internal command ``answer MODULE`` of this program. It reads pickled questions from its
standard input, calls the function `answer` of the module with each, and writes each of the answers as a pickle,
then None or an error. While it answers, it can be sent *words*. If the module has a function `hear`, that is
called with each word in a thread of its own, and with None once the session has ended. Without `hear`, the
process ends as soon as the session does.

So pickles pass only between a process and its own child, through pipes; none is ever read from a file or from
anyone else.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from types import ModuleType
from typing import IO

from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.launch import start_own


@dataclass(frozen=True)
class _Word:
    """A word sent to the process while it answers."""

    said: object


@dataclass(frozen=True)
class _Refusal:
    """The error that the answering function has raised."""

    detail: str


class AnsweringProcess:
    """A process that is started by the first question, and answers one question at a time until it is ended.

    Questions are asked, and the process is ended, by one thread; any thread may tell it a word or kill it.
    """

    def __init__(self, module: str) -> None:
        """Create the process without starting it.

        Args:
            module: the name of the module whose function ``answer`` takes a question and yields the answers.
        """
        self._module = module
        self._lock = threading.Lock()  # held while the process is replaced or killed
        self._sending = threading.Lock()  # held while it is asked or told something
        self._child: subprocess.Popen[bytes] | None = None
        self._is_killed = False

    def start(self) -> None:
        """Start the process, unless it is running.

        Raises:
            XiangqiError: it cannot be started.
        """
        if self._is_killed:
            self.end()
        with self._lock:
            if self._child is None:
                pipe = subprocess.PIPE
                try:
                    self._child = start_own(
                        "answer", self._module, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
                    )
                except OSError as error:
                    raise XiangqiError(system_reason(error)) from None

    def ask(self, question: object) -> Generator[object, None, None]:
        """Yield the answers to a question; end the process if they are not all taken, or if it fails.

        Raises:
            XiangqiError: it cannot be started, cannot answer, or has ended before it was done.
        """
        self.start()
        child = self._child
        is_done = False
        try:
            assert child is not None
            self._send(child, question)
            assert child.stdout is not None
            while (told := pickle.load(child.stdout)) is not None:
                if isinstance(told, _Refusal):
                    is_done = True
                    raise XiangqiError(told.detail)
                yield told
            is_done = True
        except (OSError, EOFError, pickle.UnpicklingError):
            raise XiangqiError(Message("detail.process_ended")) from None
        finally:
            if not is_done:
                self.end()

    def tell(self, word: object) -> None:
        """Send a word to the process, even while it answers; do nothing if none is running."""
        child = self._child
        if child is not None:
            with contextlib.suppress(OSError, ValueError):  # it has ended
                self._send(child, _Word(word))

    def kill(self) -> None:
        """Kill the process, so that the current question fails."""
        with self._lock:
            if self._child is not None:
                self._is_killed = True
                self._child.kill()

    def end(self) -> None:
        """Kill the process; the next question starts another."""
        with self._lock:
            child, self._child = self._child, None
            self._is_killed = False
        if child is None:
            return
        child.kill()
        for stream in (child.stdin, child.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):  # what could not be written
                stream.close()
        child.wait()

    def _send(self, child: subprocess.Popen[bytes], what: object) -> None:
        assert child.stdin is not None
        with self._sending:
            pickle.dump(what, child.stdin)
            child.stdin.flush()


# ---- The process ----


def main(words: list[str]) -> int:
    """Run the internal command: answer the pickled questions in stdin on stdout until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the session, which Ctrl+C ends, ends this process
    given, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    module = importlib.import_module(words[0])
    questions: queue.SimpleQueue[object] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(given, module, questions), daemon=True).start()
    while (question := questions.get()) is not None:
        for told in _answered(module, question):
            pickle.dump(told, answers)
            answers.flush()
    return 0


def _answered(module: ModuleType, question: object) -> Generator[object, None, None]:
    """Yield the answers of a module to a question, and then None or the error."""
    try:
        yield from module.answer(question)
        yield None
    except XiangqiError as error:
        yield _Refusal(str(error))
    except Exception as error:  # the session must not wait
        yield _Refusal(f"{type(error).__name__}: {error}")


def _listen(given: IO[bytes], module: ModuleType, questions: queue.SimpleQueue[object]) -> None:
    """Pass on questions and words, and None after the last one, which may have been cut short."""
    hear: Callable[[object], None] = getattr(module, "hear", _end)
    with contextlib.suppress(EOFError, pickle.UnpicklingError):
        while True:
            told = pickle.load(given)
            if isinstance(told, _Word):
                hear(told.said)
            else:
                questions.put(told)
    hear(None)
    questions.put(None)


def _end(word: object) -> None:
    if word is None:
        os._exit(0)
