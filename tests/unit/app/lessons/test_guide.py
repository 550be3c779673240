"""Tests of the guided first game: it follows the player's moves, can be skipped, and is shown only once."""

from __future__ import annotations

import pytest
from app_session import Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.lessons.guide import STEPS, EndGuide, StartGuide, TurnGuide
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.strength import LOWEST
from xiangqi.app.session.turns import is_rated
from xiangqi.app.update import Answer
from xiangqi.board import parse_square
from xiangqi.core.constants import RED


@pytest.fixture
def guided() -> Session:
    session = Session()
    session.send(StartGuide())
    return session


def said(session: Session) -> str | None:
    """Return the guide's text after some time has passed."""
    session.send(Tick(session.state.now + 0.1))
    return None if session.state.held(Guide) is None else STEPS[session.state.held(Guide).step]


def test_it_begins_a_game_against_the_weakest_and_is_shown_once(guided: Session) -> None:
    setup = guided.state.play.setup
    assert setup.human_side == RED
    assert setup.black.level == LOWEST
    assert guided.one(SaveSettings).settings.guided
    assert not is_rated(guided.state.play), "hints are given without asking"
    assert guided.state.settings.level == LOWEST, "what one begins with is what one goes on with"
    assert guided.state.selection.hint is not None
    assert said(guided) == "take"


def test_it_follows_what_the_player_does(guided: Session) -> None:
    guided.send(ClickSquare(parse_square("h2")))
    assert said(guided) == "move"
    guided.send(ClickSquare(parse_square("e2")))
    assert said(guided) == "answer"
    guided.reply("h9g7")
    assert said(guided) == "answer", "what is said of the reply is there to be read beside it"
    guided.play("h0g2")
    assert said(guided) == "help"
    guided.reply("i9h9")
    assert said(guided) == "help"
    guided.play("b0c2")
    assert said(guided) == "aim"
    assert said(guided) == "aim"
    guided.send(TurnGuide(1))
    assert said(guided) is None
    assert guided.moves == "h2e2 h9g7 h0g2 i9h9 b0c2"


def test_it_is_read_on_and_skipped(guided: Session) -> None:
    guided.send(TurnGuide(1), TurnGuide(1), TurnGuide(-1))
    assert said(guided) == "move"
    guided.send(EndGuide(), TurnGuide(1))
    assert said(guided) is None
    assert guided.state.play.end is None


def test_another_game_is_not_guided(guided: Session) -> None:
    guided.send(NewGame(guided.state.play.setup))
    assert said(guided) is None


def test_an_unfinished_game_is_left_only_on_a_yes() -> None:
    session = Session()
    session.send(NewGame(session.state.play.setup))
    session.play("h2e2")
    session.send(StartGuide(), Answer(False))
    assert session.moves == "h2e2"
    session.send(StartGuide(), Answer(True))
    assert said(session) == "take"
    assert session.moves == ""


def test_it_can_be_begun_from_the_editor() -> None:
    session = Session()
    session.send(OpenEditor(), StartGuide())
    assert editor_of(session.state) is None
    assert said(session) == "take"


def test_a_game_that_is_over_is_not_guided(guided: Session) -> None:
    guided.send(ClickSquare(parse_square("h2")), ClickSquare(parse_square("e2")))
    guided.reply("h9g7")
    guided.send(Resign(), Answer(True))
    assert guided.state.play.end is not None
    assert said(guided) is None
