"""Tests of stories: slots as data, the turning point with its fact, small steps, and the words of each slot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest
from told_games import line_of, reviewed

from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.drift import OWN_MOVES, drifts
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.grades import grade_of
from xiangqi.coach.notes import GameReview, MoveReview, Opinion
from xiangqi.coach.repeats import remembered, told_once
from xiangqi.coach.scene import placed, played
from xiangqi.coach.second_look import first_verdict
from xiangqi.coach.story import story_of, story_of_record
from xiangqi.coach.story_board import change_of, draw_of, fight_of, lost_between, surplus
from xiangqi.coach.story_passages import Passage
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.summary import summary_of
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, PAWN, RED, ROOK
from xiangqi.line import Line, Moves
from xiangqi.notation import Style
from xiangqi.records.tree import Game


def slots(passages: Sequence[Passage]) -> list[tuple[str, str, int]]:
    return [(one.slot, one.name, one.side) for one in passages]


def takes(review: GameReview, ply: int) -> Fact:
    """Return the fact that a threat to a chariot of Red stood."""
    board = review.line.upto(ply).board()
    proof: Moves = (board.legal_moves()[0],)
    target = next(square for square, code in board.pieces().items() if code & RED and code & 7 == ROOK)
    pieces = (placed(board, proof[0].from_square), placed(board, target))
    return Fact(FactKind.STOOD, board.turn, Start.AFTER, pieces, proof, name="moves")


def test_a_level_game_is_told_as_one() -> None:
    found = story_of(replace(reviewed([0.5] * 31), summary=summary_of((), None)), "1/2-1/2")
    assert slots(found) == [("initiative", "quiet", 0), ("turning", "level", 0), ("ending", "drawn", 0)]


def test_a_blunder_turns_a_level_game_and_is_something_to_practise() -> None:
    chances = [0.5] * 19 + [0.15] * 12
    plain = reviewed(chances)
    review = reviewed(chances, {19: takes(plain, 19)})
    found = story_of(review, "0-1")
    assert slots(found)[1:] == [
        ("turning", "slip", RED),
        ("ending", "gave_up", BLACK),
        ("practice", "threats", RED),
    ]
    assert found[1].plies == (19,)
    assert found[1].fact is not None
    words = story_sentences(Wording("en", Style.ICCS), review, found)
    assert words[1].startswith("The game turned on move 10: Red played ")
    assert " and did not see the threat to " in words[1]
    assert words[1].endswith(" From then on, Black had a winning position.")
    assert words[2] == "Red gave up on move 15."
    assert words[3] == "Red should practise asking what the opponent threatens before moving."


def test_a_mistake_that_is_given_back_is_not_called_the_turn() -> None:
    chances = [0.5] * 25 + [0.05] + [0.5] * 11
    assert ("initiative", "allowed", RED) in slots(story_of(reviewed(chances), "1/2-1/2"))
    assert "turning" not in {one.slot for one in story_of(reviewed(chances), "1/2-1/2") if one.side}


def test_a_win_that_was_let_go_is_told() -> None:
    chances = [0.5] * 10 + [0.85] * 13 + [0.5] * 9
    found = story_of(reviewed(chances), "1/2-1/2")
    assert slots(found)[1:] == [("initiative", "slip", BLACK), ("turning", "slip", RED), ("ending", "held", 0)]
    assert [(one.plies, one.theme) for one in found[1:3]] == [((10,), "winning"), ((23,), "spoilt")]


def test_a_slow_shift_is_told_with_its_span_its_costliest_step_and_who_took_over() -> None:
    chances = [0.5] * 10 + [0.5, 0.46, 0.46, 0.42, 0.42, 0.36, 0.36, 0.32, 0.32, 0.28] + [0.28] * 15
    text = said(reviewed(chances), "turning", "0-1")
    assert text.startswith("The game turned from move 6 to 9: Red slowly lost ground. ")
    assert " On move 8, Red played cannon to e2. From then on, Black stood better." in text


def test_a_story_needs_the_whole_game() -> None:
    review = reviewed([0.5] * 31)
    assert story_of(replace(review, moves=review.moves[1:])) == ()


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
def test_every_passage_has_words(language: str) -> None:
    review = reviewed([0.5] * 19 + [0.15] * 12)
    passages = [*story_of(review, "0-1"), *story_of(reviewed([0.5] * 31), "1/2-1/2")]
    for text in story_sentences(Wording(language, Style.CHINESE), review, passages):
        assert text
        assert "{" not in text


def test_drifts_are_net_losses_that_a_deeper_search_confirms() -> None:
    line = line_of(2 * OWN_MOVES + 8)
    chances = [0.5 - 0.006 * ply for ply in range(len(line.moves) + 1)]

    def opinion(ply: int) -> Opinion:
        return Opinion(chances[ply] if line.turn_at(ply) == RED else 1 - chances[ply])

    verdicts = [first_verdict(move, opinion(ply), opinion(ply + 1)) for ply, move in enumerate(line.moves)]
    found = list(drifts(line, verdicts, lambda ply: chances[ply]))
    assert [(drift.side, drift.first, drift.last) for drift in found] == [(RED, 1, 13)]
    assert found[0].lost == pytest.approx(0.006 * 13)
    assert not list(drifts(line, verdicts, lambda _ply: 0.5))


def test_an_idea_that_is_missed_three_times_is_told_once_with_its_span() -> None:
    chances = [0.5] * 10 + [0.3, 0.5, 0.3, 0.5] + [0.5] * 5
    plain = reviewed(chances)
    hung = {ply: replace(takes(plain, 11), kind=FactKind.HANGS, gain=400) for ply in (11, 12, 13)}
    review = reviewed(chances, hung)
    found = told_once(review.line, review.moves)
    assert [found[ply - 1].facts[0].kind for ply in (11, 12, 13)] == [FactKind.AGAIN] * 3
    assert found[10].facts[0].counts == (6, 7)
    assert found[10].facts[0].cause is FactKind.HANGS
    twice = reviewed(chances, {ply: hung[ply] for ply in (11, 12)})
    assert told_once(twice.line, twice.moves) == twice.moves


# Red's horse can take the cannon on e3 from round 15 on, and does so on round 18; a1d1 gives away a chariot.
_CANNON_FEN: Final = "r1bakabn1/7r1/9/p1p1n2Pp/6p2/4P4/P1P1c4/2N1C3R/4A4/R1B1KABN1 b - - 0 14"
_CANNON_MOVES: Final = "h8d8 a0a1 a9b9 a1d1 d8d7 h6h7 b9b3 c2e3"


def told_of_cannon(marked: Sequence[int], more: dict[int, FactKind] | None = None) -> list[MoveReview]:
    """Return the moves of that game, those marked with the capture of the cannon, told once."""
    line = Line(_CANNON_FEN, tuple(map(Move.from_iccs, _CANNON_MOVES.split())))
    moves = []
    for ply, move in enumerate(line.moves, 1):
        board = line.upto(ply - 1).board()
        start = Start.AFTER if board.turn == BLACK else Start.BEFORE
        found = [capture_of(FactKind.HANGS, board, "c2e3", start)] if ply in marked else []
        if ply in (more or {}):
            found.append(capture_of((more or {})[ply], played(board, [move]), "d8d1", Start.AFTER))
        loss = 0.4 if len(found) > 1 else 0.12 if found else 0.0
        moves.append(
            MoveReview(ply, board.turn, move, 0.5, 0.5 - loss, loss, grade_of(loss), (), (*found,), "")
        )
    return list(told_once(line, moves))


def capture_of(kind: FactKind, board: Board, text: str, start: Start) -> Fact:
    capture = Move.from_iccs(text)
    pieces = (placed(board, capture.from_square), placed(board, capture.to_square))
    side = RED if pieces[0].code & RED else BLACK
    return Fact(kind, side, start, pieces, (capture,), gain=400)


def kinds(move: MoveReview) -> list[FactKind]:
    return [fact.kind for fact in move.facts]


def test_the_span_of_an_idea_is_when_it_could_have_been_played() -> None:
    found = told_of_cannon((1, 2, 3, 4, 7))
    assert [kinds(found[ply - 1]) for ply in (1, 2, 3, 4)] == [[FactKind.AGAIN]] * 4
    assert found[0].facts[0].counts == (15, 16)
    assert kinds(found[6]) == [FactKind.HANGS], "what is played at once was seen"
    played_at_once = told_of_cannon((5, 6, 7))
    assert [kinds(found) for found in played_at_once[4:7]] == [[FactKind.HANGS]] * 3


def test_a_move_that_misses_a_repeated_idea_keeps_its_own_blunder_first() -> None:
    found = told_of_cannon((1, 2, 3, 4), {4: FactKind.WINS_MATERIAL})
    assert kinds(found[3]) == [FactKind.WINS_MATERIAL, FactKind.AGAIN]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "On moves 15 and 16, Red could take Black's cannon on e3 with the horse on c2, and"),
        ("zh-Hans", "第 15、16 回合，红方都可用马（c2）吃黑炮"),
        ("zh-Hant", "第 15、16 回合，紅方都可用馬（c2）吃黑砲"),
    ],
)
def test_an_idea_that_is_a_capture_is_called_one(language: str, said: str) -> None:
    [fact] = told_of_cannon((1, 2, 3, 4))[1].facts
    line = Line(_CANNON_FEN, tuple(map(Move.from_iccs, _CANNON_MOVES.split())))
    sentence = Wording(language, Style.ICCS).sentence(fact, line.upto(1).board(), line.moves[1])
    assert sentence.startswith(said)


def gathered(kind: FactKind, name: str = "") -> Fact:
    """Return the first fact about a move when a reason of this kind and name is missed three times."""
    plain = reviewed([0.5] * 16)
    reason = replace(takes(plain, 11), kind=kind, name=name)
    chances = [0.5] * 10 + [0.3, 0.5, 0.3, 0.5] + [0.5] * 5
    review = reviewed(chances, dict.fromkeys((11, 12, 13), reason))
    return told_once(review.line, review.moves)[10].facts[0]


@pytest.mark.parametrize("kind", [FactKind.THREAT, FactKind.ATTACK])
@pytest.mark.parametrize(("language", "said"), [("en", "gain time"), ("zh-Hans", "先手"), ("vi", "giành nhịp")])
def test_a_repeated_threat_is_not_told_as_a_win(kind: FactKind, language: str, said: str) -> None:
    fact, line = gathered(kind), reviewed([0.5] * 16).line
    assert fact.kind is FactKind.AGAIN
    assert said in Wording(language, Style.ICCS).sentence(fact, line.upto(10).board(), line.moves[10])


@pytest.mark.parametrize("kind", [FactKind.OPENED, FactKind.PIN, FactKind.FOLLOWS, FactKind.ATTACK])
def test_an_idea_that_is_no_attack_on_its_piece_is_not_gathered(kind: FactKind) -> None:
    assert gathered(kind, "plan").kind is kind


def test_a_repeated_fork_is_told_with_the_piece_that_it_wins() -> None:
    plain = reviewed([0.5] * 16)
    stood = takes(plain, 11)
    king = placed(plain.line.upto(11).board(), Move.from_iccs("e0e1").from_square)
    pieces = (stood.pieces[0], king, stood.pieces[1])
    fork = replace(stood, kind=FactKind.FORK, pieces=pieces, gain=400)
    chances = [0.5] * 10 + [0.3, 0.5, 0.3, 0.5] + [0.5] * 5
    review = reviewed(chances, dict.fromkeys((11, 12, 13), fork))
    found = told_once(review.line, review.moves)
    assert found[10].facts[0].pieces == pieces[::2]


def test_an_early_blunder_is_not_the_opening() -> None:
    chances = [0.5] * 11 + [0.15] * 20
    told = next(one for one in story_of(reviewed(chances)) if one.slot == "opening")
    assert (told.name, told.side) == ("level", 0)


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
@pytest.mark.parametrize(
    ("chances", "over"), [([0.5] * 19 + [0.15] * 12, True), ([0.9] * 19 + [0.5] * 12, False)]
)
def test_a_story_says_who_took_over(chances: list[float], over: bool, language: str) -> None:
    review = reviewed(chances)
    told = next(one for one in story_of(review) if one.slot == "turning")
    [said] = story_sentences(Wording(language, Style.ICCS), review, [told])
    words = {
        "en": "From then on, Black had",
        "zh-Hans": "此后黑方已是胜势",
        "zh-Hant": "此後黑方已是勝勢",
        "vi": "Từ đó Đen có thế thắng",
    }
    assert (words[language] in said) is over


def test_advice_is_about_what_has_been_told() -> None:
    """Both sides err twice, and only the mistakes of Red turn the game."""
    chances = [0.5] * 25 + [0.34, 0.5, 0.36] + [0.36] * 12
    plain = reviewed(chances)
    hung = replace(takes(plain, 28), kind=FactKind.HANGS, gain=400)
    threat = takes(plain, 26)
    found = story_of(reviewed(chances, {26: threat, 28: hung}), "0-1")
    told = {ply for one in found if one.slot != "practice" for ply in one.plies}
    assert all(told & {*one.plies} for one in found if one.slot == "practice")
    assert not [one for one in found if one.slot == "practice" and one.name == "threats" and 26 not in told]


def test_the_same_advice_is_given_to_both_at_once() -> None:
    chances = [0.5] * 10 + [0.8] * 15 + [0.5] * 10
    plain = reviewed(chances)
    hung = {ply: replace(takes(plain, ply), kind=FactKind.HANGS, gain=400) for ply in (10, 25)}
    review = reviewed(chances, hung)
    told = [one for one in story_of(review) if one.slot == "practice"]
    assert [(one.name, one.side, one.plies) for one in told] == [("protection", 0, (10, 25))]
    [said] = story_sentences(Wording("en", Style.ICCS), review, told)
    assert said.startswith("Both sides should practise checking")


@pytest.mark.parametrize("red", [0.5, 0.6, 0.7, 0.9])
def test_an_openings_name_needs_no_article(red: float) -> None:
    review = reviewed([red] * 31)
    told = next(one for one in story_of(review) if one.slot == "opening")
    [said] = story_sentences(Wording("en", Style.ICCS), review, [told])
    assert said.startswith("After an unusual opening, ")
    named = replace(review, summary=summary_of(review.moves, "C76"))
    [said] = story_sentences(Wording("en", Style.ICCS), named, [replace(told, theme="C76")])
    assert said.startswith("The opening was Five-Seven Cannons ")


# ---- Five slots ----

LATE: Final = [0.5] * 35 + [0.15] * 12
"""Red loses the game on move 18."""


def said(review: GameReview, slot: str, result: str = "*", reason: str = "", language: str = "en") -> str:
    """Return the words of a slot, "" if it is empty."""
    told = [one for one in story_of(review, result, reason) if one.slot == slot]
    return " ".join(story_sentences(Wording(language, Style.ICCS), review, told))


@pytest.mark.parametrize(
    ("result", "reason", "text"),
    [
        ("0-1", "", "Red gave up on move 23."),
        ("0-1", "resignation", "Red resigned on move 23."),
        ("0-1", "time", "Red lost on time on move 23."),
        ("0-1", "perpetual_check", "Red lost because of the rules on repetition on move 23."),
        ("1-0", "", "Red won, although Black stood better at the end; the record does not say why."),
        ("1-0", "resignation", "Black resigned, although Black stood better."),
        ("1-0", "time", "Black lost on time; on the board, the game was still open."),
        ("1-0", "perpetual_chase", "Black lost because of the rules on repetition."),
        ("1/2-1/2", "agreement", "The game was drawn, although Black stood better at the end."),
        ("*", "", "The record ends on move 23, with a winning position for Black."),
    ],
)
def test_a_story_ends_as_the_record_says_beside_the_board(result: str, reason: str, text: str) -> None:
    assert said(reviewed(LATE), "ending", result, reason) == text


@pytest.mark.parametrize(
    ("last", "reason", "text"),
    [
        (0.5, "agreement", "Neither side made further progress, and a draw was agreed."),
        (0.5, "", "Neither side made further progress, and the game was drawn."),
        (0.6, "no tag of ours", "Neither side made further progress, and the game was drawn."),
        (0.65, "", "The game was drawn, although Red stood better at the end."),
    ],
)
def test_a_draw_is_told_as_the_record_says(last: float, reason: str, text: str) -> None:
    assert said(reviewed([0.5] * 25 + [last] * 6), "ending", "1/2-1/2", reason) == text
    open_game = said(reviewed([0.5] * 31), "ending", "1-0")
    assert open_game == (
        "Red won, although the position at the end was still open; the record does not say why."
    )
    resigned = said(reviewed([0.5] * 31), "ending", "1-0", "resignation")
    assert resigned == "Black resigned, although the game was still open."


def test_a_records_tags_say_how_it_ended() -> None:
    record = Game(result="0-1", headers={"Termination": "resignation"})
    told = [one for one in story_of_record(reviewed(LATE), record) if one.slot == "ending"]
    assert [one.name for one in told] == ["resigned"]


def test_what_a_winner_had_more_is_told_by_the_board() -> None:
    assert surplus(Board(), BLACK) == ()
    assert surplus(Board("3k5/9/9/p8/9/9/9/9/9/R1C1K4 w"), RED) == (ROOK, CANNON)
    assert surplus(Board("3k5/9/9/9/9/9/9/PP7/9/4K4 w"), RED) == (PAWN, PAWN)
    assert surplus(Board("3k5/9/9/9/9/9/9/P8/9/4K4 w"), RED) == ()
    assert surplus(Board("2bk1n3/9/9/9/9/9/9/9/9/2R1K4 w"), RED) == (), "the other side has a horse for it"
    kinds = (ROOK, PAWN, PAWN)
    review = reviewed(LATE)
    told = Passage("ending", "resigned", BLACK, (36,), theme="material", kinds=kinds)
    [words] = story_sentences(Wording("en", Style.ICCS), review, [told])
    assert words.startswith("Black had a winning position from move 18 and in the end a chariot and two ")
    assert story_sentences(Wording("zh-Hans", Style.CHINESE), review, [told]) == [
        "第 18 回合起黑方胜势已成，终局时多车双卒，红方认输。"
    ]


@pytest.mark.parametrize(
    ("chances", "result", "way"),
    [
        ([0.61] * 19 + [0.35] * 9 + [0.47] * 3, "0-1", "initiative"),
        ([0.61] * 19 + [0.28] * 9 + [0.47] * 3, "0-1", "better"),
        ([0.5] * 19 + [0.35] * 12, "*", "ahead"),
        ([0.5] * 19 + [0.28] * 12, "*", "ahead"),
        ([0.5] * 19 + [0.1] * 6 + [0.35] + [0.1] * 5, "*", "winning"),
        ([0.5] * 19 + [0.1] * 12, "*", "won"),
        ([0.5] * 19 + [0.1] * 11 + [0.29], "*", "won"),
        ([0.85] * 19 + [0.5] * 12, "*", "spoilt"),
        ([0.72] * 19 + [0.1] * 12, "*", "thrown"),
        ([0.72] * 19 + [0.5] * 12, "*", "gone"),
        ([0.72] * 19 + [0.28] * 12, "*", "reversed"),
    ],
)
def test_a_turning_point_says_which_way_the_game_turned(chances: list[float], result: str, way: str) -> None:
    told, *_ = [one for one in story_of(reviewed(chances), result) if one.slot == "turning"]
    assert (told.name, told.theme) == ("slip", way)


def test_a_game_turned_with_the_greatest_change_that_was_never_made_good() -> None:
    chances = [0.5] * 9 + [0.05] * 7 + [0.95] * 7 + [0.5] * 10 + [0.2] * 12
    turn, later = (one for one in story_of(reviewed(chances), "0-1") if one.slot == "turning")
    assert (turn.side, turn.plies, turn.theme) == (RED, (23,), "spoilt")
    assert (later.name, later.side, later.plies, later.theme) == ("later", RED, (33,), "won")
    assert said(reviewed(chances), "turning", "0-1").endswith(" From then on, Black had a winning position.")
    assert said(reviewed(chances), "ending", "0-1") == "Red gave up on move 22."


@pytest.mark.parametrize(
    ("chances", "text"),
    [
        ([0.5] * 12 + [0.8, 0.5] * 4 + [0.5] * 12, "16, in an equal position."),
        ([0.5] * 12 + [0.66] * 12, "12; Red stood better."),
        ([0.5] * 12 + [0.14] * 12, "12, with a winning position for Black."),
    ],
)
def test_a_record_that_breaks_off_has_an_ending(chances: list[float], text: str) -> None:
    assert said(reviewed(chances), "ending") == f"The record ends on move {text}"


def test_many_changes_are_told_as_what_they_come_to() -> None:
    """Both sides give good positions away, or the same one does so again and again."""
    both = [0.5] * 8 + [0.75] * 9 + [0.25] * 9 + [0.75] * 9 + [0.25] * 9 + [0.9] * 8
    assert said(reviewed(both), "initiative", "1-0").startswith("Then the game went back and forth: ")
    one = [0.5] * 8 + [0.75] * 9 + [0.5] * 9 + [0.75] * 9 + [0.5] * 10 + [0.1] * 8
    assert said(reviewed(one), "initiative", "0-1").startswith("Then Red stood better more than once, but ")


def test_what_both_sides_spoilt_early_is_told_of_the_opening() -> None:
    chances = [0.5] * 5 + [0.2, 0.5, 0.8, 0.5, 0.2, 0.5, 0.8] + [0.5] * 20
    text = said(reviewed(chances), "opening", "1/2-1/2")
    assert text == "The opening was unusual, and both sides made big mistakes in it."


def test_a_small_swing_is_no_turn() -> None:
    """A chance of 55 to 58 % is noise: nobody has the initiative, and nothing turned."""
    chances = [0.5] * 10 + [0.57] * 20 + [0.55, 0.48] + [0.48] * 9
    assert slots(story_of(reviewed(chances), "1/2-1/2"))[-2:] == [
        ("turning", "level", 0),
        ("ending", "drawn", 0),
    ]


def test_a_move_without_a_reason_is_told_with_what_should_have_been_played() -> None:
    review = reviewed(LATE)
    better = review.line.upto(34).board().legal_moves()[0]
    moves = [replace(one, best=(better,)) if one.ply == 35 else one for one in review.moves]
    text = said(replace(review, moves=tuple(moves)), "turning", "0-1")
    assert " instead of " in text
    assert " instead of " not in said(review, "turning", "0-1")


def test_the_fight_is_told_by_the_boards() -> None:
    assert fight_of(line_of(30), 30) == ("full", 0, ())
    endgame = Line("3k5/9/9/p8/9/9/9/9/9/R1C1K4 w", ())
    assert fight_of(endgame, 0) == ("endgame", 0, ())
    lighter = Line("2bakab2/9/1cn1c1n2/p3p4/9/9/P3P4/1CN1C1N2/9/2BAKAB2 w", ())
    assert fight_of(lighter, 0) == ("chariots", 0, ())
    pressed = Line("2bakab1r/1R4R1r/1cn1c1n2/p3p1C2/9/9/P3P4/1CN6/9/2BAKAB2 w", (Move.from_iccs("a3a4"),))
    assert fight_of(pressed, 1) == ("presses", RED, ())
    assert said(reviewed([0.5] * 31), "initiative", "1/2-1/2") == (
        "After that, both sides manoeuvred with nearly all their pieces."
    )


def test_an_early_mistake_is_told_once() -> None:
    """One that is neither the turn nor what gave the initiative is told with the opening."""
    chances = [0.5] * 9 + [0.3, 0.3, 0.5] + [0.5] * 20 + [0.1] * 12
    hung = replace(takes(reviewed(chances), 9), kind=FactKind.HANGS, gain=400)
    told = said(reviewed(chances, {9: hung}), "opening", "0-1")
    assert told.startswith("The opening was unusual. As early as move 5, Red played soldier to a4, after which")
    assert said(reviewed(chances), "opening", "0-1") == "The opening was unusual.", "without a reason"
    turned = reviewed([0.5] * 9 + [0.1] * 20)
    assert said(turned, "opening", "0-1") == "After an unusual opening, the game was equal."


def test_a_phase_is_practised_where_no_mistake_has_a_theme() -> None:
    review = reviewed([0.5] * 30 + [0.5, 0.4, 0.4, 0.3, 0.3, 0.2] + [0.2] * 6)
    moves = tuple(replace(one, phase="endgame") for one in review.moves)
    assert said(replace(review, moves=moves), "practice") == "Red should practise endgames with few pieces."
    assert not said(review, "practice")


@pytest.mark.parametrize("kind", [FactKind.ATTACK, FactKind.TWO_TARGETS, FactKind.KING_STEP, FactKind.SHUT_IN])
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
def test_every_cost_has_its_words(kind: FactKind, language: str) -> None:
    plain = reviewed(LATE)
    review = reviewed(LATE, {35: replace(takes(plain, 35), kind=kind, name="")})
    told = said(review, "turning", "0-1", language=language)
    assert told != said(plain, "turning", "0-1", language=language)
    assert "{" not in told


def test_what_a_move_allowed_is_remembered_when_it_is_missed() -> None:
    chances = [0.5] * 11 + [0.3] + [0.5] * 6
    plain = reviewed(chances)
    hung = replace(takes(plain, 11), kind=FactKind.HANGS, gain=400)
    review = reviewed(chances, {11: hung})
    wanted = next(step for step in hung.proof)
    moves = [replace(one, best=(wanted,)) if one.ply == 12 else one for one in review.moves]
    found = remembered(moves)
    assert found[11].facts[:1] == (hung.at(Start.BEFORE),)
    assert found[10] == moves[10]
    assert remembered(review.moves) == review.moves, "the engine prefers something else"
    known = [replace(one, facts=(hung.at(Start.BEFORE),)) if one.ply == 12 else one for one in moves]
    assert list(remembered(known)) == known


def test_an_idea_against_the_general_is_not_told_with_a_span() -> None:
    """A check that drives him, for instance, would be *played against the general*."""
    plain = reviewed([0.5] * 16)
    stood = takes(plain, 11)
    king = placed(plain.line.upto(11).board(), Move.from_iccs("e0e1").from_square)
    driven = replace(stood, kind=FactKind.KING_DRIVEN, pieces=(stood.pieces[0], king))
    review = reviewed([0.5] * 10 + [0.3, 0.5, 0.3, 0.5] + [0.5] * 5, dict.fromkeys((11, 12, 13), driven))
    assert told_once(review.line, review.moves) == review.moves


def test_an_early_mistake_is_not_told_before_an_earlier_one() -> None:
    """What gave the initiative on move 3 comes before the big mistake of move 7, after no time of balance."""
    chances = [0.5] * 5 + [0.4] * 8 + [0.2] * 12 + [0.05] * 10
    text = said(reviewed(chances), "opening", "0-1")
    assert text == "The opening was unusual."


def line_from(fen: str, moves: str = "") -> Line:
    return Line(fen, tuple(map(Move.from_iccs, moves.split())))


@pytest.mark.parametrize(
    ("fen", "moves", "ahead", "why"),
    [
        ("3k5/9/9/9/9/9/9/9/9/4K1R2 w", "g0g9 d9d8 g9g8 d8d9 g8g9 d9d8 g9g8 d8d9", RED, ("checked", RED)),
        ("3k5/9/9/9/9/9/9/9/r8/4K1R2 w", "g0g1 a1a2 g1g0 a2a1 g0g1 a1a2 g1g0 a2a1", 0, ("repeated", 0)),
        ("3k1a3/9/4b4/9/9/9/9/9/9/4KA3 w", "", 0, ("bare", 0)),
        ("2bakab2/9/9/9/9/9/9/R8/4A4/5K3 w", "", RED, ("too_few", RED)),
        ("2bakab2/9/9/9/9/9/9/R7C/4A4/5K3 w", "", RED, ("", 0)),
    ],
)
def test_the_board_says_why_a_game_was_drawn(fen: str, moves: str, ahead: int, why: tuple[str, int]) -> None:
    assert draw_of(line_from(fen, moves), ahead) == why


def test_a_single_soldier_is_not_one_after_another() -> None:
    one = line_from("3k5/9/9/9/2p6/2P6/P1P6/9/9/4K4 b", "c5c4")
    assert change_of(one, 0, 1, RED) == ""
    two = line_from("3k5/9/9/9/2p6/2P6/P1P6/9/9/4K4 b", "c5c4 e0e1 c4c3")
    assert change_of(two, 0, 3, RED) == "soldiers"


def test_exchanges_one_by_one_need_three_pairs() -> None:
    open_files = "rnbakabnr/9/1c5c1/4p4/9/9/4P4/1C5C1/9/RNBAKABNR w"
    two = line_from(open_files, "a0a9 i9i0 a9b9 i0h0")
    assert fight_of(two, 4) == ("traded", 0, (ROOK, KNIGHT))
    three = line_from(open_files, "a0a9 i9i0 a9b9 i0h0 b9b7 h0h2")
    assert fight_of(three, 6)[0] == "exchanges"


def test_a_mate_at_once_is_told_once() -> None:
    moves = "b2e2 b7b3 c3c4 b9c7 i0i1 h9i7 b0c2 g9e7 h0g2 b3g3 i1e1 g3g0"
    review = reviewed([0.5] * 11 + [0.0, 0.0], played=line_from(START_FEN, moves))
    found = story_of(review)
    assert [one.name for one in found if one.slot in ("turning", "ending")] == ["mated"]
    text = " ".join(story_sentences(Wording("en", Style.ICCS), review, found))
    assert text.count("mated") == 1
    assert "Red played chariot to e1, and Black mated at once with cannon to g0 (smothered palace)." in text


def test_an_idea_that_both_missed_is_part_of_the_story() -> None:
    chances = [0.5] * 11 + [0.3, 0.5, 0.3, 0.5] + [0.5] * 9
    plain = reviewed(chances)
    hung = replace(takes(plain, 11), kind=FactKind.HANGS, gain=400)
    marked = reviewed(chances, dict.fromkeys((11, 12, 13), hung))
    review = replace(marked, moves=told_once(marked.line, marked.moves))
    [told] = [one for one in story_of(review, "1/2-1/2") if one.name == "missed"]
    assert (told.slot, told.plies) == ("initiative", (11,))
    [text] = story_sentences(Wording("en", Style.ICCS), review, [told])
    assert text.startswith("On moves 6 and 7, ")
    assert text.endswith("and neither side saw it.")


def test_a_turn_without_a_reason_is_told_by_what_fell_soon() -> None:
    fen = "3k5/9/9/9/4r4/9/4P4/9/9/R4K3 w"
    lost = line_from(fen, "a0a1 e5e3 a1b1 e3e8 b1c1 e8e7 c1c2 e7e6 c2c1 e6e7")
    review = reviewed([0.5] + [0.1] * 10, played=lost)
    assert "Red played chariot to a1, and soon lost a soldier." in said(review, "turning", "0-1")


_TAKEN_BACK: Final = line_from(START_FEN, "b2b9 h7i7 g0e2 a9b9 b0c2 h9g7 c3c4 b7b6 h0g2 b6b5 g3g4 b5b6")
"""Red's cannon takes a horse and is taken back two moves later."""


def taking(line: Line, ply: int, start: Start, gain: int = 400) -> Fact:
    """Return the fact that a9b9 takes Red's cannon there, as the answer to a move or instead of it."""
    board, take = line.upto(ply if start is Start.AFTER else ply - 1).board(), Move.from_iccs("a9b9")
    pieces = (placed(board, take.from_square), placed(board, take.to_square))
    return Fact(FactKind.HANGS, BLACK, start, pieces, (take,), gain=gain)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Black took back with chariot to b9: a horse for a cannon."),
        ("zh-Hans", "吃回，以马换炮"),
        ("zh-Hant", "吃回，以馬換炮"),
        ("vi", "ăn lại, đổi một Mã lấy một Pháo"),
    ],
)
def test_what_is_taken_back_is_not_told_as_won(language: str, told: str) -> None:
    chances = [0.5, 0.5, 0.5] + [0.2] * 10
    review = reviewed(chances, {3: taking(_TAKEN_BACK, 3, Start.AFTER)}, played=_TAKEN_BACK)
    assert told in said(review, "turning", "0-1", language=language)
    if language == "en":
        assert " won " not in said(review, "turning", "0-1")


def test_what_could_have_been_taken_back_is_not_told_as_won() -> None:
    waited = line_from(START_FEN, "b2b9 h7i7 g0e2 h9g7 b9b8 b7b6 c3c4 b6b5 h0g2 b5b6 g3g4 b6b5")
    allowed = reviewed([0.5] * 3 + [0.2] * 10, {3: taking(waited, 3, Start.AFTER)}, played=waited)
    assert ", after which Black could take back with chariot to b9: a horse for a cannon." in said(
        allowed, "turning", "0-1"
    )
    missed = reviewed([0.5] * 2 + [0.8] * 11, {2: taking(waited, 2, Start.BEFORE)}, played=waited)
    assert "Black played cannon to i7, and did not take back with chariot to b9." in said(
        missed, "turning", "1-0"
    )


def test_a_chariot_that_is_taken_back_for_a_soldier_is_won() -> None:
    line = line_from("3k5/9/9/p8/9/1n7/9/R8/9/5K3 w", "a2a6 d9d8 f0f1 b4a6 f1f0 d8d9 f0f1 d9d8")
    board, take = line.upto(3).board(), Move.from_iccs("b4a6")
    pieces = (placed(board, take.from_square), placed(board, take.to_square))
    fact = Fact(FactKind.HANGS, BLACK, Start.AFTER, pieces, (take,), gain=400)
    text = said(reviewed([0.5] * 3 + [0.1] * 6, {3: fact}, played=line), "turning", "0-1")
    assert "and Black won a chariot for a soldier with horse to a6." in text


def test_what_is_taken_back_has_not_fallen() -> None:
    review = reviewed([0.5] * 3 + [0.2] * 10, played=_TAKEN_BACK)
    assert "soon lost" not in said(review, "turning", "0-1")


_FIVE_SEVEN: Final = line_from(
    START_FEN,
    "h2e2 b9c7 h0g2 h7f7 g3g4 h9g7 b0a2 i9h9 b2c2 c9e7 a0b0 b7a7 c2c6 d9e8 c6g6 a9d9 i0h0 h9h0 g2h0 a6a5 h0g2 "
    "d9d4 g0i2 a7a3 d0e1 a5a4 b0b6 f7f1 b6c6 c7a6 c6c4 d4c4 c3c4 f1g1 e2f2 a6b4 f2f8 e8d7 f8f4 g7e8 f4f6 e8g7 "
    "i3i4 b4c2 f6f4 a4b4 c0e2 c2d4 i2g0 b4b3 e3e4 d4c2 c4c5 b3b2 f4f2 c2b4 f2b2 b4a2 c5d5 a2b0 e1d2",
)
"""Red loses the horse on a2 for a soldier soon after move 27."""


def test_a_piece_that_fell_is_told_before_a_lack_of_room() -> None:
    steps = [0.5 - 0.02 * min(8, max(0, ply - 38) // 2) for ply in range(len(_FIVE_SEVEN.moves) + 1)]
    review = reviewed(steps, played=_FIVE_SEVEN)
    assert change_of(_FIVE_SEVEN, 36, 53, RED) == "cramped"
    assert lost_between(_FIVE_SEVEN, review.moves, 37, 53, RED) == (KNIGHT,)
    # the horse falls after the span, so it is not said to have fallen within it
    assert "Red slowly lost ground and so lost a horse" in said(review, "turning", "0-1")
    assert "红方渐渐失势，终丢马" in said(review, "turning", "0-1", language="zh-Hans")
    again = replace(review.moves[54], loss=0.1)  # a mistake by which it may have fallen
    erred = (*review.moves[:54], again, *review.moves[55:])
    assert lost_between(_FIVE_SEVEN, erred, 37, 53, RED) == ()
    assert lost_between(_TAKEN_BACK, reviewed([0.5] * 13, played=_TAKEN_BACK).moves, 3, 3, RED) == ()


def test_the_gravest_of_the_moves_that_missed_an_idea_is_named() -> None:
    chances = [0.5] * 11 + [0.3, 0.7, 0.5, 0.5] + [0.5] * 9
    plain = reviewed(chances)
    hung = replace(takes(plain, 11), kind=FactKind.HANGS, gain=400)
    marked = reviewed(chances, dict.fromkeys((11, 12, 13), hung))
    review = replace(marked, moves=told_once(marked.line, marked.moves))
    [told] = [one for one in story_of(review, "1/2-1/2") if one.name == "missed"]
    assert told.plies == (11, 12)
    [text] = story_sentences(Wording("en", Style.ICCS), review, [told])
    assert " and neither side saw it. It mattered most on move 6, when Black played " in text


def test_what_was_allowed_and_taken_is_told_as_won() -> None:
    plain = reviewed(LATE)
    hung = replace(takes(plain, 35), kind=FactKind.HANGS, gain=400)
    could = said(reviewed(LATE, {35: hung}), "turning", "0-1")
    assert ", after which Black could win " in could


_ROOK_FALLS: Final = line_from(
    "3k5/9/9/9/4r4/9/4R1N2/9/9/5KB2 w", "g3i4 e5e3 f0f1 e3e8 f1f2 e8e7 f2f1 e7e6 f1f0 e6e7"
)


@pytest.mark.parametrize(
    ("kind", "target", "gain", "told"),
    [
        (FactKind.STOOD, "e3", 0, "did not see the threat to Red's chariot"),
        (FactKind.SHUT_IN, "i4", 0, "soon lost a chariot"),  # a horse, but a chariot fell
        (FactKind.HANGS, "i4", 60, "soon lost a chariot"),  # a soldier's worth
        (FactKind.THREAT, "g0", 60, "soon lost a chariot"),  # an elephant is attacked
        (FactKind.OPENED, "e3", 0, "soon lost a chariot"),  # the coach speaks of it in the present tense
    ],
)
def test_a_reason_is_told_if_nothing_greater_fell_and_it_is_worth_the_cost(
    kind: FactKind, target: str, gain: int, told: str
) -> None:
    chances = [0.5] + [0.1] * 10
    board = _ROOK_FALLS.upto(1).board()
    take = Move.from_iccs("e5e3" if target == "e3" else "e5i5")
    pieces = (placed(board, take.from_square), placed(board, Move.from_iccs(f"{target}a0").from_square))
    fact = Fact(kind, BLACK, Start.AFTER, pieces, (take,), gain=gain, name="moves")
    text = said(reviewed(chances, {1: fact}, played=_ROOK_FALLS), "turning", "0-1")
    assert told in text
    assert " can " not in text


def test_what_fell_by_another_mistake_is_not_told_of_the_first() -> None:
    review = reviewed([0.5, 0.1, 0.1, 0.1] + [0.1] * 7, played=_ROOK_FALLS)
    assert "soon lost" in said(review, "turning", "0-1")
    again = replace(review.moves[2], loss=0.1)
    both = replace(review, moves=(*review.moves[:2], again, *review.moves[3:]))
    assert "soon lost" not in said(both, "turning", "0-1")


def test_what_happened_between_the_turn_and_the_decision_is_told() -> None:
    chances = [0.9] * 11 + [0.45] * 8 + [0.02] * 5 + [0.45] * 9 + [0.1] * 9
    told = [one for one in story_of(reviewed(chances), "0-1") if one.slot == "turning"]
    assert [(one.side, one.plies, one.theme) for one in told] == [
        (RED, (11,), "spoilt"),
        (RED, (19,), "winning"),
        (BLACK, (24,), "spoilt"),
        (RED, (33,), "won"),
    ]


def test_a_change_that_the_other_side_gave_back_is_told_of_a_game_without_a_winner() -> None:
    chances = [0.9] * 11 + [0.1] * 13 + [0.5] * 9
    told = [one for one in story_of(reviewed(chances)) if one.slot == "turning"]
    assert [(one.side, one.plies, one.theme) for one in told] == [
        (RED, (11,), "lost"),
        (BLACK, (24,), "spoilt"),
    ]


def test_a_lost_side_s_last_mistake_is_not_the_turn() -> None:
    chances = [0.5] * 11 + [0.42, 0.42, 0.35, 0.35, 0.27, 0.27] + [0.25] * 8 + [0.2] * 8 + [0.02] * 5
    [turn] = [one for one in story_of(reviewed(chances), "0-1") if one.slot == "turning"]
    assert turn.plies[0] < 18
