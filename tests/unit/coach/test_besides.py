"""What is told beside a reason, and what is not told since it is no reason: positions from games of readers."""

from __future__ import annotations

import pytest

from xiangqi.board import Board, Move
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import Opinion
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.wording import Wording
from xiangqi.line import Moves
from xiangqi.notation import Style

FINDER = FactFinder()


def moves(text: str) -> Moves:
    return tuple(map(Move.from_iccs, text.split()))


def told(fen: str, move: str, lines: tuple[str, str], costs: tuple[float, float]) -> list[str]:
    """Return what is said about a move, with the better line, that of the answer, its cost and the chance."""
    board, words = Board(fen), Wording("en", Style.ICCS)
    better, answer = map(moves, lines)
    played = Move.from_iccs(move)
    judged = JudgedMove(
        board, played, better, answer, search=lambda _: Opinion(0.5), loss=costs[0], chance=costs[1]
    )
    return [words.sentence(fact, board, judged.move) for fact in FINDER.of_mistake(judged)]


@pytest.mark.parametrize(
    ("fen", "move", "lines", "costs", "said"),
    [
        pytest.param(
            "rnbakabc1/9/7R1/p3C1p1p/2p6/9/P1P1P1P1P/Rc3rN2/9/1NBAKAB2 b",
            "h9i9",
            ("f2g2 h7e7 f9e8 e7a7 g9e7 a7a9 b9c7 e6e5", "h7e7 f9e8 e7a7 c9e7 a7a9 b9c7 e6e8 e9e8"),
            (0.11, 0.23),
            ["Better: the chariot takes Red's horse on g2."],
            id="the chariot falls after the better move, too",
        ),
        pytest.param(
            "C3ka3/8r/4b4/P3p3p/5Nb2/3p5/4r3P/2C5R/4A4/2BAK1B2 b",
            "e7g9",
            ("e3c3 c2a2 i8f8 f5d4 c3g3 g0e2 g3d3 d4b5", "c2c9 e9e8 f5e3 e8e7 e3d5 e7d7 i2c2 i8b8"),
            (0.23, 0.19),
            [
                "Red can still take Black's chariot on e3 with the horse, since nothing protects it.",
                "Better: chariot to c3, out of reach of Red's horse on f5.",
            ],
            id="a capture without the detour of a check",
        ),
        pytest.param(
            "3aka2R/7rc/4b4/9/2r5p/2N1P1B2/8P/6N2/4A4/2BAK4 w",
            "g2e3",
            ("c0e2 c5f5 c4d6 f5f3 e4e5 e7c9 e5e6 f3g3", "h8h0 e1f0 i8i3 c4e5 i3i9 e5d7 e9e8 d7c5"),
            (0.2, 0.26),
            [
                "Black can win a horse: 1. chariot to h0, advisor to f0, 2. cannon takes the soldier on i3, "
                "horse to e5, 3. cannon takes the chariot on i9 …",
                "Better: elephant on c0 to e2, which saves the chariot on i9.",
            ],
            id="a check without which the capture would win less",
        ),
        pytest.param(
            "4ka3/3ca4/n3b4/p1p5p/6p2/8P/c1Pn2P2/N3C2rN/4A4/2B1K1B1R w",
            "e1f0",
            ("i0h0 h2g2 e2e4 g5g4 g3g4 g2g4 e4e3 d3c1", "d3f2 e0d0 a3a5 d0d1 a5d5 d1e1 h2h1 i2g1"),
            (0.13, 0.13),
            [
                "Black can reply with horse to f2, giving check, since Red's advisor no longer covers that "
                "point.",
            ],
            id="why a check became possible",
        ),
        pytest.param(
            "4k1bn1/4a4/3ab4/6C2/4PN2p/2B6/P1n2p2P/9/4A4/4KA3 w",
            "f5h6",
            ("g6f6 h9g7 f6f3 g7f5 e5f5 c3d1 c4a2 g9i7", "h9i7 g6f6 c3b1 a3a4 b1a3 c4a2 a3c2 f6f5"),
            (0.1, 0.62),
            ["Black can reply with horse to i7, threatening Red's cannon on g6."],
            id="no danger that is not there yet",
        ),
        pytest.param(
            "2bakab2/3r5/2C1c4/p3p3p/2p3p2/7R1/1n2P1c1P/4C1N1B/4A4/1NB1KA3 b",
            "d8d7",
            ("d8c8 c7d7 d9e8 d7d0 c5c4 e2e6 c8c6 e6e5", "c7c6 d7d6 c6e6 d9e8 b0a2 e9d9 h4h5 e7b7"),
            (0.07, 0.64),
            [],
            id="no escape from an attacker that follows",
        ),
        pytest.param(
            "C3kab2/8r/2C6/P3p3p/4rNb2/3p5/8P/8R/4A4/2BAK1B2 w",
            "c0a2",
            ("c7c9 e9e8 f5g7 e8e7 i2b2 e7f7 g7i8 g5i7", "i8c8 f5g3 c8c7 i2b2 d4d3 b2b9 e9e8 b9f9"),
            (0.47, 0.99),
            [
                "Black can reply with chariot to c8 and take Red's cannon on c7 next.",
                "Better: cannon on c7 to c9, giving check, and then horse to g7.",
            ],
            id="what was missed beside what is allowed",
        ),
        pytest.param(
            "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/3CB2C1/9/RNBAKA1NR b",
            "i9i8",
            ("c6c5 b0a2 a9b9 a0a1 h9g7 a1f1 h7i7 f1f6", "h2h9 b7b2 h0g2 i8i9 h9f9 e9f9 i0h0 i9i7"),
            (0.13, 0.5),
            [
                "Red can take Black's horse on h9 with the cannon, winning a horse and an advisor for a "
                "cannon.",
                "Better: soldier to c5 and then chariot to b9, keeping the game level.",
            ],
            id="nothing is saved that stood safe",
        ),
        pytest.param(
            "2bak4/4a4/n2cb1n2/p3p4/2P2r2p/C5p2/P3P2RP/C3B1N2/4A4/1rBAK3R w",
            "h3h9",
            ("e3e4 b0b4 a4a7 c9a7 c5c6 b4e4 c6d6 d7c7", "g7h9 i3i4 h9g7 i4i5 f5c5 i0i4 g4g3 g2i3"),
            (0.48, 0.52),
            [
                "Black can take Red's chariot on h9 with the horse, since nothing protects it.",
                "Better: soldier to e4 and then cannon takes the horse on a7, keeping the game level.",
            ],
            id="no exchange at a loss",
        ),
        pytest.param(
            "1r2kabr1/4a4/2n1b4/p1p1p4/1c3Cp1n/2P6/P3P1Pc1/2N1B1C1N/1R7/3AKABR1 b",
            "b5e5",
            ("h9h8 b1b4 h3h1 f5d5 h8h3 d5d2 h1c1 h0h3", "b1b9 c7b9 e3e4 e5d5 e4e5 d5f5 e5f5 h3h1"),
            (0.08, 0.43),
            [
                "Red can reply with chariot to b9, exchanging chariots, since Black's cannon is no longer in "
                "the way."
            ],
            id="an exchange is not told as a capture",
        ),
    ],
)
def test_a_costly_move_is_told_with_both_lines(
    fen: str, move: str, lines: tuple[str, str], costs: tuple[float, float], said: list[str]
) -> None:
    assert told(fen, move, lines, costs) == said


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.6, "The cannon could have taken Red's advisor on f0; if it is taken in turn, chariot to f8."),
        (0.4, "The cannon could have taken Red's advisor on f0."),
    ],
)
def test_a_capture_that_can_be_taken_back_comes_with_what_follows(chance: float, said: str) -> None:
    board = Board("r1bakab2/8r/1cn2cn2/p1p1p1p1p/9/5NP2/P1P1P3P/NC2C4/9/R1BAKAB1R b")
    words = Wording("en", Style.ICCS)
    better, answer = moves("f7f0 i0i2 i8f8 f4g2 f0f3 b2c2 a9b9 a0b0"), moves("c3c4 i8d8 f0e1 b7b3 g0i2 e7e3")
    follows = moves("i8f8 e0e1 f8f4")
    played, found = Move.from_iccs("f7e7"), Opinion(chance, follows)
    judged = JudgedMove(board, played, better, answer, search=lambda _: found, loss=0.12, chance=0.62)
    assert said in [words.sentence(fact, board, judged.move) for fact in FINDER.of_mistake(judged)]
