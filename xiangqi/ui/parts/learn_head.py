"""The head of the pages of Learn: the views to choose from, and the search button."""

from __future__ import annotations

from enum import Enum
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.palette.looking import OpenPalette
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.page_layout import BETWEEN, SEGMENTS, PageHead, segments
from xiangqi.ui.toolkit.roles import BODY, GAP, PAGE_TITLE
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_FIND: Final = 330.0  # largest width of the button that finds, points


class LearnView(Enum):
    """The views of Learn."""

    LESSONS = Panel.LESSONS
    COURSES = Panel.COURSES
    RULES = Panel.RULES


def learn_head(scene: PanelContext, box: pygame.Rect, view: LearnView, *, finds: bool = True) -> PageHead:
    """Lay out the head of a page of Learn, which stays in place while the views change.

    `finds` determines whether the search button is shown at its right end.
    """
    texts = scene.texts
    labels = tuple(texts(f"learn.{one.name.lower()}") for one in LearnView)
    actions: tuple[Action, ...] = tuple(OpenPanel(one.value) for one in LearnView)
    chosen = list(LearnView).index(view)
    return view_head(
        scene, box, texts("place.learn"), labels, actions, chosen, texts("learn.find") if finds else ""
    )


def view_head(
    scene: PanelContext,
    box: pygame.Rect,
    title: str,
    labels: tuple[str, ...],
    actions: tuple[Action, ...],
    chosen: int,
    find: str = "",
    finding: Action | None = None,
) -> PageHead:
    """Lay out the head of a page with several views: title, views, and at the right a search button.

    Args:
        scene: the panel context.
        box: the page in px.
        title: its name.
        labels: the names of the views; () for none.
        actions: the action of each view.
        chosen: the index of the view that is shown.
        find: the label of the search button; "" for no such button.
        finding: the action of that button; None to open the palette.
    """
    painter, gap = scene.painter, 3 * scene.px(GAP)
    strip = pygame.Rect(box.left, box.top, box.width, scene.px(SEGMENTS))
    wanted = painter.width(title, PAGE_TITLE, True) + 2
    # a head that is too narrow for both does without the name, which the rail shows
    least = len(labels) * scene.px(64) + gap
    name = pygame.Rect(strip.left, strip.top, wanted if wanted + least <= strip.width else 0, strip.height)
    widgets: list[Widget] = []
    left = strip.left
    if name.width:
        widgets.append(Label("panel.title", name, title, PAGE_TITLE, bold=True, single=True))
        left = name.right + gap
    free = pygame.Rect(left, strip.top, strip.right - left, strip.height)
    if labels:
        views = segments(scene, "views", free, labels, actions, chosen)
        widgets.append(views)
        free = pygame.Rect(views.rect.right + gap, strip.top, 0, strip.height)
        free.width = max(0, strip.right - free.left)
    width = min(scene.px(_FIND), free.width)
    if find and width >= painter.width(find, BODY, True) + scene.px(60):
        place = pygame.Rect(strip.right - width, strip.top, width, strip.height)
        widgets.append(Button("views.find", place, find, finding or OpenPalette(), icon="search"))
        free.width -= width + gap
    top = strip.bottom + scene.px(BETWEEN)
    return PageHead(widgets, free, pygame.Rect(box.left, top, box.width, max(0, box.bottom - top)))
