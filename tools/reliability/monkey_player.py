"""The program's own window for `tools.reliability.monkey`, confined to a folder, with reports of its contents.

Commands come from standard input and are answered on standard output, with one line of JSON each:

    tell         the game, whether it is saved on disk, what else is shown and where it can be pressed, and
                 the durations of frames since the last report
    drop PATH    drop a file on the window, as far as SDL reports that to the program
    begin        begin a game of two people, as the panel for new games would

A last line is written after the window has been closed. File panels show no folder but the given one, so no
click can choose a file or program that is not the monkey's own.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any, Final

import pygame

from xiangqi.app.effect import Effect
from xiangqi.app.game.play import NewGame
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.asks_reading import ListFolder
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, Setup
from xiangqi.errors import XiangqiError
from xiangqi.records.files import read_games
from xiangqi.ui.parts.panels import shown
from xiangqi.ui.window.display import open_display
from xiangqi.ui.window.window import Window

_PATIENCE_S: Final = 120.0  # less than that of the monkey
_LINE: Final = 1 << 16  # bytes of commands read at a time


class CagedRunner(Runner):
    """A session whose file panels cannot leave a folder."""

    def __init__(self, cage: Path) -> None:
        self._cage = cage.resolve()
        super().__init__()

    def _perform(self, order: Effect) -> None:
        if isinstance(order, ListFolder) and not self._holds(order.path):
            order = replace(order, path=self._cage)
        super()._perform(order)

    def _holds(self, path: Path | None) -> bool:
        return path is not None and path.resolve().is_relative_to(self._cage)


class Keeper:
    """Replaces the clock of the window's loop: between frames it reads and answers commands."""

    def __init__(self, runner: Runner, home: Path) -> None:
        self._runner = runner
        self._journal = home / "journal.pgn"
        self._clock = pygame.time.Clock()
        self._words = b""
        self.window: Window | None = None  # once it is open
        self._frames = 0
        self._wall_ms: list[float] = []
        self._cpu_ms: list[float] = []
        self._returned = time.perf_counter(), time.thread_time()

    def tick(self, rate: int) -> int:
        """Note a frame's times, obey the commands received, and wait as a clock does; return the wait in ms."""
        wall, cpu = self._returned
        self._frames += 1
        self._wall_ms.append(1e3 * (time.perf_counter() - wall))
        self._cpu_ms.append(1e3 * (time.thread_time() - cpu))
        for line in self._lines():
            word, _, rest = line.partition(" ")
            if word == "tell":
                self.tell()
            elif word == "begin":
                self._runner.send(CloseRecord())
                self._runner.send(NewGame(Setup(Player(), Player())))
            else:
                pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=rest))
        waited = self._clock.tick(rate)
        self._returned = time.perf_counter(), time.thread_time()
        return waited

    def tell(self) -> None:
        """Write a report."""
        state = self._runner.state
        game = state.play
        moves = [move.iccs for move in game.moves]
        report: dict[str, Any] = {
            "window": pygame.display.get_wm_info().get("window", 0),
            "frame": (
                pygame.display.get_window_size(),
                1.0,
                state.settings.ui_scale,
                state.flipped,
                astuple(replace(shown(state).content, board=True)),
            ),
            "start": game.setup.start_fen,
            "moves": moves,
            "kept": not game.is_journalled or self._is_kept(moves),
            "shown": self._shown(),
            "widgets": self._widgets(),
            "frames": self._frames,
            "wall_ms": self._wall_ms,
            "cpu_ms": self._cpu_ms,
        }
        self._wall_ms, self._cpu_ms = [], []
        print(json.dumps(report), flush=True)

    def _shown(self) -> list[str]:
        """Return the names of the panel, the mode and the views that are shown beside the game."""
        state = self._runner.state
        shown = [] if state.panel is None else [f"panel {state.panel.name.lower()}"]
        shown += [type(state.document.mode).__name__.lower()]
        if state.analysis is not None:
            shown.append("analysis" if state.analysis.review is None else "review")
        if state.part(LibraryState).explorer is not None:
            shown.append("explorer")
        return shown

    def _widgets(self) -> dict[str, tuple[int, int]]:
        """Return the middle of each widget that can be pressed, by its key."""
        if self.window is None:
            return {}
        widgets = self.window._screen.stage.widgets
        return {widget.key: widget.rect.center for widget in widgets if widget.focusable}

    def _lines(self) -> list[str]:
        try:
            self._words += os.read(sys.stdin.fileno(), _LINE)
        except BlockingIOError:
            return []
        *lines, self._words = self._words.split(b"\n")
        return [line.decode() for line in lines]

    def _is_kept(self, moves: list[str]) -> bool:
        """Return whether the journal has the moves, or gets them soon, since the disk may be busy."""
        deadline = time.monotonic() + _PATIENCE_S
        while moves and moves != self._kept():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def _kept(self) -> list[str] | None:
        """Return the moves of the journal, or None if it cannot be read."""
        try:
            game = next(read_games(self._journal), None)
        except XiangqiError:
            return None
        return None if game is None else [move.iccs for move in game.main_line()]


def main() -> None:
    """Open the window in the given folder, and run until it is closed."""
    cage = Path(sys.argv[1])
    os.set_blocking(sys.stdin.fileno(), False)
    open_display()
    runner = CagedRunner(cage)
    keeper = Keeper(runner, Path(os.environ["XIANGQI_HOME"]))
    pygame.time.Clock = lambda: keeper  # type: ignore[assignment, misc, return-value]
    try:
        keeper.window = Window(runner)
        keeper.window.loop()
    finally:
        runner.close()
    keeper.tell()


if __name__ == "__main__":
    main()
