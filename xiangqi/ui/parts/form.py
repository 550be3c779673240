"""The layout of panels: a card with a title, and below it captions and controls, one below another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.session.panels import ClosePanel
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns, is_wide
from xiangqi.ui.parts.way_back import back_button
from xiangqi.ui.toolkit.controls import stepper
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, PADDING, PAGE_TITLE, SMALL, TITLE
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Slider, Widget

_HEAD: Final = 32.0
_SHRINK: Final = 0.75  # smallest scale of a title, which otherwise gets several lines
_CAPTION: Final = 22.0
_CHOICE: Final = 36.0
_HEADING: Final = 34.0
_CONTROL_SHARE: Final = 0.56  # share of the width for a control beside its name, if it fits
_CELL_EDGE: Final = 9.0  # padding beside the words of a value
_SLIDER: Final = 120.0  # smallest width of a slider beside its name
_SLIDER_HEIGHT: Final = 26.0
_VALUE: Final = 64.0  # least width of the column of values at the right of a slider
_MOST_IN_A_ROW: Final = 4
_MOST_CHARACTERS: Final = 20  # most characters that the labels in one row can have; short labels allow more


def panel_room(
    scene: PanelContext, box: pygame.Rect, title: str, closing: Action | None = None
) -> tuple[list[Widget], Room]:
    """Return a panel's card with its title, and the room below them.

    On a page, the title is beside the button that leads back. A panel beside the board has a button that closes
    it.

    Args:
        scene: the panel context.
        box: the panel in px.
        title: its name.
        closing: the action that closes the panel, if it is not the session's way back.
    """
    room = Room(box, scene.painter.unit).inner(PADDING)
    side, gap = scene.px(_HEAD), scene.px(GAP)
    if not scene.areas.content.board:
        strip = pygame.Rect(room.rest.left, room.rest.top, room.rest.width, side)
        back = back_button(scene, "panel.close", strip, closing)
        used, size = (0, PAGE_TITLE) if back is None else (back.rect.width + 2 * gap, TITLE)
        left, width = strip.left + used, strip.width - used
    else:
        close = pygame.Rect(room.rest.right - side, room.rest.top, side, side)
        tip = scene.texts("button.close")
        back = Button("panel.close", close, icon="close", action=closing or ClosePanel(), quiet=True, tip=tip)
        left, width, size = room.rest.left, room.rest.width - side - gap, TITLE
    single = scene.painter.width(title, size, True) * _SHRINK <= width
    size = size if single else BODY
    height = side if single else max(side, scene.painter.paragraph_height(title, width, size, True))
    words = pygame.Rect(left, room.top_px(height, 10).top, width, height)
    label = Label("panel.title", words, title, size=size, bold=True, single=single)
    return [Card("panel", box), label, *([back] if back is not None else [])], room


def filling(
    scene: PanelContext, rows: ListBox, label: str, action: Action, kind: type[Button] = Button
) -> list[Widget]:
    """Lay out a button that helps to fill an empty list, below its notice; nothing if the list has rows."""
    if rows.rows:
        return []
    painter, height = scene.painter, scene.px(CONTROL)
    words = rows.empty_box(painter)
    width = min(rows.rect.width, painter.width(label, BODY, True) + scene.px(48))
    top = min(words.bottom + 2 * scene.px(GAP), rows.rect.bottom - height)
    place = pygame.Rect(rows.rect.centerx - width // 2, top, width, height)
    return [kind(f"{rows.key}.fill", place, label, action, primary=True)]


class Form:
    """Lays out captions and controls one below another, with a gap in points below each.

    Attributes:
        beside: whether controls are beside their names in every language; None to put them there only if they
            fit.
    """

    def __init__(self, scene: PanelContext, room: Room, gap: float = 10.0, beside: bool | None = None) -> None:
        self.scene = scene
        self.room = room
        self.gap = gap
        self.beside = beside
        self.widgets: list[Widget] = []

    def heading(self, key: str, text: str) -> None:
        """Add the name of a group of settings."""
        accent = self.scene.painter.palette.accent
        rect = self.room.top(_HEADING, 0)
        words = pygame.Rect(
            rect.left, rect.bottom - self.scene.px(_CAPTION), rect.width, self.scene.px(_CAPTION)
        )
        self.widgets.append(Label(key, words, text, size=SMALL, colour=accent, bold=True, single=True))

    def caption(self, key: str, text: str, aside: str = "") -> None:
        """Add a small heading, with a value on the right."""
        rect = self.room.top(_CAPTION, 2)
        muted = self.scene.painter.palette.muted
        self.widgets.append(Label(f"{key}.caption", rect, text, size=SMALL, colour=muted, single=True))
        if aside:
            width = self.scene.painter.width(aside, SMALL, True)
            place = pygame.Rect(rect.right - width, rect.top, width, rect.height)
            self.widgets.append(Label(f"{key}.value", place, aside, size=SMALL, bold=True, single=True))

    def _beside(self, key: str, text: str, width: int, height: float = _CHOICE) -> pygame.Rect | None:
        """Write the name of a control at its left, and return the control's box.

        If both do not fit in one row, return None and add nothing.

        Args:
            key: the key of the control.
            text: the name.
            width: the least width of the control in px.
            height: the height of the row in points.
        """
        whole, gap = self.room.rest.width, self.scene.px(2 * GAP)
        words, share = self.scene.painter.width(text) + gap, round(whole * _CONTROL_SHARE)
        width = share if self.beside else max(width, min(share, whole - words))
        if self.beside is False or (self.beside is None and words + width > whole):
            return None
        row = self.room.top(height, self.gap)
        label = pygame.Rect(row.left, row.top, row.width - width, row.height)
        self.widgets.append(Label(f"{key}.caption", label, text, single=True))
        return pygame.Rect(row.right - width, row.top, width, row.height)

    def choice(
        self,
        key: str,
        text: str,
        labels: tuple[str, ...],
        actions: tuple[Action, ...],
        chosen: int,
        aside: str = "",
    ) -> None:
        """Add a choice among several values beside or below its name, on two rows if there are many."""
        painter = self.scene.painter
        widest = max(painter.width(label, BODY, True) for label in labels)
        natural = len(labels) * (widest + 2 * painter.px(_CELL_EDGE))
        place = self._beside(key, text, natural) if not aside else None
        if place is not None:
            self.widgets.append(Choice(key, place, labels, actions, chosen))
            return
        self.caption(key, text, aside)
        cell = self.room.rest.width // len(labels) - 2 * painter.px(6)
        words = [painter.width(word, SMALL, True) for label in labels for word in label.split()]
        few = len(labels) <= _MOST_IN_A_ROW or sum(map(len, labels)) <= _MOST_CHARACTERS or widest <= cell
        per_row = len(labels) if few and max(words) <= cell else -(-len(labels) // 2)
        height = _CHOICE * (-(-len(labels) // per_row))
        self.widgets.append(Choice(key, self.room.top(height, self.gap), labels, actions, chosen, per_row))

    def pair(self, *choices: tuple[str, str, tuple[str, ...], tuple[Action, ...], int]) -> None:
        """Add choices, each beside its name if there is space, otherwise side by side below their names."""
        painter, gap = self.scene.painter, self.scene.px(GAP + 4)
        if is_wide(self.scene, self.room.rest):
            for key, text, labels, actions, chosen in choices:
                self.choice(key, text, labels, actions, chosen)
            return
        muted, single = painter.palette.muted, painter.px(_CAPTION)
        width = columns(self.room.rest, len(choices), gap)[0].width
        height = max(single, *(painter.paragraph_height(choice[1], width, SMALL) for choice in choices))
        captions = columns(self.room.top_px(height, 2), len(choices), gap)
        boxes = columns(self.room.top(_CHOICE, self.gap), len(choices), gap)
        for (key, text, labels, actions, chosen), caption, box in zip(choices, captions, boxes, strict=True):
            label = Label(f"{key}.caption", caption, text, SMALL, muted, single=height == single)
            self.widgets += [label, Choice(key, box, labels, actions, chosen)]

    def slider(self, key: str, text: str, aside: str, actions: tuple[Action, ...], chosen: int) -> None:
        """Add a slider with its name at the left and its value at the right, or below these."""
        painter = self.scene.painter
        value = max(painter.px(_VALUE), painter.width(aside, BODY, True) + painter.px(GAP))
        place = self._beside(key, text, painter.px(_SLIDER) + value, _SLIDER_HEIGHT + 8)
        if place is None:
            self.caption(key, text, aside)
            self.widgets.append(Slider(key, self.room.top(_SLIDER_HEIGHT, self.gap), actions, chosen))
            return
        told = pygame.Rect(place.right - value, place.top, value, place.height)
        line = pygame.Rect(place.left, 0, place.width - value - painter.px(GAP), painter.px(_SLIDER_HEIGHT))
        line.centery = place.centery
        self.widgets.append(Slider(key, line, actions, chosen))
        self.widgets.append(Label(f"{key}.value", told, aside, bold=True, single=True, align="right"))

    def steps(
        self, key: str, text: str, labels: tuple[str, ...], actions: tuple[Action, ...], chosen: int
    ) -> None:
        """Add a stepper through many values, beside its name or below it."""
        painter = self.scene.painter
        widest = max(painter.width(label, BODY, True) for label in labels) + 2 * painter.px(_CHOICE + GAP)
        place = self._beside(key, text, widest)
        if place is None:
            self.caption(key, text)
            place = self.room.top(_CHOICE, self.gap)
        self.widgets.append(stepper(key, place, labels, actions, chosen))

    def field(self, key: str, text: str, placeholder: str) -> None:
        """Add a heading and a text field, whose text is stored in the memory under the key."""
        self.caption(key, text)
        self.widgets.append(
            TextField(key, self.room.top(_CHOICE, self.gap), placeholder, unit=self.scene.painter.unit)
        )

    def named_value(self, key: str, text: str) -> None:
        """Add a line that states the value of the control above it in words."""
        self.widgets.append(Label(key, self.room.top(_CAPTION, 0), text, single=True))

    def note(self, key: str, text: str) -> None:
        """Add a paragraph in small print."""
        painter = self.scene.painter
        height = painter.paragraph_height(text, self.room.rest.width, SMALL)
        rect = self.room.top_px(height, self.gap)
        self.widgets.append(Label(key, rect, text, size=SMALL, colour=painter.palette.muted))


def filled(scene: PanelContext, field: TextField, text: str) -> TextField:
    """Set a text field's text, unless the memory has one for it already; return the field."""
    scene.memory.texts.setdefault(field.key, text)
    return field


def year_field(
    scene: PanelContext, key: str, rect: pygame.Rect, year: int, change: Callable[[int], Action]
) -> TextField:
    """Lay out a field for a year, whose key ends in ``first_year`` or ``last_year``.

    Anything other than a year sets no bound.

    Args:
        scene: the panel context.
        key: the field's key.
        rect: its box in px.
        year: the current year, 0 for none.
        change: returns the action for a changed year.
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
