"""Plays sounds; without a sound card it stays silent."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Final

import pygame

from xiangqi.resources import asset

_RATE: Final = 44_100
_BUFFER: Final = 1024  # samples (23 ms), few enough that a click is heard when the piece lands


class Sounds:
    """The sound card, if there is one.

    Attributes:
        available: False if the mixer could not be opened; every ``play`` is then silent.
    """

    def __init__(self) -> None:
        self._loaded: dict[str, pygame.mixer.Sound] = {}
        try:
            with _quiet_stderr():
                pygame.mixer.init(_RATE, -16, 2, _BUFFER)
        except pygame.error:  # there is no card or driver, or another program uses the card
            self.available = False
        else:
            self.available = True

    def play(self, name: str, volume: float = 1.0) -> None:
        """Start playing a sound, and return without waiting for it.

        Args:
            name: a file in assets/sounds, without its suffix.
            volume: from 0.0 (silent) to 1.0.

        Raises:
            ResourceError: no sound has this name.
        """
        if not self.available or volume <= 0:
            return
        if name not in self._loaded:
            self._loaded[name] = pygame.mixer.Sound(str(asset(f"sounds/{name}.wav")))
        sound = self._loaded[name]
        sound.set_volume(min(1.0, volume))
        sound.play()

    def close(self) -> None:
        """Release the sound card."""
        if self.available:
            pygame.mixer.quit()
        self._loaded.clear()
        self.available = False


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Silence libraries during the block: ALSA reports a missing sound card in a dozen lines."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no stderr, for example when started from a desktop
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
