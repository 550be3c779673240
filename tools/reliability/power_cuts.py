"""Cuts the power at random moments, and checks that everything confirmed as saved is still there.

    python -m tools.reliability.power_cuts --cuts 500 --log cuts.jsonl
    python -m tools.reliability.power_cuts --cuts 40 --lax

The window plays, resigns, leaves games, saves records and changes settings; exercises and lessons are done,
stars are earned and masters' games opened; games are imported, converted and added to the record of a match,
and now and then the library is locked (`cut_programs`), all at once in one home on its own disk (`cut_disk`).
At a random moment all of them are stopped, their reports are read, the disk is copied as its device has it,
and they go on. In the copy the program is started once more; then everything confirmed must be found by the
program's own readers. After all have ended they are started again, several times on the same disk and then on
an empty one.

The reports, see `cut_programs.Told`, are kept outside that disk. The log gets a line for each cut and grows
from run to run. A seed makes a run's actions and moments repeatable, as far as the machine's speed allows.
With --lax the library leaves its commits to the system, as it once did: the trial must then find losses. It
needs Linux and root. The exit code is 1 if something was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from tools.reliability.cut_disk import copy_as_it_stands, make_disk, mounted
from tools.reliability.cut_programs import PROGRAMS, Begin, Place, Told, masters_games, text_of
from xiangqi.app.runner import Runner
from xiangqi.board import Board
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.library import Library, Query, schema
from xiangqi.library.library import default_path
from xiangqi.records.files import read_games
from xiangqi.storage.settings import load_settings
from xiangqi.storage.solved import load_solved, solved_path
from xiangqi.storage.star_file import LESSONS

_LONGEST_S: Final = 1.5  # the longest time between two cuts
_LIVES: Final = 4  # runs of the programs on one disk
_FAULT: Final = 3  # exit code of a program that has failed
_SOLVED: Final = tuple(f"{'9/' * 8}{number}k w" for number in range(1, 6))


@dataclass
class Trial:
    """The disk in use and the programs on it.

    Attributes:
        folder: a folder on another disk.
        chance: chooses actions and moments.
        told: everything confirmed since the disk was made.
        running: process ids of the programs, and the pipes of their reports.
        life: how often they have been started.
        faults: descriptions of programs that failed.
    """

    folder: Path
    chance: random.Random
    told: set[Told] = field(default_factory=set)
    running: dict[int, int] = field(default_factory=dict)
    life: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def image(self) -> Path:
        """The disk's file."""
        return self.folder / "disk.img"

    def start(self, disk: Path) -> None:
        """Start all programs."""
        self.life += 1
        for program in PROGRAMS:
            reading, writing = os.pipe()
            place = Place(disk / "home", self.folder / "aside", self.life, writing)
            doings = random.Random(self.chance.randrange(1 << 32))
            child = _forked(partial(_work, program, place, doings), place.home)
            os.close(writing)
            os.set_blocking(reading, False)
            self.running[child] = reading

    def hear(self) -> None:
        """Read the reports so far, and remove programs that have ended."""
        for child, reading in list(self.running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            with os.fdopen(os.dup(reading), "rb") as reports:
                lines = reports.read() or b""
            # a report is shorter than an atomic write to a pipe
            self.told |= {Told(*json.loads(line)) for line in lines.splitlines()}
            if ended:
                os.close(self.running.pop(child))
                if status:
                    self.faults.append(f"a program ended with status {status}")

    def cut(self) -> Path:
        """Stop all programs, copy the disk as it is, and let them go on; return the copy."""
        copy = self.folder / "cut.img"
        for child in self.running:
            os.kill(child, signal.SIGSTOP)
        running = list(self.running)
        self.hear()
        copy_as_it_stands(self.image, copy)
        for child in running:
            if child in self.running:
                os.kill(child, signal.SIGCONT)
        return copy

    def end(self) -> None:
        """Kill the programs that still run."""
        for child, reading in self.running.items():
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reading)
        self.running.clear()


def _work(program: Begin, place: Place, doings: random.Random) -> None:
    program(place, doings).work()


def _forked(work: Callable[[], object], home: Path) -> int:
    """Start a process with a home that runs a function; return its id. All modules have been loaded before."""
    child = os.fork()
    if child:
        return child
    try:
        os.environ["XIANGQI_HOME"] = str(home)
        work()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(_FAULT)


# ---- What is found ----


@dataclass
class Found:
    """Everything that the program's own readers find in a home.

    Attributes:
        games: moves and results, in the library and in journals.
        things: everything else, in the form of reports.
        volume: the setting, in steps of a cut.
        solved: the solved puzzles.
        damage: the library's faults.
    """

    games: set[tuple[str, str]] = field(default_factory=set)
    things: set[Told] = field(default_factory=set)
    volume: int = 0
    solved: frozenset[str] = frozenset()
    damage: list[str] = field(default_factory=list)

    def lacks(self, told: Told) -> bool:
        """Return whether a confirmed result is missing."""
        if told.kind == "setting":
            return self.volume < int(told.name)
        if told.kind != "game":
            return told not in self.things
        return not any(
            moves == told.name and result == told.result
            if told.result != "*"
            else f"{moves} ".startswith(f"{told.name} ")
            for moves, result in self.games
        )


def look(home: Path) -> Found:
    """Start the program and close it, as a returning player would; then read everything."""
    with Runner() as runner:
        runner.step(time.monotonic())
    found = Found()
    for path in home.glob("journal*.pgn"):  # first: a slow program may still be moving them
        found.games |= {(text_of(game.main_line()), game.result) for game in read_games(path)}
    if default_path().exists():
        _look_into_library(found)
    for path in home.glob("records/[!.]*"):
        (game,) = read_games(path)
        found.things.add(Told("record", f"records/{path.name}={text_of(game.main_line())}"))
    match = home / "match.pgn"
    if match.exists() and match.stat().st_size:
        found.things |= {Told("match", game.headers["Red"]) for game in read_games(match)}
    if (home / "settings.json").exists():
        found.volume = round(10_000 * load_settings()[0].volume)
    found.solved |= load_solved()[0]
    found.things |= {Told("star", key) for key in LESSONS.load()[0]}
    found.things.add(Told("masters", str(masters_games())))
    return found


def _look_into_library(found: Found) -> None:
    with Library() as library:
        found.damage = library.damage()
        for number, _ in library.places(Query(twins=True)):
            game = library.load(number)
            found.games.add((text_of(game.main_line()), game.result))
            found.things.add(Told("import", game.headers.get("Red", "")))
        found.things |= {
            Told("starred", text_of(library.load(number).main_line())) for number in library.stars()
        }
    with ExerciseLog() as log:
        found.things |= {Told("attempt", attempt.exercise) for attempt in log.attempts()}
        found.things |= {Told("card", card.mistake.fen) for card in log.cards()}
        found.things |= {Told("lesson", lesson) for _, lesson in log.lessons_done()}
        found.solved = log.solved()


def _lost(home: Path, told: set[Told]) -> list[str]:
    """Return descriptions of damage, and of confirmed results and old solved puzzles that are missing."""
    if not home.exists():
        return [f"the whole home, and {len(told)} things in it"] if told else []
    had_puzzles = any(home.glob("puzzles*.json"))
    found = look(home)
    lost = [f"{thing.kind} {thing.name} {thing.result}" for thing in sorted(told) if found.lacks(thing)]
    if had_puzzles:
        lost += [f"solved {position}" for position in set(_SOLVED) - found.solved]
    return lost + found.damage


def lost_in(copy: Path, place: Path, told: set[Told]) -> list[str]:
    """Return at most 100 descriptions of a disk's losses in a power cut, found in a separate process."""
    reading, writing = os.pipe()
    with mounted(copy, place) as disk:
        home = disk / "home"
        child = _forked(lambda: os.write(writing, json.dumps(_lost(home, told)[:100]).encode()[:60_000]), home)
        os.close(writing)
        with os.fdopen(reading, "rb") as answer:
            said = answer.read()
        _, status = os.waitpid(child, 0)
    return [f"looking ended with status {status}"] if status else list(json.loads(said))


# ---- The trial ----


def run(cuts: int, seed: int, tell: Callable[[dict[str, object]], None]) -> int:
    """Cut the power a number of times and report each result; return the number of cuts with losses."""
    chance = random.Random(seed)
    losses = done = 0
    folder = Path(tempfile.mkdtemp(prefix="xiangqi-cuts-"))
    (folder / "aside").mkdir()
    try:
        while done < cuts:
            trial = Trial(folder, chance)
            make_disk(trial.image)
            with ExitStack() as stack:
                disk = stack.enter_context(mounted(trial.image, folder / "disk"))
                stack.callback(trial.end)
                if chance.random() < 0.5:
                    _leave_solved(disk)
                while done < cuts and (trial.running or trial.life < _LIVES):
                    if not trial.running:
                        trial.start(disk)
                    time.sleep(chance.uniform(0.0, _LONGEST_S))
                    copy = trial.cut()
                    lost = lost_in(copy, folder / "copy", trial.told) + trial.faults
                    trial.faults.clear()
                    done += 1
                    losses += bool(lost)
                    kinds = Counter(told.kind for told in trial.told)
                    tell({"seed": seed, "cut": done, "told": dict(kinds), "lost": lost})
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return losses


def _leave_solved(disk: Path) -> None:
    """Store the solved puzzles of an earlier version of the program on the disk itself."""
    os.environ["XIANGQI_HOME"] = str(disk / "home")
    solved_path().parent.mkdir()
    with solved_path().open("w", encoding="ascii") as file:
        json.dump({"version": 1, "solved": _SOLVED}, file)
    os.sync()


def _be_lax() -> None:
    """Let the library leave flushing to the system, as it once did."""
    prepare = schema._prepare

    def prepare_lax(database: schema.Connection) -> None:
        prepare(database)
        database.execute("PRAGMA synchronous = NORMAL")

    schema._prepare = prepare_lax


def _warm_up() -> None:
    """Compile what all programs need, before they are forked."""
    board = Board()
    board.push(board.legal_moves()[0])
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder, "warm.db")) as library:
        Path(folder, "game.pgn").write_text("1. h2e2 h9g7 *", encoding="ascii")
        library.import_files([Path(folder, "game.pgn")])


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, metavar="FILE", help="is added to, a line of JSON for each cut")
    parser.add_argument("--lax", action="store_true", help="the library does not flush its commits")
    options = parser.parse_args()
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    if options.lax:
        _be_lax()
    _warm_up()
    begun = time.monotonic()

    def tell(cut: dict[str, object]) -> None:
        if options.log:
            with options.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(cut) + "\n")
        if cut["lost"]:
            print(f"cut {cut['cut']}: {cut['lost']}", flush=True)

    losses = run(options.cuts, options.seed, tell)
    print(f"{options.cuts} cuts in {time.monotonic() - begun:.0f} s, {losses} of them lost something")
    if options.log:
        cuts = [json.loads(line) for line in options.log.read_text(encoding="utf-8").splitlines()]
        print(f"in the log: {len(cuts)} cuts, {sum(bool(cut['lost']) for cut in cuts)} of them lost something")
    return int(bool(losses))


if __name__ == "__main__":
    sys.exit(main())
