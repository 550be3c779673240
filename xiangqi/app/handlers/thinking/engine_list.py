"""External engines: adding them, what can be set of them, choosing one as the opponent, forgetting it."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing.result import Result, only, toast
from xiangqi.app.messages.effects import DropProbe, PressEngineButton, ProbeEngine, SaveSettings
from xiangqi.app.messages.engine_intents import (
    AddEngine,
    AddEngineCommand,
    PlayAgainstEngine,
    RemoveEngine,
    SetEngineOption,
    ShowEngine,
)
from xiangqi.app.messages.events import EngineIntroduced, EngineRefused
from xiangqi.app.model.game.players import Player, PlayerKind, Setup
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, EngineProbe, Panel, Tone
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Option
from xiangqi.storage.saved_engines import SavedEngine, find
from xiangqi.storage.settings import with_values

EngineOption = Option
"""A setting of an engine, for those who do not know the engine's package."""

_OWN_BUSINESS: Final = ("uci_variant", "usemillisec", "multipv")
"""Options that the client sets by itself."""


def _ask(state: AppState, command: tuple[str, ...], name: str) -> Result:
    """Begin to ask an engine what can be set."""
    probe = EngineProbe(state.next_id, command, name)
    state = replace(state, probe=probe, panel=Panel.ENGINE, next_id=state.next_id + 1)
    return only(state, ProbeEngine(probe.id, command))


@handles(AddEngine)
def add_engine(state: AppState, message: AddEngine) -> Result:
    """Ask a program whether it is an engine; one that is there already is only shown."""
    return _ask_new(state, (str(message.path),))


@handles(AddEngineCommand)
def add_engine_command(state: AppState, message: AddEngineCommand) -> Result:
    """Ask the engine of a typed command line; no shell sees it."""
    try:
        command = tuple(shlex.split(message.text))
    except ValueError:  # a quote that is not closed
        command = ()
    if not command:
        return only(toast(state, Say.COMMAND_UNREADABLE, Tone.ERROR))
    return _ask_new(state, command)


def _ask_new(state: AppState, command: tuple[str, ...]) -> Result:
    known = find(state.settings.engines, command)
    return _ask(state, command, known.name if known is not None else "")


@handles(ShowEngine)
def show_engine(state: AppState, message: ShowEngine) -> Result:
    """Show what can be set of a saved engine."""
    known = find(state.settings.engines, message.command)
    return only(state) if known is None else _ask(state, known.command, known.name)


def drop_probe(state: AppState) -> Result:
    """Nobody looks at the engine any more."""
    if state.probe is None:
        return only(state)
    return only(replace(state, probe=None), DropProbe())


@handles(EngineIntroduced)
def introduced(state: AppState, message: EngineIntroduced) -> Result:
    """An engine says who it is: it is kept, if it is new, and its options are shown."""
    probe = state.probe
    if probe is None or probe.id != message.probe_id:
        return only(state)
    options = tuple(option for option in message.options if option.name.lower() not in _OWN_BUSINESS)
    state = replace(state, probe=replace(probe, name=probe.name or message.name, options=options))
    if find(state.settings.engines, probe.command) is not None:
        return only(state)
    name = _free_name(message.name, {engine.name for engine in state.settings.engines})
    state = replace(state, probe=replace(probe, name=name, options=options))
    state = toast(state, Say.ENGINE_ADDED, name=name)
    return _keep(state, (*state.settings.engines, SavedEngine(name, probe.command)))


def _free_name(name: str, taken: set[str]) -> str:
    """The name, with a number behind it if it is taken."""
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(free for free in (name, *numbered) if free not in taken)


@handles(EngineRefused)
def refused(state: AppState, message: EngineRefused) -> Result:
    """A program does not start, or is no engine: why is shown."""
    if state.probe is None or state.probe.id != message.probe_id:
        return only(state)
    return only(replace(state, probe=replace(state.probe, failure=message.detail)))


@handles(SetEngineOption)
def set_option(state: AppState, message: SetEngineOption) -> Result:
    """Keep a new value of an option; the engine has it before its next search. A button is pressed at once."""
    probe = state.probe
    saved = None if probe is None else find(state.settings.engines, probe.command)
    if probe is None or saved is None:
        return only(state)
    option = next((option for option in probe.options or () if option.name == message.name), None)
    if option is None or not accepts(option, message.value):
        return only(state)
    if option.type == "button":
        return only(
            toast(state, Say.BUTTON_PRESSED, name=option.name), PressEngineButton(saved.command, option.name)
        )
    fresh = saved.with_option(option.name, message.value)
    return _keep(state, tuple(fresh if engine is saved else engine for engine in state.settings.engines))


def accepts(option: Option, value: str) -> bool:
    """Whether an option can have a value."""
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


@handles(RemoveEngine)
def remove_engine(state: AppState, _message: RemoveEngine) -> Result:
    """Forget the shown engine; a game against it goes on."""
    probe = state.probe
    if probe is None:
        return only(state)
    left = tuple(engine for engine in state.settings.engines if engine.command != probe.command)
    state, effects = drop_probe(replace(state, panel=Panel.ENGINES))
    if state.settings.engine == probe.command:
        state = replace(state, settings=replace(state.settings, engine=()))
    state, more = _keep(replace(state, draft=_without(state.draft, probe.command)), left)
    return toast(state, Say.ENGINE_REMOVED, name=probe.name), (*effects, *more)


def _without(setup: Setup, command: tuple[str, ...]) -> Setup:
    """A setup with the built-in engine in place of another."""
    red, black = (
        Player(PlayerKind.COMPUTER, player.level) if player.command == command else player
        for player in (setup.red, setup.black)
    )
    return replace(setup, red=red, black=black)


@handles(PlayAgainstEngine)
def play_against(state: AppState, message: PlayAgainstEngine) -> Result:
    """Choose an engine as the opponent of the game that is being set up."""
    draft = state.draft
    side = draft.human_side or RED
    engine = player_of(state, message.command, state.settings.level)
    if side == RED:
        draft = replace(draft, red=Player(), black=engine)
    else:
        draft = replace(draft, red=engine, black=Player())
    state, effects = drop_probe(replace(state, panel=Panel.NEW_GAME, draft=draft))
    return state, effects


def player_of(state: AppState, command: tuple[str, ...], level: int) -> Player:
    """A player who is the engine of a command; () for the built-in one."""
    if not command:
        return Player(PlayerKind.COMPUTER, level)
    saved = find(state.settings.engines, command)
    return Player(PlayerKind.ENGINE, level, command, saved.name if saved is not None else "")


def _keep(state: AppState, engines: tuple[SavedEngine, ...]) -> Result:
    settings = with_values(state.settings, {"engines": engines})
    return only(replace(state, settings=settings), SaveSettings(settings))
