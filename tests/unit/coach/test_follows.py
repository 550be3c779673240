"""Tests of where a line leads, of points that lose a guard, and of which of several plain deeds is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tools.refute import lines
from tools.refute.positions import Scene
from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.follows import leads_to
from xiangqi.coach.scene import placed
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.trifles import is_trifle
from xiangqi.coach.ways import uncovered
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Moves
from xiangqi.notation import Style

FINDER = FactFinder()
WORDS = Wording("en", Style.ICCS)

# A horse comes to a7 by way of d6, whichever way the cannon goes.
RIDE = "3akab1r/9/b3c3n/p1p1p1p1p/P4N3/9/2P3P1P/N5R2/4A4/2B1KAB2 b"
# The chariot leaves a rank on which it covered f5.
RANK = "r3kab2/4a4/c1n1b2c1/p1p1p1R2/2r4np/3N2P2/P3P3P/3CC1N2/9/1RBAKAB2 b"
# Chariots face each other.
FACING = "4kab2/2R4r1/4b1n2/1N6p/3Np1p2/1p7/8P/3C5/4A4/ccBAK1B2 b"
# The cannon can take an elephant and then an advisor, or the elephant gets away from it.
TAKING = "4kab2/4a1c2/4b2N1/p7p/4PR1n1/4C4/P2r2p1P/1C7/4A4/1cBAK1B2 b"


def moves(text: str) -> Moves:
    return tuple(map(Move.from_iccs, text.split()))


def judged(fen: str, played: str, better: str, answer: str, loss: float = 0.15) -> JudgedMove:
    return JudgedMove(
        Board(fen), Move.from_iccs(played), moves(better), moves(answer), loss=loss, tells_points=False
    )


def told(move: JudgedMove) -> list[str]:
    return [WORDS.sentence(fact, move.before, move.move) for fact in FINDER.of_mistake(move)]


def test_what_an_answer_leads_to_is_told_with_the_move_that_does_it() -> None:
    answer = "f5d6 e8g8 d6c8 e9e8 c8a7 i9h9 a5a6"
    move = judged(RIDE, "e7e8", "a6a5 a2b4 i9i8 g2d2 a7c9 b4c6 i8c8", answer)
    assert told(move)[0] == (
        "Red can reply with horse to d6 and then play horse to c8 and horse to a7, "
        "taking Black's elephant on a7."
    )
    both = judged(RIDE, "e7e8", "a6a5 f5d6 i9i8 d6c8 h7h9 c8a7", answer)
    assert not [said for said in told(both) if "and then play" in said]


@pytest.mark.parametrize(
    ("fen", "line", "leads"),
    [
        ("2b1k4/9/9/9/9/9/9/9/9/R2K5 w", "a0c0 e9e8 c0c9", True),
        ("2b1k4/9/9/9/9/9/9/9/9/R2K5 w", "a0c0 c9a7 c0c5 a7c9 c5c9", False),  # it has moved meanwhile
        ("4k4/9/9/2p6/9/9/9/9/9/R2K5 w", "a0c0 e9e8 c0c6", False),  # a soldier
        ("2b1k4/9/9/9/9/9/9/9/9/R1pK5 w", "a0c0 e9e8 c0c9", False),  # the first move takes for good
        ("2r1k4/2r6/9/9/9/9/9/9/9/R2K5 w", "a0a8 e9f9 a8c8 c9c8", False),  # a chariot for a chariot
    ],
)
def test_a_line_leads_to_what_it_takes_only_if_that_is_new_and_pays(fen: str, line: str, leads: bool) -> None:
    found = leads_to(Board(fen), moves(line), FINDER.prover)
    assert (found is not None) == leads


def test_a_point_that_the_moved_piece_covered_is_told() -> None:
    better, answer = "h5g3 d4e6 c5c4 d2d3 g3e2 g0e2 c7e6", "d4f5 c4c5 g4g5 a9d9 f0e1 h5i7"
    move = judged(RANK, "c5c4", better, answer)
    [fact] = uncovered(move, FINDER.prover)
    assert (fact.name, fact.start) == ("guard", Start.AFTER)
    assert WORDS.sentence(fact, move.before, move.move) == (
        "Red can reply with horse to f5, since Black's chariot no longer covers that point."
    )
    chinese = Wording("zh-Hans", Style.CHINESE).sentence(fact, move.before, move.move)
    assert chinese.startswith("黑车一走，要点失守")  # not the one that stands on the third file from now on
    staying = judged(RANK, "c5d5", better, "d4f5 d5d4")
    assert not [*uncovered(staying, FINDER.prover)]  # the chariot takes it on the same rank


@pytest.mark.parametrize(
    ("played", "name", "guard"),
    [
        ("d0d1", "blocked", "c0"),  # into the elephant's eye
        ("c0a2", "guard.attacks.it", "a2"),  # the elephant itself leaves
        ("i3i4", "", "i4"),
    ],
)
def test_a_guard_is_cut_off_by_a_piece_in_its_eye(played: str, name: str, guard: str) -> None:
    """A chariot that goes to e2 is taken by the elephant on c0 unless d1 is occupied."""
    board = Board("4k4/9/9/4r4/9/9/P7P/9/9/2BK5 w")
    move = JudgedMove(board, Move.from_iccs(played), moves("a3a4 e6e5"), moves("e6e2"))
    found = [*uncovered(move, FINDER.prover)]
    assert [fact.name for fact in found] == ([name] if name else [])
    assert all(fact.pieces[-1].square == Move.from_iccs(f"{guard}a0").from_square for fact in found)


def test_an_exchange_that_was_missed_is_told_where_nothing_else_is() -> None:
    move = judged(FACING, "f9e8", "h8c8 b6c8 e9e8 g0e2 e7c5 e0f0", "c8c3 b4b3 b6c8 e9f9 c3c6 h8h6")
    assert told(move) == ["Better: chariot to c8, exchanging chariots."]


def test_a_capture_says_more_than_an_escape() -> None:
    better = "g8g0 h7f8 g0d0 e4e7 e8f7 b2e2 d0d1"
    move = judged(TAKING, "h5i3", better, "g0e2 i3g2 f5f2 g8h8 e5e6 d3d4")
    assert [said for said in told(move) if "Red's elephant on g0" in said]
    small = replace(move, better=moves("e9d9 h7f8"))
    assert told(small) == ["The best reply is elephant to e2, out of reach of Black's cannon on g8."]


def test_the_independent_rules_judge_where_a_line_leads() -> None:
    board, mistake = Board(RIDE), Move.from_iccs("e7e8")
    line = moves("f5d6 e8g8 d6c8 e9e8 c8a7")
    horse, elephant = (placed(board, move.from_square) for move in (line[0], Move.from_iccs("a7a0")))
    fact = Fact(FactKind.FOLLOWS, RED, Start.AFTER, (horse, elephant), line, name="takes", counts=(4,))
    before, short = board.position(), replace(fact, proof=line[:3])
    assert lines.follows(Scene(before, mistake, fact)) == ""
    assert lines.follows(Scene(before, mistake, short)) == "the line does not take it"


# A cannon takes an elephant, then an advisor, and is taken there.
PAYING = "2bak4/4a4/nRc1bcn2/p3p1p1p/9/P3PrP2/N7P/2C1B2N1/4A3C/2B1KA3 b"
# A soldier wins a horse that a chariot attacks along the rank.
STEP = "4k1b2/4a4/4b4/pR6p/9/9/P1p1P3P/4B4/5K3/2N3r2 b"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Better: cannon to c0, exchanging a cannon for an advisor, an elephant and a soldier."),
        ("zh-Hans", "应走炮３进７，以炮换仕相兵。"),
    ],
)
def test_a_capture_that_is_paid_for_later_is_told_with_its_price(language: str, said: str) -> None:
    better, answer = "c7c0 b7b0 c0f0 e1f0 f4e4 i1i2 a7c6", "b7b3 f4e4 i1g1 g7h9 g1g6 e4a4 c2a2"
    move = judged(PAYING, "c7c8", better, answer, loss=0.08)
    style = Style.ICCS if language == "en" else Style.CHINESE
    words = Wording(language, style)
    assert [words.sentence(fact, move.before, move.move) for fact in FINDER.of_mistake(move)] == [said]


def test_what_the_better_line_wins_is_told_where_no_reason_is_found() -> None:
    better, answer = "c3c2 c0b2 g0g1 f1f0 c2b2 b6b2 g1g3", "b6b3 g0d0 e3e4 e7c9 e4e5 g9e7 e5e6"
    assert told(judged(STEP, "c3d3", better, answer, 0.2)) == [
        "Better: soldier to c2, winning a horse for a soldier."
    ]
    both = judged(STEP, "c3d3", better, "b6b3 g0c0 e3e4 e7c9", 0.2)  # the horse falls anyway
    assert not [said for said in told(both) if "winning a horse" in said]


def test_an_attack_on_a_soldier_is_a_trifle_beside_a_large_loss() -> None:
    board = Board(STEP)
    chariot, small, large = (
        placed(board, Move.from_iccs(name + "e0").from_square) for name in ("b6", "a6", "c0")
    )
    soldier = Fact(FactKind.ATTACK, RED, Start.AFTER, (chariot, small))
    horse = replace(soldier, pieces=(chariot, large))
    move = judged(STEP, "c3d3", "c3c2", "b6b3", 0.2)
    assert is_trifle(move, soldier)
    assert not is_trifle(replace(move, loss=0.06), soldier)
    assert not is_trifle(move, horse)
    assert not is_trifle(move, replace(soldier, name="plan"))


def test_a_piece_that_comes_back_leads_to_nothing() -> None:
    board = Board("2b1k4/9/9/9/9/9/9/9/2R6/3K5 w")
    assert leads_to(board, moves("c1a1 e9e8 a1c1 e8e9 c1c9"), FINDER.prover) is None
    assert leads_to(board, moves("c1c5 e9e8 c5c9"), FINDER.prover) is not None


def test_an_idea_tells_every_own_move_of_the_line() -> None:
    board = Board("4k1b2/2c1a4/1R2b4/p3p2Np/1n1r3c1/2p1P4/P7C/4B4/4A4/4KAB2 w")
    line = moves("i3e3 b5c3 e3e6 e9f9 e6e8")
    pieces = (placed(board, line[0].from_square), placed(board, line[4].to_square))
    fact = Fact(FactKind.FOLLOWS, RED, Start.BEFORE, pieces, line, name="takes", counts=(4,))
    idle = Move.from_iccs("a3a4")
    assert WORDS.sentence(fact, board, idle).startswith(
        "Cannon to e3, followed by cannon to e6 and cannon to e8,"
    )
    chinese = Wording("zh-Hans", Style.CHINESE)
    assert chinese.sentence(fact, board, idle).startswith("本可走炮一平五，再炮五进三、炮五进二，")


def test_an_idea_whose_moves_need_the_replies_is_not_told() -> None:
    """The chariot can go on to c9 only once the horse on c3 has left the file."""
    line = moves("a0c0 c3d5 c0c9")
    assert leads_to(Board("2b1k4/9/9/9/9/9/2n6/9/9/R2K5 w"), line, FINDER.prover) is None


def test_a_cannon_for_a_horse_is_an_exchange() -> None:
    board = Board("3akab2/3n5/8c/p1C1p4/c1b3p2/3N1RP1P/4P4/1r2B1N2/9/2BAKA3 b")
    line = moves("d8c6 d4c6")
    pieces = (placed(board, line[0].from_square), placed(board, line[0].to_square))
    fact = Fact(FactKind.TAKES, BLACK, Start.BEFORE, pieces, line)
    said = WORDS.sentence(fact, board, Move.from_iccs("a5a4"))
    assert said == "The horse could have taken Red's cannon on c6, exchanging a horse for a cannon."
