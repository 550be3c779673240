"""Parts shared by the pages about a player."""

from __future__ import annotations

from xiangqi.app.insights.state import InsightsState, Report
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import Label, Widget


def paragraph(scene: PanelContext, room: Room, key: str, text: str, *, quiet: bool = False) -> Label:
    """Cut the height that a text needs off a room, and return the text."""
    painter, size = scene.painter, SMALL if quiet else BODY
    height = painter.paragraph_height(text, room.rest.width, size)
    return Label(key, room.top_px(height), text, size, painter.palette.muted if quiet else None)


def heading(scene: PanelContext, room: Room, key: str, text: str) -> Label:
    """Cut a heading off a room."""
    accent = scene.painter.palette.accent
    return Label(key, room.top(24, 4), text, SMALL, accent, bold=True, single=True)


def unread(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the reason why there is no report yet."""
    insights, texts = scene.state.part(InsightsState), scene.texts
    words = texts.tell(insights.failure) if insights.failure else texts("insights.reading")
    emblem = "warning" if insights.failure else "analyse"
    return [ListBox("insights.none", room.rest, empty=words, emblem=emblem)]


def progress_words(scene: PanelContext, report: Report | None) -> str:
    """Return the number of the player's games that have been reviewed, in words."""
    if report is None:
        return ""
    return scene.texts("insights.reviewed", count=report.reviewed, games=report.games)


def insights_words(scene: PanelContext) -> str:
    """Return a short description of the insights available for the person's games."""
    reviews, texts = scene.state.part(InsightsState).reviews, scene.texts
    if reviews.waiting:
        return texts("insights.done", count=reviews.counted, waiting=reviews.waiting)
    return texts("insights.detail")
