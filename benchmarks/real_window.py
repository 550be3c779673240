"""What a real window costs: ``python benchmarks/real_window.py``, on a display such as one of Xvfb.

Several things are measured, each in a program of its own, which is the game as it is played:

- the start from the cache: from the beginning of the process to the first frame that answers;
- idle: how much of a core program and engine take while nobody does anything;
- thinking: how long a frame takes while the engine analyses with all the threads of its settings;
- redrawing: everything in the window drawn anew, nothing new to make, shown on the display;
- playing: how long a frame takes while two people play, a move every 0.7 s;
- reviewing: the same while games are reviewed in the background, and how many of them in the time.

Wall time says what a player sees, and on a busy machine it says more of that machine; CPU time is what the
thread of the window has used itself. A plain loop is timed as well, since even CPU time is longer where others
share the core. The window has its usual size, 1180x900. Python's bytecode is kept, as in any installation,
whatever PYTHONDONTWRITEBYTECODE says.
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

QUIET_SHARE: Final = 0.6
"""Of the seconds of a measurement, before it: until the window has come to rest and draws only what changes."""

REDRAWINGS: Final = 200
MOVE_S: Final = 0.7
"""From one move to the next while frames are taken in a game."""

REVIEWED: Final = 40
"""Games of 80 moves between levels 4 and 5 that wait for a review."""

Report = dict[str, float]


class Watch:
    """Stands in for the clock of the window's loop: called once a frame, it sees what the frames take.

    Subclasses say what is to be done in the frames; `report` is called at the end of the run.
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
        """A frame has ended: note what it took, let the measurement go on, wait for the next."""
        window = sys._getframe(1).f_locals.get("self")
        if window is not None:  # not the title
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
        """After each frame of the window."""

    def end(self, report: Report) -> None:
        """Tell what was measured, and close the window."""
        print(json.dumps(report), flush=True)
        self._pygame.event.post(self._pygame.event.Event(self._pygame.QUIT))
        self.ended = True

    def type(self, text: str) -> None:
        """Press a key that types."""
        self._pygame.event.post(self._pygame.event.Event(self._pygame.TEXTINPUT, text=text))

    @property
    def age_s(self) -> float:
        """Since the window's first frame."""
        return time.monotonic() - self.began_s


class Starting(Watch):
    """Ends at the first frame."""

    def frame(self, _window: Any, /) -> None:
        wall = time.time() - float(os.environ["BENCHMARK_BEGAN"])
        self.end({"wall_s": wall, "cpu_s": time.process_time()})


class Idling(Watch):
    """Takes the CPU time of the program and of what it has started, over some seconds without an event."""

    before: tuple[float, float] | None = None

    def frame(self, _window: Any, /) -> None:
        if self.before is None and self.age_s > self.quiet_s:
            self.before = time.monotonic(), _cpu_s_of_family()
        elif self.before is not None and time.monotonic() - self.before[0] > self.measured_s:
            elapsed, used = time.monotonic() - self.before[0], _cpu_s_of_family() - self.before[1]
            self.end({"percent": 100 * used / elapsed})


class Thinking(Watch):
    """Analyses, and takes every frame from when the engine has begun to speak."""

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
    """Draws the same window again and again."""

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
    """Plays random moves for both sides, and takes every frame once the window has come to rest."""

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
        """Return whether frames count."""
        return self.age_s > self.quiet_s

    def move(self, runner: Any) -> None:
        """Play any move; in a game that is over, begin another one."""
        from xiangqi.app.board_input.moving import PlayText
        from xiangqi.app.game.play import NewGame
        from xiangqi.app.game.players import Player, Setup

        moves = runner.state.play.line.board().legal_moves()
        if runner.state.play.end is not None or not moves:
            runner.send(NewGame(Setup(Player(), Player())))
            return
        runner.send(PlayText(random.choice(moves).iccs))

    def told(self, _window: Any, /) -> Report:
        """Return what was measured."""
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
        """Return whether the first game has been reviewed, so that the process is at work."""
        reviews = window._runner.state.insights.reviews
        if self.first is None and reviews.counted:
            self.first = reviews.counted
            self.began_s = time.monotonic()
        return self.first is not None

    def told(self, window: Any, /) -> Report:
        done = window._runner.state.insights.reviews.counted - (self.first or 0)
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
    """CPU time of this process and of all that it has started and that still run, s; as Linux tells it."""
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
    """CPU time of ten million additions, s: what the machine is worth at the moment."""
    began, total = time.process_time(), 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - began


def measured(what: str, home: str, seconds: float) -> Report:
    """Return what a program of its own has found out."""
    environment = os.environ | {"XIANGQI_HOME": home, "SDL_AUDIODRIVER": "dummy"}
    environment["PYTHONPYCACHEPREFIX"] = str(Path(home, "bytecode"))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment |= {"BENCHMARK_BEGAN": str(time.time()), "BENCHMARK_SECONDS": str(seconds)}
    command = [sys.executable, __file__, "--inside", what]
    told = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    report: Report = json.loads(told.strip().splitlines()[-1])
    return report


def keep_games(home: Path) -> None:
    """Put games of 80 plies into the library, as if the player had played them, and let them be reviewed."""
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
        measured(what, home, seconds)  # keeps bytecode for those that follow
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
    """Measure and print."""
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
