"""Tests of the rules pages: every example is true by the program's own rules, and the pages turn."""

from __future__ import annotations

import pygame
import pytest
from ui_session import Session

from xiangqi.app.exercises.practice import Train
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Board, Move, parse_square
from xiangqi.diagram.labels import RED_DIGITS, RED_LABELS
from xiangqi.diagram.picture import BoardPicture
from xiangqi.exercises.courses import REPETITION
from xiangqi.fen import position_faults
from xiangqi.lessons.lesson import find_lesson
from xiangqi.referee import DEFAULT_RULES, outcome
from xiangqi.storage.settings import Settings
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.game.rule_pages import RULE_PAGES, STEP_S, RulePage, beat, moment
from xiangqi.ui.game.rules_panel import RulePageBoard
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.toolkit.widgets import Button, Label, Memory


def lesson(name: str) -> RulePage:
    return next(lesson for lesson in RULE_PAGES if lesson.name == name)


@pytest.mark.parametrize("lesson", RULE_PAGES, ids=lambda lesson: lesson.name)
def test_every_step_is_what_it_says(lesson: RulePage) -> None:
    board = Board(lesson.fen)
    side = board.fen().split()[1]
    for number, step in enumerate(lesson.steps, start=1):
        assert position_faults(board.start) == [] or number > 1
        if step.startswith("?"):
            assert moment(lesson, number, 1.0).targets
        elif step.startswith("!"):
            assert not board.is_legal(Move.from_iccs(step[1:])), step
            shown = moment(lesson, number, 1.0)
            assert shown.blockers or shown.facing
        else:
            move = Move.from_iccs(step)
            assert board.is_legal(move), step
            board.push(move)
            if lesson.solo:
                board = Board(f"{board.fen().split()[0]} {side}")
            assert moment(lesson, number, 1.0).pieces == board.pieces()


@pytest.mark.parametrize(
    ("name", "reason"), [("aim", "checkmate"), ("mate", "checkmate"), ("stalemate", "stalemate")]
)
def test_ends_are_ends(name: str, reason: str) -> None:
    board = Board(lesson(name).fen)
    for step in lesson(name).steps:
        board.push(Move.from_iccs(step))
    end = outcome(board, DEFAULT_RULES)
    assert end is not None
    assert end.reason == reason


def test_the_repetition_is_judged() -> None:
    board = Board(lesson("repetition").fen)
    for step in lesson("repetition").steps:
        board.push(Move.from_iccs(step))
    end = outcome(board, DEFAULT_RULES)
    assert end is not None
    assert end.reason == "perpetual_chase"


def test_what_stands_in_the_way_is_crossed_out() -> None:
    assert moment(lesson("horse"), 2, 1.0).blockers == (parse_square("e4"),)
    assert moment(lesson("facing"), 1, 1.0).facing == (parse_square("e0"), parse_square("e9"))


def test_an_example_begins_anew() -> None:
    horse = lesson("horse")
    assert beat(horse, 0.0) == (0, 0.0)
    assert beat(horse, STEP_S * 1.5) == (1, 1.0)
    assert beat(horse, STEP_S * 5.5)[0] == len(horse.steps)
    assert beat(horse, STEP_S * 6.1)[0] == 0


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
def test_every_page_has_words_and_a_board_that_moves(language: str) -> None:
    session = Session((800, 600))
    session.settle(language=language)
    session.send(OpenPanel(Panel.RULES))
    session.draw()
    headings = set()
    for number in range(len(RULE_PAGES)):
        heading = session.widget("rules.title")
        assert isinstance(heading, Label)
        headings.add(heading.text)
        board = session.widget(f"rules.board.{RULE_PAGES[number].name}")
        assert board.rect.height > 200
        assert session.screen.is_moving(session.now + STEP_S)
        after = session.widget("rules.after")
        assert isinstance(after, Button)
        assert after.enabled == (number + 1 < len(RULE_PAGES))
        session.click_widget("rules.after")
        session.draw()
    assert len(headings) == len(RULE_PAGES)
    session.click_widget("rules.before")
    assert session.screen.stage.widget(f"rules.board.{RULE_PAGES[-2].name}") is not None


def test_every_page_lets_one_try_what_it_tells() -> None:
    session = Session()
    tried = []
    for page in range(len(RULE_PAGES)):
        session.send(OpenPanel(Panel.RULES))
        session.draw()
        for _ in range(page):
            session.click_widget("rules.after")
        (order,) = session.click_widget("rules.try")
        session.screen.memory.rows.clear()
        tried.append(order)
    *lessons, repetitions = tried
    assert [order.key for order in lessons if isinstance(order, StartLesson)] == [
        *("board", "general", "guards", "guards", "horse", "chariot", "cannon", "soldier", "general", "check"),
        *("mate", "mate"),
    ]
    assert repetitions == Train(TrainingRequest(ExerciseSet.LESSON, REPETITION))
    assert session.state.mode(Learning) == Learning(find_lesson("mate"))


@pytest.mark.parametrize(
    ("pieces", "notation", "numbers"),
    [("western", "iccs", ""), ("western", "wxf", RED_DIGITS), ("traditional", "chinese", RED_LABELS)],
)
def test_files_have_letters_where_they_have_no_numbers(
    pieces: str, notation: str, numbers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[BoardPicture] = []
    monkeypatch.setattr(BoardView, "draw", lambda _self, _surface, _layout, picture: drawn.append(picture))
    settings = Settings(language="en", piece_set=pieces, notation=notation)
    board = RulePageBoard("board", pygame.Rect(0, 0, 300, 330), RULE_PAGES[0], settings)
    board.draw(Painter(pygame.Surface((300, 330)), DARK, 1.0), Memory())
    assert [(picture.coordinates, picture.numbers) for picture in drawn] == [(not numbers, numbers)]
