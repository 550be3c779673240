"""Questions about the position that are typed on the board after a semicolon, and answered in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.session import told
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.core.constants import square_name
from xiangqi.i18n.message import Message
from xiangqi.spoken.questions import answer

BEGINS = ";"
"""The beginning of a typed question."""

_OF_POINTS = ("at", "m")


@dataclass(frozen=True)
class AskBoard(Intent, allowed_in_editor=False, on_board=True):
    """Answer the typed question."""

    cursor: int | None  # the square of the keyboard cursor, which a question about a point may leave out


@handles(AskBoard)
def ask_board(state: AppState, intent: AskBoard) -> Result:
    """Answer in a message, and clear the typed text."""
    typed = state.selection.typed.removeprefix(BEGINS).strip()
    if typed in _OF_POINTS and intent.cursor is not None:
        typed = f"{typed} {square_name(intent.cursor)}"
    tell = told.teller(state)
    sentences = answer(tell, told.situation(state), typed)
    state = replace(state, selection=replace(state.selection, typed=""))
    if sentences is None:
        return done(toast(state, Message("toast.no_question"), Tone.QUIET))
    return done(
        toast(
            state,
            Message("toast.answer", answer=told.teller(state)("spoken.apart").join(sentences)),
            Tone.QUIET,
        )
    )
