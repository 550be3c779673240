"""The panel with a picture, in which its reading is checked, corrected and confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.editor import arrangement
from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.intent import Intent
from xiangqi.app.recognition.reading_pictures import (
    AnalyseRead,
    ChooseMover,
    ConfirmReading,
    NextPicture,
    PlayRead,
    PutPiece,
    ReadOther,
    ReadWithin,
    SetCorners,
    StopRecognising,
    TurnReading,
)
from xiangqi.app.recognition.state import Recognition
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.core.constants import BLACK, KING, LETTERS, PAWN, RED
from xiangqi.recognition.position import COLOURS
from xiangqi.recognition.reading import Reading
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.parts.actions import PasteClipboard
from xiangqi.ui.parts.cards import Card, EmptyState
from xiangqi.ui.parts.context import PanelContext, Room, as_read, columns
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.position_faults import fault_words
from xiangqi.ui.parts.window_layout import BESIDE, is_upright
from xiangqi.ui.recognition.picture_view import CornerView, PictureView, RecognisedView, ring
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, PADDING, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Memory, Widget

_TOLD: Final = 56.0
_QUESTION: Final = 28.0
_NOTE: Final = 20.0
_HEAD: Final = 40.0
_LINE: Final = 26.0
_BETWEEN: Final = 12.0  # between the cards, points
_BESIDE: Final = 500.0  # width from which what was read stands beside the picture, points
_ASIDE: Final = 640.0  # width from which the steps stand beside the picture in an upright window, points
_SHAPE: Final = 1.16  # height of a picture as a share of its width there, about that of a board
_STEPS: Final = 300.0  # width of the steps there, points
_SIDE: Final = 176.0  # width of what was read, points
_LEAST_SIDE: Final = 250.0  # height of the card from which there is room for it, points


@panel(Panel.PICTURE, content=BESIDE)
def picture_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the picture with the pieces read from it, and instructions and controls below or beside it."""
    held = scene.state.held(Recognition)
    if held is None:
        return [Card("panel", box)]
    room, painter = Room(box, scene.painter.unit), scene.painter
    beside = box.width >= scene.px(_BESIDE)
    side = is_upright(scene.areas.size) and box.width >= scene.px(_ASIDE)
    width = scene.px(_STEPS) if side else box.width
    note = scene.texts("picture.note")
    note_px = painter.paragraph_height(note, width - 2 * scene.px(PADDING), SMALL)
    height = scene.px(_TOLD + 3 * CONTROL + 3 * GAP + 2 * PADDING) + note_px
    if side:  # below an upright board, where the height is scarce
        steps = pygame.Rect(box.right - width, box.top, width, min(height, box.height))
        room.rest.width = steps.left - scene.px(_BETWEEN) - box.left
        room.rest.height = min(box.height, round(room.rest.width * _SHAPE))
    else:
        steps = room.bottom_px(height, _BETWEEN)
    below = Room(steps, painter.unit).inner()
    foot = Label("picture.note", below.bottom_px(note_px), note, SMALL, painter.palette.muted)
    ways = _ways_on(scene, held, Room(below.rest, painter.unit).bottom(CONTROL))
    if ways:
        below.bottom(CONTROL)
    controls = _controls(scene, held, below, beside=beside and not side)
    picture, read = _shown(scene, held, room.rest, beside=beside and not side)
    frame = Card("picture.steps", steps, marked=True)
    return [*picture, *as_read(read), frame, *_words(scene, held, below.rest), *controls, *ways, foot]


def _words(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> list[Widget]:
    """Lay out the instruction, large if it fits on one line, and how to correct a piece."""
    painter, words = scene.painter, _told(scene, held)
    room = Room(rect, painter.unit)
    if painter.width(words, LEAD, True) > rect.width:
        height = painter.paragraph_height(words, rect.width)
        told = [Label("picture.told", room.top_px(min(height, rect.height), 4), words)]
    else:
        told = [
            Label(
                "picture.told", room.top_px(painter.line_height(LEAD), 4), words, LEAD, bold=True, single=True
            )
        ]
    how, muted = scene.texts("picture.correct"), painter.palette.muted
    can_be_corrected = held.places() and held.corners is None and held.chosen is None
    if can_be_corrected and painter.paragraph_height(how, rect.width, SMALL) <= room.rest.height:
        told.append(Label("picture.correct", room.rest, how, SMALL, muted))
    return [*told]


def _shown(
    scene: PanelContext, held: Recognition, card: pygame.Rect, *, beside: bool
) -> tuple[list[Widget], list[Widget]]:
    """Lay out the picture in a card and, returned separately, the close button and any counts beside it."""
    rest = Room(card, scene.painter.unit).inner(PADDING - 4).rest
    side = scene.px(_HEAD - 8)
    close = pygame.Rect(card.right - side - scene.px(6), card.top + scene.px(6), side, side)
    tip = scene.texts("button.close")
    shut = Button("panel.close", close, icon="close", action=StopRecognising(), quiet=True, tip=tip)
    if held.picture is None:
        works = scene.texts("picture.works")
        return [Card("panel", card), EmptyState("picture.none", rest, works, icon="camera")], [shut]
    if not beside or rest.height < scene.px(_LEAST_SIDE):
        rest = pygame.Rect(rest.left, rest.top, rest.width - side, rest.height)
        return [Card("panel", card), _picture(scene, held, rest)], [shut]
    words = pygame.Rect(0, rest.top, scene.px(_SIDE), rest.height)
    words.right = rest.right
    read = _read(scene, held, words)
    view = pygame.Rect(rest.left, rest.top, words.left - rest.left - scene.px(PADDING), rest.height)
    return [Card("panel", card), _picture(scene, held, view if read else rest)], [*read, shut]


def _read(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> list[Widget]:
    """Lay out the numbers of pieces read and in doubt, and at the foot the controls for the whole picture."""
    texts, painter, editor = scene.texts, scene.painter, editor_of(scene.state)
    room = Room(rect, painter.unit)
    specs, widgets = _whole(scene, held), list[Widget]()
    for name, words, action in reversed(specs):
        widgets.insert(0, Button(f"picture.{name}", room.bottom(CONTROL), words, action))
    head = room.top(_HEAD - 8, 4)
    head.width -= scene.px(_HEAD - 8)
    if held.is_busy or editor is None or not held.places():
        return widgets
    title = Label("picture.found", head, texts("picture.found"), LEAD, bold=True, single=True)
    counts = [
        texts(f"picture.of_{side}", count=_count(scene, code))
        for side, code in (("red", RED), ("black", BLACK))
    ]
    lines: list[Widget] = [
        Label(f"picture.count.{place}", room.top(_LINE, 0), words, single=True)
        for place, words in enumerate(counts)
    ]
    if held.doubtful:
        lines.append(
            Doubts("picture.doubts", room.top(_LINE, 0), texts("picture.doubts", count=len(held.doubtful)))
        )
    return [title, *lines, *widgets]


def _count(scene: PanelContext, side: int) -> int:
    """Return the number of one side's pieces in the position that was read."""
    editor = editor_of(scene.state)
    pieces = editor.position.placement.values() if editor is not None else ()
    return sum(bool(code & side) for code in pieces)


def _theme(scene: PanelContext) -> PieceTheme:
    settings = scene.state.settings
    return look(settings.theme, settings.piece_set).pieces


def _picture(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> Widget:
    assert held.picture is not None
    if held.corners is not None and not held.is_busy:
        return CornerView("picture.corners", rect, held.picture, {}, held.corners)
    editor = editor_of(scene.state)
    if held.is_busy or editor is None or not (places := held.places()):
        return PictureView("picture.whole", rect, held.picture, {})
    pieces = editor.position.placement
    others = held.reading.others if held.reading is not None else ()
    shown = (held.picture, places, pieces, held.doubtful, held.chosen, _theme(scene))
    return RecognisedView("picture.read", rect, *shown, others=others)


# ---- The sentence ----


def _told(scene: PanelContext, held: Recognition) -> str:
    """Return the instruction for this state of the reading: its progress, what to check, or why it failed."""
    texts, editor, reading = scene.texts, editor_of(scene.state), held.reading
    if held.failure:
        return texts("picture.failed", reason=texts.tell(held.failure))
    if reading is None:
        return texts("picture.opening" if held.picture is None else "picture.looking")
    if held.corners is not None:
        return texts("picture.corners" if reading.board else "picture.no_board")
    if held.chosen is not None:
        return texts("picture.what", place=texts.place(held.chosen))
    if editor is None:
        return ""
    if not editor.unchecked and arrangement.is_playable(editor.fen):
        return texts("picture.confirmed")
    words = _checked(scene, held, reading, editor.fen)
    if not held.side_known:
        return texts("picture.and_who", words=words)
    if reading.side_to_move is not None and editor.position.turn == COLOURS[reading.side_to_move]:
        return texts("picture.by_marks", words=words, side=scene.side_name(editor.position.turn))
    return words


def _checked(scene: PanelContext, held: Recognition, reading: Reading, fen: str) -> str:
    """Return what the player has to check, or that the whole board has been read."""
    texts, count = scene.texts, len(held.doubtful)
    if reading.others:
        return texts("picture.another")
    if reading.reason is not None and reading.reason.key != "recognition.doubtful":
        key = "picture.unsure_points" if count else "picture.unsure"
        return texts(key, reason=texts.tell(reading.reason), count=count)
    if count:
        return texts("picture.doubtful", count=count)
    if faults := arrangement.faults(fen):
        return texts("picture.impossible", reason=fault_words(texts, faults[0]))
    return texts("picture.certain")


# ---- Controls ----


def _controls(scene: PanelContext, held: Recognition, room: Room, *, beside: bool) -> list[Widget]:
    """Lay out the pieces for the selected point, or the controls for the side to move and the corners.

    They are cut off the foot of the room. Controls for the picture as a whole are left out if they are `beside`
    it.
    """
    texts, editor = scene.texts, editor_of(scene.state)
    if held.chosen is not None and editor is not None:
        pieces = room.bottom_px(room.rest.height - scene.px(_QUESTION), 0)
        return _offers(scene, held, pieces, editor.position.placement)
    if held.failure or held.corners is not None:
        lower, upper = room.bottom(CONTROL), room.bottom(CONTROL)
        whole = _in_a_row(scene, held, lower if held.corners is not None else upper)
        if held.failure:
            return [*whole, *_another(scene, lower)]
        read = Button("picture.read_within", upper, texts("picture.read_within"), ReadWithin(), primary=True)
        return [read, *(whole or _another(scene, lower))]
    whole = [] if beside else _in_a_row(scene, held, room.bottom(CONTROL))
    if held.is_busy or editor is None:
        return whole
    return [_movers(scene, held, editor, room.bottom(CONTROL)), *whole]


def _movers(scene: PanelContext, held: Recognition, editor: Editor, rect: pygame.Rect) -> Choice:
    """Return the choice of the side to move; neither side is chosen until it is known."""
    sides = tuple(scene.texts("editor.to_move", side=scene.side_name(side)) for side in (RED, BLACK))
    chosen = (RED, BLACK).index(editor.position.turn) if held.side_known else -1
    return Choice("picture.turn", rect, sides, (ChooseMover(RED), ChooseMover(BLACK)), chosen)


def _another(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the buttons that open or paste another picture."""
    texts, (left, right) = scene.texts, columns(rect, 2, scene.px(GAP))
    return [
        Button("picture.open", left, texts("picture.open"), OpenPanel(Panel.OPEN_FILE)),
        Button("picture.paste", right, texts("picture.paste"), PasteClipboard()),
    ]


def _whole(scene: PanelContext, held: Recognition) -> list[tuple[str, str, Intent]]:
    """Return the controls for the picture as a whole: name, words, action."""
    texts = scene.texts
    specs: list[tuple[str, str, Intent]] = []
    if held.reading is not None and held.corners is None and held.reading.board is not None:
        if held.reading.others:
            specs += [("read_other", texts("picture.read_other"), ReadOther(0))]
        specs += [("turn_round", texts("picture.turn_round"), TurnReading())]
        specs += [("set_corners", texts("picture.set_corners"), SetCorners())]
    if held.waiting:
        specs += [("next", texts("picture.next", count=len(held.waiting)), NextPicture())]
    if held.is_busy:
        specs += [("stop", texts("picture.stop"), StopRecognising())]
    return specs


def _in_a_row(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> list[Widget]:
    """Lay out the controls for the picture as a whole side by side."""
    specs = _whole(scene, held)
    cells = columns(rect, len(specs), scene.px(GAP)) if specs else []
    return [
        Button(f"picture.{name}", cell, words, action)
        for cell, (name, words, action) in zip(cells, specs, strict=True)
    ]


@dataclass
class Doubts(Label):
    """The number of doubtful points, after a ring like those around them."""

    def draw(self, painter: Painter, memory: Memory) -> None:
        radius, rect = painter.px(8), self.rect
        ring(painter, (rect.left + radius + 1, rect.centery), radius)
        words = pygame.Rect(rect.left + 2 * radius + painter.px(10), rect.top, 0, rect.height)
        words.width = rect.right - words.left
        painter.caption(self.text, words, size=self.size, colour=self.colour)


@dataclass
class OfferedPiece(Button):
    """A piece that may stand on the chosen point, in the middle of the button or before its label."""

    code: int = 0
    theme: PieceTheme | None = None

    def inner(self, painter: Painter) -> pygame.Rect:
        taken = min(self.rect.size) if self.code else 0
        return pygame.Rect(self.rect.left + taken, self.rect.top, self.rect.width - taken, self.rect.height)

    def draw(self, painter: Painter, memory: Memory) -> None:
        super().draw(painter, memory)
        if self.code and self.theme is not None:
            side = min(self.rect.size)
            token = piece(self.theme, self.code, (side - painter.px(3)) | 1)
            middle = self.rect.left + side // 2 if self.label else self.rect.centerx
            painter.surface.blit(token, token.get_rect(center=(middle, self.rect.centery)))


def _offers(
    scene: PanelContext, held: Recognition, rect: pygame.Rect, pieces: Mapping[int, int]
) -> list[Widget]:
    """Lay out buttons for the second likeliest piece and for none, with words, and two rows of all pieces."""
    assert held.chosen is not None
    assert held.reading is not None
    texts, now = scene.texts, pieces.get(held.chosen, 0)
    read = held.reading.pieces.get(held.chosen)
    letter = read.runner_up if read is not None else "."
    likely = _code(letter) if _code(letter) != now or read is None else _code(read.letter)
    named = {"likely": likely, "nothing": 0} if likely else {"nothing": 0}
    room, gap = Room(rect, scene.painter.unit), GAP / 2
    height = (rect.height / scene.painter.unit - 2 * gap) / 3
    widgets: list[Widget] = []
    cells = columns(room.top(height, gap), len(named), scene.px(GAP))
    for (name, code), cell in zip(named.items(), cells, strict=True):
        label = texts("picture.maybe", piece=texts.piece(code)) if code else texts("picture.nothing")
        widgets.append(_offer(scene, name, cell, code, now, label))
    for number, side in enumerate((RED, BLACK)):
        cells = columns(room.top(height, gap if side == RED else 0), PAWN - KING + 1, scene.px(3))
        for kind, cell in enumerate(cells, KING):
            widgets.append(_offer(scene, f"{number}.{kind}", cell, side | kind, now))
    return widgets


def _offer(
    scene: PanelContext, name: str, cell: pygame.Rect, code: int, now: int, label: str = ""
) -> OfferedPiece:
    """Return the button of a piece or, with code 0, of none; what is on the point now is marked."""
    button = OfferedPiece(f"picture.offer.{name}", cell, label, PutPiece(code))
    button.code, button.theme, button.quiet = code, _theme(scene), not label
    button.tip = "" if label else scene.texts.piece(code)
    button.chosen = code == now
    return button


def _code(letter: str) -> int:
    """Return the piece code of a letter in a FEN, or 0 for none."""
    kind = LETTERS.index(letter.upper())
    return kind and (kind | (RED if letter.isupper() else BLACK))


def _ways_on(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> list[Button]:
    """Lay out the button that confirms the position or, once it is confirmed, the next steps."""
    texts, editor = scene.texts, editor_of(scene.state)
    ready = held.reading is not None and held.reading.board is not None and editor is not None
    if held.failure or (held.reading is not None and not ready):
        return []  # no board: there is nothing to go on with
    if not ready or editor is None or editor.unchecked:  # while it is read, the board may show another position
        right, edit = columns(rect, 2, scene.px(GAP))
        tip = texts("picture.mover_first") if ready and not held.side_known else ""
        sure, label = ready and held.side_known and held.corners is None, texts("picture.right")
        return [
            Button("picture.right", right, label, ConfirmReading(), enabled=sure, primary=sure, tip=tip),
            Button("picture.set_up", edit, texts("picture.set_up"), StopRecognising(), enabled=ready),
        ]
    playable = arrangement.is_playable(editor.fen)
    specs = (
        ("play", PlayRead(), playable),
        ("analyse", AnalyseRead(), playable),
        ("set_up", StopRecognising(), True),
    )
    return [
        Button(
            f"picture.{name}", cell, texts(f"picture.{name}"), action, enabled=enabled, primary=name == "play"
        )
        for cell, (name, action, enabled) in zip(columns(rect, 3, scene.px(GAP)), specs, strict=True)
    ]
