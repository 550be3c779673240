"""The palette's entries for the library: its pages, openings, games by the names in them, and masters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.state import InsightsPage
from xiangqi.app.library.explorer import ShowOpening
from xiangqi.app.library.own_games import OpenLibrary, to_board
from xiangqi.app.library.state import LibraryPage, LibraryState, NamedGame
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transcript import told_name
from xiangqi.i18n.message import Message
from xiangqi.openings import CODES, family_of, full_name
from xiangqi.openings.aliases import aliases
from xiangqi.ui.parts.findable import Findable, FindableKind, finds, finds_in_session
from xiangqi.ui.parts.keys import always

_PAGES: Final = [page for page in LibraryPage if page not in (LibraryPage.FOUND, LibraryPage.IMPORT)]


@finds
def pages() -> Iterator[Findable]:
    """Yield the palette's entries for the pages of the library."""
    library = Message("library.title")
    yield Findable(FindableKind.PLACE, library, always(OpenLibrary(LibraryPage.GAMES)), "library")
    for page in _PAGES:
        name = Message(f"games.source.{page.value}")
        yield Findable(FindableKind.PLACE, name, always(OpenLibrary(page)), "library", library)
    yield Findable(
        FindableKind.PLACE,
        Message("games.import_button"),
        always(OpenLibrary(LibraryPage.IMPORT)),
        "save",
        library,
    )


@finds
def openings() -> Iterator[Findable]:
    """Yield an entry for each opening, found by its name, its family's, its code, and other names in use."""
    others = aliases()
    for code in CODES:
        called = (name for name, one in others.items() if one.means(code))
        more = (Message(f"family.{family_of(code)}"), *called)
        yield Findable(FindableKind.OPENING, full_name(code), always(ShowOpening(code)), "arrows", code, more)


@finds_in_session
def named_games(state: AppState) -> Iterator[Findable]:
    """Yield an entry for each game that the library has found by the names in it."""
    for game in state.part(LibraryState).named:
        yield Findable(
            FindableKind.GAME, _told(game), always(to_board(game.number, game.result)), "library", game.date[:4]
        )


@finds_in_session
def masters(state: AppState) -> Iterator[Findable]:
    """Yield an entry for each master whose name matches; it leads to the page about that master."""
    for name in state.part(LibraryState).masters_named:
        action = OpenInsights(InsightsPage.OPENINGS, name, of_masters=True)
        yield Findable(FindableKind.PLAYER, Message("player.person", person=name), always(action), "people")


def _told(game: NamedGame) -> str:
    """Return the players, and the event if it is known."""
    names = Message("players.versus", red=told_name(game.red or "?"), black=told_name(game.black or "?"))
    return Message("palette.game_at", names=names, event=game.event) if game.event else names
