"""The keyboard: commands with their default keys, and the keys that the player has chosen instead.

A chord is a key with its modifiers as text: ``"ctrl+shift+z"``, ``"left"``, ``"f"``, ``"?"``. A character
without Ctrl is the one that is typed, wherever it is on the keyboard. On a Mac, Cmd counts as Ctrl.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.analysis.analysing import ToggleAttacks, ToggleHidden, ToggleThreat
from xiangqi.app.analysis.review import NextMistake
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast, NextVariation
from xiangqi.app.records.clipboard import CopyGame, CopyPosition
from xiangqi.app.records.cycle_replay import OpenReplay, PauseReplay
from xiangqi.app.records.editing import (
    DeleteRest,
    DeleteVariation,
    MakeMainLine,
    MoveVariation,
    RedoEdit,
    UndoEdit,
)
from xiangqi.app.records.pictures import SnapBoard
from xiangqi.app.records.preview import ShowBest
from xiangqi.app.records.saving import Save
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint, Quit, ToggleAnalysis
from xiangqi.app.session.panels import ClosePanel, Flip, OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.commands import COMMENT, MOVES_BUTTON, PasteClipboard, Reach, ToggleFullScreen
from xiangqi.ui.parts.i18n import Texts


class Where(Enum):
    """The situation in which a command applies; a chord may belong to one command in each."""

    ANYWHERE = 0
    GAME = 1  # a game, or a position being set up
    RECORD = 2

    def meets(self, other: Where) -> bool:
        """Return whether both situations can apply at once."""
        return self is other or Where.ANYWHERE in (self, other)


def _always(action: Action) -> Callable[[AppState], Action]:
    return lambda _state: action


@dataclass(frozen=True)
class Command:
    """A command that a key executes."""

    name: str  # the name in the settings; the text ``help.<name>`` describes the command
    key: str  # the default chord
    act: Callable[[AppState], Action]  # returns the action in a state
    where: Where = Where.ANYWHERE  # the situations in which the chord triggers this command
    analysing: bool = False  # whether the command applies only while positions are analysed
    also: tuple[str, ...] = ()  # chords with the same effect as long as the player has not chosen one
    # whether doing it twice undoes it; then its letter can also begin a typed move
    undoes_itself: bool = field(default=False)


def _hint_or_pause(state: AppState) -> Action:
    if state.replay is not None:
        return PauseReplay()
    return Hint() if state.shown_analysis is None else ShowBest()


def _arrows(state: AppState) -> Action:
    return ChangeSettings({"analysis_arrows": not state.settings.analysis_arrows})


def _mute(state: AppState) -> Action:
    return ChangeSettings({"muted": not state.settings.muted})


def _help(state: AppState) -> Action:
    return ClosePanel() if state.panel is Panel.HELP else OpenPanel(Panel.HELP)


COMMANDS: Final = (
    Command("previous", "left", _always(GoBack())),
    Command("next", "right", _always(GoForward())),
    Command("first", "home", _always(GoFirst())),
    Command("last", "end", _always(GoLast())),
    Command("previous_variation", "shift+left", _always(NextVariation(-1)), Where.RECORD),
    Command("next_variation", "shift+right", _always(NextVariation(1)), Where.RECORD),
    Command("hint", "space", _hint_or_pause),
    Command("flip", "f", _always(Flip()), undoes_itself=True),
    Command("take_back", "ctrl+z", _always(TakeBack()), Where.GAME),
    Command("redo", "ctrl+y", _always(Redo()), Where.GAME, also=("ctrl+shift+z",)),
    Command("undo_edit", "ctrl+z", _always(UndoEdit()), Where.RECORD),
    Command("redo_edit", "ctrl+y", _always(RedoEdit()), Where.RECORD, also=("ctrl+shift+z",)),
    Command("variation_up", "ctrl+up", _always(MoveVariation(-1)), Where.RECORD),
    Command("variation_down", "ctrl+down", _always(MoveVariation(1)), Where.RECORD),
    Command("main_line", "ctrl+home", _always(MakeMainLine()), Where.RECORD),
    Command("delete_variation", "ctrl+delete", _always(DeleteVariation()), Where.RECORD),
    Command("delete_rest", "ctrl+shift+delete", _always(DeleteRest()), Where.RECORD),
    Command("comment", "f2", _always(Reach(COMMENT)), Where.RECORD),
    Command("menu", "shift+f10", _always(Reach(MOVES_BUTTON))),
    Command("pause", "ctrl+p", _always(PauseGame())),
    Command("replay", "v", _always(OpenReplay())),
    Command("analysis", "l", _always(ToggleAnalysis())),
    Command("analysis_hide", "z", _always(ToggleHidden()), analysing=True, undoes_itself=True),
    Command("analysis_arrows", "a", _arrows, analysing=True, undoes_itself=True),
    Command("analysis_threat", "x", _always(ToggleThreat()), analysing=True, undoes_itself=True),
    Command("next_mistake", "n", _always(NextMistake()), analysing=True),
    Command("previous_mistake", "shift+n", _always(NextMistake(-1)), analysing=True),
    Command("explain", "w", _always(ExplainPosition()), undoes_itself=True),
    Command("attacks", "t", _always(ToggleAttacks()), undoes_itself=True),
    Command("start", "ctrl+h", _always(OpenPanel(Panel.START))),
    Command("explorer", "o", _always(ToggleExplorer()), undoes_itself=True),
    Command("library", "ctrl+l", _always(OpenLibrary(LibraryPage.GAMES))),
    Command("new", "ctrl+n", _always(OpenPanel(Panel.NEW_GAME))),
    Command("edit", "ctrl+e", _always(OpenEditor())),
    Command("open", "ctrl+o", _always(OpenPanel(Panel.OPEN_FILE))),
    Command("find", "ctrl+f", _always(OpenPanel(Panel.GAME_LIST))),
    Command("save", "ctrl+s", _always(Save())),
    Command("save_as", "ctrl+shift+s", _always(OpenPanel(Panel.SAVE_FILE))),
    Command("copy", "ctrl+c", _always(CopyGame())),
    Command("copy_position", "ctrl+shift+c", _always(CopyPosition())),
    Command("paste", "ctrl+v", _always(PasteClipboard())),
    Command("snap", "f12", _always(SnapBoard())),
    Command("mute", "m", _mute),
    Command("fullscreen", "f11", _always(ToggleFullScreen())),
    Command("rules", "ctrl+r", _always(OpenPanel(Panel.RULES))),
    Command("help", "?", _help, also=("f1",)),
    Command("quit", "ctrl+q", _always(Quit())),
)
"""The commands in the order of the help page."""

FIXED: Final = (
    ("h2e2  Enter", "type"),
    ("↑ ↓ ← →", "cursor"),
    ("Tab", "tab"),
    ("Esc", "cancel"),
)
"""Keys that cannot be changed, and the texts that describe them."""

_BY_NAME: Final = {command.name: command for command in COMMANDS}
_TAKEN: Final = frozenset(
    ("return", "enter", "kp_enter", "escape", "tab", "backspace", "up", "down", *"0123456789")
)
_MODIFIERS: Final = ((pygame.KMOD_CTRL | pygame.KMOD_META, "ctrl"), (pygame.KMOD_SHIFT, "shift"))
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
    if types and "ctrl" not in held:
        return ""
    name = chr(key).lower() if types else _NAMES.get(key, "")
    return "+".join((*held, name)) if name else ""


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
    """Return a message whose arguments ``key_…``, names of commands, are told as the player's shortcuts."""
    named = {name: value for name, value in message.arguments.items() if name.startswith("key_")}
    shown = {name: key_words(str(value), state, texts) for name, value in named.items()}
    return Message(message.key, **message.arguments | shown) if shown else message


def key_words(name: str, state: AppState, texts: Texts) -> str:
    """Return the chord of a command, given its name, as labelled on keys; its words if it has none."""
    return key_map(state).words(name) or texts("key.none", name=texts(f"help.{name}"))


class KeyMap:
    """The commands by chord."""

    def __init__(self, own: Mapping[str, str]) -> None:
        """Combine the default keys with those the player has chosen, by command name; "" means no key."""
        self._own = {name: chord for name, chord in own.items() if name in _BY_NAME}
        self._commands: dict[str, list[Command]] = {}
        for command in COMMANDS:
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
        return chord_words(self.chord(_BY_NAME[name]))

    def words_for(self, action: Action | None, state: AppState) -> str:
        """Return the chord for an action, as labelled on keys; "" for none."""
        done = (command for command in COMMANDS if self.chord(command) and command.act(state) == action)
        return next((chord_words(self.chord(command)) for command in done), "")

    def command(self, chord: str, state: AppState) -> Command | None:
        """Return the command that a chord triggers in a state, or None."""
        here = Where.RECORD if view.takes_notes(state) else Where.GAME
        found = self._commands.get(chord, ())
        met = (command for command in found if command.where.meets(here))
        return next(
            (command for command in met if state.shown_analysis is not None or not command.analysing), None
        )

    def obstacle(self, name: str, chord: str) -> str | None:
        """Return what keeps a command from having a chord: another command, "" for a fixed key, or None."""
        if chord in _TAKEN:
            return ""
        wanted = _BY_NAME[name]
        others = (other for other in self._commands.get(chord, ()) if other is not wanted)
        return next((other.name for other in others if other.where.meets(wanted.where)), None)

    def with_chord(self, name: str, chord: str) -> dict[str, str]:
        """Return the keys chosen by the player once a command has this chord; default keys are left out."""
        own = {other: key for other, key in self._own.items() if other != name}
        return own if chord == _BY_NAME[name].key else own | {name: chord}


@lru_cache(maxsize=4)
def _key_map(own: tuple[tuple[str, str], ...]) -> KeyMap:
    return KeyMap(dict(own))


def key_map(state: AppState) -> KeyMap:
    """Return the key map for the settings."""
    return _key_map(tuple(state.settings.keys.items()))
