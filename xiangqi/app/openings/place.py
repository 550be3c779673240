"""The place of openings: its views, the side whose lines it shows, and the ways to it from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.intent import Intent
from xiangqi.app.openings.asks import LoadRepertoire
from xiangqi.app.openings.repertoire import left_lines
from xiangqi.app.openings.state import OpeningsState, OpeningsView
from xiangqi.app.records.going import show_page
from xiangqi.app.records.openings_board import openings_board, with_line
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.mode import OpeningsBoard
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.places import PlacePage, inside_page
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.board import Move
from xiangqi.core.constants import BLACK


def is_open(state: AppState) -> bool:
    """Return whether the place of openings is shown."""
    return state.panel is None and state.mode(OpeningsBoard) is not None


def _shown(state: AppState, openings: OpeningsState) -> Result:
    """Show the place of openings, with `openings` as its state."""
    state, document = openings_board(state.with_part(openings))
    state, effects = show_page(state, PlacePage(None, document.id))
    return replace(state, flipped=openings.shown == BLACK), effects


@dataclass(frozen=True)
class OpenRepertoire(Intent, allowed_in_editor=False):
    """Show the player's lines of one side."""

    side: int  # RED or BLACK


@handles(OpenRepertoire)
def open_repertoire(state: AppState, intent: OpenRepertoire) -> Result:
    """Go to the lines, from wherever the player is."""
    return _shown(state, replace(state.part(OpeningsState), shown=intent.side, view=OpeningsView.MINE))


@dataclass(frozen=True)
class ShowOpenings(Intent, allowed_in_editor=False):
    """Show one of the views of the place."""

    view: OpeningsView


@handles(ShowOpenings)
def show_openings(state: AppState, intent: ShowOpenings) -> Result:
    """Show the chosen view of the openings; the board stays as it is."""
    return done(state.with_part(replace(state.part(OpeningsState), view=intent.view)))


@dataclass(frozen=True)
class ChooseSide(Intent, allowed_in_editor=False):
    """Choose the side whose lines are shown and added to; its pieces come to the bottom."""

    side: int  # RED or BLACK


@handles(ChooseSide)
def choose_side(state: AppState, intent: ChooseSide) -> Result:
    """Note the side; only the board of Openings is turned."""
    turned = intent.side == BLACK if is_open(state) else state.flipped
    openings = replace(state.part(OpeningsState), shown=intent.side)
    return done(replace(state.with_part(openings), flipped=turned))


@dataclass(frozen=True)
class ShowOpeningLine(Intent, allowed_in_editor=False):
    """Put a line on the board of Openings."""

    moves: tuple[Move, ...]  # from the starting position


@handles(ShowOpeningLine)
def show_opening_line(state: AppState, intent: ShowOpeningLine) -> Result:
    """Go to the place, with the end of the line on the board, so that an answer can be tried and added."""
    return _shown(with_line(state, intent.moves), state.part(OpeningsState))


@dataclass(frozen=True)
class LookAtDeparture(Intent, allowed_in_editor=False):
    """Show the position in which the last game left the lines of the repertoire."""


@handles(LookAtDeparture)
def look_at_departure(state: AppState, _intent: LookAtDeparture) -> Result:
    """Show the position where the game left the lines, to which the player had or still needs an answer."""
    found = left_lines(state)
    if found is None or found[1].play is None:
        return done(state)
    departure, moves = found[0].departure, found[1].play.moves
    state = with_line(state, moves[: departure.ply - departure.own])
    openings = replace(state.part(OpeningsState), shown=found[0].side, view=OpeningsView.EXPLORE)
    return _shown(state, openings)


@hears(InputHandled)
def come_in(state: AppState, notice: InputHandled) -> Result:
    """Read the repertoires whenever the player comes to the place, since training changes the due positions."""
    if not is_open(state) or is_open(notice.before):
        return done(state)
    return done(state.with_part(replace(state.part(OpeningsState), asked=True)), LoadRepertoire())


def _is_turned(state: AppState) -> bool:
    return is_open(state) and state.part(OpeningsState).view is not OpeningsView.EXPLORE


@inside_page("openings.explore", when=_is_turned)
def explore_again(state: AppState) -> Result:
    """Turn to the explorer."""
    return show_openings(state, ShowOpenings(OpeningsView.EXPLORE))
