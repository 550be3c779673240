"""Analysis results for the position and the line on the board, derived from the state."""

from __future__ import annotations

from typing import Final

from xiangqi.app.intent import Help
from xiangqi.app.session import positions, view
from xiangqi.app.session.assess import Assessment, MoveVerdict, Subject, assess
from xiangqi.app.session.judgement import Judgement, line_keys, threat_key
from xiangqi.app.session.locks import Permission, access
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.once import once_a_state
from xiangqi.app.session.players import AGREEMENT, RESIGNATION, TIME
from xiangqi.app.session.state import AppState
from xiangqi.board import Move
from xiangqi.coach.grades import Grade
from xiangqi.core.constants import BLACK, RED
from xiangqi.notation import Style

_BY_PLAYERS: Final = frozenset((RESIGNATION, AGREEMENT, TIME, ""))
"""Reasons for results that do not follow from the position; "" stands for a record that gives no reason."""


def is_fair(state: AppState) -> bool:
    """Return whether the position may be analysed now, which is not so if it would help a player in a game."""
    return access(state, Help.ENGINE) is Permission.YES


def is_casual(state: AppState) -> bool:
    """Return whether no timed game with a person is being played on the board."""
    play = state.document.play
    return play is None or not play.is_contest or play.setup.is_watched


def judgement(state: AppState) -> Judgement | None:
    """Return the engine's judgement of the position on the board, or None if there is none yet."""
    keys = line_keys(view.board_line(state).here, view.rules(state), state.settings.analysis_engine)
    return state.judgements.get(keys[-1])


def red_chance(state: AppState) -> float | None:
    """Return Red's chance of winning in the position on the board, or None if it is unknown.

    If the rules have ended the game, the chance follows from the result. A position in which a player resigned,
    agreed to a draw or ran out of time is judged like any other, or by the result until it has been judged.
    """
    end = view.board_end(state)
    known = judgement(state)
    if end is not None and (known is None or end.reason not in _BY_PLAYERS):
        return {None: 0.5, RED: 1.0, BLACK: 0.0}[end.winner]
    if known is not None:
        return known.red_chance
    return assessment(state).chances[view.line(state).ply] if state.preview is None else None


def passed_position(state: AppState) -> str | None:
    """Return the position on the board with the turn passed; None if that is impossible or leaves no move."""
    return positions.passed(view.board_line(state).here)


def threat(state: AppState) -> Judgement | None:
    """Return the engine's judgement of the other side's threat; None if it is unknown or not requested."""
    if state.analysis is None or not state.analysis.threat:
        return None
    fen = passed_position(state)
    return None if fen is None else state.judgements.get(threat_key(fen, state.settings.analysis_engine))


def line_texts(state: AppState, number: int) -> tuple[str, ...]:
    """Return one of the best lines from the position on the board, in the player's notation.

    Line 0 is the best one. The result is empty for a line that is not known.
    """
    known = judgement(state)
    if known is None or number >= len(known.lines):
        return ()
    here, style = view.board_line(state).here, Style(state.settings.notation)
    return positions.following_texts(here, known.lines[number].pv, style)


def grades(state: AppState) -> dict[int, Grade]:
    """Return the grades of the marked moves of the line on the board by ply; empty while they are hidden.

    A running game has none until the player asks for an analysis, since earlier judgements would help.
    """
    play = state.document.play
    unasked = play is not None and play.end is None and Unrated.ANALYSIS not in play.unrated
    if unasked or (state.analysis is not None and state.analysis.hidden):
        return {}
    return {verdict.ply: verdict.grade for verdict in assessment(state).marked if verdict.grade is not None}


def marked(state: AppState) -> tuple[MoveVerdict, ...]:
    """Return the marked moves of the line on the board that a review goes through.

    In a game of the player's own, only the player's moves count, unless the player has asked for both sides.
    """
    found, side = assessment(state).marked, state.document.player_side
    if side is None or (state.analysis is not None and state.analysis.everything):
        return found
    return tuple(verdict for verdict in found if verdict.side == side)


@once_a_state
def assessment(state: AppState) -> Assessment:
    """Return the assessment of the line on the board."""
    return assess(_subject(state), state.judgements, state.coaching.looked)


def _subject(state: AppState) -> Subject:
    return Subject(state.document.line, view.rules(state), state.settings.analysis_engine)


def expected(state: AppState, ply: int) -> tuple[Move, ...]:
    """Return the line that the engine expects after a move of the line on the board; empty if it is unknown."""
    known = state.judgements.get(_subject(state).keys[ply])
    return () if known is None else known.best.pv
