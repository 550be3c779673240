"""Text of any size: where there is room for it, the column scrolls; elsewhere the settings say so."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
from screens import prepared
from ui_session import Session

import xiangqi
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.window_layout import SMALLEST_SIZE
from xiangqi.ui.toolkit.widgets import Label
from xiangqi.ui.window.scrolled_column import PANE


def test_text_is_measured_in_the_size_in_which_it_is_drawn() -> None:
    measured_by_points = re.compile(
        r"wrap\([^\n]*[^_]px\((?!width)|[^_]px\((PAGE_TITLE|TITLE|LEAD|MOVES|BODY|SMALL|LABEL)\b(?! \+)"
    )
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((Path(xiangqi.__file__).parent / "ui").rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if measured_by_points.search(line)
    ]
    assert found == [], "small text is drawn no smaller than type_px says"


def test_a_size_that_has_no_room_is_told() -> None:
    session = Session(SMALLEST_SIZE)
    session.send(OpenPanel(Panel.SETTINGS))
    session.settle(ui_scale=1.5)
    assert session.screen.stage.widget("settings.scale.value") is None
    session.settle(ui_scale=3.0)
    label = session.widget("settings.scale.value")
    assert isinstance(label, Label)
    assert label.text == "at most 192 in this window"


def wheel(session: Session, position: tuple[int, int], steps: int) -> None:
    session.move_mouse(position)
    session.post(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False)


def test_a_column_that_fits_does_not_scroll() -> None:
    assert prepared("settings", (1180, 900), "en").screen.stage.widget(PANE) is None


def test_the_wheel_brings_the_rest_of_the_column_in_sight() -> None:
    session = prepared("playing", SMALLEST_SIZE, "en", 1.5)
    back = session.widget("game.take_back")
    assert back.clip is not None
    assert not back.clip.contains(back.rect)
    session.click(back.rect.center if back.rect.centery < 600 else (790, 599))
    assert len(session.iccs()) == 4, "what is out of sight cannot be touched"
    strip = session.widget("player.16")
    wheel(session, strip.rect.center, -10)
    session.click_widget("game.take_back")
    assert len(session.iccs()) == 3
    wheel(session, session.screen.stage.frame.body.center, 10)
    assert session.widget("player.16").rect == strip.rect


def test_a_list_in_the_column_scrolls_first_and_then_the_column() -> None:
    session = prepared("help", SMALLEST_SIZE, "en", 1.5)
    session.screen.memory.rows["help.views"] = 1
    session.draw()
    keys = session.widget("help.keys")
    assert keys.clip is not None
    inside = keys.rect.clip(keys.clip).center
    wheel(session, inside, -1)
    assert session.widget("help.keys").rect == keys.rect
    wheel(session, inside, -100)
    wheel(session, inside, -1)
    assert session.widget("help.keys").rect.top < keys.rect.top


def test_what_the_keyboard_reaches_comes_in_sight() -> None:
    session = prepared("settings", SMALLEST_SIZE, "en", 1.5)
    reached = set()
    for _ in session.screen.stage.focusable():
        session.key(pygame.K_TAB)
        key = session.screen.memory.focus
        assert key is not None
        if key.startswith("rail.") or key == "panel.close":  # the head of the page stands still
            continue
        widget = session.widget(key)
        assert widget.clip is not None
        assert widget.clip.contains(widget.rect), key
        reached.add(key)
    assert {"settings.language", "settings.panels"} <= reached


def test_a_move_being_typed_comes_in_sight() -> None:
    session = prepared("record", SMALLEST_SIZE, "en", 1.5)
    field = session.widget("typed")
    assert field.clip is not None
    assert not field.clip.contains(field.rect)
    session.write("h9")
    assert field.clip.contains(session.widget("typed").rect)


def test_the_bar_beside_the_column_scrolls_it() -> None:
    session = prepared("settings", SMALLEST_SIZE, "en", 1.5)
    pane, before = session.widget(PANE), session.widget("settings.panels").rect.top
    session.press((pane.rect.right - 3, pane.rect.bottom - 3))
    session.move_mouse((pane.rect.right - 3, pane.rect.bottom + 50))
    session.release((pane.rect.right - 3, pane.rect.bottom + 50))
    panels = session.widget("settings.panels")
    assert panels.rect.top < before
    assert panels.rect.bottom <= pane.rect.bottom
