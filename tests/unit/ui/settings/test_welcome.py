"""The welcome: two questions, one button that says what follows, and what does follow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from screens import prepared, welcome
from ui_session import Session

from xiangqi.app.lessons.state import Learning
from xiangqi.app.lessons.welcome import BeginAsTold, ChooseReading, TellExperience, WelcomeAnswers
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.start import first_page
from xiangqi.app.update import Cancel, initial_state
from xiangqi.core.constants import RED
from xiangqi.storage.settings import Settings
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Button


def begun(language: str = "en") -> Session:
    session = Session((1366, 740), initial_state(Settings(language=language)))
    welcome(session)
    session.draw()
    return session


def begin(session: Session) -> Button:
    button = session.widget("welcome.begin")
    assert isinstance(button, Button)
    return button


@pytest.mark.parametrize(
    ("language", "clicked", "pieces", "notation"),
    [
        ("en", "welcome.western", "western", "iccs"),
        ("en", "welcome.traditional", "traditional", "chinese"),
        ("zh-Hant", "welcome.western", "western", "iccs"),
        ("zh-Hant", "welcome.traditional", "traditional", "chinese-traditional"),
    ],
)
def test_whoever_chooses_pieces_gets_moves_that_can_be_read(
    language: str, clicked: str, pieces: str, notation: str
) -> None:
    session = begun(language)
    session.click_widget(clicked)
    assert (session.state.settings.piece_set, session.state.settings.notation) == (pieces, notation)
    assert session.state.panel is Panel.WELCOME, "the board beside it shows them"


def test_the_button_is_dimmed_until_both_questions_are_answered_and_then_says_what_follows() -> None:
    session = begun()
    assert (begin(session).enabled, begin(session).primary) == (False, False)
    session.click_widget("welcome.new")
    assert not begin(session).enabled
    session.click_widget("welcome.western")
    told = []
    for answer in ("new", "moves", "often"):
        session.click_widget(f"welcome.{answer}")
        assert (begin(session).enabled, begin(session).primary) == (True, True)
        told.append(begin(session).label)
        chosen = [one.key for one in session.screen.stage.widgets if isinstance(one, Tile) and one.chosen]
        assert chosen == ["welcome.western", f"welcome.{answer}"]
    assert told == ["Start lesson 1: The board", "Play level 1", "Go to Home"]


def test_each_answer_leads_where_the_button_says() -> None:
    session = begun()
    session.send(ChooseReading(chinese=False), TellExperience("new"), BeginAsTold())
    assert session.state.mode(Learning) is not None
    assert (session.state.settings.experience, session.state.settings.level) == ("new", 1)

    session = begun()
    session.send(ChooseReading(chinese=False), TellExperience("moves"), BeginAsTold())
    setup = session.state.play.setup
    assert (session.state.panel, setup.human_side, setup.black.level) == (None, RED, 1)
    assert session.state.settings.coach_interrupts == "mistake"
    session.draw()
    assert session.screen.stage.widget("guide.head") is None, "no tour"
    hint = session.widget("game.hint")
    assert isinstance(hint, Button)
    assert (hint.enabled, hint.action) == (True, Hint())
    session.uses_help = False
    assert session.state.play.unrated == (Unrated.CHOSEN,), "no hint has been used yet"
    session.send(Hint())
    assert session.state.question is None, "hints were promised, so the game is not rated"

    session = begun()
    session.send(ChooseReading(chinese=True), TellExperience("often"), BeginAsTold())
    assert session.state.panel is Panel.START
    session.draw()
    session.click_widget("home.tile.computer")
    assert session.state.panel is Panel.NEW_GAME, "a level is asked for, once"


def test_the_welcome_is_left_for_good() -> None:
    for experience in ("new", "moves", "often"):
        session = begun()
        session.send(ChooseReading(chinese=False), TellExperience(experience), BeginAsTold())
        assert session.state.held(WelcomeAnswers) is None
        kept = [effect for effect in session.effects if isinstance(effect, SaveSettings)][-1].settings
        assert first_page(initial_state(kept)) == OpenPanel(Panel.START)


def test_who_comes_from_another_program_goes_to_the_files() -> None:
    session = begun()
    session.click_widget("welcome.bring")
    assert session.state.panel is Panel.OPEN_FILE
    assert session.state.settings.guided


def test_nothing_is_played_behind_it_and_nothing_leads_away() -> None:
    session = begun()
    assert session.state.own_game is None
    session.send(Cancel())
    session.draw()
    assert session.state.panel is Panel.WELCOME
    assert not [one.key for one in session.screen.stage.widgets if one.key.startswith(("rail", "head."))]
    session.click(session.point("h2"))
    assert session.state.selection.selected is None, "the board only shows the pieces"


def test_the_answers_do_not_move_when_the_language_changes() -> None:
    places = []
    for language in ("en", "zh-Hans", "zh-Hant", "vi"):
        session = begun(language)
        places.append({key: session.widget(key).rect.topleft for key in ("welcome.western", "welcome.new")})
    assert places[0] == places[1] == places[2]


@pytest.mark.parametrize(
    "settings",
    [
        {"guided": True},
        {"recent_files": (str(Path("/games/a.pgn")),)},
        {"people": ("Ann",)},
        {"friends": ("Ann", "Bo")},
    ],
)
def test_existing_players_never_see_it(settings: dict[str, object]) -> None:
    fresh = Settings(language="en")
    assert first_page(initial_state(fresh)) == OpenPanel(Panel.WELCOME)
    state = initial_state(replace(fresh, **settings))  # type: ignore[arg-type]
    assert first_page(state) == OpenPanel(Panel.START)


@pytest.mark.parametrize("size", [(1366, 740), (800, 600), (900, 1400), (1920, 1050)])
def test_pieces_and_answers_fit_beside_the_board(size: tuple[int, int]) -> None:
    session = prepared("welcome, answered", size, "en")
    assert session.screen.stage.frame.board is not None
    card = session.widget("welcome.card").rect
    for key in ("western", "traditional", "new", "moves", "often", "begin", "bring", "language"):
        assert card.contains(session.widget(f"welcome.{key}").rect), key
