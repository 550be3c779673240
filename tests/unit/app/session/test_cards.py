"""Which card wins: each of docs/ux.md's table, alone and over those below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, combinations

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session.cards import CardKind, card_of
from xiangqi.app.session.files import Loading
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState, Question
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.board import START_FEN, Move
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.i18n.message import Message
from xiangqi.lessons.lesson import load_lessons

Step = Callable[[Session], object]
Layer = Callable[[AppState], AppState]


def exercise(session: Session) -> None:
    task = SolvingTask(START_FEN, (Move.from_iccs("b2e2"),), ExerciseKind.WIN)
    assignment = Assignment(task, "lesson", "course", (), 1000)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.MIXED), (assignment,), (None,)))


BENEATH: tuple[tuple[Step, CardKind], ...] = (
    (lambda session: session.send(), CardKind.TAB),
    (lambda session: session.send(Resign(), Answer(True)), CardKind.RESULT),
    (lambda session: session.send(Resign(), Answer(True), GoTo(0)), CardKind.TAB),
    (exercise, CardKind.TASK),
    (lambda session: session.send(StartLesson(load_lessons()[0].key)), CardKind.TASK),
)
OVER: dict[CardKind, Layer] = {
    CardKind.QUESTION: lambda state: replace(state, question=Question(Message("ask.resign"), Quit())),
    CardKind.WORK: lambda state: replace(state, loading=Loading(999, "a.pgn")),
    CardKind.ADVICE: lambda state: replace(state, selection=Selection(hint=Move.from_iccs("h2e2"))),
}
SETS = tuple(chain.from_iterable(combinations(OVER, count) for count in range(len(OVER) + 1)))


@pytest.mark.parametrize("layers", SETS, ids=lambda layers: "+".join(kind.name for kind in layers) or "none")
@pytest.mark.parametrize(("begin", "kind"), BENEATH)
def test_the_higher_card_hides_the_lower_which_returns(
    begin: Step, kind: CardKind, layers: tuple[CardKind, ...]
) -> None:
    session = Session()
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.reply("h9g7")
    begin(session)
    bare = session.state
    assert card_of(bare) is kind
    state = bare
    for layer in layers:
        state = OVER[layer](state)
    assert card_of(state) is min((kind, *layers))
    for gone in sorted(layers):
        rest = bare
        for layer in layers:
            rest = rest if layer <= gone else OVER[layer](rest)
        assert card_of(rest) is min((kind, *(layer for layer in layers if layer > gone)))


def test_what_a_column_shows_elsewhere_hides_nothing_there() -> None:
    session = Session()
    session.new(HUMAN, COMPUTER)
    state = OVER[CardKind.ADVICE](OVER[CardKind.WORK](session.state))
    assert card_of(state) is CardKind.WORK
    assert card_of(state, (CardKind.ADVICE, CardKind.RESULT)) is CardKind.ADVICE
    assert card_of(state, (CardKind.RESULT,)) is CardKind.TAB
