"""Synthesises the sounds in assets/sounds: struck wood, plucked strings, a small gong.

    python tools/build_sounds.py

Every sound is mono, 16 bits, and is the same each time.
"""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

Signal = npt.NDArray[np.float64]

TARGET: Final = Path(__file__).resolve().parent.parent / "assets" / "sounds"
RATE: Final = 32_000
"""Samples a second."""


def seconds(duration: float) -> Signal:
    """Return the times of the samples of a sound of this length."""
    return np.arange(round(duration * RATE)) / RATE


def struck(modes: list[tuple[float, float, float]], duration: float) -> Signal:
    """Return the sound of a struck body; a mode is (Hz, loudness, seconds until it has faded to a third)."""
    t = seconds(duration)
    return sum(
        (loud * np.sin(2 * np.pi * pitch * t) * np.exp(-t / fade) for pitch, loud, fade in modes),
        start=np.zeros_like(t),
    )


def click(duration: float, fade: float, dullness: int, seed: int) -> Signal:
    """Return the noise of the first contact: white noise, smoothed over ``dullness`` samples, fading fast."""
    t = seconds(duration)
    hiss = np.random.default_rng(seed).standard_normal(len(t) + dullness)
    dull: Signal = np.convolve(hiss, np.ones(dullness) / np.sqrt(dullness), "same")[: len(t)]
    fading: Signal = np.exp(-t / fade)
    return dull * fading


def knock(pitch: float, weight: float, seed: int) -> Signal:
    """Return the sound of a wooden piece set down on a board: a body with a few low modes and a short click.

    Args:
        pitch: the pitch of the lowest mode, Hz.
        weight: from 0 (light) to 1 (heavy); a heavier piece sounds longer and fuller.
        seed: the seed of the click.
    """
    fade = 0.016 + 0.020 * weight
    modes = [
        (pitch, 0.9, fade * 1.6),
        (pitch * 1.83, 0.55, fade),
        (pitch * 2.71, 0.42, fade * 0.75),
        (pitch * 4.12, 0.26, fade * 0.5),
        (pitch * 6.3, 0.12, fade * 0.35),
    ]
    body = struck(modes, 0.20)
    return mixed(
        [(0.0, body), (0.0, 0.42 * click(0.02, 0.0022, 3, seed)), (0.0, 0.3 * click(0.06, 0.010, 12, seed + 1))]
    )


def plucked(pitch: float, duration: float, seed: int) -> Signal:
    """Return the sound of a plucked string: noise running round a delay line that softens it each time.

    Source: K. Karplus, A. Strong, Digital Synthesis of Plucked-String and Drum Timbres, 1983.
    """
    period = round(RATE / pitch)
    line = np.random.default_rng(seed).uniform(-1, 1, period)
    line = np.convolve(np.concatenate([line, line]), np.ones(5) / 5, "same")[:period]
    line -= line.mean()
    rounds = []
    for _ in range(round(duration * RATE / period) + 1):
        rounds.append(line)
        line = 0.996 * 0.5 * (line + np.roll(line, 1))
    sound = np.concatenate(rounds)[: round(duration * RATE)]
    fading: Signal = np.exp(-seconds(duration)[: len(sound)] / (duration * 0.42))
    return sound * fading


def gong(pitch: float, duration: float) -> Signal:
    """Return the sound of a small gong: partials, out of tune with one another, that swell after the stroke."""
    t = seconds(duration)
    partials = [
        (1.0, 0.8, 0.5),
        (1.48, 0.5, 0.36),
        (1.99, 0.42, 0.3),
        (2.74, 0.3, 0.2),
        (3.76, 0.2, 0.13),
        (5.4, 0.1, 0.07),
    ]
    ring = struck([(pitch * ratio, loud, duration * fade) for ratio, loud, fade in partials], duration)
    return ring * (1 - 0.7 * np.exp(-t / 0.012))


def mixed(parts: list[tuple[float, Signal]]) -> Signal:
    """Return the mix of several sounds, each beginning at its time in seconds."""
    length = max(round(start * RATE) + len(sound) for start, sound in parts)
    total = np.zeros(length)
    for start, sound in parts:
        first = round(start * RATE)
        total[first : first + len(sound)] += sound
    return total


def melody(notes: list[tuple[float, float]], step: float, last: float) -> Signal:
    """Return the sound of plucked notes (Hz, loudness), ``step`` seconds apart; the last rings for ``last``."""
    parts = [
        (place * step, loud * plucked(pitch, last if place == len(notes) - 1 else 0.7, 40 + place))
        for place, (pitch, loud) in enumerate(notes)
    ]
    return mixed(parts)


def sounds() -> dict[str, tuple[Signal, float]]:
    """Return all sounds by file name, each with its peak 0..1."""
    move = knock(360, 0.45, 1)
    capture = mixed([(0.0, 0.75 * knock(760, 0.15, 5)), (0.045, knock(290, 0.9, 7))])
    check = mixed([(0.0, 0.9 * move), (0.05, 0.5 * gong(466, 0.65))])
    illegal = mixed(
        [
            (0.0, struck([(118, 1, 0.05), (172, 0.5, 0.03)], 0.13)),
            (0.12, struck([(104, 1, 0.06), (150, 0.5, 0.03)], 0.18)),
        ]
    )
    tick = struck([(1150, 1, 0.018), (2440, 0.4, 0.010)], 0.08)
    low_time = mixed([(0.0, tick), (0.16, 0.9 * tick)])
    d, e, g, a, b = 293.66, 329.63, 392.0, 440.0, 493.88
    win = melody([(d, 0.8), (g, 0.85), (a, 0.9), (b, 0.9), (2 * d, 1.0), (2 * g, 1.0)], 0.105, 0.95)
    loss = melody([(b, 0.9), (a, 0.85), (e, 0.85), (d / 2 * 1.5, 0.9)], 0.2, 0.9)
    draw = melody([(g, 0.9), (a, 0.8), (g, 0.9)], 0.18, 0.75)
    success = melody([(g, 0.8), (b, 0.9), (2 * d, 1.0)], 0.085, 0.32)[: round(0.42 * RATE)]
    return {
        "move": (move, 0.72),
        "capture": (capture, 0.86),
        "check": (check, 0.82),
        "illegal": (illegal, 0.5),
        "low_time": (low_time, 0.5),
        "win": (win, 0.7),
        "success": (success, 0.6),
        "loss": (loss, 0.62),
        "draw": (draw, 0.62),
    }


def save(sound: Signal, peak: float, path: Path) -> None:
    """Write a sound with this peak, its last few milliseconds faded out."""
    fade = min(len(sound), round(0.02 * RATE))
    sound = sound.copy()
    sound[-fade:] *= np.linspace(1, 0, fade)
    samples = np.round(sound / np.abs(sound).max() * peak * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    print(f"{path.name}: {len(samples) / RATE:.2f} s, {path.stat().st_size // 1024} kB")


def main() -> None:
    """Write all sounds."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, (sound, peak) in sounds().items():
        save(sound, peak, TARGET / f"{name}.wav")


if __name__ == "__main__":
    main()
