"""What stands in the further columns of an analysis."""

from __future__ import annotations

import pytest
from analysing import analyse
from library_screens import explored
from ui_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.library.explorer import FillExplorer, ToggleExplorer
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.update import Answer
from xiangqi.ui.parts.game_table import GameList
from xiangqi.ui.toolkit.widgets import Button

OPENING = "h2e2 h9g7 h0g2 i9h9"


def grant(session: Session) -> int:
    """Do what the window asks for by itself; return how much that was."""
    wishes = session.screen.wishes(session.state)
    session.send(*wishes)
    session.draw()
    return len(wishes)


def is_open(session: Session) -> bool:
    return session.state.part(LibraryState).explorer is not None


@pytest.mark.parametrize(("size", "opens"), [((1366, 740), False), ((1920, 1050), True), ((2560, 1050), True)])
def test_the_explorer_opens_by_itself_where_it_has_a_column(size: tuple[int, int], opens: bool) -> None:
    session = Session(size=size)
    session.send(GoToPlace(Place.ANALYSE))
    session.draw()
    assert grant(session) == (1 if opens else 0)
    assert is_open(session) == opens
    assert (session.screen.stage.widget("explorer.moves") is not None) == opens


def test_the_explorer_stays_closed_once_it_was_closed_beside_a_document() -> None:
    session = Session(size=(1920, 1050))
    session.send(GoToPlace(Place.ANALYSE))
    session.draw()
    grant(session)
    session.send(ToggleExplorer())
    session.draw()
    assert (grant(session), is_open(session)) == (0, False)


def test_the_explorer_opens_by_itself_in_the_analysis_of_a_game_but_not_before() -> None:
    session = Session(size=(1920, 1050))
    session.play(OPENING)
    assert grant(session) == 0
    analyse(session)
    session.draw()
    grant(session)
    assert is_open(session)


def test_games_from_the_position_stand_below_the_moves_and_open_with_a_click() -> None:
    session = Session(size=(1920, 1050))
    session.send(GoToPlace(Place.ANALYSE))
    session.draw()
    assert session.screen.stage.widget("here.games") is None  # nothing is known yet
    explored(session)
    games, moves = session.widget("here.games"), session.widget("here.title").rect
    assert isinstance(games, GameList)
    assert len(games.rows) == 2
    assert moves.right <= session.screen.stage.frame.columns[0].right
    [opened] = session.click((games.rect.centerx, games.rect.top + games.row_height // 2))
    assert opened == OpenStoredGame(3, 0)


@pytest.mark.parametrize(("size", "worded"), [((1366, 740), True), ((1920, 1050), False)])
def test_switches_are_words_where_there_is_room(size: tuple[int, int], worded: bool) -> None:
    session = Session(size=size)
    analyse(session)
    session.draw()
    switches = [session.widget(f"analysis.{name}") for name in ("arrows", "threat", "attacks")]
    assert [isinstance(one, Button) and one.label for one in switches] == (
        ["Arrows", "Threats", "Attacks"] if worded else [""] * 3
    )
    session.click_widget("analysis.threat")
    assert session.state.analysis is not None
    assert session.state.analysis.threat


def test_in_a_rated_game_the_explorer_is_not_opened_unasked() -> None:
    session = Session(uses_help=False)
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3))), Answer(True), PlayText("h2e2"))
    assert session.state.play.moves
    session.send(FillExplorer())
    assert (is_open(session), session.state.question) == (False, None)
