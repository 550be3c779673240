"""The welcome at the first start: two questions, and the start that suits the answers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.game.play import NewGame, new_game, rules_from
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.going_through import COACHED, StartLesson, start_lesson
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import OpenPanel, open_panel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.strength import LOWEST
from xiangqi.app.session.transition import Result, chain, done
from xiangqi.i18n.languages import language_named
from xiangqi.lessons.lesson import load_lessons
from xiangqi.storage.settings import EXPERIENCES, WESTERN, Settings, with_values


@dataclass(frozen=True)
class WelcomeAnswers:
    """The player's answers so far."""

    chinese: bool | None = None  # whether the pieces have characters; None before an answer
    experience: str = ""  # one of `EXPERIENCES`, "" before an answer

    @property
    def are_complete(self) -> bool:
        """Whether both questions are answered."""
        return self.chinese is not None and bool(self.experience)


@dataclass(frozen=True)
class ChooseReading(Intent, allowed_in_editor=True):
    """Choose pieces that the player can read, and a matching notation."""

    chinese: bool


@handles(ChooseReading)
def choose_reading(state: AppState, intent: ChooseReading) -> Result:
    """Choose characters and Chinese notation, or pictures and coordinates; the board shows them at once."""
    answers = replace(state.part(WelcomeAnswers), chinese=intent.chinese)
    settings = _read(state.settings, chinese=intent.chinese)
    return done(replace(state.with_part(answers), settings=settings), SaveSettings(settings))


def _read(settings: Settings, *, chinese: bool) -> Settings:
    row = language_named(settings.language)
    characters = {"piece_set": "traditional", "notation": row.chinese_notation}
    pictures = {"piece_set": WESTERN, "notation": "iccs" if row.reads_characters else row.notation}
    return with_values(settings, characters if chinese else pictures)


@dataclass(frozen=True)
class TellExperience(Intent, allowed_in_editor=True):
    """Say how well the player knows the game."""

    experience: str  # one of `EXPERIENCES`, not ""


@handles(TellExperience)
def tell_experience(state: AppState, intent: TellExperience) -> Result:
    assert intent.experience in EXPERIENCES[1:]  # ensured by the sender
    return done(state.with_part(replace(state.part(WelcomeAnswers), experience=intent.experience)))


@dataclass(frozen=True)
class BeginAsTold(Intent, allowed_in_editor=True):
    """Leave the welcome for the start that suits both answers; do nothing before they are given."""


@handles(BeginAsTold)
def begin_as_told(state: AppState, _intent: BeginAsTold) -> Result:
    """Start lesson 1 or a game at level 1 in which the coach comments, or go to Home.

    The game is unrated, since hints in it have been promised.
    """
    answers = state.part(WelcomeAnswers)
    if not answers.are_complete:
        return done(state)
    values: dict[str, object] = {"guided": True, "experience": answers.experience}
    if answers.experience == "often":
        return _left(state, {**values, "asks_level": True}, OpenPanel(Panel.START))
    values |= {"side": "red", "level": LOWEST, "engine": (), **COACHED}
    state = replace(state, settings=with_values(state.settings, values))
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, LOWEST), rules=rules_from(state.settings))
    state = replace(state.without_part(WelcomeAnswers), draft=setup)
    if answers.experience == "new":
        state, effects = start_lesson(state, StartLesson(load_lessons()[0].key))
        return state, (*effects, SaveSettings(state.settings))
    state, effects = new_game(state, NewGame(setup))
    if state.question is None:
        state = state.put_play(replace(state.play, unrated=(Unrated.CHOSEN,)))
    return state, effects


def _left(state: AppState, values: dict[str, object], page: OpenPanel) -> Result:
    """Leave the welcome for a page, changing some settings."""
    settings = with_values(state.settings, values)
    state = replace(state.without_part(WelcomeAnswers), settings=settings)
    return chain(
        state, lambda state: done(state, SaveSettings(settings)), lambda state: open_panel(state, page)
    )


@dataclass(frozen=True)
class BringGames(Intent, allowed_in_editor=True):
    """Leave the welcome for the choice of a file, for a player who comes from another program."""


@handles(BringGames)
def bring_games(state: AppState, _intent: BringGames) -> Result:
    values: dict[str, object] = {"guided": True, "experience": "often", "asks_level": True}
    return _left(state, values, OpenPanel(Panel.OPEN_FILE))
