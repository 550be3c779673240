"""Tests of solving: the verdict on a move, with alternatives and refutations."""

from __future__ import annotations

import pytest
from lines import moves

from xiangqi.board import Board, Move
from xiangqi.coach.prover import Prover
from xiangqi.coach.reviewing import Opinion
from xiangqi.exercises.answering import Judged, SolvingTask, answer, expected, task_from, task_of
from xiangqi.exercises.deck import Mistake
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.line import Line

TWO_CHARIOTS = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"


def no_judge(_line: Line) -> Opinion:
    raise AssertionError("the solution's move needs no judge")


class Scripted:
    """A judge that knows some positions, by the moves that lead there."""

    def __init__(self, **opinions: Opinion) -> None:
        self.opinions = opinions

    def __call__(self, line: Line) -> Opinion:
        return self.opinions["_".join(move.iccs for move in line.moves) or "start"]


def test_the_solution_is_played_through() -> None:
    task = SolvingTask(TWO_CHARIOTS, moves("a2a8 e9f9 b1b9"), ExerciseKind.MATE)
    assert task.own_moves == 2
    assert expected(task, ()) == Move.from_iccs("a2a8")
    first = answer(task, (), Move.from_iccs("a2a8"), no_judge, Prover())
    assert (first.verdict, first.line) == (Judged.RIGHT, moves("e9f9"))
    played = moves("a2a8 e9f9")
    assert expected(task, played) == Move.from_iccs("b1b9")
    assert answer(task, played, Move.from_iccs("b1b9"), no_judge, Prover()).verdict is Judged.SOLVED
    assert expected(task, moves("a2a8 e9d9")) is None


def test_a_stalemate_is_known_from_a_mate() -> None:
    assert not SolvingTask(TWO_CHARIOTS, moves("a2a8 e9f9 b1b9"), ExerciseKind.MATE).stalemates
    assert SolvingTask("3k5/9/R8/9/9/9/9/9/9/4K4 w", moves("a7a8"), ExerciseKind.MATE).stalemates
    assert not SolvingTask("3k5/9/R8/9/9/9/9/9/9/4K4 w", moves("a7a6"), ExerciseKind.MATE).stalemates


def test_another_way_to_mate_in_as_many_moves_is_right() -> None:
    task = SolvingTask(TWO_CHARIOTS, moves("a2a8 e9f9 b1b9"), ExerciseKind.MATE)
    other = answer(task, (), Move.from_iccs("b1b8"), no_judge, Prover())
    assert other.verdict is Judged.RIGHT
    [reply] = other.line
    last = answer(task, (Move.from_iccs("b1b8"), reply), Move.from_iccs("a2a9"), no_judge, Prover())
    assert last.verdict is Judged.SOLVED


@pytest.mark.parametrize("move", ["a2e2", "e7f7"])
def test_a_mate_with_several_quiet_moves_is_right(move: str) -> None:
    solution = moves("a2f2 f0e0 f2e2 e0f0 b0d1 f0f1 e2e3")
    task = SolvingTask("9/9/4k4/9/9/9/4P4/r4A2p/9/1n3K3 b - - 0 1", solution, ExerciseKind.MATE)
    prover, played = Prover(), moves(move)
    reply = answer(task, (), played[0], no_judge, prover)
    while reply.verdict is Judged.RIGHT:
        board = Board(task.fen)
        for step in (*played, *reply.line):
            board.push(step)
        left = task.own_moves - len(played) // 2 - 1
        following = next(own for own in board.legal_moves() if mates_within(board, own, left))
        played = (*played, *reply.line, following)
        reply = answer(task, played[:-1], following, no_judge, prover)
    assert (reply.verdict, len(played)) == (Judged.SOLVED, 7)


def mates_within(board: Board, move: Move, own_moves: int) -> bool:
    """Return whether a move mates within `own_moves` moves, by trying everything."""
    after = board.copy()
    after.push(move)
    answers = after.legal_moves()
    return not answers or (own_moves > 1 and all(is_lost(after, answer, own_moves - 1) for answer in answers))


def is_lost(board: Board, answer: Move, own_moves: int) -> bool:
    """Return whether an answer is mated within `own_moves` moves."""
    after = board.copy()
    after.push(answer)
    return any(mates_within(after, move, own_moves) for move in after.legal_moves())


def test_a_move_that_mates_later_is_wrong() -> None:
    task = SolvingTask(TWO_CHARIOTS, moves("a2a8 e9f9 b1b9"), ExerciseKind.MATE)
    judge = Scripted(d0d1=Opinion(0.1, moves("e9e8 a2a7 e8e9 b1b9")))
    wrong = answer(task, (), Move.from_iccs("d0d1"), judge, Prover())
    assert (wrong.verdict, wrong.line) == (Judged.WRONG, moves("e9e8 a2a7 e8e9 b1b9"))


def test_a_mate_may_not_take_longer_than_what_is_left() -> None:
    """After the first of two moves one is left, and this one mates in two."""
    task = SolvingTask(TWO_CHARIOTS, moves("a2a8 e9f9 b1b9"), ExerciseKind.MATE)
    judge = Scripted(a2a8_e9f9_b1b3=Opinion(0.0, moves("f9e9 b3b9")))
    wrong = answer(task, moves("a2a8 e9f9"), Move.from_iccs("b1b3"), judge, Prover())
    assert wrong.verdict is Judged.WRONG


@pytest.mark.parametrize(("chance", "verdict"), [(0.12, Judged.SOLVED), (0.4, Judged.WRONG)])
def test_alternatives_are_as_good_as_the_judge_says(chance: float, verdict: Judged) -> None:
    task = task_from(Board().fen(), moves("h2e2"))
    judge = Scripted(start=Opinion(0.9, moves("h2e2")), b2e2=Opinion(chance, moves("h9g7")))
    reply = answer(task, (), Move.from_iccs("b2e2"), judge, Prover())
    assert reply.verdict is verdict
    assert reply.line == (() if verdict is Judged.SOLVED else moves("h9g7"))


def test_an_alternative_in_the_middle_goes_on_with_the_judges_reply() -> None:
    task = task_from(Board().fen(), moves("h2e2 h9g7 h0g2 i9h9"))
    assert task.solution == moves("h2e2 h9g7 h0g2")
    judge = Scripted(start=Opinion(0.6), b2e2=Opinion(0.41, moves("b9c7 b0c2")))
    reply = answer(task, (), Move.from_iccs("b2e2"), judge, Prover())
    assert (reply.verdict, reply.line) == (Judged.RIGHT, moves("b9c7"))


def test_tasks_come_from_exercises_cards_and_records() -> None:
    exercise = Exercise(TWO_CHARIOTS, moves("a2a8 e9f9 b1b9"), ExerciseKind.MATE, (), 1000)
    assert task_of(exercise).kind is ExerciseKind.MATE
    card = Mistake(Board().fen(), Move.from_iccs("a0a1"), moves("h2e2 h9g7 h0g2"), 0.3)
    assert task_of(card).solution == moves("h2e2")
    with pytest.raises(ValueError, match="needs a solution"):
        task_from(Board().fen(), ())
