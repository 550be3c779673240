"""Every intent declares what it means in the editor, and whether it leaves what is on the board."""

from __future__ import annotations

import pytest
from app_session import Session

from xiangqi.app.handlers.dispatch import has_own_handler
from xiangqi.app.messages import intents
from xiangqi.app.messages.edit_intents import OpenEditor, UseTool
from xiangqi.app.messages.effects import LoadTraining, ProbeEngine
from xiangqi.app.messages.engine_intents import AddEngineCommand
from xiangqi.app.messages.training_intents import ContinueGame, Train
from xiangqi.app.model.editor import Tool
from xiangqi.app.model.game.mode import SetUp
from xiangqi.app.model.intent import Intent
from xiangqi.app.model.training import Sort, TrainingRequest


def test_what_the_editor_has_a_handler_for_is_allowed_there() -> None:
    for kind in Intent.__subclasses__():
        assert kind.allowed_in_editor or not has_own_handler(kind, SetUp), kind


@pytest.fixture
def editing() -> Session:
    session = Session()
    session.send(intents.NewGame(session.state.play.setup), intents.Answer(True))
    session.play("h2e2", "h9g7")
    session.send(OpenEditor(), UseTool(Tool.CLEAR))
    return session


def test_what_means_nothing_in_the_editor_is_told(editing: Session) -> None:
    for message in (
        intents.GoBack(),
        intents.Resign(),
        intents.Hint(),
        intents.TypeText("h"),
        intents.Rematch(),
    ):
        editing.send(intents.ClearToasts())
        before = editing.state.documents
        editing.send(message)
        assert [toast.notice.key.value for toast in editing.state.toasts] == ["setting_up"]
        assert editing.state.documents == before


def test_what_its_panels_offer_works_in_the_editor(editing: Session) -> None:
    position = editing.state.document
    request = TrainingRequest(Sort.TODAY)
    assert editing.send(Train(request)) == (LoadTraining(request),)
    editing.send(AddEngineCommand("some-engine --fast"))
    assert editing.one(ProbeEngine).command == ("some-engine", "--fast")
    editing.send(ContinueGame())
    assert editing.state.document.play is not None
    assert position in editing.state.documents, "what was set up lies beneath"
