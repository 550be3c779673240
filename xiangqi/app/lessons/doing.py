"""Handles the tasks of the first lessons: moving, placing pieces, choosing points, and wrong attempts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.board_input import moving
from xiangqi.app.board_input.moving import ClickNothing, ClickSquare, DragDrop, DragStart
from xiangqi.app.editor.setting_up import CarryBrush, ChooseBrush, DropBrush
from xiangqi.app.effect import Effect, PlaySound, Sound
from xiangqi.app.event import Tick
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.asks import KeepStars
from xiangqi.app.lessons.going_through import at_place, on_board
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.habits import day_of
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.board import Board, Move
from xiangqi.core.constants import piece_letter
from xiangqi.lessons import attempt as attempts
from xiangqi.lessons.attempt import Misstep, Slip, TaskAttempt
from xiangqi.lessons.lesson import Asks, Goal, PointQuestion
from xiangqi.storage.settings import MOST_DAYS, with_values
from xiangqi.storage.star_file import best_of

_SHOWN_S: Final = 3.0
"""The number of seconds for which a wrong attempt stays on the board."""

_WRONG_POINTS: Final = {
    Asks.CANNOT: Slip.FREE,
    Asks.BLOCKS: Slip.NOT_IN_THE_WAY,
    Asks.PALACE: Slip.OUTSIDE,
    Asks.ACROSS: Slip.NEAR,
}


# ---- The hand ----


@handles(ClickSquare, Learning)
def click_square(state: AppState, message: ClickSquare) -> Result:
    """Carry out the click: select or move a piece, place the piece in hand, or choose a point."""
    state = taken_back(state)
    learning = state.mode(Learning)
    if learning is None or learning.attempt is None or learning.attempt.is_done:
        return done(state)
    if learning.attempt.task.goal is Goal.PLACE:
        return _place(state, learning, learning.attempt, message.square)
    if learning.attempt.task.goal is Goal.POINTS:
        return _choose(state, learning, learning.attempt, message.square)
    return moving.clicked(state, message.square, _tried)


@handles(ClickNothing, Learning)
def click_nothing(state: AppState, _message: ClickNothing) -> Result:
    """Clear the selection, and take back a wrong attempt at once."""
    return done(replace(taken_back(state), selection=Selection()))


@handles(DragStart, Learning)
def drag_start(state: AppState, message: DragStart) -> Result:
    """Start dragging a piece, if the task is done by moves."""
    state = taken_back(state)
    learning = state.mode(Learning)
    asked = learning is not None and learning.is_asked and learning.takes_moves
    return moving.drag_start(state, message) if asked else done(state)


@handles(DragDrop, Learning)
def drag_drop(state: AppState, message: DragDrop) -> Result:
    """Make a move, or put the piece back."""
    return moving.dropped(state, message.square, _tried)


@handles(ChooseBrush, Learning)
def choose_brush(state: AppState, message: ChooseBrush) -> Result:
    """Pick up one of the missing pieces."""
    learning = state.mode(Learning)
    known = learning is not None and learning.attempt is not None and message.piece in learning.attempt.missing
    return done(_with_learning(state, hand=message.piece)) if known else done(state)


@handles(CarryBrush, Learning)
def carry_brush(state: AppState, message: CarryBrush) -> Result:
    """Update the position of the piece in hand."""
    return done(_with_learning(state, carried=message.position))


@handles(DropBrush, Learning)
def drop_brush(state: AppState, message: DropBrush) -> Result:
    """Place the piece in hand on the board, or put it back beside the board."""
    state = _with_learning(state, carried=None)
    return done(state) if message.square is None else click_square(state, ClickSquare(message.square))


def _with_learning(state: AppState, **changes: object) -> AppState:
    """Return the state with fields of the lesson changed, none of which affects the board."""
    learning = state.mode(Learning)
    assert learning is not None  # handlers of this mode are only called during a lesson
    return state.put(replace(state.document, mode=replace(learning, **changes)))  # type: ignore[arg-type]


# ---- Attempts ----


def _tried(state: AppState, move: Move) -> Result:
    """Make a legal move: continue or complete the task, or show the move with what is wrong with it."""
    learning = state.mode(Learning)
    if learning is None or learning.attempt is None:
        return done(state)
    takes = Board(learning.attempt.fen).is_capture(move)
    after, fault = attempts.moved(learning.attempt, move)
    state = replace(state, selection=Selection())
    if fault is not None:
        return _wrong(state, learning, fault, after.fen)
    return _gone_on(state, learning, after, Sound.CAPTURE if takes else Sound.MOVE)


def _place(state: AppState, learning: Learning, attempt: TaskAttempt, square: int) -> Result:
    after, fault = attempts.placed(attempt, learning.hand, square)
    if fault is not None:
        return _wrong(state, learning, fault)
    missing = after.missing
    hand = learning.hand if learning.hand in missing else next(iter(missing), 0)
    return _gone_on(state, replace(learning, hand=hand), after, Sound.MOVE)


def _choose(state: AppState, learning: Learning, attempt: TaskAttempt, point: int) -> Result:
    """Mark a point as found, or explain that it does not answer the question."""
    asked = attempt.task.question
    if asked is None or point not in asked.points:
        return done(state)
    if point in attempt.left:
        return _gone_on(state, learning, attempts.chosen(attempt, point), Sound.MOVE)
    if point in attempt.chosen:
        return done(state)
    move = asked.move_at(point)
    if asked.asks is Asks.CAN and move is not None:
        state = on_board(state, replace(learning, wrong=learning.wrong + 1, hint=""))
        return moving.why_not(state, move.from_square, move.to_square)
    return _wrong(state, learning, _fault_of(asked, move))


def _fault_of(asked: PointQuestion, move: Move | None) -> Misstep:
    return Misstep(_WRONG_POINTS[asked.asks], () if move is None else (move,))


def _wrong(state: AppState, learning: Learning, fault: Misstep, fen: str | None = None) -> Result:
    """Show a wrong attempt for a while, with the reason."""
    due = state.now + _SHOWN_S
    learning = replace(learning, wrong=learning.wrong + 1, fault=fault, due=due, hint="")
    return done(on_board(state, learning, fen), PlaySound(Sound.ILLEGAL))


def _gone_on(state: AppState, learning: Learning, after: TaskAttempt, sound: Sound) -> Result:
    learning = replace(learning, attempt=after, hint="")
    if not after.is_done:
        return done(on_board(state, learning), PlaySound(sound))
    earned = attempts.stars(after.task, after.made, learning.wrong, learning.hints)
    learning = replace(learning, earned=(*learning.earned, earned))
    state = replace(state, stars=best_of(state.stars, {after.task.key: earned}))
    is_last = learning.place + 1 == len(learning.lesson.steps)
    effects: tuple[Effect, ...] = (PlaySound(Sound.WIN if is_last else Sound.SUCCESS), KeepStars(state.stars))
    state, more = _noted_today(state)
    return on_board(state, learning), (*effects, *more)


def _noted_today(state: AppState) -> Result:
    """Note that a task has been solved today, once a day."""
    day, days = day_of(state.today), state.settings.lesson_days
    if day is None or day.isoformat() in days:
        return done(state)
    settings = with_values(state.settings, {"lesson_days": [*days, day.isoformat()][-MOST_DAYS:]})
    return done(replace(state, settings=settings), SaveSettings(settings))


def taken_back(state: AppState) -> AppState:
    """Return the state without the wrong attempt on the board."""
    learning = state.mode(Learning)
    if learning is None or learning.fault is None:
        return state
    return on_board(state, replace(learning, fault=None))


@hears(Tick)
def take_back_when_due(state: AppState, _event: Tick) -> Result:
    """Take a wrong attempt back after it has been shown for long enough."""
    learning = state.mode(Learning)
    waits = learning is None or learning.fault is None or state.now < learning.due
    return done(state if waits else taken_back(state))


# ---- Help ----


@handles(Hint, Learning)
def hint(state: AppState, _message: Hint) -> Result:
    """Show the next step of the solution; if the player has left the solution, restart the task first."""
    state = taken_back(state)
    learning = state.mode(Learning)
    if learning is None or learning.attempt is None or learning.attempt.is_done:
        return done(state)
    attempt = learning.attempt
    if attempt.next_step is None:
        attempt = TaskAttempt.of(attempt.task)
    step = attempt.next_step or ""
    hand = _piece(step, attempt) or learning.hand
    shown = replace(learning, attempt=attempt, hint=step, hand=hand, hints=learning.hints + 1)
    return done(on_board(replace(state, selection=Selection()), shown))


def _piece(step: str, attempt: TaskAttempt) -> int:
    """Return the missing piece that a step of the solution places, or 0 if it places none."""
    named = (piece for piece in attempt.missing if step.startswith(f"{piece_letter(piece)}@"))
    return next(named, 0)


@dataclass(frozen=True)
class BeginAgain(Intent, allowed_in_editor=False):
    """Restart the current task."""


@handles(BeginAgain, Learning)
def begin_again(state: AppState, _message: BeginAgain) -> Result:
    """Restart the task; wrong attempts still count until it has been done."""
    learning = state.mode(Learning)
    if learning is None or learning.attempt is None:
        return done(state)
    again = at_place(learning, learning.place)
    if not learning.attempt.is_done:
        again = replace(again, wrong=learning.wrong, hints=learning.hints)
    return done(on_board(replace(state, selection=Selection()), again))


@handles(TakeBack, Learning)
def take_back(state: AppState, _message: TakeBack) -> Result:
    """Do the same as BeginAgain."""
    return begin_again(state, BeginAgain())
