"""Whether games against the computer count for the rating is chosen by the player, said, and one click off."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ui_session import Session

from xiangqi.app.game.at_once import PlayComputer
from xiangqi.app.game.handicap import handicap_fen
from xiangqi.app.game.help_given import CountGames
from xiangqi.app.game.play import NewGame
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.panels import ChangeDraft, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.turns import is_rated
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.i18n.message import Message
from xiangqi.ui.game.new_game_more import Fold
from xiangqi.ui.parts.findable import all_findables
from xiangqi.ui.toolkit.tiles import Link
from xiangqi.ui.toolkit.widgets import Choice, Label

ALONE = NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3)))


def said(session: Session) -> list[str]:
    return [toast.message.key for toast in session.state.toasts]


@pytest.fixture
def session() -> Session:
    session = Session((1366, 740))
    session.send(ALONE)
    session.draw()
    return session


def open_terms(session: Session) -> None:
    if session.screen.stage.widget("terms.count") is None:
        session.choose_tab("game.tabs", "game")


def test_a_game_begun_by_one_click_says_that_it_counts(session: Session) -> None:
    assert said(session) == [], "New game has said it above Start"
    session.send(PlayComputer())
    assert said(session) == ["toast.rated_game"]
    assert is_rated(session.state.play)


def test_one_click_ends_the_rating_of_this_game_and_the_next(session: Session) -> None:
    open_terms(session)
    link = session.widget("terms.count")
    assert isinstance(link, Link)
    session.click_widget("terms.count")
    assert session.state.play.unrated == (Unrated.CHOSEN,)
    session.send(PlayComputer())
    assert session.state.play.unrated == (Unrated.CHOSEN,)
    assert "toast.rated_game" not in said(session)


def test_games_count_again_from_the_next_one_on(session: Session) -> None:
    session.send(CountGames(False))
    session.draw()
    open_terms(session)
    session.click_widget("terms.count")
    assert not is_rated(session.state.play), "what was begun without rating does not count"
    session.draw()
    assert session.screen.stage.widget("terms.count") is None
    session.send(ALONE)
    assert is_rated(session.state.play)


def test_new_game_says_what_was_chosen(session: Session) -> None:
    for rated, words in ((True, "Rated game"), (False, "Friendly game")):
        session.send(CountGames(rated), OpenPanel(Panel.NEW_GAME))
        session.draw()
        told = session.widget("new.said")
        assert isinstance(told, Label)
        assert told.text.startswith(words)


@pytest.mark.parametrize("size", [(800, 600), (1366, 740), (1920, 1050)])
def test_new_game_lets_one_choose_it_among_its_terms(size: tuple[int, int]) -> None:
    session = Session(size)
    timed = replace(ALONE, setup=replace(ALONE.setup, time=TimeControl(600)))  # with a choice more
    session.send(timed, OpenPanel(Panel.NEW_GAME))
    session.draw()
    if session.screen.stage.widget("new.counts") is None:
        session.click_widget("new.more")
        session.draw()
    choice = session.widget("new.counts")
    assert isinstance(choice, Choice)
    card = session.widget("new.more.card")
    assert card.rect.contains(choice.rect)
    session.click(choice.cells()[1].center)
    assert not session.state.settings.rated
    session.draw()
    if session.screen.stage.widget("new.more") is not None:
        session.click_widget("new.more")
        session.draw()
        fold = session.widget("new.more")
        assert isinstance(fold, Fold)
        assert fold.aside == "Friendly game", "not: standard settings"
    assert said(session) == [], "it is seen here"


def test_it_is_no_choice_from_a_position_that_rules_it_out(session: Session) -> None:
    session.send(OpenPanel(Panel.NEW_GAME))
    session.send(ChangeDraft(replace(session.state.draft, start_fen=handicap_fen("knight"))))
    session.draw()
    if session.screen.stage.widget("new.coach") is None:
        session.click_widget("new.more")
        session.draw()
    session.widget("new.coach")
    assert session.screen.stage.widget("new.counts") is None


def test_the_palette_says_what_holds_now_each_time(session: Session) -> None:
    for value in (False, True, True):
        name, key = ("new.rated", "rated") if value else ("new.friendly", "friendly")
        session.state = replace(session.state, toasts=())
        [found] = [one for one in all_findables() if isinstance(one.name, Message) and one.name.key == name]
        action = found.act(session.state)
        assert isinstance(action, ChangeSettings)
        session.send(action)
        assert said(session) == [f"toast.next_is_{key}"]
        assert session.state.settings.rated is value
