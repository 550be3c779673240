"""Tests that classics are listed like the puzzles of a file, and played out for their goal."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from app_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.exercises.asks import ClassicsListed, ExerciseService, ListClassics
from xiangqi.app.exercises.asks_classics import ClassicStarsKnown, KeepClassicStars
from xiangqi.app.exercises.classics import OpenClassics, PlayLevel, ShowBookLine, name_of_classic
from xiangqi.app.exercises.levels import ClassicLevel, ClassicsState, mate_group, next_level, stars_for
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.puzzle_goal import asks_for_draw
from xiangqi.app.exercises.puzzles import ListPuzzles
from xiangqi.app.game.search_effects import SearchDone, SearchInfo, StartSearch
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.state import Panel
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info
from xiangqi.exercises import classics, packed_lines
from xiangqi.exercises.classics import Classic, load_classics, of_goal, record_of
from xiangqi.exercises.old_books import BookPage, ClassicGoal
from xiangqi.records.packed import pack
from xiangqi.ui.parts.game_rows import facts_of


@pytest.fixture
def service() -> Iterator[ExerciseService]:
    found = ExerciseService(queue.SimpleQueue())
    yield found
    found.close()


@pytest.mark.parametrize("goal", list(ClassicGoal))
def test_they_are_levels_and_played_for_their_goal(
    session: Session, service: ExerciseService, goal: ClassicGoal
) -> None:
    session.send(OpenClassics(goal.value))
    assert session.state.panel is Panel.CLASSICS
    [listed] = service.list_classics(session.one(ListClassics))
    assert isinstance(listed, ClassicsListed)
    wanted = of_goal(load_classics(), goal)
    assert {level.key for level in listed.levels} == {one.key for one in wanted}
    order = [(level.longest, level.rating) for level in listed.levels]
    assert order == sorted(order), "mates by length, then by measured difficulty"
    assert (len({longest for longest, _ in order}) > 1) == (goal is ClassicGoal.MATE)
    session.send(listed)
    session.send(OpenClassics(goal.value))
    assert session.found(ListClassics) == [], "they are read once"
    session.send(PlayLevel(1))
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.setup.start_fen == listed.levels[1].game.fen
    assert puzzle.setup.human_side == RED
    assert puzzle.draw == (goal is ClassicGoal.DRAW)
    session.send(ListPuzzles())
    assert session.state.panel is Panel.CLASSICS
    assert next_level(listed.levels, frozenset({listed.levels[0].key})) == 1


def test_mates_are_grouped_by_their_length() -> None:
    assert [mate_group(moves) for moves in (0, 1, 3, 4, 6, 7, 10, 11, 30)] == [0, 3, 3, 6, 6, 10, 10, 99, 99]


@pytest.mark.parametrize(
    ("help_taken", "stars"),
    [
        ((), 3),
        ((Unrated.TAKE_BACK,), 2),
        ((Unrated.HINT,), 2),
        ((Unrated.HINT, Unrated.ANALYSIS), 2),
        ((Unrated.TAKE_BACK, Unrated.HINT), 1),
    ],
)
def test_help_and_takebacks_cost_a_star_each(help_taken: tuple[Unrated, ...], stars: int) -> None:
    assert stars_for(help_taken) == stars


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
    session.send(OpenClassics("mate"))
    [told] = service.list_classics(session.one(ListClassics))
    session.send(told)
    assert session.said == ["classics_unread"]


WON = "4k4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1"
BOOK = BookPage(
    ClassicGoal.WIN,
    "旧书",
    "一车独胜",
    (Move.from_iccs("a1a8"), Move.from_iccs("e9d9"), Move.from_iccs("f0f1")),
)


@pytest.fixture
def listed(session: Session) -> Callable[[ClassicGoal], Session]:
    """The session with one classic of a goal on the board."""

    def begun(goal: ClassicGoal) -> Session:
        classic = Classic(WON, goal, 0, 1, BOOK.book, BOOK.title, BOOK.line)
        level = ClassicLevel(pack(record_of(classic)), classic.rating, 0)
        session.send(OpenClassics(goal.value), ClassicsListed(goal.value, (level,)), PlayLevel(0))
        return session

    return begun


def answer(session: Session, own: str, reply: str, score: int | None, mate: int | None = None) -> None:
    """Make a move and let the engine reply, with a score from its own view."""
    session.send(PlayText(own))
    search = session.one(StartSearch)
    info = Info(9, 9, 1, 1, score, mate, pv=(Move.from_iccs(reply),))
    session.send(SearchInfo(search.search_id, info), SearchDone(search.search_id, Move.from_iccs(reply)))


@pytest.mark.parametrize(
    ("goal", "score", "mate", "solved"),
    [
        (ClassicGoal.WIN, -700, None, True),
        (ClassicGoal.WIN, None, -9, True),
        (ClassicGoal.WIN, -300, None, False),
        (ClassicGoal.WIN, None, 3, False),
        (ClassicGoal.MATE, -700, None, False),
        (ClassicGoal.MATE, None, -9, False),
        (ClassicGoal.DRAW, 100, None, True),
        (ClassicGoal.DRAW, 300, None, False),
        (ClassicGoal.DRAW, None, 3, False),
    ],
)
def test_a_goal_held_as_long_as_the_book_is_reached(
    listed: Callable[[ClassicGoal], Session],
    goal: ClassicGoal,
    score: int | None,
    mate: int | None,
    solved: bool,
) -> None:
    session = listed(goal)
    answer(session, "a1a7", "e9d9", score, mate)
    assert not session.state.solved, "the book takes two moves"
    answer(session, "a7a8", "d9e9", score, mate)
    assert session.state.solved == ({key_of(WON)} if solved else frozenset())
    assert session.state.play.end is None


def test_title_and_line_are_told_only_after_solving(listed: Callable[[ClassicGoal], Session]) -> None:
    session = listed(ClassicGoal.WIN)
    (game,) = session.state.document.games
    assert game.event == ""
    assert BOOK.title not in facts_of(game).event
    session.send(ShowBookLine())
    assert session.state.mode(Puzzle) is not None
    answer(session, "a1a7", "e9d9", -900)
    answer(session, "a7a8", "d9e9", -900)
    session.send(ShowBookLine())
    assert session.state.mode(Puzzle) is None
    assert tuple(session.state.document.original.main_line()) == BOOK.line
    assert session.state.document.original.headers["Event"] == BOOK.name == name_of_classic(game)


def test_a_level_that_failed_has_an_answer(listed: Callable[[ClassicGoal], Session]) -> None:
    session = listed(ClassicGoal.WIN)
    answer(session, "a1a7", "e9d9", 300)
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.has_slipped
    session.send(ShowBookLine())
    assert tuple(session.state.document.original.main_line()) == BOOK.line


def test_a_solved_level_earns_stars_that_are_kept_and_the_most_count(
    listed: Callable[[ClassicGoal], Session],
) -> None:
    session = listed(ClassicGoal.WIN)
    session.send(ClassicStarsKnown({"other": 3}))
    answer(session, "a1a7", "e9d9", -900)
    session.send(TakeBack())
    answer(session, "a1a7", "e9d9", -900)
    answer(session, "a7a8", "d9e9", -900)
    assert session.one(KeepClassicStars).stars == {"other": 3, key_of(WON): 2}
    assert session.state.part(ClassicsState).stars[key_of(WON)] == 2
    session.send(ClassicStarsKnown({key_of(WON): 1}))
    assert session.state.part(ClassicsState).stars[key_of(WON)] == 2


@pytest.mark.parametrize(
    ("goal", "score", "slipped"),
    [
        (ClassicGoal.WIN, -700, False),
        (ClassicGoal.WIN, -100, True),
        (ClassicGoal.MATE, 50, True),
        (ClassicGoal.DRAW, 0, False),
        (ClassicGoal.DRAW, 400, True),
    ],
)
def test_it_is_noted_when_the_goal_slips_away_and_taken_back_with_the_move(
    listed: Callable[[ClassicGoal], Session], goal: ClassicGoal, score: int, slipped: bool
) -> None:
    session = listed(goal)
    answer(session, "a1a7", "e9d9", score)
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.has_slipped == slipped
    session.send(TakeBack())
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert not puzzle.has_slipped
