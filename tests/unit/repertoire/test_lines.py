"""Tests that a repertoire is kept by position: transpositions and mirror images share one card."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.openings import mirrored, place_of, practice
from xiangqi.records.files import read_bytes
from xiangqi.records.tree import Game
from xiangqi.repertoire.departures import departure
from xiangqi.repertoire.gaps import gaps
from xiangqi.repertoire.lines import Repertoire, game_of, moves_of_game, moves_of_line
from xiangqi.repertoire.removal import without_lines

SCREEN = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4"
TRANSPOSED = "h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 c3c4"


def moves(text: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_iccs, text.split()))


def after(text: str) -> Board:
    board = Board()
    for move in moves(text):
        board.push(move)
    return board


def repertoire(side: int, *lines: str) -> Repertoire:
    made = Repertoire(side)
    for line in lines:
        made = made.with_moves(moves_of_line(moves(line), side))
    return made


def test_transpositions_are_one_card() -> None:
    one, both = repertoire(RED, SCREEN), repertoire(RED, SCREEN, TRANSPOSED)
    assert len(one.answers) == 4
    assert len(both.answers) == 6, "two positions on the second way are new, the last one is there"
    assert both.own_moves(after(TRANSPOSED[:-5])) == both.own_moves(after(SCREEN[:-5])) == moves("c3c4")


def test_mirror_images_are_one_card() -> None:
    image = " ".join(mirrored(move).iccs for move in moves(SCREEN))
    assert repertoire(RED, SCREEN) == repertoire(RED, SCREEN, image) == repertoire(RED, image)
    known = repertoire(RED, image)
    assert known.fits(Board(), Move.from_iccs("h2e2"))
    assert known.fits(Board(), Move.from_iccs("b2e2"))
    assert known.own_moves(after("h2e2 h9g7")) == moves("h0g2")
    assert known.own_moves(after("b2e2 b9c7")) == moves("b0c2")


def test_a_position_has_two_answers_at_most_and_one_is_preferred() -> None:
    made = repertoire(BLACK, "h2e2 h9g7", "h2e2 b9c7", "h2e2 h7e7")
    assert made.own_moves(after("h2e2")) == moves("h9g7 b9c7")
    place = place_of(after("h2e2"))
    assert made.preferring(place, made.answers[place][1]).own_moves(after("h2e2")) == moves("b9c7 h9g7")
    replaced = made.with_moves(moves_of_line(moves("h2e2 h7e7"), BLACK), replacing=True)
    assert replaced.own_moves(after("h2e2")) == moves("h7e7")


def test_what_can_no_longer_be_reached_goes() -> None:
    made = repertoire(RED, SCREEN, "h2e2 h7e7 h0g2")
    left = made.without(known for known in made.moves() if known.place == place_of(after("h2e2 h9g7")))
    assert left == repertoire(RED, "h2e2 h9g7 h0g2", "h2e2 h7e7 h0g2").without(
        known for known in made.moves() if known.place == place_of(after("h2e2 h9g7"))
    )
    assert set(left.answers) == {place_of(Board()), place_of(after("h2e2 h7e7"))}


def test_an_opponents_move_without_an_answer_is_not_covered() -> None:
    made = repertoire(RED, "h2e2 h9g7 h0g2 i9h9")
    assert not made.covered_moves(after("h2e2 h9g7 h0g2"))


RECORD = """\
1. h2e2 h9g7 (1... h7e7 2. h0g2 h9g7 3. i0h0) 2. h0g2 (2. h0i2 i9h9) 2... i9h9 3. i0h0 b9c7
(3... h7i7 4. h0h9) *
"""


def test_records_are_read_with_their_variations_and_written_again() -> None:
    (record,) = read_bytes(RECORD.encode(), "x.pgn")
    assert not record.errors
    red = Repertoire(RED).with_moves(moves_of_game(record, RED))
    assert red.own_moves(after("h2e2 h9g7")) == moves("h0g2 h0i2")
    assert red.own_moves(after("h2e2 h7e7 h0g2 h9g7")) == moves("i0h0")
    assert red.covered_moves(after("h2e2 h9g7 h0g2 i9h9 i0h0")) == moves("h7i7"), "b9c7 has no answer"
    again = Repertoire(RED).with_moves(moves_of_game(game_of(red), RED))
    assert again == red
    black = Repertoire(BLACK).with_moves(moves_of_game(record, BLACK))
    assert black.own_moves(after("h2e2")) == moves("h9g7 h7e7")
    assert Repertoire(BLACK).with_moves(moves_of_game(game_of(black), BLACK)) == black


def test_games_from_other_starts_have_no_lines() -> None:
    other = Game(start_fen="3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1")
    other.root.add(Move.from_iccs("e1d2"))
    assert not list(moves_of_game(other, RED))


# ---- Removing lines ----

OWN = "1. h2e2 b9c7 (1... h9g7 2. h0g2 b9c7 3. b0a2) 2. h0g2 h9g7 3. b0a2 *"
ENDS = "h2e2 b9c7 h0g2 h9g7"


def record(text: str) -> Game:
    (game,) = read_bytes(f"{text}\n".encode(), "x.pgn")
    assert not game.errors
    return game


def line(text: str) -> Game:
    game = Game()
    game.root.extend(moves(text))
    return game


def test_only_the_part_of_a_line_goes_that_no_other_line_needs() -> None:
    own = Repertoire(RED).with_moves(moves_of_game(record(OWN), RED))
    added = line(f"{ENDS} b0c2 a9b9 a0b0")
    made = own.with_moves(moves_of_game(added, RED))
    assert without_lines(made, [added]) == own, "the position is reached in two ways, but both go on"
    assert without_lines(made, [record(OWN), added]) == Repertoire(RED)
    assert without_lines(made, [record(OWN)]) == made.without(
        known for known in made.moves() if known.move.iccs in ("b0a2", "h0i2")
    )


def test_what_another_order_of_moves_leads_to_stays() -> None:
    one, both = repertoire(RED, SCREEN), repertoire(RED, SCREEN, TRANSPOSED)
    assert without_lines(both, [line(TRANSPOSED)]) == one
    assert without_lines(both, [line(TRANSPOSED), line(SCREEN)]) == Repertoire(RED)
    image = " ".join(mirrored(move).iccs for move in moves(TRANSPOSED))
    assert without_lines(both, [line(image)]) == one


@pytest.mark.parametrize("side", [RED, BLACK])
@pytest.mark.parametrize("seed", range(4))
def test_all_other_lines_stay(side: int, seed: int) -> None:
    """Lines share beginnings and positions; those with the same last move in the same position are one line."""
    chance = random.Random(seed)
    firsts = ["c3c4", "a3a4", "b0c2", "c0e2", "d0e1"] if side == BLACK else ["h2e2", "c3c4"]
    lines = sorted({" ".join(_growing(chance, [first], 7)) for first in firsts for _ in range(4)})
    made = repertoire(side, *lines)
    ends = {list(moves_of_line(moves(text), side))[-1]: text for text in lines if _has(made, text)}
    kept = list(ends.values())
    assert len(kept) > 2
    for gone in kept:
        others = [text for text in kept if text != gone]
        left = without_lines(made, [line(gone)])
        assert all(_has(left, text) for text in others)
        assert set(left.moves()) <= set(made.moves())
    assert without_lines(made, [game_of(made)]) == Repertoire(side)


def _growing(chance: random.Random, way: list[str], plies: int) -> list[str]:
    """Continue a line by one of the first two moves of each position, so that lines share their beginnings."""
    board = after(" ".join(way))
    while len(way) < plies:
        move = chance.choice(board.legal_moves()[:2])
        board.push(move)
        way.append(move.iccs)
    return way


def _has(made: Repertoire, text: str) -> bool:
    """Return whether a repertoire has a whole line, up to its last answer."""
    return set(moves_of_line(moves(text), made.side)) <= set(made.moves())


# ---- Where games leave the lines ----


@pytest.mark.parametrize(
    ("game", "left"),
    [
        (SCREEN + " g6g5 h0h6", None),  # the lines end
        ("h2e2 h9g7", None),  # the game ends
        (TRANSPOSED, (2, "b9c7", "h9g7", False)),  # a variation that is not covered
        ("h2e2 h9g7 h0i2", (3, "h0i2", "h0g2", True)),
        ("b2e2 b9c7 b0c2 a9b9 a0a1", (5, "a0a1", "a0b0", True)),  # in the mirror
        ("c3c4", (1, "c3c4", "h2e2", True)),
        ("h2e2 h9g7 h0g2 b9c7", (4, "b9c7", "i9h9", False)),
    ],
)
def test_a_game_is_told_where_it_leaves(game: str, left: tuple[int, str, str, bool] | None) -> None:
    found = departure(repertoire(RED, SCREEN), moves(game))
    if left is None:
        assert found is None
        return
    assert found is not None
    assert (found.ply, found.played.iccs, found.line[0].iccs, found.own) == left


def test_a_transposition_leaves_nothing() -> None:
    made = repertoire(RED, SCREEN, "h2e2 b9c7 h0g2 i9i8 i0h0")
    assert departure(made, moves("h2e2 b9c7 h0g2 h9g7 i0h0")) is not None
    both = repertoire(RED, SCREEN, TRANSPOSED, "h2e2 h9g7 h0g2 g6g5 i0h0")
    line = moves("h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 c3c4")
    found = departure(both, line)
    assert found is None, "Black's fourth ply is not covered, but leads to a position that is"


# ---- Gaps ----


def brute_force(made: Repertoire) -> dict[str, float]:
    """Play every game that masters could play against a repertoire; add up the shares that it leaves open."""
    found: dict[str, float] = defaultdict(float)

    def play(board: Board, probability: float) -> None:
        if board.turn == made.side:
            answers = made.own_moves(board)
            if not answers:
                found[place_of(board)] += probability
            shares = {move: 1 / len(answers) for move in answers}
        else:
            games = practice.weights(board)
            shares = {move: count / sum(games.values()) for move, count in games.items()}
        for move, share in shares.items():
            board.push(move)
            play(board, probability * share)
            board.pop()

    play(Board(), 1.0)
    return found


@pytest.mark.parametrize(
    ("side", "lines"),
    [
        (RED, ()),
        (BLACK, ()),
        (RED, (SCREEN, TRANSPOSED, "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6")),
        (RED, (SCREEN, "h2e2 h9g7 h0g2 i9h9 i0i1", "h2e2 h9g7 b0c2")),
        (BLACK, ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "c3c4 b7c7", "g0e2 h7d7 h0g2 h9g7", "h2e2 b9c7")),
    ],
)
def test_gaps_agree_with_a_count_by_brute_force(side: int, lines: tuple[str, ...]) -> None:
    made = repertoire(side, *lines)
    found = gaps(made, practice.weights)
    assert {place_of(after(" ".join(map(str, gap.line)))): gap.probability for gap in found} == pytest.approx(
        brute_force(made)
    )
    probabilities = [gap.probability for gap in found]
    assert probabilities == sorted(probabilities, reverse=True)
    if side == RED and not lines:
        assert [(gap.line, gap.probability) for gap in found] == [((), 1.0)]
    assert [gap for gap in found if gap.probability >= 0.02] == gaps(made, practice.weights, 0.02)
