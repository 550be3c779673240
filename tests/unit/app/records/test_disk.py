"""A disk that is full, a folder that cannot be written to: the game goes on, and what was kept stays.

The disk is a small file system in memory; only an administrator may mount one.
"""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import said, until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.records.saving import SaveFile, SaveFirst
from xiangqi.app.runner import Runner
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.app.worker import Worker
from xiangqi.library import Library
from xiangqi.library.schema import WAIT_SECONDS
from xiangqi.records.files import read_games
from xiangqi.storage.settings import load_settings

HOT_SEAT = Setup(Player(), Player())


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """The program's folder, on a disk of 2 MiB: with room for a new library, which is made at any time."""
    home.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(home)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted: {mounted.stderr.strip()}")
    yield home
    subprocess.run(["umount", "--lazy", str(home)], check=True)


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def fill(disk: Path, runner: Runner | None = None) -> Path:
    """Leave no room at all, and return what takes it.

    What a session begins with, such as a new library, is there by then: given up, it would leave room again.
    """
    if runner is not None:
        workers = [worker for worker in runner._workers if isinstance(worker, Worker)]
        until(runner, lambda: all(worker.is_idle for worker in workers))
    rubbish = disk / "rubbish"
    with contextlib.suppress(OSError), rubbish.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return rubbish


def play(runner: Runner, *moves: str) -> None:
    """Make moves and let all writing come to its end."""
    for move in moves:
        runner.send(PlayText(move))
    until(runner, lambda: not runner.is_writing)
    runner.step(time.monotonic())


def kept(disk: Path) -> list[str]:
    return [move.iccs for move in next(read_games(disk / "journal.pgn")).main_line()]


def test_a_full_disk_costs_nothing_that_was_there(small_disk: Path) -> None:
    with Runner() as runner:
        runner.send(NewGame(HOT_SEAT))
        runner.send(ChangeSettings({"level": 7}))
        play(runner, "h2e2")
        rubbish = fill(small_disk, runner)
        runner.send(ChangeSettings({"level": 9}))
        runner.send(SaveFile(small_disk / "mine.pgn"))
        play(runner, "h9g7")
        assert {"journal_unwritable", "settings_unwritable", "cannot_save"} <= {*said(runner)}
        assert [move.iccs for move in runner.state.play.moves] == ["h2e2", "h9g7"]
        assert kept(small_disk) == ["h2e2"]
        assert load_settings(small_disk / "settings.json")[0].level == 7
        assert not [
            path.name for path in small_disk.iterdir() if path.suffix == ".tmp" or path.name == "mine.pgn"
        ]
        rubbish.unlink()
        play(runner, "h0g2")
        assert kept(small_disk) == ["h2e2", "h9g7", "h0g2"]


def test_a_game_that_the_disk_refuses_is_not_dropped_without_a_question(
    small_disk: Path, tmp_path: Path
) -> None:
    with Runner() as runner:
        runner.send(NewGame(HOT_SEAT))
        play(runner, "h2e2")
        rubbish = fill(small_disk, runner)
        play(runner, "h9g7", "h0g2")
        runner.send(Quit())
        assert runner.state.question is not None
        assert runner.state.question.message.key == "ask.save_refused"
        runner.send(Answer(False))
        assert not runner.state.quitting
        assert len(runner.state.play.moves) == 3
        runner.send(Quit())
        runner.send(SaveFirst())
        assert runner.state.panel is Panel.SAVE_FILE
        runner.send(SaveFile(small_disk / "here.pgn"))
        play(runner)
        assert "cannot_save" in said(runner)
        assert not runner.state.quitting
        runner.send(Quit())
        runner.send(SaveFirst())
        assert runner.state.panel is Panel.SAVE_FILE, "not again the file that was refused"
        runner.send(SaveFile(tmp_path / "mine.pgn"))
        until(runner, lambda: runner.state.quitting)
        rubbish.unlink()
    (saved,) = read_games(tmp_path / "mine.pgn")
    assert [move.iccs for move in saved.main_line()] == ["h2e2", "h9g7", "h0g2"]


def test_a_game_on_the_disk_or_given_up_is_left_without_a_question(
    small_disk: Path,
) -> None:
    with Runner() as runner:
        runner.send(NewGame(HOT_SEAT))
        rubbish = fill(small_disk, runner)
        play(runner, "h2e2")
        assert runner.state.saving.unkept
        rubbish.unlink()
        play(runner, "h9g7")
        runner.send(Quit())
        assert runner.state.quitting
    with Runner() as runner:
        runner.send(NewGame(HOT_SEAT))
        fill(small_disk, runner)
        play(runner, "h2e2")
        runner.send(Quit())
        runner.send(Answer(True))
        assert runner.state.quitting


def test_a_start_on_a_full_disk_offers_the_game(small_disk: Path) -> None:
    with Runner() as first:
        first.send(NewGame(HOT_SEAT))
        play(first, "h2e2", "h9g7")
    fill(small_disk)
    with Runner() as second:
        second.send(NewGame(HOT_SEAT))
        second.send(AnswerResume(yes=True))
        play(second, "h0g2")
        assert len(second.state.play.moves) == 3
        assert "journal_unwritable" in said(second)
        assert kept(small_disk) == ["h2e2", "h9g7"]


def test_a_folder_that_is_only_to_be_read_offers_the_game(small_disk: Path) -> None:
    with Runner() as first:
        first.send(NewGame(HOT_SEAT))
        first.send(ChangeSettings({"level": 7}))
        play(first, "h2e2", "h9g7")
    remount(small_disk, "ro")
    with Runner() as second:
        assert second.state.settings.level == 7
        second.send(NewGame(HOT_SEAT))
        second.send(AnswerResume(yes=True))
        play(second, "h0g2")
        assert len(second.state.play.moves) == 3
        assert {"journal_unwritable", "settings_unwritable"} <= {*said(second)}
        assert kept(small_disk) == ["h2e2", "h9g7"]
        remount(small_disk, "rw")
        play(second, "i9h9")
        assert kept(small_disk) == ["h2e2", "h9g7", "h0g2", "i9h9"]


def test_damage_is_told_even_where_nothing_can_be_put_aside(small_disk: Path) -> None:
    with Runner() as first:
        first.send(NewGame(HOT_SEAT))
        play(first, "h2e2", "h9g7")
    journal = small_disk / "journal.pgn"
    torn = journal.read_bytes().rpartition(" 马".encode())[0]
    journal.write_bytes(torn)
    remount(small_disk, "ro")
    with Runner() as second:
        assert "journal_damaged" in said(second)
        assert second.state.resume is not None
        assert [move.iccs for move in second.state.resume.play.moves] == ["h2e2"]
        assert journal.read_bytes() == torn


def own_games(home: Path) -> list[int]:
    with Library(home / "library.db") as library:
        return [game.plies for game in library.own_games()]


def test_a_game_that_ends_on_a_full_disk_is_kept_once_there_is_room(small_disk: Path) -> None:
    with Runner() as runner:
        runner.send(NewGame(HOT_SEAT))
        play(runner, "h2e2")
        rubbish = fill(small_disk, runner)
        play(runner, "h9g7", "h0g2")
        runner.send(Resign())
        runner.send(Answer(yes=True))
        until(runner, lambda: "library_failed" in said(runner))
        runner.send(NewGame(HOT_SEAT))
        until(runner, lambda: not runner.is_writing)
        assert "unstored_game_kept" not in said(runner)
        (waiting,) = small_disk.glob("journal-unstored-*.pgn")
        assert len(next(read_games(waiting)).main_line()) == 1  # all that there was room for
        runner.send(Quit())
        assert runner.state.question is not None
        assert runner.state.question.message.key == "ask.save_refused"
        runner.send(Answer(False))
        rubbish.unlink()
        remount(small_disk, "size=8m")
        until(runner, lambda: "unstored_game_taken" in said(runner))
    assert own_games(small_disk) == [3]
    assert not list(small_disk.glob("journal*.pgn"))


def test_a_game_that_ends_in_a_folder_only_to_be_read_is_kept_later(small_disk: Path) -> None:
    remount(small_disk, "size=8m,ro")
    with Runner() as runner:
        runner.send(NewGame(HOT_SEAT))
        play(runner, "h2e2", "h9g7")
        runner.send(NewGame(HOT_SEAT))
        runner.send(Answer(yes=True))
        until(runner, lambda: "library_failed" in said(runner))
        assert "unstored_game_kept" not in said(runner)
        remount(small_disk, "rw")
        until(runner, lambda: "unstored_game_taken" in said(runner))
    assert own_games(small_disk) == [2]


def test_quitting_while_another_program_has_the_library_is_quick_and_loses_nothing(home: Path) -> None:
    home.mkdir()
    Library(home / "library.db").close()
    other = sqlite3.connect(home / "library.db", isolation_level=None)
    with Runner() as runner:
        for intent in (NewGame(HOT_SEAT), PlayText("h2e2"), NewGame(HOT_SEAT), Answer(yes=True)):
            runner.send(intent)
        other.execute("BEGIN IMMEDIATE")
        for intent in (PlayText("b2e2"), PlayText("h9g7"), Resign(), Answer(yes=True), Quit()):
            runner.send(intent)
        begun = time.monotonic()
    assert time.monotonic() - begun < WAIT_SECONDS / 2
    other.execute("ROLLBACK")
    other.close()
    with Runner() as again:
        until(again, lambda: "unstored_game_taken" in said(again))
    assert sorted(own_games(home)) == [1, 2]
    assert not list(home.glob("*.pgn"))
