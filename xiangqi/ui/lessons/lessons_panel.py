"""The first page of Learn: the first lessons as a path, the next of them, courses, and references."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.lessons.going_through import StartLesson, first_open, next_lesson
from xiangqi.app.lessons.guide import StartGuide
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Board
from xiangqi.exercises.courses import REPETITION
from xiangqi.fen import START_FEN
from xiangqi.lessons.lesson import Lesson, load_lessons
from xiangqi.lessons.progress import imperfect, is_done, lesson_stars, lessons_done, tasks_done
from xiangqi.ui.lessons.lesson_tile import LessonTile
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.course_tile import course_tile, grid
from xiangqi.ui.parts.learn_head import LearnView, learn_head
from xiangqi.ui.parts.lesson_words import lesson_number, lesson_piece
from xiangqi.ui.parts.page_layout import BETWEEN, linked_card, page_columns
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, PADDING
from xiangqi.ui.toolkit.row_tile import RowTile
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_ROW: Final = 58.0  # a course, and what can be looked up
_GOLD: Final = 52.0
_LOWER: Final = 244.0  # the cards of courses and rules
_TILE: Final = (142.0, 132.0)  # least width and height of a lesson's tile
_HEAD: Final = 46.0  # of a card, with the space below it
_NEXT: Final = (380.0, 216.0)  # the card of the next lesson: beside the path, or above it
_MOST_TILE: Final = 236.0

LOOKED_UP: Final[dict[str, tuple[str, Action]]] = {
    "moves": ("help", OpenPanel(Panel.RULES)),
    "repetition": ("flip", Train(TrainingRequest(ExerciseSet.LESSON, REPETITION))),
    "names": ("library", OpenPanel(Panel.COURSES)),
}
"""The references of the page: icon and action, by the name in the keys of its texts."""


@panel(Panel.LESSONS, scrolls=True)
def lessons_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the lessons, the next of them, courses, and references."""
    head, gap = learn_head(scene, box, LearnView.LESSONS), scene.px(BETWEEN)
    left, *others = page_columns(scene, head.rest)
    lower, across = scene.px(_LOWER), _across(scene, left)
    least = _path_height(scene, across, scene.px(_TILE[1]))
    if not others:
        room = Room(head.rest, scene.painter.unit)
        following = _next_card(scene, room.top(_NEXT[1], BETWEEN))
        path = _path(scene, room.top_px(least, BETWEEN), across)
        courses = _courses(scene, room.top_px(lower, BETWEEN), 2 if left.width >= scene.px(560) else 1)
        return [*head.widgets, *following, *path, *courses, *_look_up(scene, room.top_px(lower, 0))]
    most = _path_height(scene, across, scene.px(_MOST_TILE))
    upper = min(most, max(least, scene.px(_NEXT[0]), left.height - gap - lower))
    lower = max(lower, left.height - gap - upper)
    return [
        *head.widgets,
        *_path(scene, pygame.Rect(left.left, left.top, left.width, upper), across),
        *_next_card(scene, pygame.Rect(others[0].left, left.top, others[0].width, upper)),
        *_courses(scene, pygame.Rect(left.left, left.top + upper + gap, left.width, lower), 2),
        *_look_up(scene, pygame.Rect(others[0].left, left.top + upper + gap, others[0].width, lower)),
    ]


# ---- The path ----


def _across(scene: PanelContext, rect: pygame.Rect) -> int:
    """Return how many lessons go side by side, at least 2."""
    room = rect.width - 2 * scene.px(PADDING)
    return next((count for count in (5, 4, 3, 2) if room >= count * scene.px(_TILE[0])), 2)


def _path_height(scene: PanelContext, across: int, tile_px: int) -> int:
    down = -(-len(load_lessons()) // across)
    return scene.px(_HEAD) + down * tile_px + (down - 1) * scene.px(GAP + 4)


def _path(scene: PanelContext, rect: pygame.Rect, across: int) -> list[Widget]:
    """Lay out a tile for each lesson, in rows."""
    lessons, known = load_lessons(), scene.state.stars
    told = scene.texts("learn.lessons_done", done=lessons_done(lessons, known), count=len(lessons))
    card = titled_card(scene, "learn.path", rect, scene.texts("first.title"), told)
    gap, upcoming = scene.px(GAP + 4), next_lesson(scene.state)
    down = -(-len(lessons) // across)
    height = (card.rest.height - scene.px(4) - gap * (down - 1)) // down
    places = grid(card.rest.move(0, scene.px(4)), across, height, gap)
    tiles = [
        _tile(scene, lesson, cell, lesson is upcoming) for lesson, cell in zip(lessons, places, strict=False)
    ]
    name_px = max((tile.name_height(scene.painter) for tile in tiles), default=0)
    for tile in tiles:
        tile.name_px = name_px
    return [*card.widgets, *tiles]


def _tile(scene: PanelContext, lesson: Lesson, rect: pygame.Rect, is_next: bool) -> LessonTile:
    known, settings = scene.state.stars, scene.state.settings
    return LessonTile(
        f"lessons.{lesson.key}",
        rect,
        scene.texts(f"first.{lesson.key}"),
        StartLesson(lesson.key),
        chosen=is_next,
        piece=lesson_piece(lesson),
        theme=look(settings.theme, settings.piece_set).pieces,
        number=lesson_number(lesson),
        stars=lesson_stars(lesson, known),
        detail=_state_of(scene, lesson, is_next),
    )


def _state_of(scene: PanelContext, lesson: Lesson, is_next: bool) -> str:
    """Return a lesson's progress in words; once it is done, the number of tasks that lack stars."""
    texts, known = scene.texts, scene.state.stars
    done, count = tasks_done(lesson, known), len(lesson.tasks)
    if is_done(lesson, known):
        missing = len(imperfect(lesson, known))
        return texts("learn.for_three", count=missing) if missing else texts("learn.done")
    if done:
        return texts("first.progress", done=done, count=count)
    return texts("learn.next") if is_next else texts("learn.tasks", count=count)


# ---- What comes next ----


def _next_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the next lesson with its position and the gold button; after the last lesson, the first game."""
    texts, painter = scene.texts, scene.painter
    lesson = next_lesson(scene.state)
    room = Room(rect, painter.unit).inner(PADDING)
    if lesson is None:
        fen, title, told = START_FEN, texts("learn.all_done"), texts("learn.play")
        gold = Button("learn.go", room.bottom(_GOLD), texts("first.first_game"), StartGuide(), "play")
    else:
        number = lesson_number(lesson)
        begun = first_open(scene.state, lesson)
        fen = lesson.steps[begun or -1].fen  # where it goes on; one that is not begun is shown by its last task
        title = texts("learn.up_next", number=number, name=texts(f"first.{lesson.key}"))
        told = texts(f"learn.about.{lesson.key}")
        words = texts(
            "learn.start" if not tasks_done(lesson, scene.state.stars) else "learn.resume", number=number
        )
        gold = Button("learn.go", room.bottom(_GOLD), words, StartLesson(lesson.key), "play")
    gold.primary = True
    is_flat = rect.width > 1.5 * rect.height
    board_box = room.rest
    if is_flat:  # the board stands beside the words
        height = rect.height - 2 * scene.px(PADDING)
        board_box = pygame.Rect(room.rest.left, room.rest.top, round(height * 0.9), height)
        used = board_box.width + scene.px(PADDING)
        room = Room(pygame.Rect(board_box.right + scene.px(PADDING), board_box.top, 0, height), painter.unit)
        room.rest.width = gold.rect.width - used
        gold.rect = room.bottom(_GOLD)
    about_px = painter.paragraph_height(told, room.rest.width, BODY)
    about = Label("learn.about", room.bottom_px(about_px, 4), told, BODY, painter.palette.muted, align="centre")
    title_px = painter.paragraph_height(title, room.rest.width, LEAD, True)
    name = Label("learn.upcoming", room.bottom_px(title_px), title, LEAD, bold=True, align="centre")
    board = SmallBoard(
        "learn.board", board_box if is_flat else room.rest, Board(fen).pieces(), scene.state.settings
    )
    return [Card("learn.next", rect, marked=True), board, name, about, gold]


# ---- Courses, and what to look up ----


def _courses(scene: PanelContext, rect: pygame.Rect, across: int) -> list[Widget]:
    """Lay out the courses, unfinished ones first, as many as fit, and a link to all."""
    known = scene.state.practice
    courses = () if known is None else known.courses
    texts, count = scene.texts, sum(len(course.lessons) for course in courses)
    title, link = texts("courses.title"), texts("learn.all_courses", count=count)
    card = linked_card(scene, "learn.courses", rect, title, link, OpenPanel(Panel.COURSES))
    shown = sorted(courses, key=lambda course: (course.done == len(course.lessons), "." in course.key))
    cells = grid(card.rest, across, scene.px(_ROW), scene.px(GAP))
    tiles = [course_tile(scene, course, cell) for course, cell in zip(shown, cells, strict=False)]
    return [*card.widgets, *tiles]


def _look_up(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the references: the rules, repetition, the named mates."""
    texts = scene.texts
    card = titled_card(scene, "learn.look_up", rect, texts("learn.look_up"))
    cells = grid(card.rest, 1, scene.px(_ROW), scene.px(GAP))
    tiles = [
        RowTile(
            f"learn.{name}", cell, texts(f"learn.{name}"), action, icon, detail=texts(f"learn.{name}_detail")
        )
        for cell, (name, (icon, action)) in zip(cells, LOOKED_UP.items(), strict=False)
    ]
    return [*card.widgets, *tiles]
