"""One of the first lessons, as shown on the board: its current page or task, and the attempt at the task."""

from __future__ import annotations

from dataclasses import dataclass, field

from xiangqi.app.session.mode import DocumentKind, Mode
from xiangqi.lessons.attempt import Misstep, TaskAttempt
from xiangqi.lessons.lesson import Goal, Lesson, LessonPage, Task


@dataclass(frozen=True)
class Learning(Mode):
    """The mode of a document in which one of the first lessons is on the board."""

    refusal = "toast.in_lesson"

    lesson: Lesson
    place: int = 0  # index of the page or task in the lesson; their number at the end
    attempt: TaskAttempt | None = None  # the attempt at the current task; None for a page and at the end
    wrong: int = 0  # number of attempts at this task taken back
    hints: int = 0  # the number of hints given in this task
    hint: str = ""  # the step of the solution shown; "" for none
    fault: Misstep | None = None  # the fault of the attempt on the board; None if it has none
    # the time in seconds at which the wrong attempt is taken back; excluded from comparisons
    due: float = field(default=0.0, compare=False)
    hand: int = 0  # the piece that a click on the board places; 0 for none
    carried: tuple[int, int] | None = None  # window position of this piece while it is dragged, px
    earned: tuple[int, ...] = ()  # stars of the tasks solved since the lesson was started
    repeats: bool = False  # whether all tasks had been solved before, so that each is asked again

    @property
    def kind(self) -> DocumentKind:
        """The kind of document."""
        return DocumentKind.LESSON

    @property
    def step(self) -> LessonPage | Task | None:
        """The page or task on the board, or None at the end of the lesson."""
        steps = self.lesson.steps
        return steps[self.place] if self.place < len(steps) else None

    @property
    def is_asked(self) -> bool:
        """Whether there is an unsolved task on the board."""
        return self.attempt is not None and not self.attempt.is_done

    @property
    def takes_moves(self) -> bool:
        """Whether the task on the board is solved by moves."""
        return self.attempt is not None and self.attempt.task.goal not in (Goal.PLACE, Goal.POINTS)
