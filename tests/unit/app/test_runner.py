"""The session with real parts: engine processes, files, journal, settings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from running import PATIENCE_S, said, until
from running import send_with_help as send

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.effect import CopyText, Effect, PlaySound
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.job_thread import JobThread
from xiangqi.app.records.browse import ContinueFromHere, GoLast
from xiangqi.app.records.clipboard import CopyGame
from xiangqi.app.records.loading import EnterFolder, OpenFile, PasteText, ShowDocument
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.intents import Hint, Quit
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.board import Board
from xiangqi.library import Library
from xiangqi.records.files import read_games
from xiangqi.storage.settings import first_settings, load_settings, settings_path

HUMAN = Player()
COMPUTER = Player(PlayerKind.COMPUTER, 1)

ENGINE = """
import sys
from xiangqi.board import Board, Move
board = Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Scripted\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        board = Board(" ".join(words[2:8])) if words[1] == "fen" else Board()
        for word in words[words.index("moves") + 1:] if "moves" in words else []:
            board.push(Move.from_iccs(word))
    elif words[:1] == ["go"]:
        BEHAVIOUR
    elif words[:1] == ["quit"]:
        break
"""
PLAYS = 'print("info depth 1 score cp 5", flush=True); print("bestmove", board.legal_moves()[0], flush=True)'
DIES = "sys.exit(3)"
WAITS = "pass"


@pytest.fixture
def runner() -> Iterator[Runner]:
    with Runner() as made:
        yield made


def scripted(tmp_path: Path, behaviour: str) -> Player:
    """Return an external engine that does one thing when it is to move."""
    program = tmp_path / "engine.py"
    program.write_text(ENGINE.replace("BEHAVIOUR", behaviour))
    return Player(PlayerKind.ENGINE, 1, (sys.executable, str(program)))


def test_a_game_against_the_built_in_engine(runner: Runner, home: Path) -> None:
    send(runner, NewGame(Setup(HUMAN, COMPUTER)), PlayText("h2e2"))
    until(runner, lambda: len(runner.state.play.moves) == 2)
    send(runner, PlayText("h0g2"))
    until(runner, lambda: len(runner.state.play.moves) == 4)
    assert any(isinstance(effect, PlaySound) for effect in runner.take_view_effects())
    assert runner.take_view_effects() == []
    send(runner, Hint(at_once=True))
    until(runner, lambda: runner.state.selection.hint is not None)
    moves = runner.state.play.moves
    runner.close()
    (journal,) = read_games(home / "journal.pgn")
    assert tuple(journal.main_line()) == moves


def test_no_step_waits_for_the_engine(runner: Runner, tmp_path: Path) -> None:
    send(runner, NewGame(Setup(HUMAN, scripted(tmp_path, WAITS))), PlayText("h2e2"))
    now = time.monotonic()
    changed = [runner.step(now) for _ in range(50)]
    assert not all(changed)  # the engine never answers: a step that waited for it would not have come back
    send(runner, TakeBack())
    assert runner.state.search is None
    assert runner.state.play.moves == ()


def test_an_external_engine_plays(runner: Runner, tmp_path: Path) -> None:
    send(runner, NewGame(Setup(HUMAN, scripted(tmp_path, PLAYS))), PlayText("h2e2"))
    until(runner, lambda: len(runner.state.play.moves) == 2)
    assert runner.state.play.engine_score_cp == -5


def test_two_engines_play_each_other(runner: Runner, tmp_path: Path) -> None:
    engine = scripted(tmp_path, PLAYS)
    send(runner, NewGame(Setup(engine, engine)))
    until(runner, lambda: len(runner.state.play.moves) >= 6)


def test_an_engine_that_dies_is_started_once_more_then_replaced(runner: Runner, tmp_path: Path) -> None:
    send(runner, NewGame(Setup(HUMAN, scripted(tmp_path, DIES))), PlayText("h2e2"))
    until(runner, lambda: "engine_restarted" in said(runner))
    until(runner, lambda: runner.state.question is not None)
    assert runner.state.play.engine_failures == 2
    send(runner, Answer(True))
    until(runner, lambda: len(runner.state.play.moves) == 2)
    assert runner.state.play.setup.black.kind is PlayerKind.COMPUTER


def test_an_engine_that_does_not_exist_is_told(runner: Runner, tmp_path: Path) -> None:
    nowhere = Player(PlayerKind.ENGINE, 1, (str(tmp_path / "nowhere"),))
    send(runner, NewGame(Setup(HUMAN, nowhere)), PlayText("h2e2"))
    until(runner, lambda: runner.state.question is not None)
    assert runner.state.play.moves


def test_a_game_is_there_again_at_the_next_start(home: Path) -> None:
    with Runner() as first:
        send(first, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"), PlayText("h9g7"), Quit())
        assert first.state.quitting
    with Runner() as second:
        assert second.state.resume is not None
        send(second, NewGame(Setup(HUMAN, HUMAN)), AnswerResume(True))
        assert [move.iccs for move in second.state.play.moves] == ["h2e2", "h9g7"]
        send(second, PlayText("h0g2"), Resign(), Answer(True), Quit())
    assert not (home / "journal.pgn").exists()
    with Runner() as third:
        assert third.state.resume is None


def test_games_are_of_the_day_on_which_they_are_begun() -> None:
    now = datetime(2026, 3, 2, 23, 59).astimezone()
    with Runner(clock=lambda: now) as runner:
        send(runner, NewGame(Setup(HUMAN, HUMAN)), OpenPanel(Panel.START))
        until(runner, lambda: runner.state.practice is not None)
        yesterdays = runner.state.practice
        now += timedelta(minutes=2)
        until(runner, lambda: runner.state.practice is not yesterdays)  # the start page tells of another ten
        assert runner.state.document.tree.headers["Date"] == "2026.03.03"
        send(runner, ClosePanel(), PlayText("h2e2"))
        now += timedelta(days=1)
        runner.step(0.0)
        assert runner.state.document.tree.headers["Date"] == "2026.03.03"
        send(runner, NewGame(Setup(HUMAN, HUMAN)), Answer(True))
        assert runner.state.document.tree.headers["Date"] == "2026.03.04"


def test_moves_are_in_the_script_of_the_language_of_a_run(home: Path) -> None:
    with Runner(for_this_run={"language": "zh-Hant"}) as runner:
        assert runner.state.settings.notation == "chinese-traditional"
        send(runner, ChangeSettings({"volume": 0.3}), Quit())
    kept, _ = load_settings(home / "settings.json")
    assert kept == replace(first_settings(), volume=0.3)


def test_a_game_that_is_not_wanted_is_kept_as_a_file(home: Path) -> None:
    with Runner() as first:
        send(first, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"))
    with Runner() as second:
        send(second, NewGame(Setup(HUMAN, HUMAN)), PlayText("b2e2"))
        until(second, lambda: "journal_kept" in said(second))
    (kept,) = home.glob("journal-unfinished-*.pgn")
    assert [move.iccs for move in next(read_games(kept)).main_line()] == ["h2e2"]
    assert [move.iccs for move in next(read_games(home / "journal.pgn")).main_line()] == ["b2e2"]


def test_a_damaged_journal_is_salvaged(home: Path) -> None:
    home.mkdir()
    (home / "journal.pgn").write_text("1. 炮二平五 马８进７ 2. 帅五进五 车９平８ *", encoding="utf-8")
    with Runner() as runner:
        assert runner.state.resume is not None
        assert len(runner.state.resume.play.moves) == 2
        assert "journal_damaged" in said(runner)


PLAYER = """
import sys, time
from xiangqi.app.game.play import NewGame
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.records.files import read_games
from xiangqi.resources import data_folder
path = data_folder() / "journal.pgn"
runner = Runner()
runner.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 1))))
for word in sys.stdin:
    count = len(runner.state.play.moves) + 2
    runner.send(PlayText(word.strip()))
    while len(runner.state.play.moves) < count:
        runner.step(time.monotonic())
        time.sleep(0.002)
    while not path.exists() or len(next(read_games(path)).main_line()) < count:
        time.sleep(0.002)
    print(" ".join(move.iccs for move in runner.state.play.moves), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_program_leaves_its_game() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdin is not None
        assert player.stdout is not None
        played = ""
        for word in ("a3a4", "i3i4"):
            player.stdin.write(word + "\n")
            player.stdin.flush()
            played = player.stdout.readline().strip()
        os.kill(player.pid, signal.SIGKILL)
    with Runner() as runner:
        assert runner.state.resume is not None
        assert " ".join(move.iccs for move in runner.state.resume.play.moves) == played
        assert runner.state.resume.play.setup.black == COMPUTER


@pytest.mark.usefixtures("awaited_disk")
def test_a_move_that_may_be_shown_is_on_the_disk(runner: Runner, home: Path) -> None:
    send(runner, NewGame(Setup(HUMAN, HUMAN)))
    for count, move in enumerate(("h2e2", "h9g7", "h0g2"), 1):
        send(runner, PlayText(move))
        while not runner.await_journal():
            pass
        (journal,) = read_games(home / "journal.pgn")
        assert len(journal.main_line()) == count


@pytest.fixture
def stuck_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that answers once the event is set."""
    answers, flush = threading.Event(), os.fsync

    def fsync(handle: int) -> None:
        answers.wait(PATIENCE_S)
        flush(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    yield answers
    answers.set()


def test_time_in_which_the_program_stands_still_is_none_the_disk_has_had(
    runner: Runner, home: Path, stuck_disk: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"))
    now = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: now() + 3600.0)  # the program was stopped for an hour
    assert not runner.await_journal()
    stuck_disk.set()
    until(runner, runner.await_journal)
    assert "journal_delayed" not in said(runner)
    assert len(next(read_games(home / "journal.pgn")).main_line()) == 1


def test_what_is_shown_before_the_disk_answers_is_told_as_not_kept_yet(
    runner: Runner, home: Path, stuck_disk: threading.Event
) -> None:
    send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"))
    while not runner.await_journal():
        pass
    assert said(runner)[-1] == "journal_delayed"
    assert not (home / "journal.pgn").exists()
    stuck_disk.set()
    until(runner, lambda: not runner.is_writing)
    assert len(next(read_games(home / "journal.pgn")).main_line()) == 1


def test_a_wait_for_a_stuck_disk_ends() -> None:
    writer, stuck = JobThread("writer"), threading.Event()

    def hang() -> None:
        stuck.wait(PATIENCE_S)

    writer.submit(hang, print, "stuck")
    assert not writer.wait("stuck", 0.01)
    stuck.set()
    assert writer.wait("stuck", PATIENCE_S)
    assert writer.wait("nothing of this kind", 0.0)
    writer.close()


def test_a_job_that_fails_is_told_and_the_next_is_done() -> None:
    told: list[str] = []
    writer, done = JobThread("writer"), threading.Event()
    fault = RuntimeError("a fault")

    def fail() -> None:
        raise fault

    writer.submit(fail, told.append, "one")
    writer.submit(done.set, told.append)
    assert done.wait(PATIENCE_S)
    assert writer.wait("one", PATIENCE_S)
    assert told == ["RuntimeError: a fault"]
    writer.close()


@pytest.mark.parametrize("is_in_library", [True, False])
def test_a_game_that_was_over_at_a_crash_is_in_the_library_once(home: Path, is_in_library: bool) -> None:
    with Runner() as first:  # without a Quit, as a killed program
        send(first, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"), Resign(), Answer(True))
    if not is_in_library:
        (home / "library.db").unlink()
    with Runner() as second:
        assert second.state.resume is None
        until(second, lambda: "unstored_game_taken" in said(second))
    assert not list(home.glob("*.pgn"))
    with Library(home / "library.db") as library:
        assert [game.result for game in library.own_games()] == ["1-0"]


def test_a_game_that_the_library_refuses_stays_in_the_journal(home: Path) -> None:
    home.mkdir()
    (home / "library.db").write_bytes(b"no database" * 1000)
    with Runner() as runner:
        send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"), PlayText("h9g7"), Resign(), Answer(True))
        until(runner, lambda: "library_failed" in said(runner))
        send(runner, Quit())
    (refused,) = read_games(home / "journal.pgn")
    assert (refused.result, len(refused.main_line())) == ("0-1", 2)
    with Runner() as second:
        until(second, lambda: "unstored_game_kept" in said(second))
    (kept,) = home.glob("journal-unstored-*.pgn")
    assert len(next(read_games(kept)).main_line()) == 2


def test_a_game_that_the_library_refuses_makes_room_for_the_next(home: Path) -> None:
    home.mkdir()
    (home / "library.db").write_bytes(b"no database" * 1000)
    with Runner() as runner:
        send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"), PlayText("h9g7"))
        until(runner, runner.await_journal)
        send(runner, NewGame(Setup(HUMAN, HUMAN)), Answer(True), PlayText("b2e2"))
        until(runner, lambda: "unstored_game_kept" in said(runner))
    (kept,) = home.glob("journal-unstored-*.pgn")
    assert [move.iccs for move in next(read_games(kept)).main_line()] == ["h2e2", "h9g7"]
    assert [move.iccs for move in next(read_games(home / "journal.pgn")).main_line()] == ["b2e2"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are open")
@pytest.mark.parametrize(
    ("away", "kept_as"),
    [
        (Quit(), "journal.pgn"),
        (NewGame(Setup(HUMAN, HUMAN)), "journal-unstored-*"),
    ],
)
def test_a_game_that_the_library_refuses_stays_whichever_is_looked_at(
    home: Path, away: Intent, kept_as: str
) -> None:
    with Runner() as runner:
        send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"), Resign(), Answer(True))
        until(runner, runner.await_journal)
        stored = runner.state.document.id
        send(runner, NewGame(Setup(HUMAN, HUMAN)))
        until(runner, lambda: not list(home.glob("journal*.pgn")))
        (home / "library.db").rename(home / "elsewhere.db")
        send(runner, PlayText("b2e2"), Resign(), Answer(True))
        until(runner, lambda: "library_failed" in said(runner))
        send(runner, ShowDocument(stored), away)
    (refused,) = home.glob(kept_as)
    assert [move.iccs for move in next(read_games(refused)).main_line()] == ["b2e2"]


def test_no_journal_is_left_of_games_in_the_library(home: Path) -> None:
    with Runner() as runner:
        send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"), PlayText("h9g7"))
        send(
            runner, NewGame(Setup(HUMAN, HUMAN)), Answer(True), PlayText("b2e2"), Resign(), Answer(True), Quit()
        )
    assert not list(home.glob("*.pgn"))
    with Library(home / "library.db") as library:
        assert sorted(game.plies for game in library.own_games()) == [1, 2]


def test_files_are_read_played_on_and_saved(runner: Runner, tmp_path: Path) -> None:
    path = tmp_path / "club.pgn"
    path.write_bytes('[Red "红方"]\n\n1. 炮二平五 马８进７ *'.encode("gb18030"))
    send(runner, OpenFile(path))
    until(runner, lambda: runner.state.document.play is None)
    send(runner, GoLast(), ContinueFromHere(HUMAN, HUMAN), PlayText("h0g2"), SaveFile(tmp_path / "mine"))
    until(runner, lambda: "saved" in said(runner))
    (saved,) = read_games(tmp_path / "mine.pgn")
    assert [move.iccs for move in saved.main_line()] == ["h2e2", "h9g7", "h0g2"]
    send(runner, PlayText("i9h9"), SaveFile(tmp_path / "mine"))
    until(runner, lambda: runner.state.question is not None)
    send(runner, Answer(True))
    until(runner, lambda: len(next(read_games(tmp_path / "mine.pgn")).main_line()) == 4)


def test_saving_where_nothing_can_be_saved_is_told(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "blocker").write_text("x")
    send(runner, SaveFile(tmp_path / "blocker" / "mine.pgn"))
    until(runner, lambda: "cannot_save" in said(runner))


def test_a_fault_while_saving_is_told(runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_writer: object, _order: object) -> None:
        raise KeyError("a fault")

    monkeypatch.setattr("xiangqi.app.records.asks_writing.RecordWriter._write", fail)
    send(runner, SaveFile(tmp_path / "mine.pgn"))
    until(runner, lambda: "cannot_save" in said(runner))
    assert runner.state.toasts[-1].message.arguments["detail"] == "KeyError: 'a fault'"


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", None])
def test_unreadable_files_are_told(runner: Runner, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "bad.pgn"
    if content is not None:
        path.write_bytes(content)
    send(runner, OpenFile(path))
    until(runner, lambda: "cannot_open" in said(runner))
    detail = runner.state.toasts[-1].message.arguments["detail"]
    assert detail
    assert not detail.startswith(str(path))


def test_many_games_arrive_while_the_session_runs(runner: Runner, tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(
        "".join(f'[Round "{n}"]\n\n1. 炮二平五 马８进７ *\n\n' for n in range(500)), encoding="utf-8"
    )
    send(runner, OpenFile(path))
    until(runner, lambda: runner.state.document.play is None and runner.state.document.collection.complete)
    record = runner.state.document
    assert record is not None
    assert [game.unpack().headers["Round"] for game in record.games] == [str(n) for n in range(500)]
    assert runner.state.panel is Panel.GAME_LIST


def test_paste_and_copy(runner: Runner) -> None:
    send(runner, PasteText(Board().fen()))
    until(runner, lambda: runner.state.document.play is None)
    send(runner, ContinueFromHere(HUMAN, HUMAN), PlayText("h2e2"), CopyGame())
    texts: list[str] = []

    def copied() -> bool:
        texts.extend(effect.text for effect in runner.take_view_effects() if isinstance(effect, CopyText))
        return bool(texts)

    until(runner, copied)
    assert "H2-E2" in texts[0]


def test_folders_are_listed(runner: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    (folder / "zz").mkdir(parents=True)
    for name in ("b.pgn", "A.XQF", ".hidden.pgn", "picture.png"):
        (folder / name).write_text("x")
    send(runner, ChangeSettings({"last_folder": str(folder)}), OpenPanel(Panel.OPEN_FILE))
    until(runner, lambda: runner.state.folder.path is not None)
    assert [entry.name for entry in runner.state.folder.entries] == ["zz", "A.XQF", "b.pgn", "picture.png"]
    send(runner, EnterFolder(folder / "gone"))
    until(runner, lambda: runner.state.folder.error != "")
    assert runner.state.folder.entries == ()


def test_settings_are_kept(home: Path) -> None:
    with Runner() as first:
        send(first, ChangeSettings({"level": 8, "muted": True}))
    assert settings_path().parent == home
    with Runner() as second:
        assert second.state.settings.level == 8
        assert second.state.settings.muted


def test_damaged_settings_are_told(home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{")
    with Runner() as runner:
        assert said(runner) == ["settings_damaged"]
        runner.step(time.monotonic())
        assert said(runner) == ["settings_damaged"]  # it stays long enough to be read


def test_without_kernels_the_player_is_told_in_the_window() -> None:
    code = """
import sys
sys.modules["numba"] = None
from pathlib import Path
from xiangqi.core.compiler import loader
loader.KernelLibrary.__init__.__defaults__ = (Path("nowhere"), loader.PACKAGE)
from xiangqi.app.runner import Runner
runner = Runner()
print(*[toast.message.key.removeprefix("toast.") for toast in runner.state.toasts])
runner.close()
"""
    for name, expected in (("0", "runs_interpreted"), ("1", "")):  # who has asked for it knows
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"NUMBA_DISABLE_JIT": name},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected


def test_a_search_before_the_first_step_began_only_just_now(runner: Runner, tmp_path: Path) -> None:
    before = runner.state.now
    assert 0.0 < before <= time.monotonic()
    send(runner, NewGame(Setup(scripted(tmp_path, WAITS), HUMAN)))
    assert runner.state.search is not None
    assert runner.state.search.started == before


def test_an_unwritable_home_does_not_stop_the_game(home: Path) -> None:
    home.write_text("no folder")
    with Runner() as runner:
        send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText("h2e2"))
        until(runner, lambda: {"journal_unwritable", "settings_unwritable"} <= set(said(runner)))
        send(runner, PlayText("h9g7"))
        assert len(runner.state.play.moves) == 2


def test_settings_that_cannot_be_read_are_told(home: Path) -> None:
    (home / "settings.json").mkdir(parents=True)
    with Runner() as runner:
        until(runner, lambda: "settings_unreadable" in said(runner))


def test_two_programs_do_not_share_a_journal(home: Path) -> None:
    first, second = Runner(), Runner()
    for runner, move in ((first, "h2e2"), (second, "b2e2")):
        send(runner, NewGame(Setup(HUMAN, HUMAN)), PlayText(move))
    first.close()
    second.close()
    games = [next(read_games(home / name)).main_line()[0].iccs for name in ("journal.pgn", "journal-2.pgn")]
    assert games == ["h2e2", "b2e2"]


SLOW_ENGINE = """
import pathlib, sys, time
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Slow\\nuciok\\ninfo string compiling", flush=True)
    elif words[:1] == ["isready"]:
        while not pathlib.Path(sys.argv[1]).exists():
            time.sleep(0.01)
        print("readyok\\ninfo string ready", flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def test_an_engine_that_gets_ready_slowly_is_told_of(runner: Runner, tmp_path: Path) -> None:
    program, finished = tmp_path / "engine.py", tmp_path / "finished"
    program.write_text(SLOW_ENGINE)
    slow = Player(PlayerKind.ENGINE, 1, (sys.executable, str(program), str(finished)))
    send(runner, NewGame(Setup(HUMAN, slow)))
    until(runner, lambda: runner.state.preparing == (slow.command,))
    finished.touch()
    until(runner, lambda: runner.state.preparing == ())
    for _ in range(20):  # what it says later is no reason to wait for it
        runner.step(time.monotonic())
        time.sleep(0.01)
    assert runner.state.preparing == ()


def test_an_engine_that_dies_while_it_gets_ready_is_not_waited_for(runner: Runner, tmp_path: Path) -> None:
    program, finished = tmp_path / "engine.py", tmp_path / "finished"
    program.write_text(SLOW_ENGINE.replace('print("readyok', 'sys.exit(1)  # print("readyok'))
    slow = Player(PlayerKind.ENGINE, 1, (sys.executable, str(program), str(finished)))
    send(runner, NewGame(Setup(HUMAN, slow)))
    until(runner, lambda: runner.state.preparing == (slow.command,))
    finished.touch()
    until(runner, lambda: runner.state.preparing == ())


def test_every_effect_has_its_worker(runner: Runner) -> None:
    assert runner._performers.kinds == set(Effect.__subclasses__())
