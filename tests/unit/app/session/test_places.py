"""The places, and where Esc, Back and Home lead from every screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.editor.arrangement import Tool
from xiangqi.app.editor.setting_up import OpenEditor, UseTool
from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.play import NewGame, tells_end
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage, LibraryState
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoFirst
from xiangqi.app.records.editing import AnnotateGame
from xiangqi.app.records.loading import ChooseGame, CloseRecord, OpenFile
from xiangqi.app.session.intents import StartReview, ToggleAnalysis
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.panels import ClosePanel, Flip, OpenPanel
from xiangqi.app.session.places import (
    FIRST_PANELS,
    Back,
    GoToPlace,
    Place,
    back_label,
    first_page,
    kind_of,
    place_of,
    place_of_document,
    place_of_panel,
    shown,
    waiting,
)
from xiangqi.app.session.players import Player
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer, Cancel, initial_state
from xiangqi.board import START_FEN, Move
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.i18n.message import Message
from xiangqi.lessons.lesson import load_lessons
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.storage.settings import Settings


@pytest.fixture
def live() -> Session:
    """A game against the computer that is being played, the person to move."""
    session = Session()
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.reply("h9g7")
    return session


def is_at_game(session: Session) -> bool:
    return session.state.panel is None and session.state.document.is_own_game


@pytest.mark.parametrize("panel", list(Panel))
def test_esc_and_back_lead_from_each_panel_where_they_should(live: Session, panel: Panel) -> None:
    live.send(OpenPanel(panel))
    if panel is Panel.GAME_LIST:  # a game has no list
        assert live.state.panel is None
        return
    first = panel in FIRST_PANELS.values() and panel is not Panel.NEW_GAME  # the game is the first page of Play
    for leave in (Back(), Cancel()):
        live.send(OpenPanel(panel), leave)
        if first or panel is Panel.WELCOME:
            assert live.state.panel is panel, (
                "from the first page of a place and from the welcome it leads nowhere"
            )
            assert back_label(live.state) is None
        else:
            assert is_at_game(live), "where one was before"


@pytest.mark.parametrize("place", list(Place))
def test_a_place_is_marked_when_it_is_gone_to_and_the_game_is_one_click_away(
    live: Session, place: Place
) -> None:
    live.send(GoToPlace(place))
    assert place_of(live.state) is place
    assert (waiting(live.state) is None) == (place is Place.PLAY)
    live.send(Cancel())
    assert place_of(live.state) is place, "Esc leads nowhere from the first page of a place"
    live.send(GoToPlace(Place.PLAY))
    assert is_at_game(live)
    assert live.moves == "h2e2 h9g7"


def test_every_panel_has_the_place_in_which_it_was_opened_or_its_own(live: Session) -> None:
    for panel in set(Panel) - {Panel.GAME_LIST}:
        live.send(GoToPlace(Place.PROGRESS), OpenPanel(panel))
        assert place_of(live.state) is (place_of_panel(panel) or Place.PROGRESS)


def test_esc_in_a_live_game_leads_nowhere(live: Session) -> None:
    before = live.state
    live.send(Cancel(), Back())
    assert live.state == before


# ---- No empty game ----


@pytest.fixture
def started() -> Session:
    """The program as it starts, before any game."""
    return Session(state=initial_state(Settings(language="en"), begun=False))


def test_without_a_game_play_shows_the_choices_of_a_new_one_and_nothing_leads_to_a_board(
    started: Session,
) -> None:
    for panel in (Panel.START, Panel.HELP, Panel.NEW_GAME):
        started.send(OpenPanel(panel), ClosePanel())
        assert started.state.panel is Panel.NEW_GAME
    for place in Place:
        started.send(GoToPlace(place), Cancel(), GoToPlace(Place.PLAY))
        assert (place_of(started.state), started.state.panel) == (Place.PLAY, Panel.NEW_GAME)
    assert started.state.own_game is None
    assert waiting(started.state) is None


def test_a_move_begins_the_game_that_only_held_the_place(started: Session) -> None:
    started.send(PlayText("h2e2"))
    assert started.state.own_game == started.state.current_game
    assert not started.state.current_game.holds_the_place


def test_a_file_opened_at_the_start_leads_home(started: Session) -> None:
    started.send(Tick(1.0))
    read(started)
    assert place_of(started.state) is Place.ANALYSE
    assert back_label(started.state) == Message("place.home")
    started.send(Cancel())
    assert started.state.panel is Panel.START
    started.send(GoToPlace(Place.ANALYSE))
    assert started.state.document.name == "a.pgn", "going away has closed nothing"
    started.send(CloseRecord())
    assert started.state.panel is Panel.START


def test_a_game_takes_the_place_when_it_begins(started: Session) -> None:
    started.send(GoToPlace(Place.PLAY), NewGame(started.state.draft))
    assert is_at_game(started)
    assert started.state.play.begun
    started.send(Cancel())
    assert is_at_game(started)


def read(session: Session) -> None:
    """Open a file with one game."""
    session.send(OpenFile(Path("a.pgn")))
    assert session.state.loading is not None
    games = tuple(map(pack, read_bytes("1. 兵七进一 *".encode(), "text")))
    session.send(GamesRead(session.state.loading.id, "a.pgn", Path("a.pgn"), games, complete=True))


# ---- The way back from documents ----


def exercise(session: Session) -> None:
    """Put an exercise on the board."""
    task = SolvingTask(START_FEN, (Move.from_iccs("b2e2"),), ExerciseKind.WIN)
    assignment = Assignment(task, "lesson", "course", (), 1000)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.MIXED), (assignment,), (None,)))


def test_a_game_chosen_from_its_files_list_leads_back_to_the_list(started: Session) -> None:
    started.send(GoToPlace(Place.HOME), OpenPanel(Panel.OPEN_FILE), OpenFile(Path("a.pgn")))
    assert started.state.loading is not None
    games = tuple(map(pack, read_bytes(b'[Event "1"]\n\n1. h2e2 *\n\n[Event "2"]\n\n1. h2e2 *\n', "pgn")))
    number = started.state.loading.id
    for part, is_last in ((games[:1], False), (games[1:], True)):
        started.send(GamesRead(number, "a.pgn", Path("a.pgn"), part, complete=is_last))
    for index in (0, 1, 0):
        assert started.state.panel is Panel.GAME_LIST
        started.send(ChooseGame(index))
        assert started.state.panel is None
        assert back_label(started.state) == Message("back.file")
        started.send(Back())
    started.send(Back())
    assert started.state.panel is not Panel.GAME_LIST, "no loop"


def test_an_exercise_from_a_record_names_it_and_leads_back_to_it(live: Session) -> None:
    read(live)
    record = live.state.document
    exercise(live)
    assert place_of(live.state) is Place.EXERCISES
    assert back_label(live.state) == Message("kind.record")
    live.send(Back())
    assert live.state.document.id == record.id
    assert live.state.mode(Challenge) is None
    assert back_label(live.state) == Message("back.game"), "and the record to the game over which it was opened"
    live.send(Back())
    assert is_at_game(live)


@pytest.mark.parametrize("panel", [Panel.START, Panel.EXERCISES, Panel.COURSES, Panel.RATING])
def test_an_exercise_leads_back_to_the_page_that_offered_it(live: Session, panel: Panel) -> None:
    live.send(OpenPanel(panel))
    exercise(live)
    exercise(live)  # the next one of the series
    assert live.state.panel is None
    live.send(Cancel())
    assert live.state.panel is panel


def test_an_exercise_waits_while_one_is_elsewhere(live: Session) -> None:
    exercise(live)
    task = live.state.document
    for place in Place:
        live.send(GoToPlace(place))
    assert live.state.find(task.id) == task
    live.send(GoToPlace(Place.EXERCISES))
    assert live.state.document == task
    live.send(GoToPlace(Place.EXERCISES))
    assert live.state.panel is Panel.EXERCISES, "the chosen place leads to its first page"


@pytest.mark.parametrize("panel", [Panel.START, Panel.LESSONS])
def test_a_lesson_waits_too_and_leads_back_to_the_page_that_offered_it(live: Session, panel: Panel) -> None:
    live.send(OpenPanel(panel), StartLesson(load_lessons()[0].key), GoToPlace(Place.PLAY))
    assert is_at_game(live)
    live.send(GoToPlace(Place.LEARN))
    assert place_of(live.state) is Place.LEARN
    assert live.state.panel is None
    live.send(Back())
    assert live.state.panel is panel


def test_a_position_being_set_up_leads_back_after_a_question_if_it_has_changed(live: Session) -> None:
    live.send(OpenEditor(), Back())
    assert is_at_game(live)
    live.send(OpenEditor(), UseTool(Tool.CLEAR), Back())
    assert live.state.question is not None
    live.send(Back(), Cancel())
    assert live.state.document.mode.arranges, "the harmless answer"
    live.send(Cancel(), Answer(True))
    assert is_at_game(live)


def test_the_analysis_board_is_the_first_page_of_its_place(live: Session) -> None:
    live.send(GoToPlace(Place.ANALYSE))
    board = live.state.document
    assert kind_of(board) is DocumentKind.ANALYSIS
    live.play("h2e2", "h9g7")
    assert live.said == []
    live.send(GoToPlace(Place.HOME), GoToPlace(Place.ANALYSE))
    assert (live.state.document.id, len(live.state.document.line.moves)) == (board.id, 2)
    live.send(GoToPlace(Place.ANALYSE))
    assert live.state.document.line.moves == (), "an empty board"
    assert live.state.find(board.id) is not None, "which has not taken the other's place"


def test_a_game_that_has_ended_gives_its_place_back_once_it_is_left(live: Session) -> None:
    ended = live.state.document
    live.send(Resign(), Answer(True))
    assert live.state.panel is None
    live.send(GoToPlace(Place.HOME), GoToPlace(Place.PLAY))
    assert live.state.panel is Panel.NEW_GAME
    live.send(GoToPlace(Place.PLAY))
    assert (live.state.panel, live.state.document.id) == (None, ended.id), "from there it is one click away"
    assert kind_of(live.state.document) is DocumentKind.RECORD
    assert waiting(live.state) is None
    live.send(NewGame(live.state.draft))
    assert live.state.document.id != ended.id
    old = live.state.find(ended.id)
    assert old is not None
    assert place_of_document(live.state, old) is Place.ANALYSE


# ---- The end of a game, and the first page of each place ----


def shows_end(session: Session) -> bool:
    return (
        is_at_game(session)
        and tells_end(session.state)
        and not (session.state.shown_analysis or session.state.notes)
    )


@pytest.mark.parametrize("cover", [StartReview(), ToggleAnalysis(), AnnotateGame(), GoFirst()])
def test_play_esc_and_back_lead_from_all_that_hides_the_end_of_a_game_to_its_card(
    live: Session, cover: Intent
) -> None:
    live.send(Resign(), Answer(True))
    assert shows_end(live)
    assert back_label(live.state) is None
    for leave in (GoToPlace(Place.PLAY), Back(), Cancel()):
        live.send(cover)
        assert back_label(live.state) == Message("back.result")
        live.send(leave)
        assert shows_end(live)
        assert back_label(live.state) is None
    live.send(cover, GoToPlace(Place.HOME), GoToPlace(Place.PLAY))
    assert not shows_end(live), "from elsewhere, what was open last"
    live.send(OpenPanel(Panel.NEW_GAME), GoToPlace(Place.PLAY))
    assert shows_end(live)


@pytest.mark.parametrize("page", [page for page in LibraryPage if page is not LibraryPage.FOUND])
def test_all_pages_of_games_lead_back_to_the_first(live: Session, page: LibraryPage) -> None:
    for leave in (GoToPlace(Place.GAMES), Back(), Cancel()):
        live.send(OpenLibrary(page), leave)
        assert live.state.panel is Panel.LIBRARY
        assert live.state.part(LibraryState).page is LibraryPage.GAMES
        assert back_label(live.state) is None
    live.send(OpenLibrary(page), GoToPlace(Place.HOME), GoToPlace(Place.GAMES))
    assert live.state.part(LibraryState).page is page, "from elsewhere, what was open last"


@pytest.mark.parametrize(
    "panel", [panel for panel in Panel if place_of_panel(panel) is not None and panel is not Panel.GAME_LIST]
)
def test_the_chosen_place_shows_its_first_page_from_every_panel(live: Session, panel: Panel) -> None:
    read(live)  # a record, which is a document of Analyse
    live.send(OpenPanel(panel))
    place = place_of(live.state)
    live.send(GoToPlace(place))
    assert shown(live.state) == first_page(live.state, place)
    assert place_of(live.state) is place


def test_settings_and_help_lead_to_the_page_before_both(live: Session) -> None:
    for place in (Place.PLAY, Place.GAMES, Place.PROGRESS):
        live.send(GoToPlace(place))
        before = shown(live.state)
        live.send(
            OpenPanel(Panel.SETTINGS), OpenPanel(Panel.HELP), OpenPanel(Panel.SETTINGS), OpenPanel(Panel.HELP)
        )
        live.send(Back())
        assert shown(live.state) == before


@pytest.mark.parametrize("side", [HUMAN, COMPUTER])
def test_a_board_turned_by_hand_stays_so_on_return(side: Player) -> None:
    session = Session()
    session.new(side, COMPUTER if side is HUMAN else HUMAN)
    usual = session.state.flipped
    session.send(Flip(), GoToPlace(Place.ANALYSE))
    assert not session.state.flipped, "another document is as usual"
    session.send(GoToPlace(Place.PLAY))
    assert session.state.flipped is not usual
    session.send(Flip(), GoToPlace(Place.ANALYSE), Flip(), GoToPlace(Place.PLAY))
    assert session.state.flipped is usual
    session.send(GoToPlace(Place.ANALYSE))
    assert session.state.flipped
    session.send(StartLesson(load_lessons()[0].key), Back())
    assert session.state.flipped, "also after a lesson"
