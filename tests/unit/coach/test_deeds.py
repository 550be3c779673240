"""What is visibly done on the board, and what is no reason since it comes or stood without the move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xiangqi.board import Board, Move
from xiangqi.coach.deeds import deed_of
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import grade_of
from xiangqi.coach.notes import MoveReview
from xiangqi.coach.repeats import told_once, uncontradicted
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, CANNON, KING, RED, ROOK
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import LANGUAGES
from xiangqi.line import Line, Moves
from xiangqi.notation import Style

FINDER = FactFinder()
WORDS = Wording("en", Style.ICCS)


def moves(text: str) -> Moves:
    """Return moves in coordinates."""
    return tuple(map(Move.from_iccs, text.split()))


def told(fen: str, move: str, better: str, answer: str, loss: float = 0.08, chance: float = 0.5) -> list[str]:
    """Return the sentences about a mistake, with the engine's lines before and after it."""
    [played] = moves(move)
    fault = JudgedMove(
        Board(fen), played, moves(better), moves(answer), loss=loss, chance=chance, tells_points=False
    )
    return [WORDS.sentence(fact, fault.before, played) for fact in FINDER.of_mistake(fault)]


SEEN = [
    (  # a rook comes out with tempo
        "r1bakabr1/9/1cn5c/p1p3p1p/4C4/9/P1P1P1P1P/9/9/RNBAKABNR b",
        ("h9h2", "c6c5 h0g2 h9h5 e5e4 c7d5 b0a2", "a0a2 h2h5 e5e4 h5b5 a2d2 b5b0"),
        "The best reply is chariot to a2, attacking Black's chariot on h2.",
    ),
    (  # the cannon on h7 attacked the horse on h0 before
        "rn1akabnr/9/2c1b2c1/p1p1p1p1p/9/1C7/P1P1P1P1P/2N4C1/9/R1BAKABNR w",
        ("b4b8", "h0i2 h9i7 i0i1 i9i8 c0e2 i8d8", "i9i8 a0b0 h9i7 c0e2 i8d8 b8b4"),
        "The best reply is chariot to i8, attacking Red's cannon on b8.",
    ),
    (  # soldiers face each other
        "r1baka1nr/9/n3b3c/p3p3p/2p3p2/2P3P2/Pc2P3P/2NCB2C1/4A4/R2AK1BNR b",
        ("f9e8", "c5c4 g5g4 c4c3 c2a1 b3b1 h0g2", "c4c5 g5g4 c2d4 a9b9 d2b2 b3i3"),
        "The best reply is to take Black's soldier on c5 with the soldier.",
    ),
    (  # a check that takes is not told as a check alone, nor what is taken without what is lost
        "2bakabn1/3R5/4cr3/p1p1n1pC1/7cp/9/P1P1N1P1P/4B3N/4A4/4KAB1R b",
        ("f7f3", "e6g5 i0h0 h9i7 h6i6 f7f3 g3g4", "h6e6 e7e3 e0d0 e3d3 i0h0 h9i7"),
        "The best reply is cannon to e6, exchanging horses.",
    ),
    (  # out of an attack
        "2Ra1ab2/4k1c2/8c/p2r4p/2p1p1p2/6P2/P1P1N3P/4C4/9/2BAKAB2 b",
        ("i7e7", "e8d8 f0e1 e5e4 e3c2 g5g4 c9c5", "e3f5 g5g4 f5e7 g9e7 f0e1 e8d8"),
        "The best reply is horse to f5, out of reach of Black's cannon on e7.",
    ),
    (  # a guard
        "rn1a1abnr/1C2k4/2c1b2c1/pRp3p2/4p3p/9/P1P1P1P1P/2N5C/9/2BAKABNR b",
        ("c7c3", "e8e9 i2e2 i9i6 i0i1 g6g5 e2e5", "g0e2 a9a8 h0g2 h9i7 i0h0 i9h9"),
        "The best reply is elephant on g0 to e2, "
        "which keeps the elephant on c0 safe from Black's cannon on c3.",
    ),
]


@pytest.mark.parametrize(("fen", "lines", "said"), SEEN)
def test_what_anyone_sees_is_told_instead_of_a_deep_point(
    fen: str, lines: tuple[str, str, str], said: str
) -> None:
    assert told(fen, *lines, loss=0.19)[:1] == [said]


NOTHING = [
    (  # it attacked the horse before
        "2bak2r1/4a4/n1c1c3b/2pR4p/C3p1p2/2P6/P3n1P1P/4B3N/3NA1C2/4KAB2 w",
        ("g1f1", "c4c5 c6c5 a5e5 e3g2 i3i4 g5g4", "h9h4 f1f2 e3c4 e2c4 h4c4 f2e2"),
    ),
    (  # a screen for an attack that wins nothing
        "3ak3r/3Ra4/4b1nR1/p1p1p3p/6p2/2P6/Prc1P1c1P/BC2C4/9/2NAKAB2 b",
        ("c3a3", "c3c1 d8d2 i9h9 h7h9 g7h9 e2e6", "e3e4 i9h9 h7h9 g7h9 c0d2 b3b5"),
    ),
    (  # the same answer comes after the better move
        "1cbakab2/9/r1n5c/p1p3p1p/4C1r2/4P4/P1P3P1P/4B4/4AN3/RNBAK3R w",
        ("g3g4", "b0c2 g5f5 f1h2 f5f4 a0b0 a7b7", "g5f5 a0a1 a7b7 b0c2 f5f4 f1g3"),
    ),
    (  # the better move is still to come
        "r2ak1b1r/3na4/4b1n2/p1p1p1p1p/9/4cNP2/2P5P/1R1C5/4K4/RNBA1AB2 w",
        ("b2b8", "a0a4 e6e5 b2b5 c6c5 f4g6 i9h9", "i9h9 a0a4 e6e5 d2a2 a9b9 b8b9"),
    ),
]


@pytest.mark.parametrize(("fen", "lines"), NOTHING)
def test_what_comes_or_stood_anyway_is_no_reason(fen: str, lines: tuple[str, str, str]) -> None:
    assert told(fen, *lines) == []


def test_what_the_better_move_does_is_told_where_the_answer_comes_anyway() -> None:
    fen = "r1bakab2/9/1cn5c/p1p3p1p/4C4/9/P1P1P1P1P/7r1/9/RNBAKABNR w"
    lines = ("f0e1", "a0a2 h2h5 e5e4 h5b5 a2d2 b5b0", "a9b9 h0i2 b7b3 c3c4 b9b5 e5e4")
    assert told(fen, *lines, loss=0.14) == ["Better: chariot to a2, attacking Black's chariot on h2."]


def test_a_better_move_beside_a_reason_is_not_named_alone() -> None:
    """Nor is it told to keep the chariot, which the move played gives away."""
    fen = "2bakabn1/r8/4cr3/p1p1n1pC1/7cp/9/P1P1N1P1P/4B3N/4A4/3RKAB1R b"
    lines = ("a8d8", "e6f4 e3d5 f4d5 d0d5 a8b8 h6c6", "d0d8 e6f4 i0h0 f9e8 h6c6 f7f6")
    [said] = told(fen, *lines, loss=0.6)
    assert said.startswith("Red can take Black's chariot on d8 with its chariot")


def test_a_great_win_at_the_end_of_a_long_line_is_summed_up() -> None:
    """The chariot has to take the horse with its fourth move, and is taken."""
    fen = "2bak2C1/4a1R2/n8/1r2N3p/9/8P/4P4/2p1B4/4A4/c3KAB2 w"
    better = "g8g9 e8f9 e6g7 b6b0 e1d0 b0b7 e2c0 b7g7 g9g7"
    answer = "e8f7 g8g9 e9e8 g9d9 c2c1 g7f9 a7c6 d9d6 b6b0"
    assert "Better: chariot to g9, winning a chariot for a horse." in told(fen, "e6g7", better, answer, 0.48)
    assert not [said for said in told(fen, "e6g7", better[:34], answer, 0.48) if "winning" in said]


def test_where_an_answer_leads_comes_with_what_the_better_move_keeps() -> None:
    fen = "4ka3/3na4/4b4/p8/1R3N3/P3c2rC/2P5P/4B4/4A4/4KABn1 b"
    better, answer = "h4f4 i4i6 e7g9 i6f6 f4g4 f6f8 d8c6", "b5b4 h0g2 b4e4 h4h7 e4g4 g2h4 g4g5"
    assert told(fen, "e7g5", better, answer, 0.23) == [
        "Red can reply with chariot to b4 and then play chariot to e4, taking Black's cannon on e4.",
        "Better: chariot to f4, which saves the cannon on e4.",
    ]


def test_a_better_move_that_leads_somewhere_is_told_rather_than_a_bare_reply() -> None:
    fen = "2bak2r1/1r2a4/4b4/p1p2R2p/6P2/2PRC4/P3P3P/1c7/9/2BAK1B2 b"
    better, answer = "b2b0 e0f0 b8b1 g5h5 b1c1 g0e2 c1h1", "d4d5 b4e4 e3e4 h9h4 c0e2 h4e4"
    assert told(fen, "b2b4", better, answer, 0.15, 0.63) == [
        "Cannon to b0, followed by chariot to b1 and chariot to c1, would have attacked Red's elephant on c0."
    ]


def test_a_point_that_the_move_played_makes_next_is_not_told() -> None:
    fen = "3rkab2/4a4/3nb1n2/p1pR2N1p/9/4R4/P7r/3C4B/4A4/2BAK4 w"
    lines = ("e4h4", "d2e2 d7b8 d6f6 i3i2 f6f8 d9d6", "i3i2 d2e2 i2i0 e1f0 i0i3 h4h7")
    fault = JudgedMove(Board(fen), moves(lines[0])[0], moves(lines[1]), moves(lines[2]), loss=0.09)
    assert FINDER.of_mistake(fault) == ()


def test_an_attack_that_nobody_minds_is_not_told() -> None:
    board = Board("3k5/9/9/9/2n5p/9/9/R8/9/4K4 w")
    assert deed_of(board, moves("a2c2 d9d8 c2c3 d8d9"), None, FINDER.prover) is None
    parried = deed_of(board, moves("a2c2 c5e4 c2c3"), None, FINDER.prover)
    assert parried is not None
    assert parried[0] == "attacks"


def test_nothing_is_prevented_that_the_move_itself_made_possible() -> None:
    """The chariot went where an advisor takes it, or where another chariot does."""
    fen = "3aka3/9/R8/p7N/4r4/P1B6/8c/9/4A4/3AK4 b"
    lines = ("e5e1", "f9e8 a7a6 e5e6 a6a5 e6h6 i6g5", "d0e1 a6a5 a7e7 d9e8 a4a5 e9d9")
    assert not [said for said in told(fen, *lines, loss=0.48) if "prevents" in said]
    fen = "3aka1R1/9/4b4/4r3p/2b6/8P/9/3A5/4A4/4K3C w"
    lines = ("h9h6", "h9h4 e7g9 h4g4 c5e7 e0d0 f9e8", "e6h6 i0i3 e9e8 e0d0 e7g9 d0d1")
    assert not [said for said in told(fen, *lines, loss=0.55) if "which protects" in said]


def test_a_side_whose_line_loses_nothing_does_not_lose_less() -> None:
    fen = "2bak1bnC/1R2a4/4c4/p1p3p2/7cp/P8/2Pr2P1P/3AB3N/9/3K1A2R w"
    lines = ("b8b2", "f0e1 d3c3 b8b0 e8f9 i9g9 f9e8", "h5d5 i0i1 d3d2 i1d1 d2d3 b2b4")
    assert not [said for said in told(fen, *lines, loss=0.63, chance=0.45) if "loses less" in said]


@pytest.mark.parametrize(("last", "kind"), [("a0", FactKind.AGAIN), ("b0", FactKind.HANGS)])
def test_a_span_is_about_one_move_of_one_piece(last: str, kind: FactKind) -> None:
    line = Line(START_FEN, moves("a3a4 a6a5 c3c4 c6c5"))
    found = []
    for ply, start in enumerate(("a0", "a0", last), 1):
        step = Move.from_iccs(f"{start}a9")
        pieces = (Placed(step.from_square, RED | ROOK), Placed(step.to_square, BLACK | CANNON))
        fact = Fact(FactKind.HANGS, RED, Start.BEFORE, pieces, (step,), 400)
        side = RED if ply % 2 else BLACK
        found.append(MoveReview(ply, side, line.moves[ply - 1], 0.5, 0.3, 0.2, grade_of(0.2), (), (fact,), ""))
    assert [one.facts[0].kind for one in told_once(line, found)] == [kind] * 3


def test_hollow_cannons_that_nobody_sees_are_told_once() -> None:
    line = Line(START_FEN, moves("a3a4 a6a5 c3c4 c6c5"))
    [step] = moves("e2e6")
    pieces = (Placed(step.from_square, RED | CANNON), Placed(Move.from_iccs("e9e9").to_square, BLACK | KING))
    fact = Fact(FactKind.HOLLOW_CANNON, RED, Start.BEFORE, pieces, (step,))
    found = [
        MoveReview(
            ply, RED if ply % 2 else BLACK, line.moves[ply - 1], 0.5, 0.3, 0.2, grade_of(0.2), (), (fact,), ""
        )
        for ply in (1, 2, 3)
    ]
    once = [one.facts[0] for one in told_once(line, found)]
    assert [one.kind for one in once] == [FactKind.AGAIN] * 3
    board = Board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P3P1P/1C2C4/9/RNBAKABNR w")
    told_in = [Wording(language, Style.ICCS).sentence(once[0], board, line.moves[0]) for language in LANGUAGES]
    assert told_in[0].startswith("On moves 1 and 2, Red could set up a hollow cannon with cannon to e6")
    assert all("空" in text for text in told_in[1:3])


def test_a_losing_side_saves_its_piece_rather_than_loses_less() -> None:
    fen = "rnbakabn1/3C3c1/3c5/4p3p/p1p3p2/9/P1P1P1P1P/N5NR1/4K4/R1BA1AB2 b"
    said = told(fen, "d7b7", "h8e8 h2h9 e6e5", "h2h8 b7g7 a0b0 b9c7 h8h9", loss=0.1, chance=0.13)
    assert "Better: cannon to e8, out of reach of Red's chariot on h2." in said


@pytest.mark.parametrize(("loss", "is_told"), [(0.2, False), (0.0, True)])
def test_no_best_reply_is_told_that_its_own_mark_contradicts(loss: float, is_told: bool) -> None:
    step, reply = moves("a3a4 a6a5")
    pieces = (Placed(reply.from_square, BLACK | ROOK),)
    answer = Fact(FactKind.ANSWER, BLACK, Start.AFTER, pieces, (reply,))
    earlier = MoveReview(1, RED, step, 0.5, 0.3, 0.2, grade_of(0.2), (), (answer,), "")
    later = MoveReview(2, BLACK, reply, 0.7, 0.7 - loss, loss, grade_of(loss), (), (), "")
    assert uncontradicted((earlier, later)) == (earlier if is_told else replace(earlier, facts=()), later)
