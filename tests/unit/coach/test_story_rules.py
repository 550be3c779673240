"""Tests of what a strict reader asks of a story: moves, sides and leads are told as the curve has them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from told_games import reviewed

from xiangqi.board import Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import GameReview
from xiangqi.coach.repeats import told_once
from xiangqi.coach.scene import placed
from xiangqi.coach.story import story_of
from xiangqi.coach.story_passages import Passage
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK
from xiangqi.line import Line
from xiangqi.notation import Style


def told(review: GameReview, slot: str, result: str = "1/2-1/2") -> list[Passage]:
    return [one for one in story_of(review, result) if one.slot == slot]


def text(review: GameReview, slot: str, result: str = "1/2-1/2") -> str:
    return " ".join(story_sentences(Wording("en", Style.ICCS), review, told(review, slot, result)))


def fact(review: GameReview, ply: int, kind: FactKind, start: Start, moves: int = 0) -> Fact:
    """Return a chance of the side that moves at a ply, which starts with the move played two plies later."""
    side = review.moves[ply - 1].side if start is Start.BEFORE else review.moves[ply].side
    first = review.moves[ply + 1].move if start is Start.BEFORE else review.moves[ply + 2].move
    return Fact(kind, side, start, (), (first,), gain=0 if moves else 400, moves=moves)


def test_a_step_says_whose_move_it_was() -> None:
    review = reviewed([0.5] * 20 + [0.72, 0.52, 0.75, 0.55, 0.78, 0.78] + [0.78] * 12)
    told = text(review, "turning", "1-0")
    assert told.startswith("The game turned on move 11: Black played ")
    moves = {one.ply: review.line.upto(one.ply - 1).board().legal_moves() for one in review.moves}
    better = [
        replace(one, best=(next(move for move in moves[one.ply] if move != one.move),)) for one in review.moves
    ]
    assert " instead of " in text(replace(review, moves=tuple(better)), "turning", "1-0")


def test_a_chance_that_was_taken_a_move_later_was_not_missed() -> None:
    chances = [0.5] * 25 + [0.05] + [0.5] * 11
    plain = reviewed(chances)
    assert [one.name for one in told(plain, "initiative")] == ["allowed"]
    chance = fact(plain, 25, FactKind.HANGS, Start.AFTER)
    another = reviewed(chances, {25: replace(chance, proof=(plain.moves[29].move,))})
    assert "allowed" in [one.name for one in told(another, "initiative")]
    taken = reviewed(chances, {25: chance})
    assert taken.moves[27].move == chance.proof[0]
    assert "allowed" not in [one.name for one in told(taken, "initiative")]


def test_a_win_that_was_played_a_move_later_is_not_told_as_missed() -> None:
    chances = [0.9] * 19 + [0.5] * 12
    plain = reviewed(chances)
    missed = fact(plain, 19, FactKind.HANGS, Start.BEFORE)
    assert " missed " not in text(reviewed(chances, {19: missed}), "turning")


def mate(review: GameReview, ply: int, moves: int) -> Fact:
    legal = review.line.upto(ply - 1).board().legal_moves()
    other = next(move for move in legal if move not in (review.moves[ply - 1].move, review.moves[ply + 1].move))
    return Fact(FactKind.MATE, review.moves[ply - 1].side, Start.BEFORE, (), (other,), moves=moves)


@pytest.mark.parametrize(("moves", "is_told"), [(1, True), (3, True), (9, False)])
def test_a_missed_mate_in_a_few_moves_is_told_before_anything_smaller(moves: int, is_told: bool) -> None:
    before = [0.5] * 27 + [0.95, 0.95, 0.93] + [0.95] * 2 + [0.5] * 5 + [0.1] * 12
    plain = reviewed(before)
    review = reviewed(before, {29: mate(plain, 29, moves)})
    words = "missed mate in one with" if moves == 1 else "missed a mate that starts with"
    assert (words in text(review, "initiative", "0-1")) is is_told
    later = [0.5] * 19 + [0.95] * 20
    won = reviewed(later, {29: mate(reviewed(later), 29, moves)})
    assert ("Red played " in text(won, "turning", "1-0") and words in text(won, "turning", "1-0")) is is_told


def test_a_side_that_was_winning_did_not_just_stand_better() -> None:
    [turn] = told(reviewed([0.9] * 19 + [0.1] * 12), "turning", "0-1")
    assert turn.theme == "lost"
    words = text(reviewed([0.9] * 19 + [0.1] * 12), "turning", "0-1")
    assert words.endswith(" Red had been winning until then; now Black had a winning position.")


def test_a_side_that_was_better_for_a_move_only_had_not_stood_better() -> None:
    [turn] = told(reviewed([0.5] * 17 + [0.7, 0.7] + [0.1] * 12), "turning", "0-1")
    assert (turn.plies, turn.theme) == ((19,), "won")
    [turn] = told(reviewed([0.5] * 14 + [0.7] * 5 + [0.1] * 12), "turning", "0-1")
    assert turn.theme == "thrown"


def test_a_long_small_lead_that_was_lost_is_told() -> None:
    chances = [0.5] * 20 + [0.53, 0.56, 0.59] + [0.64] * 14 + [0.61, 0.58, 0.56] + [0.55] * 12
    assert text(reviewed(chances), "turning") == (
        "From move 11 to 19, Red had a slight edge, but could not keep it."
    )
    assert text(reviewed([0.5] * 20 + [0.61] * 8 + [0.5] * 12), "turning") == (
        "Neither side ever stood clearly better."
    )


def test_a_drawn_game_does_not_turn_at_its_end() -> None:
    assert not told(reviewed([0.5] * 40 + [0.8]), "turning")
    assert told(reviewed([0.5] * 36 + [0.8] * 5), "turning")


def test_nothing_is_told_from_the_last_move_on() -> None:
    review = reviewed([0.5] * 39 + [0.1])
    [turn] = [one for one in story_of(review, "0-1", "time") if one.slot == "turning"]
    assert turn.theme == "winning"
    [turn] = told(reviewed([0.5] * 39 + [0.1]), "turning", "0-1")
    assert turn.theme == "", "the end says it"
    [turn] = told(reviewed([0.5] * 39 + [0.1] * 4), "turning", "0-1")
    assert turn.theme == "won"


def test_sentences_come_in_the_order_of_moves() -> None:
    chances = (
        [0.5] * 5
        + [0.3, 0.5, 0.3, 0.5, 0.3, 0.5, 0.5, 0.5]
        + [0.05, 0.18, 0.18, 0.31, 0.31, 0.44, 0.44]
        + [0.5] * 15
        + [0.1] * 12
    )
    board = reviewed(chances).line.upto(5).board()
    capture = next(move for move in board.legal_moves() if board.turn == BLACK)
    pieces = (placed(board, capture.from_square), placed(board, Move.from_iccs("a0a1").from_square))
    hung = Fact(FactKind.HANGS, BLACK, Start.AFTER, pieces, (capture,), gain=400)
    other = reviewed(chances).line.upto(13).board().legal_moves()[0]
    early = Fact(FactKind.HANGS, BLACK, Start.AFTER, (), (other,), gain=400)
    marked = reviewed(chances, {**dict.fromkeys((5, 6, 7), hung), 13: early})
    review = replace(marked, moves=told_once(marked.line, marked.moves))
    found = [one for one in story_of(review, "0-1") if one.slot in ("opening", "initiative", "turning")]
    plies = [one.plies[0] for one in found if one.plies]
    assert 13 in plies, "the dearest early mistake is told"
    assert plies == sorted(plies)


def test_a_great_gift_before_the_last_one_is_told_with_it() -> None:
    chances = [0.5] * 10 + [0.8] * 13 + [0.49, 0.49] + [0.15] * 12
    [turn] = told(reviewed(chances), "turning", "0-1")
    assert (turn.name, turn.plies, turn.note) == ("slid", (23, 25, 23, 25), "")


def test_what_was_given_to_a_lost_side_for_a_moment_is_no_turning_point() -> None:
    """Red gives a won game away, and gets it back with Black's next move."""
    chances = [0.5] * 12 + [0.85] * 21 + [0.45] * 3 + [0.9] * 15
    [turn, *_] = told(reviewed(chances), "turning", "1-0")
    assert turn.plies[0] == 12
    lost = reviewed([0.5] * 12 + [0.69] * 21 + [0.45] * 3 + [0.9] * 15)
    assert told(lost, "turning", "1-0")[0].plies[0] == 36  # it was not lost before


def test_the_step_that_is_named_first_was_played_in_an_open_game() -> None:
    """The dearest mistake comes when the game is lost already."""
    chances = [0.6] * 21 + [0.48, 0.48, 0.36, 0.36, 0.2] + [0.2] * 12
    [turn] = told(reviewed(chances), "turning", "0-1")
    assert (turn.name, turn.plies) == ("slid", (21, 25, 21, 23, 25))


def test_a_turn_without_a_mistake_is_told_as_one() -> None:
    """The last move was the best one: the chance had been overestimated."""
    review = reviewed([0.5] * 25 + [0.2] * 12)
    blameless = [replace(one, loss=0.0) if one.ply == 25 else one for one in review.moves]
    assert "without a clear mistake by Red" in text(replace(review, moves=tuple(blameless)), "turning", "0-1")
    assert "clear mistake" not in text(review, "turning", "0-1")


def test_who_stood_better_is_not_said_twice() -> None:
    review = reviewed([0.5] * 25 + [0.34] * 12)
    assert "From then on, Black stood better." in text(review, "turning", "0-1")
    assert text(review, "ending", "0-1") == "Red gave up on move 18."
    assert text(reviewed([0.36] * 36), "ending", "0-1") == "Black stood better at the end, and Red gave up."


def test_dear_moves_that_turned_nothing_are_told_rather_than_what_was_exchanged() -> None:
    chances = [0.5] * 25 + [0.36, 0.36] + [0.5] * 18
    other = reviewed(chances).line.upto(25).board().legal_moves()[0]
    hung = Fact(FactKind.HANGS, BLACK, Start.AFTER, (), (other,), gain=400)
    assert [one.plies for one in told(reviewed(chances, {25: hung}), "initiative")] == [(25,)]
    assert [one.name for one in told(reviewed(chances), "initiative")] == ["slip"], "without a reason"
    assert [one.name for one in told(reviewed([0.5] * 45), "initiative")] == ["quiet"]


def test_a_side_that_loses_its_lead_is_told_to_have_had_it() -> None:
    chances = [0.5] * 30 + [0.56] * 10 + [0.59] * 6 + [0.63] * 7 + [0.45] * 12
    review = reviewed(chances)
    assert text(review, "initiative", "1/2-1/2").startswith("From move 15 on, Red stood slightly better.")
    clear = reviewed([0.5] * 30 + [0.75] * 5 + [0.45] * 12)
    assert "From move 15 on, Red stood better." in text(clear, "initiative", "1/2-1/2")
    assert "stood better" not in text(reviewed([0.5] * 45), "initiative")


def test_what_a_capture_won_in_the_game_is_told_with_its_price() -> None:
    """The elephant leaves the second rank. A chariot falls, and meanwhile a cannon."""
    fen = "3rkab2/4a4/4b3n/pN4p2/1C6p/3nC1P2/P3P3P/N1r1B2R1/3cA4/1Rc1KA3 w - - 6 20"
    texts = "e2c4 c2h2 b0c0 h2b2 c0b0 b2b0 a2b0 d1a1"
    line = Line(fen, tuple(map(Move.from_iccs, texts.split())))
    start, step = line.upto(1).board(), line.moves[1]
    pieces = (placed(start, step.from_square), placed(start, step.to_square))
    win = Fact(FactKind.HANGS, BLACK, Start.AFTER, pieces, (step,), 400, name="free")
    review = reviewed([0.5] + [0.1] * len(line.moves), {1: win}, played=line)
    assert "Black won a chariot for a cannon with chariot to h2" in text(review, "turning", "0-1")
