"""The column beside a first lesson: its text, the task, the stars earned, and the buttons."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.lessons.doing import BeginAgain
from xiangqi.app.lessons.going_through import PlayOn, StartLesson, TurnStep, following, open_task
from xiangqi.app.lessons.guide import StartGuide
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.exercises.courses import FOUR_MATES
from xiangqi.lessons.attempt import MOST_STARS, TaskAttempt
from xiangqi.lessons.lesson import Goal, LessonPage
from xiangqi.lessons.progress import imperfect, lesson_stars, tasks_done
from xiangqi.ui.lessons.lesson_stars import StarRow, StepRow
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, as_read, columns, is_wide
from xiangqi.ui.parts.lesson_words import lesson_number, lesson_piece
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.piece_button import PieceButton, PieceFace
from xiangqi.ui.parts.refused import refused_note
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, PADDING, SMALL, TITLE
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_STEPS: Final = 48.0  # the card with the steps
_STARS: Final = 48.0
_FACE: Final = 76.0  # the piece that the lesson is about
_PIECE: Final = 56.0
_NAME: Final = 20.0
_MOST_PIECES: Final = 4
_NEXT: Final = 48.0  # the button that leads on


@column(Learning)
def lesson_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the steps, the page or task, and the buttons, from top to bottom."""
    learning = scene.state.mode(Learning)
    if learning is None:
        return []
    room = Room(box, scene.painter.unit)
    buttons = _buttons(scene, learning, room)
    return [*_steps(scene, learning, room), *_card(scene, learning, room.rest), *buttons]


def _steps(scene: PanelContext, learning: Learning, room: Room) -> list[Widget]:
    known = scene.state.stars
    done = [None if isinstance(step, LessonPage) else step.key in known for step in learning.lesson.steps]
    rect = room.top(_STEPS)
    return [Card("steps", rect), StepRow("lesson.steps", rect, done=done, place=learning.place)]


# ---- The text ----


def _card(scene: PanelContext, learning: Learning, rect: pygame.Rect) -> list[Widget]:
    """Lay out the page, the task or the end in the middle of a card, below the piece that it is about."""
    told = _told(scene, learning, rect.width - 2 * scene.px(PADDING))
    is_good = learning.attempt is not None and learning.attempt.is_done
    is_good = is_good or bool(learning.step is None and lesson_stars(learning.lesson, scene.state.stars))
    room = Room(rect, scene.painter.unit).inner()
    face, gap = scene.px(_FACE), scene.px(GAP)
    needed = sum(widget.rect.height + gap for widget in told if widget.rect.left == 0)
    has_face = needed + face + gap <= room.rest.height
    room.top_px(max(0, (room.rest.height - needed - (face + gap if has_face else 0)) // 3), 0)
    widgets: list[Widget] = [Card("lesson", rect, marked=is_good)]
    if has_face:
        theme = look(scene.state.settings.theme, scene.state.settings.piece_set).pieces
        piece = lesson_piece(learning.lesson)
        widgets.append(PieceFace("lesson.face", room.top_px(face), piece, theme))
    return [*widgets, *_placed(told, room), *refused_note(scene, room)]


def _placed(told: list[Widget], room: Room) -> list[Widget]:
    """Place the parts of a card one below another; parts of the same row stay side by side."""
    row = room.rest
    for widget in told:
        if widget.rect.left == 0:
            row = room.top_px(widget.rect.height)
        widget.rect.topleft = (row.left + widget.rect.left, row.top)
    return told


def _told(scene: PanelContext, learning: Learning, width: int) -> list[Widget]:
    """Return the parts of the card with their sizes, in boxes that begin at the left edge of the card."""
    if learning.attempt is not None:
        return _task(scene, learning, learning.attempt, width)
    if learning.step is None:
        return _end(scene, learning, width)
    words = scene.texts(f"first.{learning.lesson.key}.page.{learning.place + 1}")
    return [_text(scene, "lesson.page", width, words, TITLE)]


def _text(scene: PanelContext, key: str, width: int, words: str, size: float, bold: bool = False) -> Label:
    """Return a paragraph, as high as its text requires."""
    height = scene.painter.paragraph_height(words, width, size, bold)
    muted = scene.painter.palette.muted if size < LEAD else None
    box = pygame.Rect(0, 0, width, height)
    return Label(key, box, words, size=size, bold=bold, colour=muted, align="centre")


def _task(scene: PanelContext, learning: Learning, attempt: TaskAttempt, width: int) -> list[Widget]:
    texts, task = scene.texts, attempt.task
    number = learning.place + 1 - len(learning.lesson.pages)
    place = texts("first.of_tasks", number=number, count=len(learning.lesson.tasks))
    widgets: list[Widget] = [
        _text(scene, "lesson.place", width, place, SMALL),
        _text(scene, "lesson.goal", width, texts(f"first.{task.words}"), TITLE, bold=True),
    ]
    if attempt.is_done:
        earned = learning.earned[-1] if learning.earned else 0
        praise = _text(scene, "lesson.praise", width, texts(f"first.praise.{earned}"), LEAD, bold=True)
        praise.colour = scene.painter.palette.good
        return [*widgets, _stars(scene, width, earned), praise]
    if task.goal is Goal.PLACE:
        return [*widgets, *_tray(scene, learning, attempt, width)]
    if task.goal is Goal.POINTS:
        return [*widgets, _text(scene, "lesson.how", width, texts("first.point"), BODY)]
    return [*widgets, _text(scene, "lesson.how", width, texts("first.moves", count=task.moves), BODY)]


def _stars(scene: PanelContext, width: int, count: int) -> StarRow:
    words = scene.texts("first.stars", count=count, most=MOST_STARS)
    return StarRow("lesson.stars", pygame.Rect(0, 0, width, scene.px(_STARS)), count=count, tip=words)


def _tray(scene: PanelContext, learning: Learning, attempt: TaskAttempt, width: int) -> list[Widget]:
    """Lay out how to place pieces, and the missing pieces with the selected one marked."""
    how = _text(scene, "lesson.how", width, scene.texts("first.place"), BODY)
    settings = scene.state.settings
    theme = look(settings.theme, settings.piece_set).pieces
    gap = scene.px(GAP)
    cells = columns(pygame.Rect(0, 0, width, scene.px(_PIECE)), _MOST_PIECES, gap)
    names = columns(pygame.Rect(0, 0, width, scene.px(_NAME)), _MOST_PIECES, gap)
    missing = attempt.missing
    widest = max((scene.painter.width(scene.texts.piece(code), SMALL) for code in missing), default=0)
    named = names if widest <= cells[0].width else []  # otherwise the tips have the names
    in_hand = missing.index(learning.hand) if learning.hand in missing else -1
    return [
        how,
        *(
            PieceButton(f"lesson.piece.{number}", cell, code, theme, number == in_hand, scene.texts.piece(code))
            for number, (cell, code) in enumerate(zip(cells, missing, strict=False))
        ),
        *(
            Label(f"lesson.name.{number}", place, scene.texts.piece(code), SMALL, single=True, align="centre")
            for number, (place, code) in enumerate(zip(named, missing, strict=False))
        ),
    ]


def _end(scene: PanelContext, learning: Learning, width: int) -> list[Widget]:
    """Lay out the stars of a finished lesson and the conditions for more, or the number of its tasks done."""
    texts, lesson, known = scene.texts, learning.lesson, scene.state.stars
    name, earned, count = texts(f"first.{lesson.key}"), lesson_stars(lesson, known), len(lesson.tasks)
    if not earned:
        words = texts("first.unfinished", name=name, done=tasks_done(lesson, known), count=count)
        return [
            _text(scene, "lesson.unfinished", width, words, TITLE, bold=True),
            _text(scene, "lesson.waiting", width, texts("first.waiting"), LEAD),
        ]
    missing = [texts("first.task", number=number) for number in imperfect(lesson, known)]
    told = texts("first.missing", tasks=texts.listed(missing)) if missing else texts("first.perfect")
    widgets: list[Widget] = [
        _text(scene, "lesson.finished", width, texts("first.finished", name=name), TITLE, bold=True),
        _stars(scene, width, earned),
        _text(scene, "lesson.missing", width, told, BODY),
    ]
    after = following(lesson)
    words = texts("first.learned")
    if after is not None:
        words = texts("first.following", name=texts(f"first.{after.key}"))
    return [*widgets, _text(scene, "lesson.onward", width, words, LEAD)]


# ---- The buttons ----

_Spec = tuple[str, str, Action, bool]
"""The name of a button, its label, its action, and whether it can be used."""


def _buttons(scene: PanelContext, learning: Learning, room: Room) -> list[Widget]:
    """Lay out the button for the next step at the bottom, and the other buttons above it."""
    onward, others = _at_the_end(scene, learning) if learning.step is None else _on_the_way(scene, learning)
    name, words, action, enabled = onward
    widgets = [Button(f"lesson.{name}", room.bottom(_NEXT), words, action, enabled=enabled, primary=enabled)]
    for row in reversed([others] if is_wide(scene, room.rest) else [others[:2], others[2:]]):
        cells = columns(room.bottom(CONTROL), len(row), scene.px(GAP)) if row else []
        for cell, (name, words, action, enabled) in zip(cells, row, strict=True):
            widgets.append(Button(f"lesson.{name}", cell, words, action, enabled=enabled))
    return as_read(widgets)


def _on_the_way(scene: PanelContext, learning: Learning) -> tuple[_Spec, list[_Spec]]:
    """Return the buttons of a page or task: always the same ones, dimmed if they cannot be used."""
    texts, asked, attempt = scene.texts, learning.is_asked, learning.attempt
    is_tried = attempt is not None and bool(attempt.made or attempt.is_done or learning.wrong or learning.hints)
    is_last_page = attempt is None and learning.place + 1 == len(learning.lesson.pages)
    skipped = 1 if attempt is not None else len(learning.lesson.pages) - learning.place
    others: list[_Spec] = [
        ("back", texts("first.back"), TurnStep(-1), learning.place > 0),
        ("again", texts("first.again"), BeginAgain(), is_tried),
        ("show", texts("first.show"), Hint(), asked),
        ("skip", texts("first.skip"), TurnStep(skipped), attempt is None or asked),
    ]
    words = texts("first.begin" if is_last_page else "first.next")
    return ("next", words, TurnStep(1), not asked), others


def _at_the_end(scene: PanelContext, learning: Learning) -> tuple[_Spec, list[_Spec]]:
    """Return the next steps to offer: unsolved tasks, the next lesson or, after the last, the first game."""
    texts, lesson = scene.texts, learning.lesson
    after, task = following(lesson), open_task(scene.state, lesson)
    missing = imperfect(lesson, scene.state.stars)
    again: _Spec = ("repeat", texts("first.repeat"), StartLesson(lesson.key, afresh=True), True)
    if missing and task is None:
        once_more = StartLesson(lesson.key, task=missing[0])
        again = ("repeat", texts("first.task_again", number=missing[0]), once_more, True)
    every: _Spec = ("all", texts("first.all"), OpenPanel(Panel.LESSONS), True)
    mates = Train(TrainingRequest(ExerciseSet.LESSON, FOUR_MATES))
    others = [again, every]
    if after is None:
        onward: _Spec = ("play", texts("first.first_game"), StartGuide(), True)
        others += [
            ("on", texts("first.play"), PlayOn(), True),
            ("mates", texts("course.four_mates"), mates, True),
        ]
    else:
        words = texts("first.lesson_n", number=lesson_number(after))
        onward = ("next", words, StartLesson(after.key), True)
    if task is None:
        return onward, others
    words = texts("first.go_on" if tasks_done(lesson, scene.state.stars) else "first.do_tasks")
    todo: _Spec = ("tasks", words, TurnStep(task - learning.place), True)
    return todo, [every, *others[2:], onward]
