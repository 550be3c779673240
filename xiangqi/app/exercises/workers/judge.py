"""Judges the player's moves in exercises: by solution and engine, by endgame tables, by book and repertoire."""

from __future__ import annotations

from typing import Final

from xiangqi.app.exercises.effects import AnswerJudged, JudgeAnswer
from xiangqi.app.exercises.state import AnswerMode
from xiangqi.board import Board
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.prover import Prover
from xiangqi.coach.verdict_facts import probe_usual_tables
from xiangqi.exercises.answering import Judged, answer
from xiangqi.exercises.courses import keeps_goal, table_reply
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.repertoire.lines import canonical
from xiangqi.tables import TableVerdict

HOLDING: Final = 12
"""The number of the player's moves after which an ending counts as held."""

_NODES: Final = 100_000
"""The nodes that the engine searches to compare a move with the solution's: a quarter of a second."""


class ExerciseJudge:
    """Judges the player's moves in exercises, keeping one engine and one prover from move to move.

    Not thread-safe.
    """

    def __init__(self) -> None:
        """Create the engine and the prover."""
        self._engine, self._prover = EngineJudge(_NODES), Prover()

    def __call__(self, order: JudgeAnswer) -> AnswerJudged:
        """Judge a move of the player."""
        answer_mode = order.assignment.answer_mode
        if answer_mode is AnswerMode.ENDING:
            return _by_tables(order)
        if answer_mode is AnswerMode.LINE:
            return _by_repertoire(order)
        return _by_book(order) if answer_mode is AnswerMode.ALONG else self._by_engine(order)

    def _by_engine(self, order: JudgeAnswer) -> AnswerJudged:
        reply = answer(order.assignment.task, order.played, order.move, self._engine, self._prover)
        good = reply.verdict is not Judged.WRONG
        return AnswerJudged(order.document_id, order.played, order.move, good, reply.line)


def _by_repertoire(order: JudgeAnswer) -> AnswerJudged:
    """Accept any answer of the repertoire, on either wing of a symmetrical position."""
    question = order.assignment.question
    assert question is not None
    board = Board(order.assignment.task.fen)
    answers = {canonical(board, answer) for answer in question.answers}
    return AnswerJudged(order.document_id, order.played, order.move, canonical(board, order.move) in answers)


def _by_book(order: JudgeAnswer) -> AnswerJudged:
    """Accept only the move of the opening line."""
    line, place = order.assignment.task.solution, len(order.played)
    good = line[place : place + 1] == (order.move,)
    reply = line[place + 1 : place + 2] if good else ()
    return AnswerJudged(order.document_id, order.played, order.move, good, reply)


def _by_tables(order: JudgeAnswer) -> AnswerJudged:
    """Accept any move that keeps the tablebase result.

    A winning ending must be won on the board; a drawn one must be held for HOLDING moves.
    """
    task = order.assignment.task
    wins = task.kind is ExerciseKind.WIN
    board = Board(task.fen)
    for move in order.played:
        board.push(move)
    worth = probe_usual_tables(board).moves.get(order.move, TableVerdict.NOT_COVERED)
    board.push(order.move)
    reply = table_reply(board, probe_usual_tables)
    answered = () if reply is None else (reply,)
    good = worth is TableVerdict.NOT_COVERED or keeps_goal(worth, wins=wins)
    if good and not wins and len(order.played) // 2 + 1 >= HOLDING:
        answered = ()
    return AnswerJudged(order.document_id, order.played, order.move, good, answered)
