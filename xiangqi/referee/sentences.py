"""Sentences for warnings and outcomes, as keys with parameters so that they can be translated.

The window translates ``Sentence.key`` and the parameters into its language; ``english`` does so here.
Parameters by name: ``occurrence`` a number, ``piece`` a code (colour | kind), ``square`` a name such as "c5",
``who`` one of "opponent", "red", "black", ``winner`` "red" or "black", ``offence`` a nested sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from xiangqi.core.constants import KIND_MASK, PIECE_NAMES, RED, square_name
from xiangqi.referee.rules import Outcome, RepetitionVerdict
from xiangqi.referee.warnings import REPEATS, RepetitionWarning


@dataclass(frozen=True)
class Sentence:
    """A sentence as data: a key of TEMPLATES and the parameters of the template."""

    key: str
    parameters: dict[str, int | str | Sentence] = field(default_factory=dict, hash=False)


TEMPLATES: Final = {
    # warnings
    "warning.repeats": "{occurrence} occurrence of this position",
    "warning.repeats_violation": "{occurrence} occurrence: {offence}, which is forbidden",
    "warning.exposes": "your opponent's reply can be the {occurrence} occurrence: {offence}: loss",
    "warning.loses": "{occurrence} occurrence: {offence}: loss",
    "warning.wins": "{occurrence} occurrence: {offence}: win",
    "warning.draws": "{occurrence} occurrence: draw",
    # outcomes
    "outcome.checkmate": "checkmate: {winner} wins",
    "outcome.stalemate": "no move left: {winner} wins",
    "outcome.violation": "{offence}: {winner} wins",
    "outcome.violation_joint": "both sides repeat forbidden moves, only {winner} chases jointly: {winner} wins",
    "outcome.repetition": "repetition, nothing forbidden on either side: draw",
    "outcome.mutual_perpetual_check": "both sides check with every move: draw",
    "outcome.mutual_perpetual_chase": "both sides chase with every move: draw",
    "outcome.mutual_violation": "both sides repeat forbidden moves: draw",
    "outcome.natural_limit": "no capture within the natural limit: draw",
    "outcome.no_attacking_material": "no piece left that can attack: draw",
    # offences
    "you.perpetual_check": "you check with every move",
    "you.perpetual_chase": "you chase the {piece} on {square} with every move",
    "you.perpetual_chases": "you chase pieces in turn with every move",
    "you.perpetual_threat": "you threaten mate with every move",
    "you.check_and_chase": "you check and chase in turn",
    "you.check_and_threat": "you check and threaten mate in turn",
    "you.chase_and_threat": "you chase and threaten mate in turn",
    "you.check_chase_and_threat": "you check, chase and threaten mate in turn",
    "they.perpetual_check": "{who} checks with every move",
    "they.perpetual_chase": "{who} chases the {piece} on {square} with every move",
    "they.perpetual_chases": "{who} chases pieces in turn with every move",
    "they.perpetual_threat": "{who} threatens mate with every move",
    "they.check_and_chase": "{who} checks and chases in turn",
    "they.check_and_threat": "{who} checks and threatens mate in turn",
    "they.chase_and_threat": "{who} chases and threatens mate in turn",
    "they.check_chase_and_threat": "{who} checks, chases and threatens mate in turn",
}

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_NAMES: Final = {"red": "Red", "black": "Black", "opponent": "your opponent"}


def warning_sentence(warning: RepetitionWarning) -> Sentence:
    """Return the sentence for the player who is about to make the move."""
    parameters: dict[str, int | str | Sentence] = {"occurrence": warning.occurrence}
    loser = warning.verdict.loser
    if loser is None:
        return Sentence(f"warning.{warning.kind}", parameters)
    who = "you" if loser == warning.side else "opponent"
    parameters["offence"] = _offence(warning.verdict, who)
    key = "warning.repeats_violation" if warning.kind == REPEATS else f"warning.{warning.kind}"
    return Sentence(key, parameters)


def outcome_sentence(outcome: Outcome) -> Sentence:
    """Return the sentence on how the game ended and why."""
    if outcome.winner is None:
        return Sentence(f"outcome.{outcome.reason}")
    winner = _side(outcome.winner)
    if outcome.verdict is None or outcome.verdict.loser is None:
        return Sentence(f"outcome.{outcome.reason}", {"winner": winner})
    if outcome.verdict.joint_decides:
        return Sentence("outcome.violation_joint", {"winner": winner})
    offence = _offence(outcome.verdict, _side(outcome.verdict.loser))
    return Sentence("outcome.violation", {"offence": offence, "winner": winner})


def _side(side: int) -> str:
    return "red" if side == RED else "black"


def _offence(verdict: RepetitionVerdict, who: str) -> Sentence:
    parameters: dict[str, int | str | Sentence] = {} if who == "you" else {"who": who}
    if verdict.chased_square is not None:
        parameters["piece"] = verdict.chased_piece
        parameters["square"] = square_name(verdict.chased_square)
    return Sentence(f"{'you' if who == 'you' else 'they'}.{verdict.reason}", parameters)


def english(sentence: Sentence) -> str:
    """Return the sentence in English.

    For instance "third occurrence: you chase the chariot on c5 with every move: loss".
    """
    words = {name: _word(name, value) for name, value in sentence.parameters.items()}
    return TEMPLATES[sentence.key].format(**words)


def _word(name: str, value: int | str | Sentence) -> str:
    if isinstance(value, Sentence):
        return english(value)
    if isinstance(value, str):
        return _NAMES.get(value, value)
    if name == "piece":
        return PIECE_NAMES[value & KIND_MASK]
    return _ORDINALS[value - 1] if value <= len(_ORDINALS) else ordinal(value)


def ordinal(number: int) -> str:
    """Return a number as an English ordinal, for instance "11th", "22nd", "113th"."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
