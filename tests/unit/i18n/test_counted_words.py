"""Words beside numbers: singular beside 1, whichever of a text's numbers it is."""

from __future__ import annotations

import re

import pytest
from catalogues import forms, places, texts

from xiangqi.i18n.message import catalogue

_MEASURES = "局步个次着回合行项字节位像素节点题倍月天"
"""Words that stand in Chinese between a number and what is counted."""

_NO_COUNTS = {"number", "last", "times", "high", "low"}
"""Before such a word, too, but they number things or are ratios, such as 1.8."""

_SEVERAL = re.compile(r"\b1 (?:(?:more|new|other) )?[a-z]+[a-rt-z]s\b|\b1 (?:are|were|have)\b")


def counts() -> set[str]:
    """Return the names of the places that are filled with a number of things."""
    counted = rf"(?<!第 )(?<!第)\{{(\w+)\}} (?:[{_MEASURES}]|多?种)"
    return {name for text in texts("zh-Hans").values() for name in re.findall(counted, text)} - _NO_COUNTS


def several_beside_one(text: str) -> list[str]:
    """Return the places of a text where a number of things, as 1, stands beside a plural."""
    arguments = {name: 1 if name in COUNTS else "…" for name in places(text)}
    told = catalogue("en").worded(text, arguments)
    return [several for several in _SEVERAL.findall(told) if several not in ("1 is", "1 was", "1 besides")]


COUNTS = counts()


def test_the_numbers_of_texts_are_known() -> None:
    assert {"count", "games", "moves", "faults", "plies", "most", "size"} <= COUNTS


def test_no_english_text_says_1_games() -> None:
    wrong = {}
    for key, wordings in forms("en").items():
        one = wordings[0]  # the form that a count of 1 takes
        if found := several_beside_one(one):
            wrong[key] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("faults", "games", "told"),
    [
        (1, 1, "1 mistake in 1 game)"),
        (2, 1, "2 mistakes in 1 game)"),
        ("1", "1,001", "1 mistake in 1,001 games)"),
        ("1.2k", 21, "1.2k mistakes in 21 games)"),
        (0, "0", "0 mistakes in 0 games)"),
    ],
)
def test_each_number_chooses_its_own_word(faults: object, games: object, told: str) -> None:
    values = dict.fromkeys(places(texts("en")["claim.text"]), "…")
    assert catalogue("en").wording("claim.text", {**values, "faults": faults, "games": games}).endswith(told)


@pytest.mark.parametrize(
    ("language", "count", "told"),
    [
        ("zh-Hans", 1, "红方一步杀"),
        ("zh-Hans", 2, "红方两步杀"),
        ("zh-Hant", 2, "紅方兩步殺"),
        ("zh-Hant", 10, "紅方十步殺"),
        ("zh-Hans", 11, "红方 11 步杀"),
        ("en", 2, "Red mates in 2"),
    ],
)
def test_chinese_counts_the_moves_of_a_mate_in_words_up_to_ten(language: str, count: int, told: str) -> None:
    texts = catalogue(language)
    side = texts.template("side.red")
    assert texts.wording("analysis.mates", {"side": side, "moves": count}) == told


def test_no_space_follows_a_comma_before_digits() -> None:
    assert catalogue("zh-Hans").worded("先行，{count:words}步杀", {"count": 12}) == "先行，12 步杀"
