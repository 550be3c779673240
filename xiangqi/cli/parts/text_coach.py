"""The coach's question about a costly move, asked and answered in words."""

from __future__ import annotations

from typing import Final

from xiangqi.app.coach.teaching import LeaveMove, SeeWhy
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.ui.parts.i18n import Texts

_ANSWERS: Final[dict[str, Intent]] = {"why": SeeWhy(), "take_back": TakeBack(), "leave": LeaveMove()}
_SHORT: Final = {
    "why": "why",
    "take back": "take_back",
    "play": "leave",
    "anyway": "leave",
}


def question_of_coach(state: AppState, texts: Texts) -> list[str]:
    """Return the line that says how to answer the coach while it asks about the last move; else none."""
    if not _is_asked(state):
        return []
    answers = {f"{name}_typed": texts(f"tutor.{name}").lower() for name in _ANSWERS}
    return [texts("terminal.coach_asks", **answers)]


def answer_to_coach(state: AppState, texts: Texts, line: str) -> Intent | None:
    """Return the answer to the coach's question that a typed line gives, or None without one or a question."""
    if not _is_asked(state):
        return None
    typed = line.strip().casefold()
    labels = {texts(f"tutor.{name}").casefold(): name for name in _ANSWERS}
    name = labels.get(typed) or _SHORT.get(typed)
    return None if name is None else _ANSWERS[name]


def _is_asked(state: AppState) -> bool:
    interruption = view.shown_interruption(state)
    return interruption is not None and interruption.offer is not None
