"""Tests of the first lessons on screen: all by mouse, some by keyboard; and of the answers to wrong tries."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from ui_session import Session

from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import DayBegan, Tick
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.lessons.asks import KeepStars, StarsKnown
from xiangqi.app.lessons.going_through import StartLesson, TurnStep
from xiangqi.app.lessons.state import Learning
from xiangqi.app.lessons.welcome import BeginAsTold
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.state import Panel
from xiangqi.app.session.strength import LOWEST
from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import KNIGHT, RED, ROOK, file_of, rank_of
from xiangqi.diagram.picture import Ink
from xiangqi.lessons.attempt import Slip, solved
from xiangqi.lessons.lesson import Goal, Lesson, LessonPage, Task, find_lesson, load_lessons
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.widgets import Button, Label
from xiangqi.ui.window.board_content import board_picture
from xiangqi.ui.window.overlay import Pill

Doing = Callable[[Session, Task], None]


def begin(session: Session, key: str, task: int = 0) -> Task | None:
    """Begin a lesson, at its first page or at a task."""
    session.send(StartLesson(key, afresh=True))
    session.draw()
    lesson = find_lesson(key)
    for _ in range(len(lesson.pages) + task - 1 if task else 0):
        session.click_widget(
            "lesson.skip"
            if session.state.mode(Learning) and session.state.mode(Learning).is_asked
            else "lesson.next"
        )
    return lesson.tasks[task - 1] if task else None


def click(session: Session, square: str) -> None:
    session.click(session.point(square))


def by_mouse(session: Session, task: Task) -> None:
    """Do a task by clicks: move pieces, put them down, or choose points."""
    for text in task.solution:
        if task.goal is Goal.PLACE:
            piece = session.state.mode(Learning).attempt.missing.index(_code(text))  # type: ignore[union-attr]
            session.click_widget(f"lesson.piece.{piece}")
            click(session, text[2:])
        elif task.goal is Goal.POINTS:
            click(session, text)
        else:
            click(session, text[:2])
            click(session, text[2:])


def _code(text: str) -> int:
    return RED | ".KABNRCP".index(text[0])


def by_dragging(session: Session, task: Task) -> None:
    """Do the same by dragging wherever a piece can be dragged."""
    for text in task.solution:
        if task.goal is Goal.POINTS:
            click(session, text)
            continue
        target = session.point(text[2:])
        if task.goal is Goal.PLACE:
            piece = session.state.mode(Learning).attempt.missing.index(_code(text))  # type: ignore[union-attr]
            start = session.widget(f"lesson.piece.{piece}").rect.center
        else:
            start = session.point(text[:2])
        session.press(start)
        session.move_mouse((start[0] + 30, start[1] + 60))
        session.move_mouse(target)
        session.release(target)


def go_through(session: Session, lesson: Lesson, do: Doing) -> None:
    """Read the pages and do the tasks, from the first page to the end."""
    for step in lesson.steps:
        learning = session.state.mode(Learning)
        assert learning is not None
        assert learning.step == step
        if isinstance(step, LessonPage):
            assert isinstance(session.widget("lesson.page"), Label)
        else:
            do(session, step)
            assert session.widget("lesson.stars").count == 3  # type: ignore[attr-defined]
            assert session.state.stars[step.key] == 3
        session.click_widget("lesson.next")
    session.widget("lesson.finished")


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.key)
@pytest.mark.parametrize("do", [by_mouse, by_dragging])
def test_a_whole_lesson_can_be_done_by_mouse(lesson: Lesson, do: Doing) -> None:
    session = Session()
    begin(session, lesson.key)
    go_through(session, lesson, do)
    heard = [effect.sound for effect in session.effects if isinstance(effect, PlaySound)]
    assert heard.count(Sound.SUCCESS) == len(lesson.tasks) - 1
    assert heard.count(Sound.WIN) == 1
    kept = [effect.stars for effect in session.effects if isinstance(effect, KeepStars)]
    assert set(kept[-1]) == {task.key for task in lesson.tasks}


def test_one_lesson_leads_to_the_next_and_the_last_to_a_game() -> None:
    session = Session()
    session.send(StartLesson("board"))
    session.draw()
    for lesson in load_lessons():
        assert session.state.mode(Learning) is not None
        assert session.state.mode(Learning).lesson is lesson
        while session.state.mode(Learning).step is not None:
            name = "skip" if session.state.mode(Learning).is_asked else "next"
            session.click_widget(f"lesson.{name}")
        assert session.state.stars == {}
        if lesson is not load_lessons()[-1]:
            session.click_widget("lesson.next")
    session.click_widget("lesson.on")
    play = session.state.document.play
    assert isinstance(play, GameInProgress)
    assert play.setup.start_fen.split()[:2] == solved(find_lesson("opening").tasks[-1]).fen.split()[:2]
    assert (play.setup.black.kind, play.setup.black.level) == (PlayerKind.COMPUTER, 1)
    assert session.state.settings.coach_interrupts == "mistake", "the coach speaks"
    assert session.state.mode(Learning) is None


def gold(session: Session) -> list[Button]:
    return [one for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]


def test_the_end_of_a_lesson_offers_the_next_by_its_number_and_the_last_the_first_game() -> None:
    session, lessons = Session(), load_lessons()
    session.send(StarsKnown({task.key: 3 for lesson in lessons for task in lesson.tasks}))
    for number, lesson in enumerate(lessons, 1):
        session.send(StartLesson(lesson.key, afresh=True), TurnStep(99))
        session.draw()
        [button] = gold(session)
        assert session.widget("lesson.stars").count == 3  # type: ignore[attr-defined]
        assert button.label == ("Play your first game" if number == 10 else f"Lesson {number + 1}")
    session.click_widget("lesson.play")
    assert session.state.play.setup.black.level == 1
    assert session.state.held(Guide) is not None
    session.send(Hint())
    assert session.state.question is None, "hints are on, so none is asked about"


def test_a_lesson_with_less_than_three_stars_tells_which_tasks_to_repeat_and_leads_to_them() -> None:
    session, lesson = Session(), find_lesson("chariot")
    known = {task.key: 3 for task in lesson.tasks} | {lesson.tasks[1].key: 2}
    session.send(StarsKnown(known), StartLesson(lesson.key, afresh=True), TurnStep(99))
    session.draw()
    assert session.widget("lesson.stars").count == 2  # type: ignore[attr-defined]
    assert "task 2" in session.widget("lesson.missing").text  # type: ignore[attr-defined]
    session.click_widget("lesson.repeat")
    assert session.state.mode(Learning).step == lesson.tasks[1]  # type: ignore[union-attr]
    by_mouse(session, lesson.tasks[1])
    session.click_widget("lesson.next")
    assert session.widget("lesson.stars").count == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(800, 600), (1366, 768)])
def test_each_button_of_a_lesson_keeps_its_place_and_nothing_is_tried_again_before_it_was_tried(
    size: tuple[int, int],
) -> None:
    session = Session(size)
    begin(session, "chariot")
    places: dict[str, set[tuple[int, int, int, int]]] = {}
    while session.state.mode(Learning) is not None and session.state.mode(Learning).step is not None:
        for name in ("back", "again", "show", "skip", "next"):
            button = session.widget(f"lesson.{name}")
            assert isinstance(button, Button)
            places.setdefault(name, set()).add(tuple(button.rect))
            if name in ("again", "next"):
                asked = session.state.mode(Learning).is_asked
                assert button.enabled == (name == "next" and not asked)
        session.click_widget("lesson.skip" if session.state.mode(Learning).is_asked else "lesson.next")
    assert all(len(rects) == 1 for rects in places.values()), places


# ---- By keyboard ----


def go_to(session: Session, square: int) -> None:
    """Move the board's cursor to a point from wherever it was."""
    target = (file_of(square), rank_of(square))
    for _ in range(30):
        cursor = session.screen._sketch.cursor
        here = (4, 0) if cursor is None else (file_of(cursor), rank_of(cursor))
        if cursor is not None and here == target:
            return
        across = here[0] != target[0] and cursor is not None
        if across:
            session.key(pygame.K_RIGHT if here[0] < target[0] else pygame.K_LEFT)
        else:
            session.key(pygame.K_UP if here[1] < target[1] else pygame.K_DOWN)
    raise AssertionError("the cursor does not come there")


def by_keyboard(session: Session, task: Task) -> None:
    for text in task.solution:
        ends = [text] if task.goal is Goal.POINTS else [text[:2], text[2:]]
        if task.goal is Goal.PLACE:
            ends = [text[2:]]
            while session.state.mode(Learning).hand != _code(text):  # type: ignore[union-attr]
                session.key(pygame.K_TAB)
                if (session.screen.memory.focus or "").startswith("lesson.piece."):
                    session.key(pygame.K_RETURN)
            if session.screen.memory.focus is not None:
                session.key(pygame.K_ESCAPE)
        for end in ends:
            go_to(session, parse_square(end))
            session.key(pygame.K_RETURN)


@pytest.mark.parametrize("key", ["board", "chariot", "horse"])
def test_a_whole_lesson_can_be_done_by_keyboard(key: str) -> None:
    session = Session()
    begin(session, key)
    lesson = find_lesson(key)
    for step in lesson.steps:
        assert session.state.mode(Learning) is not None
        assert session.state.mode(Learning).step == step
        if isinstance(step, Task):
            by_keyboard(session, step)
            assert session.state.stars[step.key] == 3
        session.key(pygame.K_RETURN)
    session.widget("lesson.finished")
    session.key(pygame.K_RETURN)
    assert session.state.mode(Learning).lesson is not lesson


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.key)
def test_a_lesson_whose_tasks_were_skipped_is_not_praised_but_leads_back_to_them(lesson: Lesson) -> None:
    session = Session()
    begin(session, lesson.key)
    session.send(TurnStep(99))
    session.draw()
    for done in range(len(lesson.tasks)):
        words = session.widget("lesson.unfinished")
        assert isinstance(words, Label)
        assert words.text.endswith(f"{done} of {len(lesson.tasks)} done")
        assert session.screen.stage.widget("lesson.finished") is None
        assert session.screen.stage.widget("lesson.stars") is None
        gold = [one.key for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]
        assert gold == ["lesson.tasks"]
        session.click_widget("lesson.tasks")
        assert session.state.mode(Learning) is not None
        assert session.state.mode(Learning).step == lesson.tasks[done]
        by_mouse(session, lesson.tasks[done])
        session.send(TurnStep(99))
        session.draw()
    session.widget("lesson.finished")
    assert session.widget("lesson.stars").count == 3  # type: ignore[attr-defined]


def test_a_skipped_task_leads_to_no_task_that_is_done() -> None:
    session, lesson = Session(), find_lesson("chariot")
    assert len(lesson.tasks) > 3
    begin(session, lesson.key, 1)
    for number, task in enumerate(lesson.tasks):
        if number in (1, 3):
            session.click_widget("lesson.skip")
        else:
            by_mouse(session, task)
            session.click_widget("lesson.next")
    session.click_widget("lesson.tasks")
    for number in (1, 3):
        assert session.state.mode(Learning) is not None
        assert session.state.mode(Learning).step == lesson.tasks[number]
        by_mouse(session, lesson.tasks[number])
        session.click_widget("lesson.next")
    session.widget("lesson.finished")


def test_a_lesson_that_is_repeated_asks_every_task_again() -> None:
    session, lesson = Session(), find_lesson("chariot")
    session.send(StarsKnown({task.key: 3 for task in lesson.tasks}), StartLesson(lesson.key))
    session.draw()
    go_through(session, lesson, by_mouse)


@pytest.mark.parametrize("size", [(800, 600), (1366, 768)])
def test_skip_lies_where_no_other_step_has_its_main_button(size: tuple[int, int]) -> None:
    session = Session(size)
    begin(session, "chariot")
    skips, gold = [], []
    while session.state.mode(Learning) is not None and session.state.mode(Learning).step is not None:
        asked = session.state.mode(Learning).is_asked
        skips += [session.widget("lesson.skip").rect] if asked else []
        session.click_widget("lesson.skip" if asked else "lesson.next")
        gold += [one.rect for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]
    assert skips
    assert not any(skip.collidelistall(gold) for skip in skips)


# ---- Wrong tries and help ----


def shown(session: Session) -> str:
    """Return what is said of a wrong try: below its task, and nowhere else."""
    assert session.screen.stage.widget("toast") is None
    return session.widget("refused").text  # type: ignore[attr-defined, no-any-return]


def test_a_wrong_try_is_told_on_the_board_and_taken_back() -> None:
    session = Session()
    task = begin(session, "mate", 1)
    assert task is not None
    asked = session.widget("lesson.goal").rect.copy()
    click(session, "a8")
    click(session, "a9")
    learning = session.state.mode(Learning)
    assert learning is not None
    assert learning.fault is not None
    assert learning.fault.slip is Slip.ANSWERED
    assert shown(session) == "That is check, but Black still has an answer"
    assert session.widget("lesson.goal").rect == asked, "nothing moves for it"
    answers = set(Board("R2k5/9/9/9/9/9/9/9/9/1R2K4 b").legal_moves())
    picture = board_picture(session.state, session.screen._sketch, (), None, 0.0)
    drawn = {Move.of(arrow.from_square, arrow.to_square) for arrow in picture.arrows if arrow.ink is Ink.THREAT}
    assert drawn == answers
    session.send(Tick(session.state.now + 10))
    session.draw()
    assert session.state.mode(Learning) == learning.__class__(**{**vars(learning), "fault": None})
    assert session.state.document.start_fen == task.fen
    assert session.screen.stage.widget("refused") is None
    click(session, "b0")
    click(session, "b9")
    assert session.state.stars[task.key] == 2


def test_a_click_takes_a_wrong_try_back_at_once_and_begins_the_next_one() -> None:
    session = Session()
    begin(session, "check", 1)
    click(session, "a3")
    click(session, "a4")
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).fault is not None
    click(session, "a3")
    assert session.state.mode(Learning).fault is None
    assert session.state.selection.selected == parse_square("a3")


def test_an_illegal_move_is_explained_as_in_a_game() -> None:
    session = Session()
    begin(session, "horse", 4)
    click(session, "c2")
    click(session, "b4")
    assert shown(session) == "A piece next to the horse blocks its leg"
    assert session.state.selection.refusal is not None
    assert session.state.selection.refusal.blockers == (parse_square("c3"),)


@pytest.mark.parametrize(
    ("key", "task", "point", "words"),
    [
        ("board", 1, "c1", "This point is outside your palace"),
        ("board", 2, "c3", "This point is on your side of the river"),
        ("horse", 2, "c5", "The piece can go there"),
        ("horse", 3, "e5", "This piece is not in the way"),
        ("cannon", 2, "c4", "To take, the cannon must jump over exactly one piece"),
        ("cannon", 2, "i4", "The cannon can jump over only one piece"),
        ("soldier", 2, "c3", "Soldiers move sideways only after crossing the river"),
    ],
)
def test_a_wrong_point_has_its_reason(key: str, task: int, point: str, words: str) -> None:
    session = Session()
    asked = begin(session, key, task)
    click(session, point)
    assert shown(session) == words
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).wrong == 1
    for right in asked.solution if asked is not None else ():
        click(session, right)
    assert list(session.state.stars.values()) == [2]


def test_a_piece_on_a_wrong_point_is_not_put_there() -> None:
    session = Session()
    task = begin(session, "board", 4)
    assert task is not None
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).hand == RED | KNIGHT
    click(session, "c0")
    assert shown(session) == "This piece does not start there"
    assert session.state.document.start_fen == task.fen


def test_show_me_shows_the_next_step_and_costs_a_star() -> None:
    session = Session()
    task = begin(session, "chariot", 1)
    assert task is not None
    click(session, "a1")
    click(session, "b1")
    session.click_widget("lesson.show")
    assert session.state.document.start_fen == task.fen, "another way was gone, so it begins again"
    picture = board_picture(session.state, session.screen._sketch, (), None, 0.0)
    arrow = Move.from_iccs(task.solution[0])
    assert [(one.from_square, one.to_square, one.ink) for one in picture.arrows] == [
        (arrow.from_square, arrow.to_square, Ink.HINT)
    ]
    by_mouse(session, task)
    assert session.state.stars[task.key] == 2


def test_starting_over_keeps_what_went_wrong() -> None:
    session = Session()
    task = begin(session, "chariot", 3)
    assert task is not None
    click(session, "e4")
    click(session, "b4")
    session.click_widget("lesson.again")
    by_mouse(session, task)
    assert session.state.stars[task.key] == 2
    session.click_widget("lesson.again")
    by_mouse(session, task)
    assert session.state.stars[task.key] == 3


# ---- Opening and closing ----


def test_a_lesson_that_was_left_is_taken_up_where_it_was() -> None:
    session = Session()
    before = session.state.document
    task = begin(session, "soldier", 1)
    assert task is not None
    by_mouse(session, task)
    session.click_widget("head.back")
    assert session.state.panel is None
    assert session.state.document == before
    session.send(StartLesson("soldier"))
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).step == find_lesson("soldier").tasks[1]
    session.draw()
    session.key(pygame.K_ESCAPE)
    assert session.state.mode(Learning) is None


def test_the_game_that_is_played_waits_beneath() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    begin(session, "chariot")
    session.click_widget("head.back")
    session.send(OpenPanel(Panel.LESSONS))
    assert session.iccs() == ["h2e2", "h9g7"]


def test_what_means_nothing_in_a_lesson_is_told() -> None:
    session = Session()
    begin(session, "chariot")
    document = session.state.document
    session.send(Resign())
    session.draw()
    said = session.widget("toast")
    assert isinstance(said, Pill)
    assert said.text == "Close the lesson first"
    assert session.state.document == document


def test_a_new_game_ends_the_lesson() -> None:
    session = Session()
    begin(session, "chariot")
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.click_widget("new.start")
    assert session.state.mode(Learning) is None
    assert all(document.play is not None for document in session.state.documents)


def test_stars_of_other_windows_are_added() -> None:
    session = Session()
    session.send(StarsKnown({"chariot.1": 2}), StarsKnown({"chariot.1": 1, "chariot.2": 3}))
    assert session.state.stars == {"chariot.1": 2, "chariot.2": 3}


@pytest.mark.parametrize("name", ["western", "traditional"])
def test_who_is_new_begins_with_the_first_lesson(name: str) -> None:
    session = Session()
    session.send(OpenPanel(Panel.WELCOME))
    session.draw()
    session.click_widget(f"welcome.{name}")
    session.click_widget("welcome.new")
    assert session.click_widget("welcome.begin")[-1] == BeginAsTold()
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).lesson is load_lessons()[0]
    assert session.state.settings.guided
    assert session.state.settings.piece_set == name
    assert (session.state.settings.level, session.state.settings.coach_interrupts) == (LOWEST, "mistake")
    session.widget("lesson.page")


def test_lessons_are_offered_by_the_start_page_and_the_rules() -> None:
    session = Session()
    session.send(OpenPanel(Panel.RULES))
    session.draw()
    session.click_widget("rules.after")
    session.click_widget("rules.try")
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).lesson.key == "general"
    session.send(OpenPanel(Panel.START))
    session.draw()
    session.click_widget("home.tile.learn")
    assert session.state.panel is Panel.LESSONS


def test_the_path_shows_stars_what_is_missing_and_leads_to_the_next_lesson() -> None:
    session, lessons = Session(), load_lessons()
    known = {task.key: 3 for lesson in lessons[:3] for task in lesson.tasks} | {"chariot.2": 1, "horse.1": 2}
    session.send(StarsKnown(known), OpenPanel(Panel.LESSONS))
    session.draw()
    tiles = [session.widget(f"lessons.{lesson.key}") for lesson in lessons]
    assert [tile.stars for tile in tiles[:4]] == [3, 2, 3, 0]  # type: ignore[attr-defined]
    told = [tile.detail for tile in tiles]  # type: ignore[attr-defined]
    assert told[:5] == ["done", "1 more for three stars", "done", "1 of 5 done", "5 tasks"]
    assert [tile.key for tile in tiles if tile.chosen] == ["lessons.horse"]  # type: ignore[attr-defined]
    assert [button.label for button in gold(session)] == ["Continue lesson 4"]
    board = session.widget("learn.board")
    session.click_widget("learn.go")
    learning = session.state.mode(Learning)
    assert learning is not None
    assert (learning.lesson.key, learning.place) == ("horse", len(learning.lesson.pages) + 1)
    assert isinstance(board, SmallBoard)
    assert board.pieces == Board(session.state.document.start_fen).pieces(), "the task that comes next"


def test_after_the_last_lesson_the_path_leads_to_the_first_game() -> None:
    session = Session()
    known = {task.key: 1 for lesson in load_lessons() for task in lesson.tasks}
    session.send(StarsKnown(known), OpenPanel(Panel.LESSONS))
    session.draw()
    assert [button.label for button in gold(session)] == ["Play your first game"]
    session.click_widget("learn.go")
    assert session.state.held(Guide) is not None


def test_pieces_of_the_tray_are_those_that_are_missing() -> None:
    session = Session()
    begin(session, "board", 3)
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).hand == RED | ROOK
    click(session, "a0")
    session.widget("lesson.piece.0")
    assert session.screen.stage.widget("lesson.piece.1") is None


def test_the_day_of_a_solved_task_is_noted_once() -> None:
    session = Session()
    noted = []
    for key, day in (("mate", "2026.11.26"), ("check", "2026.11.26"), ("chariot", "2026.11.27")):
        session.send(DayBegan(day))
        task = begin(session, key, 1)
        assert task is not None
        by_mouse(session, task)
        noted.append(session.state.settings.lesson_days)
    assert noted == [("2026-11-26",), ("2026-11-26",), ("2026-11-26", "2026-11-27")]
