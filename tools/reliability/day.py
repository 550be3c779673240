"""Simulates a day in minutes: a session and the drawing of its window use a clock that runs fast.

    python -m tools.reliability.day --hours 24

Two people play random moves on one board, with every kind of clock, think for seconds or minutes, pause, and
walk away for up to two hours, during which time passes step by step or in one jump. After every move and
every fallen flag the clocks are compared with a separate account. After each hour the memory, open files and
threads of the process are recorded. No engine plays, because it would think in real time. Linux only. The
exit code is 1 if a clock was wrong, memory grew by more than 256 KiB an hour, or files or threads by a tenth,
not counting the first hours, in which caches fill.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from typing import Final

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame

from tools.reliability.processes import memory_kib, open_files, threads
from tools.reliability.soak import slope
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import TIME, Player, Setup
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.turns import side_to_move
from xiangqi.board import Board
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.ui.window.screen import Screen

_SIZE: Final = (800, 600)
_STEP_S: Final = 0.25
_DRAW_S: Final = 10.0
_HOUR_S: Final = 3600.0
_THOUGHT_S: Final = 15.0  # the mean
_PAUSES: Final = 0.02  # share of the moves
_ABSENCES: Final = 0.005
_CONTROLS: Final = (TimeControl(), TimeControl(600), TimeControl(900, 10), TimeControl(3600, 30))
_WITH_MOVE_LIMIT: Final = (TimeControl(0, 0, 60), TimeControl(1200, 0, 30))
_SLACK_S: Final = 1e-3
_WARMING_UP: Final = 3  # hours
_MOST: Final = (256.0, 0.1, 0.1)  # KiB per hour, and shares of files and threads per hour


class Day:
    """A simulated day of play.

    Attributes:
        events: counts of what happened; "wrong" must not occur.
    """

    def __init__(self, seed: int) -> None:
        """Start the first game."""
        self.events: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._runner = Runner()
        self._screen = Screen(_SIZE)
        self._surface = pygame.Surface(_SIZE)
        self._begun = self._now = self._drawn = time.monotonic()
        self._begin()

    def close(self) -> None:
        """End the session."""
        self._runner.close()

    def pass_hours(self, hours: int) -> list[tuple[int, int, int]]:
        """Simulate a number of hours; print and return memory in KiB, open files and threads after each."""
        samples = []
        for hour in range(1, hours + 1):
            begun = time.monotonic()
            while self._now < self._begun + hour * _HOUR_S:
                self._turn()
            while self._runner.is_writing:
                time.sleep(0.01)
            samples.append((memory_kib(os.getpid()), open_files(), threads()))
            took = time.monotonic() - begun
            print(f"{hour:4} {took:7.1f} {samples[-1][0]:10} {samples[-1][1]:5} {samples[-1][2]:7}", flush=True)
        return samples

    def _begin(self) -> None:
        self._control = self._chance.choice(_CONTROLS + _WITH_MOVE_LIMIT)
        self._runner.send(NewGame(Setup(Player(), Player(), time=self._control)))
        self._left = {RED: float(self._control.total_s), BLACK: float(self._control.total_s)}
        self._board = Board()
        self.events["games"] += 1

    def _turn(self) -> None:
        """Think, perhaps with a pause or an absence, and move; or let the flag fall."""
        game = self._runner.state.play
        spent = 0.0
        if self._chance.random() < _PAUSES and game.clock is not None:
            self._pause()
        if self._chance.random() < _ABSENCES:
            self.events["absences"] += 1
            spent += self._pass(self._chance.uniform(0, 2 * _HOUR_S), jumps=self._chance.random() < 0.5)
        spent += self._pass(self._chance.expovariate(1 / _THOUGHT_S))
        game = self._runner.state.play
        if game.end is None:
            self._runner.send(PlayText(self._chance.choice(self._board.legal_moves()).iccs))
            self._charge(spent)
            self.events["moves"] += 1
            game = self._runner.state.play
            self._board.push(game.moves[-1])
        elif game.end.reason == TIME:
            self.events["flags"] += 1
            self._judge_flag(spent)
        if game.end is not None:
            self._begin()

    def _pass(self, seconds: float, jumps: bool = False) -> float:
        """Let time pass in steps, or at once, until the game is over; return how much has passed."""
        begun = self._now
        while self._now < begun + seconds and self._runner.state.play.end is None:
            self._now += seconds if jumps else _STEP_S
            self._runner.step(self._now)
            if self._now >= self._drawn + _DRAW_S:
                self._drawn = self._now
                self._screen.draw(self._surface, self._runner.state, self._now)
                self._runner.take_view_effects()
        return self._now - begun

    def _pause(self) -> None:
        self.events["pauses"] += 1
        self._runner.send(PauseGame())
        self._pass(self._chance.uniform(0, 600))
        self._runner.send(PauseGame())

    def _charge(self, spent: float) -> None:
        """Compare the clock of the side that has moved with the time that it must have left."""
        game = self._runner.state.play
        side = opponent(side_to_move(game))
        if game.clock is None:
            return
        if len(game.moves) > 1:  # the first move is not timed
            self._left[side] = max(0.0, self._left[side] - spent)
        self._left[side] += self._control.increment_s if self._control.total_s else 0
        shown = game.clock.total_left_s(side)
        if abs(shown - self._left[side]) > _SLACK_S:
            self._complain(f"{self._control.pgn}: {shown} left instead of {self._left[side]}")

    def _judge_flag(self, spent: float) -> None:
        """Check that the flag fell when the time for the game or the move was used up, and not before."""
        side = side_to_move(self._runner.state.play)
        if spent + _SLACK_S < self._left[side] + self._control.move_s:
            self._complain(f"{self._control.pgn}: fell after {spent}, {self._left[side]} were left")

    def _complain(self, what: str) -> None:
        self.events["wrong"] += 1
        print(what, flush=True)


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pygame.display.init()
    pygame.display.set_mode(_SIZE)
    print("hour seconds memory_KiB files threads")
    with tempfile.TemporaryDirectory(prefix="xiangqi-day-") as home:
        os.environ["XIANGQI_HOME"] = home
        day = Day(options.seed)
        try:
            samples = day.pass_hours(options.hours)
        finally:
            day.close()
    steady = samples[_WARMING_UP:]
    slopes = [slope([float(sample[column]) for sample in steady]) for column in range(len(_MOST))]
    print(", ".join(f"{count} {what}" for what, count in day.events.items()))
    print("growth an hour:", *(f"{value:+.2f}" for value in slopes))
    grew = any(value > most for value, most in zip(slopes, _MOST, strict=True))
    print(f"wrong: {day.events['wrong']}")
    return int(bool(day.events["wrong"]) or grew)


if __name__ == "__main__":
    sys.exit(main())
