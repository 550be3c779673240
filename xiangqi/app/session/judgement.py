"""Engines' judgements of positions, and how they are merged, as plain data and arithmetic.

A judgement is kept under a key made from the engine, the rules and the whole line to the position, because
repetitions affect the judgement. Keys are valid for one run of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.engine.chances import outcome_chance
from xiangqi.engine.common.types import Info
from xiangqi.line import Line, Moves
from xiangqi.referee import Rules

Engine = tuple[str, ...]
"""Program and arguments of an engine, () for the built-in one."""

_DECIDED_CP: Final = 10_000  # far more than all pieces of a side are worth


@dataclass(frozen=True)
class Judgement:
    """An engine's judgement of one position."""

    turn: int  # RED or BLACK, the side to move; scores are from this side's view
    best: Info  # the deepest report on the best move
    lines: tuple[Info, ...]  # the best moves, best first, each with its continuation
    thorough: bool = False  # whether the engine had as much time as in a review, so that moves can be compared
    settled: Info | None = None  # the report by which moves were first compared, if a deeper one followed

    @property
    def compared(self) -> Info:
        """The report by which moves are compared: the first thorough one, so that marks do not change."""
        return self.settled or self.best

    @property
    def red_chance(self) -> float:
        """Red's chance of winning, 0.0 to 1.0."""
        return red_chance(self.best, self.turn)

    def after(self, other: Judgement | None) -> Judgement:
        """Return this judgement merged with an earlier one, preferring deeper results.

        The first line is always the best report. More lines of a less deep search follow it if they do not
        contradict it.
        """
        if other is None:
            return self
        deeper = self.best.depth >= other.best.depth
        best, lines = (self.best, self.lines) if deeper else (other.best, other.lines)
        if not deeper and len(self.lines) > len(other.lines):
            lines = (best, *(line for line in self.lines if _may_follow(line, best)))
        return replace(
            self,
            best=best,
            lines=lines,
            thorough=self.thorough or other.thorough,
            settled=other.compared if other.thorough else None,
        )


def _may_follow(line: Info, best: Info) -> bool:
    """Return whether a line begins with a move other than the best one, and is not better."""
    other = line.pv[:1] != best.pv[:1]
    return other and outcome_chance(line.score_cp, line.mate) <= outcome_chance(best.score_cp, best.mate)


def red_chance(info: Info, turn: int) -> float:
    """Return Red's chance of winning, 0.0 to 1.0, from a search report with RED or BLACK to move."""
    chance = outcome_chance(info.score_cp, info.mate)
    return chance if turn == RED else 1.0 - chance


def is_decided(score_cp: int) -> bool:
    """Return whether a score means a won or lost game rather than a material advantage."""
    return abs(score_cp) >= _DECIDED_CP


def distinct_lines(news: Mapping[int, Info]) -> tuple[Info, ...]:
    """Return the lines of a search ordered by their number from 1, keeping only the first line for each move.

    Engines report lines one by one, so a move may briefly still be listed at its old place as well.
    """
    first: dict[Move, Info] = {}
    for number in sorted(news):
        info = news[number]
        if info.pv:
            first.setdefault(info.pv[0], info)
    return tuple(first.values())


def line_keys(line: Line, rules: Rules, engine: Engine) -> tuple[int, ...]:
    """Return the judgement keys of all positions of a line; there is one more of them than there are moves."""
    return _line_keys(line, rules.name, rules.occurrences, rules.natural_limit_rounds, engine)


@lru_cache(maxsize=16)
def _line_keys(line: Line, *more: object) -> tuple[int, ...]:
    return tuple(_keys(hash((line.start_fen, *more)), line.moves))


def _keys(key: int, moves: Moves) -> Iterable[int]:
    yield key
    for move in moves:
        key = hash((key, int(move)))
        yield key


def threat_key(fen: str, engine: Engine) -> int:
    """Return the judgement key of a threat, given the position with the other side to move."""
    return hash(("threat", fen, engine))
