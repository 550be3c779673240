"""The panel of the position editor: palette, tools, faults, the FEN, and the actions on the position."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from xiangqi.action import Action
from xiangqi.app.analysis import tablebase
from xiangqi.app.editor import arrangement
from xiangqi.app.editor.arrangement import EMPTY, ERASER, Editor, Tool
from xiangqi.app.editor.mode import SetUp, editor_of
from xiangqi.app.editor.setting_up import (
    AnalyseEdited,
    ChooseBrush,
    ConfirmPosition,
    PlayEdited,
    SetTurn,
    TypeFen,
    UseTool,
)
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.records.clipboard import CopyPosition
from xiangqi.app.session import positions
from xiangqi.app.session.panels import Flip, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.core.constants import BLACK, KING, PAWN, RANKS, RED
from xiangqi.errors import FenError
from xiangqi.line import Line
from xiangqi.referee import outcome_sentence
from xiangqi.ui.parts.actions import PasteClipboard
from xiangqi.ui.parts.cards import Card, NoteCard
from xiangqi.ui.parts.context import PanelContext, Room, as_read, columns, is_wide, two_rows
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.piece_button import PieceButton
from xiangqi.ui.parts.position_faults import fault_words
from xiangqi.ui.parts.tablebase_text import report_text
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, PADDING, SMALL, TITLE
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Choice, Memory, Widget

_FIND = OpenLibrary(LibraryPage.SEARCH)
_PALETTES = ((680.0, 148.0), (560.0, 104.0), (0.0, 80.0))
"""Least height in points of the panel, and the height of a palette that has room in it."""

_TOOL = 56.0  # width of the tools beside the pieces, points
_SMALL_TOOL = 40.0  # the same in a narrow column
_SIGN = 40.0  # diameter of the sign before the verdict, points
_FEN = 74.0
_FEN_FIELD = "editor.fen"


@column(SetUp)
def editor_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the editor, which replaces the column."""
    held, texts = editor_of(scene.state), scene.texts
    if held is None:
        return []
    widgets: list[Widget] = [Card("editor.card", box)]
    room = Room(box, scene.painter.unit).inner(PADDING)
    height = next(palette for least, palette in _PALETTES if room.rest.height >= scene.px(least))
    widgets += _palette(scene, held, room.top(height, PADDING))
    sides = tuple(texts("editor.to_move", side=scene.side_name(side)) for side in (RED, BLACK))
    turns = tuple(SetTurn(side) for side in (RED, BLACK))
    chosen = (RED, BLACK).index(held.position.turn)
    widgets.append(Choice("editor.turn", room.top(CONTROL - 2), sides, turns, chosen))
    widgets += _tools(scene, held, room.top(2 * (CONTROL - 4) + GAP))
    onward = _ways_on(scene, held, room.bottom(2 * CONTROL + GAP))
    fen = _fen(scene, held, room.bottom(_FEN))
    return [*widgets, _verdict(scene, held, room.rest), *fen, *onward]


# ---- Palette and tools ----


def _palette(scene: PanelContext, held: Editor, rect: pygame.Rect) -> list[Widget]:
    """Lay out the palette: hand, eraser and empty point, and beside them Red's pieces above Black's."""
    settings, texts, gap = scene.state.settings, scene.texts, scene.px(GAP)
    theme = look(settings.theme, settings.piece_set).pieces
    widgets: list[Widget] = []
    tool = scene.px(_TOOL if is_wide(scene, rect) else _SMALL_TOOL)
    beside = pygame.Rect(rect.left, rect.top, tool, rect.height)
    pieces = pygame.Rect(beside.right + gap, rect.top, rect.right - beside.right - gap, rect.height)
    for row, (icon, brush) in enumerate((("hand", None), ("eraser", ERASER), ("empty", EMPTY))):
        top, bottom = (rect.top + (rect.height + scene.px(4)) * place // 3 for place in (row, row + 1))
        cell = pygame.Rect(beside.left, top, beside.width, bottom - scene.px(4) - top)
        marked, tip = held.brush == brush, texts(f"editor.{icon}")
        choose = ChooseBrush(None if marked else brush)
        widgets.append(Button(f"editor.{icon}", cell, icon=icon, action=choose, chosen=marked, tip=tip))
    for side, row_box in zip((RED, BLACK), two_rows(scene, pieces), strict=True):
        cells = columns(row_box, PAWN - KING + 1, scene.px(3))
        for cell, kind in zip(cells, range(KING, PAWN + 1), strict=True):
            code = side | kind
            name = texts.piece(code)
            widgets.append(PieceButton(f"editor.piece.{code}", cell, code, theme, held.brush == code, name))
    return as_read(widgets)


def _tools(scene: PanelContext, held: Editor, rect: pygame.Rect) -> list[Widget]:
    specs = (
        ("opening", UseTool(Tool.OPENING), True),
        ("clear", UseTool(Tool.CLEAR), True),
        ("undo", TakeBack(), bool(held.past)),
        ("mirror", UseTool(Tool.MIRROR), True),
        ("swap", UseTool(Tool.SWAP), True),
        ("flip", Flip(), True),
    )
    cells = [cell for row in two_rows(scene, rect) for cell in columns(row, 3, scene.px(GAP))]
    return [
        Button(f"editor.{name}", cell, scene.texts(f"editor.{name}"), action, enabled=enabled)
        for cell, (name, action, enabled) in zip(cells, specs, strict=True)
    ]


# ---- The verdict ----


@dataclass
class VerdictLine(NoteCard):
    """The verdict on the position in large letters, with the reason in small ones."""

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, side = painter.palette, painter.px(_SIGN)
        colour = palette.good if self.icon == "check" else palette.warning
        sign = pygame.Rect(self.rect.left, self.rect.top + painter.px(GAP), side, side)
        painter.disc(sign.center, _SIGN / 2, palette.raised, colour)
        painter.icon(self.icon, sign, _SIGN * 0.55, colour)
        words = pygame.Rect(sign.right + painter.px(2 * GAP), sign.top, 0, self.rect.bottom - sign.top)
        words.width = self.rect.right - words.left
        size = TITLE if painter.width(self.title, TITLE, True) <= words.width else LEAD
        height = painter.paragraph_height(self.title, words.width, size, True)
        words.top += max(0, side - height) // 2
        painter.paragraph(self.title, words, size=size, bold=True)
        words.top = max(sign.bottom, words.top + height) + painter.px(GAP / 2)
        words.height = max(0, self.rect.bottom - words.top)
        lines = words.height // painter.line_height(SMALL)
        painter.lines(self.body, words, lines, size=SMALL, colour=palette.muted)


def _verdict(scene: PanelContext, held: Editor, rect: pygame.Rect) -> VerdictLine:
    """Return the verdict: a fault of the FEN or the position, the end of the game, or the tables' result."""
    texts = scene.texts
    if fault := _fen_fault(scene):
        return VerdictLine("editor.verdict", rect, texts("editor.no_fen"), body=fault, icon="warning")
    wrong = arrangement.faults(held.fen)
    if wrong:
        words = texts("editor.separator").join(fault_words(texts, fault) for fault in wrong)
        words = words[:1].upper() + words[1:]
        title = texts("editor.composed" if arrangement.is_playable(held.fen) else "editor.impossible")
        return VerdictLine("editor.verdict", rect, title, body=words, icon="warning")
    end = positions.outcome(Line(held.fen), scene.state.play.setup.rules)
    if end is not None:
        words = texts.sentence(outcome_sentence(end))
        return VerdictLine("editor.verdict", rect, texts("editor.over"), body=words, icon="warning")
    known = tablebase.report(held.fen, scene.state.play.setup.rules.natural_limit_rounds)
    words = texts("editor.help") if known is None else report_text(scene, known, held.fen)
    return VerdictLine("editor.verdict", rect, texts("editor.sound"), body=words, icon="check")


def _fen_fault(scene: PanelContext) -> str:
    """Return the fault of the FEN being typed, in words, or ""."""
    if scene.memory.focus != _FEN_FIELD:
        return ""
    try:
        arrangement.read_fen(scene.memory.texts.get(_FEN_FIELD, ""))
    except FenError as error:
        return scene.texts.tell(str(error))
    return ""


def _fen(scene: PanelContext, held: Editor, rect: pygame.Rect) -> list[Widget]:
    """Lay out the position as text, which can be edited, copied or replaced by pasting."""
    side = scene.px(CONTROL - 6)
    gap = scene.px(4)
    field = pygame.Rect(rect.left, rect.top, rect.width - side - gap, rect.height)
    upper = pygame.Rect(field.right + gap, rect.top, side, (rect.height - gap) // 2)
    lower = pygame.Rect(upper.left, upper.bottom + gap, side, upper.height)
    texts, memory = scene.texts, scene.memory
    if memory.focus != _FEN_FIELD:
        memory.texts[_FEN_FIELD] = held.fen
    wrong = bool(_fen_fault(scene))
    return [
        FenField(
            _FEN_FIELD,
            field,
            change=TypeFen,
            unit=scene.painter.unit,
            size=SMALL,
            several=True,
            wrong=wrong,
        ),
        Button("editor.copy", upper, icon="copy", action=CopyPosition(), tip=texts("editor.copy")),
        Button("editor.paste", lower, icon="paste", action=PasteClipboard(), tip=texts("editor.paste")),
    ]


class FenField(TextField):
    """A text field for a FEN; pasting a whole FEN replaces the content."""

    def insert(self, text: str, memory: Memory) -> Action:
        if text.count("/") >= RANKS - 1:
            self.select_all(memory)
        return super().insert(text, memory)


# ---- Next steps ----


def _ways_on(scene: PanelContext, held: Editor, rect: pygame.Rect) -> list[Widget]:
    texts, settings = scene.texts, scene.state.settings
    upper, lower = two_rows(scene, rect)
    friend, analyse, find = columns(lower, 3, scene.px(GAP))
    sound = arrangement.is_playable(held.fen) and not _fen_fault(scene)
    search = Button("editor.find", find, texts("editor.find"), _FIND)
    if held.unchecked:
        label, back = texts("picture.right"), friend.union(analyse)
        return [
            Button("editor.right", upper, label, ConfirmPosition(), enabled=sound, primary=sound),
            Button("editor.to_picture", back, texts("editor.to_picture"), OpenPanel(Panel.PICTURE)),
            search,
        ]
    against = texts("editor.play", name=texts("player.computer", level=settings.level))
    two = PlayEdited(two_people=True)
    return [
        Button("editor.play", upper, against, PlayEdited(), "play", enabled=sound, primary=sound),
        Button("editor.two_people", friend, texts("editor.two_people"), two, enabled=sound),
        Button("editor.analyse", analyse, texts("editor.analyse"), AnalyseEdited(), enabled=sound),
        search,
    ]
