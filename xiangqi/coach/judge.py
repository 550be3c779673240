"""The built-in engine as a judge of positions, and game review as a single function call.

`review_game` can be submitted to any `concurrent.futures.Executor`: its arguments are strings and numbers, each
process keeps one engine, and equal calls have equal results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeVar

from xiangqi.board import Board, Move
from xiangqi.coach.notes import GameReview, Opinion
from xiangqi.coach.opening_facts import Counts, OpeningTeller
from xiangqi.coach.reviewing import Reviewer
from xiangqi.coach.second_look import NODES
from xiangqi.engine.chances import outcome_chance
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.options import settings_of
from xiangqi.engine.worker import Engine
from xiangqi.line import Line
from xiangqi.records.rules import rules_of_record, went_on_after_repeating
from xiangqi.records.tree import Game
from xiangqi.referee import DEFAULT_RULES, Rules, can_end_at_once

_HASH_MB: Final = 32
_REMEMBERED: Final = 2_000  # opinions of each kind, of 1 KB each

_Asked = TypeVar("_Asked")


class EngineJudge:
    """Judges positions with the built-in engine at a fixed number of nodes."""

    def __init__(self, nodes: int = NODES) -> None:
        """Start an engine at full strength."""
        self.nodes = nodes
        self._engine = Engine(hash_mb=_HASH_MB)
        self._rules: Rules | None = DEFAULT_RULES
        # what searches from a cleared memory found: the position after a move is the one before the next
        self._again: dict[tuple[Line, int, Rules | None], Opinion] = {}
        self._glances: dict[tuple[str, Rules | None], Opinion] = {}

    def begin(self, rules: Rules | None = DEFAULT_RULES) -> None:
        """Forget everything, so that the result does not depend on earlier games.

        Args:
            rules: the rules on repetitions from now on; None for a game in which none counted.
        """
        self.judge_by(rules)
        self._engine.clear()
        self._again.clear()
        self._glances.clear()

    def judge_by(self, rules: Rules | None) -> None:
        """Set the rules on repetitions from now on; None for a game in which none counted."""
        for name, value in settings_of(rules or DEFAULT_RULES).items():
            self._engine.set_option(name, value)
        self._rules = rules

    def __call__(self, line: Line) -> Opinion:
        """Return the engine's opinion of the position after some moves."""
        return opinion_of(self.report(line))

    def again(self, line: Line, times: int) -> Opinion:
        """Return the opinion after a search from a cleared memory, with the nodes multiplied by `times`.

        The opinion is remembered. `stop` must not be called meanwhile.
        """
        asked = (line, times, self._rules)
        if asked not in self._again:
            _make_room(self._again)
            self._again[asked] = opinion_of(self.report_again(line, times))
        return self._again[asked]

    def glance(self, board: Board) -> Opinion:
        """Return the opinion of a position without its history, by a shorter search from a cleared memory.

        The opinion is remembered. `stop` must not be called meanwhile.
        """
        fen = board.fen()
        asked = (fen, self._rules)
        if asked not in self._glances:
            _make_room(self._glances)
            self._engine.clear()
            self._engine.set_board(Board(fen))
            self._glances[asked] = opinion_of(self._engine.search(Limits(nodes=self.nodes * 4 // 5)).info)
        return self._glances[asked]

    def report(self, line: Line, times: int = 1) -> Info | None:
        """Return the engine's report on the position after some moves, or None if there is no legal move.

        The engine scores a first repetition as a draw, so it is not given the history until the game can
        actually end by repetition.
        """
        board = line.board()
        may_end = self._rules is not None and can_end_at_once(board, self._rules)
        self._engine.set_board(board if may_end else Board(board.fen()))
        return self._engine.search(Limits(nodes=times * self.nodes)).info

    def report_again(self, line: Line, times: int) -> Info | None:
        """Return the report of a search from a cleared memory, with `times` as many nodes, or None."""
        self._engine.clear()
        return self.report(line, times)

    def report_times(self, line: Line, times: int) -> Info | None:
        """Return the report of a search with `times` as many nodes, or None.

        Above 1, the search begins with a cleared memory.
        """
        return self.report(line) if times == 1 else self.report_again(line, times)

    def stop(self) -> None:
        """Stop the current search, from any thread; its report must then be ignored."""
        self._engine.stop()

    def arm(self) -> None:
        """Clear a stop request that arrived after the end of the last search."""
        self._engine.arm()


def _make_room(opinions: dict[_Asked, Opinion]) -> None:
    """Forget all opinions if there are too many."""
    if len(opinions) >= _REMEMBERED:
        opinions.clear()


def opinion_of(report: Info | None) -> Opinion:
    """Return the opinion expressed by an engine's report; a position without a move is lost."""
    if report is None:
        return Opinion(0.0)
    return Opinion(outcome_chance(report.score_cp, report.mate), report.pv, report.mate, report.nodes)


@lru_cache(maxsize=1)
def judge_of(nodes: int) -> EngineJudge:
    """Return this process's judge for this number of nodes per position; only the latest one is kept."""
    return EngineJudge(nodes)


def review_game(
    start_fen: str,
    moves: Sequence[int],
    nodes: int = NODES,
    counts: Counts | None = None,
    rules: Rules = DEFAULT_RULES,
) -> GameReview:
    """Review one game with the built-in engine.

    Args:
        start_fen: the position from which the game begins.
        moves: legal moves, as integers or Moves.
        nodes: nodes searched per position; equal numbers give equal results.
        counts: looks up opening moves in a library; it cannot be sent to other processes.
        rules: the rules on repetitions under which the game was played.

    Raises:
        FenError: the start position cannot be read.
    """
    judge = judge_of(nodes)
    line = Line(start_fen, tuple(map(Move, moves)))
    judge.begin(None if went_on_after_repeating(line, rules) else rules)
    openings = OpeningTeller(counts=counts)
    reviewer = Reviewer(judge, openings=openings, rules=rules, again=judge.again, look=judge.glance)
    return reviewer.review(line)


def review_record(
    game: Game, nodes: int = NODES, counts: Counts | None = None, rule_set: str | None = None
) -> GameReview:
    """Review the main line of a record under its own rules, as `review_game` does.

    Args:
        game: the record.
        nodes: nodes searched per position.
        counts: looks up opening moves in a library.
        rule_set: the name of the rule set; None for the record's own, or one that explains its result.
    """
    line = Line(game.start_fen, tuple(game.main_line()))
    rules = rules_of_record(game.headers, game.result, line)
    rules = rules if rule_set is None else replace(rules, name=rule_set)
    return review_game(game.start_fen, line.moves, nodes, counts, rules)
