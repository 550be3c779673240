"""Charts of a player's games: rating, costly moves, time, and openings by side, with captions."""

from __future__ import annotations

from typing import Final

from xiangqi.app.insights.sparring import FindTheirGames
from xiangqi.app.insights.state import InsightsState, PlayerInsights
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.rating import StrengthEstimate
from xiangqi.insights.figures import FamilyResults, Figures
from xiangqi.ui.insights.charts import Bars, Column, Columns
from xiangqi.ui.insights.page_parts import unread
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.paragraphs import heading, paragraph
from xiangqi.ui.parts.rating_curve import RatingCurve, rating_words
from xiangqi.ui.parts.result_table import RESULT_COLUMNS, ResultRow, group_table
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import HANDLED, Widget

_CURVE: Final = 120.0
_PICTURE: Final = 110.0
_BAR: Final = 26.0
_EXACT_BELOW: Final = 10.0  # seconds below which times have a decimal
_MOST: Final = 2.0  # factor above a value at which its band is cut off, since a single game has a very wide one


def time_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the rating with its interval, costly moves by month, and time by phase."""
    report = scene.state.part(InsightsState).report
    if report is None:
        return unread(scene, room)
    widgets = [*_rating(scene, room, report), *_months(scene, room, report), *_times(scene, room, report)]
    if not widgets:
        words = scene.texts("insights.not_reviewed")
        return [ListBox("insights.figures.none", room.rest, empty=words, emblem="trophy")]
    return widgets


def _rating(scene: PanelContext, room: Room, report: PlayerInsights) -> list[Widget]:
    """Lay out the rating, if known: from all evidence for the first person here, else from losses per move."""
    known, texts = scene.state.practice, scene.texts
    is_own = not scene.state.part(InsightsState).name and scene.state.settings.person == 0
    if is_own and known is not None and known.estimate is not None and known.curve:
        words, curve = rating_words(scene, known.estimate), known.curve
    else:
        rated = [one.rating for one in report.figures.months if one.rating is not None]
        if not rated:
            return []
        curve = tuple(StrengthEstimate(one.value, one.low, one.high) for one in rated)
        words = texts("insights.rated", rating=rating_words(scene, curve[-1]))
    return [
        heading(scene, room, "insights.rating", texts("insights.rating")),
        paragraph(scene, room, "insights.rating.words", words),
        RatingCurve("insights.curve", room.top(_CURVE, 10), curve),
    ]


def _months(scene: PanelContext, room: Room, report: PlayerInsights) -> list[Widget]:
    months, texts = report.figures.months, scene.texts
    if not months:
        return []
    columns = [
        Column(
            _told(scene, one.month),
            one.costly.value,
            f"{one.costly.value:.1f}",
            (one.costly.low, min(one.costly.high, _MOST * max(1.0, one.costly.value))),
        )
        for one in months
    ]
    latest, games = months[-1], sum(one.games for one in months)
    average = sum(one.costly.value * one.games for one in months) / games
    told = texts(
        "insights.months_told",
        month=_told(scene, latest.month),
        latest=f"{latest.costly.value:.1f}",
        count=texts("insights.games_of", count=latest.games),
        average=f"{average:.1f}",
        games=games,
    )
    return [
        heading(scene, room, "insights.months", texts("insights.months")),
        paragraph(scene, room, "insights.months.words", told),
        Columns("insights.columns", room.top(_PICTURE, 10), columns=columns),
    ]


def _told(scene: PanelContext, month: str) -> str:
    """Return a month with its year in words."""
    year, number = month.split("-")
    return scene.texts("date.month", month=scene.texts(f"date.month.{int(number)}"), year=int(year))


def _times(scene: PanelContext, room: Room, report: PlayerInsights) -> list[Widget]:
    times, texts = report.figures.times, scene.texts
    if not times:
        return (
            [paragraph(scene, room, "insights.no_clocks", texts("insights.no_clocks"), quiet=True)]
            if report.reviewed
            else []
        )
    bars = [
        Column(
            texts(f"coach.phase.{one.phase}"),
            one.median_s,
            texts(
                "insights.seconds",
                seconds=f"{one.median_s:.{0 if one.median_s >= _EXACT_BELOW else 1}f}",
                count=one.moves,
            ),
        )
        for one in times
    ]
    longest = max(times, key=lambda one: one.median_s)
    told = texts("insights.times_told", phase=texts(f"coach.phase.{longest.phase}"))
    return [
        heading(scene, room, "insights.times", texts("insights.times")),
        paragraph(scene, room, "insights.times.words", told),
        Bars("insights.bars", room.top(_BAR * len(bars) + 16, 10), bars=bars),
    ]


# ---- Openings ----


def openings_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the results of openings, by the player's side."""
    report = scene.state.part(InsightsState).report
    if report is None:
        return unread(scene, room)
    texts = scene.texts
    rows = _opening_rows(scene, report.figures)
    if not rows:
        words = texts("insights.no_openings")
        return [ListBox("insights.openings.none", room.rest, empty=words, emblem="library")]
    legend = paragraph(scene, room, "insights.legend", texts("insights.legend"), quiet=True)
    return [legend, group_table(scene, room, "insights.openings", RESULT_COLUMNS, rows)]


def _opening_rows(scene: PanelContext, figures: Figures) -> list[ResultRow]:
    rows = []
    texts = scene.texts
    for side, name, scores in (
        (RED, texts("insights.with_red"), figures.red),
        (BLACK, texts("insights.with_black"), figures.black),
    ):
        if scores:
            rows.append(ResultRow(name))
            rows += [_opening_row(scene, score, side) for score in scores]
    return rows


def _opening_row(scene: PanelContext, score: FamilyResults, side: int) -> ResultRow:
    """Return a row with the results in an opening family; for another player, a click lists the games."""
    texts, player = scene.texts, scene.state.part(InsightsState).name
    name = texts(f"family.{score.family}") if score.family else texts("insights.no_name")
    points = (score.won + score.drawn / 2) / score.games
    found = FindTheirGames(player, side, family=score.family) if player and score.family else HANDLED
    results = (score.won, score.drawn, score.lost)
    return ResultRow(name, str(score.games), results, (f"{100 * points:.0f}%",), found)
