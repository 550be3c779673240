"""The cost of a real window: ``python benchmarks/real_window.py``, on a display such as one of Xvfb.

Several things are measured, each in a separate process that runs the real program:

- the start from the cache: from the beginning of the process to the first frame that reacts to input;
- idle: the share of a core that program and engine use while nothing happens;
- thinking: the duration of frames while the engine analyses with all the threads of its settings;
- redrawing: everything in the window drawn again from caches and shown on the display;
- playing: the duration of frames while two people play, a move every 0.7 s;
- reviewing: the same while games are reviewed in the background, and the number of games reviewed in that time.

Wall time is what a player experiences, but on a busy machine it mostly reflects that machine; CPU time is
what the window's thread has used itself. A plain loop is timed as well, since even CPU time is longer if
other processes share the core. The window has its usual size, 1180x900. Python's bytecode is cached, as in
any installation, even if PYTHONDONTWRITEBYTECODE is set.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from xiangqi.app.insights.state import InsightsState

QUIET_SHARE: Final = 0.6
"""The share of a measurement's seconds that precedes it, for the window to become idle."""

REDRAWINGS: Final = 200
MOVE_S: Final = 0.7
"""The time between moves while frames of a game are measured."""

REVIEWED: Final = 40
"""The number of games of 80 moves between levels 4 and 5 that wait for a review."""

Report = dict[str, float]


class Watch:
    """Replaces the clock of the window's loop: called once a frame, it measures the frames.

    Subclasses define what happens in the frames; `report` is called at the end of the run.
    """

    def __init__(self) -> None:
        import pygame

        self._clock = Watch.real()
        self._pygame = pygame
        self.frames = 0
        self.began_s = 0.0
        self.measured_s = float(os.environ["BENCHMARK_SECONDS"])
        self.quiet_s = QUIET_SHARE * self.measured_s
        self.ended = False
        self.wall_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self._returned = (time.perf_counter(), time.thread_time())

    real: Callable[[], Any]

    def tick(self, rate: int) -> int:
        """Handle the end of a frame: record its duration, continue the measurement, wait for the next."""
        window = sys._getframe(1).f_locals.get("self")
        if window is not None:  # not the title screen
            wall, cpu = self._returned
            self.wall_ms.append(1e3 * (time.perf_counter() - wall))
            self.cpu_ms.append(1e3 * (time.thread_time() - cpu))
            self.began_s = self.began_s or time.monotonic()
            self.frames += 1
            if not self.ended:
                self.frame(window)
        waited = int(self._clock.tick(rate))
        self._returned = time.perf_counter(), time.thread_time()
        return waited

    def frame(self, _window: Any, /) -> None:
        """Handle a frame of the window."""

    def end(self, report: Report) -> None:
        """Report the measurement, and close the window."""
        print(json.dumps(report), flush=True)
        self._pygame.event.post(self._pygame.event.Event(self._pygame.QUIT))
        self.ended = True

    def type(self, text: str) -> None:
        """Press a key that produces text."""
        self._pygame.event.post(self._pygame.event.Event(self._pygame.TEXTINPUT, text=text))

    @property
    def age_s(self) -> float:
        """Seconds since the window's first frame."""
        return time.monotonic() - self.began_s


class Starting(Watch):
    """Measures the start, and ends at the first frame."""

    def frame(self, _window: Any, /) -> None:
        wall = time.time() - float(os.environ["BENCHMARK_BEGAN"])
        self.end({"wall_s": wall, "cpu_s": time.process_time()})


class Idling(Watch):
    """Measures the CPU time of the program and its child processes over some seconds without an event."""

    before: tuple[float, float] | None = None

    def frame(self, _window: Any, /) -> None:
        if self.before is None and self.age_s > self.quiet_s:
            self.before = time.monotonic(), _cpu_s_of_family()
        elif self.before is not None and time.monotonic() - self.before[0] > self.measured_s:
            elapsed, used = time.monotonic() - self.before[0], _cpu_s_of_family() - self.before[1]
            self.end({"percent": 100 * used / elapsed})


class Thinking(Watch):
    """Analyses, and measures every frame from the engine's first report on."""

    asked = False
    spoken_s = 0.0

    def frame(self, window: Any, /) -> None:
        if not self.asked:
            self.asked = True
            self.type("l")
        if not self.spoken_s:
            self.wall_ms.clear()
            self.cpu_ms.clear()
            self.spoken_s = time.monotonic() if window._runner.state.judgements else 0.0
        elif time.monotonic() > self.spoken_s + self.measured_s:
            self.end(
                {
                    "frames": len(self.wall_ms),
                    "wall_ms": max(self.wall_ms),
                    "wall_99_ms": statistics.quantiles(self.wall_ms, n=100)[98],
                    "cpu_ms": max(self.cpu_ms),
                }
            )


class Redrawing(Watch):
    """Draws the unchanged window repeatedly."""

    def frame(self, window: Any, /) -> None:
        if self.age_s < self.quiet_s:
            return
        walls, cpus = [], []
        for _ in range(REDRAWINGS):
            wall, cpu = time.perf_counter(), time.thread_time()
            window._draw(time.monotonic())
            walls.append(1e3 * (time.perf_counter() - wall))
            cpus.append(1e3 * (time.thread_time() - cpu))
        self.end({"wall_ms": statistics.median(walls), "cpu_ms": statistics.median(cpus)})


class Playing(Watch):
    """Plays random moves for both sides, and measures every frame once the window has become idle."""

    moved_s = 0.0
    before_s = 0.0

    def frame(self, window: Any, /) -> None:
        now = time.monotonic()
        if not self.is_begun(window):
            self.wall_ms.clear()
            self.cpu_ms.clear()
            self.moved_s = now
            self.before_s = _cpu_s_of_family()
            return
        if now > self.moved_s + MOVE_S:
            self.moved_s = now
            self.move(window._runner)
        if now > self.began_s + self.measured_s:
            self.end(self.told(window))

    def is_begun(self, _window: Any, /) -> bool:
        """Return whether frames are measured yet."""
        return self.age_s > self.quiet_s

    def move(self, runner: Any) -> None:
        """Play a random move; if the game is over, begin another one."""
        from xiangqi.app.board_input.moving import PlayText
        from xiangqi.app.game.play import NewGame
        from xiangqi.app.session.players import Player, Setup

        moves = runner.state.play.line.board().legal_moves()
        if runner.state.play.end is not None or not moves:
            runner.send(NewGame(Setup(Player(), Player())))
            return
        runner.send(PlayText(random.choice(moves).iccs))

    def told(self, _window: Any, /) -> Report:
        """Return the measurement."""
        quantiles = statistics.quantiles(self.wall_ms, n=100), statistics.quantiles(self.cpu_ms, n=100)
        return {
            "frames": len(self.wall_ms),
            "wall_ms": max(self.wall_ms),
            "wall_99_ms": quantiles[0][98],
            "cpu_ms": max(self.cpu_ms),
            "cpu_99_ms": quantiles[1][98],
            "used_s": _cpu_s_of_family() - self.before_s,
            "seconds": time.monotonic() - self.began_s,
        }


class Reviewing(Playing):
    """Plays while the games of the library are reviewed."""

    first: int | None = None

    def is_begun(self, window: Any, /) -> bool:
        """Return whether the first game has been reviewed, which shows that the process is at work."""
        reviews = window._runner.state.part(InsightsState).reviews
        if self.first is None and reviews.counted:
            self.first = reviews.counted
            self.began_s = time.monotonic()
        return self.first is not None

    def told(self, window: Any, /) -> Report:
        done = window._runner.state.part(InsightsState).reviews.counted - (self.first or 0)
        return {**super().told(window), "games": done}


WATCHES: Final[dict[str, type[Watch]]] = {
    "start": Starting,
    "idle": Idling,
    "think": Thinking,
    "redraw": Redrawing,
    "play": Playing,
    "review": Reviewing,
}


def _cpu_s_of_family() -> float:
    """Return the CPU seconds of this process and of its children that still run, as reported by Linux."""
    ticks, parents = {}, {}
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(folder.name) if folder.name.isdigit() else 0
        parents[number], ticks[number] = int(fields[1]), int(fields[11]) + int(fields[12])
    family = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks[number] for number in family) / os.sysconf("SC_CLK_TCK")


def inside(what: str) -> None:
    """Run the game in this process with a watch in place of its clock."""
    import pygame

    Watch.real = pygame.time.Clock
    pygame.time.Clock = WATCHES[what]  # type: ignore[assignment, misc]
    from xiangqi.cli import main

    sys.exit(main(["play", "--side", "both"]))


def loop_s() -> float:
    """Return the CPU seconds of ten million additions, which show the machine's present speed."""
    began, total = time.process_time(), 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - began


def measured(what: str, home: str, seconds: float) -> Report:
    """Return the report of a separate process."""
    environment = os.environ | {"XIANGQI_HOME": home, "SDL_AUDIODRIVER": "dummy"}
    environment["PYTHONPYCACHEPREFIX"] = str(Path(home, "bytecode"))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment |= {"BENCHMARK_BEGAN": str(time.time()), "BENCHMARK_SECONDS": str(seconds)}
    command = [sys.executable, __file__, "--inside", what]
    told = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    report: Report = json.loads(told.strip().splitlines()[-1])
    return report


def keep_games(home: Path) -> None:
    """Put games of 80 plies into the library as games of the player, to be reviewed."""
    from xiangqi.core.constants import RED
    from xiangqi.engine.common.types import Limits
    from xiangqi.engine.worker import Engine
    from xiangqi.library import Library, Played
    from xiangqi.records.tree import Game
    from xiangqi.storage.settings import Settings, save_settings

    save_settings(Settings(people=("",)), home / "settings.json")
    engines = [Engine(hash_mb=1), Engine(hash_mb=1)]
    for engine, level in zip(engines, ("4", "5"), strict=True):
        engine.set_option("Level", level)
    with Library(home / "library.db") as library:
        for number in range(REVIEWED):
            game = Game(headers={"Red": "Player", "Black": "Computer, level 5", "Round": str(number)})
            node, board = game.root, game.board()
            for ply in range(80):
                engines[ply % 2].set_board(board)
                move = engines[ply % 2].search(Limits()).best_move
                if ply < 4:
                    move = random.choice(board.legal_moves())
                if move is None:
                    break
                board.push(move)
                node = node.add(move)
            library.keep(game, Played("2026-01-01", RED, black_level=5))


def row(what: str, home: str, seconds: float, starts: int) -> str:
    """Return a line of the table."""
    if what == "start":
        measured(what, home, seconds)  # caches bytecode for the following runs
        several = [measured(what, home, seconds) for _ in range(starts)]
        wall, cpu = (statistics.median(start[key] for start in several) for key in ("wall_s", "cpu_s"))
        return f"{wall:.2f} s wall, {cpu:.2f} s CPU: the median of {starts}"
    if what == "review":
        keep_games(Path(home))
    found = measured(what, home, seconds)
    if what == "idle":
        return f"{found['percent']:.2f} % of a core"
    times = f"{found['wall_ms']:.2f} ms wall, {found['cpu_ms']:.2f} ms CPU"
    if what == "redraw":
        return f"{times}: the median of {REDRAWINGS}"
    text = f"{times}: the longest of {found['frames']:.0f}; 99 % within {found['wall_99_ms']:.1f} ms wall"
    if what in ("play", "review"):
        text += f", {found['cpu_99_ms']:.1f} ms CPU"
    if what == "review":
        text += f"; {found['games']:.0f} games reviewed in {found['seconds']:.0f} s"
    return text


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", choices=[[], *WATCHES], help="all of them if none is named")
    parser.add_argument("--starts", type=int, default=5, help="starts that are measured")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of the other measurements")
    parser.add_argument("--inside", choices=WATCHES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        inside(arguments.inside)
    print(f"{'plain loop':<12}{loop_s():.2f} s CPU", flush=True)
    with tempfile.TemporaryDirectory() as home:
        for what in arguments.what or WATCHES:
            print(f"{what:<12}{row(what, home, arguments.seconds, arguments.starts)}", flush=True)


if __name__ == "__main__":
    main()
