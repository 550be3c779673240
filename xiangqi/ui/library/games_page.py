"""The page of games: sources at the left, the list, the board of the chosen game at the right.

One's own games, the library, the results of a search and the games of opened files are lists of this page; the
search form, the import and the statistics take the place of the list. If there is little room, the board is
left out first; then the sources become a menu, and the list has rows of two lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.puzzle_goal import count_puzzles, improvement_in
from xiangqi.app.library.listing import StopFinding, shown_games
from xiangqi.app.library.own_games import ExportGames, OpenLibrary
from xiangqi.app.library.search import SearchByPosition
from xiangqi.app.library.state import LibraryPage, LibraryState, page_shown
from xiangqi.app.records.loading import StopLoading
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.library.chosen_game import BOARD, chosen_game, game_buttons, game_items, ply_shown
from xiangqi.ui.library.figures_page import figures_page
from xiangqi.ui.library.import_page import import_page
from xiangqi.ui.library.listings import LIST, Listing, listing
from xiangqi.ui.library.search_aside import search_aside
from xiangqi.ui.library.search_page import search_page
from xiangqi.ui.library.sources import SOURCES, shown_source, source_items, source_list
from xiangqi.ui.parts.actions import GAME_SEARCH
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.finder import Order
from xiangqi.ui.parts.form import filling, panel_room
from xiangqi.ui.parts.game_table import TABLE_FROM, GameList, lay_out_games
from xiangqi.ui.parts.keys import key_map
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.parts.way_back import back_button
from xiangqi.ui.toolkit.lists import list_box
from xiangqi.ui.toolkit.menu import MenuButton
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, PAGE_TITLE, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

GAME_MENU: Final = "games.menu"
"""Name of the menu of a game."""

_SOURCES: Final = (168.0, 196.0)  # least and greatest width of the sources, points
_BESIDE: Final = BOARD + 28  # width of the card with the board, points
_GAP: Final = 12.0  # between the cards, points
_EDGE: Final = 6.0  # between the edge of a card and its list, points
_WITH_SOURCES: Final = (
    _SOURCES[0] + _GAP + TABLE_FROM + 2 * _EDGE
)  # width from which the sources have a card, points
_WITH_BOARD: Final = 1000.0  # width of the window from which the board has one, points
_HEAD: Final = 40.0
_HEAD_GAP: Final = 16.0
_FOOT: Final = 22.0  # height of the line below the list, points
_LOW_CONTROL: Final = 34.0  # height of the buttons where they are below the list, points
_COUNT: Final = 200.0  # width of the number of games beside them, points
_FIELD: Final = 560.0  # greatest width of the search field, points
_LABELLED: Final = 620.0  # room beside the title from which the buttons have words, points
_EXAMPLES: Final = 380.0  # width of the cards beside the search form, points
_WITH_EXAMPLES: Final = 1100.0  # width of the page from which they have room, points
_FORM: Final = 720.0  # greatest width of a form, points

_PAGES: Final[dict[LibraryPage, Callable[[PanelContext, Room], list[Widget]]]] = {
    LibraryPage.FIGURES: figures_page,
    LibraryPage.SEARCH: search_page,
    LibraryPage.IMPORT: import_page,
}


_WAYS: Final[tuple[tuple[str, str, Action], ...]] = (
    ("open", "open", OpenPanel(Panel.OPEN_FILE)),
    ("import", "save", OpenLibrary(LibraryPage.IMPORT)),
    ("position", "threat", SearchByPosition()),
)
"""The ways to more games, from the right: name of the button, its icon, its action."""


@dataclass
class ExportAll(Button):
    """A button that exports all games of a list; it collects their numbers only on a click."""

    games: Listing | None = None

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        games = self.games
        return HANDLED if games is None else ExportGames(tuple(filter(None, map(games.number, games.found))))

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return None if super().key_down(key, memory) is None else self.click(self.rect.center, memory)


@dataclass
class AmongMasters(Button):
    """A button that searches the masters' games for the typed words."""

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        memory.followed[f"{LIST}.source"] = (hash((LibraryPage.MASTERS, None)),)
        memory.rows.pop(LIST, None)
        memory.rows.pop(f"{LIST}.ply", None)
        return super().click(position, memory)


@panel(Panel.LIBRARY, Panel.FOUND_GAMES, Panel.GAME_LIST, focus=GAME_SEARCH)
def games_page(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the page in a box of any width."""
    _begin_anew(scene)
    games = listing(scene)
    if box.width >= scene.px(_WITH_SOURCES):
        return _wide(scene, Room(box, scene.painter.unit), games)
    widgets, room = panel_room(scene, box, scene.texts("place.games"))
    room.rest.height += scene.px(GAP)
    return [*widgets, *_narrow(scene, room, games)]


# ---- A page with cards side by side ----


def _wide(scene: PanelContext, room: Room, games: Listing | None) -> list[Widget]:
    head = room.top(_HEAD, _HEAD_GAP)
    gap, whole = scene.px(_GAP), room.rest
    beside = scene.px(_BESIDE) if games is not None and _has_board(scene) else 0
    search = games is None and page_shown(scene.state) is LibraryPage.SEARCH
    if search and whole.width >= scene.px(_WITH_EXAMPLES):
        sources = scene.px(_SOURCES[1] + 2 * _GAP)
        beside = max(scene.px(_EXAMPLES), whole.width - sources - scene.px(_FORM))
    least, most = map(scene.px, _SOURCES)
    width = min(most, max(least, whole.width - gap - scene.px(TABLE_FROM + 2 * _EDGE)))
    left = pygame.Rect(whole.left, whole.top, width, whole.height)
    middle = pygame.Rect(left.right + gap, whole.top, whole.right - left.right - gap, whole.height)
    right = pygame.Rect(whole.right - beside, whole.top, beside, whole.height)
    middle.width -= beside + gap if beside else 0
    if search and beside:
        rows, listed = None, [*_search_form(scene, middle), *search_aside(scene, right)]
    else:
        rows, listed = _list_card(scene, middle, games, with_buttons=not beside)
    widgets = [
        *_head(scene, head, rows),
        Card("games.card.sources", left),
        source_list(scene, left.inflate(-2 * scene.px(_EDGE), -2 * scene.px(_EDGE))),
        Card("games.card.list", middle),
        *listed,
    ]
    if games is None or not beside:
        return widgets
    widgets.append(Card("games.card.chosen", right))
    if rows is not None and rows.rows:
        place = _chosen(scene, games)
        inner = Room(right, scene.painter.unit).inner(14)
        widgets += chosen_game(scene, inner, games, games.found[place], games.row(place, None))
    return widgets


def _has_board(scene: PanelContext) -> bool:
    """Return whether the board of the chosen game fits in the window."""
    return scene.areas.size[0] >= scene.px(_WITH_BOARD)


def _head(scene: PanelContext, rect: pygame.Rect, rows: GameList | None) -> list[Widget]:
    """Lay out the title, the field that searches the shown list, and the ways to more games."""
    texts, painter, gap = scene.texts, scene.painter, scene.px(_GAP)
    title = texts("place.games")
    beside = rows is not None and scene.state.panel is Panel.LIBRARY  # the sources lead to all other lists
    back = None if beside else back_button(scene, "panel.close", rect)
    used = 0 if back is None else back.rect.width + gap
    width = painter.width(title, PAGE_TITLE, True) + scene.px(2 * _GAP)
    place = pygame.Rect(rect.left + used, rect.top, width, rect.height)
    widgets: list[Widget] = [Label("games.title", place, title, PAGE_TITLE, bold=True, single=True)]
    if back is not None:
        widgets.insert(0, back)
    rest = pygame.Rect(place.right, rect.top, rect.right - place.right, rect.height)
    labelled = rest.width >= scene.px(_LABELLED)
    buttons: list[Widget] = []
    for name, icon, action in _WAYS:
        words = texts(f"games.{name}_button")
        side = painter.width(words, BODY, True) + scene.px(58) if labelled else rect.height
        place = pygame.Rect(rest.right - side, rect.top, side, rect.height)
        rest.width -= side + gap
        tip = "" if labelled else words
        buttons.append(
            Button(f"games.{name}_button", place, words if labelled else "", action, icon=icon, tip=tip)
        )
    if rows is not None:
        rest.width = min(rest.width, scene.px(_FIELD))
        widgets.append(_field(scene, rest, rows))
    return [*widgets, *reversed(buttons)]


def _field(scene: PanelContext, rect: pygame.Rect, rows: GameList) -> Widget:
    field = SearchField(GAME_SEARCH, rect, scene.texts("games.search"), unit=scene.painter.unit, rows=rows)
    field.keys = tuple(key_map(scene.state).words("find").split())
    return field


def _search_form(scene: PanelContext, card: pygame.Rect) -> list[Widget]:
    """Lay out the search form below its title, with the position searched for beside it."""
    titled = titled_card(scene, "search.form", card, scene.texts("search.title"))
    room = Room(titled.rest, scene.painter.unit)
    room.top(4, 0)
    return [*titled.widgets, *search_page(scene, room, explained=False)]


def _list_card(
    scene: PanelContext, card: pygame.Rect, games: Listing | None, *, with_buttons: bool
) -> tuple[GameList | None, list[Widget]]:
    """Lay out the list, or the page in its place, inside a card; return the list, or None, and the widgets."""
    if games is None:
        room = Room(card, scene.painter.unit).inner()
        room.rest.width = min(room.rest.width, scene.px(_FORM))
        room.rest.centerx = card.centerx
        return None, _PAGES[scene.state.part(LibraryState).page](scene, room)
    room = Room(card.inflate(-2 * scene.px(_EDGE), 0), scene.painter.unit)
    below: list[Widget] = []
    foot = room.bottom(_FOOT, 0)
    if with_buttons:
        room = Room(card.inflate(-2 * scene.px(_EDGE), 0), scene.painter.unit)
        room.bottom(_EDGE / 2, 0)
        foot = room.bottom(_LOW_CONTROL, 0)
        buttons = foot.copy()
        foot.width = scene.px(_COUNT)
        buttons.left, buttons.width = foot.right, buttons.right - foot.right
        below = _row_of_buttons(scene, buttons, games)
    rows, listed = _list(scene, room.rest, games)
    return rows, [*listed, *_foot(scene, foot, games, rows), *below]


# ---- A column ----


def _narrow(scene: PanelContext, room: Room, games: Listing | None) -> list[Widget]:
    """Lay out the page below a heading, with the sources in a menu and the buttons in a row."""
    texts, gap = scene.texts, scene.px(GAP)
    top = room.top(CONTROL - 2)
    widgets: list[Widget] = []
    for name, icon, action in _WAYS:
        place = pygame.Rect(top.right - top.height, top.top, top.height, top.height)
        top.width -= top.height + gap
        tip = texts(f"games.{name}_button")
        widgets.append(Button(f"games.{name}_button", place, icon=icon, action=action, tip=tip))
    name = shown_source(scene) or texts("games.import_button")
    widgets.append(MenuButton(SOURCES, top, name, icon="library", menu=SOURCES, items=source_items(scene)))
    if games is None:
        return [*reversed(widgets), *_PAGES[scene.state.part(LibraryState).page](scene, room)]
    field = room.top(CONTROL - 2)
    buttons = _row_of_buttons(scene, room.bottom(CONTROL), games)
    foot = room.bottom(_FOOT, 2)
    rows, listed = _list(scene, list_box(scene.painter, room.rest), games)
    return [*reversed(widgets), _field(scene, field, rows), *listed, *_foot(scene, foot, games, rows), *buttons]


# ---- What both have ----


def _chosen(scene: PanelContext, games: Listing) -> int:
    """Return the place of the chosen row, -1 if there are none."""
    return min(scene.memory.rows.get(LIST, games.first), len(games.found) - 1)


def _shown(scene: PanelContext) -> tuple[object, ...]:
    """Return a key that identifies the list that is shown."""
    if scene.state.panel is Panel.GAME_LIST:
        return Panel.GAME_LIST, scene.state.document.id
    page, found = page_shown(scene.state), shown_games(scene.state)
    return page, found.query if found is not None and page is LibraryPage.FOUND else None


def _begin_anew(scene: PanelContext) -> None:
    """Forget the chosen row and the typed search if they belong to a list other than the one shown."""
    memory, shown = scene.memory, hash(_shown(scene))
    if memory.followed.get(f"{LIST}.source", (shown,)) != (shown,):
        memory.rows.pop(LIST, None)
        memory.rows.pop(f"{LIST}.ply", None)
        memory.texts.pop(GAME_SEARCH, None)
    memory.followed[f"{LIST}.source"] = (shown,)


def _list(scene: PanelContext, box: pygame.Rect, games: Listing) -> tuple[GameList, list[Widget]]:
    """Lay out the list with its headings; return the list, too."""
    memory, shown = scene.memory, hash(_shown(scene))
    place = _chosen(scene, games)
    rows = GameList(LIST, box, chosen=place, driver=GAME_SEARCH, menu=GAME_MENU)
    rows.empty, rows.emblem = games.empty, "warning" if games.failure else "library"
    if place >= 0:
        line = games.line(games.found[place])
        rows.steps = (ply_shown(memory, line), len(line.moves))
        rows.items = game_items(scene, games.actions(games.found[place]))
    widgets = lay_out_games(scene, box, rows, len(games.found), games.row, usual=games.usual)
    version = hash((shown, memory.texts.get(GAME_SEARCH, ""), Order.of(LIST, memory)))
    rows.follow(max(0, place), version, memory)
    first: list[Widget] = []
    library = scene.state.part(LibraryState)
    if page_shown(scene.state) is LibraryPage.MASTERS:
        pass  # what is not among these games is nowhere
    elif memory.texts.get(GAME_SEARCH):
        label, action = scene.texts("games.among_masters"), OpenLibrary(LibraryPage.MASTERS)
        first = filling(scene, rows, label, action, kind=AmongMasters)
    elif not games.count and not games.failure and library.own.statistics is not None:
        first = filling(scene, rows, scene.texts("start.new"), OpenPanel(Panel.NEW_GAME))
    return rows, [*widgets, *first]


def _row_of_buttons(scene: PanelContext, rect: pygame.Rect, games: Listing) -> list[Widget]:
    """Lay out the buttons of the chosen game in one row: two with words, the others with icons."""
    side, gap, place = rect.height, scene.px(GAP), _chosen(scene, games)
    rest, places = rect.copy(), dict[str, pygame.Rect]()
    for name in ("delete", "star", "export"):
        places[name] = pygame.Rect(rest.right - side, rest.top, side, side)
        rest.width -= side + gap
    places["open"], places["review"] = columns(rest, 2, gap)
    return game_buttons(scene, games.actions(games.found[place]) if place >= 0 else None, places)


def _foot(scene: PanelContext, rect: pygame.Rect, games: Listing, rows: GameList) -> list[Widget]:
    """Lay out the number of games or the progress of reading them, with a button that exports all or stops."""
    texts, muted = scene.texts, scene.painter.palette.muted
    reading = _reading(scene)
    count, found = games.count, len(games.found)
    words = texts("library.count", count=count)
    if found != count:
        words = texts("records.found", found=found, count=count)
    elif reading:
        words = reading
    elif (told := _puzzles(scene)) and scene.state.panel is Panel.GAME_LIST:
        words = told
    shown = shown_games(scene.state)
    if shown is not None and shown.libraries.masters is not None:
        words = f"{words} · {texts('explorer.source')}"
    rect = rect.inflate(-2 * scene.px(10), 0)
    widgets: list[Widget] = []
    button: Button | None = None
    if reading:
        stop = StopLoading() if scene.state.panel is Panel.GAME_LIST else StopFinding()
        button = Button("games.stop", rect, texts("records.stop"), stop, quiet=True, size=SMALL)
    elif found > 1 and games.is_stored:
        every = texts("library.export_all", count=found)
        button = ExportAll("games.export_all", rect, every, HANDLED, quiet=True, size=SMALL, games=games)
    if button is not None:
        width = scene.painter.width(button.label, SMALL, True) + scene.px(16)
        button.rect = pygame.Rect(rect.right - width, rect.top, width, rect.height)
        rect = pygame.Rect(rect.left, rect.top, rect.width - width - scene.px(GAP), rect.height)
        widgets.append(button)
    if rows.is_table and button is None:
        note = texts("games.legend")
        if scene.painter.width(note, SMALL) + scene.painter.width(words, SMALL) + scene.px(40) < rect.width:
            legend = Label("games.legend", rect, note, SMALL, muted, single=True, align="right")
            widgets.append(legend)
    return [Label("games.count", rect, words, size=SMALL, colour=muted, single=True), *widgets]


def _reading(scene: PanelContext) -> str:
    """Return the progress of reading the games shown, in words; "" once all have been read."""
    games, loading, texts = shown_games(scene.state), scene.state.loading, scene.texts
    if games is not None and not games.complete:
        return texts("records.loading_share", count=len(games.games), percent=int(100 * games.share))
    if loading is None or scene.state.panel is not Panel.GAME_LIST:
        return ""
    key = "records.loading_share" if loading.share else "records.loading"
    return texts(key, count=loading.count, percent=int(100 * loading.share))


def _puzzles(scene: PanelContext) -> str:
    """Return the number of solved puzzles of a file of puzzles, in words; "" for any other file."""
    games = scene.state.document.games
    puzzles, solved = count_puzzles(games, scene.state.solved)
    if not puzzles or 2 * puzzles < len(games):  # a file with a position or two is not a collection
        return ""
    practice = improvement_in(games[0].unpack()) is not None
    return scene.texts("practice.how" if practice else "puzzle.how", solved=solved, count=puzzles)
