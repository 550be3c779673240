"""The running game: beginning, moves, taking back, resignation, draws, its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app import positions, timing, turns
from xiangqi.app.clock import Clock, TimeControl
from xiangqi.app.effects import (
    DeleteJournal,
    KeepJournal,
    PlaySound,
    PrepareEngines,
    SaveSettings,
    Sound,
    WriteJournal,
)
from xiangqi.app.engines import cancel, think
from xiangqi.app.hand_state import Hand
from xiangqi.app.handicap import NONE, handicap_fen, handicap_of
from xiangqi.app.intents import AgreeDraw, NewGame, OfferDraw, Redo, Resign, TakeBack
from xiangqi.app.puzzle_goal import note_move, note_result
from xiangqi.app.result import Result, Step, chain, only, toast
from xiangqi.app.say import Notice, Say
from xiangqi.app.state import (
    AGREEMENT,
    RESIGNATION,
    AppState,
    Player,
    PlayerKind,
    Question,
    RunningGame,
    Setup,
    Tone,
)
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.errors import FenError
from xiangqi.fen import sound_position
from xiangqi.referee import Outcome, Rules
from xiangqi.storage.saved_engines import find
from xiangqi.storage.settings import Settings, with_values

# An engine agrees to a draw when it stands worse, or when nothing has happened for long.
_EARLIEST_DRAW_PLY: Final = 20
_WORSE_CP: Final = -50
_LATE_PLY: Final = 80
_LEVEL_CP: Final = 30


# ---- Beginning ----


def setup_from(settings: Settings) -> Setup:
    """The game that the player had last: what the program starts with."""
    if settings.engine:
        saved = find(settings.engines, settings.engine)
        name = saved.name if saved is not None else ""
        machine = Player(PlayerKind.ENGINE, settings.level, settings.engine, name)
    else:
        machine = Player(PlayerKind.COMPUTER, settings.level)
    human = Player()
    return Setup(
        red=human if settings.side in ("red", "both") else machine,
        black=human if settings.side in ("black", "both") else machine,
        rules=rules_from(settings),
        start_fen=handicap_fen(settings.handicap),
        time=TimeControl.from_pgn(settings.time_control),
    )


def rules_from(settings: Settings) -> Rules:
    """The rules that the player had last."""
    return Rules(settings.rule_set, settings.occurrences, settings.natural_limit or None)


def new_game(state: AppState, message: NewGame) -> Result:
    """Begin a game, after a question when an unfinished one would be left."""
    if is_unfinished(state.game):
        question = Question(Notice.of(Say.ASK_REPLACE_GAME), message)
        return only(replace(state, question=question))
    return new_game_now(state, message)


def new_game_now(state: AppState, message: NewGame) -> Result:
    """Begin a game and remember its choices."""
    try:
        sound_position(message.setup.start_fen)
    except FenError as error:
        return only(toast(state, Say.BAD_POSITION, Tone.ERROR, detail=error))
    settings = _remembered(state.settings, message.setup)
    state = replace(state, settings=settings)
    state, effects = begin(state, message.setup)
    return state, (*effects, SaveSettings(settings))


def _remembered(settings: Settings, setup: Setup) -> Settings:
    """The settings with the choices of a game, so that the next one starts with them.

    An engine of the command line is for that run only, unless it is one of those that were added.
    """
    sides = {(True, True): "both", (True, False): "red", (False, True): "black", (False, False): "none"}
    values: dict[str, object] = {
        "side": sides[setup.red.is_human, setup.black.is_human],
        "rule_set": setup.rules.name,
        "occurrences": setup.rules.occurrences,
        "natural_limit": setup.rules.natural_limit_rounds or 0,
        "handicap": handicap_of(setup.start_fen) or NONE,
        "time_control": setup.time.pgn,
    }
    machine = next((player for player in (setup.black, setup.red) if not player.is_human), None)
    if machine is not None:
        values["level"] = machine.level
        if not machine.command or find(settings.engines, machine.command) is not None:
            values["engine"] = machine.command
    return with_values(settings, values)


def is_unfinished(game: RunningGame) -> bool:
    """Whether something would be lost by leaving the game."""
    return bool(game.moves) and game.end is None


def begin(state: AppState, setup: Setup, moves: tuple[Move, ...] = (), clock: Clock | None = None) -> Result:
    """Put a new game on the board, in the position after some moves; the old one is left.

    A game that comes with its clock is paused.

    The journal of the old game goes, unless it is one that is still on offer from an earlier run.
    """
    game = RunningGame(state.game.id + 1, setup, moves, len(moves), date=state.today)
    game = replace(game, clock=clock or timing.fresh_clock(game), paused=clock is not None)
    state, effects = cancel(state)
    state = replace(state, game=game, record=None, hand=Hand(), replay=None, panel=None, question=None)
    state = replace(state, puzzle=None)
    state, _ = turn_board(replace(state, editor=None, preview=None, flipped=setup.human_side == BLACK))
    if state.resume is None:
        effects = (*effects, DeleteJournal())
    machines = [player.command for player in (setup.red, setup.black) if not player.is_human]
    state, more = chain(state, settle, think, timing.run)
    return state, (*effects, PrepareEngines(tuple(machines)), *more)


# ---- Moves ----


def make_move(state: AppState, move: Move) -> Result:
    """Play a legal move in the running game, whoever's it is."""
    game = state.game
    undone = game.undone[:-1] if game.undone[-1:] == (move,) else ()
    moves = (*game.moves, move)
    game = replace(game, moves=moves, ply=len(moves), undone=undone)
    state = replace(state, game=game, hand=Hand(typed=state.hand.typed))
    return chain(
        state,
        cancel,
        timing.press,
        _sound_of_move,
        turn_board,
        settle,
        note_move,
        _note_repetition,
        journal,
        think,
        timing.run,
    )


def _sound_of_move(state: AppState) -> Result:
    return only(state, PlaySound(move_sound(state.game.setup.start_fen, state.game.moves)))


def move_sound(start_fen: str, moves: tuple[Move, ...]) -> Sound:
    """What the last of some moves sounds like."""
    after = positions.snapshot(start_fen, moves)
    if after.check_square is not None:
        return Sound.CHECK
    return Sound.CAPTURE if after.captured else Sound.MOVE


def turn_board(state: AppState) -> Result:
    """Between two people, if they want it so, the board turns to whoever is to move."""
    if not (state.settings.turn_board and state.game.setup.is_hot_seat):
        return only(state)
    return only(replace(state, flipped=turns.side_to_move(state.game) == BLACK))


def settle(state: AppState) -> Result:
    """End the game if the referee says that it has ended."""
    game = state.game
    outcome = positions.outcome(game.setup.start_fen, game.moves, game.setup.rules)
    return only(state) if outcome is None else finish(state, outcome)


def finish(state: AppState, outcome: Outcome) -> Result:
    """End the running game."""
    game = replace(state.game, end=outcome, ply=len(state.game.moves), paused=False)
    state = replace(state, game=game, hand=Hand())
    state, effects = chain(state, cancel, timing.run, note_result)
    return state, (*effects, PlaySound(_sound_of_end(state.game.setup, outcome)))


def _sound_of_end(setup: Setup, outcome: Outcome) -> Sound:
    if outcome.winner is None:
        return Sound.DRAW
    return Sound.LOSS if setup.human_side == opponent(outcome.winner) else Sound.WIN


def _note_repetition(state: AppState) -> Result:
    """Say quietly when the position on the board has been there before."""
    game = state.game
    count = positions.occurrences(game.setup.start_fen, game.moves)
    if game.end is not None or count < 2:
        return only(state)
    return only(toast(state, Say.REPEATED, Tone.QUIET, count=count, limit=game.setup.rules.occurrences))


def journal(state: AppState) -> Result:
    """Keep the game. A game of an earlier run that is still on offer is put aside as soon as this one is real:
    when a person has moved in it, not when an engine has opened it."""
    if state.resume is None:
        return only(state, WriteJournal(timing.kept(state), state.flipped))
    if len(state.game.moves) < 2 and not turns.has_human_moved(state.game):
        return only(state)
    state = replace(state, resume=None)
    return only(state, KeepJournal(), WriteJournal(timing.kept(state), state.flipped))


# ---- Back and forth ----


def _in_game(state: AppState, count: int, when_none: Say, step: Step) -> Result:
    if state.record is not None:
        return only(toast(state, Say.BROWSING, Tone.QUIET))
    if state.game.clock is not None:
        return only(toast(state, Say.TIMED_GAME, Tone.QUIET))
    if count == 0:
        return only(toast(state, when_none, Tone.QUIET))
    return chain(state, cancel, step, turn_board, settle, journal, think)


def take_back(state: AppState, _message: TakeBack) -> Result:
    """Take back until a person is to move: two plies against an engine, one between two people."""
    count = turns.take_back_count(state.game)
    return _in_game(
        state, count, Say.NOTHING_TO_TAKE_BACK, lambda state: only(cut(state, len(state.game.moves) - count))
    )


def cut(state: AppState, plies: int) -> AppState:
    """The state with the game as it was after so many plies; the rest can be redone."""
    game = state.game
    undone = (*game.undone, *reversed(game.moves[plies:]))
    game = replace(game, moves=game.moves[:plies], ply=plies, undone=undone, end=None)
    return replace(state, game=game, hand=Hand(), replay=None)


def redo(state: AppState, _message: Redo) -> Result:
    """Play again what was taken back, until a person is to move."""
    count = turns.redo_count(state.game)

    def step(state: AppState) -> Result:
        game = state.game
        moves = (*game.moves, *reversed(game.undone[-count:]))
        game = replace(game, moves=moves, ply=len(moves), undone=game.undone[:-count])
        return chain(replace(state, game=game, hand=Hand()), _sound_of_move)

    return _in_game(state, count, Say.NOTHING_TO_REDO, step)


# ---- Giving up and agreeing ----


def resign(state: AppState, message: Resign) -> Result:
    """Ask whether the player really gives up."""
    if state.game.end is not None or _resigning_side(state) is None:
        return only(toast(state, Say.NO_GAME, Tone.QUIET))
    return only(replace(state, question=Question(Notice.of(Say.ASK_RESIGN), message)))


def _resigning_side(state: AppState) -> int | None:
    setup = state.game.setup
    return turns.side_to_move(state.game) if setup.is_hot_seat else setup.human_side


def resign_now(state: AppState, _message: Resign) -> Result:
    """The player gives up; when the game has ended meanwhile nothing happens."""
    loser = _resigning_side(state)
    if state.game.end is not None or loser is None:
        return only(state)
    return give_up(state, loser)


def give_up(state: AppState, loser: int) -> Result:
    """End the running game by resignation of a side."""
    return chain(state, lambda state: finish(state, Outcome(opponent(loser), RESIGNATION)), journal)


def offer_draw(state: AppState, _message: OfferDraw) -> Result:
    """Put the offer to the other side: a person is asked, an engine goes by its evaluation."""
    setup = state.game.setup
    if state.game.end is not None or not (setup.red.is_human or setup.black.is_human):
        return only(toast(state, Say.NO_GAME, Tone.QUIET))
    if setup.is_hot_seat:
        side = "red" if turns.side_to_move(state.game) == RED else "black"
        return only(replace(state, question=Question(Notice.of(Say.ASK_DRAW, side=side), AgreeDraw())))
    if _engine_agrees(state.game):
        return agree_draw(state, AgreeDraw())
    return only(toast(state, Say.DRAW_DECLINED))


def _engine_agrees(game: RunningGame) -> bool:
    if game.engine_score_cp is None or len(game.moves) < _EARLIEST_DRAW_PLY:
        return False
    own = game.engine_score_cp if game.setup.human_side == BLACK else -game.engine_score_cp
    return own <= _WORSE_CP or (len(game.moves) >= _LATE_PLY and own <= _LEVEL_CP)


def agree_draw(state: AppState, _message: AgreeDraw) -> Result:
    """End the game as a draw."""
    if state.game.end is not None:
        return only(state)
    return chain(state, lambda state: finish(state, Outcome(None, AGREEMENT)), journal)
