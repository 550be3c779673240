"""Closing by Esc: the topmost open layer is closed, in the way that a part of the session has registered."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, Step, done

Condition = Callable[[AppState], bool]


class ClosingOrder(IntEnum):
    """The layers that can be closed, the topmost first."""

    QUESTION = 0
    OVERLAY = 1
    CHOICE = 2  # a choice asked for by a panel, which closing makes or ends
    PANEL = 3
    TYPED = 4  # a half-typed move
    DRAG = 5
    REPLAY = 6
    SELECTION = 7
    PREVIEW = 8
    EXPLANATION = 9
    DOCUMENT = 10  # a document of a kind that Back closes


class _Closer(NamedTuple):
    layer: ClosingOrder
    is_open: Condition
    close: Step


_CLOSERS: Final[list[_Closer]] = []


def closes(layer: ClosingOrder, when: Condition) -> Callable[[Step], Step]:
    """Return a decorator that registers a function that closes, for instance, a panel or the preview.

    Args:
        layer: the layer of the part that it closes.
        when: returns whether that part is open; no two of a layer are open at once.
    """

    def register(close: Step) -> Step:
        _CLOSERS.append(_Closer(layer, when, close))
        _CLOSERS.sort(key=lambda closer: closer.layer)
        return close

    return register


def close_topmost(state: AppState) -> Result | None:
    """Close the topmost layer that is open over the document on the board; return None if there is none."""
    over = (closer for closer in _CLOSERS if closer.layer is not ClosingOrder.DOCUMENT)
    close = next((closer.close for closer in over if closer.is_open(state)), None)
    return None if close is None else close(state)


def leave_document(state: AppState) -> Result:
    """Close the document on the board if documents of its kind are closed by going back from them."""
    kinds = (closer for closer in _CLOSERS if closer.layer is ClosingOrder.DOCUMENT)
    close = next((closer.close for closer in kinds if closer.is_open(state)), done)
    return close(state)
