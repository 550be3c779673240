"""What the endgame tables know of the position on the board, as the analysis asks it."""

from __future__ import annotations

import pytest

from xiangqi.app.model.analysis import theory
from xiangqi.fen import START_FEN
from xiangqi.tables import TableVerdict


@pytest.mark.parametrize(
    ("fen", "verdict"),
    [
        ("4k4/9/9/9/9/9/9/9/9/3K2R2 w - - 0 1", TableVerdict.WIN),
        ("4k4/9/9/9/9/9/9/9/9/3K2R2 b - - 0 1", TableVerdict.LOSS),
        ("3k5/9/9/9/9/9/9/9/9/3AKA3 w - - 0 1", TableVerdict.DRAW),
    ],
)
def test_positions_of_tables(fen: str, verdict: TableVerdict) -> None:
    found = theory.report(fen)
    assert found is not None
    assert found.verdict is verdict


def test_nothing_is_said_of_others() -> None:
    assert theory.report(START_FEN) is None
    assert theory.report("9/9/9/9/9/9/9/9/9/9 w - - 0 1") is None  # cannot arise
