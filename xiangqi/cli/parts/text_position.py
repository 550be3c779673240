"""Lines beside the board of the text mode: the position, the end of a game, the time, and whose turn it is."""

from __future__ import annotations

from typing import Final

from xiangqi.app.exercises.times import times
from xiangqi.app.session import told, view
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import RED
from xiangqi.resources import LIBRARY_NAME
from xiangqi.ui.parts.i18n import Texts

_TURN: Final = "terminal.to_move", "terminal.check"
_OWN_TURN: Final = "terminal.your_to_move", "terminal.your_check"
"""The keys of the messages on the side to move, without and with check."""


def side_name(texts: Texts, side: int) -> str:
    """Return the name of RED or BLACK."""
    return texts("side.red" if side == RED else "side.black")


def heading(state: AppState, texts: Texts) -> list[str]:
    """Return the lines about the shown position: its place in a record, its comment, and how the game ended."""
    lines = []
    document, collection, shown = state.document, state.document.collection, view.line(state)
    if document.play is None and collection is not None:
        place = {"index": collection.index + 1, "count": len(collection.games), "ply": shown.ply}
        if document.name == LIBRARY_NAME and len(collection.games) == 1:
            lines.append(texts("terminal.viewing_own", ply=shown.ply, total=len(shown.moves)))
        else:
            name = texts("place.games") if document.name == LIBRARY_NAME else document.name
            lines.append(texts("terminal.viewing", name=name, total=len(shown.moves), **place))
    lines += [view.comment(state)] if view.comment(state) else []
    if view.looks_back(state):
        lines.append(texts("terminal.looking_back", ply=shown.ply, total=len(shown.moves)))
    end = told.ended(state)
    if end is not None:
        lines.append(end)
    return lines


def waits_for_new(state: AppState) -> bool:
    """Return whether the board waits for the player to begin a new game or resume the offered one.

    It waits if the new game would begin with an engine's move.
    """
    paused = view.status(state) is view.Status.PAUSED
    return paused and state.resume is not None and not state.play.moves


def turn(state: AppState, texts: Texts, *, in_words: bool) -> list[str]:
    """Return the lines that say how much time is left and who is to move; none after the end.

    Args:
        state: the session.
        texts: the texts of the language.
        in_words: whether the player is told when it is their own turn.
    """
    lines: list[str] = []
    if view.shown_result(state) is not None:
        return lines
    if clocks := times(state):
        lines.append(texts("terminal.clocks", red=clocks[0], black=clocks[1]))
    if waits_for_new(state):
        return [texts("terminal.type_new")]
    if view.status(state) is view.Status.PAUSED:
        return [*lines, texts("terminal.paused")]
    position = view.snapshot(state)
    is_own = in_words and position.turn == state.document.player_side and state.document.at_tip
    quiet, check = _OWN_TURN if is_own else _TURN
    key = quiet if position.check_square is None else check
    return [*lines, texts(key, side=side_name(texts, position.turn))]
