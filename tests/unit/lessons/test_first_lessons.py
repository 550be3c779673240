"""Tests of the first lessons: a search independent of the program's rules proves every task."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import plain_referee as plain
import pytest
from catalogues import texts

from xiangqi.bitboards import legal_moves
from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import KIND_MASK, LETTERS, RED, square_name
from xiangqi.errors import ResourceError
from xiangqi.fen import START_FEN, can_stand, parse_fen
from xiangqi.i18n.message import LANGUAGES
from xiangqi.lessons import lesson as lessons
from xiangqi.lessons.attempt import Misstep, Slip, TaskAttempt, chosen, moved, placed, stars
from xiangqi.lessons.lesson import Asks, Goal, Task, find_lesson, load_lessons

Reached = tuple[str, plain.Position, frozenset[plain.Square]]
"""The first move of a line, the position after it, and the remaining targets."""

POINTS: Final = [*product(range(9), range(10))]
LONGEST: Final = 6  # one more than the moves of any task

TASKS: Final = [task for lesson in load_lessons() for task in lesson.tasks]
PLAYED: Final = [task for task in TASKS if task.goal not in (Goal.PLACE, Goal.POINTS)]
ASKED: Final = [task for task in TASKS if task.question is not None]
PLACED: Final = [task for task in TASKS if task.goal is Goal.PLACE]


def name(point: plain.Square) -> str:
    return "abcdefghi"[point[0]] + str(point[1])


def points(squares: tuple[int, ...]) -> set[plain.Square]:
    return {plain.square(square_name(square)) for square in squares}


# ---- An independent version of the rules, for boards that may lack kings -----------------------------------


def fits(position: plain.Position, a: plain.Square, b: plain.Square) -> bool:
    if b in position and position[b][0] == position[a][0]:
        return False
    if position[a][1] == "C" and b not in position:
        return bool(plain.between(position, a, b) == 0)
    return a != b and bool(plain.reaches(position, a, b))


def in_check(position: plain.Position, colour: str) -> bool:
    has_general = any(piece[:2] == (colour, "K") for piece in position.values())
    return has_general and bool(plain.attackers(position, colour))


def moves(position: plain.Position, colour: str) -> Iterator[tuple[plain.Square, plain.Square]]:
    for a, b in product([point for point in position if position[point][0] == colour], POINTS):
        if not fits(position, a, b) or (b in position and position[b][1] == "K"):
            continue
        if not in_check(plain.play(position, a, b), colour):
            yield a, b


def is_reached(task: Task, position: plain.Position, b: plain.Square) -> bool:
    return not task.by or position[b][1] == LETTERS[task.by]


def is_done(task: Task, position: plain.Position, left: set[plain.Square]) -> bool:
    answers = any(moves(position, "b")) if task.goal in (Goal.MATE, Goal.STALEMATE) else True
    if task.goal in (Goal.REACH, Goal.TAKE):
        return not left
    if task.goal is Goal.GUARD:
        own = [point for point, piece in position.items() if piece[0] == "r"]
        return all(any(plain.reaches(position, a, t) for a in own if a != t) for t in points(task.targets))
    return {
        Goal.CHECK: in_check(position, "b"),
        Goal.ANSWER: not in_check(position, "r"),
        Goal.MATE: in_check(position, "b") and not answers,
        Goal.STALEMATE: not in_check(position, "b") and not answers,
    }[task.goal]


def tries(
    task: Task, position: plain.Position, left: frozenset[plain.Square], made: int
) -> Iterator[tuple[str, plain.Position, frozenset[plain.Square]]]:
    """Yield every move that a task allows, the position after it and the reply, and the remaining targets."""
    for a, b in moves(position, "r"):
        after = plain.play(position, a, b)
        if task.safe and any(target == b for _, target in moves(after, "b")):
            continue
        still = left - {b} if is_reached(task, after, b) else left
        if made < len(task.replies) and still:
            origin, target = (plain.square(square_name(one)) for one in ends(task.replies[made]))
            if (origin, target) not in set(moves(after, "b")):
                continue
            yield name(a) + name(b), plain.play(after, origin, target), still
        else:
            yield name(a) + name(b), after, still


def ends(move: Move) -> tuple[int, int]:
    return move.from_square, move.to_square


def fewest(task: Task) -> tuple[int, set[str]]:
    """Return the fewest moves that a task takes, by exhaustive search, and the first moves that achieve it."""

    lines: list[Reached] = [("", plain.read(task.fen), frozenset(points(task.targets)))]
    for made in range(LONGEST):
        following: dict[object, Reached] = {}
        found = set()
        for first, position, left in lines:
            for move, after, still in tries(task, position, left, made):
                if is_done(task, after, set(still)):
                    found.add(first or move)
                following[frozenset(after.items()), still, first or move] = first or move, after, still
        if found:
            return made + 1, found
        lines = list(following.values())
    raise AssertionError(f"{task.key} cannot be done in {LONGEST} moves")


# ---- Every task ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", PLAYED, ids=lambda task: task.key)
def test_a_task_can_be_done_in_so_many_moves_and_in_no_fewer(task: Task) -> None:
    count, firsts = fewest(task)
    assert count == task.moves == len(task.solution)
    assert task.solution[0] in firsts
    assert not task.replies or len(task.replies) == task.moves - 1


@pytest.mark.parametrize("task", PLAYED, ids=lambda task: task.key)
def test_the_program_agrees_about_the_solution(task: Task) -> None:
    attempt = TaskAttempt.of(task)
    for text in task.solution:
        assert not attempt.is_done
        move = Move.from_iccs(text)
        assert move in legal_moves(Board(attempt.fen).position()), "by the second generator"
        attempt, fault = moved(attempt, move)
        assert fault is None
    assert attempt.is_done
    assert stars(task, attempt.made, wrong=0, hints=0) == 3


@pytest.mark.parametrize("task", ASKED, ids=lambda task: task.key)
def test_a_question_has_the_answers_that_the_rules_give(task: Task) -> None:
    asked, position = task.question, plain.read(task.fen)
    assert asked is not None
    right: set[int] = set()
    if asked.asks in (Asks.CAN, Asks.CANNOT):
        legal = set(moves(position, "r"))
        for point, move in zip(asked.points, asked.moves, strict=True):
            a, b = (plain.square(square_name(one)) for one in ends(move))
            assert point in ends(move)
            right |= {point} if ((a, b) in legal) == (asked.asks is Asks.CAN) else set()
    elif asked.asks is Asks.BLOCKS:
        (move,) = asked.moves
        a, b = (plain.square(square_name(one)) for one in ends(move))
        for point in asked.points:
            without = dict(position)
            del without[plain.square(square_name(point))]
            right |= {point} if fits(without, a, b) and not fits(position, a, b) else set()
    elif asked.asks is Asks.PALACE:
        right = {p for p in asked.points if plain.in_palace(plain.square(square_name(p)), "r")}
    else:
        right = {p for p in asked.points if not plain.own_half(plain.square(square_name(p)), "r")}
    assert right == set(map(parse_square, task.solution))
    assert 0 < len(right) == task.moves < len(asked.points)
    attempt = TaskAttempt.of(task)
    for point in right:
        assert not attempt.is_done
        attempt = chosen(attempt, point)
    assert attempt.is_done


@pytest.mark.parametrize("task", PLACED, ids=lambda task: task.key)
def test_pieces_are_put_where_a_game_begins(task: Task) -> None:
    attempt, home = TaskAttempt.of(task), Board(START_FEN).pieces()
    for piece, square in task.placements:
        assert home[square] == piece
        assert piece in attempt.missing
        elsewhere = next(other for other in home if home[other] != piece)
        assert placed(attempt, piece, elsewhere) == (attempt, Misstep(Slip.NOT_HERE))
        attempt, fault = placed(attempt, piece, square)
        assert fault is None
    assert attempt.is_done
    assert Board(attempt.fen).pieces() == home
    assert attempt.made == task.moves


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.key)
def test_a_lesson_has_a_few_pages_and_three_to_six_tasks(lesson: lessons.Lesson) -> None:
    assert 1 <= len(lesson.pages) <= 4
    assert 3 <= len(lesson.tasks) <= 6
    for step in lesson.steps:
        position = parse_fen(step.fen)
        assert all(
            can_stand(code & KIND_MASK, code & ~KIND_MASK, at) for at, code in position.placement.items()
        )
        assert position.turn == RED or step in lesson.pages


def test_there_are_ten_lessons_and_mates_with_five_kinds_of_pieces() -> None:
    assert len(load_lessons()) == 10
    mates = [task for task in find_lesson("mate").tasks if task.goal is Goal.MATE]
    movers = {Board(task.fen).piece_at(Move.from_iccs(task.solution[0]).from_square) for task in mates}
    assert len(mates) == len(movers) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_says_more_than_two_sentences(language: str) -> None:
    said = {key: text for key, text in texts(language).items() if ".page." in key and key.startswith("first.")}
    assert len(said) == sum(len(lesson.pages) for lesson in load_lessons())
    for key, text in said.items():
        assert 1 <= sum(text.count(end) for end in ".!?。！？") <= 2, key


# ---- Reasons why a try is wrong ------------------------------------------------------------------------------


def slip(key: str, *texts: str) -> Slip | None:
    task = next(task for task in TASKS if task.key == key)
    attempt, fault = TaskAttempt.of(task), None
    for text in texts:
        assert fault is None
        assert not attempt.is_done
        attempt, fault = moved(attempt, Move.from_iccs(text))
    return fault.slip if fault is not None else None


def test_a_wrong_try_has_its_reason() -> None:
    assert slip("chariot.3", "e4b4") is Slip.TAKEN
    assert slip("chariot.4", "a0a5") is Slip.TAKEN
    assert slip("soldier.3", "c4c5", "c5c6", "c6c7") is Slip.PASSED
    assert slip("check.1", "a3a4") is Slip.NO_CHECK
    assert slip("mate.1", "b0b1") is Slip.NO_CHECK
    assert slip("mate.1", "a8a9") is Slip.ANSWERED
    assert slip("mate.6", "a7a6") is Slip.MOVES_LEFT
    assert slip("opening.2", "a0a1") is Slip.UNGUARDED
    assert slip("opening.3", "a0a1", "a1a2") is Slip.TOO_LONG


def test_a_roundabout_way_is_no_fault_where_it_leads_there() -> None:
    assert slip("chariot.2", "a9a8", "a8b8", "b8b3", "b3e3") is None
    assert slip("soldier.4", "e4e5", "e5e6", "e6d6") is None


def test_a_star_counts_only_for_the_piece_that_is_meant() -> None:
    task = find_lesson("opening").tasks[2]
    by_cannon, fault = moved(TaskAttempt.of(task), Move.from_iccs("b2c2"))
    assert fault is None
    assert by_cannon.left == set(task.targets)
    by_horse, _ = moved(TaskAttempt.of(task), Move.from_iccs("b0c2"))
    assert by_horse.left == {parse_square("g2")}


def test_what_shows_a_fault_can_be_played() -> None:
    task = find_lesson("mate").tasks[0]
    after, fault = moved(TaskAttempt.of(task), Move.from_iccs("a8a9"))
    assert fault is not None
    assert fault.moves
    assert set(fault.moves) <= set(Board(after.fen).legal_moves())


def test_stars_fall_with_slips() -> None:
    task = find_lesson("chariot").tasks[0]
    assert [stars(task, made, 0, 0) for made in (3, 4, 5, 6, 9)] == [3, 2, 2, 1, 1]
    assert [stars(task, 3, wrong, 0) for wrong in (0, 1, 2, 3)] == [3, 2, 2, 1]
    assert [stars(task, 3, 0, hints) for hints in (1, 2)] == [2, 1]


def test_a_damaged_file_is_refused_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lessons.json"
    path.write_text('{"lessons": [{"key": "chariot", "pages": [], "tasks": [{"fen": "9/9 w"}]}]}')
    monkeypatch.setattr(lessons, "asset", lambda _name: path)
    load_lessons.cache_clear()
    try:
        with pytest.raises(ResourceError):
            load_lessons()
    finally:
        monkeypatch.undo()
        load_lessons.cache_clear()
