"""How games end: mate, stalemate, limits, material; warnings before the move; sentences."""

from __future__ import annotations

import pytest
from catalogues import texts

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import FenError, IllegalMoveError, XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.referee import (
    Rules,
    judge,
    occurrences,
    outcome,
    outcome_sentence,
    warning,
    warning_sentence,
)
from xiangqi.referee import rules as reason_codes
from xiangqi.referee.warnings import DRAWS, EXPOSES, LOSES, REPEATS, WINS

PERPETUAL_CHECK = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
CHECKS = "e1d1 d9e9 d1e1 e9d9"
CHASE = "3k5/9/9/9/9/5c3/9/8R/9/4K4 w"
CHASES = "i2f2 f4i4 f2i2 i4f4"
IDLE = "3k5/9/9/9/9/9/9/9/9/R4K3 w"
IDLES = "a0a1 d9d8 a1a0 d8d9"


def moves(text: str) -> list[Move]:
    return [Move.from_iccs(word) for word in text.split()]


def played(fen: str, text: str) -> Board:
    board = Board(fen)
    for move in moves(text):
        board.push(move)
    return board


@pytest.mark.parametrize(
    ("fen", "winner", "reason"),
    [
        ("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b", RED, "checkmate"),
        ("3k5/9/9/9/9/9/9/9/4p4/3p1K3 w", BLACK, "stalemate"),
        ("3k5/9/9/9/9/9/9/4p4/9/5K3 w", None, None),
        ("3k5/9/9/9/9/9/9/3p5/4pp3/5K3 w", BLACK, "checkmate"),
        ("3k5/2P6/4R4/9/9/9/9/9/9/4K4 b", RED, "stalemate"),
        ("3k1a3/4a4/4b4/9/9/9/9/4B4/4A4/3AK4 w", None, "no_attacking_material"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 130 70", None, "natural_limit"),
    ],
)
def test_a_game_ends_by_the_right_rule(fen: str, winner: int | None, reason: str | None) -> None:
    found = outcome(Board(fen))
    assert (found and found.reason) == reason
    if found:
        assert found.winner == winner


@pytest.mark.parametrize(
    ("kind", "ends"), [("R", False), ("N", False), ("C", False), ("P", False), ("A", True)]
)
def test_a_game_without_attackers_is_drawn(kind: str, ends: bool) -> None:
    row = f"3{kind}K4" if kind != "P" else "4K4"
    pawn = "4P4" if kind == "P" else "9"
    found = outcome(Board(f"5k3/9/9/{pawn}/9/9/9/9/9/{row} w"))
    assert bool(found and found.reason == "no_attacking_material") == ends


@pytest.mark.parametrize(
    ("rounds", "clock", "ends"),
    [(60, 119, False), (60, 120, True), (50, 100, True), (40, 80, True), (None, 400, False)],
)
def test_the_natural_limit_ends_the_game(rounds: int | None, clock: int, ends: bool) -> None:
    board = Board(f"3k5/9/9/9/9/9/9/9/9/R4K3 w - - {clock} 1")
    found = outcome(board, Rules(natural_limit_rounds=rounds))
    assert (found is not None) == ends


def test_a_capture_begins_the_natural_limit_anew() -> None:
    board = Board("3k5/9/9/9/9/9/p8/9/9/R4K3 w - - 119 1")
    board.push(Move.from_iccs("a0a3"))
    assert outcome(board) is None


def test_at_most_ten_checks_count_towards_the_natural_limit() -> None:
    rules = Rules(occurrences=100, natural_limit_rounds=12)
    twelve_checks = played(PERPETUAL_CHECK, " ".join([CHECKS] * 6))
    assert outcome(twelve_checks, rules) is None
    found = outcome(twelve_checks, Rules(occurrences=100, natural_limit_rounds=12, counted_checks=None))
    assert found
    assert found.reason == "natural_limit"
    ten_checks = played(PERPETUAL_CHECK, " ".join([CHECKS] * 5) + " e1g1 d9d8 g1e1 d8d9")
    assert outcome(ten_checks, rules) is not None


@pytest.mark.parametrize("fault", [{"name": "fide"}, {"occurrences": 1}, {"natural_limit_rounds": 0}])
def test_rules_must_make_sense(fault: dict[str, object]) -> None:
    with pytest.raises(XiangqiError):
        Rules(**fault)  # type: ignore[arg-type]


def test_judge_names_the_illegal_move() -> None:
    with pytest.raises(IllegalMoveError, match="move 2, a0a1"):
        judge(IDLE, moves("a0a1 a0a1"))


@pytest.mark.parametrize("fen", ["3k5/9 w", "9/9/9/9/9/9/9/9/9/4K4 w", "4k4/9/9/9/9/9/9/9/9/9 w"])
def test_judge_wants_a_position_with_both_kings(fen: str) -> None:
    with pytest.raises(FenError):
        judge(fen, [])


@pytest.mark.parametrize(
    ("count", "rules"), [(2, Rules(occurrences=2)), (3, Rules()), (5, Rules(occurrences=5))]
)
def test_repetition_is_judged_at_the_occurrence_agreed(count: int, rules: Rules) -> None:
    board = played(IDLE, " ".join([IDLES] * (count - 1)))
    assert occurrences(board) == count
    found = outcome(board, rules)
    assert found
    assert (found.winner, found.reason) == (None, "repetition")
    board.pop()
    assert outcome(board, rules) is None


def test_a_capture_ends_the_search_for_occurrences() -> None:
    board = played("3k5/9/9/9/9/9/p8/9/9/R4K3 w", IDLES + " " + IDLES)
    assert occurrences(board) == 3
    board.push(Move.from_iccs("a0a3"))
    assert occurrences(board) == 1


def test_the_board_is_left_as_it_was() -> None:
    board = played(CHASE, CHASES + " " + CHASES)
    fen, key, stack = board.fen(), board.key, list(board.move_stack)
    outcome(board)
    warning(board, Move.from_iccs("i2f2"))
    assert (board.fen(), board.key, board.move_stack) == (fen, key, stack)


def test_warnings_come_before_the_move() -> None:
    board = Board(CHASE)
    kinds = []
    for move in moves(" ".join([CHASES] * 2)):
        found = warning(board, move)
        kinds.append(found and (found.kind, found.occurrence))
        board.push(move)
    assert kinds == [None] * 3 + [(REPEATS, 2)] * 3 + [(EXPOSES, 3), (WINS, 3)]


def test_the_chaser_is_warned_while_another_move_still_saves_the_game() -> None:
    """The position after the chasing move has occurred once before; the reply is what completes the cycle."""
    board = played(CHASE, "i2f2 f4i4 f2i2 i4f4 i2f2 f4i4")
    found = warning(board, Move.from_iccs("f2i2"))
    assert found
    assert (found.kind, found.occurrence, found.side, found.verdict.loser) == (EXPOSES, 3, RED, RED)
    assert warning_sentence(found) == (
        "your opponent can now repeat a position for the third time; "
        "because you chase the cannon on i4 with every move, you would lose"
    )
    assert warning(board, Move.from_iccs("f2f3")) is None


@pytest.mark.parametrize(("fen", "cycle"), [(IDLE, IDLES), (CHASE, CHASES)])
def test_replies_that_draw_or_lose_for_the_replying_side_are_no_danger(fen: str, cycle: str) -> None:
    line = moves(" ".join([cycle] * 2))
    board = Board(fen)
    for index, move in enumerate(line):
        found = warning(board, move)
        if found and found.kind == EXPOSES:
            assert (fen, index) == (CHASE, 6)
        board.push(move)


def losing_move() -> tuple[Board, Move]:
    """The chaser is about to bring about the third occurrence: the cycle begins with the other side's move."""
    board = Board("3k5/9/9/9/9/5c3/9/5R3/9/4K4 b")
    *line, last = moves("f4i4 f2i2 i4f4 i2f2 f4i4 f2i2 i4f4 i2f2")
    for move in line:
        board.push(move)
    return board, last


def test_warning_that_the_move_loses() -> None:
    board, move = losing_move()
    found = warning(board, move)
    assert found
    assert (found.kind, found.side, found.verdict.loser) == (LOSES, RED, RED)
    sentence = warning_sentence(found)
    assert sentence == (
        "the position will occur for the third time, and "
        "you will lose because you chase the cannon on f4 with every move"
    )
    assert sentence.arguments["occurrence"] == 3
    board.push(move)
    found_outcome = outcome(board)
    assert found_outcome
    assert found_outcome.winner == BLACK
    assert outcome_sentence(found_outcome) == "Red chases the cannon on f4 with every move: Black wins"


def test_second_occurrence_tells_what_more_of_it_leads_to() -> None:
    board = played("3k5/9/9/9/9/5c3/9/5R3/9/4K4 b", "f4i4 f2i2 i4f4")
    found = warning(board, Move.from_iccs("i2f2"))
    assert found
    assert found.kind == REPEATS
    assert "you chase the cannon on f4" in warning_sentence(found)


def test_rules_without_chase_warn_of_a_draw() -> None:
    found = warning(*losing_move(), Rules("basic"))
    assert found
    assert found.kind == DRAWS


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b", "checkmate: Red wins"),
        ("3k5/2P6/4R4/9/9/9/9/9/9/4K4 b", "stalemate: Red wins"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "neither side can win with the pieces left: draw"),
    ],
)
def test_an_outcome_is_told_in_a_sentence(fen: str, sentence: str) -> None:
    found = outcome(Board(fen))
    assert found
    assert outcome_sentence(found) == sentence


def test_every_reason_has_its_sentences() -> None:
    reasons = {
        value for name, value in vars(reason_codes).items() if name.isupper() and isinstance(value, str)
    } - {reason_codes.CHECK, reason_codes.CHASE, reason_codes.THREAT, reason_codes.EXCHANGE, reason_codes.IDLE}
    reasons -= {reason_codes.SACRIFICE, reason_codes.BLOCK, reason_codes.TAIL}  # told as purposes
    outcomes = {reason for reason in reasons if f"outcome.{reason}" in texts("en")}
    offences = {reason for reason in reasons if {f"you.{reason}", f"they.{reason}"} <= texts("en").keys()}
    assert outcomes | offences == reasons
    assert len(offences) == 8


def test_draw_by_repetition_is_announced() -> None:
    board = played(IDLE, IDLES + " " + IDLES[:-5])
    found = warning(board, Move.from_iccs("d8d9"))
    assert found
    assert found.kind == DRAWS
    assert warning_sentence(found) == "the position will occur for the third time, which is a draw"


def test_a_capture_or_a_new_position_brings_no_warning() -> None:
    board = Board("3k5/9/9/9/9/9/p8/9/9/R4K3 w")
    assert warning(board, Move.from_iccs("a0a3")) is None
    assert warning(board, Move.from_iccs("a0a1")) is None


@pytest.mark.parametrize(
    ("number", "words"), [(1, "first"), (10, "tenth"), (11, "11th"), (21, "21st"), (22, "22nd"), (113, "113th")]
)
def test_occurrences_are_told_as_ordinals(number: int, words: str) -> None:
    assert Message("warning.repeats", occurrence=number) == f"the position will occur for the {words} time"
