"""The courses, each with how far it is: mating patterns, endings, repetition, openings."""

from __future__ import annotations

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.exercises.state import CourseProgress, ExerciseSet, TrainingRequest
from xiangqi.app.settings.panels import OpenPanel
from xiangqi.app.state import Panel
from xiangqi.ui.exercises.exercise_card import course_words
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Widget


def courses_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a row for each course; choosing one goes on where it was left."""
    texts, known = scene.texts, scene.state.practice
    widgets, room = panel_room(scene, box, texts("courses.title"))
    back = Button("courses.back", room.bottom(CONTROL), texts("button.back"), OpenPanel(Panel.START))
    courses = () if known is None else known.courses
    general = [course for course in courses if "." not in course.key]
    patterns = [course for course in courses if "." in course.key]
    rows = [_row(scene, course) for course in (*general, *patterns)]
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    empty = texts("exercises.reading" if known is None else "exercises.none")
    return [*widgets, ListBox("courses", frame, scene.px(TALL_ROW), rows, empty=empty), back]


def _row(scene: PanelContext, course: CourseProgress) -> Row:
    count = len(course.lessons)
    detail = scene.texts("courses.progress", done=course.done, count=count)
    begin = Train(TrainingRequest(ExerciseSet.LESSON, course.key))
    icon = "check" if course.done == count else "play"
    return Row(course_words(scene, course.key), begin, icon=icon, detail=detail)
