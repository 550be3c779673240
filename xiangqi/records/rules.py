"""The rules on repetitions under which a recorded game was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from xiangqi import rule_sets
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import XiangqiError
from xiangqi.line import Line
from xiangqi.referee import DEFAULT_RULES, Rules, occurrences, outcome

NO_LIMIT: Final = "none"
"""The value of the tag NaturalLimit without a limit."""

_WINNERS: Final[dict[str, int | None]] = {"1-0": RED, "0-1": BLACK, "1/2-1/2": None}


def rules_in(headers: Mapping[str, str], usual: Rules) -> Rules:
    """Return the rules named in a record, completed from `usual`; `usual` itself if they are invalid."""
    limit = headers.get("NaturalLimit")
    rounds = None if limit == NO_LIMIT else number_in(limit, 0) or usual.natural_limit_rounds
    try:
        return replace(
            usual,
            name=headers.get("RuleSet", usual.name),
            occurrences=number_in(headers.get("Occurrences"), usual.occurrences),
            natural_limit_rounds=rounds,
        )
    except XiangqiError:
        return usual


def number_in(text: str | None, usual: int) -> int:
    """Return the number in a tag, or `usual` if the tag is not a number of at most five digits."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 6 else usual


def rules_of_record(headers: Mapping[str, str], result: str, line: Line, usual: Rules = DEFAULT_RULES) -> Rules:
    """Return the rules of a record: those that it names, else the first ones that explain its result.

    The result is evidence only if the last position has occurred often enough.

    Args:
        headers: the record's tags.
        result: one of `records.tree.RESULTS`.
        line: the whole game, whose moves must be legal.
        usual: the rules that are tried first, and used if nothing is known.
    """
    named = rules_in(headers, usual)
    board = line.board()
    if "RuleSet" in headers or result not in _WINNERS or occurrences(board) < named.occurrences:
        return named
    for name in (named.name, *(name for name in rule_sets.NAMES if name != named.name)):
        rules = replace(named, name=name)
        ended = outcome(board, rules)
        if ended is not None and ended.verdict is not None and ended.winner == _WINNERS[result]:
            return rules
    return named


def went_on_after_repeating(line: Line, rules: Rules) -> bool:
    """Return whether a game went on after a repetition that would have ended it by the rules."""
    board = line.upto(0).board()
    for move in line.moves[:-1]:
        board.push_unchecked(move)
        if occurrences(board) >= rules.occurrences and (ended := outcome(board, rules)) and ended.verdict:
            return True
    return False
