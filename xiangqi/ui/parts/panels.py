"""Which panels and columns there are: each feature registers its own, at the function that lays it out.

>>> @panel(Panel.RULES)
... def rules_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]: ...

A panel is opened and closed by the player. While none is open, the column of the document on the board is
shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from xiangqi.app.session.mode import Mode
from xiangqi.app.session.state import AppState, Panel
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.widgets import Widget

Layout = Callable[[PanelContext, pygame.Rect], list[Widget]]
"""Lays out the widgets of a panel or a column in a box."""

Condition = Callable[[AppState], bool]


class _Panel(NamedTuple):
    lay_out: Layout
    focus: str | None
    forgets: tuple[str, ...]


class _Column(NamedTuple):
    lay_out: Layout
    when: Condition | None


_PANELS: Final[dict[Panel, _Panel]] = {}
_COLUMNS: Final[dict[type[object], list[_Column]]] = {}


def panel(*names: Panel, focus: str | None = None, forgets: tuple[str, ...] = ()) -> Callable[[Layout], Layout]:
    """Return a decorator that registers the function that lays out a panel.

    Args:
        names: the panel, or several that are laid out by the same function.
        focus: the key of the text field that has the focus when the panel opens.
        forgets: how the keys begin of what is forgotten whenever a panel opens or closes: typed texts, turned
            pages.
    """

    def register(lay_out: Layout) -> Layout:
        for name in names:
            if name in _PANELS:
                raise AssertionError(f"{name} has a function already")
            _PANELS[name] = _Panel(lay_out, focus, forgets)
        return lay_out

    return register


def column(mode: type[Mode], when: Condition | None = None) -> Callable[[Layout], Layout]:
    """Return a decorator that registers the function that lays out the column beside the board.

    Args:
        mode: the mode of the document on the board; `Mode` for all modes without a column of their own.
        when: the condition for this column, which goes before the one without a condition; of one mode, no two
            conditions hold at once.
    """

    def register(lay_out: Layout) -> Layout:
        _COLUMNS.setdefault(mode, []).append(_Column(lay_out, when))
        _COLUMNS[mode].sort(key=lambda one: one.when is None)
        return lay_out

    return register


def layout(state: AppState) -> Layout:
    """Return the function for the panel that is open, or for the column beside the board."""
    if state.panel is not None:
        return _PANELS[state.panel].lay_out
    columns = (one for kind in type(state.document.mode).__mro__ for one in _COLUMNS.get(kind, ()))
    return next(one.lay_out for one in columns if one.when is None or one.when(state))


def first_field(name: Panel | None) -> str | None:
    """Return the key of the text field that has the focus when a panel opens, or None."""
    return None if name is None else _PANELS[name].focus


def forgotten() -> tuple[str, ...]:
    """Return how the keys begin of what is forgotten whenever a panel opens or closes."""
    return tuple(key for one in _PANELS.values() for key in one.forgets)
