"""Tests of second looks: false marks are withdrawn, true ones get their cost from the deepest search."""

from __future__ import annotations

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.grades import Grade
from xiangqi.coach.judge import EngineJudge, opinion_of
from xiangqi.coach.notes import Opinion
from xiangqi.coach.reviewing import Reviewer
from xiangqi.coach.second_look import (
    FAR,
    NEAR,
    NODES,
    UNMARKED,
    LookAgain,
    Verdict,
    all_looked_again,
    first_verdict,
    looked_again,
    looked_for,
)
from xiangqi.line import Line
from xiangqi.referee import DEFAULT_RULES

PLAYED, BETTER, BEST = (Move.from_iccs(text) for text in ("a0a1", "h2e2", "b0c2"))


def opinions(before: float, loss: float, *, best: Move = BETTER, nodes: int = 0) -> tuple[Opinion, Opinion]:
    """Return opinions by which the move played loses so much."""
    return Opinion(before, (best,), nodes=nodes), Opinion(1.0 - (before - loss), nodes=nodes)


def look(
    first: tuple[Opinion, Opinion], found: dict[int, tuple[Opinion, Opinion]]
) -> tuple[Verdict, list[int]]:
    """Return the verdict after further looks, and how many times the nodes each took."""
    asked: list[int] = []

    def search(times: int) -> tuple[Opinion, Opinion]:
        asked.append(times)
        return found[times]

    return looked_again(PLAYED, *first, search), asked


def test_a_mark_is_searched_until_it_is_certain() -> None:
    first = opinions(0.5, 0.07)
    withdrawn, asked = look(first, {NEAR: opinions(0.5, 0.06), FAR: opinions(0.5, 0.02)})
    assert (withdrawn.is_fault, withdrawn.loss, asked) == (False, pytest.approx(0.02), [NEAR, FAR])
    confirmed, asked = look(first, {NEAR: opinions(0.5, 0.03), FAR: opinions(0.6, 0.15, best=BEST)})
    assert (confirmed.grade, confirmed.before.line, asked) == (Grade.MISTAKE, (BEST,), [NEAR, FAR])
    certain, asked = look(first, {NEAR: opinions(0.5, 0.25)})
    assert (certain.grade, asked) == (Grade.BLUNDER, [NEAR])
    doubtful, asked = look(first, {NEAR: opinions(0.5, 0.16), FAR: opinions(0.5, 0.02)})
    assert (doubtful.is_fault, asked) == (False, [NEAR, FAR])
    good, asked = look(opinions(0.5, 0.04), {})
    assert (good.grade, asked) == (Grade.GOOD, [])


def test_a_mark_of_which_the_second_look_leaves_nothing_is_withdrawn() -> None:
    withdrawn, asked = look(opinions(0.5, 0.07), {NEAR: opinions(0.5, 0.015)})
    assert (withdrawn.grade, asked) == (Grade.EXCELLENT, [NEAR])


def test_the_costliest_moves_of_a_game_get_the_third_looks() -> None:
    """48 moves have third looks for eight positions: those of three moves in a row and of two others."""
    losses = {3: 0.08, 10: 0.12, 11: 0.11, 12: 0.09, 20: 0.16, 30: 0.06, 33: 0.3}
    moves = (PLAYED,) * 48
    first = [first_verdict(PLAYED, *opinions(0.6, losses.get(at, 0.0))) for at in range(48)]
    asked: list[tuple[int, int]] = []

    def looks(at: int) -> LookAgain:
        def search(times: int) -> tuple[Opinion, Opinion]:
            asked.append((at, times))
            return opinions(0.6, losses[at] - (0.001 if times == FAR else 0.0))

        return search

    found = all_looked_again(moves, first, [looks(at) for at in range(48)])
    assert [at for at, times in asked if times == NEAR] == [*losses]
    assert sorted(at for at, times in asked if times == FAR) == [3, 10, 11, 12, 20]
    # the last one is certain, and 30 too little to be told in doubt
    assert [at for at, verdict in enumerate(found) if verdict.is_fault] == [3, 10, 11, 12, 20, 33]
    losses[30] = 0.075
    losses[3] = 0.071
    again = all_looked_again(moves, first, [looks(at) for at in range(48)])
    assert again[30].loss == pytest.approx(0.074)
    assert again[3].loss == pytest.approx(0.071)  # told by the second look


def test_a_move_that_the_deepest_search_would_play_costs_nothing() -> None:
    found, _ = look(opinions(0.5, 0.09), {NEAR: opinions(0.5, 0.1), FAR: opinions(0.5, 0.1, best=PLAYED)})
    assert found.loss == 0.0


def test_what_has_been_searched_deeply_is_not_searched_again() -> None:
    _, asked = look(opinions(0.5, 0.09, nodes=NEAR * NODES), {FAR: opinions(0.5, 0.09)})
    assert asked == [FAR]
    _, asked = look(opinions(0.5, 0.09, nodes=FAR * NODES), {})
    assert asked == []


@pytest.mark.parametrize(
    ("before", "loss", "told"), [(0.15, 0.07, False), (0.85, 0.08, False), (0.85, 0.09, True)]
)
def test_small_losses_pass_in_silence_once_the_game_is_decided(before: float, loss: float, told: bool) -> None:
    verdict = first_verdict(PLAYED, *opinions(before, loss))
    assert verdict.is_fault is told
    assert verdict.is_nearly_a_fault is False


def test_an_unmarked_move_gets_a_mark_if_two_deeper_looks_agree() -> None:
    first = first_verdict(PLAYED, *opinions(0.5, 0.04))
    assert first.is_nearly_a_fault
    marked = looked_for(PLAYED, first, lambda times: opinions(0.5, {UNMARKED: 0.06, FAR: 0.09}[times]))
    assert marked.loss == pytest.approx(0.09)
    assert looked_for(PLAYED, first, lambda times: opinions(0.5, {UNMARKED: 0.06, FAR: 0.01}[times])) is first


def test_a_review_withdraws_marks() -> None:
    line = Line(START_FEN, (PLAYED, Move.from_iccs("a9a8")))
    asked: list[tuple[int, int]] = []

    def judge(at: Line) -> Opinion:
        return Opinion((0.5, 0.57, 0.5)[len(at.moves)])

    def again(at: Line, times: int) -> Opinion:
        asked.append((len(at.moves), times))
        return Opinion(0.5)

    assert [move.grade for move in Reviewer(judge).review(line).moves] == [Grade.INACCURACY] * 2
    assert [move.grade for move in Reviewer(judge, again=again).review(line).moves] == [Grade.EXCELLENT] * 2
    assert asked == [(0, NEAR), (1, NEAR), (1, NEAR), (2, NEAR)]


def test_a_second_look_does_not_depend_on_earlier_searches() -> None:
    judge = EngineJudge(100)
    line = Line(START_FEN, (Move.from_iccs("h2e2"),))
    first = judge.again(line, 3)
    for more in ("h9g7", "b9c7"):
        judge(line.then(Move.from_iccs(more)))
    assert opinion_of(judge.report_again(line, 3)) == first
    assert first.nodes > judge(line).nodes


def test_what_was_searched_again_is_remembered_for_the_next_move() -> None:
    judge, board = EngineJudge(100), Board()
    line = Line(START_FEN, (Move.from_iccs("h2e2"),))
    assert judge.again(line, 3) is judge.again(Line(*line), 3)
    assert judge.again(line, 3) is not judge.again(line, 4)
    assert judge.glance(board) is judge.glance(board.copy())
    found = judge.again(line, 3), judge.glance(board)
    judge.judge_by(None)  # other rules may end the game elsewhere
    assert judge.again(line, 3) is not found[0]
    judge.judge_by(DEFAULT_RULES)
    assert (judge.again(line, 3), judge.glance(board)) == found
    assert judge.again(line, 3) is found[0]
    judge.begin()
    assert judge.again(line, 3) is not found[0]
