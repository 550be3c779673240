"""The player's rating with its interval: overall, by phase of the game, and as a curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import PracticeSummary
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.form import Form, panel_room
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

if TYPE_CHECKING:
    from xiangqi.exercises.rating import StrengthEstimate


_CURVE: Final = 180.0
_HIGHEST_CURVE: Final = 320.0
_MOST_GAMES: Final = 200
_ROUNDED: Final = 10  # ratings are rounded to this, since the estimate is no more precise


@dataclass
class RatingCurve(Widget):
    """The estimate after each game as a line, inside a band that shows its interval."""

    estimates: Sequence[StrengthEstimate] = ()  # one per game, oldest first
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 8, palette.outline)
        shown = self.estimates[-_MOST_GAMES:]
        if not shown:
            return
        low, high = min(one.low for one in shown), max(one.high for one in shown)
        side = painter.px(46)
        plot = self.rect.inflate(-2 * painter.px(10), -2 * painter.px(12))
        plot.left, plot.width = plot.left + side, plot.width - side
        for value in (low, high):
            words = pygame.Rect(self.rect.left + painter.px(6), 0, side, painter.line_height(SMALL))
            words.centery = _height(plot, value, low, high)
            painter.write(_rounded(value), words, size=SMALL, colour=palette.muted)
        band = [(x, _height(plot, one.high, low, high)) for x, one in _places(plot, shown)]
        band += [(x, _height(plot, one.low, low, high)) for x, one in reversed(_places(plot, shown))]
        pygame.draw.polygon(painter.surface, palette.raised, band)
        line = [(x, _height(plot, one.mean, low, high)) for x, one in _places(plot, shown)]
        pygame.draw.lines(painter.surface, palette.accent, False, line, max(2, painter.px(2)))


def _places(plot: pygame.Rect, shown: Sequence[StrengthEstimate]) -> list[tuple[int, StrengthEstimate]]:
    """Return the x positions of the shown games, px; a single one spans the plot."""
    if len(shown) == 1:
        return [(plot.left, shown[0]), (plot.right, shown[0])]
    return [(plot.left + round(plot.width * at / (len(shown) - 1)), one) for at, one in enumerate(shown)]


def _height(plot: pygame.Rect, value: float, low: float, high: float) -> int:
    return plot.bottom - round(plot.height * (value - low) / max(1.0, high - low))


def _rounded(value: float) -> str:
    return str(round(value / _ROUNDED) * _ROUNDED)


def rating_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the rating with its interval, the phases, the curve, and an explanation."""
    texts, known = scene.texts, scene.state.practice
    widgets, room = panel_room(scene, box, texts("rating.title"))
    left, right = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    foot: list[Widget] = [
        Button("rating.back", left, texts("button.back"), OpenPanel(Panel.START)),
        Button("rating.play", right, texts("start.new"), OpenPanel(Panel.NEW_GAME), icon="play", primary=True),
    ]
    form = Form(scene, room)
    if known is None or known.estimate is None:
        words = texts("exercises.reading" if known is None else "rating.none")
        form.note("rating.note", texts("rating.note"))
        widgets.append(ListBox("rating.none", room.rest, empty=words, emblem="trophy"))
        return [*widgets, *form.widgets, *foot]
    value, mean = room.top(54, 0), _rounded(known.estimate.mean)
    widgets.append(Label("rating.value", value, mean, size=38, bold=True, single=True))
    form.note("rating.interval", _interval(scene, known.estimate))
    _phases(form, known)
    form.caption("rating.curve", texts("rating.curve"), texts("rating.games", count=len(known.curve)))
    note = scene.painter.paragraph_height(texts("rating.note"), room.rest.width, SMALL)
    height = min(room.rest.height - note - 2 * scene.px(GAP), scene.px(_HIGHEST_CURVE))
    curve = room.top_px(max(height, scene.px(_CURVE)), 10)
    widgets.append(RatingCurve("rating.curve", curve, known.curve))
    form.note("rating.note", texts("rating.note"))
    return [*widgets, *form.widgets, *foot]


def _interval(scene: PanelContext, known: StrengthEstimate) -> str:
    return scene.texts("rating.interval", low=_rounded(known.low), high=_rounded(known.high))


def rating_words(scene: PanelContext, known: StrengthEstimate) -> str:
    """Return a rating with its interval as a short text."""
    values = {"mean": _rounded(known.mean), "low": _rounded(known.low), "high": _rounded(known.high)}
    return scene.texts("rating.short", **values)


def _phases(form: Form, known: PracticeSummary) -> None:
    for phase, one in known.phases:
        form.caption(f"rating.{phase}", form.scene.texts(f"coach.phase.{phase}"), rating_words(form.scene, one))
