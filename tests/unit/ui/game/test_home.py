"""Home: what comes next, the tiles that never move, the week, the last games."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import openings_screens
import pygame
import pytest
from screens import CLUB_GAMES, COURSES, SUMMARY, home, home_of_club_player, prepared
from ui_session import Session

from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.event import DayBegan, Tick
from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.exercises.practice import ContinueGame, Train
from xiangqi.app.game.at_once import PlayComputer
from xiangqi.app.game.play import NewGame, PlayFriend
from xiangqi.app.lessons.asks import StarsKnown
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.library.asks import ListOwnGames
from xiangqi.app.library.asks_masters import MastersFound
from xiangqi.app.library.daily import WantDaily
from xiangqi.app.library.own_games import ContinueStored, OpenStoredGame
from xiangqi.app.library.state import LibraryState
from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.palette.looking import OpenPalette
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.app.update import Cancel, initial_state
from xiangqi.board import Move, parse_square
from xiangqi.core.constants import BLACK, BOARD_SQUARES, KNIGHT, RED
from xiangqi.diagram.picture import Arrow, Ink
from xiangqi.exercises.rating import StrengthEstimate
from xiangqi.fen import parse_fen
from xiangqi.lessons.lesson import load_lessons
from xiangqi.library.masters import Script
from xiangqi.storage.settings import Settings
from xiangqi.ui.game.week_card import DayRings
from xiangqi.ui.parts.days import days_done
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.tiles import Link, Tile
from xiangqi.ui.toolkit.widgets import Button, Label
from xiangqi.ui.window.scrolled_column import PANE

NOTHING_DONE = PracticeSummary(daily=10, courses=COURSES)
SIZES = ((1280, 740), (1366, 740), (1920, 1050), (3840, 2110), (900, 1400), (800, 600))


def newcomer(*lessons: int) -> Session:
    """Home of a newcomer, after some of the first lessons."""
    session = Session((1366, 740))
    home(session, NOTHING_DONE, experience="new", level=1)
    done = [load_lessons()[number - 1] for number in lessons]
    session.send(StarsKnown({task.key: 3 for lesson in done for task in lesson.tasks}))
    session.draw()
    return session


def club(size: tuple[int, int] = (1366, 740), **settings: object) -> Session:
    session = Session(size)
    home_of_club_player(session, **settings)
    session.draw()
    return session


def title(session: Session) -> str:
    label = session.widget("home.title")
    assert isinstance(label, Label)
    return label.text


# ---- What comes next ----


def home_board(session: Session) -> SmallBoard:
    board = session.widget("home.board")
    assert isinstance(board, SmallBoard)
    return board


@pytest.mark.parametrize(
    ("done", "reached"),
    [
        ((1,), {f"e{rank}" for rank in range(10) if rank != 4} | {f"{file}4" for file in "abcdfghi"}),
        ((1, 2), {"e4"}),
        ((1, 2, 3), {"d6", "f6", "d2", "f2", "c3", "c5", "g3", "g5"}),
        ((), set()),
    ],
)
def test_the_board_of_a_lesson_shows_where_its_piece_goes(done: tuple[int, ...], reached: set[str]) -> None:
    assert set(home_board(newcomer(*done)).targets) == {parse_square(name) for name in reached}


def test_the_board_of_a_lost_game_shows_the_last_two_moves() -> None:
    board = home_board(club())
    last, answer = (Move.from_iccs(text) for text in ("b0c2", "b9c7"))
    assert board.arrows == (
        Arrow(last.from_square, last.to_square, Ink.PLAYED),
        Arrow(answer.from_square, answer.to_square, Ink.OTHER),
    )
    assert board.pieces[last.from_square] == RED | KNIGHT, "the position before them"


def test_the_board_of_a_game_lost_on_the_own_move_shows_it_alone() -> None:
    lost = replace(CLUB_GAMES[0], moves=CLUB_GAMES[0].moves[:-1])
    session = Session((1366, 740))
    home(session, SUMMARY, lost, experience="often", guided=True, unseen_loss=True)
    session.draw()
    assert [arrow.ink for arrow in home_board(session).arrows] == [Ink.PLAYED]


def test_lessons_go_on_with_the_first_that_is_not_done() -> None:
    session = newcomer(1, 2, 3, 4)
    assert title(session) == "Lesson 5: Elephants and advisors"
    told = session.widget("home.told")
    assert isinstance(told, Label)
    assert told.text == "4 of 10 lessons"
    assert StartLesson(load_lessons()[4].key) in session.click_widget("home.likely")


def test_a_lesson_that_was_begun_goes_on_with_the_task_that_is_shown() -> None:
    session = newcomer(1)
    session.send(StarsKnown({"chariot.1": 3, "chariot.2": 1}))
    session.draw()
    board, go_on = home_board(session), session.widget("home.likely")
    assert isinstance(go_on, Button)
    assert (go_on.label, board.targets) == ("Continue lesson 2", ())
    session.click_widget("home.likely")
    assert board.pieces == parse_fen(session.state.document.start_fen).placement


def test_after_the_lessons_comes_a_guided_first_game() -> None:
    session = newcomer(*range(1, 11))
    assert title(session) == "Your first game"
    session.click_widget("home.likely")
    assert session.state.panel is None
    assert session.state.play.setup.black.level == 1


def test_a_lost_game_leads_to_what_decided_it_until_that_is_declined() -> None:
    session = club()
    assert title(session) == "Look at your last game (yesterday)"
    assert OpenStoredGame(6, review=True, decisive=True) in session.click_widget("home.likely")
    session = club()
    session.click_widget("home.other")
    assert title(session) == f"Your mistakes: {SUMMARY.due} due"
    assert not session.state.settings.unseen_loss
    session.send(PracticeRead(replace(SUMMARY, due=0)))
    session.draw()
    assert title(session) == "Today's ten"


def test_the_days_pass() -> None:
    session = club()
    session.send(DayBegan("2026.11.28"))
    session.draw()
    assert title(session) == "Look at your last game (Wednesday)"
    assert session.screen.stage.widget("panel.note") is None
    session.send(DayBegan("2026.11.29"))
    session.draw()
    assert title(session) == f"Your mistakes: {SUMMARY.due} due"
    session.send(DayBegan("2026.12.03"))
    session.draw()
    note = session.widget("panel.note")
    assert isinstance(note, Label)
    assert note.text.startswith("Welcome back!")


def test_the_game_that_is_not_over_is_the_likeliest() -> None:
    session = Session((1366, 740))
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3))), PracticeRead(SUMMARY))
    session.play("h2e2")
    session.send(OpenPanel(Panel.START))
    session.draw()
    assert ContinueGame() in session.click_widget("home.likely")


def with_game_to_continue(size: tuple[int, int], language: str = "en") -> Session:
    session = Session(size)
    session.settle(language=language)
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3))), PracticeRead(SUMMARY))
    session.play("h2e2")
    session.send(OpenPanel(Panel.START))
    session.draw()
    return session


@pytest.mark.parametrize("size", [(800, 600), (1024, 700), (3800, 2060)])
@pytest.mark.parametrize("language", ["en", "vi"])
def test_both_ways_have_room_beside_or_below_each_other(size: tuple[int, int], language: str) -> None:
    session = with_game_to_continue(size, language)
    card, gold, other = (session.widget(f"home.{name}").rect for name in ("next", "likely", "other"))
    assert card.contains(gold)
    assert card.contains(other)
    assert not gold.colliderect(other)


def test_the_mistakes_that_are_due_are_not_hidden_by_the_game_that_is_not_over() -> None:
    session = with_game_to_continue((1366, 740))
    other = session.widget("home.other")
    assert isinstance(other, Link)
    assert other.label == f"or your mistakes ({SUMMARY.due} due)"
    assert Train(TrainingRequest(ExerciseSet.DECK)) in session.click_widget("home.other")
    session.send(PracticeRead(replace(SUMMARY, due=0)))
    session.draw()
    assert session.screen.stage.widget("home.other") is None


@pytest.mark.parametrize(
    ("accuracy", "plies", "offered"),
    [(None, 2, False), (None, 3, True), (100.0, 40, False), (99.7, 40, False), (98.0, 4, True)],
)
def test_a_lost_game_without_a_mistake_is_not_offered_for_a_look(
    accuracy: float | None, plies: int, offered: bool
) -> None:
    lost = replace(CLUB_GAMES[0], accuracy=accuracy, plies=plies)
    session = Session((1366, 740))
    home(session, SUMMARY, lost, experience="often", guided=True, unseen_loss=True)
    session.draw()
    assert title(session).startswith("Look at your last game") == offered


def test_the_board_of_a_game_lost_without_a_move_of_the_players_shows_its_start() -> None:
    moved, by_black = CLUB_GAMES[0].moves[:1], replace(CLUB_GAMES[0].played, side=BLACK)
    lost = replace(CLUB_GAMES[0], moves=moved, played=by_black, result="1-0")
    session = Session((1366, 740))
    home(session, SUMMARY, lost, experience="often", guided=True, unseen_loss=True)
    session.draw()
    points = dict(zip(BOARD_SQUARES, lost.start_points, strict=True))
    assert home_board(session).pieces == {square: code for square, code in points.items() if code}


@pytest.mark.parametrize(
    ("when", "plies", "offered"), [("today", 9, True), ("today", 1, False), ("before", 9, False)]
)
def test_a_game_put_aside_today_can_be_continued_at_once(when: str, plies: int, offered: bool) -> None:
    session = Session((1366, 740))
    home_of_club_player(session)
    ended = session.state.today.replace(".", "-") if when == "today" else "2026-11-20"
    last = CLUB_GAMES[0]
    aside = replace(last, result="*", plies=plies, played=replace(last.played, ended=f"{ended}T10:00:00"))
    home(session, SUMMARY, aside, *CLUB_GAMES[1:], experience="often", guided=True, unseen_loss=False)
    session.draw()
    assert (title(session) == "Continue your game") == offered
    if offered:
        assert ContinueStored(last.number) in session.click_widget("home.likely")


def test_who_was_never_asked_is_new_as_long_as_nothing_is_done_or_lessons_are_begun() -> None:
    session = Session((1366, 740))
    home(session, NOTHING_DONE)
    session.draw()
    assert title(session).startswith("Lesson 1")
    session.send(PracticeRead(replace(NOTHING_DONE, days=2)))
    session.draw()
    assert title(session) == "Today's ten"
    session.send(StarsKnown({load_lessons()[0].tasks[0].key: 3}))
    session.draw()
    assert title(session).startswith("Lesson 1")


# ---- The tiles ----


def test_the_tiles_never_move_and_keep_their_icons() -> None:
    for size in SIZES:
        screens = (club(size), club(size, unseen_loss=False))
        new = Session(size)
        home(new, NOTHING_DONE, experience="new")
        new.draw()
        places = [
            [(one.key, one.whole or one.rect, one.icon) for one in tiles(session)]
            for session in (*screens, new)
        ]
        assert len(places[0]) == 8, size
        assert places[0] == places[1] == places[2], size


def tiles(session: Session) -> list[Tile]:
    widgets = session.screen.stage.widgets
    return [one for one in widgets if isinstance(one, Tile) and one.key.startswith("home.tile.")]


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("home.tile.computer", PlayComputer()),
        ("home.terms", OpenPanel(Panel.NEW_GAME)),
        ("home.tile.friends", PlayFriend()),
        ("home.tile.today", Train(TrainingRequest(ExerciseSet.TODAY))),
        ("home.tile.learn", OpenPanel(Panel.COURSES)),
        ("home.tile.analysis", GoToPlace(Place.ANALYSE)),
        ("home.tile.openings", OpenRepertoire(RED)),
        ("home.tile.file", OpenPanel(Panel.OPEN_FILE)),
        ("home.tile.editor", OpenEditor()),
        ("home.search", OpenPalette()),
        ("home.open", OpenPanel(Panel.OPEN_FILE)),
        ("home.week.link", OpenPanel(Panel.RATING)),
    ],
)
def test_each_tile_leads_to_its_page(key: str, action: object) -> None:
    assert action in club().click_widget(key)


def test_learn_leads_to_the_lessons_until_they_are_done() -> None:
    assert OpenPanel(Panel.LESSONS) in newcomer(1).click_widget("home.tile.learn")


def details(session: Session) -> dict[str, str]:
    return {one.key.removeprefix("home.tile."): one.detail for one in tiles(session)}


def test_tiles_tell_what_waits_there() -> None:
    told = details(club())
    assert (told["today"], told["openings"]) == ("3 of 10 done", "9 positions to train")
    told = details(newcomer(1))
    assert told["today"] == "Best after lesson 9"
    assert told["learn"] == "1 of 10 first lessons"
    assert details(newcomer(8, 9))["today"] == "0 of 10 done"
    assert told_of(club()) == "Level 5 · Black · 10 + 5"
    asked = club(asks_level=True)
    assert told_of(asked) == "Choose a level"
    assert "home.terms" not in {one.key for one in asked.screen.stage.widgets}


def told_of(session: Session) -> str:
    return details(session)["computer"]


def test_the_board_of_todays_ten_is_the_next_of_them() -> None:
    session = club()
    fen = "3k5/4P4/9/9/9/9/9/9/9/R3K4 b - - 0 1"
    known = session.state.practice or PracticeSummary()
    practice = replace(known, boards={"today": fen}, daily=10, today=3, due=0)
    session.state = replace(session.state, practice=practice)
    session.settle(unseen_loss=False)
    shown = session.widget("home.board")
    assert isinstance(shown, SmallBoard)
    assert (shown.pieces, shown.flipped) == (dict(parse_fen(fen).placement), True)


def test_a_club_player_without_files_is_not_taught_the_moves() -> None:
    session = club((1920, 1050))
    session.settle(recent_files=())
    keys = {one.key for one in session.screen.stage.widgets}
    assert not any(key.startswith("home.piece.") for key in keys)


# ---- The week and the games ----


def test_the_week_has_a_third_of_a_ring_for_each_of_three_things() -> None:
    rings = club().widget("home.rings")
    assert isinstance(rings, DayRings)
    assert [day.done for day in rings.days] == [2, 3, 1, 1, 0, 0, 0]
    assert [day.name for day in rings.days if day.is_today] == ["Thu"]
    figures = [one.text for one in club().screen.stage.widgets if one.key.startswith("home.figure")]  # type: ignore[attr-defined]
    assert figures == ["4", "days in a row", "3", "games", "50%", "score", "1580", "rating"]


def test_figures_of_one_are_told_in_the_singular_and_ratings_rounded() -> None:
    session = club()
    own = session.state.part(LibraryState).own
    practice = replace(SUMMARY, practised=(), mended=(), estimate=StrengthEstimate(1423.4, 1300, 1500))
    session.state = replace(session.state, practice=practice)
    session.state = session.state.with_part(LibraryState(own=replace(own, games=own.games[:1])))
    session.draw()
    figures = [one.text for one in session.screen.stage.widgets if one.key.startswith("home.figure")]  # type: ignore[attr-defined]
    assert figures[:4] == ["1", "day in a row", "1", "game"]
    assert figures[-2:] == ["1420", "rating"], "as exact as on all other pages"


def test_a_game_counts_for_its_day_once_it_is_over() -> None:
    for result, goals in (("*", frozenset()), ("0-1", frozenset({"game"}))):
        session = Session((1366, 740))
        home(session, NOTHING_DONE, replace(CLUB_GAMES[0], result=result), experience="often", guided=True)
        assert days_done(session.state).get(date(2026, 11, 25), frozenset()) == goals


def test_rings_differ_by_what_was_done() -> None:
    session = club()
    rings = session.widget("home.rings")
    assert isinstance(rings, DayRings)
    box = rings.rect
    step = box.width // 7
    pictures = {
        pygame.image.tobytes(session.surface.subsurface((box.left + place * step, box.top, 40, 40)), "RGB")
        for place in (0, 1, 2, 4)
    }
    assert len(pictures) == 4


def test_the_last_games_open_with_a_click() -> None:
    session = club()
    games = session.widget("home.game_list")
    actions = session.click((games.rect.left + 60, games.rect.top + 90))
    assert OpenStoredGame(CLUB_GAMES[1].number) in actions


def test_an_unfinished_game_goes_on_with_a_click() -> None:
    session = club()
    left = replace(CLUB_GAMES[0], number=9, result="*")
    library = session.state.part(LibraryState)
    session.state = session.state.with_part(replace(library, own=replace(library.own, games=(left,))))
    session.draw()
    games = session.widget("home.game_list")
    assert ContinueStored(9) in session.click((games.rect.left + 60, games.rect.top + 20))


def test_home_asks_for_the_games_when_they_have_changed() -> None:
    session = club()
    session.send(LibraryChanged())
    session.effects.clear()

    session.send(Tick(session.now))
    assert any(isinstance(effect, ListOwnGames) for effect in session.effects)


@pytest.mark.parametrize("size", [(1280, 740), (1366, 740), (1920, 1050), (3840, 2110)])
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_home_needs_no_scrolling(size: tuple[int, int], language: str) -> None:
    session = prepared("home, club player", size, language)
    assert session.screen.stage.widget(PANE) is None
    assert {"home.likely", "home.week.card", "home.game_list"} <= {
        one.key for one in session.screen.stage.widgets
    }


# ---- The way there ----


@pytest.mark.parametrize("name", ["playing", "analysis", "exercise", "rules", "settings", "library", "courses"])
def test_the_way_home_is_always_there(name: str) -> None:
    session = prepared(name, (1366, 768), "en")
    session.click_widget("rail.home")
    assert session.state.panel is Panel.START


def test_home_has_a_key() -> None:
    session = Session()
    session.send(Cancel())
    session.key(pygame.K_h, pygame.KMOD_CTRL)
    assert session.state.panel is Panel.START


def test_two_friends_are_asked_for_their_names_once() -> None:
    session = Session(state=initial_state(Settings(language="en")))
    session.send(PlayFriend())
    assert session.state.panel is Panel.NEW_GAME
    assert session.state.draft.is_hot_seat
    session.send(NewGame(Setup(Player(name="Ann"), Player(name="Bo"))))
    kept = [effect for effect in session.effects if isinstance(effect, SaveSettings)][-1]
    later = Session(state=initial_state(kept.settings))
    later.send(PlayFriend())
    assert later.state.panel is None
    assert (later.state.play.setup.red.name, later.state.play.setup.black.name) == ("Ann", "Bo")


# ---- Masters' games ----


def keys(session: Session) -> set[str]:
    return {one.key for one in session.screen.stage.widgets}


def test_the_games_of_the_day_stand_below_the_last_games_once_they_are_there() -> None:
    session = club()
    assert "daily.games" not in keys(session)
    assert "home.file_list" in keys(session)
    openings_screens.games_of_the_day(session)
    session.draw()
    games = session.widget("daily.games")
    assert OpenStoredGame(1, of_masters=True) in session.click((games.rect.centerx, games.rect.top + 20))


def test_a_wide_home_offers_masters_games_beside_the_last_files() -> None:
    session = club((1920, 1050))
    assert {"openings.want_masters", "home.file_list"} <= keys(session)
    openings_screens.games_of_the_day(session)
    session.draw()
    assert {"daily.games", "home.file_list"} <= keys(session)
    assert session.widget("daily.card").rect.top > session.widget("home.games.card").rect.bottom


def test_home_itself_asks_for_the_games_of_the_day() -> None:
    session = club()
    session.send(MastersFound(Script.SIMPLIFIED))
    session.draw()
    assert WantDaily(()) in [one.wish for one in session.screen.stage.widgets]


def test_who_is_new_sees_how_the_pieces_move_instead() -> None:
    session = newcomer(1)
    openings_screens.games_of_the_day(session)
    session.draw()
    assert "daily.games" not in keys(session)
    shown = [key for key in keys(session) if key.startswith("home.piece.")]
    assert len(shown) == 7, "all of them, the general included"


def test_a_large_window_shows_todays_first_exercise_on_a_board() -> None:
    session = Session(size=(1920, 1050))
    home_of_club_player(session)
    session.draw()
    board = session.widget("home.first.board")
    assert isinstance(board, SmallBoard)
    assert board.pieces == parse_fen(SUMMARY.boards["today"]).placement
    assert Train(TrainingRequest(ExerciseSet.TODAY)) in session.click_widget("home.first.solve")
    session = Session(size=(1366, 740))
    home_of_club_player(session)
    session.draw()
    assert session.screen.stage.widget("home.first.board") is None
