"""Tests that repertoires are stored in the library's file, survive a restart, and keep training progress."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.exercises.deck import Recall
from xiangqi.library import Library
from xiangqi.library.salvage import salvage
from xiangqi.openings import place_of, practice
from xiangqi.repertoire.lines import Growth, Repertoire, game_of, moves_of_line
from xiangqi.repertoire.store import RepertoireChange, RepertoireStore
from xiangqi.repertoire.training import NEW_A_ROUND, answered, due_cards, questions, standing

NOW = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
LINE = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4"
OTHER = "h2e2 h7e7 h0g2 h9g7 i0h0"


def moves(line: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_iccs, line.split()))


def made(*lines: str, side: int = RED) -> Repertoire:
    found = Repertoire(side)
    for line in lines:
        found = found.with_moves(moves_of_line(moves(line), side))
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


def test_a_repertoire_is_there_after_a_restart(path: Path) -> None:
    red, black = made(LINE, OTHER), made("h2e2 h9g7", "c3c4 b7c7", side=BLACK)
    with RepertoireStore(path) as store:
        assert store.put(red, now=NOW) == RepertoireChange(cards=6, moves=11, gone=0, left_out=0)
        store.put(black, now=NOW)
    with RepertoireStore(path) as store:
        assert store.repertoire(RED) == red
        assert store.repertoire(BLACK) == black
        assert {card.place for card in store.cards(RED)} == set(red.answers)
        assert all(card.due == NOW and not card.seen for card in store.cards(RED))


def test_cards_that_stay_keep_their_memory(path: Path) -> None:
    with RepertoireStore(path) as store:
        store.put(made(LINE), now=NOW)
        first = answered(store.cards(RED)[0], Recall.GOOD, NOW)
        store.note_recall(first, Recall.GOOD, NOW, 4000)
        change = store.put(made(LINE, OTHER), now=NOW)
        assert (change.cards, change.gone) == (2, 0)
        assert store.cards(RED)[0] == first
        assert first.seen
        assert store.last_recalls() == {first.number: Recall.GOOD}
        store.put(Repertoire(RED))
        assert store.cards(RED) == []
        assert store.last_recalls() == {}
        store.note_recall(first, Recall.GOOD, NOW)
        assert store.last_recalls() == {}, "the card has been dropped"


def test_what_cannot_be_played_is_left_out(path: Path) -> None:
    with RepertoireStore(path) as store:
        store.put(made(LINE), now=NOW)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE repertoire_move SET move = 'a0a9' WHERE id = 4")
        database.execute("UPDATE repertoire_move SET position = 'nonsense' WHERE id = 7")
        database.execute("UPDATE repertoire_card SET due = 'never' WHERE id = 1")
    with RepertoireStore(path) as store:
        assert sum(1 for _ in store.repertoire(RED).moves()) == 5
        assert len(store.cards(RED)) == 2


def test_what_cannot_be_reached_is_not_asked_but_stays(path: Path) -> None:
    with RepertoireStore(path) as store:
        store.put(made(LINE), now=NOW)
        cards = store.cards(RED)
        assert len(cards) == 4
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DELETE FROM repertoire_move WHERE id = 2")
    with RepertoireStore(path) as store:
        assert store.cards(RED) == cards[:1]
        left = store.repertoire(RED)
        asked = questions(left, store.cards(RED), practice.weights, random.Random(1))
        assert [one.card for one in asked] == cards[:1]
        assert store.put(left.with_moves(moves_of_line(moves(LINE), RED)), now=NOW).cards == 3
        assert store.cards(RED) == cards, "with their memory"


def test_the_rest_of_a_line_whose_answer_finds_no_room_is_left_out(path: Path) -> None:
    third = "h2e2 h9g7 b0c2 i9h9 c3c4 b9c7 a0b0"
    full = made(LINE, "h2e2 h9g7 g3g4", third)
    assert full == made(LINE, "h2e2 h9g7 g3g4")
    growth = Growth(full)
    growth.take_game(game_of(Repertoire(RED).with_moves(moves_of_line(moves(third), RED))))
    assert len(growth.left_out) == 1
    assert growth.repertoire() == full
    with RepertoireStore(path) as store:
        change = store.put(full, now=NOW)
        assert change.cards == len(store.cards(RED)) == len(full.places()) == len(full.answers) == 4


def test_a_salvaged_library_has_its_repertoire(path: Path, tmp_path: Path) -> None:
    with RepertoireStore(path) as store:
        store.put(made(LINE), now=NOW)
        store.note_recall(answered(store.cards(RED)[0], Recall.AGAIN, NOW), Recall.AGAIN, NOW)
        cards = store.cards(RED)
    assert salvage(path, tmp_path / "saved.db") == (0, [])
    with RepertoireStore(tmp_path / "saved.db") as store:
        assert store.repertoire(RED) == made(LINE)
        assert store.cards(RED) == cards


def test_a_library_that_is_none_is_refused(path: Path) -> None:
    path.write_bytes(b"no library at all, but long enough to be taken for one" * 20)
    with pytest.raises(LibraryError):
        RepertoireStore(path)


def test_it_lies_in_the_file_of_the_games(path: Path) -> None:
    with RepertoireStore(path) as store:
        store.put(made(LINE), now=NOW)
    with Library(path) as library:
        assert len(library) == 0


# ---- Training ----


def test_cards_are_asked_along_lines(path: Path) -> None:
    with RepertoireStore(path) as store:
        red = made(LINE, OTHER)
        store.put(red, now=NOW)
        asked = questions(red, due_cards(store.cards(RED), NOW), practice.weights, random.Random(1))
    assert len(asked) == len(red.answers) == len({one.card.place for one in asked})
    for one in asked:
        board = Board()
        for move in one.line:
            board.push(move)
        assert place_of(board) == one.card.place
        assert one.answers == red.own_moves(board)
    assert [len(one.line) for one in asked[:3]] == [0, 2, 4], "one line from its start"


def test_few_new_cards_are_asked_at_once(path: Path) -> None:
    long = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 e3e4 i8g8 g6f6 e9d9"
    with RepertoireStore(path) as store:
        store.put(made(long, OTHER, "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 g3g4"), now=NOW)
        cards = store.cards(RED)
        assert len(cards) > NEW_A_ROUND
        assert len(due_cards(cards, NOW)) == NEW_A_ROUND
        seen = answered(cards[-1], Recall.AGAIN, NOW)
        later = due_cards([*cards[:-1], seen], NOW + timedelta(hours=1))
        assert later[0] == seen, "what was seen before comes first"
        stand = standing([*cards[:-1], seen], {seen.number or 0: Recall.AGAIN}, NOW + timedelta(hours=1))
        assert (stand.cards, stand.due, stand.new, stand.forgotten, stand.known) == (
            len(cards),
            NEW_A_ROUND + 1,
            len(cards) - 1,
            1,
            0,
        )
