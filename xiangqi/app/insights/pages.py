"""The pages about a player: reading the insights, and acting on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xiangqi.app.event import Tick
from xiangqi.app.insights.asks import AskInsights, ForgetReviews, InsightsRead, ListPlayers, PlayersListed
from xiangqi.app.insights.background import looked_up_anew
from xiangqi.app.insights.people import is_known_whose, person_of
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.intent import Intent
from xiangqi.app.session.dispatch import confirmed, handles, hears
from xiangqi.app.session.orders import LoadTraining, SaveSettings
from xiangqi.app.session.panels import OpenPanel, PanelTurned, open_panel
from xiangqi.app.session.places import page_called
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.training import ExerciseSet, ReviewMistake, TrainingRequest
from xiangqi.app.session.transition import Result, asked, done
from xiangqi.i18n.message import Message
from xiangqi.library import Person
from xiangqi.library.masters import Script
from xiangqi.storage.settings import with_values

if TYPE_CHECKING:
    from xiangqi.insights.claims import Claim


@dataclass(frozen=True)
class OpenInsights(Intent, allowed_in_editor=True):
    """Open a page about a player."""

    page: InsightsPage = InsightsPage.CLAIMS
    name: str = ""  # the player; "" for the person at this computer
    of_masters: bool = False  # whether the player is one of the masters' games


@handles(OpenInsights)
def open_insights(state: AppState, intent: OpenInsights) -> Result:
    """Open the panel on a page about a player."""
    insights = state.part(InsightsState)
    if (intent.name, intent.of_masters) != (insights.name, insights.of_masters):
        insights = replace(insights, report=None, failure="", stale=True, chosen=0)
    insights = replace(insights, page=intent.page, name=intent.name, of_masters=intent.of_masters)
    return open_panel(state.with_part(insights), OpenPanel(Panel.PLAYER if intent.name else Panel.INSIGHTS))


@page_called(Panel.PLAYER)
def name_shown(state: AppState) -> Message | None:
    """Return a message naming the player whose page is shown; None for the person at this computer."""
    name = state.part(InsightsState).name
    return Message("back.person", person=name) if name else None


@hears(PanelTurned)
def panel_turned(state: AppState, notice: PanelTurned) -> Result:
    """List the players for the panel; the page of progress is about the person at this computer."""
    if notice.now is Panel.RATING:
        insights = state.part(InsightsState)
        if insights.name:
            insights = replace(
                insights, name="", of_masters=False, report=None, failure="", stale=True, chosen=0
            )
        return done(state.with_part(insights), *([] if state.settings.people else [ListPlayers()]))
    return done(state, ListPlayers()) if notice.now is Panel.INSIGHTS else done(state)


@dataclass(frozen=True)
class ChooseClaim(Intent, allowed_in_editor=True):
    """Show the positions of one of the claims."""

    index: int


@handles(ChooseClaim)
def choose_claim(state: AppState, intent: ChooseClaim) -> Result:
    """Show the positions of a claim."""
    return _with_insights(state, chosen=intent.index)


def _with_insights(state: AppState, **values: object) -> Result:
    return done(state.with_part(replace(state.part(InsightsState), **values)))  # type: ignore[arg-type]


def player_shown(state: AppState) -> Person:
    """Return the player whose pages are shown."""
    name = state.part(InsightsState).name
    return Person((name,)) if name else person_of(state.settings)


@hears(Tick)
def renew_insights(state: AppState, _event: Tick) -> Result:
    """Read the insights again if they are visible and out of date."""
    insights = state.part(InsightsState)
    if state.panel not in (Panel.INSIGHTS, Panel.PLAYER, Panel.RATING) or not insights.stale:
        return done(state)
    if not (is_known_whose(state) or insights.name):
        return done(state)
    insights = replace(insights, ask_id=state.next_id, stale=False)
    state = replace(state, next_id=state.next_id + 1).with_part(insights)
    masters = masters_meant(state) if insights.of_masters else None
    order = AskInsights(insights.ask_id, player_shown(state), state.settings.all_games, insights.name, masters)
    return done(state, order)


@handles(PlayersListed)
def players_listed(state: AppState, event: PlayersListed) -> Result:
    """Store the players of the library or of the masters' games, those with the most games first."""
    if event.masters is not None:
        return _with_insights(state, masters=event.players)
    return _with_insights(state, players=event.players)


def masters_meant(state: AppState) -> Script:
    """Return the script of the masters' games for the program's language."""
    return Script.of(state.settings.language)


@dataclass(frozen=True)
class ListMasters(Intent, allowed_in_editor=True):
    """List the players of the masters' games on the page of players, or those of the library."""

    wanted: bool


@handles(ListMasters)
def list_masters(state: AppState, intent: ListMasters) -> Result:
    """Show the list of masters or of the library's players; read the masters unless they are known."""
    insights = replace(state.part(InsightsState), lists_masters=intent.wanted)
    order = ListPlayers(masters_meant(state))
    is_known = not intent.wanted or insights.masters is not None
    return done(state.with_part(insights), *([] if is_known else [order]))


@handles(InsightsRead)
def insights_read(state: AppState, event: InsightsRead) -> Result:
    """Show the insights; if the chosen claim no longer exists, choose the first."""
    insights = state.part(InsightsState)
    if insights.ask_id != event.ask_id:
        return done(state)
    claims = event.report.insights.claims if event.report is not None else ()
    chosen = insights.chosen if insights.chosen < len(claims) else 0
    return _with_insights(state, report=event.report, failure=event.failure, chosen=chosen)


@dataclass(frozen=True)
class PractiseClaim(Intent, allowed_in_editor=True):
    """Practise the weakness of a claim: first the player's own positions, then exercises of the same kind."""

    claim: Claim


@handles(PractiseClaim)
def practise_claim(state: AppState, intent: PractiseClaim) -> Result:
    """Load the exercises of a claim."""
    claim = intent.claim
    slips = tuple(
        ReviewMistake(move.fen, move.move, (move.best,), move.loss)
        for move in claim.positions
        if move.best is not None and move.best != move.move
    )
    request = TrainingRequest(ExerciseSet.WEAKNESS, claim.dimension.name, mistakes=slips, themes=claim.themes)
    return done(state, LoadTraining(request))


# ---- Whose games count ----


@dataclass(frozen=True)
class NamePeople(Intent, allowed_in_editor=True):
    """Set and save the names of everybody at this computer."""

    people: tuple[str, ...]  # as Settings.people


@handles(NamePeople)
def name_people(state: AppState, intent: NamePeople) -> Result:
    """Save the names, and look up the games of these players."""
    values = {
        "people": list(intent.people),
        "person": min(state.settings.person, max(0, len(intent.people) - 1)),
    }
    return _settled(state, values)


@dataclass(frozen=True)
class PickName(Intent, allowed_in_editor=True):
    """Mark a name of the library as the player's own, or unmark it."""

    name: str


@handles(PickName)
def pick_name(state: AppState, intent: PickName) -> Result:
    picked = state.part(InsightsState).picked
    others = tuple(name for name in picked if name != intent.name)
    return _with_insights(state, picked=others if intent.name in picked else (*picked, intent.name))


@dataclass(frozen=True)
class LookAtPerson(Intent, allowed_in_editor=True):
    """Show the games of another person at this computer."""

    index: int


@handles(LookAtPerson)
def look_at_person(state: AppState, intent: LookAtPerson) -> Result:
    """Save the choice, and have the insights and games of that person read."""
    return _settled(state, {"person": intent.index})


@dataclass(frozen=True)
class CountAllGames(Intent, allowed_in_editor=True):
    """Count games with help and from other positions as well, or leave them out."""

    wanted: bool


@handles(CountAllGames)
def count_all_games(state: AppState, intent: CountAllGames) -> Result:
    """Save which games count."""
    return _settled(state, {"all_games": intent.wanted})


def _settled(state: AppState, values: dict[str, object]) -> Result:
    """Save settings that decide which games count, and have the insights read again, if any value changes."""
    settings = with_values(state.settings, values)
    if settings == state.settings:
        return done(state)
    insights = replace(state.part(InsightsState), report=None, failure="", chosen=0)
    return done(looked_up_anew(replace(state, settings=settings).with_part(insights)), SaveSettings(settings))


@dataclass(frozen=True)
class ForgetWhatWasLearnt(Intent, allowed_in_editor=True):
    """Delete the results of all reviews of the player shown, after a confirmation."""


@handles(ForgetWhatWasLearnt)
def forget_what_was_learnt(state: AppState, intent: ForgetWhatWasLearnt) -> Result:
    """Ask for confirmation."""
    return asked(state, Message("ask.forget_reviews"), intent)


@confirmed(ForgetWhatWasLearnt)
def forget_now(state: AppState, _intent: ForgetWhatWasLearnt) -> Result:
    """Delete the results, and stop reviewing, since reviews would restore them."""
    settings = with_values(state.settings, {"reviewing": False})
    state = looked_up_anew(replace(state, settings=settings))
    return done(state, SaveSettings(settings), ForgetReviews(player_shown(state)))
