"""Drives the program in a real window: mouse and keyboard by the X server, the game seen in its journal."""

from __future__ import annotations

import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from drag_source import drop_file
from ports import ports

from xiangqi.app.session.state import AppState
from xiangqi.app.update import initial_state, update
from xiangqi.board import Move
from xiangqi.errors import XiangqiError
from xiangqi.records.files import read_games
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings, first_settings
from xiangqi.ui.game.column import GAME
from xiangqi.ui.parts.window_layout import SMALLEST_SIZE, Areas
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.toolkit.widgets import Choice, Widget
from xiangqi.ui.window.screen import Screen

NEEDED: Final = ("Xvfb", "xdotool")
"""Programs without which there is no window to drive."""

PATIENCE_S: Final = 300.0
"""How long anything may take before a test fails; a busy machine changes no result."""

_ATTEMPTS: Final = 5
_DUMP_WORDS: Final = 25  # of the header of an X window dump
_DUMP_COLOUR: Final = 12  # bytes of an entry of its map of colours, between header and pixels
_INTO_TITLE: Final = 10  # px above the window
_HEEDED_S: Final = 5.0  # within which a window manager has acted upon a double click that it has seen
_ALIKE: Final = 8.0  # mean difference of two pictures of the same widget, of 255

Seen = TypeVar("Seen")
Pixels = npt.NDArray[np.uint8]


def skip_without(*others: str) -> None:
    """Skip the test where a program that all tests of a window need, or one of others, is not installed."""
    if missing := [name for name in (*NEEDED, *others) if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")


def wait_for(what: str, look: Callable[[], Seen | None], patience_s: float = PATIENCE_S) -> Seen:
    """Look again and again until there is something to be seen."""
    deadline = time.monotonic() + patience_s
    while True:
        seen = look()
        if seen:
            return seen
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)


@dataclass
class Display:
    """An X server in memory.

    Attributes:
        name: as in DISPLAY.
        process: the server.
        size: of the screen, px.
        folder: in it the server keeps the screen as a file, an X window dump.
    """

    name: str
    process: subprocess.Popen[bytes]
    size: tuple[int, int]
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def start(cls, width: int = 1280, height: int = 1000) -> Display:
        """Start a server on a free number; another that starts or ends just then may take the number away."""
        for _ in range(_ATTEMPTS):
            display = cls._attempt(width, height)
            if display.answers():
                return display
            display.stop()
        raise AssertionError("Xvfb does not start")

    @classmethod
    def _attempt(cls, width: int, height: int) -> Display:
        reading, writing = os.pipe()
        folder = tempfile.TemporaryDirectory()
        command = [
            "Xvfb",
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-fbdir",
            folder.name,
            "-nocursor",
            "-nolisten",
            "tcp",
            "-r",  # a key is not repeated where a busy machine lets go of it late
            "-noreset",  # else it begins anew when a program ends, and refuses the next one meanwhile
        ]
        process = subprocess.Popen(
            command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            return cls(f":{pipe.readline().strip()}", process, (width, height), folder)

    def answers(self) -> bool:
        """Return whether a program can reach the server."""
        environment = os.environ | {"DISPLAY": self.name}
        asked = subprocess.run(
            ["xdotool", "getmouselocation"], env=environment, capture_output=True, check=False
        )
        return asked.returncode == 0

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def pixels(self) -> Pixels:
        """Return the screen's pixels as they are and will be, (height, width, 3): a look costs what is read."""
        dump = np.memmap(Path(self.folder.name, "Xvfb_screen0"), np.uint8, "r")
        header = struct.unpack_from(f">{_DUMP_WORDS}I", dump)
        width, height, line, colours = (header[place] for place in (4, 5, 12, 19))
        start = header[0] + colours * _DUMP_COLOUR
        pixels: Pixels = dump[start : start + height * line].reshape(height, line // 4, 4)
        return pixels[:, :width, 2::-1]  # there blue comes first

    def screenshot(self, path: Path) -> pygame.Surface:
        """Return a picture of the whole screen, also left as a file."""
        picture = pygame.image.frombuffer(self.pixels().tobytes(), self.size, "RGB")
        pygame.image.save(picture, str(path))
        return picture


class GameWindow:
    """A running program and its window.

    Attributes:
        home: where it keeps settings and journal.
        process: the program.
        flipped: whether Black sits at the bottom.
    """

    program: tuple[str, ...] = ("-m", "xiangqi")

    def __init__(self, display: Display, home: Path, *arguments: str, **variables: str) -> None:
        """Start ``xiangqi play``, with more variables in its environment, and wait for its window."""
        self._display = display
        self.home = home
        self.flipped = False
        environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        environment |= {"DISPLAY": display.name, "XIANGQI_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}
        environment |= variables
        self._errors = home.parent / f"{home.name}.stderr"
        with self._errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, *self.program, "play", *arguments], env=environment, stderr=errors
            )
        try:
            self._window = wait_for("a window", self._find)
            self._position, self.size = self._geometry()
            wait_for("the first drawing", self._is_drawn)
        except BaseException:
            self.kill()
            raise

    # ---- The window ----

    def _xdotool(self, *words: object) -> str:
        command = ["xdotool", *map(str, words)]
        environment = os.environ | {"DISPLAY": self._display.name}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    def _must_run(self) -> None:
        code = self.process.poll()
        assert code is None, f"the program ended with {code}: {self._errors.read_text()}"

    def _find(self) -> str | None:
        self._must_run()
        found = self._xdotool("search", "--onlyvisible", "--class", "xiangqi").split()
        return found[0] if found else None

    def _is_drawn(self) -> bool:
        """Return whether the game is there, and not only a new window or the title."""
        return near(self._pixels(pygame.Rect(3, self.size[1] // 2, 1, 1))[0, 0].tolist(), DARK.background)

    def _pixels(self, box: pygame.Rect) -> Pixels:
        """Return the pixels of a part of the window that is on the screen, (height, width, 3)."""
        seen = box.move(self._position)
        return self._display.pixels()[seen.top : seen.bottom, seen.left : seen.right]

    def _geometry(self) -> tuple[tuple[int, int], tuple[int, int]]:
        def told() -> dict[str, str]:
            words = self._xdotool("getwindowgeometry", "--shell", self._window).split()
            return dict(word.split("=") for word in words)

        values = wait_for("the place of the window", told)
        place = int(values["X"]), int(values["Y"])
        return place, (int(values["WIDTH"]), int(values["HEIGHT"]))

    @property
    def handle(self) -> int:
        """What the X server calls the program's window, as screen readers see it."""
        return int(wait_for("a window", self._find))

    @property
    def screen_size(self) -> tuple[int, int]:
        """Of all there is, px."""
        return self._display.size

    def has_size(self, size: tuple[int, int]) -> bool:
        """Return whether the window has a size and something is drawn in it; from then on it is looked for
        there.
        """
        self._window = wait_for("a window", self._find)  # on the way there it may become another one
        self._position, self.size = self._geometry()
        return self.size == size and self._is_drawn()

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, of which the smallest is the program's, and wait until it has it."""
        self._xdotool("windowsize", self._window, width, height)
        size = max(width, SMALLEST_SIZE[0]), max(height, SMALLEST_SIZE[1])
        wait_for(f"a window of {size}", lambda: self.has_size(size))

    def kill(self) -> None:
        """End the program as a power cut would."""
        found = ports(self.process.pid)
        if self.process.poll() is None:
            self._display.screenshot(self.home.parent / "killed.jpg")  # what a test waited for in vain
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert not found, "neither the window nor its engines talk to the network"

    def close(self) -> int:
        """Close the window as a window manager would, and return the program's exit code."""
        assert not ports(self.process.pid), "neither the window nor its engines talk to the network"
        self.key("ctrl+q")
        return self.process.wait(PATIENCE_S)

    # ---- The hand ----

    def point(self, square: str) -> tuple[int, int]:
        """Pixel of a square such as "h2", in the window."""
        board = Areas.of(self.size, flipped=self.flipped, content=GAME).shown_board
        return board.point(Move.from_iccs(square + square).to_square)

    def click(self, position: tuple[int, int]) -> None:
        """Click at a pixel of the window."""
        self._xdotool("mousemove", "--window", self._window, *position, "click", 1)

    def double_click_title(self, what: str, arrived: Callable[[], bool]) -> None:
        """Double-click on the title bar that a window manager has put above the window, and wait for what comes
        of it.

        On a busy machine the manager may see two single clicks. Only while the window keeps its size is the bar
        clicked again.
        """
        before, again_s = self.size, 0.0

        def look() -> bool:
            nonlocal again_s
            width, now_s = self._geometry()[1][0], time.monotonic()
            if width == before[0] and now_s > again_s:
                again_s = now_s + _HEEDED_S
                place = ("--", width // 2, -_INTO_TITLE)
                self._xdotool("mousemove", "--window", self._window, *place, "click", "--repeat", 2, 1)
            return arrived()

        wait_for(what, look)

    def move(self, move: str) -> None:
        """Click on both ends of a move such as "h2e2"."""
        self.click(self.point(move[:2]))
        self.click(self.point(move[2:]))

    def drag(self, move: str) -> None:
        """Drag a piece from one end of a move to the other."""
        (x0, y0), (x1, y1) = self.point(move[:2]), self.point(move[2:])
        window = ("mousemove", "--window", self._window)
        self._xdotool(*window, x0, y0, "mousedown", 1)
        for step in range(1, 9):
            self._xdotool(*window, x0 + (x1 - x0) * step // 8, y0 + (y1 - y0) * step // 8)
        self._xdotool("mouseup", 1)

    def key(self, *names: str) -> None:
        """Press keys, by their names in xdotool."""
        self._xdotool("windowfocus", self._window)
        for name in names:
            self._xdotool("key", name)

    def write(self, text: str) -> None:
        """Type text."""
        self._xdotool("windowfocus", self._window)
        self._xdotool("type", "--delay", 30, text)

    def drop(self, path: Path) -> None:
        """Let another program drop a file on the window."""
        drop_file(self._display.name, int(self._window), path)

    def click_widget(self, key: str, state: AppState) -> None:
        """Click on a widget, wherever it is for such a state."""
        self.click(widget_centre(key, state, self.size))

    # ---- What can be seen ----

    def wait_for_widget(self, key: str, state: AppState, rows: Rows | None = None) -> None:
        """Wait until a widget is to be seen as such a state shows it: before that a click would miss it."""
        wait_for(f"{key} to be seen", self.sight_of(key, state, rows))

    def sight_of(self, key: str, state: AppState, rows: Rows | None = None) -> Callable[[], bool]:
        """Return a look at the window that tells whether a widget is to be seen as such a state shows it."""
        expected = pygame.Surface(self.size)
        screen = Screen(self.size)
        screen.memory.rows.update(rows or {})
        screen.draw(expected, state, 0.0)
        widget = screen.stage.widget(key)
        assert widget is not None, f"no widget {key}"
        box = widget.rect
        wanted = pygame.surfarray.array3d(expected.subsurface(box)).swapaxes(0, 1).astype(np.int16)

        def is_there() -> bool:
            return bool(abs(self._pixels(box) - wanted).mean() < _ALIKE)

        return is_there

    def screenshot(self, name: str) -> pygame.Surface:
        """Return a picture of the window, also left as a file beside the home."""
        picture = self._display.screenshot(self.home.parent / f"{name}.jpg")
        return picture.subsurface(pygame.Rect(self._position, self.size).clip(picture.get_rect()))

    def journal(self) -> Game | None:
        """Return the record of the running game, None while there is none."""
        try:
            return next(iter(read_games(self.home / "journal.pgn")), None)
        except (XiangqiError, OSError):
            return None

    def moves(self) -> list[str]:
        """Return the moves of the running game."""
        game = self.journal()
        return [] if game is None else [str(move) for move in game.main_line()]

    def wait_for_moves(self, count: int) -> list[str]:
        """Wait until `count` moves have been made, or the game is over, and return them."""

        def look() -> list[str] | None:
            self._must_run()
            game = self.journal()
            if game is None:
                return None
            moves = [str(move) for move in game.main_line()]
            return moves if len(moves) >= count or game.result != "*" else None

        return wait_for(f"move {count} after {self.moves()}", look)


def state_for(*messages: object, settings: Settings | None = None) -> AppState:
    """Return the state after some messages, with nothing but the defaults before them."""
    state = initial_state(replace(settings or first_settings(), language="en"), "2026.01.01")
    for message in messages:
        state, _ = update(state, message)  # type: ignore[arg-type]
    return state


Rows = dict[str, int]
"""Pages that have been turned to, as the widgets remember them."""


def widget_of(key: str, state: AppState, size: tuple[int, int], rows: Rows | None = None) -> Widget:
    """Return a widget of a window of a size, for a state."""
    screen = Screen(size)
    screen.memory.rows.update(rows or {})
    screen.draw(pygame.Surface(size), state, 0.0)
    widget = screen.stage.widget(key)
    assert widget is not None, f"no widget {key}"
    return widget


def widget_centre(key: str, state: AppState, size: tuple[int, int]) -> tuple[int, int]:
    """Where a widget's middle is in a window of a size, for a state."""
    return widget_of(key, state, size).rect.center


def cell_centre(
    key: str, index: int, state: AppState, size: tuple[int, int], rows: Rows | None = None
) -> tuple[int, int]:
    """Where the middle of one of a choice's values is."""
    choice = widget_of(key, state, size, rows)
    assert isinstance(choice, Choice)
    return choice.cells()[index].center


def near(one: Sequence[int], other: Sequence[int], tolerance: int = 12) -> bool:
    """Return whether two colours are much the same."""
    return all(abs(a - b) <= tolerance for a, b in zip(one[:3], other[:3], strict=True))
