"""The player's own results as rows of a table."""

from __future__ import annotations

from xiangqi.library import Score, Statistics
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.result_table import ResultRow


def result_rows(scene: PanelContext, figures: Statistics) -> list[ResultRow]:
    """Return the rows: all games, then by colour, level, opening and month."""
    texts = scene.texts
    groups: tuple[tuple[str, dict[str, Score]], ...] = (
        ("by_side", {texts(f"side.{side}"): score for side, score in figures.by_side.items()}),
        ("by_level", {texts("library.level", level=level): score for level, score in figures.by_level.items()}),
        ("by_opening", {texts(f"family.{code}"): score for code, score in figures.by_opening.items()}),
        ("by_month", {_month(scene, month): score for month, score in reversed(figures.by_month.items())}),
    )
    rows = [_row(texts("library.all"), figures.all)]
    for name, scores in groups:
        told = [_row(label, score) for label, score in scores.items() if score.games]
        rows += [ResultRow(texts(f"library.{name}")), *told] if told else []
    return rows


def _month(scene: PanelContext, month: str) -> str:
    return day_words(scene.texts, month, scene.state.today)


def _row(name: str, score: Score) -> ResultRow:
    points = (score.won + score.drawn / 2) / score.games
    accuracy = "" if score.accuracy is None else f"{score.accuracy:.0f}%"
    results = (score.won, score.drawn, score.lost)
    return ResultRow(name, str(score.games), results, (f"{100 * points:.0f}%", accuracy))
