"""Tests of the column's text after an exercise or a wrong move."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from itertools import combinations

import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import AnswerJudged, TrainingRead
from xiangqi.app.exercises.challenge_result import put
from xiangqi.app.exercises.challenges import GiveSolution
from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.exercises.state import AnswerMode, Assignment, GuessVerdict, Training
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import Move
from xiangqi.core.constants import CANNON, KNIGHT, RED, ROOK
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.deck import Mistake, new_card
from xiangqi.exercises.missed import Missed, Rejoinder, Shortfall
from xiangqi.exercises.pack import ExerciseKind
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


def _wrong_try(missed: Missed, size: tuple[int, int] = (1366, 768), language: str = "en") -> Session:
    """An exercise whose wrong try is refuted on the board, with what it misses."""
    session = prepared("exercise refuted", size, language)
    challenge = session.state.mode(Challenge)
    assert challenge is not None
    session.state = put(session.state, replace(challenge, missed=missed))
    session.draw()
    return session


def _text(session: Session, key: str) -> str:
    label = session.widget(key)
    assert isinstance(label, Label)
    return label.text


def test_a_wrong_try_that_wins_something_is_told_what_it_misses() -> None:
    missed = Missed(shortfall=Shortfall.LESS, took=KNIGHT, right=(ROOK,), is_ahead=True)
    session = _wrong_try(missed)
    assert _text(session, "exercise.heading") == "帅五平四 is good, but not the solution"
    assert _text(session, "exercise.message") == "You take a horse, but you could take a chariot."
    session.click_widget("exercise.again")
    session.draw()
    told = _text(session, "exercise.message")
    assert told.startswith("帅五平四 is good, but not the solution: Black replies ")
    assert told.endswith(". You take a horse, but you could take a chariot.")


def test_who_plays_the_mistake_of_a_card_again_is_told_so() -> None:
    session = _wrong_try(Missed(shortfall=Shortfall.LESS, took=KNIGHT, right=(ROOK,), is_ahead=True))
    challenge = session.state.mode(Challenge)
    assert challenge is not None
    task, tried = challenge.assignment.task, challenge.refutation[0]
    card = new_card(Mistake(task.fen, tried, task.solution, 0.2, ()), datetime(2026, 7, 1, tzinfo=timezone.utc))
    assignment = replace(challenge.assignment, card=card)
    session.state = put(session.state, replace(challenge, assignment=assignment))
    session.draw()
    assert _text(session, "exercise.message").startswith("That is the move you played in the game. ")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The solution wins a chariot."),
        ("zh-Hans", "正解净得一车。"),
        ("zh-Hant", "正解淨得一車。"),
        ("vi", "Lời giải được một Xe."),
    ],
)
def test_the_solution_of_a_task_to_win_says_what_it_wins(language: str, told: str) -> None:
    task = SolvingTask("3k5/9/9/9/9/r8/9/9/4A4/R3K4 w", (Move.from_iccs("a0a4"),), ExerciseKind.WIN)
    session = Session((1366, 768))
    session.settle(language=language)
    request = TrainingRequest(ExerciseSet.MIXED)
    session.send(TrainingRead(request, (Assignment(task, "win", "daily"),), (None,)), GiveSolution())
    session.draw()
    assert told in _text(session, "exercise.message")


def test_a_wrong_try_that_loses_something_does_not_work() -> None:
    session = _wrong_try(Missed(Rejoinder.TAKES, RED | ROOK, Shortfall.LOSES))
    assert _text(session, "exercise.heading") == "帅五平四 does not work"
    assert _text(session, "exercise.message") == "Black takes your chariot. After it, the game is lost."


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
def test_what_is_missed_has_room_in_the_smallest_window(language: str) -> None:
    missed = Missed(
        Rejoinder.TAKES, RED | CANNON, Shortfall.LESS, took=KNIGHT, right=(ROOK, KNIGHT), is_ahead=True
    )
    session = _wrong_try(missed, (800, 600), language)
    label, buttons = session.widget("exercise.message"), session.widget("exercise.hint")
    assert label.rect.bottom <= buttons.rect.top


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


@pytest.mark.parametrize(
    ("wrong", "hints", "told"),
    [
        (0, 0, "Solved!"),
        (1, 0, "Solved at the second try."),
        (2, 0, "Solved after 2 wrong tries."),
        (1, 1, "Solved with a hint."),
    ],
)
def test_it_is_told_what_the_solution_took(wrong: int, hints: int, told: str) -> None:
    session = prepared("exercise", (1366, 768), "en")
    challenge = session.state.mode(Challenge)
    assert challenge is not None
    move = challenge.assignment.task.solution[0]
    session.state = put(session.state, replace(challenge, wrong=wrong, hints=hints))
    session.send(PlayText(move.iccs))
    session.send(AnswerJudged(session.state.document.id, (), move, good=True))
    session.draw()
    message = session.widget("exercise.message")
    assert isinstance(message, Label)
    assert message.text.startswith(told)


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


@pytest.mark.parametrize(
    ("person", "told"), [("", "累计：你 10 分，实战 10 分。"), ("胡荣华", "累计：你 10 分，胡荣华 10 分。")]
)
def test_a_guess_names_whose_move_it_was_and_loses_no_nothing(person: str, told: str) -> None:
    session = prepared("exercise", (1366, 768), "zh-Hans")
    training = session.state.held(Training)
    assert training is not None
    one, two, *_ = (replace(assignment, title=person) for assignment in training.assignments)
    round_of_two = replace(
        training,
        request=TrainingRequest(ExerciseSet.GUESS),
        assignments=(one, two),
        results=(None, None),
        place=0,
    )
    session.state = session.state.with_part(round_of_two).put(
        replace(session.state.document, mode=replace(session.state.mode(Challenge), assignment=one))
    )
    session.draw()
    goal = session.widget("exercise.goal")
    assert isinstance(goal, Label)
    assert goal.text == (f"{person}（红）这一着走什么？" if person else "红方这一着走什么？")
    session.send(PlayText("a5a7"))
    guess = GuessVerdict.of(0.001, 0.0, None)
    session.send(AnswerJudged(session.state.document.id, (), Move.from_iccs("a5a7"), good=True, guess=guess))
    session.draw()
    message = session.widget("exercise.message")
    assert isinstance(message, Label)
    assert message.text == f"10 分，满分 10。实战：马七进八。{told}"


def test_the_goal_counts_down_and_the_last_exercise_leads_back() -> None:
    session = Session()
    fen, line = "3a5/3k3P1/9/8N/C1N6/9/9/B3K4/9/9 w - - 0 1", ("c5b7", "d8d7", "a5a7")
    task = SolvingTask(fen, tuple(map(Move.from_iccs, line)), ExerciseKind.MATE)
    one = Assignment(task, "", "daily", ("mate",), 1280)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.TODAY), (one, one), (True, None)))

    def goal() -> str:
        session.draw()
        return session.widget("exercise.goal").text  # type: ignore[attr-defined, no-any-return]

    def gold() -> list[str]:
        widgets = session.screen.stage.widgets
        return [one.key for one in widgets if isinstance(one, Button) and one.primary]

    def judged(move: str, before: tuple[str, ...], reply: tuple[str, ...]) -> None:
        session.send(PlayText(move))
        played, replies = (tuple(map(Move.from_iccs, moves)) for moves in (before, reply))
        document = session.state.document.id
        session.send(AnswerJudged(document, played, Move.from_iccs(move), good=True, line=replies))
        session.send(Tick(session.state.now + 1))

    assert goal() == "Red to move: mate in 2"
    assert gold() == [], "where the board waits for a move, none is gold"
    judged("c5b7", (), ("d8d7",))
    assert goal() == "Red to move: mate in 1"
    judged("a5a7", ("c5b7", "d8d7"), ())
    assert goal() == "Red to move: mate in 2", "what it was"
    assert gold() == ["exercise.leave"]
    assert session.widget("exercise.leave").label.startswith("Back to ")  # type: ignore[attr-defined]


def test_what_a_course_only_shows_counts_as_no_try() -> None:
    session = prepared("exercise", (1366, 740), "en")
    training = session.state.held(Training)
    assert training is not None
    told = [_text(session, f"round.{number}") for number in range(2)]
    assert told == ["2 of 10 tried", "1 at the first try"]
    first, *others = training.assignments
    shown = replace(first, answer_mode=AnswerMode.LOOK)
    session.state = session.state.with_part(replace(training, assignments=(shown, *others)))
    session.draw()
    told = [_text(session, f"round.{number}") for number in range(2)]
    assert told == ["1 of 9 tried", "0 at the first try"]
