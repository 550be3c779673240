"""The shipped fonts have every character of the board."""

from __future__ import annotations

import pytest
from glyphs import missing_glyphs

from xiangqi.diagram.labels import BLACK_LABELS, RED_LABELS, RIVER
from xiangqi.diagram.symbols import GLYPHS
from xiangqi.i18n.languages import TABLE
from xiangqi.resources import asset
from xiangqi.ui.toolkit.fonts import Face, fitted, text, text_size

BOARD_TEXT = "".join(("".join(glyphs.values())) for glyphs in GLYPHS.values()) + "".join(RIVER)


@pytest.mark.parametrize("face", list(Face))
def test_every_face_has_what_stands_on_the_board(face: Face) -> None:
    assert missing_glyphs(BOARD_TEXT + BLACK_LABELS + RED_LABELS, face) == ""


@pytest.mark.parametrize("face", [Face.TEXT, Face.BOLD])
def test_text_covers_moves_names_and_both_scripts(face: Face) -> None:
    moves = "前中后後一二三四五六七八九１２３４５６７８９进進退平帅將马馬车車炮砲兵卒相象仕士"
    assert (
        missing_glyphs(moves + "胡荣华許銀川吕钦趙國榮 Größe été £ — … “” ‘’ 《》【】、。，；：？！", face)
        == ""
    )


@pytest.mark.parametrize("face", [Face.TEXT, Face.BOLD])
@pytest.mark.parametrize("language", TABLE)
def test_text_has_the_letters_of_every_language(language: str, face: Face) -> None:
    letters = TABLE[language].letters
    assert letters
    assert missing_glyphs(letters, face) == ""


def test_a_letter_that_the_fonts_lack_is_named() -> None:
    """As whoever adds a language would be told."""
    assert missing_glyphs("aăđơ\U0001e900", Face.TEXT)[-1] == "\U0001e900"


def test_a_character_without_a_glyph_is_named_once() -> None:
    assert missing_glyphs("a\U00020000b\U00020000\n") == "\U00020000"
    assert missing_glyphs("帥啊", Face.BOARD) == "啊"


def test_each_font_comes_with_its_licence() -> None:
    for name in ("OFL-board.txt", "OFL-text.txt"):
        words = asset(f"fonts/{name}").read_text("utf-8")
        assert "SIL Open Font License" in words
        assert words.splitlines()[0].startswith(("Copyright", "©"))


def test_text_that_is_too_wide_is_shortened_with_an_ellipsis() -> None:
    words = "a name too long for its place"
    short = fitted(words, 16, 100)
    assert short.endswith("…")
    assert words.startswith(short[:-1])
    assert text_size(short, 16)[0] <= 100
    assert fitted("short", 16, 400) == "short"
    assert fitted(words, 16, 1) == ""


def test_text_comes_out_in_its_colour_and_size() -> None:
    picture = text("帥", 40, (200, 10, 20))
    assert picture.get_size() == text_size("帥", 40)
    assert picture.get_bounding_rect().height > 25
    assert text("帥", 40, (200, 10, 20)) is picture  # kept


@pytest.mark.parametrize("words", ["a\0b", "a\udc80b", "\ud800", "\u202e", "\u200b", "\x1b", "\U0010ffff"])
def test_whatever_somebody_calls_himself_can_be_drawn(words: str) -> None:
    drawn = text(words, 20, (0, 0, 0))
    assert drawn.get_height() == text_size(words, 20)[1]
    assert drawn.get_width() == max(text_size(words, 20)[0], text("", 20, (0, 0, 0)).get_width())
    assert text_size(fitted(words * 50, 20, 60), 20)[0] <= 60
