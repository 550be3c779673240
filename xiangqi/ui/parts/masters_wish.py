"""The content of a card about masters' games until these have been prepared."""

from __future__ import annotations

from typing import Final

from xiangqi.app.library.masters import WantMasters, is_making_masters
from xiangqi.app.library.state import LibraryState
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.tool_card import CardFrame
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Widget

_BUTTON: Final = 260.0  # width of its button, points


def unmade_card(scene: PanelContext, card: CardFrame) -> list[Widget]:
    """Fill a card with the button that asks for masters' games, or the progress of preparing them."""
    texts = scene.texts
    inner = Room(card.rest, scene.painter.unit)
    foot = inner.bottom(CONTROL)
    foot = foot.inflate(-max(0, foot.width - scene.px(_BUTTON)), 0)
    if is_making_masters(scene.state):
        share = scene.state.part(LibraryState).masters.share or 0.0
        words = texts("explorer.making_masters", percent=round(100 * share))
        bar = foot.inflate(0, -foot.height * 3 // 4)
        making = EmptyState("openings.making", inner.rest, icon="library", text=words)
        return [*card.widgets, making, Progress("openings.made", bar, share)]
    empty = EmptyState("openings.unmade", inner.rest, icon="library", text=texts("openings.masters_games"))
    show = Button("openings.want_masters", foot, texts("openings.want_masters"), WantMasters())
    return [*card.widgets, empty, show]
