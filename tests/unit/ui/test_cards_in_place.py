"""Cards whose parts have their own places: names above stars, pictures beside names, moves above a result."""

from __future__ import annotations

from dataclasses import replace

import pytest
from screens import SUMMARY, prepared

from xiangqi.app.exercises.practice import PracticeRead
from xiangqi.ui.lessons.lesson_tile import LessonTile
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.toolkit.row_tile import RowTile


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("size", [(1366, 740), (800, 600)])
def test_no_name_of_a_lesson_reaches_into_its_stars(size: tuple[int, int], language: str) -> None:
    """A long name has two lines, and the box of the name is as high as these."""
    session = prepared("first lessons", size, language)
    painter = Painter(session.surface, DARK, session.screen.stage.frame.unit)
    tiles = [widget for widget in session.screen.stage.widgets if isinstance(widget, LessonTile)]
    assert tiles
    assert all(tile.name_px >= tile.name_height(painter) for tile in tiles)
    assert len({tile.name_px for tile in tiles}) == 1


def test_the_rows_of_a_group_all_have_a_picture_or_none_has() -> None:
    session = prepared("exercises", (1366, 740), "en")
    rows = [widget for widget in session.screen.stage.widgets if isinstance(widget, RowTile)]
    assert all(row.picture is not None for row in rows)
    assert max(row.rect.bottom for row in rows) <= 740
    known = {name: fen for name, fen in SUMMARY.boards.items() if name != "easy"}
    session.send(PracticeRead(replace(SUMMARY, boards=known)))
    session.draw()
    levels = ("beginner", "easy", "middling", "hard", "expert")
    rows = [row for row in session.screen.stage.widgets if isinstance(row, RowTile)]
    shown = {row.key.removeprefix("set."): row.picture is not None for row in rows}
    assert not any(shown[name] for name in levels)
    assert shown["mate"]


def test_the_moves_stay_in_sight_above_the_result() -> None:
    """The tab Moves is marked, so the moves are seen."""
    stage = prepared("lost", (1366, 740), "en").screen.stage
    moves, result = stage.widget("moves"), stage.widget("note")
    assert moves is not None
    assert result is not None
    assert moves.rect.bottom <= result.rect.top


def test_the_name_of_a_series_stands_once() -> None:
    assert prepared("exercise", (1366, 740), "en").screen.stage.widget("exercise.title") is None
