"""Tests that classics are listed like the puzzles of a file, and played out for their goal."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest
from app_session import Session

from xiangqi.app.exercises.asks import ExerciseService, ListClassics
from xiangqi.app.exercises.classics import OpenClassics
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.puzzle_goal import asks_for_draw, is_puzzle
from xiangqi.app.exercises.puzzles import SolvePuzzle
from xiangqi.app.records.asks_reading import GamesRead, LoadFailed
from xiangqi.app.session.state import Panel
from xiangqi.core.constants import RED
from xiangqi.exercises import classics, packed_lines
from xiangqi.exercises.classics import Classic, ClassicGoal, load_classics, of_goal, record_of


@pytest.fixture
def service() -> Iterator[ExerciseService]:
    found = ExerciseService(queue.SimpleQueue())
    yield found
    found.close()


@pytest.mark.parametrize("goal", list(ClassicGoal))
def test_they_are_listed_and_played_for_their_goal(
    session: Session, service: ExerciseService, goal: ClassicGoal
) -> None:
    session.send(OpenClassics(goal))
    order = session.one(ListClassics)
    [listed] = service.list_classics(order)
    assert isinstance(listed, GamesRead)
    wanted = of_goal(load_classics(), goal)
    assert len(listed.games) == len(wanted)
    assert all(map(is_puzzle, listed.games[:50]))
    session.send(listed)
    assert session.state.panel is Panel.GAME_LIST
    session.send(SolvePuzzle(1))
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.setup.start_fen == wanted[1].fen
    assert puzzle.setup.human_side == RED
    assert puzzle.draw == (goal is ClassicGoal.DRAW)


def test_a_title_that_speaks_of_a_draw_does_not_ask_for_one() -> None:
    titled = [one for one in load_classics() if "求和" in one.title and one.goal is not ClassicGoal.DRAW]
    assert titled
    assert not any(asks_for_draw(record_of(one)) for one in titled)
    drawn = Classic(titled[0].fen, ClassicGoal.DRAW, 0, 1, "书", "题", ())
    assert asks_for_draw(record_of(drawn))


def test_classics_that_cannot_be_read_are_told(
    session: Session, service: ExerciseService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "classics.xz"
    damaged.write_bytes(b"nothing")
    monkeypatch.setattr(packed_lines, "asset", lambda _name: damaged)
    classics.load_classics.cache_clear()
    session.send(OpenClassics(ClassicGoal.MATE))
    [told] = service.list_classics(session.one(ListClassics))
    assert isinstance(told, LoadFailed)
    session.send(told)
    assert session.state.loading is None
    assert session.said == ["cannot_open"]
