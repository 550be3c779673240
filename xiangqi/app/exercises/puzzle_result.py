"""Decides whether a puzzle is solved: by the end of its game, its first move, or the engine's score."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.exercises.asks import KeepImprovement, SaveSolved
from xiangqi.app.exercises.asks_classics import KeepClassicStars
from xiangqi.app.exercises.levels import ClassicsState, stars_for
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.game.notices import EngineAnswers, GameEnded, MoveMade
from xiangqi.app.session.dispatch import hears
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.coach.grades import fault_of
from xiangqi.engine.chances import outcome_chance, winning_chance
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.storage.star_file import best_of


@hears(GameEnded)
def note_result(state: AppState, _notice: GameEnded) -> Result:
    """Report whether a puzzle whose game is over is solved, and save it if it is."""
    puzzle = state.play
    if not isinstance(puzzle, Puzzle) or puzzle.is_exercise or puzzle.end is None or puzzle.found is not None:
        return done(state)
    winner = puzzle.end.winner
    return _told(state, puzzle, winner == puzzle.setup.human_side or (puzzle.draw and winner is None))


# ---- Classics ----

_STILL_WON_CP: Final = 400
"""The player's lead by which a win is still clear after as many moves as the book takes."""

_SLIPPED_CP: Final = 200
"""The player's lead below which a win, after the engine's answer, counts as thrown away."""

_HELD_CP: Final = 250
"""The opponent's lead up to which a draw counts as held after as many moves as the book takes."""


@hears(EngineAnswers)
def note_classic(state: AppState, notice: EngineAnswers) -> Result:
    """Report that a classic is solved once its goal has been kept for as many moves as the book's line has.

    A win must then still be won, or a draw still be held, by the score of the engine on the other side, so that
    any moves will do. A mate must be played to the end. A win or draw that has been thrown away, which may
    still be put right, is noted at every answer.
    """
    puzzle = state.play
    if not isinstance(puzzle, Puzzle) or puzzle.page is None or puzzle.found or notice.info is None:
        return done(state)
    goal, own_moves, least = puzzle.page.goal, (len(puzzle.moves) + 1) // 2, puzzle.page.own_moves
    chance = outcome_chance(notice.info.score_cp, notice.info.mate)
    slipped = chance > winning_chance(_HELD_CP if goal is ClassicGoal.DRAW else -_SLIPPED_CP)
    first = puzzle.slipped if puzzle.has_slipped else len(puzzle.moves)
    puzzle = replace(puzzle, slipped=first if slipped else 0)
    state = state.put_play(puzzle)
    if goal is ClassicGoal.MATE or own_moves < least:
        return done(state)
    bound = _HELD_CP if goal is ClassicGoal.DRAW else -_STILL_WON_CP
    if chance > winning_chance(bound):
        return done(state)
    return _told(state.put_play(replace(puzzle, found=True)), puzzle, True)


# ---- Better moves ----


@hears(MoveMade)
def note_move(state: AppState, _notice: MoveMade) -> Result:
    """In a puzzle that asks for a better move, report at once whether the first move is one, if known."""
    puzzle = state.play
    if not isinstance(puzzle, Puzzle) or puzzle.task is None:
        return done(state)
    if len(puzzle.moves) != 1 or puzzle.end is not None:
        return done(state)
    (move,) = puzzle.moves
    if move in (puzzle.task.best, puzzle.task.played):
        return _told(state, puzzle, move == puzzle.task.best)
    return done(state.put_play(replace(puzzle, found=None)))


@hears(EngineAnswers)
def note_answer(state: AppState, notice: EngineAnswers) -> Result:
    """Report whether the move was better by the engine's score, before the engine's answer is played.

    A move that loses less than an inaccuracy is good enough, and so is a move that the engine answers from its
    opening book, without a search. The engine does not play on: its answer is stored to be shown.
    """
    puzzle = state.play
    if not isinstance(puzzle, Puzzle) or puzzle.task is None or puzzle.found is not None:
        return done(state)
    if len(puzzle.moves) != 1:
        return done(state)
    info = notice.info
    chance = puzzle.task.chance if info is None else 1.0 - outcome_chance(info.score_cp, info.mate)
    good = fault_of(puzzle.task.chance - chance) is None
    return _told(state, replace(puzzle, reply_line=() if info is None else info.pv), good)


def _told(state: AppState, puzzle: Puzzle, found: bool) -> Result:
    """Save the puzzle if it is solved; an attempt to improve on a mistake counts in the deck.

    The puzzle's card reports the outcome.
    """
    key = key_of(state.current_game.start_fen)
    kept: tuple[Effect, ...] = ()
    if puzzle.task is not None:
        state, kept = done(state.put_play(replace(puzzle, found=found)), KeepImprovement(key, found))
    if not found:
        return done(state, *kept)
    state = replace(state, solved=state.solved | {key})
    if puzzle.page is not None:
        known = state.part(ClassicsState)
        stars = best_of(known.stars, {key: stars_for(puzzle.unrated)})
        state, kept = state.with_part(replace(known, stars=stars)), (*kept, KeepClassicStars(stars))
    return done(state, SaveSolved(state.solved), *kept)
