"""The help: keys in groups, found by what they do or by the key."""

from __future__ import annotations

import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.palette.looking import Palette
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.actions import AskKey
from xiangqi.ui.parts.keys import FIXED, all_commands
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.lists import ListBox, Row
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Button, Label


@pytest.fixture
def session() -> Session:
    return prepared("help", (1180, 900), "en")


def rows(session: Session) -> list[Row]:
    keys = session.widget("help.keys")
    assert isinstance(keys, ListBox)
    return list(keys.rows)


def found(session: Session, words: str) -> list[str]:
    session.click_widget("help.search")
    session.write(words)
    return [row.text for row in rows(session) if not row.heading]


def test_each_command_stands_once_below_the_name_of_its_group(session: Session) -> None:
    listed = rows(session)
    assert listed[0].heading
    asked = [row.action.name for row in listed if isinstance(row.action, AskKey)]
    assert sorted(asked) == sorted(command.name for command in all_commands())
    assert len([row for row in listed if not row.heading]) == len(all_commands()) + len(FIXED)
    assert next(row for row in listed if row.action == AskKey("redo")).keys == ("Ctrl", "Y")


def test_a_key_is_found_by_what_it_does(session: Session) -> None:
    assert found(session, "promote") == ["Promote variation"]


def test_and_what_a_key_does_by_the_key(session: Session) -> None:
    assert found(session, "f11") == ["Full screen"]


def test_what_is_not_there_is_told(session: Session) -> None:
    assert found(session, "no such thing") == []
    keys = session.widget("help.keys")
    assert isinstance(keys, ListBox)
    assert keys.empty == "No shortcuts found"


def test_the_next_time_all_of_them_are_there(session: Session) -> None:
    found(session, "f11")
    session.send(ClosePanel())
    session.draw()
    session.send(OpenPanel(Panel.HELP))
    session.draw()
    assert len(rows(session)) > len(all_commands())


def test_the_help_leads_to_lessons_rules_and_the_palette(session: Session) -> None:
    for key, panel in (
        ("help.to_learn", Panel.LESSONS),
        ("help.to_info", Panel.RULES),
        ("help.to_star", Panel.COURSES),
        ("help.to_open", Panel.OPEN_FILE),
    ):
        session.send(OpenPanel(Panel.HELP))
        session.draw()
        session.click_widget(key)
        assert session.state.panel is panel
    session.send(OpenPanel(Panel.HELP))
    session.draw()
    finding = session.widget("help.to_search")
    assert isinstance(finding, Tile)
    assert finding.badge == "Ctrl K"
    session.click_widget("help.to_search")
    assert session.state.held(Palette) is not None


def test_a_narrow_window_begins_with_the_help_and_turns_to_the_shortcuts() -> None:
    session = prepared("help", (800, 600), "en")
    assert session.screen.stage.widget("help.keys") is None
    session.click_widget("help.to_learn")
    assert session.state.panel is Panel.LESSONS
    session.send(OpenPanel(Panel.HELP))
    session.draw()
    views = session.widget("help.views")
    assert isinstance(views, Tabs)
    session.click(views.cells()[1].center)
    session.draw()
    assert len(rows(session)) > len(all_commands())
    assert session.screen.stage.widget("help.to_learn") is None


def test_what_help_opened_leads_back_to_it(session: Session) -> None:
    session.click_widget("help.to_open")
    assert said(session, "panel.close") == "Help"
    session.click_widget("panel.close")
    assert session.state.panel is Panel.HELP


def said(session: Session, key: str) -> str:
    button = session.widget(key)
    assert isinstance(button, Button)
    return button.label


def test_the_source_of_the_masters_games_is_named(session: Session) -> None:
    label = session.widget("help.sources")
    assert isinstance(label, Label)
    assert "Yu-Han Tseng and Bo-Nian Chen (2026), CC BY 4.0" in label.text
