"""Every string in every language: the same keys and places, and no character that draws as a blank."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from xiangqi import app
from xiangqi.app import cycle
from xiangqi.app.hand_state import Reason
from xiangqi.app.say import Say
from xiangqi.app.state import AGREEMENT, RESIGNATION
from xiangqi.board import Board, Move
from xiangqi.core.constants import KNIGHT, ROOK
from xiangqi.errors import ResourceError
from xiangqi.referee import RepetitionWarning, Sentence, rules, warning, warning_sentence, words
from xiangqi.storage.settings import LANGUAGES, NOTATIONS
from xiangqi.ui import i18n
from xiangqi.ui.fonts import Face, missing_glyphs
from xiangqi.ui.i18n import Texts
from xiangqi.ui.strings import load
from xiangqi.ui.theme import BOARDS, PIECES

SOURCES = Path(i18n.__file__).parent
ENGLISH = load("en")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_and_places(language: str) -> None:
    strings = load(language)
    assert strings.keys() == ENGLISH.keys()
    assert all(places(strings[key]) == places(text) for key, text in ENGLISH.items())
    assert all(strings.values())


@pytest.mark.parametrize("face", [Face.TEXT, Face.BOLD])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_is_in_the_shipped_font(language: str, face: Face) -> None:
    assert missing_glyphs("".join(load(language).values()), face) == ""


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_chinese_is_not_left_in_english(language: str) -> None:
    same = {
        key for key, text in load(language).items() if text == ENGLISH[key] and re.search("[A-Za-z]{3}", text)
    }
    assert {key for key in same if not key.startswith("language.")} == set()


def test_every_key_in_the_source_exists() -> None:
    used = set()
    for path in SOURCES.glob("*.py"):
        used |= set(re.findall(r'texts\(\s*"([a-z_.0-9]+)"', path.read_text(encoding="utf-8")))
    assert len(used) > 40
    assert used <= ENGLISH.keys()


DERIVED = (
    "say",
    "refusal",
    "reason",
    "button",
    "help",
    "result",
    "language",
    "notation",
    "theme",
    "pieces",
    "new",
    "order",
    "time",
    "handicap",
    "warning",
    "outcome",
    "you",
    "they",
    "ordinal",
    "piece",
    "class",
    "attack",
    "guard",
    "cycle",
    "rules",
    "side",
    "editor",
    "guide",
    "lesson",
    "save",
    "fault",
    "place",
    "missing",
    "detail",
    "details",
    "mark",
    "analysis",
    "grade",
    "opening",
)


def test_every_key_is_used() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    literal = {key for key in ENGLISH if f'"{key}"' in source}
    built = {key for key in ENGLISH if key.split(".")[0] in DERIVED or key.startswith("settings.")}
    assert ENGLISH.keys() - literal - built == set()


def test_every_notice_refusal_and_reason_has_words() -> None:
    reasons = {value for name, value in vars(rules).items() if name.isupper() and isinstance(value, str)}
    reasons -= {rules.CHECK, rules.CHASE, rules.THREAT, rules.IDLE}
    wanted = {f"say.{key.value}" for key in Say} | {f"refusal.{reason.value}" for reason in Reason}
    wanted |= {f"reason.{reason}" for reason in reasons | {AGREEMENT, RESIGNATION}}
    wanted |= {f"notation.{name}" for name in NOTATIONS} | {f"language.{name}" for name in LANGUAGES}
    wanted |= {f"theme.{name}" for name in BOARDS} | {f"pieces.{name}" for name in PIECES}
    wanted |= {f"new.level_{level}" for level in range(1, 11)}
    assert wanted <= ENGLISH.keys()


def said(source: str) -> list[tuple[str, set[str]]]:
    """Every call in a source that says something: the member of Say and the names of the arguments."""
    found = []
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call):
            names = {keyword.arg for keyword in call.keywords if keyword.arg}
            keys = [word for word in call.args if isinstance(word, ast.Attribute)]
            found += [(key.attr, names) for key in keys if getattr(key.value, "id", "") == "Say"]
    return found


def test_notices_bring_what_their_texts_need() -> None:
    found = [pair for path in Path(app.__file__).parent.glob("*.py") for pair in said(path.read_text("utf-8"))]
    assert len(found) > 20
    lacking = {key: places(ENGLISH[f"say.{Say[key].value}"]) - names for key, names in found}
    assert {key: names for key, names in lacking.items() if names} == {}


def test_no_notice_that_nobody_says() -> None:
    assert {key for key in ENGLISH if key.startswith("say.")} == {f"say.{key.value}" for key in Say}


def test_sentences_of_the_referee_have_words() -> None:
    assert {key: ENGLISH[key] for key in words.TEMPLATES} == words.TEMPLATES
    wanted = set(cycle.KEYS) | {
        f"class.{kind}" for kind in (rules.CHECK, rules.CHASE, rules.THREAT, rules.IDLE)
    }
    wanted |= {f"rules.{name}" for name in rules.RULE_SETS} | {f"rules.{name}_long" for name in rules.RULE_SETS}
    assert wanted <= ENGLISH.keys()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Third occurrence: you chase the cannon on f4 with every move: loss"),
        ("zh-Hans", "第三次重复：你步步捉四路河沿的炮（长捉），判负"),
        ("zh-Hant", "第三次重複：你步步捉四路河沿的炮（長捉），判負"),
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_in_every_language(language: str) -> None:
    texts = Texts(language)
    offence = Sentence("you.perpetual_chase", {"piece": ROOK, "square": "c5"})
    values: dict[str, int | str | Sentence] = {
        "occurrence": 12,
        "offence": offence,
        "winner": "red",
        "who": "opponent",
        "piece": ROOK,
        "square": "c5",
        "chaser": KNIGHT,
        "from_square": "d7",
        "article": "D9(i)",
    }
    for key in (*words.TEMPLATES, *cycle.KEYS):
        said = texts.sentence(Sentence(key, {name: values[name] for name in places(ENGLISH[key])}))
        assert said
        assert "{" not in said


def test_places_are_filled() -> None:
    assert Texts("en")("new.level", level=7) == "Level 7"
    assert Texts("zh-Hans")("new.level", level=7) == "7 级"


def test_unknown_key_and_language() -> None:
    with pytest.raises(ResourceError, match=r"no\.such\.key"):
        Texts("en")("no.such.key")
    with pytest.raises(ResourceError):
        Texts("xx")


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
    ],
)
def test_large_numbers_are_short_in_the_units_of_the_language(count: int, english: str, chinese: str) -> None:
    assert Texts("en").short(count) == english
    assert Texts("zh-Hans").short(count) == chinese
    assert Texts("zh-Hant").short(3 * 10**8) == "3.0億"
