"""docs/rules.md: every diagram is a case that ends as the text below it says, drawn as the program draws."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import plain_cxa
import plain_referee
import pygame
import pytest

from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import sound_position
from xiangqi.referee import DEFAULT_RULES, Outcome, Rules, judge

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "rules.md"


def script() -> ModuleType:
    """Return the script that draws the diagrams."""
    spec = importlib.util.spec_from_file_location(
        "build_rule_diagrams", ROOT / "tools" / "build_rule_diagrams.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


DIAGRAMS = script()
CASES: dict[str, dict[str, Any]] = {case["name"]: case for case in DIAGRAMS.cases()}


def below(name: str) -> str:
    """Return the text that belongs to a diagram: from its picture to the next one or the next heading."""
    text = DOCUMENT.read_text(encoding="utf-8")
    (start,) = (found.end() for found in re.finditer(rf"!\[[^]]+\]\(images/rules/{name}\.png\)", text))
    return re.split(r"!\[|\n#|\n\*\*D\d", text[start:])[0]


def ended(case: dict[str, Any]) -> Outcome:
    moves = [Move.from_iccs(text) for text in case["cycle"]] * case["times"]
    outcome = judge(case["start_fen"], moves, Rules(case.get("rules", DEFAULT_RULES.name)))
    assert outcome is not None
    return outcome


def in_words(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "Draw"
    return "Black loses" if outcome.winner == RED else "Red loses"


def test_every_diagram_is_in_the_document_once() -> None:
    shown = re.findall(r"\(images/rules/([\w-]+)\.png\)", DOCUMENT.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(CASES)
    assert sorted(path.stem for path in DIAGRAMS.TARGET.glob("*")) == sorted(CASES)


@pytest.mark.parametrize("name", CASES)
def test_the_text_below_tells_moves_and_verdict(name: str) -> None:
    text = below(name)
    assert f"`{' '.join(CASES[name]['cycle'])}`" in text
    verdicts = {" ".join(found.split()) for found in re.findall(r"\*\*(Red\s+loses|Black\s+loses|Draw)", text)}
    assert verdicts == {CASES[name]["verdict"]}


@pytest.mark.parametrize("name", CASES)
def test_the_referee_judges_so(name: str) -> None:
    case = CASES[name]
    sound_position(case["start_fen"])
    outcome = ended(case)
    assert (in_words(outcome), outcome.reason) == (case["verdict"], case["reason"])
    kinds = [step.kind for step in outcome.verdict.cycle] if outcome.verdict else []
    assert kinds == case["classes"] * case["times"]


@pytest.mark.parametrize("name", [name for name in CASES if "purposes" in CASES[name]])
def test_idle_moves_are_told_with_what_they_are_for(name: str) -> None:
    verdict = ended(CASES[name]).verdict
    assert verdict is not None
    told = [step.purpose.kind if step.purpose else None for step in verdict.cycle]
    assert told == CASES[name]["purposes"] * CASES[name]["times"]


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name]["classes"]])
def test_the_definitions_alone_give_the_same_weights(name: str) -> None:
    case = CASES[name]
    verdict = ended(case).verdict
    assert verdict is not None
    if verdict.article.startswith("C") or case["article"].startswith("C"):
        loser, plain = plain_cxa.judge(case["start_fen"], case["cycle"])
        assert {None: None, RED: plain_cxa.RED, BLACK: plain_cxa.BLACK}[verdict.loser] == loser
        assert [move.kind for move in plain] == case["classes"]
        return
    weights = plain_referee.judge(case["start_fen"], case["cycle"] * case["times"])
    assert weights == (verdict.red_weight, verdict.black_weight)


@pytest.mark.parametrize("name", CASES)
def test_the_picture_is_as_the_program_draws_it(name: str) -> None:
    drawn = DIAGRAMS.draw(CASES[name])
    kept = pygame.image.load(str(DIAGRAMS.TARGET / f"{name}.png"))
    assert kept.get_size() == drawn.get_size()
    difference = abs(
        pygame.surfarray.array3d(drawn).astype(int) - pygame.surfarray.array3d(kept.convert(24)).astype(int)
    )
    assert difference.mean() < 6
    assert (difference.max(axis=2) > 90).mean() < 0.005


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in DIAGRAMS.TARGET.glob("*.png")]
    assert sum(sizes) < 1_000_000
