"""The library in the window: the explorer beside the board and the pages of the panel, by mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from library_screens import explored, own_game, with_own
from ui_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.event import Tick
from xiangqi.app.library.asks import OwnGamesListed
from xiangqi.app.library.asks_importing import ImportProgress
from xiangqi.app.library.asks_listing import FoundRead
from xiangqi.app.library.asks_masters import MastersMade, MastersMaking
from xiangqi.app.library.explorer import FilterExplorer, ListExplored, ToggleExplorer
from xiangqi.app.library.import_games import ImportPath
from xiangqi.app.library.listing import StarGame
from xiangqi.app.library.own_games import (
    ContinueStored,
    DeleteOwnGame,
    ExportGames,
    ExportTo,
    OpenLibrary,
    OpenStoredGame,
)
from xiangqi.app.library.search import FindGames
from xiangqi.app.library.state import BoardSearch, GameFilter, LibraryPage, LibraryState
from xiangqi.app.records.asks_reading import FolderListed, ListStored
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session.document import Stored
from xiangqi.app.session.files import Folder, FolderEntry
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED
from xiangqi.library import ImportReport, Query, Refusal
from xiangqi.library.masters import Whose
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game
from xiangqi.ui.parts.actions import GAME_SEARCH
from xiangqi.ui.parts.game_rows import GameRow
from xiangqi.ui.parts.game_table import GameList, Headings
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.moves_table import MovesTable
from xiangqi.ui.parts.opening_names import added_name
from xiangqi.ui.parts.result_table import ResultTable
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.records.file_panels import SAVE_NAME, saving
from xiangqi.ui.toolkit import fonts
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.menu import MENU, Menu
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import DARK, LIGHT
from xiangqi.ui.toolkit.widgets import Button, Choice, Label


@pytest.fixture
def session() -> Session:
    return Session(size=(1366, 768))


def table(session: Session, key: str) -> ResultTable:
    found = session.widget(key)
    assert isinstance(found, ResultTable)
    return found


def library_explored(session: Session) -> None:
    """With the explorer open on the games of the library."""
    explored(session, GameFilter())


def played(session: Session) -> list[str]:
    """The moves on the board."""
    return [str(move) for move in session.state.document.cursor.moves]


def rows(session: Session, key: str) -> list[str]:
    found = session.widget(key)
    assert isinstance(found, ListBox)
    return [row.text for row in found.rows]


@pytest.mark.parametrize("size", [(1366, 768), (1000, 900)])
def test_the_explorer_stands_beside_the_board_and_plays_what_is_chosen(size: tuple[int, int]) -> None:
    session = Session(size=size)
    library_explored(session)
    found = table(session, "explorer.moves")
    assert [(row.games, row.results, row.facts) for row in found.rows] == [
        ("1,200", (500, 300, 400), ("Central Cannon Opening", "")),
        ("7", (1, 0, 6), ("Soldier Opening", "")),
    ]
    session.widget("analysis.tabs.card")
    session.click((found.rect.centerx, found.rect.top + found.row_height // 2))
    assert played(session) == ["h2e2"]


def test_it_is_pale_until_the_answer_is_there(session: Session) -> None:
    library_explored(session)
    session.play("b2e2")
    session.send(Tick(session.now))
    session.draw()
    found = table(session, "explorer.moves")
    assert found.stale
    session.click((found.rect.centerx, found.rect.top + found.row_height // 2))
    assert played(session) == ["b2e2"]


def test_the_keyboard_goes_through_its_moves(session: Session) -> None:
    library_explored(session)
    session.screen.memory.focus, session.screen.memory.focus_shown = "explorer.moves", True
    session.key(pygame.K_DOWN)
    session.key(pygame.K_RETURN)
    assert played(session) == ["c3c4"]


def test_the_explorer_opens_on_what_masters_play(session: Session) -> None:
    explored(session)
    found = table(session, "explorer.moves")
    assert [row.games for row in found.rows[:2]] == ["16,008", "4,918"]
    assert [row.facts[0] for row in found.rows[:2]] == ["Central Cannon Opening", "Soldier Opening"]
    source = session.widget("explorer.source")
    assert isinstance(source, Label)
    assert "Tseng and Chen" in source.text
    session.click((found.rect.centerx, found.rect.top + found.row_height // 2))
    assert played(session) == ["h2e2"]
    session.draw()
    here = session.widget("explorer.opening")
    assert isinstance(here, Label)
    assert here.text == "B00 Central Cannon Opening"


def test_the_number_of_games_leads_to_them(session: Session) -> None:
    explored(session)
    found = table(session, "explorer.moves")
    listing = ListExplored(Move.from_iccs("c3c4"))
    assert listing in session.click((found.counts[3], found.rect.top + found.row_height * 3 // 2))
    assert session.iccs() == []
    memory = session.screen.memory
    memory.rows["explorer.moves"] = 1
    assert found.key_down(pygame.K_SPACE, memory) == listing
    assert found.key_down(pygame.K_RETURN, memory) == PlayText("c3c4")


def test_the_making_of_masters_games_is_shown_where_they_must_be_read(session: Session) -> None:
    wanted = GameFilter(player="Hu", whose=Whose.MASTERS)
    session.send(ToggleExplorer(), FilterExplorer(wanted), Tick(session.state.now + 0.1))
    session.send(MastersMaking(session.state.part(LibraryState).masters.make_id, 0.31))
    session.draw()
    assert "31%" in table(session, "explorer.moves").empty
    session.send(OpenLibrary(LibraryPage.SEARCH))
    session.draw()
    how = session.widget("search.how")
    assert isinstance(how, Label)
    assert "31%" in how.text
    session.click_widget("search.stop")
    assert session.state.part(LibraryState).masters.share is None


@pytest.mark.parametrize("size", [(800, 600), (1366, 768), (2560, 1440)])
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_bars_are_wide_and_figures_come_with_thirty_games(size: tuple[int, int], language: str) -> None:
    session = Session(size=size)
    session.settle(language=language)
    explored(session)
    found = session.widget("explorer.moves")
    assert isinstance(found, MovesTable)
    painter = Painter(session.surface, DARK, session.screen.stage.frame.unit)
    move, games, bar, leads, _ = found.cells(painter)
    assert bar.width >= painter.px(150)
    assert found.stacked is (found.rect.width < painter.px(520))
    assert found.stacked == (leads.left == bar.left or bar.left == move.left)
    for row in found.rows:
        assert painter.width(row.games) <= games.width
        assert row.label.width(painter) <= move.width
    assert found.figures((10, 10, 9)) == ("", "", "")
    assert found.figures((10, 10, 10)) == ("33%", "33%", "33%")


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        ("C00", "C00", ""),
        ("C00", "", "not named"),
        ("", "B00", "Central Cannon Opening"),
        ("C00", "C05", "with Left Edge Horse"),
        ("C10", "C11", "Red Left Riverbank Horse"),
        ("B00", "B05", "Central Cannon against Left Horse"),
    ],
)
def test_a_move_is_told_by_what_it_adds_to_the_name(before: str, after: str, added: str) -> None:
    assert added_name(Texts("en"), before, after) == added


def test_in_chinese_what_is_added_may_stand_in_the_middle() -> None:
    assert added_name(Texts("zh-Hans"), "C00", "C05") == "左边马"


def test_the_filter_takes_the_place_of_the_table(session: Session) -> None:
    explored(session)
    session.click_widget("explorer.filter")
    session.draw()
    assert session.screen.stage.widget("explorer.moves") is None
    session.click_widget("explorer.last_year")
    session.write("199")
    assert session.state.part(LibraryState).filter.last_year == 0
    session.write("9")
    assert session.state.part(LibraryState).filter.last_year == 1999
    session.click_widget("explorer.player")
    session.write("Hu")
    assert session.state.part(LibraryState).filter.player == "Hu"
    whose = session.widget("explorer.whose").rect
    session.click((whose.left + whose.width * 5 // 6, whose.centery))
    assert session.state.part(LibraryState).filter.own
    session.draw()
    assert session.screen.stage.widget("explorer.player") is None, "of one's own games one knows the player"
    shown = session.widget("explorer.filter")
    assert isinstance(shown, Button)
    assert shown.label == "Filter: on"


def game_rows(session: Session) -> list[GameRow]:
    found = session.widget("games")
    assert isinstance(found, GameList)
    return [row for row in found.rows if isinstance(row, GameRow)]


def test_own_games_are_searched_chosen_and_opened(session: Session) -> None:
    with_own(
        session,
        LibraryPage.GAMES,
        own_game(3, "1-0", accuracy=88.0),
        own_game(2, "0-1", side=BLACK),
        own_game(1, "*", side=None),
    )
    assert [(row.red, row.black) for row in game_rows(session)] == [
        ("You", "Computer (level 3)"),
        ("Computer (level 5)", "You"),
        ("Red", "Computer (level 3)"),
    ]
    for key, review in (("games.open", False), ("games.review", True)):
        button = session.widget(key)
        assert isinstance(button, Button)
        assert (button.action, button.enabled) == (OpenStoredGame(3, review=review), True), "the first row"
    games = session.widget("games")
    assert isinstance(games, GameList)
    assert [row.result for row in game_rows(session)] == ["won", "won", "unfinished"]
    second = (games.rect.centerx, games.rect.top + games.row_height + 10)
    assert session.click(second) == [], "a click only chooses"
    session.draw()
    assert DeleteOwnGame(2) in session.click_widget("games.delete")
    session.send(Answer(False))
    session.draw()
    session.click_widget("games.search")
    session.write("BLACK")
    assert [row.black for row in game_rows(session)] == ["You"]
    assert OpenStoredGame(2, review=True) in session.click_widget("games.review")
    assert session.click_widget("games.export") == [ExportGames((2,))]


def test_a_double_click_opens_a_game(session: Session) -> None:
    with_own(session, LibraryPage.GAMES, own_game(2, "1-0"), own_game(1, "1-0"))
    games = session.widget("games")
    assert isinstance(games, GameList)
    place = (games.rect.centerx, games.rect.top + games.row_height + 10)
    assert session.click(place) == []
    assert session.click(place) == [OpenStoredGame(1)]


def test_a_double_click_goes_on_with_an_unfinished_game(session: Session) -> None:
    with_own(session, LibraryPage.GAMES, own_game(2, "*"))
    games = session.widget("games")
    place = (games.rect.centerx, games.rect.top + 10)
    session.click(place)
    assert session.click(place) == [ContinueStored(2)]


def test_two_clicks_that_are_no_double_click_open_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    with_own(session, LibraryPage.GAMES, own_game(2, "1-0"), own_game(1, "1-0"))
    games = session.widget("games")
    assert isinstance(games, GameList)
    first = (games.rect.centerx, games.rect.top + 10)
    second = (first[0], first[1] + games.row_height)
    assert session.click(first) == []
    now[0] += 100
    assert session.click(second) == [], "elsewhere"
    now[0] += 600
    assert session.click(second) == [], "too late"
    now[0] += 100
    assert session.click(second) == [OpenStoredGame(1)]


def test_another_list_begins_at_its_first_game(session: Session) -> None:
    games = [own_game(number, "0-1") for number in (4, 3, 2, 1)]
    with_own(session, LibraryPage.GAMES, *games)
    session.key(pygame.K_DOWN)
    session.draw()
    session.send(OpenStoredGame(3))
    session.draw()
    assert session.click_widget("games.open") == [OpenStoredGame(3)], "it stays chosen in its list"
    with_own(session, LibraryPage.LOST, *games)
    assert session.click_widget("games.open") == [OpenStoredGame(4)]


def test_the_lists_of_own_games_are_lost_and_unfinished_ones(session: Session) -> None:
    games = (own_game(1, "0-1"), own_game(2, "0-1", accuracy=70.0), own_game(3, "*"), own_game(4, "1-0"))
    for page, count in ((LibraryPage.GAMES, 4), (LibraryPage.LOST, 1), (LibraryPage.UNFINISHED, 1)):
        with_own(session, page, *games)
        assert len(game_rows(session)) == count
    sources = session.widget("games.sources")
    assert isinstance(sources, ListBox)
    assert [(row.text, row.note) for row in sources.rows[1:4]] == [
        ("All my games", "4"),
        ("Lost, not reviewed", "1"),
        ("Unfinished", "1"),
    ]


def test_headings_sort_and_sort_the_other_way(session: Session) -> None:
    with_own(session, LibraryPage.GAMES, own_game(3, "1-0"), own_game(1, "0-1"), own_game(2, "1/2-1/2"))
    heads = session.widget("games.heads")
    assert isinstance(heads, Headings)

    def moves() -> list[str]:
        session.draw()
        return [row.moves for row in game_rows(session)]

    assert moves() == ["32", "31", "31"]
    session.click(heads.places["date"].center)
    session.draw()
    dates = ["11 Jan 2026", "11 Feb 2026", "11 Mar 2026"]
    assert [row.date for row in game_rows(session)] == dates, "the latest were first already"
    session.click(heads.places["date"].center)
    assert moves() == ["32", "31", "31"], "as they were"
    session.click(heads.places["moves"].center)
    assert moves() == ["32", "31", "31"]
    session.click(heads.places["moves"].center)
    assert moves() == ["31", "31", "32"]
    session.screen.memory.focus, session.screen.memory.focus_shown = "games.heads", True
    session.key(pygame.K_RETURN)
    session.draw()
    assert [row.winner.text for row in game_rows(session)] == ["R", "B", "="]


def test_the_menu_of_a_game_has_all_that_can_be_done_with_it(session: Session) -> None:
    with_own(session, LibraryPage.GAMES, own_game(2, "1-0"), own_game(1, "1-0"))
    games = session.widget("games")
    place = (games.rect.centerx, games.rect.top + 50)
    session.post(pygame.MOUSEBUTTONDOWN, pos=place, button=3)
    session.draw()
    items = session.widget(MENU)
    assert isinstance(items, Menu)
    opened, reviewed = OpenStoredGame(1), OpenStoredGame(1, review=True)
    wanted = [opened, reviewed, ExportGames((1,)), StarGame(1), DeleteOwnGame(1)]
    assert [item.action for item in items.items] == wanted
    session.key(pygame.K_ESCAPE)
    session.screen.memory.focus, session.screen.memory.focus_shown = "games", True
    session.key(pygame.K_F10, pygame.KMOD_SHIFT)
    session.draw()
    session.widget(MENU)


def test_the_board_beside_the_list_goes_through_the_chosen_game(session: Session) -> None:
    start = Board()
    points = bytes(start.piece_at(square) for square in BOARD_SQUARES)
    moves = (Move.from_iccs("h2e2"), Move.from_iccs("h9g7"))
    with_own(session, LibraryPage.GAMES, replace(own_game(1, "1-0"), start_points=points, moves=moves))

    def shown() -> tuple[int, int] | None:
        session.draw()
        board = session.widget("games.board")
        assert isinstance(board, SmallBoard)
        return board.last_move

    def squares(move: Move) -> tuple[int, int]:
        return move.from_square, move.to_square

    assert shown() == squares(moves[1])
    session.click_widget("games.previous")
    assert shown() == squares(moves[0])
    session.key(pygame.K_LEFT)
    assert shown() is None
    session.key(pygame.K_RIGHT)
    assert shown() == squares(moves[0])
    session.click_widget("games.last")
    assert shown() == squares(moves[1])


def test_the_whole_library_is_read_when_it_is_shown(session: Session) -> None:
    documents = session.state.documents
    session.send(OpenLibrary(LibraryPage.WHOLE), Tick(session.now))
    whole = session.state.part(LibraryState).whole
    assert whole is not None
    games = tuple(pack(Game(headers={"Red": name})) for name in ("Li", "Hu"))
    session.send(FoundRead(whole.ask_id, games, (Stored(4, 0), Stored(9, 0)), share=0.5))
    session.draw()
    assert [row.red for row in game_rows(session)] == ["Li", "Hu"]
    count = session.widget("games.count")
    assert isinstance(count, Label)
    assert count.text == "Reading… 2 games, 50%"
    session.send(FoundRead(whole.ask_id, complete=True))
    session.draw()
    session.key(pygame.K_DOWN)
    assert session.key(pygame.K_RETURN) == [OpenStoredGame(9)]
    assert session.state.documents[: len(documents)] == documents, "listing has changed no document"


def test_a_game_of_two_people_tells_its_result(session: Session) -> None:
    drawn, won = (own_game(number, result, side=None) for number, result in ((1, "1/2-1/2"), (2, "1-0")))
    with_own(session, LibraryPage.GAMES, drawn, won)
    assert [row.result for row in game_rows(session)] == ["Draw", "Red won"]
    first = game_rows(session)[0]
    assert (first.text, first.own) == ("Red – Computer (level 3)", None)
    assert first.value == f"Draw, {first.openings[0]}, 31, 11 Jan 2026"


def test_exported_games_go_where_one_wants_them_in_a_format_that_holds_them(session: Session) -> None:
    with_own(session, LibraryPage.GAMES, own_game(2, "0-1"), own_game(1, "1-0"))
    session.click_widget("games.export_all")
    session.send(FolderListed(Path("/cups"), (FolderEntry("old.pgn", False, 9),)))
    session.draw()
    assert session.screen.memory.texts[SAVE_NAME].endswith(".pgn")
    kinds = session.widget("save.kind")
    assert isinstance(kinds, Choice)
    assert kinds.labels == ("PGN", "DhtmlXQ", "JSON")
    assert saving(session.state, Path("a.pgn")) == ExportTo(Path("a.pgn"), (2, 1))
    session.send(ExportGames((2,)))
    session.draw()
    kinds = session.widget("save.kind")
    assert isinstance(kinds, Choice)
    assert "XQF" in kinds.labels, "a single game fits"
    session.send(OpenPanel(Panel.SAVE_FILE))
    assert saving(session.state, Path("a.pgn")) == SaveFile(Path("a.pgn")), "what is on the board"


def test_what_was_found_is_exported(session: Session) -> None:
    session.send(FindGames())
    games = tuple(pack(Game(headers={"Red": name})) for name in ("Li", "Hu", "Liu"))
    found = session.state.part(LibraryState).found
    assert found is not None
    places = tuple(Stored(number, 0) for number in (4, 9, 7))
    session.send(FoundRead(found.ask_id, games, places, complete=True))
    session.draw()
    session.click_widget("games.search")
    session.write("li")
    assert session.click_widget("games.export_all") == [ExportGames((4, 7))]


def test_figures_tell_results_by_all_that_matters(session: Session) -> None:
    games = [own_game(number, "1-0" if number > 2 else "0-1", accuracy=80.0 + number) for number in range(1, 5)]
    with_own(session, LibraryPage.FIGURES, *games)
    told = {row.name: (row.games, row.results, row.facts) for row in table(session, "library.table").rows}
    assert told["All games"] == ("4", (2, 0, 2), ("50%", "82%"))
    assert told["Level 3"][0] == "4"
    assert told["Mar 2026"] == ("1", (1, 0, 0), ("100%", "83%"))
    assert [name for name, row in told.items() if not row[0]] == [
        "By colour",
        "By computer level",
        "By opening",
        "By month",
    ]
    streak = session.widget("library.streak")
    assert isinstance(streak, Label)
    assert "2 wins in a row" in streak.text
    with_own(session, LibraryPage.FIGURES)
    none = session.widget("library.none")
    assert isinstance(none, ListBox)
    assert none.empty.startswith("Finish a game against an opponent")


def test_names_of_openings_all_have_one_size(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {}
    draw = fonts.text

    def noted(words: str, size: int, *rest: object) -> pygame.Surface:
        sizes[words] = size
        return draw(words, size, *rest)  # type: ignore[arg-type]

    openings = ("C41", "E42")
    games = [replace(own_game(number, "1-0"), opening=key) for number, key in enumerate(openings, 1)]
    monkeypatch.setattr(fonts, "text", noted)
    with_own(session, LibraryPage.FIGURES, *games)
    (first_line,) = (words for words in sizes if words.startswith("Central Cannon against"))
    assert sizes[first_line] == sizes["Opposing Soldiers"]


@pytest.mark.parametrize(("dark", "line"), [(True, "White"), (False, "Black")])
def test_the_legend_names_the_colour_that_the_accuracy_is_drawn_in(
    session: Session, dark: bool, line: str
) -> None:
    session.send(ChangeSettings({"dark": dark}))
    with_own(session, LibraryPage.FIGURES, own_game(1, "1-0", accuracy=80.0))
    legend = session.widget("library.legend")
    assert isinstance(legend, Label)
    assert f"{line}: accuracy" in legend.text
    assert (min((DARK if dark else LIGHT).text) > 128) == (line == "White")


def test_why_there_are_no_figures_is_told(session: Session) -> None:
    session.send(OpenLibrary(LibraryPage.FIGURES))
    session.send(
        OwnGamesListed(session.state.part(LibraryState).own.ask_id, failure="library.db is no library")
    )
    session.draw()
    told = session.widget("library.none")
    assert isinstance(told, ListBox)
    assert told.empty == "library.db is no library"


def test_search_is_filled_in(session: Session) -> None:
    session.send(OpenLibrary(LibraryPage.SEARCH))
    session.draw()
    for name, text in (("player", "Li"), ("event", "Cup"), ("first_year", "1990")):
        session.click_widget(f"search.{name}")
        session.write(text)
    box = session.widget("search.board")
    session.click((box.rect.left + 20, box.rect.bottom - 10))
    search = session.state.part(LibraryState).search
    assert (search.player, search.event, search.first_year, search.board) == (
        "Li",
        "Cup",
        1990,
        BoardSearch.PART,
    )
    session.widget("search.mirror")
    assert FindGames() in session.click_widget("search.find")
    session.click_widget("games.stop")
    session.send(OpenLibrary(LibraryPage.SEARCH))
    session.draw()
    session.click_widget("search.clear")
    assert session.state.part(LibraryState).search.player == ""
    assert session.screen.memory.texts["search.player"] == "", "the field is cleared, too"


def test_the_position_that_is_searched_for_and_examples_stand_beside_the_form() -> None:
    session = Session(size=(1366, 740))
    session.send(OpenLibrary(LibraryPage.SEARCH))
    session.draw()
    session.click_widget("search.player")
    session.write("Li")
    shown = session.widget("search.shown")
    assert isinstance(shown, SmallBoard)
    assert len(shown.pieces) == 32
    session.click_widget("search.example.0")
    search = session.state.part(LibraryState).search
    assert (search.player, search.side, search.whose) == ("胡荣华", RED, Whose.MASTERS)
    session.send(OpenLibrary(LibraryPage.SEARCH))
    session.draw()
    assert session.screen.memory.texts["search.player"] == "胡荣华", "the form says what was searched for"


def test_an_import_is_chosen_watched_and_reported(session: Session) -> None:
    session.send(OpenLibrary(LibraryPage.IMPORT))
    folder = Path("/games").absolute()
    session.state = replace(session.state, folder=Folder(folder, (FolderEntry("a.pgn", False, 10),)))
    session.draw()
    files = session.widget("folder")
    assert ImportPath(folder / "a.pgn") in session.click((files.rect.centerx, files.rect.top + 10))
    importing = session.state.part(LibraryState).importing
    assert importing is not None
    session.send(ImportProgress(importing.id, ImportReport(games=12, files=1), str(folder / "a.pgn"), 0.5))
    session.draw()
    session.widget("import.bar")
    session.click_widget("import.stop")
    report = ImportReport(games=12, files=2, refused=[Refusal(str(folder / "b.pgn"), "no games")])
    session.send(ImportProgress(importing.id, report, over=True))
    session.draw()
    assert rows(session, "import.list") == ["b.pgn"]
    session.click_widget("import.done")
    assert session.state.part(LibraryState).importing is None
    session.click_widget("import.whole")
    importing = session.state.part(LibraryState).importing
    assert importing is not None
    assert importing.running


def test_the_editor_leads_to_the_search_and_one_button_back(session: Session) -> None:
    session.key(pygame.K_e, pygame.KMOD_CTRL)
    session.click_widget("editor.find")
    backs = [one for one in session.screen.stage.widgets if isinstance(one, Button) and one.icon == "previous"]
    assert [(back.key, back.label) for back in backs] == [("panel.close", "Set up a position")]
    session.click_widget("panel.close")
    session.widget("editor.find")
    assert session.state.panel is None
    session.click_widget("editor.find")
    session.key(pygame.K_ESCAPE)
    session.widget("editor.find")
    session.click_widget("editor.find")
    session.send(GoToPlace(Place.GAMES))
    assert session.state.part(LibraryState).page is LibraryPage.GAMES


def test_a_game_of_this_program_is_called_by_its_players(session: Session) -> None:
    session.open_record('[Event "Game"]\n[Red "Player"]\n[Black "Computer"]\n[RedKind "human"]\n\n1. h2e2 *\n')
    title = session.widget("head.title")
    assert isinstance(title, Label)
    assert title.text == "Red – Computer"


def test_what_is_typed_in_the_library_looks_for_games(session: Session) -> None:
    with_own(session, LibraryPage.GAMES, own_game(3, "1-0"))
    session.write("level 3")
    assert session.state.panel is Panel.LIBRARY
    assert session.state.analysis is None
    assert session.screen.memory.texts[GAME_SEARCH] == "level 3"


def test_a_list_of_masters_games_names_their_source(session: Session) -> None:
    session.send(ListStored(Query(player="吕钦"), of_masters=True))
    made = session.state.part(LibraryState).masters
    session.send(MastersMade(made.make_id))
    found = session.state.part(LibraryState).found
    assert found is not None
    session.send(
        FoundRead(found.ask_id, (pack(Game(headers={"Red": "吕钦"})),), (Stored(4, 0),), complete=True)
    )
    session.draw()
    count = session.widget("games.count")
    assert isinstance(count, Label)
    assert count.text == "1 game · Data: Tseng and Chen 2026, CC BY 4.0"
