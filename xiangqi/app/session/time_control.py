"""Time controls and clocks as plain data; the current time is always an argument.

Times are in seconds. Every control consists of three numbers: the time for the whole game, the increment for
each move, and the limit for each move once the game time is used up (读秒, byo-yomi). A control that
limits only each move has a game time of zero.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.core.constants import RED, opponent
from xiangqi.engine.common.types import Limits

LOW_S: Final = 10.0
"""Below this many seconds, a player's time is low: it is shown in tenths, and the player is warned."""

_SHARE_OF_MOVE: Final = 0.7
"""The share of a time limit for one move that an engine may use; the rest allows for pipes and frames."""

_MOVES_AHEAD: Final = 40
_LONGEST_S: Final = 24 * 3600
_TIME: Final = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d\.\d)", re.ASCII)
_PGN: Final = re.compile(r"(?:(\d{1,6})(?:\+(\d{1,4}))?)?(?::?1/(\d{1,4}))?", re.ASCII)


@dataclass(frozen=True)
class TimeControl:
    """The time that a player gets."""

    total_s: int = 0  # the time for the whole game; 0 if only single moves are limited
    increment_s: int = 0  # added after each move
    move_s: int = 0  # limit for each move once the total is used up; 0 for none: the time has then run out

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock."""
        return self.total_s > 0 or self.move_s > 0

    @property
    def pgn(self) -> str:
        """The value of the PGN tag TimeControl: ``-``, ``600``, ``600+5``, ``600:1/30`` or ``1/30``."""
        if not self.is_timed:
            return "-"
        total = f"{self.total_s}" + (f"+{self.increment_s}" if self.increment_s else "")
        return ":".join([total] * (self.total_s > 0) + [f"1/{self.move_s}"] * (self.move_s > 0))

    @classmethod
    def from_pgn(cls, text: str) -> TimeControl:
        """Return the time control of a PGN tag; untimed if the tag holds no control that is supported here."""
        match = _PGN.fullmatch(text)
        if match is None:
            return UNTIMED
        total, increment, move = (int(number or 0) for number in match.groups())
        control = cls(min(total, _LONGEST_S), increment, move)
        return control if control.is_timed else UNTIMED


UNTIMED: Final = TimeControl()


def format_time(seconds: float) -> str:
    """Return a time in the form used in records, such as ``0:04:59.5``."""
    tenths = round(seconds * 10)
    return f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"


def parse_time(text: str) -> float | None:
    """Parse a time written by `format_time`; return None for anything else."""
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds = match.groups()
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


@dataclass(frozen=True)
class ClockReading:
    """The display of a clock."""

    left_s: float  # never below 0
    low: bool = False  # whether little is left

    @property
    def text(self) -> str:
        """The time as text, such as ``1:05:00`` or ``4:59``, with tenths below ten seconds.

        It is rounded up, so that 0 means the end.
        """
        if self.left_s < LOW_S:
            tenths = math.ceil(self.left_s * 10 - 1e-6)
            return f"{tenths // 10}.{tenths % 10}"
        whole = math.ceil(self.left_s - 1e-6)
        hours, minutes, seconds = whole // 3600, whole // 60 % 60, whole % 60
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class Clock:
    """Both players' clocks, at most one of which is running."""

    control: TimeControl  # Red's time control
    black_control: TimeControl  # Black's time control
    # red_s, black_s: the seconds left of the game time when the present turn began
    red_s: float
    black_s: float
    side: int = RED  # the side to move, RED or BLACK
    spent_s: float = 0.0  # time spent on this turn until the clock was last stopped
    since: float | None = None  # when it was started, in the session's seconds; None while it is stopped
    warned: frozenset[int] = frozenset()  # sides that have been warned of low time
    # the mover's remaining total after each move so far, in milliseconds
    history: tuple[int, ...] = ()

    @classmethod
    def of(cls, control: TimeControl, side: int = RED, black: TimeControl | None = None) -> Clock:
        """Return a stopped clock at the start of a game; Black gets the same control unless given one."""
        black = black or control
        return cls(control, black, control.total_s, black.total_s, side)

    def control_of(self, side: int) -> TimeControl:
        """Return the time control of RED or BLACK."""
        return self.control if side == RED else self.black_control

    def total_left_s(self, side: int) -> float:
        """Return the game time that a side had left when the turn began."""
        return self.red_s if side == RED else self.black_s

    def reading(self, side: int, now: float) -> ClockReading:
        """Return the display of a side's clock."""
        control, total = self.control_of(side), self.total_left_s(side)
        move = float(control.move_s)
        spent = self._spent(now) if side == self.side else 0.0
        if total > spent or not move:
            left = max(0.0, total - spent)
            return ClockReading(left, low=not move and left < min(LOW_S, control.total_s / 2))
        left = max(0.0, total + move - spent)
        return ClockReading(left, low=left < min(LOW_S, move / 2))

    def left_s(self, side: int) -> float:
        """Return the game time that a side has left on a stopped clock."""
        spent = self.spent_s if side == self.side else 0.0
        return max(0.0, self.total_left_s(side) - spent)

    def _spent(self, now: float) -> float:
        return self.spent_s + (max(0.0, now - self.since) if self.since is not None else 0.0)

    def has_run_out(self, now: float) -> bool:
        """Return whether the side to move has run out of time."""
        return self.reading(self.side, now).left_s <= 0

    def running(self, now: float) -> Clock:
        """Return the clock started; one that is running is unchanged."""
        return self if self.since is not None else replace(self, since=now)

    def standing(self, now: float) -> Clock:
        """Return the clock stopped; the turn continues when it runs again."""
        return self if self.since is None else replace(self, spent_s=self._spent(now), since=None)

    def pressed(self, now: float) -> Clock:
        """Return the clock after a move: the mover's time is charged, and the other side's turn begins.

        It keeps running if it was running, and stays stopped if not.
        """
        left = max(0.0, self.total_left_s(self.side) - self._spent(now))
        control = self.control_of(self.side)
        left += control.increment_s if control.total_s else 0
        warned = self.warned if left > 0 else self.warned - {self.side}  # again for each of the side's moves
        red_s, black_s = (left, self.black_s) if self.side == RED else (self.red_s, left)
        since = None if self.since is None else now
        history = (*self.history, round(1000 * left))
        side = opponent(self.side)
        return Clock(self.control, self.black_control, red_s, black_s, side, 0.0, since, warned, history)

    def taken_back(self, moves: int, now: float) -> Clock:
        """Return the clock after some moves were taken back: the time that was spent is not given back."""
        left = max(0.0, self.total_left_s(self.side) - self._spent(now))
        red_s, black_s = (left, self.black_s) if self.side == RED else (self.red_s, left)
        since = None if self.since is None else now
        history = self.history[: max(0, len(self.history) - moves)]
        side = self.side if moves % 2 == 0 else opponent(self.side)
        return Clock(self.control, self.black_control, red_s, black_s, side, 0.0, since, self.warned, history)

    def limits(self, usual: Limits, now: float) -> Limits:
        """Return the search limits of the engine to move.

        The engine manages its own game time; a limit for each move is enforced here.

        Args:
            usual: the limits without a clock.
            now: the session's time in seconds.
        """
        control = self.control_of(self.side)
        if not control.move_s:
            left_ms = _ms(self.reading(self.side, now).left_s)
            other_ms = _ms(self.reading(opponent(self.side), now).left_s)
            increment_ms = _ms(control.increment_s)
            return Limits(clock_ms=left_ms, increment_ms=increment_ms, opponent_clock_ms=other_ms)
        total_ms = _ms(self.total_left_s(self.side))
        most_ms = int(total_ms / _MOVES_AHEAD + _SHARE_OF_MOVE * _ms(control.move_s))
        return replace(usual, movetime_ms=max(1, min(usual.movetime_ms or most_ms, most_ms)))

    def warning_due(self, now: float) -> bool:
        """Return whether the side to move must be warned that its time is low."""
        return self.side not in self.warned and self.reading(self.side, now).low


def _ms(seconds: float) -> int:
    return max(1, int(1000 * seconds))
