"""What pages are laid out with: columns, the head, tiles and links."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.storage.settings import Settings
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.page_layout import linked_card, page_columns, page_head, segments
from xiangqi.ui.parts.window_layout import PAGE, Areas
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.toolkit.tiles import Link, Tile
from xiangqi.ui.toolkit.widgets import HANDLED, Memory


def scene_of(size: tuple[int, int]) -> PanelContext:
    areas = Areas.of(size, content=PAGE)
    state = AppState(settings=Settings(language="en"), panel=Panel.START)
    return PanelContext(state, Texts("en"), Painter(pygame.Surface(size), DARK, areas.unit), Memory(), areas)


@pytest.mark.parametrize(
    ("size", "most", "count"),
    [
        ((800, 600), 2, 1),
        ((900, 1400), 3, 1),
        ((1366, 740), 3, 2),
        ((1366, 740), 1, 1),
        ((1920, 1050), 2, 2),
        ((1920, 1050), 3, 3),
        ((3840, 2110), 3, 3),
    ],
)
def test_a_page_has_as_many_columns_as_have_room(size: tuple[int, int], most: int, count: int) -> None:
    scene = scene_of(size)
    page = page_head(scene, scene.areas.box, "Home").rest
    columns = page_columns(scene, page, most)
    assert len(columns) == count
    assert (columns[0].left, columns[-1].right) == (page.left, page.right)
    assert all(after.left > column.right for column, after in pairwise(columns))
    if count > 1:
        assert 1.9 < columns[0].width / columns[1].width < 2.1


def test_a_note_in_the_head_is_left_out_where_it_has_no_room() -> None:
    scene = scene_of((1366, 740))
    long = "All choices on one page. They are saved for next time. " * 4
    assert [one.key for one in page_head(scene, scene.areas.box, "New game", "Short").widgets] == [
        "panel.title",
        "panel.note",
    ]
    told = page_head(scene, scene.areas.box, "New game", long)
    assert [one.key for one in told.widgets] == ["panel.title"]
    assert told.free.right == scene.areas.box.right


def test_a_link_stands_at_the_right_of_a_heading_and_goes_before_it_is_cut() -> None:
    scene, action = scene_of((1366, 740)), OpenPanel(Panel.LIBRARY)
    wide = linked_card(scene, "games", pygame.Rect(0, 0, 400, 200), "Recent games", "All games", action)
    link = wide.widgets[-1]
    assert isinstance(link, Link)
    assert link.rect.right == wide.rest.right
    assert link.click(link.rect.center, scene.memory) == action
    narrow = linked_card(scene, "games", pygame.Rect(0, 0, 150, 200), "Recent games", "All games", action)
    assert not any(isinstance(one, Link) for one in narrow.widgets)


def test_views_are_chosen_from_a_control_of_forty() -> None:
    scene = scene_of((1366, 740))
    strip = pygame.Rect(10, 10, 700, scene.px(40))
    control = segments(scene, "views", strip, ("Explore", "My openings", "Train"), (HANDLED,) * 3, 1)
    assert control.rect.height == 40
    assert control.rect.width < strip.width
    narrow = segments(scene, "views", pygame.Rect(0, 0, 200, 40), ("Explore", "My openings"), (HANDLED,) * 2, 0)
    assert narrow.rect.width == 200


def painted(tile: Tile | Link, memory: Memory | None = None) -> bytes:
    surface = pygame.Surface((240, 120))
    tile.draw(Painter(surface, DARK, 1.0), memory or Memory())
    return pygame.image.tobytes(surface, "RGB")


def test_a_tile_shows_each_of_its_parts() -> None:
    plain = Tile("tile", pygame.Rect(0, 0, 240, 110), "Today's ten", HANDLED)
    variants = (
        replace(plain, detail="3 of 10 done"),
        replace(plain, icon="check"),
        replace(plain, badge="9"),
        replace(plain, share=0.3),
        replace(plain, share=0.6),
        replace(plain, chosen=True),
        replace(plain, picture=lambda height: pygame.Surface((height, height))),
        replace(plain, enabled=False),
    )
    pictures = {painted(one) for one in (plain, *variants)}
    assert len(pictures) == len(variants) + 1
    assert painted(plain, Memory(hover="tile")) != painted(plain)
    assert painted(plain, Memory(focus="tile", focus_shown=True)) != painted(plain)


def test_of_a_tile_only_a_part_may_be_pressed() -> None:
    tile = Tile("tile", pygame.Rect(0, 0, 240, 60), "Play", HANDLED, whole=pygame.Rect(0, 0, 240, 110))
    assert tile.is_at((10, 50))
    assert not tile.is_at((10, 90))
    assert painted(tile) == painted(replace(tile, rect=pygame.Rect(0, 0, 240, 110), whole=None))


def test_a_long_second_line_is_wrapped_to_the_lines_a_tile_has() -> None:
    words = "Straight to Home: level by your choice, analysis, openings, your own files"
    tile = Tile("tile", pygame.Rect(0, 0, 240, 110), "I play often", HANDLED, detail=words, lines=2)
    painter = Painter(pygame.Surface((1, 1)), DARK, 1.0)
    assert len(tile._lines(painter, 200)) == 2
    assert replace(tile, lines=1)._lines(painter, 200) == [words]


def test_a_link_is_aligned_and_may_have_an_icon() -> None:
    link = Link("link", pygame.Rect(0, 0, 240, 30), "All games", HANDLED)
    shown = {
        painted(replace(link, align=align, icon=icon))
        for align in ("left", "centre", "right")
        for icon in ("", "open")
    }
    assert len(shown) == 6
