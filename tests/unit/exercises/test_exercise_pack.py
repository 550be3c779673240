"""Tests of the shipped pack: its exercises hold by the rules, and damaged packs are reported."""

from __future__ import annotations

import lzma
from datetime import date, timedelta

import pytest

from xiangqi.board import Board
from xiangqi.coach.facts import PATTERN, FactKind
from xiangqi.coach.patterns import PATTERNS, patterns_of
from xiangqi.errors import ResourceError
from xiangqi.exercises.pack import (
    Exercise,
    ExerciseKind,
    load_pack,
    pack_exercises,
    select,
    themes_of,
    todays_ten,
    unpack_exercises,
)
from xiangqi.fen import parse_fen, position_faults


@pytest.fixture(scope="module")
def pack() -> tuple[Exercise, ...]:
    return load_pack()


def test_every_exercise_is_sound(pack: tuple[Exercise, ...]) -> None:
    known = {kind.value for kind in FactKind} | {PATTERN + name for name in PATTERNS}
    for exercise in pack:
        assert not position_faults(parse_fen(exercise.fen)), exercise
        board = Board(exercise.fen)
        for move in exercise.solution:
            board.push(move)  # raises where it is not legal
        assert len(exercise.solution) % 2 == 1
        assert set(exercise.themes) <= known
        assert 400 <= exercise.rating <= 3000
        if exercise.kind is ExerciseKind.MATE:
            assert not board.legal_moves(), exercise
    assert len({exercise.key for exercise in pack}) == len(pack)
    assert [exercise.rating for exercise in pack] == sorted(exercise.rating for exercise in pack)


def test_patterns_are_those_of_the_final_position(pack: tuple[Exercise, ...]) -> None:
    mates = select(pack, kind=ExerciseKind.MATE)
    for exercise in mates[:: max(1, len(mates) // 60)]:
        named = {PATTERN + found.name for found in patterns_of(Board(exercise.fen), exercise.solution)}
        assert {theme for theme in exercise.themes if theme.startswith(PATTERN)} == named


def test_a_pack_survives_its_file(pack: tuple[Exercise, ...]) -> None:
    assert unpack_exercises(pack_exercises(pack)) == pack


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "damaged"),
        (lzma.compress(b"xiangqi exercises 1")[:-4], "damaged"),
        (b"no pack", "damaged"),
        (lzma.compress(b"xiangqi exercises 99"), "starts with"),
        (lzma.compress(b"xiangqi exercises 1\n9/9 w\tmate"), "line 2"),
        (lzma.compress(b"xiangqi exercises 1\n9/9 w\tmate\t1200\t\th2e2h7e7"), "line 2: a solution"),
        (lzma.compress(b"xiangqi exercises 1\n9/9 w\tguess\t1200\t\th2e2"), "line 2: 'guess'"),
        (lzma.compress(b"xiangqi exercises 1\n9/9 w\tmate\t1200\t\th2z2"), "line 2: 'h2z2'"),
    ],
)
def test_damaged_packs_are_told(data: bytes, message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        unpack_exercises(data)


def test_exercises_are_selected(pack: tuple[Exercise, ...]) -> None:
    theme, count = next(iter(themes_of(pack).items()))
    assert len(select(pack, theme)) == count
    assert select(pack, "no such theme") == []
    easy = select(pack, ratings=(400, 1500))
    assert easy
    assert max(exercise.rating for exercise in easy) <= 1500
    assert select(pack) == list(pack)


def test_a_day_has_its_ten(pack: tuple[Exercise, ...]) -> None:
    day = date(2026, 5, 1)
    ten = todays_ten(pack, day, 1300)
    assert len(ten) == 10
    assert ten == todays_ten(pack, day, 1300)
    assert ten != todays_ten(pack, day + timedelta(days=1), 1300)
    assert [exercise.rating for exercise in ten] == sorted(exercise.rating for exercise in ten)
    solved = frozenset(exercise.key for exercise in ten)
    assert not solved & {exercise.key for exercise in todays_ten(pack, day, 1300, solved)}
    everything = frozenset(exercise.key for exercise in pack)
    assert todays_ten(pack, day, 1300, everything) == ten  # rather known ones than none


def test_who_has_no_rating_finds_mates_in_one_and_hanging_pieces(pack: tuple[Exercise, ...]) -> None:
    day = date(2026, 5, 1)
    for later in range(20):
        ten = todays_ten(pack, day + timedelta(days=later), None)
        assert len(ten) == 10
        assert all(len(exercise.solution) == 1 for exercise in ten)
        assert all(exercise.mate == 1 or "hangs" in exercise.themes for exercise in ten)
        assert max(exercise.rating for exercise in ten) <= 1000
        assert [exercise.rating for exercise in ten] == sorted(exercise.rating for exercise in ten)


@pytest.mark.parametrize("rating", [1300, 1700, 2100])
def test_the_ten_begin_with_two_easy_ones(pack: tuple[Exercise, ...], rating: int) -> None:
    ratings = [exercise.rating for exercise in todays_ten(pack, date(2026, 5, 1), rating)]
    assert max(ratings[:2]) <= rating - 300
    assert min(ratings[2:]) >= rating - 300
