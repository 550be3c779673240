"""Tests of the names under which games belong to a player, and of the results of their reviews."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.fen import START_FEN
from xiangqi.library import CountedSide, Library, Person, Played, PlayerGame, Query, ReviewLimits
from xiangqi.library.players import HELPED, SET_UP, against_others, name_key
from xiangqi.library.salvage import salvage
from xiangqi.records.files import write_games
from xiangqi.records.tree import Game

TERMS = ReviewLimits("built-in 1", "50000 nodes")
ENDING = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"


def game(seed: int, red: str, black: str, start: str = START_FEN, plies: int = 24, **headers: str) -> Game:
    rng, found = random.Random(seed), Game(headers={"Red": red, "Black": black, **headers}, start_fen=start)
    board, node = found.board(), found.root
    for _ in range(plies):
        move = rng.choice(board.legal_moves())
        board.push(move)
        node = node.add(move)
    return found


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "games.db")


def brought_in(library: Library, *games: Game) -> None:
    path = library.path.with_name("games.pgn")
    write_games(path, games)
    library.import_files([path])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("吕钦", "呂欽"),
        ("許銀川", "许银川"),
        ("Wang Tianyi", "WANG  tianyi "),
        ("\uff37\uff41\uff4e\uff47", "wang"),
        ("趙國榮", "赵国荣"),
        ("Lü Qin", "lü qin"),
        ("胡 榮華", "胡 荣华"),
    ],
)
def test_a_name_is_the_same_however_it_is_written(library: Library, one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    brought_in(library, game(1, one, "x"), game(2, "y", other), game(3, f"{other}2", "z"))
    assert library.games_of(Person((one,))) == [PlayerGame(1, RED, 24), PlayerGame(2, BLACK, 24)]


def test_all_names_of_a_person_are_looked_for_and_no_part_of_one(library: Library) -> None:
    brought_in(library, game(1, "Li Wei", "a"), game(2, "b", "李伟"), game(3, "Li Weiming", "c"))
    assert [one.number for one in library.games_of(Person(("Li Wei", "李偉")))] == [1, 2]
    assert library.games_of(Person(())) == []
    assert library.games_of(Person(("", " "))) == []


def test_games_played_here_under_no_name_belong_to_who_says_so(library: Library) -> None:
    nameless = library.keep(game(1, "Player", "Computer, level 3"), Played("2026-01-01", RED, black_level=3))
    named = library.keep(game(2, "Computer, level 3", "Mei"), Played("2026-01-02", BLACK, red_level=3))
    library.keep(game(3, "Player", "Player"), Played("2026-01-03"))  # two people, neither of them named
    assert library.games_of(Person((), here=True)) == [PlayerGame(nameless, RED, 24)]
    assert library.games_of(Person(("MEI",))) == [PlayerGame(named, BLACK, 24)]
    assert [one.number for one in library.games_of(Person(("Mei",), here=True))] == [nameless, named]


def test_games_with_help_and_from_other_positions_say_so(library: Library) -> None:
    help_taken = [game(seed, "Mei", "b", Unrated=why) for seed, why in enumerate(("hint", "take-back"))]
    brought_in(library, *help_taken, game(5, "Mei", "b", ENDING, plies=2), game(6, "Mei", "b"))
    assert [one.left_out for one in library.games_of(Person(("Mei",)))] == [HELPED, HELPED, SET_UP, ""]


def test_a_players_games_are_as_many_wherever_they_are_counted(library: Library) -> None:
    """Those against oneself, which a record names by mistake, are none; nor are those of a longer name."""
    own = game(1, "吕钦", "呂欽")
    brought_in(
        library, own, game(2, "吕钦", "?"), game(3, "Li", "吕钦"), game(4, "小吕钦", "Li"), game(5, "呂欽", "b")
    )
    listed = {one.name: one.games for one in library.players()}
    assert listed == {"吕钦": 3, "Li": 2, "小吕钦": 1, "b": 1}
    for name, count in listed.items():
        numbers = [one.number for one in against_others(library.games_of(Person((name,))))]
        found = library.places(Query(player=name, whole_names=True))
        assert [number for number, _ in found] == numbers
        assert len(numbers) == count
    by_side = [library.count(Query(player="呂欽", side=side, whole_names=True)) for side in (RED, BLACK)]
    assert by_side == [2, 1]
    assert library.count(Query(player="吕钦", opponent="Li", whole_names=True)) == 1
    assert library.count(Query(player="吕钦", opponent="L", whole_names=True)) == 0
    assert library.count(Query(player="吕钦")) == 5, "a search finds parts of names"


def test_the_latest_games_come_first_and_those_without_a_date_last(library: Library) -> None:
    dates = ("1999.05.01", "", "2004.11.??", "1999.05.30", "1999.05.01")
    games = (game(seed, "Mei", "b", Date=date) for seed, date in enumerate(dates))
    brought_in(library, *games)
    assert [number for number, _ in library.latest(Query(player="Mei"))] == [3, 4, 5, 1, 2]


def test_nothing_is_counted_twice_on_the_same_terms(library: Library) -> None:
    brought_in(library, *(game(seed, "Mei", "b") for seed in range(3)), game(9, "Mei", "b", plies=1))
    games = library.games_of(Person(("Mei",)))
    assert [one.number for one in library.uncounted(games, TERMS)] == [
        3,
        2,
        1,
    ]  # a game of one move has nothing
    library.keep_counted(CountedSide(2, RED, TERMS, "2026-01-01T00:00:00", b"found"))
    assert [one.number for one in library.uncounted(games, TERMS)] == [3, 1]
    deeper = ReviewLimits(TERMS.engine, "100000 nodes")
    assert [one.number for one in library.uncounted(games, deeper)] == [3, 2, 1]
    library.keep_counted(CountedSide(2, RED, deeper, "2026-01-02T00:00:00", b"deeper"))
    [found] = library.counted(games)
    assert (found.terms, found.moves) == (deeper, b"deeper")


def test_what_was_learnt_can_be_deleted_for_one_of_the_players(library: Library) -> None:
    brought_in(library, game(1, "Mei", "Li"))
    for side in (RED, BLACK):
        library.keep_counted(CountedSide(1, side, TERMS, "2026-01-01", b"found"))
    assert library.forget_counted(library.games_of(Person(("Mei",)))) == 1
    assert library.counted(library.games_of(Person(("Mei",)))) == []
    assert len(library.counted(library.games_of(Person(("Li",))))) == 1


def test_a_deleted_game_takes_along_what_was_found_in_it(library: Library) -> None:
    brought_in(library, game(1, "Mei", "Li"))
    [mine] = library.games_of(Person(("Mei",)))
    library.keep_counted(CountedSide(1, RED, TERMS, "2026-01-01", b"found"))
    library.delete([1])
    assert library.counted([mine]) == []
    with pytest.raises(LibraryError):
        library.keep_counted(CountedSide(1, RED, TERMS, "2026-01-01", b"found"))


def test_damaged_rows_are_left_out_and_counted_again_by_nobody_else(library: Library) -> None:
    brought_in(library, game(1, "Mei", "Li"), game(2, "Mei", "Li"))
    games = library.games_of(Person(("Mei",)))
    for one in games:
        library.keep_counted(CountedSide(one.number, RED, TERMS, "2026-01-01", b"found"))
    with sqlite3.connect(library.path) as database:
        database.execute("UPDATE counted SET moves = 'text' WHERE game = 1")
    assert [found.number for found in library.counted(games)] == [2]


def test_what_was_found_survives_a_salvage(library: Library, tmp_path: Path) -> None:
    brought_in(library, game(1, "Mei", "Li"))
    library.keep_counted(CountedSide(1, RED, TERMS, "2026-01-01", b"found"))
    library.close()
    assert salvage(library.path, tmp_path / "saved.db") == (1, [])
    with Library(tmp_path / "saved.db") as saved:
        [found] = saved.counted(saved.games_of(Person(("Mei",))))
        assert found.moves == b"found"
