"""Tests of the repertoire panel, its training, and the explorer's buttons."""

from __future__ import annotations

from dataclasses import replace

import openings_screens
import pygame
import pytest
from library_screens import explored
from ui_session import Session

from xiangqi.app.exercises.asks import AnswerJudged
from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.exercises.practice import Train
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.library.asks_masters import MastersFound
from xiangqi.app.library.daily import WantDaily
from xiangqi.app.library.masters import WantMasters
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.app.openings.asks import GameCompared, RecordPreviewed, RepertoireRead
from xiangqi.app.openings.place import LookAtDeparture, OpenRepertoire, ShowOpeningLine, ShowOpenings
from xiangqi.app.openings.repertoire import (
    AddToRepertoire,
    DropLine,
    ShowRepertoire,
)
from xiangqi.app.openings.state import OpeningsState, OpeningsView, SideView
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import Place, place_of
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.library.masters import Script
from xiangqi.repertoire.departures import Departure
from xiangqi.repertoire.store import RepertoireChange
from xiangqi.repertoire.training import CardCounts
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.game_rows import GameRow
from xiangqi.ui.parts.game_table import GameList
from xiangqi.ui.parts.moves_table import MovesTable
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget


@pytest.fixture
def session() -> Session:
    return Session(size=(1366, 768))


def label(session: Session, key: str) -> str:
    found = session.widget(key)
    assert isinstance(found, Label)
    return found.text


def button(session: Session, key: str) -> Button:
    found = session.widget(key)
    assert isinstance(found, Button)
    return found


def listed(session: Session) -> ListBox:
    found = session.widget("openings.gaps")
    assert isinstance(found, ListBox)
    return found


def test_the_lines_are_an_outline_that_leads_to_positions(session: Session) -> None:
    openings_screens.repertoire(session)
    outline = session.widget("openings.outline")
    assert isinstance(outline, ListBox)
    assert [row.text.split("  ")[0] if row.text[0] != " " else row.text[:8] for row in outline.rows] == [
        "1. 炮二平五",
        "    1… 马",
        "    1… 炮",
    ]
    session.click((outline.rect.centerx, outline.rect.top + outline.row_height * 3 // 2))
    assert session.iccs() == openings_screens.LINES[0].split()


def test_gaps_and_results_stand_below_the_lines(session: Session) -> None:
    openings_screens.repertoire(session)
    assert label(session, "openings.standing") == "6 positions: 3 known, 2 due now, 1 new, 1 missed last time"
    gaps, gap, *_ = listed(session).rows
    results, score = listed(session).rows[-2:]
    assert (results.heading, results.text) == (True, "Your results with these openings")
    assert (gaps.heading, gaps.text) == (True, "Positions without an answer, most likely first")
    assert score.text == "9 games: +5 =1 −3"
    assert score.detail == "Central Cannon against Screen Horses"
    assert gap.text == "…  车一平二  马２进３  兵七进一  卒７进１"
    assert gap.note == "33.6%"
    assert gap.detail == "C00 Central Cannon against Screen Horses"
    assert isinstance(gap.action, ShowOpeningLine)
    assert ShowRepertoire(RED) in session.click_widget("openings.show")


def test_a_repertoire_without_gaps_says_so(session: Session) -> None:
    openings_screens.repertoire(session)
    known = session.state.part(OpeningsState).sides[RED]
    session.send(RepertoireRead({RED: replace(known, gaps=())}))
    session.draw()
    assert [row.text for row in listed(session).rows if row.heading] == ["Your results with these openings"]
    session.send(RepertoireRead({RED: replace(known, gaps=(), scores=())}))
    session.draw()
    assert not listed(session).rows
    assert listed(session).empty == "You have an answer to everything masters play often."


def test_the_explorer_of_openings_is_gold_where_the_next_step_is(session: Session) -> None:
    openings_screens.explorer(session)
    assert label(session, "openings.name") == "C00 Central Cannon against Screen Horses"
    train, add = button(session, "openings.train"), button(session, "openings.add")
    assert train.action == Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red"))
    assert (train.label, train.primary, add.enabled) == ("Train 2 positions", True, False)
    table = session.widget("explorer.moves")
    assert isinstance(table, MovesTable)
    assert [row.mine for row in table.rows][:3] == [True, False, False]
    known = session.state.part(OpeningsState).sides[RED]
    session.send(RepertoireRead({RED: replace(known, standing=CardCounts(6, 6, 0, 0, 0))}))
    session.play("i9i8")
    session.play("a3a4")
    session.draw()
    train, add = button(session, "openings.train"), button(session, "openings.add")
    assert (train.primary, train.enabled, add.primary) == (False, False, True)
    assert AddToRepertoire(RED) in session.click_widget("openings.add")


def test_the_side_is_the_players_choice_whoever_moved_last(session: Session) -> None:
    openings_screens.explorer(session, 1)
    side = session.widget("openings.mine_side").rect
    session.click((side.right - 10, side.centery))
    assert session.state.flipped
    session.play("h9g7")
    session.play("h0g2")
    session.draw()
    assert button(session, "openings.add").label == "Add for Black"
    assert AddToRepertoire(BLACK) in session.click_widget("openings.add")


@pytest.mark.parametrize("view", list(OpeningsView))
def test_the_views_lie_beside_one_board(session: Session, view: OpeningsView) -> None:
    openings_screens.explorer(session)
    board = session.state.document
    views = session.widget("openings.views")
    assert isinstance(views, Choice)
    box = views.cells()[list(OpeningsView).index(view)]
    session.click(box.center)
    assert session.state.part(OpeningsState).view is view
    assert session.state.document == board
    session.key(pygame.K_ESCAPE)
    assert session.state.part(OpeningsState).view is OpeningsView.EXPLORE


def test_an_empty_repertoire_says_how_to_fill_it(session: Session) -> None:
    openings_screens.empty(session)
    assert "Play the moves on the board" in label(session, "openings.told")
    assert not button(session, "openings.train").enabled
    session.send(ShowOpenings(OpeningsView.TRAIN))
    session.draw()
    empty = session.widget("openings.untrained")
    assert isinstance(empty, EmptyState)
    assert "Explore" in empty.text


def test_what_a_record_adds_is_asked_and_the_answers_say_what_they_do(session: Session) -> None:
    for side in (RED, BLACK):
        session.send(RecordPreviewed(side, (), RepertoireChange(12, 30, 0, 2)))
        session.draw()
        assert "New positions: 12, new moves: 30" in label(session, "question.text")
        assert "Moves left out: 2" in label(session, "question.text")
        assert button(session, "question.yes").label == "Add"
        session.click_widget("question.no")
    session.play("h2e2")
    view = SideView(openings_screens.kept(), CardCounts(6, 0, 6, 6, 0), ())
    session.send(RepertoireRead({RED: view}), DropLine(RED))
    session.draw()
    assert button(session, "question.yes").label == "Delete"


def test_the_start_leads_to_it(session: Session) -> None:
    session.send(OpenPanel(Panel.START))
    session.draw()
    assert OpenRepertoire(RED) in session.click_widget("home.tile.openings")


def test_a_question_tells_the_way_and_a_wrong_move_the_line(session: Session) -> None:
    openings_screens.question(session)
    assert label(session, "exercise.goal").endswith(
        "after 炮二平五 马８进７ 马二进三 车９平８ 车一平二 马２进３?"
    )
    session.play("a0a1")
    challenge = session.state.mode(Challenge)
    assert challenge is not None
    session.send(AnswerJudged(session.state.document.id, (), Move.from_iccs("a0a1"), False))
    session.draw()
    said = label(session, "exercise.message")
    assert said.startswith("Your openings continue 兵七进一. Also the masters' most frequent move (")


def test_the_explorer_adds_the_line_on_the_board_and_takes_it_out(session: Session) -> None:
    session.play("h2e2")
    explored(session)
    assert button(session, "repertoire.line").label == "Add for Red"
    assert AddToRepertoire(RED) in session.click_widget("repertoire.line")
    view = SideView(openings_screens.kept(), CardCounts(6, 0, 6, 6, 0), ())
    session.send(RepertoireRead({RED: view}))
    session.draw()
    assert button(session, "repertoire.line").label == "Remove for Red"


def test_masters_games_are_wished_for_or_shown_with_the_reason(session: Session) -> None:
    openings_screens.explorer(session, view=OpeningsView.TRAIN)
    assert WantMasters() in session.click_widget("openings.want_masters")
    shown = Session(size=(1366, 768))
    openings_screens.with_games(shown, OpeningsView.TRAIN)
    assert label(shown, "daily.opening") == "Central Cannon against Screen Horses"
    assert label(shown, "daily.why") == "One of your own openings"
    games = shown.widget("daily.games")
    assert isinstance(games, GameList)
    first = games.rows[0]
    assert isinstance(first, GameRow)
    assert (first.red, first.black) == ("Zhao Guorong", "Ke Yongqing"), "in English, names are in letters"
    assert OpenStoredGame(1, of_masters=True) in shown.click((games.rect.centerx, games.rect.top + 20))


def test_the_games_of_the_day_are_asked_for_by_the_card_itself(session: Session) -> None:
    openings_screens.explorer(session, view=OpeningsView.TRAIN)
    session.send(MastersFound(Script.SIMPLIFIED))
    session.draw()
    assert WantDaily(("C00", "D10")) in [one.wish for one in session.screen.stage.widgets]


def test_a_game_that_left_the_lines_leads_there_and_on_to_the_training(session: Session) -> None:
    session.settle(language="en")
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3))))
    session.play("h2e2")
    session.state = session.state.put(session.state.document.played(Move.from_iccs("h9g7"), 900))
    session.play("i0i1")
    session.send(Resign(), Answer(True))
    left = Departure(3, Move.from_iccs("i0i1"), (Move.from_iccs("h0g2"),), own=True)
    session.send(GameCompared(session.state.document.id, RED, left))
    session.draw()
    row = next(one for one in session.screen.stage.widgets if _leads(one) == LookAtDeparture())
    assert "You left your openings on move 2" in getattr(row, "text", "")
    session.click(row.rect.center)
    openings_screens.read(session)
    session.draw()
    assert place_of(session.state) is Place.OPENINGS
    assert session.iccs() == ["h2e2", "h9g7"]
    session.play("b0c2")
    session.draw()
    assert AddToRepertoire(RED) in session.click_widget("openings.add")
    assert Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red")) in session.click_widget("openings.train")


def _leads(widget: Widget) -> object:
    return getattr(widget, "action", None)
