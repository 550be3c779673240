"""Analyses: boards for trying out moves, which are kept without being saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from xiangqi.app.event import Tick
from xiangqi.app.records.asks_analyses import AnalysesKnown, KeepAnalyses
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import AnalyseCopy
from xiangqi.app.session.mode import AnalysisBoard
from xiangqi.app.session.places import Paths, Place, PlacePage, TrailStop
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transcript import written
from xiangqi.app.session.transition import Result, done
from xiangqi.fen import START_FEN
from xiangqi.records.tree import Game
from xiangqi.storage.analyses import MOST


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


# ---- Keeping them ----


@dataclass(frozen=True)
class KeptAnalyses:
    """The known state of the analyses on the disk."""

    run: str = ""  # begins the keys of analyses made in this run; "" while nothing can be kept
    keys: Mapping[int, str] = field(default_factory=dict)  # by document
    numbers: Mapping[int, int] = field(default_factory=dict)  # the revision on the disk, by document


@handles(AnalysesKnown)
def analyses_known(state: AppState, event: AnalysesKnown) -> Result:
    """Open the analyses of earlier runs below all other documents; Analyse shows the last of them first."""
    first = state.next_id
    opened = tuple(
        Document.of(first + place, game, AnalysisBoard()) for place, (_, game) in enumerate(event.games)
    )
    opened = tuple(document.to_ply(len(document.cursor.moves)) for document in opened)
    keys = {first + place: key for place, (key, _) in enumerate(event.games)}
    numbers = {document.id: document.tree.number for document in opened}
    state = state.with_part(KeptAnalyses(event.run, keys, numbers))
    state = replace(state, documents=(*opened, *state.documents), next_id=first + len(opened))
    if not opened:
        return done(state)
    paths = state.part(Paths)
    last = TrailStop(PlacePage(None, opened[-1].id))
    return done(state.with_part(replace(paths, trails={**paths.trails, Place.ANALYSE: (last,)})))


@hears(Tick)
def keep_changed(state: AppState, _event: Tick) -> Result:
    """Keep analyses that have changed, and close the oldest beyond the number that is kept."""
    kept = state.held(KeptAnalyses)
    boards = [document for document in state.documents if document.is_analysis and is_worth_keeping(document)]
    if kept is None or not kept.run:
        return done(state)
    changed = [board for board in boards if kept.numbers.get(board.id) != board.tree.number]
    if not changed:
        return done(state)
    keys = {board.id: kept.keys.get(board.id, f"{kept.run}-{board.id}") for board in boards}
    numbers = {board.id: board.tree.number for board in boards}
    state = state.with_part(replace(kept, keys=keys, numbers=numbers))
    for old in boards[:-MOST]:
        state = state.without(old.id)
    return done(state, KeepAnalyses(tuple((keys[board.id], written(board)) for board in changed)))


def is_worth_keeping(document: Document) -> bool:
    """Return whether an analysis has a move, an unsaved edit, or a position that was set up."""
    root = document.original.root
    return bool(document.tree.children(root)) or document.unsaved or document.start_fen != START_FEN
