"""Kills the program at random moments of running games, and counts the moves that are missing afterwards.

    python -m tools.reliability.kills --kills 500
    python -m tools.reliability.kills --kills 40 --computer
    python -m tools.reliability.kills --kills 100 --edits

The program's window plays a game by simulated clicks, on a display in memory. At a random moment its process
gets SIGKILL, and the next process resumes the game. Every move that had been shown must be there, and at most
one more, which was being made; a finished game must be in the library. With --edits variations and comments are
added to a record that is never saved: all that had been shown must be in the record that the next process
shows. Linux only. The exit code is 1 if something was lost.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from tools.reliability.tally import Tally
from xiangqi.library import Library
from xiangqi.records.files import read_games
from xiangqi.resources import LIBRARY_NAME

_REPORTS_BYTES: Final = 1 << 20  # of one process; the content of the pipe outlives it
_START_OF_ENGINE_S: Final = 2.0
_LEAVE_S: Final = 120.0  # time for engines to end after their program was killed

_FAULT: Final = 3  # exit code

Moves = tuple[str, ...]


class Player(Protocol):
    """A session in the program's own window that acts by itself, and reports its actions."""

    def play(self) -> None:
        """Act until the process is killed."""


Begin = Callable[[int, int], Player]
"""Creates a player, given the seed of its actions and the descriptor for its reports."""


class Expectation(Protocol):
    """The state expected after a kill, according to the reports of the killed process."""

    def hear(self, line: str, tally: Tally) -> None:
        """Handle a report, and compare what was found with what must be there."""


class ExpectedGame:
    """A game whose moves have been shown."""

    def __init__(self, home: Path, against_computer: bool) -> None:
        self._home = home
        self._unasked = 1 if against_computer else 0  # moves that may appear without a report
        self._shown: Moves = ()
        self._asked: Moves | None = None
        self._left = False  # whether it was abandoned for a new game
        self._asked_at = 0.0

    def hear(self, line: str, tally: Tally) -> None:
        """Handle a report, and compare what was found with what must be there."""
        at, word, *rest = line.split()
        moves = tuple(rest)
        if word == "found":
            self._check(moves, tally)
            self._shown, self._asked, self._left = moves, None, False
        elif word == "asked":
            self._asked, self._asked_at = moves, float(at)
        elif word == "new":
            self._left = True
        else:
            tally.moves += len(moves) > len(self._shown)
            if moves == self._asked:
                tally.delays_ms.append(1000 * (float(at) - self._asked_at))
            self._shown, self._asked, self._left = moves, None, False

    def _check(self, found: Moves, tally: Tally) -> None:
        tally.taken_up += bool(found)
        for expected in (self._shown, self._asked):
            if expected is not None and found[: len(expected)] == expected:
                more = len(found) - len(expected)
                if more <= self._unasked and (found or not expected):
                    return
        if not found and (self._left or self._kept_as_finished(tally)):
            return
        tally.lost.append(f"shown {self._shown}, asked {self._asked}, found {found}")

    def _kept_as_finished(self, tally: Tally) -> bool:
        """Return whether the game is in the library or in a file that waits to be added; count it if so."""
        games = [game for path in self._home.glob("journal-unstored-*.pgn") for game in read_games(path)]
        with Library(self._home / LIBRARY_NAME) as library:
            games += [library.load(own.number) for own in library.own_games()]
        for game in games:
            moves = tuple(move.iccs for move in game.main_line())
            if moves in (self._shown, self._asked):
                tally.finished += 1
                return True
        return False


def start_player(begin: Begin, seed: int) -> tuple[int, int]:
    """Fork a process that plays; return its id, and the file descriptor from which to read its reports.

    All modules are loaded before, so a start takes only a tenth of a second.
    """
    from xiangqi.ui.window.display import open_display

    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _REPORTS_BYTES)
    process = os.fork()
    if process == 0:
        try:
            os.close(reading)
            open_display()
            begin(seed, writing).play()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(_FAULT)  # it is never asked to end
    os.close(writing)
    return process, reading


def kill_once(begin: Begin, seed: int, life_s: float) -> tuple[list[str], int]:
    """Let a process run for a time, kill it, and return its reports and its wait status."""
    process, reading = start_player(begin, seed)
    time.sleep(life_s)
    os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    with os.fdopen(reading) as reports:
        lines = reports.read().splitlines(keepends=True)
    return [line for line in lines if line.endswith("\n")], status


def run(kills: int, seed: int, begin: Begin, expectation: Expectation, longest_s: float) -> Tally:
    """Kill the program a number of times, each time within the longest time."""
    chance = random.Random(seed)
    tally = Tally()
    for number in range(kills + 1):
        last = number == kills  # only to find out what is there after the last kill
        life_s = longest_s if last else chance.uniform(0.0, longest_s)
        lines, status = kill_once(begin, chance.randrange(2**32), life_s)
        tally.kills += not last
        if status != signal.SIGKILL:
            tally.lost.append(f"the program ended by itself, with status {status}")
        for line in lines[:1] if last else lines:
            expectation.hear(line, tally)
    return tally


def left_behind(home: Path) -> list[str]:
    """Return the names of processes that still run in a home some time after its programs were killed."""
    deadline = time.monotonic() + _LEAVE_S
    while (found := _processes_of(home)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def _processes_of(home: Path) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if folder.name != str(os.getpid()) and os.fsencode(home) in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:  # it has ended, or belongs to another user
            continue
    return found


def _prepare(home: Path, options: argparse.Namespace) -> tuple[Begin, Expectation, float]:
    """Load everything that a start needs, for all forked processes.

    Returns:
        The function that creates a player, the expectation, and the longest lifetime in seconds.
    """
    os.environ |= {"XIANGQI_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    if options.edits:
        from tools.reliability.killed_editor import ExpectedEdits, KilledEditor, write_record

        return partial(KilledEditor, write_record(home)), ExpectedEdits(home), options.life
    from tools.reliability.killed_player import KilledPlayer

    expectation = ExpectedGame(home, options.computer)
    longest_s = options.life + (_START_OF_ENGINE_S if options.computer else 0.0)
    return partial(KilledPlayer, options.computer), expectation, longest_s


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--life", type=float, default=2.5, metavar="S", help="the longest, seconds (2.5)")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--computer", action="store_true", help="Black is the built-in engine")
    kind.add_argument("--edits", action="store_true", help="of a record, none of which is saved")
    options = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="xiangqi-kills-"))
    begin, expectation, longest_s = _prepare(home, options)
    try:
        begun = time.monotonic()
        tally = run(options.kills, options.seed, begin, expectation, longest_s)
        seconds = time.monotonic() - begun
        tally.lost += [f"still runs: {name}" for name in left_behind(home)]
    finally:
        shutil.rmtree(home, ignore_errors=True)
    what = "edits" if options.edits else "moves"
    print(f"{tally.kills} kills in {seconds:.0f} s, {tally.moves} {what} shown")
    print(f"{tally.taken_up} games taken up, {tally.finished} over and kept")
    if tally.delays_ms:
        delays = sorted(tally.delays_ms)
        print(
            f"from the clicks to the move on the screen and on the disk: median "
            f"{statistics.median(delays):.0f} ms, {delays[len(delays) * 99 // 100]:.0f} ms in 99 of 100"
        )
    print(f"lost: {len(tally.lost)}", *tally.lost, sep="\n")
    return int(bool(tally.lost))


if __name__ == "__main__":
    sys.exit(main())
