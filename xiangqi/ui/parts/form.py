"""What panels are laid out with: a card with a title, and captions and controls under each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.settings.panels import ClosePanel
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.toolkit.controls import stepper
from xiangqi.ui.toolkit.roles import BODY, GAP, PADDING, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Slider, Widget

_CLOSING: Final = ClosePanel()
_HEAD: Final = 32.0
_TITLE: Final = 19.0
_SHRINK: Final = 0.75  # a title that would have to be smaller than that stands on several lines
_CAPTION: Final = 22.0
_CHOICE: Final = 36.0
_MOST_IN_A_ROW: Final = 4
_MOST_CHARACTERS: Final = 20  # of short labels, more of them have room in one row


def panel_room(
    scene: PanelContext, box: pygame.Rect, title: str, closing: Action = _CLOSING
) -> tuple[list[Widget], Room]:
    """Return the card of a panel with its title and a button that closes it, and the room below them."""
    room = Room(box, scene.painter.unit).inner(PADDING)
    side = scene.px(_HEAD)
    width = room.rest.width - side - scene.px(GAP)
    size, single = _TITLE, True
    if scene.painter.width(title, size, True) * _SHRINK > width:
        size, single = BODY, False
    height = side if single else max(side, scene.painter.paragraph_height(title, width, size, True))
    head = room.top_px(height, 10)
    close = pygame.Rect(head.right - side, head.top, side, side)
    words = pygame.Rect(head.left, head.top, width, height)
    tip = scene.texts("button.close")
    return [
        Card("panel", box),
        Label("panel.title", words, title, size=size, bold=True, single=single),
        Button("panel.close", close, icon="close", action=closing, quiet=True, tip=tip),
    ], room


class Form:
    """Lays captions and controls under each other, with a gap below each, in points."""

    def __init__(self, scene: PanelContext, room: Room, gap: float = 10.0) -> None:
        self.scene = scene
        self.room = room
        self.gap = gap
        self.widgets: list[Widget] = []

    def caption(self, key: str, text: str, aside: str = "") -> None:
        """Add a small heading, with a value at the right."""
        rect = self.room.top(_CAPTION, 2)
        muted = self.scene.painter.palette.muted
        self.widgets.append(Label(f"{key}.caption", rect, text, size=SMALL, colour=muted, single=True))
        if aside:
            width = self.scene.painter.width(aside, SMALL, True)
            place = pygame.Rect(rect.right - width, rect.top, width, rect.height)
            self.widgets.append(Label(f"{key}.value", place, aside, size=SMALL, bold=True, single=True))

    def choice(
        self,
        key: str,
        text: str,
        labels: tuple[str, ...],
        actions: tuple[Action, ...],
        chosen: int,
        aside: str = "",
    ) -> None:
        """Add a heading and a choice of one of several values, on two rows if there are many."""
        self.caption(key, text, aside)
        roomy = sum(map(len, labels)) <= _MOST_CHARACTERS
        per_row = len(labels) if len(labels) <= _MOST_IN_A_ROW or roomy else -(-len(labels) // 2)
        height = _CHOICE * (-(-len(labels) // per_row))
        self.widgets.append(Choice(key, self.room.top(height, self.gap), labels, actions, chosen, per_row))

    def pair(self, *choices: tuple[str, str, tuple[str, ...], tuple[Action, ...], int]) -> None:
        """Several headings side by side, each with one of several values below it."""
        painter, gap = self.scene.painter, self.scene.px(GAP + 4)
        muted, single = painter.palette.muted, painter.px(_CAPTION)
        width = columns(self.room.rest, len(choices), gap)[0].width
        height = max(single, *(painter.paragraph_height(choice[1], width, SMALL) for choice in choices))
        captions = columns(self.room.top_px(height, 2), len(choices), gap)
        boxes = columns(self.room.top(_CHOICE, self.gap), len(choices), gap)
        for (key, text, labels, actions, chosen), caption, box in zip(choices, captions, boxes, strict=True):
            label = Label(f"{key}.caption", caption, text, SMALL, muted, single=height == single)
            self.widgets += [label, Choice(key, box, labels, actions, chosen)]

    def slider(self, key: str, text: str, aside: str, actions: tuple[Action, ...], chosen: int) -> None:
        """Add a heading and a slider."""
        self.caption(key, text, aside)
        self.widgets.append(Slider(key, self.room.top(26, self.gap), actions, chosen))

    def steps(
        self, key: str, text: str, labels: tuple[str, ...], actions: tuple[Action, ...], chosen: int
    ) -> None:
        """Add a heading and a stepper through many values."""
        self.caption(key, text)
        self.widgets.append(stepper(key, self.room.top(_CHOICE, self.gap), labels, actions, chosen))

    def field(self, key: str, text: str, placeholder: str) -> None:
        """Add a heading and a text field, whose text is kept in the memory under the key."""
        self.caption(key, text)
        self.widgets.append(
            TextField(key, self.room.top(_CHOICE, self.gap), placeholder, unit=self.scene.painter.unit)
        )

    def note(self, key: str, text: str) -> None:
        """Add a paragraph in small print."""
        painter = self.scene.painter
        height = painter.paragraph_height(text, self.room.rest.width, SMALL)
        rect = self.room.top_px(height, self.gap)
        self.widgets.append(Label(key, rect, text, size=SMALL, colour=painter.palette.muted))


def filled(scene: PanelContext, field: TextField, text: str) -> TextField:
    """Return a field with what was typed there, or with what holds where nothing was."""
    scene.memory.texts.setdefault(field.key, text)
    return field


def year_field(
    scene: PanelContext, key: str, rect: pygame.Rect, year: int, change: Callable[[int], Action]
) -> TextField:
    """Lay out a field for a year. Its key ends in ``first_year`` or ``last_year``; anything else than a year
    sets no bound.

    Args:
        scene: the moment.
        key: of the field.
        rect: its box, px.
        year: the one that holds, 0 for none.
        change: what another year wants done.
    """
    typed = scene.memory.texts.get(key, "").strip()
    words = scene.texts("explorer.last_year" if key.endswith("last_year") else "explorer.first_year")
    wrong = bool(typed) and _year(typed) == 0
    field = TextField(key, rect, words, unit=scene.painter.unit, wrong=wrong)
    field.change = lambda text: change(_year(text))
    return filled(scene, field, str(year or ""))


def _year(text: str) -> int:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else 0
