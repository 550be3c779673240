"""The choice of the card that the first column shows among all that could be shown.

A higher card hides lower ones until it is closed. Each part of the session says when it has a card to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Final

from xiangqi.app.session.state import AppState

Condition = Callable[[AppState], bool]


class CardKind(IntEnum):
    """The subjects of the card, the highest first."""

    QUESTION = 1  # a question that needs an answer
    RESULT = 2  # the end of a game
    TASK = 3  # an exercise, a lesson, a moment of a review
    WORK = 4  # what is under way: a review, a picture or a file being read
    ADVICE = 5  # a hint, the coach's comment, an explanation
    TAB = 6  # what the chosen tab shows


_CONDITIONS: Final[dict[CardKind, list[Condition]]] = {}


def is_card(kind: CardKind) -> Callable[[Condition], Condition]:
    """Return a decorator that registers, and returns, the condition under which there is a card of a kind."""

    def register(condition: Condition) -> Condition:
        _CONDITIONS.setdefault(kind, []).append(condition)
        return condition

    return register


def card_of(state: AppState, among: Iterable[CardKind] = CardKind) -> CardKind:
    """Return the highest kind of card whose condition holds; the chosen tab if there is none.

    Args:
        state: the session.
        among: the kinds that the column shows in its card; the others, shown elsewhere, hide no card.
    """
    there = (kind for kind in sorted(among) if any(holds(state) for holds in _CONDITIONS.get(kind, ())))
    return next(there, CardKind.TAB)


@is_card(CardKind.QUESTION)
def asks(state: AppState) -> bool:
    """Return whether a question waits for an answer."""
    return state.question is not None
