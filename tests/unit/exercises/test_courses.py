"""The courses: every lesson holds by the tables, the referee, the book's names and the pattern tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN
from xiangqi.coach.patterns import PATTERNS, patterns_of
from xiangqi.coach.verdict_facts import probe_usual_tables
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import ResourceError
from xiangqi.exercises import courses
from xiangqi.exercises.courses import (
    ENDINGS,
    FOUR_MATES,
    OPENINGS_COURSE,
    REPETITION,
    Course,
    EndingLesson,
    ExerciseLesson,
    IdeaLesson,
    JudgementLesson,
    OpeningLesson,
    keeps_goal,
    load_courses,
    pattern_course,
    table_reply,
)
from xiangqi.exercises.pack import Exercise, ExerciseKind, load_pack
from xiangqi.openings import family_of, opening_of, practice
from xiangqi.referee import outcome
from xiangqi.tables import TableReport, TableVerdict


@pytest.fixture(scope="module")
def known() -> dict[str, Course]:
    return {course.key: course for course in load_courses()}


def test_lessons_have_keys_of_their_own(known: dict[str, Course]) -> None:
    assert list(known)[-3:] == [ENDINGS, REPETITION, OPENINGS_COURSE]
    for course in known.values():
        keys = [lesson.key for lesson in course.lessons]
        assert len(set(keys)) == len(keys)


def test_a_pattern_is_shown_and_then_practised(known: dict[str, Course]) -> None:
    names = [name for name in PATTERNS if PATTERN + name in known]
    assert len(names) >= 20
    for name in names:
        idea, *rest = known[PATTERN + name].lessons
        assert isinstance(idea, IdeaLesson)
        board = Board(idea.fen)
        for move in idea.line:
            board.push(move)
        assert not board.legal_moves()
        ratings = []
        for lesson in rest:
            assert isinstance(lesson, ExerciseLesson)
            assert PATTERN + name in lesson.exercise.themes
            assert lesson.exercise.fen != idea.fen
            ratings.append(lesson.exercise.rating)
        assert ratings == sorted(ratings)
        assert len(rest) <= 5


def test_the_first_course_has_the_four_mates_that_everybody_knows(known: dict[str, Course]) -> None:
    assert next(iter(known)) == FOUR_MATES
    lessons = known[FOUR_MATES].lessons
    ideas = [lesson.pattern for lesson in lessons if isinstance(lesson, IdeaLesson)]
    assert ideas == ["horse_and_cannon", "double_cannon", "two_chariots", "smothered_palace"]
    pattern, mates = "", []
    for lesson in lessons:
        if isinstance(lesson, IdeaLesson):
            pattern, mates = lesson.pattern, []
            fen, line = lesson.fen, lesson.line
        else:
            assert isinstance(lesson, ExerciseLesson)
            assert PATTERN + pattern in lesson.exercise.themes
            mates.append(lesson.exercise.mate)
            fen, line = lesson.exercise.fen, lesson.exercise.solution
        board = Board(fen)
        for move in line:
            board.push(move)
        assert board.is_check()
        assert not board.legal_moves()
        assert pattern in {found.name for found in patterns_of(Board(fen), line)}
        assert mates == sorted(mates)
        assert len(line) <= 3


def test_five_exercises_are_spread_over_all_there_are() -> None:
    mates = [
        Exercise(exercise.fen, exercise.solution, ExerciseKind.MATE, (PATTERN + "stalemate",), 1000 + number)
        for number, exercise in enumerate(load_pack()[:21])
    ]
    course = pattern_course("stalemate", mates)
    assert course is not None
    ratings = [lesson.exercise.rating for lesson in course.lessons if isinstance(lesson, ExerciseLesson)]
    assert len(ratings) == 5
    assert ratings[-1] >= 1019
    assert pattern_course("stalemate", []) is None


def test_endings_are_worth_what_they_ask_for(known: dict[str, Course]) -> None:
    for lesson in known[ENDINGS].lessons:
        assert isinstance(lesson, EndingLesson)
        board = Board(lesson.fen)
        assert board.turn == (RED if lesson.wins else BLACK)
        report = probe_usual_tables(board)
        assert report.verdict is (TableVerdict.WIN if lesson.wins else TableVerdict.DRAW), lesson
        assert any(not keeps_goal(verdict, wins=lesson.wins) for verdict in report.moves.values()), lesson


@pytest.mark.parametrize("key", ["KPKA win", "KRKAA win", "KNKAA draw"])
def test_the_tables_play_an_ending_out(known: dict[str, Course], key: str) -> None:
    lesson = next(lesson for lesson in known[ENDINGS].lessons if lesson.key == key)
    assert isinstance(lesson, EndingLesson)
    board = Board(lesson.fen)
    while outcome(board) is None and len(board.move_stack) < 100:
        move = table_reply(board, probe_usual_tables)
        assert move is not None
        board.push(move)
    ended = outcome(board)
    assert (ended is not None and ended.winner == RED) is lesson.wins


def test_without_a_table_there_is_no_reply() -> None:
    assert table_reply(Board(), lambda _: TableReport(TableVerdict.NOT_COVERED)) is None


def test_cycles_are_judged(known: dict[str, Course]) -> None:
    lessons = known[REPETITION].lessons
    winners = set()
    for lesson in lessons:
        assert isinstance(lesson, JudgementLesson)
        ended = lesson.verdict()
        assert ended.verdict is not None
        winners.add(ended.winner)
    assert winners == {RED, BLACK, None}
    broken = JudgementLesson("no cycle", Board().fen(), (Move.from_iccs("h2e2"),), 1, "wxf")
    with pytest.raises(ResourceError, match="no repetition"):
        broken.verdict()


def test_openings_bear_their_names(known: dict[str, Course]) -> None:
    lessons = known[OPENINGS_COURSE].lessons
    families = set()
    for lesson in lessons:
        assert isinstance(lesson, OpeningLesson)
        found = opening_of(lesson.moves)
        assert found is not None
        assert found.code == lesson.opening
        families.add(family_of(lesson.opening))
    assert len(families) == 10


def test_openings_are_what_masters_play(known: dict[str, Course]) -> None:
    for lesson in known[OPENINGS_COURSE].lessons:
        assert isinstance(lesson, OpeningLesson)
        board = Board()
        for move in lesson.moves:
            assert practice.weights(board)[move] >= 5, (lesson.key, move)
            board.push(move)


@pytest.mark.parametrize("content", ["", "{}", json.dumps({"endings": [{}], "cycles": [], "openings": []})])
def test_damaged_lessons_are_told(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lessons.json").write_text(content)
    monkeypatch.setattr(courses, "asset", lambda name: tmp_path / name)
    load_courses.cache_clear()
    try:
        with pytest.raises(ResourceError, match="lessons cannot be read"):
            load_courses()
    finally:
        load_courses.cache_clear()
