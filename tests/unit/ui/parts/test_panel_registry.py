"""The registers of panels and columns: each panel has its function, and each document its column."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ui_session import Session

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.session.replay import Replay
from xiangqi.app.session.state import AppState, Panel
from xiangqi.ui.coach.insight_panel import insight_panel
from xiangqi.ui.editor.editor_panel import editor_panel
from xiangqi.ui.game.column import game_column
from xiangqi.ui.game.replay_panel import replay_panel
from xiangqi.ui.parts.panels import first_field, panel, shown
from xiangqi.ui.records.file_panels import SAVE_NAME, save_panel
from xiangqi.ui.settings.help_panel import HELP_SEARCH


@pytest.fixture(scope="module")
def played() -> Session:
    session = Session()
    session.play("h2e2")
    return session


def replayed(state: AppState) -> AppState:
    return replace(state, replay=Replay(0))


def test_every_panel_has_a_function(played: Session) -> None:
    functions = {name: shown(replace(played.state, panel=name)).lay_out for name in Panel}
    shared = [name for name in Panel if functions[name] is save_panel]
    assert shared == [Panel.SAVE_FILE, Panel.EXPORT]
    assert functions[Panel.LIBRARY] is functions[Panel.GAME_LIST] is functions[Panel.FOUND_GAMES], "one page"
    assert len(set(functions.values())) == len(Panel) - 3


def test_a_panel_has_no_second_function() -> None:
    with pytest.raises(AssertionError, match="already"):
        panel(Panel.RULES)(save_panel)


def test_the_column_follows_the_document_and_what_is_shown_of_it(played: Session) -> None:
    assert shown(played.state).lay_out is game_column
    assert shown(replayed(played.state)).lay_out is replay_panel
    played.send(ExplainPosition())
    assert shown(played.state).lay_out is insight_panel
    assert shown(replayed(played.state)).lay_out is replay_panel
    played.send(OpenEditor())
    assert shown(played.state).lay_out is shown(replayed(played.state)).lay_out is editor_panel


def test_a_panel_covers_the_column(played: Session) -> None:
    assert shown(replace(replayed(played.state), panel=Panel.EXPORT)).lay_out is save_panel


def test_a_panel_may_begin_in_a_text_field() -> None:
    assert [first_field(name) for name in (Panel.EXPORT, Panel.RULES, None)] == [SAVE_NAME, None, None]


def test_what_was_typed_in_a_panel_is_forgotten_with_it() -> None:
    session = Session()
    session.write("?")
    session.screen.memory.put_text(HELP_SEARCH, "copy")
    session.draw()
    assert session.screen.memory.texts[HELP_SEARCH] == "copy"
    session.write("?")
    session.draw()
    assert HELP_SEARCH not in session.screen.memory.texts
