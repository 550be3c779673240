"""Turns pygame events into what the player wants. Reads the stage and the state, changes neither.

A click on the board is an intent when the button comes up, except that a piece which can be taken up is taken
up at once; moved further than the threshold it is dragged. Letters that are shortcuts can also begin a typed
move: F turns the board, and turns it back when a digit follows (``f0e1``).
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

import pygame

from xiangqi.app import edit_intents, intents, view
from xiangqi.app.state import AppState, Panel
from xiangqi.core.constants import BLACK, KING, PAWN, RED, piece_letter
from xiangqi.ui.commands import PasteClipboard, ToggleFullScreen
from xiangqi.ui.sketch import Sketch
from xiangqi.ui.stage import Stage
from xiangqi.ui.widgets import HANDLED, Action, Memory, TextField

DRAG_THRESHOLD_PX: Final = 3
"""How far the mouse goes, held down, before a click becomes a drag."""

_SECOND_THOUGHT_SECONDS: Final = 1.5

_LEFT, _MIDDLE, _RIGHT = 1, 2, 3
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META

_WITH_COMMAND: Final[dict[int, Action]] = {
    pygame.K_e: edit_intents.OpenEditor(),
    pygame.K_n: intents.OpenPanel(Panel.NEW_GAME),
    pygame.K_o: intents.OpenPanel(Panel.OPEN_FILE),
    pygame.K_s: intents.Save(),
    pygame.K_c: intents.CopyGame(),
    pygame.K_v: PasteClipboard(),
    pygame.K_z: intents.TakeBack(),
    pygame.K_y: intents.Redo(),
    pygame.K_p: intents.PauseGame(),
    pygame.K_q: intents.Quit(),
}
_WITH_COMMAND_AND_SHIFT: Final[dict[int, Action]] = {
    pygame.K_c: intents.CopyPosition(),
    pygame.K_s: intents.OpenPanel(Panel.SAVE_FILE),
    pygame.K_z: intents.Redo(),
}
_ANNOTATING: Final[dict[tuple[int, bool], Action]] = {
    (pygame.K_z, False): intents.UndoEdit(),
    (pygame.K_z, True): intents.RedoEdit(),
    (pygame.K_y, False): intents.RedoEdit(),
    (pygame.K_UP, False): intents.MoveVariation(-1),
    (pygame.K_DOWN, False): intents.MoveVariation(1),
    (pygame.K_HOME, False): intents.MakeMainLine(),
    (pygame.K_DELETE, False): intents.DeleteVariation(),
    (pygame.K_DELETE, True): intents.DeleteRest(),
}
"""With the command key, and shift or not, while a record is open."""

_PLAIN: Final[dict[int, Action]] = {
    pygame.K_LEFT: intents.GoBack(),
    pygame.K_RIGHT: intents.GoForward(),
    pygame.K_HOME: intents.GoFirst(),
    pygame.K_END: intents.GoLast(),
    pygame.K_F1: intents.OpenPanel(Panel.HELP),
}
_WITH_SHIFT: Final[dict[int, Action]] = {
    pygame.K_LEFT: intents.NextVariation(-1),
    pygame.K_RIGHT: intents.NextVariation(1),
}
_ERASING: Final = (pygame.K_BACKSPACE, pygame.K_DELETE)
_BRUSHES: Final = {
    piece_letter(side | kind): side | kind for side in (RED, BLACK) for kind in range(KING, PAWN + 1)
}
"""The editor's pieces by their letters in a FEN."""

_DIRECTIONS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, 1),
    pygame.K_DOWN: (0, -1),
}


class Input:
    """The state of mouse and keyboard between events.

    Attributes:
        memory: of the widgets: focus, hover and scrolling are kept here.
        sketch: the player's marks on the board.
        hovered: the square under the mouse.
    """

    def __init__(self, memory: Memory, sketch: Sketch) -> None:
        self.memory = memory
        self.sketch = sketch
        self.hovered: int | None = None
        self._down_at: tuple[int, int] | None = None
        self._down_square: int | None = None
        self._done_on_press = False
        self._turned_at_ms = -math.inf
        self._wheel = 0.0

    def handle(self, event: pygame.event.Event, state: AppState, stage: Stage) -> list[Action]:
        """What one event asks for, in order; nothing for most."""
        handler = _HANDLERS.get(event.type)
        if handler is None:
            return []
        return [action for action in handler(self, event, state, stage) if action is not HANDLED]

    # ---- Mouse ----

    def _mouse_down(self, event: pygame.event.Event, state: AppState, stage: Stage) -> list[Action]:
        self._note_mouse(event.pos, stage)
        if event.button == _RIGHT:
            return self._right_down(state)
        if event.button != _LEFT:
            return []
        widget = stage.widget_at(event.pos)
        self.memory.focus_shown = False
        if widget is not None:
            self.memory.pressed = widget.key
            self.memory.focus = widget.key if widget.focusable else None
            return [widget.press(event.pos, self.memory)]
        self.memory.focus = None
        self._down_at, self._down_square, self._done_on_press = event.pos, stage.square_at(event.pos), False
        self.sketch.clear()
        self.sketch.cursor = None
        return self._take_up(state)

    def _right_down(self, state: AppState) -> list[Action]:
        """Begins an arrow or circle; in the editor it takes a piece away."""
        if state.editor is None:
            self.sketch.press(self.hovered)
            return []
        return [] if self.hovered is None else [edit_intents.EraseSquare(self.hovered)]

    def _take_up(self, state: AppState) -> list[Action]:
        """A piece of the side to move is selected as soon as the button goes down; none in the editor, where
        a click may take it away."""
        square = self._down_square
        if state.editor is not None:
            return []
        snapshot = view.snapshot(state)
        own = square is not None and bool(snapshot.pieces.get(square, 0) & snapshot.turn)
        if square is None or not own or state.hand.selected == square:
            return []
        self._done_on_press = True
        return [intents.ClickSquare(square)]

    def _mouse_moved(self, event: pygame.event.Event, state: AppState, stage: Stage) -> list[Action]:
        self._note_mouse(event.pos, stage)
        self.sketch.move(self.hovered)
        if self.memory.pressed is not None:
            widget = stage.widget(self.memory.pressed)
            return [] if widget is None else [widget.drag(event.pos, self.memory)]
        if state.hand.drag is not None:
            return [intents.DragMove(event.pos)]
        if self._down_at is None or self._down_square is None or state.hand.refusal is not None:
            return []
        if math.dist(event.pos, self._down_at) <= DRAG_THRESHOLD_PX:
            return []
        square, self._down_square = self._down_square, None
        return [intents.DragStart(square, event.pos)] if view.snapshot(state).pieces.get(square) else []

    def _mouse_up(self, event: pygame.event.Event, state: AppState, stage: Stage) -> list[Action]:
        self._note_mouse(event.pos, stage)
        if event.button == _RIGHT:
            self.sketch.release()
            return []
        if event.button != _LEFT:
            return []
        down_at, self._down_at = self._down_at, None
        pressed, self.memory.pressed = self.memory.pressed, None
        if state.editor is not None and state.editor.carried is not None:
            return [edit_intents.DropBrush(stage.square_at(event.pos))]
        if pressed is not None:
            widget = stage.widget(pressed)
            hit = widget is not None and stage.widget_at(event.pos) is widget
            actions = [widget.click(event.pos, self.memory)] if widget is not None and hit else []
            self.memory.grabbed = None
            return actions
        if state.hand.drag is not None:
            return [intents.DragDrop(stage.square_at(event.pos))]
        if down_at is None or self._done_on_press:
            return []
        square = stage.square_at(event.pos)
        if square is None:
            return [intents.ClickNothing()]
        return [intents.ClickSquare(square)] if square == self._down_square else []

    def _wheel_turned(self, event: pygame.event.Event, _state: AppState, stage: Stage) -> list[Action]:
        turned = getattr(event, "precise_y", event.y) or event.y
        widget = stage.widget_at(self.memory.mouse)
        if widget is not None:
            return [widget.wheel(turned, self.memory)]
        if stage.modal:
            return []
        self._wheel += turned
        steps = int(self._wheel)
        self._wheel -= steps
        return [intents.GoBack() if steps > 0 else intents.GoForward()] * abs(steps)

    def _note_mouse(self, position: tuple[int, int], stage: Stage) -> None:
        widget = stage.widget_at(position)
        self.memory.mouse = position
        self.memory.hover = widget.key if widget is not None else None
        self.hovered = stage.square_at(position) if widget is None else None

    def _mouse_left(self, _event: pygame.event.Event, _state: AppState, _stage: Stage) -> list[Action]:
        self.memory.hover = self.hovered = None
        self.memory.mouse = (-1, -1)
        return []

    # ---- Keyboard ----

    def _key_down(self, event: pygame.event.Event, state: AppState, stage: Stage) -> list[Action]:
        if self.memory.composition:
            return []  # the input method is at work
        if event.key == pygame.K_F11:
            return [ToggleFullScreen()]
        if event.key == pygame.K_TAB:
            stage.move_focus(self.memory, -1 if event.mod & pygame.KMOD_SHIFT else 1)
            return []
        if event.mod & _COMMAND:
            return self._with_command(event, state)
        if event.key == pygame.K_ESCAPE:
            return self._escape(state)
        widget = stage.widget(self.memory.focus)
        if widget is not None and (isinstance(widget, TextField) or self.memory.focus_shown):
            action = widget.key_down(event.key, self.memory)
            if action is not None:
                return [action]
        if state.question is not None:
            answer = intents.SaveFirst() if state.question.unsaved else intents.Answer(True)
            return [answer] if event.key in _ENTER else []
        return self._board_key(event, state)

    def _with_command(self, event: pygame.event.Event, state: AppState) -> list[Action]:
        if state.question is not None:
            return []
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        annotating = state.record is not None and state.editor is None
        action = _ANNOTATING.get((event.key, shift)) if annotating else None
        action = action or (_WITH_COMMAND_AND_SHIFT if shift else _WITH_COMMAND).get(event.key)
        return [] if action is None else [action]

    def _escape(self, state: AppState) -> list[Action]:
        shown = self.memory.focus_shown and state.question is None and state.panel is None
        self.memory.focus, self.memory.focus_shown = None, False
        self._down_at = self._down_square = None
        if shown:
            return []
        if self.sketch.cursor is not None and state.question is None and state.panel is None:
            self.sketch.cursor = None
        self.sketch.clear()
        return [intents.Cancel()]

    def _board_key(self, event: pygame.event.Event, state: AppState) -> list[Action]:
        sketch = self.sketch
        if event.key in _ENTER:
            if state.hand.typed:
                return [intents.SubmitText()]
            return [] if sketch.cursor is None else [intents.ClickSquare(sketch.cursor)]
        if state.editor is not None and event.key in _ERASING:
            return [] if sketch.cursor is None else [edit_intents.EraseSquare(sketch.cursor)]
        if event.key == pygame.K_BACKSPACE:
            return [intents.EraseText()]
        if event.key == pygame.K_SPACE and not state.hand.typed:
            return [intents.Hint() if state.replay is None else intents.PauseReplay()]
        if event.mod & pygame.KMOD_SHIFT and event.key in _WITH_SHIFT:
            return [_WITH_SHIFT[event.key]]
        begins = event.key in (pygame.K_UP, pygame.K_DOWN) or state.editor is not None
        moves_cursor = state.replay is None and (begins or sketch.cursor is not None)
        if event.key in _DIRECTIONS and moves_cursor:
            right, up = _DIRECTIONS[event.key]
            sketch.move_cursor(right, up, state.flipped)
            return []
        action = _PLAIN.get(event.key)
        return [] if action is None else [action]

    # ---- Text ----

    def _text_input(self, event: pygame.event.Event, state: AppState, stage: Stage) -> list[Action]:
        self.memory.composition = ""
        widget = stage.widget(self.memory.focus)
        if isinstance(widget, TextField):
            return [widget.insert(event.text, self.memory)]
        if state.question is not None:
            return []
        if event.text == "?":
            toggle = intents.ClosePanel() if state.panel is Panel.HELP else intents.OpenPanel(Panel.HELP)
            return [toggle]
        if not state.hand.typed:
            return self._first_character(event.text, state)
        return [intents.TypeText(event.text)]

    def _first_character(self, text: str, state: AppState) -> list[Action]:
        now_ms = pygame.time.get_ticks()
        if text in "fF":
            self._turned_at_ms = now_ms
            return [intents.Flip()]
        if text in "mM":
            return [intents.ChangeSettings({"muted": not state.settings.muted})]
        if text in "vV":
            return [intents.OpenReplay()]
        if state.editor is not None:
            piece = _BRUSHES.get(text)
            return [] if piece is None else [edit_intents.ChooseBrush(piece)]
        if text == " " or state.replay is not None:
            return []
        just_turned = now_ms - self._turned_at_ms < 1000 * _SECOND_THOUGHT_SECONDS
        self._turned_at_ms = -math.inf
        if just_turned and text.isdigit():
            return [intents.Flip(), intents.TypeText("f" + text)]
        return [intents.TypeText(text)]

    def _composing(self, event: pygame.event.Event, _state: AppState, _stage: Stage) -> list[Action]:
        self.memory.composition = event.text
        return []

    # ---- The window ----

    def _dropped_file(self, event: pygame.event.Event, _state: AppState, _stage: Stage) -> list[Action]:
        return [intents.OpenFile(Path(event.file))]

    def _dropped_text(self, event: pygame.event.Event, _state: AppState, _stage: Stage) -> list[Action]:
        return [intents.PasteText(event.text)]

    def _quit(self, _event: pygame.event.Event, _state: AppState, _stage: Stage) -> list[Action]:
        return [intents.Quit()]


_HANDLERS: Final[dict[int, Any]] = {
    pygame.MOUSEBUTTONDOWN: Input._mouse_down,
    pygame.MOUSEMOTION: Input._mouse_moved,
    pygame.MOUSEBUTTONUP: Input._mouse_up,
    pygame.MOUSEWHEEL: Input._wheel_turned,
    pygame.WINDOWLEAVE: Input._mouse_left,
    pygame.KEYDOWN: Input._key_down,
    pygame.TEXTINPUT: Input._text_input,
    pygame.TEXTEDITING: Input._composing,
    pygame.DROPFILE: Input._dropped_file,
    pygame.DROPTEXT: Input._dropped_text,
    pygame.QUIT: Input._quit,
}
