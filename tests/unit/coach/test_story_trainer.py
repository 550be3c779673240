"""Tests of what a trainer asks of a story: captures and reasons, and grades that hold over their whole span."""

from __future__ import annotations

from dataclasses import replace

import pytest
from told_games import reviewed

from xiangqi.board import START_FEN, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import GameReview
from xiangqi.coach.repeats import told_once
from xiangqi.coach.scene import placed
from xiangqi.coach.story import story_of
from xiangqi.coach.story_board import UNEVEN, change_of, chariots_gone, fight_of, toll
from xiangqi.coach.story_passages import Passage
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, KNIGHT, RED, ROOK
from xiangqi.line import Line
from xiangqi.notation import Style


def told(review: GameReview, slot: str, result: str = "1/2-1/2") -> list[Passage]:
    return [one for one in story_of(review, result) if one.slot == slot]


def text(review: GameReview, slot: str, result: str = "1/2-1/2", language: str = "en") -> str:
    return " ".join(story_sentences(Wording(language, Style.ICCS), review, told(review, slot, result)))


def played(fen: str, moves: str) -> Line:
    return Line(fen, tuple(map(Move.from_iccs, moves.split())))


_TAKES = played("3ak4/9/9/4p4/4R4/9/9/9/9/3K5 w", "e5e6 e9f9 d0d1 f9f8 d1d0 f8f9 d0d1 f9f8")
"""Red's chariot takes a soldier at once."""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Red played chariot to e6, taking a soldier."),
        ("zh-Hans", "吃卒。"),
        ("zh-Hant", "吃卒。"),
        ("vi", " ăn một Tốt."),
    ],
)
def test_a_move_is_told_with_what_it_takes(language: str, words: str) -> None:
    review = reviewed([0.9] + [0.1] * 8, played=_TAKES)
    assert words in text(review, "turning", "0-1", language)


_FOR_A_SOLDIER = played("3k5/9/8r/9/p8/P3P4/9/9/1N7/4K4 w", "e0f0 i7b7 a4a5 b7b1 a5a6 b1b2 f0e0 b2b3 e0f0 b3b2")
"""Red's horse on b1 falls, and then a soldier of Black."""


def test_what_fell_is_told_though_a_soldier_was_taken_for_it() -> None:
    review = reviewed([0.5, *[0.1] * 10], played=_FOR_A_SOLDIER)
    assert "Red played general to f0, and soon lost a horse for a soldier" in text(review, "turning", "0-1")
    assert "随后丢马，仅得卒" in text(review, "turning", "0-1", "zh-Hans")


def test_the_mistakes_of_a_span_are_told_with_their_reasons() -> None:
    chances = [0.5] * 20 + [0.5, 0.29, 0.31, 0.05] + [0.05] * 12
    plain = reviewed(chances)
    marked = {}
    for ply in (21, 23):
        answer = plain.moves[ply].move
        marked[ply] = Fact(FactKind.HANGS, plain.moves[ply].side, Start.AFTER, (), (answer,), gain=400)
    [turn] = told(plain, "turning", "0-1")
    assert (turn.name, turn.plies[2:]) == ("slid", (21, 23))
    assert " won " not in text(plain, "turning", "0-1")
    assert text(reviewed(chances, marked), "turning", "0-1").count(" won ") == len(marked)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.65, "Red had a slight edge, but could not keep it."),
        (0.75, "Red stood better, but could not keep it."),
        (0.97, "Red stood better, and was winning most of the time."),
    ],
)
def test_an_edge_is_called_as_great_as_it_was(chance: float, words: str) -> None:
    assert words in text(reviewed(_edge(chance)), "turning", "1-0")


def _edge(chance: float) -> list[float]:
    rising = [0.5 + (chance - 0.5) * step / 20 for step in range(20)]
    return rising + [chance] * 20 + rising[::-1]


def test_an_edge_is_told_before_what_happened_in_its_span() -> None:
    plain = reviewed(_edge(0.97))
    other = plain.line.upto(28).board().legal_moves()[0]
    mate = Fact(FactKind.MATE, RED, Start.BEFORE, (), (other,), moves=1)
    found = story_of(reviewed(_edge(0.97), {29: mate}), "1-0")
    assert [one.name for one in found if one.slot in ("initiative", "turning")] == ["edge", "slip"]


def test_a_grave_gift_is_told_beside_an_idea_that_was_missed() -> None:
    chances = [0.5] * 11 + [0.3, 0.7, 0.5, 0.5] + [0.5] * 12 + [0.05] + [0.5] * 9
    plain = reviewed(chances)
    board = plain.line.upto(11).board()
    first = board.legal_moves()[0]
    target = next(square for square, code in board.pieces().items() if code & RED and code & 7 == ROOK)
    pieces = (placed(board, first.from_square), placed(board, target))
    hung = Fact(FactKind.HANGS, board.turn, Start.AFTER, pieces, (first,), gain=400)
    review = reviewed(chances, dict.fromkeys((11, 12, 13), hung))
    review = replace(review, moves=told_once(review.line, review.moves))
    found = [one.name for one in told(review, "initiative")]
    assert found == ["missed", "allowed"]


def test_a_game_is_not_won_from_the_round_in_which_the_winner_gave_it_away() -> None:
    """Red leaves a mate open on move 16, Black misses it, and from move 17 on nothing happens."""
    chances = [0.5, *[0.97] * 30, 0.0, *[0.97] * 12]
    [end] = told(reviewed(chances), "ending", "1-0")
    assert end.plies == (33,)


def test_a_lead_holds_at_every_point_of_its_span() -> None:
    """On move 20 the other side stood better for a moment."""
    chances = [0.5] * 30 + [0.65] * 8 + [0.68, 0.40, 0.72] + [0.74] * 5 + [0.3] * 12
    [lead] = [one for one in story_of(reviewed(chances), "0-1") if one.name.startswith("lead")]
    assert lead.plies == (40,)


def test_an_advantage_that_is_given_away_is_told_to_have_been_had() -> None:
    chances = [0.5] * 10 + [0.56] * 10 + [0.59] * 12 + [0.63] * 7 + [0.45] * 12
    review = reviewed(chances)
    assert text(review, "initiative").startswith("From move 5 on, Red stood slightly better.")
    assert [one.name for one in told(review, "opening")] == ["named"]


def test_the_move_that_lost_is_told_where_several_decided_the_game() -> None:
    chances = [0.9] * 11 + [0.44] * 10 + [0.22, 0.36, 0.15, 0.22] + [0.02] * 20
    told_of = [(one.name, one.plies) for one in told(reviewed(chances), "turning", "*")]
    assert told_of == [("slip", (11,)), ("later", (21,)), ("later", (23,)), ("later", (25,))]


@pytest.mark.parametrize(
    ("language", "words"), [("zh-Hans", "终局时多一马"), ("zh-Hant", "終局時多一馬"), ("en", "a horse more")]
)
def test_one_piece_more_is_counted(language: str, words: str) -> None:
    end = Passage("ending", "gave_up", BLACK, (36,), theme="material", kinds=(KNIGHT,))
    review = reviewed([0.5] * 35 + [0.15] * 12)
    assert words in story_sentences(Wording(language, Style.ICCS), review, [end])[0]


_WALKS_IN = played("3k5/4n4/9/2p6/9/2R6/9/9/9/4K4 w", "c4c6 d9d8 e0e1 d8d9 e1e0 d9d8 e0e1 d8d9")
_TAKEN = played("3k5/9/9/2p6/9/1nR6/9/9/9/4K4 w", "c4c6 b4c6 e0e1 c6d4 e1e0 d4c6 e0e1 c6d4")
"""Red's chariot takes a soldier: in vain, or where Black's horse takes it."""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Red played chariot to c6, taking a soldier, and Black's horse on b4 simply took the chariot."),
        ("zh-Hans", "被黑马（b4）吃去一车。"),
        ("zh-Hant", "被黑馬（b4）吃去一車。"),
        ("vi", "bị Mã đen ở b4 ăn mất Xe."),
    ],
)
def test_a_piece_that_walks_to_where_it_is_taken_is_told_so(language: str, words: str) -> None:
    assert words in text(reviewed([0.9] + [0.1] * 8, played=_TAKEN), "turning", "0-1", language)
    assert "simply took" not in text(reviewed([0.9] + [0.1] * 8, played=_WALKS_IN), "turning", "0-1")


_EXCHANGE = played("3k5/9/9/2c6/9/1nR6/9/9/9/2R1K4 w", "c4c6 b4c6 c0c6 d9d8 e0e1 d8d9 e1e0 d9d8")
"""Red's chariot takes a cannon and is taken, and the other one takes back."""


def test_a_piece_that_is_taken_back_was_not_simply_taken() -> None:
    assert "simply took" not in text(reviewed([0.9] + [0.1] * 8, played=_EXCHANGE), "turning", "0-1")


def test_a_chance_that_the_answer_missed_is_told_as_missed() -> None:
    chances = [0.9] * 20 + [0.9, 0.2, 0.6, 0.1] + [0.1] * 12
    plain = reviewed(chances)
    other = plain.line.upto(21).board().legal_moves()[0]
    hung = Fact(FactKind.HANGS, BLACK, Start.AFTER, (), (other,), gain=400)
    assert plain.line.moves[21] != other
    assert ", but Black missed it" in text(reviewed(chances, {21: hung}), "turning", "0-1")
    taken = reviewed([0.9] * 21 + [0.2, 0.2, 0.1] + [0.1] * 12, {21: hung})
    assert "missed" not in text(taken, "turning", "0-1")


def test_the_reason_whose_answer_was_played_is_told() -> None:
    chances = [0.9] * 21 + [0.1] * 15
    plain = reviewed(chances)
    answers = [plain.line.moves[21], *plain.line.upto(21).board().legal_moves()]
    shown, other = (Fact(FactKind.HANGS, BLACK, Start.AFTER, (), (one,), gain=400) for one in answers[:2])
    assert shown != other
    moves = [replace(one, facts=(other, shown)) if one.ply == 21 else one for one in plain.moves]
    said = text(replace(plain, moves=tuple(moves)), "turning", "0-1")
    assert Wording("en", Style.ICCS).in_words(plain.line.upto(21).board(), answers[0]) in said


def test_a_slide_begins_while_the_game_was_open() -> None:
    """Red's worst move comes when he stands worse already, which had begun on move 12."""
    own = [0.5, 0.45, 0.39, 0.32, 0.31, 0.30, 0.29, 0.12]
    falling = [0.5] * 20 + [chance for chance in own for _ in range(2)] + [0.12] * 8
    [turn] = told(reviewed(falling), "turning", "0-1")
    assert (turn.name, turn.plies[0]) == ("slid", 23)


def test_the_dearest_move_of_a_span_is_its_turn_only_if_it_began_there() -> None:
    falling = [0.5] * 20 + [0.5, 0.38] + [0.38] * 12 + [0.38, 0.02] + [0.02] * 6
    [turn] = told(reviewed(falling), "turning", "0-1")
    assert (turn.plies, turn.note) == ((21, 35, 21, 35), "")


_SPARED = played(
    "3k5/9/9/9/9/9/R1p6/4B4/4A4/5K3 w",
    "a3a4 d9d8 a4a5 d8d9 a5a4 d9d8 a4a5 d8d9 a5a4 d9d8 a4a5 d8d9 a5a4 c3d3 a4a5 d3e3 a5a4 e3e2 a4a5 e2e1 a5a4",
)
"""Red does not take a soldier, which then takes an elephant and an advisor."""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The soldier that was spared later took an elephant and an advisor."),
        ("zh-Hans", "此卒未除，后来吃去相仕。"),
        ("zh-Hant", "此卒未除，後來吃去相仕。"),
        ("vi", "Tốt được tha ấy về sau ăn một Tượng và một Sĩ."),
    ],
)
def test_what_a_spared_piece_did_is_told(language: str, words: str) -> None:
    plain = reviewed([0.5] + [0.1] * 21, played=_SPARED)
    assert words not in text(plain, "turning", "0-1", language)
    moves = [replace(one, best=(Move.from_iccs("a3c3"),)) if one.ply == 1 else one for one in plain.moves]
    assert words in text(replace(plain, moves=tuple(moves)), "turning", "0-1", language)


_LATE_TAKEN = played(
    "3k5/9/9/9/2n6/9/R8/9/4A4/5K3 w",
    "a3a5 c5d7 a5a3 d7c5 f0f1 d9d8 a3c3 d8d9 f1f0 d9d8 c3c5 d8d9",
)


def test_what_a_mistake_cost_in_the_end_is_counted_from_its_exchange() -> None:
    spoils, taken = toll(_LATE_TAKEN, reviewed([0.5] * 13, played=_LATE_TAKEN).moves, 6, 8, 99)
    assert (spoils.won, spoils.lost, taken) == ((KNIGHT,), (), 11)
    review = reviewed([0.5] * 13, played=_LATE_TAKEN)
    again = (*review.moves[:9], replace(review.moves[9], loss=0.2), *review.moves[10:])
    assert toll(_LATE_TAKEN, again, 6, 8, 99)[0].won == (), "the last mistake was another one"


def test_what_is_left_in_a_drawn_game_is_told() -> None:
    drawn = played("3k5/9/9/p8/9/9/9/1n7/9/R3K4 w", "e0e1 d9d8 e1e0 d8d9 a0a1 d9d8 e0e1 b2d1")
    assert "In the end, Red had a chariot left, and Black a horse and a soldier." in text(
        reviewed([0.5] * 9, played=drawn), "ending"
    )
    assert "left" not in text(reviewed([0.5] * 31), "ending"), "nearly everything"


def test_who_stops_after_his_last_mistake_stops_at_once() -> None:
    assert text(reviewed([0.5] * 33 + [0.1] * 2), "ending", "0-1") == "Red gave up at once."
    assert text(reviewed([0.5] * 33 + [0.1] * 9), "ending", "0-1") == "Red gave up on move 21."


@pytest.mark.parametrize(
    ("answer", "is_best", "is_common", "is_told"),
    [
        ("b4b2", True, False, True),
        ("b4b2", True, True, False),
        ("b4b2", False, False, False),
        ("b4b3", True, False, False),
    ],
)
def test_an_answer_is_a_reason_if_it_is_best_takes_and_is_not_that_to_the_better_move(
    answer: str, is_best: bool, is_common: bool, is_told: bool
) -> None:
    line = f"a0a1 {answer} a1a4 d9d8 a4a3 d8d9 a3a4 d9d8 a4a3 d8d9 a3a4 d9d8"
    plain = reviewed([0.5] + [0.1] * 12, played=played("3k5/9/9/9/9/1r7/9/1N7/p8/R4K3 w", line))
    reply = Move.from_iccs(answer)
    mistake = replace(plain.moves[0], best=(Move.from_iccs("a0b0"), *([reply] if is_common else ())))
    answered = replace(plain.moves[1], best=(reply,) if is_best else ())
    told_now = text(replace(plain, moves=(mistake, answered, *plain.moves[2:])), "turning", "0-1")
    assert ("and Black answered with" in told_now) is is_told


def test_a_shift_in_which_the_side_recovered_is_not_one() -> None:
    """Red's last mistake comes after he stood well for a moment, which began another story."""
    own = [0.5, 0.45, 0.39, 0.62, 0.38, 0.31, 0.29, 0.12]
    curve = [0.5] * 20 + [chance for chance in own for _ in range(2)] + [0.12] * 8
    assert told(reviewed(curve), "turning", "0-1")[0].plies[0] > 23


def test_an_advantage_is_gone_only_if_it_was_told() -> None:
    rest = [0.5] * 12 + [0.5, 0.1] + [0.1] * 10
    fleeting = [0.5] * 24 + [0.36] * 6 + rest  # Black stood better without a slip that is told
    for chances, themes in (
        (fleeting, ["had_better"]),
        ([0.5] * 25 + [0.3] * 5 + rest, ["better", "gone"]),
        ([0.5] * 25 + [0.2] * 5 + rest, ["winning", "spoilt"]),
    ):
        assert [one.theme for one in told(reviewed(chances), "initiative", "0-1")] == themes
    unsaid = Passage("turning", "slip", RED, (23,), theme="had_better")
    [words] = story_sentences(Wording("en", Style.ICCS), reviewed(fleeting), [unsaid])
    assert words.endswith(" Until then, Red had stood better.")


def test_a_mate_after_the_last_step_of_a_slide_is_told_once() -> None:
    mate = "b2e2 b7b3 c3c4 b9c7 i0i1 h9i7 b0c2 g9e7 h0g2 b3g3 i1e1 g3g0"
    line = played(START_FEN, mate)
    review = reviewed([0.5] * 5 + [0.38, 0.38, 0.26, 0.26, 0.2, 0.2, 0.0, 0.0], played=line)
    found = story_of(review)
    turn = next(one for one in found if one.slot == "turning")
    assert turn.name == "slid"
    assert turn.plies[-1] == len(line.moves) - 1
    assert not [one for one in found if one.slot == "ending"]
    assert text(review, "turning", "0-1").count("mated at once") == 1


def test_a_missed_soldier_or_threat_is_no_reason() -> None:
    chances = [0.5] * 20 + [0.5, 0.35] + [0.35] * 12
    board = reviewed(chances).line.upto(20).board()
    rook = next(square for square, code in board.pieces().items() if code == BLACK | ROOK)
    other, target = board.legal_moves()[0], placed(board, rook)
    threat = Fact(FactKind.THREAT, RED, Start.BEFORE, (target, target), (other,), gain=400)
    soldier = Fact(FactKind.HANGS, RED, Start.BEFORE, (target, target), (other,), gain=66)
    for fact in (threat, soldier):
        assert "would have" not in text(reviewed(chances, {21: fact}), "turning", "0-1")
    horse = replace(soldier, gain=400)
    assert "would have won" in text(reviewed(chances, {21: horse}), "turning", "0-1")


def test_an_exchange_of_unlike_pieces_is_told_with_both_sides() -> None:
    uneven = played(START_FEN, "b2b9 a9b9 h2h9 i9h9 a0a1 b9b8 a1a0 b8b9")
    assert fight_of(uneven, 8)[0] == UNEVEN
    review = reviewed([0.5] * 9, played=uneven)
    said = Passage("initiative", "quiet", theme=UNEVEN)
    [words] = story_sentences(Wording("en", Style.ICCS), review, [said])
    assert words == "After that, pieces were exchanged: Red lost two cannons, Black two horses."


def test_the_better_move_is_named_beside_a_reason_if_it_takes_something() -> None:
    plain = reviewed([0.5] + [0.1] * 8, played=_TAKEN)
    for better, is_told in (("c4b4", True), ("c4c5", False)):
        moves = [replace(one, best=(Move.from_iccs(better),)) if one.ply == 1 else one for one in plain.moves]
        told_now = text(replace(plain, moves=tuple(moves)), "turning", "0-1")
        assert ("Better for Red was taking a horse with chariot to b4." in told_now) is is_told
        assert ("Better for Red was" in told_now) is is_told


def test_the_mistakes_of_a_turn_are_listed_without_more_words() -> None:
    chances = [0.5] * 20 + [0.5, 0.29, 0.31, 0.05] + [0.05] * 12
    told_now = text(reviewed(chances), "turning", "0-1")
    assert told_now.startswith("The game turned on move 11: Red")
    assert ". On move 12, Red" in told_now


def hung_of(review: GameReview, ply: int) -> Fact:
    """Return the fact that some answer to a move wins a horse."""
    board = review.line.upto(ply).board()
    other = next(move for move in board.legal_moves() if move not in review.line.moves[ply : ply + 1])
    return Fact(FactKind.HANGS, board.turn, Start.AFTER, (), (other,), gain=400)


def test_what_the_other_side_gave_back_within_a_slide_is_told() -> None:
    chances = [0.5] * 20 + [0.5, 0.3, 0.3, 0.3, 0.75, 0.3, 0.3, 0.1] + [0.1] * 12
    plain = reviewed(chances)
    [turn] = told(reviewed(chances, {24: hung_of(plain, 24)}), "turning", "0-1")
    assert turn.plies[2:] == (21, 24, 27)
    [turn] = told(plain, "turning", "0-1")
    assert turn.plies[2:] == (21, 24, 27), "without a reason, too"


def test_a_lead_is_told_with_the_move_that_gave_it() -> None:
    chances = [0.5] * 29 + [0.5, 0.68] + [0.68] * 5 + [0.3] * 12
    plain = reviewed(chances)
    marked = told(reviewed(chances, {30: hung_of(plain, 30)}), "initiative", "0-1")
    assert [(one.name, one.plies) for one in marked] == [("slip", (30,)), ("lead_slight", (30,))]
    assert [one.name for one in told(plain, "initiative", "0-1")] == ["slip", "lead_slight"]


_LOST_AGAIN = played("3k5/9/9/9/9/1r1n5/9/1R7/9/R4K3 w", "a0a1 b4b2 a1d1 b2b3 d1d4 d9e9 d4d3 b3b4")
"""Black takes a chariot, and leaves a horse where Red takes it."""


def test_what_was_won_and_then_lost_by_another_mistake_is_told_as_won() -> None:
    board, take = _LOST_AGAIN.upto(1).board(), Move.from_iccs("b4b2")
    pieces = (placed(board, take.from_square), placed(board, take.to_square))
    fact = Fact(FactKind.HANGS, BLACK, Start.AFTER, pieces, (take,), gain=600)
    for later, words in ((0.1, "won a chariot for a horse with"), (0.3, "won a chariot with")):
        review = reviewed([0.5, 0.1, 0.1, 0.1, *[later] * 5], {1: fact}, played=_LOST_AGAIN)
        assert words in text(review, "turning", "0-1")


@pytest.mark.parametrize(
    ("kind", "words"),
    [(FactKind.THREAT, "threatened mate with"), (FactKind.ATTACK, "attacked Black's chariot")],
)
def test_a_threat_that_was_carried_out_is_told_in_the_past(kind: FactKind, words: str) -> None:
    chances = [0.5] * 21 + [0.1] * 15
    plain = reviewed(chances)
    answer, board = plain.line.moves[21], plain.line.upto(21).board()
    rook = next(square for square, code in board.pieces().items() if code == BLACK | ROOK)
    pieces = (placed(board, answer.from_square), placed(board, rook))
    fact = Fact(kind, BLACK, Start.AFTER, pieces, (answer,), moves=2 if kind is FactKind.THREAT else 0)
    assert f", and Black {words}" in text(reviewed(chances, {21: fact}), "turning", "0-1")
    other = replace(fact, proof=(board.legal_moves()[0],))
    assert "after which Black could" in text(reviewed(chances, {21: other}), "turning", "0-1")


def test_chariots_are_told_to_be_gone_since_they_were() -> None:
    start = "2bakab1r/9/1cn1c1n2/p3p4/9/9/P3P4/1CN1C1N2/9/2BAKAB1R w"
    line = played(start, "i0i9 g7i6 i9h9 i6g7 h9h1 d9e8")
    assert chariots_gone(line, 6) == 1
    assert chariots_gone(line, 0) == 0


def test_who_pressed_to_the_end_of_a_drawn_game_is_told() -> None:
    review = reviewed([0.5] * 20 + [0.59] * 40)
    assert text(review, "turning") == "From move 10 to the end, Red stood slightly better, but could not win."
    assert text(review, "ending") == "So the game was drawn."
    assert "slightly" not in text(reviewed([0.5] * 40 + [0.59] * 20), "turning")


def test_an_answer_that_was_a_trade_is_not_called_strong() -> None:
    line = played("3k5/9/9/9/9/1r1n5/9/1N7/9/R4K3 w", "a0a1 b4b2 a1a2 d9d8 a2b2 d8d9 f0f1 d9d8")
    traded = played("3k5/9/9/9/9/1r1n5/9/1N7/9/1R3K3 w", "f0f1 b4b2 b0b2 d4c2 b2b3 d9d8 b3b2 d8d9")
    for played_line, is_strong in ((line, True), (traded, False)):
        plain = reviewed([0.5] + [0.1] * 8, played=played_line)
        better = next(one for one in played_line.upto(0).board().legal_moves() if one != played_line.moves[0])
        changes = {
            1: replace(plain.moves[0], best=(better,)),
            2: replace(plain.moves[1], best=(Move.from_iccs("b4b2"),)),
        }
        moves = tuple(changes.get(one.ply, one) for one in plain.moves)
        assert ("answered" in text(replace(plain, moves=moves), "turning", "0-1")) is is_strong


def test_one_piece_that_crosses_the_river_is_no_invasion() -> None:
    line = played("1r1k4r/9/9/9/9/9/9/9/9/4K4 b", "b9b4 e0e1 i9i4")
    assert change_of(line, 0, 1, RED) == ""
    assert change_of(line, 0, 3, RED) == "invaders"


def test_a_side_that_was_lost_already_did_not_lose_by_its_last_mistake() -> None:
    """Red goes from an open game to a bad one on move 11, and is mated, as it were, on move 31."""
    chances = [0.5] * 21 + [0.27] * 40 + [0.02] * 8
    [turn, *later] = told(reviewed(chances), "turning", "0-1")
    assert turn.plies[0] == 21
    assert [one.name for one in later] == ["later"]


def test_an_advantage_after_a_missed_chance_did_not_come_from_it() -> None:
    chances = [0.5] * 20 + [0.5, 0.2, 0.24, 0.24] + [0.24] * 12
    plain = reviewed(chances)
    review = reviewed(chances, {21: hung_of(plain, 21)})
    changed = replace(review.moves[21], loss=0.06)
    missed = replace(review, moves=(*review.moves[:21], changed, *review.moves[22:]))
    for one, words in ((review, "Black"), (missed, "Even so, Black")):
        turn = replace(told(one, "turning", "0-1")[0], theme="better")
        [said] = story_sentences(Wording("en", Style.ICCS), one, [turn])
        assert said.endswith(
            f"{words} stood better." if one is missed else "That gave Black the better position."
        )


def test_the_loser_s_last_mistake_is_told_of_a_game_that_was_never_decided() -> None:
    chances = [0.72] * 11 + [0.5] * 20 + [0.36] * 9
    [turn, last] = told(reviewed(chances), "turning", "0-1")
    assert (turn.plies, last.name, last.plies) == ((11,), "later", (31,))
    made_good = [0.72] * 11 + [0.5] * 20 + [0.36] * 2 + [0.5] * 9
    assert not [one for one in told(reviewed(made_good), "turning", "0-1")[1:] if one.theme]
