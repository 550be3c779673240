"""Stores the judgements of all positions of a line as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from xiangqi.app.session import positions
from xiangqi.app.session.judgement import Judgement
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.library.kept_positions import kept_position
from xiangqi.line import Line

_LARGEST: Final = 10**12
_MOST_LINES: Final = 10


def kept_judgements(judgements: Sequence[Judgement | None]) -> list[object]:
    """Return the judgements of a line's positions, from the start, as JSON values; None for unknown ones."""
    return [None if each is None else _kept(each) for each in judgements]


def _kept(judgement: Judgement) -> dict[str, object]:
    return kept_position(judgement.turn, judgement.best, judgement.lines, thorough=judgement.thorough)


def restored_judgements(values: Sequence[object], line: Line) -> list[Judgement | None]:
    """Return the judgements restored from JSON; values not made by `kept_judgements` count as unknown.

    Args:
        values: one for each position of the line, from its start on.
        line: the moves from the start.
    """
    restored: list[Judgement | None] = []
    for ply in range(len(line.moves) + 1):
        value = values[ply] if ply < len(values) else None
        restored.append(_restored(value, line.upto(ply)) if isinstance(value, dict) else None)
    return restored


def _restored(value: Mapping[str, Any], line: Line) -> Judgement | None:
    try:
        turn = {"red": RED, "black": BLACK}[value["turn"]]
        if line.turn != turn:
            return None
        lines = tuple(_restored_info(each, line) for each in value["lines"][:_MOST_LINES])
        best = _restored_info(value["best"], line)
    except (KeyError, TypeError, ValueError):
        return None
    return Judgement(turn, best, lines, thorough=value.get("thorough") is True)


def _restored_info(value: Mapping[str, Any], line: Line) -> Info:
    """Return the engine info restored from a stored JSON value.

    Raises:
        KeyError, TypeError, ValueError: the value is invalid.
    """
    score, mate = (None if value[name] is None else _number(value[name]) for name in ("cp", "mate"))
    if (score is None) == (mate is None):
        raise ValueError("a score or a mate")
    pv = tuple(Move.from_iccs(text) for text in value["pv"])
    return Info(
        _number(value["depth"]),
        0,
        _number(value["nodes"]),
        0,
        score_cp=score,
        mate=mate,
        pv=positions.legal_prefix(line, pv),
    )


def _number(value: object) -> int:
    if not isinstance(value, int) or abs(value) > _LARGEST:
        raise ValueError("a number")
    return value
