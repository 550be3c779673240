"""The panel of the first lessons, with the progress in each."""

from __future__ import annotations

import pygame

from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.lessons.attempt import MOST_STARS
from xiangqi.lessons.lesson import Lesson, load_lessons
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.lesson_words import lesson_name
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget


@panel(Panel.LESSONS, widest=FORM_WIDTH)
def lessons_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a row for each lesson; choosing one starts or resumes it."""
    texts = scene.texts
    widgets, room = panel_room(scene, box, texts("first.title"))
    back = Button("lessons.back", room.bottom(CONTROL), texts("button.back"), OpenPanel(Panel.START))
    height = scene.painter.paragraph_height(texts("first.list"), room.rest.width)
    note = Label("lessons.note", room.top_px(height), texts("first.list"), colour=scene.painter.palette.muted)
    rows = [_row(scene, lesson) for lesson in load_lessons()]
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    return [*widgets, note, ListBox("lessons", frame, scene.px(TALL_ROW), rows), back]


def _row(scene: PanelContext, lesson: Lesson) -> Row:
    known, count = scene.state.stars, len(lesson.tasks)
    done = [known[task.key] for task in lesson.tasks if task.key in known]
    detail = scene.texts("first.progress", done=len(done), count=count)
    if done:
        stars = scene.texts("first.stars", count=sum(done), most=MOST_STARS * count)
        detail = f"{detail} · {stars}"
    icon = "check" if len(done) == count else "play"
    return Row(lesson_name(scene, lesson), StartLesson(lesson.key), icon=icon, detail=detail)
