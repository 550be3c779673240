"""The page of games at any size: how many rows it shows, what stands beside them, and that it stays fast."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from library_screens import own_game, with_own
from ui_session import HOT_SEAT, Session

from xiangqi.app.game.play import NewGame
from xiangqi.app.library.listing import StarGame
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import FoundGames, LibraryPage, LibraryState, OwnGamesList
from xiangqi.app.session.document import Stored
from xiangqi.app.session.intents import AnalyseCopy
from xiangqi.app.session.places import Back, back_label
from xiangqi.app.update import Answer, initial_state
from xiangqi.i18n.message import Message
from xiangqi.library import Query
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings
from xiangqi.ui.parts.finder import Order
from xiangqi.ui.parts.game_rows import GameRow
from xiangqi.ui.parts.game_table import GameList
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import Button

SIZES = {
    (800, 600): 13,
    (1366, 740): 16,
    (1600, 870): 19,
    (1920, 1050): 24,
    (2560, 1050): 24,
    (2560, 1410): 28,
    (3840, 2110): 32,
    (900, 1400): 33,
}
"""Sizes of the window with the number of rows of the table."""

MANY = 100_000


def listed(session: Session) -> GameList:
    found = session.widget("games")
    assert isinstance(found, GameList)
    return found


@pytest.fixture(scope="module")
def packed() -> PackedGame:
    return pack(Game(headers={"Red": "Li", "Black": "Hu", "Date": "1997.??.??"}))


@pytest.mark.parametrize(("size", "count"), SIZES.items())
def test_a_larger_window_shows_more_games(size: tuple[int, int], count: int) -> None:
    session = Session(size, initial_state(Settings(language="en")))
    games = [replace(own_game(3, "1-0"), number=number) for number in range(40)]
    with_own(session, LibraryPage.GAMES, *games)
    found = listed(session)
    assert found.is_table
    assert found.rect.height // found.row_height == count
    has_board = session.screen.stage.widget("games.board") is not None
    assert has_board == (size[0] >= 1000)
    primary = [one for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]
    assert [one.key for one in primary] == ["games.open"]


def test_a_long_list_is_drawn_and_gone_through_without_reading_it_all(
    packed: PackedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session((1366, 740), initial_state(Settings(language="en")))
    with_own(session, LibraryPage.WHOLE)
    stored = tuple(Stored(number, 0) for number in range(MANY))
    whole = FoundGames(Query(), 1, games=(packed,) * MANY, stored=stored, complete=True)
    library = replace(session.state.part(LibraryState), whole=whole, own=OwnGamesList(stale=False))
    session.state = session.state.with_part(library)
    session.draw()
    made = 0
    init = GameRow.__init__

    def counted(self: GameRow, *values: object, **named: object) -> None:
        nonlocal made
        made += 1
        init(self, *values, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(GameRow, "__init__", counted)
    session.draw()
    assert len(listed(session).rows) == MANY
    assert made < 60


def test_a_list_of_many_games_is_sorted_by_date_with_unknown_ones_last() -> None:
    session = Session((1366, 740), initial_state(Settings(language="en")))
    with_own(session, LibraryPage.WHOLE)
    dates = ("2001.05.06", "", "1997.??.??", "May 3, 1999")
    games = tuple(pack(Game(headers={"Red": date or "none", "Date": date})) for date in dates)
    stored = tuple(Stored(number, 0) for number in range(4))
    whole = FoundGames(Query(), 1, games=games, stored=stored, complete=True)
    session.state = session.state.with_part(replace(session.state.part(LibraryState), whole=whole))
    Order("date", descending=True).keep("games", session.screen.memory)
    session.draw()
    assert [row.date for row in listed(session).rows if isinstance(row, GameRow)] == [
        "6 May 2001",
        "3 May 1999",
        "1997",
        "no date",
    ]


@pytest.mark.parametrize("size", [(1366, 740), (1050, 740), (800, 600)])
def test_a_game_gets_a_star_and_loses_it_by_the_same_button(size: tuple[int, int]) -> None:
    session = Session(size, initial_state(Settings(language="en")))
    with_own(session, LibraryPage.GAMES, own_game(2, "1-0"), own_game(1, "1-0"))
    assert session.click_widget("games.star") == [StarGame(2)]
    session.draw()
    first, second = (row for row in listed(session).rows if isinstance(row, GameRow))
    assert (first.starred, second.starred) == (True, False)
    assert first.aside.startswith("★")
    assert session.click_widget("games.star") == [StarGame(2, starred=False)]
    assert session.state.part(LibraryState).own.stars == frozenset()


@pytest.mark.parametrize("page", [LibraryPage.IMPORT, LibraryPage.SEARCH, LibraryPage.FIGURES])
def test_pages_without_a_list_name_the_way_back(page: LibraryPage) -> None:
    for size in ((1366, 740), (800, 600)):
        session = Session(size, initial_state(Settings(language="en")))
        session.send(OpenLibrary(page))
        session.draw()
        back = session.widget("panel.close")
        assert isinstance(back, Button)
        assert "All my games" in (back.label, back.tip)
        session.click_widget("panel.close")
        assert session.state.part(LibraryState).page is LibraryPage.GAMES


def test_a_search_is_left_by_esc_by_its_cross_and_by_another_list() -> None:
    session = Session((1366, 740), initial_state(Settings(language="en")))
    with_own(session, LibraryPage.GAMES, own_game(3, "1-0"))
    for leave in ("esc", "cross", "source"):
        session.write("zzz")
        session.draw()
        assert not listed(session).rows
        if leave == "esc":
            session.key(pygame.K_ESCAPE)
        elif leave == "cross":
            field = session.widget("games.search").rect
            session.click((field.right - field.height // 2, field.centery))
        else:
            session.send(OpenLibrary(LibraryPage.UNFINISHED), OpenLibrary(LibraryPage.LOST))
            session.draw()
            session.send(OpenLibrary(LibraryPage.GAMES))
        session.draw()
        assert len(listed(session).rows) == 1
        assert session.screen.memory.texts.get("games.search", "") == ""


def test_analyses_beyond_the_newest_are_listed_opened_and_led_back_from() -> None:
    session = Session((1366, 740), initial_state(Settings(language="en")))
    session.send(OpenLibrary(LibraryPage.ANALYSES))
    session.draw()
    assert "No analyses yet" in listed(session).empty
    for moves in ("h2e2 h9g7", "c3c4", "b2e2 b9c7 b0c2"):
        session.send(NewGame(HOT_SEAT), Answer(True), AnalyseCopy())
        session.play(moves)
    session.send(OpenLibrary(LibraryPage.ANALYSES))
    session.draw()
    rows = listed(session).rows
    assert [row.moves for row in rows if isinstance(row, GameRow)] == ["2", "1", "1"]
    sources = session.widget("games.sources")
    assert isinstance(sources, ListBox)
    assert [row.note for row in sources.rows if row.text == "Analyses"] == ["3"]
    session.send(rows[1].action)
    assert session.iccs() == ["c3c4"]
    assert session.state.document.is_analysis
    assert back_label(session.state) == Message("place.games")
    session.send(Back())
    assert session.state.part(LibraryState).page is LibraryPage.ANALYSES
