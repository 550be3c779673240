"""Sentences about moves of played games, as a trainer would have said them rather than what was said before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xiangqi.board import Board, Move
from xiangqi.coach.aims import planned
from xiangqi.coach.anyway import is_no_reason
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.follows import followed, taken_later
from xiangqi.coach.notes import Opinion
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import placed, played
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.threats import intention
from xiangqi.coach.trifles import is_weak
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED, ROOK
from xiangqi.line import Moves
from xiangqi.notation import Style

FINDER = FactFinder()
WORDS = Wording("en", Style.ICCS)


def moves(text: str) -> Moves:
    return tuple(map(Move.from_iccs, text.split()))


def judged(fen: str, played: str, better: str, answer: str, loss: float, chance: float) -> JudgedMove:
    [move] = moves(played)
    return JudgedMove(
        Board(fen), move, moves(better), moves(answer), loss=loss, chance=chance, tells_points=False
    )


# the case; the position, the move, the better line and the answer; loss and chance; what is said
TOLD = [
    (  # a piece that leaves is not kept where it was
        "rnbaka1nr/9/4b4/p1p1p1p1p/9/2P6/Pc2P1PcP/RC3C3/9/1NBAKABNR w",
        ("f0e1", "b0c2 h9g7 g3g4 b3c3 c0e2 b9c7 h0g2", "b3b0 g3g4 b9a7 h0g2 h9g7 a2a0 b0b1"),
        (0.11, 0.52),
        ["Better: horse to c2, out of danger."],
    ),
    (  # what falls first is kept, not what falls later
        "rn1akabn1/8r/1c5c1/p1p1C1p1p/6b2/9/P1P1P1P1P/4B2CN/9/RNBAKA2R b",
        ("i8d8", "b9d8 e6e4 d8f7 h2h9 i8i9 h9f9 e9f9", "h2h9 a9a8 i0h0 d8d7 e6e4 a8h8 h9h7"),
        (0.12, 0.31),
        ["Better: horse to d8 and then horse to f7, putting up more resistance."],
    ),
    (  # the chariot attacked the horse on c5 before
        "4kab2/4a4/4b4/2R3p1p/2n6/p2r5/4N1c2/4B1N1B/4A4/3CKA3 b",
        ("g6g5", "d4e4 c6g6 g3g5 g6c6 a4b4 i2g0 i6i5", "e3f5 d4d3 e1d2 d3d2 f5g3 d2d3 g3f5"),
        (0.18, 0.41),
        [
            "Red can reply with horse to f5, attacking Black's chariot on d4 and Black's "
            "cannon on g3 at once."
        ],
    ),
    (  # an elephant that falls is a target
        "3ak1b2/4a4/4b4/6R1p/6n2/P1B6/4rn2P/4C4/4A4/2BAK4 w",
        ("e2f2", "g6f6 f3g1 f6f1 e3g3 a4a5 g1f3 c4a2", "f3e5 g6f6 e5c4 a4a5 c4a5 e0f0 a5b3"),
        (0.08, 0.2),
        [
            "Black can reply with horse to e5, attacking Red's chariot on g6 and Red's "
            "elephant on c4 at once."
        ],
    ),
    (  # a soldier is taken back, and another one falls
        "4kab2/4a4/4b1n2/R3n3p/p1pN2p2/2P6/P4rP1P/2N1B4/4A4/2B1KA3 b",
        ("f3f5", "c5c4 e2c4 f3g3 c2e3 e7c5 i3i4 g5g4", "a6d6 f5f3 c2e3 f3g3 c4c5 e8d9 c5c6"),
        (0.15, 0.51),
        [
            "Red's soldier on c4 could have been taken with the soldier, and then Red's "
            "soldier on g3 with the chariot."
        ],
    ),
    (  # a check that takes
        "1CbC1k3/n1P1a4/6n2/p1N1p3p/2b2rc2/3R5/P3P1p1P/4B4/4A4/4KAB2 b",
        ("e8d9", "a8c7 d9d8 c9a7 b9a9 g5g6 c8c9 e8d9", "d4d9 f9f8 b9b8 g7e8 d9e9 f5d5 e9e8"),
        (0.09, 0.09),
        [
            "Red can take Black's advisor on d9 with the chariot, giving check, and "
            "Black's general has to move."
        ],
    ),
    (  # what is taken when its guard has gone
        "R1b2k3/2N1c4/3ab4/9/2P1pn3/6P2/P3P4/4B4/3rA4/4K1B2 b",
        ("e7c5", "d1a1 c5d5 e5e4 g4g5 e7g5 a9c9 f9f8", "a9c9 f9f8 c9h9 d1d3 g4g5 f5e3 g5g6"),
        (0.14, 0.61),
        [
            "Red can take Black's elephant on c9 with the chariot, since Black's elephant no "
            "longer protects it.",
            "Better: chariot to a1 and then soldier to e4, keeping the upper hand.",
        ],
    ),
    (  # the guard itself is attacked
        "4ka3/4a4/b3b1c2/p8/4R3P/2P2nP2/5r3/3CB3N/4A4/2BAK4 b",
        ("f4g6", "e7c9 e5f5 g7e7 g4g5 a6a5 i5h5 f3d3", "e5e6 g6i5 e6e7 f3f7 e7e6 a6a5 e6e5"),
        (0.06, 0.31),
        [
            "Red can reply with chariot to e6, attacking Black's horse, which no longer "
            "covers that point."
        ],
    ),
    (  # the soldier falls after the better move as well
        "4ka3/4a4/2n1b3c/p7p/4p2r1/9/P2NP1R1P/4C4/9/2BAKAB2 b",
        ("c7d5", "h5g5 g3g5 e7g5 d3e5 c7d5 e3e4 e9d9", "d3e5 d5c3 e5c4 c3e2 c0e2 h5g5 g3f3"),
        (0.05, 0.32),
        [],
    ),
    (  # unlike pieces of one worth are exchanged
        "2bakab2/2C1n4/1c3r3/pCp3p1p/3Rp4/2P3P2/P3P3c/2N6/9/2BAKAB2 b",
        ("f7e7", "e8f6 b6f6 f7f6 d5e5 b7e7 c0e2 f6f8", "c0e2 i3i5 d5d8 b7b8 c8e8 e7e8 d8d6"),
        (0.12, 0.48),
        ["Better: horse to f6, exchanging a horse and a soldier for a cannon."],
    ),
    (  # without a reason the next move is told
        "4kab2/4a4/1nc1b1c2/p2Rn1p1p/7r1/2B1C4/P3P1P1P/C3B1N2/9/1N1AKA3 b",
        ("e6f4", "b7c5 d6b6 c5e4 e3e4 e6g5 g3g4", "g3g4 c7c9 d6c6 f4g2 a2g2 g7i7 g2g6"),
        (0.11, 0.53),
        ["Better: horse to c5 and then horse takes the cannon on e4, keeping the game level."],
    ),
    (  # a check is told with what follows
        "3k1ab2/4a4/2P6/7N1/n1b2P2p/9/3c5/1p2BA2B/2C6/3A1K3 w",
        ("d0e1", "c1d1 d3f3 f2e1 a5c6 e1d2 e8d7 c7d7", "d3c3 c1c5 c3c7 c5i5 a5c6 i2g0 c7a7"),
        (0.2, 0.76),
        ["Better: cannon to d1, giving check, and then advisor to e1."],
    ),
    (  # a horse that takes and goes on
        "4ka3/4a4/c3bc2n/p7p/5NP2/4Cn3/P1p1P3P/2NC5/4A4/2BAK1B2 w",
        ("c2a1", "f5e7 c3c2 e7c8 e9d9 d2d5", "i7g8 f5d6 a7d7 d2d7 f7d7 d6b5 g8f6"),
        (0.18, 0.81),
        ["Better: horse takes the elephant on e7 and then horse to c8, keeping the upper hand."],
    ),
    (  # both lines of a costly move are told
        "4ka3/4a4/4b4/Cr4n2/PC3P3/2Pp5/4R4/4B4/2n1A4/3A1K3 w",
        ("a6a9", "a6g6 b6g6 e1f2 g6h6 d0e1 h6h0 f0f1", "g6f4 e3e7 e9d9 e7g7 c1e2 g7g4 d4d3"),
        (0.21, 0.59),
        [
            "The best reply is horse to f4, attacking Red's elephant on e2.",
            "Better: cannon to g6, exchanging a cannon for a horse.",
        ],
    ),
    (  # no costly move is passed over, though all that is seen comes anyway
        "4kabC1/4a2R1/2n1b4/p1p1r3p/5Rp2/9/c2r4P/N3B4/4A4/2BA1K3 b",
        ("e7c9", "e9d9 f5f8 c6c5 h8g8 d3i3 h9i9 i3h3", "h8g8 e9d9 g8g9 d9d8 h9f9 e8f9 f5f9"),
        (0.2, 0.61),
        [
            "Better: general to d9, which keeps the upper hand.",
        ],
    ),
    (  # an exchange of soldiers is not the point of a costly move
        "1r1akab2/3r5/1cn1bcn2/p3p1p1p/2p6/4P1P2/P1P5P/N2CC1N2/4A4/1RBAK1BR1 b",
        ("g6g5", "d8d3 g2f4 d3e3 e4e5 e3e5 f4g6 e5e4", "g4g5 e7g5 b0b6 f7f6 b6b4 f6f7 g2f4"),
        (0.1, 0.5),
        [
            "Better: chariot to d3 and then chariot to e3, keeping the game level.",
        ],
    ),
    (  # the cannon had no safe point before, but nothing could take it
        "C3kab2/4a4/4b4/4pn2p/3r5/P3P2n1/1N6P/4B4/1cC6/1R1AKAB2 b",
        ("e9d9", "d5b5 b3d2 h4f3 c1c9 b5b9 c9f9 b9a9", "f0e1 f6e4 b0b1 d5b5 a4a5 b5b4 c1c9"),
        (0.1, 0.32),
        [
            "The best reply is advisor on f0 to e1, winning a cannon for a soldier."
        ],
    ),
    (  # the chariot is taken before the horse closes the cannon in
        "C3kab2/4a4/4b4/4pn2p/1r7/P2NP2n1/3R4P/1r2B4/1cC6/1R1AKAB2 b",
        ("b5d5", "b5b4 a4a5 f6e4 d0e1 b4c4 c1c0 c4c8", "d3b3 b2b3 d4b3 d5b5 b0b1 f6e4 a4a5"),
        (0.06, 0.4),
        [
            "Red can reply with chariot to b3; if it is taken, horse to b3 leaves Black's "
            "cannon on b1 without a safe point, and it would be lost."
        ],
    ),
    (  # the soldier attacks the cannon after the better move as well
        "4kab2/4a1c2/4b4/p2N4p/4P4/4pp3/Pr4P1P/2R1C3B/4A4/c2K1A3 w",
        ("g3g4", "e5e6 e4e3 e2h2 e8d7 c2c8", "e4e3 e2h2 a0f0 e5e6 b3b0 d0d1 f0f1"),
        (0.07, 0.3),
        [
            "Better: soldier to e6, which saves the advisor on f0."
        ],
    ),
    (  # the soldier attacks the chariot and uncovers the cannon
        "4kab2/3na4/4b3c/p1p3p1p/1Rn4r1/c3P1PC1/4N3P/2C1B1N2/4A4/4KAB2 b",
        ("i7i3", "h5h8 c2d2 i7f7 d2d1 d8b7 e3c4 a4e4 h4e4", "g4g5 h5g5 h4a4 i3g3 e4e5 g5e5 e3c4 e5e6"),
        (0.12, 0.47),
        [
            "Red can reply with soldier to g5, after which Black's chariot on h5 and Black's "
            "cannon on a4 are attacked at once."
        ],
    ),
    (  # an attack that the chariot evades gives way to a capture
        "4ka3/4a4/4b4/p1R5p/2n2Rp2/8P/c7r/N3B4/4A4/3A1KB2 b",
        ("a3f3", "a3a5 f5f4 g5g4 f4g4 i6i5 a2b4 i3f3 f0e0", "f5e5 f3d3 e5e7 i3f3 f0e0 f3f5 e7c7 c5e4"),
        (0.1, 0.17),
        ["Red can reply with chariot to e5 and take Black's elephant on e7 next."],
    ),
]  # fmt: skip
NAMED = {fen: judged(fen, *lines, *costs) for fen, lines, costs, _ in TOLD}


@pytest.mark.parametrize(("fen", "lines", "costs", "said"), TOLD)
def test_what_is_said_is_the_point(
    fen: str, lines: tuple[str, str, str], costs: tuple[float, float], said: list[str]
) -> None:
    move = judged(fen, *lines, *costs)
    assert [WORDS.sentence(fact, move.before, move.move) for fact in FINDER.of_mistake(move)] == said


def test_an_attack_explains_no_costly_move_by_itself() -> None:
    move = next(iter(NAMED.values()))
    pieces = (
        Placed(moves("a2a3")[0].from_square, RED | ROOK),
        Placed(moves("b2b3")[0].from_square, RED | ROOK),
    )
    attack = Fact(FactKind.ATTACK, RED, Start.AFTER, pieces, moves("a2a3 b2b3"), name="moves")
    assert is_weak(move, attack)
    assert not is_weak(replace(move, loss=0.09), attack)
    assert not is_weak(move, replace(attack, name="falls"))


def test_searches_with_nodes_of_their_own_leave_the_others_theirs() -> None:
    board, prover = Board("2bakab2/9/9/n3c4/9/4R4/9/9/9/R3K4 w"), Prover()
    [takes] = moves("a0a6")
    with prover.limited(10):
        assert not prover.wins(board, takes, 200, 8)
        with prover.limited(1 << 40):
            assert prover.wins(board, takes, 200, 8)
        assert not prover.wins(board, takes, 300, 8)
    assert prover.wins(board, takes, 300, 8)


def test_a_capture_that_was_missed_is_told_though_the_answer_leads_to_an_attack() -> None:
    fen = "2b1k4/9/9/9/9/9/7p1/9/3K2N2/R8 w"
    move = judged(fen, "a0a1", "a0c0 e9e8 c0c9", "h3h2 a1a3 h2h1", 0.15, 0.5)
    assert [(fact.name, fact.start) for fact in followed(move, FINDER.prover)] == [("attacks", Start.AFTER)]
    assert [(fact.name, fact.start) for fact in taken_later(move, FINDER.prover)] == [("takes", Start.BEFORE)]


@pytest.mark.parametrize(("fen", "attacked"), [("4n", True), ("4n3r", False)])
def test_an_attack_by_the_move_played_must_win_something(fen: str, attacked: bool) -> None:
    """Both moves attack the horse on e1, which a chariot may protect."""
    move = judged(f"3k5/9/9/9/9/9/9/9/{fen}{'4' if attacked else ''}/R4K3 w", "a0a1", "a0e0", "", 0.15, 0.5)
    pieces = (
        placed(move.before, moves("a0a1")[0].from_square),
        placed(move.before, moves("e1e2")[0].from_square),
    )
    threat = Fact(FactKind.THREAT, RED, Start.BEFORE, pieces, moves("a0e0 d9d8 e0e1"), 260)
    assert is_no_reason(move, threat, FINDER.prover) == attacked


@pytest.mark.parametrize(("victim", "planned_capture"), [("n", ["plan"]), ("r", [])])
def test_a_plan_of_a_piece_that_can_be_exchanged_is_none(victim: str, planned_capture: list[str]) -> None:
    """A soldier opens the rank from h4 to c4, where a chariot takes the chariot instead of being taken."""
    fen = f"2b1kaR2/4a4/c1n2c2n/p1p1p3p/3r5/2{victim}3PR1/P3P3P/2NCC1N2/4A4/2BAK1B2 w"
    move, [capture] = judged(fen, "g9g5", "g4g5 c7d9", "f7f5 e3e4", 0.08, 0.67), moves("h4c4")

    def search(board: Board) -> Opinion:
        return Opinion(0.6, (capture,) if board.is_legal(capture) else ())

    assert [fact.name for fact in planned(replace(move, search=search), FINDER.prover)] == planned_capture


def test_a_great_win_that_another_defence_reduces_is_not_told() -> None:
    """The better line wins a cannon for a soldier, but the other side can hold on to more."""
    fen = "4ka3/4a4/b3b4/p3p3R/6c2/2P1cnN1P/6P2/2C1B2rN/4A4/2BAK4 b"
    better, answer = "f4g2 c2g2 h2g2 g4e3 g2i2 i6e6 e4h4 e1f2", "i6f6 h1f1 f6f5 a7c9 i4i5 e4g4 g3g4 g5g9"
    believed = judged(fen, "h2h1", better, answer, 0.29, 0.7)
    tried = replace(believed, search=lambda _board: Opinion(0.5, ()))
    told = [WORDS.sentence(FINDER.of_mistake(move)[0], move.before, move.move) for move in (believed, tried)]
    assert told == [
        "Better: horse to g2, exchanging horses and winning a cannon for a soldier.",
        "Red can reply with chariot to f6, attacking Black's horse on f4.",
    ]


def test_a_threat_that_the_same_move_makes_in_the_better_line_is_none() -> None:
    """The soldier threatens the cannon after both moves, though it would win more after the one played."""
    move = next(move for move in NAMED.values() if str(move.better[0]) == "e5e6")
    after = played(move.before, [move.move])
    assert intention(after, move.refutation[0], FINDER.prover) is not None
    assert not [*FINDER._threatened(move, after)]
