"""The library panel, with a page for each of its functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage, LibraryState
from xiangqi.app.session.state import Panel
from xiangqi.ui.library.figures_page import figures_page
from xiangqi.ui.library.import_page import import_page
from xiangqi.ui.library.own_games_page import OWN_SEARCH, own_games_page
from xiangqi.ui.library.search_page import search_page
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Choice, Widget

_PAGES: Final[dict[LibraryPage, Callable[[PanelContext, Room], list[Widget]]]] = {
    LibraryPage.GAMES: own_games_page,
    LibraryPage.FIGURES: figures_page,
    LibraryPage.SEARCH: search_page,
    LibraryPage.IMPORT: import_page,
}


@panel(Panel.LIBRARY, focus=OWN_SEARCH)
def library_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the tabs and the selected page."""
    texts, page = scene.texts, scene.state.part(LibraryState).page
    widgets, room = panel_room(scene, box, texts("library.title"))
    labels = tuple(texts(f"library.page_{name.value}") for name in _PAGES)
    pages = tuple(_PAGES)
    tabs = Choice(
        "library.pages", room.top(CONTROL - 2), labels, tuple(map(OpenLibrary, pages)), pages.index(page)
    )
    return [*widgets, tabs, *_PAGES[page](scene, room)]
