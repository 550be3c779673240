"""Buttons in a row: labels of one size, without gaps."""

from __future__ import annotations

from itertools import groupby

import pytest
from screens import prepared

from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import DARK, SMALL
from xiangqi.ui.toolkit.widgets import Button


@pytest.mark.parametrize("size", [(800, 600), (1366, 768)])
@pytest.mark.parametrize("name", ["playing", "exercise", "puzzle", "paused", "courses"])
def test_labels_in_one_row_have_the_size_at_which_all_of_them_have_room(
    name: str, size: tuple[int, int]
) -> None:
    session = prepared(name, size, "en")
    painter = Painter(session.surface, DARK, session.screen.stage.frame.unit)
    found = [one for one in session.screen.stage.widgets if isinstance(one, Button) and one.label]
    rows = groupby(sorted(found, key=lambda one: one.rect.top), key=lambda one: one.rect.top)
    for row in [list(row) for _, row in rows]:
        assert len({button.size for button in row}) == 1
        fitting = min(button.fitting(painter) for button in row)
        assert row[0].size == pytest.approx(max(SMALL, fitting))


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("name", ["playing", "timed", "paused", "over", "lost", "judged", "puzzle solved"])
def test_no_row_of_a_games_buttons_has_a_gap(name: str, language: str) -> None:
    session = prepared(name, (800, 600), language)
    column = session.screen.stage.frame.body
    slot = session.screen.stage.frame.actions
    row = [
        one.rect for one in session.screen.stage.widgets if isinstance(one, Button) and slot.contains(one.rect)
    ]
    assert len(row) >= 2  # the rest of a narrow row is in its menu
    assert (min(rect.left for rect in row), max(rect.right for rect in row)) == (slot.left, slot.right)
    assert column.contains(slot)
