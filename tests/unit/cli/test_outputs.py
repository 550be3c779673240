"""Nothing is written onto what is read, or onto a file that the program keeps for itself."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import xiangqi
from xiangqi.cli import main
from xiangqi.errors import StorageError
from xiangqi.library import Library
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.resources import asset, data_folder

GAME = '[Red "Anna"]\n\n1. h2e2 h9g7 *\n'


def itself(path: Path) -> Path:
    return path


def another_spelling(path: Path) -> Path:
    return path.parent / "." / ".." / path.parent.name / path.name


def symbolic_link(path: Path) -> Path:
    link = path.with_name("link")
    link.symlink_to(path)
    return link


def hard_link(path: Path) -> Path:
    link = path.with_name("twin")
    os.link(path, link)
    return link


def linked_folder(path: Path) -> Path:
    link = path.parent.parent / "folder"
    link.symlink_to(path.parent)
    return link / path.name


NAMES = (itself, another_spelling, symbolic_link, hard_link, linked_folder)
Naming = Callable[[Path], Path]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "game.pgn"
    path.write_text(GAME)
    return path


@pytest.fixture
def library(tmp_path: Path, game: Path) -> Path:
    (tmp_path / "lib").mkdir()
    path = tmp_path / "lib" / "club.db"
    with Library(path) as opened:
        assert opened.import_files([game]).games == 1
    return path


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> None:
    assert main(list(map(str, words))) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "choose another file" in lines[0]


@pytest.mark.parametrize("named", NAMES)
def test_what_is_read_is_not_replaced(game: Path, named: Naming, capsys: pytest.CaptureFixture[str]) -> None:
    other = game.with_name("other.pgn")
    other.write_text(GAME)
    output = named(game)
    refused(capsys, "convert", other, game, "--to", "json", "-o", output)
    refused(capsys, "review", other, game, "--resume", output)
    refused(capsys, "match", "builtin", "builtin", "--games", "2", "--openings", game, "--pgn", output)
    refused(capsys, "match", "builtin", "builtin", "--games", "2", "--openings", game, "--resume", output)
    refused(capsys, "match", "builtin", game, "--games", "2", "--pgn", output)
    assert game.read_text() == GAME


def test_a_film_does_not_replace_its_record(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = game.rename(game.with_suffix(".gif"))
    refused(capsys, "film", record, symbolic_link(record).rename(game.with_name("link.gif")))
    assert record.read_text() == GAME


def test_a_file_in_a_folder_that_is_read(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "convert", game.parent, "-o", game)
    assert game.read_text() == GAME
    assert main(["convert", str(game.parent), "-o", str(game.with_name("new.pgn"))]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are other things there")
def test_nothing_is_taken_from_a_pipe_to_see_what_it_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    pipe = os.open(tmp_path / "pipe", os.O_RDWR)
    os.write(pipe, GAME.encode())
    for output in ("pipe-wal", "out.pgn"):
        assert main(["convert", str(tmp_path / "pipe"), "-o", str(tmp_path / output)]) == 2
    assert os.read(pipe, 100) == GAME.encode()
    os.close(pipe)


def test_two_outputs_are_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = tmp_path / "both"
    refused(capsys, "match", "builtin", "builtin", "--games", "2", "--pgn", both, "--resume", both)
    assert not both.exists()


@pytest.mark.parametrize("named", NAMES)
@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_a_library_is_not_replaced(
    library: Path, game: Path, named: Naming, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = library.read_bytes()
    beside = Path(f"{library}{end}")
    if named in (hard_link, symbolic_link) and end:
        beside.touch()
    output = named(beside)
    if named is hard_link and end:  # an empty file: only a command that uses the library knows what it is
        refused(capsys, "library", "export", "--library", library, "-o", output)
        return
    refused(capsys, "library", "export", "--library", library, "-o", output)
    refused(capsys, "convert", game, "-o", output)
    refused(capsys, "match", "builtin", "builtin", "--games", "2", "--pgn", output)
    refused(capsys, "review", game, "--resume", output)
    assert library.read_bytes() == before
    assert main(["library", "salvage", str(output), "--library", str(library)]) == 2
    assert library.read_bytes() == before


@pytest.fixture
def database_in_use(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A database in whose files beside it there is something."""
    path = tmp_path / "used.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(f"PRAGMA journal_mode = {request.param}")
        database.execute("CREATE TABLE game (moves)")
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO game VALUES (?)", [("h2e2 h9g7" * 1000,)] * 10)
        yield path


@pytest.mark.skipif(sys.platform == "win32", reason="files that are in use cannot be read there")
@pytest.mark.parametrize(
    ("database_in_use", "end"),
    [("WAL", ""), ("WAL", "-wal"), ("WAL", "-shm"), ("DELETE", ""), ("DELETE", "-journal")],
    indirect=["database_in_use"],
)
def test_what_a_database_is_made_of_is_known_by_any_name(
    database_in_use: Path, end: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = Path(f"{database_in_use}{end}")
    before = part.read_bytes()
    output = hard_link(part).rename(game.with_name("out.pgn"))
    refused(capsys, "convert", game, "-o", output)
    refused(capsys, "match", "builtin", "builtin", "--games", "2", "--pgn", output)
    refused(capsys, "review", game, "--resume", output)
    assert part.read_bytes() == before


@pytest.mark.parametrize("named", [itself, symbolic_link, hard_link])
@pytest.mark.parametrize(
    "name",
    [
        "settings.json",
        "settings.lock",
        "journal.pgn",
        "journal-2.pgn",
        "journal-p17-0a1b.pgn",
        "journal-unstored-20260302-120000.pgn",
        "journal-2-unstored-20260302-120000-2.pgn",
        "journal.lock",
        "unsaved.pgn",
        "practice-waiting.txt",
        "library.db-wal",
    ],
)
def test_nor_is_what_the_program_keeps_for_itself(
    home: Path, game: Path, name: str, named: Naming, capsys: pytest.CaptureFixture[str]
) -> None:
    assert data_folder() == home
    home.mkdir(exist_ok=True)
    (home / name).write_text("mine")
    output = named(home / name)
    refused(capsys, "convert", game, "-o", output)
    refused(capsys, "match", "builtin", "builtin", "--games", "2", "--pgn", output)
    assert (home / name).read_text() == "mine"


@pytest.mark.parametrize("name", ["settings.json", "journal.pgn", "library.db", "library.db-wal"])
def test_nor_is_anything_put_where_the_program_will_keep_its_files(
    home: Path, game: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir(exist_ok=True)
    refused(capsys, "convert", game, "-o", home / name)
    refused(capsys, "convert", game, "-o", another_spelling(home / name))
    assert not (home / name).exists()


def test_nor_is_a_library_made_there(
    home: Path, library: Path, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for taken in (
        home / "settings.json",
        home / "library.db-wal",
        Path(f"{library}-wal"),
        Path(f"{library}-shm"),
    ):
        refused(capsys, "library", "import", game, "--library", taken)
        refused(capsys, "review", game, "--deck", "Anna", "--library", taken)
        assert not taken.exists()
    for free in (home / "library.db", home / "club.db"):
        assert main(["library", "import", str(game), "--library", str(free)]) == 0


def test_games_that_the_program_has_put_aside_for_the_player_may_be_replaced(home: Path, game: Path) -> None:
    home.mkdir(exist_ok=True)
    for name in ("unsaved-recovered-20260302-120000.pgn", "journal-unfinished-20260302-120000.pgn", "my.pgn"):
        assert main(["convert", str(game), "-o", str(home / name)]) == 0


@pytest.mark.parametrize("part", [asset("icon.png"), asset("fonts") / "new.ttf", Path(xiangqi.__file__)])
def test_nor_is_the_program_itself_written_onto(part: Path) -> None:
    with pytest.raises(StorageError, match="choose another file"):
        insist_on_foreign(part)


def test_what_is_read_may_be_the_programs_own(home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "journal.pgn").write_text(GAME)
    assert main(["convert", str(home / "journal.pgn"), "-o", str(tmp_path / "out.pgn")]) == 0
    assert main(["convert", str(home / "journal.pgn"), "-o", "/dev/null"]) == 0
