"""The choice of exercises: today's, mixed ones, by difficulty, by theme."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from xiangqi.app.exercises.classics import OpenClassics
from xiangqi.app.exercises.practice import Train
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.course_words import theme_words
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.lists import HEADING_ROW, TALL_ROW, ListBox, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Widget

_CLASSICS: Final = ("mate", "win", "draw")
_LEVELS: Final = {
    "beginner": (0, 1200),
    "easy": (1200, 1600),
    "middling": (1600, 2000),
    "hard": (2000, 2400),
    "expert": (2400, 4000),
}
"""The difficulties and their ranges of ratings."""


@panel(Panel.EXERCISES, widest=FORM_WIDTH)
def exercises_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a row for each kind of exercise; themes show the results so far."""
    texts, known = scene.texts, scene.state.practice
    widgets, room = panel_room(scene, box, texts("exercises.title"))
    foot = room.bottom(CONTROL)
    left, right = columns(foot, 2, scene.px(GAP))
    back = Button("exercises.back", left, texts("button.back"), OpenPanel(Panel.START))
    rows = [] if known is None else _rows(scene, known)
    box, empty = (
        list_box(scene.painter, room.rest),
        texts("exercises.reading" if known is None else "exercises.none"),
    )
    if not rows:
        back.rect = foot
        return [*widgets, ListBox("exercises", box, empty=empty, emblem="threat"), back]
    mixed = Train(TrainingRequest(ExerciseSet.MIXED))
    return [
        *widgets,
        ListBox("exercises", box, scene.px(TALL_ROW), rows, heading_height=scene.px(HEADING_ROW)),
        back,
        Button("exercises.begin", right, texts("exercise.mixed"), mixed, icon="play", primary=True),
    ]


def _rows(scene: PanelContext, known: PracticeSummary) -> list[Row]:
    texts = scene.texts
    if not known.themes:
        return []
    due = texts("start.deck_due", count=known.due) if known.due else texts("start.deck_empty")
    deck = _row(texts("exercise.deck"), TrainingRequest(ExerciseSet.DECK), due, "copy")
    rows = [
        *([deck] if known.cards else []),
        Row(texts("exercises.by_difficulty"), HANDLED, heading=True),
        *(
            _row(
                texts(f"exercises.{name}"),
                TrainingRequest(ExerciseSet.LEVEL, ratings=ratings),
                texts(
                    "exercise.level" if ratings[0] else "exercise.level_up_to", low=ratings[0], high=ratings[1]
                ),
                "analyse",
            )
            for name, ratings in _LEVELS.items()
        ),
    ]
    rows.append(Row(texts("classics.title"), HANDLED, heading=True))
    rows += [_classics_row(scene, known, goal) for goal in _CLASSICS]
    rows.append(Row(texts("exercises.by_theme"), HANDLED, heading=True))
    for theme, count in known.themes:
        tried, clean = known.scores.get(theme, (0, 0))
        detail = texts("exercises.theme", count=count)
        if tried:
            detail = texts("exercises.theme_tried", count=count, clean=clean, tried=tried)
        name = theme_words(scene, theme)
        row = _row(name[:1].upper() + name[1:], TrainingRequest(ExerciseSet.THEME, theme), detail, "threat")
        rows.append(replace(row, share=clean / tried) if tried else row)
    return rows


def _classics_row(scene: PanelContext, known: PracticeSummary, goal: str) -> Row:
    """Return the row of a list of classics, with how many of them are solved once one is."""
    keys = known.classics.get(goal, frozenset())
    solved = len(keys & scene.state.solved)
    row = Row(scene.texts(f"classics.{goal}"), OpenClassics(goal), icon="library")
    if not solved:
        return replace(row, detail=scene.texts(f"classics.how_{goal}"))
    told = scene.texts("classics.solved", solved=solved, count=len(keys))
    return replace(row, detail=told, share=solved / len(keys))


def _row(text: str, request: TrainingRequest, detail: str, icon: str) -> Row:
    return Row(text, Train(request), icon=icon, detail=detail)
