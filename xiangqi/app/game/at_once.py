"""Starting a game against the computer without choosing anything: with the terms of the last one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.game.play import NewGame, is_usual, new_game, said_to_count, setup_from
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import ENGINE_PANELS, OpenPanel, PanelTurned, open_panel
from xiangqi.app.session.places import inside_page
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, done
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.storage.settings import Settings, with_values


@dataclass(frozen=True)
class PlayComputer(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Start a game against the computer with the last terms; a new player is first asked for a level, once."""


@handles(PlayComputer)
def play_computer(state: AppState, _intent: PlayComputer) -> Result:
    """Start the game, asking first if it would replace an unfinished one, or open the choices of a new game."""
    setup = last_terms(state.settings)
    if state.settings.asks_level:
        return open_panel(replace(state, draft=setup), OpenPanel(Panel.NEW_GAME))
    return said_to_count(new_game(state, NewGame(setup, by_lot=state.settings.by_lot)))


def last_terms(settings: Settings) -> Setup:
    """Return the terms of the last game against an engine, from the usual starting position."""
    alone = settings.side in ("red", "black")
    return setup_from(settings if alone else with_values(settings, {"side": "red"}))


def terms_at(settings: Settings, fen: str, side: int) -> Setup:
    """Return the terms of the last game against an engine, for a game from a position as one side."""
    usual = last_terms(settings)
    machine = usual.black if usual.red.is_human else usual.red
    red, black = (Player(), machine) if side == RED else (machine, Player())
    return replace(usual, red=red, black=black, start_fen=fen, black_time=None)


@dataclass(frozen=True)
class PositionLeft:
    """The panel shown when a game from the position on the board was requested; Back leads there."""

    panel: Panel | None = None


def choose_terms(state: AppState, setup: Setup, moves: tuple[Move, ...] = ()) -> Result:
    """Open the choices of a new game filled in, so that a game can be begun from a position or after moves."""
    left = PositionLeft(state.panel)
    state, effects = open_panel(state, OpenPanel(Panel.NEW_GAME))
    return replace(state, draft=setup, draft_moves=moves).with_part(left), effects


@hears(PanelTurned)
def forget_position(state: AppState, notice: PanelTurned) -> Result:
    """Forget the panel to which Back leads, except between the new game's choices and the engine panels."""
    choosing = (Panel.NEW_GAME, *ENGINE_PANELS)
    stays = notice.before in choosing and notice.now in choosing
    return done(state if stays else state.without_part(PositionLeft))


def _chooses_terms(state: AppState) -> bool:
    return state.panel is Panel.NEW_GAME and state.held(PositionLeft) is not None


@inside_page("back.position", when=_chooses_terms, elsewhere=True)
def back_to_position(state: AppState) -> Result:
    """Show the position again, as it was left."""
    return done(replace(state, panel=state.part(PositionLeft).panel).without_part(PositionLeft))


def draws_lots(state: AppState) -> bool:
    """Return whether the colours of the new game are drawn by lot; never for a game from another position."""
    return state.settings.by_lot and is_usual(state.draft, state.draft_moves)


@dataclass(frozen=True)
class ChooseColour(Intent, allowed_in_editor=True):
    """Choose the person's colour for a new game, or have it drawn by lot."""

    side: int | None  # RED or BLACK; None for by lot


@handles(ChooseColour)
def choose_colour(state: AppState, intent: ChooseColour) -> Result:
    """Exchange the players if need be; save whether colours are drawn, unless the game has its own position."""
    draft = state.draft
    if intent.side is not None and draft.human_side not in (None, intent.side):
        draft = replace(draft, red=draft.black, black=draft.red)
    if not is_usual(draft, state.draft_moves):
        return done(replace(state, draft=draft))
    settings = with_values(state.settings, {"by_lot": intent.side is None})
    state = replace(state, draft=draft, settings=settings)
    return done(state, SaveSettings(settings))
