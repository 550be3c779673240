"""Pictures are read one after another; what is read is set up, where one looks at what is doubtful."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from xiangqi.app import positions
from xiangqi.app.dispatch import handles
from xiangqi.app.document import Document
from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.editor.setting_up import (
    AnalyseEdited,
    EraseSquare,
    PlayEdited,
    SetTurn,
    analyse_edited,
    erase_square,
    place,
    play_edited,
    set_turn,
)
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.mode import SetUp
from xiangqi.app.recognition.effects import PictureOpened, PictureRead, ReadPicture, StopPicture
from xiangqi.app.recognition.state import SUFFIXES, Recognition, Source, turned_square
from xiangqi.app.records.loading import OpenFile, PasteText
from xiangqi.app.state import AppState, Panel
from xiangqi.app.transition import Result, chain, done, toast
from xiangqi.core.constants import BLACK, KING, RED
from xiangqi.fen import MOST_PIECES, Position, format_fen
from xiangqi.i18n.message import Message
from xiangqi.recognition.position import position_of, ringed
from xiangqi.recognition.reading import Corners, Reading
from xiangqi.records.tree import Game

_INSET: Final = 0.1  # of the picture, where corners stand before they are set by hand


def opening(path: Path) -> Intent:
    """Return what opens a file: a picture is read, all else is a record."""
    return ReadPictures((path,)) if path.suffix.lower() in SUFFIXES else OpenFile(path)


def pasting(text: str) -> Intent:
    """Return what pastes a text; file managers copy a picture as the address of its file."""
    line = text.strip()
    address = urlsplit(line) if line.startswith("file://") else None
    path = Path(unquote(address.path) if address else line)
    is_file = "\n" not in line and path.suffix.lower() in SUFFIXES and path.is_absolute()
    return ReadPictures((path,)) if is_file else PasteText(text)


# ---- Reading ----


@dataclass(frozen=True)
class ReadPictures(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Read pictures, one after another; None is the one in the clipboard."""

    sources: tuple[Source, ...]


@handles(ReadPictures)
def read_pictures(state: AppState, intent: ReadPictures) -> Result:
    """Begin with the first one, unless another one is being read."""
    held = state.recognition
    if held is not None and held.is_busy and not held.unseen:
        return done(replace(state, recognition=replace(held, waiting=(*held.waiting, *intent.sources))))
    waiting = held.waiting if held is not None else ()
    return _begin(state, (*intent.sources, *waiting))


def _begin(state: AppState, sources: tuple[Source, ...]) -> Result:
    unseen = sources[0] is None
    recognition = Recognition(state.next_id, sources[0], sources[1:], unseen=unseen)
    panel = state.panel if unseen else Panel.PICTURE
    state = replace(state, recognition=recognition, panel=panel, next_id=state.next_id + 1)
    return done(state, _order(state, recognition, None))


def _order(state: AppState, held: Recognition, corners: Corners | None) -> ReadPicture:
    game = state.left_game
    near = None if game is None or game.play is None else positions.snapshot(game.play.line).fen
    return ReadPicture(held.id, held.source, corners, near)


@dataclass(frozen=True)
class NextPicture(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Read the next of several pictures."""


@handles(NextPicture)
def next_picture(state: AppState, _intent: NextPicture) -> Result:
    """Read the next picture; one that is being read is given up."""
    held = state.recognition
    return done(state) if held is None or not held.waiting else _begin(state, held.waiting)


@dataclass(frozen=True)
class StopRecognising(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Close the picture; a position that was read stays set up."""


@handles(StopRecognising)
def stop_recognising(state: AppState, _intent: StopRecognising) -> Result:
    """Close the picture and give up what is being read."""
    return done(replace(state, panel=None, recognition=None), StopPicture())


def advance(state: AppState) -> Result:
    """Give up the picture once its panel has been closed."""
    held = state.recognition
    if held is None or held.unseen or state.panel is Panel.PICTURE:
        return done(state)
    return done(replace(state, recognition=None), StopPicture())


def _held(state: AppState, number: int) -> Recognition | None:
    """Return the picture that is read under a number, None if it has been given up."""
    held = state.recognition
    return held if held is not None and held.id == number else None


@handles(PictureOpened)
def picture_opened(state: AppState, event: PictureOpened) -> Result:
    """Show the picture."""
    held = _held(state, event.recognition_id)
    if held is None:
        return done(state)
    held = replace(held, picture=event.picture, unseen=False)
    return done(replace(state, recognition=held, panel=Panel.PICTURE))


@handles(PictureRead)
def picture_read(state: AppState, event: PictureRead) -> Result:
    """Set up the position that was read, or let the corners be set where no board was found."""
    held, reading = _held(state, event.recognition_id), event.reading
    if held is None:
        return done(state)
    if held.unseen:
        return done(toast(replace(state, recognition=None), _not_pasted(event.failure), Tone.ERROR))
    if reading is None or reading.board is None:
        corners = None if held.picture is None or reading is None else _inset(held)
        return done(
            replace(state, recognition=replace(held, reading=reading, failure=event.failure, corners=corners))
        )
    known = reading.side_to_move is not None
    position, left_out = _within_a_set(position_of(reading.board, reading.side_to_move), reading)
    doubtful = left_out.union(ringed(reading))
    held = replace(held, reading=reading, doubtful=doubtful, side_known=known, corners=None)
    state = _set_up(state, position)
    flipped = reading.bottom == "black"
    return done(replace(state, recognition=held, flipped=flipped), PlaySound(Sound.MOVE))


def _not_pasted(failure: str) -> Message:
    key = failure.key if isinstance(failure, Message) else ""
    if key == "detail.picture.none":
        return Message("toast.nothing_to_paste")
    if key == "detail.picture.program":
        return Message("toast.no_picture_program")
    return Message("toast.paste_unreadable", detail=failure)


def _inset(held: Recognition) -> Corners:
    assert held.picture is not None
    width, height = held.picture.width, held.picture.height
    left, top = width * _INSET, height * _INSET
    right, bottom = width - left, height - top
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _within_a_set(position: Position, reading: Reading) -> tuple[Position, frozenset[int]]:
    """Return a position without the least sure of pieces that a board has no room for, and their squares.

    A side has one general and at most MOST_PIECES others.
    """

    def sureness(square: int) -> float:
        point = reading.pieces.get(square)
        return 0.0 if point is None else point.probability

    left_out: set[int] = set()
    for side in (RED, BLACK):
        own = [square for square, code in position.placement.items() if code & side]
        own.sort(key=sureness, reverse=True)
        generals = [square for square in own if position.placement[square] == side | KING]
        others = [square for square in own if square not in generals]
        left_out.update(generals[1:], others[MOST_PIECES:])
    kept = {square: code for square, code in position.placement.items() if square not in left_out}
    return replace(position, placement=kept), frozenset(left_out)


def _set_up(state: AppState, position: Position) -> AppState:
    """Return the state with a position in the editor: in the one that is open, where it can be undone."""
    if state.editor is not None:
        after = state.editor.changed(position, frozenset())
        return state.put(Document.of(state.document.id, Game(start_fen=after.fen), SetUp(after)))
    fen = format_fen(position)
    document = Document.of(state.next_id, Game(start_fen=fen), SetUp(Editor(fen)))
    state = replace(state.on_top(document), next_id=state.next_id + 1)
    return replace(state, replay=None, preview=None)


# ---- Correcting ----


@dataclass(frozen=True)
class ChoosePoint(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Choose what stands on a square; None leaves it as it is."""

    square: int | None


@handles(ChoosePoint)
def choose_point(state: AppState, intent: ChoosePoint) -> Result:
    """Show what may stand there."""
    held = state.recognition
    if held is None or state.editor is None:
        return done(state)
    return done(replace(state, recognition=replace(held, chosen=intent.square)))


@dataclass(frozen=True)
class PutPiece(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Say what stands on the chosen square: a piece (code), or 0 for nothing."""

    piece: int


@handles(PutPiece, SetUp)
def put_piece(state: AppState, intent: PutPiece) -> Result:
    """Put the piece there; the point is no longer doubtful."""
    held = state.recognition
    if held is None or held.chosen is None:
        return done(state)
    square = held.chosen
    put = place(state, square, intent.piece) if intent.piece else erase_square(state, EraseSquare(square))
    state, effects = put
    if state.editor is None or state.editor.position.placement.get(square, 0) != intent.piece:
        return put  # there are too many already, which is told
    held = replace(held, doubtful=held.doubtful - {square}, chosen=None)
    return replace(state, recognition=held), effects


@dataclass(frozen=True)
class ChooseMover(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Say which side is to move, RED or BLACK."""

    side: int


@handles(ChooseMover, SetUp)
def choose_mover(state: AppState, intent: ChooseMover) -> Result:
    """Set the side to move, which need not be asked any more."""
    if state.recognition is not None:
        state = replace(state, recognition=replace(state.recognition, side_known=True))
    return set_turn(state, SetTurn(intent.side))


@dataclass(frozen=True)
class TurnReading(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Say that the other side is at the bottom of the picture."""


@handles(TurnReading, SetUp)
def turn_reading(state: AppState, _intent: TurnReading) -> Result:
    """Turn the position that was read, with all that is known of its points."""
    held, editor = state.recognition, state.editor
    if held is None or held.reading is None or editor is None:
        return done(state)
    placement = {turned_square(square): code for square, code in editor.position.placement.items()}
    reading = _turned(held.reading)
    doubtful = frozenset(map(turned_square, held.doubtful))
    state = replace(state, recognition=replace(held, reading=reading, doubtful=doubtful, chosen=None))
    flipped = reading.bottom == "black"
    return done(replace(_set_up(state, replace(editor.position, placement=placement)), flipped=flipped))


def _turned(reading: Reading) -> Reading:
    pieces = {turned_square(square): point for square, point in reading.pieces.items()}
    doubtful = tuple(map(turned_square, reading.doubtful))
    bottom = "red" if reading.bottom == "black" else "black"
    return replace(reading, bottom=bottom, pieces=pieces, doubtful=doubtful)  # type: ignore[arg-type]


# ---- Where the board is ----


@dataclass(frozen=True)
class SetCorners(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Set the corners of the board by hand, beginning with where it was found."""


@handles(SetCorners)
def set_corners(state: AppState, _intent: SetCorners) -> Result:
    """Show the corners, to be moved."""
    held = state.recognition
    if held is None or held.picture is None or held.is_busy:
        return done(state)
    found = held.reading.corners if held.reading is not None else None
    return done(replace(state, recognition=replace(held, corners=found or _inset(held), chosen=None)))


@dataclass(frozen=True)
class MoveCorner(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Move one of the corners (0 is top left, then clockwise) to a pixel of the picture."""

    number: int
    place: tuple[float, float]


@handles(MoveCorner)
def move_corner(state: AppState, intent: MoveCorner) -> Result:
    """Move the corner, no farther than the edge of the picture."""
    held = state.recognition
    if held is None or held.picture is None or held.corners is None:
        return done(state)
    x = min(max(intent.place[0], 0.0), held.picture.width - 1.0)
    y = min(max(intent.place[1], 0.0), held.picture.height - 1.0)
    corners = list(held.corners)
    corners[intent.number] = (x, y)
    return done(replace(state, recognition=replace(held, corners=tuple(corners))))  # type: ignore[arg-type]


@dataclass(frozen=True)
class ReadWithin(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Read the board between the corners that were set."""


@handles(ReadWithin)
def read_within(state: AppState, _intent: ReadWithin) -> Result:
    """Read the picture again."""
    held = state.recognition
    if held is None or held.corners is None:
        return done(state)
    again = replace(held, id=state.next_id, reading=None, failure="", chosen=None)
    state = replace(state, recognition=again, next_id=state.next_id + 1)
    return done(state, _order(state, again, held.corners))


# ---- Going on ----


@dataclass(frozen=True)
class AnalyseRead(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True):
    """Analyse the position that was read."""


@handles(AnalyseRead, SetUp)
def analyse_read(state: AppState, _intent: AnalyseRead) -> Result:
    """Close the picture and analyse."""
    return chain(
        state,
        lambda state: stop_recognising(state, StopRecognising()),
        lambda state: analyse_edited(state, AnalyseEdited()),
    )


@dataclass(frozen=True)
class PlayRead(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Play on from the position that was read, against the computer."""


@handles(PlayRead, SetUp)
def play_read(state: AppState, _intent: PlayRead) -> Result:
    """Close the picture and begin a game."""
    return chain(
        state,
        lambda state: stop_recognising(state, StopRecognising()),
        lambda state: play_edited(state, PlayEdited()),
    )
