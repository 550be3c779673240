"""Tests of counting the moves of a reviewed game: phases, standings, causes, clocks, and storage."""

from __future__ import annotations

import json
import zlib
from dataclasses import fields, replace

import pytest

from tests.unit.insights.players import moves_of
from xiangqi.board import Board, Move
from xiangqi.coach.judge import review_game
from xiangqi.coach.notes import Opinion
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, PAWN, RED, ROOK
from xiangqi.fen import START_FEN
from xiangqi.insights.causes import FORK, HANGS, MATE, NONE, THEORY, THREAT
from xiangqi.insights.moves import (
    CountedMove,
    count_moves,
    kept_opinions,
    opinions_of,
    packed,
    unpacked,
)
from xiangqi.records.tree import Game


def game_of(moves: str, fen: str = START_FEN, **headers: str) -> Game:
    game = Game(format="test", start_fen=fen, headers=headers)
    node = game.root
    for word in moves.split():
        node = node.add(Move.from_iccs(word))
    return game


def line(text: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_iccs, text.split()))


def counted_one(fen: str, move: str, before: Opinion, after: Opinion) -> CountedMove:
    """Return a move as a counted move."""
    [found] = count_moves(game_of(move, fen), (before, after))
    return found


def test_the_opening_lasts_twenty_plies_and_as_long_as_masters_know_it() -> None:
    book = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
    wandering = " ".join(["a3a4 a6a5", *["a0a1 a9a8 a1a0 a8a9"] * 6])
    game = game_of(f"{book} {wandering}")
    found = count_moves(game, [Opinion(0.5)] * 33)
    assert len(found) == 32
    assert {move.phase for move in found[:20]} == {"opening"}
    assert {move.phase for move in found[20:]} == {"middlegame"}
    assert {move.opening for move in found} == {found[0].opening} != {""}


def test_what_begins_elsewhere_has_no_opening_and_few_pieces_are_an_ending() -> None:
    fen = "4k4/9/9/9/9/9/9/4R4/9/3K5 w - - 0 1"
    found = counted_one(fen, "e2e3", Opinion(0.9), Opinion(0.1))
    assert (found.phase, found.opening) == ("endgame", "")
    handicap = START_FEN.replace("RNBAKABNR", "1NBAKABNR")
    assert counted_one(handicap, "h2e2", Opinion(0.5), Opinion(0.5)).phase == "middlegame"


@pytest.mark.parametrize(
    ("chance", "standing"), [(0.9, "winning"), (0.5, "level"), (0.6, "level"), (0.4, "level"), (0.1, "losing")]
)
def test_standings_are_those_of_the_mover(chance: float, standing: str) -> None:
    assert counted_one(START_FEN, "h2e2", Opinion(chance), Opinion(1 - chance)).standing == standing


def test_the_loss_is_that_of_the_movers_chance_and_the_best_move_loses_nothing() -> None:
    best = line("b2e2")
    assert counted_one(START_FEN, "h2e2", Opinion(0.6, best), Opinion(0.55)).loss == pytest.approx(0.15)
    assert counted_one(START_FEN, "b2e2", Opinion(0.6, best), Opinion(0.55)).loss == 0
    assert counted_one(START_FEN, "h2e2", Opinion(0.5, best), Opinion(0.3)).loss == 0


def test_moves_without_a_choice_or_without_opinions_are_left_out() -> None:
    checked = "3k5/9/9/9/9/9/9/9/3r5/3K5 w - - 0 1"
    only = [move.iccs for move in Board(checked).legal_moves()]
    assert only == ["d0e0"]
    assert count_moves(game_of("d0e0", checked), (Opinion(0.5), Opinion(0.5))) == ()
    game = game_of("h2e2 h9g7 h0g2")
    assert [move.ply for move in count_moves(game, (Opinion(0.5), Opinion(0.5), None, Opinion(0.5)))] == [1]
    assert count_moves(game, ()) == ()
    assert [move.ply for move in count_moves(game, [Opinion(0.5)] * 4, sides=(BLACK,))] == [2]


CANNON_AND_HORSE = "3k5/9/4c4/p1p3p1p/9/9/P1P1P1P1P/9/{}/{} w - - 0 1"
CHARIOTS = "3k5/9/9/p1p1r1p1p/9/9/P1P3P1P/4R4/9/5K3 w - - 0 1"
BARE_CHARIOTS = "3k5/9/9/4r4/9/9/9/4R4/9/5K3 w - - 0 1"


def test_a_threat_that_was_ignored_and_a_piece_that_was_put_where_it_hangs() -> None:
    shot = Opinion(0.8, line("e7e1"))
    threatened = counted_one(CANNON_AND_HORSE.format("4N4", "5K3"), "i3i4", Opinion(0.6, line("e1c2")), shot)
    assert (threatened.cause, threatened.missed) == (THREAT, False)
    assert (threatened.punisher, threatened.distance, threatened.piece) == (CANNON, 6, PAWN)
    walked = counted_one(CANNON_AND_HORSE.format("9", "2N2K3"), "c0e1", Opinion(0.6, line("c0d2")), shot)
    assert (walked.cause, walked.missed) == (HANGS, False)
    assert (walked.punisher, walked.distance, walked.piece) == (CANNON, 6, KNIGHT)


def test_what_was_missed_is_told_apart_from_what_was_allowed() -> None:
    missed = counted_one(CHARIOTS, "i3i4", Opinion(0.95, line("e2e6")), Opinion(0.5, line("e6e7")))
    assert (missed.cause, missed.missed, missed.punisher, missed.distance) == (HANGS, True, ROOK, 4)
    allowed = counted_one(CHARIOTS, "i3i4", Opinion(0.95, line("e2e6")), Opinion(0.9, line("e6e2")))
    assert (allowed.cause, allowed.missed, allowed.punisher, allowed.distance) == (THREAT, False, ROOK, 4)


def test_a_fork_is_named_with_the_number_of_its_targets() -> None:
    fen = "2bakab2/9/9/p3p3p/2n6/9/P7P/1R3R3/9/2BAKAB2 b - - 0 1"
    found = counted_one(fen, "a6a5", Opinion(0.6, line("c5d3 b2b9 d3f2")), Opinion(0.6, line("b2b9")))
    assert (found.cause, found.missed, found.punisher, found.targets) == (FORK, True, KNIGHT, 2)


def test_mates_and_verdicts_come_before_material() -> None:
    missed = counted_one(CHARIOTS, "i3i4", Opinion(1.0, line("e2e6")), Opinion(0.5))
    assert (missed.cause, missed.missed) == (MATE, True)
    allowed = counted_one(START_FEN, "h2e2", Opinion(0.5, line("b2e2")), Opinion(1.0, line("h9g7")))
    assert (allowed.cause, allowed.missed) == (MATE, False)
    theory = counted_one(BARE_CHARIOTS, "f0f1", Opinion(0.95, line("e2e6")), Opinion(0.5, line("e6f6")))
    assert theory.cause == THEORY


def test_small_losses_have_no_cause() -> None:
    found = counted_one(CHARIOTS, "i3i4", Opinion(0.54, line("e2e6")), Opinion(0.5, line("e6e2")))
    assert (found.cause, found.is_fault) == (NONE, False)


def test_lines_that_are_not_legal_are_read_up_to_there() -> None:
    found = counted_one(CHARIOTS, "i3i4", Opinion(0.95, line("e2e6 a0a9")), Opinion(0.5, line("a0a9")))
    assert (found.cause, found.missed) == (HANGS, True)


def test_clocks_tell_what_was_left_and_what_was_used() -> None:
    game = game_of("h2e2 h9g7 h0g2 i9h9", TimeControl="300+5")
    clocks = (290_000, 280_000, 270_000, 100_000)
    found = count_moves(game, [Opinion(0.5)] * 5, clocks=clocks)
    assert [(move.left_s, move.used_s) for move in found] == [
        (300, 15),
        (300, 25),
        (290, 25),
        (280, 185),
    ]
    unknown = count_moves(game_of("h2e2 h9g7 h0g2"), [Opinion(0.5)] * 4, clocks=clocks)
    assert [move.left_s for move in unknown] == [None, None, 290]
    assert {move.left_s for move in count_moves(game, [Opinion(0.5)] * 5, clocks=clocks[:2])} == {None}


def test_a_review_and_what_is_kept_of_it_are_counted_alike() -> None:
    game = game_of("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 e2e6 h7h8")
    review = review_game(START_FEN, game.main_line(), 300)
    opinions = opinions_of(review)
    kept = [
        {"best": {"cp": None, "mate": None, "pv": [move.iccs for move in opinion.line]}} for opinion in opinions
    ]
    for value, opinion in zip(kept, opinions, strict=True):
        value["best"]["cp"] = 0
        assert kept_opinions([value]) == (Opinion(0.5, opinion.line),)
    found = count_moves(game, opinions, number=7)
    assert [round(move.loss, 3) for move in review.moves] == [round(move.loss, 3) for move in found]
    assert {move.game for move in found} == {7}
    assert max(move.loss for move in found) > 0.02


@pytest.mark.parametrize(
    "damaged",
    [
        None,
        5,
        {},
        {"best": 3},
        {"best": {"pv": ["zz"], "cp": 1, "mate": None}},
        {"best": {"pv": [], "cp": "x"}},
    ],
)
def test_damaged_opinions_are_unknown(damaged: object) -> None:
    assert kept_opinions([damaged]) == (None,)


def test_packed_moves_come_back_as_they_were() -> None:
    moves = moves_of(3, 1)
    assert unpacked(packed(moves), 1) == tuple(moves)
    assert unpacked(packed(moves), 9) == tuple(replace(move, game=9) for move in moves)
    assert unpacked(packed([]), 1) == ()
    assert len(packed(moves)) < 60 * len(moves)


def stored(**changes: object) -> bytes:
    """A costly move as it is stored, with other values of some fields."""
    (move,) = moves_of(1, 1)[:1]
    costly = replace(move, loss=0.5)
    row = json.loads(zlib.decompress(packed([costly])))[0]
    names = [field.name for field in fields(CountedMove)][1:]
    return zlib.compress(
        json.dumps([[changes.get(name, old) for name, old in zip(names, row, strict=True)]]).encode()
    )


SENSELESS = (
    *(("fen", value) for value in ("", "4k4/9 w", 3)),
    *(("move", value) for value in ("a0a0", "e9e8", 3)),
    *(("best", value) for value in ("e9e8", [])),
    *(("ply", value) for value in (float("inf"), "1")),
    *(("loss", value) for value in (float("nan"), "x", 10**400)),
    *(("phase", value) for value in ([], "late")),
    *(("standing", value) for value in ({}, "odd")),
    *(("opening", value) for value in ([], "Z99")),
    *(("cause", value) for value in ([], "luck")),
    *(("piece", value) for value in (None, 1.5)),
    *(("left_s", value) for value in ("1", float("inf"), 10**400)),
    ("missed", 1),
    ("side", 16.0),
)
"""Values with which the pages of insights could not be shown."""


def test_a_costly_move_with_sense_is_read() -> None:
    assert [move.loss for move in unpacked(stored(), 1)] == [0.5]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        zlib.compress(b"[[1]]"),
        zlib.compress(b"{}x"),
        zlib.compress(b"[5]"),
        zlib.compress(b"\xff\xff"),
        zlib.compress(json.dumps([[1, RED, "", "h2e2", None, 7.0, *[""] * 12]]).encode()),
        zlib.compress(b"[" * 100_000),
        *(stored(**{name: value}) for name, value in SENSELESS),
        packed(moves_of(1, 1))[:-20],
    ],
)
def test_damaged_content_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpacked(content, 1)
