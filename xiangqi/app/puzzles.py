"""Puzzles: the positions of a file, played one after the other against the engine."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.browse import show_game
from xiangqi.app.effects import AbandonLoad
from xiangqi.app.events import SolvedDamaged, SolvedFailed, SolvedLoaded
from xiangqi.app.levels import HIGHEST
from xiangqi.app.play import begin, is_unfinished, rules_from
from xiangqi.app.puzzle_goal import asks_for_draw, improvement_in, is_puzzle
from xiangqi.app.record_intents import ListPuzzles, SolveAnother, SolvePuzzle
from xiangqi.app.result import Result, only, toast
from xiangqi.app.say import Notice, Say
from xiangqi.app.state import AppState, OpenRecord, Panel, Player, PlayerKind, Puzzle, Question, Setup, Tone
from xiangqi.core.constants import RED
from xiangqi.errors import FenError
from xiangqi.fen import sound_position


def solve_puzzle(state: AppState, message: SolvePuzzle) -> Result:
    """Begin a puzzle of the open file; leaving an unfinished game for it is asked first."""
    if is_unfinished(state.game) and state.puzzle is None:
        return only(replace(state, question=Question(Notice.of(Say.ASK_REPLACE_GAME), message)))
    return solve_puzzle_now(state, message)


def solve_puzzle_now(state: AppState, message: SolvePuzzle) -> Result:
    """Begin a puzzle of the open file."""
    return only(state) if state.record is None else begin_puzzle(state, state.record, message.index)


def solve_another(state: AppState, message: SolveAnother) -> Result:
    """Begin the next puzzle, the one before, or the same once more."""
    puzzle = state.puzzle
    if puzzle is None:
        return only(state)
    return begin_puzzle(state, puzzle.record, puzzle.record.index + message.step)


def list_puzzles(state: AppState, _message: ListPuzzles) -> Result:
    """Open the list of the puzzles again; the game goes on behind it."""
    if state.puzzle is None:
        return only(state)
    return only(replace(show_game(state, state.puzzle.record), panel=Panel.GAME_LIST))


def begin_puzzle(state: AppState, record: OpenRecord, index: int) -> Result:
    """Put a puzzle of a file on the board, for the side to move against the engine."""
    if not (0 <= index < len(record.games) and is_puzzle(record.games[index])):
        return only(toast(state, Say.NO_MORE_PUZZLES, Tone.QUIET))
    record = replace(record.choose(index), complete=True)
    fen = record.game.start_fen
    try:
        position = sound_position(fen)
    except FenError as error:
        return only(toast(state, Say.BAD_POSITION, Tone.ERROR, detail=error))
    engine, human = Player(PlayerKind.COMPUTER, HIGHEST), Player()
    red, black = (human, engine) if position.turn == RED else (engine, human)
    setup = Setup(red, black, fen, rules_from(state.settings))
    state, effects = begin(replace(state, loading=None), setup)
    puzzle = Puzzle(record, asks_for_draw(record.game), improvement_in(record.game))
    return replace(state, puzzle=puzzle), (AbandonLoad(), *effects)


# ---- What is kept ----


def solved_loaded(state: AppState, message: SolvedLoaded) -> Result:
    """Know what has been solved before."""
    return only(replace(state, solved=state.solved | message.positions))


def solved_damaged(state: AppState, message: SolvedDamaged) -> Result:
    """Say that the file was unreadable and where it is now."""
    return only(toast(state, Say.SOLVED_DAMAGED, Tone.ERROR, name=message.set_aside or ""))


def solved_failed(state: AppState, message: SolvedFailed) -> Result:
    """Say that it cannot be kept which puzzles are solved."""
    return only(toast(state, Say.SOLVED_UNWRITABLE, Tone.ERROR, detail=message.detail))
