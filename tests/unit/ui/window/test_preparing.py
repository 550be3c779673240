"""An engine that is still getting ready says so beside the board."""

from __future__ import annotations

from ui_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.search_effects import EnginesPreparing
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import catalogue
from xiangqi.ui.game.strips import PlayerCard
from xiangqi.ui.parts.cards import NoteCard

BUILT_IN = Player(PlayerKind.COMPUTER, 1)
EXTERNAL = Player(PlayerKind.ENGINE, 1, ("some-engine", "--fast"))
PREPARING = catalogue("en").template("engine.preparing")


def statuses(session: Session) -> tuple[str, str, str]:
    """What the cards of Red, Black and the engine say."""
    session.draw()
    red, black = session.widget(f"player.{RED}"), session.widget(f"player.{BLACK}")
    note = session.screen.stage.widget("note")
    assert isinstance(red, PlayerCard)
    assert isinstance(black, PlayerCard)
    assert note is None or isinstance(note, NoteCard)
    return red.status, black.status, note.body if note is not None else ""


def test_the_built_in_engine() -> None:
    session = Session()
    session.send(Tick(1.0), NewGame(Setup(Player(), BUILT_IN)), EnginesPreparing(((),)))
    red, black, note = statuses(session)
    assert red != PREPARING
    assert black == note == PREPARING
    session.send(PlayText("h2e2"))
    assert statuses(session)[1] == PREPARING
    session.send(EnginesPreparing(()))
    assert PREPARING not in statuses(session)


def test_an_external_engine() -> None:
    session = Session()
    session.send(Tick(1.0), NewGame(Setup(EXTERNAL, Player())), EnginesPreparing((EXTERNAL.command,)))
    red, black, note = statuses(session)
    assert red == PREPARING
    assert PREPARING not in (black, note)


def test_two_people_are_told_where_they_look_for_hints() -> None:
    session = Session()
    session.send(EnginesPreparing(((),)))
    red, black, note = statuses(session)
    assert note == PREPARING
    assert PREPARING not in (red, black)
