"""Dates as games write them: what of them is found by year, month and day."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from xiangqi.library import Library, Query
from xiangqi.library.chunks import read_chunk, write_chunk
from xiangqi.library.dates import date_number, date_text, is_ambiguous

GAME = '[Red "R{number}"]\n[Black "B"]\n[Date "{date}"]\n\n1. {move} h9g7 1-0\n\n'
MONTHS = {
    "Sun Jul 09 2023 12:00:01 GMT+0200": 202307,
    "May 3, 1989": 198905,
    "20210123": 202101,
    "1975.07": 197507,
}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1998.01.05", 19980105),
        ("Sun Jul 09 2023 12:00:01 GMT+0200", 20230709),
        ("Tue Dec 27 20:57:56 2016", 20161227),
        ("May 3, 1989", 19890503),
        ("3rd of May, 1989", 19890503),
        ("9-Jul-2023", 20230709),
        ("2023 Jul 9", 20230709),
        ("Sept. 2020", 20200900),
        ("20210123", 20210123),
        ("20210123120000", 20210123),
        ("202101", 20210100),
        ("2021-01-23T12:00:00Z", 20210123),
        ("2021年1月23日", 20210123),
        ("２０２１年１月２３日", 20210123),
        ("一九八九年五月三日", 19890503),
        ("二〇二一年十一月二十三日", 20211123),
        ("3.5.1989", 19890503),
        ("24-12-2022", 20221224),
        ("12/25/1999", 19991225),
        ("05/05/2020", 20200505),
        ("1935年9月", 19350900),
        ("2009-00-00", 20090000),
        ("1999.??.??", 19990000),
        ("1975.07.18-20", 19750718),
        ("20001331", 20000000),
        ("????.??.??", 0),
        ("", 0),
    ],
)
def test_what_a_date_says(text: str, number: int) -> None:
    assert (date_number(text), is_ambiguous(text)) == (number, False)


@pytest.mark.parametrize("text", ["03/04/2020", "3-4-2020", "11/9/2020"])
def test_of_a_date_that_can_be_meant_either_way_the_year_is_known(text: str) -> None:
    assert (date_number(text), is_ambiguous(text)) == (20200000, True)


def test_a_whole_date_comes_back() -> None:
    assert date_text(19980105) == "1998.01.05"
    assert date_text(19980100) == ""


def _file(folder: Path) -> Path:
    moves = ("h2e2", "b2e2", "c3c4", "g3g4")
    games = (
        GAME.format(number=number, date=date, move=move)
        for number, (date, move) in enumerate(zip(MONTHS, moves, strict=True))
    )
    path = folder / "games.pgn"
    path.write_text("".join(games))
    return path


def _found(library: Library, month: int) -> list[str]:
    query = Query(first_date=month * 100, last_date=month * 100 + 31)
    return [hit.headers["Date"] for hit in library.search(query)]


def test_games_are_found_by_their_month(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.import_files([_file(tmp_path)])
        assert {date: _found(library, month) for date, month in MONTHS.items()} == {
            date: [date] for date in MONTHS
        }
        assert _found(library, 198906) == []


def test_games_of_an_older_library_are_found_by_their_month(tmp_path: Path) -> None:
    """Earlier versions kept the year alone; what is imported again is still known."""
    path = tmp_path / "library.db"
    with Library(path) as library:
        library.import_files([_file(tmp_path)])
    database = sqlite3.connect(path)
    for row in database.execute("SELECT * FROM chunk").fetchall():
        chunk = read_chunk(row)
        chunk.columns["date"] = np.where(
            chunk.columns["date"] == 19750700, chunk.columns["date"], chunk.columns["date"] // 10000 * 10000
        )
        write_chunk(database, chunk)
    database.commit()
    database.close()
    with Library(path) as library:
        assert {date: _found(library, month) for date, month in MONTHS.items()} == {
            date: [date] for date in MONTHS
        }
        (tmp_path / "games.pgn").rename(tmp_path / "again.pgn")
        report = library.import_files([tmp_path / "again.pgn"])
        assert (report.games, report.duplicates) == (0, len(MONTHS))
