"""The session in words, for listeners: the subject of questions, announcements and refusals."""

from __future__ import annotations

from functools import lru_cache

from xiangqi.app.session import view
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.selection import Reason, RefusedMove
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import BLACK, KIND_MASK, PIECE_NAMES, RED, opponent
from xiangqi.line import Line, Moves
from xiangqi.notation import Style
from xiangqi.spoken.questions import Situation, told_move
from xiangqi.spoken.teller import Teller


def teller(state: AppState) -> Teller:
    """Return the teller of pieces and moves in the player's language and notation."""
    return _teller(state.settings.language, state.settings.notation)


@lru_cache(maxsize=8)
def _teller(language: str, notation: str) -> Teller:
    return Teller(language, Style(notation))


def situation(state: AppState) -> Situation:
    """Return the subject of questions: the line on the board up to the shown position, and the clocks."""
    readings = {side: view.reading(state, side) for side in (RED, BLACK)}
    clocks = {side: clock.text for side, clock in readings.items() if clock is not None}
    return Situation(view.board_line(state).here, clocks)


def refused(state: AppState, refusal: RefusedMove) -> str:
    """Return the reason for a refused move with the pieces that prevent it, or the way its piece moves."""
    tell, pieces = teller(state), view.snapshot(state).pieces
    reason = tell(f"refusal.{refusal.reason.value}")
    if refusal.reason is Reason.SHAPE and refusal.piece:
        reason = tell(f"gait.{PIECE_NAMES[refusal.piece & KIND_MASK]}")
    blockers = [tell.standing(pieces[square], square) for square in refusal.blockers if square in pieces]
    if not blockers:
        return reason
    return tell("spoken.headed", head=reason, rest=tell("spoken.apart").join(blockers))


def line_in_words(state: AppState, base: Line, moves: Moves) -> str:
    """Return the moves that continue a line, in words, each with its side."""
    tell, whole = teller(state), base.then(*moves)
    plies = range(len(base.moves) + 1, len(whole.moves) + 1)
    return tell("spoken.apart").join(told_move(tell, whole.upto(ply)) for ply in plies)


def players(state: AppState, setup: Setup) -> str:
    """Return a game's players in words: the player's side and opponent, or two people or two engines."""
    tell, side = teller(state), setup.human_side
    if side is None:
        return tell("spoken.two_engines" if setup.is_watched else "spoken.two_people")
    return tell("spoken.against", side=tell.side(side), opponent=_engine(tell, setup.player(opponent(side))))


def _engine(tell: Teller, player: Player) -> str:
    """Return the name of an engine; the built-in one's includes its level or rating."""
    if player.kind is PlayerKind.ENGINE:
        return player.name or (player.command[0] if player.command else "")
    if player.rating is not None:
        return tell("player.adaptive", rating=player.rating)
    return tell("player.computer", level=player.level)


def ended(state: AppState) -> str | None:
    """Return the result in words if the position in which the game ended is shown, otherwise None.

    A lesson's position is not a game, even if the rules would end one there.
    """
    lesson = state.document.mode.kind is DocumentKind.LESSON
    result = None if lesson else view.shown_result(state)
    if result is None:
        return None
    tell = teller(state)
    side = "draw" if result.winner is None else "red" if result.winner == RED else "black"
    reason = tell.texts.either(f"reason.{view.reason_key(result)}", result.reason)
    text = tell(f"result.{side}")
    return tell("terminal.ending", result=text, reason=reason) if reason else text


def new_moves(before: AppState, after: AppState) -> list[Line]:
    """Return a line for each move added to the shown line of the same document, ending with that move."""
    if before.document.id != after.document.id:
        return []
    old, new = view.line(before).here, view.line(after).here
    if len(new.moves) <= len(old.moves) or new.upto(len(old.moves)) != old:
        return []
    return [new.upto(ply) for ply in range(len(old.moves) + 1, len(new.moves) + 1)]


_MOST_AT_ONCE = 2  # moves announced one by one; of more, only the last, since somebody is going through a game


def announced(before: AppState, after: AppState) -> list[str]:
    """Return the announcements of a change: moves, the end, refusals, messages, low time."""
    tell = teller(after)
    moves = new_moves(before, after)
    said = [told_move(tell, line) for line in (moves if len(moves) <= _MOST_AT_ONCE else moves[-1:])]
    if (end := ended(after)) is not None and end != ended(before):
        said.append(end)
    refusal = after.selection.refusal
    if refusal is not None and refusal is not before.selection.refusal:
        said.append(refused(after, refusal))
    said += [
        " ".join(tell.texts.tell(toast.message).split()) for toast in after.toasts if toast not in before.toasts
    ]
    said += [tell("spoken.low_time", side=tell.side(side)) for side in _warned(after) - _warned(before)]
    return said


def _warned(state: AppState) -> frozenset[int]:
    """Return the sides that have been warned of low time in the game on the board."""
    play = state.document.play
    return frozenset() if play is None or play.clock is None else play.clock.warned


def to_be_spoken(before: AppState, after: AppState) -> Line | None:
    """Return the line that ends with a game's new move if a voice should speak that move, or None."""
    chosen, play = after.settings.speak_moves, after.document.play
    moves = new_moves(before, after)
    if chosen == "off" or after.settings.muted or play is None or not moves or not after.document.at_tip:
        return None
    line = moves[-1]
    own = line.turn_at(len(line.moves) - 1) == after.document.player_side
    return None if chosen == "opponent" and own else line
