"""The palette's entry for the review of a game."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.app.session.intents import StartReview
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.findable import Findable, FindableKind, finds
from xiangqi.ui.parts.keys import always


@finds
def review() -> Iterator[Findable]:
    """Yield the palette's entry that starts a review of the game on the board."""
    yield Findable(FindableKind.COMMAND, Message("analysis.review"), always(StartReview()), "analyse")
