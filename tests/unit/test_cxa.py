"""The Chinese rules: against a second reading, on generated cycles, and on official diagrams if there are any.

The number of generated cycles can be raised with XIANGQI_TEST_CYCLES; tests/compare_cxa.py is for thousands.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import plain_cxa
import pytest
from compare_cxa import RULES, compare, judged, summary
from generated_cycles import cycles, random_position

from xiangqi.board import Board, Move
from xiangqi.core import jit
from xiangqi.core.constants import (
    BLACK,
    BOARD_SIZE,
    RED,
    mirror_square,
    opponent,
    rotate_square,
    square_name,
)
from xiangqi.core.cxa import wins, workspace
from xiangqi.core.position import State, new_state, set_position
from xiangqi.fen import Position, format_fen
from xiangqi.referee import CycleMove, judge, outcome_sentence
from xiangqi.referee.rules import CHASE, CHECK, EXCHANGE, IDLE, THREAT

COUNT = int(os.environ.get("XIANGQI_TEST_CYCLES", "25" if jit.COMPILED else "2"))
# Official classes that the published text, as far as it is known, does not give. No verdict hangs on them.
KNOWN_MISSES = {
    # Official chase, here idle: a series of checks wins as much as before, of other pieces (C5). If that were a
    # chase, it would not be a joint one (C9), and the verdict that is printed beside it needs a joint one.
    ("cxa-ref-40", 3),
    # Official chase, here an exchange: chariot and horse win a horse with one root, but then a cannon takes the
    # cannon that it faces, and in C4 the other side may take anything.
    ("cxa-ref-49", 3),
}


def mirrored(fen: str, moves: list[Move]) -> tuple[str, list[Move]]:
    position = Board(fen).position()
    placement = {mirror_square(square): code for square, code in position.placement.items()}
    return (
        format_fen(Position(placement, position.turn)),
        [Move.of(mirror_square(move.from_square), mirror_square(move.to_square)) for move in moves],
    )


def colours_swapped(fen: str, moves: list[Move]) -> tuple[str, list[Move]]:
    position = Board(fen).position()
    placement = {rotate_square(square): code ^ RED ^ BLACK for square, code in position.placement.items()}
    return (
        format_fen(Position(placement, opponent(position.turn))),
        [Move.of(rotate_square(move.from_square), rotate_square(move.to_square)) for move in moves],
    )


def test_agrees_with_the_plain_reading() -> None:
    kinds: Counter[str] = Counter()
    compared = 0
    for fen, moves in cycles(seed=7, count=COUNT):
        found = compare(plain_cxa, fen, moves)
        compared += found is not None
        kinds.update(found or [])
    assert compared > COUNT // 2
    if COUNT >= 25:
        assert {CHECK, THREAT, CHASE, IDLE} <= kinds.keys()


@pytest.mark.parametrize("image", [mirrored, colours_swapped])
def test_images_have_the_same_classes(image: Any) -> None:
    swaps = image is colours_swapped
    for fen, moves in cycles(seed=8, count=COUNT):
        found, seen = judged(fen, moves), judged(*image(fen, moves))
        if any(step.bounded for step in (*found.cycle, *seen.cycle)):
            continue
        assert list(map(summary, found.cycle)) == list(map(summary, seen.cycle)), fen
        assert seen.loser == (opponent(found.loser) if swaps and found.loser is not None else found.loser), fen


def test_the_verdict_does_not_depend_on_where_the_cycle_begins() -> None:
    for fen, moves in cycles(seed=9, count=COUNT):
        expected = judged(fen, moves)
        board = Board(fen)
        for shift in range(1, min(len(moves), 4)):
            board.push(moves[shift - 1])
            shifted = judged(board.fen(), moves[shift:] + moves[:shift])
            assert (shifted.loser, shifted.reason) == (expected.loser, expected.reason), (fen, shift)


def samples(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "rules" / "cxa_cases.jsonl").read_text("utf-8").splitlines()]


def test_official_diagrams(shared_data: Path) -> None:
    """Verdict and class of every move, but for the misses that are known, as they are drawn and in images."""
    names = {None: "draw", RED: "black wins", BLACK: "red wins"}
    wrong = []
    for case in samples(shared_data):
        moves = [Move.from_iccs(text) for text in case["moves"]]
        found = judged(case["start_fen"], moves)
        if names[found.loser] != case["expected"]:
            wrong.append((case["name"], "verdict", found.loser))
        wrong += [
            (case["name"], number, step.kind)
            for number, (step, official) in enumerate(zip(found.cycle, case["move_classes"], strict=False))
            if step.kind != official and (case["name"], number) not in KNOWN_MISSES
        ]
        for image in (mirrored, colours_swapped):
            seen = judged(*image(case["start_fen"], moves))
            assert list(map(summary, seen.cycle)) == list(map(summary, found.cycle)), case["name"]
    assert wrong == []


def test_the_plain_reading_gives_the_official_verdicts(shared_data: Path) -> None:
    names = {None: "draw", plain_cxa.RED: "black wins", plain_cxa.BLACK: "red wins"}
    found = {
        case["name"]: names[plain_cxa.judge(case["start_fen"], case["moves"])[0]]
        for case in samples(shared_data)
    }
    assert found == {case["name"]: case["expected"] for case in samples(shared_data)}


# Composed positions, each with the article that it is about.


def classes(fen: str, moves: str) -> list[CycleMove]:
    found = judged(fen, [Move.from_iccs(text) for text in moves.split()])
    plain = plain_cxa.classes(fen, moves.split())
    steps = list(found.cycle[: len(plain)])
    assert [step.kind for step in steps] == [move.kind for move in plain]
    return steps


def test_a_threat_is_told_with_its_mate() -> None:
    """C2: the chariot threatens mate on the back rank; the proof is the mating move."""
    steps = classes("4k4/9/9/4r4/9/9/9/9/3K5/9 b", "e6f6 d1d2 f6e6 d2d1")
    assert [step.kind for step in steps] == [THREAT, IDLE, THREAT, IDLE]
    board = Board("4k4/9/9/5r3/9/9/9/9/3K5/9 b")
    for move in steps[0].proof:
        board.push(move)
    assert board.is_check()
    assert board.legal_moves() == []


def test_a_mate_by_two_checks_is_a_threat() -> None:
    """C2: two chariots mate on the back ranks; one alone does not."""
    cycle = "a2a3 d8e8 a3a2 e8d8"
    assert classes("9/3k5/9/9/9/9/9/R8/1R7/5K3 w", cycle)[0].kind == THREAT
    assert classes("9/3k5/9/9/9/9/9/R8/9/5K3 w", cycle)[0].kind == IDLE


def test_one_idle_move_makes_a_cycle_allowed() -> None:
    """C1: a check, then a move that attacks nothing."""
    fen, cycle = "4k4/9/9/9/9/9/9/9/2R6/5K3 w", "c1e1 e9d9 e1c1 d9e9"
    assert [step.kind for step in classes(fen, cycle)] == [CHECK, IDLE, IDLE, IDLE]
    assert judged(fen, [Move.from_iccs(text) for text in cycle.split()]).loser is None


def test_an_exchange_that_is_offered_is_named() -> None:
    """C6: each chariot could take the other. On b2 a horse would retake, on c2 nothing would."""
    steps = classes("3ak4/4a4/1r7/p8/9/9/P8/2R6/3NA4/4KA3 w", "c2b2 b7c7 b2c2 c7b7")
    assert [(step.kind, step.article) for step in steps] == [(EXCHANGE, "C6")] + [(IDLE, "C1")] * 3


@pytest.mark.parametrize(
    ("fen", "cycle"),
    [
        # C8: a pawn takes while another piece gives a check that stands already: it uncovers none.
        ("1c2k4/1Nr6/1C3a1nb/4r3N/2bPpP3/9/2n6/3K1A3/4C4/6B2 w", "e1i1 e6d6 i1e1 d6e6"),
        # C7(c): the piece that moves, and is thought away, is the king.
        ("1r7/2n1ak3/4R3b/9/9/9/8N/5A3/4K4/4p1R2 w", "e1f1 e8f7 f1e1 f7e8"),
        ("4raC2/4a1n2/b1C1k4/2P5P/5n3/R5p1c/6r2/3N1p3/1c2N4/2R2K3 w", "f0e0 i4i2 e0f0 i2i4"),
        # C9: the piece that moves is the cannon's screen.
        ("6bP1/n2k5/3ab3c/3rnR2R/8p/2B6/8c/3A1A3/3K5/pCB1p2C1 w", "c0a2 e0f0 a2c0 f0e0"),
    ],
)
def test_cycles_on_which_the_readings_once_differed(fen: str, cycle: str) -> None:
    assert compare(plain_cxa, fen, [Move.from_iccs(text) for text in cycle.split()])


def test_a_screen_that_attacks_nothing_makes_no_joint_chase() -> None:
    """C9: without the elephant the soldier could save itself, but only because the cannon would not attack."""
    step = classes("4k4/9/9/9/9/9/9/B8/3K5/1C3p3 w", "a2c0 e9e8 c0a2 e8e9")[0]
    assert (step.kind, step.joint) == (CHASE, False)


def with_room(placement: dict[int, int], side: int) -> State:
    state = new_state(BOARD_SIZE + workspace.WORKSPACE_SIZE)
    set_position(state, placement, side)
    return state


def test_a_piece_that_is_thought_away_is_in_nobodys_way() -> None:
    """C7: a target is held if it could save itself were the piece, and what it bars, not on the board."""
    rng = random.Random(5)
    held = 0
    for _ in range(40 if jit.COMPILED else 4):
        position = Board(random_position(rng, 7)).position()
        state = with_room(position.placement, position.turn)
        before = state[:BOARD_SIZE].copy()
        squares = {side: [s for s, code in position.placement.items() if code & side] for side in (RED, BLACK)}
        for moved in squares[position.turn]:
            rest = {square: code for square, code in position.placement.items() if square != moved}
            without = with_room(rest, position.turn)
            state[BOARD_SIZE + workspace.MOVED_SLOT] = workspace.slot_at(state, moved)
            for target in squares[opponent(position.turn)]:
                free = not wins.can_save_itself(state, BOARD_SIZE, target)
                expected = free and bool(wins.can_save_itself(without, BOARD_SIZE, target))
                assert bool(wins.holds(state, BOARD_SIZE, target)) == expected, (position, moved, target)
                held += expected
        assert np.array_equal(state[:BOARD_SIZE], before)
    assert held


INTERPRETED = """
import numpy as np
from xiangqi.board import Board, Move
from xiangqi.core.cxa import mate_threats, classes, workspace
from xiangqi.core import jit
from xiangqi.core.constants import BOARD_SIZE

board = Board("9/3k5/9/9/9/9/9/R8/1R7/5K3 w")
room, moves = BOARD_SIZE, BOARD_SIZE + classes.SEARCH_WORKSPACE_SIZE
cycle = [Move.from_iccs(text) for text in "a2a3 d8e8 a3a2 e8d8".split()]
state = np.concatenate((board.state, np.zeros(classes.SEARCH_WORKSPACE_SIZE, dtype=np.int64), cycle))
state[room + workspace.MATE_NODES] = 500
print(classes.classes_verdict(state, room, moves, len(cycle)))
for _ in range(20):
    mate_threats.begin_search(state, room)
print(state[room + workspace.STAMP], np.flatnonzero(state[room + classes.MEMORY : moves]).tolist())
"""


def test_interpreted_and_compiled_searches_leave_the_same_marks() -> None:
    """Marks and tags of the kernels' tables never overflow, so that no warning comes and nothing wraps."""
    told = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", INTERPRETED],
            env=os.environ | {"NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=False,
        )
        for disabled in ("0", "1")
    ]
    assert [done.returncode for done in told] == [0, 0], told[1].stderr
    assert told[0].stdout == told[1].stdout


MANY = "1Pb4R1/2cPa4/3k1an2/1c7/9/6B2/N1p6/3pB3C/4AK3/p3r3N b"


@pytest.mark.parametrize(
    ("fen", "cycle", "kinds"),
    [
        # C6: the chariots face each other, so that neither is lost, and what it guards costs something.
        (
            "2r1P3c/2R1ak3/4r4/5N3/4Pn3/5p3/4c4/3Kn4/9/2B1C4 w",
            "e9d9 f5h4 d9e9 h4f5",
            [IDLE, CHASE, IDLE, EXCHANGE],
        ),
        ("2r2P2c/2R1akN2/4r4/9/4P4/5p3/4c4/B1nKn4/9/4C4 b", "f8f7 g8h6 f7f8 h6g8", [IDLE, CHECK, IDLE, IDLE]),
        # C5: the chariot exposes itself on h9, and then a soldier far away can be taken at no further cost.
        (MANY, "c9a7 h9g9 a7c9 g9h9", [CHASE, CHASE, IDLE, CHASE]),
        ("P1b6/9/3k1n3/2N6/1C7/1p1R5/r8/3K5/9/8N b", "f7d6 b5d5 d6f7 d5b5", [IDLE, CHECK, CHASE, CHECK]),
        # C8: what only a soldier attacks, here the elephant, is not lost.
        (MANY, "e0h0 h9h6 h0e0 h6h9", [IDLE, CHASE, IDLE, CHASE]),
        # C9: a piece that is lost stays in the way when the exchange is followed without it.
        (MANY, "c8b8 i2i9 b8c8 i9i2", [CHASE, CHASE, IDLE, CHASE]),
        ("R1b1k4/3r5/1N1a5/9/1C7/9/2p1n4/4KC1n1/4A4/6B2 w", "a9a3 h2f3 a3a9 f3h2", [CHASE, IDLE, CHASE, CHASE]),
    ],
)
def test_what_is_lost_anyway(fen: str, cycle: str, kinds: list[str]) -> None:
    """C7, where its words leave a choice."""
    assert [step.kind for step in classes(fen, cycle)] == kinds


CHECK_AND_BACK = [
    # C7, 26.5: the chariot is itself a guard, and what it guards is worth more than the advisor or elephant.
    ("1r3k3/1r7/3a5/9/9/9/9/1N1R5/9/3K5 w", "d2f2 f9e9 f2d2 e9f9", [CHECK, IDLE, IDLE, IDLE]),
    ("1c3k3/9/3a5/9/1p7/9/9/1R1R5/9/3K5 w", "d2f2 f9e9 f2d2 e9f9", [CHECK, IDLE, IDLE, IDLE]),
    ("1r3k3/1r2a4/6b2/9/9/9/9/1N4R2/9/3K5 w", "g2f2 e8f7 f2g2 f7e8", [CHECK, IDLE, IDLE, IDLE]),
    # The same capture by a chariot that guards nothing.
    ("5k3/1r7/3a5/9/9/9/9/3R5/9/3K5 w", "d2f2 f9e9 f2d2 e9f9", [CHECK, IDLE, CHASE, IDLE]),
    # C4, 26.1.3: going back wins, though the last of many captures has to be answered before that is seen.
    ("1R1a5/9/4Ck3/4P4/4r4/p8/9/9/C2K5/3A5 b", "e5e1 d1d2 e1e5 d2d1", [CHECK, IDLE, CHASE, IDLE]),
    (
        "4n1P2/2P6/5k3/4R4/1Cb1nr3/7c1/5r3/9/9/3CKA2p w",
        "e6e7 f7f8 e7e6 f8f7",
        [CHECK, IDLE, CHASE, THREAT],
    ),
    # 26.1.1: meanwhile the king's other move opens a chase by its chariot.
    (
        "1R1a5/9/4Ck3/4P4/4r4/p8/9/1R4p2/C2K5/3A5 b",
        "e5e1 d1d2 e1e5 d2d1",
        [CHECK, IDLE, CHASE, CHASE],
    ),
    (
        "1R1a5/9/4Ck3/4P4/4r4/p8/9/2R3p2/C2K5/3A5 b",
        "e5e1 d1d2 e1e5 d2d1",
        [CHECK, IDLE, CHASE, CHASE],
    ),
    # C5: what going back, or the king's step, seems to win was to be won before.
    ("1r4n2/3k5/9/9/9/9/2N3r2/9/5R3/5K3 w", "f1f8 d8d9 f8f1 d9d8", [CHECK, IDLE, IDLE, THREAT]),
    ("9/5k3/P3b4/n7r/2N6/9/9/9/1R7/R3K4 w", "b1b8 f8f9 b8b1 f9f8", [CHECK, IDLE, IDLE, IDLE]),
    ("5a3/4k4/3a5/8R/4n4/9/9/r8/9/3K2B2 w", "i6e6 e8f8 e6i6 f8e8", [CHECK, IDLE, IDLE, IDLE]),
]


@pytest.mark.parametrize(("fen", "cycle", "kinds"), CHECK_AND_BACK)
@pytest.mark.parametrize("swaps", [False, True])
@pytest.mark.parametrize("mirrors", [False, True])
def test_a_check_and_going_back(fen: str, cycle: str, kinds: list[str], mirrors: bool, swaps: bool) -> None:
    """The checking side loses if going back is a chase; the king that parries makes no forbidden move."""
    moves = [Move.from_iccs(text) for text in cycle.split()]
    if mirrors:
        fen, moves = mirrored(fen, moves)
    if swaps:
        fen, moves = colours_swapped(fen, moves)
    assert [step.kind for step in classes(fen, " ".join(move.iccs for move in moves))] == kinds
    assert judged(fen, moves).loser == (Board(fen).turn if kinds[2] == CHASE else None)


@pytest.mark.parametrize(
    ("fen", "cycle", "offer"),
    [
        # Chariots: the one that offers itself is guarded; the other is not, guarded by a horse, by its king.
        ("3ak4/4a4/1r7/p1c6/9/9/P8/1R7/3NA4/4KA3 w", "b2c2 c6d6 c2b2 d6c6", EXCHANGE),
        ("3ak4/4a4/1r7/p1n6/9/9/P8/1R7/3NA4/4KA3 w", "b2c2 e8f7 c2b2 f7e8", EXCHANGE),
        ("n2ak4/4a4/1r7/p1c6/9/9/P8/1R7/3NA4/4KA3 w", "b2c2 c6d6 c2b2 d6c6", EXCHANGE),
        ("3k5/3r5/9/2c6/9/9/5N3/3R5/5K3/9 w", "d2c2 c6b6 c2d2 b6c6", EXCHANGE),
        # Nothing guards the chariot that offers itself: the other side gains by taking it.
        ("3ak4/4a4/1r7/p1c6/9/9/P8/1R7/4A4/4KA3 w", "b2c2 c6d6 c2b2 d6c6", IDLE),
        # It attacks a soldier along the rank all the time.
        ("3ak4/4a4/1r7/p1c6/9/9/P8/1R6p/3NA4/4KA3 w", "b2c2 c6d6 c2b2 d6c6", EXCHANGE),
        # Cannons, guarded and not; horses.
        ("3ak4/4a4/1c7/2n6/9/1PP6/9/1C7/3NA4/4KA3 w", "b2c2 c6e7 c2b2 e7c6", EXCHANGE),
        ("3ak4/4a4/1c7/2n6/9/1PP6/9/1C7/4A4/4KA3 w", "b2c2 c6e7 c2b2 e7c6", IDLE),
        ("3ak4/4a4/9/4n4/9/3N5/9/7c1/3R5/5K3 w", "d4f3 h2i2 f3d4 i2h2", EXCHANGE),
        # No offer: chariot and horse may not leave the file, or the horse's leg is blocked.
        ("4ka3/9/R3r4/9/9/2c1P4/9/4C4/9/3K5 w", "a7a4 c4c5 a4a7 c5c4", CHASE),
        ("3ak4/9/9/4n4/9/3N5/9/7c1/4R4/3K5 w", "d4f3 h2i2 f3d4 i2h2", CHASE),
        ("3ak4/4a4/9/4n4/4p4/3N5/9/7c1/3R5/5K3 w", "d4f3 h2i2 f3d4 i2h2", CHASE),
        # An offer that also attacks a cannon.
        ("3ak4/4a4/9/4n4/9/3N5/9/2c4c1/3R5/5K3 w", "d4f3 h2i2 f3d4 i2h2", CHASE),
    ],
)
def test_a_chase_and_an_offer_of_exchange_in_turn(fen: str, cycle: str, offer: str) -> None:
    """C6, 24.4: attacking a piece and offering an exchange in turn is allowed, unless the offer chases, too."""
    assert [step.kind for step in classes(fen, cycle)] == [CHASE, IDLE, offer, IDLE]
    loser = judged(fen, [Move.from_iccs(text) for text in cycle.split()]).loser
    assert loser == (RED if offer == CHASE else None)


def purposes(fen: str, moves: str) -> list[tuple[str, str, str | None] | None]:
    found = judged(fen, [Move.from_iccs(text) for text in moves.split()])
    told = [step.purpose for step in found.cycle[: len(moves.split())]]
    return [
        (one.kind, square_name(one.square), one.answer.iccs if one.answer else None) if one else None
        for one in told
    ]


def test_a_sacrifice_and_a_piece_that_is_followed_are_idle() -> None:
    """C1: the horse steps in front of the chariot, which leaves and attacks it no more than before."""
    fen, cycle = "3ak4/4a4/9/9/1r7/9/9/2N6/9/4K4 w", "c2b4 b5b6 b4c2 b6b5"
    assert {step.kind for step in classes(fen, cycle)} == {IDLE}
    assert purposes(fen, cycle) == [("sacrifice", "b4", "b5b4"), ("tail", "b4", None), None, None]


def test_a_block_is_told_with_the_move_that_it_bars() -> None:
    """C1: the cannon, guarded by a horse, stands between the chariot and the other horse."""
    cycle = "c3a3 d9d8 a3c3 d8d9"
    assert purposes("3k5/9/9/9/r8/9/2C6/9/NN7/4K4 w", cycle)[0] == ("block", "a5", "a5a1")
    assert purposes("3k5/9/9/9/1r7/9/2C6/9/NN7/4K4 w", cycle)[0] is None


def test_the_sentence_of_a_chase_of_several_pieces() -> None:
    fen, cycle = "9/9/4k4/8P/9/9/9/7n1/1p3R3/5K3 w", "i6h6 h2i4 h6i6 i4h2"
    found = judge(fen, [Move.from_iccs(text) for text in cycle.split() * 2], RULES)
    assert found is not None
    assert outcome_sentence(found) == "Black chases several pieces in turn: Red wins"
