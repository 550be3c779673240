"""Sounds: the files, and silence where there is no sound card."""

from __future__ import annotations

import os
import subprocess
import sys
import wave

import numpy as np
import pygame
import pytest

from xiangqi.app.effect import Sound
from xiangqi.errors import ResourceError
from xiangqi.resources import asset
from xiangqi.ui.window.sound import Sounds

NAMES = [sound.value for sound in Sound]


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_is_a_short_clean_file(name: str) -> None:
    with wave.open(str(asset(f"sounds/{name}.wav"))) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        duration_s = file.getnframes() / file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)
    assert 0.05 < duration_s < 2
    assert 8000 < abs(samples).max() < 32767  # heard, and never clipped
    assert abs(samples[-1]) < 300  # no click at the end
    assert abs(samples.mean()) < 300


def test_the_sounds_together_stay_small() -> None:
    assert sum(asset(f"sounds/{name}.wav").stat().st_size for name in NAMES) < 400_000


def test_every_file_is_a_sound_of_the_session() -> None:
    assert sorted(path.stem for path in asset("sounds").iterdir()) == sorted(NAMES)


def test_sounds_are_played_at_their_volume() -> None:
    sounds = Sounds()
    assert sounds.available
    sounds.play("move", 0.5)
    assert pygame.mixer.get_busy()
    with pytest.raises(ResourceError):
        sounds.play("no such sound")
    sounds.close()
    sounds.play("move")  # silent after closing
    assert pygame.mixer.get_init() is None


def test_without_a_sound_card_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    sounds = Sounds()
    assert not sounds.available
    for name in NAMES:
        sounds.play(name)
    sounds.close()


OPENED_WITH_A_LOUD_LIBRARY = """
import contextlib, os, sys
import pygame
from xiangqi.ui.window.sound import Sounds

def init(*_arguments):
    with contextlib.suppress(OSError):
        os.write(2, b"ALSA lib confmisc.c: cannot find card\\n")
    raise pygame.error("no card")

if sys.argv[1] == "closed":
    os.close(2)
pygame.mixer.init = init
sounds = Sounds()
sounds.play("move")
print(sounds.available)
if sys.argv[1] == "open":
    os.write(2, b"heard again")
"""


@pytest.mark.parametrize(("stderr", "heard"), [("open", "heard again"), ("closed", "")])
def test_libraries_do_not_complain_on_the_terminal(stderr: str, heard: str) -> None:
    command = [sys.executable, "-c", OPENED_WITH_A_LOUD_LIBRARY, stderr]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("False\n", heard)


def test_no_sound_card_leaves_the_terminal_clean() -> None:
    """With the driver that the system has, whatever it is."""
    environment = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    command = [sys.executable, "-c", "from xiangqi.ui.window.sound import Sounds; Sounds().close()"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
