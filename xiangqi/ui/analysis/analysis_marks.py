"""The marks of the analysis on the board: arrows for the best moves and the threat, and the attack map."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from xiangqi.app.analysis.story import is_revealed, told_moment, told_story
from xiangqi.app.session import analysed, view
from xiangqi.app.session.judgement import red_chance
from xiangqi.app.session.moments import Moment
from xiangqi.app.session.state import AppState
from xiangqi.bitboards import attack_map
from xiangqi.coach.grades import SIGNS
from xiangqi.core.constants import BLACK, RED
from xiangqi.diagram.picture import Arrow, AttackCount, Ink
from xiangqi.fen import parse_fen

_STRENGTHS: Final = (1.0, 3 / 7, 0.0)
"""The strengths of the best lines' arrows, 12, 8 and 5 points wide; the last is for all further lines."""

_WORTH_SHOWING: Final = 0.15
"""A move that gives away more of the winning chances than this gets no arrow."""


def analysis_arrows(state: AppState) -> tuple[Arrow, ...]:
    """Return arrows for the best moves, the reply to the best one, and the threat.

    The arrows of later lines are narrower, and moves that give away more than _WORTH_SHOWING have none. If
    several lines are shown, each arrow has its line's number. In a review in story form, only the current
    moment has arrows. The result is empty while the engine's output is hidden.
    """
    analysis = state.shown_analysis
    if analysis is None or analysis.hidden:
        return ()
    if told_story(state) is not None:
        return _moment_arrows(state)
    arrows = _best(state) if state.settings.analysis_arrows else []
    threat = analysed.threat(state)
    if threat is not None:
        move = threat.best.pv[0]
        arrows.append(Arrow(move.from_square, move.to_square, Ink.THREAT))
    return tuple(arrows)


def _moment_arrows(state: AppState) -> tuple[Arrow, ...]:
    """Return arrows for the move played at the story's moment, and for the expected reply or the better move.

    The better move has an arrow only once it has been found or asked for.
    """
    moment = _moment_on_board(state)
    if moment is None:
        return ()
    played = state.document.line.moves[moment.ply - 1]
    arrows = [Arrow(played.from_square, played.to_square, Ink.PLAYED, _STRENGTHS[1])]
    if is_revealed(state, moment):
        better = moment.verdict.better[0]
        return (*arrows, Arrow(better.from_square, better.to_square, Ink.BEST))
    for reply in analysed.expected(state, moment.ply)[:1]:
        arrows.insert(0, Arrow(reply.from_square, reply.to_square, Ink.OTHER, 0.2))
    return tuple(arrows)


def moment_grade(state: AppState) -> tuple[tuple[int, str], ...]:
    """Return the square of the piece that moves at the story's moment, with the sign of the move's grade."""
    moment = _moment_on_board(state)
    if moment is None or moment.verdict.grade is None:
        return ()
    return ((state.document.line.moves[moment.ply - 1].from_square, SIGNS[moment.verdict.grade]),)


def _moment_on_board(state: AppState) -> Moment | None:
    """Return the moment of the story whose position, before its move, is on the board, or None."""
    moment = told_moment(state)
    shown = moment is not None and state.preview is None and view.line(state).ply == moment.ply - 1
    return moment if shown else None


def _best(state: AppState) -> list[Arrow]:
    known = analysed.judgement(state)
    if known is None:
        return []
    arrows: list[Arrow] = []
    for number, info in enumerate(known.lines, 1):
        loss = abs(red_chance(known.lines[0], known.turn) - red_chance(info, known.turn))
        if loss <= _WORTH_SHOWING:
            move = info.pv[0]
            strength = _STRENGTHS[min(number, len(_STRENGTHS)) - 1]
            shown = number if len(known.lines) > 1 else 0
            arrows.append(Arrow(move.from_square, move.to_square, Ink.BEST, strength, shown))
    if len(known.lines[0].pv) > 1:
        reply = known.lines[0].pv[1]
        arrows.append(Arrow(reply.from_square, reply.to_square, Ink.OTHER, 0.2))
    return arrows[::-1]  # the best is drawn last, above the others


def attack_counts(state: AppState) -> tuple[AttackCount, ...]:
    """Return each side's attack counts for the points of the shown position; empty unless the marks are on."""
    return _counts(view.snapshot(state).fen) if state.attacks else ()


@lru_cache(maxsize=16)
def _counts(fen: str) -> tuple[AttackCount, ...]:
    position = parse_fen(fen)
    red, black = attack_map(position, RED), attack_map(position, BLACK)
    squares = sorted({*red, *black})
    return tuple(AttackCount(square, red.get(square, 0), black.get(square, 0)) for square in squares)
