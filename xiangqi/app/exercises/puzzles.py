"""Puzzles from a file or from the player's mistakes, played against the engine, and guessing a game's moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.event import Tone
from xiangqi.app.exercises.asks import SolvedLoaded
from xiangqi.app.exercises.modes import Improvement, Origin, Puzzle
from xiangqi.app.exercises.puzzle_goal import asks_for_draw, improvement_in, is_puzzle
from xiangqi.app.game.play import begin, no_game, rules_from
from xiangqi.app.game.searching import cancel, end_analysis
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.records import preview
from xiangqi.app.records.asks_reading import AbandonLoad
from xiangqi.app.records.loading import CloseRecord, close_record, opened
from xiangqi.app.session import positions, view
from xiangqi.app.session.analysis import Analysis
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import confirmed, handles
from xiangqi.app.session.document import Collection, Document
from xiangqi.app.session.moments import Moment, fen_before, moments, own_moments
from xiangqi.app.session.orders import LoadTraining
from xiangqi.app.session.panels import OpenPanel, open_panel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.solved import is_solved
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.strength import HIGHEST
from xiangqi.app.session.training import ExerciseSet, Quiz, TrainingRequest
from xiangqi.app.session.transcript import written
from xiangqi.app.session.transition import Result, asked, chain, done, toast
from xiangqi.core.constants import RED
from xiangqi.errors import FenError
from xiangqi.exercises.old_books import page_in
from xiangqi.fen import sound_position
from xiangqi.i18n.message import Message
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game, known


@dataclass(frozen=True)
class SolvePuzzle(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """Play a position from the open file against the engine, as a puzzle."""

    index: int


@handles(SolvePuzzle)
def solve_puzzle(state: AppState, intent: SolvePuzzle) -> Result:
    """Start a puzzle from the open file, asking first if that replaces an unfinished game."""
    if state.left_game is not None:
        return asked(state, Message("ask.replace_game"), intent)
    return solve_puzzle_now(state, intent)


@confirmed(SolvePuzzle)
def solve_puzzle_now(state: AppState, intent: SolvePuzzle) -> Result:
    """Start a puzzle from the open file."""
    collection = state.document.collection
    return begin_puzzle(state, collection, intent.index, _origin(state, collection))


def _origin(state: AppState, collection: Collection | None) -> Origin | None:
    """Return the origin of the mistakes in a list; None if these are not being practised."""
    puzzles = (
        document.mode
        for document in reversed(state.documents)
        if collection is not None and document.games is collection.games
    )
    return next((puzzle.origin for puzzle in puzzles if isinstance(puzzle, Puzzle)), None)


@dataclass(frozen=True)
class SolveAnother(Intent, allowed_in_editor=False):
    """Go to the next (1) or previous (-1) puzzle, or restart the current one (0)."""

    step: int


@handles(SolveAnother)
def solve_another(state: AppState, intent: SolveAnother) -> Result:
    """Start the next or previous puzzle, or restart the current one."""
    collection = state.document.collection
    puzzle = state.mode(Puzzle)
    if puzzle is None or collection is None:
        return done(state)
    return begin_puzzle(state, collection, collection.index + intent.step, puzzle.origin)


def leads_on(document: Document) -> bool:
    """Return whether there is a puzzle after the one on the board."""
    place = document.collection.index + 1 if document.collection is not None else 1
    return place < len(document.games) and is_puzzle(document.games[place])


def is_over(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has been decided, well or badly."""
    return puzzle.end is not None or puzzle.found is not None


def leads_back(state: AppState, puzzle: Puzzle) -> bool:
    """Return whether nothing is left but to return to the game in which the practised mistake was made."""
    document = state.document
    return is_over(puzzle) and is_solved(document.start_fen, state.solved) and not leads_on(document)


@dataclass(frozen=True)
class ListPuzzles(Intent, allowed_in_editor=False):
    """Return to the list of puzzles."""


@handles(ListPuzzles)
def list_puzzles(state: AppState, _intent: ListPuzzles) -> Result:
    """Open the list of puzzles again; the game continues behind it."""
    collection = state.document.collection
    puzzle = state.mode(Puzzle)
    if puzzle is None or collection is None:
        return done(state)
    if puzzle.page is not None:
        return open_panel(state, OpenPanel(Panel.CLASSICS))
    listed = Document.of(state.next_id, collection.games[collection.index].unpack(), collection=collection)
    shown = replace(opened(state, listed), flipped=state.flipped)  # the puzzle's side stays below
    return done(replace(shown, panel=Panel.GAME_LIST, next_id=state.next_id + 1))


@handles(CloseRecord, Puzzle)
def leave_puzzle(state: AppState, intent: CloseRecord) -> Result:
    """Return from a practised mistake to the document in which it was made, if that is still open.

    Any other puzzle is closed like a record.
    """
    puzzle = state.mode(Puzzle)
    origin = puzzle.origin if puzzle is not None else None
    if origin is None:
        return close_record(state, intent)
    state, effects = cancel(preview.closed(state))
    state = state.without(state.document.id)
    if all(document.play is None for document in state.documents):
        game = no_game(state)
        state = replace(state, documents=(game, *state.documents), next_id=state.next_id + 1)
    source = state.find(origin.document_id)
    if source is not None:
        state = replace(state.on_top(source), analysis=Analysis() if origin.analysed else None)
    flipped = state.document.is_flipped
    return replace(state, selection=Selection(), panel=None, flipped=flipped), effects


def begin_puzzle(
    state: AppState, collection: Collection | None, index: int, origin: Origin | None = None
) -> Result:
    """Put a puzzle from a file on the board, for the side to move against the engine.

    One with a solution is requested as an exercise instead. A toast says if there is no such puzzle, or if its
    position is impossible.

    The document in which a practised mistake was made stays open beneath.
    """
    games = collection.games if collection is not None else ()
    if collection is None or not (0 <= index < len(games) and is_puzzle(games[index])):
        return done(toast(state, Message("toast.no_more_puzzles"), Tone.QUIET))
    game = games[index].unpack()
    fen = game.start_fen
    if game.main_line():
        return done(state, LoadTraining(_with_solutions(collection, index)))
    try:
        position = sound_position(fen)
    except FenError as error:
        return done(toast(state, Message("toast.bad_position", detail=str(error)), Tone.ERROR))
    engine, human = Player(PlayerKind.COMPUTER, HIGHEST), Player()
    red, black = (human, engine) if position.turn == RED else (engine, human)
    setup = Setup(red, black, fen, rules_from(state.settings))
    puzzle = Puzzle(game.root, setup, draw=asks_for_draw(game), task=improvement_in(game), origin=origin)
    puzzle = replace(puzzle, page=page_in(game))
    collection = replace(collection, index=index, complete=True)
    source = state.find(origin.document_id) if origin is not None else None
    is_left = source is not None and source.play is not None and source.play.is_unfinished
    state, effects = begin(replace(state, loading=None), Document.of(state.next_id, game, puzzle, collection))
    if source is not None and not is_left and state.find(source.id) is None:
        state = replace(state, documents=(source, *state.documents))
    return state, (AbandonLoad(), *effects)


def _with_solutions(collection: Collection, index: int) -> TrainingRequest:
    """Return the request for at most _MOST_AT_ONCE of a file's puzzles with solutions, from an index on."""
    quizzes: list[Quiz] = []
    for packed in collection.games[index:]:
        if is_puzzle(packed) and packed.plies and len(quizzes) < _MOST_AT_ONCE:
            game = packed.unpack()
            quizzes.append(Quiz(game.start_fen, tuple(game.main_line()), asks_for_draw(game), game_title(game)))
    return TrainingRequest(ExerciseSet.FILE, collection.name, quizzes=tuple(quizzes))


def game_title(game: Game) -> str:
    """Return the title of a record, or "" if it has none."""
    named = (known(game.headers, name) for name in ("Title", "Event"))
    return next(filter(None, named), "")


@dataclass(frozen=True)
class GuessMoves(Intent, allowed_in_editor=False):
    """Guess the moves that a side plays from the shown position on."""

    side: int | None = None  # RED or BLACK; None for the side to move


@handles(GuessMoves)
def guess_moves(state: AppState, intent: GuessMoves) -> Result:
    """Start guessing a side's moves, each a separate question; refuse in a running game or if no move is left.

    The engine is turned off. At most _MOST_AT_ONCE moves from the shown position on are asked.
    """
    shown = view.line(state)
    turn = positions.snapshot(shown.whole.upto(shown.ply)).turn
    first_side = turn if intent.side is None else intent.side
    first = shown.ply + (first_side != turn)
    is_running = state.document.play is not None and state.document.play.end is None
    if first >= len(shown.moves) or is_running:
        return done(toast(state, Message("toast.nothing_to_guess"), Tone.QUIET))
    title = game_title(state.document.original)
    fens = (
        (ply, positions.snapshot(shown.whole.upto(ply)).fen)
        for ply in range(first, len(shown.moves), 2)[:_MOST_AT_ONCE]
    )
    player = known(state.document.original.headers, "Red" if first_side == RED else "Black")
    quizzes = tuple(Quiz(fen, shown.moves[ply : ply + 1], title=player) for ply, fen in fens)
    load = LoadTraining(TrainingRequest(ExerciseSet.GUESS, title, quizzes=quizzes))
    return chain(state, end_analysis, lambda state: done(preview.closed(state), load))


# ---- Practising mistakes ----

_MOST_AT_ONCE: Final = 200
"""The most puzzles from a file, or moves of a game, in one round."""


def costliest_mistake(state: AppState, *, open_only: bool = False) -> MoveVerdict | None:
    """Return the costliest of the player's moments, the first of several equal ones; None if there is none.

    Args:
        state: the state.
        open_only: leave out those whose better move has been found.
    """
    own = (one for one in own_moments(state) if not (open_only and _is_mended(state, one)))
    return max((one.verdict for one in own), key=lambda verdict: (verdict.loss, -verdict.ply), default=None)


def _is_mended(state: AppState, moment: Moment) -> bool:
    """Return whether the player has found a better move in a moment."""
    return is_solved(fen_before(state, moment), state.solved)


@dataclass(frozen=True)
class PractiseMistakes(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """Practise, as puzzles, finding better moves in the moments of the line that a review has found."""

    only: int = 0  # ply of the only moment to practise, of either side; 0 for all of the player's own


@handles(PractiseMistakes)
def practise(state: AppState, intent: PractiseMistakes) -> Result:
    """Start with the first of the mistakes, asking for confirmation if it would replace an unfinished game."""
    if state.left_game is not None:
        return asked(state, Message("ask.replace_game"), intent)
    return practise_now(state, intent)


@confirmed(PractiseMistakes)
def practise_now(state: AppState, intent: PractiseMistakes) -> Result:
    """Start with the first of the mistakes; the line they are from comes last in the list.

    Of several mistakes, those whose better moves have been found are left out unless all have been found.
    """
    if intent.only:
        found = [one for one in moments(state) if one.ply == intent.only]
    else:
        own = own_moments(state)
        found = [one for one in own if not _is_mended(state, one)] or list(own)
    if not found:
        return done(toast(state, Message("toast.no_mistakes"), Tone.QUIET))
    games = (*(pack(_position(state, moment)) for moment in found), _whole(state))
    told = found[0].number if intent.only else 0
    origin = Origin(state.document.id, state.shown_analysis is not None, told)
    return begin_puzzle(replace(state, analysis=None, toasts=()), Collection("", None, games), 0, origin)


def _whole(state: AppState) -> PackedGame:
    """Return the document on the board as a packed game."""
    return pack(written(state.document).to_game())


def _position(state: AppState, moment: Moment) -> Game:
    """Return a game that starts before a mistake and is named after the mistake."""
    line, entry, verdict = state.document.line, view.move_entries(state)[moment.ply - 1], moment.verdict
    task = Improvement(line.moves[moment.ply - 1], verdict.better[0], moment.before)
    headers = {"Event": f"{entry.text} ({entry.number})", **task.headers}
    return Game(headers=headers, start_fen=fen_before(state, moment))


# ---- Solved puzzles ----


@handles(SolvedLoaded)
def solved_loaded(state: AppState, event: SolvedLoaded) -> Result:
    """Store the puzzles that were solved before."""
    return done(replace(state, solved=state.solved | event.positions))


def _is_own_mistake(state: AppState) -> bool:
    puzzle = state.mode(Puzzle)
    return puzzle is not None and puzzle.origin is not None


@closes(ClosingOrder.DOCUMENT, when=_is_own_mistake)
def leave_mistake(state: AppState) -> Result:
    """Return to the document in which the practised mistake was made, if that is still open."""
    return leave_puzzle(state, CloseRecord())
