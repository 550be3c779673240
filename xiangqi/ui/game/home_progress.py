"""The card below the week on Home, if the window is high enough: the first lessons, or the rating's curve."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.lessons.lesson import load_lessons
from xiangqi.ui.game.home_facts import is_new, known_of
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.page_layout import linked_card
from xiangqi.ui.parts.rating_curve import RatingCurve, rating_words
from xiangqi.ui.toolkit.roles import BODY, GAP
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Widget

_HEAD: Final = 46.0
_TILE: Final = 92.0
_PER_ROW: Final = 5
_LEAST_CURVE: Final = 190.0
_HIGHEST_CURVE: Final = 460.0


def progress_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the card at the top of a room; nothing if the room is too low, or there is nothing to show."""
    if is_new(scene.state):
        return _lessons(scene, rect)
    return _curve(scene, rect)


def _lessons(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out a tile for each of the first lessons: done lessons have a check, the next one a gold outline."""
    texts, lessons, known = scene.texts, load_lessons(), known_of(scene.state)
    gap = scene.px(GAP)
    rows = -(-len(lessons) // _PER_ROW)
    height = scene.px(_HEAD + rows * _TILE) + (rows - 1) * gap
    if rect.height < height:
        return []
    place = pygame.Rect(rect.left, rect.top, rect.width, height)
    card = linked_card(
        scene, "home.lessons", place, texts("home.lessons"), texts("home.all_lessons"), OpenPanel(Panel.LESSONS)
    )
    widgets: list[Widget] = list(card.widgets)
    for row in range(rows):
        top = card.rest.top + row * (scene.px(_TILE) + gap)
        strip = pygame.Rect(card.rest.left, top, card.rest.width, scene.px(_TILE))
        numbers = range(row * _PER_ROW + 1, min(len(lessons), (row + 1) * _PER_ROW) + 1)
        for number, cell in zip(numbers, columns(strip, _PER_ROW, gap), strict=False):
            lesson = lessons[number - 1]
            widgets.append(
                Tile(
                    f"home.lesson.{number}",
                    cell,
                    texts("home.lesson_number", number=number),
                    StartLesson(lesson.key),
                    icon="check" if number in known.lessons else "",
                    detail=texts(f"first.{lesson.key}"),
                    chosen=number == known.next_lesson,
                    lines=2,
                    most=BODY,
                )
            )
    return widgets


def _curve(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    known = scene.state.practice
    if known is None or known.estimate is None or not known.curve or rect.height < scene.px(_LEAST_CURVE):
        return []
    place = pygame.Rect(rect.left, rect.top, rect.width, min(rect.height, scene.px(_HIGHEST_CURVE)))
    title, words = scene.texts("rating.title"), rating_words(scene, known.estimate)
    card = linked_card(scene, "home.curve", place, title, words, OpenPanel(Panel.RATING))
    return [*card.widgets, RatingCurve("home.curve.line", card.rest, known.curve)]
