"""The step that Home offers first because the player most likely wants it, a function of the known facts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from xiangqi.app.session.habits import day_of

MATE_LESSONS: Final = (8, 9)
"""The numbers of the first lessons on check and on mate, before which today's ten would be too hard."""

LOOKED_AT_DAYS: Final = 3
"""The number of days for which a lost game is offered for a look."""


class Next(str, Enum):
    """The steps that Home offers, in order of precedence."""

    CONTINUE = "continue"  # the game that is not over
    LESSON = "lesson"  # the next of the first lessons
    FIRST_GAME = "first_game"  # after the lessons, against the weakest level
    LOSS = "loss"  # what decided the last lost game
    MISTAKES = "mistakes"  # the player's own that are due
    TODAY = "today"  # today's exercises
    PLAY = "play"  # a game at the player's level


@dataclass(frozen=True)
class Known:
    """The facts about a player that decide the next step."""

    today: str = ""  # the date, as a record has it; "" if it is not known
    unfinished: bool = False  # whether a game waits
    is_new: bool = False  # whether the player is still learning the game
    lessons: frozenset[int] = frozenset()  # the numbers, from 1, of the first lessons that are done
    lesson_count: int = 10
    has_played: bool = True  # whether any game has been played here
    lost: str = ""  # the date of the last lost game, if it has not been looked at; otherwise ""
    due: int = 0  # mistakes of the player that are due
    ten_done: int = 0  # today's exercises that are decided
    ten: int = 0  # today's exercises, 0 if there are none
    has_practised: bool = False  # whether any of today's exercises has been tried, or a few others were solved

    @property
    def next_lesson(self) -> int:
        """The number of the earliest of the first lessons that is not done, 0 if all are."""
        return next((number for number in range(1, self.lesson_count + 1) if number not in self.lessons), 0)

    @property
    def is_ready_for_exercises(self) -> bool:
        """Whether today's exercises are offered, which a newcomer sees after the lessons on check and mate.

        Players who have begun them of their own accord, or have solved a few others, need no lessons first.
        """
        return not self.is_new or self.has_practised or self.lessons.issuperset(MATE_LESSONS)


def next_step(known: Known) -> Next:
    """Return the first step that applies."""
    if known.unfinished:
        return Next.CONTINUE
    if known.is_new and known.next_lesson:
        return Next.LESSON
    if known.is_new and not known.has_played:
        return Next.FIRST_GAME
    if _is_recent(known):
        return Next.LOSS
    if known.due:
        return Next.MISTAKES
    if known.is_ready_for_exercises and known.ten_done < known.ten:
        return Next.TODAY
    return Next.PLAY


def _is_recent(known: Known) -> bool:
    """Return whether a lost game that has not been looked at is at most LOOKED_AT_DAYS days old."""
    today, lost = day_of(known.today), day_of(known.lost)
    return today is not None and lost is not None and 0 <= (today - lost).days <= LOOKED_AT_DAYS
