"""The list of a file's games: searched, put in order, gone through with the keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame
import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.exercises.puzzles import SolvePuzzle
from xiangqi.app.records.loading import ChooseGame
from xiangqi.app.session.files import Loading
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.board import Board
from xiangqi.fen import parse_fen
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import PackedGame, pack
from xiangqi.ui.parts.actions import GAME_SEARCH
from xiangqi.ui.parts.finder import Finder, Order
from xiangqi.ui.parts.game_rows import GameRow
from xiangqi.ui.parts.game_table import GameList
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import Button, Label

ROWS = (
    ("许银川", "吕钦", "五羊杯", "1999.01.02", "1-0", "中炮"),
    ("胡荣华", "许银川", "全国赛", "2000.05.01", "0-1", "飞相局"),
    ("Smith", "Ｌｅｅ", "World Cup", "1995.03.03", "1/2-1/2", ""),
    ("", "", "", "", "*", ""),
)
NAMES = ("Red", "Black", "Event", "Date", "Result", "Opening")
TEXT = "".join(
    "".join(f'[{name} "{value}"]\n' for name, value in zip(NAMES, row, strict=True) if value)
    + f"\n1. 炮二平五 马８进７ {row[4]}\n\n"
    for row in ROWS
).replace("\n\n1. 炮二平五 马８进７ *", '[Title "x"]\n\n1. 炮二平五 马８进７ *')


def games() -> tuple[PackedGame, ...]:
    return tuple(map(pack, read_bytes(TEXT.encode(), "x")))


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("", [0, 1, 2, 3]),
        ("许银川", [0, 1]),
        ("许银川 五羊", [0]),
        ("smith", [2]),
        ("lee cup", [2]),
        ("飞相", [1]),
        ("2000", [1]),
        ("1-0", [0]),
        ("nobody", []),
    ],
)
def test_a_search_looks_at_everything_that_is_listed(query: str, places: list[int]) -> None:
    assert Finder().find(games(), query, Order()) == places


@pytest.mark.parametrize(
    ("query", "places"),
    [("当头炮", [0, 1, 2, 3]), ("當頭炮 许银川", [0, 1]), ("当头炮 world", [2]), ("夹炮屏风", [])],
)
def test_a_search_knows_other_names_of_openings(query: str, places: list[int]) -> None:
    """All four games begin with a central cannon, whatever they say."""
    assert Finder().find(games(), query, Order()) == places


def test_games_are_sorted_by_the_chosen_order() -> None:
    finder = Finder()
    assert finder.find(games(), "", Order("date")) == [2, 0, 1, 3]
    assert finder.find(games(), "", Order("date", descending=True)) == [1, 0, 2, 3]
    assert finder.find(games(), "", Order("red")) == [2, 1, 0, 3]
    assert finder.find(games(), "", Order("black", descending=True)) == [2, 1, 0, 3]
    assert finder.find(games(), "", Order("result")) == [0, 1, 2, 3]
    assert finder.find(games(), "许银川", Order("date", descending=True)) == [1, 0]
    assert finder.find(games(), "", Order()) == [0, 1, 2, 3]


def test_a_file_that_grows_is_found_as_a_whole() -> None:
    finder, every = Finder(), games()
    assert finder.find(every[:1], "许银川", Order()) == [0]
    assert finder.find(every, "许银川", Order()) == [0, 1]
    assert finder.find(every[:2], "许银川", Order()) == [0, 1]
    assert finder.find((every[2],), "许银川", Order()) == []


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open_record(TEXT)
    assert session.state.panel is Panel.GAME_LIST
    session.draw()
    return session


def shown(session: Session) -> list[str]:
    listed = session.widget("games")
    assert isinstance(listed, GameList)
    return [row.text for row in listed.rows]


def test_typing_searches_and_the_keys_choose(session: Session) -> None:
    assert session.screen.memory.focus == GAME_SEARCH
    assert len(shown(session)) == 4
    session.write("许银川")
    assert shown(session) == ["Xu Yinchuan – Lü Qin", "Hu Ronghua – Xu Yinchuan"]
    session.key(pygame.K_DOWN)
    before = session.state.document
    session.key(pygame.K_LEFT)
    assert session.state.document == before, "only the board beside the list shows the game that is chosen"
    for _ in range(3):
        session.key(pygame.K_BACKSPACE)
    assert len(shown(session)) == 4
    session.key(pygame.K_END)
    session.key(pygame.K_RETURN)
    assert session.state.document.collection is not None
    assert (session.state.document.collection.index, session.state.panel) == (3, None)
    session.key(pygame.K_f, pygame.KMOD_CTRL)
    assert session.key(pygame.K_RETURN) == [ClosePanel()], "the game that is on the board is chosen"


def test_a_game_of_a_file_is_opened_to_be_reviewed_and_exported(session: Session) -> None:
    for key, action in (("games.review", StartReview()), ("games.export", OpenPanel(Panel.SAVE_FILE))):
        session.screen.memory.rows["games"] = 1
        session.draw()
        assert session.click_widget(key) == [ChooseGame(1, action)]
        assert session.state.document.collection is not None
        assert session.state.document.collection.index == 1
        session.send(OpenPanel(Panel.GAME_LIST))
    assert session.state.analysis is not None
    session.draw()
    delete = session.widget("games.delete")
    assert isinstance(delete, Button)
    assert not delete.enabled, "nothing of a file is deleted"


def test_rows_tell_what_is_known(session: Session) -> None:
    listed = session.widget("games")
    assert isinstance(listed, GameList)
    rows = [row for row in listed.rows if isinstance(row, GameRow)]
    assert [(row.winner.text, row.red, row.black, row.openings[0], row.moves, row.date) for row in rows] == [
        ("R", "Xu Yinchuan", "Lü Qin", "中炮", "1", "2 Jan 1999"),
        ("B", "Hu Ronghua", "Xu Yinchuan", "飞相局", "1", "1 May 2000"),
        ("=", "Smith", "Ｌｅｅ", rows[2].openings[0], "1", "3 Mar 1995"),
        ("–", "x", "", rows[3].openings[0], "1", "no date"),
    ]
    session.write("central world")
    assert shown(session) == ["Smith – Ｌｅｅ"]
    session.write(" nobody")
    assert shown(session) == []


def test_a_narrow_list_has_two_lines_with_what_there_is_room_for() -> None:
    session = Session(size=(1050, 700))
    session.open_record(TEXT)
    session.draw()
    listed = session.widget("games")
    assert isinstance(listed, GameList)
    assert not listed.is_table
    assert [(row.aside, row.detail) for row in listed.rows] == [
        ("2 Jan 1999", "五羊杯 · 1 move · 中炮"),
        ("1 May 2000", "全国赛 · 1 move · 飞相局"),
        ("3 Mar 1995", "World Cup · 1 move · Central Cannon Op…"),
        ("", "1 move · Central Cannon against Left Horse"),
    ]


def test_a_key_leads_to_the_search_among_games() -> None:
    session = Session()
    session.key(pygame.K_f, pygame.KMOD_CTRL)
    assert session.state.panel is Panel.LIBRARY, "there is no file"
    session.open_record(TEXT)
    session.send(ClosePanel())
    session.key(pygame.K_f, pygame.KMOD_CTRL)
    assert session.state.panel is Panel.GAME_LIST
    session.draw()
    session.screen.memory.focus = None
    session.key(pygame.K_f, pygame.KMOD_CTRL)
    assert session.screen.memory.focus == GAME_SEARCH


def test_reading_tells_how_far_it_is_and_can_be_stopped(session: Session) -> None:
    assert all(widget.key != "games.stop" for widget in session.screen.stage.widgets)
    session.state = replace(session.state, loading=Loading(1, "x", 4, 0.25))
    session.draw()
    words = session.widget("games.count")
    assert isinstance(words, Label)
    assert words.text == "Reading… 4 games, 25%"
    session.click_widget("games.stop")
    assert session.state.loading is None


def test_recent_files_have_a_page(session: Session) -> None:
    session.send(OpenPanel(Panel.OPEN_FILE))
    session.draw()
    tabs = session.widget("open.pages")
    session.click((tabs.rect.right - 20, tabs.rect.centery))
    recent = session.widget("recent")
    assert isinstance(recent, ListBox)
    assert [row.text for row in recent.rows] == ["record.pgn"]


def test_a_list_of_puzzles_tells_how_many_are_solved() -> None:
    session = prepared("list of puzzles", (1366, 768), "en")
    told = session.widget("games.count")
    assert isinstance(told, Label)
    assert "3" in told.text
    games = session.widget("games")
    assert isinstance(games, GameList)
    assert games.rows[1].text == "Puzzle 2"
    button = session.widget("games.open")
    assert isinstance(button, Button)
    assert button.action == SolvePuzzle(1), "the one that is on the board"


def board_of(session: Session) -> Mapping[int, int]:
    board = session.widget("games.board")
    assert isinstance(board, SmallBoard)
    return board.pieces


def test_a_game_is_shown_as_it_ended_and_a_puzzle_as_it_begins() -> None:
    session = Session(size=(1366, 768))
    session.open_record('[Red "A"]\n\n1. h2e2 h9g7 *\n\n[Red "B"]\n\n1. b2e2 *\n')
    end = Board()
    for move in ("h2e2", "h9g7"):
        end.push(next(legal for legal in end.legal_moves() if legal.iccs == move))
    assert board_of(session) == dict(parse_fen(end.fen()).placement)
    start = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w"
    puzzles = Session(size=(1366, 768))
    puzzles.open_record(f"{start}\nb1b9\n\n" * 2, "puzzles.txt")
    assert puzzles.state.document.games[1].plies == 1, "its moves are the solution"
    assert board_of(puzzles) == dict(parse_fen(start).placement)
