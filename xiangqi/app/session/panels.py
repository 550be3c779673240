"""Panels, toasts, turning the board, and quitting."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.engines import engine_list
from xiangqi.app.exercises.challenge_result import abandoned
from xiangqi.app.exercises.effects import LoadPractice
from xiangqi.app.game.effects import DeleteJournal
from xiangqi.app.game.play import journal
from xiangqi.app.game.searching import cancel
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.records.effects import DeleteDraft
from xiangqi.app.records.loading import FILE_PANELS, EnterFolder, enter_folder
from xiangqi.app.records.saving import ask_name
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, chain, done
from xiangqi.fen import START_FEN

PRACTICE_PANELS = (Panel.START, Panel.EXERCISES, Panel.COURSES, Panel.RATING)
_ENGINE_PANELS = (Panel.ENGINES, Panel.ADD_ENGINE, Panel.ENGINE)


@dataclass(frozen=True)
class OpenPanel(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Open a panel, closing any other."""

    panel: Panel


@handles(OpenPanel)
def open_panel(state: AppState, intent: OpenPanel) -> Result:
    """Open a panel and request its contents. The list of games is only opened for a file with several games."""
    if intent.panel is Panel.GAME_LIST and len(state.document.games) < 2:
        return done(state)
    came_from = state.panel
    state, effects = engine_list.drop_probe(replace(state, panel=intent.panel, saving=state.saving.alone()))
    if intent.panel is Panel.NEW_GAME and came_from not in _ENGINE_PANELS:
        return done(replace(state, draft=replace(state.draft, start_fen=START_FEN)), *effects, LoadPractice())
    if intent.panel in (*FILE_PANELS, Panel.ADD_ENGINE):
        saves = intent.panel is Panel.SAVE_FILE
        state, more = ask_name(state) if saves else enter_folder(state, EnterFolder())
        return state, (*effects, *more)
    if intent.panel in PRACTICE_PANELS:
        return done(state, *effects, LoadPractice())
    return done(state, *effects)


@dataclass(frozen=True)
class ClosePanel(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Close the open panel."""


@handles(ClosePanel)
def close_panel(state: AppState, _intent: ClosePanel) -> Result:
    """Close the open panel, and cancel the action that was to follow a save."""
    return engine_list.drop_probe(replace(state, panel=None, saving=state.saving.alone()))


@dataclass(frozen=True)
class ClearToasts(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Dismiss the toasts."""


@handles(ClearToasts)
def clear_toasts(state: AppState, _intent: ClearToasts) -> Result:
    """Dismiss the toasts early."""
    return done(replace(state, toasts=()))


@dataclass(frozen=True)
class ChangeDraft(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Change the choices in the new-game panel."""

    setup: Setup


@handles(ChangeDraft)
def change_draft(state: AppState, intent: ChangeDraft) -> Result:
    """Store the choices in the new-game panel."""
    return done(replace(state, draft=intent.setup))


@dataclass(frozen=True)
class Flip(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True, on_board=True):
    """Turn the board."""


@handles(Flip)
def flip(state: AppState, _intent: Flip) -> Result:
    """Turn the board."""
    return done(replace(state, flipped=not state.flipped))


@dataclass(frozen=True)
class Quit(Intent, leaves_document=Leaves.EVERYTHING, allowed_in_editor=True):
    """Close the window. The journal keeps the unfinished game."""


@handles(Quit)
def quit_program(state: AppState, _intent: Quit) -> Result:
    """Close the window, saving the settings, and the journal with its clock unless its game is over."""
    state, effects = chain(replace(state, quitting=True), cancel, abandoned)
    if state.saving.drafted:
        effects = (*effects, DeleteDraft())
    play = state.kept_game.play or state.play
    if play.end is not None and state.resume is None:
        effects = (*effects, DeleteJournal(is_last=True))
    elif play.clock is not None and play.moves:
        state, more = journal(state)
        effects = (*effects, *more)
    return state, (*effects, SaveSettings(state.settings))
