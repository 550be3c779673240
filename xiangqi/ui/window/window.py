"""The window and its loop, which handles events, sends intents and redraws whatever looks different."""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace
from typing import Final

import pygame

from xiangqi import x_clipboard
from xiangqi.action import Action
from xiangqi.app.effect import CopyText, PlaySound, TakePicture, ViewEffect
from xiangqi.app.engines.engine_list import AddEngineCommand
from xiangqi.app.exercises.times import thinking_time, times
from xiangqi.app.game.play import NewGame
from xiangqi.app.intent import Intent
from xiangqi.app.recognition.reading_pictures import ReadPictures, pasting
from xiangqi.app.records.clipboard_faults import nothing_copied, nothing_pasted
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.state import AppState
from xiangqi.app.session.told import to_be_spoken
from xiangqi.app.settings.preferences import WindowResized
from xiangqi.app.start import first_intents, first_page
from xiangqi.app.start_options import Options
from xiangqi.errors import ClipboardError, ResourceError
from xiangqi.spoken.speech import spoken_move
from xiangqi.storage.settings import Settings
from xiangqi.ui.parts.actions import (
    ENGINE_COMMAND,
    START_FEN_FIELD,
    AddTyped,
    CopySelection,
    PasteClipboard,
    SaveTyped,
    StartTyped,
    ToggleFullScreen,
)
from xiangqi.ui.records.file_panels import SAVE_NAME, saving_typed
from xiangqi.ui.toolkit.widgets import HANDLED
from xiangqi.ui.window.display import open_window, shown_window, told_scale
from xiangqi.ui.window.held_key import HeldKey
from xiangqi.ui.window.listener import Listener
from xiangqi.ui.window.reader import attached, is_installed
from xiangqi.ui.window.screen import Screen
from xiangqi.ui.window.sound import Sounds
from xiangqi.ui.window.stillness import ask_system
from xiangqi.ui.window.voice import Voice

FRAMES_PER_SECOND: Final = 60
IDLE_FRAMES_PER_SECOND: Final = 12
"""The frame rate while nothing moves and there is no input, a fifth of the usual cost of an open window.
Waiting for an event in SDL would cost more, since it polls every millisecond.
"""

_IDLE_AFTER_S: Final = 3.0


def run(options: Options) -> None:
    """Show the window until it is closed. The display must be open; it may already show a window.

    Raises:
        XiangqiError: the file or position of the options cannot be read.
    """
    first_intents(options, Settings())  # a wrong file or position is reported before a game begins
    with Runner(for_this_run=options.for_this_run) as runner:
        first = first_intents(options, runner.state.settings, plays=False)
        window = Window(runner)
        for intent in first:
            runner.send(intent)
        runner.recover_drafts(show=not any(isinstance(intent, OpenFile) for intent in first))
        if not options.names_a_game:
            runner.send(first_page(runner.state))
        window.loop()


class Window:
    """A window that shows a session; `loop` runs both."""

    def __init__(self, runner: Runner) -> None:
        """Open the window in its last size, or maximised if it was, unless it is already open."""
        self._runner = runner
        self._surface = open_window(runner.state.settings.window_size, hidden=is_installed())
        reader = attached(runner.state.settings.language)  # before the window is shown
        shown_window().show()
        if runner.state.settings.maximised:
            shown_window().maximize()
        self._windowed_size = self._size_before = self._surface.get_size()
        self._full_screen = False
        self._maximised = False
        self._screen = Screen(self._windowed_size, told_scale())
        self._sounds = Sounds()
        self._voice = Voice()
        ask_system()
        self._drawn: AppState | None = None
        self._drawn_times: tuple[str, ...] = ()
        self._stale = True
        self._touched_s = time.monotonic()
        self._pointing = False
        self._text_rect = pygame.Rect(0, 0, 0, 0)
        self._listener = Listener(reader, self._screen) if reader is not None else None
        self._held = HeldKey()
        pygame.key.start_text_input()

    def loop(self) -> None:
        """Run until the session quits, sleeping between frames and drawing only when something has changed."""
        clock = pygame.time.Clock()
        while not self._runner.state.quitting:
            self._take_events()
            now_s = time.monotonic()
            self._runner.step(now_s)
            if self._listener is not None and self._listener.begins():
                self._stale = True
            if self._looks_different(now_s):
                self._draw(now_s)
            if self._listener is not None:
                self._listener.tell(self._runner.state)
            for effect in self._runner.take_view_effects():
                self._perform(effect)
            idle = now_s - self._touched_s > _IDLE_AFTER_S and not self._stale
            clock.tick(IDLE_FRAMES_PER_SECOND if idle else FRAMES_PER_SECOND)
        self._voice.close()
        self._sounds.close()

    # ---- Drawing ----

    def _looks_different(self, now_s: float) -> bool:
        state = self._runner.state
        if self._stale or self._screen.is_moving(now_s) or state != self._drawn:
            return True
        return _times(state) != self._drawn_times

    def _draw(self, now_s: float) -> None:
        state = self._runner.state
        self._screen.draw(self._surface, state, now_s)
        self._stale = self._screen.is_moving(now_s)  # a movement that this frame shows ends in a later one
        if not self._runner.await_journal():
            self._stale = True  # the last frame stays until the move is stored
            return
        pygame.display.flip()
        self._speak(self._drawn, state)
        self._drawn, self._drawn_times = state, _times(state)
        for wish in self._screen.wishes(state):
            self._act(wish)
        text_rect = self._screen.text_rect()
        if text_rect is not None and text_rect != self._text_rect:
            self._text_rect = text_rect
            pygame.key.set_text_input_rect(text_rect)
        pointing = self._screen.points(state)
        if pointing != self._pointing:
            self._pointing = pointing
            with contextlib.suppress(pygame.error):  # not every display has cursors
                pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if pointing else pygame.SYSTEM_CURSOR_ARROW)

    def _speak(self, before: AppState | None, state: AppState) -> None:
        """Say a new move aloud, unless a screen reader announces it."""
        read = self._listener is not None and self._listener.is_read
        line = None if before is None or read else to_be_spoken(before, state)
        if line is not None:
            language, settings = state.settings.language, state.settings
            self._voice.say(spoken_move(line, language), language, settings.speech_volume)

    # ---- Events ----

    def _take_events(self) -> None:
        """Handle the events that have come, and then the key that is still held."""
        for event in pygame.event.get():
            self._held.note(event, time.monotonic())
            self._handle(event)
            self._touched_s = time.monotonic()
        repeated = self._held.repeated(time.monotonic())
        if repeated is not None:
            self._handle(repeated)
            self._touched_s = time.monotonic()

    def _handle(self, event: pygame.event.Event) -> None:
        self._stale = True
        if event.type == pygame.WINDOWSIZECHANGED:
            self._resized()
        elif event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED) and not self._full_screen:
            self._maximised = event.type == pygame.WINDOWMAXIMIZED
            self._remember(self._size_below() if self._maximised else self._surface.get_size())
        if self._listener is not None:
            for action in self._listener.handle(event, self._runner.state):
                self._act(action)
        for action in self._screen.handle(event, self._runner.state):
            self._act(action)

    def _resized(self) -> None:
        self._show_on(pygame.display.get_surface() or self._surface)
        if not (self._full_screen or self._maximised):
            self._size_before = self._windowed_size  # used if the window has just been maximised
            self._remember(self._surface.get_size())

    def _size_below(self) -> tuple[int, int]:
        """Return the size that the maximised window takes when it is restored."""
        told = self._windowed_size == tuple(shown_window().size)
        return self._size_before if told else self._windowed_size

    def _remember(self, size: tuple[int, int]) -> None:
        """Store the size that the window has unless maximised, and whether it is, for the next start."""
        self._windowed_size = size
        self._runner.send(WindowResized(size, self._maximised))

    def _act(self, action: Action) -> None:
        """Carry out a command of the window, or pass any other action to the session."""
        if isinstance(action, Intent):
            self._runner.send(action)
        elif isinstance(action, ToggleFullScreen):
            self._toggle_full_screen()
        elif isinstance(action, PasteClipboard):
            try:
                self._paste(clipboard_text())
            except ClipboardError as error:
                self._runner.send(nothing_pasted(str(error)))
        elif isinstance(action, CopySelection):
            self._perform(CopyText(action.text))
        elif isinstance(action, SaveTyped):
            name = self._screen.memory.texts.get(SAVE_NAME, "").strip()
            if name:
                self._runner.send(saving_typed(self._runner.state, name))
        elif isinstance(action, AddTyped):
            self._runner.send(AddEngineCommand(self._screen.memory.texts.get(ENGINE_COMMAND, "").strip()))
        elif isinstance(action, StartTyped):
            fen = self._screen.memory.texts.get(START_FEN_FIELD, "").strip()
            self._runner.send(NewGame(replace(action.setup, start_fen=fen)))

    def _paste(self, text: str) -> None:
        """Paste a text into the focused text field, or else pass it to the session as a position or game.

        If it is "", the session looks for a picture in the clipboard.
        """
        if not text:  # there may be a picture, for which another process looks
            self._runner.send(ReadPictures((None,)))
            return
        change = self._screen.insert(text)
        if change is None:
            self._runner.send(pasting(text))
        elif change is not HANDLED:
            self._act(change)

    def _toggle_full_screen(self) -> None:
        """Cover the whole screen with the same window, or give it back its place and state."""
        window = shown_window()
        self._full_screen = not self._full_screen
        if self._full_screen:
            window.set_fullscreen(desktop=True)
        else:
            window.set_windowed()
            if self._maximised:
                window.maximize()

    def _show_on(self, surface: pygame.Surface) -> None:
        """Draw on another surface from now on, because the display has released the previous one."""
        self._surface = self._screen.surface = surface

    def _perform(self, effect: ViewEffect) -> None:
        if isinstance(effect, PlaySound):
            settings = self._runner.state.settings
            if not settings.muted:
                with contextlib.suppress(ResourceError, pygame.error):  # a damaged sound is not played
                    self._sounds.play(effect.sound.value, settings.volume)
        elif isinstance(effect, CopyText):
            try:
                pygame.scrap.put_text(effect.text)
            except pygame.error:
                self._runner.send(nothing_copied())
        elif isinstance(effect, TakePicture):
            board = self._screen.board_picture()
            self._runner.keep_picture(board.get_size(), pygame.image.tobytes(board, "RGB"))


def _times(state: AppState) -> tuple[str, ...]:
    """Return all visible texts that change with time alone."""
    return (*times(state), thinking_time(state))


def clipboard_text() -> str:
    """Return the clipboard's text; "" if there is none. Nothing but text is fetched.

    Raises:
        ClipboardError: the program that holds the clipboard does not answer or has too much.
    """
    try:
        if pygame.display.get_driver() == "x11":  # SDL would take the clipboard away from a slow owner
            return x_clipboard.read_text(pygame.event.pump)
        return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except pygame.error:
        return ""
