"""The courses with their progress: the four general ones, and below them one for each mating pattern."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import CourseProgress, ExerciseSet, TrainingRequest
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.course_tile import course_tile
from xiangqi.ui.parts.course_words import course_words
from xiangqi.ui.parts.learn_head import LearnView, learn_head
from xiangqi.ui.parts.page_layout import BETWEEN, PageHead
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import BODY, GAP
from xiangqi.ui.toolkit.widgets import Button, Widget

_ROW: Final = 60.0
_COLUMN: Final = 290.0  # least width of a course
_EDGES: Final = 52.0  # height of a card without its tiles


@panel(Panel.COURSES, scrolls=True)
def courses_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a tile for each course, which continues it, and in the head a button for the next course."""
    texts, known = scene.texts, scene.state.practice
    head = learn_head(scene, box, LearnView.COURSES, finds=False)
    courses = () if known is None else known.courses
    if not courses:
        words = texts("exercises.reading" if known is None else "exercises.none")
        return [*head.widgets, ListBox("courses", head.rest, empty=words, emblem="edit")]
    groups = {
        "general": [course for course in courses if "." not in course.key],
        "patterns": [course for course in courses if "." in course.key],
    }
    onward, gap = _onward(scene, courses, head), scene.px(BETWEEN)
    widgets, top = [*head.widgets, *onward], head.rest.top
    if onward and onward[0].rect.top >= top:
        top = onward[0].rect.bottom + gap
    for name, group in groups.items():
        across = max(1, head.rest.width // scene.px(_COLUMN))
        across = min(across, 4)
        down = -(-len(group) // across)
        height = scene.px(_EDGES) + down * scene.px(_ROW) + max(0, down - 1) * scene.px(GAP)
        rect = pygame.Rect(head.rest.left, top, head.rest.width, height)
        done = sum(course.done for course in group)
        told = texts("courses.progress", done=done, count=sum(len(course.lessons) for course in group))
        card = titled_card(scene, f"courses.{name}", rect, texts(f"courses.{name}"), told)
        widgets += [*card.widgets, *_tiles(scene, card.rest, group, across)]
        top = rect.bottom + gap
    return widgets


def _onward(scene: PanelContext, courses: Sequence[CourseProgress], head: PageHead) -> list[Widget]:
    """Lay out the gold button for the first unfinished course, if possible one already begun.

    It is at the right end of the head, or below the head if it does not fit. There is none if all are finished.
    """
    open_ones = [course for course in courses if course.done < len(course.lessons)]
    course = next((course for course in open_ones if course.done), next(iter(open_ones), None))
    if course is None:
        return []
    words = scene.texts("courses.go_on", name=course_words(scene, course.key))
    wanted = scene.painter.width(words, BODY, True) + scene.px(64)
    place = pygame.Rect(head.free.right - wanted, head.free.top, wanted, head.free.height)
    if wanted > head.free.width:
        place = pygame.Rect(head.rest.left, head.rest.top, head.rest.width, head.free.height)
    begin = Train(TrainingRequest(ExerciseSet.LESSON, course.key))
    return [Button("courses.go_on", place, words, begin, "play", primary=True)]


def _tiles(
    scene: PanelContext, rect: pygame.Rect, group: Sequence[CourseProgress], across: int
) -> list[Widget]:
    upcoming = next((course for course in group if 0 < course.done < len(course.lessons)), None)
    gap, height = scene.px(GAP), scene.px(_ROW)
    tiles: list[Widget] = []
    for place, course in enumerate(group):
        row, column = divmod(place, across)
        strip = pygame.Rect(rect.left, rect.top + scene.px(4) + row * (height + gap), rect.width, height)
        tile = course_tile(scene, course, columns(strip, across, gap)[column])
        tile.chosen = course is upcoming
        tiles.append(tile)
    return tiles
