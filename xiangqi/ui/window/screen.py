"""Draws the whole window for a state and turns events into actions; it reads neither clock nor files.

`Screen` holds what exists only in the view: the widget under the mouse, scroll positions, sliding pieces.
Everything else comes from the state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState, Panel
from xiangqi.board import parse_square
from xiangqi.diagram.picture import BoardPicture
from xiangqi.i18n.languages import SOURCE
from xiangqi.ui import features  # noqa: F401 (they register what the screen shows)
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.board.motion import Motion
from xiangqi.ui.board.player_marks import PlayerMarks
from xiangqi.ui.palette.palette_card import PALETTE_FIELD, PALETTE_LIST
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.finder import Finder
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.move_list import TYPED_MOVE
from xiangqi.ui.parts.move_sheet import Sheets
from xiangqi.ui.parts.panels import first_field, forgotten, shown
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.records.file_panels import OPEN_SEARCH, SAVE_NAME
from xiangqi.ui.toolkit.hearing import Heard, HearingPainter
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import palette
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Memory
from xiangqi.ui.window.board_content import board_picture, can_click, pointed_square
from xiangqi.ui.window.input import Input, click_of
from xiangqi.ui.window.interface import Interface
from xiangqi.ui.window.reader_tree import BOARD, HeardScreen, Node, described
from xiangqi.ui.window.scrolled_column import PANE
from xiangqi.ui.window.stillness import keeps_still
from xiangqi.ui.window.switch import SWITCH, turn_to_result

_AIMED: Final = frozenset(
    (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL, pygame.KEYDOWN, pygame.TEXTINPUT)
)
"""Events whose target depends on what the window shows once all earlier events have been handled."""

_NAMING: Final = (Panel.SAVE_FILE, Panel.EXPORT)
"""Panels in which a file gets its name."""


class Screen:
    """The view of a session on a surface.

    Attributes:
        system_scale: the number of pixels for one of the system's points.
        memory: focus, scrolling and text fields of the widgets.
        stage: the interface that was last drawn or is about to be drawn.
        surface: the surface that is drawn on, None before the first drawing. Set a new one at once, since the
            previous one may be gone.
        listens: whether the texts that widgets write are kept for `described`.
        drawings: how often the screen has been drawn.
    """

    def __init__(self, size: tuple[int, int], system_scale: float = 1.0) -> None:
        self.system_scale = system_scale
        self.memory = Memory()
        self.stage = Interface(Areas.of(size), (), False, False)
        self._sketch = PlayerMarks()
        self._input = Input(self.memory, self._sketch)
        self._motion = Motion()
        self._board_view = BoardView()
        self._sheets = Sheets()
        self._finder = Finder()
        self._texts = Texts(SOURCE)
        self._picture = BoardPicture()
        self._position = ""
        self.surface: pygame.Surface | None = None
        self._laid: AppState | None = None
        self._shown: AppState | None = None
        self._since_s = float("-inf")
        self.listens, self.drawings = False, 0
        self._still = False
        self._heard: dict[str, tuple[Heard, ...]] = {}
        self._wished: dict[str, int] = {}  # the document beside which the wish of a widget was last granted

    def handle(self, event: pygame.event.Event, state: AppState) -> list[Action]:
        """Return the actions that an event requests in the current layout, even if that is not drawn yet."""
        if self.surface is not None and event.type in _AIMED:
            self._lay_out(self.surface, state)
        dragged = state.selection.drag
        actions = self._input.handle(event, state, self.stage)
        if dragged is not None and event.type == pygame.MOUSEBUTTONUP:
            self._motion.dropped(self.stage.square_at(event.pos))
        return actions

    def draw(self, surface: pygame.Surface, state: AppState, now_s: float) -> None:
        """Draw a state over the whole surface."""
        self.memory.now_s = now_s
        self.surface = surface
        self._take_note(state, now_s)
        painter = self._lay_out(surface, state)
        settings, hovered = state.settings, self._input.hovered
        self._still = keeps_still(settings.motion)
        slides = () if self._still else self._motion.slides(now_s)
        since_s = float("-inf") if self._still else self._since_s
        self._picture = board_picture(state, self._sketch, slides, hovered, since_s)
        self._board_view.look = look(settings.theme, settings.piece_set, settings.safe_colours)
        surface.fill(painter.palette.background)
        if self.stage.frame.board is not None:
            self._board_view.draw(surface, self.stage.frame.board, self._picture, now_s, self.stage.frame.unit)
        self._draw_widgets(painter)
        self.drawings += 1

    def _draw_widgets(self, painter: Painter) -> None:
        self._heard = {}
        for widget in self.stage.widgets:
            with painter.clipped(widget.clip or painter.surface.get_rect()):
                widget.draw(painter, self.memory)
            if isinstance(painter, HearingPainter):
                self._heard[widget.key] = painter.take()

    def hear(self, surface: pygame.Surface, state: AppState) -> Node:
        """Return a state's screen as a tree without drawing the board; the screen listens from now on."""
        self.listens, self.surface, self._shown = True, surface, state
        self._picture = board_picture(state, self._sketch, (), self._input.hovered, self._since_s)
        self._draw_widgets(self._lay_out(surface, state))
        return self.described(state)

    def press(self, key: str, state: AppState) -> list[Action]:
        """Return the actions of a click on a node, and give it the focus; [] if it cannot be used any more."""
        self.focus(key)
        node = self.seek(key, state)
        if node is None or not node.usable:
            return []
        if node.square is not None:
            return [click_of(state, node.square)]
        actions: list[Action] = []
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            actions += self.handle(pygame.event.Event(kind, pos=node.middle, button=1), state)
        self.memory.hover, self.memory.mouse, self.memory.focus_shown = None, (-1, -1), True
        return actions

    def focus(self, key: str) -> None:
        """Give a node the focus: the keyboard cursor for a point of the board, else its widget."""
        part, _, rest = key.partition("/")
        if part == BOARD and rest:
            self._sketch.cursor, self.memory.focus = parse_square(rest), None
        else:
            self.memory.focus, self.memory.focus_shown = part, True

    def seek(self, key: str, state: AppState) -> Node | None:
        """Scroll to the widget of a node, and return the node as it then is; None if it is gone."""
        self.stage.show(key.partition("/")[0], self.memory)
        if self.surface is None:
            return None
        found = self.hear(self.surface, state)
        return next((node for node in found.walk() if node.key == key), None)

    def described(self, state: AppState) -> Node:
        """Return the last drawing as a tree of names and roles; it must have been made while listening."""
        return described(state, self._texts, HeardScreen(self.stage, self._heard, self.memory, self._picture))

    def _lay_out(self, surface: pygame.Surface, state: AppState) -> Painter:
        """Lay out the widgets for a state, and return the painter that draws them."""
        self._follow(state)
        settings = state.settings
        turn_to_result(state, self.memory)
        frame = Areas.of(
            surface.get_size(),
            self.system_scale,
            settings.ui_scale,
            state.flipped,
            shown(state).content,
            turned=bool(self.memory.rows.get(SWITCH)),
        )
        kind = HearingPainter if self.listens else Painter
        painter = kind(surface, palette(settings.dark, settings.safe_colours), frame.unit)
        pointed = pointed_square(self._sketch, self._input.hovered)
        scene = PanelContext(
            state, self._texts, painter, self.memory, frame, *self._sheets.of(state), pointed, self._finder
        )
        self.stage = Interface.build(scene, frame)
        return painter

    def board_picture(self) -> pygame.Surface:
        """Return the board as it was last drawn, without the widgets over it, in its size in the window."""
        frame = self.stage.frame
        board = frame.board or Areas.of(frame.size, self.system_scale).shown_board
        surface = pygame.Surface((board.width, board.height), depth=32)
        self._board_view.draw(surface, replace(board, left=0, top=0), replace(self._picture, hovered=None))
        return surface

    def wishes(self, state: AppState) -> list[Action]:
        """Return the actions that drawn widgets wish for, each once as long as the document stays the same."""
        new = [
            one
            for one in self.stage.widgets
            if one.wish is not None and self._wished.get(one.key) != state.document.id
        ]
        self._wished |= {one.key: state.document.id for one in new}
        return [one.wish for one in new if one.wish is not None]

    def is_moving(self, now_s: float) -> bool:
        """Return whether the same state will look different a moment later."""
        if not self._still and self._motion.moving(now_s):
            return True
        if not self._still and self._board_view.is_moving(self._picture, now_s):
            return True
        return any(widget.is_moving(now_s, self.memory) for widget in self.stage.lively)

    def points(self, state: AppState) -> bool:
        """Return whether the mouse is over something clickable."""
        widget = self.stage.widget(self.memory.hover)
        if widget is not None:
            return widget.points_at(self.memory.mouse, self.memory)
        return can_click(state, self._input.hovered)

    def insert(self, text: str) -> Action | None:
        """Insert a text into the focused text field, and return its action; None if there is no such field."""
        widget = self.stage.widget(self.memory.focus)
        if not isinstance(widget, TextField):
            return None
        return widget.insert(text, self.memory)

    def text_rect(self) -> pygame.Rect | None:
        """Return the box of the text being typed, for input methods to open windows beside it, or None."""
        focused = self.stage.widget(self.memory.focus)
        widget = focused if isinstance(focused, TextField) else self.stage.widget(TYPED_MOVE)
        return widget.rect if widget is not None else None

    def _take_note(self, state: AppState, now_s: float) -> None:
        """Update everything that depends on changes since the last drawing."""
        before, self._shown = self._shown, state
        snapshot = view.snapshot(state)
        self._motion.show(snapshot.pieces, now_s)
        if snapshot.fen != self._position:
            self._position, self._since_s = snapshot.fen, now_s
            self._sketch.clear()
        refusal = state.selection.refusal
        if before is not None and refusal is not None and refusal is not before.selection.refusal:
            self._since_s = now_s

    def _follow(self, state: AppState) -> None:
        """Update everything that depends on changes since the last layout."""
        before, self._laid = self._laid, state
        if state.settings.language != self._texts.language:
            self._texts = Texts(state.settings.language)
            pygame.display.set_caption(self._texts("window.title"))
        if before is None:
            return
        if state.panel is not before.panel:
            self._forget_panel()
            if state.panel in _NAMING and state.question is None:  # a question may be about the name
                self.memory.texts.pop(SAVE_NAME, None)
        if state.is_overlaid is not before.is_overlaid:
            self._move_focus(state.panel)
            self.memory.rows.pop(PALETTE_LIST, None)
            self.memory.focus = PALETTE_FIELD if state.is_overlaid else self.memory.focus
        elif state.panel is not before.panel or (state.question is None) is not (before.question is None):
            self._move_focus(state.panel if state.question is None else None)
        if state.folder.path != before.folder.path:  # the search was for the previous folder
            self.memory.texts.pop(OPEN_SEARCH, None)
            self.memory.rows.pop("folder", None)
            self.memory.scroll.pop("folder", None)

    def _forget_panel(self) -> None:
        """Forget how far panels are scrolled, and the texts and rows under the keys that panels forget."""
        for scrolled in ("folder", PANE):
            self.memory.scroll.pop(scrolled, None)
        typed = forgotten()
        for kept in (self.memory.texts, self.memory.rows):
            for key in [key for key in kept if key.startswith(typed)]:
                kept.pop(key)

    def _move_focus(self, panel: Panel | None) -> None:
        """Focus the text field of a panel, or nothing if it has none; a key is no longer awaited."""
        self.memory.focus = first_field(panel)
        self.memory.focus_shown, self.memory.asking = False, None
