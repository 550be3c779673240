"""Numbers and sides as players type them after a command."""

from __future__ import annotations

import re

import pytest

from xiangqi.cli.parts.text_help import ALL, WORDS, command_named, explained, listed
from xiangqi.cli.parts.typed_words import side_typed, whole_number, with_sides
from xiangqi.folding import without_accents
from xiangqi.i18n.message import LANGUAGES
from xiangqi.i18n.po_file import read_texts
from xiangqi.resources import asset
from xiangqi.ui.parts.i18n import Texts


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        *(("12", 12), ("１２", 12), ("0", 0), ("007", 7), ("123456789", 123_456_789)),
        *(("三", 3), ("十", 10), ("十二", 12), ("二十", 20), ("二十一", 21), ("一百零五", 105), ("两", 2)),
        *(("第三局", 3), ("3级", 3), ("第 12 步", 12), ("一〇", 10), ("二三", 23)),
        *(
            ("", None),
            ("x", None),
            ("-1", None),
            ("1.5", None),
            ("十十", None),
            ("十百", None),
            ("二三十", None),
        ),
        *(("1234567890", None), ("1x", None), ("第", None)),
    ],
)
def test_numbers_in_every_script(typed: str, number: int | None) -> None:
    assert whole_number(typed.split()) == number


@pytest.mark.parametrize(
    ("typed", "side"),
    [
        ("red", "red"),
        ("红", "red"),
        ("紅方", "red"),
        ("Đỏ", "red"),
        ("Đen", "black"),
        ("双方", "both"),
    ],
)
def test_sides_in_every_language(typed: str, side: str) -> None:
    assert side_typed(typed) == side
    assert side_typed("x") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_commands_by_the_words_of_their_language(language: str) -> None:
    """What stands in backticks can be typed as it stands."""
    texts = Texts(language)
    own = {command: texts(f"terminal.word.{command}") for command in WORDS}
    forms = read_texts(asset(f"i18n/{language}.po").read_text(encoding="utf-8")).forms
    told = [text for key, of_key in forms.items() if key.startswith(("terminal.", "told.")) for text in of_key]
    named = [code.split()[0] for text in told for code in re.findall("`([^`]+)`", text)]
    assert len(named) > 40
    assert [word for word in named if own.get(word, word) != word] == []
    typed = [f"{word} 3" for word in own.values()]
    assert [command_named(texts, line) for line in typed] == [f"{command} 3" for command in own]


@pytest.mark.parametrize(
    ("typed", "command"), [("language", "settings"), ("语言", "settings"), ("captured", "taken")]
)
def test_what_players_call_a_command_is_understood(typed: str, command: str) -> None:
    assert command_named(Texts("en"), typed) == command


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sample_of_a_new_game_is_understood(language: str) -> None:
    [line] = explained(Texts(language), "new")
    samples = [command_named(Texts(language), sample).split() for sample in re.findall("`([^`]+)`", line)]
    assert len(samples) == 4
    assert " ".join(samples.pop()[1:]) in ALL
    for new, *words in samples:
        assert new == "new"
        known, _, fen = " ".join(with_sides(words)).partition("fen")
        assert all(side_typed(word) or whole_number([word]) for word in known.split())
        assert known or fen


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_listed_command_is_explained_once_at_most(language: str) -> None:
    lines = listed(Texts(language), "h2e2")
    assert not any(") (" in line for line in lines)
    assert any("(" in line for line in lines)


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        *(("zh-Hans", "下一要点", "next 要点"), ("zh-Hans", "下一步", "next")),
        *(("zh-Hans", "上一着", "l"), ("zh-Hans", "棋谱2", "games 2")),
        *(("zh-Hans", "按设置", "press 设置"), ("zh-Hant", "下一失著", "next 失著")),
        *(("zh-Hans", "moment2", "moment 2"), ("zh-Hans", "新红3级", "new 红3级")),
        *(("en", "moment2", "moment 2"), ("vi", "di lai", "undo")),
        *(("vi", "Các ván 2", "games 2"), ("vi", "loi giai", "solution")),
        *(("en", "c2", "c2"), ("en", "lastly", "lastly")),
        *(("vi", "tiepx", "tiepx"), ("zh-Hans", "炮二平五", "炮二平五")),
    ],
)
def test_a_command_needs_no_space_in_chinese_and_no_accents(language: str, typed: str, meant: str) -> None:
    assert command_named(Texts(language), typed) == meant


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_are_typed_alike_without_accents(language: str) -> None:
    texts = Texts(language)
    plain = [without_accents(texts(f"terminal.word.{command}")) for command in WORDS]
    assert len(set(plain)) == len(plain)


def test_a_side_and_a_level_are_taken_apart() -> None:
    assert with_sides(["红3级"]) == ["红", "3级"]
    assert with_sides(["黑方二级"]) == ["黑方", "二级"]
    assert side_typed("den") == "black"
