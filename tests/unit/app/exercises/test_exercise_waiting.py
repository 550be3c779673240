"""Tests that results of exercises wait in a file while another program locks the library."""

from __future__ import annotations

import itertools
import queue
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Final

import pytest
from running import ask, until

from xiangqi.app.event import Notify, Tone
from xiangqi.app.exercises import asks
from xiangqi.app.exercises.asks import ExerciseService, KeepSolving, PracticeRead, SaveSolved
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.outbox import Outbox
from xiangqi.app.runner import Runner
from xiangqi.app.session.orders import KeepMistakes, LoadPractice
from xiangqi.app.session.training import ReviewMistake
from xiangqi.board import Board, Move
from xiangqi.errors import StorageError
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.deck import Mistake
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.exercises.rating import GameEvidence
from xiangqi.exercises.waiting_entries import WaitingEntries
from xiangqi.library.library import default_path
from xiangqi.storage.waiting_file import WaitingFile

NOW: Final = datetime(2026, 3, 2, 12, tzinfo=timezone.utc)
FEN: Final = Board().fen()
MISTAKE: Final = Mistake(FEN, Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)


def assignment(key: str, lesson: tuple[str, str] | None = None) -> Assignment:
    task = SolvingTask(FEN, (Move.from_iccs("h2e2"),), ExerciseKind.MATE)
    return Assignment(task, key, "pack", course_step=lesson)


class Gym:
    """A room whose library another program can hold."""

    def __init__(self) -> None:
        with ExerciseLog() as log:
            log.add_mistakes([MISTAKE], NOW)
        self.outbox: Outbox = queue.SimpleQueue()
        self.room = ExerciseService(self.outbox, lambda: NOW)
        self.other = sqlite3.connect(default_path(), isolation_level=None)
        self._tries = itertools.count(1)

    @property
    def waiting(self) -> Path:
        return default_path().with_name("practice-waiting.txt")

    def lock(self) -> None:
        self.other.execute("BEGIN IMMEDIATE")

    def unlock(self) -> None:
        self.other.execute("ROLLBACK")

    def try_again(self) -> None:
        self.room.retry(1000.0 * next(self._tries))

    def told(self) -> list[object]:
        """Return what has been told, once all is done; the room is closed."""
        self.room.close(60.0)
        return [self.outbox.get() for _ in range(self.outbox.qsize())]


@pytest.fixture
def gym(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gym]:
    monkeypatch.setattr(asks, "_PATIENCE_S", 0.05)
    home.mkdir()
    gym = Gym()
    yield gym
    gym.room.close()
    gym.other.close()


def do_all(gym: Gym) -> None:
    """Solve an exercise, a card and a lesson, solve a puzzle, make a mistake, and drop the card."""
    with ExerciseLog() as log:
        (card,) = log.cards()
    ask(gym.room, KeepSolving(assignment("exercise"), True, 1, 2, 3.0))
    task = SolvingTask(FEN, MISTAKE.better, ExerciseKind.SAVE)
    ask(gym.room, KeepSolving(Assignment(task, MISTAKE.key, "deck", card=card), True, 0, 0, 1.0))
    ask(gym.room, KeepSolving(assignment("lesson", ("course", "lesson")), True, 0, 0, 1.0))
    ask(gym.room, SaveSolved(frozenset({"puzzle w"})))
    board = Board()
    board.push(MISTAKE.played)
    ask(
        gym.room,
        KeepMistakes((ReviewMistake(board.fen(), Move.from_iccs("a9a8"), (Move.from_iccs("h9g7"),), 0.5),)),
    )


def assert_all_is_kept() -> None:
    with ExerciseLog() as log:
        attempts = {one.exercise: one for one in log.attempts()}
        assert set(attempts) == {"exercise", MISTAKE.key, "lesson", "puzzle w"}
        assert attempts["exercise"] == Attempt(NOW, "exercise", "pack", True, 1, 2, milliseconds=3000)
        assert len(log.attempts()) == len(attempts)
        assert log.lessons_done() == {("course", "lesson")}
        first, _ = log.cards()
        assert first.seen
        assert first.due > NOW


def test_what_the_library_does_not_take_is_taken_in_once_it_is_free(gym: Gym) -> None:
    gym.lock()
    do_all(gym)
    gym.try_again()  # in vain, and without a word
    ask(gym.room, LoadPractice())
    assert isinstance(gym.outbox.get(timeout=300.0), PracticeRead)
    assert gym.waiting.exists()
    gym.unlock()
    gym.try_again()
    (told,) = gym.told()
    assert isinstance(told, PracticeRead)
    assert told.summary.cards == 2
    assert_all_is_kept()
    assert not gym.waiting.exists()


def test_what_waits_at_the_end_is_taken_in_at_the_next_start(gym: Gym) -> None:
    gym.lock()
    do_all(gym)
    assert gym.told() == []
    gym.unlock()
    gym.room = ExerciseService(gym.outbox, lambda: NOW)
    gym.try_again()
    gym.told()
    assert_all_is_kept()


def test_the_end_of_the_program_waits_only_a_little(gym: Gym, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asks, "_PATIENCE_S", 600.0)
    with Runner() as runner:
        runner._perform(LoadPractice())
        until(runner, lambda: runner.state.practice is not None)
        gym.lock()
        runner._perform(KeepSolving(assignment("exercise"), True, 0, 0, 1.0))
    assert gym.waiting.exists()
    gym.unlock()


def test_a_library_that_is_opened_late_is_waited_for_only_a_little(
    gym: Gym, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asks, "_PATIENCE_S", 600.0)
    gym.lock()
    gym.room.hurry(0.0)
    ask(gym.room, KeepSolving(assignment("exercise"), True, 0, 0, 1.0))
    assert gym.told() == []
    assert gym.waiting.exists()


def test_a_library_that_is_locked_before_it_is_opened_holds_up_no_end(gym: Gym) -> None:
    gym.other.execute("PRAGMA locking_mode = EXCLUSIVE")
    gym.other.execute("BEGIN EXCLUSIVE")
    ask(gym.room, KeepSolving(assignment("exercise"), True, 0, 0, 1.0))
    assert gym.told() == []
    gym.other.close()
    gym.room = ExerciseService(gym.outbox, lambda: NOW)
    gym.try_again()
    gym.told()
    with ExerciseLog() as log:
        assert log.solved() == {"exercise"}


def test_what_is_kept_nowhere_is_told(gym: Gym) -> None:
    gym.lock()
    gym.waiting.mkdir()
    ask(gym.room, KeepSolving(assignment("exercise"), True, 0, 0, 1.0))
    (told,) = gym.told()
    assert isinstance(told, Notify)
    assert (told.message.key, told.tone) == ("toast.practice_lost", Tone.ERROR)
    gym.unlock()


def test_what_is_taken_in_twice_is_there_once(gym: Gym) -> None:
    """The power was cut after the library had it, and before the file was gone."""
    gym.lock()
    do_all(gym)
    gym.told()
    gym.unlock()
    content = gym.waiting.read_bytes()
    for _ in range(2):
        gym.waiting.write_bytes(content)
        with ExerciseLog() as log:
            WaitingEntries(WaitingFile("practice")).move_to(log)
    assert_all_is_kept()
    with sqlite3.connect(default_path()) as database:
        assert database.execute("SELECT count(*) FROM recall").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM evidence").fetchone() == (0,)


@pytest.mark.parametrize("torn", [b"0123abcd [[", b'00000000 [["lesson", ["a", "b", "c"]]]\n', b"\xff\n"])
def test_a_damaged_line_costs_no_other(gym: Gym, torn: bytes) -> None:
    waiting = WaitingEntries(WaitingFile("practice"))
    waiting.note_lesson("course", "one", NOW)
    with gym.waiting.open("ab") as file:
        file.write(torn)
    waiting.note_lesson("course", "two", NOW)
    gym.room = ExerciseService(gym.outbox, lambda: NOW)
    gym.try_again()
    told = gym.told()[0]
    with ExerciseLog() as log:
        assert log.lessons_done() == {("course", "one"), ("course", "two")}
    assert isinstance(told, Notify)
    assert told.message.key == "toast.waiting_damaged"
    assert torn in Path(str(told.message.arguments["name"])).read_bytes()
    assert not gym.waiting.exists()


def test_what_a_later_version_has_left_goes_on_waiting(gym: Gym) -> None:
    file = WaitingFile("practice")
    file.add([["dream", ["a"]]])
    file.add([["lesson", ["a", "b"]]])
    file.add("another form")
    for odd in (
        [["solved"], [1, 2]],
        ["solved", [[], {}]],
        ["solved", [1 << 63, "a"]],
        ["solved", ["a", "\ud800"]],
    ):
        file.add([odd])
    WaitingEntries(file).note_lesson("course", "lesson", NOW)
    with ExerciseLog() as log:
        assert WaitingEntries(file).move_to(log) is None
        assert log.lessons_done() == {("course", "lesson")}
    assert len(gym.waiting.read_bytes().splitlines()) == 7


@pytest.mark.usefixtures("gym")
def test_two_programs_share_the_file() -> None:
    for lesson in ("one", "two"):
        WaitingEntries(WaitingFile("practice")).note_lesson("course", lesson, NOW)
    with ExerciseLog() as log:
        WaitingEntries(WaitingFile("practice")).move_to(log)
        WaitingEntries(WaitingFile("practice")).move_to(log)  # there is nothing any more
        assert len(log.lessons_done()) == 2


@pytest.mark.usefixtures("gym")
def test_every_kind_of_entry_waits() -> None:
    waiting = WaitingEntries(WaitingFile("practice"))
    waiting.add_evidence(GameEvidence(1500, 1.0), NOW)
    waiting.remove_card(1)
    assert waiting.add_mistakes([], NOW) == 0
    with ExerciseLog() as log:
        waiting.move_to(log)
        assert [evidence.opponent for _, evidence in log.evidence()] == [1500]
        assert log.cards() == []


def test_a_file_that_cannot_be_written_is_a_fault_with_its_name(gym: Gym) -> None:
    gym.waiting.mkdir()
    with pytest.raises(StorageError, match="practice-waiting"):
        WaitingEntries(WaitingFile("practice")).note_lesson("course", "lesson", NOW)
