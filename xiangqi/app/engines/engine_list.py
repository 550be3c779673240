"""External engines: adding and removing them, setting their options, choosing one as the opponent."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from xiangqi.app.engines.asks import (
    DropProbe,
    EngineIntroduced,
    EngineRefused,
    PressEngineButton,
    ProbeEngine,
)
from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.dispatch import confirmed, handles, hears
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import PanelTurned
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.searches import EngineProbe
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, asked, done, toast
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Option
from xiangqi.i18n.message import Message
from xiangqi.storage.saved_engines import SavedEngine, find
from xiangqi.storage.settings import with_values

EngineOption = Option
"""A setting of an engine; an alias for modules that must not import the engine's package."""

_OWN_BUSINESS: Final = ("uci_variant", "usemillisec", "multipv")
"""Options that the program sets itself and does not show to the player."""


def _ask(state: AppState, command: tuple[str, ...], name: str) -> Result:
    """Start probing an engine for its options."""
    probe = EngineProbe(state.next_id, command, name)
    state = replace(state, probe=probe, panel=Panel.ENGINE, next_id=state.next_id + 1)
    return done(state, ProbeEngine(probe.id, command))


@dataclass(frozen=True)
class AddEngine(Intent, allowed_in_editor=True):
    """Start a program to find out whether it is an engine, and add it if it is."""

    path: Path


@handles(AddEngine)
def add_engine(state: AppState, intent: AddEngine) -> Result:
    """Probe a program; an engine that is already in the list is shown, but not added again."""
    return _ask_new(state, (str(intent.path),))


@dataclass(frozen=True)
class AddEngineCommand(Intent, allowed_in_editor=True):
    """Add an engine by a command line: a program and its arguments, quoted as for a shell."""

    text: str


@handles(AddEngineCommand)
def add_engine_command(state: AppState, intent: AddEngineCommand) -> Result:
    """Probe the engine of a typed command line, split without a shell, or report that it cannot be split."""
    try:
        command = tuple(shlex.split(intent.text))
    except ValueError:  # a quote that is not closed
        command = ()
    if not command:
        return done(toast(state, Message("toast.command_unreadable"), Tone.ERROR))
    return _ask_new(state, command)


def _ask_new(state: AppState, command: tuple[str, ...]) -> Result:
    known = find(state.settings.engines, command)
    return _ask(state, command, known.name if known is not None else "")


@dataclass(frozen=True)
class ShowEngine(Intent, allowed_in_editor=True):
    """Show the options of an engine in the list, after probing it for them."""

    command: tuple[str, ...]


@handles(ShowEngine)
def show_engine(state: AppState, intent: ShowEngine) -> Result:
    known = find(state.settings.engines, intent.command)
    return done(state) if known is None else _ask(state, known.command, known.name)


def drop_probe(state: AppState) -> Result:
    """Stop probing the engine when its options are no longer shown."""
    if state.probe is None:
        return done(state)
    return done(replace(state, probe=None), DropProbe())


@hears(PanelTurned)
def panel_turned(state: AppState, _notice: PanelTurned) -> Result:
    """Stop probing the engine when its panel is closed or another is opened."""
    return drop_probe(state)


@handles(EngineIntroduced)
def introduced(state: AppState, event: EngineIntroduced) -> Result:
    """Add a probed engine to the list if it is new, and show its options."""
    probe = state.probe
    if probe is None or probe.id != event.probe_id:
        return done(state)
    options = tuple(option for option in event.options if option.name.lower() not in _OWN_BUSINESS)
    probe = replace(probe, options=options, author=event.author, protocol=event.protocol)
    state = replace(state, probe=replace(probe, name=probe.name or event.name))
    if find(state.settings.engines, probe.command) is not None:
        return done(state)
    name = _free_name(event.name, {engine.name for engine in state.settings.engines})
    state = replace(state, probe=replace(probe, name=name))
    state = toast(state, Message("toast.engine_added", name=name))
    return _keep(state, (*state.settings.engines, SavedEngine(name, probe.command)))


def _free_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number appended if it is already taken."""
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(free for free in (name, *numbered) if free not in taken)


@handles(EngineRefused)
def refused(state: AppState, event: EngineRefused) -> Result:
    """Show that a program does not start or is not an engine."""
    if state.probe is None or state.probe.id != event.probe_id:
        return done(state)
    return done(replace(state, probe=replace(state.probe, failure=event.detail)))


@dataclass(frozen=True)
class SetEngineOption(Intent, allowed_in_editor=True):
    """Set an option of the shown engine; an invalid value is ignored. A button option is pressed."""

    name: str
    value: str = ""


@handles(SetEngineOption)
def set_option(state: AppState, intent: SetEngineOption) -> Result:
    """Save an option's new value for the engine's next search. A button is pressed at once."""
    probe = state.probe
    saved = None if probe is None else find(state.settings.engines, probe.command)
    if probe is None or saved is None:
        return done(state)
    option = next((option for option in probe.options or () if option.name == intent.name), None)
    if option is None or not accepts(option, intent.value):
        return done(state)
    if option.type == "button":
        return done(
            toast(state, Message("toast.button_pressed", name=option.name)),
            PressEngineButton(saved.command, option.name),
        )
    fresh = saved.with_option(option.name, intent.value)
    return _keep(state, tuple(fresh if engine is saved else engine for engine in state.settings.engines))


def accepts(option: Option, value: str) -> bool:
    """Return whether a value is valid for an option."""
    if option.type == "check":
        return value in ("true", "false")
    if option.type == "combo":
        return value in option.choices
    if option.type != "spin":
        return True
    if not value.removeprefix("-").isdecimal() or not value.isascii() or len(value) > 18:
        return False
    low = option.min if option.min is not None else int(value)
    high = option.max if option.max is not None else int(value)
    return low <= int(value) <= high


@dataclass(frozen=True)
class RemoveEngine(Intent, allowed_in_editor=True):
    """Remove the shown engine and its options from the list, after a confirmation; its program stays."""


@handles(RemoveEngine)
def remove_engine(state: AppState, intent: RemoveEngine) -> Result:
    """Ask whether to remove the shown engine, whose options would be lost."""
    probe = state.probe
    if probe is None:
        return done(state)
    return asked(state, Message("ask.remove_engine", name=probe.name), intent)


@confirmed(RemoveEngine)
def remove_engine_now(state: AppState, _intent: RemoveEngine) -> Result:
    """Remove the shown engine from the list and from the next game's players; a game against it continues."""
    probe = state.probe
    if probe is None:
        return done(state)
    left = tuple(engine for engine in state.settings.engines if engine.command != probe.command)
    state, effects = drop_probe(replace(state, panel=Panel.ENGINES))
    for name, command in (("engine", state.settings.engine), ("watch_engine", state.settings.watch_engine)):
        if command == probe.command:
            state = replace(state, settings=with_values(state.settings, {name: []}))
    state, more = _keep(replace(state, draft=_without(state.draft, probe.command)), left)
    return toast(state, Message("toast.engine_removed", name=probe.name)), (*effects, *more)


def _without(setup: Setup, command: tuple[str, ...]) -> Setup:
    """Return a setup with the built-in engine instead of the engine with this command."""
    red, black = (
        Player(PlayerKind.COMPUTER, player.level) if player.command == command else player
        for player in (setup.red, setup.black)
    )
    return replace(setup, red=red, black=black)


@dataclass(frozen=True)
class PlayAgainstEngine(Intent, allowed_in_editor=True):
    """Return to the new-game panel with an engine as the opponent; () is the built-in one."""

    command: tuple[str, ...]


@handles(PlayAgainstEngine)
def play_against(state: AppState, intent: PlayAgainstEngine) -> Result:
    """Choose an engine as the opponent in the new-game panel."""
    draft = state.draft
    side = draft.human_side or RED
    engine = player_of(state, intent.command, state.settings.level)
    if side == RED:
        draft = replace(draft, red=Player(), black=engine)
    else:
        draft = replace(draft, red=engine, black=Player())
    state, effects = drop_probe(replace(state, panel=Panel.NEW_GAME, draft=draft))
    return state, effects


def player_of(state: AppState, command: tuple[str, ...], level: int) -> Player:
    """Return the player for an engine's command; () is the built-in one."""
    if not command:
        return Player(PlayerKind.COMPUTER, level)
    saved = find(state.settings.engines, command)
    return Player(PlayerKind.ENGINE, level, command, saved.name if saved is not None else "")


def _keep(state: AppState, engines: tuple[SavedEngine, ...]) -> Result:
    settings = with_values(state.settings, {"engines": engines})
    return done(replace(state, settings=settings), SaveSettings(settings))


@busy_when
def is_probing(state: AppState) -> bool:
    """Return whether an engine is being probed."""
    return state.probe is not None
