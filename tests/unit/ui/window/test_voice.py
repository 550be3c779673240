"""Spoken moves: which ones, by which program, and that a new one cuts off the one before."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from ui_session import HOT_SEAT, Session

from xiangqi.app.game.play import NewGame
from xiangqi.app.records.browse import GoBack, GoForward
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.told import to_be_spoken
from xiangqi.app.update import Answer
from xiangqi.ui.window.voice import Voice, speaking

pytestmark = pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="these have voices of their own")


def program(folder: Path, name: str, script: str) -> None:
    """Put a program on the path that stands for a voice: this machine may have no sound card."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    return tmp_path


def test_a_voice_is_given_pinyin_or_characters_that_sound_so(
    voices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(voices))
    assert speaking("车一平二", "zh-Hans", 0.5) is None  # no voice at all
    program(voices, "espeak-ng", "exit")
    how = speaking("车一平二", "zh-Hans", 0.5)
    assert how is not None
    assert how.text == "ju1 yi1 ping2 er4"
    assert "cmn-latn-pinyin" in how.command
    program(voices, "spd-say", "exit")
    how = speaking("车一平二", "zh-Hans", 0.5)
    assert how is not None
    assert how.command[-1] == "居一平二"
    assert how.command[:6] == ("spd-say", "-w", "-l", "zh", "-i", "0")
    english = speaking("cannon to e2", "en", 1.0)
    assert english is not None
    assert english.command[2:] == ("-l", "en", "-i", "100", "--", "cannon to e2")


def until(what: Callable[[], bool]) -> None:
    """Wait until something is so; the test's own time limit ends what never is."""
    while not what():
        time.sleep(0.01)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def test_a_new_move_cuts_off_the_one_before(voices: Path) -> None:
    said = voices / "said"
    program(voices, "spd-say", f'echo "$@" >> {said}; [ "$1" = -S ] || exec sleep 60')
    voice = Voice()
    voice.say("cannon to e2", "en", 0.5)
    until(lambda: len(lines(said)) == 1)
    voice.say("horse to g7", "en", 0.5)
    until(lambda: len(lines(said)) == 3)
    assert [line.split()[0] for line in lines(said)] == ["-w", "-S", "-w"]
    voice.say("nothing", "en", 0.0)
    until(lambda: len(lines(said)) == 4)
    voice.close()
    assert lines(said)[-1] == "-S"


def test_a_speech_server_that_hangs_holds_up_nothing(voices: Path) -> None:
    said = voices / "said"
    program(voices, "spd-say", f'echo "$@" >> {said}; exec sleep 60')
    voice = Voice()
    voice.say("cannon to e2", "en", 0.5)
    until(lambda: len(lines(said)) == 1)
    for move in ("horse to g7", "chariot to h0", "soldier to c4"):
        voice.say(move, "en", 0.5)
    until(lambda: "soldier to c4" in lines(said)[-1])
    told = [line.rpartition("-- ")[2] for line in lines(said)]
    assert (told[0], told[1], told[-2]) == ("cannon to e2", "-S", "-S"), "each is cut off by the next"
    voice.close()


def test_a_program_that_cannot_be_run_is_no_error(voices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(voices))
    program(voices, "spd-say", "exit")
    (voices / "spd-say").write_bytes(os.urandom(64))
    voice = Voice()
    voice.say("cannon to e2", "en", 0.5)
    voice.close()


def spoken(session: Session, moves: str) -> bool:
    before = session.state
    session.play(moves)
    return to_be_spoken(before, session.state) is not None


def test_whose_moves_are_said_is_a_setting() -> None:
    session = Session()
    assert not spoken(session, "h2e2")
    session.settle(speak_moves="all")
    assert spoken(session, "h9g7")
    session.settle(muted=True)
    assert not spoken(session, "h0g2")


def test_one_s_own_moves_are_not_said_if_only_the_opponent_s_are() -> None:
    session = Session()
    session.settle(speak_moves="opponent")
    setup = replace(HOT_SEAT, black=Player(PlayerKind.COMPUTER, 1))
    session.send(NewGame(setup), Answer(True))
    assert not spoken(session, "h2e2")
    session.settle(speak_moves="all")
    session.send(NewGame(setup), Answer(True))
    assert spoken(session, "h2e2")


def test_going_back_says_nothing() -> None:
    session = Session()
    session.settle(speak_moves="all")
    session.play("h2e2 h9g7")
    before = session.state
    session.send(GoBack(), GoBack())
    assert to_be_spoken(before, session.state) is None
    before = session.state
    session.send(GoForward())
    assert to_be_spoken(before, session.state) is None
