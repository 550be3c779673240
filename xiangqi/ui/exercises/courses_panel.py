"""The courses with their progress: mating patterns, endings, repetition, openings."""

from __future__ import annotations

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import CourseProgress, ExerciseSet, TrainingRequest
from xiangqi.ui.exercises.exercise_card import course_words
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.widgets import Button, Widget


@panel(Panel.COURSES, widest=FORM_WIDTH)
def courses_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a row for each course; choosing one continues it."""
    texts, known = scene.texts, scene.state.practice
    widgets, room = panel_room(scene, box, texts("courses.title"))
    foot = room.bottom(CONTROL)
    left, right = columns(foot, 2, scene.px(GAP))
    back = Button("courses.back", left, texts("button.back"), OpenPanel(Panel.START))
    courses = () if known is None else known.courses
    general = [course for course in courses if "." not in course.key]
    patterns = [course for course in courses if "." in course.key]
    shown = (*general, *patterns)
    rows = [_row(scene, course) for course in shown]
    box, empty = (
        list_box(scene.painter, room.rest),
        texts("exercises.reading" if known is None else "exercises.none"),
    )
    if not rows:
        back.rect = foot
        return [*widgets, ListBox("courses", box, empty=empty, emblem="edit"), back]
    next_up = next((place for place, course in enumerate(shown) if course.done < len(course.lessons)), 0)
    label = texts("courses.go_on" if any(course.done for course in shown) else "courses.begin")
    return [
        *widgets,
        ListBox("courses", box, scene.px(TALL_ROW), rows, next_up),
        back,
        Button("courses.go_on", right, label, rows[next_up].action, icon="play", primary=True),
    ]


def _row(scene: PanelContext, course: CourseProgress) -> Row:
    count = len(course.lessons)
    detail = scene.texts("courses.progress", done=course.done, count=count)
    begin = Train(TrainingRequest(ExerciseSet.LESSON, course.key))
    icon = "check" if course.done == count else "play"
    share = course.done / count if count else 0.0
    return Row(course_words(scene, course.key), begin, icon=icon, detail=detail, share=share)
