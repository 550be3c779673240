"""Texts of the window in every language: sentences of the referee, toasts, no character drawn as a blank."""

from __future__ import annotations

import re

import pytest
from catalogues import example, forms
from catalogues import texts as texts_of
from glyphs import missing_glyphs

from xiangqi import rule_sets
from xiangqi.app.session.players import AGREEMENT, RESIGNATION
from xiangqi.app.session.selection import Reason
from xiangqi.board import Board, Move
from xiangqi.i18n.message import LANGUAGES
from xiangqi.referee import RepetitionWarning, rules, warning, warning_sentence
from xiangqi.storage.settings import NOTATIONS
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.fonts import Face
from xiangqi.ui.toolkit.theme import BOARDS, PIECES

ENGLISH = texts_of("en")


@pytest.mark.parametrize("face", [Face.TEXT, Face.BOLD])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_is_in_the_shipped_font(language: str, face: Face) -> None:
    assert missing_glyphs("".join(map("".join, forms(language).values())), face) == ""


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_chinese_is_not_left_in_english(language: str) -> None:
    same = {
        key
        for key, text in texts_of(language).items()
        if text == ENGLISH[key] and re.search("[A-Za-z]{3}", re.sub(r"{\w+}", "", text))
    }
    names = {"DhtmlXQ", "WXF", "PGN", "XQF", "PNG", "GIF", "PDF", "Letter"}  # of formats, alike everywhere
    assert {key for key in same if texts_of(language)[key] not in names} == set()


def test_every_refusal_and_reason_has_words() -> None:
    reasons = {value for name, value in vars(rules).items() if name.isupper() and isinstance(value, str)}
    reasons -= {rules.CHECK, rules.CHASE, rules.THREAT, rules.EXCHANGE, rules.IDLE}
    reasons -= {rules.SACRIFICE, rules.BLOCK, rules.TAIL}  # what an idle move is for, told as purpose.*
    wanted = {f"refusal.{reason.value}" for reason in Reason}
    wanted |= {f"reason.{reason}" for reason in reasons | {AGREEMENT, RESIGNATION}}
    wanted |= {f"notation.{name}" for name in NOTATIONS}
    wanted |= {f"theme.{name}" for name in BOARDS} | {f"pieces.{name}" for name in PIECES}
    wanted |= {f"new.level_{level}" for level in range(1, 11)}
    assert wanted <= ENGLISH.keys()


def test_classes_and_rule_sets_have_words() -> None:
    wanted = {f"class.{kind}" for kind in (rules.CHECK, rules.CHASE, rules.THREAT, rules.EXCHANGE, rules.IDLE)}
    wanted |= {f"rules.{name}{form}" for name in rule_sets.NAMES for form in ("", "_long")}
    assert wanted <= ENGLISH.keys()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "The position will occur for the third time, and "
            "you will lose because you chase the cannon on f4 with every move",
        ),
        ("zh-Hans", "此局面第三次出现：你步步捉四路河沿的黑炮（长捉），判负"),
        ("zh-Hant", "此局面第三次出現：你步步捉四路河沿的黑砲（長捉），判負"),
    ],
)
def test_a_warning_in_every_language(language: str, text: str) -> None:
    sentence = warning_sentence(losing_warning())
    assert Texts(language).sentence(sentence) == text


def losing_warning() -> RepetitionWarning:
    """Of the move with which a chariot attacks a cannon for the last time."""
    board = Board("3k5/9/9/9/9/5c3/9/5R3/9/4K4 b")
    for move in ("f4i4", "f2i2", "i4f4", "i2f2", "f4i4", "f2i2", "i4f4"):
        board.push(Move.from_iccs(move))
    found = warning(board, Move.from_iccs("i2f2"))
    assert found is not None
    return found


TOLD = ("attack", "guard", "outcome", "purpose", "they", "warning", "you")
"""First parts of the keys of the referee's sentences."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_in_every_language(language: str) -> None:
    for key in (key for key in ENGLISH if key.partition(".")[0] in TOLD):
        said = Texts(language).sentence(example(key))
        assert said
        assert "{" not in said


def test_places_are_filled() -> None:
    assert Texts("en")("player.computer", level=7) == "Computer (level 7)"
    assert Texts("zh-Hans")("player.computer", level=7) == "电脑（7 级）"


@pytest.mark.parametrize(
    ("language", "listed", "joined"), [("en", "a, b", "One. Two."), ("zh-Hant", "a、b", "One.Two.")]
)
def test_words_and_sentences_are_put_together_as_the_language_does(
    language: str, listed: str, joined: str
) -> None:
    texts = Texts(language)
    assert texts.listed(("a", "b")) == listed
    assert texts.joined("One.", "", "Two.") == joined


def test_either_falls_back() -> None:
    texts = Texts("en")
    assert texts.either("reason.checkmate", "x") == "by checkmate"
    assert texts.either("reason.struck_by_lightning", "struck") == "struck"


@pytest.mark.parametrize(
    ("count", "english", "chinese"),
    [
        (950, "950", "950"),
        (45_200, "45.2k", "4.5万"),
        (812_000, "812k", "81.2万"),
        (3_240_000, "3.2M", "324万"),
        (4_300_000_000, "4.3B", "43.0亿"),
        (9_500_000_000_000, "9500B", "9.5万亿"),
    ],
)
def test_large_numbers_are_short_in_the_units_of_the_language(count: int, english: str, chinese: str) -> None:
    assert Texts("en").short(count) == english
    assert Texts("zh-Hans").short(count) == chinese
    assert Texts("zh-Hant").short(3 * 10**8) == "3.0億"
