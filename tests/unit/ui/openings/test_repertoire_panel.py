"""Tests of the repertoire panel, its training, and the explorer's buttons."""

from __future__ import annotations

from dataclasses import replace

import openings_screens
import pytest
from library_screens import explored
from ui_session import Session

from xiangqi.app.exercises.asks import AnswerJudged
from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.exercises.practice import Train
from xiangqi.app.openings.asks import RecordPreviewed, RepertoireRead
from xiangqi.app.openings.repertoire import (
    AddToRepertoire,
    DropLine,
    KeepRecord,
    OpenRepertoire,
    ShowGap,
    ShowRepertoire,
)
from xiangqi.app.openings.state import OpeningsState, SideView
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.repertoire.store import RepertoireChange
from xiangqi.repertoire.training import CardCounts
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import Button, Label


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
    found = session.widget("repertoire.list")
    assert isinstance(found, ListBox)
    return found


def test_the_panel_tells_how_well_it_is_known_and_lists_gaps(session: Session) -> None:
    openings_screens.repertoire(session)
    assert label(session, "repertoire.standing") == "6 positions: 3 known, 2 due now, 1 new, 1 missed last time"
    results, score, gaps, gap, *_ = listed(session).rows
    assert (results.heading, results.text) == (True, "Your results with these openings")
    assert (gaps.heading, gaps.text) == (True, "Positions without an answer, most likely first")
    assert score.text == "9 games: +5 =1 −3"
    assert score.detail == "Central Cannon against Screen Horses"
    assert gap.text == "…  车一平二  马２进３  兵七进一  卒７进１"
    assert gap.note == "33.6%"
    assert gap.detail == "C00 Central Cannon against Screen Horses"
    assert isinstance(gap.action, ShowGap)
    assert button(session, "repertoire.train").action == Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red"))
    assert ShowRepertoire(RED) in session.click_widget("repertoire.show")


def test_results_stand_under_their_own_heading_and_a_repertoire_without_gaps_says_so(session: Session) -> None:
    openings_screens.repertoire(session)
    known = session.state.part(OpeningsState).sides[RED]
    session.send(RepertoireRead({RED: replace(known, gaps=())}))
    session.draw()
    assert [row.text for row in listed(session).rows if row.heading] == [
        "Your results with these openings",
        "You have an answer to everything masters play often.",
    ]
    session.send(RepertoireRead({RED: replace(known, gaps=(), scores=())}))
    session.draw()
    assert not listed(session).rows
    assert listed(session).empty == "You have an answer to everything masters play often."


def test_an_empty_repertoire_says_how_to_fill_it(session: Session) -> None:
    openings_screens.repertoire(session)
    session.send(OpenRepertoire(BLACK))
    session.draw()
    assert not button(session, "repertoire.train").enabled
    assert "Play a line on the board" in listed(session).empty
    assert KeepRecord(BLACK) in session.click_widget("repertoire.record")


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
    session.send(RepertoireRead({RED: view}), DropLine())
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
    assert said.startswith("Your repertoire continues 兵七进一. Masters most often play 兵七进一 (")


def test_the_explorer_adds_the_line_on_the_board_and_takes_it_out(session: Session) -> None:
    session.play("h2e2")
    explored(session)
    assert button(session, "repertoire.line").label == "Add this line"
    assert AddToRepertoire() in session.click_widget("repertoire.line")
    view = SideView(openings_screens.kept(), CardCounts(6, 0, 6, 6, 0), ())
    session.send(RepertoireRead({RED: view}))
    session.draw()
    assert button(session, "repertoire.line").label == "Remove this move"
