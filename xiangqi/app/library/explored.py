"""The engine's scores for the moves played in library games from the position on the board."""

from __future__ import annotations

from collections.abc import Iterable

from xiangqi.app.session import view
from xiangqi.app.session.judgement import line_keys
from xiangqi.app.session.state import AppState
from xiangqi.board import Move
from xiangqi.core.constants import RED, opponent
from xiangqi.engine.common.types import Info


def computer_words(state: AppState, moves: Iterable[Move]) -> dict[Move, str]:
    """Return short scores from Red's view, ``"+0.3"`` or ``"#3"``, of the moves that the analysis knows.

    A move is known as the first of a line from the position on the board, or, more reliably, because the
    position after it has been analysed. The result is empty unless an analysis is shown.
    """
    if state.shown_analysis is None or state.shown_analysis.hidden:
        return {}
    line = view.board_line(state).here
    rules, engine = view.rules(state), state.settings.analysis_engine
    here = state.judgements.get(line_keys(line, rules, engine)[-1])
    lines = {info.pv[0]: info for info in here.lines if info.pv} if here is not None else {}
    words = {}
    for move in moves:
        after = state.judgements.get(line_keys(line.then(move), rules, engine)[-1])
        if after is not None:
            words[move] = _short(after.best, opponent(line.turn))
        elif move in lines:
            words[move] = _short(lines[move], line.turn)
    return words


def _short(info: Info, turn: int) -> str:
    sign = 1 if turn == RED else -1
    if info.mate is not None:
        return f"#{sign * info.mate}"
    return f"{sign * (info.score_cp or 0) / 100:+.1f}"
