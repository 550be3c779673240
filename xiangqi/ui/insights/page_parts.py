"""Parts shared by the pages about a player."""

from __future__ import annotations

from xiangqi.app.insights.state import InsightsState, PlayerInsights
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.waiting import Wait
from xiangqi.ui.toolkit.widgets import Widget


def unread(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out why there is no report: it is still being read, or reading it has failed."""
    insights, texts = scene.state.part(InsightsState), scene.texts
    if not insights.failure:
        return [Wait("insights.waiting", room.rest, texts("insights.reading"))]
    return [ListBox("insights.none", room.rest, empty=texts.tell(insights.failure), emblem="warning")]


def progress_words(scene: PanelContext, report: PlayerInsights | None) -> str:
    """Return the number of the player's games that have been reviewed, in words; "" without a report."""
    if report is None:
        return ""
    return scene.texts("insights.reviewed", count=report.reviewed, games=report.games)
