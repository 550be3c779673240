"""The terms of a game in a few words: the opponent, the colour, the clock."""

from __future__ import annotations

from xiangqi.app.session.players import PlayerKind, Setup
from xiangqi.app.session.time_control import TimeControl
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.ui.parts.context import PanelContext

_BETWEEN = " · "


def terms_words(scene: PanelContext, setup: Setup) -> str:
    """Return the terms of a game against an engine: level, colour and clock."""
    texts, side = scene.texts, setup.human_side
    machine = setup.player(RED if side is None else opponent(side))
    if machine.kind is PlayerKind.ENGINE:
        level = scene.player_name(machine)
    elif machine.rating is not None:
        level = texts("terms.rating", rating=machine.rating)
    else:
        level = texts("library.level", level=machine.level)
    colour = ""
    if side is not None:
        colour = texts("new.by_lot") if scene.state.settings.by_lot else scene.side_name(side)
    return _BETWEEN.join(filter(None, (level, colour, clock_words(scene, setup.time))))


def clock_words(scene: PanelContext, control: TimeControl) -> str:
    """Return a time control as briefly as a preset does: 10 + 5, 5 min, 30 s a move, no clock."""
    texts, minutes = scene.texts, f"{control.total_s / 60:g}"
    if not control.is_timed:
        return texts("clock.none")
    if not control.total_s:
        return texts("clock.move", seconds=control.move_s)
    if control.move_s:
        return texts("clock.byoyomi", minutes=minutes, seconds=control.move_s)
    if control.increment_s:
        return texts("clock.increment", minutes=minutes, seconds=control.increment_s)
    return texts("clock.minutes", minutes=minutes)


def opponent_words(scene: PanelContext, setup: Setup) -> str:
    """Return words for a person's colour and opponent, for both names, or for two people without names."""
    texts, side = scene.texts, setup.human_side
    if side is not None:
        other = scene.player_name(setup.black if side == RED else setup.red)
        return texts("start.against", side=scene.side_name(side), name=other)
    if setup.is_hot_seat and not setup.are_named:
        return texts("new.friend")
    return f"{scene.player_name(setup.player(RED))} – {scene.player_name(setup.player(BLACK))}"
