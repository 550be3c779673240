"""Tests of explained positions, the levels of hints, offers in a game, repetition, the book, and praise."""

from __future__ import annotations

from typing import Final

import pytest
from images import Image, images
from lines import moves

from xiangqi.board import START_FEN, Board, Move, parse_square
from xiangqi.coach.explaining import explain, hint_of
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import MOST_LOSS, Grade
from xiangqi.coach.notes import Opinion
from xiangqi.coach.opening_facts import OpeningTeller
from xiangqi.coach.prover import Gain, Prover
from xiangqi.coach.reviewing import Reviewer
from xiangqi.coach.scene import placed, played
from xiangqi.coach.second_look import first_verdict
from xiangqi.coach.soundness import JudgedMove, withstands
from xiangqi.coach.teacher import offer_after
from xiangqi.coach.verdict_facts import repetition_facts
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import LANGUAGES
from xiangqi.line import Line, Moves
from xiangqi.notation import Style
from xiangqi.referee import DEFAULT_RULES

finder = FactFinder()


@pytest.mark.parametrize("image", list(images()))
def test_threats_of_both_sides_and_what_holds_what(image: Image) -> None:
    board = image.board("4k4/4a4/4b4/9/6p2/9/9/6R1c/5N3/3K5 w")
    before = board.fen()
    found = explain(board, finder)
    assert board.fen() == before
    assert [fact.side for fact in found.threats if fact.kind is FactKind.HANGS] == [image.side(RED)]
    held = {(hold.target.square, hold.guard.square) for hold in found.holds}
    assert held == set()  # a soldier is not worth mentioning
    pinned = explain(image.board("R2ak4/9/9/9/9/9/9/9/9/3K5 b"), finder).pins
    assert [[piece.square for piece in fact.pieces] for fact in pinned] == [
        [image.square(parse_square(square)) for square in ("a9", "d9", "e9")]
    ]


def test_what_one_piece_alone_holds() -> None:
    found = explain(Board("3ak4/9/4b4/9/2b6/9/9/2R6/9/3K5 w"), finder)
    assert {(str(hold.target.square), hold.guard.square) for hold in found.holds} == {
        (str(parse_square("c5")), parse_square("e7"))
    }


def test_a_side_in_check_threatens_nothing_out_of_turn() -> None:
    board = Board("3k5/9/9/9/9/9/3r5/9/R8/3K4r w")
    assert all(fact.side == RED for fact in explain(board, finder).threats)


@pytest.mark.parametrize("image", list(images()))
def test_a_quiet_mate_is_threatened_as_a_mate(image: Image) -> None:
    board = image.board("3k5/4a4/3N5/9/9/9/n5R1P/9/3K5/4C4 w")
    [mate] = [fact for fact in explain(board, finder).threats if fact.side == board.turn]
    assert (mate.kind, mate.moves, mate.proof[0]) == (FactKind.MATE, 3, image.move("g3a3"))
    reason = hint_of(board, (image.move("g3a3"),), finder).reason
    assert reason is not None
    assert (reason.kind, reason.moves) == (FactKind.MATE, 3)


@pytest.mark.parametrize("image", list(images()))
def test_what_is_won_back_further_on_is_neither_threatened_nor_a_hint(image: Image) -> None:
    board = image.board("rnbak1b2/4a3r/1c4nc1/p1p1p1p2/8p/2P6/P3P1P1P/1C7/1C7/RNBAKABNR w")
    first = image.move("b2b9")
    gain = finder.prover.gain_by(board, first)
    assert gain is not None
    assert gain.value > 300  # within six plies
    assert not any(fact.proof[0] == first for fact in explain(board, finder).threats)
    hint = hint_of(board, (first,), finder)
    assert hint.reason is not None
    assert hint.reason.name == "takes.retaken"


def test_a_hint_goes_from_the_theme_to_the_reason() -> None:
    board = Board("5k3/9/6R2/4p4/9/5n3/9/9/9/3K5 w")
    hint = hint_of(board, moves("g7f7 f9e9"), finder)
    assert hint.piece.square == parse_square("g7")
    assert str(hint.move) == "g7f7"
    assert hint.reason is not None
    assert hint.reason.kind is FactKind.FORK
    assert hint.reason.proof[0] == hint.move
    quiet = hint_of(Board(), moves("b2d2"), finder)
    assert quiet.reason is None
    assert quiet.line == moves("b2d2")


@pytest.mark.parametrize(
    ("fen", "line", "name"),
    [
        (START_FEN, "b0c2 b9c7", "develops"),
        ("2bakab2/9/4c4/9/2n6/9/9/9/1R7/2BAKAB2 w", "b1c1 c5d7", "attacks"),
        ("4kab2/4a4/9/9/4r4/9/9/9/1R7/2BAKAB2 w", "b1b9 e8d9", "checks"),
    ],
)
def test_a_hint_that_wins_nothing_has_what_is_seen_as_its_reason(fen: str, line: str, name: str) -> None:
    reason = hint_of(Board(fen), moves(line), finder).reason
    assert reason is not None
    assert (reason.kind, reason.name, reason.proof) == (FactKind.BETTER, name, moves(line)[:1])


def _claims_material(words: Wording, fact: Fact, board: Board) -> bool:
    some = words.phrase("coach.spoils.some")
    claim = words.phrase("coach.frame.bare.plain", move="", spoils=some).strip(" ,，.。")
    return claim in words.plainly(fact, board)


QUIET: Final = (
    "h2e2 h7e7 h0g2 h9g7",
    "h2e2 h7e7 b0c2 b9c7",
    "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8",
    "h2e2 b7e7 h0g2 b9c7 i0i1",
    "h2e2 h9g7 h0g2 b9c7 i0h0",
    "h2e2 h9i7 a0a1",
    "h2e2 g6g5 b0c2",
    "c3c4 h7e7 h0g2",
    "c3c4 b7c7 g0e2",
    "b0c2 c6c5 h2i2",
    "g0e2 h7d7 h0g2 h9g7 i0h0",
    "h2d2 h9g7 h0g2 i9h9 i0i1 a9a8",
)
"""Openings in which nothing has been taken; the last move is the hint."""


@pytest.mark.parametrize("opening", QUIET)
def test_no_hint_in_a_quiet_opening_speaks_of_material(opening: str) -> None:
    *before, hinted = moves(opening)
    board = played(Board(), before)
    reason = hint_of(board, (hinted,), finder).reason
    if reason is None:
        assert hinted.to_square in (parse_square("c4"), parse_square("e2"), parse_square("i2"))
        return
    for language in LANGUAGES:
        assert not _claims_material(Wording(language, Style.ICCS), reason, board)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["attacks", "checks", "develops", "guards", "offers", "saves"])
def test_what_a_hint_visibly_does_is_told_without_material(language: str, name: str) -> None:
    board, (move,) = Board(), moves("h0g2")
    pieces = tuple(placed(board, parse_square(point)) for point in ("h0", "h7", "h9"))
    reason = Fact(FactKind.BETTER, RED, Start.BEFORE, pieces, (move,), name=name)
    assert not _claims_material(Wording(language, Style.ICCS), reason, board)


@pytest.mark.parametrize(("proof", "is_told"), [("h2h9", True), ("h2h9 i9h9", False), ("h2e2 h9g7", False)])
def test_a_gain_is_a_reason_only_if_its_proof_shows_what_is_won(
    proof: str, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A horse is won, a cannon is given for it, or nothing is taken."""
    line = moves(proof)
    pieces = (placed(Board(), line[0].from_square), placed(Board(), parse_square("h9")))
    fact = Fact(FactKind.WINS_MATERIAL, RED, Start.BEFORE, pieces, line, gain=200)
    monkeypatch.setattr(FactFinder, "by_force", lambda _, board, *__: iter((fact,) * (board.turn == RED)))
    assert (hint_of(Board(), line, finder).reason == fact) == is_told
    assert (fact in explain(Board(), finder).threats) == is_told


def _judged(board: Board, move: Move, best: Moves, chance: float, answer: Moves = ()) -> JudgedMove:
    """Return a move in a level position after which the opponent has this chance, as the reviewer judges it."""
    verdict = first_verdict(move, Opinion(0.5, best), Opinion(chance, answer))
    return Reviewer(lambda _line: Opinion(0.5)).judged(board, move, verdict)


def test_the_lesson_offers_what_it_can_prove_and_nothing_else() -> None:
    board = Board("5k3/9/9/9/9/9/9/8c/5N3/3K5 b")
    mistake, best = Move.from_iccs("i2h2"), moves("f9e9")
    measure = MOST_LOSS[Grade.GOOD]
    offer = offer_after(_judged(board, mistake, best, 0.7, moves("f1h2")), measure, finder)
    assert offer is not None
    assert offer.loss == pytest.approx(0.2)
    assert offer.facts[0].kind is FactKind.HANGS
    own = offer_after(_judged(board, mistake, (mistake,), 0.7), measure, finder)
    assert own is None  # the move that the coach would have played
    small = offer_after(_judged(board, mistake, best, 0.52), measure, finder)
    assert small is None
    harmless = Move.from_iccs("i2i3")
    assert offer_after(_judged(board, harmless, best, 0.9), measure, finder) is None


def test_perpetual_check_is_told_by_the_referee() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/R8/5K3 w")
    for move in moves("a1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9"):
        if not board.is_legal(move):
            pytest.fail(f"{move} in {board.fen()}")
        board.push(move)
    found = list(repetition_facts(board, Move.from_iccs("e1d1"), DEFAULT_RULES))
    assert [(fact.kind, fact.side, fact.name) for fact in found] == [
        (FactKind.REPETITION, BLACK, "loses.perpetual_check")
    ]
    assert not list(repetition_facts(board, Move.from_iccs("e1e2"), DEFAULT_RULES))


def test_leaving_practice_and_the_name_of_an_opening() -> None:
    teller = OpeningTeller()
    line = Line().then(*moves("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 e9e8"))
    board, told = Board(), []
    for move in line.moves:
        told.append(list(teller.practised(board, move)))
        board.push(move)
    assert [len(facts) for facts in told] == [0] * 7 + [1], "once, when it leaves"
    ((left,),) = told[-1:]
    assert left.proof == moves("g6g5")
    games, percent = left.counts
    assert games > 500
    assert 50 < percent <= 100
    assert not list(teller.practised(board, Move.from_iccs("a0a1"))), "no second time"
    (first,) = teller.practised(Board(), Move.from_iccs("e3e4"))
    assert first.proof == moves("h2e2")
    central = Board()
    central.push(Move.from_iccs("h2e2"))
    named = [fact.name for fact in teller.facts(central, Move.from_iccs("h9g7"))]
    assert named == ["opening.B05"]
    elsewhere = Board("3k5/9/9/9/9/9/9/9/R8/4K4 w")
    assert not list(teller.facts(elsewhere, Move.from_iccs("a1a2")))
    assert teller.name_of(Line().then(*moves("h2e2 h9g7"))) == "B05"


def test_praise_is_for_the_only_move_that_is_hard_to_see() -> None:
    """Black takes back a chariot: nothing else holds, but the move is obvious."""
    board = Board("4ka3/9/4b4/9/9/4p4/9/9/3AR4/3AK4 b")
    assert not list(finder.of_only_move(JudgedMove(board, board.legal_moves()[0])))


class KnownProver(Prover):
    """A prover with fixed values: one move keeps `kept`, every other is worth `others` at a depth.

    At eleven plies the one move keeps `later`.
    """

    def __init__(self, only: Move, kept: int, later: int, others: dict[int, int]) -> None:
        super().__init__()
        self.only, self.kept, self.later, self.others = only, kept, later, others

    def gain_by(self, board: Board, move: int, depth: int | None = None) -> Gain:  # noqa: ARG002
        value = self.kept if move == self.only else self.others[depth or self.depth]
        return Gain(value, (Move(move),))

    def loses(
        self,
        board: Board,  # noqa: ARG002
        move: int,  # noqa: ARG002
        loss: int,
        depth: int | None = None,
        *,
        quick: bool = False,  # noqa: ARG002
    ) -> bool:
        return self.others[depth or self.depth] <= -loss

    def wins(
        self,
        board: Board,  # noqa: ARG002
        move: int,
        gain: int,
        depth: int | None = None,  # noqa: ARG002
        *,
        quick: bool = False,  # noqa: ARG002
    ) -> bool:
        return move == self.only and self.later >= gain


@pytest.mark.parametrize(
    ("kept", "later", "at_four", "at_six", "at_eight", "at_eleven", "praised"),
    [
        (0, 0, 0, -400, -400, -400, True),
        (0, 0, -400, -400, -400, -400, False),  # it is obvious that the others lose
        (0, 0, 0, -400, 0, 0, False),  # two plies deeper they do not
        (0, 0, 0, -400, -400, 0, False),  # still deeper they do not
        (0, -400, 0, -400, -400, -400, False),  # still deeper the move loses as well
        (0, 0, 0, -300, -300, -300, False),  # they lose less than is worth mentioning
        (900, 900, 900, 0, 0, 0, False),  # they merely do not win
        (-400, -400, -400, -900, -900, -900, False),  # the move loses as well
    ],
)
def test_praise_by_what_each_move_is_worth(
    kept: int, later: int, at_four: int, at_six: int, at_eight: int, at_eleven: int, praised: bool
) -> None:
    move = Move.from_iccs("h2e2")
    others = {4: at_four, 6: at_six, 8: at_eight, 11: at_eleven}
    prover = KnownProver(move, kept, later, others)
    found = list(FactFinder(prover).of_only_move(JudgedMove(Board(), move, refutation=moves("h9g7"))))
    assert [fact.kind for fact in found] == [FactKind.ONLY_MOVE] * praised
    assert all(fact.proof == moves("h2e2 h9g7") and fact.side == RED for fact in found)


def test_praise_ends_before_its_line_comes_back() -> None:
    """The chariot checks twice and returns to its point; its next move in the line would lose."""
    board = Board("4k4/9/6N2/5R3/9/9/9/5K3/3pr4/9 b")
    line = moves("e1e2 f2f1 e2e1 f1f2 e1e0")
    [praise] = finder.of_only_move(JudgedMove(board, line[0], refutation=line[1:]))
    assert praise.proof == line[:3]


def test_a_win_that_melts_away_is_not_spoken_of() -> None:
    """Black takes a horse; at six plies 320 are won, at eight 210, at eleven 160, at twelve nothing."""
    board = Board("2bR2br1/2r6/2n1k1c2/p1p1p1p1p/9/2P1P1P2/P7P/4C4/9/2BAKABN1 w")
    assert not [fact for fact in finder.of_mistake(JudgedMove(board, Move.from_iccs("d9d3"))) if fact.gain]


def test_a_soldier_that_falls_after_another_is_not_spoken_of() -> None:
    """The cannon takes a soldier, and at six plies a second one, which it does not have at twelve."""
    board = Board("C3kab2/4a3c/2n6/p3p1p1p/2p6/9/P1P1P1P1P/2N1B2rN/4A3R/4KAB2 w")
    told = finder.of_mistake(JudgedMove(board, Move.from_iccs("c3c4"), refutation=moves("i8i3")))
    assert not [fact for fact in told if fact.gain and fact.proof[0] == Move.from_iccs("i8i3")]


def test_a_soldier_that_is_lost_again_far_on_is_not_spoken_of() -> None:
    """The cannon takes a soldier that is there at eleven plies, but not at twelve."""
    board = Board("4ka1R1/4a4/n8/8p/6p2/9/3cP1P1P/3K2C2/4r4/7N1 b")
    fault = JudgedMove(board, Move.from_iccs("e1e3"), refutation=moves("g2g5 e9d9"))
    assert not [fact for fact in finder.of_mistake(fault) if fact.gain and fact.proof[0] == fault.refutation[0]]


def test_a_sacrifice_that_is_refuted_far_on_is_not_spoken_of() -> None:
    """The chariot gives itself up for what is won up to eleven plies later, but not at twelve."""
    board = Board("2bCk1b2/9/n7n/p1p1prp1p/9/2P6/P3c1P1P/3R4C/1r2A2R1/2BK1ABN1 b - - 1 15")
    better = moves("f6f0 e1f0 b1h1 d2d6 e3i3")
    told = finder.of_mistake(JudgedMove(board, Move.from_iccs("b1c1"), better))
    assert not [fact for fact in told if fact.gain and fact.proof[0] == better[0]]


def test_of_a_win_that_shrinks_only_what_is_left_is_claimed() -> None:
    """The cannon's capture wins 370 at six plies, 310 at eight to eleven and 220 at twelve."""
    board = Board("1Rbak1br1/3ra4/n4c2n/2p1p1p1p/p8/2P1P4/P1N3PcP/4B1R2/4A2C1/3AK1BN1 w")
    better = (Move.from_iccs("h1h9"), Move.from_iccs("i7h9"))
    told = finder.of_mistake(JudgedMove(board, Move.from_iccs("b9c9"), better))
    gains = [fact.gain for fact in told if fact.proof[0] == better[0]]
    assert gains
    assert max(gains) < 220


@pytest.mark.parametrize(("answers", "holds"), [("f2f9", True), ("f2f9 e9f9 d2d9 f9f8 h0g2 f8e8 i0i1", False)])
def test_a_win_is_held_against_the_line_that_the_engine_expects(answers: str, holds: bool) -> None:
    """The cannon takes an advisor and a chariot follows; the engine's line wins no more than an advisor."""
    board = Board("2bakabnr/9/n4c1c1/p1p1p1p1p/9/9/P1P1P1P1P/N2R1C1C1/1r2A4/2B1KABNR b")
    fault = JudgedMove(board, Move.from_iccs("h9i7"), moves("h9g7 h0g2"), moves(answers))
    after = played(board, [fault.move])
    assert withstands(finder.prover, fault, (fault.move, moves("f2f9")[0]), after, 300) == holds


def test_a_win_that_the_engine_passes_by_is_told() -> None:
    """The chariot takes a horse and has a second one to take; the engine's own line takes neither later."""
    board = Board("5a3/4k4/2na2n2/p8/5P3/P1p6/9/4B2pB/4K1R2/3A1A3 w")
    better = moves("g1g7 e8d8 e2c4 c7d5 g7g5 h2i2 e1e0")
    [fact] = [fact for fact in finder.of_mistake(JudgedMove(board, moves("g1i1")[0], better)) if fact.gain]
    assert (fact.kind, fact.proof[0]) == (FactKind.HANGS, better[0])


def test_a_move_that_loses_later_is_not_praised() -> None:
    """The king leaves a soldier's check: at eight plies the move holds, at eleven it loses like any other."""
    board = Board("5k3/3P5/b1N1cN3/9/2b6/2B6/9/3AB1p2/4A4/4K4 b")
    assert not list(finder.of_only_move(JudgedMove(board, Move.from_iccs("f9f8"))))


def test_two_ways_to_be_better_off_are_no_only_move() -> None:
    assert not list(finder.of_only_move(JudgedMove(Board(), Move.from_iccs("h2e2"))))


def test_a_mistake_has_its_better_move_last() -> None:
    board = Board("rnbakabnr/9/1c2c4/pCp1p1p2/8p/9/P1P1P1P1P/7C1/4A4/RNB1KABNR w")
    lines = (moves("b6e6 d9e8 b0c2 h9g7 e6e5 b9c7"), moves("b7h7 h0g2 b9c7 i0h0 a9b9 h0h7"))
    facts = finder.of_mistake(JudgedMove(board, Move.from_iccs("h2h7"), *lines))
    assert [fact.kind for fact in facts] == [FactKind.HANGS, FactKind.BETTER]
    assert [fact.start for fact in facts] == [Start.AFTER, Start.BEFORE]


def test_a_move_that_loses_as_much_further_on_is_not_called_better() -> None:
    board = Board("2b1kab2/4a2r1/9/4R2P1/4N4/4r4/9/3R5/4A4/3CKA3 b")
    fault = JudgedMove(board, Move.from_iccs("h8f8"), moves("h8i8 d2c2 c9e7"), moves("e6c6"))
    assert not any(fact.kind is FactKind.BETTER for fact in finder.of_mistake(fault))


def test_a_chariot_that_hangs_is_told_though_a_soldier_is_won_back() -> None:
    board = Board("rnbak1b1r/4a4/1c4n2/p1p1p1p1p/8c/1C7/P1P1P1P1P/2N2AC2/9/R1B1KABNR w")
    fault = JudgedMove(board, Move.from_iccs("a0a1"), moves("h0i2 i9h9"), moves("i5i0 g2g6"))
    told = finder.of_mistake(fault)[0]
    assert (told.kind, told.proof[:1], told.gain >= 500) == (FactKind.HANGS, moves("i5i0"), True)


def test_a_move_that_is_mated_too_is_not_called_better() -> None:
    board = Board("4kar2/4aP3/9/2r5p/9/2p1R3P/5R3/9/9/3AKA3 b")
    fault = JudgedMove(board, Move.from_iccs("g9h9"), moves("c4c3 e4e7"), moves("e4e8"))
    assert {fact.kind for fact in finder.of_mistake(fault)} <= {FactKind.ANSWER}


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(
    ("fen", "taking", "better", "retaking"),
    [
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b", "h7h0", "h9g7", "i0h0"),
        ("2bak4/4a4/4b4/p1C1p3p/1c3n3/2P3R1P/P4r3/4B4/4A4/3AKR3 b", "f3f0", "f3g3", "e1f0"),
    ],
)
def test_to_take_back_is_no_win(fen: str, taking: str, better: str, retaking: str, image: Image) -> None:
    """A cannon for a horse, a chariot for a chariot: what was taken first pays for what is taken back."""
    fault = JudgedMove(image.board(fen), image.move(taking), (image.move(better),), (image.move(retaking),))
    told = finder.of_mistake(fault)
    assert not [fact for fact in told if fact.start is Start.AFTER and fact.gain]


def test_a_capture_that_costs_more_than_it_takes_leaves_its_piece_hanging() -> None:
    board = Board("3ak4/4a4/4b4/9/6p2/9/9/9/6R2/3K5 w")
    fault = JudgedMove(board, Move.from_iccs("g1g5"), moves("d0d1"), moves("e7g5"))
    assert (FactKind.HANGS, Start.AFTER) in [(fact.kind, fact.start) for fact in finder.of_mistake(fault)]
