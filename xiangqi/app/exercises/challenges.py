"""An exercise on the board: right moves are answered, wrong ones refuted and taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.board_input import moving
from xiangqi.app.board_input.moving import ClickSquare, DragStart, PlayText, SubmitText
from xiangqi.app.event import Tick, Tone
from xiangqi.app.exercises.asks import AnswerJudged
from xiangqi.app.exercises.challenge_result import decided, put
from xiangqi.app.exercises.modes import Challenge, ChallengeState, HintLevel, Puzzle
from xiangqi.app.exercises.state import FULL_POINTS, GuessVerdict, Training
from xiangqi.app.game.play import make_move, truncate_game
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.intent import Intent
from xiangqi.app.records import preview
from xiangqi.app.records.browse import ContinueFromHere
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session import positions
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.cards import CardKind, is_card
from xiangqi.app.session.dispatch import handle_as_usual, handles, hears
from xiangqi.app.session.intents import Hint, StartReview, ToggleAnalysis
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.board import Move
from xiangqi.i18n.message import Message
from xiangqi.line import Moves

_REPLY_S: Final = 0.5
"""The delay between a right move and the reply, in seconds."""

_GO_ON_S: Final = 0.9
"""The delay between a right answer and the next question that follows by itself, in seconds."""

_STEP_S: Final = 1.0
"""The seconds between two moves of a refutation, whose last position stays until the player goes on."""

_HOLD_S: Final = 2.5
"""The seconds for which a wrong move of a line that is asked by heart stays on the board."""

_REFUTATION: Final = 3
"""The number of plies of a refutation that are played after the wrong move."""


# ---- Moves ----


@handles(ClickSquare, Challenge)
def click_square(state: AppState, intent: ClickSquare) -> Result:
    """Handle a click as in a game, and stop showing a refutation.

    In a verdict exercise, do nothing.
    """
    return done(state) if _is_judged(state) else moving.click_square(back_to_question(state), intent)


@handles(DragStart, Challenge)
def drag_start(state: AppState, intent: DragStart) -> Result:
    """Start a drag as in a game, and stop showing a refutation; do nothing in a verdict exercise."""
    return done(state) if _is_judged(state) else moving.drag_start(back_to_question(state), intent)


@handles(SubmitText, Challenge)
def submit_text(state: AppState, intent: SubmitText) -> Result:
    """Play the typed move as in a game; do nothing in a verdict exercise."""
    return done(state) if _is_judged(state) else moving.submit_text(back_to_question(state), intent)


@handles(PlayText, Challenge)
def play_text(state: AppState, intent: PlayText) -> Result:
    """Play the move as in a game; do nothing in a verdict exercise."""
    return done(state) if _is_judged(state) else moving.play_text(back_to_question(state), intent)


def _is_judged(state: AppState) -> bool:
    challenge = state.mode(Challenge)
    return challenge is not None and challenge.assignment.answer_mode.asks_for_a_verdict


@dataclass(frozen=True)
class GiveVerdict(Intent, allowed_in_editor=False):
    """Answer how a repetition ends the game."""

    winner: int | None  # RED or BLACK, None for a draw


@handles(GiveVerdict)
def give_verdict(state: AppState, intent: GiveVerdict) -> Result:
    """Compare the player's verdict with the referee's, show the end of the line, and store the outcome."""
    challenge = state.mode(Challenge)
    if challenge is None or not _is_judged(state) or challenge.state is not ChallengeState.ASKED:
        return done(state)
    outcome = positions.outcome(challenge.line, challenge.setup.rules)
    right = outcome is not None and outcome.winner == intent.winner
    state = state.put(state.document.at(challenge.tip))
    stage = ChallengeState.SOLVED if right else ChallengeState.SHOWN
    return decided(put(state, replace(challenge, state=stage, end=outcome, wrong=int(not right))), solved=right)


def looked_at(state: AppState) -> Result:
    """Show the line of a demonstration lesson as a preview; the lesson is done once its end has been seen."""
    challenge = state.mode(Challenge)
    if challenge is None:
        return done(state)
    state = put(state, replace(challenge, state=ChallengeState.SHOWN))
    return preview.show_line(state, ShowLine(0, challenge.assignment.task.solution, 0))


def seen(state: AppState) -> Result:
    """Mark the demonstration lesson on the board as done, once; do nothing in other exercises."""
    challenge = state.mode(Challenge)
    if challenge is None or challenge.kept or not challenge.assignment.answer_mode.is_shown:
        return done(state)
    return decided(state, solved=True)


@handles(AnswerJudged)
def answer_judged(state: AppState, event: AnswerJudged) -> Result:
    """Answer a right move, refute a wrong one, or take back one that was not judged; ignore a late verdict."""
    challenge = state.mode(Challenge)
    if (
        challenge is None
        or event.document_id != state.document.id
        or challenge.state is not ChallengeState.JUDGED
    ):
        return done(state)
    if challenge.moves != (*event.played, event.move):
        return done(state)
    if event.good is None:
        return done(toast(_taken_back(state, challenge), Message("toast.not_judged"), Tone.ERROR))
    if not event.good:
        challenge = replace(challenge, missed=event.missed)
        return _refuted(state, challenge, (event.move, *event.line[:_REFUTATION]))
    if event.guess is not None:
        return _guessed(state, challenge, event.guess)
    if event.line and challenge.end is None:
        answer = replace(
            challenge, state=ChallengeState.ANSWERED, reply=event.line[0], due=state.now + _REPLY_S
        )
        return done(put(state, answer))
    state = put(state, replace(challenge, state=ChallengeState.SOLVED, due=state.now + _GO_ON_S))
    return decided(state, solved=True)


def _guessed(state: AppState, challenge: Challenge, guess: GuessVerdict) -> Result:
    """Record the points for a guess, halved after hints; any guess answers the question.

    Only a first guess counts, and none after the solution has been shown.
    """
    guess = guess.halved if challenge.hints else guess
    state = put(state, replace(challenge, state=ChallengeState.SOLVED, guess=guess))
    training = state.held(Training)
    if training is not None and not challenge.kept:
        state = state.with_part(training.guessed(guess))
    return decided(state, solved=2 * guess.points > FULL_POINTS)


def _taken_back(state: AppState, challenge: Challenge) -> AppState:
    """Return the state without the player's last move, which must be found again."""
    return truncate_game(put(state, replace(challenge, state=ChallengeState.ASKED)), len(challenge.moves) - 1)


def _refuted(state: AppState, challenge: Challenge, line: Moves) -> Result:
    """Show the refutation of a wrong move; the line begins with that move."""
    state = _taken_back(state, replace(challenge, wrong=challenge.wrong + 1))
    refuted = state.mode(Challenge)
    assert refuted is not None
    due = state.now + (_STEP_S if len(line) > 1 else _HOLD_S)
    state = put(state, replace(refuted, state=ChallengeState.REFUTED, refutation=line, due=due))
    state, effects = preview.show_line(state, ShowLine(len(refuted.moves), line, min(2, len(line))))
    state, more = decided(state, solved=False)
    return state, (*effects, *more)


@hears(Tick)
def reply_when_due(state: AppState, _event: Tick) -> Result:
    """Play the reply or the next move of a refutation when it is due, or return to the question.

    The question returns once the player has closed the refutation or, in lines learnt by heart, after its last
    move. A demonstration whose end is shown counts as done.
    """
    challenge, shown = state.mode(Challenge), state.preview
    if challenge is None or state.now < challenge.due:
        return done(state)
    if challenge.assignment.answer_mode.is_shown and shown is not None and shown.shown >= len(shown.moves):
        return seen(state)
    if challenge.state is ChallengeState.ANSWERED and challenge.reply is not None and challenge.end is None:
        state = put(state, replace(challenge, state=ChallengeState.ASKED, reply=None))
        return _reply(state, challenge.reply)
    if challenge.state is ChallengeState.REFUTED:
        return _next_of_refutation(state, challenge)
    return done(state)


def _reply(state: AppState, move: Move) -> Result:
    state, effects = make_move(state, move)
    challenge = state.mode(Challenge)
    if challenge is not None and challenge.end is not None:  # the reply has ended it, as by repetition
        if challenge.assignment.answer_mode.has_a_goal_alone and not challenge.keeps_goal:
            return state, effects
        state = put(state, replace(challenge, state=ChallengeState.SOLVED))
        state, more = decided(state, solved=True)
        effects = (*effects, *more)
    return state, effects


def _next_of_refutation(state: AppState, challenge: Challenge) -> Result:
    shown = state.preview
    if shown is None:
        return done(back_to_question(state))
    if shown.shown >= len(shown.moves):
        by_heart = challenge.assignment.answer_mode.is_by_heart
        return done(back_to_question(state) if by_heart else state)
    last = shown.shown + 1 == len(shown.moves)
    state = put(state, replace(challenge, due=state.now + (_HOLD_S if last else _STEP_S)))
    return preview.step(state, shown, 1)


def back_to_question(state: AppState) -> AppState:
    """Return the state with the question on the board instead of a refutation; unchanged if none is shown."""
    challenge = state.mode(Challenge)
    if challenge is None or challenge.state is not ChallengeState.REFUTED:
        return state
    return put(preview.closed(state), replace(challenge, state=ChallengeState.ASKED))


# ---- Help ----


@handles(Hint, Challenge)
def hint(state: AppState, _intent: Hint) -> Result:
    """Reveal one more step of the hint: the theme if known, the piece, its target, and finally the line.

    In an endgame, the target is shown at once. Once play has left the solution, the whole solution is shown.
    """
    state = back_to_question(state)
    challenge = state.mode(Challenge)
    if challenge is None or challenge.state is not ChallengeState.ASKED or challenge.end is not None:
        return done(state)
    if challenge.assignment.answer_mode.has_a_goal_alone:
        return done(put(state, replace(challenge, hint_level=HintLevel.SQUARE, hints=challenge.hints + 1)))
    level = HintLevel(min(challenge.hint_level + 1, HintLevel.LINE))
    if level is HintLevel.THEME and not challenge.assignment.telling_themes:
        level = HintLevel.PIECE
    if level is HintLevel.LINE or challenge.next_move is None:
        return give_solution(state, GiveSolution())
    return done(put(state, replace(challenge, hint_level=level, hints=challenge.hints + 1)))


@dataclass(frozen=True)
class GiveSolution(Intent, allowed_in_editor=False):
    """Show the solution as a preview; the exercise counts as not solved."""


@handles(GiveSolution)
def give_solution(state: AppState, _intent: GiveSolution) -> Result:
    """Preview the rest of the solution or, if play has left it, all of it; endgames and verdicts have none."""
    state = back_to_question(state)
    challenge = state.mode(Challenge)
    if challenge is None or not challenge.assignment.answer_mode.has_a_solution:
        return done(state)
    known = challenge.moves if challenge.next_move is not None else ()
    state = truncate_game(state, len(known))
    again = state.mode(Challenge)
    if again is None:
        return done(state)
    state, effects = decided(put(state, replace(again, state=ChallengeState.SHOWN)), solved=False)
    rest = challenge.assignment.task.solution[len(known) :]
    state, more = preview.show_line(state, ShowLine(len(known), rest, 1))
    return state, (*effects, *more)


@dataclass(frozen=True)
class TryAgain(Intent, allowed_in_editor=False):
    """Take back the refuted move at once, or restart the exercise."""


@handles(TryAgain)
def try_again(state: AppState, _intent: TryAgain) -> Result:
    """Return to the question after a refuted move; otherwise start over, or show a demonstration again."""
    challenge = state.mode(Challenge)
    if challenge is None:
        return done(state)
    if challenge.state is ChallengeState.REFUTED:
        return done(back_to_question(state))
    if challenge.assignment.answer_mode.is_shown:
        return looked_at(preview.closed(state))
    if _is_judged(state):
        state = put(state, replace(challenge, state=ChallengeState.ASKED, end=None))
        return done(state.put(state.document.to_ply(0)))
    state = truncate_game(preview.closed(state), 0)
    again = state.mode(Challenge)
    if again is None:
        return done(state)
    return done(
        put(
            state,
            replace(
                again,
                state=ChallengeState.ASKED,
                reply=None,
                hint_level=HintLevel.NOTHING,
                refutation=(),
                missed=None,
                guess=None,
            ),
        )
    )


@handles(TakeBack, Challenge)
def take_back(state: AppState, _intent: TakeBack) -> Result:
    """Do the same as TryAgain."""
    return try_again(state, TryAgain())


def _means_nothing(state: AppState, _intent: Intent) -> Result:
    """Ignore a request that makes sense only in a game against an opponent."""
    return done(state)


@handles(ToggleAnalysis, Challenge)
def toggle_analysis(state: AppState, intent: ToggleAnalysis) -> Result:
    """Analyse as usual once the outcome is stored; refuse before, since that would reveal the move."""
    challenge = state.mode(Challenge)
    if challenge is not None and challenge.kept:
        return handle_as_usual(state, intent)
    return done(toast(state, Message("toast.exercise_open"), Tone.QUIET))


for _kind in (Resign, OfferDraw, Redo, ContinueFromHere, StartReview, PauseGame):
    handles(_kind, Challenge)(_means_nothing)


@is_card(CardKind.TASK)
def is_asked(state: AppState) -> bool:
    """Return whether a puzzle or an exercise is on the board."""
    return state.mode(Puzzle) is not None


@busy_when
def is_judging(state: AppState) -> bool:
    """Return whether the player's move is being judged."""
    challenge = state.mode(Challenge)
    return challenge is not None and challenge.state is ChallengeState.JUDGED
