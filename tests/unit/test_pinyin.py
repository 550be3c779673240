"""Tests of Chinese words found by their sounds."""

from __future__ import annotations

import unicodedata

import pytest

from xiangqi.library.masters_asset import shipped, unpacked
from xiangqi.pinyin import begins, letters_of, readings, sounds, spells
from xiangqi.resources import asset


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("f", "复盘"),
        ("fp", "复盘"),
        ("fup", "復盤"),
        ("fupan", "复盘"),
        ("fpan", "复盘"),
        ("jm", "车马"),
        ("cm", "车马"),
        ("chema", "車馬"),
        ("zhongp", "中炮局"),
        ("sz", "设置"),
        ("shezhi", "设置"),
        ("lv", "率"),
    ],
)
def test_a_word_is_begun_by_its_initials_or_syllables(typed: str, word: str) -> None:
    assert begins(sounds(word), typed)


@pytest.mark.parametrize(("typed", "word"), [("pf", "复盘"), ("fpx", "复盘"), ("fua", "复盘"), ("zp", "")])
def test_other_letters_begin_it_not(typed: str, word: str) -> None:
    assert not begins(sounds(word), typed)


@pytest.mark.parametrize(
    ("typed", "name", "is_meant"),
    [
        ("xu yinchuan", "许银川", True),
        ("xu yinchuan", "許銀川", True),
        ("yin", "许银川", True),
        ("yinch", "许银川", True),
        ("luqin", "吕钦", True),
        ("lvqin", "呂欽", True),
        ("xi'an", "西安", True),
        ("xyc", "许银川", False),
        ("inchuan", "许银川", False),
        ("xuchuan", "许银川", False),
        ("yinchuanx", "许银川", False),
        ("1995", "许银川", False),
        ("", "许银川", False),
    ],
)
def test_a_name_is_spelt_by_whole_syllables(typed: str, name: str, is_meant: bool) -> None:
    letters = letters_of(typed)
    assert (letters != "" and spells(sounds(name), letters)) == is_meant


@pytest.mark.parametrize("name", ["i18n/zh-Hans.po", "i18n/zh-Hant.po", "opening_names.txt"])
def test_every_character_of_the_programs_words_has_a_reading(name: str) -> None:
    """When one is missing: python -m tools.build_pinyin."""
    used = {
        one
        for one in asset(name).read_text(encoding="utf-8")
        if unicodedata.name(one, "")[:11] == "CJK UNIFIED"
    }
    assert len(used) > 100
    assert used <= readings().keys()


def test_most_names_of_masters_can_be_spelt() -> None:
    named = unpacked(shipped()).names
    chinese = [name for name in named if any("一" <= one <= "鿿" for one in name)]
    unread = [name for name in chinese if len(sounds(name)) < len(name)]
    assert len(chinese) > 2000
    assert len(unread) < len(chinese) / 50
