"""Tests that the encoding of a text is detected from its content."""

from __future__ import annotations

import pytest
from reading import games_in, iccs

from xiangqi.records.encodings import BIG5, GB18030, UTF8, UTF16_BE, UTF16_LE, codec_of_part, decode, detect

SIMPLIFIED = '[Red "杨官璘"]\n[Black "胡荣华"]\n\n1. 炮二平五 马８进７ 2. 马二进三 车９平８ *\n'
TRADITIONAL = '[Red "楊官璘"]\n[Black "胡榮華"]\n\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ *\n'
LETTERS = '[Red "Yang"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 *\n'


@pytest.mark.parametrize(
    ("text", "codec", "found"),
    [
        (SIMPLIFIED, "utf-8", UTF8),
        (SIMPLIFIED, "utf-8-sig", UTF8),
        (SIMPLIFIED, "gb18030", GB18030),
        (SIMPLIFIED, "utf-16", UTF16_LE),
        (SIMPLIFIED, "utf-16-le", UTF16_LE),
        (TRADITIONAL, "big5", BIG5),
        (TRADITIONAL, "gb18030", GB18030),
        (TRADITIONAL, "utf-16-be", UTF16_BE),
        (LETTERS, "ascii", UTF8),
        (LETTERS, "utf-16-be", UTF16_BE),
        (LETTERS.replace("Yang", "杨官璘与胡荣华的名局"), "gb18030", GB18030),
        (LETTERS.replace("Yang", "楊官璘與胡榮華的名局"), "big5", BIG5),
        (LETTERS.replace("Yang", "Phạm Quốc Hương"), "utf-8", UTF8),
        ("４k４/9/9/9/9/9/9/9/9/3K5 w".replace("４", "4"), "utf-16-le", UTF16_LE),
    ],
)
def test_the_encoding_is_detected_by_content(text: str, codec: str, found: str) -> None:
    data = text.encode(codec)
    assert detect(data) == found
    assert decode(data, found) == text


def test_broken_bytes_become_replacement_characters() -> None:
    data = SIMPLIFIED.encode("gb18030")[:-13]  # ends inside a character
    assert detect(data) == GB18030
    assert decode(data, GB18030).endswith("\ufffd")


def test_big5_with_the_characters_of_hong_kong() -> None:
    assert decode("堃".encode("big5hkscs"), BIG5) == "堃"


def test_characters_that_an_earlier_conversion_lost_do_not_change_the_encoding() -> None:
    assert detect("{a \ufffd b}".encode()) == "utf-8"
    assert detect('[Red "\ufffd\ufffd\ufffd"] 1. h2e2 h9g7'.encode()) == "utf-8"


@pytest.mark.parametrize(
    ("text", "codec", "found"),
    [(SIMPLIFIED, "utf-8", UTF8), (SIMPLIFIED, "gb18030", GB18030), (TRADITIONAL, "big5", BIG5)],
)
def test_an_encoding_that_shows_late(text: str, codec: str, found: str) -> None:
    letters = LETTERS.encode() * 2000
    assert len(letters) > 1 << 16
    assert detect(letters + text.encode(codec)) == found
    assert detect(b"x" * (1 << 17) + text.encode(codec)) == found


@pytest.mark.parametrize("order", [("utf-8", "gb18030"), ("gb18030", "utf-8-sig"), ("big5", "utf-8")])
def test_files_of_several_encodings_that_were_joined(order: tuple[str, ...]) -> None:
    text = '[Red "楊官璘"]\n[Black "胡榮華的名局"]\n[Result "*"]\n\n1. 炮二平五 馬８進７ *\n\n'
    games = games_in(b"".join(text.encode(codec) * 2 for codec in order))
    assert [(game.headers["Red"], iccs(game), game.errors) for game in games] == [
        ("楊官璘", "h2e2 h9g7", [])
    ] * (2 * len(order))
    assert [game.encoding for game in games[::2]] == [codec.removesuffix("-sig") for codec in order]


def test_a_broken_character_does_not_change_the_encoding_of_a_game() -> None:
    first, second = SIMPLIFIED.encode(), SIMPLIFIED.encode().replace("胡".encode(), b"\xe8\x83")
    games = games_in(first + second + first)
    assert [game.encoding for game in games] == [UTF8] * 3
    assert [len(game.errors) for game in games] == [0, 1, 0]


@pytest.mark.parametrize("name", ["郑惟桐", "郑", "谢"])
def test_a_name_that_happens_to_be_utf8_stays_what_the_file_is(name: str) -> None:
    assert codec_of_part(f'[Red "{name}"]\n\n1. h2e2 *\n'.encode("gb18030"), GB18030) == GB18030


def test_a_name_cut_inside_a_character_is_a_fault_and_no_other_encoding() -> None:
    assert codec_of_part('[Red "胡荣'.encode() + "华".encode()[:2] + b'"]\n\n1. h2e2 *\n', UTF8) == UTF8
