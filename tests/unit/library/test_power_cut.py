"""What has been told as kept is on the disk: its power is cut as soon as a function has returned.

The disk is a small one behind a loop device; only an administrator may mount it.
"""

from __future__ import annotations

import json
import queue
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Final

import pytest

from tools.reliability.cut_disk import copy_as_it_stands, make_disk, mounted
from xiangqi.app.exercises.asks import ExerciseService, SolvedLoaded
from xiangqi.app.outbox import Outbox
from xiangqi.board import Board, Move
from xiangqi.disk import write_atomically
from xiangqi.exercises.deck import Mistake
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.library import Library, Played
from xiangqi.match.record import RecordFile
from xiangqi.records.files import read_games, write_game
from xiangqi.records.tree import Game
from xiangqi.storage.journal import Journal
from xiangqi.storage.solved import load_solved

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a disk")

NOW: Final = datetime(2026, 3, 2, 12, tzinfo=timezone.utc)
SOLVED: Final = "9/9/9/9/9/9/9/9/9/4k4 w"


class Disk:
    """A disk that is in use."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder = folder
        self.place = place

    @contextmanager
    def cut(self) -> Iterator[Path]:
        """Yield the disk as it comes back after its power is cut now."""
        copy = self.folder / "copy.img"
        copy_as_it_stands(self.folder / "disk.img", copy)
        with mounted(copy, self.folder / "copy") as found:
            yield found


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    image = tmp_path / "disk.img"
    try:
        make_disk(image)
        mount = mounted(image, tmp_path / "disk")
        place = mount.__enter__()
    except OSError as error:
        pytest.skip(f"no disk can be mounted: {error}")
    yield Disk(tmp_path, place)
    mount.__exit__(None, None, None)


def test_a_copy_is_that_of_its_moment_though_an_earlier_one_is_still_in_use(disk: Disk) -> None:
    write_atomically(disk.place / "state", b"earlier")
    with disk.cut() as found:
        in_use = (found / "state").open("rb")
    write_atomically(disk.place / "state", b"later")
    with in_use, disk.cut() as found:
        assert (found / "state").read_bytes() == b"later"


def game_of(moves: str = "h2e2 h9g7", result: str = "0-1") -> Game:
    game = Game(headers={"Red": "Li"}, result=result)
    node = game.root
    for word in moves.split():
        node = node.add(Move.from_iccs(word))
    return game


def keep_game(library: Path) -> None:
    with Library(library) as opened:
        opened.keep(game_of(), Played("2026-03-02"))


def import_game(library: Path) -> None:
    source = library.parent / "source.pgn"
    write_game(source, game_of())
    with Library(library) as opened:
        assert opened.import_files([source]).games == 1


@pytest.mark.parametrize("keep", [keep_game, import_game])
def test_a_game_that_is_told_as_kept_is_on_the_disk(disk: Disk, keep: Callable[[Path], None]) -> None:
    # another program has the library open, so that closing it brings nothing to the disk
    with Library(disk.place / "new" / "library.db"):
        keep(disk.place / "new" / "library.db")
        with disk.cut() as found, Library(found / "new" / "library.db") as library:
            assert len(library) == 1


def test_exercises_that_are_told_as_kept_are_on_the_disk(disk: Disk) -> None:
    board = Board()
    mistake = Mistake(board.fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    with ExerciseLog(disk.place / "library.db") as log:
        log.add_attempt(Attempt(NOW, "key", "pack", solved=True))
        log.note_lesson("course", "lesson", NOW)
        log.add_mistakes([mistake], NOW)
        log.remove_card(log.cards()[0].number)
        with disk.cut() as found, ExerciseLog(found / "library.db") as again:
            assert again.solved() == {"key"}
            assert again.lessons_done() == {("course", "lesson")}
            assert again.cards() == []
            assert again.add_mistakes([mistake], NOW) == 0


def test_puzzles_that_were_solved_are_in_a_file_or_in_the_library(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XIANGQI_HOME", str(disk.place))
    (disk.place / "puzzles.json").write_text(json.dumps({"version": 1, "solved": [SOLVED]}))
    outbox: Outbox = queue.SimpleQueue()
    room = ExerciseService(outbox)
    room.take_over_solved(load_solved()[0])
    assert outbox.get(timeout=300.0) == SolvedLoaded(frozenset({SOLVED}))
    with disk.cut() as found, ExerciseLog(found / "library.db") as log:
        assert log.solved() == {SOLVED}
        assert not (found / "puzzles.json").exists()
    room.close()


def test_a_journal_is_on_the_disk_under_the_name_that_is_told(disk: Disk) -> None:
    journal = Journal(disk.place / "home")
    journal.write(game_of(result="*"))
    kept = journal.keep()
    assert kept is not None
    with disk.cut() as found:
        (game,) = read_games(found / "home" / kept.name)
        assert len(game.main_line()) == 2
        assert not (found / "home" / "journal.pgn").exists()


def test_games_of_a_match_are_on_the_disk_one_by_one(disk: Disk) -> None:
    record = RecordFile(disk.place / "match.pgn")
    for count in (1, 2):
        record.add(game_of())
        with disk.cut() as found:
            assert len(list(read_games(found / "match.pgn"))) == count
    record.close()


def test_results_that_a_command_resumes_from_are_on_the_disk(disk: Disk) -> None:
    kept = Checkpoint[int](disk.place / "kept.jsonl", {"work": 1}, int, lambda value: int(str(value)))
    kept.add(0, 7)
    with disk.cut() as found:
        again = Checkpoint[int](found / "kept.jsonl", {"work": 1}, int, lambda value: int(str(value)))
        assert again[0] == 7
        again.close()
    kept.close()
