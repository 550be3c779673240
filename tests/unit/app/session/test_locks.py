"""What may stand beside a game that is being played: each cell of the table in docs/ux.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.effect import Effect
from xiangqi.app.event import Tick
from xiangqi.app.exercises.practice import Train
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.intent import Help, Intent
from xiangqi.app.library.asks_listing import ListFound
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.app.library.search import FindGames
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.asks_reading import LoadFile, LoadText
from xiangqi.app.records.editing import AnnotateGame
from xiangqi.app.records.loading import OpenFile, PasteText
from xiangqi.app.session import turns
from xiangqi.app.session.intents import AnalyseCopy, Hint, ToggleAnalysis
from xiangqi.app.session.locks import Permission, access
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.orders import LoadTraining
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place, kind_of, place_of
from xiangqi.app.session.players import Player
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.i18n.message import Message

HANDICAP = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1"
"""A game from here is friendly, since it cannot be rated."""


def begun(kind: str, time: TimeControl = UNTIMED) -> Session:
    """Return a session with a game of a kind in progress, the person to move."""
    session = Session(uses_help=False)
    if kind == "two":
        session.new(Player(name="Ann"), Player(name="Bo"), time=time)
        session.play("h2e2", "h9g7")
    else:
        fen = {"fen": HANDICAP} if kind == "friendly" else {}
        session.new(HUMAN, COMPUTER, time=time, **fen)
        session.play("h2e2")
        session.reply("h9g7")
    assert turns.is_rated(session.state.play) == (kind == "rated")
    return session


_HERE = {
    (Help.HINT, "friendly"): Permission.YES,
    (Help.HINT, "rated"): Permission.ASK,
    (Help.HINT, "two"): Permission.YES,  # once the other agrees
    (Help.TAKE_BACK, "friendly"): Permission.YES,
    (Help.TAKE_BACK, "rated"): Permission.ASK,
    (Help.TAKE_BACK, "two"): Permission.YES,
    (Help.COMMENTS, "friendly"): Permission.YES,
    (Help.COMMENTS, "rated"): Permission.ASK,
    (Help.COMMENTS, "two"): Permission.YES,
    (Help.ENGINE, "friendly"): Permission.ANALYSE,
    (Help.ENGINE, "rated"): Permission.ASK,
    (Help.ENGINE, "two"): Permission.AFTER_THE_GAME,
    (Help.RECORDS, "friendly"): Permission.YES,
    (Help.RECORDS, "rated"): Permission.ASK,
    (Help.RECORDS, "two"): Permission.AFTER_THE_GAME,
}
"""On the page of the game."""


@pytest.mark.parametrize(("cell", "expected"), _HERE.items())
def test_what_the_table_says_of_the_page_of_the_game(cell: tuple[Help, str], expected: Permission) -> None:
    assert access(begun(cell[1]).state, cell[0]) is expected


@pytest.mark.parametrize(("cell", "expected"), _HERE.items())
def test_what_the_table_says_of_other_places(cell: tuple[Help, str], expected: Permission) -> None:
    session = begun(cell[1])
    session.send(GoToPlace(Place.ANALYSE))
    about_the_game = cell[0] in (Help.HINT, Help.TAKE_BACK, Help.COMMENTS)
    opened = about_the_game or expected is Permission.ANALYSE
    assert access(session.state, cell[0]) is (Permission.YES if opened else expected)


@pytest.mark.parametrize("kind", ["friendly", "rated", "two"])
@pytest.mark.parametrize("time", [UNTIMED, TimeControl(300)])
def test_what_may_always_be_used(kind: str, time: TimeControl) -> None:
    session = begun(kind, time)
    session.send(AnnotateGame())
    assert session.state.notes
    session.send(OpenPanel(Panel.RULES))
    assert session.state.panel is Panel.RULES
    for place in (Place.LEARN, Place.EXERCISES, Place.PROGRESS, Place.GAMES):
        session.send(GoToPlace(place))
        assert place_of(session.state) is place
    session.send(Train(TrainingRequest(ExerciseSet.TODAY)))
    assert session.found(LoadTraining)
    assert (session.state.question, session.said) == (None, [])


@pytest.mark.parametrize("kind", ["friendly", "rated"])
def test_against_the_computer_by_the_clock_there_are_no_hints_and_nothing_is_taken_back(kind: str) -> None:
    session = begun(kind, TimeControl(300))
    session.send(Hint(), TakeBack(), ExplainPosition())
    assert session.said == ["no_hint", "timed_game", "no_analysis"]
    assert turns.is_rated(session.state.play) == (kind == "rated")


@pytest.mark.parametrize(
    ("intent", "named"),
    [
        (Hint(), "hint"),
        (TakeBack(), "take_back"),
        (ExplainPosition(), "comments"),
        (ToggleAnalysis(), "engine"),
        (ToggleExplorer(), "engine"),
        (PasteText("1. b2e2 *"), "records"),
        (OpenStoredGame(1), "records"),
        (FindGames(), "records"),
    ],
)
def test_what_is_locked_asks_once_and_says_what_the_help_is(intent: Intent, named: str) -> None:
    session = begun("rated")
    before = session.state
    session.send(intent)
    assert session.state.question is not None
    assert session.state.question.message == Message(f"ask.use_{named}")
    session.send(Answer(False))
    assert session.state == before, "no is harmless"
    session.send(intent, Answer(True))
    assert not turns.is_rated(session.state.own_game.play)  # type: ignore[union-attr, arg-type]
    assert session.state.question is None
    session.send(GoToPlace(Place.PLAY), ToggleAnalysis())
    assert session.state.question is None, "it asks once"


@pytest.mark.parametrize(
    ("intent", "effect"),
    [(OpenFile(Path("a.pgn")), LoadFile), (PasteText("1. b2e2 *"), LoadText), (FindGames(), ListFound)],
)
def test_between_two_people_a_record_is_shown_once_their_game_is_put_aside(
    intent: Intent, effect: type[Effect]
) -> None:
    session = begun("two")
    game = session.state.document.id
    session.send(intent)
    assert not session.found(effect)
    assert session.state.question is not None
    assert session.state.question.message == Message("ask.replace_game")
    session.send(Answer(True))
    assert session.state.find(game) is None
    assert session.found(effect)


@pytest.mark.parametrize("intent", [ToggleAnalysis(), ToggleExplorer()])
def test_between_two_people_it_is_for_after_the_game(intent: Intent) -> None:
    session = begun("two")
    session.send(intent)
    assert session.said == ["after_the_game"]
    assert session.state.shown_analysis is None
    assert session.state.part(LibraryState).explorer is None


def test_the_engine_stands_beside_a_copy_and_never_beside_the_game() -> None:
    session = begun("friendly")
    game = session.state.document
    session.send(ToggleAnalysis(), Tick(1.0))
    copy = session.state.document
    assert kind_of(copy) is DocumentKind.ANALYSIS
    assert copy.line.moves == game.line.moves
    assert copy.cursor.ply == game.cursor.ply
    assert session.state.shown_analysis is not None
    session.play("b2d2")
    assert (session.said, session.moves) == ([], "h2e2 h9g7"), "a variation of the copy"
    session.send(GoToPlace(Place.PLAY), Tick(2.0))
    assert session.state.document == game
    assert session.state.shown_analysis is None
    assert session.said == []


def test_a_copy_is_made_by_itself_too() -> None:
    session = begun("friendly")
    session.send(AnalyseCopy())
    assert place_of(session.state) is Place.ANALYSE
    assert session.state.shown_analysis is None
    assert len(session.state.documents) == 2
