"""Tips about whatever is under the mouse: a button and its key, a truncated row, a piece and how it moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.session import view
from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, KIND_MASK, KING, KNIGHT, PAWN, ROOK
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.keys import key_map
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL
from xiangqi.ui.toolkit.widgets import Button, Memory, Widget

REST_S: Final = 0.9
"""How long the mouse must rest on a piece, or on a truncated row, before a tip appears, in seconds."""

_WIDEST: Final = 380.0  # greatest width of a tip, points
_NAMES: Final = {
    KING: "king",
    ADVISOR: "advisor",
    BISHOP: "elephant",
    KNIGHT: "horse",
    ROOK: "chariot",
    CANNON: "cannon",
    PAWN: "pawn",
}
"""Kind of piece -> the name of the rules page about it."""


@dataclass
class Tip(Widget):
    """A tooltip of one or more paragraphs, drawn above everything else; it ignores the mouse."""

    text: str = ""

    def is_at(self, position: tuple[int, int]) -> bool:
        return False

    def draw(self, painter: Painter, memory: Memory) -> None:
        painter.box(self.rect, painter.palette.raised, 6, painter.palette.muted)
        inner = self.rect.inflate(-2 * painter.px(10), -painter.px(8))
        for line in self.text.split("\n"):
            written = painter.paragraph(line, inner, size=SMALL)
            inner = inner.move(0, written)


@dataclass
class RestTip(Tip):
    """A tip shown once the mouse has rested for a moment: how a piece moves, or a row's full text."""

    since_s: float = 0.0  # the time at which the mouse arrived
    lively = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        if memory.now_s - self.since_s >= REST_S:
            super().draw(painter, memory)

    def is_moving(self, now_s: float, memory: Memory) -> bool:
        return now_s - self.since_s < REST_S


def tooltip(scene: PanelContext, frame: Areas, widgets: Sequence[Widget]) -> list[Widget]:
    """Lay out the tip about whatever is under the mouse, or about an icon focused by keyboard."""
    widget = next((widget for widget in widgets if widget.key == scene.memory.hover), None)
    if widget is None and scene.memory.focus_shown and scene.pointed is None:
        reached = (widget for widget in widgets if widget.key == scene.memory.focus)
        widget = next((widget for widget in reached if isinstance(widget, Button) and widget.icon), None)
    if widget is None:
        return _of_piece(scene, frame)
    if isinstance(widget, ListBox):
        return _of_row(scene, frame, widget)
    _resting(scene, "")
    if widget.key == scene.memory.hover == scene.memory.known:
        return []
    keys = key_map(scene.state)
    key = keys.words_for(widget.action, scene.state) if isinstance(widget, Button) else ""
    if frame.rail.contains(widget.rect) and key and not widget.tip:
        words, key = key, ""  # the label stands there
    else:
        words = widget.tip or (widget.label if key and isinstance(widget, Button) else "")
    if not words:
        return []
    words = f"{words}  ({key})" if key else words
    return [Tip("tooltip", _beside(scene, frame, widget, widgets, _box(scene, words)), words)]


def _beside(
    scene: PanelContext, frame: Areas, widget: Widget, widgets: Sequence[Widget], rect: pygame.Rect
) -> pygame.Rect:
    """Return the box of a tip: above or below its widget, or clear of everything that must stay readable.

    Beside a rail at the left, the tip is to the right of it, so that it covers no other item.
    """
    if frame.rail.contains(widget.rect) and not frame.is_upright:
        rect.midleft = (frame.rail.right + scene.px(4), widget.rect.centery)
        return _inside(scene, frame, rect)
    read = [other.rect for other in widgets if other.keeps_clear]
    gap, window = scene.px(4), pygame.Rect((0, 0), frame.size)
    anchors = [widget.rect, widget.rect.unionall(read)]
    for anchor in anchors:
        for bottom in (anchor.top - gap, anchor.bottom + gap + rect.height):
            rect.midbottom = (widget.rect.centerx, bottom)
            if window.top <= rect.top and rect.bottom <= window.bottom and rect.collidelist(read) < 0:
                return _inside(scene, frame, rect)
    rect.midbottom = (widget.rect.centerx, widget.rect.top - gap)
    return _inside(scene, frame, rect)


def _resting(scene: PanelContext, name: str) -> str:
    """Return the name of the part under the mouse, and forget how long the mouse rested on any other."""
    began = scene.memory.began_s
    for old in [key for key in began if key.startswith("tip.") and key != name]:
        del began[old]
    return name


def _of_row(scene: PanelContext, frame: Areas, rows: ListBox) -> list[Widget]:
    """Lay out a tip with the full text of the truncated row under the mouse."""
    name = _resting(scene, f"tip.{rows.key}.{rows.row_at(scene.memory.mouse, scene.memory)}")
    cut = rows.cut_row(scene.painter, scene.memory)
    if cut is None:
        return []
    index, box = cut
    row = rows.rows[index]
    words = f"{row.text}\n{row.detail}" if row.detail else row.text
    rect = _box(scene, words)
    rect.midbottom = (box.centerx, box.top - scene.px(2))
    if rect.top < 0:
        rect.top = box.bottom + scene.px(2)
    since = scene.memory.began_s.setdefault(name, scene.memory.now_s)
    return [RestTip("row.tip", _inside(scene, frame, rect), words, since_s=since)]


def _of_piece(scene: PanelContext, frame: Areas) -> list[Widget]:
    """Lay out the tip of the piece pointed at, unless a piece is selected or was just put there."""
    state, square = scene.state, scene.pointed
    code = view.snapshot(state).pieces.get(square) if square is not None else None
    began = scene.memory.began_s
    name = _resting(scene, f"tip.{square}")
    busy = (
        state.selection.selected is not None or state.selection.drag is not None or state.document.mode.arranges
    )
    if busy:
        began[name] = math.inf
    board = frame.board
    if square is None or code is None or board is None or began.get(name) == math.inf:
        return []
    title = scene.texts.piece(code)
    rule = scene.texts(f"lesson.{_NAMES[code & KIND_MASK]}.text")
    words = f"{title[:1].upper()}{title[1:]}\n{rule}"
    rect = _box(scene, words)
    x, y = board.point(square)
    rect.midbottom = (round(x), round(y - 0.6 * board.cell))
    if rect.top < 0:
        rect.top = round(y + 0.6 * board.cell)
    since = began.setdefault(name, scene.memory.now_s)
    return [RestTip("piece.tip", _inside(scene, frame, rect), words, since_s=since)]


def _box(scene: PanelContext, words: str) -> pygame.Rect:
    """Return a box that fits some lines of words."""
    painter = scene.painter
    longest = max(painter.width(line, SMALL) for line in words.split("\n"))
    width = min(longest + 1, painter.px(_WIDEST))
    height = sum(painter.paragraph_height(line, width, SMALL) for line in words.split("\n"))
    return pygame.Rect(0, 0, width + 2 * painter.px(10), height + painter.px(8))


def _inside(scene: PanelContext, frame: Areas, rect: pygame.Rect) -> pygame.Rect:
    return rect.clamp(pygame.Rect((0, 0), frame.size).inflate(-scene.px(8), 0))
