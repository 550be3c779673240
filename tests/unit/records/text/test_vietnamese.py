"""Records as Vietnamese players write them: letters or words, of the North or South, under their headings."""

from __future__ import annotations

from random import Random

import pytest

from xiangqi.board import Board
from xiangqi.notation import Style, format_move
from xiangqi.records.files import read_bytes
from xiangqi.records.text import pgn_writer, xmlform
from xiangqi.records.tree import Game

PLIES = 60


def game() -> Game:
    """Return a game of random legal moves, always the same."""
    tree, board, random = Game(), Board(), Random(5)
    node = tree.root
    for _ in range(PLIES):
        move = random.choice(board.legal_moves())
        node = node.add(move)
        board.push(move)
    return tree


def written(style: Style, head: str, between: str = " ") -> str:
    board, rows = Board(), [head]
    moves = list(game().main_line())
    for number, move in enumerate(moves):
        text = format_move(board, move, style)
        if number % 2:
            rows[-1] += between + text
        else:
            rows.append(f"{number // 2 + 1}. {text}")
        board.push(move)
    return "\n".join(rows) + "\n"


HEADS = [
    "",
    "Trắng: Nguyễn A\nĐen: Trần B\nKết quả: Trắng thắng\n",
    "Bên Đỏ: Nguyễn A\nBên Đen: Trần B\nGiải: Hội làng\n",
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(
    "text",
    [
        written(Style.VIETNAMESE, "{head}"),
        written(Style.VIETNAMESE, "{head}").replace("B", "C"),
        written(Style.VIETNAMESE_WORDS, "{head}", ", "),
        written(Style.VIETNAMESE_WORDS, "{head}", ", ").replace("thoái", "thối").replace("Xe", "Xa"),
        written(Style.VIETNAMESE_WORDS, "{head}", ", ").replace("tấn", "tiến").replace("Tốt", "Chốt"),
    ],
)
def test_a_game_is_read_to_its_last_move(text: str, head: str) -> None:
    [found] = read_bytes(text.replace("{head}", head).encode(), "game.txt")
    assert list(found.main_line()) == list(game().main_line())
    assert not found.errors
    if head:
        assert (found.headers["Red"], found.headers["Black"]) == ("Nguyễn A", "Trần B")
    assert found.result == ("1-0" if "thắng" in head else "*")


@pytest.mark.parametrize(
    ("end", "result"),
    [
        ("Trắng thắng", "1-0"),
        ("Đỏ tiên thắng", "1-0"),
        ("Bên Đen thắng", "0-1"),
        ("Hòa", "1/2-1/2"),
        ("Đen nhận thua", "1-0"),
    ],
)
def test_the_result_at_the_end_is_understood(end: str, result: str) -> None:
    [found] = read_bytes((written(Style.VIETNAMESE, "") + end).encode(), "game.txt")
    assert found.result == result
    assert list(found.main_line()) == list(game().main_line())


@pytest.mark.parametrize("style", [Style.VIETNAMESE, Style.VIETNAMESE_WORDS])
def test_a_game_is_written_and_read_back(style: Style) -> None:
    for content, name in ((pgn_writer.write(game(), style), "x.pgn"), (xmlform.write(game(), style), "x.xml")):
        [found] = read_bytes(content, name)
        assert not found.errors
        assert list(found.main_line()) == list(game().main_line())
    assert b'[Format "Vietnamese"]' in pgn_writer.write(game(), style)
