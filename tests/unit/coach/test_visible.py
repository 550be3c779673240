"""Tests of what a hinted move plainly does, where nothing is proved for it."""

from __future__ import annotations

import pytest
from images import Image, images

from xiangqi.board import START_FEN
from xiangqi.coach.explaining import hint_of
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.wording import Wording
from xiangqi.i18n.message import LANGUAGES
from xiangqi.notation import Style

finder = FactFinder()

CASES = [  # a position, the engine's line, and what its first move does
    ("1rbakab2/7c1/5r3/p1p1R3p/6p2/4c4/P1P1N1n1P/4B4/3N4R/3AKAB2 b", "h8e8 i1g1 c9e7", "escapes"),
    ("1r2kab1r/4a4/n3c4/p1p1C3p/6bC1/9/P1P1P1p2/B1N1B4/2n6/RN1AKA1Rc w", "e0e1", "escapes.moves"),
    ("4k4/4r4/9/4c4/9/9/9/4R4/9/4K4 w", "e2e6 e8e6", "escapes.takes"),
    ("r2akab2/8r/1cn1bc2n/p3p3p/2p3p2/1C4PN1/P1P1P3P/2N1B2C1/8R/R2AKAB2 w", "g4g5 e7g5", "takes.retaken"),
    ("r1bak4/2c1a4/9/2p1R4/p7C/6PN1/P1P1P3P/N3B4/9/2BAKA3 w", "e6c6 c8c6 i5e5", "takes"),
    (START_FEN, "h2e2 h9g7", "central"),
    (START_FEN, "g0e2 h9g7", "defends"),
    (START_FEN, "d0e1 h9g7", "defends"),
    (START_FEN, "b2d2 h9g7", ""),
    ("r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w", "c3c4 i9h9", "opens"),
    ("3k5/9/9/9/9/5r3/9/4N4/4A4/4K4 w", "e2c3 f4f3", "freer"),
    ("3k5/9/9/9/9/2P6/9/9/9/4K4 w", "c4c5 d9d8", "crosses"),
    ("3k5/9/9/9/9/2P6/9/9/9/4K4 b", "d9d8 c4c5", ""),
    ("3rkab1r/4a4/n3c3c/pCp1p3p/6bC1/3n5/P1P1P1p1P/B6R1/4N4/RNBAKA3 w", "e1c2", "covers"),
    ("r1bakabr1/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/C1N2CN2/9/1RBAKAB1R b", "h9h3 c3c4 h3g3", "hits"),
    ("3k5/2R6/9/9/r8/9/9/9/1r7/4K4 w", "c8c0", "stops.mate"),
    ("3k5/4a4/4b4/9/6r2/9/6P2/9/6N2/2BAKA3 w", "g1e2 d9e9", "guards"),
    ("3rkabCr/9/nc6c/pCp1p3p/6b2/3n5/P1P1P1p1P/B6R1/4N4/RNBAKA3 w", "c3c4 i7e7", "cramps"),
    ("1rbak4/4a4/2n5b/pcp1n1p1p/4C4/2PNP4/PR4P1P/C4cN2/9/2BAKAB2 b", "b6b5 d4e6 c7e6", "prepares"),
]


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(("fen", "line", "name"), CASES)
def test_a_hint_without_a_proof_tells_what_its_move_does(image: Image, fen: str, line: str, name: str) -> None:
    board = image.board(fen)
    before = board.fen()
    reason = hint_of(board, tuple(map(image.move, line.split())), finder).reason
    assert ("" if reason is None else reason.name) == name
    assert board.fen() == before
    for language in LANGUAGES if reason is not None else ():
        text = Wording(language, Style.ICCS).plainly(reason, board)
        assert text
        assert "{" not in text
