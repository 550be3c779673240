"""A story goes forward in time and says nothing twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from test_story_truth import curve_of, review_of
from told_games import reviewed

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import GameReview
from xiangqi.coach.scene import placed
from xiangqi.coach.story import story_of
from xiangqi.coach.story_board import surplus, toll
from xiangqi.coach.story_passages import MISSED, Passage, told_plies, without_repeats
from xiangqi.coach.story_slips import idea_of
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, RED, ROOK
from xiangqi.line import Line
from xiangqi.notation import Style

_EN = Wording("en", Style.ICCS)
_DATE = re.compile(r"(?:[Mm]oves? |Around move )(\d+)")


def played(fen: str, moves: str) -> Line:
    return Line(fen, tuple(map(Move.from_iccs, moves.split())))


def told_of(review: GameReview, result: str) -> list[str]:
    return story_sentences(_EN, review, story_of(review, result))


def first_dates(sentences: Sequence[str]) -> list[int]:
    """Return the first move number of each sentence that has one."""
    parts = [part for said in sentences for part in re.split(r"(?<=\.) ", said)]
    return [int(found[1]) for found in map(_DATE.search, parts) if found]


def test_the_dates_of_a_story_never_go_back() -> None:
    for seed in range(6):
        red, result = curve_of(seed)
        dates = first_dates(told_of(review_of(red), result))
        assert dates == sorted(dates), (seed, dates)


_FALLS = played(
    "3k5/9/9/p8/9/1r7/9/1N7/1B7/4K4 w", "e0f0 b4b2 f0e0 b2b1 e0f0 b1b4 f0e0 b4b2 e0f0 b2b4 f0e0 b4b2"
)
"""Black's chariot takes a horse and an elephant."""


def test_what_was_lost_is_counted_up_to_the_next_passage_and_since_the_mistake() -> None:
    review = reviewed([0.5] * 13, played=_FALLS)
    assert toll(_FALLS, review.moves, 1, 1, 99)[1] == 4
    assert toll(_FALLS, review.moves, 1, 1, 3)[1] == 2, "the elephant falls after the next passage began"
    assert toll(_FALLS, review.moves, 5, 5, 99)[1] == 0, "both fell before the mistake"


def test_who_stands_better_is_said_once() -> None:
    first = Passage("turning", "slid", RED, (9, 15, 9), None, "won")
    again = Passage("turning", "later", RED, (19,), None, "winning")
    assert [one.theme for one in without_repeats([first, again])] == ["won", ""]
    more = replace(first, theme="initiative")
    assert [one.theme for one in without_repeats([more, again])] == ["initiative", "winning"]
    given = Passage("turning", "later", BLACK, (16,), None, "spoilt")
    assert [one.theme for one in without_repeats([first, given, again])] == ["won", "spoilt", "winning"]


def test_an_idea_that_several_moves_left_is_told_once() -> None:
    plain = reviewed([0.5] * 10 + [0.5, 0.2, 0.6, 0.2] + [0.2] * 30)
    take = plain.line.upto(11).board().legal_moves()[0]
    board = plain.line.upto(11).board()
    pieces = (placed(board, take.from_square), placed(board, next(iter(board.pieces()))))
    fact = Fact(FactKind.AGAIN, BLACK, Start.AFTER, pieces, (take,), name="hangs", counts=(6, 7))
    review = reviewed([0.5] * 10 + [0.5, 0.2, 0.6, 0.2] + [0.2] * 30, {11: fact, 12: fact, 13: fact})
    assert [one.ply for one in idea_of(review.moves, review.moves[11])] == [12, 13]
    told = [one for one in story_of(review, "0-1") if one.fact is fact or 12 in one.plies]
    assert len(told) <= 1, told
    assert {11, 12, 13} <= told_plies(review.moves, [Passage("turning", MISSED, 0, (11,), fact)])


_STAYS = played("5k3/3r5/9/9/9/9/3C5/9/9/4K4 w", "d3d4 f9f8 d4d2 f8f9 e0e1 d8d2 e1e0 d2d5")
"""Red moves a cannon up and down before Black's chariot, which takes it on the third move."""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "and Black again did not take the cannon"),
        ("zh-Hans", "黑方仍未去吃炮"),
        ("zh-Hant", "黑方仍未去吃炮"),
        ("vi", "lại không ăn"),
    ],
)
def test_a_piece_left_twice_to_the_same_piece_is_told_with_one_reason(language: str, words: str) -> None:
    def hangs(ply: int) -> Fact:
        board = _STAYS.upto(ply).board()
        take = Move.from_iccs("d8d4" if ply == 1 else "d8d2")
        pieces = (placed(board, take.from_square), placed(board, take.to_square))
        return Fact(FactKind.HANGS, BLACK, Start.AFTER, pieces, (take,), gain=450)

    review = reviewed([0.5, 0.2, 0.5, 0.2, 0.4, 0.1, 0.1, 0.1, 0.1], {1: hangs(1), 3: hangs(3)}, played=_STAYS)
    slide = Passage("turning", "slid", RED, (1, 3, 1, 3), None, "")
    [said] = story_sentences(Wording(language, Style.ICCS), review, [slide])
    assert words in said
    if language == "en":
        assert said.count("could simply take the cannon") == 1


def test_the_better_move_is_not_named_beside_the_chance_that_it_is() -> None:
    line = played("3k5/3r5/9/9/9/9/3C5/9/9/3RK4 w", "e0e1 d9e9 e1e0 e9d9")
    take, board = Move.from_iccs("d3d8"), line.upto(0).board()
    pieces = (placed(board, take.from_square), placed(board, take.to_square))
    fact = Fact(FactKind.TAKES, RED, Start.BEFORE, pieces, (take,), gain=600)
    review = reviewed([0.8, 0.2, 0.2, 0.2, 0.2], {1: fact}, played=line)
    moves = (replace(review.moves[0], best=(take,)), *review.moves[1:])
    [said] = story_sentences(_EN, replace(review, moves=moves), [Passage("turning", "slip", RED, (1,), fact)])
    assert said.count("to d8") == 1, said


def test_all_pieces_are_counted_by_which_a_side_is_ahead() -> None:
    board = Board("rnbakabnr/9/1c5c1/9/9/9/9/9/9/4K4 w")
    assert surplus(board, BLACK) == (ROOK, ROOK, CANNON, CANNON, KNIGHT, KNIGHT)


def test_a_standing_is_dated_where_it_was_reached_after_the_last_named_move() -> None:
    review = reviewed([0.5] * 11 + [0.35, 0.35, 0.35, 0.1] + [0.1] * 10)
    for last, words in ((15, "By move 8, Black had a winning position."), (11, "From then on, Black had")):
        slide = Passage("turning", "slid", RED, (11, last, 11), None, "won")
        [said] = story_sentences(_EN, review, [slide])
        assert words in said


def test_a_better_move_that_brings_out_a_piece_is_told_so() -> None:
    review = reviewed([0.5] * 2 + [0.5, 0.3] + [0.3] * 6)
    for better, is_told in (("b0c2", True), ("e3e4", False)):
        moves = [replace(one, best=(Move.from_iccs(better),)) if one.ply == 3 else one for one in review.moves]
        slip = Passage("turning", "slip", RED, (3,), None, "")
        [said] = story_sentences(_EN, replace(review, moves=tuple(moves)), [slip])
        assert ("brought a new piece into play" in said) is is_told, said
