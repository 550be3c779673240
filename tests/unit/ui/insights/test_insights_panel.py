"""Tests of the pages about a player: every button by mouse, the rows by keyboard, empty and full."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from insights_screens import PLAYERS, about, asked_names, few, insights, known, many, players, some
from library_screens import own_games
from ui_session import Session

from xiangqi.app.event import Tick
from xiangqi.app.insights.asks import (
    AskInsights,
    ForgetReviews,
    InsightsRead,
    PlayersListed,
    PrepareSparring,
)
from xiangqi.app.insights.asks_reviews import ReviewingStands
from xiangqi.app.insights.pages import ListMasters, OpenInsights
from xiangqi.app.insights.sparring import FindTheirGames
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.library.asks_importing import ImportProgress
from xiangqi.app.library.asks_listing import ListFound
from xiangqi.app.library.import_games import ImportPath
from xiangqi.app.library.own_games import ContinueStored, OpenLibrary, OpenStoredGame
from xiangqi.app.library.state import LibraryPage, LibraryState
from xiangqi.app.records.asks_reading import LoadFound
from xiangqi.app.session.orders import LoadTraining
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import Place, back_label, place_of
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet
from xiangqi.app.update import Answer
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message, catalogue
from xiangqi.library import ImportReport as ImportReport
from xiangqi.library import LibraryPlayer, Person
from xiangqi.library.masters import Script
from xiangqi.openings import CODES, FAMILIES, codes_in_family, codes_meant, family_of
from xiangqi.ui.insights.charts import Bars, Columns
from xiangqi.ui.insights.names_page import NAMES_FIELD
from xiangqi.ui.parts.result_table import ResultTable
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import palette
from xiangqi.ui.toolkit.waiting import Wait
from xiangqi.ui.toolkit.widgets import Button, Choice, Label


@pytest.fixture
def session() -> Session:
    return Session(size=(1366, 768))


def rows(session: Session, key: str) -> ListBox:
    found = session.widget(key)
    assert isinstance(found, ListBox)
    return found


def click_row(session: Session, key: str, index: int) -> None:
    found = rows(session, key)
    session.click((found.rect.centerx, found.rect.top + found.top_of(index) + 12))


def said(session: Session, key: str) -> str:
    found = session.widget(key)
    assert isinstance(found, Label)
    return found.text


def is_there(session: Session, key: str) -> bool:
    return session.screen.stage.widget(key) is not None


# ---- Whose games ----


def test_names_are_asked_once_and_chosen_from_those_of_the_library(session: Session) -> None:
    asked_names(session)
    assert [row.text for row in rows(session, "insights.players").rows] == [player.name for player in PLAYERS]
    click_row(session, "insights.players", 1)
    click_row(session, "insights.players", 2)
    assert [row.icon for row in rows(session, "insights.players").rows] == ["plus", "check", "check", "plus"]
    session.click_widget("insights.named")
    assert session.state.settings.people == ("Li Wei; 李偉",)
    session.send(Tick(session.now))
    asked = [effect for effect in session.effects if isinstance(effect, AskInsights)]
    assert asked[-1].person == Person(("Li Wei", "李偉"), here=True)
    assert not is_there(session, "insights.players")
    session.send(OpenPanel(Panel.START), OpenInsights())
    session.draw()
    assert not is_there(session, "insights.players"), "they are asked for once"


def test_a_name_can_be_dropped_again_and_another_typed(session: Session) -> None:
    asked_names(session)
    click_row(session, "insights.players", 0)
    click_row(session, "insights.players", 0)
    session.click_widget(NAMES_FIELD)
    session.write("小梅")
    session.key(pygame.K_RETURN)
    assert session.state.settings.people == ("小梅",)


def test_who_has_no_name_says_so(session: Session) -> None:
    asked_names(session)
    session.click_widget("insights.named")
    assert session.state.settings.people == ("",)


def test_each_of_two_people_has_names_and_pages(session: Session) -> None:
    insights(session, many(), InsightsPage.GAMES)
    session.click_widget("insights.people.1")
    session.write("Mei")
    assert session.state.settings.people == ("Li Wei; 李伟", "Mei")
    session.click_widget("insights.people.0")
    session.key(pygame.K_END)
    session.write(" x")
    assert session.state.settings.people == ("Li Wei; 李伟 x", "Mei")
    person = session.widget("insights.person").rect
    session.click((person.right - 20, person.centery))
    assert session.state.settings.person == 1
    session.send(Tick(session.now))
    asked = [effect for effect in session.effects if isinstance(effect, AskInsights)]
    assert asked[-1].person == Person(("Mei",), here=False)


def test_who_has_no_name_any_more_is_no_person(session: Session) -> None:
    insights(session, many(), InsightsPage.GAMES)
    session.click_widget("insights.people.1")
    session.write("M")
    assert session.state.settings.people == ("Li Wei; 李伟", "M")
    session.key(pygame.K_BACKSPACE)
    assert session.state.settings.people == ("Li Wei; 李伟",)


def test_names_can_be_changed_in_the_settings(session: Session) -> None:
    session.settle(people=("Mei",))
    session.send(OpenPanel(Panel.SETTINGS))
    session.draw()
    session.screen.memory.focus = "insights.people.0"
    session.key(pygame.K_END)
    session.write("li")
    assert session.state.settings.people == ("Meili",)


# ---- Claims ----


def test_a_claim_is_chosen_and_its_positions_open_their_games(session: Session) -> None:
    insights(session, many())
    assert len(rows(session, "insights.claims").rows) == 3
    assert "2.6 times" in said(session, "insights.claim")
    click_row(session, "insights.claims", 1)
    assert "1.8 times" in said(session, "insights.claim")
    click_row(session, "insights.positions", 0)
    loads = [effect for effect in session.effects if isinstance(effect, LoadFound)]
    assert loads[-1].games == ((1, 8),)


@pytest.mark.parametrize(
    ("language", "shown", "lost"),
    [
        ("en", ["times the usual mistakes", "times the usual loss"], "winning chances"),
        ("zh-Hans", ["失误是一般水平的", "损失的胜率是一般水平的"], "胜率"),
        ("zh-Hant", ["失誤是一般水準的", "損失的勝率是一般水準的"], "勝率"),
    ],
)
def test_every_number_has_its_unit_its_bounds_and_its_games(
    language: str, shown: list[str], lost: str, session: Session
) -> None:
    session.settle(language=language)
    insights(session, many())
    for row, cost in zip(rows(session, "insights.claims").rows[:2], shown, strict=True):
        told, bounds, games = row.detail.split(" · ")
        assert cost in told
        assert len(re.findall(r"\d\.\d", bounds)) == 2
        assert re.search(r"\d+ ?(games|局)", games)
    assert all(lost in row.note for row in rows(session, "insights.positions").rows)


def test_a_claim_is_practised_with_its_positions_first_and_the_same_kind_after(session: Session) -> None:
    insights(session, many())
    session.click_widget("insights.practise")
    [load] = [effect for effect in session.effects if isinstance(effect, LoadTraining)]
    assert load.request.exercise_set is ExerciseSet.WEAKNESS
    assert len(load.request.mistakes) == 5
    assert "fork" in load.request.themes


def test_claims_and_positions_by_keyboard_alone(session: Session) -> None:
    insights(session, many())
    session.screen.memory.focus = "insights.claims"
    session.key(pygame.K_DOWN)
    session.key(pygame.K_RETURN)
    assert session.state.part(InsightsState).chosen == 1
    session.screen.memory.focus = "insights.positions"
    session.key(pygame.K_END)
    session.key(pygame.K_RETURN)
    assert [effect for effect in session.effects if isinstance(effect, LoadFound)][-1].games == ((5, 8),)


def test_three_games_are_too_few_and_it_is_said_how_many_would_do(session: Session) -> None:
    insights(session, few())
    assert "not enough" in said(session, "insights.summary")
    assert "30" in said(session, "insights.summary")
    session.click_widget("insights.more")
    assert session.state.part(InsightsState).page is InsightsPage.GAMES


def test_what_may_be_is_told_with_the_games_that_would_show_it(session: Session) -> None:
    insights(session, some())
    assert "48" in said(session, "insights.undecided.0")


def test_nothing_is_claimed_before_the_answer_and_a_failure_is_told(session: Session) -> None:
    insights(session, None)
    waiting = session.widget("insights.waiting")
    assert isinstance(waiting, Wait)
    assert "Reading" in waiting.text
    session.send(InsightsRead(session.state.part(InsightsState).ask_id, failure="the disk is gone"))
    session.draw()
    assert "the disk is gone" in rows(session, "insights.none").empty


def test_an_answer_to_an_earlier_question_is_dropped(session: Session) -> None:
    insights(session, None)
    session.send(InsightsRead(session.state.part(InsightsState).ask_id - 1, many()))
    assert session.state.part(InsightsState).report is None


# ---- Pictures ----


def test_rating_months_and_times_are_drawn_with_words_beside(session: Session) -> None:
    insights(session, many(), InsightsPage.TIME)
    columns, bars = session.widget("insights.columns"), session.widget("insights.bars")
    assert isinstance(columns, Columns)
    assert isinstance(bars, Bars)
    assert len(columns.columns) == 22
    assert all(re.search("202[56]", column.name) for column in columns.columns), "each month has its year"
    assert "Oct 2026" in said(session, "insights.months.words")
    assert "Middlegame" in said(session, "insights.times.words")
    session.widget("insights.curve")


def test_the_rating_of_the_first_person_is_by_all_evidence_and_that_of_others_by_their_moves(
    session: Session,
) -> None:
    insights(session, many(), InsightsPage.TIME, "Li", "Mei")
    assert said(session, "insights.rating.words").startswith("1480 (")
    session.settle(person=1)
    assert "1510 (1420 to 1600)" in said(session, "insights.rating.words")


def test_games_without_clocks_say_so(session: Session) -> None:
    insights(session, few(), InsightsPage.TIME)
    assert not is_there(session, "insights.bars")
    assert "times" in said(session, "insights.no_clocks")


@pytest.mark.parametrize("safe", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_openings_stand_by_side_in_the_colours_of_the_palette(session: Session, dark: bool, safe: bool) -> None:
    insights(session, many(), InsightsPage.OPENINGS)
    session.settle(dark=dark, safe_colours=safe)
    table = session.widget("insights.openings")
    assert isinstance(table, ResultTable)
    headings = [row.name for row in table.rows if not row.games]
    assert headings == ["As Red", "As Black"]
    assert (table.rows[1].results, table.rows[1].facts) == ((51, 12, 30), ("61%",))
    assert table.colours[0] == palette(dark, safe).good


# ---- Reviews ----


def test_reviews_are_stopped_and_go_on_by_a_button(session: Session) -> None:
    insights(session, many(), InsightsPage.GAMES)
    assert "300 games reviewed, 22 to go" in said(session, "insights.stands")
    session.click_widget("insights.toggle")
    assert not session.state.settings.reviewing
    session.send(Tick(session.now))
    session.draw()
    assert "stopped" in said(session, "insights.stands")
    session.click_widget("insights.toggle")
    assert session.state.settings.reviewing


def test_what_is_left_out_can_be_counted(session: Session) -> None:
    insights(session, many(), InsightsPage.GAMES)
    assert "2 games are left out" in said(session, "insights.left_out")
    choice = session.widget("insights.which").rect
    session.click((choice.right - 20, choice.centery))
    assert session.state.settings.all_games


def test_what_was_learnt_is_deleted_after_a_question(session: Session) -> None:
    insights(session, many(), InsightsPage.GAMES)
    session.click_widget("insights.forget")
    assert session.state.question is not None
    assert not [effect for effect in session.effects if isinstance(effect, ForgetReviews)]
    session.send(Answer(True))
    [order] = [effect for effect in session.effects if isinstance(effect, ForgetReviews)]
    assert order.person == Person(("Li Wei", "李伟"), here=True)
    assert not session.state.settings.reviewing, "or it would be learnt again at once"


def test_there_is_nothing_to_delete_before_a_review(session: Session) -> None:
    insights(session, None, InsightsPage.GAMES)
    button = session.widget("insights.forget")
    assert isinstance(button, Button)
    assert not button.enabled


def test_why_nothing_is_reviewed_is_told(session: Session) -> None:
    insights(session, many(), InsightsPage.GAMES)
    session.send(ReviewingStands(session.state.part(InsightsState).reviews.id, failure="database is locked"))
    session.draw()
    assert "database is locked" in said(session, "insights.stands")


# ---- Ways to open the pages ----


def test_statistics_lead_there(session: Session) -> None:
    own_games(session, LibraryPage.FIGURES)
    session.click_widget("library.insights")
    assert session.state.panel is Panel.INSIGHTS


def test_an_import_asks_whose_games_they_are_until_that_is_known(session: Session) -> None:
    session.send(OpenLibrary(LibraryPage.IMPORT), ImportPath(Path("/records")))
    importing = session.state.part(LibraryState).importing
    assert importing is not None
    session.send(ImportProgress(importing.id, ImportReport(games=30, files=1), over=True))
    session.draw()
    session.click_widget("import.whose")
    assert session.state.panel is Panel.INSIGHTS
    session.settle(people=("Mei",))
    session.send(OpenLibrary(LibraryPage.IMPORT))
    session.draw()
    assert not is_there(session, "import.whose")


def test_a_name_of_the_game_on_the_board_leads_to_that_player(session: Session) -> None:
    session.open_record('[Red "吕钦"]\n[Black "Player"]\n\n1. h2e2 *\n')
    session.send(OpenPanel(Panel.DETAILS))
    session.draw()
    assert not is_there(session, "details.about.1"), "who has no name is not looked for"
    session.click_widget("details.about.0")
    assert (session.state.panel, session.state.part(InsightsState).name) == (Panel.PLAYER, "吕钦")
    session.send(Tick(session.now))
    [asked] = [effect for effect in session.effects if isinstance(effect, AskInsights)]
    assert asked.person == Person(("吕钦",))


def test_the_games_of_another_player_are_reviewed_by_a_button(session: Session) -> None:
    about(session, "吕钦", replace(few(), games=11, reviewed=3), InsightsPage.GAMES)
    assert session.widget("insights.theirs").label == "Review these 8 games"  # type: ignore[attr-defined]
    session.click_widget("insights.theirs")
    assert session.state.part(InsightsState).reviews.wish == "吕钦"
    assert not is_there(session, "insights.toggle")
    session.draw()
    session.click_widget("insights.theirs")
    assert session.state.part(InsightsState).reviews.wish == ""


# ---- Other players ----


def test_positions_to_aim_for_are_played_on_from_and_departures_list_their_games(session: Session) -> None:
    about(session, "吕钦", known(), InsightsPage.PREPARE)
    found = [row.text for row in rows(session, "dossier.places").rows]
    assert found[0] == "Positions to aim for, with this player's score"
    click_row(session, "dossier.places", 1)
    [order] = [effect for effect in session.effects if isinstance(effect, PrepareSparring)]
    assert (order.name, order.side) == ("吕钦", RED)
    assert len(order.moves) == 8
    way = rows(session, "dossier.places").rows[1]
    assert "".join(way.text.split()) == "炮二平五马８进７马二进三车９平８车一平二马２进３兵七进一卒７进１"
    told = "7 of 22 games as Red · 18% likely if you steer there · Central Cannon against Screen Horses"
    assert (way.detail, way.note) == (told, "31%")
    click_row(session, "dossier.places", 4)
    load = [effect for effect in session.effects if isinstance(effect, ListFound)][-1]
    assert (load.query.player, load.query.side, load.query.mirror) == ("吕钦", RED, True)
    assert load.query.position.split()[0] == "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R"


@pytest.mark.parametrize(("button", "side"), [("dossier.spar_red", RED), ("dossier.spar_black", BLACK)])
def test_sparring_from_the_start_is_against_either_side(session: Session, button: str, side: int) -> None:
    about(session, "吕钦", known(), InsightsPage.PREPARE)
    session.click_widget(button)
    [order] = [effect for effect in session.effects if isinstance(effect, PrepareSparring)]
    assert (order.side, order.moves) == (side, ())


def test_endings_opponents_and_practice_are_told(session: Session) -> None:
    about(session, "吕钦", known(), InsightsPage.RESULTS)
    told = [said(session, f"dossier.sentence.{index}") for index in range(5)]
    assert "40 games, typically 41 moves long" in told[0]
    assert "58%" in told[1]
    assert "53%" in told[1]
    assert "from 1600 to 2000: score 62% (likely 44 to 80%; 21 games)" in told[3]
    table = session.widget("dossier.endings")
    assert isinstance(table, ResultTable)
    assert [(row.name, row.results) for row in table.rows] == [
        ("Endgames by material balance", (0, 0, 0)),
        ("Ahead", (9, 2, 1)),
        ("Equal", (2, 5, 2)),
        ("Behind", (0, 1, 4)),
        ("Opponents", (0, 0, 0)),
        ("Zhao Guorong", (3, 4, 2)),
        ("Li Laiqun", (2, 3, 1)),
        ("Years", (0, 0, 0)),
        ("1999", (2, 1, 0)),
        ("1997", (13, 13, 10)),
        ("no date", (1, 0, 0)),
    ]
    assert table.rows[5].action == OpenInsights(InsightsPage.RESULTS, "赵国荣")


def test_masters_are_listed_and_have_pages_without_reviews(session: Session) -> None:
    players(session, many())
    session.send(ListMasters(True), PlayersListed((LibraryPlayer("胡荣华", 900),), Script.SIMPLIFIED))
    session.draw()
    [row] = rows(session, "insights.library").rows
    assert row.action == OpenInsights(InsightsPage.OPENINGS, "胡荣华", of_masters=True)
    assert "CC BY 4.0" in said(session, "insights.source")
    session.send(row.action)
    session.draw()
    pages = session.widget("insights.pages")
    assert isinstance(pages, Choice)
    assert pages.labels == ("Openings", "Results", "Prepare")


def test_players_of_the_library_are_found_by_typing_and_lead_to_their_pages(session: Session) -> None:
    players(session, many())
    assert [row.text for row in rows(session, "insights.library").rows][-1] == "Computer (level 3)"
    session.click_widget("insights.search")
    session.write("李伟")
    assert [row.text for row in rows(session, "insights.library").rows] == ["Li Wei"]
    session.key(pygame.K_RETURN)
    assert (session.state.part(InsightsState).name, session.state.part(InsightsState).page) == (
        "李偉",
        InsightsPage.OPENINGS,
    )


def test_pages_of_somebody_else_are_those_of_an_opponent(session: Session) -> None:
    about(session, "吕钦", known())
    tabs = session.widget("insights.pages")
    assert isinstance(tabs, Choice)
    assert tabs.labels == ("Openings", "Prepare", "Results", "Weak spots", "Games")
    assert said(session, "panel.title") == "Lü Qin"


def test_a_players_results_stand_above_every_view_with_one_gold_button(session: Session) -> None:
    for page in (InsightsPage.OPENINGS, InsightsPage.PREPARE, InsightsPage.RESULTS, InsightsPage.GAMES):
        about(session, "吕钦", known(), page)
        assert said(session, "player.score") == "58%"
        assert said(session, "player.about.0") == "score in 40 finished games"
        assert said(session, "player.about.1") == "1997 to 1999"
        assert said(session, "player.outcome") == "16 won · 14 drawn · 10 lost"
        assert session.widget(f"player.side.{RED}").action == FindTheirGames("吕钦", RED)  # type: ignore[attr-defined]
        gold = [one.key for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]
        assert gold == ["insights.theirs"]


def test_whose_games_are_all_reviewed_is_played_against(session: Session) -> None:
    about(session, "吕钦", replace(known(), reviewed=40), InsightsPage.OPENINGS)
    session.click_widget("player.spar")
    [order] = [effect for effect in session.effects if isinstance(effect, PrepareSparring)]
    assert (order.name, order.side) == ("吕钦", RED)


def test_a_players_latest_games_open_with_a_click(session: Session) -> None:
    about(session, "吕钦", known(), InsightsPage.OPENINGS)
    games = rows(session, "player.games")
    assert [(row.badge.text, row.text, row.aside) for row in games.rows[:3] if row.badge] == [
        ("W", "Zhao Guorong", "1999"),
        ("L", "Li Laiqun", "1999"),
        ("W", "Hu Ronghua", "1999"),
    ]
    assert session.click_widget("player.latest.link") == [FindTheirGames("吕钦")]
    about(session, "吕钦", known(), InsightsPage.GAMES)
    click_row(session, "player.games", 1)
    assert [effect for effect in session.effects if isinstance(effect, LoadFound)][-1].games == ((99, 0),)


@pytest.mark.parametrize("of_masters", [False, True])
def test_only_an_own_game_without_a_result_goes_on(session: Session, of_masters: bool) -> None:
    report = known()
    assert report.dossier is not None
    latest = (replace(report.dossier.latest[0], number=5, score=None),)
    report = replace(report, dossier=replace(report.dossier, latest=latest))
    about(session, "吕钦", report, InsightsPage.GAMES)
    insights = replace(session.state.part(InsightsState), of_masters=of_masters)
    session.state = session.state.with_part(insights)
    session.draw()
    action = rows(session, "player.games").rows[0].action
    assert action == (OpenStoredGame(5, of_masters=True) if of_masters else ContinueStored(5))


def test_players_are_found_by_the_sounds_of_their_names(session: Session) -> None:
    players(session, many())
    session.click_widget("insights.search")
    session.write("li wei")
    assert [row.text for row in rows(session, "insights.library").rows] == ["Li Wei", "Li Wei"], (
        "the second is 李偉, written in letters"
    )


def test_the_rows_about_a_player_lead_to_the_games(session: Session) -> None:
    about(session, "吕钦", known(), InsightsPage.RESULTS)
    assert place_of(session.state) is Place.GAMES
    assert session.click_widget("insights.list_games") == [FindTheirGames("吕钦")]
    about(session, "吕钦", known(), InsightsPage.RESULTS)
    table = session.widget("dossier.endings")
    assert isinstance(table, ResultTable)
    listed = {row.name: (row.action, row.listing) for row in table.rows if row.games}
    assert listed["1999"][0] == FindTheirGames("吕钦", year=1999)
    assert listed["Zhao Guorong"][1] == FindTheirGames("吕钦", opponent="赵国荣")
    session.effects.clear()
    session.send(FindTheirGames("吕钦", RED, family="C00", year=1999))
    query = next(effect for effect in session.effects if isinstance(effect, ListFound)).query
    assert (query.player, query.side, query.first_date, query.last_date) == ("吕钦", RED, 19990000, 19991231)
    assert {family_of(code) for code in codes_meant(query.opening)} == {"C00"}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_found_as_a_whole(family: str) -> None:
    assert codes_meant(codes_in_family(family)) == {code for code in CODES if family_of(code) == family}


def test_names_stand_beside_their_bars(session: Session) -> None:
    about(session, "吕钦", known(), InsightsPage.OPENINGS)
    table = session.widget("insights.openings")
    assert isinstance(table, ResultTable)
    assert table.shares[:2] == (0.0, 0.0), "as wide as their texts"
    assert sum(isinstance(row.action, FindTheirGames) for row in table.rows) == 6


def test_a_game_opened_from_the_page_about_a_player_leads_back_to_him_by_name(session: Session) -> None:
    session.send(OpenInsights(InsightsPage.OPENINGS, "吕钦", of_masters=True))
    session.open_record('[Red "吕钦"]\n[Black "许银川"]\n\n1. h2e2 *\n')
    assert back_label(session.state) == Message("back.person", person="吕钦")
    assert catalogue("zh-Hans").tell(Message("back.person", person="吕钦")) == "吕钦"
