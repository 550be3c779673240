"""Openings are named by what was played, on either wing."""

from __future__ import annotations

import pytest

from xiangqi.board import Board, Move
from xiangqi.i18n.message import catalogue
from xiangqi.openings import OPENINGS, mirrored, opening_name

GAMES = [
    ("", None),
    ("h2e2", "central_cannon"),
    ("b2e2", "central_cannon"),
    ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6", "central_cannon.screen_horses.chariot_across"),
    ("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 b0b6", "central_cannon.screen_horses.chariot_across"),
    ("h2e2 h9g7 h0g2 b9c7 g3g4 c6c5 b2c2", "central_cannon.screen_horses.five_seven"),
    ("h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2", "central_cannon.sandwich_horses.five_six"),
    ("h2e2 h7e7 h0g2 h9g7 i0h0 i9i8", "central_cannon.same_direction.filed_against_ranked"),
    ("h2e2 b7e7 h0g2 h9g7", "central_cannon.opposite_direction"),
    ("h2e2 h9g7 h0g2 h7i7 i0h0 i9h9", "central_cannon.three_step_tiger"),
    ("h2e2 h9g7 h0g2 b9a7", "central_cannon.single_horse"),
    ("g0e2 b7d7 b0c2", "elephant.palcorner_cannon"),
    ("c0e2 h7f7 h0g2", "elephant.palcorner_cannon"),
    ("c3c4 b7c7 g0e2", "pawn.cannon_behind_pawn"),
    ("g3g4 h7g7 c0e2", "pawn.cannon_behind_pawn"),
    ("c3c4 g6g5", "pawn.pawn"),
    ("h2d2 h9g7", "cross_palace_cannon.horse"),
    ("b2d2 b7e7", "palcorner_cannon.central_cannon"),
    ("b0c2 g6g5 h2e2", "horse.pawn"),
    ("h2h1", None),
]


def played(text: str) -> list[Move]:
    board = Board()
    for move in text.split():
        board.push(Move.from_iccs(move))
    return board.move_stack


@pytest.mark.parametrize(("moves", "name"), GAMES)
def test_an_opening_has_its_name_on_either_wing(moves: str, name: str | None) -> None:
    assert opening_name(played(moves)) == name
    assert opening_name([mirrored(move) for move in played(moves)]) == name


def test_what_comes_after_the_opening_does_not_rename_it() -> None:
    moves = played("h2e2 h9g7 h0g2 b9c7" + " i0i1 i9i8 i1i0 i8i9" * 5)
    assert len(moves) == 24
    late = [*moves, Move.from_iccs("b2c2")]
    assert opening_name(late) == opening_name(moves) == "central_cannon.screen_horses"


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_opening_has_words_of_its_own(language: str) -> None:
    names = [catalogue(language).template(f"opening.{key}") for key in OPENINGS]
    assert len(set(names)) == len(OPENINGS)
