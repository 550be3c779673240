"""The coach's question about a costly move, asked and answered in words; and which moves it is about."""

from __future__ import annotations

from typing import Final

from xiangqi.app.coach import coached
from xiangqi.app.coach.teaching import LeaveMove, SeeWhy
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.folding import without_accents
from xiangqi.storage.settings import AUTO, INTERRUPTING
from xiangqi.ui.parts.i18n import Texts

_ANSWERS: Final[dict[str, Intent]] = {"why": SeeWhy(), "take_back": TakeBack(), "leave": LeaveMove()}
_COMMANDS: Final = {"why": "why", "take_back": "undo"}
_STRICTNESS: Final = ("", *INTERRUPTING)
_SHORT: Final = {
    "why": "why",
    "take back": "take_back",
    "play": "leave",
    "anyway": "leave",
}


def question_of_coach(state: AppState, texts: Texts) -> list[str]:
    """Return the line that says how to answer the coach while it asks about the last move; [] otherwise."""
    if not _is_asked(state):
        return []
    answers = {f"{name}_typed": texts(f"tutor.{name}").lower() for name in _ANSWERS}
    return [texts("terminal.coach_asks", **answers)]


def answer_to_coach(state: AppState, texts: Texts, line: str) -> Intent | None:
    """Return the intent of a line that answers the coach's question; None without a question or an answer."""
    name = _named(texts, line) if _is_asked(state) else None
    return None if name is None else _ANSWERS[name]


def command_of_answer(texts: Texts, line: str) -> str | None:
    """Return the command that has the same effect as an answer to the coach, or None.

    The answer is typed while the coach asks nothing.
    """
    return _COMMANDS.get(_named(texts, line) or "")


def is_answer(texts: Texts, line: str) -> bool:
    """Return whether a line would answer the coach if it asked, and has no other meaning."""
    return _named(texts, line) not in (None, *_COMMANDS)


def _named(texts: Texts, line: str) -> str | None:
    typed = without_accents(line.strip())
    labels = {without_accents(texts(f"tutor.{name}")): name for name in _ANSWERS}
    own = {without_accents(texts("terminal.word.why")): "why"}
    return (labels | own).get(typed) or _SHORT.get(typed)


def _is_asked(state: AppState) -> bool:
    interruption = view.shown_interruption(state)
    return interruption is not None and interruption.offer is not None


# ---- Which moves it asks about ----


def strictness(state: AppState, texts: Texts) -> str:
    """Return a line that says which moves the coach asks about; if that is automatic, for the current game."""
    now, passes = state.settings.coach_interrupts, coached.comments_below(state)
    if now == AUTO:
        now = "" if passes is None else passes.value
    return texts("spoken.headed", head=texts("settings.coach_interrupts"), rest=_label(texts, now))


def strictness_choices(texts: Texts) -> str:
    """Return the words that can be typed to choose which moves the coach asks about."""
    return texts.listed(_label(texts, value).lower() for value in _STRICTNESS)


def strictness_typed(texts: Texts, typed: str) -> str | None:
    """Return the value of the setting that a player types by its name or the beginning of one, or None."""
    wanted = without_accents(typed)
    named = {without_accents(_label(texts, value)): value for value in _STRICTNESS}
    return named.get(wanted, next((value for name, value in named.items() if name.startswith(wanted)), None))


def _label(texts: Texts, value: str) -> str:
    return texts(f"settings.coach_interrupts.{value or 'off'}")
