"""Reads pictures one after another, and sets up each position so that doubtful points can be checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.editor.mode import SetUp, editor_of
from xiangqi.app.editor.setting_up import (
    AnalyseEdited,
    ConfirmPosition,
    EraseSquare,
    SetTurn,
    analyse_edited,
    confirm_position,
    erase_square,
    place,
    set_turn,
)
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tick, Tone
from xiangqi.app.game.at_once import choose_terms, terms_at
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.recognition.asks import PictureOpened, PictureRead, ReadPicture, StopPicture
from xiangqi.app.recognition.state import Recognition, Source, turned_square
from xiangqi.app.records.loading import OpenFile, PasteText
from xiangqi.app.session import positions
from xiangqi.app.session.cards import CardKind, is_card
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.files import SUFFIXES
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.places import inside_page
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.core.constants import BLACK, KING, RED
from xiangqi.fen import MOST_PIECES, Position, format_fen
from xiangqi.i18n.message import Message
from xiangqi.recognition.position import position_of
from xiangqi.recognition.reading import Corners, Reading, is_within, middle
from xiangqi.records.tree import Game

_INSET: Final = 0.1  # initial distance of hand-set corners from the picture's edge, as a share of its size


def opening(path: Path) -> Intent:
    """Return the intent that opens a file as a picture or, if its suffix is not that of one, as a record."""
    return ReadPictures((path,)) if path.suffix.lower() in SUFFIXES else OpenFile(path)


def pasting(text: str) -> Intent:
    """Return the intent that pastes a text. File managers copy a picture as the URL of its file."""
    line = text.strip()
    address = urlsplit(line) if line.startswith("file://") else None
    path = Path(unquote(address.path) if address else line)
    is_file = "\n" not in line and path.suffix.lower() in SUFFIXES and path.is_absolute()
    return ReadPictures((path,)) if is_file else PasteText(text)


# ---- Reading ----


@dataclass(frozen=True)
class ReadPictures(Intent, allowed_in_editor=True):
    """Read pictures, one after another; None stands for the picture in the clipboard."""

    sources: tuple[Source, ...]


@handles(ReadPictures)
def read_pictures(state: AppState, intent: ReadPictures) -> Result:
    """Start with the first picture, or queue the pictures if one is being read."""
    held = state.held(Recognition)
    if held is not None and held.is_busy and not held.unseen:
        return done(state.with_part(replace(held, waiting=(*held.waiting, *intent.sources))))
    waiting = held.waiting if held is not None else ()
    return _begin(state, (*intent.sources, *waiting))


def _begin(state: AppState, sources: tuple[Source, ...]) -> Result:
    unseen = sources[0] is None
    recognition = Recognition(state.next_id, sources[0], sources[1:], unseen=unseen)
    panel = state.panel if unseen else Panel.PICTURE
    state = replace(state, panel=panel, next_id=state.next_id + 1).with_part(recognition)
    return done(state, _order(state, recognition, None))


def _order(state: AppState, held: Recognition, corners: Corners | None) -> ReadPicture:
    game = state.left_game
    near = None if game is None or game.play is None else positions.snapshot(game.play.line).fen
    return ReadPicture(held.id, held.source, corners, near)


@dataclass(frozen=True)
class NextPicture(Intent, allowed_in_editor=True):
    """Read the next picture in the queue."""


@handles(NextPicture)
def next_picture(state: AppState, _intent: NextPicture) -> Result:
    """Read the next picture, abandoning the current one."""
    held = state.held(Recognition)
    return done(state) if held is None or not held.waiting else _begin(state, held.waiting)


@dataclass(frozen=True)
class StopRecognising(Intent, allowed_in_editor=True):
    """Close the picture; a position that was read remains set up."""


@handles(StopRecognising)
def stop_recognising(state: AppState, _intent: StopRecognising) -> Result:
    """Close the picture, and stop reading it. A position that is still to be checked keeps its picture.

    If the picture is being read once more, only the new reading is stopped, and the earlier one is shown.
    """
    held = state.held(Recognition)
    if held is not None and held.is_busy and held.has_reading:
        return done(_before(state, held), StopPicture())
    state = replace(state, panel=None)
    return done(state) if _is_checked_later(state) else done(state.without_part(Recognition), StopPicture())


def _is_checked_later(state: AppState) -> bool:
    """Return whether a position read from the picture is set up but not yet confirmed by the player."""
    held = state.held(Recognition)
    is_read = held is not None and held.reading is not None and held.reading.board is not None
    modes = (document.mode for document in state.documents)
    return is_read and any(isinstance(mode, SetUp) and mode.editor.unchecked for mode in modes)


@hears(Tick)
def stop_unseen_reading(state: AppState, _event: Tick) -> Result:
    """Stop reading and forget a picture whose panel has been closed, unless its position is to be checked."""
    held = state.held(Recognition)
    if held is None or held.unseen or state.panel is Panel.PICTURE or _is_checked_later(state):
        return done(state)
    return done(state.without_part(Recognition), StopPicture())


def _held(state: AppState, number: int) -> Recognition | None:
    """Return the picture with this number, or None if it has been closed."""
    held = state.held(Recognition)
    return held if held is not None and held.id == number else None


@handles(PictureOpened)
def picture_opened(state: AppState, event: PictureOpened) -> Result:
    """Show the picture."""
    held = _held(state, event.recognition_id)
    if held is None:
        return done(state)
    held = replace(held, picture=event.picture, unseen=False)
    return done(replace(state, panel=Panel.PICTURE).with_part(held))


@handles(PictureRead)
def picture_read(state: AppState, event: PictureRead) -> Result:
    """Set up the position, or let the player set the corners if no board was found."""
    held, reading = _held(state, event.recognition_id), event.reading
    if held is None:
        return done(state)
    if held.unseen:
        return done(toast(state.without_part(Recognition), _not_pasted(event.failure), Tone.ERROR))
    if reading is None or reading.board is None:
        if held.has_reading:
            return _read_in_vain(state, held, event.failure)
        corners = None if held.picture is None or reading is None else _inset(held)
        return done(state.with_part(replace(held, reading=reading, failure=event.failure, corners=corners)))
    known = reading.side_to_move is not None
    position, left_out = _within_a_set(position_of(reading.board, reading.side_to_move), reading)
    reading = replace(reading, others=_others(held, reading))
    state = _shown(state, held, position, reading, left_out.union(reading.doubtful), known)
    return done(state, PlaySound(Sound.MOVE))


def _shown(
    state: AppState,
    held: Recognition,
    position: Position,
    reading: Reading,
    doubtful: frozenset[int],
    side_known: bool,
) -> AppState:
    """Return the state with a reading and its position set up, the picture's side at the bottom."""
    state = _set_up(state, position)
    editor = editor_of(state)
    assert editor is not None
    held = held.read(reading, doubtful, side_known, editor)
    return replace(state, flipped=reading.bottom == "black").with_part(held)


def _others(held: Recognition, reading: Reading) -> tuple[Corners, ...]:
    """Return the corners of the other boards in the picture, including those that earlier readings found."""
    earlier = [made.reading for made in held.readings]
    known = [corners for told in earlier for corners in (told.corners, *told.others)]
    found = [*reading.others]
    for corners in known:
        there = [there for there in (reading.corners, *found) if there is not None]
        if corners is not None and not any(is_within(middle(corners), other) for other in there):
            found.append(corners)
    return tuple(found)


def _before(state: AppState, held: Recognition) -> AppState:
    """Return the state from before the picture was read once more; the answer to that reading is dropped."""
    return replace(state, next_id=state.next_id + 1).with_part(held.back(state.next_id))


def _read_in_vain(state: AppState, held: Recognition, failure: str) -> Result:
    """Show the earlier reading, with the corners that the player has set, and say why the new one failed."""
    back = replace(held.back(held.id), corners=held.corners)
    why = Message("toast.picture_unreadable", detail=failure) if failure else Message("toast.no_board_there")
    return done(toast(state.with_part(back), why, Tone.ERROR))


@hears(InputHandled)
def show_reading_of_position(state: AppState, _notice: InputHandled) -> Result:
    """Show the reading that the position came from, to which undoing or redoing may have led."""
    held, editor = state.held(Recognition), editor_of(state)
    if held is None or editor is None or held.is_busy or (shown := held.shown_in(editor)) is held:
        return done(state)
    assert shown.reading is not None
    return done(replace(state, flipped=shown.reading.bottom == "black").with_part(shown))


def _not_pasted(failure: str) -> Message:
    key = failure.key if isinstance(failure, Message) else ""
    return Message(_NOTHING[key]) if key in _NOTHING else Message("toast.picture_unreadable", detail=failure)


_NOTHING: Final = {
    "detail.picture.none": "toast.nothing_to_paste",
    "detail.clipboard.none": "toast.no_picture_program",
    "detail.clipboard.silent": "toast.clipboard_silent",
}
"""The messages where there is no picture that could be unreadable, by the process's reason."""


def _inset(held: Recognition) -> Corners:
    assert held.picture is not None
    width, height = held.picture.width, held.picture.height
    left, top = width * _INSET, height * _INSET
    right, bottom = width - left, height - top
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _within_a_set(position: Position, reading: Reading) -> tuple[Position, frozenset[int]]:
    """Return a position without the least certain surplus pieces, and the squares of those pieces.

    A side has one general and at most MOST_PIECES other pieces.
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
    """Return the state with a position in the editor; in an open editor, the change can be undone."""
    state, editor = replace(state, selection=Selection()), editor_of(state)
    if editor is not None:
        after = replace(editor.changed(position, frozenset()), unchecked=True)
        return state.put(Document.of(state.document.id, Game(start_fen=after.fen), SetUp(after)))
    fen = format_fen(position)
    document = Document.of(state.next_id, Game(start_fen=fen), SetUp(Editor(fen, unchecked=True)))
    state = replace(state.on_top(document), next_id=state.next_id + 1)
    return replace(state, replay=None, preview=None)


# ---- Correcting ----


@dataclass(frozen=True)
class ChoosePoint(Intent, allowed_in_editor=True):
    """Select a square whose piece is to be corrected; None selects no square."""

    square: int | None


@handles(ChoosePoint)
def choose_point(state: AppState, intent: ChoosePoint) -> Result:
    """Show the pieces to choose from for this square."""
    held = state.held(Recognition)
    if held is None or not state.document.mode.arranges:
        return done(state)
    return done(state.with_part(replace(held, chosen=intent.square)))


def _is_choosing(state: AppState) -> bool:
    """Return whether the pieces to choose from for a point are shown."""
    held = state.held(Recognition)
    return state.panel is Panel.PICTURE and held is not None and held.chosen is not None


@closes(ClosingOrder.CHOICE, when=_is_choosing)
def end_choice(state: AppState) -> Result:
    """End the choice of a piece; the picture stays."""
    return choose_point(state, ChoosePoint(None))


def _has_set_up(state: AppState) -> bool:
    """Return whether the page of a picture is open beside the position that was read."""
    return state.panel is Panel.PICTURE and state.held(Recognition) is not None and editor_of(state) is not None


def _has_step_before(state: AppState) -> bool:
    """Return whether the page of a picture shows a later step than checking what was read."""
    return _has_set_up(state) and _step_back(state) is not None


@inside_page("picture.title", when=_has_step_before)
def back_to_checking(state: AppState) -> Result:
    """Go back one step, from the choice of a piece, corners or next steps to checking what was read."""
    held = state.held(Recognition)
    effects = (StopPicture(),) if held is not None and held.is_busy else ()
    return _step_back(state) or state, effects


@inside_page("editor.title", when=_has_set_up)
def back_to_set_up(state: AppState) -> Result:
    """Go back from checking to the position that is set up."""
    return done(replace(state, panel=None))


def _step_back(state: AppState) -> AppState | None:
    """Return the state one step earlier within the picture's page, or None if it was at its first step."""
    held, editor = state.held(Recognition), editor_of(state)
    if held is None:
        return None
    if held.reading is None:
        return _before(state, held) if held.is_busy and held.has_reading else None
    if held.chosen is not None:
        return state.with_part(replace(held, chosen=None))
    if held.corners is not None and held.reading.board is not None:
        return state.with_part(replace(held, corners=None))
    if editor is not None and held.corners is None and not editor.unchecked:
        document = state.document
        state = state.with_part(replace(held, doubtful=held.doubtful | held.agreed, agreed=frozenset()))
        return state.put(replace(document, mode=SetUp(replace(editor, unchecked=True))))
    return None


@dataclass(frozen=True)
class PutPiece(Intent, allowed_in_editor=True):
    """Put a piece on the selected square, given as a piece code or 0 for none."""

    piece: int


@handles(PutPiece, SetUp)
def put_piece(state: AppState, intent: PutPiece) -> Result:
    """Put the piece there, so that the square is no longer doubtful, unless there are too many already."""
    held = state.held(Recognition)
    if held is None or held.reading is None or held.chosen is None:
        return done(state)
    square = held.chosen
    put = place(state, square, intent.piece) if intent.piece else erase_square(state, EraseSquare(square))
    state, effects = put
    editor = editor_of(state)
    if editor is None or editor.position.placement.get(square, 0) != intent.piece:
        return put  # there are too many already, as a message has said
    held = held.read(held.reading, held.doubtful - {square}, held.side_known, editor)
    return state.with_part(held), effects


@dataclass(frozen=True)
class ChooseMover(Intent, allowed_in_editor=True):
    """Set the side to move, RED or BLACK."""

    side: int


@handles(ChooseMover, SetUp)
def choose_mover(state: AppState, intent: ChooseMover) -> Result:
    """Set the side to move, and record that it is known, until this is undone."""
    state, effects = set_turn(state, SetTurn(intent.side))
    held, editor = state.held(Recognition), editor_of(state)
    if held is not None and held.reading is not None and editor is not None:
        state = state.with_part(held.read(held.reading, held.doubtful, True, editor))
    return state, effects


@dataclass(frozen=True)
class TurnReading(Intent, allowed_in_editor=True):
    """Declare that the other side is at the bottom of the picture."""


@handles(TurnReading, SetUp)
def turn_reading(state: AppState, _intent: TurnReading) -> Result:
    """Rotate the position and the readings of its points."""
    held, editor = state.held(Recognition), editor_of(state)
    if held is None or held.reading is None or editor is None:
        return done(state)
    placement = {turned_square(square): code for square, code in editor.position.placement.items()}
    position = replace(editor.position, placement=placement)
    doubtful = frozenset(map(turned_square, held.doubtful))
    return done(_shown(state, held, position, _turned(held.reading), doubtful, held.side_known))


def _turned(reading: Reading) -> Reading:
    pieces = {turned_square(square): point for square, point in reading.pieces.items()}
    doubtful = tuple(map(turned_square, reading.doubtful))
    bottom = "red" if reading.bottom == "black" else "black"
    return replace(reading, bottom=bottom, pieces=pieces, doubtful=doubtful)  # type: ignore[arg-type]


# ---- Where the board is ----


@dataclass(frozen=True)
class SetCorners(Intent, allowed_in_editor=True):
    """Set the corners of the board by hand, starting from where it was found."""


@handles(SetCorners)
def set_corners(state: AppState, _intent: SetCorners) -> Result:
    """Show the corners, ready to be dragged."""
    held = state.held(Recognition)
    if held is None or held.picture is None or held.is_busy:
        return done(state)
    found = held.reading.corners if held.reading is not None else None
    return done(state.with_part(replace(held, corners=found or _inset(held), chosen=None)))


@dataclass(frozen=True)
class MoveCorner(Intent, allowed_in_editor=True):
    """Move one of the corners (0 is top left, then clockwise) to a pixel of the picture."""

    number: int
    place: tuple[float, float]


@handles(MoveCorner)
def move_corner(state: AppState, intent: MoveCorner) -> Result:
    """Move the corner, but not beyond the edge of the picture."""
    held = state.held(Recognition)
    if held is None or held.picture is None or held.corners is None:
        return done(state)
    x = min(max(intent.place[0], 0.0), held.picture.width - 1.0)
    y = min(max(intent.place[1], 0.0), held.picture.height - 1.0)
    corners = list(held.corners)
    corners[intent.number] = (x, y)
    return done(state.with_part(replace(held, corners=tuple(corners))))  # type: ignore[arg-type]


@dataclass(frozen=True)
class ReadWithin(Intent, allowed_in_editor=True):
    """Read the board between the corners set by hand."""


@handles(ReadWithin)
def read_within(state: AppState, _intent: ReadWithin) -> Result:
    """Read the picture again."""
    held = state.held(Recognition)
    return done(state) if held is None or held.corners is None else _again(state, held, held.corners)


@dataclass(frozen=True)
class ReadOther(Intent, allowed_in_editor=True):
    """Read another board in the picture, given by its number in the reading."""

    number: int


@handles(ReadOther)
def read_other(state: AppState, intent: ReadOther) -> Result:
    """Read the picture again at the place of the other board; the change of the position can be undone."""
    held = state.held(Recognition)
    if held is None or held.reading is None or intent.number >= len(held.reading.others):
        return done(state)
    return _again(state, held, held.reading.others[intent.number])


def _again(state: AppState, held: Recognition, corners: Corners) -> Result:
    again = held.again(state.next_id)
    state = replace(state, next_id=state.next_id + 1).with_part(again)
    return done(state, _order(state, again, corners))


# ---- Using the position ----


@dataclass(frozen=True)
class AnalyseRead(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True):
    """Analyse the position that was read."""


@handles(AnalyseRead, SetUp)
def analyse_read(state: AppState, _intent: AnalyseRead) -> Result:
    """Close the picture and analyse the position; do nothing before the player has said that it is right."""
    editor = editor_of(state)
    if editor is None or editor.unchecked:
        return done(state)
    return chain(
        state,
        lambda state: stop_recognising(state, StopRecognising()),
        lambda state: analyse_edited(state, AnalyseEdited()),
    )


@dataclass(frozen=True)
class PlayRead(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Choose the terms of a game against the computer from the position that was read."""


@handles(PlayRead, SetUp)
def play_read(state: AppState, _intent: PlayRead) -> Result:
    """Open the choices of a new game, in which the person has the side at the bottom of the picture.

    Nothing happens before the player has said that the position is right.
    """
    held, editor = state.held(Recognition), editor_of(state)
    if held is None or held.reading is None or editor is None or editor.unchecked:
        return done(state)
    side = RED if held.reading.bottom == "red" else BLACK
    return choose_terms(state, terms_at(state.settings, editor.fen, side))


@dataclass(frozen=True)
class ConfirmReading(Intent, allowed_in_editor=True):
    """Say that the position is right, and that the side to move is known."""


@handles(ConfirmReading, SetUp)
def confirm_reading(state: AppState, _intent: ConfirmReading) -> Result:
    """Take the position as right, with no point doubtful any more.

    Nothing happens while the side to move is unknown.
    """
    held = state.held(Recognition)
    if held is None or not held.side_known:
        return done(state)
    agreed = held.doubtful | held.agreed
    state = state.with_part(replace(held, doubtful=frozenset(), agreed=agreed, chosen=None))
    return confirm_position(state, ConfirmPosition())


@is_card(CardKind.WORK)
def is_recognising(state: AppState) -> bool:
    """Return whether a picture is being read."""
    held = state.held(Recognition)
    return held is not None and held.is_busy
