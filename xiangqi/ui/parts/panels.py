"""The register of panels and columns: each feature registers the functions that lay out its own.

For example::

    @panel(Panel.RULES)
    def rules_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]: ...

A panel is opened and closed by the player. Most are pages, without a board; some stand beside the board. While
none is open, the column of the document on the board is shown.

A function is given the box that it may fill: that of a page, or the first column below its header. It finds the
slots that keep their places in all states of a screen in ``scene.areas``: card, actions, strips, and for a page
the head. If the window is wide enough, a screen can have further columns (`Further`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from xiangqi.app.session.mode import Mode
from xiangqi.app.session.state import AppState, Panel
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.window_layout import BESIDE, PAGE, Content
from xiangqi.ui.toolkit.widgets import Widget

Layout = Callable[[PanelContext, pygame.Rect], list[Widget]]
"""Lays out the widgets of a panel or a column in a box."""

Further = Callable[[PanelContext, Sequence[pygame.Rect]], list[Widget]]
"""Lays out the columns after the first, in one or two boxes."""

Condition = Callable[[AppState], bool]


class Shown(NamedTuple):
    """The layout of a screen."""

    lay_out: Layout  # the first column, or the page
    content: Content  # what the screen needs of the window
    further: Further | None = None  # the other columns
    slotted: bool = False  # whether the first column is filled by slots, and not as one box
    widest: float = 0.0  # largest width of a page, points; 0 for no other limit than that of all pages
    scrolls: bool = False  # whether a page is as high as what stands in it, and scrolls below its head


class _Panel(NamedTuple):
    shown: Shown
    focus: str | None
    forgets: tuple[str, ...]


class _Column(NamedTuple):
    shown: Shown
    when: Condition | None


_PANELS: Final[dict[Panel, _Panel]] = {}
_COLUMNS: Final[dict[type[object], list[_Column]]] = {}


def panel(
    *names: Panel,
    focus: str | None = None,
    forgets: tuple[str, ...] = (),
    content: Content = PAGE,
    widest: float = 0.0,
    scrolls: bool = False,
) -> Callable[[Layout], Layout]:
    """Return a decorator that registers the function that lays out a panel.

    Args:
        names: the panel, or several that are laid out by the same function.
        focus: the key of the text field that has the focus when the panel opens.
        forgets: prefixes of the keys whose values are forgotten whenever a panel opens or closes: typed texts,
            turned pages.
        content: the parts of the window that the panel needs; `BESIDE` for one beside the board.
        widest: the largest width of a page in points; 0 for the usual one.
        scrolls: whether the page lays out all its content from the top, however low its box; content that does
            not fit then scrolls below the head.
    """

    def register(lay_out: Layout) -> Layout:
        for name in names:
            if name in _PANELS:
                raise AssertionError(f"{name} has a function already")
            _PANELS[name] = _Panel(Shown(lay_out, content, widest=widest, scrolls=scrolls), focus, forgets)
        return lay_out

    return register


def column(
    mode: type[Mode],
    when: Condition | None = None,
    content: Content = BESIDE,
    further: Further | None = None,
    slotted: bool = False,
) -> Callable[[Layout], Layout]:
    """Return a decorator that registers the function that lays out the column beside the board.

    Args:
        mode: the mode of the document on the board; `Mode` for all modes without a column of their own.
        when: the condition for this column, which takes precedence over the one without a condition; at most
            one of a mode's conditions may hold at a time.
        content: the parts of the window that the screen needs.
        further: lays out the columns after the first, if there is room for any.
        slotted: whether the function fills the slots of the first column, and not the column as one box.
    """

    def register(lay_out: Layout) -> Layout:
        _COLUMNS.setdefault(mode, []).append(_Column(Shown(lay_out, content, further, slotted), when))
        _COLUMNS[mode].sort(key=lambda one: one.when is None)
        return lay_out

    return register


def shown(state: AppState) -> Shown:
    """Return the layout of the open panel, or of the screen of the document on the board."""
    if state.panel is not None:
        return _PANELS[state.panel].shown
    columns = (one for kind in type(state.document.mode).__mro__ for one in _COLUMNS.get(kind, ()))
    return next(one.shown for one in columns if one.when is None or one.when(state))


def first_field(name: Panel | None) -> str | None:
    """Return the key of the text field that has the focus when a panel opens, or None."""
    return None if name is None else _PANELS[name].focus


def forgotten() -> tuple[str, ...]:
    """Return the prefixes of the keys that are forgotten whenever a panel opens or closes."""
    return tuple(key for one in _PANELS.values() for key in one.forgets)
