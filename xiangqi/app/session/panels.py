"""Panels, the choices of a new game, toasts, and turning the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.intent import Intent
from xiangqi.app.notice import Notice
from xiangqi.app.session.dispatch import announce, handles
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, done

PRACTICE_PANELS = (Panel.START, Panel.LESSONS, Panel.EXERCISES, Panel.COURSES, Panel.RATING, Panel.INSIGHTS)
ENGINE_PANELS = (Panel.ENGINES, Panel.ADD_ENGINE, Panel.ENGINE)


@dataclass(frozen=True)
class PanelTurned(Notice):
    """A panel has been opened or closed."""

    before: Panel | None  # the panel that was open
    now: Panel | None  # the panel that is open


@dataclass(frozen=True)
class OpenPanel(Intent, allowed_in_editor=True):
    """Open a panel, closing any other."""

    panel: Panel


@handles(OpenPanel)
def open_panel(state: AppState, intent: OpenPanel) -> Result:
    """Open a panel, announce that, and cancel the action that was to follow a save.

    The list of games is only opened for a file with several games.
    """
    if intent.panel is Panel.GAME_LIST and len(state.document.games) < 2:
        return done(state)
    turned = PanelTurned(state.panel, intent.panel)
    return announce(replace(state, panel=intent.panel, saving=state.saving.alone()), turned)


@dataclass(frozen=True)
class ClosePanel(Intent, allowed_in_editor=True):
    """Close the open panel."""


@handles(ClosePanel)
def close_panel(state: AppState, _intent: ClosePanel) -> Result:
    """Close the open panel, announce that, and cancel the action that was to follow a save."""
    turned = PanelTurned(state.panel, None)
    return announce(replace(state, panel=None, saving=state.saving.alone()), turned)


@dataclass(frozen=True)
class ChangeStart(Intent, allowed_in_editor=True):
    """Change the position from which the game of the new-game panel begins."""

    fen: str


@handles(ChangeStart)
def change_start(state: AppState, intent: ChangeStart) -> Result:
    """Store the position; moves that were to be on the board are dropped."""
    return done(replace(state, draft=replace(state.draft, start_fen=intent.fen), draft_moves=()))


@dataclass(frozen=True)
class ClearToasts(Intent, allowed_in_editor=True):
    """Dismiss the toasts."""


@handles(ClearToasts)
def clear_toasts(state: AppState, _intent: ClearToasts) -> Result:
    """Dismiss all toasts at once, errors included."""
    return done(replace(state, toasts=()))


@dataclass(frozen=True)
class ChangeDraft(Intent, allowed_in_editor=True):
    """Change the choices in the new-game panel."""

    setup: Setup


@handles(ChangeDraft)
def change_draft(state: AppState, intent: ChangeDraft) -> Result:
    """Store the choices in the new-game panel."""
    return done(replace(state, draft=intent.setup))


@dataclass(frozen=True)
class Flip(Intent, allowed_in_editor=True, on_board=True):
    """Turn the board; the document keeps it that way."""


@handles(Flip)
def flip(state: AppState, _intent: Flip) -> Result:
    turned = not state.flipped
    return done(replace(state.put(replace(state.document, turned=turned)), flipped=turned))
