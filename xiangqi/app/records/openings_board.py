"""The board of Openings, on which lines are looked up: there is one, and it stays as it was left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import OpeningsBoard
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.board import Move
from xiangqi.records.tree import Game


def openings_board(state: AppState) -> tuple[AppState, Document]:
    """Return the state with the board of Openings among its documents, and that document.

    It begins with the starting position.
    """
    known = next((one for one in state.documents if isinstance(one.mode, OpeningsBoard)), None)
    if known is not None:
        return state, known
    document = Document.of(state.next_id, Game(), OpeningsBoard())
    return replace(state, documents=(document, *state.documents), next_id=state.next_id + 1), document


def with_line(state: AppState, moves: Iterable[Move]) -> AppState:
    """Return the state with a line from the starting position on the board of Openings.

    That board is not brought to the front. Selection, preview and replay are dropped.
    """
    state, document = openings_board(state)
    document = document.at(document.original.root)
    for move in moves:
        document = document.playing(move, state.next_id)
        state = replace(state, next_id=state.next_id + 1)
    return replace(state.put(document), selection=Selection(), preview=None, replay=None)
