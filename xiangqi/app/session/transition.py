"""The result of every step of `update`, and functions that combine steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.session.state import AppState, Question, Toast
from xiangqi.i18n.message import Message

Result = tuple[AppState, tuple[Effect, ...]]
Step = Callable[[AppState], Result]

_TOAST_SECONDS: Final = {Tone.QUIET: 3.0, Tone.NORMAL: 5.0, Tone.ERROR: 9.0}
_MOST_TOASTS: Final = 4


def done(state: AppState, *effects: Effect) -> Result:
    """Return a new state with the effects to perform."""
    return state, effects


def chain(state: AppState, *steps: Step) -> Result:
    """Apply steps in order; return the last state and all effects."""
    effects: tuple[Effect, ...] = ()
    for step in steps:
        state, more = step(state)
        effects += more
    return state, effects


def asked(state: AppState, message: Message, then: Intent) -> Result:
    """Ask a question before carrying out an intent, which is carried out if the player answers yes."""
    return done(replace(state, question=Question(message, then)))


def toast(state: AppState, message: Message, tone: Tone = Tone.NORMAL) -> AppState:
    """Return the state with a toast added, at most _MOST_TOASTS in all; one with the same text is extended."""
    others = tuple(old for old in state.toasts if old.message != message)
    new = Toast(message, tone, state.now + _TOAST_SECONDS[tone])
    return replace(state, toasts=(*others, new)[-_MOST_TOASTS:])


def without(state: AppState, key: str) -> AppState:
    """Return the state without the toasts that have this message key, once they no longer matter."""
    kept = tuple(old for old in state.toasts if old.message.key != key)
    return replace(state, toasts=kept) if len(kept) < len(state.toasts) else state
