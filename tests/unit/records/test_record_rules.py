"""Tests of the rules under which a record was played: named by the record, or told by its result."""

from __future__ import annotations

import pytest

from xiangqi.board import Move
from xiangqi.line import Line
from xiangqi.records.rules import rules_of_record
from xiangqi.referee import DEFAULT_RULES

# The end of a masters' game of 2001, drawn by repetition. The federations call it a perpetual chase by Red; by
# the Chinese rules both sides offend.
START = "2b1kab2/4a1c2/r8/p6Rp/2p2P3/9/P7P/C1N6/4A4/2BAK3c w - - 0 1"
MOVES = "h6g6 g8h8 g6h6 h8g8 " * 2


def line(text: str) -> Line:
    return Line(START, tuple(map(Move.from_iccs, text.split())))


@pytest.mark.parametrize(("result", "name"), [("1/2-1/2", "cxa"), ("0-1", "wxf"), ("*", "wxf"), ("1-0", "wxf")])
def test_the_result_of_a_repetition_tells_the_rules(result: str, name: str) -> None:
    assert rules_of_record({}, result, line(MOVES)).name == name


def test_the_rules_that_a_record_names_come_first() -> None:
    assert rules_of_record({"RuleSet": "asian"}, "1/2-1/2", line(MOVES)).name == "asian"


def test_other_games_are_judged_by_the_usual_rules() -> None:
    assert rules_of_record({}, "1/2-1/2", line("h6g6 g8h8")) == DEFAULT_RULES
