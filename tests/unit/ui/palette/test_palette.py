"""Tests of the palette: what is found by which words, in which order, by keyboard and mouse alone."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from ui_session import Session

from xiangqi.app.exercises.practice import Train
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.state import InsightsPage
from xiangqi.app.library.asks import FindNamed, GamesNamed
from xiangqi.app.library.own_games import ContinueStored, OpenStoredGame
from xiangqi.app.library.state import NamedGame
from xiangqi.app.palette.looking import Palette
from xiangqi.app.session import view
from xiangqi.app.session.panels import Flip, OpenPanel
from xiangqi.app.session.places import Place, place_of
from xiangqi.app.session.state import Panel, Question
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.app.update import initial_state
from xiangqi.i18n.message import LANGUAGES, Message, catalogue
from xiangqi.openings import CODES, opening_of
from xiangqi.storage.settings import Settings
from xiangqi.ui.library.library_found import named_games
from xiangqi.ui.palette.palette_card import PALETTE_FIELD, PALETTE_LIST
from xiangqi.ui.palette.ranking import likeliest
from xiangqi.ui.parts.actions import ToggleFullScreen
from xiangqi.ui.parts.findable import FindableKind, all_findables
from xiangqi.ui.toolkit.lists import ListBox


def found(text: str, language: str = "en") -> list[str]:
    """Return the names found, the likeliest first."""
    return [catalogue(language).tell(one.name) for one in likeliest(text, language, (), 60)]


def opened(text: str = "", language: str = "en") -> Session:
    session = Session(state=initial_state(Settings(language=language)))
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    session.write(text)
    return session


def rows(session: Session) -> list[str]:
    listed = session.widget(PALETTE_LIST)
    assert isinstance(listed, ListBox)
    return [row.text for row in listed.rows]


# ---- What is found ----


@pytest.mark.parametrize(
    ("text", "language", "first"),
    [
        ("sett", "en", "Settings"),
        ("handicap", "en", "New game"),
        ("clock", "en", "New game"),
        ("set up", "en", "Set up a position"),
        ("", "en", "Home"),
        ("theme", "en", "Board"),
        ("外观", "zh-Hans", "界面"),
        ("font", "en", "Text and button size, %"),
        ("jade", "en", "Jade"),
        ("JADE", "en", "Jade"),
        ("flip", "en", "Flip board"),
        ("full", "en", "Full screen"),
        ("chariot", "en", "The chariot"),
        ("B20", "en", "Central Cannon against Left Three-Step Tiger"),
        ("当头炮", "en", "Central Cannon Opening"),  # another name, in another language
        ("翡翠", "en", "Jade"),
        ("设置", "en", "Settings"),
        ("設置", "zh-Hans", "设置"),  # the other script
        ("settings", "zh-Hans", "设置"),
        ("sz", "zh-Hans", "设置"),  # initials
        ("shezhi", "zh-Hans", "设置"),
        ("sd", "zh-Hant", "設定"),
        ("zp", "zh-Hans", "中炮局"),
    ],
)
def test_the_likeliest_is_first(text: str, language: str, first: str) -> None:
    assert (found(text, language) or [""])[0] == first


def test_every_name_finds_what_it_names_in_every_language() -> None:
    """The whole name, in any language, finds its bearer; in Chinese, so do its initials' first two letters."""
    for findable in all_findables()[::7]:
        for language in LANGUAGES:
            name = catalogue(language).tell(findable.name)
            assert findable in likeliest(name, "en", (), 400), name


def test_words_may_stand_in_any_order_but_all_must_be_there() -> None:
    assert found("horses screen")[0] == "Central Cannon against Screen Horses"
    assert found("horses screen jade") == []


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("WXF", "en", "The rules"),
        ("how do I win", "en", "The rules"),
        ("repetition", "en", "The rules"),
        ("将死", "zh-Hans", "象棋规则"),
        ("hanging piece", "en", "hanging piece"),
        ("smothered palace", "en", "smothered palace"),
        ("undo", "en", "Take back"),
        ("悔棋", "zh-Hans", "悔棋"),
        ("tip", "en", "Hint"),
        ("take back", "en", "Help"),
        ("prepare", "en", "Players"),
        ("備戰", "zh-Hant", "棋手"),
        ("hết cờ", "vi", "Luật chơi"),
    ],
)
def test_words_that_players_met_are_found(text: str, language: str, name: str) -> None:
    assert name in found(text, language)[:12]


def test_a_theme_leads_to_its_exercises_where_there_are_any() -> None:
    [theme] = [one for one in all_findables() if one.name == "hanging piece" and one.icon == "threat"]
    state = initial_state(Settings())
    assert theme.act(state) is None
    known = PracticeSummary(themes=(("hangs", 392),))
    assert theme.act(replace(state, practice=known)) == Train(TrainingRequest(ExerciseSet.THEME, "hangs"))


def test_letters_are_sounds_in_chinese_alone() -> None:
    assert "中炮局" in found("zp", "zh-Hans")
    assert found("zp", "en") == []


def test_nothing_typed_lists_pages_first() -> None:
    kinds = [one.kind for one in likeliest("", "en", (), 60)]
    assert kinds == sorted(kinds)
    assert kinds[0] is FindableKind.PLACE


def test_all_kinds_can_be_found() -> None:
    kinds = {one.kind for one in all_findables()}
    assert kinds == set(FindableKind) - {FindableKind.PLAYER}, "which a worker finds"
    assert sum(one.kind is FindableKind.OPENING for one in all_findables()) == len(CODES)


# ---- By keyboard and mouse ----


def test_it_opens_over_any_panel_and_esc_leaves_that_as_it_was() -> None:
    session = Session()
    session.send(OpenPanel(Panel.RULES))
    before = session.state
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    session.write("flip m")
    assert session.state.panel is Panel.RULES
    assert session.screen.memory.focus == PALETTE_FIELD
    session.key(pygame.K_ESCAPE)
    assert session.state.held(Palette) is None
    assert (session.state.panel, session.state.flipped, session.iccs()) == (
        Panel.RULES,
        before.flipped,
        [],
    )


def test_enter_does_the_first_and_arrows_choose_another() -> None:
    session = opened("jade")
    session.key(pygame.K_RETURN)
    assert (session.state.settings.theme, session.state.held(Palette)) == ("jade", None)
    session = opened("board")
    second = rows(session)[1]
    session.key(pygame.K_DOWN)
    assert session.screen.memory.rows[PALETTE_LIST] == 1
    session.write("s")
    assert session.screen.memory.rows[PALETTE_LIST] == 0, "the results have changed"
    assert second


def test_a_click_does_what_is_clicked_and_one_beside_it_closes() -> None:
    session = opened("settings")
    listed = session.widget(PALETTE_LIST)
    session.click((listed.rect.centerx, listed.rect.top + 5))
    assert (session.state.panel, session.state.held(Palette)) == (Panel.SETTINGS, None)
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    session.click((3, 3))
    assert (session.state.panel, session.state.held(Palette)) == (Panel.SETTINGS, None)


def test_what_the_window_does_is_done_too() -> None:
    session = opened("full screen")
    assert ToggleFullScreen() in session.key(pygame.K_RETURN)


def test_what_cannot_be_done_now_is_not_listed() -> None:
    assert "Continue the game" not in rows(opened("continue the"))
    session = Session()
    session.play("h2e2")
    session.send(OpenPanel(Panel.HELP))
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    session.write("flip")
    assert rows(session) == [], "it would turn a board that is covered"


def test_board_and_keys_below_are_out_of_reach() -> None:
    session = opened()
    session.click(session.point("h2"))
    assert session.state.selection.selected is None
    session = opened()
    session.key(pygame.K_n, pygame.KMOD_CTRL)
    assert session.state.panel is None
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    assert session.state.held(Palette) is None


def test_nothing_reaches_the_board_below() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    session.key(pygame.K_LEFT)
    session.send(Flip())
    assert (view.line(session.state).ply, session.state.flipped) == (2, False)


def test_a_question_comes_first() -> None:
    session = Session()
    session.state = replace(session.state, question=Question(Message("ask.resign"), OpenPanel(Panel.HELP)))
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    assert session.state.held(Palette) is None


def test_its_place_does_not_depend_on_what_is_typed() -> None:
    session = opened()
    before = session.widget("palette").rect, session.widget(PALETTE_FIELD).rect
    session.write("zzzz")
    assert rows(session) == []
    assert (session.widget("palette").rect, session.widget(PALETTE_FIELD).rect) == before


@pytest.mark.parametrize("size", [(800, 600), (900, 1400), (1366, 740), (3840, 2110)])
@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_it_lies_within_the_window_and_lists_a_row(size: tuple[int, int], scale: float) -> None:
    session = Session(size=size, state=initial_state(Settings(language="en", ui_scale=scale)))
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    listed = session.widget(PALETTE_LIST)
    assert isinstance(listed, ListBox)
    assert pygame.Rect((0, 0), size).contains(session.widget("palette").rect)
    assert listed.rect.height >= listed.row_height


# ---- Games and openings ----


def test_an_opening_is_put_on_the_board_with_what_was_played_after_it() -> None:
    session = opened("B20")
    game = session.state.current_game
    session.key(pygame.K_RETURN)
    line = view.line(session.state).here
    opening = opening_of(line.moves)
    assert opening is not None
    assert opening.code == "B20"
    assert place_of(session.state) is Place.OPENINGS
    assert session.state.current_game == game, "the game being played is where it was"


def test_games_are_asked_of_the_library_and_listed_if_they_still_answer() -> None:
    session = opened("h")
    assert not [effect for effect in session.effects if isinstance(effect, FindNamed)], "one letter is no name"
    session.write("u")
    assert session.effects[-1] == FindNamed("hu")
    known = NamedGame(7, "Hu Ronghua", "Yang", "Cup", "1976.01.02", "1-0")
    session.send(GamesNamed("h", (known,)))
    session.draw()
    assert not any("Hu Ronghua" in row for row in rows(session)), "an answer to what was typed before"
    session.send(GamesNamed("hu", (known,)))
    session.draw()
    assert rows(session)[0] == "Hu Ronghua – Yang · Cup"
    unfinished = replace(known, result="*")
    session.send(GamesNamed("hu", (unfinished,)))
    session.draw()
    [chosen] = named_games(session.state)
    assert chosen.act(session.state) == ContinueStored(7)
    session.send(GamesNamed("hu", (known,)))
    session.draw()
    assert OpenStoredGame(7) in session.key(pygame.K_RETURN)
    session.key(pygame.K_k, pygame.KMOD_CTRL)
    assert not any("Hu Ronghua" in row for row in rows(session))


def test_masters_are_listed_by_their_names_in_letters_and_lead_to_their_page() -> None:
    session = opened("hu")
    session.send(GamesNamed("hu", (), ("胡荣华",)))
    session.draw()
    place = next(place for place, row in enumerate(rows(session)) if row == "Hu Ronghua")
    for _ in range(place):
        session.key(pygame.K_DOWN)
    assert OpenInsights(InsightsPage.OPENINGS, "胡荣华", of_masters=True) in session.key(pygame.K_RETURN)
