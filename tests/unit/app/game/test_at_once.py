"""A game started with the last terms, colours by lot, and whether a lost game has been looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.event import Tick
from xiangqi.app.game.at_once import PlayComputer, PositionLeft, last_terms
from xiangqi.app.game.handicap import handicap_fen
from xiangqi.app.game.play import NewGame, PlayFriend, Rematch, last_clock, setup_from
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.records.browse import PlayFromHere
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer, initial_state, update
from xiangqi.core.constants import BLACK, RED
from xiangqi.storage.settings import Settings

COMPUTER = Player(PlayerKind.COMPUTER, 4)


def after(state: AppState, *messages: object) -> AppState:
    for message in messages:
        state, _ = update(state, message)  # type: ignore[arg-type]
    return state


def test_the_computer_is_played_at_once_with_the_last_terms() -> None:
    setup = replace(Setup(COMPUTER, Player()), time=TimeControl(600, 5))
    state = after(initial_state(Settings(language="en")), NewGame(setup), Resign(), Answer(True))
    state = after(state, OpenPanel(Panel.START), PlayComputer())
    assert state.panel is None
    assert state.play.setup == setup
    friends = after(
        state,
        Resign(),
        Answer(True),
        NewGame(Setup(Player(), Player(), time=TimeControl(1800))),
        PlayText("h2e2"),
        Resign(),
        Answer(True),
    )
    again = after(friends, PlayComputer()).play.setup
    assert (again.human_side, again.black.level) == (RED, 4), "after a game of two people, too"
    assert again.time == setup.time, "whose clock is theirs"


def test_each_kind_of_game_keeps_its_own_clock() -> None:
    alone, two, engines = TimeControl(600, 5), TimeControl(1800), TimeControl(60)
    state = initial_state(Settings(language="en"))
    for setup in (
        Setup(Player(), COMPUTER, time=alone),
        Setup(Player(name="Anna"), Player(name="Ben"), time=two),
        Setup(COMPUTER, COMPUTER, time=engines),
    ):
        state = after(state, NewGame(setup), Answer(True))
        assert state.play.setup.time == setup.time
    kept = state.settings
    assert [last_clock(kept, side) for side in ("red", "black", "both", "none")] == [alone, alone, two, engines]
    assert last_terms(kept).time == alone
    assert setup_from(kept).time == engines, "the last game's"
    assert after(initial_state(kept), PlayFriend()).play.setup.time == two


@pytest.mark.parametrize("fen", ["4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", "4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1"])
def test_a_game_from_a_position_keeps_the_players_own_terms(fen: str) -> None:
    setup = replace(Setup(COMPUTER, Player()), time=TimeControl(600, 5))
    state = after(initial_state(Settings(language="en")), NewGame(setup), Resign(), Answer(True))
    state = after(state, NewGame(Setup(start_fen=fen)))
    assert state.play.setup.start_fen == fen
    assert last_terms(state.settings) == setup


def test_back_still_leads_to_the_position_after_an_engine_was_chosen() -> None:
    setup = Setup(COMPUTER, Player())
    state = after(
        initial_state(Settings(language="en")), NewGame(setup), Resign(), Answer(True), PlayFromHere()
    )
    left = state.part(PositionLeft)
    chosen = after(state, OpenPanel(Panel.ENGINES), OpenPanel(Panel.NEW_GAME))
    assert chosen.held(PositionLeft) == left
    elsewhere = after(state, OpenPanel(Panel.ENGINES), OpenPanel(Panel.START), OpenPanel(Panel.NEW_GAME))
    assert elsewhere.held(PositionLeft) is None


def test_a_handicap_is_of_the_players_own_terms() -> None:
    fen = handicap_fen("knight")
    state = after(initial_state(Settings(language="en")), NewGame(Setup(Player(), COMPUTER, fen)))
    assert last_terms(state.settings).black == COMPUTER


def test_a_level_is_asked_for_once() -> None:
    state = after(initial_state(Settings(language="en", asks_level=True)), PlayComputer())
    assert state.panel is Panel.NEW_GAME
    assert state.draft.human_side == RED
    state = after(state, NewGame(Setup(Player(), COMPUTER)), Resign(), Answer(True), PlayComputer())
    assert state.panel is None
    assert state.play.setup.black == COMPUTER


def test_an_unfinished_game_is_asked_about() -> None:
    state = after(initial_state(Settings(language="en")), NewGame(Setup(Player(), COMPUTER)), PlayText("h2e2"))
    state = after(state, PlayComputer())
    assert state.question is not None


@pytest.mark.parametrize(("now", "side"), [(12.000002, RED), (12.000003, BLACK)])
def test_colours_are_drawn_by_lot(now: float, side: int) -> None:
    state = after(initial_state(Settings(language="en", by_lot=True)), Tick(now), PlayComputer())
    assert state.play.setup.human_side == side
    swapped = after(state, Resign(), Answer(True), Rematch(swap=True))
    assert swapped.play.setup.human_side != side, "a rematch swaps what was drawn"


def lost() -> AppState:
    state = after(initial_state(Settings(language="en")), NewGame(Setup(Player(), COMPUTER)), PlayText("h2e2"))
    return after(state, Resign(), Answer(True))


def test_a_lost_game_waits_until_it_is_looked_at() -> None:
    state = lost()
    assert state.settings.unseen_loss
    away = after(state, OpenPanel(Panel.START), OpenPanel(Panel.SETTINGS))
    assert away.settings.unseen_loss, "going elsewhere is no look at it"
    assert not after(state, StartReview()).settings.unseen_loss


def test_a_won_game_and_a_game_of_two_leave_nothing_to_look_at() -> None:
    begun = after(initial_state(Settings(language="en")), NewGame(Setup(Player(), Player())), PlayText("h2e2"))
    assert not after(begun, Resign(), Answer(True)).settings.unseen_loss
    unmoved = after(initial_state(Settings(language="en")), NewGame(Setup(Player(), COMPUTER)))
    assert not after(unmoved, Resign(), Answer(True)).settings.unseen_loss, "no move, nothing decided it"
