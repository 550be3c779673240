"""Headings and paragraphs of pages that are read."""

from __future__ import annotations

from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import Label


def paragraph(scene: PanelContext, room: Room, key: str, text: str, *, quiet: bool = False) -> Label:
    """Lay out a text at the top of a room, and cut its height from the room."""
    painter, size = scene.painter, SMALL if quiet else BODY
    height = painter.paragraph_height(text, room.rest.width, size)
    return Label(key, room.top_px(height), text, size, painter.palette.muted if quiet else None)


def heading(scene: PanelContext, room: Room, key: str, text: str) -> Label:
    """Lay out a heading at the top of a room, and cut its height from the room."""
    accent = scene.painter.palette.accent
    return Label(key, room.top(24, 4), text, SMALL, accent, bold=True, single=True)
