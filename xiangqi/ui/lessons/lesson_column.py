"""The column beside a first lesson: its text, the task, the stars earned, and the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.lessons.doing import BeginAgain
from xiangqi.app.lessons.going_through import PlayOn, StartLesson, TurnStep, following, open_task
from xiangqi.app.lessons.state import Learning
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.exercises.courses import FOUR_MATES
from xiangqi.lessons.attempt import MOST_STARS, TaskAttempt
from xiangqi.lessons.lesson import Goal, LessonPage
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, as_read, columns
from xiangqi.ui.parts.lesson_words import lesson_name
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.piece_button import PieceButton
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, SMALL, TITLE
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_HEAD: Final = 32.0
_PIPS: Final = 20.0
_STARS: Final = 44.0
_PIECE: Final = 56.0
_NAME: Final = 20.0
_MOST_PIECES: Final = 4


@dataclass
class StepRow(Widget):
    """A row with the pages and tasks of a lesson: dots for pages, and a star for each completed task."""

    done: Sequence[bool | None] = ()  # whether each task has been done; None for a page
    place: int = 0  # index of the current page or task
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, step = painter.palette, painter.px(_PIPS + 4)
        for number, is_done in enumerate(self.done):
            middle = (self.rect.left + number * step + step // 2, self.rect.centery)
            ink = palette.gold if is_done or number == self.place else palette.muted
            if is_done is None:
                painter.disc(middle, 4, ink if number <= self.place else palette.field, ink)
                continue
            field = pygame.Rect(0, 0, step, self.rect.height)
            field.center = middle
            painter.icon("star" if is_done else "no_star", field, _PIPS - 2, ink)


@dataclass
class StarRow(Widget):
    """Three stars, of which the earned ones are filled."""

    count: int = 0  # number of stars earned
    tip: str = ""  # the stars earned, in words
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, step = painter.palette, self.rect.height
        for number in range(MOST_STARS):
            field = pygame.Rect(self.rect.left + number * step, self.rect.top, step, self.rect.height)
            earned = number < self.count
            size = self.rect.height / painter.unit * 0.86
            painter.icon(
                "star" if earned else "no_star", field, size, palette.gold if earned else palette.muted
            )


@column(Learning)
def lesson_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the lesson, and the buttons, from top to bottom."""
    learning = scene.state.mode(Learning)
    if learning is None:
        return []
    room = Room(box, scene.painter.unit)
    buttons = _buttons(scene, learning, room)
    return [*_card(scene, learning, room.rest), *buttons]


# ---- The text ----


def _card(scene: PanelContext, learning: Learning, rect: pygame.Rect) -> list[Widget]:
    painter, texts, lesson = scene.painter, scene.texts, learning.lesson
    room = Room(rect, painter.unit).inner()
    head = room.top(_HEAD)
    side = head.height
    close = pygame.Rect(head.right - side, head.top, side, side)
    head.width -= side + scene.px(GAP)
    done = [None if isinstance(step, LessonPage) else step.key in scene.state.stars for step in lesson.steps]
    widgets: list[Widget] = [
        Card("lesson", rect),
        Label("lesson.title", head, lesson_name(scene, lesson), size=LEAD, bold=True, single=True),
        Button("lesson.leave", close, icon="close", action=CloseRecord(), quiet=True, tip=texts("first.leave")),
        StepRow("lesson.steps", room.top(_PIPS, 16), done=done, place=learning.place),
    ]
    if learning.attempt is not None:
        return [*widgets, *_task(scene, learning, learning.attempt, room)]
    if learning.step is None:
        return [*widgets, *_end(scene, learning, room)]
    words = texts(f"first.{lesson.key}.page.{learning.place + 1}")
    return [*widgets, _text(scene, "lesson.page", room, words, TITLE)]


def _text(scene: PanelContext, key: str, room: Room, words: str, size: float, bold: bool = False) -> Label:
    """Lay out a paragraph, as high as its text requires."""
    height = scene.painter.paragraph_height(words, room.rest.width, size, bold)
    muted = scene.painter.palette.muted if size < LEAD else None
    return Label(key, room.top_px(height), words, size=size, bold=bold, colour=muted)


def _task(scene: PanelContext, learning: Learning, attempt: TaskAttempt, room: Room) -> list[Widget]:
    texts, task = scene.texts, attempt.task
    number = learning.place + 1 - len(learning.lesson.pages)
    place = texts("first.of_tasks", number=number, count=len(learning.lesson.tasks))
    widgets: list[Widget] = [
        _text(scene, "lesson.place", room, place, SMALL),
        _text(scene, "lesson.goal", room, texts(f"first.{task.words}"), TITLE, bold=True),
    ]
    if attempt.is_done:
        earned = learning.earned[-1] if learning.earned else 0
        room.top(GAP)
        return [*widgets, *_stars(scene, room, earned), _praise(scene, room, texts(f"first.praise.{earned}"))]
    if task.goal is Goal.PLACE:
        return [*widgets, *_tray(scene, learning, attempt, room)]
    if task.goal is Goal.POINTS:
        return [*widgets, _text(scene, "lesson.how", room, texts("first.point"), BODY)]
    return [*widgets, _text(scene, "lesson.how", room, texts("first.moves", count=task.moves), BODY)]


def _stars(scene: PanelContext, room: Room, count: int) -> list[Widget]:
    row = room.top(_STARS)
    words = scene.texts("first.stars", count=count, most=MOST_STARS)
    return [StarRow("lesson.stars", row, count=count, tip=words)]


def _praise(scene: PanelContext, room: Room, words: str) -> Label:
    good = scene.painter.palette.good
    return Label("lesson.praise", room.top(28), words, size=LEAD, bold=True, single=True, colour=good)


def _tray(scene: PanelContext, learning: Learning, attempt: TaskAttempt, room: Room) -> list[Widget]:
    """Lay out the missing pieces, with the selected one marked."""
    how = _text(scene, "lesson.how", room, scene.texts("first.place"), BODY)
    settings = scene.state.settings
    theme = look(settings.theme, settings.piece_set).pieces
    cells = columns(room.top(_PIECE, 0), _MOST_PIECES, scene.px(GAP))
    names = columns(room.top(_NAME), _MOST_PIECES, scene.px(GAP))
    missing = attempt.missing
    in_hand = missing.index(learning.hand) if learning.hand in missing else -1
    return [
        how,
        *(
            PieceButton(f"lesson.piece.{number}", cell, code, theme, number == in_hand, scene.texts.piece(code))
            for number, (cell, code) in enumerate(zip(cells, missing, strict=False))
        ),
        *(
            Label(f"lesson.name.{number}", place, scene.texts.piece(code), SMALL, single=True, align="centre")
            for number, (place, code) in enumerate(zip(names, missing, strict=False))
        ),
    ]


def _end(scene: PanelContext, learning: Learning, room: Room) -> list[Widget]:
    """Lay out the stars of a finished lesson, or the number of its tasks that have been done."""
    texts, lesson, known = scene.texts, learning.lesson, scene.state.stars
    name, earned = texts(f"first.{lesson.key}"), [known.get(task.key, 0) for task in lesson.tasks]
    if 0 in earned:
        done, count = len(earned) - earned.count(0), len(earned)
        words = texts("first.unfinished", name=name, done=done, count=count)
        return [
            _text(scene, "lesson.unfinished", room, words, TITLE, bold=True),
            _text(scene, "lesson.waiting", room, texts("first.waiting"), LEAD),
        ]
    widgets: list[Widget] = [
        _text(scene, "lesson.finished", room, texts("first.finished", name=name), TITLE, bold=True),
        *_stars(scene, room, round(sum(earned) / len(earned))),
    ]
    if following(lesson) is None:
        widgets.append(_text(scene, "lesson.learned", room, texts("first.learned"), LEAD))
    return widgets


# ---- The buttons ----


def _buttons(scene: PanelContext, learning: Learning, room: Room) -> list[Widget]:
    """Lay out two rows of buttons; the primary one comes last, at the bottom."""
    rows = _at_the_end(scene, learning) if learning.step is None else _on_the_way(scene, learning)
    widgets: list[Widget] = []
    for specs in reversed(rows):
        cells = columns(room.bottom(CONTROL), len(specs), scene.px(GAP))
        for cell, (name, words, action, primary) in zip(cells, specs, strict=True):
            widgets.append(Button(f"lesson.{name}", cell, words, action, primary=primary))
    return as_read(widgets)


_Spec = tuple[str, str, Action, bool]


def _on_the_way(scene: PanelContext, learning: Learning) -> list[list[_Spec]]:
    texts = scene.texts
    back: _Spec = ("back", texts("first.back"), TurnStep(-1), False)
    backs = [back] if learning.place else []
    if learning.is_asked:
        show: _Spec = ("show", texts("first.show"), Hint(), False)
        skip: _Spec = ("skip", texts("first.skip"), TurnStep(1), False)
        again: _Spec = ("again", texts("first.again"), BeginAgain(), False)
        return [[show, skip], [*backs, again]]  # Skip lies where no other step has its primary button
    if learning.attempt is not None:
        again = ("again", texts("first.again"), BeginAgain(), False)
        return [[*backs, again], [("next", texts("first.on"), TurnStep(1), True)]]
    last_page = learning.place + 1 == len(learning.lesson.pages)
    words = texts("first.begin" if last_page else "first.next")
    skip = ("skip", texts("first.skip"), TurnStep(len(learning.lesson.pages) - learning.place), False)
    return [[*backs, skip], [("next", words, TurnStep(1), True)]]


def _at_the_end(scene: PanelContext, learning: Learning) -> list[list[_Spec]]:
    """Return the next steps to offer, with unsolved tasks first."""
    texts, lesson = scene.texts, learning.lesson
    after, task = following(lesson), open_task(scene.state, lesson)
    every: _Spec = ("all", texts("first.all"), OpenPanel(Panel.LESSONS), False)
    todo: _Spec = ("tasks", texts("first.do_tasks"), TurnStep((task or 0) - learning.place), True)
    if after is None:
        mates = Train(TrainingRequest(ExerciseSet.LESSON, FOUR_MATES))
        others = [every, ("mates", texts("course.four_mates"), mates, False)]
        play: _Spec = ("play", texts("first.play"), PlayOn(), task is None)
        return [others, [play]] if task is None else [others, [play], [todo]]
    words = texts("first.following", name=texts(f"first.{after.key}"))
    onward: _Spec = ("next", words, StartLesson(after.key), task is None)
    repeat: _Spec = ("repeat", texts("first.repeat"), StartLesson(lesson.key, afresh=True), False)
    return [[repeat, every], [onward]] if task is None else [[every, onward], [todo]]
