"""Runs a session with real parts until a condition holds."""

from __future__ import annotations

import time
from collections.abc import Callable

from xiangqi.app.effect import Effect
from xiangqi.app.event import Input
from xiangqi.app.performers import Performers
from xiangqi.app.runner import Runner
from xiangqi.app.session.intents import UseHelp
from xiangqi.app.update import Answer
from xiangqi.app.worker import Service

PATIENCE_S = 300.0  # a cold and busy machine compiles the engine first
FIRST_S, LONGEST_S = 0.002, 0.03
"""Pauses between looks: short at first, then as long as a window's, so that waiting costs little."""


def until(runner: Runner, done: Callable[[], object]) -> None:
    """Let the session run until something is so."""
    end, pause_s = time.monotonic() + PATIENCE_S, FIRST_S
    while not done():
        assert time.monotonic() < end, f"never came: {runner.state}"
        runner.step(time.monotonic())
        time.sleep(pause_s)
        pause_s = min(LONGEST_S, pause_s * 1.2)


def said(runner: Runner) -> list[str]:
    """Return what the toasts on show say, by their keys, the oldest first."""
    return [toast.message.key.removeprefix("toast.") for toast in runner.state.toasts]


def send_with_help(runner: Runner, *messages: Input) -> None:
    """Send messages, and say yes when asked whether to use help in a rated game."""
    for message in messages:
        runner.send(message)
        if runner.state.question is not None and isinstance(runner.state.question.then, UseHelp):
            runner.send(Answer(True))


def ask(worker: Service, *questions: Effect) -> None:
    """Put questions to a worker, as the runner does."""
    performers = Performers()
    worker.declare(performers)
    for question in questions:
        performers.perform(question)
