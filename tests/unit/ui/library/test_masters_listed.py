"""The masters' games among the sources of the page of games, and what is looked for among them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from library_screens import with_own
from ui_session import Session

from xiangqi.app.event import Tick
from xiangqi.app.exercises.puzzles import GuessMoves
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.sparring import FindTheirGames
from xiangqi.app.insights.state import InsightsPage
from xiangqi.app.library.asks_listing import ListFound
from xiangqi.app.library.asks_masters import MakeMasters, MastersMade
from xiangqi.app.library.explorer import ListGamesHere
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.search import FindGames
from xiangqi.app.library.state import FoundGames, LibraryPage, LibraryState, MastersFile, page_shown
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session.document import Stored
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import Back, GoToPlace, Place
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Cancel, initial_state
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message, catalogue
from xiangqi.library import Query
from xiangqi.library.masters import Libraries, Script, Whose
from xiangqi.library.masters_asset import SHIPPED_GAMES
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings
from xiangqi.ui.palette.ranking import likeliest
from xiangqi.ui.parts.findable import all_findables
from xiangqi.ui.parts.finder import Order
from xiangqi.ui.parts.game_table import GameList, Headings
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.menu import Menu
from xiangqi.ui.toolkit.widgets import Button

THEIRS = Libraries(own=False, masters=Script.SIMPLIFIED)


def with_masters(session: Session) -> None:
    """The player has no games; two masters' games have been read."""
    with_own(session, LibraryPage.GAMES)
    pairs = (("胡荣华", "吕钦"), ("许银川", "赵国荣"))
    games = tuple(pack(Game(headers={"Red": red, "Black": black})) for red, black in pairs)
    stored = tuple(Stored(number, 0, of_masters=True) for number in range(2))
    read = FoundGames(Query(twins=True), 1, (), THEIRS, games, stored, complete=True)
    made = MastersFile(Script.SIMPLIFIED, is_made=True)
    library = replace(session.state.part(LibraryState), of_masters=read, masters=made)
    session.state = session.state.with_part(library)
    session.draw()


def typed(session: Session, words: str) -> None:
    session.screen.memory.texts["games.search"] = words
    session.draw()


@pytest.mark.parametrize("words", ["胡荣华", "hu ronghua", "RONGHUA", "huronghua"])
@pytest.mark.parametrize("size", [(1366, 740), (800, 600)])
def test_a_search_without_results_goes_on_among_masters(words: str, size: tuple[int, int]) -> None:
    session = Session(size, initial_state(Settings(language="zh-Hans")))
    with_masters(session)
    typed(session, words)
    session.click_widget("games.fill")
    session.send(Tick(session.now))
    session.draw()
    found = session.widget("games")
    assert isinstance(found, GameList)
    assert session.state.part(LibraryState).page is LibraryPage.MASTERS
    assert [row.text.count("胡荣华") for row in found.rows] == [1]
    assert session.screen.stage.widget("games.fill") is None


def test_the_masters_are_a_source_with_the_number_of_their_games() -> None:
    session = Session((1366, 740), initial_state(Settings(language="en")))
    with_masters(session)
    rows = session.widget("games.sources")
    assert isinstance(rows, ListBox)
    row = next(row for row in rows.rows if row.action == OpenLibrary(LibraryPage.MASTERS))
    assert (row.text, row.note) == ("Masters", str(SHIPPED_GAMES))


def test_progress_and_failure_are_told_in_place_of_the_games() -> None:
    session = Session((1366, 740), initial_state(Settings(language="en")))
    with_own(session, LibraryPage.MASTERS)
    for masters, told in (
        (MastersFile(Script.SIMPLIFIED, share=0.3), "30%"),
        (MastersFile(Script.SIMPLIFIED, failure="disk full"), "disk full"),
    ):
        session.state = session.state.with_part(replace(session.state.part(LibraryState), masters=masters))
        session.draw()
        found = session.widget("games")
        assert isinstance(found, ListBox)
        assert told in found.empty
        fill = session.screen.stage.widget("games.fill")
        assert not isinstance(fill, Button)


@pytest.mark.parametrize(("result", "side"), [("0-1", BLACK), ("1-0", RED), ("1/2-1/2", RED)])
def test_a_masters_game_has_a_button_to_guess_the_winners_moves(result: str, side: int) -> None:
    session = Session((1366, 740))
    session.open_record(GAME.format(result=result))
    assert session.screen.stage.widget("record.guess") is None, "a game of a file"
    of_masters(session)
    assert GuessMoves(side) in session.click_widget("record.guess")


GAME = '[Red "Hu"]\n[Black "Liu"]\n[Result "{result}"]\n\nh2e2 h9g7 {result}'


def of_masters(session: Session) -> None:
    """The record on the board is a game of masters."""
    document = session.state.document
    assert document.collection is not None
    collection = replace(document.collection, stored=(Stored(1, 0, of_masters=True),))
    session.state = session.state.put(replace(document, collection=collection))
    session.draw()


def test_a_masters_game_opens_without_the_engine_which_may_be_asked_for() -> None:
    session = Session((1366, 740))
    session.open_record(GAME.format(result="1-0"))
    session.send(ToggleAnalysis(), Tick(session.now))
    session.open_record(GAME.format(result="0-1"))
    session.send(Tick(session.now))
    assert session.state.shown_analysis is not None, "the engine goes along with games of files"
    session.open_record(GAME.format(result="0-1"))
    of_masters(session)
    session.send(Tick(session.now))
    assert session.state.shown_analysis is None
    session.send(ToggleAnalysis(), Tick(session.now), Tick(session.now))
    assert session.state.shown_analysis is not None
    assert GuessMoves(BLACK) in session.click_widget("record.guess"), "offered beside the engine"
    assert session.state.shown_analysis is None, "nobody guesses with the engine's help"


def test_the_palette_and_the_menu_offer_guessing_where_moves_follow() -> None:
    session = Session((1366, 740), initial_state(Settings(language="zh-Hans")))
    guess = next(one for one in all_findables() if one.name == Message("exercise.guess"))
    assert likeliest("猜", "zh-Hans", (), 9)[0] == guess
    assert guess.act(session.state) is None, "no moves yet"
    session.open_record(GAME.format(result="0-1"))
    assert guess.act(session.state) == GuessMoves(BLACK)
    session.click_widget("head.more")
    menu = session.widget("menu")
    assert isinstance(menu, Menu)
    assert {GuessMoves(RED), GuessMoves(BLACK)} <= {row.action for row in menu.items}
    session.send(GoTo(2))
    assert guess.act(session.state) is None, "the last position"


def test_games_lead_back_to_the_page_from_which_they_were_asked_for() -> None:
    """To the player by name, to the form of a search, to the board of the explorer."""
    session = Session(size=(1366, 768))

    def back() -> str:
        session.draw()
        button = session.widget("panel.close")
        assert isinstance(button, Button)
        session.click_widget("panel.close")
        return button.label

    session.send(OpenPanel(Panel.INSIGHTS), OpenInsights(InsightsPage.RESULTS, "吕钦"), FindTheirGames("吕钦"))
    session.draw()
    heads = session.widget("games.heads")
    assert isinstance(heads, Headings)
    assert heads.usual == Order("date", descending=True), "like the latest games on the player's page"
    assert back() == catalogue("en").person("吕钦")
    assert session.state.panel is Panel.PLAYER
    session.send(FindTheirGames("吕钦", RED), OpenPanel(Panel.SETTINGS), Back(), Cancel(), Cancel())
    assert session.state.panel is Panel.INSIGHTS, "Esc as well, and from there on"
    session.send(OpenLibrary(LibraryPage.SEARCH), FindGames())
    assert back() == "Search for games"
    assert page_shown(session.state) is LibraryPage.SEARCH
    session.send(GoToPlace(Place.ANALYSE), ListGamesHere(Whose.OWN))
    assert back() == "Analysis"
    assert session.state.panel is None


def test_a_list_of_masters_games_is_there_at_once_and_says_that_they_are_being_made() -> None:
    session = Session(size=(1366, 768))
    session.send(GoToPlace(Place.ANALYSE), ListGamesHere(Whose.MASTERS))
    session.draw()
    assert session.state.panel is Panel.FOUND_GAMES
    games = session.widget("games")
    assert isinstance(games, GameList)
    assert games.empty.startswith("Preparing")
    assert not any(isinstance(one, ListFound) for one in session.effects)
    asked = [one for one in session.effects if isinstance(one, MakeMasters)]
    session.send(MastersMade(asked[0].make_id))
    assert any(isinstance(one, ListFound) for one in session.effects)
