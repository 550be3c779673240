"""The player's repertoire: its panel, adding and removing lines, and comparing finished games with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tick, Tone
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.openings.asks import (
    AddMoves,
    CompareGame,
    GameCompared,
    LoadRepertoire,
    MakeRecord,
    PreviewRecord,
    RecordMade,
    RecordPreviewed,
    RemoveMoves,
    RepertoireRead,
)
from xiangqi.app.openings.state import LeftLines, OpeningsState
from xiangqi.app.records.loading import opened
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.dispatch import confirmed, handles, hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress, Study
from xiangqi.app.session.notices import ExplorerOpened
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, asked, done, toast
from xiangqi.board import Board
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.records.tree import Game
from xiangqi.repertoire.departures import Departure
from xiangqi.repertoire.lines import RepertoireMove, canonical, moves_of_line


def _with_openings(state: AppState, openings: OpeningsState) -> AppState:
    return state.with_part(openings)


# ---- Reading ----


@handles(RepertoireRead)
def repertoire_read(state: AppState, message: RepertoireRead) -> Result:
    """Store the repertoires."""
    return done(_with_openings(state, replace(state.part(OpeningsState), sides=message.sides)))


@hears(ExplorerOpened)
def explorer_opened(state: AppState, _notice: ExplorerOpened) -> Result:
    """Read the repertoire the first time that the explorer is opened, since it marks the player's moves."""
    openings = state.part(OpeningsState)
    if openings.asked:
        return done(state)
    return done(_with_openings(state, replace(openings, asked=True)), LoadRepertoire())


@hears(Tick)
def compare_finished_games(state: AppState, _event: Tick) -> Result:
    """Compare the finished game on the board with the repertoire, once.

    Only a game of one person from the starting position is compared.
    """
    document = state.document
    play = document.play
    if type(play) is not GameInProgress or play.end is None or document.id == state.part(OpeningsState).checked:
        return done(state)
    state = _with_openings(state, replace(state.part(OpeningsState), checked=document.id, left=None))
    side = play.setup.human_side
    if side is None or play.setup.start_fen != START_FEN:
        return done(state)
    return done(state, CompareGame(document.id, side, play.moves))


@handles(GameCompared)
def game_compared(state: AppState, message: GameCompared) -> Result:
    """Report where the game left the lines of the repertoire, unless that move has been taken back."""
    found, document = message.departure, state.find(message.document_id)
    if found is None or document is None or document.play is None:
        return done(state)
    if not _has(document, found):
        return done(state)
    left = LeftLines(message.document_id, message.side, found)
    state = _with_openings(state, replace(state.part(OpeningsState), left=left, shown=message.side))
    return done(toast(state, left_words(state, found, document)))


def left_lines(state: AppState) -> tuple[LeftLines, Document] | None:
    """Return the last game's departure from the lines, with the game; None if the game has no such move."""
    left = state.part(OpeningsState).left
    document = None if left is None else state.find(left.document_id)
    if left is None or document is None or not _has(document, left.departure):
        return None
    return left, document


def _has(document: Document, found: Departure) -> bool:
    """Return whether a game still has the move that left the lines."""
    return document.play is not None and document.play.moves[found.ply - 1 : found.ply] == (found.played,)


def left_words(state: AppState, found: Departure, game: Document) -> Message:
    """Return a sentence about which side left the repertoire's lines, where, and how they continue there."""
    line = game.play.line.upto(found.ply - 1) if game.play is not None else Line()
    board, words = positions.board_at(line), Wording(state.settings.language, Style(state.settings.notation))
    key = "toast.left_own_lines" if found.own else "toast.left_lines"
    return Message(
        key,
        number=(found.ply + 1) // 2,
        played=words.in_words(board, found.played),
        line=words.in_words(board, found.line[0]),
    )


# ---- Lines ----


@dataclass(frozen=True)
class AddToRepertoire(Intent, allowed_in_editor=False):
    """Add the line to the position on the board to the repertoire of a side."""

    side: int  # RED or BLACK, whoever moved last


@handles(AddToRepertoire)
def keep_line(state: AppState, intent: AddToRepertoire) -> Result:
    """Have the line added up to the side's last move in it.

    Nothing is added if the library may not be used now, or if the side has no move in the line.
    """
    if not analysed.is_casual(state):
        return done(toast(state, Message("toast.no_analysis")))
    line = view.board_line(state).here
    known = tuple(moves_of_line(line.moves, intent.side)) if line.start_fen == START_FEN else ()
    if not known:
        return done(toast(state, Message("toast.no_line"), Tone.QUIET))
    return done(state, AddMoves(intent.side, known))


@dataclass(frozen=True)
class DropLine(Intent, allowed_in_editor=False):
    """Remove the move that led to the position on the board from the repertoire of a side.

    The player must confirm this, since all moves that are reached only through it are removed as well.
    """

    side: int  # RED or BLACK


@handles(DropLine)
def drop_line(state: AppState, message: DropLine) -> Result:
    """Ask for confirmation, since moves reached only through this one are also removed."""
    known = last_move(state, message.side)
    return asked(state, Message("ask.drop_line"), message) if known is not None else done(state)


@confirmed(DropLine)
def drop_line_now(state: AppState, message: DropLine) -> Result:
    """Remove the move and all that are reached only through it, now that the player has confirmed it."""
    known = last_move(state, message.side)
    return done(state) if known is None else done(state, RemoveMoves(message.side, (known,)))


def last_move(state: AppState, side: int) -> RepertoireMove | None:
    """Return the move that led to the position on the board if it is in a side's repertoire, or else None."""
    line = view.board_line(state).here
    kept = state.part(OpeningsState).sides.get(side)
    if line.start_fen != START_FEN or not line.moves or kept is None:
        return None
    before = Board()
    for move in line.moves[:-1]:
        before.push(move)
    own = before.turn == side
    place, move = canonical(before, line.moves[-1])
    table = kept.repertoire.answers if own else kept.repertoire.covered
    return RepertoireMove(place, move, own) if move in table.get(place, ()) else None


# ---- Records ----


@dataclass(frozen=True)
class KeepRecord(Intent, allowed_in_editor=False):
    """Add the lines of the record on the board to a repertoire, after a preview."""

    side: int
    moves: tuple[RepertoireMove, ...] = ()  # the moves found by the preview


@handles(KeepRecord)
def keep_record(state: AppState, message: KeepRecord) -> Result:
    """Request a preview of the moves that the lines would add."""
    return done(state, PreviewRecord(message.side, state.document.tree))


@handles(RecordPreviewed)
def record_previewed(state: AppState, message: RecordPreviewed) -> Result:
    """Ask for confirmation, or report that there is nothing to add."""
    change = message.change
    if not change.moves:
        return done(toast(state, Message("toast.nothing_new")))
    key = "ask.keep_record_red" if message.side == RED else "ask.keep_record_black"
    full = Message("repertoire.no_room", left_out=change.left_out) if change.left_out else ""
    words = Message(key, cards=change.cards, moves=change.moves, full=full)
    return asked(state, words, KeepRecord(message.side, message.moves))


@confirmed(KeepRecord)
def keep_record_now(state: AppState, message: KeepRecord) -> Result:
    """Add the lines that the preview has found to the repertoire."""
    return done(state, AddMoves(message.side, message.moves))


@dataclass(frozen=True)
class ShowRepertoire(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=False):
    """Put a repertoire on the board as a record with variations, which can be saved in any format."""

    side: int


@handles(ShowRepertoire)
def show_repertoire(state: AppState, message: ShowRepertoire) -> Result:
    """Have the lines of a side made into a record."""
    name = Message("repertoire.red" if message.side == RED else "repertoire.black")
    return done(state, MakeRecord(message.side, name))


@handles(RecordMade)
def record_made(state: AppState, message: RecordMade) -> Result:
    """Put the record on the board."""
    return done(_opened(state, message.game, 0))


def _opened(state: AppState, game: Game, ply: int) -> AppState:
    document = Document.of(state.next_id, game, Study()).to_ply(ply)
    return replace(opened(replace(state, next_id=state.next_id + 1), document), panel=None)
