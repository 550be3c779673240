"""Moves as they are said aloud, and what voices are given so that they say them right."""

from __future__ import annotations

import pytest

from xiangqi.board import START_FEN, Move
from xiangqi.line import Line
from xiangqi.spoken.speech import pinyin, sounding, spoken_move


def line(*moves: str, fen: str = START_FEN) -> Line:
    return Line(fen, tuple(map(Move.from_iccs, moves)))


def test_a_move_is_said_as_players_say_it() -> None:
    assert spoken_move(line("h2e2"), "en") == "cannon to e2"
    assert spoken_move(line("h2h9"), "en") == "cannon to h9, takes horse"
    assert spoken_move(line("h2e2"), "zh-Hans") == "炮二平五"
    assert spoken_move(line("h2e2", "h9g7"), "zh-Hant") == "馬８進７"
    check = line("d0d9", fen="4k4/9/9/9/9/9/9/9/9/3R1K3 w")
    assert spoken_move(check, "en") == "chariot to d9, check"
    assert spoken_move(check, "zh-Hans") == "车六进九，将军"


@pytest.mark.parametrize(
    ("text", "syllables"),
    [
        ("车一平二", "ju1 yi1 ping2 er4"),
        ("車９平８", "ju1 jiu3 ping2 ba1"),
        ("相三进五", "xiang4 san1 jin4 wu3"),
        ("卒５进１", "zu2 wu3 jin4 yi1"),
        ("将5平4", "jiang4 wu3 ping2 si4"),
        ("马八进七，将军", "ma3 ba1 jin4 qi1, jiang1 jun1"),
        ("後炮退二，吃馬，將死", "hou4 pao4 tui4 er4, chi1 ma3, jiang1 si3"),
    ],
)
def test_pinyin_has_the_sounds_of_the_board(text: str, syllables: str) -> None:
    assert pinyin(text) == syllables


def test_other_voices_get_characters_that_sound_so() -> None:
    assert sounding("车一平二") == "居一平二"
    assert sounding("相三进五，将军") == "象三进五,将军"
    assert sounding("將５平４") == "匠5平4"


def test_every_word_of_every_move_has_a_sound() -> None:
    """No character of a Chinese move is left as it is."""
    board = line().board()
    for move in board.legal_moves():
        assert pinyin(spoken_move(line(str(move)), "zh-Hans")).isascii()
        assert pinyin(spoken_move(line(str(move)), "zh-Hant")).isascii()
