"""The reasons that a story gives for its moves: exchanges whole, answers and chances as they were played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_story_trainer import hung_of, played, text, told
from told_games import reviewed

from xiangqi.board import Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.scene import placed
from xiangqi.coach.scene import played as after
from xiangqi.coach.story import story_of
from xiangqi.coach.story_costs import lesson_of
from xiangqi.coach.story_curve import Curve
from xiangqi.coach.story_passages import MOVES, ROUGH, Passage
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED, ROOK
from xiangqi.notation import Style

_CANNONS = "3k5/9/9/9/r8/8c/9/C8/9/4K1R2 b"


@pytest.mark.parametrize(
    ("moves", "is_simple"),
    [("i4g4 g0g4 d9d8 e0e1 d8d9 e1e0 d9d8", True), ("i4g4 g0g4 a5a2 e0e1 d9d8 e1e0 d8d9", False)],
)
def test_a_piece_for_which_another_was_taken_next_was_not_simply_taken(moves: str, is_simple: bool) -> None:
    review = reviewed([0.5, *[0.9] * 7], played=played(_CANNONS, moves))
    assert ("simply took" in text(review, "turning", "1-0")) is is_simple


def test_what_was_taken_back_is_an_exchange() -> None:
    line = played("r2k5/9/1n7/9/9/9/9/9/9/R3K4 w", "a0a9 b7a9 e0e1 d9d8 e1e0 d8d9 e0e1")
    review = reviewed([0.5, *[0.1] * 7], played=line)
    assert "Red played chariot to a9, exchanging it for a chariot" in text(review, "turning", "0-1")
    left = played("r2k5/9/1n7/9/9/9/9/9/9/R3K4 w", "a0a9 d9d8 e0e1 d8d7 e1e0 d7d8 e0e1")
    assert "taking a chariot" in text(reviewed([0.5, *[0.1] * 7], played=left), "turning", "0-1")


def test_the_best_answer_is_told_with_what_it_does() -> None:
    plain = reviewed([0.5] * 21 + [0.1] * 15)
    board = plain.line.upto(21).board()
    answer = plain.line.moves[21]
    other = next(move for move in board.legal_moves() if move != answer)
    better = next(move for move in plain.line.upto(20).board().legal_moves() if move != plain.line.moves[20])
    for move, words in ((answer, "and Black answered with"), (other, "when the best reply for Black was")):
        said = Fact(
            FactKind.ANSWER, BLACK, Start.AFTER, (placed(board, move.from_square),), (move,), name="checks"
        )
        changed = replace(plain.moves[20], facts=(said,), best=(better,))
        review = replace(plain, moves=(*plain.moves[:20], changed, *plain.moves[21:]))
        now = text(review, "turning", "0-1")
        assert words in now
        assert ", with check. Better for Red was " in now


def test_a_move_that_prepares_an_attack_is_told_with_it() -> None:
    plain = reviewed([0.5] * 21 + [0.1] * 15)
    board = plain.line.upto(21).board()
    first = next(move for move in board.legal_moves() if move != plain.line.moves[21])
    reply = after(board, (first,)).legal_moves()[0]
    then = next(
        move for move in after(board, (first, reply)).legal_moves() if move.from_square == first.to_square
    )
    rook = next(square for square, code in board.pieces().items() if code == RED | ROOK)
    pieces = (placed(board, first.from_square), placed(board, rook))
    fact = Fact(FactKind.FOLLOWS, BLACK, Start.AFTER, pieces, (first, reply, then), name="attacks", counts=(2,))
    assert ", after which Black could attack Red's chariot" in text(
        reviewed([0.5] * 21 + [0.1] * 15, {21: fact}), "turning", "0-1"
    )


def test_the_move_that_gave_a_missed_chance_is_told_with_it() -> None:
    chances = [0.5] * 20 + [0.8] + [0.2] * 15
    board = reviewed(chances).line.upto(20).board()
    other = board.legal_moves()[0]
    rook = next(square for square, code in board.pieces().items() if code == BLACK | ROOK)
    missed = Fact(
        FactKind.HANGS,
        RED,
        Start.BEFORE,
        (placed(board, other.from_square), placed(board, rook)),
        (other,),
        gain=600,
    )
    assert "Black had just allowed that with" in text(reviewed(chances, {21: missed}), "turning", "0-1")
    sudden = reviewed([0.5] * 21 + [0.2] * 15, {21: missed})
    assert "had just allowed" not in text(sudden, "turning", "0-1")
    assert lesson_of(sudden, sudden.moves[20]) == "chances"


def test_a_game_that_goes_on_turning_is_not_lost_at_once() -> None:
    review, words = reviewed([0.5] * 21 + [0.1] * 20), Wording("en", Style.ICCS)
    slow, sudden = (Passage("turning", "slid", RED, (21, last, 21), theme="won") for last in (35, 23))
    [now] = story_sentences(words, review, [slow])
    assert now.startswith("The game began to turn on move 11: Red played ")
    assert now.endswith(" By move 18, Black had a winning position.")
    [now] = story_sentences(words, review, [sudden])
    assert now.startswith("The game turned on move 11: Red played ")
    assert now.endswith(" From then on, Black had a winning position.")


def test_an_exchange_that_is_ahead_is_no_taking_back() -> None:
    """The cannon took a soldier and was then left where a horse takes it."""
    line = played("3k5/9/9/2n6/4p4/9/4P4/4C4/9/4K4 w", "e2e5 d9d8 e0e1 c6e5 e1e0 d8d9 e0e1 d9d8")
    board = line.upto(3).board()
    take = Move.from_iccs("c6e5")
    pieces = (placed(board, take.from_square), placed(board, take.to_square))
    hung = Fact(FactKind.HANGS, BLACK, Start.AFTER, pieces, (take,), 300)
    review = reviewed([0.5, 0.5, 0.5, *[0.1] * 6], {3: hung}, played=line)
    assert "took back" not in text(review, "turning", "0-1")
    assert [one.side for one in told(review, "turning", "0-1")] == [RED]


def test_an_idea_that_both_sides_missed_is_the_reason_of_the_move_that_gave_it() -> None:
    review = reviewed([0.5] * 11 + [0.5] + [0.9] * 12)
    board = review.line.upto(12).board()
    first = board.legal_moves()[0]
    rook = next(square for square, code in board.pieces().items() if code == BLACK | ROOK)
    pieces = (placed(board, first.from_square), placed(board, rook))
    idea = Fact(FactKind.AGAIN, RED, Start.AFTER, pieces, (first,), gain=600, name="hangs", counts=(7, 9))
    slip = Passage("turning", "slip", BLACK, (12,), idea)
    [now] = story_sentences(Wording("en", Style.ICCS), review, [slip])
    assert "From move 7 to 9, Red could " in now


def test_a_mistake_of_the_opening_is_not_told_again() -> None:
    chances = [0.5] * 7 + [0.25] * 5 + [0.75] * 20
    hung = hung_of(reviewed(chances), 7)
    found = story_of(reviewed(chances, {7: hung}), "1-0")
    assert [one.plies for one in found if one.side == RED and one.name in (*MOVES, ROUGH)] == [(7,)]


@pytest.mark.parametrize(
    ("before", "words"),
    [(0.5, "kept the game level"), (0.75, "kept the upper hand"), (0.38, "put up more resistance")],
)
def test_a_better_move_without_more_is_told_with_what_it_kept(before: float, words: str) -> None:
    plain = reviewed([before] * 21 + [0.1] * 15)
    better = next(move for move in plain.line.upto(20).board().legal_moves() if move != plain.line.moves[20])
    changed = replace(plain.moves[20], best=(better,))
    review = replace(plain, moves=(*plain.moves[:20], changed, *plain.moves[21:]))
    assert f", which would have {words}. " in text(review, "turning", "0-1")


def test_an_edge_is_told_by_its_best_third() -> None:
    rising = [0.5 + 0.02 * step for step in range(6)]
    edge = [*rising, *[0.64] * 11, *[0.76] * 9, *rising[::-1], *[0.5] * 8]
    assert Curve(reviewed(edge).moves).edge_of(RED, 6, 26) == 1
    assert Curve(reviewed(edge).moves).edge_of(RED, 6, 18) == 0
