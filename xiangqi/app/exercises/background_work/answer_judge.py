"""Judges the player's moves in exercises: by solution and engine, by endgame tables, by book and repertoire."""

from __future__ import annotations

from typing import Final, NamedTuple

from xiangqi.app.exercises.state import AnswerMode, Assignment, GuessVerdict
from xiangqi.board import Board, Move
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.prover import Prover
from xiangqi.coach.reviewing import Judge
from xiangqi.coach.verdict_facts import probe_usual_tables
from xiangqi.exercises.answering import Judged, SolvingTask, answer
from xiangqi.exercises.courses import keeps_goal, table_reply
from xiangqi.exercises.missed import Missed, missed_in_tables
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.line import Line
from xiangqi.repertoire.lines import canonical
from xiangqi.tables import TableVerdict

HOLDING: Final = 12
"""The number of the player's moves after which an endgame counts as held."""

_NODES: Final = 100_000
"""The nodes that the engine searches to compare a move with the solution's: a quarter of a second."""


class AnswerVerdict(NamedTuple):
    """The verdict on a move, and the moves that follow."""

    good: bool
    line: tuple[Move, ...] = ()  # the reply to a right move, if any is left; the refutation of a wrong one
    guess: GuessVerdict | None = None  # the verdict on a guess; None in other exercises
    missed: Missed | None = None  # what a wrong move misses; None for right ones, and where nothing is known


class ExerciseJudge:
    """Judges the player's moves in exercises, keeping one engine and one prover from move to move.

    Not thread-safe.
    """

    def __init__(self) -> None:
        """Create the engine and the prover."""
        self._engine, self._prover = EngineJudge(_NODES), Prover()

    def __call__(self, assignment: Assignment, played: tuple[Move, ...], move: Move) -> AnswerVerdict:
        """Judge a legal move that the player makes after the moves `played`."""
        answer_mode = assignment.answer_mode
        if answer_mode is AnswerMode.ENDING:
            return _by_tables(assignment, played, move)
        if answer_mode is AnswerMode.LINE:
            return _by_repertoire(assignment, move)
        if answer_mode is AnswerMode.ALONG:
            return _by_book(assignment, len(played), move)
        if answer_mode is AnswerMode.GUESS:
            return AnswerVerdict(good=True, guess=compared(assignment.task, move, self._engine))
        reply = answer(assignment.task, played, move, self._engine, self._prover)
        return AnswerVerdict(reply.verdict is not Judged.WRONG, reply.line, missed=reply.missed)


def compared(task: SolvingTask, move: Move, judge: Judge) -> GuessVerdict:
    """Judge a guess against the game's move and the engine's, by their winning chances.

    The best of the three is the standard, so that no loss is negative.
    """
    before, (game_move, *_) = judge(Line(task.fen)), task.solution
    best = before.line[0] if before.line else None

    def chance(tried: Move) -> float:
        return before.chance if tried == best else 1.0 - judge(Line(task.fen, (tried,))).chance

    own = chance(move)
    theirs = own if game_move == move else chance(game_move)
    most = max(before.chance, own, theirs)
    return GuessVerdict.of(most - own, most - theirs, best)


def _by_repertoire(assignment: Assignment, move: Move) -> AnswerVerdict:
    """Accept any answer of the repertoire, on either wing of a symmetrical position."""
    assert assignment.question is not None
    board = Board(assignment.task.fen)
    answers = {canonical(board, answer) for answer in assignment.question.answers}
    return AnswerVerdict(canonical(board, move) in answers)


def _by_book(assignment: Assignment, ply: int, move: Move) -> AnswerVerdict:
    """Accept only the move of the opening line."""
    line = assignment.task.solution
    good = line[ply : ply + 1] == (move,)
    return AnswerVerdict(good, line[ply + 1 : ply + 2] if good else ())


def _by_tables(assignment: Assignment, played: tuple[Move, ...], move: Move) -> AnswerVerdict:
    """Accept any move that keeps the result of the tables, or whose result they do not know.

    A winning endgame must be won on the board; a drawn one must be held for HOLDING moves.
    """
    wins = assignment.task.kind is ExerciseKind.WIN
    board = Board(assignment.task.fen)
    for earlier in played:
        board.push(earlier)
    worth = probe_usual_tables(board).moves.get(move, TableVerdict.NOT_COVERED)
    before = board.copy()
    board.push(move)
    reply = table_reply(board, probe_usual_tables)
    answered = () if reply is None else (reply,)
    good = worth is TableVerdict.NOT_COVERED or keeps_goal(worth, wins=wins)
    if good and not wins and len(played) // 2 + 1 >= HOLDING:
        answered = ()
    missed = None if good else missed_in_tables(worth, before, move, reply)
    return AnswerVerdict(good, answered, missed=missed)
