"""The transition of the session, ``update(state, message) -> (state, effects)``; pure."""

from __future__ import annotations

from dataclasses import replace

# Each module of handlers registers what it handles.
from xiangqi.app.handlers import annotate, desk, guide, practice, setting_up  # noqa: F401
from xiangqi.app.handlers.collecting import (  # noqa: F401
    explorer,
    finding,
    own_games,
    reviews,
    taking_in,
)
from xiangqi.app.handlers.dispatch import confirm, handle, handles
from xiangqi.app.handlers.files import browse, pictures, records, saving  # noqa: F401
from xiangqi.app.handlers.playing import (  # noqa: F401
    challenges,
    clockwork,
    cycle_replay,
    giving_up,
    hand,
    play,
    puzzles,
    taking_back,
    watching,
)
from xiangqi.app.handlers.playing.result import Result, chain, only
from xiangqi.app.handlers.thinking import (  # noqa: F401
    analysis,
    coach_questions,
    engine_list,
    engines,
    preview,
    replies,
    review,
)
from xiangqi.app.messages.coach_intents import ExplainPosition
from xiangqi.app.messages.events import FileSaved, Message, Tick
from xiangqi.app.messages.intents import Answer, Cancel, ChooseReading, CloseLine, CloseReplay
from xiangqi.app.messages.record_intents import CloseRecord, Save, SaveFirst
from xiangqi.app.model.hand_state import Hand
from xiangqi.app.model.intent import Intent
from xiangqi.app.model.state import AppState, Panel
from xiangqi.core.constants import BLACK
from xiangqi.storage.settings import Settings


def initial_state(settings: Settings, today: str = "") -> AppState:
    """The session before any message: the game that the player had last, at its start.

    No engine thinks yet: the start of the program sends a NewGame.

    Args:
        settings: the player's choices.
        today: the date as PGN writes it, 2026.01.31.
    """
    setup = play.setup_from(settings)
    state = AppState(settings=settings, draft=setup, flipped=setup.human_side == BLACK, today=today)
    return replace(state, documents=(play.fresh_game(state, setup),), next_id=state.next_id + 1)


def update(state: AppState, message: Message) -> Result:
    """The state after a message, and what is to be done.

    Args:
        state: unchanged.
        message: an intent of the player or an event of the world.
    """
    if state.editor is not None and isinstance(message, Intent) and not message.allowed_in_editor:
        return setting_up.unheard(state)
    afresh = replace(state, given_up=()) if state.given_up else state  # each request asks about everything
    lost = saving.lost(afresh, message)
    if lost is not None and isinstance(message, Intent):
        return saving.ask(afresh, lost, message)
    after, effects = cycle_replay.kept(state, handle(state, message))
    after, more = clockwork.uncovered(state, after)
    return after, (*effects, *more)


@handles(Tick)
def tick(state: AppState, message: Tick) -> Result:
    """Time passes: toasts and refusals that have been shown long enough go; all that runs goes on."""
    now = message.now
    toasts = tuple(toast for toast in state.toasts if toast.until > now)
    if len(toasts) != len(state.toasts):
        state = replace(state, toasts=toasts)
    refusal = state.hand.refusal
    if refusal is not None and refusal.until <= now:
        state = replace(state, hand=replace(state.hand, refusal=None))
    played = (watching.advance, clockwork.advance, challenges.advance)
    shown = (
        cycle_replay.advance,
        analysis.advance,
        coach_questions.advance,
        explorer.advance,
        own_games.advance,
        reviews.advance,
        guide.advance,
        saving.keep_draft,
    )
    return chain(replace(state, now=now), *played, *shown)


@handles(Cancel)
def cancel(state: AppState, _message: Cancel) -> Result:
    """Esc: the uppermost thing goes."""
    if state.question is not None:
        return only(replace(state, question=None, leaving=None))
    if state.panel is Panel.WELCOME:
        return guide.choose_reading(state, ChooseReading(chinese=False))
    if state.panel is not None:
        return engine_list.drop_probe(replace(state, panel=None, leaving=None))
    if state.editor is not None:
        return setting_up.escape(state, state.editor)
    if state.hand.typed:
        return only(replace(state, hand=replace(state.hand, typed="")))
    if state.hand.drag is not None:
        return only(replace(state, hand=replace(state.hand, drag=None)))
    if state.replay is not None:
        return cycle_replay.close_replay(state, CloseReplay())
    if state.coaching.insight is not None and state.preview is None and state.hand == Hand():
        return coach_questions.explain_position(state, ExplainPosition())
    if state.preview is not None and state.hand == Hand():
        return preview.close_line(state, CloseLine())
    if state.challenge is not None and state.hand == Hand():
        return practice.leave(state, CloseRecord())
    return only(replace(state, hand=Hand()))


@handles(Answer)
def answer(state: AppState, message: Answer) -> Result:
    """The question goes; on yes what it was about is done."""
    question = state.question
    if question is None:
        return only(state)
    state = replace(state, question=None)
    if not message.yes:
        return only(replace(state, leaving=None, given_up=()))
    if not question.unsaved:
        return confirm(state, question.then)
    state = replace(state, given_up=(*state.given_up, state.document.tree.number))
    another = saving.lost(state, question.then)
    return handle(state, question.then) if another is None else saving.ask(state, another, question.then)


@handles(SaveFirst)
def save_first(state: AppState, _message: SaveFirst) -> Result:
    """The changes are saved; what the question was about waits for that."""
    if state.question is None or not state.question.unsaved:
        return only(state)
    state = replace(state, question=None, leaving=state.question.then)
    return saving.save(state, Save())


@handles(FileSaved)
def file_saved(state: AppState, message: FileSaved) -> Result:
    """What waited for the saving is done now, if nothing would be lost by it any more.

    So is what asked whether to save while the file was being written.
    """
    state, waiting, question = saving.note_saved(state, message), state.leaving, state.question
    if question is not None and question.unsaved and saving.lost(state, question.then) is None:
        return handle(replace(state, question=None, leaving=None), question.then)
    if waiting is None:
        return only(state)
    state = replace(state, leaving=None)
    return only(state) if saving.lost(state, waiting) is not None else handle(state, waiting)
