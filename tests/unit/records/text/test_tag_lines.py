"""Tags that share a line with moves or with other tags."""

from __future__ import annotations

import pytest

from tests.unit.records.reading import faults, games_in, iccs
from xiangqi.records.text.tag_lines import separated

_FIRST, _SECOND = "h2e2 h9g7", "b2e2 b7e7"
TWO_GAMES = [
    '[Red "A"] [Black "C"] 1. h2e2 h9g7 *\n[Red "B"] [Black "D"] 1. b2e2 b7e7 *\n',
    '[Red "A"][Black "C"][Result "1-0"]1.h2e2 h9g7 1-0\r\n\r\n[Red "B"][Black "D"]1.b2e2 b7e7 0-1\r\n',
    '\ufeff[Red "A"] [Black "C"] h2e2 h9g7\n[Red "B"] [Black "D"] b2e2 b7e7',
    '[Red "A"] [Black "C"] 1. h2e2 h9g7 1-0 [Red "B"] [Black "D"] 1. b2e2 b7e7 0-1',
    '[Red "A"] [Black "C"] 1. h2e2\nh9g7 {see [Red "x"] [Black "y"]\nand * [Red "z"]} * '
    '[Red "B"] [Black "D"] b2e2\nb7e7',
    '[Red "A"]\n[Black "C"] 1. C2.5 H8+7\n[Red "B"]\n[Black "D"] 1. C8.5 C2.5\n',
    '[Red "A"] [Black "C"] {first} 1. h2e2 h9g7 {last}\n[Red "B"] [Black "D"] {first} 1. b2e2 b7e7',
    "[Red A] [Black C] [Date 2020.01.02] 1. h2e2 h9g7 *\n[Red B] [Black D] [Date 2020.01.03] 1. b2e2 b7e7 *",
    '[红方 "A"] [黑方 "C"] 1. 炮二平五 马８进７ 红胜\n[红方 "B"] [黑方 "D"] 1. 炮八平五 炮２平５ 黑胜\n',
    "【红方 “A”】【黑方 “C”】1. 炮二平五 马８进７ 1-0\n【红方 “B”】【黑方 “D”】1. 炮八平五 炮２平５\n",
    'Cup\n[Red "A"] [Black "C"] 1. Che2 Hg7\n[Red "B"] [Black "D"] 1. Cbe2 Cbe7\n',
]


@pytest.mark.parametrize("text", TWO_GAMES)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_every_line_is_its_own_game(text: str, encoding: str) -> None:
    games = games_in(text.encode(encoding))
    assert [(iccs(game), game.headers["Red"], game.headers["Black"]) for game in games] == [
        (_FIRST, "A", "C"),
        (_SECOND, "B", "D"),
    ]
    assert not any(map(faults, games))


@pytest.mark.parametrize(
    "labels",
    [
        "1) 2)",
        "1. 2.",
        "(1) (2)",
        "- -",
        "#1 #2",
        "① ②",
        "a) b)",
        "[1] [2]",
        "1: 2:",
        "第1局 第2局",
        "一、 二、",
        "• •",
    ],
)
@pytest.mark.parametrize("text", TWO_GAMES[:2])
def test_games_may_be_numbered(text: str, labels: str) -> None:
    first, second = labels.split()
    numbered = f"{first} {text}".replace('[Red "B"]', f'{second} [Red "B"]')
    games = games_in(numbered)
    assert [(iccs(game), game.headers["Red"], game.headers["Black"]) for game in games] == [
        (_FIRST, "A", "C"),
        (_SECOND, "B", "D"),
    ]
    assert not any(map(faults, games))
    assert not any(game.root.comment or game.root.end().comment for game in games)


def test_lines_are_those_of_the_file() -> None:
    games = games_in('[Red "A"] [Black "C"] 1. h2e2 h9g7 *\n[Red "B"] 1. h2e2 i5i5\n')
    assert [fault.line for fault in games[1].errors] == [2]


@pytest.mark.parametrize("value", ['1. h2e2 \\"x\\"] y', "a [Red] b", "許功蓋"])
def test_values_that_look_like_the_end_of_a_tag(value: str) -> None:
    data = f'[Event "{value}"] [Red "A"] 1. h2e2 *\n'.encode("big5hkscs")
    (game,) = games_in(data)
    assert (game.headers["Event"], game.headers["Red"]) == (value.replace("\\", ""), "A")
    assert iccs(game) == "h2e2"


def test_files_with_a_tag_a_line_are_not_copied() -> None:
    data = b'[Red "A"]\r\n[Black "[B]"]\n\n1. h2e2 {[%clk 0:01:02]} *\n\n[Red "C"]\n\n1. b2e2 *\n'
    assert separated(data, "utf-8") == data
