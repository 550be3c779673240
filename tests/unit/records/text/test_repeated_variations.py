"""Variations that a text gives twice, in brackets and by a number that goes back."""

from __future__ import annotations

import pytest

from tests.unit.records.reading import faults, game_in

_HEAD = "1. h2e2 h9g7 2. h0g2 i9h9 3. g3g4"
NESTED = [
    "3. i0h0 b9c7 4. h0h6 (4. c3c4 g6g5 5. h0h6) 4... c6c5",
    "3. i0h0 (3. c3c4 g6g5) 3... b9c7",
    "3. i0h0 {a comment} b9c7! $14 (3... c6c5 {another}) 4. h0h6",
    "3. i0h0 b9c7 4. h0h6 (4. c3c4 g6g5 (4... b7b6 5. c4c5) 5. h0h6) 4... c6c5",
    "3. i0h0 b9c7 (3... c6c5 4. h0h6) (3... g6g5 4. h0h6) 4. h0h6",
]


@pytest.mark.parametrize("variation", NESTED)
def test_a_variation_given_twice_is_kept_once(variation: str) -> None:
    once = game_in(f"{_HEAD} ({variation}) 3... c6c5 4. i0h0 *\n")
    twice = game_in(f"{_HEAD} ({variation}) 3... c6c5 4. i0h0 {variation} *\n")
    assert not faults(twice)
    found = [(node.move, node.comment, node.nags, len(node.children)) for node in twice.root.walk()]
    assert found == [(node.move, node.comment, node.nags, len(node.children)) for node in once.root.walk()]


def test_what_is_new_in_a_repeated_variation_is_added() -> None:
    once, again = "3. i0h0 b9c7 (3... c6c5)", "3. i0h0 b9c7 (3... c6c5 4. c3c4) (3... g6g5)"
    game = game_in(f"{_HEAD} ({once}) 3... c6c5 4. i0h0 {again} *\n")
    assert [len(node.children) for node in game.root.walk()].count(3) == 1
    assert sum(1 for _ in game.root.walk()) == 13
