"""The sentences of warnings and outcomes, as messages.

>>> from xiangqi.core.constants import RED
>>> from xiangqi.referee.rules import CHECKMATE
>>> print(outcome_sentence(Outcome(RED, CHECKMATE)))
checkmate: Red wins
"""

from __future__ import annotations

from xiangqi.core.constants import square_name
from xiangqi.fen import piece_name, side_name
from xiangqi.i18n.message import Message
from xiangqi.referee.rules import Outcome, RepetitionVerdict
from xiangqi.referee.warnings import REPEATS, RepetitionWarning


def warning_sentence(warning: RepetitionWarning) -> Message:
    """Return the sentence that warns the player who is about to make the move."""
    loser = warning.verdict.loser
    if loser is None:
        return Message(f"warning.{warning.kind}", occurrence=warning.occurrence)
    offence = _offence(warning.verdict, "you" if loser == warning.side else "opponent")
    key = "warning.repeats_violation" if warning.kind == REPEATS else f"warning.{warning.kind}"
    return Message(key, occurrence=warning.occurrence, offence=offence)


def outcome_sentence(outcome: Outcome) -> Message:
    """Return the sentence that tells how the game ended and why."""
    if outcome.winner is None:
        return Message(f"outcome.{outcome.reason}")
    winner = side_name(outcome.winner)
    if outcome.verdict is None or outcome.verdict.loser is None:
        return Message(f"outcome.{outcome.reason}", winner=winner)
    if outcome.verdict.joint_decides:
        return Message("outcome.violation_joint", winner=winner)
    return Message(
        "outcome.violation", offence=_offence(outcome.verdict, side_name(outcome.verdict.loser)), winner=winner
    )


def _offence(verdict: RepetitionVerdict, who: str) -> Message:
    arguments = {} if who == "you" else {"who": who}
    if verdict.chased_square is not None:
        arguments["target"] = piece_name(verdict.chased_piece)
        arguments["place"] = square_name(verdict.chased_square)
    return Message(f"you.{verdict.reason}" if who == "you" else f"they.{verdict.reason}", **arguments)
