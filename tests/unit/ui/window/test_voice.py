"""Spoken moves: which ones, by which program, and that a new one cuts off the one before."""

from __future__ import annotations

import os
import stat
import sys
import time
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


def test_a_new_move_cuts_off_the_one_before(voices: Path) -> None:
    program(voices, "spd-say", f'echo "$@" >> {voices}/said; [ "$1" = -S ] || exec sleep 60')
    voice, said = Voice(), voices / "said"
    voice.say("cannon to e2", "en", 0.5)
    first = voice._child
    assert first is not None
    while not said.exists():
        time.sleep(0.01)
    voice.say("horse to g7", "en", 0.5)
    assert first.poll() is not None
    assert "-S" in said.read_text().splitlines()
    second = voice._child
    voice.stop()
    assert second is not None
    assert second.poll() is not None
    voice.say("silent", "en", 0.0)
    assert voice._child is None


def test_a_program_that_cannot_be_run_is_no_error(voices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(voices))
    program(voices, "spd-say", "exit")
    (voices / "spd-say").write_bytes(os.urandom(64))
    voice = Voice()
    voice.say("cannon to e2", "en", 0.5)
    voice.stop()


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
