"""Registers which function handles which input, at the function's definition.

>>> @handles(Flip)
... def flip(state: AppState, _intent: Flip) -> Result: ...

A handler may be for one mode of the document on the board: ``@handles(ClickSquare, SetUp)``. An input whose
handlers are all for other modes is ignored. mypy checks that the type of the handler's argument is that of the
input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from xiangqi.app.event import Event, Input
from xiangqi.app.intent import Intent
from xiangqi.app.session.mode import Mode
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done

M = TypeVar("M", bound=Intent | Event)
Handler = Callable[[AppState, M], Result]
AnyHandler = Callable[[AppState, Input], Result]

_HANDLERS: Final[dict[tuple[type[object], type[object] | None], AnyHandler]] = {}
_CONFIRMED: Final[dict[type[object], AnyHandler]] = {}


def handles(kind: type[M], mode: type[Mode] | None = None) -> Callable[[Handler[M]], Handler[M]]:
    """Return a decorator that registers a function for a kind of input.

    Args:
        kind: the class of the input.
        mode: the mode of the document on the board; None for all modes without a handler of their own.
    """

    def register(handler: Handler[M]) -> Handler[M]:
        if (kind, mode) in _HANDLERS:
            raise AssertionError(f"{kind.__name__} has a handler already")
        _HANDLERS[kind, mode] = _checked(kind, handler)
        return handler

    return register


def confirmed(kind: type[M]) -> Callable[[Handler[M]], Handler[M]]:
    """Return a decorator that registers what to do for an intent once the player has confirmed it."""

    def register(handler: Handler[M]) -> Handler[M]:
        _CONFIRMED[kind] = _checked(kind, handler)
        return handler

    return register


def _checked(kind: type[M], handler: Handler[M]) -> AnyHandler:
    def call(state: AppState, message: Input) -> Result:
        assert isinstance(message, kind)
        return handler(state, message)

    return call


def handle(state: AppState, message: Input) -> Result:
    """Return the result of an input's handler; an input without one in the current mode changes nothing."""
    kind, mode = type(message), type(state.document.mode)
    for known in mode.__mro__:
        if (handler := _HANDLERS.get((kind, known))) is not None:
            return handler(state, message)
    handler = _HANDLERS.get((kind, None))
    return done(state) if handler is None else handler(state, message)


def confirm(state: AppState, intent: Intent) -> Result:
    """Return the result of an intent that the player has confirmed."""
    handler = _CONFIRMED.get(type(intent))
    return handle(state, intent) if handler is None else handler(state, intent)


def has_own_handler(kind: type[object], mode: type[Mode]) -> bool:
    """Return whether a kind of input has a handler for this mode only."""
    return (kind, mode) in _HANDLERS


def handled() -> frozenset[type[object]]:
    """Return all kinds of inputs that have a handler."""
    return frozenset(kind for kind, _ in _HANDLERS)
