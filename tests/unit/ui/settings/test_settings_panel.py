"""The settings: one page of sections, names beside their values, every value by one click."""

from __future__ import annotations

import pygame
import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.session.state import Panel
from xiangqi.ui.toolkit.picture_choice import PictureChoice
from xiangqi.ui.toolkit.theme import BOARDS, PIECES
from xiangqi.ui.toolkit.widgets import Choice
from xiangqi.ui.window.scrolled_column import PANE


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
    for key in ("language", "scale", "colours", "pace", "tables"):
        name, value = wide.widget(f"settings.{key}.caption"), wide.widget(f"settings.{key}")
        assert name.rect.right <= value.rect.left, key
        assert name.rect.centery == value.rect.centery, key
    narrow = prepared("settings", (800, 1000), "en", 2.0)
    name, value = narrow.widget("settings.pace.caption"), narrow.widget("settings.pace")
    assert name.rect.bottom <= value.rect.top


@pytest.mark.parametrize("size", [(1366, 740), (1920, 1050), (800, 600), (900, 1400)])
def test_no_row_moves_when_the_language_changes(size: tuple[int, int]) -> None:
    session = prepared("settings", size, "en")

    def boxes() -> dict[str, pygame.Rect]:
        shown = session.screen.stage.widgets
        return {one.key: one.rect for one in shown if one.key.startswith("settings.")}

    before = boxes()
    assert len(before) > 10
    for language in ("zh-Hans", "zh-Hant"):
        session.settle(language=language)
        assert boxes() == before


def test_all_sections_are_on_one_page_which_scrolls_below_its_head_if_it_must() -> None:
    assert prepared("settings", (1366, 740), "en").screen.stage.widget(PANE) is None
    session = prepared("settings", (800, 600), "en", 1.5)
    title, volume = session.widget("panel.title"), session.widget("settings.volume")
    assert volume.clip is not None
    assert not volume.clip.colliderect(volume.rect)
    session.move_mouse(volume.clip.center)
    session.post(pygame.MOUSEWHEEL, x=0, y=-50, flipped=False)
    last = session.widget("settings.fullscreen")
    assert last.clip is not None
    assert last.clip.contains(last.rect)
    assert session.widget("panel.title").rect == title.rect


def test_pieces_and_boards_are_shown_and_chosen_by_their_pictures() -> None:
    session = prepared("settings", (1366, 740), "en")
    for key, name, values in (("theme", "theme", BOARDS), ("pieces", "piece_set", PIECES)):
        tiles = session.widget(f"settings.{key}")
        assert isinstance(tiles, PictureChoice)
        pictures = {
            pygame.image.tobytes(session.surface.subsurface(cell.inflate(-20, -40)), "RGB")
            for cell in tiles.cells()
        }
        assert len(pictures) == len(values), "no two look alike"
        session.click(tiles.cells()[-1].center)
        assert getattr(session.state.settings, name) == list(values)[-1]
        session.key(pygame.K_TAB)
        session.screen.memory.focus = f"settings.{key}"
        session.key(pygame.K_LEFT)
        assert getattr(session.state.settings, name) == list(values)[-2]


def test_a_high_window_shows_a_board_in_the_chosen_look() -> None:
    assert prepared("settings", (1366, 740), "en").screen.stage.widget("settings.preview") is None
    session = prepared("settings", (1920, 1050), "en")
    board = session.widget("settings.preview").rect
    before = pygame.image.tobytes(session.surface.subsurface(board), "RGB")
    choose(session, "settings.theme", 1)
    session.draw()
    assert pygame.image.tobytes(session.surface.subsurface(board), "RGB") != before


def test_the_settings_lead_to_engines_and_shortcuts() -> None:
    session = prepared("settings", (1366, 740), "en")
    session.click_widget("settings.engine")
    assert session.state.panel is Panel.ENGINES
    session.key(pygame.K_ESCAPE)
    assert session.state.panel is Panel.SETTINGS
    session.click_widget("settings.help")
    assert session.state.panel is Panel.HELP
