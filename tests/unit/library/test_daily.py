"""Tests that a day has its games of masters, by one's own openings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from xiangqi.board import Board, Move
from xiangqi.library import Library
from xiangqi.library.daily import MOST, games_of_day
from xiangqi.records.tree import Game

SOLDIER = "c3c4"  # E00 and the openings below it
CANNON = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"  # C00


@pytest.fixture(scope="module")
def masters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of 30 games of each of two openings, which differ in their last move."""
    path: Path = tmp_path_factory.mktemp("daily") / "masters.db"
    with Library(path) as library, library._store.writing():
        entries = []
        for line in (SOLDIER, CANNON):
            board = Board()
            for text in line.split():
                board.push(Move.from_iccs(text))
            for last in board.legal_moves()[:30]:
                game = Game(headers={"Red": "吕钦"})
                node = game.root
                for move in (*board.move_stack, last):
                    node = node.add(move)
                entries.append(library._store.prepare(game))
        library._store.append(entries)
    with Library(path) as library:
        yield library


def test_a_day_has_a_few_games_of_one_opening_and_keeps_them(masters: Library) -> None:
    chosen = games_of_day(masters, ["C00"], "2026.11.28")
    assert chosen is not None
    assert chosen.opening == "C00"
    assert len(set(chosen.numbers)) == MOST
    assert all((masters.describe(number).opening or "").startswith("C") for number in chosen.numbers)
    assert games_of_day(masters, ["C00"], "2026.11.28") == chosen


def test_another_day_has_others_and_all_openings_have_their_turn(masters: Library) -> None:
    days = [games_of_day(masters, ["C00", "E00"], f"2026.11.{day:02}") for day in range(1, 13)]
    assert None not in days
    assert len({one.numbers for one in days if one}) > 6
    assert {one.opening for one in days if one} == {"C00", "E00"}


def test_of_a_rare_opening_games_of_the_one_above_are_shown(masters: Library) -> None:
    chosen = games_of_day(masters, ["C05"], "2026.11.28")
    assert chosen is not None
    assert chosen.opening == "C00"
    assert games_of_day(masters, ["D50"], "2026.11.28") is not None, "a central cannon too"
