"""The window as screen readers know it: a real client on a real accessibility bus plays without looking."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from window_driver import GameWindow, wait_for

from xiangqi.ui.window import reader as program
from xiangqi.ui.window.reader_tree import ROOT, Node, NodeRole

PYTHON = Path("/usr/bin/python3")
LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
CLIENT = Path(__file__).with_name("reader_client.py")

accesskit = pytest.importorskip("accesskit")


def lacking() -> list[str]:
    """What a machine needs for these tests and has not."""
    missing = [str(path) for path in (PYTHON, LAUNCHER, Path("/usr/bin/dbus-daemon")) if not path.exists()]
    if not missing:
        asked = "import gi; gi.require_version('Atspi', '2.0')"
        if subprocess.run([PYTHON, "-c", asked], capture_output=True, check=False).returncode:
            missing.append("python3-gi and gir1.2-atspi-2.0")
    return missing


@pytest.fixture(scope="module")
def bus() -> Iterator[dict[str, str]]:
    """A session bus with the accessibility bus on it, as variables of the environment."""
    if missing := lacking():
        pytest.skip(f"not installed: {', '.join(missing)}")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert daemon.stdout is not None
    variables = {"DBUS_SESSION_BUS_ADDRESS": daemon.stdout.readline().strip()}
    environment = {**os.environ, **variables}
    launcher = subprocess.Popen([LAUNCHER, "--launch-immediately"], env=environment, stderr=subprocess.DEVNULL)
    yield variables
    for process in (launcher, daemon):
        process.terminate()
        process.communicate()


_LISTENINGS = 15  # a tenth of a second each, before something is done again


class ScreenReader:
    """A client that reads the window and presses what it has read."""

    def __init__(self, display: str, variables: dict[str, str]) -> None:
        self._client = subprocess.Popen(
            [PYTHON, CLIENT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **variables, "DISPLAY": display},
        )
        self.heard: list[str] = []
        assert self._answer() == "ready"

    def _answer(self) -> object:
        assert self._client.stdout is not None
        return json.loads(self._client.stdout.readline())

    def ask(self, command: str) -> object:
        """Send a command and return its answer."""
        assert self._client.stdin is not None
        self._client.stdin.write(f"{command}\n")
        self._client.stdin.flush()
        return self._answer()

    def nodes(self) -> list[tuple[str, str, list[str]]]:
        """Role, name and states of all nodes."""
        found = self.ask("all")
        return [tuple(one) for one in found] if isinstance(found, list) else []  # type: ignore[misc]

    def press(self, name: str) -> None:
        """Press what has a name, as soon as it is there."""
        wait_for(f"{name!r} to press", lambda: self.ask(f"press {name}") is True)

    def hears(self, text: str) -> str:
        """Wait until something is announced, and return all that was since the beginning."""

        def look() -> str | None:
            said = self.ask("said")
            self.heard += said if isinstance(said, list) else []
            told = "\n".join(self.heard)
            return told if re.search(text, told) else None

        return wait_for(f"{text!r} to be said", look)

    def hears_more(self, act: Callable[[], None], until: str) -> None:
        """Do something again and again until what is announced after it fits a pattern."""
        for _ in range(4):
            before = len(self.heard)
            act()
            wait_for("an answer", lambda before=before: self.hears("") is not None and len(self.heard) > before)
            for _ in range(_LISTENINGS):  # one thing may be said after another
                self.hears("")
                if re.search(until, "\n".join(self.heard[before:])):
                    return
                time.sleep(0.1)
        raise AssertionError(f"{until!r} was not said")

    def sees(self, name: str) -> tuple[str, str, list[str]]:
        """Wait until there is a node whose name fits a pattern, and return it."""
        return wait_for(
            f"a node {name!r}",
            lambda: next((one for one in self.nodes() if re.search(name, one[1] or "")), None),
        )

    def close(self) -> None:
        """End the client."""
        self._client.kill()
        self._client.communicate()


@pytest.fixture
def read(bus: dict[str, str], open_window: Callable[..., GameWindow]) -> Iterator[Callable[..., ScreenReader]]:
    """Starts the game with arguments, and a reader of it."""
    readers: list[ScreenReader] = []

    def start(*arguments: str) -> ScreenReader:
        window = open_window(*arguments, **bus)
        readers.append(ScreenReader(window._display.name, bus))
        return readers[-1]

    yield start
    for reader in readers:
        reader.close()


def test_a_game_is_played_to_its_end_without_looking(read: Callable[..., ScreenReader]) -> None:
    reader = read("--side", "both", "--notation", "iccs", "--language", "en")
    reader.sees("^Board$")
    assert len([one for one in reader.nodes() if re.search(", [a-i][0-9]$", one[1] or "")]) == 90
    reader.press("red horse, b0")
    wait_for("the piece to be picked up", lambda: "selected" in reader.sees("^red horse, b0$")[2])
    reader.press("empty, d1")
    reader.hears("A piece next to the horse blocks its leg: red elephant, c0")
    play(reader, "h2e2", "a6a5", "e2e6", "a5a4", "b2b4", "a4a3", "b4e4")
    told = reader.hears("Red wins")
    assert "Red: cannon e2 to e6, takes soldier" in told
    assert "Red: cannon b4 to e4, checkmate" in told
    reader.sees("^red cannon, e4$")
    reader.sees("^empty, b4$")


def test_no_child_is_sent_twice() -> None:
    """AccessKit panics at that."""
    twin = Node("twin", NodeRole.TEXT, "Two widgets with one key")
    window = Node(ROOT, NodeRole.WINDOW, "Xiangqi", children=(twin, twin))
    made = program.ScreenReader(accesskit, None)._node(window)
    assert len(set(made.children)) == len(made.children) == 2  # and what is announced


def test_the_focus_follows_the_keyboard(read: Callable[..., ScreenReader]) -> None:
    reader = read("--side", "both", "--notation", "iccs")
    reader.sees("^Board$")
    wait_for("the focus to be taken", lambda: reader.ask("focus red cannon, h2") is True)
    wait_for("the focus", lambda: "focused" in reader.sees("^red cannon, h2$")[2])


def test_a_lesson_and_an_exercise_without_looking(read: Callable[..., ScreenReader]) -> None:
    reader = read("--side", "both", "--notation", "iccs", "--language", "en")
    reader.sees("^Board$")
    reader.press("Learn")
    reader.press("The horse")
    reader.hears("one point straight, then one point diagonally")
    reader.press("Next")
    reader.press("Try it yourself")
    assert "Stars on f5, d4" in reader.hears("Bring the horse to both stars")
    for piece, point in (("red horse, b0", "c2"), ("red horse, c2", "d4"), ("red horse, d4", "f5")):
        reader.press(piece)
        reader.press(f"empty, {point}")
    assert "Red wins" not in reader.hears("tasks done: 1")
    reader.press("Exercises")
    reader.press("Start today")
    reader.sees("to move: ")
    while "Solved" not in "\n".join(reader.heard):
        reader.hears_more(lambda: reader.press("Hint"), until="The move is")
        told = "\n".join(reader.heard)
        start = re.findall(r"Move your .* on (..)\.", told)[-1]
        end = re.findall(r"The move is .* to (..)\.", told)[-1]
        reader.hears_more(lambda move=start + end: play(reader, move), until="Solved|to move")


def test_a_review_without_looking(read: Callable[..., ScreenReader]) -> None:
    reader = read("--side", "both", "--notation", "iccs", "--language", "en")
    reader.sees("^Board$")
    play(reader, "h2e2", "b9c7", "e2e6", "c7e6")
    reader.hears("Black: horse c7 to e6, takes cannon")
    reader.press("Resign")
    reader.sees("Red, do you want to resign")
    reader.press("Resign")
    reader.hears("Black wins")
    reader.press("Review")
    reader.hears("Reviewed: 100%")
    reader.sees("^Black can reply with horse to e6 and win a cannon for a soldier")
    names = [one[1] or "" for one in reader.nodes()]
    assert any("Blunder" in name for name in names)
    assert not any("??" in name for name in names)


def play(reader: ScreenReader, *moves: str) -> None:
    """Press the points of moves, each by the name that it has then."""
    for move in moves:
        for point in (move[:2], move[2:]):
            reader.press(wait_for(point, lambda point=point: point_named(reader, point)))


def point_named(reader: ScreenReader, point: str) -> str | None:
    """The name of a point of the board with what stands on it."""
    return next((one[1] for one in reader.nodes() if (one[1] or "").endswith(f", {point}")), None)


LOOP_S = float(os.environ.get("XIANGQI_READER_LOOP_S", "5"))
"""How long readers come and go; a hang was once provoked within a second."""


def test_readers_that_come_and_go_never_hang_the_game(
    bus: dict[str, str], open_window: Callable[..., GameWindow], home: Path
) -> None:
    """Two engines play on while readers start at random moments, read, and are killed."""
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_text(json.dumps({"version": 3, "watch_s": 0.0}))
    window = open_window("--side", "none", "--level", "1", **bus)
    dice, until, readers = random.Random(67), time.monotonic() + LOOP_S, 0
    while time.monotonic() < until:
        reader = ScreenReader(window._display.name, bus)
        readers += 1
        time.sleep(dice.uniform(0.0, 1.2))
        reader.nodes()
        reader.close()
        subprocess.run([PYTHON, CLIENT, "--off"], env={**os.environ, **bus}, check=True, capture_output=True)
        time.sleep(dice.uniform(0.0, 0.4))
    before = len(window.moves())
    assert before > 0
    assert window.close() == 0, "it no longer answers"
    assert "panicked" not in window._errors.read_text("utf-8", "replace")
    print(f"{readers} readers, {before} moves")
