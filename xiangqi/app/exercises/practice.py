"""Practice: the start page, choosing and solving exercises, and returning to the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tick, Tone
from xiangqi.app.exercises.asks import DropCard, PracticeRead, TrainingRead
from xiangqi.app.exercises.challenge_result import abandoned
from xiangqi.app.exercises.challenges import looked_at, seen
from xiangqi.app.exercises.modes import Challenge, ChallengeState
from xiangqi.app.exercises.state import Assignment, Training
from xiangqi.app.game.resuming import AnswerResume, answer_resume
from xiangqi.app.intent import Intent
from xiangqi.app.records.loading import CloseRecord, ShowDocument, show_document
from xiangqi.app.records.setting_aside import set_game_aside
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import confirmed, handles, hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.orders import LoadPractice, LoadTraining
from xiangqi.app.session.panels import ENGINE_PANELS, PRACTICE_PANELS, PanelTurned
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.strength import HIGHEST
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.session.transition import Result, asked, chain, done, toast
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import FenError
from xiangqi.fen import sound_position
from xiangqi.i18n.message import Message
from xiangqi.records.tree import Game
from xiangqi.referee import DEFAULT_RULES, Rules

# ---- The game set aside ----


@dataclass(frozen=True)
class ContinueGame(Intent, allowed_in_editor=True):
    """Continue the unfinished game: the one beneath the document on the board, or the offered one."""


@handles(ContinueGame)
def continue_game(state: AppState, _intent: ContinueGame) -> Result:
    """Abandon an exercise or lesson, and put the unfinished game on the board; a timed game stays paused.

    If no game is open, the offered one is resumed.
    """
    left = state.left_game
    if left is None and state.resume is not None:
        return answer_resume(state, AnswerResume(True))
    if left is None:
        return done(state)

    def show(state: AppState) -> Result:
        return show_document(_without_challenges(state), ShowDocument(left.id))

    def turned(state: AppState) -> Result:
        return done(replace(state, flipped=state.document.is_flipped))

    return chain(state, abandoned, show, turned)


def _without_challenges(state: AppState) -> AppState:
    others = tuple(
        document
        for document in state.documents
        if not (isinstance(document.mode, Challenge) or document.mode.kind is DocumentKind.LESSON)
    )
    return replace(state, documents=others).without_part(Training)


# ---- Choosing exercises ----


@dataclass(frozen=True)
class Train(Intent, allowed_in_editor=True):
    """Start a series of exercises."""

    request: TrainingRequest


@handles(Train)
def train(state: AppState, intent: Train) -> Result:
    """Request the exercises."""
    return done(state, LoadTraining(intent.request))


@handles(TrainingRead)
def training_read(state: AppState, event: TrainingRead) -> Result:
    """Start with the first exercise without a result, or the first of all; report it if there are none."""
    if not event.assignments:
        return done(toast(state, Message("toast.no_exercises")))
    state, effects = abandoned(state)
    before = state.held(Training)
    timed = before is not None and before.timed
    place = next((place for place, result in enumerate(event.results) if result is None), 0)
    training = Training(event.request, event.assignments, event.results, place, timed, helped=event.helped)
    state, more = open_challenge(state.with_part(training), event.assignments[place])
    return state, (*effects, *more)


@dataclass(frozen=True)
class NextExercise(Intent, allowed_in_editor=False):
    """Go to the next open exercise; after a wrong move, the current one counts as not solved."""


@handles(NextExercise)
def next_exercise(state: AppState, _intent: NextExercise) -> Result:
    """Go to the next exercise; after the last, request more of the kind, or mixed ones after today's ten."""
    state, effects = chain(state, seen, abandoned)
    training = state.held(Training)
    if training is None:
        return state, effects
    place = training.next_open
    if place is None:
        is_over = training.request.exercise_set is ExerciseSet.TODAY
        request = TrainingRequest(ExerciseSet.MIXED) if is_over else training.request
        return state, (*effects, LoadTraining(request))
    training = replace(training, place=place)
    state, more = open_challenge(state.with_part(training), training.assignments[place])
    return state, (*effects, *more)


@hears(Tick)
def go_on(state: AppState, _event: Tick) -> Result:
    """Ask the next question a moment after a right answer, in exercises that go on by themselves."""
    challenge, training = state.mode(Challenge), state.held(Training)
    if challenge is None or training is None or training.next_open is None or state.panel is not None:
        return done(state)
    if challenge.state is not ChallengeState.SOLVED or not challenge.assignment.answer_mode.goes_on:
        return done(state)
    return done(state) if state.now < challenge.due else next_exercise(state, NextExercise())


@dataclass(frozen=True)
class RemoveCard(Intent, allowed_in_editor=False):
    """Remove the current card from the deck permanently, after a confirmation, and go to the next exercise."""


@handles(RemoveCard)
def remove_card(state: AppState, intent: RemoveCard) -> Result:
    """Ask whether to remove the current card; do nothing before it has been reviewed."""
    challenge = state.mode(Challenge)
    if challenge is None or challenge.card is None:
        return done(state)
    return asked(state, Message("ask.remove_card"), intent)


@confirmed(RemoveCard)
def remove_card_now(state: AppState, _intent: RemoveCard) -> Result:
    """Remove the current card from the deck, and go to the next exercise."""
    challenge = state.mode(Challenge)
    if challenge is None or challenge.card is None:
        return done(state)
    state, effects = next_exercise(state, NextExercise())
    return toast(state, Message("toast.card_removed")), (DropCard(challenge.card), *effects)


@dataclass(frozen=True)
class ToggleTimer(Intent, allowed_in_editor=False):
    """Show or hide the time spent on each exercise."""


@handles(ToggleTimer)
def toggle_timer(state: AppState, _intent: ToggleTimer) -> Result:
    training = state.held(Training)
    return (
        done(state) if training is None else done(state.with_part(replace(training, timed=not training.timed)))
    )


def open_challenge(state: AppState, assignment: Assignment) -> Result:
    """Put an exercise on the board, above the open games, or report that its position is impossible.

    The running game is set aside. All other documents except exercises stay open beneath.
    """
    fen = assignment.task.fen
    try:
        position = sound_position(fen)
    except FenError as error:
        return done(toast(state, Message("toast.bad_position", detail=str(error)), Tone.ERROR))
    state, effects = set_game_aside(state)
    engine, human = Player(PlayerKind.COMPUTER, HIGHEST), Player()
    red, black = (human, engine) if position.turn == RED else (engine, human)
    game = Game({"Event": assignment.title} if assignment.title else {}, fen)
    tip = game.root
    if assignment.answer_mode.asks_for_a_verdict:
        for move in assignment.task.solution:
            tip = tip.add(move)
    setup = Setup(red, black, fen, Rules(assignment.rules) if assignment.rules else DEFAULT_RULES)
    training = state.held(Training)
    of_openings = training is not None and training.request.exercise_set is ExerciseSet.REPERTOIRE
    challenge = Challenge(
        tip=tip, setup=setup, assignment=assignment, asked_at=state.now, of_openings=of_openings
    )
    others = tuple(old for old in state.documents if not isinstance(old.mode, Challenge))
    document = Document.of(state.next_id, game, challenge)
    state = replace(state, documents=(*others, document), next_id=state.next_id + 1)
    state = replace(state, selection=Selection(), replay=None, preview=None, panel=None, notes=False)
    state = replace(state, flipped=position.turn == BLACK)
    if assignment.answer_mode.is_shown:
        state, more = looked_at(state)
        effects = (*effects, *more)
    return state, effects


@handles(CloseRecord, Challenge)
def leave(state: AppState, _intent: CloseRecord) -> Result:
    """Abandon the exercise, return to the document beneath it, and have the progress read again."""
    state, effects = abandoned(state)
    state = replace(_without_challenges(state), panel=None, preview=None, selection=Selection())
    state = replace(state, flipped=state.document.is_flipped)
    return state, (*effects, LoadPractice())


# ---- Progress ----


@handles(PracticeRead)
def practice_read(state: AppState, event: PracticeRead) -> Result:
    """Store the progress that has been read."""
    return done(replace(state, practice=event.summary))


@hears(PanelTurned)
def panel_turned(state: AppState, notice: PanelTurned) -> Result:
    """Read the progress for panels that show it, and for the new-game panel, which suggests a level from it."""
    begins = notice.now is Panel.NEW_GAME and notice.before not in ENGINE_PANELS
    return done(state, LoadPractice()) if begins or notice.now in PRACTICE_PANELS else done(state)


@closes(ClosingOrder.DOCUMENT, when=lambda state: state.mode(Challenge) is not None)
def leave_exercise(state: AppState) -> Result:
    """Abandon the exercise."""
    return leave(state, CloseRecord())
