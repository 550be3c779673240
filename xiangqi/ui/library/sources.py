"""The sources of games (one's own, the library, the last search, opened files) in a list or a menu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.modes import is_made_up
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import OWN_PAGES, LibraryPage, LibraryState, page_shown
from xiangqi.app.records.loading import ShowGames
from xiangqi.app.session.document import Document
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.library.masters_asset import SHIPPED_GAMES
from xiangqi.ui.library.listings import analyses, own_games
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.lists import ListBox, Row
from xiangqi.ui.toolkit.menu import Item
from xiangqi.ui.toolkit.widgets import HANDLED

SOURCES: Final = "games.sources"
"""Key of the list of sources, and name of the menu that replaces it where there is little room."""

_ROW: Final = 36.0
_HEADING: Final = 44.0


@dataclass(frozen=True)
class Source:
    """A place where games are kept, or a page about them."""

    name: str
    action: Action  # shows it
    count: int | None = None  # the number of its games, None if it is unknown or has none
    shown: bool = False
    group: str = ""  # the heading above it, "" if it belongs to that of the source before


def sources(scene: PanelContext) -> list[Source]:
    """Return all sources, in groups."""
    state, texts = scene.state, scene.texts
    library = state.part(LibraryState)
    read = library.own.statistics is not None

    def page(name: LibraryPage, count: int | None, group: str = "") -> Source:
        shown = texts(f"games.source.{name.value}")
        return Source(shown, OpenLibrary(name), count, page_shown(state) is name, group)

    own = [
        page(name, len(own_games(library.own.games, name)) if read else None, "mine" if not place else "")
        for place, name in enumerate(OWN_PAGES)
    ]
    own.append(page(LibraryPage.STARRED, len(library.own.stars) if read else None))
    own.append(page(LibraryPage.ANALYSES, len(analyses(state))))
    found = library.found
    kept = [page(LibraryPage.WHOLE, library.own.total if read else None, "library")]
    kept.append(page(LibraryPage.MASTERS, SHIPPED_GAMES))
    if found is not None:
        kept.append(page(LibraryPage.FOUND, len(found.games)))
    files = [
        _file(scene, document, "files" if not place else "") for place, document in enumerate(_opened(scene))
    ]
    return [*own, page(LibraryPage.FIGURES, None), *kept, page(LibraryPage.SEARCH, None), *files]


def _opened(scene: PanelContext) -> list[Document]:
    """Return the open documents of files with several games, in the order in which they were opened.

    Classics and the mistakes of a game, which the program puts together itself, are left out.
    """
    several = [
        document for document in scene.state.documents if len(document.games) > 1 and not is_made_up(document)
    ]
    return sorted(several, key=lambda document: document.id)


def _file(scene: PanelContext, document: Document, group: str) -> Source:
    shown = scene.state.panel is Panel.GAME_LIST and document.id == scene.state.document.id
    action = ShowGames(document.id)
    return Source(document.name or scene.texts("record.clipboard"), action, len(document.games), shown, group)


def source_list(scene: PanelContext, box: pygame.Rect) -> ListBox:
    """Lay out the sources with the numbers of their games, and a row that opens a file."""
    texts, rows, chosen = scene.texts, list[Row](), -1
    known = sources(scene)
    for source in known:
        if source.group:
            rows.append(Row(texts(f"games.group.{source.group}"), HANDLED, heading=True))
        if source.shown:
            chosen = len(rows)
        rows.append(Row(source.name, source.action, "" if source.count is None else str(source.count)))
    if not any(source.group == "files" for source in known):
        rows.append(Row(texts("games.group.files"), HANDLED, heading=True))
    rows.append(Row(texts("games.open_file"), OpenPanel(Panel.OPEN_FILE)))
    return ListBox(SOURCES, box, scene.px(_ROW), rows, chosen, heading_height=scene.px(_HEADING))


def source_items(scene: PanelContext) -> list[Item]:
    """Return the sources, and a row that opens a file, as items of a menu."""
    items = [
        Item(source.name, source.action, "" if source.count is None else str(source.count))
        for source in sources(scene)
    ]
    return [*items, Item(scene.texts("games.open_file"), OpenPanel(Panel.OPEN_FILE))]


def shown_source(scene: PanelContext) -> str:
    """Return the name of the source that is shown; "" if it is none of them, such as the import."""
    return next((source.name for source in sources(scene) if source.shown), "")
