"""Sounds: the files, and silence where there is no sound card."""

from __future__ import annotations

import wave

import numpy as np
import pygame
import pytest

from xiangqi.app.effects import Sound
from xiangqi.errors import ResourceError
from xiangqi.resources import asset
from xiangqi.ui.sound import NAMES, Sounds


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


def test_there_is_a_file_for_every_sound_of_the_session() -> None:
    assert {sound.value for sound in Sound} <= set(NAMES)


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
