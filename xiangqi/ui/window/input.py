"""Turns pygame events into intents and commands; reads the interface and the state but changes neither.

A click on the board counts when the button is released, except that a piece which can be selected is selected
at once; moved further than the threshold, it is dragged. `keys` defines what each key does. A letter that is a
command can also begin a typed move: F turns the board, but a digit after it turns it back (``f0e1``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.board_input.asking import BEGINS, AskBoard
from xiangqi.app.board_input.moving import (
    ClickNothing,
    ClickSquare,
    DragDrop,
    DragMove,
    DragStart,
    EraseText,
    SubmitText,
    TypeText,
)
from xiangqi.app.editor.arrangement import EMPTY
from xiangqi.app.editor.setting_up import ChooseBrush, DropBrush, EraseSquare
from xiangqi.app.lessons.state import Learning
from xiangqi.app.recognition.reading_pictures import ChoosePoint, opening, pasting
from xiangqi.app.recognition.state import Recognition
from xiangqi.app.records.browse import GoBack, GoForward
from xiangqi.app.session import view
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.places import Back
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Cancel
from xiangqi.core.constants import BLACK, KING, PAWN, RED, piece_letter
from xiangqi.ui.board.player_marks import PlayerMarks
from xiangqi.ui.parts.actions import AskKey, CopySelection, FillField, InTurn, Reach
from xiangqi.ui.parts.keys import COMMAND_KEY, Command, chord_of, chord_of_text, is_command, key_map
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.menu import MENU, Menu
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import HANDLED, KeyQuestion, Memory, Widget
from xiangqi.ui.window.interface import Interface

DRAG_THRESHOLD_PX: Final = 3
"""How far the mouse must move with its button held down before a click becomes a drag."""

_SECOND_THOUGHT_SECONDS: Final = 1.5
_DOUBLE_CLICK_MS: Final = 400

_LEFT, _MIDDLE, _RIGHT = 1, 2, 3
_BACK: Final = 6  # the mouse's back button, which pygame counts after the wheel
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
_ERASING: Final = (pygame.K_BACKSPACE, pygame.K_DELETE)
_BRUSHES: Final = {
    piece_letter(side | kind): side | kind for side in (RED, BLACK) for kind in range(KING, PAWN + 1)
} | {".": EMPTY}
"""The editor's brushes by key: pieces by their letters in a FEN, and the dot for an empty point."""

_DIRECTIONS: Final = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, 1),
    "down": (0, -1),
}

_OVER_ALL: Final = ("palette", "paste", "fullscreen", "quit")
"""The commands whose keys count while the palette is open."""

Wants = Sequence[Action | None]
"""The actions that an event requests, or None if a widget ignored the event."""


@dataclass(frozen=True)
class _Letter:
    """A letter that has just executed a command and may turn out to begin a move."""

    text: str = ""
    command: Command | None = None
    at_ms: float = -math.inf


@dataclass(frozen=True)
class _Click:
    """A press of the left button: its place and time, and the panel that was open."""

    position: tuple[int, int]
    at_ms: int
    panel: Panel | None


@dataclass(frozen=True)
class _WidgetClick:
    """A click on a widget: its key, place and time."""

    key: str = ""
    position: tuple[int, int] = (0, 0)
    at_ms: int = -_DOUBLE_CLICK_MS


def _one_by_one(actions: Wants) -> Wants:
    """Return the actions, with each `InTurn` replaced by its parts."""
    return [one for action in actions for one in (action.actions if isinstance(action, InTurn) else (action,))]


def click_of(state: AppState, square: int) -> Action:
    """Return the action of a click on a square; beside a picture, it selects the point to correct."""
    held = state.held(Recognition)
    is_read = state.panel is Panel.PICTURE and held is not None and bool(held.places())
    return ChoosePoint(square) if is_read else ClickSquare(square)


class Input:
    """Handles events, and holds the state of mouse and keyboard between them.

    Attributes:
        memory: the widgets' memory: focus, hover and scrolling.
        sketch: the player's marks on the board.
        hovered: the square under the mouse.
    """

    def __init__(self, memory: Memory, sketch: PlayerMarks) -> None:
        self.memory = memory
        self.sketch = sketch
        self.hovered: int | None = None
        self._down_at: tuple[int, int] | None = None
        self._down_square: int | None = None
        self._done_on_press = False
        self._letter = _Letter()
        self._clicked: _Click | None = None
        self._last = _WidgetClick()
        self._wheel = 0.0
        self._is_commanded = False  # whether Alt was held with the key that is down

    def handle(self, event: pygame.event.Event, state: AppState, stage: Interface) -> list[Action]:
        """Return the actions that an event requests, in order; for most events there are none."""
        handler = _HANDLERS.get(event.type)
        if handler is None:
            return []
        actions = _one_by_one(handler(self, event, state, stage))
        done = [action for action in actions if isinstance(action, AskKey | FillField | Reach)]
        more = [self._do(action, stage) for action in done]
        wanted = (*actions, *more)
        return [action for action in wanted if action is not None and action not in (HANDLED, *done)]

    def _do(self, action: AskKey | FillField | Reach, stage: Interface) -> Action | None:
        """Carry out an action that affects only widgets; return an action that the widget requests, or None."""
        if isinstance(action, AskKey):
            self.memory.asking = KeyQuestion(action.name)
        elif isinstance(action, FillField):
            self.memory.put_text(action.key, action.text)
            if action.caret is not None:
                self.memory.carets[action.key] = action.caret, action.caret
            field = stage.widget(action.key)
            if isinstance(field, TextField) and field.change is not None:
                return field.change(action.text)
        elif (widget := stage.widget(action.key)) is not None:
            self.memory.focus = widget.key
            widget.click(widget.rect.center, self.memory)
        return None

    # ---- Mouse ----

    def _mouse_down(self, event: pygame.event.Event, state: AppState, stage: Interface) -> Wants:
        self._note_mouse(event.pos, stage)
        if event.button == _LEFT and self._is_second_click(event.pos, state):
            return []
        widget = stage.widget_at(event.pos)
        if self.memory.menu is not None and not isinstance(widget, Menu):
            self.memory.menu = None
            return []
        if event.button == _BACK:
            return [Back()]
        if widget is None and stage.covered:
            self.memory.focus, self.memory.asking = None, None
            return []
        if event.button == _RIGHT:
            return self._right_down(state) if widget is None else [widget.right_click(event.pos, self.memory)]
        if event.button != _LEFT:
            return []
        self.memory.focus_shown, self.memory.asking = False, None
        if widget is not None:
            self.memory.pressed = self.memory.known = widget.key
            self.memory.focus = widget.driver or (widget.key if widget.focusable else None)
            return [widget.press(event.pos, self.memory)]
        self.memory.focus = None
        self._down_at, self._down_square, self._done_on_press = event.pos, stage.square_at(event.pos), False
        self.sketch.clear()
        self.sketch.cursor = None
        return self._take_up(state)

    def _is_second_click(self, position: tuple[int, int], state: AppState) -> bool:
        """Return whether this is the second click of a double click whose target has since disappeared."""
        before, now_ms = self._clicked, pygame.time.get_ticks()
        self._clicked = _Click(position, now_ms, state.panel)
        if before is None or before.panel is None or before.panel is state.panel:
            return False
        quick = now_ms - before.at_ms < _DOUBLE_CLICK_MS
        return quick and math.dist(position, before.position) <= DRAG_THRESHOLD_PX

    def _right_down(self, state: AppState) -> list[Action]:
        """Cancel a move made in advance, or erase a piece in the editor; otherwise begin an arrow or circle."""
        if state.selection.premove is not None:
            return [ClickNothing()]
        if not state.document.mode.arranges:
            self.sketch.press(self.hovered)
            return []
        return [] if self.hovered is None else [EraseSquare(self.hovered)]

    def _take_up(self, state: AppState) -> list[Action]:
        """Select a piece of the side to move as soon as the button is pressed.

        This does not apply to the editor, where a click may remove the piece.
        """
        square = self._down_square
        if state.document.mode.arranges:
            return []
        snapshot = view.snapshot(state)
        own = square is not None and bool(snapshot.pieces.get(square, 0) & snapshot.turn)
        if square is None or not own or state.selection.selected == square:
            return []
        self._done_on_press = True
        return [ClickSquare(square)]

    def _mouse_moved(self, event: pygame.event.Event, state: AppState, stage: Interface) -> Wants:
        self._note_mouse(event.pos, stage)
        self.sketch.move(self.hovered)
        if self.memory.pressed is not None:
            widget = stage.widget(self.memory.pressed)
            return [] if widget is None else [widget.drag(event.pos, self.memory)]
        if state.selection.drag is not None:
            return [DragMove(event.pos)]
        if self._down_at is None or self._down_square is None or state.selection.refusal is not None:
            return []
        if math.dist(event.pos, self._down_at) <= DRAG_THRESHOLD_PX:
            return []
        square, self._down_square = self._down_square, None
        return [DragStart(square, event.pos)] if view.snapshot(state).pieces.get(square) else []

    def _mouse_up(self, event: pygame.event.Event, state: AppState, stage: Interface) -> Wants:
        self._note_mouse(event.pos, stage)
        if event.button == _RIGHT:
            self.sketch.release()
            return []
        if event.button != _LEFT:
            return []
        down_at, self._down_at = self._down_at, None
        pressed, self.memory.pressed = self.memory.pressed, None
        if state.document.mode.carried is not None:
            return [DropBrush(stage.square_at(event.pos))]
        if pressed is not None:
            widget = stage.widget(pressed)
            hit = widget is not None and stage.widget_at(event.pos) is widget
            actions: Wants = [self._click_on(widget, event.pos)] if widget is not None and hit else []
            self.memory.grabbed = None
            return actions
        if state.selection.drag is not None:
            return [DragDrop(stage.square_at(event.pos))]
        if down_at is None or self._done_on_press:
            return []
        square = stage.square_at(event.pos)
        if square is None:
            return [ClickNothing()]
        return [click_of(state, square)] if square == self._down_square else []

    def _click_on(self, widget: Widget, position: tuple[int, int]) -> Action | None:
        """Return the action of a click on a widget, which may be the second one of a double click."""
        before, now_ms = self._last, pygame.time.get_ticks()
        self._last = _WidgetClick(widget.key, position, now_ms)
        near = math.dist(position, before.position) <= DRAG_THRESHOLD_PX
        if widget.key == before.key and near and now_ms - before.at_ms < _DOUBLE_CLICK_MS:
            self._last = _WidgetClick()
            return widget.double_click(position, self.memory)
        return widget.click(position, self.memory)

    def _wheel_turned(self, event: pygame.event.Event, _state: AppState, stage: Interface) -> Wants:
        turned = getattr(event, "precise_y", event.y) or event.y
        widget = stage.widget_at(self.memory.mouse)
        if widget is not None:
            return [stage.wheel(widget, turned, self.memory)]
        if stage.covered:
            return []
        self._wheel += turned
        steps = int(self._wheel)
        self._wheel -= steps
        return [GoBack() if steps > 0 else GoForward()] * abs(steps)

    def _note_mouse(self, position: tuple[int, int], stage: Interface) -> None:
        widget = stage.widget_at(position)
        self.memory.mouse = position
        self.memory.hover = widget.key if widget is not None else None
        if self.memory.hover != self.memory.known:
            self.memory.known = None
        self.hovered = stage.square_at(position) if widget is None else None

    def _mouse_left(self, _event: pygame.event.Event, _state: AppState, _stage: Interface) -> list[Action]:
        self.memory.hover = self.hovered = None
        self.memory.mouse = (-1, -1)
        return []

    # ---- Keyboard ----

    def _key_up(self, _event: pygame.event.Event, _state: AppState, _stage: Interface) -> list[Action]:
        self._is_commanded = False
        return []

    def _key_down(self, event: pygame.event.Event, state: AppState, stage: Interface) -> list[Action]:
        self._is_commanded = bool(event.mod & pygame.KMOD_LALT)
        if self.memory.composition:
            return []  # the key belongs to an input method
        chord = chord_of(event.key, event.mod)
        self.memory.shift = bool(event.mod & pygame.KMOD_SHIFT)
        if self.memory.asking is not None:
            return self._take_key(self.memory.asking.name, chord, state)
        if self.memory.menu is not None:
            return self._menu_key(event, stage)
        if event.key == pygame.K_TAB:
            self.sketch.cursor = None  # keys belong to the board or to a control, never to both
            stage.move_focus(self.memory, -1 if event.mod & pygame.KMOD_SHIFT else 1)
            return []
        widget = stage.widget(self.memory.focus)
        if is_command(chord):
            actions = self._with_selection(chord, widget) if isinstance(widget, TextField) else None
            return self._command(chord, state) if actions is None else actions
        if event.key == pygame.K_ESCAPE:
            return self._emptied(state, stage) or self._escape(state, widget)
        if widget is not None and (isinstance(widget, TextField | ListBox) or self.memory.focus_shown):
            action = widget.key_down(event.key, self.memory)
            if action is not None:
                self.memory.focus_shown |= isinstance(widget, ListBox)
                return [action]
        if state.question is not None:
            return stage.meant() if event.key in _ENTER else []
        if state.panel is not None and event.key in (pygame.K_UP, pygame.K_DOWN) and self._enter_list(stage):
            return []
        if widget is not None and self.memory.focus_shown and chord in ("up", "down"):
            stage.move_focus(self.memory, -1 if chord == "up" else 1)
            return []
        return self._board_key(event, chord, state, stage)

    def _enter_list(self, stage: Interface) -> bool:
        """Move the focus to the panel's list, and return whether it has one."""
        found = next((widget.key for widget in stage.widgets if isinstance(widget, ListBox)), None)
        if found is not None:
            self.memory.focus, self.memory.focus_shown = found, True
        return found is not None

    def _menu_key(self, event: pygame.event.Event, stage: Interface) -> list[Action]:
        """Pass a key to the open menu; a key that the menu does not use closes it."""
        menu = stage.widget(MENU)
        action = menu.key_down(event.key, self.memory) if menu is not None else None
        if action is None:
            self.memory.menu = None
            return []
        return [action]

    def _with_selection(self, chord: str, area: TextField) -> list[Action] | None:
        """Return the actions of a chord that concerns a field's selection, or None for any other chord."""
        if chord == "ctrl+a":
            area.select_all(self.memory)
            return []
        selected = area.selected(self.memory)
        if not selected or chord not in ("ctrl+c", "ctrl+x"):
            return None
        copy = CopySelection(selected)
        return [copy] if chord == "ctrl+c" else [copy, area.cut(self.memory)]

    def _command(self, chord: str, state: AppState) -> list[Action]:
        """Return the actions of a key command; while a question is open, only closing the program counts."""
        command = key_map(state).command(chord, state)
        if command is None or not self._is_meant(command, state):
            return []
        return [command.act(state)]

    @staticmethod
    def _is_meant(command: Command, state: AppState) -> bool:
        """Return whether a command counts now: while a question or the palette is open, few of them do."""
        if state.question is not None:
            return command.name == "quit"
        return not state.is_overlaid or command.name in _OVER_ALL

    def _take_key(self, name: str, chord: str, state: AppState) -> list[Action]:
        """Assign the pressed key to the waiting command, or report which command has it.

        Backspace removes the command's key, Esc changes nothing.
        """
        if not chord:
            return []
        self.memory.asking = None
        keys = key_map(state)
        if chord == "escape":
            return []
        if chord == "backspace":
            return [ChangeSettings({"keys": keys.with_chord(name, "")})]
        holder = keys.obstacle(name, chord)
        if holder is not None:
            self.memory.asking = KeyQuestion(name, chord, holder)
            return []
        return [ChangeSettings({"keys": keys.with_chord(name, chord)})]

    def _emptied(self, state: AppState, stage: Interface) -> list[Action]:
        """Empty the search field of the page, and return its action; [] if there is none or it is empty."""
        if state.question is not None or state.is_overlaid:
            return []
        fields = (widget for widget in stage.widgets if isinstance(widget, SearchField))
        typed = next((field for field in fields if field.text(self.memory)), None)
        return [] if typed is None else [typed.empty(self.memory)]

    def _escape(self, state: AppState, widget: Widget | None) -> list[Action]:
        shown = self.memory.focus_shown and state.question is None and state.panel is None
        shown = shown or (isinstance(widget, TextField) and widget.several)
        self.memory.focus, self.memory.focus_shown = None, False
        self._down_at = self._down_square = None
        if shown:
            return []
        if self.sketch.cursor is not None and state.question is None and state.panel is None:
            self.sketch.cursor = None
        self.sketch.clear()
        return [Cancel()]

    def _board_key(
        self, event: pygame.event.Event, chord: str, state: AppState, stage: Interface
    ) -> list[Action]:
        sketch = self.sketch
        if stage.covered:
            return stage.meant() if event.key in _ENTER else self._command(chord, state)
        if event.key in _ENTER:
            if state.selection.typed.startswith(BEGINS):
                return [AskBoard(sketch.cursor)]
            if state.selection.typed:
                return [SubmitText()]
            learning = state.mode(Learning)
            if learning is not None and not learning.is_asked:
                return [GoForward()]
            return stage.meant() if sketch.cursor is None else [click_of(state, sketch.cursor)]
        if state.document.mode.arranges and event.key in _ERASING:
            return [] if sketch.cursor is None else [EraseSquare(sketch.cursor)]
        if event.key == pygame.K_BACKSPACE:
            return [EraseText()]
        begins = event.key in (pygame.K_UP, pygame.K_DOWN) or state.document.mode.arranges
        moves_cursor = state.replay is None and (begins or sketch.cursor is not None)
        if chord in _DIRECTIONS and moves_cursor:
            right, up = _DIRECTIONS[chord]
            sketch.move_cursor(right, up, state.flipped)
            return []
        return [] if chord == "space" and state.selection.typed else self._command(chord, state)

    # ---- Text ----

    def _text_input(self, event: pygame.event.Event, state: AppState, stage: Interface) -> list[Action]:
        self.memory.composition = ""
        if COMMAND_KEY == "alt" and self._is_commanded:
            return []  # some systems send the character of a key that has just executed a command
        widget = stage.widget(self.memory.focus)
        if isinstance(widget, TextField):
            return [widget.insert(event.text, self.memory)]
        if state.question is not None:
            return []
        chord = chord_of_text(event.text)
        if self.memory.asking is not None:
            return self._take_key(self.memory.asking.name, chord, state)
        if not state.selection.typed or event.text == "?":
            return self._first_character(event.text, chord, state)
        return [TypeText(event.text)]

    def _first_character(self, text: str, chord: str, state: AppState) -> list[Action]:
        """Return the actions of a letter that is a command or begins a move.

        A digit soon after a command's letter shows that the letter began a move; the command is then undone.
        """
        if state.document.mode.arranges and text in _BRUSHES and not state.is_board_covered:
            return [ChooseBrush(_BRUSHES[text])]
        command = key_map(state).command(chord, state)
        if command is None and chord.startswith("shift+"):
            command = key_map(state).command(chord.removeprefix("shift+"), state)
        now_ms = pygame.time.get_ticks()
        before, self._letter = self._letter, _Letter()
        if command is not None:
            self._letter = _Letter(text, command, now_ms)
            return [command.act(state)]
        if text == " " or state.is_board_covered or state.replay is not None or state.document.mode.arranges:
            return []
        at_once = now_ms - before.at_ms < 1000 * _SECOND_THOUGHT_SECONDS
        if at_once and before.command is not None and before.command.undoes_itself and text.isdigit():
            return [before.command.act(state), TypeText(before.text + text)]
        return [TypeText(text)]

    def _composing(self, event: pygame.event.Event, _state: AppState, _stage: Interface) -> list[Action]:
        self.memory.composition = event.text
        return []

    # ---- The window ----

    def _dropped_file(self, event: pygame.event.Event, _state: AppState, _stage: Interface) -> list[Action]:
        return [opening(Path(event.file))]

    def _dropped_text(self, event: pygame.event.Event, _state: AppState, _stage: Interface) -> list[Action]:
        return [pasting(event.text)]

    def _quit(self, _event: pygame.event.Event, _state: AppState, _stage: Interface) -> list[Action]:
        return [Quit()]


_HANDLERS: Final[dict[int, Callable[[Input, pygame.event.Event, AppState, Interface], Wants]]] = {
    pygame.MOUSEBUTTONDOWN: Input._mouse_down,
    pygame.MOUSEMOTION: Input._mouse_moved,
    pygame.MOUSEBUTTONUP: Input._mouse_up,
    pygame.MOUSEWHEEL: Input._wheel_turned,
    pygame.WINDOWLEAVE: Input._mouse_left,
    pygame.KEYDOWN: Input._key_down,
    pygame.KEYUP: Input._key_up,
    pygame.TEXTINPUT: Input._text_input,
    pygame.TEXTEDITING: Input._composing,
    pygame.DROPFILE: Input._dropped_file,
    pygame.DROPTEXT: Input._dropped_text,
    pygame.QUIT: Input._quit,
}
