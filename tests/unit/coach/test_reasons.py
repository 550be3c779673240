"""Tests of reasons that rest on lines: pieces shut in, threats that stood, two targets, opened ways."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import Opinion
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.standing import stood
from xiangqi.coach.wording import Wording
from xiangqi.line import Moves
from xiangqi.notation import Style

FINDER = FactFinder()
WORDS = Wording("en", Style.ICCS)

# A horse that has not moved, beside an open file of the enemy chariot.
AT_HOME = "1rbak1b2/4a4/5cn2/p3n1p1p/2p1c4/P5P2/2P1N3P/3CB4/4A4/RN1AK1B1R w - - 2 13"
# A horse jumps and attacks chariot and cannon.
JUMP = "2baka2r/9/P2cb3n/4p1p1p/2p6/7R1/2P1P1P1P/1r2BcC2/9/RN1AKABN1 b - - 1 11"
# A soldier is attacked, and could have gone on.
SOLDIER = "2bak4/9/2Cab1n2/4p1C1p/p2P5/5nP2/4P3P/4B4/9/2B2K3 w - - 3 38"
# Two soldiers face each other.
FACING = "2baka2r/9/nr1cb2cn/p3p1p1p/P1p6/9/2P1P1P1P/1C2B1CR1/9/RN1AKABN1 b - - 15 8"
# The cannon keeps the general at home.
CAGE = "5ab2/4k4/5P3/p7p/2b1c4/1nR6/P2n4P/3A5/4A4/3K5 b - - 18 59"
STEP = "1rbak1b2/4a4/5cn2/p5pRp/2p6/P5P2/2P1N3P/N2Cc4/4A4/R2AK4 w - - 0 17"
NET = "5a3/3k1N3/b4a3/9/9/6B2/9/p1np1A3/4K4/5A3 w - - 18 72"


def moves(text: str) -> Moves:
    return tuple(map(Move.from_iccs, text.split()))


def judged(fen: str, played: str, better: str, answer: str) -> JudgedMove:
    return JudgedMove(Board(fen), Move.from_iccs(played), moves(better), moves(answer))


def first(move: JudgedMove) -> Fact:
    return FINDER.of_mistake(move)[0]


def told(move: JudgedMove, fact: Fact) -> str:
    return WORDS.sentence(fact, move.before, move.move)


def test_a_piece_that_is_shut_in_is_told_before_the_line_ends() -> None:
    move = judged(AT_HOME, "i0h0", "b0c2 f7e7 i0h0", "b9b1 e3f5 f7b7 b0d1 b1d1")
    fact = first(move)
    assert (fact.kind, fact.start) == (FactKind.SHUT_IN, Start.AFTER)
    assert (
        told(move, fact)
        == "Black can reply with chariot to b1, shutting in Red's horse on b0, which is then lost."
    )
    later = judged(AT_HOME, "i0h0", "b0c2 f7e7 i0h0", "f7e7 e3f5 b9b1 h0h1 e7b7 b0d1 b1d1")
    assert "After chariot to b1, Red's horse on b0 has no safe point left" in told(later, first(later))


def test_a_piece_that_can_still_go_or_does_not_fall_is_not_shut_in() -> None:
    kept = judged(AT_HOME, "i0h0", "b0c2 f7e7 i0h0", "b9b1 e3f5 f7b7 h0h6")
    assert all(fact.kind is not FactKind.SHUT_IN for fact in FINDER.of_mistake(kept))
    free = judged(AT_HOME, "i0h0", "b0c2 f7e7 i0h0", "b9b3 b0d1 b3d3")
    assert all(fact.kind is not FactKind.SHUT_IN for fact in FINDER.of_mistake(free))


def test_two_targets_are_told_together_if_one_falls() -> None:
    move = judged(JUMP, "f9e8", "b2b1 h4f4", "b0d1 b2b3 d1f2")
    fact = first(move)
    assert fact.kind is FactKind.TWO_TARGETS
    assert told(move, fact) == (
        "Red can reply with horse to d1, attacking Black's chariot on b2 and Black's cannon on f2 at once."
    )
    saved = judged(JUMP, "f9e8", "b2b1 h4f4", "b0d1 b2b3 h4f4")
    assert all(one.kind is not FactKind.TWO_TARGETS for one in FINDER.of_mistake(saved))


def test_a_threat_that_stood_is_told_with_what_meets_it() -> None:
    move = judged(SOLDIER, "g4g5", "d5d6 g7e8", "f4d5 c7b7 d5e3")
    asked: list[str] = []

    def search(board: Board) -> Opinion:
        asked.append(board.fen())
        return Opinion(0.6, moves("f4d5 c7b7 d5e3"))

    fact = next(one for one in FINDER.of_mistake(replace(move, search=search)) if one.kind is FactKind.STOOD)
    assert fact.name == "moves"
    assert " b " in asked[0]  # the turn is passed
    assert told(move, fact) == (
        "Black can reply with horse to d5 and take Red's soldier on d5, because the threat was not met."
    )
    other = replace(move, search=lambda _board: Opinion(0.6, moves("f4e6")))
    assert all(one.kind is not FactKind.STOOD for one in FINDER.of_mistake(other))


def test_the_better_move_takes_the_attacker_of_a_threat_that_stood() -> None:
    answer = moves("a5a6 a7b9")
    move = replace(judged(FACING, "h7f7", "a6a5 a0a5", "a5a6 a7b9"), search=lambda _board: Opinion(0.6, answer))
    assert [fact.name for fact in stood(move, FINDER.prover)] == ["takes"]
    closed = replace(move, search=None)
    assert not [*stood(closed, FINDER.prover)]


def test_a_move_that_frees_the_enemy_general_is_told() -> None:
    move = judged(CAGE, "e5d5", "i6i5 f7g7 g9e7", "d0e0 g9e7 e0f0")
    fact = first(move)
    assert (fact.kind, fact.name) == (FactKind.OPENED, "king")
    assert (
        told(move, fact)
        == "Red can reply with general to e0, since Black's cannon on d5 no longer keeps Red's general at home."
    )


def test_a_general_that_steps_onto_a_checked_file_is_told() -> None:
    move = judged(STEP, "e0f0", "e1f2 b9b2 h6g6", "b9b6 a2c1 b6f6 e1f2 f6f3")
    assert first(move).kind is FactKind.KING_STEP
    home = judged(STEP, "e0f0", "e0f0 b9b2", "b9b6 a2c1 b6f6 e1f2 f6f3")
    assert all(one.kind is not FactKind.KING_STEP for one in FINDER.of_mistake(home))


def test_a_mate_that_a_second_search_confirms_is_told_without_a_whole_line() -> None:
    move = replace(judged(NET, "g4i2", "e1e0 d2d1 f0e1 a2b2", "d2d1 e1e2 c2d4 e2d2"), mated_in=5)
    fact = FINDER.of_mistake(move)[0]
    assert fact.kind is FactKind.FORCED_MATE
    assert told(move, fact) == "Black can force mate in 5, starting with soldier to d1."


def test_nothing_is_only_a_move_where_a_line_is_known() -> None:
    """The point of a move without a reason is told with the line that follows."""
    move = judged(CAGE, "i6i5", "", "f7g7 b4a2 g7h7")
    fact = FINDER.of_mistake(move)[0]
    assert fact.name == "unclear"
    assert "The point becomes clear only later: after " in told(move, fact)
