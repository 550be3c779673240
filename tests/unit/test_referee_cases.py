"""The rule of repetition on composed positions, some for each article, and on the samples if there are any."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from xiangqi.board import Move
from xiangqi.core.constants import RED, square_name
from xiangqi.referee import Outcome, Rules, judge
from xiangqi.referee.rules import CHASE, CHECK, IDLE, THREAT

DATA = Path(__file__).parents[1] / "data" / "repetition.jsonl"
CASES = {case["name"]: case for case in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())}


def verdict(found: Outcome | None) -> str:
    if found is None:
        return "none"
    return "draw" if found.winner is None else "red wins" if found.winner == RED else "black wins"


def judged(name: str, rules: Rules) -> Outcome:
    case = CASES[name]
    found = judge(case["start_fen"], [Move.from_iccs(text) for text in case["cycle"] * 2], rules)
    assert found is not None
    return found


@pytest.mark.parametrize("rule_set", ["wxf", "asian", "cxa", "basic"])
@pytest.mark.parametrize("name", CASES)
def test_a_composed_case_is_judged_as_expected(name: str, rule_set: str) -> None:
    found = judged(name, Rules(rule_set))
    expected = CASES[name]["wxf" if rule_set == "asian" else rule_set]
    assert [verdict(found), found.reason] == expected


def test_every_article_has_a_case() -> None:
    articles = {case["article"] for case in CASES.values()}
    assert articles >= {"D4", "D5", "D6", "D7", "D9", "D9(i)", "D9(iii)", "D11", "D12", "D13", "C1"}


def test_verdict_names_chaser_and_chased() -> None:
    found = judged("false root", Rules()).verdict
    assert found
    assert (found.loser, found.article, found.red_weight, found.black_weight) == (RED, "D12", 1, 0)
    assert [step.kind for step in found.cycle] == [CHASE, IDLE] * 4
    assert [step.chased for step in found.cycle[:4]] == [("c6",), (), ("a6",), ()]
    attack = found.cycle[0].new_threats[0]
    assert (attack.article, attack.protected) == ("D9(i)", False)
    assert [(guard.status, guard.real) for guard in attack.protectors] == [("forbidden", False)]
    assert found.chased_slots == (attack.chased_slot,)
    assert len({step.new_threats[0].chased_slot for step in found.cycle[::2]}) == 1


def test_real_protection_is_told_too() -> None:
    found = judged("protected piece", Rules()).verdict
    assert found
    attack = found.cycle[0].attacks[0]
    assert (attack.new, attack.article, attack.protected) == (False, "D5", True)
    assert [guard.status for guard in attack.protectors] == ["direct"]


def test_classes_under_chinese_rules() -> None:
    found = judged("check and threat in turn", Rules("cxa")).verdict
    assert found
    assert [step.kind for step in found.cycle[:4]] == [THREAT, IDLE, CHECK, IDLE]
    assert found.article == "C1"


def test_heavier_chase_of_a_chariot_on_a_leg() -> None:
    found = judged("chariot on the leg of a horse", Rules()).verdict
    assert found
    assert (found.red_weight, found.black_weight, found.article) == (2, 0, "D13")


@pytest.mark.parametrize(
    ("fen", "cycle"),
    [
        ("4kr3/9/6p2/9/9/9/6N2/3K3N1/5r3/8R b", "f1f3 g3f5 f3f1 f5g3"),
        ("1r7/3k5/2N6/3N5/9/9/5C3/5c3/4K4/1r7 b", "b9b7 c7b5 b7b9 b5c7"),
        ("3r5/1N3k3/5C3/9/9/9/N8/3K5/9/3c5 w", "f7d7 d9f9 d7f7 f9d9"),
    ],
)
def test_a_chariot_attacked_by_horse_or_cannon_that_loses_its_guard_is_no_new_threat(
    fen: str, cycle: str
) -> None:
    found = judge(fen, [Move.from_iccs(text) for text in cycle.split() * 2], Rules())
    assert verdict(found) == "draw"


def test_the_guard_that_was_lost_is_named() -> None:
    found = judged("protecting king barred by the facing king", Rules()).verdict
    assert found
    attacks = [attack for step in found.cycle for attack in step.new_threats if attack.article == "D9(iii)"]
    assert attacks
    for attack in attacks:
        assert [square_name(guard.square) for guard in attack.lost_guards] == ["e7"]  # the king


def sample_rules(case: dict[str, Any]) -> Rules:
    return Rules("asian" if case["rule_set"].startswith("AXF") else "wxf")


def test_sample_games_are_judged_as_expected(shared_data: Path) -> None:
    lines = (shared_data / "rules" / "repetition_cases.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = []
    for case in map(json.loads, lines):
        moves = [Move.from_iccs(text) for text in case.get("moves_3fold") or case["moves"]]
        if verdict(judge(case["start_fen"], moves, sample_rules(case))) != case["expected"]:
            wrong.append(case["name"])
    assert len(lines) > 100
    assert wrong == []
