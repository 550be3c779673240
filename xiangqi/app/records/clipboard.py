"""Copying positions, games and moves to the clipboard."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import CopyText
from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_writing import CopyRecord
from xiangqi.app.records.saving import opening_language
from xiangqi.app.records.saving import shown as shown_game
from xiangqi.app.session import view
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message
from xiangqi.records.text.movelist import format_moves


@dataclass(frozen=True)
class CopyPosition(Intent, allowed_in_editor=True):
    """Copy the shown position to the clipboard as a FEN."""


@handles(CopyPosition)
def copy_position(state: AppState, _intent: CopyPosition) -> Result:
    return done(toast(state, Message("toast.copied"), Tone.QUIET), CopyText(view.snapshot(state).fen))


@dataclass(frozen=True)
class CopyGame(Intent, allowed_in_editor=True):
    """Copy the shown game to the clipboard."""

    form: str = "pgn"  # "pgn" or "dhtmlxq"


@handles(CopyGame)
def copy_game(state: AppState, intent: CopyGame) -> Result:
    """Copy the whole game on the board."""
    order = CopyRecord(shown_game(state), state.settings.notation, intent.form, opening_language(state))
    return done(toast(state, Message("toast.copied"), Tone.QUIET), order)


@dataclass(frozen=True)
class CopyMoves(Intent, allowed_in_editor=False):
    """Copy the shown line to the clipboard as Chinese text, one round per line."""

    traditional: bool = False  # whether to use traditional characters


@handles(CopyMoves)
def copy_moves(state: AppState, intent: CopyMoves) -> Result:
    return done(
        toast(state, Message("toast.copied"), Tone.QUIET), CopyText(moves_text(state, intent.traditional))
    )


def moves_text(state: AppState, traditional: bool) -> str:
    """Return the shown line as Chinese text, one round per line."""
    shown, game = view.line(state), shown_game(state)
    return format_moves(game.headers, shown.whole.start_fen, shown.moves, game.result, traditional)
