"""Tests of reasons that rest on lines: pieces shut in, threats that stood, two targets, opened ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from refuting import LateRefuter

from tools.refute.verdict import HOLDS
from xiangqi.board import Board, Move
from xiangqi.coach.aims import aim, planned
from xiangqi.coach.deeds import deed_of
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import Opinion
from xiangqi.coach.scene import placed, played
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.standing import stood
from xiangqi.coach.trifles import is_trifle, without_trifles
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK
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
        "Black threatened to take Red's soldier on d5 with the horse on f4, and this move let it happen."
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
        == "Red can reply with general to e0, since Black's cannon no longer keeps Red's general at home."
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


def test_nothing_is_only_a_move_unless_it_was_costly() -> None:
    move = judged(CAGE, "i6i5", "", "f7g7 b4a2 g7h7")
    assert FINDER.of_mistake(move) == ()
    [fact] = FINDER.of_mistake(replace(move, loss=0.2))
    assert told(move, fact) == "The best reply is soldier to g7."


# ---- What is not said, or said with the rest ----

# The chariot takes a horse and is taken; the cannon then takes another chariot and is taken, too.
HALF = "2b1kab2/4a4/3n5/p7p/2p2n1c1/P5R2/4N1p1P/4B1Nr1/4A2cC/1r1CKABR1 b - - 7 27"
# The horse takes a soldier after either move.
ANYWAY = "2b1kab2/4aR3/6n2/p1n5p/2pNP2c1/P5p2/8P/4B1Nr1/4A2cC/1r1CKABR1 w - - 3 23"
# The horse on f4 leaves with check.
CHECKING = "5aC2/9/4ka3/p3p2R1/8p/P3Pn3/2r5c/8B/4A4/3A1K3 w - - 8 42"
# The horse on d0 falls in the line after the move.
FALLING = "2bak3c/4a4/nC1cb1n2/3r5/p3p1Crp/1RR3P2/P3P3P/4B1N2/4A4/3NKAB2 w - - 1 22"


def sentences(move: JudgedMove) -> list[str]:
    return [told(move, fact) for fact in FINDER.of_mistake(move)]


def test_half_of_an_exchange_is_not_told_as_a_gain() -> None:
    move = judged(HALF, "h2g2", "d7e5 e3f5 e5d3 d0c0 g3g2 f5d6", "e3g2 h5h0 g2h0 c9e7 g4f4 f5g7 f4h4")
    assert sentences(move) == ["The best reply is horse to g2, exchanging chariots, and a horse for a cannon."]
    kept = judged(HALF, "h2g2", "d7e5 e3f5 e5d3 d0c0 g3g2 f5d6", "e3g2 c9e7 g4f4")
    assert "winning a chariot for a horse" in sentences(kept)[0]


def test_what_more_a_capture_wins_is_told_only_if_it_stays() -> None:
    """The elephant and a soldier fall; the soldier alone, as a check takes the chariot back."""
    fen = "2b1ka1R1/4a4/n3b4/5R2p/P1pNP1PCr/8c/2P6/4B4/4A4/2B1KA1r1 w - - 17 33"
    answer = "h0g0 h5h0 g0g5 d5c7 i5h5 h9h5 g5h5 h0g0 h5e5 a5a6 a7c8"
    move = judged(fen, "e2g0", "h5h6 i5g5 d5c7 g5g9 h9g9 e7g9", answer)
    assert sentences(move)[0].endswith("on g0 with the chariot, winning an elephant and a soldier.")
    fen = "3ak4/4a2r1/r2cb4/2c2N1Cp/2b3p2/2B4R1/p3P1P1P/1Rn5N/9/3AKAB2 b - - 7 24"
    better = "c2e3 b2b6 c6h6 h4h6 h8h6 f6g8 e9f9 b6h6 e3c4 h6f6 e8f7 f6d6"
    move = judged(fen, "c6h6", better, "b2c2 a7a6 c2f2 d7d8 e3e4 a3b3")
    assert sentences(move)[0] == "The horse could have taken Red's soldier on e3."


def test_a_capture_that_comes_after_the_better_move_too_is_no_reason() -> None:
    better = "g2e3 c6e5 e3g4 e5g4 e2g4 g7e6 f8f3"
    move = judged(ANYWAY, "f8f3", better, "c6e5 f3e3 g7f5 e3e4 g4g3 g2e3 g3f3")
    assert all(fact.kind is not FactKind.TAKES for fact in FINDER.of_mistake(move))
    other = judged(ANYWAY, "f8f3", better.replace("c6e5", "c6a5"), "c6e5 f3e3 g7f5 e3e4 g4g3 g2e3 g3f3")
    assert any(fact.kind is FactKind.TAKES for fact in FINDER.of_mistake(other))


def test_what_the_move_played_takes_as_well_was_not_missed() -> None:
    """The cannon takes the cannon back, and the horse could have; with the cannon elsewhere, it is missed."""
    fen = "rnbakab1r/9/4c4/p1p1N1n1p/1CP1C1p2/9/P5P1P/4B4/9/R2AKABNR b - - 0 11"
    move = judged(fen, "e7e5", "g6e5 b5e5 e7e5 f0e1", "b5e5 g6e5 c5d5 e5d3")
    assert not [*FINDER.material.missed(move)]
    move = replace(move, move=Move.from_iccs("a6a5"), refutation=moves("e6g7 e7h7"))
    assert [fact.kind for fact in FINDER.material.missed(move)] == [FactKind.TAKES]


def test_a_threat_to_a_piece_that_leaves_with_check_is_idle() -> None:
    move = judged(CHECKING, "i2g4", "h6f6 f4g2 f0e0 i3e3 e1f2 c3c4", "c3e3 g9g7 f7e8 g4i2 e3e4 g7g3")
    assert all(fact.kind is not FactKind.THREAT for fact in FINDER.of_mistake(move))
    staying = judged(CHECKING, "i2g4", "h6f6 a6a5 f0e0 i3e3 e1f2 c3c4", "c3e3 g9g7 f7e8 g4i2 e3e4 g7g3")
    assert any(fact.kind is FactKind.THREAT for fact in FINDER.of_mistake(staying))


def test_an_attack_on_a_piece_that_leaves_with_check_is_idle() -> None:
    board = Board("3k5/9/9/9/2n6/9/9/R8/4K4/9 w")
    assert aim(board, moves("a2c2 d9d8 c2c5"), FINDER.prover) is not None
    assert aim(board, moves("a2c2 c5d3 e1e0"), FINDER.prover) is None


def test_a_horse_that_falls_needs_no_freedom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xiangqi.coach.strategy._MORE_ROOM", 2)
    better, answer = "d0c2 h5h2 g2f4", "i9h9 c4c5 h9i9 c5c4 d6d0"
    move = judged(FALLING, "e3e4", better, answer)
    assert all(fact.kind is not FactKind.POINT for fact in FINDER.of_mistake(move))
    spared = judged(FALLING, "e3e4", better, "i9h9 c4c5 h9i9 c5c4 d6d5")
    assert any(fact.kind is FactKind.POINT for fact in FINDER.of_mistake(spared))
    for lines in ((f"{better} i9i3", "i9h9"), (better, "e5e4 c4e4")):
        taken = judged(FALLING, "e3e4", *lines)
        assert all(fact.kind is not FactKind.POINT for fact in FINDER.of_mistake(taken)), (
            "where something is taken"
        )


def test_the_better_move_meets_what_is_told() -> None:
    """The horse on c4 was the screen; a chariot stood on the cannon's line; the elephant protects a point."""
    fen = "2ba1kb2/4a4/4c4/2C5R/2c1P1p1p/2N2r3/3p4P/4B4/4A4/2BAK4 w - - 0 36"
    move = judged(fen, "e5e6", "c4b2 d3d2 e5e6 d2e2 e6e7 e2e1", "c5c0 c6c0 e7e2 e1f2 f4c4 c0b0 c4e4 e6f6")
    assert sentences(move)[-1] == "Better: horse to b2, which prevents that."
    fen = "3ak4/4a4/4b1C2/p3R1n1p/9/6B2/5r3/6c2/2C6/3AKA3 w - - 0 53"
    move = judged(fen, "e6e7", "g4i2 g2g7 e6g6 g7f7 g6a6 e7c5", "g2g0 f0e1 e9f9 e1f2 g6e7 c1f1 g0g7")
    assert sentences(move)[-1] == "Better: elephant to i2, which protects that point."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The best reply is chariot to c2, offering to exchange chariots."),
        ("zh-Hans", "最佳应着是车九平七邀兑车。"),
        ("zh-Hant", "最佳應著是車九平七邀兌車。"),
    ],
)
def test_an_offer_of_exchange_is_not_called_an_attack(language: str, said: str) -> None:
    board, step = Board("3k5/9/9/2r6/9/9/9/R8/N8/4K4 w"), Move.from_iccs("a2c2")
    found = deed_of(board, (step,), None, FINDER.prover)
    assert found is not None
    assert found[0] == "offers"
    pieces = (placed(board, step.from_square), *found[1])
    fact = Fact(FactKind.ANSWER, board.turn, Start.AFTER, pieces, (step,), name="offers")
    before = Board("3k5/9/9/3r5/9/9/9/R8/N8/4K4 b")
    style = (
        Style.ICCS
        if language == "en"
        else Style.CHINESE
        if language == "zh-Hans"
        else Style.CHINESE_TRADITIONAL
    )
    assert Wording(language, style).sentence(fact, before, Move.from_iccs("d6c6")) == said


def test_a_trifle_is_no_reason_beside_more() -> None:
    """A soldier and a chariot fall."""
    board = Board("3k5/9/9/2p1r4/9/9/9/2R1R4/9/4K4 w")
    soldier, chariot = (
        Fact(FactKind.TAKES, board.turn, Start.BEFORE, (placed(board, step.from_square),), (step,))
        for step in moves("c2c6 e2e6")
    )
    slight = JudgedMove(board, Move.from_iccs("e0e1"), loss=0.06)
    assert without_trifles(slight, [chariot, soldier]) == [chariot]
    assert without_trifles(slight, [soldier]) == [soldier]
    assert not is_trifle(slight, soldier)
    costly = replace(slight, loss=0.4)
    assert is_trifle(costly, soldier)
    assert not is_trifle(costly, chariot)
    other = Fact(FactKind.OPENED, board.turn, Start.AFTER)
    assert without_trifles(costly, [soldier, other]) == [other]
    assert without_trifles(costly, [soldier]) == [soldier], "where there is nothing else"


# ---- What a move plans ----

PLANNED = "2baka3/9/6n1b/4pRC1p/pc4c2/3r2C2/P1P3P1P/N8/5K3/2BA1AB2 w - - 0 23"


def search_of(*found: tuple[str, str, int | None]) -> Callable[[Board], Opinion]:
    """Return a search that knows what to play on boards where some moves are legal, else nothing."""

    def search(board: Board) -> Opinion:
        for first, line, mate in found:
            if board.is_legal(moves(first)[0]):
                return Opinion(0.6, moves(line), mate)
        return Opinion(0.5)

    return search


def test_what_an_answer_plans_is_told_if_it_could_not_be_done_before() -> None:
    """The horse comes to h5, and from there to g3 with check, which uncovers the chariot."""
    move = judged(PLANNED, "g6e6", "f0e1 b5b6 f6f8", "g7h5 f6f9 e9e8 f9f8 e8e7")
    plan = ("h5g3", "h5g3 f1e1 d4g4 e6e3", None)
    told_of = replace(move, search=search_of(plan))
    [fact] = planned(told_of, FINDER.prover)
    assert (
        told(move, fact) == "Black can reply with horse to h5, which threatens horse to g3, winning a cannon."
    )
    assert played(told_of.before, [move.move, *fact.proof]).piece_at(moves("d4g4")[0].to_square) & BLACK
    stood_before = replace(move, search=search_of(plan, ("d4g4", "d4g4", None)))
    assert not [*planned(stood_before, FINDER.prover)], "it could be taken before"
    assert not [*planned(move, FINDER.prover)], "without a search nothing is told"
    assert [one.name for one in FINDER.of_mistake(told_of)][:1] == ["plan"]


def test_a_mate_that_an_answer_plans_is_a_threat() -> None:
    move = judged(PLANNED, "g6e6", "f0e1 b5b6 f6f8", "g7h5 f6f9 e9e8 f9f8 e8e7")
    [fact] = planned(replace(move, search=search_of(("h5g3", "h5g3 f1e1 d4g4 e6e3", 4))), FINDER.prover)
    for language, style, said in (
        ("en", Style.ICCS, "Black can reply with horse to h5, threatening horse to g3 and mate in 4."),
        ("zh-Hans", Style.CHINESE, "黑方可走马７进８，伏马８进７，四步成杀。"),
    ):
        assert Wording(language, style).sentence(fact, move.before, move.move) == said


def test_what_the_better_move_plans_is_told_unless_the_target_leaves_with_check() -> None:
    better = "h6f6 a6a5 f0e0 i3e3 e1f2 c3c4"
    move = judged(CHECKING, "i2g4", better, "")
    search = search_of(("f6f4", "f6f4", None))
    [fact] = planned(replace(move, search=search), FINDER.prover)
    assert told(move, fact) == "Chariot to f6 would have threatened chariot to f4, winning a horse."
    leaving = judged(CHECKING, "i2g4", better.replace("a6a5 f0e0", "f4g2 f0e0"), "")
    assert not [*planned(replace(leaving, search=search), FINDER.prover)]


def test_the_independent_search_judges_a_capture_that_goes_on() -> None:
    fen = "4kab2/4a4/4b1n2/R3n3p/p1pN2p2/2P6/P4rP1P/2N1B4/4A4/2B1KA3 b"
    lines = ("c5c4 e2c4 f3g3 c2e3 e7c5 i3i4 g5g4", "a6d6 f5f3 c2e3 f3g3 c4c5 e8d9 c5c6")
    move = replace(judged(fen, "f3f5", *lines), loss=0.15, chance=0.51, tells_points=False)
    fact = first(move)
    assert fact.name == "then"
    refuter = LateRefuter(4)
    assert refuter.judge(move.before.position(), move.move, fact) == HOLDS
    other = replace(fact, proof=(*fact.proof[:2], *moves("f3f2")))
    assert refuter.judge(move.before.position(), move.move, other) != HOLDS


def test_the_independent_search_judges_plans() -> None:
    move = judged(PLANNED, "g6e6", "f0e1 b5b6 f6f8", "g7h5 f6f9 e9e8 f9f8 e8e7")
    [fact] = planned(replace(move, search=search_of(("h5g3", "h5g3 f1e1 d4g4 e6e3", None))), FINDER.prover)
    refuter = LateRefuter(6)
    assert refuter.judge(move.before.position(), move.move, fact) == HOLDS
    idle = replace(fact, proof=(*fact.proof[:2], *moves("b5b6")))
    assert refuter.judge(move.before.position(), move.move, idle) != HOLDS
    mate = replace(fact, name="plan_mate", moves=2, pieces=fact.pieces[:1])
    assert refuter.judge(move.before.position(), move.move, mate) != HOLDS
