"""Tests of the tools behind the pack: composing, choosing, and a check that finds errors."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tools.build_puzzles import read_log
from tools.puzzles.checking import Question, refuted
from tools.puzzles.choosing import choose
from tools.puzzles.chunks import from_record, to_record
from tools.puzzles.composing import compose, lengthen, turned
from tools.puzzles.measuring import rating_of
from tools.puzzles.mining import DEPTH, told
from tools.puzzles.renewing import renewed
from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN
from xiangqi.coach.prover import Prover
from xiangqi.core.constants import mirror_square
from xiangqi.exercises.likelihood import FITTED_LEVELS
from xiangqi.exercises.pack import Exercise, ExerciseKind, load_pack, select
from xiangqi.fen import Position, format_fen, parse_fen


def mirrored(exercise: Exercise) -> Exercise:
    position = parse_fen(exercise.fen)
    placement = {mirror_square(square): code for square, code in position.placement.items()}
    moves = tuple(
        Move.of(mirror_square(move.from_square), mirror_square(move.to_square)) for move in exercise.solution
    )
    return replace(exercise, fen=format_fen(Position(placement, position.turn)), solution=moves)


def test_composed_mates_have_one_solution_and_follow_from_their_seed() -> None:
    found = compose(7, 40)
    assert found
    assert compose(7, 40) == found
    for exercise in found:
        board, prover = Board(exercise.fen), Prover()
        mates = [move for move in board.legal_moves() if prover.mates_by(board, move, exercise.mate)]
        assert mates == [exercise.solution[0]]


def test_no_two_that_are_chosen_are_alike() -> None:
    first = select(load_pack(), kind=ExerciseKind.MATE)[0]
    other = replace(first, fen=format_fen(turned(parse_fen(first.fen))))
    assert len(choose([first, mirrored(first), other], 10)) == 1
    assert choose([replace(first, rating=600)], 10) == []
    some = list(load_pack()[:60])
    chosen = choose(some, 200)
    assert set(chosen) <= set(some)
    assert len(chosen) > 50
    assert [exercise.rating for exercise in chosen] == sorted(exercise.rating for exercise in chosen)
    assert len(choose(some, 20)) <= 20


def test_what_is_to_be_kept_is_chosen_before_what_is_like_it() -> None:
    first = select(load_pack(), kind=ExerciseKind.MATE)[0]
    assert choose([mirrored(first)], 10, kept=[first]) == [first]
    assert choose([first], 10, kept=[mirrored(first)]) == [mirrored(first)]


def test_an_exercise_is_as_hard_as_the_levels_find_it() -> None:
    easy, hard = dict.fromkeys(FITTED_LEVELS, 4), dict.fromkeys(FITTED_LEVELS, 0)
    middle = {level: 4 if level > 5 else 0 for level in FITTED_LEVELS}
    assert rating_of(easy) < 800 < rating_of(middle) < 2000 < rating_of(hard)


def test_a_log_that_was_cut_off_is_read(tmp_path: Path) -> None:
    exercise = load_pack()[0]
    assert from_record(json.loads(json.dumps(to_record(exercise)))) == exercise
    line = json.dumps({"chunk": "game 3", "exercises": [to_record(exercise)]})
    (tmp_path / "log").write_text(f"{line}\n{line[: len(line) // 2]}")
    assert read_log(tmp_path / "log") == {"game 3": [exercise]}
    assert read_log(tmp_path / "none") == {}


def test_a_check_finds_what_does_not_hold() -> None:
    mate = next(exercise for exercise in load_pack() if exercise.mate == 2)
    assert refuted(Question(mate, 5000)) == ""
    others = [move for move in Board(mate.fen).legal_moves() if move != mate.solution[0]]
    assert "does not mate" in refuted(Question(replace(mate, solution=(others[0], *mate.solution[1:])), 5000))
    opening = Exercise(Board().fen(), (Move.from_iccs("h2e2"),), ExerciseKind.WIN, (), 1000)
    assert "leaves a chance" in refuted(Question(opening, 2000))


def test_a_rare_pattern_is_composed_from_its_men() -> None:
    found = compose(1, 400, "three_chariots")
    assert found
    assert all(PATTERN + "three_chariots" in exercise.themes for exercise in found)
    assert compose(1, 400, "three_chariots") == found


def test_a_mate_is_made_longer_by_moves_taken_back() -> None:
    root = [one for one in load_pack() if one.mate == 1][7]
    longer = lengthen(root, 1, 2)
    assert longer
    prover = Prover()
    for exercise in longer:
        board = Board(exercise.fen)
        assert len(prover.mate(board)) == 3
        others = [move for move in board.legal_moves() if move != exercise.solution[0]]
        assert not any(prover.mates_by(board, move, 2) for move in others)


@pytest.mark.parametrize("pattern", ["crowded_king", "double_toast"])
def test_a_pattern_with_a_gift_is_composed_from_what_is_left_of_it(pattern: str) -> None:
    (exercise,) = compose(1, 2000, pattern, most=1)
    assert PATTERN + pattern in exercise.themes
    assert exercise.mate == 2
    _, answer, _ = exercise.solution
    assert answer.to_square == exercise.solution[0].to_square  # the gift is taken
    assert refuted(Question(exercise, 2000)) == ""


@pytest.mark.parametrize(
    ("fen", "line", "shown"),
    [
        ("4k4/9/9/9/r8/9/9/9/9/R2K5 w", "a0a5 e9e8 a5a8 e8e9 a8a9", 1),  # checks that win nothing more
        ("3k5/9/9/r8/1N7/9/9/9/9/4K4 w", "b5c7 d9d8 c7a6 d8d7 a6b8", 3),  # a fork: the chariot comes second
        ("4k4/4p4/9/p8/9/R8/r8/9/9/3K5 w", "a4a3 a6a5 a3a5 e9f9 a5a9", 1),  # a soldier more is not the point
        (
            "4k4/9/9/p8/9/R8/4r4/9/9/3K5 w",
            "a4a6 e3e6 a6a9 e9e8",
            3,
        ),  # the soldier, then a check: nothing is lost
        ("4k4/9/9/9/9/9/9/9/R8/3K5 w", "a1a9 e9e8 a9a8", 3),  # nothing to win: up to the last check
    ],
)
def test_a_solution_ends_when_its_piece_is_won(fen: str, line: str, shown: int) -> None:
    moves = tuple(map(Move.from_iccs, line.split()))
    assert told(Board(fen), moves, Prover(DEPTH)) == moves[:shown]


def test_no_exercise_of_the_pack_goes_on_when_its_piece_is_won() -> None:
    prover = Prover(DEPTH)
    others = [one for one in load_pack() if one.kind is not ExerciseKind.MATE and len(one.solution) > 1]
    assert others
    for exercise in others[::3]:
        assert told(Board(exercise.fen), exercise.solution, prover) == exercise.solution, exercise


def test_an_exercise_is_renewed_without_becoming_another() -> None:
    """Its position, by which progress is kept, its first move and its rating stay."""
    knife = "pattern.knife_at_the_heart"
    line = tuple(map(Move.from_iccs, ("d8e8", "d9e8", "b5b9")))
    old = Exercise("3ak4/3Pa4/9/9/1R7/9/9/9/9/4K4 w - - 0 1", line, ExerciseKind.MATE, ("mate", knife), 1234)
    new = renewed(old, Prover(DEPTH))
    assert PATTERN + "small_knife_at_the_heart" in new.themes
    assert knife not in new.themes
    assert replace(new, themes=old.themes) == old
    filled = tuple(map(Move.from_iccs, ("a0a5", "e9e8", "a5a8")))
    won = Exercise("4k4/9/9/9/r8/9/9/9/9/R2K5 w - - 0 1", filled, ExerciseKind.WIN, ("hangs",), 900)
    assert renewed(won, Prover(DEPTH)) == replace(won, solution=filled[:1])
