"""Tests of engines that die, freeze, flood or send wrong moves: the game is kept, and the player is asked."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from running import said, send_with_help, until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.engines.asks import EngineService
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.runner import Runner
from xiangqi.app.session.intents import Hint, ToggleAnalysis
from xiangqi.app.session.panels import ClearToasts
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.update import Answer
from xiangqi.protocol.client import Patience
from xiangqi.records.files import read_games

ROGUES = Path(__file__).parents[2] / "protocol" / "engines" / "scripted_engine.py"
HUMAN = Player()
COMPUTER = Player(PlayerKind.COMPUTER, 1)
NO_GREETING = Patience(second_word_s=0.2, greeting_s=0.2)
"""For an engine that never says a word. One that greets has the usual time to start in."""
NO_ANSWER = Patience(overtime_s=0.2, stop_s=0.2)
"""For engines that greet and never answer."""

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and process groups")


@pytest.fixture
def start() -> Iterator[Callable[..., Runner]]:
    """Starts a session; whatever still runs at the end is ended."""
    runners: list[Runner] = []

    def begin(patience: Patience | None = None) -> Runner:
        runners.append(Runner(patience))
        return runners[-1]

    yield begin
    for runner in runners:
        runner.close()


def rogue(behaviour: str) -> Player:
    return Player(PlayerKind.ENGINE, 1, (sys.executable, "-S", "-E", str(ROGUES), behaviour))


def moves(runner: Runner) -> str:
    return " ".join(move.iccs for move in runner.state.play.moves)


def journal(home: Path) -> str:
    return " ".join(move.iccs for move in next(read_games(home / "journal.pgn")).main_line())


@pytest.mark.parametrize(
    ("behaviour", "word", "patience"),
    [
        ("Silent", "UCCI", NO_GREETING),
        ("NeverReady", "ready", Patience(ready_s=0.2)),
        ("Mute", "responding", NO_ANSWER),
        ("Flood", "responding", NO_ANSWER),
        ("HalfLine", "exit code 3", None),
        ("Dies", "exit code 7: cannot open the network file", None),
        ("DiesAtOnce", "exit code 5", None),
        ("Illegal", "a0a9", None),
        pytest.param("Frozen", "responding", NO_ANSWER, marks=posix_only),
    ],
)
def test_after_two_faults_the_game_stands_and_the_player_is_asked(
    start: Callable[..., Runner], home: Path, behaviour: str, word: str, patience: Patience | None
) -> None:
    runner = start(patience)
    runner.send(NewGame(Setup(HUMAN, rogue(behaviour))))
    runner.send(PlayText("h2e2"))
    until(runner, lambda: "engine_restarted" in said(runner) or runner.state.question is not None)
    until(runner, lambda: runner.state.question is not None)
    assert runner.state.question is not None
    assert runner.state.question.message.key == "ask.built_in"
    assert word in str(runner.state.question.message.arguments["detail"])
    runner.send(Answer(False))
    assert moves(runner) == "h2e2"
    until(runner, lambda: not runner.is_writing)
    assert journal(home) == "h2e2"
    send_with_help(runner, TakeBack())
    runner.send(PlayText("b2e2"))
    assert moves(runner) == "b2e2"


def test_a_book_that_cannot_be_used_is_told_once(start: Callable[..., Runner], home: Path) -> None:
    home.mkdir()
    (home / "book.txt").write_text("# mine\nh2e2 1\n", encoding="utf-8")
    runner = start()
    runner.send(NewGame(Setup(HUMAN, COMPUTER)))
    runner.send(PlayText("h2e2"))
    until(runner, lambda: len(runner.state.play.moves) == 2)
    (toast,) = runner.state.toasts
    assert toast.message.key == "toast.engine_file_refused"
    assert f"{home / 'book.txt'}, line 2" in toast.message.arguments["detail"]
    runner.send(ClearToasts())
    runner.send(NewGame(Setup(COMPUTER, HUMAN)))
    runner.send(Answer(True))
    until(runner, lambda: len(runner.state.play.moves) == 1)
    assert said(runner) == []


@pytest.mark.parametrize("behaviour", ["LongLine", "Garbage", "StderrFlood", "Twice"])
def test_noise_is_no_fault(start: Callable[..., Runner], behaviour: str) -> None:
    runner = start()
    runner.send(NewGame(Setup(HUMAN, rogue(behaviour))))
    runner.send(PlayText("h2e2"))
    until(runner, lambda: moves(runner) == "h2e2 h9g7")
    runner.send(PlayText("h0g2"))
    until(runner, lambda: moves(runner) == "h2e2 h9g7 h0g2 i9h9")
    assert said(runner) == []


def test_an_answer_that_comes_too_late_is_not_played(start: Callable[..., Runner]) -> None:
    runner = start()
    runner.send(NewGame(Setup(HUMAN, rogue("LateAnswer"))))
    for _ in range(3):  # each take-back stops a search that then answers for a position that is gone
        runner.send(PlayText("h2e2"))
        runner.step(time.monotonic())
        send_with_help(runner, TakeBack())
        assert moves(runner) == ""
    runner.send(PlayText("h2e2"))
    until(runner, lambda: moves(runner) == "h2e2 h9g7")
    assert said(runner) == []


def engines(runner: Runner) -> list[int]:
    """Return the processes of a session's engines, and of no other session's."""
    clients = runner._site.one(EngineService)._clients.values()
    return [client.pid for client in clients if client.pid is not None]


@posix_only
@pytest.mark.parametrize("kind", ["move", "hint", "analysis"])
def test_the_built_in_engine_is_killed_and_comes_back(start: Callable[..., Runner], kind: str) -> None:
    runner = start()
    runner.send(NewGame(Setup(HUMAN, COMPUTER)))
    until(runner, lambda: engines(runner))
    if kind == "analysis":
        send_with_help(runner, ToggleAnalysis())
        until(runner, lambda: bool(runner.state.judgements))
    for process in engines(runner):
        os.kill(process, signal.SIGKILL)
    if kind == "hint":
        send_with_help(runner, Hint())
        until(runner, lambda: "engine_failed" in said(runner))
        send_with_help(runner, Hint(at_once=True))
        until(runner, lambda: runner.state.selection.hint is not None)
    if kind == "analysis":  # which stands beside a copy of the game
        runner.send(PlayText("h2e2"))
        judged = len(runner.state.judgements)
        until(runner, lambda: len(runner.state.judgements) > judged)
        runner.send(GoToPlace(Place.PLAY))
    runner.send(PlayText("h2e2"))
    until(runner, lambda: len(runner.state.play.moves) == 2)
    if kind == "analysis":
        runner.send(ToggleAnalysis())
        judged = len(runner.state.judgements)
        until(runner, lambda: len(runner.state.judgements) > judged)
    assert runner.state.question is None
    assert moves(runner).startswith("h2e2 ")
