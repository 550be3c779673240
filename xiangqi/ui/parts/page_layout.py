"""The parts of pages without a board: the head, columns, cards with a heading, views to choose from.

A page has no card of its own; its parts are cards on the window's background::

    page = page_head(scene, box, scene.texts("place.home"))
    left, right = page_columns(scene, page.rest, most=2)
    card = linked_card(scene, "home.games", right, scene.texts("home.last"), scene.texts("home.all"), action)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.tool_card import CardFrame, titled_card
from xiangqi.ui.parts.way_back import back_button
from xiangqi.ui.parts.window_layout import PAGE_HEAD
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, PAGE_TITLE, SMALL, TITLE
from xiangqi.ui.toolkit.tiles import Link
from xiangqi.ui.toolkit.widgets import Choice, Label, Widget

BETWEEN: Final = 16.0
"""Distance in points between the cards of a page."""

SEGMENTS: Final = 40.0
"""Height in points of the control that chooses one of two or three views of a page."""

_TWO: Final = 920.0  # width of a page from which it has two columns, points
_THREE: Final = 1900.0  # width of a window from which a page has three, points
_SHARES: Final = ((1,), (2, 1), (2, 1, 1))
_SEGMENT: Final = 96.0  # least width of a view in the control, points
_SEGMENT_EDGE: Final = 18.0  # beside its words, points


class PageHead(NamedTuple):
    """The head of a page that has been laid out."""

    widgets: list[Widget]  # the way back, the title and the note
    free: pygame.Rect  # what is left of the head at the right, px
    rest: pygame.Rect  # the page below the head, px


def page_head(scene: PanelContext, box: pygame.Rect, title: str, note: str = "") -> PageHead:
    """Lay out the head of a page: the button that leads back, if there is a way back, and the title.

    Args:
        scene: the panel context.
        box: the page in px.
        title: its name.
        note: a few muted words beside the title, left out if they do not fit.
    """
    painter = scene.painter
    height = scene.px(PAGE_HEAD)
    head = pygame.Rect(box.left, box.top, box.width, height)
    top = head.bottom + scene.px(BETWEEN)
    rest = pygame.Rect(box.left, top, box.width, max(0, box.bottom - top))
    back = back_button(scene, "panel.close", head)
    left = head.left if back is None else back.rect.right + 2 * scene.px(GAP)
    size = PAGE_TITLE if back is None else TITLE
    width = min(head.right - left, painter.width(title, size, True) + 2)
    words = pygame.Rect(left, head.top, width, height)
    widgets: list[Widget] = [] if back is None else [back]
    widgets.append(Label("panel.title", words, title, size, bold=True, single=True))
    free = pygame.Rect(words.right + 2 * scene.px(GAP), head.top, 0, height)
    free.width = max(0, head.right - free.left)
    if note and painter.width(note, BODY) <= free.width:
        place = pygame.Rect(free.left, free.top + scene.px(3), free.width, height)
        widgets.append(Label("panel.note", place, note, BODY, painter.palette.muted, single=True))
        free = pygame.Rect(free.right, free.top, 0, height)
    return PageHead(widgets, free, rest)


def page_columns(scene: PanelContext, rect: pygame.Rect, most: int = 2) -> list[pygame.Rect]:
    """Return the columns of a page: one if it is narrow, two as 2 : 1, three as 2 : 1 : 1 in wide windows.

    Args:
        scene: the panel context.
        rect: the box in px of the page below its head.
        most: how many columns the page can fill, 1 to 3.
    """
    wide = scene.areas.size[0] >= scene.px(_THREE)
    count = min(most, 1 if rect.width < scene.px(_TWO) else 3 if wide else 2)
    shares, gap = _SHARES[count - 1], scene.px(BETWEEN)
    free, left, columns = rect.width - gap * (count - 1), rect.left, []
    for place, share in enumerate(shares):
        width = rect.right - left if place == count - 1 else round(free * share / sum(shares))
        columns.append(pygame.Rect(left, rect.top, width, rect.height))
        left += width + gap
    return columns


def linked_card(
    scene: PanelContext, key: str, rect: pygame.Rect, title: str, link: str, action: Action
) -> CardFrame:
    """Lay out a card with a heading and, at its right end, words that lead on, such as *All games*.

    The key of the link is ``KEY.link``. The link is left out if it does not fit beside the heading.
    """
    painter = scene.painter
    card = titled_card(scene, key, rect, title)
    width = painter.width(link, SMALL) + 2
    used = painter.width(title, LEAD, True) + scene.px(GAP)
    if used + width <= card.rest.width:
        place = pygame.Rect(card.rest.right - width, rect.top + scene.px(6), width, scene.px(30))
        card.widgets.append(Link(f"{key}.link", place, link, action, align="right"))
    return card


def segments(
    scene: PanelContext,
    key: str,
    strip: pygame.Rect,
    labels: Sequence[str],
    actions: Sequence[Action],
    chosen: int,
) -> Choice:
    """Return the control that chooses one of two or three views of a page, at the left end of a strip.

    The strip should be `SEGMENTS` high. The control is as wide as its words need, at most as the strip.
    """
    painter = scene.painter
    widest = max(painter.width(label, BODY, True) for label in labels) + 2 * scene.px(_SEGMENT_EDGE)
    width = min(strip.width, len(labels) * max(scene.px(_SEGMENT), widest))
    return Choice(key, pygame.Rect(strip.left, strip.top, width, strip.height), labels, actions, chosen)
