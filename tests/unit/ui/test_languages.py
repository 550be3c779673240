"""The table of languages: the only place that knows them, and enough for one more, from its catalogue on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalogues import forms
from screens import prepared

from tools.build_i18n import build, read
from xiangqi import resources
from xiangqi.board import Board, Move, parse_square
from xiangqi.coach.scene import placed
from xiangqi.coach.wording import Wording
from xiangqi.i18n.languages import SOURCE, TABLE, Language, language_of_system
from xiangqi.i18n.message import Catalogue, Message, catalogue
from xiangqi.notation import Style
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.widgets import Choice

ROOT = Path(__file__).parents[3]
MADE_UP = Language(
    "xx",
    "Xish",
    ("xx",),
    plurals="nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);",
    space="  ",
    comma="; ",
    between_moves=" / ",
    capitals=False,
    number_step=100,
    file_numerals=("ABCDEFGHI", "abcdefghi"),
    letters="ăđơư",
)


def test_no_other_module_asks_which_language_it_is() -> None:
    """No text of the program's code is the tag of a language, or begins as the tags of Chinese do.

    Printed books count their first pages in Roman numerals, of which "vi" is one.
    """
    sources = {
        path: path.read_text("utf-8")
        for path in sorted((ROOT / "xiangqi").rglob("*.py"))
        if path.parent.name != "i18n"
    }
    tags = re.compile(rf"""["'](?:{"|".join(TABLE)}|zh)""")
    asking = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, source in sources.items()
        if tags.search(source)  # it takes long to read them all
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if (node.value in TABLE and path.name != "book.py") or re.match(r"zh\b|zh_", node.value)
    ]
    assert asking == []


@pytest.mark.parametrize("language", TABLE)
def test_nothing_of_a_language_is_untranslated(language: str) -> None:
    assert [key for key, texts in forms(language).items() if not all(texts)] == []


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("en_gb.utf-8", "en"),
        ("de_de", SOURCE),
        ("", SOURCE),
        ("zh_cn.gbk", "zh-Hans"),
        ("zh_sg", "zh-Hans"),
        ("zh_tw.big5", "zh-Hant"),
        ("zh_hant_hk", "zh-Hant"),
        ("chinese (traditional)_taiwan.950", "zh-Hant"),
        ("chinese_china.936", "zh-Hans"),
        ("chinese (simplified)_china.936", "zh-Hans"),
    ],
)
def test_the_language_of_a_system(locale: str, language: str) -> None:
    assert language_of_system(locale) == language


@pytest.fixture
def xish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogues with one more language, which nobody has translated yet; yields its file."""
    found = resources.asset
    (tmp_path / "i18n").mkdir()
    for tag in TABLE:
        (tmp_path / "i18n" / f"{tag}.po").write_bytes(found(f"i18n/{tag}.po").read_bytes())

    def asset(name: str) -> Path:
        return tmp_path / name if name.startswith("i18n/xx") else found(name)

    monkeypatch.setitem(TABLE, "xx", MADE_UP)
    monkeypatch.setattr(resources, "asset", asset)
    build(tmp_path / "i18n")
    yield tmp_path / "i18n" / "xx.po"
    catalogue.cache_clear()


def translated(path: Path, **texts: str | tuple[str, ...]) -> None:
    """Fill in texts as a translator does, in the text of the file; two underscores stand for a point."""
    source = path.read_text("utf-8")
    for name, text in texts.items():
        key = re.escape(name.replace("__", "."))
        for number, form in enumerate(text if isinstance(text, tuple) else (text,)):
            empty = rf'(msgid "{key}"\n(?:[^\n]+\n)*?msgstr(?:\[{number}\])?) ""'
            source, count = re.subn(empty, rf'\1 "{form}"', source)
            assert count == 1
    path.write_text(source, "utf-8")


def test_a_new_catalogue_has_every_key_and_says_what_the_english_text_is(xish: Path) -> None:
    made, english = read("xx", xish.parent), read(SOURCE, xish.parent)
    assert {str(entry.id) for entry in made} == {str(entry.id) for entry in english}
    assert not any(any(entry.string) for entry in made if entry.id)
    entry = made.get("toast.nothing_to_redo")
    assert entry is not None
    assert entry.auto_comments == ["No move to redo"]
    several = made.get("explorer.count")
    assert several is not None
    assert several.string == ("", "", "")


def test_what_is_not_translated_yet_is_told_in_english(xish: Path) -> None:
    translated(xish, explorer__count=("{count} ludo", "{count} ludoj", "{count} ludojn"))
    words = Catalogue("xx")
    assert [words.wording("explorer.count", {"count": count}) for count in (1, 4, 5)] == [
        "1 ludo",
        "4 ludoj",
        "5 ludojn",
    ]
    english = catalogue(SOURCE)
    assert words.template("toast.nothing_to_redo") == english.template("toast.nothing_to_redo")
    assert [words.template("library.count", count) for count in (1, 2)] == [
        english.template("library.count", count) for count in (1, 2)
    ]


def test_adding_texts_keeps_those_that_are_there(xish: Path) -> None:
    translated(xish, button__next="antaŭen")
    build(xish.parent)
    assert Catalogue("xx").template("button.next") == "antaŭen"


def test_sentences_follow_the_row(xish: Path) -> None:
    translated(xish, side__red="ruĝo", coach__place__file="{owner} {piece}@{file}")
    texts = Texts("xx")
    assert texts.joined("a.", "", "b.") == "a.  b."
    assert texts.listed(["a", "b"]) == "a; b"
    assert texts.short(1_234) == texts("number.large", count="12.3")
    assert texts.tell(Message("analysis.clear", side="red")) == "ruĝo is clearly better"
    assert texts.sentence(Message("detail.too_large", size="1"))[0].islower()
    words = Wording("xx", Style.WXF)
    board = Board()
    named = {words.piece(board, placed(board, parse_square(square))) for square in ("h2", "h7")}
    assert named == {"Red's cannon@B", "Black's cannon@h"}
    line = words.line(board, [Move.from_iccs("h2e2"), Move.from_iccs("h9g7")])
    assert line == "C2.5 / H8+7"


def test_the_window_speaks_it(xish: Path) -> None:
    translated(xish, settings__title="Agordoj")
    session = prepared("settings", (1366, 768), "xx")
    texts = {getattr(widget, "text", "") for widget in session.screen.stage.widgets}
    assert "Agordoj" in texts
    choice = session.widget("settings.language")
    assert isinstance(choice, Choice)
    assert tuple(choice.labels) == ("English", "简体中文", "繁體中文", "Tiếng Việt", "Xish")
