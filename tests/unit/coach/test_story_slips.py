"""No dear slip of a game is left out of its story, and none is told twice."""

from __future__ import annotations

from test_story_truth import curve_of, review_of
from told_games import reviewed

from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.story import story_of
from xiangqi.coach.story_passages import MOVES, ROUGH, SPAN, told_plies
from xiangqi.coach.story_slips import MOST, chance_of, dearest, gave_back, is_given_back
from xiangqi.core.constants import BLACK


def test_the_dearest_slips_are_told_and_no_move_is_told_twice() -> None:
    for seed in range(12):
        red, result = curve_of(seed)
        review = review_of(red)
        found = story_of(review, result)
        told = told_plies(review.moves, found)
        kept = [move for move in review.moves if not is_given_back(review.moves, move)]
        kept = [move for move in kept if not gave_back(review.moves, move) and move.loss >= 0.2]
        for move in sorted(kept, key=lambda one: -one.loss)[:2]:
            assert move.ply in told, (seed, move.ply)
        named = [ply for one in found if one.name in (*MOVES, ROUGH) for ply in one.plies]
        named += [ply for one in found if one.name == "slid" for ply in one.plies[SPAN:]]
        assert len(named) == len({*named}), (seed, named)


def test_a_slip_and_the_answer_that_gave_it_back_are_one() -> None:
    review = reviewed([0.5] * 11 + [0.2] + [0.5] * 8 + [0.5, 0.3] + [0.3] * 8)
    assert [move.ply for move in dearest(review.moves)] == [11, 21]
    assert [gave_back(review.moves, review.moves[ply - 1]) for ply in (11, 12, 21)] == [False, True, False]
    assert len(dearest(reviewed([0.5, 0.9] * 20).moves)) <= MOST


def test_the_same_chance_is_told_once() -> None:
    chances = [0.5] * 11 + [0.3] + [0.3, 0.15] + [0.15] * 10
    plain = reviewed(chances)
    other = plain.line.upto(11).board().legal_moves()[0]
    hung = Fact(FactKind.HANGS, BLACK, Start.AFTER, (), (other,), gain=400)
    assert [move.ply for move in dearest(reviewed(chances, {11: hung, 13: hung}).moves)] == [11]
    assert [move.ply for move in dearest(plain.moves)] == [11, 13]
    assert chance_of(reviewed(chances, {11: hung}).moves[10]) == (other,)
