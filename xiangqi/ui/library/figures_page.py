"""Statistics of the player's own games: streaks, a curve of results and accuracy, and what else matters."""

from __future__ import annotations

from typing import Final

from xiangqi.library import Score, Statistics
from xiangqi.ui.library.progress_curve import ProgressCurve
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.result_table import DRAWN, HEAD, ResultRow, ResultTable
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import Label, Widget

_SHARES: Final = (0.38, 0.11, 0.23, 0.13, 0.15)
_COLUMNS: Final = ("group", "games", "results", "score", "accuracy_short")
_CURVE: Final = 110.0
_ROW: Final = 38.0  # room for a name on two lines


def figures_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out a sentence on streaks, the curve, the table."""
    texts, muted = scene.texts, scene.painter.palette.muted
    own = scene.state.library.own
    figures = own.statistics
    if figures is None or not figures.all.games:
        words = texts.tell(own.failure) if own.failure else texts("library.no_figures")
        return [Label("library.no_figures", room.rest, words, size=BODY, colour=muted)]
    good, bad = scene.painter.palette.good, scene.painter.palette.danger
    widgets: list[Widget] = [
        Label("library.streak", room.top(22, 2), _streak(scene, figures), single=True),
        ProgressCurve("library.curve", room.top(_CURVE, 2), figures.curve),
    ]
    legend = texts("library.legend" if scene.state.settings.dark else "library.legend_light")
    height = scene.painter.paragraph_height(legend, room.rest.width, SMALL)
    widgets.append(Label("library.legend", room.top_px(height, 4), legend, size=SMALL, colour=muted))
    room.top(HEAD, 0)
    table = ResultTable(
        "library.table",
        room.rest,
        row_height=scene.px(_ROW),
        names=tuple(texts(f"library.{name}") for name in _COLUMNS),
        shares=_SHARES,
        colours=(good, DRAWN, bad),
        rows=_rows(scene, figures),
        name_size=SMALL,
        name_lines=2,
    )
    return [*widgets, table]


def _streak(scene: PanelContext, figures: Statistics) -> str:
    texts, streak = scene.texts, figures.streak
    now = ""
    if abs(streak) > 1:
        now = texts("library.winning_streak" if streak > 0 else "library.losing_streak", count=abs(streak))
    best = texts("library.longest_streak", count=figures.longest_streak) if figures.longest_streak > 1 else ""
    return " · ".join(filter(None, (now, best))) or texts("library.no_streak")


def _rows(scene: PanelContext, figures: Statistics) -> list[ResultRow]:
    texts = scene.texts
    groups: tuple[tuple[str, dict[str, Score]], ...] = (
        ("by_side", {texts(f"side.{side}"): score for side, score in figures.by_side.items()}),
        ("by_level", {texts("library.level", level=level): score for level, score in figures.by_level.items()}),
        ("by_opening", {texts(f"opening.{key}"): score for key, score in figures.by_opening.items()}),
        ("by_month", dict(reversed(figures.by_month.items()))),
    )
    rows = [_row(texts("library.all"), figures.all)]
    for name, scores in groups:
        told = [_row(label, score) for label, score in scores.items() if score.games]
        rows += [ResultRow(texts(f"library.{name}")), *told] if told else []
    return rows


def _row(name: str, score: Score) -> ResultRow:
    points = (score.won + score.drawn / 2) / score.games
    accuracy = "" if score.accuracy is None else f"{score.accuracy:.0f}%"
    results = (score.won, score.drawn, score.lost)
    return ResultRow(name, str(score.games), results, (f"{100 * points:.0f}%", accuracy))
