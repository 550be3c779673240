"""Analyses: boards on which the player tries out what he likes, kept without being saved."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import AnalyseCopy
from xiangqi.app.session.mode import AnalysisBoard
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transcript import written
from xiangqi.app.session.transition import Result, done
from xiangqi.fen import START_FEN
from xiangqi.records.tree import Game


def analysis_board(state: AppState) -> tuple[AppState, Document]:
    """Return the state with an analysis board without moves among its documents, and that document."""
    known = next(
        (
            document
            for document in state.documents
            if isinstance(document.mode, AnalysisBoard)
            and document.start_fen == START_FEN
            and not document.tree.children(document.original.root)
        ),
        None,
    )
    if known is not None:
        return state, known
    document = Document.of(state.next_id, Game(headers={"Date": state.today}), AnalysisBoard())
    documents = (document, *state.documents)
    return replace(state, documents=documents, next_id=state.next_id + 1), document


@handles(AnalyseCopy)
def analyse_copy(state: AppState, _intent: AnalyseCopy) -> Result:
    """Put a copy of the game on the board, at the same position."""
    document = state.document
    if document.mode.arranges:
        return done(state)
    copy = Document.of(state.next_id, written(document).to_game(), AnalysisBoard())
    node = copy.original.root
    for move in document.cursor.moves[: document.cursor.ply]:
        found = copy.tree.find(node, move)
        if found is None:
            break
        node = found
    state = replace(
        state.on_top(copy.at(node)), next_id=state.next_id + 1, panel=None, preview=None, replay=None
    )
    return done(replace(state, selection=Selection()))
