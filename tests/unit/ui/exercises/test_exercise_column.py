"""Tests of the column's text after an exercise or a wrong move."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from screens import prepared

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.exercises.asks import AnswerJudged
from xiangqi.app.exercises.state import GuessVerdict, Training
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import Move
from xiangqi.ui.parts.line_card import PreviewLine
from xiangqi.ui.toolkit.widgets import Button, Label

_SIZES = ((800, 600), (1366, 768), (3840, 2160))


@pytest.mark.parametrize("name", ["exercise, the solution", "exercise, an own mistake", "exercise refuted"])
@pytest.mark.parametrize("size", _SIZES)
def test_moves_played_out_stand_apart_in_the_middle_below_a_heading(name: str, size: tuple[int, int]) -> None:
    session = prepared(name, size, "en")
    moves, heading = session.widget("line.moves"), session.widget("exercise.heading")
    assert isinstance(moves, PreviewLine)
    assert isinstance(heading, Label)
    assert len(moves.cells) > 1
    assert not any(one.colliderect(other) for one, other in combinations(moves.cells, 2))
    row = [cell for cell in moves.cells if cell.top == moves.cells[0].top]
    assert abs((row[0].left + row[-1].right) - moves.rect.width) <= 2
    assert heading.rect.bottom <= moves.rect.top
    assert heading.text == ("Solution" if "refuted" not in name else "帅五平四 does not work")


def test_a_wrong_move_in_coordinates_is_told_in_words() -> None:
    session = prepared("exercise refuted", (1366, 768), "en")
    session.send(ChangeSettings({"notation": "iccs"}))
    session.draw()
    heading = session.widget("exercise.heading")
    assert isinstance(heading, Label)
    assert heading.text == "General to f2 does not work"


@pytest.mark.parametrize("name", ["exercise, the solution", "lesson, a pattern"])
def test_two_buttons_step_through_a_solution(name: str) -> None:
    session = prepared(name, (1366, 768), "en")

    def shown() -> int:
        assert session.state.preview is not None
        return session.state.preview.shown

    first = shown()
    steps = ("line.previous", "line.next") if first else ("line.next", "line.previous")
    for key, wanted in zip(steps, (first - 1 if first else 1, first), strict=True):
        button = session.widget(key)
        assert isinstance(button, Button)
        assert button.enabled
        session.click_widget(key)
        assert shown() == wanted
        session.draw()


def test_a_move_as_good_is_compared_with_the_solution() -> None:
    session = prepared("exercise", (1366, 768), "en")
    session.send(PlayText("a5a7"))
    session.send(AnswerJudged(session.state.document.id, (), Move.from_iccs("a5a7"), good=True))
    session.draw()
    message = session.widget("exercise.message")
    assert isinstance(message, Label)
    assert message.text.startswith("Just as good. Solution: 马七进八")


def test_a_guess_is_told_with_its_points_beside_the_game_and_the_engine() -> None:
    session = prepared("exercise", (1366, 768), "en")
    training = session.state.held(Training)
    assert training is not None
    round_of_two = replace(
        training,
        request=TrainingRequest(ExerciseSet.GUESS),
        assignments=training.assignments[:2],
        results=(True, None),
        place=1,
        guesses={0: GuessVerdict.of(0.0, 0.0, None)},
    )
    session.state = session.state.with_part(round_of_two)
    session.send(PlayText("a5a7"))
    guess = GuessVerdict.of(0.04, 0.1, Move.from_iccs("a5a6"))
    session.send(AnswerJudged(session.state.document.id, (), Move.from_iccs("a5a7"), good=True, guess=guess))
    session.draw()
    message = session.widget("exercise.message")
    assert isinstance(message, Label)
    words = "8 of 10 points (−4% winning chances). In the game: 马七进八 (−10%). The engine plays 炮九进一. "
    assert message.text == words + "Total: you 18, the game 15, out of 20."
