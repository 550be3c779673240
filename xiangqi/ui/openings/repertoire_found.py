"""The palette's entry for the repertoire."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.core.constants import RED
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.findable import Findable, FindableKind, finds
from xiangqi.ui.parts.keys import always


@finds
def repertoire() -> Iterator[Findable]:
    """Yield the palette's entry for the page of the repertoire."""
    yield Findable(FindableKind.PLACE, Message("repertoire.title"), always(OpenRepertoire(RED)), "library")
