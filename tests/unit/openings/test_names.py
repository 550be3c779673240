"""Tests of the codes and names of openings, for either wing and any order of moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from xiangqi.board import Board, Move
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.openings import (
    CODES,
    FAMILIES,
    ancestors,
    code_of,
    codes_called,
    codes_meant,
    family_of,
    full_name,
    is_code,
    mirrored,
    number_of,
    opening_of,
)
from xiangqi.openings.aliases import aliases

GAMES = [
    ("h2e2", "B00", 1),
    ("e3e4", "A00", 1),
    ("h2i2", "A03", 1),
    ("g0e2 b7d7", "A21", 2),
    ("c3c4 b7c7 h2e2 c9e7 e2e6", "E38", 5),
    ("c3c4 g6g5 b0c2 h9g7", "E42", 4),
    ("h2e2 h7e7 h0g2 h9g7 i0h0 i9i8", "D20", 6),
    ("h2e2 b7e7", "D50", 2),
    ("h2e2 h9g7 h0g2 h7i7 i0h0 i9h9", "B20", 6),
    ("h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2", "B40", 7),
    ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8", "C41", 12),
]
"""Moves, the code, and the ply that decides it."""

UNUSUAL = [
    ("h2e2 b9c7 h0g2 c6c5 b0a2 h9g7", "C00"),  # Black's horses come late
    ("h2e2 a6a5 h0g2 h7e7 i0h0 h9g7 b0c2 i9i8", "D20"),  # a move in between
]


def played(text: str) -> list[Move]:
    board = Board()
    for move in text.split():
        board.push(Move.from_iccs(move))
    return board.move_stack


@pytest.mark.parametrize(("moves", "code", "ply"), GAMES)
def test_an_opening_has_its_code_on_either_wing(moves: str, code: str, ply: int) -> None:
    for wing in (played(moves), [mirrored(move) for move in played(moves)]):
        found = opening_of(wing)
        assert found is not None
        assert (found.code, found.ply) == (code, ply)


@pytest.mark.parametrize(("moves", "code"), UNUSUAL)
def test_an_unusual_order_does_not_hide_an_opening(moves: str, code: str) -> None:
    found = opening_of(played(moves))
    assert found is not None
    assert family_of(found.code) == family_of(code)


def test_without_a_move_there_is_no_opening() -> None:
    assert opening_of([]) is None


def test_what_comes_after_the_opening_does_not_rename_it() -> None:
    moves = played("h2e2 h9g7 h0g2 b9c7 i0h0 i9h9" + " h0h1 h9h8 h1h0 h8h9" * 4)
    assert len(moves) == 22
    assert opening_of(moves) == opening_of([*moves, Move.from_iccs("b2c2")])


def test_codes_have_numbers_that_never_change() -> None:
    assert len(CODES) == len(set(CODES)) == 260
    assert [code_of(number_of(code)) for code in CODES] == list(CODES)
    assert (number_of("A00"), number_of("C41"), number_of("E48"), number_of(None)) == (1, 242, 449, 0)
    assert code_of(0) is code_of(10) is code_of(5000) is None
    assert not is_code("C07")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_opening_has_a_name_of_its_own(language: str) -> None:
    words = catalogue(language)
    assert len({words.tell(full_name(code)) for code in CODES}) == len(CODES)
    assert len({words.template(f"family.{code}") for code in FAMILIES}) == len(FAMILIES)


def test_red_has_advisors_of_red_and_black_of_black() -> None:
    words = catalogue("zh-Hans")
    for code in CODES:
        name = words.tell(full_name(code))
        red, _, black = name.partition("对")
        assert "士" not in red.partition(" 黑")[0], name
        assert "仕" not in black.partition(" 红")[0] or "仕角炮" in black or "上仕对" in black, name


def test_a_code_grows_from_others() -> None:
    assert ancestors("C41") == ("C41", "C40", "C30", "C00", "B05", "B00", "A00")
    assert family_of("C41") == "C00"
    assert all(ancestors(code)[-1] == "A00" for code in CODES)


@pytest.mark.parametrize(
    ("text", "some", "others"),
    [
        ("c30", {"C30", "C41"}, {"C00", "C50"}),
        ("D3", {"D30", "D36"}, {"D40", "D20"}),
        ("顺炮", {"D00", "D29"}, {"C00"}),
        ("順炮直車對橫車", {"D20", "D29"}, {"D01"}),
        ("screen horses", {"C00", "C99"}, {"B31"}),
        ("列炮局", {"D30", "D55"}, {"B20"}),
    ],
)
def test_a_search_means_codes(text: str, some: set[str], others: set[str]) -> None:
    found = codes_meant(text)
    assert some <= found
    assert not others & found


def test_what_means_nothing_finds_nothing() -> None:
    assert not codes_meant("Sicilian")
    assert not codes_meant("屏风马 顺炮")


# ---- Other names ----


def test_every_other_name_finds_what_it_means() -> None:
    assert len(aliases()) == 97, "98 words, but 仕角炮 and 士角炮 are one wish"
    for name, alias in aliases().items():
        found = codes_meant(name)
        assert found, name
        assert found == codes_called(name) == {code for code in CODES if alias.means(code)}
        bounds = {code for part in alias.codes for code in part.split("-")}
        assert bounds <= set(CODES), "and no code is misspelt"


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("当头炮对屏风马", "中炮对屏风马"),
        ("當頭炮對屏風馬", "中炮对屏风马"),
        ("顺手炮直车对横车", "顺炮直车对横车"),
        ("順手炮直車對橫車", "顺炮直车对横车"),
        ("起馬局轉中炮", "起马局转中炮"),
        ("右馬盤河", "右马盘河"),
        ("仕角炮對中炮", "士角炮对中炮"),
        ("士角炮局", "仕角炮局"),
        ("黑双头蛇", "黑两头蛇"),
        ("分炮兌車", "平炮兑车"),
    ],
)
def test_other_words_and_characters_within_a_name_mean_the_same(said: str, usual: str) -> None:
    assert codes_meant(said) == codes_meant(usual)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("夹炮屏风", {"A53", *(f"B{number}" for number in range(30, 57))}),
        ("夾炮屏風", {"A53", *(f"B{number}" for number in range(30, 57))}),
        ("棄馬十三招", {"D04"}),
        ("高车保马", {"C40"}),
        ("冷門佈局", {f"A0{number}" for number in range(9)}),
        ("邊兵局", {"A08"}),
        ("五四炮", {"B20", "B24", "C00"}),
        ("五九炮过河车 飞左马", set()),
    ],
)
def test_other_names_mean_these_codes_alone(text: str, codes: set[str]) -> None:
    assert codes_meant(text) == codes & set(CODES)


def test_words_are_looked_for_one_by_one_if_no_name_has_them_together() -> None:
    assert codes_meant("当头炮 双头蛇") == codes_meant("中炮") & codes_meant("两头蛇")
    assert codes_meant("screen horses") >= {"C00", "C99"}


# ---- Against the records of masters ----


@pytest.fixture(scope="session")
def facts(shared_data: Path) -> Path:
    folder = shared_data / "openings"
    if not folder.is_dir():
        pytest.skip("the folder of samples has no openings")
    return folder


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        yield from map(json.loads, stream)


@pytest.mark.parametrize(
    ("file", "same", "family"), [("games_dev.jsonl", 0.97, 0.99), ("games_shuffled_dev.jsonl", 0.74, 0.95)]
)
def test_codes_agree_with_records(facts: Path, file: str, same: float, family: float) -> None:
    games = alike = related = 0
    for row in rows(facts / file):
        found = opening_of([Move.from_iccs(move) for move in row["iccs"]])
        assert found is not None
        games += 1
        alike += found.code == row["code"]
        related += family_of(found.code) == family_of(row["code"])
    assert alike >= same * games
    assert related >= family * games


def test_chinese_names_are_those_of_the_classification(facts: Path) -> None:
    for row in rows(facts / "ecco.jsonl"):
        assert catalogue("zh-Hans").tell(full_name(row["code"])) == row["name_hans"]
        assert catalogue("zh-Hant").tell(full_name(row["code"])) == row["name_hant"]


@pytest.mark.parametrize(
    ("wish", "codes"),
    [
        ("五六炮过河车兑车", set()),
        ("当头炮急进中兵", {"C03", "C04", "C14", "C49", "D41"}),
        ("中炮過河車平炮兌車", {code for code in CODES if "C40" <= code <= "C49"}),
        ("五六炮急冲中兵", codes_called("五六炮")),
        ("急冲中兵五六炮", codes_called("急冲中兵")),
        ("没有的名字急冲中兵", set()),
    ],
)
def test_two_names_may_run_together(wish: str, codes: set[str]) -> None:
    """What both have or, where no opening has both, what the first has."""
    assert codes_meant(wish) == codes
