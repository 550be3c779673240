"""Notes beside the moves of a game: a preview on the board, the coach's lesson, a hint."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from xiangqi.action import Action
from xiangqi.app.coach import coached
from xiangqi.app.coach.teaching import LeaveMove, SeeWhy
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.records.browse import GoBack, GoForward
from xiangqi.app.records.editing import KeepLine
from xiangqi.app.records.preview import CloseLine, ShowLine
from xiangqi.app.session import positions, view
from xiangqi.app.session.analysis import Preview
from xiangqi.app.session.coaching import HintGiven, HintStep, LessonMove
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.state import AppState
from xiangqi.coach.facts import FactKind
from xiangqi.core.constants import RED
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.ui.coach.coach_rows import Spoken, about_move, about_position, rows_height, sentence_rows, wording
from xiangqi.ui.parts.cards import Card, NoteCard
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.move_text import MoveText
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

_HEAD = 26.0
_EDGE = 12.0
_MOST_REASONS = 3
_WORD_EDGE = 6.0  # padding on both sides of a move, points
_WORD_ROW = 28.0


def coach_note_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of the coach's note during a game in points, or 0 if there is none."""
    lesson = view.lesson_at(scene.state)
    if lesson is not None and lesson.offer is not None and scene.state.document.id == lesson.document_id:
        words, buttons = _lesson_words(scene, lesson), CONTROL
    else:
        hint = coached.hint_at(scene.state)
        if hint is None or not hint.question_id or hint.ladder is None:
            return 0.0
        words = [_hint_words(scene, hint)]
        buttons = CONTROL if _goes_on(hint) else 0.0
    painter = scene.painter
    rows = rows_height(painter, words, width_px - 2 * painter.px(_EDGE)) / painter.unit
    return rows + _HEAD + buttons + 2 * _EDGE + GAP


def coach_note(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the coach's note on the game on the board; empty if there is none."""
    state = scene.state
    lesson, hint = view.lesson_at(state), coached.hint_at(state)
    if lesson is not None and lesson.offer is not None and state.document.id == lesson.document_id:
        return _lesson_card(scene, rect, lesson)
    if hint is not None and hint.question_id:
        return _hint_card(scene, rect, hint)
    return []


def line_card_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of a line's card, points."""
    preview = scene.state.preview
    if preview is None:
        return 0.0
    words = PreviewLine.of(scene, pygame.Rect(0, 0, width_px - 2 * scene.px(_EDGE), 0), preview)
    return words.rect.height / scene.painter.unit + _HEAD + CONTROL + 2 * _EDGE + 2 * GAP


def line_card(scene: PanelContext, rect: pygame.Rect, preview: Preview) -> list[Widget]:
    """Lay out the moves being played out on the board, the step buttons, and the buttons to return."""
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    head, strip = room.top(_HEAD), room.bottom(CONTROL)
    back, on, close, keep = _strip(scene, strip)
    keeps = scene.state.document.takes_variations
    return [
        Card("note", rect, marked=True),
        Label("line.title", head, texts("analysis.line_title"), size=LEAD, bold=True, single=True),
        PreviewLine.of(scene, room.rest, preview).within(room.rest.height),
        *line_steps(scene, back, on, preview),
        Button("line.close", close, texts("analysis.line_close"), CloseLine()),
        Button("line.keep", keep, texts("analysis.line_keep"), KeepLine(), enabled=keeps, primary=keeps),
    ]


def line_steps(
    scene: PanelContext, back: pygame.Rect, on: pygame.Rect, preview: Preview, *, closing: bool = True
) -> list[Widget]:
    """Lay out the two buttons that step through a line.

    Args:
        scene: the panel context.
        back: the rectangle of the button that steps back, px.
        on: the rectangle of the button that steps forward, px.
        preview: the line.
        closing: whether stepping back from the first position closes the line.
    """
    texts, before = scene.texts, closing or preview.shown > 0
    after = preview.shown < len(preview.moves)
    return [
        Button("line.previous", back, "", GoBack(), "previous", enabled=before, tip=texts("button.previous")),
        Button("line.next", on, "", GoForward(), "next", enabled=after, tip=texts("button.next")),
    ]


def _strip(scene: PanelContext, strip: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Return rectangles for two arrows, a button to return and the main button."""
    gap, side = scene.px(GAP), strip.height
    arrows = [pygame.Rect(strip.left + step * (side + gap), strip.top, side, side) for step in (0, 1)]
    rest = pygame.Rect(arrows[1].right + gap, strip.top, strip.right - arrows[1].right - gap, side)
    return (*arrows, *columns(rest, 2, gap))


@dataclass
class PreviewLine(Widget):
    """The moves of a line on as many rows as needed, with the current one lit; a click jumps to a move."""

    preview: Preview | None = None
    words: tuple[MoveText, ...] = ()  # the moves
    cells: tuple[pygame.Rect, ...] = ()  # each move's rectangle relative to the widget, px
    theme: PieceTheme | None = None  # for the pieces in the moves

    @classmethod
    def of(
        cls, scene: PanelContext, rect: pygame.Rect, preview: Preview, *, centred: bool = False
    ) -> PreviewLine:
        """Lay out a line in rows from the top of a box, and set the height of the box."""
        painter, settings = scene.painter, scene.state.settings
        texts = positions.following_texts(preview.base, preview.moves, Style(settings.notation))
        words = tuple(map(MoveText, texts, positions.moved_pieces(preview.base, preview.moves)))
        left, top, cells = 0, 0, []
        for word in words:
            width = word.width(painter) + 2 * painter.px(_WORD_EDGE)
            if left + width > rect.width and left > 0:
                left, top = 0, top + painter.px(_WORD_ROW)
            cells.append(pygame.Rect(left, top, width, painter.px(_WORD_ROW)))
            left += width
        box = pygame.Rect(rect.left, rect.top, rect.width, top + painter.px(_WORD_ROW))
        if centred:
            ends = {cell.top: cell.right for cell in cells}  # of each row
            cells = [cell.move((rect.width - ends[cell.top]) // 2, 0) for cell in cells]
        theme = look(settings.theme, settings.piece_set).pieces
        return cls("line.moves", box, preview, words, tuple(cells), theme)

    def within(self, height_px: int) -> PreviewLine:
        """Return the rows that fit a height, at least one: those around the move on the board."""
        if self.preview is None or not self.cells or self.rect.height <= height_px:
            return self
        row = self.cells[0].height
        fitting, count = max(1, height_px // row), self.rect.height // row
        here = self.cells[max(0, self.preview.shown - 1)].top // row
        first = min(max(0, here - fitting // 2), count - fitting)
        cells = tuple(cell.move(0, -first * row) for cell in self.cells)
        rect = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, fitting * row)
        return replace(self, rect=rect, cells=cells)

    def _places(self) -> list[pygame.Rect]:
        """Return each move's rectangle in the window, px."""
        return [cell.move(self.rect.topleft) for cell in self.cells]

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, preview = painter.palette, self.preview
        if preview is None:
            return
        side = preview.base.turn
        for index, (word, cell) in enumerate(zip(self.words, self._places(), strict=True)):
            if not self.rect.contains(cell):
                continue
            hovered = memory.hover == self.key and cell.collidepoint(memory.mouse)
            current = index == preview.shown - 1
            if current or hovered:
                painter.box(cell, palette.gold if current else palette.hover, 6)
            ink = palette.red_side if (side == RED) == (index % 2 == 0) else palette.black_side
            ink = palette.on_gold if current else ink if index < preview.shown else palette.muted
            word.write(painter, cell.inflate(-2 * painter.px(_WORD_EDGE), 0), ink, self.theme)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        preview = self.preview
        index = next((place for place, cell in enumerate(self._places()) if cell.collidepoint(position)), None)
        if preview is None or index is None:
            return HANDLED
        return ShowLine(len(preview.base.moves), preview.moves, index + 1)


# ---- A lesson ----


def _lesson_words(scene: PanelContext, lesson: LessonMove) -> list[Spoken]:
    if lesson.offer is None or not lesson.explained:
        return [Spoken(scene.texts("tutor.body"))]
    line, facts = Line(scene.state.game.start_fen, lesson.moves), lesson.offer.facts
    reasons = [fact for fact in facts if fact.kind is not FactKind.BETTER][:_MOST_REASONS]
    better = [fact for fact in facts if fact.kind is FactKind.BETTER]
    return [about_move(scene.state, fact, line) for fact in (*reasons, *better)]


def _lesson_card(scene: PanelContext, rect: pygame.Rect, lesson: LessonMove) -> list[Widget]:
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    strip = room.bottom(CONTROL - 4)
    percent = round(100 * lesson.offer.loss) if lesson.offer is not None else 0
    head = room.top(_HEAD, 0)
    specs = [
        ("tutor.take_back", TakeBack(), lesson.explained),
        ("tutor.leave", LeaveMove(), False),
    ]
    if not lesson.explained:
        specs.insert(0, ("tutor.why", SeeWhy(), True))
    cells = columns(strip, len(specs), scene.px(GAP))
    return [
        Card("note", rect, marked=True),
        Label("tutor.title", head, texts("tutor.title"), bold=True, single=True),
        Label(
            "tutor.loss",
            head,
            texts("analysis.loss", percent=percent),
            size=SMALL,
            single=True,
            align="right",
        ),
        *sentence_rows(scene, room, "tutor.reason", _lesson_words(scene, lesson)),
        *(
            Button(name, cell, texts(name), action, primary=primary)
            for cell, (name, action, primary) in zip(cells, specs, strict=True)
        ),
    ]


# ---- A hint ----


def _hint_words(scene: PanelContext, hint: HintGiven) -> Spoken:
    """Return the text of the hint's current step; the reason can be played out."""
    state, texts, ladder = scene.state, scene.texts, hint.ladder
    if ladder is None:
        return Spoken(texts.sentence(Message("status.thinking")))
    if hint.step is HintStep.THEME and ladder.reason is not None:
        return Spoken(texts("hint.theme", theme=wording(state).theme_of(ladder.reason)))
    if hint.step <= HintStep.PIECE:
        board = positions.board_at(hint.at)
        return Spoken(texts("hint.piece", piece=wording(state).piece(board, ladder.piece, yours=True)))
    if hint.step is HintStep.REASON and ladder.reason is not None:
        return about_position(state, ladder.reason, positions.snapshot(hint.at).fen)
    return Spoken(texts("hint.move", move=_move_words(state, hint)))


def _move_words(state: AppState, hint: HintGiven) -> str:
    return wording(state).in_words(positions.board_at(hint.at), hint.line[0])


def _hint_card(scene: PanelContext, rect: pygame.Rect, hint: HintGiven) -> list[Widget]:
    texts = scene.texts
    if hint.ladder is None:
        return [
            NoteCard("note", rect, title=texts("button.hint"), body=texts.sentence(Message("status.thinking")))
        ]
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    head = room.top(_HEAD, 0)
    more: list[Widget] = []
    if _goes_on(hint):
        strip = room.bottom(CONTROL - 4)
        more = [Button("hint.more", strip, texts("hint.more"), Hint(), primary=True)]
    return [
        Card("note", rect, marked=True),
        Label("hint.title", head, texts("button.hint"), bold=True, single=True),
        *sentence_rows(scene, room, "hint.words", [_hint_words(scene, hint)]),
        *more,
    ]


def _goes_on(hint: HintGiven) -> bool:
    """Return whether the hint has a further step."""
    reason = None if hint.ladder is None else hint.ladder.reason
    return hint.step < (HintStep.MOVE if reason is None else HintStep.REASON)
