"""Tests that a game plays by itself at the chosen pace, until its end or until the player goes elsewhere."""

from __future__ import annotations

import pytest
from app_session import HUMAN, Session

from xiangqi.app.effect import PlaySound
from xiangqi.app.event import Tick
from xiangqi.app.records.autoplay import PACES, Autoplay, ChangePace, ToggleAutoplay, is_playing_on
from xiangqi.app.records.browse import GoBack, GoFirst
from xiangqi.app.records.loading import opened
from xiangqi.app.session import view
from xiangqi.app.session.document import Document
from xiangqi.board import Move
from xiangqi.records.tree import Game


@pytest.fixture
def record(session: Session) -> Session:
    game = Game(headers={"Red": "Li"}, result="1-0")
    node = game.root
    for move in ("h2e2", "h9g7", "h0g2"):
        node = node.add(Move.from_iccs(move))
    session.state = opened(session.state, Document.of(session.state.next_id, game))
    return session


def ply(session: Session) -> int:
    return view.line(session.state).ply


def wait(session: Session, seconds: float) -> Session:
    session.send(Tick(session.state.now + seconds))
    return session


def test_it_plays_to_the_end_and_begins_again_there(record: Session) -> None:
    record.send(GoFirst(), ToggleAutoplay())
    pace = PACES[record.state.part(Autoplay).pace]
    assert ply(wait(record, pace * 0.9)) == 0
    assert ply(wait(record, pace * 0.2)) == 1
    record.one(PlaySound)
    wait(record, pace)
    assert ply(wait(record, pace)) == 3
    assert not is_playing_on(record.state)
    assert ply(wait(record, 99)) == 3
    record.send(ToggleAutoplay())
    assert (ply(record), is_playing_on(record.state)) == (0, True)


def test_the_player_stops_it_by_the_key_or_by_going_elsewhere(record: Session) -> None:
    record.send(GoFirst(), ToggleAutoplay())
    wait(record, 99)
    record.send(ToggleAutoplay())
    assert ply(wait(record, 99)) == 1
    record.send(ToggleAutoplay(), GoBack())
    assert ply(wait(record, 99)) == 0
    assert record.state.part(Autoplay).document_id is None


def test_the_pace_goes_through_all(record: Session) -> None:
    record.send(GoFirst(), ToggleAutoplay())
    seen = []
    for _ in PACES:
        record.send(ChangePace())
        seen.append(PACES[record.state.part(Autoplay).pace])
    assert sorted(seen) == list(PACES)
    assert record.said[-1] == "pace"
    record.send(ToggleAutoplay(), GoFirst(), ToggleAutoplay(), ChangePace())
    now = PACES[record.state.part(Autoplay).pace]
    assert ply(wait(record, now - 0.1)) == 0
    assert ply(wait(record, 0.2)) == 1


def test_a_game_that_is_being_played_does_not_play_by_itself(session: Session) -> None:
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    session.send(GoFirst(), ToggleAutoplay())
    assert session.said == ["nothing_to_play"]
    assert ply(wait(session, 99)) == 0
