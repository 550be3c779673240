"""Slides are the difference of two boards; sketches come and go."""

from __future__ import annotations

import pytest

from xiangqi.app.session import positions
from xiangqi.board import Move
from xiangqi.fen import START_FEN
from xiangqi.line import Line
from xiangqi.ui.board.motion import SLIDE_SECONDS, Motion
from xiangqi.ui.board.player_marks import PlayerMarks


def pieces(moves: str) -> dict[int, int]:
    line = tuple(Move.from_iccs(text) for text in moves.split())
    return dict(positions.snapshot(Line(START_FEN, line)).pieces)


def slid(*boards: str) -> list[tuple[str, bool]]:
    """The moves seen between the last two of several boards, and whether something was captured."""
    motion = Motion()
    for number, moves in enumerate(boards):
        motion.show(pieces(moves), float(number))
    slides = motion.slides(float(len(boards) - 1))
    return sorted((str(Move.of(slide.from_square, slide.to_square)), bool(slide.captured)) for slide in slides)


def test_nothing_slides_at_first_or_without_change() -> None:
    assert slid("") == []
    assert slid("", "") == []


def test_a_move_and_a_capture() -> None:
    assert slid("", "h2e2") == [("h2e2", False)]
    assert slid("h2e2 h9g7", "h2e2 h9g7 e2e6") == [("e2e6", True)]


def test_taking_back_two_plies_slides_both() -> None:
    assert slid("h2e2 h9g7", "") == [("e2h2", False), ("g7h9", False)]


def test_taking_back_a_capture_brings_the_piece_back_at_once() -> None:
    assert slid("h2e2 h9g7 e2e6", "h2e2 h9g7") == [("e6e2", False)]


def test_a_jump_over_many_moves_does_not_slide() -> None:
    assert slid("", "a3a4 a6a5 c3c4 c6c5 e3e4 e6e5") == []


def test_a_dropped_piece_does_not_slide() -> None:
    motion = Motion()
    motion.show(pieces(""), 0.0)
    motion.dropped(Move.from_iccs("h2e2").to_square)
    motion.show(pieces("h2e2"), 1.0)
    assert motion.slides(1.0) == ()
    motion.show(pieces("h2e2 h9g7"), 2.0)
    assert len(motion.slides(2.0)) == 1, "the reply does"


def test_progress_and_end() -> None:
    motion = Motion()
    motion.show(pieces(""), 0.0)
    motion.show(pieces("h2e2"), 1.0)
    assert motion.slides(1.0 + SLIDE_SECONDS / 2)[0].progress == pytest.approx(0.5)
    assert not motion.moving(1.01 + SLIDE_SECONDS)
    assert motion.slides(1.01 + SLIDE_SECONDS) == ()


def test_the_keyboards_square_moves_as_it_is_seen() -> None:
    sketch = PlayerMarks()
    for flipped, wanted in ((False, "f1"), (True, "d8")):
        sketch.cursor = None
        sketch.move_cursor(0, 1, flipped)
        sketch.move_cursor(1, 1, flipped)
        assert sketch.cursor == Move.from_iccs(wanted + wanted).to_square
    for _ in range(20):
        sketch.move_cursor(-1, -1, False)
    assert sketch.cursor == Move.from_iccs("a0a0").to_square
