"""The classics in the window: levels of three courses, played out against the engine like puzzles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from xiangqi.app.exercises.asks import ClassicsListed, ListClassics
from xiangqi.app.exercises.asks_classics import ClassicStarsKnown
from xiangqi.app.exercises.levels import ClassicsState
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.puzzles import begin_puzzle, is_over
from xiangqi.app.game.searching import cancel
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.records.loading import opened
from xiangqi.app.session.dispatch import confirmed, handles
from xiangqi.app.session.document import Collection, Document
from xiangqi.app.session.panels import OpenPanel, open_panel
from xiangqi.app.session.solved import is_solved
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, asked, done
from xiangqi.exercises.old_books import BookPage, ClassicGoal, page_in
from xiangqi.i18n.message import Message
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import Game
from xiangqi.storage.star_file import best_of


@dataclass(frozen=True)
class OpenClassics(Intent, allowed_in_editor=True):
    """Show the levels of a course of classics."""

    goal: str  # a value of exercises.old_books.ClassicGoal


@handles(OpenClassics)
def open_classics(state: AppState, intent: OpenClassics) -> Result:
    """Open the page of classics; the levels are read when first wanted. An unknown goal shows nothing."""
    if intent.goal not in {goal.value for goal in ClassicGoal}:
        return done(state)
    known = replace(state.part(ClassicsState), goal=intent.goal, stage=-1)
    state, effects = open_panel(state.with_part(known), OpenPanel(Panel.CLASSICS))
    return state, (*effects, *(() if intent.goal in known.courses else (ListClassics(intent.goal),)))


@handles(ClassicsListed)
def classics_listed(state: AppState, event: ClassicsListed) -> Result:
    """Store the levels of a course."""
    known = state.part(ClassicsState)
    return done(state.with_part(replace(known, courses={**known.courses, event.goal: event.levels})))


@handles(ClassicStarsKnown)
def stars_known(state: AppState, event: ClassicStarsKnown) -> Result:
    """Store the stars earned in this window and in others."""
    known = state.part(ClassicsState)
    return done(state.with_part(replace(known, stars=best_of(known.stars, event.stars))))


@dataclass(frozen=True)
class ShowStage(Intent, allowed_in_editor=True):
    """Show other levels of the course."""

    stage: int


@handles(ShowStage)
def show_stage(state: AppState, intent: ShowStage) -> Result:
    return done(state.with_part(replace(state.part(ClassicsState), stage=intent.stage)))


@dataclass(frozen=True)
class PlayLevel(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """Play a level of the course that is shown."""

    index: int


@handles(PlayLevel)
def play_level(state: AppState, intent: PlayLevel) -> Result:
    """Put the level on the board, asking first if that replaces an unfinished game."""
    if state.left_game is not None:
        return asked(state, Message("ask.replace_game"), intent)
    return play_level_now(state, intent)


@confirmed(PlayLevel)
def play_level_now(state: AppState, intent: PlayLevel) -> Result:
    """Put the level on the board, with the levels of its course as the list beside it."""
    known = state.part(ClassicsState)
    games = tuple(level.game for level in known.levels)
    shown = Collection(Message(f"classics.{known.goal}"), None, games) if known.goal else None
    return begin_puzzle(state, shown, intent.index)


def page_to_tell(state: AppState, puzzle: Puzzle) -> BookPage | None:
    """Return the book page of a classic once it has been solved; None before that, and for other puzzles."""
    return puzzle.page if is_solved(puzzle.setup.start_fen, state.solved) else None


def page_with_answer(state: AppState, puzzle: Puzzle) -> BookPage | None:
    """Return the book page of a classic that is solved or has failed; None before, and for other puzzles."""
    return puzzle.page if puzzle.has_slipped or is_over(puzzle) else page_to_tell(state, puzzle)


@lru_cache(maxsize=1024)
def name_of_classic(game: PackedGame) -> str:
    """Return the title and book of a classic in a list; "" for any other game."""
    page = page_in(game.unpack())
    return page.name if page is not None else ""


@dataclass(frozen=True)
class ShowBookLine(Intent, allowed_in_editor=False):
    """Open the main line of the book that a solved or failed classic is from."""


@handles(ShowBookLine)
def show_book_line(state: AppState, _intent: ShowBookLine) -> Result:
    """Open the line as a record beside its list, unless the classic can still be solved."""
    puzzle, document = state.mode(Puzzle), state.document
    page = page_with_answer(state, puzzle) if puzzle is not None else None
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
