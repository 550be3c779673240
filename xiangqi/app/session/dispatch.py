"""Registers which function handles which input, at the function's definition.

For example::

    @handles(Flip)
    def flip(state: AppState, _intent: Flip) -> Result: ...

A handler may be for one mode of the document on the board: ``@handles(ClickSquare, SetUp)``. An input whose
handlers are all for other modes is ignored. mypy checks that the type of the handler's argument is that of the
input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Input
from xiangqi.app.intent import Intent
from xiangqi.app.notice import Notice
from xiangqi.app.session.mode import Mode
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done

M = TypeVar("M", bound=Intent | Event)
H = TypeVar("H", bound=Event | Notice)
Handler = Callable[[AppState, M], Result]
AnyHandler = Callable[[AppState, Input], Result]

_HANDLERS: Final[dict[tuple[type[object], type[object] | None], AnyHandler]] = {}
_CONFIRMED: Final[dict[type[object], AnyHandler]] = {}

_KERNEL: Final = ("session", "game", "records", "board_input", "editor")
"""The folders that play and read games, in the order in which their functions are called."""


class _Hearer(NamedTuple):
    """A function that hears events or notices."""

    place: tuple[int, str, str]  # when its turn comes: the kernel's functions first, then all others by name
    concerned: Callable[[AppState, Event | Notice], bool]
    hear: Callable[[AppState, Event | Notice], Result]


_HEARERS: Final[dict[type[object], list[_Hearer]]] = {}


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
    """Return a decorator that registers a function for an intent that the player has confirmed."""

    def register(handler: Handler[M]) -> Handler[M]:
        _CONFIRMED[kind] = _checked(kind, handler)
        return handler

    return register


def hears(
    kind: type[H], when: Callable[[AppState, H], bool] = lambda _state, _heard: True
) -> Callable[[Callable[[AppState, H], Result]], Callable[[AppState, H], Result]]:
    """Return a decorator that registers a function for a kind of event or notice; there may be several.

    The kernel's functions are called first, then those of features, by module name. A feature may rely on the
    kernel's having been called, but not on another feature's.

    Args:
        kind: the class of the event or notice.
        when: whether to call the function, for instance only for answers to its own question.
    """

    def register(hearer: Callable[[AppState, H], Result]) -> Callable[[AppState, H], Result]:
        def concerned(state: AppState, heard: Event | Notice) -> bool:
            return isinstance(heard, kind) and when(state, heard)

        def hear(state: AppState, heard: Event | Notice) -> Result:
            assert isinstance(heard, kind)
            return hearer(state, heard)

        feature = hearer.__module__.split(".")[2]
        rank = _KERNEL.index(feature) if feature in _KERNEL else len(_KERNEL)
        hearers = _HEARERS.setdefault(kind, [])
        hearers.append(_Hearer((rank, hearer.__module__, hearer.__name__), concerned, hear))
        hearers.sort(key=lambda hearer: hearer.place)
        return hearer

    return register


def announce(state: AppState, heard: Event | Notice) -> Result:
    """Have each function that hears an event or notice, if its condition holds, change the state in turn."""
    effects: tuple[Effect, ...] = ()
    for hearer in _HEARERS.get(type(heard), ()):
        if hearer.concerned(state, heard):
            state, more = hearer.hear(state, heard)
            effects += more
    return state, effects


def _checked(kind: type[M], handler: Handler[M]) -> AnyHandler:
    def call(state: AppState, message: Input) -> Result:
        assert isinstance(message, kind)
        return handler(state, message)

    return call


def handle(state: AppState, message: Input) -> Result:
    """Return the result of an input's handler and, for an event, of all functions that hear it.

    An input that has neither in the current mode changes nothing.
    """
    handler = _handler_of(message, type(state.document.mode))
    result = done(state) if handler is None else handler(state, message)
    if not isinstance(message, Event):
        return result
    state, effects = result
    state, more = announce(state, message)
    return state, effects + more


def handle_as_usual(state: AppState, intent: Intent) -> Result:
    """Return the result of an intent's general handler, which the current mode's own may call."""
    handler = _HANDLERS.get((type(intent), None))
    return done(state) if handler is None else handler(state, intent)


def _handler_of(message: Input, mode: type[object]) -> AnyHandler | None:
    """Return the handler for an input: the mode's own, its nearest base's, or the general one; or None."""
    owners = (*mode.__mro__, None)
    found = (_HANDLERS.get((type(message), owner)) for owner in owners)
    return next((handler for handler in found if handler is not None), None)


def confirm(state: AppState, intent: Intent) -> Result:
    """Return the result of an intent that the player has confirmed, by its usual handler if it has no other."""
    handler = _CONFIRMED.get(type(intent))
    return handle(state, intent) if handler is None else handler(state, intent)


def is_available(state: AppState, intent: Intent) -> bool:
    """Return whether an intent has a meaning in the current mode."""
    mode = state.document.mode
    return not mode.refusal or intent.allowed_in_editor or has_own_handler(type(intent), type(mode))


def has_own_handler(kind: type[object], mode: type[Mode]) -> bool:
    """Return whether a kind of input has a handler for this mode only."""
    return (kind, mode) in _HANDLERS


def handled() -> frozenset[type[object]]:
    """Return all kinds of inputs that have a handler or are heard."""
    heard = (kind for kind in _HEARERS if issubclass(kind, Event))
    return frozenset((*(kind for kind, _ in _HANDLERS), *heard))


def followed() -> frozenset[type[object]]:
    """Return all kinds of notices that are heard."""
    return frozenset(kind for kind in _HEARERS if issubclass(kind, Notice))
