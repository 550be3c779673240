"""The numbered discs of the moments of a game, in the graph, in their tiles and beside their titles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.analysis.story import TurnPage, told_story
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session.moments import Moment, moments
from xiangqi.core.constants import RED
from xiangqi.ui.parts.cards import BLACK_DISC, RED_DISC
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL, Colour
from xiangqi.ui.toolkit.widgets import Memory, Widget

DISC: Final = 20.0
"""Diameter of a disc in points."""

_INK: Final[Colour] = (255, 252, 246)
_LOST: Final[Colour] = (196, 43, 36)
_GIVEN: Final[Colour] = (38, 122, 66)
_GIVEN_SAFE: Final[Colour] = (0, 92, 170)  # for players who see red and green alike


class Disc(NamedTuple):
    """The disc of a moment."""

    ply: int  # of the position after the move
    number: int
    colour: Colour
    action: Action  # what a click on it does
    current: bool = False  # whether it is the moment that is shown


def draw_disc(painter: Painter, disc: Disc, centre: tuple[int, int], size: float = DISC) -> None:
    """Draw a disc with its number; the diameter is in points."""
    edge = painter.palette.gold if disc.current else _INK
    painter.disc(centre, size / 2, disc.colour, edge)
    box = pygame.Rect(0, 0, painter.px(size), painter.px(size))
    box.center = centre
    painter.write(str(disc.number), box, size=SMALL, colour=_INK, bold=True, align="centre", shrink=False)


@dataclass
class DiscMark(Widget):
    """A disc beside a title."""

    disc: Disc | None = None

    def draw(self, painter: Painter, memory: Memory) -> None:
        if self.disc is not None:
            draw_disc(painter, self.disc, self.rect.center, self.rect.height / painter.unit)


def disc_of(scene: PanelContext, moment: Moment) -> Disc:
    """Return a moment's disc: red for the player's mistakes, green or blue for the opponent's.

    If not exactly one side is a player here, it has the colour of the side that moved.
    """
    own, story = scene.state.document.player_side, told_story(scene.state)
    gift = _GIVEN_SAFE if scene.state.settings.safe_colours else _GIVEN
    colour = RED_DISC if moment.side == RED else BLACK_DISC
    if own is not None:
        colour = _LOST if moment.side == own else gift
    action = GoTo(moment.ply) if story is None else TurnPage(moment.ply)
    return Disc(
        moment.ply, moment.number, colour, action, current=story is not None and story.page == moment.ply
    )


def discs(scene: PanelContext) -> tuple[Disc, ...]:
    """Return the discs of all moments of the game on the board."""
    return tuple(disc_of(scene, moment) for moment in moments(scene.state))
