"""The settings: groups on one page or two, names beside their values, every value by one click."""

from __future__ import annotations

import pytest
from screens import prepared
from ui_session import Session

from xiangqi.ui.toolkit.widgets import Choice


def choose(session: Session, key: str, place: int) -> None:
    widget = session.widget(key)
    assert isinstance(widget, Choice)
    session.click(widget.cells()[place].center)


@pytest.mark.parametrize(
    ("key", "place", "name", "value"),
    [
        ("settings.colours", 1, "safe_colours", True),
        ("settings.scale", 0, "ui_scale", 0.8),
        ("settings.panels", 1, "dark", False),
        ("settings.theme", 1, "theme", "jade"),
        ("settings.tables", 1, "game_tables", True),
    ],
)
def test_a_click_is_enough(key: str, place: int, name: str, value: object) -> None:
    session = prepared("settings", (1366, 768), "en")
    assert getattr(session.state.settings, name) != value
    choose(session, key, place)
    assert getattr(session.state.settings, name) == value


def test_names_stand_beside_their_values_where_there_is_room() -> None:
    wide = prepared("settings", (1366, 768), "en")
    for key in ("language", "notation", "scale", "panels", "theme", "pieces", "coach_interrupts", "tables"):
        name, value = wide.widget(f"settings.{key}.caption"), wide.widget(f"settings.{key}")
        assert name.rect.right <= value.rect.left, key
        assert name.rect.centery == value.rect.centery, key
    narrow = prepared("settings", (800, 1000), "en", 2.0)
    name, value = narrow.widget("settings.notation.caption"), narrow.widget("settings.notation")
    assert name.rect.bottom <= value.rect.top


def test_what_has_no_room_on_one_page_is_on_the_next() -> None:
    assert prepared("settings", (1366, 768), "en").screen.stage.widget("settings.pages") is None
    session = prepared("settings", (800, 600), "en", 1.5)
    assert session.screen.stage.widget("settings.volume") is None
    choose(session, "settings.pages", 1)
    session.draw()
    session.widget("settings.volume")
    assert session.screen.stage.widget("settings.language") is None
