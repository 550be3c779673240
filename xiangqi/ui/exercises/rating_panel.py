"""The player's rating with its interval: overall, by phase of the game, and as a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import PracticeSummary
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.form import Form, panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.rating_curve import RatingCurve, rating_words, rounded
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

if TYPE_CHECKING:
    from xiangqi.exercises.rating import StrengthEstimate


_CURVE: Final = 180.0
_HIGHEST_CURVE: Final = 320.0


@panel(Panel.RATING, widest=FORM_WIDTH)
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
    value, mean = room.top(54, 0), rounded(known.estimate.mean)
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
    return scene.texts("rating.interval", low=rounded(known.low), high=rounded(known.high))


def _phases(form: Form, known: PracticeSummary) -> None:
    for phase, one in known.phases:
        form.caption(f"rating.{phase}", form.scene.texts(f"coach.phase.{phase}"), rating_words(form.scene, one))
