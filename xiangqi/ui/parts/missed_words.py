"""The words for what a wrong try in an exercise misses."""

from __future__ import annotations

from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.session import told
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import RED, opponent
from xiangqi.exercises.missed import Missed, Shortfall
from xiangqi.ui.parts.coach_rows import wording


def missed_words(state: AppState, challenge: Challenge) -> str:
    """Return sentences on the last wrong try: its answer, and how it falls short; "" if that is unknown."""
    missed, tell = challenge.missed, told.teller(state)
    if missed is None or not challenge.refutation:
        return ""
    same = tell("missed.same") if challenge.assignment.mistake == challenge.refutation[0] else ""
    said = [_answer(state, challenge, missed), _shortfall(state, challenge, missed)]
    if missed.shortfall is Shortfall.LESS:
        said.reverse()  # the try's own capture comes before its answer
    return tell.texts.joined(same, *said)


def is_ahead(challenge: Challenge) -> bool:
    """Return whether the player is clearly ahead even after the last wrong try."""
    return challenge.missed is not None and challenge.missed.is_ahead


def _answer(state: AppState, challenge: Challenge, missed: Missed) -> str:
    """Return the sentence on the opponent's answer; "" if there is nothing to say about it."""
    if missed.answer is None:
        return ""
    tell = told.teller(state)
    side = tell.side(opponent(challenge.setup.human_side or RED))
    piece = tell.kind(missed.piece) if missed.piece else ""
    return tell(f"missed.answer.{missed.answer.value}", side=side, piece=piece)


def _shortfall(state: AppState, challenge: Challenge, missed: Missed) -> str:
    """Return the sentence on how the try falls short; "" if there is nothing to say about that."""
    if missed.shortfall is None:
        return ""
    tell, other = told.teller(state), opponent(challenge.setup.human_side or RED)
    words = wording(state)
    values = {
        "count": missed.count,
        "asked": missed.asked,
        "took": words.pieces((missed.took,), other) if missed.took else "",
        "pieces": words.pieces(missed.right, other) if missed.right else "",
    }
    return tell(f"missed.{missed.shortfall.value}", **values)
