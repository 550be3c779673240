"""The transition of the session, ``update(state, input) -> (state, effects)``; pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

# Each module of handlers registers what it handles.
from xiangqi.app.analysis import analysing, review  # noqa: F401
from xiangqi.app.board_input import moving  # noqa: F401
from xiangqi.app.coach import guide, questions, teaching  # noqa: F401
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.editor import setting_up
from xiangqi.app.engines import engine_list
from xiangqi.app.event import Input, Notify, Tick
from xiangqi.app.exercises import challenges, practice, puzzles
from xiangqi.app.game import (  # noqa: F401
    engine_events,
    engine_match,
    journal,
    play,
    resign_draw,
    searching,
    take_back,
    timekeeping,
)
from xiangqi.app.insights import background, pages, sparring  # noqa: F401
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.lessons import doing, going_through
from xiangqi.app.lessons.state import Learning
from xiangqi.app.library import explorer, import_games, kept_reviews, own_games, search  # noqa: F401
from xiangqi.app.openings import repertoire
from xiangqi.app.recognition import reading_pictures
from xiangqi.app.recognition.reading_pictures import ChoosePoint
from xiangqi.app.records import (  # noqa: F401
    browse,
    clipboard,
    cycle_replay,
    editing,
    loading,
    pictures,
    preview,
    saving,
)
from xiangqi.app.records.cycle_replay import CloseReplay
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.records.preview import CloseLine
from xiangqi.app.session import panels  # noqa: F401
from xiangqi.app.session.dispatch import confirm, handle, handles, has_own_handler
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, chain, done, toast, without
from xiangqi.app.settings import preferences  # noqa: F401
from xiangqi.app.share import sharing  # noqa: F401
from xiangqi.core.constants import BLACK
from xiangqi.storage.settings import Settings


def initial_state(settings: Settings, today: str = "") -> AppState:
    """Return the session before any input: the setup of the player's last game, at its start.

    No engine is searching yet: the program sends a NewGame when it starts.

    Args:
        settings: the player's choices.
        today: the date in PGN form, such as 2026.01.31.
    """
    setup = play.setup_from(settings)
    state = AppState(settings=settings, draft=setup, flipped=setup.human_side == BLACK, today=today)
    return replace(state, documents=(play.fresh_game(state, setup),), next_id=state.next_id + 1)


def update(state: AppState, message: Input) -> Result:
    """Return the state after an input, and the effects to perform.

    Args:
        state: unchanged.
        message: an intent of the player or an event.
    """
    if isinstance(message, Intent) and message.on_board and state.is_board_covered:
        return done(state)
    if state.editor is not None and isinstance(message, Intent) and not message.allowed_in_editor:
        return setting_up.unheard(state)
    if state.learning is not None and not _is_heard_in_lessons(message):
        return going_through.unheard(state)
    afresh = state  # each request asks about everything
    if state.saving.discarded:
        afresh = replace(state, saving=replace(state.saving, discarded=()))
    lost = saving.unsaved_document(afresh, message)
    if lost is not None and isinstance(message, Intent):
        return saving.ask_to_save(afresh, lost, message)
    after, effects = cycle_replay.drop_stale_replay(state, handle(state, message))
    after, more = timekeeping.uncovered(state, after)
    after, first = background.make_way(after)
    return after, (*first, *effects, *more)


def _is_heard_in_lessons(message: Input) -> bool:
    """Return whether a lesson accepts an input: it is allowed in the editor, or lessons handle it."""
    return (
        not isinstance(message, Intent) or message.allowed_in_editor or has_own_handler(type(message), Learning)
    )


@handles(Tick)
def tick(state: AppState, event: Tick) -> Result:
    """Drop expired toasts and refusals, and advance everything that changes with time."""
    now = event.now
    toasts = tuple(shown for shown in state.toasts if shown.until > now)
    if len(toasts) != len(state.toasts):
        state = replace(state, toasts=toasts)
    refusal = state.selection.refusal
    if refusal is not None and refusal.until <= now:
        state = replace(state, selection=replace(state.selection, refusal=None))
    played = (engine_match.advance, timekeeping.advance, challenges.advance, doing.advance)
    shown = (
        cycle_replay.advance,
        analysing.advance,
        questions.advance,
        explorer.advance,
        own_games.advance,
        kept_reviews.advance,
        background.advance,
        pages.advance,
        repertoire.advance,
        guide.advance,
        reading_pictures.advance,
        saving.keep_draft,
    )
    return chain(replace(state, now=now), *played, *shown)


@handles(Notify)
def notify(state: AppState, event: Notify) -> Result:
    """Show a toast, replacing those that are no longer true."""
    return done(toast(without(state, event.instead_of), event.message, event.tone))


@dataclass(frozen=True)
class Cancel(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Close the question, panel, typed text, drag, selection or replay, whichever comes first (Esc).

    It never makes a move.
    """


@handles(Cancel)
def cancel(state: AppState, _intent: Cancel) -> Result:
    """Close the topmost thing that can be closed."""
    if state.question is not None:
        return done(replace(state, question=None, saving=state.saving.alone()))
    if state.panel is Panel.WELCOME:
        return guide.choose_reading(state, guide.usual_reading(state.settings))
    if state.panel is Panel.PICTURE and state.recognition is not None and state.recognition.chosen is not None:
        return reading_pictures.choose_point(state, ChoosePoint(None))
    if state.panel is not None:
        return engine_list.drop_probe(replace(state, panel=None, saving=state.saving.alone()))
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
    return done(replace(state, selection=Selection())) if state.selection != Selection() else _leave(state)


def _leave(state: AppState) -> Result:
    """Leave an exercise, a lesson or a mistake being practised; any other document stays."""
    if state.challenge is not None:
        return practice.leave(state, CloseRecord())
    if state.learning is not None:
        return going_through.leave(state, CloseRecord())
    if state.puzzle is not None and state.puzzle.origin is not None:
        return puzzles.leave_puzzle(state, CloseRecord())
    return done(state)


@dataclass(frozen=True)
class Answer(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Answer the open question."""

    yes: bool


@handles(Answer)
def answer(state: AppState, intent: Answer) -> Result:
    """Close the question; on a yes, carry out the intent that it was about."""
    question = state.question
    if question is None:
        return done(state)
    state = replace(state, question=None)
    if not intent.yes:
        return done(replace(state, saving=replace(state.saving.alone(), discarded=())))
    if not question.unsaved:
        return confirm(state, question.then)
    discarded = (*state.saving.discarded, state.document.tree.number)
    state = replace(state, saving=replace(state.saving, discarded=discarded))
    another = saving.unsaved_document(state, question.then)
    return (
        handle(state, question.then) if another is None else saving.ask_to_save(state, another, question.then)
    )
