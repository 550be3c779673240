"""The panel with a picture, in which its reading is checked, corrected and confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from xiangqi.app.editor import arrangement
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
from xiangqi.ui.parts.context import PanelContext, Room, columns, two_rows
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.position_faults import fault_words
from xiangqi.ui.parts.window_layout import BESIDE
from xiangqi.ui.recognition.picture_view import CornerView, PictureView, RecognisedView
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Memory, Widget

_TOLD = 56.0
_QUESTION = 24.0
_NOTE = 34.0


@panel(Panel.PICTURE, content=BESIDE)
def picture_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the picture, a sentence about it, and the controls."""
    texts, held = scene.texts, scene.state.held(Recognition)
    widgets, room = panel_room(scene, box, texts("picture.title"), StopRecognising())
    if held is None:
        return widgets
    note = Label("picture.note", room.bottom(_NOTE, 2), texts("picture.note"), size=SMALL)
    note.colour = scene.painter.palette.muted
    ways = _ways_on(scene, held, room.bottom(CONTROL))
    below = Room(room.bottom(2 * CONTROL + GAP + _TOLD, 2), scene.painter.unit)
    told = Label("picture.told", below.top(_TOLD if held.chosen is None else _QUESTION, 2), _told(scene, held))
    controls = _controls(scene, held, below.rest)
    shown = [_picture(scene, held, room.rest)] if held.picture is not None else []
    if not shown:
        told.rect, told.align = room.rest, "centre"
    return [*widgets, *shown, told, *controls, *ways, note]


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
    """Return the progress of the reading, a list of doubtful points, or what is wrong with the position."""
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
    """Return what there is to check, or that the whole board has been read."""
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


def _controls(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> list[Widget]:
    """Lay out the pieces for the selected point, or the controls for the side to move and the corners."""
    texts, editor = scene.texts, editor_of(scene.state)
    if held.chosen is not None and editor is not None:
        return _offers(scene, held, rect, editor.position.placement)
    upper, lower = two_rows(scene, rect)
    if held.is_busy:
        return _others(scene, held, lower)
    if held.failure:
        return [*_others(scene, held, upper), *_another(scene, lower)]
    if held.corners is not None:
        read = Button("picture.read_within", upper, texts("picture.read_within"), ReadWithin(), primary=True)
        return [read, *(_others(scene, held, lower) or _another(scene, lower))]
    if editor is None:
        return _others(scene, held, lower)
    sides = tuple(texts("editor.to_move", side=scene.side_name(side)) for side in (RED, BLACK))
    chosen = (RED, BLACK).index(editor.position.turn) if held.side_known else -1
    movers = Choice("picture.turn", upper, sides, (ChooseMover(RED), ChooseMover(BLACK)), chosen)
    return [movers, *_others(scene, held, lower)]


def _another(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the ways to another picture."""
    texts, (left, right) = scene.texts, columns(rect, 2, scene.px(GAP))
    return [
        Button("picture.open", left, texts("picture.open"), OpenPanel(Panel.OPEN_FILE)),
        Button("picture.paste", right, texts("picture.paste"), PasteClipboard()),
    ]


def _others(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> list[Widget]:
    """Lay out the controls for the picture as a whole."""
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
    cells = columns(rect, len(specs), scene.px(GAP)) if specs else []
    return [
        Button(f"picture.{name}", cell, words, action)
        for cell, (name, words, action) in zip(cells, specs, strict=True)
    ]


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
    """Lay out the second likeliest piece and none, in words, and all pieces in two rows."""
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


def _ways_on(scene: PanelContext, held: Recognition, rect: pygame.Rect) -> list[Widget]:
    """Lay out the player's word that the position is right or, once he has given it, the next steps."""
    texts, editor = scene.texts, editor_of(scene.state)
    ready = held.reading is not None and held.reading.board is not None and editor is not None
    if held.reading is not None and not ready:
        return []  # no board: there is nothing to go on with
    if editor is None or editor.unchecked:
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
