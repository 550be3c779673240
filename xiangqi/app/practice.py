"""Mistakes that a review has found as puzzles: each position before one, to be played better than it was."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app import analysed, positions, view
from xiangqi.app.archive import to_record
from xiangqi.app.assess import Grade, MoveVerdict
from xiangqi.app.intents import PractiseMistakes
from xiangqi.app.play import is_unfinished
from xiangqi.app.puzzles import begin_puzzle
from xiangqi.app.result import Result, only, toast
from xiangqi.app.say import Notice, Say
from xiangqi.app.state import AppState, Improvement, OpenRecord, Question, Tone
from xiangqi.core.constants import RED
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game

_WORTH_A_PUZZLE = (Grade.MISTAKE, Grade.BLUNDER)


def own_mistakes(state: AppState) -> tuple[MoveVerdict, ...]:
    """The mistakes and blunders in the line on the board: the player's own, or both sides' where nobody knows
    which of them that is."""
    human = state.game.setup.human_side if state.record is None else None
    return tuple(
        verdict
        for verdict in analysed.assessment(state).marked
        if verdict.grade in _WORTH_A_PUZZLE and verdict.better and human in (None, verdict.side)
    )


def practise(state: AppState, message: PractiseMistakes) -> Result:
    """Begin the first of the mistakes; leaving an unfinished game for it is asked first."""
    if is_unfinished(state.game):
        return only(replace(state, question=Question(Notice.of(Say.ASK_REPLACE_GAME), message)))
    return practise_now(state, message)


def practise_now(state: AppState, _message: PractiseMistakes) -> Result:
    """Begin the first of the mistakes; the line they are from comes behind them in the list."""
    found = own_mistakes(state)
    if not found:
        return only(toast(state, Say.NO_MISTAKES, Tone.QUIET))
    games = (*(pack(_puzzle(state, verdict)) for verdict in found), _whole(state))
    record = OpenRecord.of(state.next_id, "", None, games, complete=True)
    state = replace(state, next_id=state.next_id + 1, analysis=None, toasts=())
    return begin_puzzle(state, record, 0)


def _whole(state: AppState) -> PackedGame:
    """The running game, or the shown game of the open record as it was read."""
    record = state.record
    return pack(to_record(state.game, state.flipped)) if record is None else record.games[record.index]


def _puzzle(state: AppState, verdict: MoveVerdict) -> Game:
    """The position before a mistake, named after the move."""
    shown, entry = view.line(state), view.move_entries(state)[verdict.ply - 1]
    before = shown.moves[: verdict.ply - 1]
    red = analysed.assessment(state).chances[verdict.ply - 1]
    assert red is not None  # else there were no verdict
    chance = red if verdict.side == RED else 1.0 - red
    task = Improvement(shown.moves[verdict.ply - 1], verdict.better[0], chance)
    headers = {"Event": f"{entry.text} ({entry.number})", **task.headers}
    return Game(headers=headers, start_fen=positions.snapshot(shown.start_fen, before).fen)
