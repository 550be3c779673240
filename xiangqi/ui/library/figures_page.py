"""Statistics of the player's own games: streaks, a curve of results and accuracy, and a table."""

from __future__ import annotations

from typing import Final

from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.library import Score, Statistics
from xiangqi.ui.library.progress_curve import ProgressCurve
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import filling
from xiangqi.ui.parts.result_rows import result_rows
from xiangqi.ui.parts.result_table import group_table
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL, TITLE
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_COLUMNS: Final = {"group": 0.36, "games": 0.1, "results": 0.28, "score": 0.12, "accuracy_short": 0.14}
_CURVE: Final = 110.0


def figures_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out totals, streaks, the curve and the table, or why there are none; and a button to the insights."""
    texts, muted = scene.texts, scene.painter.palette.muted
    own = scene.state.part(LibraryState).own
    figures = own.statistics
    about = Button(
        "library.insights", room.bottom(CONTROL), texts("insights.title"), OpenInsights(), icon="analyse"
    )
    if figures is None or not figures.all.games:
        return [*_nothing(scene, room), about]
    widgets: list[Widget] = [
        *_sums(scene, room, figures.all),
        Label("library.streak", room.top(24, 2), _streak(scene, figures), single=True),
        ProgressCurve("library.curve", room.top(_CURVE, 4), figures.curve),
    ]
    legend = texts("library.legend" if scene.state.settings.dark else "library.legend_light")
    height = scene.painter.paragraph_height(legend, room.rest.width, SMALL)
    widgets.append(Label("library.legend", room.top_px(height, 4), legend, size=SMALL, colour=muted))
    table = group_table(scene, room, "library.table", _COLUMNS, result_rows(scene, figures))
    return [*widgets, table, about]


def _nothing(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the reason why there are no figures."""
    own, texts = scene.state.part(LibraryState).own, scene.texts
    words = texts.tell(own.failure) if own.failure else texts("library.no_figures")
    emblem = ListBox("library.none", room.rest, empty=words, emblem="warning" if own.failure else "analyse")
    begin: list[Widget] = []
    if not own.failure and own.statistics is not None:
        begin = filling(scene, emblem, texts("start.new"), OpenPanel(Panel.NEW_GAME))
    return [emblem, *begin]


def _sums(scene: PanelContext, room: Room, score: Score) -> list[Widget]:
    """Lay out the figures of all games in large type, with captions below."""
    texts, muted = scene.texts, scene.painter.palette.muted
    points = (score.won + score.drawn / 2) / score.games
    told = [("games", str(score.games)), ("score", f"{100 * points:.0f}%")]
    if score.accuracy is not None:
        told.append(("accuracy_short", f"{score.accuracy:.0f}%"))
    figures, names = columns(room.top(30, 0), 3, scene.px(GAP)), columns(room.top(20, 6), 3, scene.px(GAP))
    widgets: list[Widget] = []
    for (key, figure), upper, lower in zip(told, figures, names, strict=False):
        name = texts(f"library.{key}")
        widgets += [
            Label(f"library.sum_{key}", upper, figure, size=TITLE, bold=True, single=True),
            Label(f"library.sum_{key}.caption", lower, name, size=SMALL, colour=muted, single=True),
        ]
    return widgets


def _streak(scene: PanelContext, figures: Statistics) -> str:
    texts, streak = scene.texts, figures.streak
    now = ""
    if abs(streak) > 1:
        now = texts("library.winning_streak" if streak > 0 else "library.losing_streak", count=abs(streak))
    best = texts("library.longest_streak", count=figures.longest_streak) if figures.longest_streak > 1 else ""
    return " · ".join(filter(None, (now, best))) or texts("library.no_streak")
