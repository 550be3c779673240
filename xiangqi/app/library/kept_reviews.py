"""Saves finished reviews with their games, and restores a review when its game is opened again."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from xiangqi.app.event import Tick
from xiangqi.app.game.play import unfinished_terms
from xiangqi.app.game.resuming import ContinueUnfinished, continue_unfinished
from xiangqi.app.library.asks import LoadReview, ReviewLoaded
from xiangqi.app.library.asks_keeping import KeepReview
from xiangqi.app.library.kept_review import kept_judgements, restored_judgements, restored_looks
from xiangqi.app.library.state import LibraryState, WatchedReview
from xiangqi.app.session import analysed, view
from xiangqi.app.session.assess import Looks
from xiangqi.app.session.coaching import Coaching
from xiangqi.app.session.dispatch import handle, handles, hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.judgement import line_keys
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transcript import clock_tags
from xiangqi.app.session.transition import Result, chain, done
from xiangqi.core.constants import BLACK, RED
from xiangqi.records.revision import Revision


@hears(Tick)
def keep_reviews(state: AppState, _event: Tick) -> Result:
    """Save a review that has finished, and request the review of a game that has just been opened."""
    return chain(state, _keep, _ask)


def _keep(state: AppState) -> Result:
    review = state.analysis.review if state.analysis is not None else None
    watched = state.part(LibraryState).watched
    if review is not None:
        now = WatchedReview(state.document.id, review.line)
        known = watched is not None and (watched.document_id, watched.line) == (now.document_id, now.line)
        return done(state if known else _watching(state, now))
    if watched is None:
        return done(state)
    document, line = state.find(watched.document_id), state.document.line
    if document is not None and (document.id != state.document.id or line != watched.line):
        return done(state)  # it waits, as while a mistake is practised
    found = analysed.assessment(state)
    if document is None or watched.line.moves != _game_moves(document) or not found.is_complete:
        return done(_watching(state, None))
    if watched.kept and not found.is_settled:
        return done(state)
    state = _watching(state, None if found.is_settled else replace(watched, kept=True))
    keys = line_keys(line, view.rules(state), state.settings.analysis_engine)
    judged = kept_judgements(keys, state.judgements, state.coaching.looked)
    red, black = found.summary(RED).accuracy, found.summary(BLACK).accuracy
    return done(state, KeepReview(document.id, _number(document), red, black, tuple(judged)))


def _watching(state: AppState, watched: WatchedReview | None) -> AppState:
    return state.with_part(replace(state.part(LibraryState), watched=watched))


def _game_moves(document: Document) -> tuple[object, ...]:
    """Return the moves of the game itself: those played, or the main line of a record."""
    if document.play is not None:
        return document.play.moves
    nodes, node = [], document.cursor.nodes[0]
    while children := document.tree.children(node):
        node = children[0]
        nodes.append(node)
    return tuple(node.move for node in nodes)


def _number(document: Document) -> int:
    """Return the library number of the document's game; 0 if it was not opened from the player's library."""
    record = document.collection
    stored = record.stored[record.index] if record is not None and record.stored else None
    return 0 if stored is None or stored.of_masters else stored.number


def _ask(state: AppState) -> Result:
    number = _number(state.document)
    asked = (state.document.id, number)
    if not number or state.part(LibraryState).asked_review == asked:
        return done(state)
    state = state.with_part(replace(state.part(LibraryState), asked_review=asked))
    return done(state, LoadReview(*asked))


def _can_go_on(document: Document) -> bool:
    """Return whether a document is an unfinished game of the library whose tags have the players' kinds."""
    return unfinished_terms(document, ()) is not None and "RedKind" in document.tree.headers


def _with_clocks(document: Document) -> Revision:
    """Return an unfinished game of the library with the times left after its moves, as in a journal."""
    record = document.collection
    clocks = record.stored[record.index].clocks if record is not None and record.stored else ()
    return document.tree.with_headers({**document.tree.headers, **clock_tags(clocks)}, document.tree.result)


def _with_looks(coaching: Coaching, looks: Looks, kept: Set[int]) -> Coaching:
    """Return the coach's part with the looks of a loaded review.

    Args:
        coaching: the part so far, whose looks stand beside the others.
        looks: the loaded looks, by the keys of the positions after the moves.
        kept: the keys of the positions that are judged as in the loaded review; what has been said about the
            moves to them is dropped if the loaded look differs.
    """
    ours = {key: look for key, look in coaching.looked.items() if key not in kept or key not in looks}
    other = {key for key, look in coaching.looked.items() if key not in ours and look != looks[key]}
    told = {key: facts for key, facts in coaching.told.items() if key not in other}
    return replace(coaching, looked={**looks, **ours}, told=told)


@handles(ReviewLoaded)
def review_loaded(state: AppState, event: ReviewLoaded) -> Result:
    """Merge the loaded judgements, preferring deeper ones; a requested review or game is then continued.

    Moves are compared and marked as they were in the loaded review, and not by what an analysis of this run has
    found meanwhile, so that the review is the same whenever it is read; only a review of this run stays.
    """
    document = state.document
    if (document.id, _number(document)) != (event.document_id, event.number):
        return done(state)
    keys = line_keys(document.line, view.rules(state), state.settings.analysis_engine)
    known = restored_judgements(event.judgements, document.line)
    judgements, kept = dict(state.judgements), set[int]()
    for key, judgement in zip(keys, known, strict=True):
        now = judgements.get(key)
        if judgement is not None and now is not None and now.thorough:
            judgements[key] = judgement.after(now)
        elif judgement is not None:
            judgements[key] = judgement if now is None else now.after(judgement)
            kept.add(key)
    library = state.part(LibraryState)
    wanted = library.review_load == document.id
    looks = {keys[ply]: look for ply, look in restored_looks(event.judgements, document.line).items()}
    state = replace(state, judgements=judgements, coaching=_with_looks(state.coaching, looks, kept))
    goes_on = library.resume_load == document.id and _can_go_on(document)
    state = state.with_part(replace(library, review_load=0, resume_load=0, decisive=False))
    if goes_on:
        return continue_unfinished(state, ContinueUnfinished(_with_clocks(document), event.number))
    return handle(state, StartReview(library.decisive)) if wanted else done(state)
