"""Tests of Chinese words found by their sounds."""

from __future__ import annotations

import unicodedata

import pytest

from xiangqi.library.masters_asset import shipped, unpacked
from xiangqi.pinyin import begins, letters_of, name_in_letters, readings, sounds, spells
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


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("胡荣华", "Hu Ronghua"),
        ("王天一", "Wang Tianyi"),
        ("吕钦", "Lü Qin"),
        ("呂欽", "Lü Qin"),
        ("单霞丽", "Shan Xiali"),
        ("仇振兴", "Qiu Zhenxing"),
        ("曾益谦", "Zeng Yiqian"),
        ("解小川", "Xie Xiaochuan"),
        ("区中", "Ou Zhong"),
        ("查宇", "Zha Yu"),
        ("葛维蒲", "Ge Weipu"),
        ("卜凤波", "Bu Fengbo"),
        ("尉迟恭", "Yuchi Gong"),
        ("欧阳琦琳", "Ouyang Qilin"),
        ("歐陽琦琳", "Ouyang Qilin"),
        ("上官云", "Shangguan Yun"),
        ("陈安安", "Chen An'an"),
        ("王长顺", "Wang Changshun"),
    ],
)
def test_names_are_written_as_in_english(name: str, written: str) -> None:
    assert name_in_letters(name) == written


@pytest.mark.parametrize("name", ["", "胡", "Computer, level 3", "阿Q", "台北吴贵临", "山崎秀夫", "王龘龘"])
def test_what_is_no_chinese_name_or_unknown_stays_as_it_is(name: str) -> None:
    assert name_in_letters(name) == name
