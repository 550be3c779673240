"""The classics in the window: positions from old books, played out against the engine like puzzles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from xiangqi.app.exercises.asks import ListClassics
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.game.searching import cancel
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.records.loading import loading, opened
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.document import Document
from xiangqi.app.session.solved import is_solved
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.exercises.old_books import BookPage, ClassicGoal, page_in
from xiangqi.i18n.message import Message
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import Game


@dataclass(frozen=True)
class OpenClassics(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """List the classics with a goal, the easiest first."""

    goal: str  # a value of exercises.classics.ClassicGoal


@handles(OpenClassics)
def open_classics(state: AppState, intent: OpenClassics) -> Result:
    """Read them in the background; the list shows which have been solved. An unknown goal lists nothing."""
    if intent.goal not in {goal.value for goal in ClassicGoal}:
        return done(state)
    name = Message(f"classics.{intent.goal}")
    state, load_id = loading(state, name)
    return done(state, ListClassics(load_id, name, intent.goal))


def page_to_tell(state: AppState, puzzle: Puzzle) -> BookPage | None:
    """Return where a classic is from once it has been solved; None before that, and for other puzzles."""
    return puzzle.page if is_solved(puzzle.setup.start_fen, state.solved) else None


@lru_cache(maxsize=1024)
def name_of_classic(game: PackedGame) -> str:
    """Return title and book of a classic in a list; "" for any other game."""
    page = page_in(game.unpack())
    return page.name if page is not None else ""


@dataclass(frozen=True)
class ShowBookLine(Intent, allowed_in_editor=False):
    """Open the main line of the book that a solved classic is from."""


@handles(ShowBookLine)
def show_book_line(state: AppState, _intent: ShowBookLine) -> Result:
    """Open it as a record beside its list, unless the classic has yet to be solved."""
    puzzle, document = state.mode(Puzzle), state.document
    page = page_to_tell(state, puzzle) if puzzle is not None else None
    if page is None:
        return done(state)
    state, effects = cancel(state)
    game = Game(headers={"Event": page.name}, start_fen=document.start_fen, result=document.original.result)
    node = game.root
    for move in page.line:
        node = node.add(move)
    shown = Document.of(state.next_id, game, collection=document.collection)
    state = replace(opened(state, shown), next_id=state.next_id + 1, panel=None, flipped=state.flipped)
    return state, effects
