"""Moving through the first lessons: starting, leaving and resuming them, and turning their pages and tasks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.game.play import NewGame, new_game, rules_from
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.lessons.asks import StarsKnown
from xiangqi.app.lessons.state import Learning
from xiangqi.app.records.browse import GoBack, GoForward
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.records.setting_aside import set_game_aside
from xiangqi.app.session.cards import CardKind, is_card
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.document import Document
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.strength import LOWEST
from xiangqi.app.session.transition import Result, done
from xiangqi.lessons.attempt import TaskAttempt, solved
from xiangqi.lessons.lesson import Lesson, LessonPage, Task, find_lesson, load_lessons
from xiangqi.lessons.progress import is_done
from xiangqi.records.tree import Game
from xiangqi.storage.settings import with_values
from xiangqi.storage.star_file import best_of

COACHED: Final = {"coach_interrupts": "mistake"}
"""The settings of the first game: the coach comments on mistakes."""


# ---- The board ----


def on_board(state: AppState, learning: Learning, fen: str | None = None) -> AppState:
    """Return the state with a new version of the lesson on the board.

    Args:
        state: the state before, with the lesson on the board.
        learning: the new version of the lesson.
        fen: the position; None for the page's or task's own.
    """
    document = state.document
    position = fen or _position(learning) or document.start_fen
    if position == document.start_fen:
        return state.put(replace(document, mode=learning))
    return state.put(Document.of(document.id, Game(start_fen=position), learning))


def _position(learning: Learning) -> str | None:
    if learning.attempt is not None:
        return learning.attempt.fen
    return learning.step.fen if learning.step is not None else None


def at_place(learning: Learning, place: int) -> Learning:
    """Return a lesson moved to the start of another page or task, or to its end."""
    place = max(0, min(place, len(learning.lesson.steps)))
    moved = Learning(learning.lesson, place, earned=learning.earned, repeats=learning.repeats)
    if not isinstance(moved.step, Task):
        return moved
    attempt = TaskAttempt.of(moved.step)
    return replace(moved, attempt=attempt, hand=next(iter(attempt.missing), 0))


# ---- Starting and leaving ----


@dataclass(frozen=True)
class StartLesson(Intent, allowed_in_editor=True):
    """Start or resume one of the first lessons, setting the game on the board aside."""

    key: str
    afresh: bool = False  # whether to start from the first page instead of resuming
    task: int = 0  # the number, from 1, of the only task to do once more; 0 for the whole lesson


@handles(StartLesson)
def start_lesson(state: AppState, message: StartLesson) -> Result:
    """Put a lesson on the board; solved tasks are skipped unless all are solved."""
    lesson = find_lesson(message.key)
    state, effects = set_game_aside(_without_lessons(state))
    place, repeats = 0 if message.afresh else first_open(state, lesson), open_task(state, lesson) is None
    if 0 < message.task <= len(lesson.tasks):
        place, repeats = len(lesson.pages) + message.task - 1, False
    learning = at_place(Learning(lesson, repeats=repeats), place)
    document = Document.of(state.next_id, Game(start_fen=_position(learning) or ""), learning)
    state = replace(state.on_top(document), next_id=state.next_id + 1, panel=None).without_part(Guide)
    state = replace(state, selection=Selection(), replay=None, preview=None, notes=False, flipped=False)
    return state, effects


def first_open(state: AppState, lesson: Lesson) -> int:
    """Return the place at which a lesson continues: its first unsolved task if another is solved, or else 0."""
    begun = any(task.key in state.stars for task in lesson.tasks)
    return (open_task(state, lesson) or 0) if begun else 0


def open_task(state: AppState, lesson: Lesson) -> int | None:
    """Return the index of the step with a lesson's first unsolved task; None if all are solved."""
    places = range(len(lesson.pages), len(lesson.steps))
    tasks = zip(places, lesson.tasks, strict=True)
    return next((place for place, task in tasks if task.key not in state.stars), None)


def next_lesson(state: AppState) -> Lesson | None:
    """Return the first lesson with an unsolved task, or None."""
    lessons = load_lessons()
    return next((one for one in lessons if not is_done(one, state.stars)), None)


def _without_lessons(state: AppState) -> AppState:
    others = tuple(document for document in state.documents if not isinstance(document.mode, Learning))
    return replace(state, documents=others)


@handles(CloseRecord, Learning)
def leave(state: AppState, _message: CloseRecord) -> Result:
    """Close the lesson, and return to the document beneath it."""
    state = replace(_without_lessons(state), panel=None, selection=Selection())
    return done(replace(state, flipped=state.document.is_flipped))


# ---- From page to task ----


@dataclass(frozen=True)
class TurnStep(Intent, allowed_in_editor=False):
    """Go to the next (+1) or previous (-1) page or task of the lesson."""

    step: int


@handles(TurnStep, Learning)
def turn_step(state: AppState, message: TurnStep) -> Result:
    """Go to another page or task, even from an unsolved one.

    On the way forward, solved tasks are skipped unless all had been solved before.
    """
    learning = state.mode(Learning)
    if learning is None:
        return done(state)
    place = learning.place + message.step
    if message.step > 0 and not learning.repeats:
        place = _next_open(state, learning.lesson, place)
    return done(on_board(replace(state, selection=Selection()), at_place(learning, place)))


def _next_open(state: AppState, lesson: Lesson, place: int) -> int:
    """Return the first place, from `place` on, with a page or an unsolved task, or else the lesson's end."""

    def is_solved(step: LessonPage | Task) -> bool:
        return isinstance(step, Task) and step.key in state.stars

    count = len(lesson.steps)
    return next((ahead for ahead in range(place, count) if not is_solved(lesson.steps[ahead])), count)


@handles(GoForward, Learning)
def go_forward(state: AppState, _message: GoForward) -> Result:
    """Go to the next page or task, unless the current task is unsolved; after the end, to the next lesson."""
    learning = state.mode(Learning)
    if learning is None or learning.is_asked:
        return done(state)
    if learning.step is not None:
        return turn_step(state, TurnStep(1))
    after = following(learning.lesson)
    return done(state) if after is None else start_lesson(state, StartLesson(after.key))


@handles(GoBack, Learning)
def go_back(state: AppState, _message: GoBack) -> Result:
    """Go to the previous page or task."""
    return turn_step(state, TurnStep(-1))


@dataclass(frozen=True)
class PlayOn(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """Play on from the last position of the last lesson against the weakest level, with the coach."""


@handles(PlayOn, Learning)
def play_on(state: AppState, _message: PlayOn) -> Result:
    """Start the game with the coach's comments, asking first if it would replace an unfinished one."""
    learning = state.mode(Learning)
    if learning is None or following(learning.lesson) is not None:
        return done(state)
    state = replace(state, settings=with_values(state.settings, COACHED))
    fen = solved(learning.lesson.tasks[-1]).fen
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, LOWEST), fen, rules_from(state.settings))
    return new_game(state, NewGame(setup))


def following(lesson: Lesson) -> Lesson | None:
    """Return the lesson after this one, or None if it is the last."""
    lessons = load_lessons()
    place = lessons.index(lesson) + 1
    return lessons[place] if place < len(lessons) else None


@is_card(CardKind.TASK)
def is_taught(state: AppState) -> bool:
    """Return whether a lesson is on the board."""
    return state.mode(Learning) is not None


@handles(StarsKnown)
def stars_known(state: AppState, message: StarsKnown) -> Result:
    """Store the stars earned in this window and in others."""
    return done(replace(state, stars=best_of(state.stars, message.stars)))


@closes(ClosingOrder.DOCUMENT, when=lambda state: state.mode(Learning) is not None)
def leave_lesson(state: AppState) -> Result:
    """Close the lesson; its solved tasks stay solved."""
    return leave(state, CloseRecord())
