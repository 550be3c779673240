"""A file that another program has changed since it was opened or saved is not replaced unasked."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from running import until

from xiangqi.app.records.editing import WriteComment
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.saving import Save, SaveElsewhere, SaveFile, SaveFirst
from xiangqi.app.runner import Runner
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Answer
from xiangqi.records.files import read_games

GAME = '[Red "Anna"]\n\n1. C2.5 H8+7 *\n'
ADDED = '\n[Red "Bert"]\n\n1. C8.5 *\n'


def append(path: Path) -> None:
    with path.open("a") as file:
        file.write(ADDED)


def replace_atomically(path: Path) -> None:
    other = path.with_name("other.tmp")
    other.write_text(GAME + ADDED)
    other.replace(path)


def swap_for_one_of_the_same_size_and_time(path: Path) -> None:
    status = path.stat()
    other = path.with_name("other.tmp")
    other.write_text(GAME.replace("Anna", "Bert"))
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(path)


def rewrite_in_place(path: Path) -> None:
    path.write_text(GAME.replace("Anna", "Bert"))
    os.utime(path, ns=(1, 1))  # restored from a copy, say


def shorten(path: Path) -> None:
    path.write_bytes(b"")


def link_elsewhere(path: Path) -> None:
    other = path.with_name("elsewhere.pgn")
    other.write_text(GAME + ADDED)
    path.unlink()
    path.symlink_to(other)


CHANGES = (
    append,
    replace_atomically,
    swap_for_one_of_the_same_size_and_time,
    rewrite_in_place,
    shorten,
    link_elsewhere,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.pgn"
    path.write_text(GAME)
    return path


@pytest.fixture
def runner(path: Path) -> Iterator[Runner]:
    """A session in which a record was opened and written in."""
    with Runner() as runner:
        runner.send(OpenFile(path))
        until(runner, lambda: runner.state.document.play is None and runner.state.loading is None)
        runner.send(WriteComment("mine"))
        yield runner


def settle(runner: Runner) -> None:
    """Let all that was ordered be written and told."""
    until(runner, lambda: not runner.is_writing)
    runner.step(time.monotonic())


def asked(runner: Runner) -> str:
    assert runner.state.question is not None
    return runner.state.question.message.key.removeprefix("ask.")


def comments(path: Path) -> list[str]:
    return [game.root.comment for game in read_games(path)]


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_is_asked_about(runner: Runner, path: Path, change: Callable[[Path], None]) -> None:
    change(path)
    now = path.read_bytes()
    runner.send(Save())
    settle(runner)
    assert asked(runner) == "file_written"
    assert path.read_bytes() == now
    assert runner.state.document.unsaved
    assert runner.state.panel is None
    runner.send(Answer(False))
    settle(runner)
    assert path.read_bytes() == now, "cancelled"
    runner.send(Save())
    settle(runner)
    assert asked(runner) == "file_written", "and asked again"
    runner.send(Answer(True))
    settle(runner)
    assert comments(path) == ["mine"]
    assert not runner.state.document.unsaved


def test_a_deleted_file_is_asked_about(runner: Runner, path: Path) -> None:
    path.unlink()
    runner.send(Save())
    settle(runner)
    assert asked(runner) == "file_gone"
    assert not path.exists()
    runner.send(Answer(True))
    settle(runner)
    assert comments(path) == ["mine"]


def test_it_can_be_saved_elsewhere(runner: Runner, path: Path) -> None:
    append(path)
    runner.send(Save())
    settle(runner)
    runner.send(SaveElsewhere())
    assert (runner.state.question, runner.state.panel) == (None, Panel.SAVE_FILE)
    assert runner.state.folder.path == path.parent
    runner.send(SaveFile(Path("mine.pgn")))
    settle(runner)
    assert comments(path) == ["", ""]
    assert comments(path.with_name("mine.pgn")) == ["mine"]


def test_saving_again_asks_nothing(runner: Runner, path: Path) -> None:
    for number in range(3):
        runner.send(WriteComment(f"comment {number}"))
        runner.send(Save())
        settle(runner)
        assert runner.state.question is None
        assert comments(path) == [f"comment {number}"]
    runner.send(Save())
    runner.send(WriteComment("in haste"))
    runner.send(Save())
    settle(runner)
    assert runner.state.question is None, "its own first saving is no change"
    assert comments(path) == ["in haste"]


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_after_a_saving_is_asked_about(
    runner: Runner, path: Path, change: Callable[[Path], None]
) -> None:
    for saved in (path, path.with_name("another.pgn")):
        runner.send(SaveFile(saved, overwrite=True))
        settle(runner)
        change(saved)
        now = saved.read_bytes()
        runner.send(WriteComment(f"more for {saved}"))
        runner.send(Save())
        settle(runner)
        assert asked(runner) == "file_written"
        assert saved.read_bytes() == now
        runner.send(Answer(False))


def test_its_name_typed_anew_says_that_it_changed(runner: Runner, path: Path) -> None:
    runner.send(SaveFile(path))
    settle(runner)
    assert asked(runner) == "overwrite"
    runner.send(Answer(False))
    append(path)
    runner.send(SaveFile(path))
    settle(runner)
    assert asked(runner) == "file_written"


def test_who_leaves_is_asked_too_and_leaves_once_it_is_saved(runner: Runner, path: Path) -> None:
    append(path)
    runner.send(Quit())
    runner.send(SaveFirst())
    settle(runner)
    assert asked(runner) == "file_written"
    assert not runner.state.quitting
    runner.send(SaveElsewhere())
    runner.send(SaveFile(Path("mine.pgn")))
    settle(runner)
    assert runner.state.quitting
    assert comments(path) == ["", ""]


def test_two_documents_of_one_file_do_not_wipe_each_other_out(path: Path) -> None:
    """What another window has saved is a change like any other."""
    one, two = Runner(), Runner()
    try:
        for number, runner in enumerate((one, two)):
            runner.send(OpenFile(path))
            until(runner, lambda runner=runner: runner.state.document.play is None)
            until(runner, lambda runner=runner: runner.state.loading is None)
            runner.send(WriteComment(f"window {number}"))
        one.send(Save())
        settle(one)
        two.send(Save())
        settle(two)
        assert asked(two) == "file_written"
        assert comments(path) == ["window 0"]
    finally:
        one.close()
        two.close()


def test_a_change_while_it_is_written_is_seen(
    runner: Runner, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = os.fsync

    def append_meanwhile(handle: int) -> None:
        append(path)
        monkeypatch.setattr(os, "fsync", flush)
        flush(handle)

    monkeypatch.setattr(os, "fsync", append_meanwhile)
    runner.send(Save())
    settle(runner)
    assert asked(runner) == "file_written"
    assert comments(path) == ["", ""]
