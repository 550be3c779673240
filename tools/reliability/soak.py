"""Plays full games of the computer against itself in one window, and checks for growth.

    python -m tools.reliability.soak --games 50

The program's window shows every move on a display in memory; the engine is a separate process, as always.
After each game the memory of both, their open files, their threads and the durations of frames are recorded.
At the end the slopes are computed, without the first games, in which caches fill. Linux only. The exit code
is 1 if memory grew by more than 256 KiB a game, or files or threads by more than a tenth.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Final

from tools.reliability.processes import children, memory_kib, open_files, threads
from xiangqi.app.game.play import NewGame
from xiangqi.app.runner import Runner
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.ui.window.display import open_display
from xiangqi.ui.window.window import Window

_COMPUTER: Final = Player(PlayerKind.COMPUTER, 1)
_WARMING_UP: Final = 5  # games
_MOST_KIB: Final = 256.0  # for each game
_MOST_HANDLES: Final = 0.1


@dataclass(frozen=True)
class Sample:
    """The resources used at the end of a game.

    Attributes:
        plies: the length of the game.
        seconds: duration of the game.
        memory_kib: resident memory of the window's process.
        engine_kib: resident memory of the engine's process.
        files: the files open in the window's process.
        threads: the threads of the window's process.
        frame_ms: median time to draw a frame of this game.
        slow_ms: the time that one frame in a hundred exceeded.
    """

    plies: int
    seconds: float
    memory_kib: int
    engine_kib: int
    files: int
    threads: int
    frame_ms: float
    slow_ms: float

    def line(self, number: int) -> str:
        """Return the sample as a row of the table."""
        return (
            f"{number:4} {self.plies:5} {self.seconds:7.1f} {self.memory_kib:10} {self.engine_kib:10} "
            f"{self.files:5} {self.threads:7} {self.frame_ms:8.1f} {self.slow_ms:7.1f}"
        )


HEADING: Final = "game plies seconds memory_KiB engine_KiB files threads frame_ms slow_ms"


class SoakedWindow(Window):
    """A window that starts a new game after each one, and quits after the last.

    Attributes:
        samples: one for each game.
    """

    def __init__(self, runner: Runner, games: int) -> None:
        """Open the window of a session whose first game has been started."""
        super().__init__(runner)
        self.samples: list[Sample] = []
        self._games = games
        self._begun = time.monotonic()
        self._frames_ms: list[float] = []

    def _draw(self, now_s: float) -> None:
        begun = time.perf_counter()
        super()._draw(now_s)
        self._frames_ms.append(1000 * (time.perf_counter() - begun))
        game = self._runner.state.play
        if game.end is None:
            return
        self.samples.append(self._sample(len(game.moves)))
        print(self.samples[-1].line(len(self.samples)), flush=True)
        self._frames_ms, self._begun = [], time.monotonic()
        self._runner.send(NewGame(game.setup) if len(self.samples) < self._games else Quit())

    def _sample(self, plies: int) -> Sample:
        frames = sorted(self._frames_ms)
        return Sample(
            plies,
            time.monotonic() - self._begun,
            memory_kib(os.getpid()),
            sum(map(memory_kib, children())),
            open_files(),
            threads(),
            statistics.median(frames),
            frames[len(frames) * 99 // 100],
        )


def slope(values: list[float]) -> float:
    """Return the slope of the values by least squares, per step."""
    if len(values) < 2:
        return 0.0
    return statistics.linear_regression(range(len(values)), values).slope


def report(samples: list[Sample]) -> bool:
    """Print the growth of each measured value; return whether none grew too much."""
    steady = samples[_WARMING_UP:]
    slopes = {
        name: slope([float(getattr(sample, name)) for sample in steady])
        for name in ("memory_kib", "engine_kib", "files", "threads", "frame_ms", "slow_ms")
    }
    plies = sum(sample.plies for sample in samples)
    print(f"{len(samples)} games, {plies} plies; growth a game, from game {_WARMING_UP + 1} on:")
    for name, value in slopes.items():
        print(f"  {name:10} {value:+.3f}")
    handles = max(slopes["files"], slopes["threads"])
    return max(slopes["memory_kib"], slopes["engine_kib"]) <= _MOST_KIB and handles <= _MOST_HANDLES


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    print(HEADING)
    with tempfile.TemporaryDirectory(prefix="xiangqi-soak-") as home:
        os.environ |= {"XIANGQI_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        open_display()
        with Runner() as runner:
            runner.send(NewGame(Setup(_COMPUTER, _COMPUTER)))
            window = SoakedWindow(runner, options.games)
            window.loop()
    return int(not report(window.samples))


if __name__ == "__main__":
    sys.exit(main())
