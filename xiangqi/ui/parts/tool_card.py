"""The tool card of a column: tabs at its top, or a heading if there is only one thing to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.controls import CardTabs
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, PADDING, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Label, Memory, Widget

HEAD: Final = 40.0
"""Height of the tabs or the heading in points."""

_APART: Final = 24.0  # between two tabs, points
_LEAST_APART: Final = 10.0
_EDGE: Final = 8.0  # from the edges of a card to what is below the tabs, points


Aside = str | Sequence[str]
"""A short text, or several forms of it, of which the first one that has room is shown."""


class CardTab(NamedTuple):
    """A tab of a card."""

    name: str  # identifies it
    label: str
    action: Action = HANDLED  # the action of choosing it, besides showing it


class CardFrame(NamedTuple):
    """A card that has been laid out without its content."""

    widgets: list[Widget]  # card and head
    rest: pygame.Rect  # what is left below the head, px


class ToolCard(Card):
    """The card of a column, at the top of which toasts are shown."""


class Rule(Widget):
    """A thin line."""

    def draw(self, painter: Painter, memory: Memory) -> None:
        painter.surface.fill(painter.palette.outline, self.rect)


def chosen_tab(scene: PanelContext, key: str, tabs: Sequence[CardTab]) -> str:
    """Return the name of the tab that the player has chosen, or of the first one."""
    names = [tab.name for tab in tabs]
    wanted = scene.memory.tabs.get(key, "")
    return wanted if wanted in names else names[0]


def tabbed_card(
    scene: PanelContext, key: str, rect: pygame.Rect, tabs: Sequence[CardTab], chosen: str, aside: Aside = ""
) -> CardFrame:
    """Lay out a card with tabs; a single tab becomes a heading.

    Args:
        scene: the panel context.
        key: the key of the tabs, under which the choice is remembered.
        rect: the card in px.
        tabs: the tabs, from left to right.
        chosen: the name of the tab that is shown.
        aside: a short text at the right end of the tabs, or several forms of it; left out if none fits.
    """
    if len(tabs) == 1:
        return headed_card(scene, key, rect, tabs[0].label, aside)
    head, rule, rest = _parts(scene, key, rect)
    painter = scene.painter
    widths = [painter.width(tab.label, BODY, True) + 2 for tab in tabs]
    spare = (head.width - sum(widths)) // max(1, len(tabs) - 1)
    apart = max(scene.px(_LEAST_APART), min(scene.px(_APART), spare))
    left, places = head.left, []
    for width in widths:
        places.append(pygame.Rect(left, head.top, width, head.height))
        left += width + apart
    places = [place.clip(head) for place in places]
    names = [tab.name for tab in tabs]
    strip = CardTabs(
        key,
        pygame.Rect(head.left, head.top, places[-1].right - head.left, head.height),
        tuple(tab.label for tab in tabs),
        tuple(tab.action for tab in tabs),
        names.index(chosen),
        names=names,
        places=places,
    )
    widgets: list[Widget] = [ToolCard(f"{key}.card", rect), rule, strip]
    free = pygame.Rect(places[-1].right + scene.px(_APART), head.top, 0, head.height)
    free.width = head.right - free.left
    aside = _fitting(painter, aside, free.width)
    if aside:
        muted = painter.palette.muted
        widgets.append(Label(f"{key}.aside", free, aside, SMALL, muted, single=True, align="right"))
    return CardFrame(widgets, rest)


def headed_card(scene: PanelContext, key: str, rect: pygame.Rect, title: str, aside: Aside = "") -> CardFrame:
    """Lay out a card with a heading; the text at its right end is left out if it does not fit."""
    head, rule, rest = _parts(scene, key, rect)
    painter = scene.painter
    free = head.width - painter.width(title, BODY, True) - scene.px(GAP)
    widgets: list[Widget] = [
        ToolCard(f"{key}.card", rect),
        rule,
        Label(f"{key}.title", head, title, BODY, bold=True, single=True),
    ]
    aside = _fitting(painter, aside, free)
    if aside:
        muted = painter.palette.muted
        widgets.append(Label(f"{key}.aside", head.copy(), aside, SMALL, muted, single=True, align="right"))
    return CardFrame(widgets, rest)


def titled_card(scene: PanelContext, key: str, rect: pygame.Rect, title: str, aside: Aside = "") -> CardFrame:
    """Lay out a card with a larger title and no rule under it.

    The text `aside` at its right end is left out if it does not fit.
    """
    edge, painter = scene.px(PADDING - 2), scene.painter
    head = pygame.Rect(rect.left + edge, rect.top + scene.px(6), rect.width - 2 * edge, scene.px(30))
    rest = pygame.Rect(head.left, head.bottom, head.width, max(0, rect.bottom - head.bottom - scene.px(10)))
    free = head.width - painter.width(title, LEAD, True) - scene.px(GAP)
    widgets: list[Widget] = [
        Card(f"{key}.card", rect),
        Label(f"{key}.title", head, title, LEAD, bold=True, single=True),
    ]
    aside = _fitting(painter, aside, free)
    if aside:
        muted = painter.palette.muted
        widgets.append(Label(f"{key}.aside", head.copy(), aside, SMALL, muted, single=True, align="right"))
    return CardFrame(widgets, rest)


def _fitting(painter: Painter, aside: Aside, room_px: int) -> str:
    """Return the first form of a text that fits; "" if none does."""
    forms = (aside,) if isinstance(aside, str) else aside
    return next((form for form in forms if painter.width(form, SMALL) <= room_px), "")


def _parts(scene: PanelContext, key: str, rect: pygame.Rect) -> tuple[pygame.Rect, Rule, pygame.Rect]:
    """Return the head of a card, the line below it, and the rest."""
    edge, line = scene.px(PADDING), max(1, round(scene.painter.unit))
    head = pygame.Rect(rect.left + edge, rect.top, rect.width - 2 * edge, scene.px(HEAD))
    rule = Rule(f"{key}.rule", pygame.Rect(rect.left + line, head.bottom, rect.width - 2 * line, line))
    inset, top = scene.px(_EDGE), rule.rect.bottom + scene.px(_EDGE / 2)
    rest = pygame.Rect(rect.left + inset, top, rect.width - 2 * inset, 0)
    rest.height = max(0, rect.bottom - inset - top)
    return head, rule, rest
