"""The engines in the palette."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.findable import Findable, FindableKind, finds
from xiangqi.ui.parts.keys import always


@finds
def engines() -> Iterator[Findable]:
    """Yield the palette's entry for the page of engines."""
    yield Findable(FindableKind.PLACE, Message("engines.title"), always(OpenPanel(Panel.ENGINES)), "engine")
