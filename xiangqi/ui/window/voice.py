"""Speaks moves by the system's voices, each in a child process, so that nothing can hold up the window.

Linux has `spd-say` (Speech Dispatcher) or `espeak-ng`, macOS `say`, Windows its SAPI through PowerShell.
Without any of them nothing is said.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from xiangqi.i18n.languages import language_named
from xiangqi.launch import NO_WINDOW
from xiangqi.spoken.speech import pinyin, sounding

_WINDOWS_SCRIPT: Final = (
    "Add-Type -AssemblyName System.Speech;"
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$voice.Volume = {volume};"
    "try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, '{culture}') }} catch {{ }};"
    "[Console]::InputEncoding = [Text.Encoding]::UTF8;"
    "$voice.Speak([Console]::In.ReadToEnd())"
)


class Speaking(NamedTuple):
    """A text to speak, with the programs that speak it and silence it."""

    command: Sequence[str]  # the program with its arguments
    text: str  # what it reads from its input; "" for nothing
    silence: Sequence[str] = ()  # what ends its speech, if ending the process does not


_SILENCE: Final = Speaking((), "")
_PATIENCE_S: Final = 1.0  # for what ends a speech


def _is_chinese(language: str) -> bool:
    return language_named(language).reads_characters


def _dispatcher(text: str, language: str, volume: float) -> Speaking:
    said = sounding(text) if _is_chinese(language) else text
    loudness = str(round(200 * volume) - 100)
    return Speaking(
        ("spd-say", "-w", "-l", language_named(language).voice, "-i", loudness, "--", said),
        "",
        ("spd-say", "-S"),
    )


def _espeak(text: str, language: str, volume: float) -> Speaking:
    said = pinyin(text) if _is_chinese(language) else text
    name = "cmn-latn-pinyin" if _is_chinese(language) else language_named(language).voice
    return Speaking(("espeak-ng", "-v", name, "-a", str(round(200 * volume)), "--stdin"), said)


def _say(text: str, language: str, volume: float) -> Speaking:
    loud = f"[[volm {volume:.2f}]] "
    if _is_chinese(language):
        return Speaking(("say", "-v", "Tingting"), loud + sounding(text))
    return Speaking(("say",), loud + text)


def _sapi(text: str, language: str, volume: float) -> Speaking:
    culture = language_named(language).culture
    script = _WINDOWS_SCRIPT.format(volume=round(100 * volume), culture=culture)
    said = sounding(text) if _is_chinese(language) else text
    return Speaking(("powershell", "-NoProfile", "-NonInteractive", "-Command", script), said)


_Make = Callable[[str, str, float], Speaking]
_SPEAKERS: Final[Sequence[tuple[str, str, _Make]]] = (
    ("darwin", "say", _say),
    ("win32", "powershell", _sapi),
    ("", "spd-say", _dispatcher),
    ("", "espeak-ng", _espeak),
)
"""The system ("" for any other), the program and its arguments; the first one installed is used."""


def speaking(text: str, language: str, volume: float) -> Speaking | None:
    """Return the program and its arguments that speak a text on this system, or None without one.

    Args:
        text: the text to speak.
        language: the tag of the text's language.
        volume: the volume from 0.0 to 1.0.
    """
    own = sys.platform if sys.platform in ("darwin", "win32") else ""
    there = (make for system, program, make in _SPEAKERS if system == own and shutil.which(program))
    make = next(there, None)
    return None if make is None else make(text, language, volume)


class Voice:
    """Says one text at a time; a new one cuts off the one before.

    Programs are started and ended in a thread, since a busy machine or a speech server that hangs can make each
    of them take seconds.
    """

    def __init__(self) -> None:
        self._orders = SimpleQueue[Speaking | None]()  # None: the end
        self._thread: Thread | None = None

    def say(self, text: str, language: str, volume: float) -> None:
        """Begin to speak a text and return at once; at volume 0, nothing is spoken."""
        how = speaking(text, language, volume) if text and volume > 0 else _SILENCE
        if how is None or (how is _SILENCE and self._thread is None):
            return
        self._orders.put(how)
        if self._thread is None:
            self._thread = Thread(target=self._work, name="voice", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """End the current speech, waiting at most a few seconds for it to stop."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._orders.put(None)
            thread.join(2 * _PATIENCE_S)

    def _work(self) -> None:
        child, silence = None, tuple[str, ...]()
        while True:
            how = self._orders.get()
            while how is not None and not self._orders.empty():  # what is out of date already is not begun
                how = self._orders.get()
            if child is not None:
                _end(child, silence)
            if how is None:
                return
            child, silence = _started(how), tuple(how.silence)


def _end(child: subprocess.Popen[bytes], silence: Sequence[str]) -> None:
    """End a program that speaks, and its speech."""
    if child.poll() is None:
        child.kill()
        if silence:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(
                    silence,
                    stderr=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    check=False,
                    timeout=_PATIENCE_S,
                )
    child.wait()


def _started(how: Speaking) -> subprocess.Popen[bytes] | None:
    """Return the process that speaks a text; None if there is nothing to say, or it cannot be run."""
    if not how.command:
        return None
    try:
        child = subprocess.Popen(
            how.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=NO_WINDOW,
        )
    except OSError:  # it has gone meanwhile, or cannot be run
        return None
    if child.stdin is not None:
        with contextlib.suppress(OSError):  # it does not read
            child.stdin.write(how.text.encode())
        with contextlib.suppress(OSError):
            child.stdin.close()
    return child
