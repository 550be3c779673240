"""The reason why an attempt on the board was refused, shown in the card of its task."""

from __future__ import annotations

from typing import Final

from xiangqi.app.lessons.state import Learning
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.roles import LEAD
from xiangqi.ui.toolkit.widgets import Label, Widget

REFUSED: Final = "refused"
"""Key of the note; where there is none, the window says the same in place of the title."""


def refused_words(scene: PanelContext) -> str:
    """Return why the last attempt was refused or did not solve a lesson's task; "" without a reason."""
    refusal, learning = scene.state.selection.refusal, scene.state.mode(Learning)
    if refusal is not None:
        return scene.texts(f"refusal.{refusal.reason.value}")
    if learning is not None and learning.fault is not None:
        return scene.texts(f"first.slip.{learning.fault.slip.value}")
    return ""


def refused_note(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the reason at the top of a room, below the task; nothing if there is none, or no room for it."""
    words, painter = refused_words(scene), scene.painter
    height = painter.paragraph_height(words, room.rest.width, LEAD, True) if words else 0
    if not words or height > room.rest.height:
        return []
    box, ink = room.top_px(height), painter.palette.warning
    return [Label(REFUSED, box, words, size=LEAD, bold=True, colour=ink, align="centre")]
