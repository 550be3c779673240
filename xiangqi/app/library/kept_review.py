"""Converts the judgements of all positions of a line to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from xiangqi.app.session import positions
from xiangqi.app.session.assess import Looks
from xiangqi.app.session.judgement import Judgement
from xiangqi.board import Move
from xiangqi.coach.notes import DeepLook
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.library.kept_positions import kept_position
from xiangqi.line import Line

_LARGEST: Final = 10**12
_MOST_LINES: Final = 10


_LOOK: Final = "look"
"""Key of the coach's look at the move that led to a position, null if the first verdict stands."""


def kept_judgements(keys: Sequence[int], judgements: Mapping[int, Judgement], looks: Looks) -> list[object]:
    """Return the judgements of a line's positions, from the start, as JSON objects; None for unknown ones.

    The report by which moves are compared is kept, and so are the coach's looks, so that the verdicts stay the
    same.
    """
    return [_kept(judgements[key], key, looks) if key in judgements else None for key in keys]


def _kept(judgement: Judgement, key: int, looks: Looks) -> dict[str, object]:
    best, lines = judgement.compared, judgement.lines
    if best is not judgement.best:
        lines = (best, *(line for line in lines if line.pv[:1] != best.pv[:1]))
    kept = kept_position(judgement.turn, best, lines, thorough=judgement.thorough)
    if key in looks:
        look = looks[key]
        kept[_LOOK] = None if look is None else _kept_look(look)
    return kept


def _kept_look(look: DeepLook) -> dict[str, object]:
    return {"after": look.after, "loss": look.loss, "better": [move.iccs for move in look.better]}


def restored_looks(values: Sequence[object], line: Line) -> dict[int, DeepLook | None]:
    """Return the coach's looks, by the plies of the positions after the moves; invalid ones are left out."""
    found: dict[int, DeepLook | None] = {}
    for ply, value in enumerate(values[: len(line.moves) + 1]):
        if ply and isinstance(value, dict) and _LOOK in value:
            with suppress(KeyError, TypeError, ValueError, OverflowError):
                found[ply] = _restored_look(value[_LOOK], line.upto(ply - 1))
    return found


def _restored_look(value: Mapping[str, Any] | None, before: Line) -> DeepLook | None:
    """Return the coach's look at a move, restored from JSON; None for null.

    Raises:
        KeyError, TypeError, ValueError, OverflowError: the value is invalid.
    """
    if value is None:
        return None
    after, loss = (float(value[name]) for name in ("after", "loss"))
    if not (0.0 <= after <= 1.0 and 0.0 <= loss <= 1.0):
        raise ValueError("chances")
    better = tuple(Move.from_iccs(text) for text in value["better"])
    return DeepLook(after, loss, positions.legal_prefix(before, better))


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
    """Return the engine info restored from a stored JSON object with depth, nodes, cp, mate and pv.

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
