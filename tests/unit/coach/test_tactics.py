"""Tests of the ways to win material: every theme complete, nearly complete, mirrored, for both colours."""

from __future__ import annotations

import pytest
from images import Image, images

from xiangqi.board import Board, Move, parse_square
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played
from xiangqi.coach.tactics import Win, until_won, ways_opened, wins
from xiangqi.coach.threats import Shot
from xiangqi.core.constants import BLACK, RED

prover = Prover()

# Kind, name, position, the winning move, the pieces concerned.
EXAMPLES = [
    (FactKind.HANGS, "free", "5k3/9/9/9/9/9/9/7c1/5N3/3K5 w", "f1h2", "f1 h2"),
    # More falls after the chariot, such as a trapped horse: the chariot hangs all the same.
    (FactKind.HANGS, "free", "1nbakab2/9/6nR1/6p2/P3C4/6r2/4P4/B5N2/3p2C2/1c2KA3 w", "g1g4", "g1 g4"),
    (FactKind.HANGS, "dearer", "3a5/2C1kr3/9/9/9/9/9/n8/4n4/4K4 w", "c8f8", "c8 f8"),
    # The king guards the horse, but may not face the other one.
    (FactKind.HANGS, "free.guarded", "2b1k1b2/R3n4/9/9/9/9/9/8r/9/4K4 w", "a8e8", "a8 e8"),
    (FactKind.FORK, "", "5k3/9/6R2/4p4/9/5n3/9/9/9/3K5 w", "g7f7", "g7 f9 f4"),
    (FactKind.DOUBLE_THREAT, "", "2b2kb2/9/9/9/6N2/9/9/9/9/4Kc3 w", "g5f7", "e0 f0 g5 g9"),
    (FactKind.PIN, "", "3ak4/R8/9/9/9/9/9/9/9/3K5 w", "a8a9", "a8 d9 e9"),
    (FactKind.PINNED_DEFENDER, "", "9/4k4/8N/9/4N4/9/5r3/9/4n4/4K4 w", "e5f3", "e5 f3 e1 e0"),
    (FactKind.DISCOVERED_ATTACK, "", "5a3/4kN3/4b3r/9/9/9/9/9/9/4KR3 w", "f8h9", "f0 f9 f8"),
    (FactKind.DISCOVERED_CHECK, "", "R1C2k3/9/9/9/9/9/5N3/9/9/5K1n1 w", "c9c0", "a9 f9 c9"),
    (FactKind.DOUBLE_CHECK, "", "4rk3/8c/R8/9/9/9/5C3/9/9/4cK3 w", "a7f7", "f9 a7 f3"),
    (FactKind.MOUNT_MADE, "", "5k3/9/c5C2/9/3N5/9/9/9/9/4K4 w", "d5e7", "g7 a7 d5"),
    (FactKind.DEFENDER_REMOVED, "taken", "3k2N2/4a4/4bn1R1/9/9/9/9/9/9/4K4 w", "g9e8", "e8 f7"),
    (FactKind.TRAPPED, "", "5k3/4a2R1/4b4/9/9/8n/9/9/9/4K4 w", "h8h4", "h8 i4"),
    (FactKind.OVERLOADED, "", "4kab2/Cn1c5/9/9/3r3nR/9/9/9/4A4/2B1KA3 w", "a8d8", "a8 d8 d5 h5"),
    (FactKind.EYE_FREED, "", "9/9/3k5/9/9/2r6/3N5/4B4/9/4K4 w", "d3e5", "e2 c4 d3"),
]

# The same except for one piece, which stands elsewhere or is protected.
NEAR_MISSES = [
    (FactKind.HANGS, "5k1r1/9/9/9/9/9/9/7c1/5N3/3K5 w"),
    (FactKind.HANGS, "3a5/2C1kr3/5n3/9/9/9/9/9/9/4K4 w"),
    (FactKind.FORK, "5k3/9/6R2/4p4/5p3/5n3/9/9/9/3K5 w"),
    (FactKind.DOUBLE_THREAT, "2b2kb2/9/9/9/6N2/9/9/9/9/4K2c1 w"),
    (FactKind.PIN, "3a5/5k3/R8/9/9/9/9/9/9/3K5 w"),
    (FactKind.PINNED_DEFENDER, "9/3k5/8N/9/4N4/9/5r3/9/4n4/4K4 w"),
    (FactKind.DISCOVERED_ATTACK, "3a5/4kN3/4b3r/9/9/9/9/9/9/4KR3 w"),
    (FactKind.DISCOVERED_CHECK, "2C2k3/R8/9/9/9/9/5N3/9/9/5K1n1 w"),
    (FactKind.DOUBLE_CHECK, "4rk3/8c/R8/9/9/9/6C2/9/9/4cK3 w"),
    (FactKind.MOUNT_MADE, "5k3/9/c8/6C2/3N5/9/9/9/9/4K4 w"),
    (FactKind.DEFENDER_REMOVED, "3k2N2/4a4/4bn1R1/9/4n4/9/9/9/9/4K4 w"),
    (FactKind.TRAPPED, "5k3/4a2R1/4b4/9/9/4n4/9/9/9/4K4 w"),
    (FactKind.OVERLOADED, "4kab2/Cn1c5/9/7p1/3r3nR/9/9/9/4A4/2B1KA3 w"),
    (FactKind.EYE_FREED, "9/9/3k5/9/9/2rN5/9/4B4/9/4K4 w"),
]


def facts(image: Image, fen: str, first: str | None = None) -> list[Fact]:
    """Return the facts about the best capture or shot in a position, or about a given move."""
    board = image.board(fen)
    gain = prover.gain(board) if first is None else prover.gain_by(board, image.move(first))
    assert gain is not None
    if gain.value < 100 or gain.mates:
        return []
    return wins(Win(Shot(board, gain.line[0], prover), gain.line, gain.value, Start.BEFORE))


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(("kind", "name", "fen", "first", "squares"), EXAMPLES)
def test_a_theme_is_found(kind: FactKind, name: str, fen: str, first: str, squares: str, image: Image) -> None:
    found = [fact for fact in facts(image, fen, first) if fact.kind is kind and fact.name == name]
    wanted = {image.square(parse_square(square)) for square in squares.split()}
    assert wanted in [set(fact.squares) for fact in found], facts(image, fen, first)
    assert all(fact.side == image.side(RED) and fact.proof[0] == image.move(first) for fact in found)


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(("kind", "fen"), NEAR_MISSES)
def test_a_near_miss_is_not_called_so(kind: FactKind, fen: str, image: Image) -> None:
    assert kind not in [fact.kind for fact in facts(image, fen)]


@pytest.mark.parametrize("image", list(images()))
def test_whoever_takes_the_mount_makes_none(image: Image) -> None:
    """The cannon on h5 faces the horse over the chariot first, then over the cannon that took it."""
    fen = "rnb1kabnr/4a4/9/p1p1p1pcp/7c1/2P3P2/P3P3P/7R1/RC7/1NBAKABN1 b"
    found = facts(image, fen, "h6h2")
    assert found
    assert FactKind.MOUNT_MADE not in [fact.kind for fact in found]


@pytest.mark.parametrize("image", list(images()))
def test_a_defender_that_two_pieces_pin_is_told_once(image: Image) -> None:
    """The cannon pins the advisor, too, over the chariot; the piece it guards is not also called hanging."""
    found = facts(image, "4kab2/4a4/2n2c3/pr4b1p/2P1R4/6N2/P7P/4C4/5R3/2rAKAB2 w", "f1f7")
    [fact] = [fact for fact in found if fact.kind is FactKind.PINNED_DEFENDER]
    assert fact.pieces[2].square == image.square(parse_square("e8"))
    assert FactKind.HANGS not in [fact.kind for fact in found]


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(
    ("fen", "along"),
    [
        ("r3kabr1/4a4/2n1b1n2/p3p3p/1cp3pc1/2P1P1P2/P3N3P/2C1C1N2/3R5/2BAKAB1R w", "c4c5"),
        ("c8/4a4/2C1ka3/2p6/5P3/4c4/P1P1r3P/4BR3/9/4K1B2 b", "e3e2"),
    ],
)
def test_whoever_takes_along_a_line_neither_clears_it_nor_comes_as_a_mount(
    fen: str, along: str, image: Image
) -> None:
    """A soldier takes one before its cannon, a chariot an elephant: the mount was there, and it still is."""
    found = facts(image, fen, along)
    assert found
    assert not {FactKind.MOUNT_MADE, FactKind.MOUNT_REMOVED} & {fact.kind for fact in found}


@pytest.mark.parametrize("image", list(images()))
def test_a_double_check_over_a_mount_is_told_once(image: Image) -> None:
    """The chariot comes between its cannon and the king, and checks as well."""
    found = facts(image, "5a3/3ka4/1c7/9/9/2R6/9/9/4A4/3CK1Br1 w", "c4d4")
    kinds = [fact.kind for fact in found]
    assert FactKind.DOUBLE_CHECK in kinds
    assert FactKind.MOUNT_MADE not in kinds


# Kind, name, position with Black to move, the mistake, what it allows, the pieces concerned.
OPENED = [
    (FactKind.DEFENDER_REMOVED, "left", "9/4k4/4bR3/5n3/9/9/9/9/9/3K5 b", "e8e9", "f7e7", "e9 e7"),
    (FactKind.DISCOVERED_ATTACK, "", "3k5/9/4b4/9/9/9/9/4n4/4R4/5K3 b", "e2f4", "e1e7", "e1 e7 f4"),
    (FactKind.EYE_BLOCKED, "", "3a1kb2/9/R3b4/9/9/9/5r3/9/9/3K3C1 b", "f9f8", "a7e7", "g9 e7 f8"),
    (FactKind.EYE_FREED, "", "5k3/9/9/9/9/2n6/3r5/4B4/9/4K4 b", "d3d8", "e2c4", "e2 c4 d8"),
    (FactKind.LEG_BLOCKED, "", "3k5/6n2/R3c4/9/9/9/5r3/9/9/4K4 b", "f3f8", "a7e7", "g8 e7 f8"),
    (FactKind.LEG_FREED, "", "2bak4/4a4/3RN4/9/9/9/9/9/9/3K5 b", "e8f7", "e7d9", "e7 d9 f7"),
    (FactKind.MOUNT_MADE, "", "3k5/9/4b4/9/9/9/9/9/4Cn3/5K3 b", "f1e3", "e1e7", "e1 e7 e3"),
    (FactKind.MOUNT_REMOVED, "", "2bn1k1C1/9/9/6p2/9/9/9/9/9/3K5 b", "d9f8", "h9c9", "h9 c9 f8"),
]


def opened(image: Image, fen: str, mistake: str, answer: str) -> list[Fact]:
    before = image.board(fen)
    after = played(before, [image.move(mistake)])
    gain = prover.gain_by(after, image.move(answer))
    assert gain is not None
    win = Win(Shot(after, gain.line[0], prover), gain.line, gain.value, Start.AFTER)
    return ways_opened(before, image.move(mistake), gain.line[0], win)


@pytest.mark.parametrize("image", list(images()))
@pytest.mark.parametrize(("kind", "name", "fen", "mistake", "answer", "squares"), OPENED)
def test_how_a_mistake_let_it_happen(
    kind: FactKind, name: str, fen: str, mistake: str, answer: str, squares: str, image: Image
) -> None:
    found = opened(image, fen, mistake, answer)
    assert [(fact.kind, fact.name) for fact in found] == [(kind, name)]
    assert set(found[0].squares) == {image.square(parse_square(square)) for square in squares.split()}
    assert found[0].side == image.side(RED)
    assert image.board(fen).turn == image.side(BLACK)


@pytest.mark.parametrize(
    ("fen", "mistake", "answer"),
    [
        ("9/4k4/4bR3/5n3/9/9/9/9/9/3K5 b", "f6h5", "f7e7"),  # another piece moved
        ("3k5/9/4b4/9/9/9/9/9/4R4/4nK3 b", "e0f2", "e1e7"),  # it stood behind the chariot
        ("3k5/9/4b4/9/9/9/9/9/4Cn3/5K3 b", "f1g3", "e1f1"),  # no capture at all
        ("3k5/6n2/R3c4/9/9/9/5r3/9/9/4K4 b", "f3f7", "a7e7"),  # beside the leg: the horse still protects
        ("5k3/9/9/9/9/2n6/4r4/4B4/9/3K5 b", "e3e8", "e2c4"),  # the eye was free before
        ("3k5/9/4b4/9/4r4/4N4/9/9/4C4/5K3 b", "e5e4", "e1e7"),  # it took the horse: one mount of two is left
    ],
)
def test_what_the_mistake_did_not_change_is_not_its_doing(fen: str, mistake: str, answer: str) -> None:
    assert opened(Image(False, False), fen, mistake, answer) == []


def test_two_threats_are_said_of_two_pieces() -> None:
    """The advisor's move lets four pieces be taken: calling that two threats at once would be wrong."""
    board = Board("2b2aCn1/4k4/n4a3/R3p1p1p/2p6/9/4P4/4Br2N/3K5/c4AB2 w")
    told = list(FactFinder().by_force(board, Move.from_iccs("f0e1")))
    assert told
    assert not [fact for fact in told if fact.kind is FactKind.DOUBLE_THREAT]


@pytest.mark.parametrize("image", list(images()))
def test_a_line_ends_when_what_is_claimed_is_won(image: Image) -> None:
    """A soldier that falls later is not forced, and what would be taken back is not won."""
    board = image.board("3k5/9/9/n7p/9/9/9/9/9/R3K4 w")
    line = tuple(map(image.move, ("a0a6", "d9d8", "a6i6")))
    assert until_won(board, line, 250, prover) == line[:1]
    assert until_won(board, line, 250, prover, 3) == line
    assert until_won(board, line, 500, prover) == line
    guarded = image.board("r2k5/9/9/n7p/9/9/9/9/9/R3K4 w")
    line = tuple(map(image.move, ("a0a6", "a9a6")))
    assert until_won(guarded, line, 250, prover) == line
    dearer = image.board("r2k5/9/9/r8/9/1N7/9/9/9/4K4 w")
    line = tuple(map(image.move, ("b4a6", "a9a6", "e0e1", "d9d8")))
    assert until_won(dearer, line, 500, prover) == line[:2]
