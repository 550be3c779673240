"""The cards about a game: its terms, the time used, repetitions and the draw count, earlier games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.app.coach import coached
from xiangqi.app.game.help_given import CountGames
from xiangqi.app.session import positions, view
from xiangqi.app.session.mode import GameInProgress, Unrated
from xiangqi.app.session.recorded_clock import times_used
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.turns import is_rated
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.rating import rounded
from xiangqi.line import Line
from xiangqi.referee import occurrences
from xiangqi.ui.game.earlier_games import earlier_games, level_of, score_words
from xiangqi.ui.game.end_card import unrated_words
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, GAP, SMALL
from xiangqi.ui.toolkit.tiles import Link
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_ROW: Final = 28.0
_HEAD: Final = 46.0  # of a card, with the margin at its foot, points
_TOLD_SEEN: Final = 2  # occurrences of the position from which they are told
_TOLD_QUIET: Final = 1 / 3  # of the moves allowed without a capture, from which their number is told
_LABEL_SHARE: Final = 0.3  # of the width of a card for the names of the terms
_BARS: Final = 100.0
_SWITCH: Final = 32.0


@dataclass
class TimeBars(Widget):
    """The time that each move took: Red's above the line, Black's below it."""

    used: Mapping[int, float] = field(default_factory=dict)  # seconds, by ply
    first: int = RED  # the side that made the first move
    shown: int = 0  # how many plies there are

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, rounds = painter.palette, -(-self.shown // 2)
        longest = max(self.used.values(), default=0.0) or 1.0
        middle = self.rect.top + round(self.rect.height * 0.6)
        step = min(painter.px(36), self.rect.width // max(1, rounds))
        painter.surface.fill(palette.outline, (self.rect.left, middle, self.rect.width, 1))
        for ply, took in self.used.items():
            upper = (self.first == RED) == (ply % 2 == 1)
            room = middle - self.rect.top if upper else self.rect.bottom - middle
            height = max(painter.px(1), round(room * took / longest))
            left = self.rect.left + (ply - 1) // 2 * step
            bar = pygame.Rect(left, middle - height if upper else middle + 1, max(1, step * 2 // 3), height)
            painter.box(bar, palette.red_side if upper else palette.muted, 3)


def terms_cards(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the cards about the game on the board from the top of a box, as many as fit."""
    play, room = scene.state.document.play, Room(rect, scene.painter.unit)
    if play is None:
        return []
    widgets = _terms(scene, room, play)
    used = times_used(scene.state.document)
    timed = bool(used) or play.clock is not None  # its place is kept, so that nothing is pushed down later
    if timed and room.rest.height >= scene.px(_HEAD + _BARS):
        widgets += _time_used(scene, room, play, used)
    if _counts_height(scene, play) and room.rest.height >= scene.px(_HEAD + 2 * _ROW + 2 * GAP):
        widgets += _counts(scene, room, play)
    return [*widgets, *earlier_games(scene, room, play)]


def terms_below(scene: PanelContext, room: Room, least_px: int) -> list[Widget]:
    """Lay out the terms at the foot of a room, and the counts above them, leaving `least_px` above both.

    The terms are at the bottom, so that no card moves when the room above them shrinks.
    """
    play = scene.state.document.play
    if play is None:
        return []
    widgets: list[Widget] = []
    gap, unit = scene.px(GAP + 4), scene.painter.unit
    for height, lay_out in ((_terms_height(scene, play), _terms), (_counts_height(scene, play), _counts)):
        if not height:
            continue
        if room.rest.height < least_px + scene.px(height) + gap:
            return widgets
        widgets += lay_out(scene, Room(room.bottom(height, GAP + 4), unit), play)
    return widgets


def _rows(scene: PanelContext, play: GameInProgress) -> list[tuple[str, str]]:
    """Return the names of the terms and their values."""
    texts, setup = scene.texts, play.setup
    rows = [
        (texts("terms.clock"), _clock(scene, play)),
        (texts("terms.rules"), texts(f"rules.{setup.rules.name}")),
    ]
    if setup.human_side is not None:
        rows.append((texts("terms.counts"), _counting(scene, play)))
    level = level_of(play)
    score = score_words(scene, level) if level is not None else ""
    if score:
        rows.append((texts("terms.against", level=level), score))
    return rows


def _terms_height(scene: PanelContext, play: GameInProgress) -> float:
    """Return the height in points of the card with the terms."""
    return _HEAD + len(_rows(scene, play)) * _ROW + (_SWITCH if _has_switch(scene, play) else 0)


def _terms(scene: PanelContext, room: Room, play: GameInProgress) -> list[Widget]:
    """Lay out clock, rules and rating, and the switch for the coach's comments."""
    rows, switch = _rows(scene, play), _has_switch(scene, play)
    place = room.top(_terms_height(scene, play), GAP + 4)
    card = titled_card(scene, "terms", place, scene.texts("terms.title"))
    inner = Room(card.rest, scene.painter.unit)
    widgets = card.widgets
    for number, (name, value) in enumerate(rows):
        row = inner.top(_ROW, 0)
        split = round(row.width * _LABEL_SHARE)
        left = pygame.Rect(row.left, row.top, split, row.height)
        right = pygame.Rect(row.left + split, row.top, row.width - split, row.height)
        muted = scene.painter.palette.muted
        widgets.append(Label(f"terms.name.{number}", left, name, SMALL, muted, single=True))
        if name == scene.texts("terms.counts"):
            widgets += _counting_link(scene, play, right)
        widgets.append(Label(f"terms.value.{number}", right, value, BODY, single=True))
    return [*widgets, *(_coach_switch(scene, inner) if switch else [])]


def _clock(scene: PanelContext, play: GameInProgress) -> str:
    """Return the time control in words; both controls, if Black's differs."""
    red, black = (play.setup.time_of(side) for side in (RED, BLACK))
    words = control_words(scene, red)
    return words if red == black else f"{words} / {control_words(scene, black)}"


def control_words(scene: PanelContext, control: TimeControl) -> str:
    """Return a time control in words."""
    texts, minutes = scene.texts, f"{control.total_s / 60:g}"
    if not control.is_timed:
        return texts("terms.no_clock")
    if not control.total_s:
        return texts("terms.a_move", seconds=control.move_s)
    if control.move_s:
        return texts("terms.byoyomi", minutes=minutes, seconds=control.move_s)
    if control.increment_s:
        return texts("terms.increment", minutes=minutes, seconds=control.increment_s)
    return texts("terms.minutes", minutes=minutes)


def _counting(scene: PanelContext, play: GameInProgress) -> str:
    """Return words on whether the game counts for the player's rating, or why it does not."""
    if is_rated(play):
        known = scene.state.practice.estimate if scene.state.practice is not None else None
        words = scene.texts("terms.rated")
        return words if known is None else f"{words}: {rounded(known.mean)}"
    return unrated_words(scene) or scene.texts("terms.unrated")


def _counting_link(scene: PanelContext, play: GameInProgress, row: pygame.Rect) -> list[Widget]:
    """Lay out a link, cut off the end of a row, that ends the game's rating or lets games count again."""
    rated, texts = is_rated(play), scene.texts
    running = play.end is None and scene.state.document.id == scene.state.current_game.id
    if (
        not running
        or not (rated or Unrated.CHOSEN in play.unrated)
        or (not rated and scene.state.settings.rated)
    ):
        return []
    words = texts("terms.do_not_count" if rated else "terms.count_again")
    width = min(row.width // 2, scene.painter.width(words, SMALL) + scene.px(4))
    row.width -= width + scene.px(GAP)
    place = pygame.Rect(row.right + scene.px(GAP), row.top, width, row.height)
    return [Link("terms.count", place, words, CountGames(not rated), align="right")]


def _has_switch(scene: PanelContext, play: GameInProgress) -> bool:
    """Return whether the coach may comment on the game on the board."""
    state = scene.state
    own = type(play) is GameInProgress and state.document.id == state.current_game.id
    return own and play.end is None and play.clock is None and play.setup.human_side is not None


def _coach_switch(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the switch that turns the coach's comments on or off."""
    state, texts = scene.state, scene.texts
    speaks = coached.comments_below(state) is not None
    word, other = ("on", "") if speaks else ("off", "mistake")
    label, tip = texts(f"coach_switch.{word}"), texts("coach_switch.tip")
    change = ChangeSettings({"coach_interrupts": other})
    return [Button("game.coach", room.top(_SWITCH, 0), label, change, icon="bulb", quiet=True, tip=tip)]


def _time_used(
    scene: PanelContext, room: Room, play: GameInProgress, used: Mapping[int, float]
) -> list[Widget]:
    ply = max(used, key=lambda one: used[one], default=0)
    took = round(used.get(ply, 0))
    time = f"{took // 60}:{took % 60:02}"
    longest = scene.texts("terms.longest", time=time, number=(ply + 1) // 2) if ply else ""
    card = titled_card(scene, "used", room.top(_HEAD + _BARS, GAP + 4), scene.texts("terms.used"), longest)
    bars = TimeBars("used.bars", card.rest, used, play.line.turn_at(0), len(play.moves))
    return [*card.widgets, bars]


def _counts_height(scene: PanelContext, play: GameInProgress) -> float:
    """Return the height in points of the card with repetitions and the draw count; 0 if it has nothing to tell.

    The card appears once the position has occurred before, or much of the limit of moves without a capture is
    used up.
    """
    seen, quiet = _counted(view.board_line(scene.state).here)
    limit = 2 * (play.setup.rules.natural_limit_rounds or 0)
    if seen < _TOLD_SEEN and (not limit or quiet < _TOLD_QUIET * limit):
        return 0.0
    return _HEAD + _ROW + (_ROW + GAP if play.setup.rules.natural_limit_rounds else 0)


def _counts(scene: PanelContext, room: Room, play: GameInProgress) -> list[Widget]:
    """Lay out the number of times the position has occurred, and the moves since the last capture."""
    texts, limit = scene.texts, play.setup.rules.natural_limit_rounds
    seen, quiet = _counted(view.board_line(scene.state).here)
    place = room.top(_counts_height(scene, play), GAP + 4)
    card = titled_card(scene, "counts", place, texts("terms.repetition"))
    inner = Room(card.rest, scene.painter.unit)
    widgets = [
        *card.widgets,
        Label("counts.seen", inner.top(_ROW - 4, 0), texts("terms.seen", count=seen), single=True),
    ]
    if not limit:
        return widgets
    words = texts("terms.quiet", count=quiet // 2, limit=limit)
    return [
        *widgets,
        Label("counts.quiet", inner.top(_ROW - 4, 4), words, single=True),
        Progress("counts.bar", inner.top(6, 0), min(1.0, quiet / (2 * limit))),
    ]


@lru_cache(maxsize=4)
def _counted(line: Line) -> tuple[int, int]:
    """Return the count of the position at the end of a line, and the plies since the last capture."""
    board = positions.board_at(line)
    return occurrences(board), board.halfmove_clock
