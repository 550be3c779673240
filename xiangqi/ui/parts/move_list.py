"""The moves beside the board, with comments and variations; a click jumps to one, a right click opens a menu.

The card around the list has buttons that step through it, and a field for a typed move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.records.browse import ChooseVariation, GoBack, GoFirst, GoForward, GoLast, GoTo
from xiangqi.app.session import analysed, view
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.view import MoveEntry
from xiangqi.coach.grades import SIGNS, Grade
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.notation import Style
from xiangqi.ui.parts.actions import MOVES_BUTTON
from xiangqi.ui.parts.cards import Card, EmptyState, Heading, TypedMove
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.game_words import record_title
from xiangqi.ui.parts.grade_colour import grade_colour
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.menus import MOVE_MENU
from xiangqi.ui.parts.move_sheet import Break, Lines, Other, Remark, Round, Row, Sheet
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.parts.tablebase_text import theory_text
from xiangqi.ui.toolkit.lists import SCROLLBAR, Scrollable
from xiangqi.ui.toolkit.menu import MenuButton, hang
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

ROW_HEIGHT: Final = 30.0
"""Height of a row in points."""

_NUMBER: Final = 36.0  # width of the column of move numbers, points
_THEORY: Final = 24.0

FOOT: Final = 36.0
"""Height in points of the row below the moves."""

_ARROW: Final = 42.0
_FIELD_EDGES: Final = 22.0  # what the field for a typed move needs besides its example, points
_SHRINK: Final = 0.75  # the least scale to which the example may shrink
_LEAST_ABOVE: Final = 190.0  # least height above the foot for that field to have a row of its own, points
_RULES: Final = 220.0  # width of a button, points
_ROOM_TO_BEGIN: Final = 150.0  # least height for an explanation of how to begin, points
_TWO_ROUNDS: Final = 540.0  # least width of a list with two rounds side by side, or with times, points
NO_TIMES: Final[Mapping[int, str]] = {}

TYPED_MOVE = "typed"
"""Key of the field that shows the move being typed."""


def moves_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the list of moves with its step buttons, as a card of its own.

    If there is room, there is also a field for a typed move.
    """
    state = scene.state
    room = Room(rect, scene.painter.unit).inner(10)
    head = room.top(30, 6)
    has_field = rect.height > scene.px(150 if state.document.play is not None else 300)
    typed = [typed_move(scene, room.bottom(34))] if has_field else []
    return [*_head(scene, rect, head), *move_rows(scene, room.rest), *typed]


def move_rows(scene: PanelContext, rect: pygame.Rect, times: Mapping[int, str] = NO_TIMES) -> list[Widget]:
    """Lay out the moves themselves or, before the first one, a notice.

    Args:
        scene: the panel context.
        rect: the box of the list in px.
        times: the time that a move took, by its ply; shown if there is room.
    """
    state, texts, room = scene.state, scene.texts, Room(rect, scene.painter.unit)
    analysis = state.shown_analysis
    words = theory_text(scene) if analysis is None else ""
    told = [Label("theory", room.bottom(_THEORY, 2), words, size=14, single=True)] if words else []
    shown = view.line(state)
    if not scene.sheet.rows:
        return [*_beginning(scene, room.rest), *told]
    roomy = rect.width >= scene.px(_TWO_ROUNDS)
    moves = MoveList(
        key="moves",
        rect=room.rest,
        row_height=scene.px(ROW_HEIGHT),
        sheet=scene.sheet,
        ply=shown.ply,
        across=2 if roomy and not times else 1,
        theme=look(state.settings.theme, state.settings.piece_set).pieces,
        grades=analysed.grades(state),
        times=times if roomy else NO_TIMES,
        unit=scene.painter.unit,
        other_text=partial(view.other_text, state),
        more_text=lambda count: texts("moves.more", count=count),
        fault_text=texts.tell,
    )
    moves.keep_in_view(scene.memory)
    return [moves, *told]


def moves_foot(scene: PanelContext, room: Room, *, arrows: bool) -> list[Widget]:
    """Lay out, at the foot of a room, the arrows, the field for a typed move and the button of the menu.

    Args:
        scene: the panel context.
        room: the room inside a card.
        arrows: whether the arrows are at this foot instead of in the row of actions.
    """
    row, gap = room.bottom(FOOT), scene.px(6)
    more = pygame.Rect(row.right - row.height, row.top, row.height, row.height)
    widgets: list[Widget] = [_menu_button(scene.texts, more)]
    left = row.left
    if arrows:
        side = scene.px(_ARROW) if row.width >= scene.px(400) else row.height
        cells = [pygame.Rect(left + place * (side + gap), row.top, side, row.height) for place in range(4)]
        widgets = [*step_buttons(scene, cells, quiet=False), *widgets]
        left = cells[-1].right + scene.px(10)
    field = pygame.Rect(left, row.top, more.left - gap - left, row.height)
    typed = typed_move(scene, field)
    if _fits(scene, typed):
        return [*widgets[:-1], typed, widgets[-1]]
    if room.rest.height < scene.px(_LEAST_ABOVE):
        return widgets
    typed.rect = room.bottom(FOOT)
    return [typed, *widgets] if _fits(scene, typed) else widgets


def _menu_button(texts: Texts, rect: pygame.Rect) -> MenuButton:
    """Return the button of the moves' menu, whose spoken name includes that of the list."""
    tip = texts("button.more")
    heard = partial(texts, "spoken.headed", head=texts("reader.moves"), rest=tip)
    return MenuButton(MOVES_BUTTON, rect, icon="more", quiet=True, tip=tip, menu=MOVE_MENU, spoken=heard)


def _fits(scene: PanelContext, field: TypedMove) -> bool:
    """Return whether the example in a field fits, if necessary in somewhat smaller type."""
    room = (field.rect.width - scene.px(_FIELD_EDGES)) / _SHRINK
    return scene.painter.width(field.placeholder, SMALL) <= room


def _head(scene: PanelContext, rect: pygame.Rect, head: pygame.Rect) -> list[Widget]:
    """Lay out the card with its title, the buttons that step through the moves, and the menu."""
    texts, document, side = scene.texts, scene.state.document, head.height
    *arrows, more = columns(pygame.Rect(head.right - 5 * side, head.top, 5 * side, side), 5, 0)
    title = pygame.Rect(head.left + scene.px(4), head.top, arrows[0].left - head.left - scene.px(8), side)
    name = texts("moves.title") if document.play is not None else record_title(scene, document)
    return [
        Card("moves.card", rect),
        Heading("moves.title", title, name, bold=True, single=True, dot=document.unsaved),
        *step_buttons(scene, arrows),
        _menu_button(texts, more),
    ]


def _beginning(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the text shown instead of moves: the side to move and, at the start of a game, how to begin."""
    state, texts = scene.state, scene.texts
    play, snapshot = state.document.play, view.snapshot(state)
    if play is None:
        words = texts("moves.none_yet" if state.document.is_analysis else "moves.none_recorded")
        return [EmptyState("moves.none", rect, icon="edit", text=words)]
    side, room = snapshot.turn, Room(rect, scene.painter.unit)
    theme = look(state.settings.theme, state.settings.piece_set).pieces
    if state.mode(Puzzle) is not None or state.document.start_fen != START_FEN:
        in_check = snapshot.check_square is not None
        title = texts("moves.in_check" if in_check else "moves.to_move", side=scene.side_name(side))
        return [EmptyState("moves.none", rect, side=side, theme=theme, title=title)]
    title = texts("moves.begins", side=scene.side_name(side))
    if rect.height < scene.px(_ROOM_TO_BEGIN):
        return [EmptyState("moves.none", rect, side=side, theme=theme, title=title)]
    yours = play.setup.human_side in (side, None) and not play.setup.is_watched
    button = room.bottom(CONTROL)
    button = button.inflate(-max(0, button.width - scene.px(_RULES)), 0)
    words = texts("moves.you_begin" if yours else "moves.other_begins")
    return [
        EmptyState("moves.none", room.rest, side=side, theme=theme, title=title, text=words),
        Button("moves.rules", button, texts("moves.rules"), OpenPanel(Panel.RULES), icon="help"),
    ]


def typed_move(scene: PanelContext, rect: pygame.Rect) -> TypedMove:
    """Lay out the field for a typed move, with a placeholder."""
    chinese = Style(scene.state.settings.notation).is_chinese
    words = scene.texts("moves.field" if chinese else "moves.field_letters")
    return TypedMove(TYPED_MOVE, rect, scene.state.selection.typed, words)


def step_buttons(scene: PanelContext, cells: Sequence[pygame.Rect], *, quiet: bool = True) -> list[Button]:
    """Lay out the arrows that step through the moves."""
    shown = view.line(scene.state)
    steps = (
        ("first", GoFirst(), shown.ply > 0),
        ("previous", GoBack(), shown.ply > 0),
        ("next", GoForward(), not shown.at_end),
        ("last", GoLast(), not shown.at_end),
    )
    return [
        Button(
            f"step.{icon}",
            cell,
            icon=icon,
            action=action,
            enabled=enabled,
            quiet=quiet,
            tip=scene.texts(f"button.{icon}"),
        )
        for cell, (icon, action, enabled) in zip(cells, steps, strict=True)
    ]


@dataclass
class MoveList(Scrollable):
    """The moves of a line."""

    sheet: Sheet = field(default_factory=Sheet)  # the rows of the line
    ply: int = 0  # ply of the position on the board; 0 is the start
    # the review's grades of some moves, by ply; each has a sign
    grades: Mapping[int, Grade] = field(default_factory=dict)
    # the time that a move took, by its ply
    times: Mapping[int, str] = field(default_factory=dict)
    across: int = 1  # number of rounds side by side
    theme: PieceTheme | None = None  # the look of the pieces before moves in letters
    unit: float = 1.0  # pixels per point
    # returns the words for the other move at a ply and place
    other_text: Callable[[int, int], str] = lambda _ply, _place: ""
    more_text: Callable[[int], str] = str  # returns the words for the number of further alternatives
    fault_text: Callable[[str], str] = str  # returns the words for why a record breaks off
    focusable = False

    def content_height(self) -> int:
        return len(self._lines.rows) * self.row_height

    def keep_in_view(self, memory: Memory) -> None:
        """Scroll to the current move whenever that or the length of the list has changed."""
        line = self._lines.of_row[self.sheet.places[self.ply]] if self.sheet.rows else 0
        self.follow(line, len(self._lines.rows), memory)

    # ---- Places ----

    @property
    def _lines(self) -> Lines:
        return self.sheet.double if self.across == 2 else self.sheet.single

    def _box(self, row: int, memory: Memory) -> pygame.Rect:
        """Return the part of a row's box to the right of the numbers."""
        lines, numbers = self._lines, round(_NUMBER * self.unit)
        line = lines.of_row[row]
        place, whole = lines.rows[line].index(row), self.rect.width - round(SCROLLBAR * self.unit)
        width = whole // self.across if isinstance(self.sheet.rows[row], Round) else whole
        top = self.rect.top + line * self.row_height - self.offset(memory)
        return pygame.Rect(self.rect.left + place * width + numbers, top, width - numbers, self.row_height)

    def _cell(self, box: pygame.Rect, entry: MoveEntry) -> pygame.Rect:
        half = box.width // 2
        return pygame.Rect(box.left + (0 if entry.side == RED else half), box.top, half, box.height)

    def _row_at(self, position: tuple[int, int], memory: Memory) -> int | None:
        line = (position[1] - self.rect.top + self.offset(memory)) // self.row_height
        if not 0 <= line < len(self._lines.rows) or not self.rect.collidepoint(position):
            return None
        rows = self._lines.rows[line]
        return next((row for row in rows if position[0] < self._box(row, memory).right), rows[-1])

    def action_at(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Return the action of a click at a pixel, or None."""
        index = self._row_at(position, memory)
        if index is None:
            return None
        row = self.sheet.rows[index]
        if isinstance(row, Round):
            box = self._box(index, memory)
            entries = (entry for entry in (row.red, row.black) if entry is not None)
            hit = next((entry for entry in entries if self._cell(box, entry).collidepoint(position)), None)
            return None if hit is None else GoTo(hit.ply)
        if isinstance(row, Other):
            return ChooseVariation(row.ply, row.place)
        return GoTo(row.ply)

    def points_at(self, position: tuple[int, int], memory: Memory) -> bool:
        return self.action_at(position, memory) is not None

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        action = self.action_at(position, memory)
        return HANDLED if action is None or memory.grabbed == self.key else action

    def right_click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        hang(memory, MOVE_MENU, position)
        return self.action_at(position, memory)

    # ---- Drawing ----

    def draw(self, painter: Painter, memory: Memory) -> None:
        rows, lines = self.sheet.rows, self._lines.rows
        first = self.offset(memory) // self.row_height
        last = first + self.rect.height // self.row_height + 2
        with painter.clipped(self.rect):
            for line in lines[first:last]:
                for index in line:
                    self._draw_row(painter, memory, rows[index], self._box(index, memory))
        self.draw_scrollbar(painter, memory)

    def _draw_row(self, painter: Painter, memory: Memory, row: Row, box: pygame.Rect) -> None:
        if isinstance(row, Round | Remark) and row.depth:  # a bar beside the rows of a variation
            bar = pygame.Rect(self.rect.left, box.top, painter.px(3), box.height)
            painter.surface.fill(painter.palette.accent, bar)
        if isinstance(row, Round):
            self._draw_round(painter, memory, row, box)
            return
        palette, inner = painter.palette, box.inflate(-2 * painter.px(9), 0)
        if memory.hover == self.key and box.collidepoint(memory.mouse):
            painter.box(box.inflate(-painter.px(2), -painter.px(2)), palette.hover, 6)
        if isinstance(row, Remark):
            painter.write(row.text, inner, size=SMALL, colour=palette.muted, shrink=False)
            return
        if isinstance(row, Break):
            painter.write(self.fault_text(row.text), inner, size=SMALL, colour=palette.warning, shrink=False)
            return
        self._draw_twig(painter, box)
        words = self.other_text(row.ply, row.place) if isinstance(row, Other) else self.more_text(row.count)
        painter.write(words, inner, size=SMALL, colour=palette.text, shrink=False)

    def _draw_twig(self, painter: Painter, box: pygame.Rect) -> None:
        """Draw the corner that connects the row above with a variation."""
        left, line = box.left - painter.px(12), painter.px(1.5)
        muted = painter.palette.muted
        painter.surface.fill(muted, (left, box.top, line, box.height // 2))
        painter.surface.fill(muted, (left, box.centery - line // 2, painter.px(14), line))

    def _draw_round(self, painter: Painter, memory: Memory, row: Round, box: pygame.Rect) -> None:
        muted = painter.palette.muted
        wide = round(_NUMBER * self.unit)
        number = pygame.Rect(box.left - wide, box.top, wide - painter.px(6), box.height)
        painter.write(f"{row.number}.", number, size=SMALL, colour=muted, align="right")
        for entry in (row.red, row.black):
            if entry is not None:
                self._draw_entry(painter, memory, entry, self._cell(box, entry))
        if row.red is None:
            gap = pygame.Rect(box.left + painter.px(9), box.top, box.width // 2, box.height)
            painter.write("…", gap, colour=muted)

    def _draw_entry(self, painter: Painter, memory: Memory, entry: MoveEntry, cell: pygame.Rect) -> None:
        palette = painter.palette
        current = entry.ply == self.ply
        ground = cell.inflate(-painter.px(2), -painter.px(2))
        if current:
            painter.box(ground, palette.gold, 6)
        elif memory.hover == self.key and cell.collidepoint(memory.mouse):
            painter.box(ground, palette.hover, 6)
        ink = palette.red_side if entry.side == RED else palette.black_side
        if current:
            ink = palette.on_gold
        inner = cell.inflate(-2 * painter.px(9), 0)
        took = self.times.get(entry.ply, "")
        if took:
            colour = palette.on_gold if current else palette.muted
            inner.width -= painter.write(took, inner, size=SMALL, colour=colour, align="right") + painter.px(6)
        grade = self.grades.get(entry.ply)
        if grade is not None:
            sign, mark = SIGNS[grade], palette.on_gold if current else grade_colour(palette, grade)
            width = painter.write(sign, inner, size=SMALL, bold=True, colour=mark, align="right")
            inner.width -= width + painter.px(4)
        used = MoveLabel(entry.text, entry.piece).write(painter, inner, ink, self.theme, bold=current)
        marks = pygame.Rect(inner.left + used + painter.px(2), inner.top, inner.width - used, inner.height)
        colour = palette.on_gold if current else palette.accent
        painter.write(entry.marks, marks, colour=colour, bold=True, shrink=False)
