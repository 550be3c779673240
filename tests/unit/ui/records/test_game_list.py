"""The list of a file's games: searched, put in order, gone through with the keys."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.session.files import Loading
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import PackedGame, pack
from xiangqi.ui.parts.finder import Finder
from xiangqi.ui.records.game_list import SEARCH
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import Label

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
    assert Finder().find(games(), query, "file") == places


@pytest.mark.parametrize(
    ("query", "places"),
    [("当头炮", [0, 1, 2, 3]), ("當頭炮 许银川", [0, 1]), ("当头炮 world", [2]), ("夹炮屏风", [])],
)
def test_a_search_knows_other_names_of_openings(query: str, places: list[int]) -> None:
    """All four games begin with a central cannon, whatever they say."""
    assert Finder().find(games(), query, "file") == places


def test_games_are_sorted_by_the_chosen_order() -> None:
    finder = Finder()
    assert finder.find(games(), "", "date") == [2, 0, 1, 3]
    assert finder.find(games(), "", "players") == [2, 1, 0, 3]
    assert finder.find(games(), "许银川", "date") == [0, 1]
    assert finder.find(games(), "", "file") == [0, 1, 2, 3]


def test_a_file_that_grows_is_found_as_a_whole() -> None:
    finder, every = Finder(), games()
    assert finder.find(every[:1], "许银川", "file") == [0]
    assert finder.find(every, "许银川", "file") == [0, 1]
    assert finder.find(every[:2], "许银川", "file") == [0, 1]
    assert finder.find((every[2],), "许银川", "file") == []


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open_record(TEXT)
    assert session.state.panel is Panel.GAME_LIST
    session.draw()
    return session


def shown(session: Session) -> list[str]:
    listed = session.widget("games")
    assert isinstance(listed, ListBox)
    return [row.text for row in listed.rows]


def test_typing_searches_and_the_keys_choose(session: Session) -> None:
    assert session.screen.memory.focus == SEARCH
    assert len(shown(session)) == 4
    session.write("许银川")
    assert shown(session) == ["1.  许银川 – 吕钦", "2.  胡荣华 – 许银川"]
    session.key(pygame.K_DOWN)
    session.key(pygame.K_RETURN)
    assert session.state.document.play is None
    assert (session.state.document.collection.index, session.state.panel) == (1, Panel.GAME_LIST)
    session.key(pygame.K_RIGHT)
    assert session.state.document.cursor.ply == 1, "the board can be gone through meanwhile"
    for _ in range(3):
        session.key(pygame.K_BACKSPACE)
    assert len(shown(session)) == 4
    session.key(pygame.K_END)
    session.key(pygame.K_RETURN)
    assert session.state.document.collection.index == 3
    session.key(pygame.K_RETURN)
    assert session.state.panel is None, "the game that is shown already leads to its moves"


def test_rows_tell_what_is_known(session: Session) -> None:
    listed = session.widget("games")
    assert isinstance(listed, ListBox)
    assert [(row.note, row.aside, row.detail) for row in listed.rows] == [
        ("Red won", "2 Jan 1999", "五羊杯 · 中炮 · 1 move"),
        ("Black won", "1 May 2000", "全国赛 · 飞相局 · 1 move"),
        ("Draw", "3 Mar 1995", "World Cup · 1 move"),  # there is no room for the name
        ("", "", "Central Cannon, Other Replies · 1 move"),
    ]
    session.write("central world")
    assert shown(session) == ["3.  Smith – Ｌｅｅ"]
    session.write(" nobody")
    assert shown(session) == []


def test_the_list_opens_with_a_key_where_there_is_one() -> None:
    session = Session()
    session.key(pygame.K_f, pygame.KMOD_CTRL)
    assert session.state.panel is None
    session.open_record(TEXT)
    session.send(ClosePanel())
    session.key(pygame.K_f, pygame.KMOD_CTRL)
    assert session.state.panel is Panel.GAME_LIST


def test_reading_tells_how_far_it_is_and_can_be_stopped(session: Session) -> None:
    assert all(widget.key != "records.stop" for widget in session.screen.stage.widgets)
    session.state = replace(session.state, loading=Loading(1, "x", 4, 0.25))
    session.draw()
    words = session.widget("records.loading")
    assert isinstance(words, Label)
    assert words.text == "Reading… 4 games, 25%"
    session.click_widget("records.stop")
    assert session.state.loading is None


def test_recent_files_have_a_page(session: Session) -> None:
    session.send(OpenPanel(Panel.OPEN_FILE))
    session.draw()
    tabs = session.widget("open.pages")
    session.click((tabs.rect.right - 20, tabs.rect.centery))
    recent = session.widget("recent")
    assert isinstance(recent, ListBox)
    assert [row.text for row in recent.rows] == ["record.pgn"]


def test_a_list_of_puzzles_calls_them_so() -> None:
    session = prepared("list of puzzles", (1366, 768), "en")
    title = session.widget("panel.title")
    assert isinstance(title, Label)
    assert title.text == "3 puzzles in puzzles.txt"
    games = session.widget("games")
    assert isinstance(games, ListBox)
    assert games.rows[1].text == "2.  Puzzle 2"
