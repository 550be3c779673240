"""A monkey test of a real window: random clicks, drags, keys, wheels, resizes and dropped files.

    xvfb-run -a -s "-screen 0 1600x1200x24" python -m tools.reliability.monkey --events 20000

Mouse, keyboard and sizes come from the X server, by xdotool; a dropped file is posted inside the program, and
now and then a game of two people is started there, to provide moves that could be lost. The window is the
program's own, with its engines, records and files, in a folder that its panels cannot leave
(`monkey_player`). The monkey presses the buttons that the window shows and takes the paths that people take:
through the analysis and back step by step, to a review, to the explorer, and by the keyboard from the home page
into exercises, lessons, library, insights and repertoire. After every few events the window is asked for its
game: all moves must be legal, and the journal on disk must have them. If the monkey has closed the window,
another one opens. The test fails if the program ends by itself, writes anything to standard error, or does not
answer for five minutes. The exit code is 1 if something was wrong. It needs xdotool.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import select
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from xiangqi.board import Board, Move
from xiangqi.launch import own_command
from xiangqi.records.files import write_games
from xiangqi.records.tree import Game
from xiangqi.ui.parts.window_layout import DEFAULT_SIZE, Areas, Content

_BETWEEN_REPORTS: Final = 20  # events
_PATIENCE_S: Final = 300.0  # a busy machine may take a minute to open a window
_SIZES: Final = ((800, 600), (1180, 900), (700, 1000), (1500, 800), (400, 300), (1600, 1200))
_KEYS: Final = (
    *("Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next", "Return", "space", "BackSpace", "Delete"),
    *("Tab", "Escape", "F11", "F12", "question", "plus", "minus", *"abcdefghilmnprtvxz0123456789"),
    *(f"ctrl+{letter}" for letter in "nosczyrvea"),
    *(f"shift+{name}" for name in ("Left", "Right", "n", "Tab")),
)
_BUTTONS: Final = (1, 1, 1, 1, 3, 2, 4, 5, 4, 5)
_TEXTS: Final = ("h2e2", "C2.5", "62.5", "abc", "9", "3k5 x")
_DROPS: Final = ("games.pgn", "broken.pgn", "position.fen", "nothing.xqf", "not there.pgn", "picture.png", ".")


@dataclass
class Tally:
    """Counts of the events sent, and what was seen of their effects.

    Attributes:
        events: the numbers of events sent, by kind.
        moves: the longest game seen, plies.
        games: different games and continuations seen.
        windows: the number of windows opened.
        wall_ms: durations of frames.
        cpu_ms: processor time that the window's thread used for them.
        shown: what was seen beside the game, and how often.
        wrong: descriptions of the faults.
    """

    events: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    games: int = 0
    windows: int = 0
    wall_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    shown: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class WrongError(Exception):
    """A fault that the monkey has found."""


class Caged:
    """A window confined to a folder, with the xdotool process that controls it."""

    def __init__(self, cage: Path) -> None:
        home = cage / "home"
        environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        environment |= {"XIANGQI_HOME": str(home), "HOME": str(cage), "SDL_AUDIODRIVER": "dummy"}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        self._errors = cage / "stderr"
        with self._errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tools.reliability.monkey_player", str(cage)],
                env=environment,
                cwd=cage,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        self._hand = self._take_hand()
        self._answers = b""

    @staticmethod
    def _take_hand() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ["xdotool", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def act(self, line: str) -> None:
        """Let xdotool execute a command."""
        _write(self._hand, line)

    def finish(self) -> None:
        """Wait until the X server has received everything."""
        self.act("getmouselocation")
        assert self._hand.stdout is not None
        if not self._hand.stdout.readline():  # a full-screen window had disappeared for a moment
            self._hand.wait()
            self._hand = self._take_hand()

    def say(self, line: str) -> None:
        """Send a line to the program, unless it has ended."""
        _write(self.process, line)

    def report(self) -> dict[str, Any]:
        """Return the program's next report.

        Raises:
            WrongError: no report comes in time.
        """
        assert self.process.stdout is not None
        deadline = time.monotonic() + _PATIENCE_S
        while b"\n" not in self._answers:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise WrongError(f"the window did not answer for {_PATIENCE_S:.0f} s")
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                raise WrongError(f"the program ended with {self.process.wait()}: {self.complaints()}")
            self._answers += more
        line, _, self._answers = self._answers.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told

    def complaints(self) -> str:
        """Return the text on standard error."""
        lines = self._errors.read_text(errors="replace").splitlines()
        return "\n".join(lines[-30:])

    def close(self) -> None:
        """End the program and xdotool."""
        self._hand.kill()
        self._hand.wait()
        self.process.kill()
        self.process.wait()


def _write(process: subprocess.Popen[bytes], line: str) -> None:
    """Send a line to a process, unless it has ended."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(f"{line}\n".encode())
        process.stdin.flush()


class Monkey:
    """Sends random events, the same for the same seed."""

    def __init__(self, seed: int, tally: Tally, cage: Path) -> None:
        self._chance = random.Random(seed)
        self._tally = tally
        self._cage = cage
        self._window = 0
        self._frame = Areas.of(DEFAULT_SIZE)
        self._board = Board()
        self._widgets: dict[str, tuple[int, int]] = {}
        self.last: deque[str] = deque(maxlen=40)
        kinds: tuple[tuple[Callable[[Caged], None], int], ...] = (
            (self._click, 30),
            (self._drag, 12),
            (self._point, 8),
            (self._key, 25),
            (self._write, 4),
            (self._move, 18),
            (self._press, 8),
            (self._study, 3),
            (self._go, 4),
            (self._resize, 1),
            (self._drop, 1),
            (self._begin, 1),
        )
        self._kinds = [kind for kind, _ in kinds]
        self._weights = [weight for _, weight in kinds]

    def ask(self, caged: Caged) -> dict[str, Any]:
        """Return the window's report after all events so far, and store it as `look` does."""
        caged.finish()
        caged.say("tell")
        told = caged.report()
        self.look(told)
        return told

    def look(self, told: dict[str, Any]) -> None:
        """Store a report: the window, the game in it, and what else it shows.

        Raises:
            WrongError: the game has an illegal move, or is not saved.
        """
        self._window = told["window"] or self._window
        size, scale, text, flipped, content = told["frame"]
        self._frame = Areas.of(tuple(size), scale, text, flipped, Content(*content))
        self._widgets = told["widgets"]
        self._tally.shown.update(told["shown"])
        self._tally.wall_ms += told["wall_ms"]
        self._tally.cpu_ms += told["cpu_ms"]
        self._board = Board(told["start"])
        for move in told["moves"]:
            if not self._board.is_legal(Move.from_iccs(move)):
                raise WrongError(f"an illegal move {move} in {told['moves']}")
            self._board.push(Move.from_iccs(move))
        if not told["kept"]:
            raise WrongError(f"the journal has not {told['moves']}")

    def poke(self, caged: Caged) -> None:
        """Send one event of a random kind."""
        (kind,) = self._chance.choices(self._kinds, self._weights)
        self._tally.events[kind.__name__.strip("_")] += 1
        kind(caged)

    def _act(self, caged: Caged, line: str) -> None:
        self.last.append(line)
        caged.act(line)

    def _place(self) -> str:
        x, y = (self._chance.randrange(length) for length in self._frame.size)
        return f"mousemove --window {self._window} {x} {y}"

    def _click(self, caged: Caged) -> None:
        self._act(caged, f"{self._place()} click {self._chance.choice(_BUTTONS)}")

    def _drag(self, caged: Caged) -> None:
        button = self._chance.choice((1, 1, 3))
        way = " ".join(self._place() for _ in range(3))
        self._act(caged, f"{self._place()} mousedown {button} {way} mouseup {button}")

    def _point(self, caged: Caged) -> None:
        self._act(caged, self._place())

    def _key(self, caged: Caged) -> None:
        self._act(caged, f"key {self._chance.choice(_KEYS)}")

    def _write(self, caged: Caged) -> None:
        self._act(caged, f"type --delay 5 '{self._chance.choice(_TEXTS)}'")

    def _move(self, caged: Caged) -> None:
        """Click both ends of a legal move, or type it; sometimes leave everything else first."""
        legal = self._board.legal_moves()
        if not legal:
            return
        move = self._chance.choice(legal)
        if self._chance.random() < 0.2:
            self._act(caged, "key Escape Escape Escape Escape")
        if self._chance.random() < 0.3:
            self._act(caged, f"type --delay 5 {move.iccs}")
            self._act(caged, "key Return")
            return
        for square in (move.from_square, move.to_square):
            x, y = self._frame.shown_board.point(square)
            self._act(caged, f"mousemove --window {self._window} {x} {y} click 1")

    def _press(self, caged: Caged, first: str = "") -> None:
        """Click a widget that can be pressed according to the last report and whose key begins with `first`."""
        places = [place for key, place in self._widgets.items() if key.startswith(first)]
        if places:
            x, y = self._chance.choice(places)
            self._act(caged, f"mousemove --window {self._window} {x} {y} click 1")

    def _study(self, caged: Caged) -> None:
        """Analyse or open the explorer, go to the end, press a button there, wait, and step back."""
        self._act(caged, f"key Escape Escape {self._chance.choice('lllo')} End sleep 0.2")
        self.ask(caged)
        self._press(caged, self._chance.choice(("analysis", "review", "explorer", "game.review")))
        steps = " ".join(["Left"] * self._chance.randrange(1, 4))
        self._act(caged, f"key {steps} n")

    def _go(self, caged: Caged) -> None:
        """Go from the home page to one of its rows, and on to a row of the page it shows, by the keyboard."""
        self._act(caged, "key Escape Escape ctrl+h")
        for most in (8, 4):
            rows = " ".join(["Down"] * self._chance.randrange(most))
            self._act(caged, f"key {rows} Return sleep 0.1")
            self.ask(caged)

    def _resize(self, caged: Caged) -> None:
        width, height = self._chance.choice(_SIZES)
        self._act(caged, f"windowsize {self._window} {width} {height}")

    def _drop(self, caged: Caged) -> None:
        name = self._chance.choice(_DROPS)
        self.last.append(f"drop {name}")
        caged.say(f"drop {self._cage / name}")

    def _begin(self, caged: Caged) -> None:
        self.last.append("begin")
        caged.say("begin")


def furnish(cage: Path) -> None:
    """Create the files in the folder: records, some of them broken, and programs, some of them engines."""
    game, node = Game(), None
    for text in ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0"):
        node = (node or game.root).add(Move.from_iccs(text))
    games = [game, Game()]
    write_games(cage / "games.pgn", games)
    (cage / "broken.pgn").write_text('[Red "A"]\n\n1. 炮二平五 马８进７ 2. 帅五进九 *\n', encoding="utf-8")
    (cage / "position.fen").write_text("3k5/9/9/9/9/9/9/9/3r5/4K4 w\n", encoding="utf-8")
    (cage / "nothing.xqf").write_bytes(b"XQ\x12" + bytes(900))
    (cage / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    for name, words in (("engine", f"exec {shlex.join(own_command('uci'))}"), ("mute", "exec sleep 600")):
        program = cage / name
        program.write_text(f"#!/bin/sh\n{words}\n", encoding="utf-8")
        program.chmod(0o755)


def run(events: int, seed: int, cage: Path, tally: Tally) -> None:
    """Send a number of events, reopening closed windows; stop at the first fault, which the tally keeps."""
    furnish(cage)
    monkey = Monkey(seed, tally, cage)
    caged: Caged | None = None
    sent, before = 0, ""
    try:
        while sent < events:
            if caged is None or caged.process.poll() == 0:
                caged = _open(cage, tally, monkey, caged)
            for _ in range(min(_BETWEEN_REPORTS, events - sent)):
                monkey.poke(caged)
                sent += 1
            told = monkey.ask(caged)
            tally.games += told["moves"][:1] != before
            before = told["moves"][:1]
            tally.moves = max(tally.moves, len(told["moves"]))
        if caged is not None and caged.complaints():
            raise WrongError(f"standard error: {caged.complaints()}")
    except WrongError as fault:
        tally.wrong.append("\n".join((str(fault), "the last events:", *monkey.last)))
    finally:
        if caged is not None:
            caged.close()


def _open(cage: Path, tally: Tally, monkey: Monkey, before: Caged | None) -> Caged:
    """Return a window in place of one that the monkey has closed."""
    if before is not None:
        before.close()
    tally.windows += 1
    caged = Caged(cage)
    monkey.ask(caged)
    return caged


def _summary(tally: Tally, seconds: float) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in tally.events.most_common())
    wall, cpu = sorted(tally.wall_ms), sorted(tally.cpu_ms)
    lines = [f"{tally.events.total()} events in {seconds:.0f} s ({kinds})"]
    lines += [", ".join(f"{name} {count}" for name, count in tally.shown.most_common())]
    lines += [f"{tally.windows} windows, games of up to {tally.moves} plies, {tally.games} changes of game"]
    for name, times in (("wall", wall), ("CPU", cpu)):
        lines += [
            f"{len(times)} frames, {name}: median {statistics.median(times):.1f} ms, "
            f"{times[len(times) * 99 // 100]:.0f} ms in 99 of 100, the longest {times[-1]:.0f} ms"
        ]
    return "\n".join(lines)


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tally, begun = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="xiangqi-monkey-") as cage:
        run(options.events, options.seed, Path(cage), tally)
    if tally.wall_ms:
        print(_summary(tally, time.monotonic() - begun))
    print(f"wrong: {len(tally.wrong)}", *tally.wrong, sep="\n")
    return int(bool(tally.wrong))


if __name__ == "__main__":
    sys.exit(main())
