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
from xiangqi.coach.story_board import UNEVEN, fight_of, surplus, toll
from xiangqi.coach.story_causes import cause_of
from xiangqi.coach.story_passages import MISSED, Passage, told_plies, without_repeats
from xiangqi.coach.story_slips import dearest, idea_of
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
    for seed in (*range(6), 73):
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


def again(plain: GameReview, ply: int, counts: tuple[int, ...]) -> Fact:
    """Return the fact that some answer to a move was possible from one round to another."""
    board = plain.line.upto(ply).board()
    take = board.legal_moves()[0]
    pieces = (placed(board, take.from_square), placed(board, next(iter(board.pieces()))))
    return Fact(FactKind.AGAIN, board.turn, Start.AFTER, pieces, (take,), name="hangs", counts=counts)


def test_an_idea_that_several_moves_left_is_told_once() -> None:
    chances = [0.5] * 32 + [0.5, 0.3, 0.7, 0.45] + [0.45] * 9 + [0.2, 0.7, 0.45] + [0.45] * 18
    chances += [0.45, 0.05] + [0.05] * 8
    fact, other = (again(reviewed(chances), ply, rounds) for ply, rounds in ((33, (17, 18)), (45, (23, 24))))
    review = reviewed(chances, {33: fact, 34: fact, 35: fact, 45: other, 46: other, 47: other})
    assert [one.ply for one in idea_of(review.moves, review.moves[33])] == [34, 35]
    before = [one for one in story_of(review, "0-1") if one.slot == "initiative"]
    assert [(one.name, one.plies) for one in before] == [(MISSED, (33, 34)), (MISSED, (45, 46))]
    assert {33, 34, 35} <= told_plies(review.moves, before)


def test_a_slide_names_an_idea_once_and_its_grave_end_although_that_gave_something_back() -> None:
    chances = [0.5] * 20 + [0.5, 0.35, 0.35, 0.1] + [0.1] * 20
    fact = again(reviewed(chances), 21, (11, 12))
    [turn] = [one for one in story_of(reviewed(chances, {21: fact, 23: fact}), "0-1") if one.slot == "turning"]
    assert turn.plies[2:] == (21,)
    chances = [0.55] * 24 + [0.8, 0.27, 0.56, 0.23, 0.88, 0.15, 0.61, 0.04] + [0.04] * 20
    told = [one for one in story_of(reviewed(chances), "0-1") if one.slot == "turning"]
    assert 31 in told_plies(reviewed(chances).moves, told)


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


def test_a_slip_within_a_lasting_edge_comes_after_the_words_on_the_edge() -> None:
    chances = [0.5] * 20 + [0.59] * 20 + [0.72, 0.68, 0.65, 0.62] + [0.59] * 30
    told = [one for one in story_of(reviewed(chances), "1/2-1/2") if one.plies]
    assert [one.name for one in told] == ["pressed", "slip"]


_BARED = played("5k3/3r5/9/9/9/9/9/9/3C5/3RK4 w", "d0c0 d8d1 e0e1 d1d5 e1e0 d5d4")
"""Red's chariot leaves the file on which it protected a cannon, which is taken."""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "leaving Red's cannon on d1 unprotected"),
        ("zh-Hans", "失根"),
        ("zh-Hant", "失根"),
        ("vi", "bỏ rơi"),
    ],
)
def test_a_piece_left_without_its_protection_is_named(language: str, words: str) -> None:
    slip = Passage("turning", "slip", RED, (1,), None, "")
    [said] = story_sentences(Wording(language, Style.ICCS), reviewed([0.5] + [0.1] * 6, played=_BARED), [slip])
    assert words in said
    guarded = played("5k3/3r5/9/9/9/9/9/9/3C5/3RK4 w", "e0e1 d8d1 e1e0")
    [said] = story_sentences(Wording(language, Style.ICCS), reviewed([0.5] + [0.1] * 3, played=guarded), [slip])
    assert words not in said


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ", and Black shut in"), ("zh-Hans", "困住"), ("zh-Hant", "困住"), ("vi", " nhốt Mã")],
)
def test_a_piece_that_was_shut_in_at_once_is_told_so(language: str, words: str) -> None:
    plain = reviewed([0.5, 0.2] + [0.2] * 8)
    answer, board = plain.line.moves[1], plain.line.upto(1).board()
    horse = next(square for square, code in board.pieces().items() if code == RED | KNIGHT)
    pieces = (placed(board, answer.from_square), placed(board, horse))
    fact = Fact(FactKind.SHUT_IN, BLACK, Start.AFTER, pieces, (answer,))
    slip = Passage("turning", "slip", RED, (1,), fact, "")
    later = replace(slip, fact=replace(fact, proof=(board.legal_moves()[0],)))
    [said] = story_sentences(Wording(language, Style.ICCS), plain, [later])
    assert words not in said
    [said] = story_sentences(Wording(language, Style.ICCS), reviewed([0.5, 0.2] + [0.2] * 8, {1: fact}), [slip])
    assert words in said


def test_what_falls_after_the_better_move_too_is_no_reason() -> None:
    review = reviewed([0.5] + [0.1] * 12, played=_FALLS)
    slip = Passage("turning", "slip", RED, (1,), None, "")
    for better, is_told in (("e0e1 b4b2 e1e0 b2b1", False), ("b2c4 b4b1", True)):
        best = tuple(map(Move.from_iccs, better.split()))
        moves = (replace(review.moves[0], best=best), *review.moves[1:])
        [said] = story_sentences(_EN, replace(review, moves=moves), [slip])
        assert ("soon lost a horse and an elephant" in said) is is_told, said


def test_a_small_slip_of_a_side_that_stays_clearly_better_is_not_scolded() -> None:
    for after, is_told in ((0.74, False), (0.66, True)):
        chances = [0.6] * 20 + [0.85] * 21 + [after + 0.03 * (step // 2) for step in range(8)] + [0.86] * 9
        review, ply = reviewed(chances), 41
        assert (ply in told_plies(review.moves, story_of(review, "1-0"))) is is_told


def test_a_slip_below_a_third_is_told_in_a_game_with_few() -> None:
    few = reviewed([0.5] * 11 + [0.3] + [0.3] * 20 + [0.9] * 2 + [0.24] * 9)
    assert 11 in [move.ply for move in dearest(few.moves)]


def test_a_piece_more_is_no_exchange() -> None:
    line = played("r2k1r3/9/1n5c1/9/9/9/9/1N5C1/9/R3KRN2 w", "a0a9 d9d8 e0e1 f9f0 e1e2 f0g0")
    assert fight_of(line, 6)[0] != UNEVEN


def test_a_short_slide_is_told_by_its_move() -> None:
    chances = [0.5] * 38 + [0.56, 0.56, 0.625, 0.625, 0.685] + [0.685] * 20
    [turn] = [one for one in story_of(reviewed(chances), "1-0") if one.slot == "turning"]
    assert (turn.name, turn.note, turn.plies) == ("slid", "", (38, 42, 40))


def test_a_small_step_of_a_slow_slide_is_named_only_with_a_reason() -> None:
    for loss, is_told in ((0.06, False), (0.12, True)):
        after = 0.5 - loss
        plain = reviewed([0.5] * 21 + [after, after, 0.34, 0.34, 0.3] + [0.3] * 10)
        best = (Move.from_iccs("e3e4"),)
        moves = tuple(replace(one, best=best) if one.ply == 21 else one for one in plain.moves)
        slide = Passage("turning", "slid", RED, (21, 25, 21), None, "initiative", (), "plain")
        [said] = story_sentences(_EN, replace(plain, moves=moves), [slide])
        assert ("On move 11" in said) is is_told, said
        assert "Red slowly lost ground" in said


def test_what_is_left_is_told_of_a_game_that_was_held() -> None:
    [said] = story_sentences(_EN, reviewed([0.5] * 13, played=_FALLS), [Passage("ending", "held")])
    assert said == "So the game was drawn."
    level = played("5k3/3r5/9/9/9/9/9/9/9/3RK4 w", "e0e1 f9f8 e1e0 f8f9")
    [said] = story_sentences(_EN, reviewed([0.5] * 5, played=level), [Passage("ending", "held")])
    assert said == "In the end, each side had a chariot left. So the game was drawn."


def test_a_win_that_several_moves_left_is_a_reason_before_a_mere_threat() -> None:
    chances = [0.5] * 21 + [0.1] * 10
    left = again(reviewed(chances), 21, (11, 12))
    for kind, gain, is_left in ((FactKind.HOLLOW_CANNON, 0, True), (FactKind.FORK, 400, False)):
        missed = Fact(kind, RED, Start.BEFORE, (), (Move.from_iccs("e3e4"),), gain=gain)
        move = replace(reviewed(chances).moves[20], facts=(missed, left))
        assert (cause_of(move) is left) is is_left
