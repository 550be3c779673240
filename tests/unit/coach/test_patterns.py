"""Tests of mating patterns: complete, nearly complete, mirrored and for both colours."""

from __future__ import annotations

import pytest
from images import Image, images

from xiangqi.board import parse_square
from xiangqi.coach.patterns import PATTERNS, patterns_of
from xiangqi.coach.scene import played, without

# Name of the pattern, position, mating line, and the squares that form it.
EXAMPLES = [
    ("stalemate", "5k3/6R2/5a3/9/9/9/9/9/9/5K3 w", "g8e8", "f9"),
    ("double_cannon", "3aka3/9/9/9/4C4/9/9/7C1/9/4K4 w", "h2e2", "e2 e5"),
    ("double_cannon", "3k2C2/4R4/3a5/9/9/9/9/9/9/5K1C1 w", "h0h9", "h9 g9"),
    ("horse_and_cannon", "4k4/9/4N4/9/9/9/9/7C1/9/3K5 w", "h2e2", "e2 e7"),
    ("horse_and_cannon", "9/3k1N3/9/7C1/9/9/9/9/9/5K3 w", "h6h8", "h8 f8"),
    ("smothered_palace", "4ka3/4a4/9/9/9/9/9/8C/9/5K3 w", "i2i9", "i9 f9"),
    ("smothered_palace", "9/3ka4/3a5/9/5C3/9/5C3/9/9/3K5 w", "f5d5", "d5 d7"),
    ("chariot_between_cannons", "6b1C/3k5/4b3C/9/7R1/9/9/9/9/4K4 w", "h5h8", "i9 h8 i7"),
    ("heaven_and_earth", "C1bak4/4a4/4b4/9/4C4/9/9/9/3R5/4K4 w", "d1d9", "e5 a9"),
    ("iron_bolt", "4ka3/4a4/4b4/9/4C4/9/9/9/3R5/3K5 w", "d1d9", "e5 d9"),
    ("grinding_cannon", "CRbaka3/9/3R5/9/9/9/9/9/9/3K5 w", "a9c9 e9e8 b9b8", "c9 b8 d7"),
    ("moon_from_the_sea", "1R3a2C/3k5/9/9/9/9/9/9/9/4K4 w", "b9d9", "d9 i9"),
    ("knocking_at_the_door", "5k3/3R2P2/3a5/9/9/9/9/9/9/4K4 w", "g8f8", "d8 f8"),
    ("two_horses", "6N2/5k1N1/b8/9/9/9/9/9/9/4K4 w", "g9h7", "h8 h7"),
    ("two_horses", "9/4ak1N1/8N/9/9/9/9/9/9/4K4 w", "i7g6", "h8 g6"),
    ("octagonal_horse", "3k2P2/9/3a1a3/9/6N2/9/R8/9/9/5K3 w", "g5f7 d7e8 a3a9", "f7"),
    ("springing_horse", "5k3/9/9/5N3/9/9/5R3/9/9/3K5 w", "f6d7", "d7 f3"),
    ("springing_horse", "5k3/9/9/5N3/5P3/9/5C3/9/9/3K5 w", "f6d7", "d7 f3"),
    ("crouching_horse", "4k4/4a4/2N5N/9/9/9/9/9/9/5K3 w", "i7g8", "g8"),
    ("corner_horse", "3ak4/2R6/9/1N7/9/9/9/9/9/5K3 w", "b6d7", "d7"),
    ("angling_horse", "3a5/3k1N3/9/9/7R1/9/9/9/9/5K3 w", "f8e6 d8e8 e6c7 e8e9 h5h9", "c7"),
    ("angling_horse", "3a1k3/9/1RN2a2P/9/9/9/9/9/9/5K3 w", "b7b9 f9e9 b9d9", "c7"),
    ("high_angling_horse", "9/5k3/5a3/9/4N4/9/3R5/9/9/3K5 w", "e5g6 f8f9 d3d9", "g6"),
    ("side_tiger", "3k5/9/9/2N6/1R7/9/9/9/9/4K4 w", "b5b9", "c6 b9"),
    ("side_tiger", "9/3k5/9/2N6/1R7/9/9/9/9/4K4 w", "b5b8 d8d9 b8b9", "c6 b9"),
    ("heart_soldier", "3k5/4P4/9/9/1R7/9/9/9/9/5K3 w", "b5b9", "e8"),
    ("three_chariots", "4PR3/3k5/3aR4/9/9/9/9/9/9/5K3 w", "f9f8 d7e8 f8e8", "e8 e7 e9"),
    ("chariots_at_the_advisors", "4k4/3RaR3/9/9/9/9/9/9/9/3K5 w", "d8e8", "e8 f8"),
    ("two_chariots", "9/1R7/4k4/7R1/9/9/9/9/9/3K5 w", "h6h7", "b8 h7"),
    ("two_chariots", "4k4/R8/9/1R7/9/9/9/9/9/3K5 w", "b6b9", "a8 b9"),
    ("through_the_heart", "3k5/3Ca4/3a5/4R4/1R7/9/9/9/9/3K5 w", "e6e8 d7e8 b5b9", "e8"),
    ("knife_at_the_heart", "3a5/1R2a4/4k4/9/1N7/8R/9/9/9/3K5 w", "b8e8 e7e8 b5c7 e8e9 i4i9", "e8"),
    ("knife_at_the_heart", "3k5/3Ca4/3a5/4R4/1R7/9/9/9/9/3K5 w", "e6e8 d7e8 b5b9", "e8"),
    ("knife_at_the_heart", "3ak4/R3a4/9/1N7/8R/9/9/9/9/4K4 w", "a8e8 e9f9 i5f5", "e8"),
    ("small_knife_at_the_heart", "3ak4/3Pa4/9/9/1R7/9/9/9/9/4K4 w", "d8e8 d9e8 b5b9", "e8"),
    ("driven_home", "3P5/5k1P1/9/9/9/9/9/9/9/4K4 w", "h8g8 f8f9 d9e9", "e9"),
    ("old_soldier", "3a1k1P1/9/5P3/9/9/9/9/9/9/4K4 w", "h9g9", "g9"),
    ("crowded_king", "4nk3/9/7n1/9/7N1/5R3/9/9/9/4K4 w", "f4f8 h7f8 h5g7", "g7 f8"),
    ("double_toast", "4ka3/4a4/4b4/6C2/6p2/9/9/9/6C2/3K5 w", "g6g9 e7g9 g1g9", "g9 f9"),
    ("smothered", "3aka3/4n4/9/1N7/9/9/9/9/9/4K4 w", "b6c8", "c8"),
    ("double_check", "9/9/3k1a3/9/1R7/9/3C5/9/9/4K4 w", "b5d5", "d5 d3"),
    ("facing_kings", "9/3k5/9/9/5R3/4R4/9/9/9/4K4 w", "e4d4", "e0"),
]

# Mates with the same pieces in which a piece is not needed or stands one point off.
NEAR_MISSES = [
    ("stalemate", "4k4/R8/9/1R7/9/9/9/9/9/3K5 w", "b6b9"),
    ("double_cannon", "4ka3/4a4/9/9/9/9/9/8C/9/5K3 w", "i2i9"),
    ("double_cannon", "4k4/9/4N4/9/9/9/9/7C1/9/3K5 w", "h2e2"),
    ("horse_and_cannon", "9/5k3/5a3/9/4N4/9/3R5/9/9/3K5 w", "e5g6 f8f9 d3d9"),
    ("horse_and_cannon", "9/5k3/6N2/9/9/5C3/9/9/9/4K4 w", "g7f5"),
    ("smothered_palace", "C1bak4/4a4/4b4/9/4C4/9/9/9/3R5/4K4 w", "d1d9"),
    ("chariot_between_cannons", "3C5/4aC3/3k5/9/1R7/9/9/9/9/4K4 w", "b5b7"),
    ("chariot_between_cannons", "4ka3/7R1/3aC3C/9/9/9/9/9/9/3K1A3 w", "i7i9"),  # a cannon on the king's file
    ("chariot_between_cannons", "3k5/4aC3/7R1/3C5/4C4/9/9/9/5K3/5A3 w", "h7d7"),  # the chariot is outside
    ("heaven_and_earth", "2C6/9/3aCk3/9/4R4/9/9/9/9/4K4 w", "e5f5"),
    ("iron_bolt", "3a2b2/9/4ka3/3N5/2b1CR3/9/9/9/9/3K5 w", "f5f7"),
    ("grinding_cannon", "4kab1C/4a4/9/1R7/9/9/9/9/9/4K4 w", "b6b9"),
    ("grinding_cannon", "4k1C2/4a4/8C/5R3/9/9/9/9/9/5K3 w", "f6f9"),  # nothing is taken
    ("moon_from_the_sea", "8R/5C3/3k1a3/9/9/9/9/9/9/4K4 w", "i9d9"),
    ("moon_from_the_sea", "3R1ab2/4k4/3N5/9/9/9/9/3CB4/4A4/2B1KA3 w", "d9e9"),  # the cannon is below
    ("knocking_at_the_door", "4k4/R8/9/1R7/9/9/9/9/9/3K5 w", "b6b9"),
    ("two_horses", "3k5/3N5/5a3/9/9/9/2N6/9/9/4K4 w", "d8f7"),
    ("two_horses", "9/5k1N1/9/9/2N6/9/9/9/9/4K4 w", "c5d7"),  # from both wings
    ("octagonal_horse", "3k1N3/9/5a3/7N1/9/9/9/9/9/4K4 w", "h6f7"),
    ("springing_horse", "9/3k1N3/9/7C1/9/9/9/9/9/5K3 w", "h6h8"),
    ("springing_horse", "9/5k3/6N2/9/9/5C3/9/9/9/4K4 w", "g7f5"),  # it becomes the screen
    ("springing_horse", "4ka3/2NRa4/9/9/9/9/9/9/9/4K4 w", "d8d5"),  # the chariot frees the horse's leg
    ("springing_horse", "5k3/9/9/5N3/9/9/5R3/9/9/4K4 w", "f6g8"),  # the horse is not needed
    ("crouching_horse", "3ak4/2R6/9/1N7/9/9/9/9/9/5K3 w", "b6d7"),
    ("corner_horse", "4k4/4a4/2N5N/9/9/9/9/9/9/5K3 w", "i7g8"),
    ("angling_horse", "9/4a4/2N2k3/9/3R5/9/9/9/9/4K4 w", "d5f5"),
    ("high_angling_horse", "5k3/9/3a5/2N3R2/9/9/9/9/9/4K4 w", "g6f6"),
    ("side_tiger", "3k5/9/9/2N6/7R1/9/9/9/9/4K4 w", "h5h9"),  # from the other side
    ("side_tiger", "3a1k3/9/1RN2a2P/9/9/9/9/9/9/5K3 w", "b7b9 f9e9 b9d9"),
    ("side_tiger", "3k5/2R6/2N6/9/3R5/9/9/9/9/4K4 w", "c8d8"),
    ("heart_soldier", "3k5/R3P4/9/9/1R7/9/9/9/9/5K3 w", "b5b9"),  # the soldier is not needed
    ("heart_soldier", "5k3/3R2P2/3a5/9/9/9/9/9/9/4K4 w", "g8f8"),
    ("three_chariots", "1R1ak1P2/1R2a4/9/9/9/9/9/9/9/4K4 w", "b8e8"),
    ("chariots_at_the_advisors", "4k4/R8/9/1R7/9/9/9/9/9/3K5 w", "b6b9"),
    ("chariots_at_the_advisors", "3k1a3/7R1/3a5/9/1P3R3/9/9/9/9/5K3 w", "f5f9"),  # not at the eyes
    ("two_chariots", "9/3k5/9/9/5R3/4R4/9/9/9/4K4 w", "f5d5"),
    ("through_the_heart", "3a5/1R2a4/4k4/9/1N7/8R/9/9/9/3K5 w", "b8e8 e7e8 b5c7 e8e9 i4i9"),
    ("knife_at_the_heart", "3ak4/3Pa4/9/9/1R7/9/9/9/9/4K4 w", "d8e8 d9e8 b5b9"),  # a soldier
    ("knife_at_the_heart", "4k4/3RaR3/9/9/9/9/9/9/9/3K5 w", "d8e8"),  # nothing is given up
    ("small_knife_at_the_heart", "3ak4/R3a4/9/1N7/8R/9/9/9/9/4K4 w", "a8e8 e9f9 i5f5"),  # a chariot
    ("driven_home", "3a1k1P1/9/5P3/9/9/9/9/9/9/4K4 w", "h9g9"),
    ("old_soldier", "5k3/3R2P2/3a5/9/9/9/9/9/9/4K4 w", "g8f8"),
    ("old_soldier", "3a1k3/6P2/5P3/9/9/9/9/9/9/4K4 w", "g8g9"),  # it has only just come there
    ("crowded_king", "3aka3/4n4/9/1N7/9/9/9/9/9/4K4 w", "b6c8"),  # no piece moved there during the line
    ("crowded_king", "4k4/R8/9/1R7/9/9/9/9/9/3K5 w", "b6b9"),
    ("double_toast", "4ka3/4a4/9/9/9/9/9/8C/9/5K3 w", "i2i9"),  # one cannon alone
    ("double_toast", "3aka3/9/9/9/4C4/9/9/7C1/9/4K4 w", "h2e2"),
    ("smothered", "3n5/3ka4/3a5/4C1R2/9/9/9/9/9/4K4 w", "e6d6"),
    ("double_check", "9/5k3/6N2/9/9/5C3/9/9/9/4K4 w", "g7f5"),
    ("facing_kings", "9/3k5/9/9/5R3/4R4/9/9/9/4K4 w", "f5d5"),
]


# Patterns of two pieces either of which may suffice alone, and of a piece that is sacrificed.
OTHERWISE = ("double_check", "knife_at_the_heart", "through_the_heart", "small_knife_at_the_heart")


def names(fen: str, line: str, image: Image) -> list[str]:
    return [pattern.name for pattern in patterns_of(image.board(fen), image.moves(line))]


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(("name", "fen", "line", "squares"), EXAMPLES)
def test_a_pattern_is_found(name: str, fen: str, line: str, squares: str, image: Image) -> None:
    found = patterns_of(image.board(fen), image.moves(line))
    pattern = next((pattern for pattern in found if pattern.name == name), None)
    assert pattern is not None, [pattern.name for pattern in found]
    assert set(pattern.squares) == {image.square(parse_square(square)) for square in squares.split()}


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(("name", "fen", "line"), NEAR_MISSES)
def test_a_near_miss_has_no_such_name(name: str, fen: str, line: str, image: Image) -> None:
    board = image.board(fen)
    assert not played(board, image.moves(line)).legal_moves()  # it is mate all the same
    assert name not in names(fen, line, image)


def test_every_pattern_has_an_example_and_a_near_miss() -> None:
    assert {name for name, *_ in EXAMPLES} == set(PATTERNS)
    assert {name for name, *_ in NEAR_MISSES} == set(PATTERNS)


@pytest.mark.parametrize(("fen", "line"), [(fen, line) for _, fen, line, _ in EXAMPLES])
def test_without_a_piece_that_a_pattern_needs_it_is_no_mate(fen: str, line: str) -> None:
    """A sacrificed piece has done its part, and a smothered king is shut in by his own pieces."""
    image = Image(False, False)
    final = played(image.board(fen), image.moves(line))
    for pattern in patterns_of(image.board(fen), image.moves(line)):
        for square in pattern.squares:
            if final.piece_at(square) & 8 and pattern.name not in OTHERWISE:
                bare = without(final, square)
                assert bare.legal_moves() or bare.is_check() != final.is_check(), pattern


def test_what_does_not_mate_has_no_pattern() -> None:
    image = Image(False, False)
    assert names("4k4/9/9/9/9/9/9/R8/9/3K5 w", "a2a9", image) == []
