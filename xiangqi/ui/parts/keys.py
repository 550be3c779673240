"""The keyboard: commands with their default keys, and the keys that the player has chosen instead.

A chord is a key with its modifiers as text: ``"ctrl+shift+z"``, ``"left"``, ``"f"``, ``"?"``. A character
without Ctrl or Alt is the one that is typed, wherever it is on the keyboard. On a Mac, Cmd counts as Ctrl, and
Alt types characters.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.i18n import Texts


class Where(Enum):
    """The situation in which a command applies; a chord may belong to one command in each."""

    ANYWHERE = 0
    GAME = 1  # a game, or a position being set up
    RECORD = 2

    def meets(self, other: Where) -> bool:
        """Return whether both situations can apply at once."""
        return self is other or Where.ANYWHERE in (self, other)


class Group(str, Enum):
    """The groups of the help page, in its order; the text ``help.group_<value>`` is the heading."""

    MOVES = "moves"
    GAME = "game"
    ANALYSIS = "analysis"
    RECORD = "record"
    FILES = "files"
    PLACES = "places"
    PROGRAM = "program"


COMMAND_KEY: Final = "ctrl" if sys.platform == "darwin" else "alt"
"""The modifier of the keys that lead to places and back."""


def always(action: Action) -> Callable[[AppState], Action]:
    """Return a function for a command with the same action in all states."""
    return lambda _state: action


@dataclass(frozen=True)
class Command:
    """A command that a key executes."""

    name: str  # the name in the settings; the text ``help.<name>`` describes the command
    key: str  # the default chord
    act: Callable[[AppState], Action]  # returns the action in a state
    group: Group  # its group on the help page
    place: int  # its place in the group, counted from 1
    where: Where = Where.ANYWHERE  # the situations in which the chord triggers this command
    analysing: bool = False  # whether the command applies only while positions are analysed
    also: tuple[str, ...] = ()  # chords with the same effect as long as the player has not chosen one
    # whether doing it twice undoes it; then its letter can also begin a typed move
    undoes_itself: bool = field(default=False)


_COMMANDS: Final[dict[str, Command]] = {}


def bring(*commands: Command) -> None:
    """Add a feature's commands to those of the window.

    Raises:
        AssertionError: a command's name, or its place in its group, is taken.
    """
    for command in commands:
        if command.name in _COMMANDS:
            raise AssertionError(f"there is a command {command.name} already")
        for other in _COMMANDS.values():
            if (other.group, other.place) == (command.group, command.place):
                raise AssertionError(
                    f"{command.name} has {other.name}'s place {other.place} in {other.group.value}"
                )
        _COMMANDS[command.name] = command
    _key_map.cache_clear()


def all_commands() -> list[Command]:
    """Return the commands in the order of the help page."""
    groups = list(Group)
    return sorted(_COMMANDS.values(), key=lambda command: (groups.index(command.group), command.place))


FIXED: Final = (
    ("h2e2  Enter", "type"),
    ("↑ ↓ ← →", "cursor"),
    ("Tab", "tab"),
    ("Esc", "cancel"),
)
"""Keys that cannot be changed, and the texts that describe them."""

_TAKEN: Final = frozenset(
    ("return", "enter", "kp_enter", "escape", "tab", "backspace", "up", "down", *"0123456789")
)
_MODIFIERS: Final = (
    (pygame.KMOD_CTRL | pygame.KMOD_META, "ctrl"),
    (pygame.KMOD_SHIFT, "shift"),
    (pygame.KMOD_LALT, "alt"),  # the right one types characters on many keyboards
)
_COMMANDING: Final = ("ctrl", "alt")
"""Modifiers with which a key types no character."""

_NAMES: Final = {code: name[2:].lower() for name, code in vars(pygame).items() if name.startswith("K_")}
_SHOWN: Final = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "delete": "Del",
}


def chord_of(key: int, mod: int) -> str:
    """Return the chord of a pressed key.

    The result is "" for a key that types a character, which `chord_of_text` handles.
    """
    held = [name for mask, name in _MODIFIERS if mod & mask]
    types = 32 < key < 0x110000 and chr(key).isprintable()
    if types and not any(name in _COMMANDING for name in held):
        return ""
    name = chr(key).lower() if types else _NAMES.get(key, "")
    return "+".join((*held, name)) if name else ""


def is_command(chord: str) -> bool:
    """Return whether a chord can only be that of a command, even while a text field has the focus."""
    return any(name in _COMMANDING for name in chord.split("+")[:-1])


def chord_of_text(text: str) -> str:
    """Return the chord of a typed character.

    The result is "" for a space, which is a key, and for several characters at once.
    """
    if len(text) != 1 or text.isspace():
        return ""
    return f"shift+{text.lower()}" if text.isupper() else text


def chord_words(chord: str) -> str:
    """Return a chord as labelled on keys: ``Ctrl Shift Z``."""
    held, name = [], chord
    for _, modifier in _MODIFIERS:
        if name.startswith(f"{modifier}+"):
            held.append(modifier.capitalize())
            name = name.removeprefix(f"{modifier}+")
    shown = _SHOWN.get(name, name.upper() if len(name) == 1 or name[1:].isdigit() else name.capitalize())
    return " ".join((*held, shown))


def with_keys(message: Message, state: AppState, texts: Texts) -> Message:
    """Return a message with each command named by an argument ``key_…`` replaced by its shortcut."""
    named = {name: value for name, value in message.arguments.items() if name.startswith("key_")}
    shown = {name: key_words(str(value), state, texts) for name, value in named.items()}
    return Message(message.key, **message.arguments | shown) if shown else message


def key_words(name: str, state: AppState, texts: Texts) -> str:
    """Return the chord of a command, given its name, as labelled on keys; its words if it has none."""
    return key_map(state).words(name) or texts("key.none", name=texts(f"help.{name}"))


def applies(command: Command, state: AppState) -> bool:
    """Return whether a command applies in a state."""
    here = Where.RECORD if view.takes_notes(state) else Where.GAME
    return command.where.meets(here) and (state.shown_analysis is not None or not command.analysing)


class KeyMap:
    """The commands by chord."""

    def __init__(self, own: Mapping[str, str]) -> None:
        """Combine the default keys with those the player has chosen, by command name; "" means no key."""
        self._own = {name: chord for name, chord in own.items() if name in _COMMANDS}
        self._all = all_commands()
        self._commands: dict[str, list[Command]] = {}
        for command in self._all:
            for chord in self._chords(command):
                self._commands.setdefault(chord, []).append(command)

    def _chords(self, command: Command) -> tuple[str, ...]:
        own = self._own.get(command.name)
        chords = (command.key, *command.also) if own is None else (own,)
        return tuple(filter(None, chords))

    def chord(self, command: Command) -> str:
        """Return the chord to show for a command, or "" if it has none."""
        return self._own.get(command.name, command.key)

    def words(self, name: str) -> str:
        """Return the chord of a command, given its name, as labelled on keys; "" for none."""
        return chord_words(self.chord(_COMMANDS[name]))

    def words_for(self, action: Action | None, state: AppState) -> str:
        """Return the chord for an action, as labelled on keys; "" for none."""
        done = (command for command in self._all if self.chord(command) and command.act(state) == action)
        return next((chord_words(self.chord(command)) for command in done), "")

    def command(self, chord: str, state: AppState) -> Command | None:
        """Return the command that a chord triggers in a state, or None."""
        return next((command for command in self._commands.get(chord, ()) if applies(command, state)), None)

    def obstacle(self, name: str, chord: str) -> str | None:
        """Return the holder of a chord wanted for a command: another command, "" for a fixed key, or None."""
        if chord in _TAKEN:
            return ""
        wanted = _COMMANDS[name]
        others = (other for other in self._commands.get(chord, ()) if other is not wanted)
        return next((other.name for other in others if other.where.meets(wanted.where)), None)

    def with_chord(self, name: str, chord: str) -> dict[str, str]:
        """Return the keys chosen by the player once a command has this chord; default keys are left out."""
        own = {other: key for other, key in self._own.items() if other != name}
        return own if chord == _COMMANDS[name].key else own | {name: chord}


@lru_cache(maxsize=4)
def _key_map(own: tuple[tuple[str, str], ...]) -> KeyMap:
    return KeyMap(dict(own))


def key_map(state: AppState) -> KeyMap:
    """Return the key map for the settings."""
    return _key_map(tuple(state.settings.keys.items()))
