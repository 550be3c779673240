"""The palette's entries for the pages about players' games."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.state import InsightsPage
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.findable import Findable, FindableKind, finds
from xiangqi.ui.parts.keys import always


@finds
def insights() -> Iterator[Findable]:
    """Yield the palette's entries for the pages about players' games."""
    yield Findable(FindableKind.PLACE, Message("insights.title"), always(OpenInsights()), "analyse")
    opponents, words = always(OpenInsights(InsightsPage.PLAYERS)), (Message("palette.words_players"),)
    name = Message("insights.page_players")
    yield Findable(FindableKind.PLACE, name, opponents, "people", more=words)
