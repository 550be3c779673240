"""The first page of Learn: the first lessons as a path, the next of them, courses, and what to look up."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.lessons.going_through import StartLesson, next_lesson
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
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.course_tile import course_tile, grid
from xiangqi.ui.parts.learn_head import LearnView, learn_head
from xiangqi.ui.parts.lesson_words import lesson_number, lesson_piece
from xiangqi.ui.parts.page_layout import BETWEEN, linked_card, page_columns
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, PADDING
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.row_tile import RowTile
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_ROW: Final = 58.0  # a course, and what can be looked up
_GOLD: Final = 52.0
_LOWER: Final = 250.0  # the cards of courses and rules
_LEAST_TILE: Final = 104.0  # height of a lesson's tile
_NARROW_TILE: Final = 128.0  # width from which five tiles stand side by side
_LEAST_BOARD: Final = 110.0


@panel(Panel.LESSONS)
def lessons_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the lessons, the next of them and, where there is room, courses and what to look up."""
    head = learn_head(scene, box, LearnView.LESSONS)
    left, *others = page_columns(scene, head.rest)
    if not others:
        room = Room(head.rest, scene.painter.unit)
        wanted = scene.px(170 if head.rest.height < scene.px(900) else 320)
        following = _next_card(scene, room.bottom_px(wanted, BETWEEN))
        lower: list[Widget] = []
        if room.rest.height > scene.px(620):
            lower = _courses(scene, room.bottom(_LOWER, BETWEEN))
        return [*head.widgets, *_path(scene, room.rest), *lower, *following]
    low = scene.px(_LOWER) if head.rest.height >= scene.px(560) else 0
    rooms = [Room(column, scene.painter.unit) for column in (left, others[0])]
    courses = _courses(scene, rooms[0].bottom_px(low, BETWEEN)) if low else []
    looked_up = _look_up(scene, rooms[1].bottom_px(low, BETWEEN)) if low else []
    lessons, following = _path(scene, rooms[0].rest), _next_card(scene, rooms[1].rest)
    return [*head.widgets, *lessons, *following, *courses, *looked_up]


# ---- The path ----


def _path(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out a tile for each lesson, five or fewer in a row."""
    lessons, known = load_lessons(), scene.state.stars
    told = scene.texts("learn.lessons_done", done=lessons_done(lessons, known), count=len(lessons))
    card = titled_card(scene, "learn.path", rect, scene.texts("first.title"), told)
    gap = scene.px(GAP + 4)
    across = next((n for n in (5, 4, 3, 2) if card.rest.width >= n * scene.px(_NARROW_TILE)), 2)
    if card.rest.height < 3 * scene.px(_LEAST_TILE):
        across = 5
    down = -(-len(lessons) // across)
    height = (card.rest.height - scene.px(4) - gap * (down - 1)) // down
    upcoming, tiles = next_lesson(scene.state), []
    for row in range(down):
        strip = pygame.Rect(card.rest.left, card.rest.top + scene.px(4) + row * (height + gap), 0, height)
        strip.width = card.rest.width
        shown = lessons[row * across : (row + 1) * across]
        cells = columns(strip, across, gap)
        tiles += [
            _tile(scene, lesson, cell, lesson is upcoming) for lesson, cell in zip(shown, cells, strict=False)
        ]
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
    """Return how far a lesson is: what is missing for three stars once it is done."""
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
        fen, title = lesson.steps[-1].fen, texts("learn.up_next", number=number, name=texts(f"first.{lesson.key}"))
        told = texts(f"learn.about.{lesson.key}")
        words = texts("learn.start" if not tasks_done(lesson, scene.state.stars) else "learn.resume", number=number)
        gold = Button("learn.go", room.bottom(_GOLD), words, StartLesson(lesson.key), "play")
    gold.primary = True
    widgets: list[Widget] = [Card("learn.next", rect, marked=True)]
    about_px = painter.paragraph_height(told, room.rest.width, BODY)
    about = Label("learn.about", room.bottom_px(about_px, 4), told, BODY, painter.palette.muted, align="centre")
    title_px = painter.paragraph_height(title, room.rest.width, LEAD, True)
    name = Label("learn.upcoming", room.bottom_px(title_px), title, LEAD, bold=True, align="centre")
    if room.rest.height >= scene.px(_LEAST_BOARD):
        widgets.append(SmallBoard("learn.board", room.rest, Board(fen).pieces(), scene.state.settings))
    return [*widgets, name, about, gold]


# ---- Courses, and what to look up ----


def _courses(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the first courses that are not finished, as many as have room, and a link to all."""
    known = scene.state.practice
    courses = () if known is None else known.courses
    texts, count = scene.texts, sum(len(course.lessons) for course in courses)
    title, link = texts("courses.title"), texts("learn.all_courses", count=count)
    card = linked_card(scene, "learn.courses", rect, title, link, OpenPanel(Panel.COURSES))
    shown = sorted(courses, key=lambda course: course.done == len(course.lessons))
    cells = grid(card.rest, 2, scene.px(_ROW), scene.px(GAP))
    tiles = [course_tile(scene, course, cell) for course, cell in zip(shown, cells, strict=False)]
    return [*card.widgets, *tiles]


def _look_up(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out what can be looked up: the rules, repetition, the named mates."""
    texts = scene.texts
    card = titled_card(scene, "learn.look_up", rect, texts("learn.look_up"))
    repetition = Train(TrainingRequest(ExerciseSet.LESSON, REPETITION))
    entries = {
        "moves": ("help", OpenPanel(Panel.RULES)),
        "repetition": ("flip", repetition),
        "names": ("library", OpenPanel(Panel.COURSES)),
    }
    cells = grid(card.rest, 1, scene.px(_ROW), scene.px(GAP))
    tiles = [
        RowTile(f"learn.{name}", cell, texts(f"learn.{name}"), action, icon, detail=texts(f"learn.{name}_detail"))
        for cell, (name, (icon, action)) in zip(cells, entries.items(), strict=False)
    ]
    return [*card.widgets, *tiles]
