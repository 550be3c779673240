"""The transition of the session, ``update(state, input) -> (state, effects)``; pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

# Each module of handlers registers what it handles.
from xiangqi.app.analysis import analysing, preview, review  # noqa: F401
from xiangqi.app.analysis.preview import CloseLine
from xiangqi.app.board_input import moving  # noqa: F401
from xiangqi.app.board_input.selection import Selection
from xiangqi.app.coach import guide, questions, teaching  # noqa: F401
from xiangqi.app.coach.guide import ChooseReading
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.dispatch import confirm, handle, handles
from xiangqi.app.editor import setting_up
from xiangqi.app.engines import engine_events, engine_list, searching  # noqa: F401
from xiangqi.app.event import Input, Notify, Tick
from xiangqi.app.exercises import challenges, practice, puzzles  # noqa: F401
from xiangqi.app.game import cycle_replay, engine_match, journal, play, resign_draw, take_back, timekeeping  # noqa: F401
from xiangqi.app.game.cycle_replay import CloseReplay
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.library import explorer, import_games, kept_reviews, own_games, search  # noqa: F401
from xiangqi.app.records import browse, clipboard, editing, loading, pictures, saving  # noqa: F401
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.settings import panels, preferences  # noqa: F401
from xiangqi.app.share import sharing  # noqa: F401
from xiangqi.app.state import AppState, Panel
from xiangqi.app.transition import Result, chain, done, toast, without
from xiangqi.core.constants import BLACK
from xiangqi.storage.settings import Settings


def initial_state(settings: Settings, today: str = "") -> AppState:
    """Return the session before any input: the game that the player had last, at its start.

    No engine thinks yet: the start of the program sends a NewGame.

    Args:
        settings: the player's choices.
        today: the date as PGN writes it, 2026.01.31.
    """
    setup = play.setup_from(settings)
    state = AppState(settings=settings, draft=setup, flipped=setup.human_side == BLACK, today=today)
    return replace(state, documents=(play.fresh_game(state, setup),), next_id=state.next_id + 1)


def update(state: AppState, message: Input) -> Result:
    """Return the state after a message, and the effects to perform.

    Args:
        state: unchanged.
        message: an intent of the player or an event of the world.
    """
    if state.editor is not None and isinstance(message, Intent) and not message.allowed_in_editor:
        return setting_up.unheard(state)
    afresh = (
        replace(state, discarded_revisions=()) if state.discarded_revisions else state
    )  # each request asks about everything
    lost = saving.unsaved_document(afresh, message)
    if lost is not None and isinstance(message, Intent):
        return saving.ask_to_save(afresh, lost, message)
    after, effects = cycle_replay.drop_stale_replay(state, handle(state, message))
    after, more = timekeeping.uncovered(state, after)
    return after, (*effects, *more)


@handles(Tick)
def tick(state: AppState, message: Tick) -> Result:
    """Drop toasts and refusals that have been shown long enough, and let everything that runs go on."""
    now = message.now
    toasts = tuple(shown for shown in state.toasts if shown.until > now)
    if len(toasts) != len(state.toasts):
        state = replace(state, toasts=toasts)
    refusal = state.selection.refusal
    if refusal is not None and refusal.until <= now:
        state = replace(state, selection=replace(state.selection, refusal=None))
    played = (engine_match.advance, timekeeping.advance, challenges.advance)
    shown = (
        cycle_replay.advance,
        analysing.advance,
        questions.advance,
        explorer.advance,
        own_games.advance,
        kept_reviews.advance,
        guide.advance,
        saving.keep_draft,
    )
    return chain(replace(state, now=now), *played, *shown)


@handles(Notify)
def notify(state: AppState, message: Notify) -> Result:
    """Show a toast, in place of those that are no longer true."""
    return done(toast(without(state, message.instead_of), message.message, message.tone))


@dataclass(frozen=True)
class Cancel(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Esc: closes the question, panel, typed text, drag, selection or replay, whichever comes first.

    Never moves.
    """


@handles(Cancel)
def cancel(state: AppState, _message: Cancel) -> Result:
    """Close the uppermost thing, as Esc does."""
    if state.question is not None:
        return done(replace(state, question=None, leaving=None))
    if state.panel is Panel.WELCOME:
        return guide.choose_reading(state, ChooseReading(chinese=False))
    if state.panel is not None:
        return engine_list.drop_probe(replace(state, panel=None, leaving=None))
    if state.editor is not None:
        return setting_up.escape(state, state.editor)
    if state.selection.typed:
        return done(replace(state, selection=replace(state.selection, typed="")))
    if state.selection.drag is not None:
        return done(replace(state, selection=replace(state.selection, drag=None)))
    if state.replay is not None:
        return cycle_replay.close_replay(state, CloseReplay())
    if state.coaching.insight is not None and state.preview is None and state.selection == Selection():
        return questions.explain_position(state, ExplainPosition())
    if state.preview is not None and state.selection == Selection():
        return preview.close_line(state, CloseLine())
    if state.challenge is not None and state.selection == Selection():
        return practice.leave(state, CloseRecord())
    return done(replace(state, selection=Selection()))


@dataclass(frozen=True)
class Answer(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The answer to the open question."""

    yes: bool


@handles(Answer)
def answer(state: AppState, message: Answer) -> Result:
    """Close the question; a yes does what it was about."""
    question = state.question
    if question is None:
        return done(state)
    state = replace(state, question=None)
    if not message.yes:
        return done(replace(state, leaving=None, discarded_revisions=()))
    if not question.unsaved:
        return confirm(state, question.then)
    state = replace(state, discarded_revisions=(*state.discarded_revisions, state.document.tree.number))
    another = saving.unsaved_document(state, question.then)
    return (
        handle(state, question.then) if another is None else saving.ask_to_save(state, another, question.then)
    )
