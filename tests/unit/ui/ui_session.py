"""A session without engines or files, and a screen upon it, for the tests of the window's parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from xiangqi.action import Action
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.effect import Effect
from xiangqi.app.event import Input
from xiangqi.app.game.play import NewGame
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session.intents import UseHelp
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState, Question
from xiangqi.app.update import Answer, initial_state, update
from xiangqi.board import Move
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.storage.settings import Settings
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.controls import CardTabs
from xiangqi.ui.toolkit.widgets import Widget
from xiangqi.ui.window.screen import Screen

HOT_SEAT = Setup(red=Player(), black=Player())


@dataclass
class Session:
    """State and screen; events go in as the window would hand them on."""

    size: tuple[int, int] = (1180, 900)
    state: AppState = field(default_factory=lambda: initial_state(Settings(language="en")))
    now: float = 100.0
    effects: list[Effect] = field(default_factory=list)
    uses_help: bool = True  # whether the player says yes when asked whether to use help in a rated game

    def __post_init__(self) -> None:
        self.surface = pygame.Surface(self.size)
        self.screen = Screen(self.size)
        self.send(NewGame(HOT_SEAT))
        self.draw()

    def send(self, *messages: Input) -> None:
        """Let messages change the state."""
        for message in messages:
            self.state, effects = update(self.state, message)
            self.effects += effects
            if self.uses_help and self.state.question is not None:
                self._agree(self.state.question)

    def _agree(self, question: Question) -> None:
        if isinstance(question.then, UseHelp):
            self.state, effects = update(self.state, Answer(True))
            self.effects += effects

    def play(self, moves: str) -> None:
        """Play moves in coordinates."""
        self.send(*(PlayText(text) for text in moves.split()))
        self.draw()

    def open_record(self, text: str, name: str = "record.pgn") -> None:
        """Open the games of a text as if they had been read from a file."""
        self.send(OpenFile(Path(name)))
        assert self.state.loading is not None
        games = tuple(map(pack, read_bytes(text.encode("utf-8"), name)))
        self.send(GamesRead(self.state.loading.id, name, Path(name), games, complete=True))
        self.draw()

    def settle(self, **values: object) -> None:
        """Change settings."""
        self.state = replace(self.state, settings=replace(self.state.settings, **values))  # type: ignore[arg-type]
        self.draw()

    def draw(self) -> None:
        """Draw, half a second later."""
        self.now += 0.5
        self.screen.draw(self.surface, self.state, self.now)

    def post(self, kind: int, **values: object) -> list[Action]:
        """Handle an event, send its intents, draw; the actions are returned."""
        event = pygame.event.Event(kind, **values)
        actions = self.screen.handle(event, self.state)
        for action in actions:
            if isinstance(action, Intent):
                self.send(action)
        self.draw()
        return actions

    def key(self, key: int, mod: int = 0) -> list[Action]:
        """Press a key."""
        return self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def write(self, text: str) -> list[Action]:
        """Type characters, one event each."""
        return [action for letter in text for action in self.post(pygame.TEXTINPUT, text=letter)]

    def point(self, square: str) -> tuple[int, int]:
        """Pixel of a square such as "h2"."""
        board = self.screen.stage.frame.board or Areas.of(self.size).shown_board  # where it would be
        return board.point(Move.from_iccs(square + square).to_square)

    def move_mouse(self, position: tuple[int, int]) -> list[Action]:
        """Move the mouse."""
        return self.post(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0))

    def press(self, position: tuple[int, int], button: int = 1) -> list[Action]:
        """Button down."""
        return self.post(pygame.MOUSEBUTTONDOWN, pos=position, button=button)

    def release(self, position: tuple[int, int], button: int = 1) -> list[Action]:
        """Button up."""
        return self.post(pygame.MOUSEBUTTONUP, pos=position, button=button)

    def click(self, position: tuple[int, int], button: int = 1) -> list[Action]:
        """Button down and up."""
        return self.press(position, button) + self.release(position, button)

    def widget(self, key: str) -> Widget:
        """A widget that must be on the window."""
        widget = self.screen.stage.widget(key)
        assert widget is not None, f"{key} is not among {[other.key for other in self.screen.stage.widgets]}"
        return widget

    def click_widget(self, key: str) -> list[Action]:
        """Click into the middle of a widget."""
        return self.click(self.widget(key).rect.center)

    def choose_tab(self, key: str, name: str) -> None:
        """Click a tab of a card."""
        tabs = self.widget(key)
        assert isinstance(tabs, CardTabs)
        self.click(tabs.cells()[list(tabs.names).index(name)].center)

    def iccs(self) -> Sequence[str]:
        """The moves of the line on the board."""
        return [str(move) for move in self.state.document.line.moves]
