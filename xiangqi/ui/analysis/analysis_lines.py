"""Rows of the analysis: a line of moves with its score, and a bar of progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from xiangqi.action import Action
from xiangqi.ui.parts.cards import BLACK_DISC, DISC_EDGE, RED_DISC
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL
from xiangqi.ui.toolkit.widgets import Memory, Widget

_SCORE = 54.0


def as_many_as_fit(painter: Painter, moves: Sequence[str], width_px: int) -> str:
    """Return the first moves of a line in small print, as many as have room."""
    text = ""
    for move in moves:
        longer = f"{text}  {move}" if text else move
        if painter.width(longer, SMALL) > width_px:
            break
        text = longer
    return text


@dataclass
class LineRow(Widget):
    """One of the best lines; a click plays it out on the board."""

    keeps_clear = True

    score: str = ""  # from Red's view
    moves: tuple[str, ...] = ()  # in the player's notation; those at the end that have no room are left out
    good_for_red: bool = True  # the ground of the score is Red's colour, else Black's
    action: Action | None = None  # what a click wants done
    tip: str = ""  # what it does, in words

    focusable = True

    @staticmethod
    def words_width(painter: Painter, rect: pygame.Rect) -> int:
        """Room for the moves in a row, px."""
        return rect.width - painter.px(_SCORE) - painter.px(8)

    def draw(self, painter: Painter, memory: Memory) -> None:
        if memory.hover == self.key:
            painter.box(self.rect, painter.palette.hover, 6)
        tag = pygame.Rect(self.rect.left, self.rect.top, painter.px(_SCORE), self.rect.height)
        ground = tag.inflate(0, -painter.px(5))
        painter.box(ground, RED_DISC if self.good_for_red else BLACK_DISC, 5, painter.palette.outline)
        inner = ground.inflate(-painter.px(8), 0)
        painter.write(self.score, inner, size=SMALL, bold=True, colour=DISC_EDGE, align="centre")
        left = tag.right + painter.px(8)
        words = pygame.Rect(left, self.rect.top, self.words_width(painter, self.rect), self.rect.height)
        painter.write(as_many_as_fit(painter, self.moves, words.width), words, size=SMALL, shrink=False)
        if self.has_focus(memory):
            painter.ring(self.rect, painter.palette.accent, 6)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self.action

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return self.action if key in (pygame.K_RETURN, pygame.K_KP_ENTER) else None


@dataclass
class Progress(Widget):
    """How much of a long work is done."""

    share: float = 0.0  # 0.0 to 1.0

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 5, palette.outline)
        done = pygame.Rect(self.rect.left, self.rect.top, round(self.rect.width * self.share), self.rect.height)
        if done.width:
            with painter.clipped(done):
                painter.box(self.rect, palette.gold, 5)
