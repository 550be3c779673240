"""What a strict reader found wrong in sentences about games of masters: it is said as it is, or not at all."""

from __future__ import annotations

from typing import Final

import pytest

from xiangqi.board import Board, Move
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.wording import Wording
from xiangqi.line import Moves
from xiangqi.notation import Style

FINDER: Final = FactFinder()
JUDGE: Final = EngineJudge()

# A position, the move played, the better line and that of the answer, what the move cost and the chance before
# it, words that are said and words that are not.
READ: Final = [
    (  # R2-85
        "2bak4/4ac3/4b4/p1p1p3p/5N3/2P3P2/P3P4/6r1B/1R7/2BAKA3 w",
        ("f5d4", "b1h1 g2i2 h1h9 f8f9 f5h6 i2f2 d0e1 f2f3", "g2d2 d4e6 d2i2 e6g7 i2c2 b1h1 c2c0 h1h9"),
        0.08, 0.5, "", "threatening Red's horse",
    ),
    (  # R1-78
        "3k1abr1/4a4/4b1n2/7cp/6p2/2n1C2R1/P3P1P1P/Nc4N2/2C6/2BAKAB2 w",
        ("h4h1", "e4e6 g7e6 h4c4 d9e9 c4b4 b2c2 g2e1 c2c8", "d9e9 h1d1 h6h2 d1d3 g7e6 d3c3 c4d6 g2e1"),
        0.06, 0.58, "", "would have attacked",
    ),
    (  # R1-84
        "2bak4/4a4/4b4/5R3/4P4/p5P2/9/7r1/4K4/2B2cN2 b",
        ("h2h1", "h2c2 f6f0 c2c1 e1e2 c1g1 e5f5 a4a3 g4g5", "f6f1 h1h3 f1f0 h3e3 c0e2 e3e5 f0f3 a4b4"),
        0.06, 0.67, "", "attacked",
    ),
    (  # R1-85
        "2bak4/4a4/4b4/9/4P4/p5P2/9/9/4KR1r1/2B2cN2 b",
        ("h1f1", "h1h5 f1f5 h5h3 f5f0 h3e3 c0e2 e3e5 f0f3", "e1f1 f0d0 e5e6 a4a3 g0f2 e9f9 e6f6 a3b3"),
        0.05, 0.59, "", "taking Black's chariot",
    ),
    (  # R1-90
        "2bak4/4a4/2n1b4/p3p3p/5C3/6c2/PCc1P1r1P/B2R5/4N4/3AKAB2 b",
        ("g4g7", "g4g0 e1g0 g3g0 d2d3 c3a3 b3b6 a3a4 d3d4", "a3a4 g3g4 f5f3 c3f3 b3f3 g7g0 e1g0 g4g0"),
        0.06, 0.71, "Better: cannon to g0, exchanging a cannon for a horse and an elephant", "",
    ),
    (  # R2-81
        "1r2kab2/4a4/4b3n/p1n3p2/1C1N4p/4C1P2/P3P3P/N1r1B2R1/3cA4/1Rc1KA3 b",
        ("c6d4", "c2a2 b0c0 b9b5 d5c7 b5b6 c7e8 f9e8 h2h8", "d5b4 d4b3 b0b3 c0a0 b4d5 d1d4 e0d0 c2d2"),
        0.08, 0.65, "", "would have taken",
    ),
    (  # R2-67
        "2baka2r/9/n1R1b4/p2Rn1p1p/4r2c1/4C4/P3P1P1P/4B4/9/1N1AKABN1 b",
        ("h5h7", "h5h6 c7c1 i6i5 c1h1 h6i6 g3g4 d9e8 b0d1", "c7c9 f9e8 e4e6 e5e6 c9d9 e8d9 d6e6 a7c8"),
        0.28, 0.4, "winning a horse, an advisor and an elephant for a cannon", "",
    ),
    (  # R1-63
        "2bak1r2/1rn6/3cba1c1/R6Cp/2pNp1pn1/4P4/P5P1P/2C1B1N2/4A4/2BAKR3 b",
        ("d9e8", "e5e4 d5f6 f7e8 f6e4 c5c4 h6e6 b8b3 c2c8", "e4e5 h5g3 a6c6 b8b2 c6c8 h7h8 c8c6 h8f8"),
        0.07, 0.33, "", "winning a horse",
    ),
    (  # R2-75
        "4ka3/4a4/1n2bc3/p6R1/6b1p/PNP1pr3/4Pn2P/4BA3/2NC5/2BAK4 w",
        ("h6e6", "e3e4 f4e4 d1f1 f3d2 e0f0 f7f1 f0f1 e4c4", "f4h4 d0e1 h4h0 e1f0 f7f2 d1d3 f3h4 e6e4"),
        0.12, 0.48, "and then play chariot to h0, since Red's chariot no longer covers", "",
    ),
    (  # R1-76
        "1r2kab2/4a4/4b3n/p1n3p2/1C1NC3p/6P2/P3P3P/N1r1B2R1/3cA4/1Rc1KA3 w",
        ("e5e4", "h2h7 b9d9 d5e7 g9e7 b5b9 d9d4 e5e4 d4b4", "c2a2 b0c0 b9b5 d5c7 b5b6 c7e8 f9e8 h2h8"),
        0.06, 0.41, "", "two horses",
    ),
    (  # R2-71
        "4kab2/4a4/4b4/p8/4P1n1p/2Bn1N3/4C3P/9/4A4/2BAK4 w",
        ("f4h5", "f4d5 g5f3 e5e6 a6a5 e6e7 d4f5 e7e8 e9e8", "a6a5 h5g3 g5f3 e5f5 a5a4 e0f0 a4b4 e3e4"),
        0.05, 0.55, "", "would have taken Black's elephant",
    ),
    (  # R2-92
        "3k1ab2/9/3ab4/5N2p/9/C1p6/9/3An1n2/3C5/c1BAK4 w",
        ("f6d7", "a4a6 e2g1 e0f0 g2e3 d1d7 g1h3 a6d6 d9e9", "e2g1 d1f1 f9e8 d7b6 g2e3 a4a1 e3f1 d2e1"),
        0.05, 0.31, "", "winning an advisor",
    ),
    (  # R1-91
        "2bak4/4a4/2c1b1c2/p3p3p/9/P1B6/1C2Pnr1P/7R1/4N4/2BAKA3 w",
        ("e1f3", "b3f3 c7c0 e1c0 g3f3 e3e4 g7g4 h2h9 e8f9", "c7c0 e0e1 g3i3 e1d1 c0f0 h2h6 i3i1 d0e1"),
        0.07, 0.3, "", "exchanging",
    ),
    (  # R1-87
        "3aka3/9/4b4/7Rp/2b6/9/2c1P1n1P/4rAN2/4A4/4K1C2 w",
        ("h6h3", "h6d6 g3f5 d6d3 e2e3 d3e3 f5e3 g2h4 c3i3", "e2e3 i3i4 d9e8 h3i3 c3b3 g0g3 b3g3 i4i5"),
        0.08, 0.35, "", "take Red's soldier",
    ),
    (  # R1-86
        "2baka3/1R7/n1ccb1n2/2p1p3p/9/2P6/N2rP3P/C3B1N2/4A4/2BAK1C2 w",
        ("b8d8", "a2a7 d7a7 a3b5 d3b3 b8b9 c7b7 b5d6 b7b8", "g7h5 a2a7 c9a7 a3b5 c7c4 b5a7 f9e8 a7c6"),
        0.11, 0.74, "", "horse on a7 safe",
    ),
    (  # R2-61
        "2b1k1r2/1rn1ac3/3cba3/R3C3p/2pNP1p2/9/P5n1P/2C1B1N2/4A4/2BAK2R1 w",
        ("h0h3", "g2e3 b8b5 h0h8 g9f9 a6c6 d7d9 e3f5 f8f5", "g5g4 a6c6 g4f4 c6c5 d7d9 c5c3 g3e4 c3c4"),
        0.05, 0.75, "which keeps the horse on g3 safe", "",
    ),
    (  # R1-89
        "2ba5/4k4/3a5/1P7/2b6/9/c8/n4A2B/4A1C2/3K5 w",
        ("i2g4", "g1g0 e8e9 b6b7 a3a5 b7b8 c5e7 i2g4 d7e8", "a2b0 g4e2 a3a0 e2c0 b0c2 d0d1 c2e3 d1d2"),
        0.26, 0.26, "threatening mate.", "",
    ),
    (  # R2-70
        "2baka3/c4n3/2n1b3c/p1N1p3p/2p6/P2R1N1r1/2PCP3P/4B4/4Ar3/2BAK1C1R w",
        ("f4e6", "g0g4 f9e8 f4d5 f8g6 d3d1 f1f8 g4e4 e6e5", "h4d4 e6d4 f1f4 d4b5 f4d4 g0g9 f9e8 g9i9"),
        0.07, 0.59, "take Red's chariot on d4 with its chariot, since Red's horse is no longer in the way", "",
    ),
    (  # R2-28
        "rnbakabnr/9/1c5c1/pCp1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR b",
        ("h7c7", "b9c7 h2e2 h9g7 h0g2 i9h9 i0h0 d9e8 h0h6", "b6e6 i9i7 h2e2 i7d7 i0i1 a9a8 i1b1 c7c3"),
        0.24, 0.52, "which protects the soldier on e6", "",
    ),
    (  # R1-68
        "2baka3/c4n3/2n1b3c/p1N5p/2p6/P2N5/2PCP3P/4B4/4Ar3/2BAK1C1R b",
        ("f8e6", "f1f4 d4b5 f4d4 g0g9 f9e8 g9i9 d4d3 i0g0", "d4e6 c7e6 i0h0 e6g5 h0h6 a8e8 d3d8 e8e3"),
        0.11, 0.5, "", "threatened Red's horse",
    ),
    (  # R2-89
        "2bakab2/r5c2/crn3nR1/p1R1p3p/9/2PN5/P3P3P/3CC1N2/9/2BAKAB2 b",
        ("g8c8", "c7e8 d4e6 b7b0 h7h8 g7e6 h8g8 e6d4 c6a6", "c6d6 d9e8 h7g7 c9e7 c4c5 b7b1 c5c6 a6a5"),
        0.1, 0.29, "chariot on h7 to g7", "",
    ),
    (  # R2-74
        "2bak4/4a4/9/p4N3/2P1p4/5n2P/P7c/2N1B4/4A4/4KAB2 b",
        ("f4d3", "i3f3 f6g8 e9f9 c5c6 f3f1 e2g4 f4d5 g8f6", "c5d5 i3g3 i4i5 a6a5 e0d0 g3g7 c2d4 g7a7"),
        0.06, 0.32, "", "attacking Red's horse",
    ),
    (  # R1-67
        "4ka3/4a4/4b4/7cC/4P1b2/2N1n4/Pc6P/2N1B4/4K4/5A3 b",
        ("e7c5", "e4f2 i3i4 f2h3 c2e3 h3g1 e1f1 h6h1 f1f2", "i3i4 g5e7 i4i5 e4c3 c2e3 b3b5 i5h5 h6c6"),
        0.07, 0.4, "", "freedom",
    ),
    (  # an attack on an elephant is not what a costly move is about
        "2baka3/9/4c1R1b/p3p3p/1c1n5/1C3rP2/P1r1P3P/B1N1BC3/4A4/2R1KA3 w",
        ("b4b1", "b4b2 b5a5 a2c4 d5b4 g7i7 a5f5 f2h2", "b5b2 c2d0 b2f2 e1f2 f4f2 c0c3 d5c3 a2c4 c3b1"),
        0.21, 0.51, "exchanging cannons and chariots and winning an advisor", "attacking Red's elephant",
    ),
    (  # what it would have threatened was played
        "2ba4R/4k4/4ba3/9/3nr4/C2RN1pp1/9/B8/9/1r1AKA3 w",
        ("i9d9", "f0e1 b0b4 i9i8 e8e9 a4a5 b4d4 a5e5", "b0b4 a2c4 g4f4 d4d5 e5d5 d9d5 f4e4"),
        0.19, 0.76, "", "would have threatened",
    ),
    # ---- The second reader ----
    (  # R1#63: the exchange goes on
        "1r2kab2/4a4/1cn1b3c/p1p1p3p/7n1/P1P1Pp3/CR2N1r1P/4C1N2/5R3/2BAKAB2 w",
        ("e2b2", "b3b7 b9b7 a3g3 i7f7 g3f3 f4e4 f1d1 e4e3", "f4f3 b2b7 c7d9 b3b5 b9b7 b5b7 i7b7 g2e1"),
        0.07, 0.45, "chariot to b7, exchanging chariots, and a horse and a soldier for a cannon.", "",
    ),
    (  # R1#64
        "1r2kab2/4a4/1cn1b3c/p1p1p3p/7n1/P1P1P4/CR3pr1P/1CN3N2/5R3/2BAKAB2 b",
        ("b7b5", "g3g5 f1f3 b7b2 b3b9 c7b9 f3b3 b2g2 b3b9", "b3f3 g3f3 f1f3 b5g5 a3b3 g5g0 f0e1 b9d9"),
        0.06, 0.68, "chariot on b3 to f3, exchanging chariots.", "",
    ),
    (  # R1#76
        "3akr3/4a4/2n1b2R1/pc3c2p/2n1p1b2/5N2P/P3P2C1/2p1B1N2/4A3C/2BAK4 b",
        ("f9f7", "f6c6 i1f1 f9g9 h3h6 b6b3 h6h1 g9i9 a3a4", "h7f7 e8f7 h3h5 d9e8 h5e5 b6b0 i4i5 i6i5"),
        0.05, 0.56, "chariot to f7, exchanging chariots and winning a soldier.", "",
    ),
    (  # R1#73: a cannon stands on the file
        "3ak3r/4a4/2n1b4/pc2pc2p/2n3b2/5N1R1/P3P2CP/2p1B1N2/4A3C/2BAK4 b",
        ("e6e5", "i9f9 i1i6 c2c1 h3h1", "f4d3"), 0.07, 0.57, "", "open file",
    ),
    (  # R1#85: the other chariot can take it
        "2bakab1r/9/2nc2nc1/p3p1p1p/2p2r3/P2R4P/2P1P1P2/NC2B2CN/9/2BAKA2R b",
        ("f9e8", "f5d5 d4d5 c7d5 g3g4 d5e3 i0g0 i6i5 g0g3", "i2h4 f5f6 h2h7 d7h7 c3c4 c5c4 d4c4 h7i7"),
        0.11, 0.53, "chariot to d5, offering to exchange chariots", "harm's way",
    ),
    (  # R2#89: it can be taken all the same, and not taken back
        "2b2aC2/3ka4/9/8p/6b2/3pn1P1P/2c6/4B1N2/4A4/2BAK4 b",
        ("c3g3", "g5i7 g9i9 i7g9 g2f4 d8d9 g4g5 c9e7", "g9c9 d8d9 c9c6 g5i7 c6h6 e4d6 h6h9"),
        0.08, 0.5, "attacking Red's cannon", "keeps the elephant",
    ),
    (  # R2#98: nothing protects the cannon
        "rnb1kabn1/4a3r/4c4/p1p1C1p1p/9/9/P1P1P1P1P/1cN1C1N2/9/R1BAKAB1R b",
        ("b2e2", "b9c7 e6e4 b2e2 g0e2 a9b9 a0b0 b9b0 c2b0", "e6e2 i8f8 e3e4 f8f3 e4e5 f3c3 e2e7 c9e7"),
        0.08, 0.48, "if Red's cannon on e2 takes the cannon on b2, Red's cannon on e6 falls", "safe from",
    ),
    (  # R1#22, R2#21: a check comes first and takes back
        "r2akab1r/9/1c2bn1cn/p1p1p1pCp/9/1C7/P1P1P1P1P/8N/9/RNBAKAB1R w",
        ("b4b6", "h6e6 d9e8 i0h0 i9h9 b0c2 a9d9 e6a6 h7h2", "f7h6 b6e6 d9e8 e6h6 a9d9 b0a2 i9i8 i3i4"),
        0.09, 0.5, "", "threatened to take",
    ),
    (  # R2#26: the soldier attacks nothing
        "3rkab1r/4a4/1c2bn2n/pC4pCp/2p6/9/P1P1P1P1P/N7N/9/R1BAKAB1R w",
        ("b6d6", "i0h0 i7g8 d0e1 i6i5 c0e2 g8h6 b6h6 a6a5", "g6g5 d6e6 f7h6 a0b0 b7a7 b0b6 h6f5 e3e4"),
        0.17, 0.7, "after which Red's cannon on d6 and Red's cannon on h6 are attacked at once", "",
    ),
    (  # R2#39: the answer is another
        "rnbakab1r/9/4c1n2/p1p1p1p1p/9/9/P1P1N1P1P/1C5CN/5R3/R1BAKAB2 w",
        ("h2h7", "f1f3 i9h9 h2e2 a9a7 b2a2 a7d7 e3f5 e7e2", "e7e3 f1f7 a9a8 b2b6 c6c5 f7g7 a8f8 a0a2"),
        0.22, 0.78, "hollow cannon", "unprotected",
    ),
    (  # R2#76: chariots are exchanged
        "2bakab1r/9/2nc2nc1/p3p1p1p/2p2r3/P2R4P/2P1P1P2/NC2B2C1/9/2BAKA1NR w",
        ("h0i2", "a2b4 f9e8 h0i2 g6g5 f0e1 f5f6 i0g0 g9e7", "f5d5 d4d5 c7d5 g3g4 d5e3 i0g0 i6i5 g0g3"),
        0.08, 0.55, "", "freedom",
    ),
    (  # R2#82: two checks come first, and the second takes
        "5a3/3ka4/8C/5P3/PC3R3/2r1p1B2/3n5/9/2n1A4/3A1K3 b",
        ("d3f4", "e4e3 i7i8 d8d9 f5d5 e8d7 d5d7 d9e9 d7e7", "i7i8 e8f7 f6f7 c4c3 f7f8 d8d9 i8i1 f4g2"),
        0.15, 0.33, "putting up more resistance", "attacked Red's elephant",
    ),
    (  # R1-66: the horse is taken back
        "r1bakabnr/9/n1c6/p3C1p1p/7c1/2p4C1/P3P1P1P/4B4/R8/1N1AKABNR b",
        ("a9b9", "h5e5 a1f1 i9i7 i0i1 a9b9 f1f5 h9g7 f5e5", "a1d1 b9b5 e6e4 h5i5 h0i2 a7c6 d1d7 c4d4"),
        0.09, 0.4, "", "winning a cannon",
    ),
    (  # an attacked advisor, but only until the check is over
        "3ak1b2/4a4/2n1bc2n/p3p3p/2p3c2/6R1P/1R1N5/4B3C/r3A4/4KAB2 b",
        ("g5d5", "a1a0 e1d0 a6a5 d3b4 i7g6 b4c6 a0a4 g4a4", "d3c5 d5e5 b3b0 a6a5 i2i6 a1a3 c5b7 a3a4"),
        0.08, 0.48, "", "safe from",
    ),
    (  # the best answer keeps the elephant
        "9/9/1C3k3/6r2/1R2p1b2/8P/P8/3K5/3N5/9 w",
        ("b5b2", "b5e5 g5i7 d2e2 g6g2 e2e1 g2f2 e1e0 f2f1 b7i7", "e5e4 d1f2 g6d6 d2e2 e4e3 e2e1 d6e6 b7b4"),
        0.17, 0.97, "", "winning an elephant",
    ),
    (  # the cannon need not take
        "4kab2/3na4/2c1b1nc1/p1p3p1p/1r2C4/2P1P1P2/P4r2P/1C2B1N2/3N4R/1R1AKAB2 b",
        ("f3a3", "g7e6 c4c5 b5b4 c5d5 f3d3 e5e7 g9e7 e4e5", "b2d2 b5b0 d1b0 a3b3 b0c2 d8e6 i1h1 h7i7"),
        0.06, 0.54, "", "winning a cannon",
    ),
    (  # the elephant goes before the chariot takes it
        "4kab2/4a4/2n1r3c/p1p2R2p/2b3pC1/9/P3r1c1P/N3C4/7R1/2BAKAB2 w",
        ("h5h9", "f6c6 g3g4 h5c5 g4e4 f0e1 e4e2 g0e2 c7e6", "e7e6 f6f8 i7e7 f0e1 e6g6 e2e7 c5e7 h1h7"),
        0.13, 0.51, "", "winning an elephant and a soldier",
    ),
    (  # nothing is given for the elephant
        "R2cka3/4a4/4b4/6N1p/3n3r1/9/4P4/4C4/9/2BAKAB2 w",
        ("a9a5", "e2e7 e8f7 e7e5 d5b6 e5e4 b6d7 a9a7 d7c5", "h5h6 g6e7 d5e7 e2e7 e8d7 a5e5 h6f6 f0e1"),
        0.08, 0.83, "takes Black's elephant on e7, giving check", "exchanging elephants",
    ),
    (  # the chariot takes a cannon first
        "3ak3C/n7c/4b1n2/p1P1p3p/2r6/9/P3P1p1P/9/2C1N2R1/2BAKAB2 b",
        ("i8d8", "c5c1 h1h9 e9e8 h9h8 e8e9 h8g8 g7f5 g8i8", "h1h8 c5c1 h8d8 a8c9 d8f8 c9b7 c6b6 b7d6"),
        0.06, 0.31, "attacking Black's cannon on d8", "winning a horse",
    ),
]  # fmt: skip


def line_of(text: str) -> Moves:
    return tuple(map(Move.from_iccs, text.split()))


@pytest.mark.parametrize(("fen", "lines", "loss", "chance", "said", "unsaid"), READ)
def test_what_a_reader_found(
    fen: str, lines: tuple[str, str, str], loss: float, chance: float, said: str, unsaid: str
) -> None:
    [move], better, answer = map(line_of, lines)
    judged = JudgedMove(
        Board(fen), move, better, answer, None, JUDGE.glance, loss=loss, chance=chance, tells_points=loss < 0.1
    )
    facts = FINDER.of_mistake(judged)
    told = " ".join(Wording("en", Style.ICCS).sentence(fact, judged.before, move) for fact in facts)
    assert said in told
    assert not unsaid or unsaid not in told
