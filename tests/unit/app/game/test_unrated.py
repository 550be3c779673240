"""Tests that games with help, or from another start, are unrated, and that the player is informed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.event import Tick
from xiangqi.app.game.asks import KeepGame, WriteJournal
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import StartSearch
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.browse import ContinueFromHere, GoTo
from xiangqi.app.session.intents import Hint, ToggleAnalysis
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.session.turns import is_rated
from xiangqi.app.update import Answer

Step = Callable[[Session], object]


def unrated_tag(session: Session) -> str:
    """Return what the library is told of the game that ends now."""
    session.send(Resign(), Answer(True))
    return session.one(KeepGame).game.to_game().headers.get("Unrated", "")


@pytest.fixture
def begun(against_computer: Session) -> Session:
    against_computer.play("h2e2")
    against_computer.reply("h9g7")
    return against_computer


@pytest.mark.parametrize(
    ("take", "told"),
    [
        (lambda session: session.send(Hint()), "hint"),
        (lambda session: session.send(Hint(at_once=True)), "hint"),
        (lambda session: session.send(TakeBack()), "take-back"),
        (lambda session: session.send(GoTo(0), ContinueFromHere()), "take-back"),
        (lambda session: session.send(ToggleAnalysis(), Tick(1.0), ToggleAnalysis()), "analysis"),
        (lambda session: session.send(ExplainPosition()), "analysis"),
        (lambda session: session.send(ToggleExplorer(), Tick(1.0)), "analysis"),
        (lambda session: session.send(Hint(), TakeBack()), "hint, take-back"),
    ],
)
def test_help_is_asked_about_once_and_noted(begun: Session, take: Step, told: str) -> None:
    assert is_rated(begun.state.play)
    begun.uses_help = False
    take(begun)
    assert begun.state.question is not None
    assert begun.state.question.message.key.startswith("ask.use_")
    begun.send(Answer(False))
    assert is_rated(begun.state.play)
    begun.uses_help = True
    take(begun)
    assert not is_rated(begun.state.play)
    begun.send(GoToPlace(Place.PLAY))
    if not begun.state.play.moves:
        begun.play("h2e2")
        begun.reply("h9g7")
    assert unrated_tag(begun) == told


def test_a_game_without_help_counts(begun: Session) -> None:
    assert unrated_tag(begun) == ""
    assert begun.said == []


def test_looking_at_a_game_that_is_over_takes_nothing_away(begun: Session) -> None:
    assert unrated_tag(begun) == ""
    begun.send(ToggleAnalysis(), Tick(1.0))
    assert begun.state.play.unrated == ()


def test_a_game_from_a_record_has_moves_that_nobody_played(begun: Session) -> None:
    begun.send(Resign(), Answer(True))
    begun.new(HUMAN, COMPUTER, "4k4/9/9/9/9/9/9/9/R8/3K5 w")
    assert not is_rated(begun.state.play)
    begun.send(Hint())
    assert "no_longer_rated" not in begun.said, "it never counted"


def test_a_crash_does_not_make_a_game_count_again(begun: Session) -> None:
    begun.send(TakeBack())
    begun.play("h2e2")
    kept = begun.one(WriteJournal).game.to_game()
    assert from_journal(kept).play.unrated == (Unrated.TAKE_BACK,)
    assert "Unrated" not in from_journal(kept).document.tree.headers


@pytest.mark.parametrize("at_once", [False, True])
def test_there_are_no_hints_by_the_clock(at_once: bool) -> None:
    session = Session()
    session.new(HUMAN, COMPUTER, time=TimeControl(60))
    session.send(Hint(at_once=at_once))
    assert not session.found(StartSearch)
    assert session.said == ["no_hint"]
    session.send(ExplainPosition())
    assert session.state.coaching.insight is None
    session.uses_help = False
    session.send(ToggleExplorer(), Answer(False), ToggleAnalysis(), Answer(False), Tick(1.0))
    assert session.state.part(LibraryState).explorer is None
    assert session.state.shown_analysis is None
    assert is_rated(session.state.play)


def test_the_explorer_closes_when_a_timed_game_begins(begun: Session) -> None:
    begun.send(ToggleExplorer(), Tick(1.0), Resign(), Answer(True))
    begun.new(HUMAN, COMPUTER, time=TimeControl(60))
    begun.send(Tick(2.0))
    assert begun.state.part(LibraryState).explorer is None
    assert begun.state.play.unrated == ()


def test_a_game_played_on_from_a_finished_one_counts_no_more(begun: Session) -> None:
    begun.send(Resign(), Answer(True), GoTo(0), ContinueFromHere())
    assert begun.state.play.end is None
    assert not is_rated(begun.state.play)
