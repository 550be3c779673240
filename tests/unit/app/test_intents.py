"""Every intent declares what it means in the editor, and whether it leaves what is on the board."""

from __future__ import annotations

import pytest
from app_session import Session

from xiangqi.app.board_input.moving import TypeText
from xiangqi.app.editor.arrangement import Tool
from xiangqi.app.editor.mode import SetUp, editor_of
from xiangqi.app.editor.setting_up import OpenEditor, UseTool
from xiangqi.app.engines.asks import ProbeEngine
from xiangqi.app.engines.engine_list import AddEngineCommand
from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.practice import ContinueGame, Train
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.play import NewGame, Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoBack
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session.dispatch import has_own_handler
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.orders import LoadTraining
from xiangqi.app.session.panels import ClearToasts
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.board import START_FEN, Move
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind


def test_what_the_editor_has_a_handler_for_is_allowed_there() -> None:
    for kind in Intent.__subclasses__():
        assert kind.allowed_in_editor or not has_own_handler(kind, SetUp), kind


@pytest.fixture
def editing() -> Session:
    session = Session()
    session.send(NewGame(session.state.play.setup), Answer(True))
    session.play("h2e2", "h9g7")
    session.send(OpenEditor(), UseTool(Tool.CLEAR))
    return session


def test_what_means_nothing_in_the_editor_is_told(editing: Session) -> None:
    for message in (
        GoBack(),
        Resign(),
        Hint(),
        TypeText("h"),
        Rematch(),
    ):
        editing.send(ClearToasts())
        before = editing.state.documents
        editing.send(message)
        assert [toast.message.key.removeprefix("toast.") for toast in editing.state.toasts] == ["setting_up"]
        assert editing.state.documents == before


def test_what_its_panels_offer_works_in_the_editor(editing: Session) -> None:
    position = editing.state.document
    request = TrainingRequest(ExerciseSet.TODAY)
    assert editing.send(Train(request)) == (LoadTraining(request),)
    editing.send(AddEngineCommand("some-engine --fast"))
    assert editing.one(ProbeEngine).command == ("some-engine", "--fast")
    editing.send(ContinueGame())
    assert editing.state.document.play is not None
    assert position in editing.state.documents, "what was set up lies beneath"


def test_an_exercise_lies_over_what_was_set_up(editing: Session) -> None:
    position = editing.state.document
    task = SolvingTask(START_FEN, (Move.from_iccs("b2e2"),), ExerciseKind.WIN)
    exercise = Assignment(task, "key", "pack")
    editing.send(TrainingRead(TrainingRequest(ExerciseSet.TODAY), (exercise,), (None,)))
    assert editor_of(editing.state) is None
    editing.send(CloseRecord())
    assert position in editing.state.documents
