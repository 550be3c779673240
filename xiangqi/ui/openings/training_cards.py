"""The training of one's own lines: the state of each side's, and the due positions."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.openings.state import OpeningsState
from xiangqi.core.constants import BLACK, RED
from xiangqi.repertoire.training import CardCounts
from xiangqi.ui.openings.explore_cards import SIDES, train_button
from xiangqi.ui.openings.own_lines import missing_card
from xiangqi.ui.parts.cards import Card, EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.daily_card import LEAST_HEIGHT, daily_card, daily_height
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_HIGH: Final = 158.0  # height of the card of a side, points
_LOW: Final = 84.0  # the same for a side without lines
_WIDE: Final = 400.0  # least width of a card with whole sentences, points
_LEAST_LIST: Final = 150.0  # least height of what is missing, points
_NONE: Final = CardCounts(0, 0, 0, 0, 0)


def training_cards(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out a card for each side, the one with more due first; then an explanation, daily games and gaps."""
    sides, texts, muted = scene.state.part(OpeningsState).sides, scene.texts, scene.painter.palette.muted
    counts = {side: sides[side].standing if side in sides else _NONE for side in (RED, BLACK)}
    if not any(now.cards for now in counts.values()):
        words = texts("openings.nothing_to_train" if sides else "explorer.looking")
        return [EmptyState("openings.untrained", room.rest, icon="branch", text=words)]
    order = sorted(SIDES, key=lambda side: (-counts[side].due, -counts[side].cards, side))
    widgets: list[Widget] = []
    for place, side in enumerate(order):
        if counts[side].cards:
            widgets += _side_card(scene, room.top(_HIGH, 12), side, counts[side], first=place == 0)
        else:
            widgets += _empty_card(scene, room.top(_LOW, 12), side)
    words = texts("openings.how_trained")
    height = scene.painter.paragraph_height(words, room.rest.width, SMALL)
    told = Label("openings.how", room.top_px(height, 12), words, SMALL, muted)
    if room.rest.height < scene.px(LEAST_HEIGHT):
        return [*widgets, told]
    below = room.top_px(min(room.rest.height, scene.px(daily_height(scene))), 12)
    widgets += [told, *daily_card(scene, below)]
    return [*widgets, *(missing_card(scene, room.rest) if room.rest.height >= scene.px(_LEAST_LIST) else [])]


def _empty_card(scene: PanelContext, rect: pygame.Rect, side: int) -> list[Widget]:
    """Lay out the card of a side without lines."""
    texts, name = scene.texts, SIDES[side]
    room = Room(rect, scene.painter.unit).inner(14)
    head = room.top(28, 4)
    words = texts("openings.none_of_side", side=scene.side_name(side))
    return [
        Card(f"openings.{name}", rect),
        Label(f"openings.{name}_title", head, texts(f"openings.of_{name}"), LEAD, bold=True, single=True),
        Label(f"openings.{name}_none", room.rest, words, SMALL, scene.painter.palette.muted),
    ]


def _side_card(
    scene: PanelContext, rect: pygame.Rect, side: int, now: CardCounts, *, first: bool
) -> list[Widget]:
    """Lay out how well a side's lines are known, and the button that trains them."""
    texts, painter, name = scene.texts, scene.painter, SIDES[side]
    room = Room(rect, painter.unit).inner(14)
    head, bar, line = room.top(26, GAP), room.top(10, GAP), room.top(22, GAP)
    foot = room.bottom(CONTROL + 6)
    gap = scene.px(GAP)
    train = pygame.Rect(foot.left, foot.top, (foot.width - gap) * 3 // 5, foot.height)
    look = pygame.Rect(train.right + gap, foot.top, foot.right - train.right - gap, foot.height)
    wide = rect.width >= scene.px(_WIDE)
    share = f"{round(100 * now.known / now.cards)}%"
    muted = painter.palette.muted
    words = texts("openings.counts", known=now.known, new=now.new, forgotten=now.forgotten)
    told = texts("openings.known_share", share=share, count=now.cards) if wide else share
    return [
        Card(f"openings.{name}", rect),
        Label(f"openings.{name}_title", head, texts(f"openings.of_{name}"), LEAD, bold=True, single=True),
        Label(f"openings.{name}_share", head.copy(), told, SMALL, muted, single=True, align="right"),
        Progress(f"openings.{name}_bar", bar, now.known / now.cards),
        Label(f"openings.{name}_counts", line, words, BODY, single=True),
        train_button(scene, train, f"openings.train_{name}", side, now.due, primary=first),
        Button(f"openings.look_{name}", look, texts("openings.show_lines"), OpenRepertoire(side), "branch"),
    ]
