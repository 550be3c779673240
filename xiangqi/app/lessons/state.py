"""A first lesson on the board: which page or task, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from xiangqi.lessons.attempt import Attempt, Fault
from xiangqi.lessons.lesson import Goal, Lesson, Page, Task


@dataclass(frozen=True)
class Learning:
    """The mode of a board on which a first lesson is done."""

    lesson: Lesson
    place: int = 0  # of the page or task in the lesson; the number of them all once it is over
    attempt: Attempt | None = None  # at the task in this place, None beside a page and at the end
    wrong: int = 0  # tries at this task that were taken back
    hints: int = 0  # how often the next step of this task was shown
    hint: str = ""  # the step that is shown, as in the solution; "" for none
    fault: Fault | None = None  # what is wrong with the try that is on the board, None where all is well
    # time in seconds when the wrong try is taken back; excluded from comparisons
    due: float = field(default=0.0, compare=False)
    hand: int = 0  # the piece that a click on the board places, 0 for none
    carried: tuple[int, int] | None = None  # where this piece is dragged, in pixels; only the window knows them
    earned: tuple[int, ...] = ()  # stars of the tasks that were done since the lesson was begun

    @property
    def step(self) -> Page | Task | None:
        """The page or task on the board, None once the lesson is over."""
        steps = self.lesson.steps
        return steps[self.place] if self.place < len(steps) else None

    @property
    def is_asked(self) -> bool:
        """Whether a task is on the board that is still to be done."""
        return self.attempt is not None and not self.attempt.is_done

    @property
    def takes_moves(self) -> bool:
        """Whether the task on the board is done by moves."""
        return self.attempt is not None and self.attempt.task.goal not in (Goal.PLACE, Goal.POINTS)
