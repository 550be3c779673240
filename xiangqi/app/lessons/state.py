"""A first lesson on the board: its current page or task, and the attempt at it."""

from __future__ import annotations

from dataclasses import dataclass, field

from xiangqi.lessons.attempt import Attempt, Fault
from xiangqi.lessons.lesson import Goal, Lesson, Page, Task


@dataclass(frozen=True)
class Learning:
    """The mode of a document on which one of the first lessons is done."""

    lesson: Lesson
    place: int = 0  # of the page or task in the lesson; the number of them all once it is over
    attempt: Attempt | None = None  # the attempt at the current task; None for a page and at the end
    wrong: int = 0  # tries at this task that were taken back
    hints: int = 0  # the number of hints given in this task
    hint: str = ""  # the step of the solution that is shown; "" for none
    fault: Fault | None = None  # what is wrong with the attempt on the board; None if nothing is
    # the time in seconds at which the wrong attempt is taken back; excluded from comparisons
    due: float = field(default=0.0, compare=False)
    hand: int = 0  # the piece that a click on the board places, 0 for none
    carried: tuple[int, int] | None = None  # the position of this piece while dragged, in pixels of the window
    earned: tuple[int, ...] = ()  # stars of the tasks done since the lesson was started

    @property
    def step(self) -> Page | Task | None:
        """The page or task on the board; None once the lesson is over."""
        steps = self.lesson.steps
        return steps[self.place] if self.place < len(steps) else None

    @property
    def is_asked(self) -> bool:
        """Whether the board shows a task that is still to be done."""
        return self.attempt is not None and not self.attempt.is_done

    @property
    def takes_moves(self) -> bool:
        """Whether the task on the board is done by moves."""
        return self.attempt is not None and self.attempt.task.goal not in (Goal.PLACE, Goal.POINTS)
