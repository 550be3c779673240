"""Reviews a whole game: judges every move, explains every mistake, and summarises the game.

The judge works backwards through the game, so that the engine's hash table helps with earlier positions. Before
anything is said, the moves that seem to be mistakes are searched again (`xiangqi.coach.second_look`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from xiangqi.board import Board, Move
from xiangqi.coach.drift import drifts
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import Grade
from xiangqi.coach.notes import NO_CAUSES, Drift, GameReview, MoveReview, Opinion
from xiangqi.coach.opening_facts import OpeningTeller
from xiangqi.coach.repeats import remembered, told_once, uncontradicted
from xiangqi.coach.second_look import (
    NEAR,
    UNMARKED,
    LookAgain,
    Verdict,
    all_looked_again,
    first_verdict,
    looked_again,
)
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.strategy import thinned
from xiangqi.coach.summary import phase_of, summary_of
from xiangqi.coach.verdict_facts import Probe, probe_usual_tables, repetition_facts, theory_facts
from xiangqi.core.constants import RED
from xiangqi.fen import format_fen
from xiangqi.line import Line, Moves
from xiangqi.referee import DEFAULT_RULES, Outcome, Rules, outcome

Judge = Callable[[Line], Opinion]
"""Judges the position after some moves from a start; called for the last position first."""

SearchAgain = Callable[[Line, int], Opinion]
"""Searches the position after some moves again from a cleared memory, with a multiple of the judge's nodes."""


@dataclass
class Reviewer:
    """Reviews games."""

    judge: Judge
    finder: FactFinder = field(default_factory=FactFinder)
    openings: OpeningTeller = field(default_factory=OpeningTeller)
    rules: Rules = DEFAULT_RULES  # for repetitions and the end of a game
    probe: Probe = probe_usual_tables
    again: SearchAgain | None = None  # without it, the judge's first opinions count
    look: Callable[[Board], Opinion] | None = None  # searches any position, without its history

    def review(self, line: Line) -> GameReview:
        """Review a whole game, whose moves must be legal."""
        verdicts = self.verdicts(line)
        reviewed = told_once(line, thinned(remembered(uncontradicted(tuple(self._moves(line, verdicts))))))
        summary = summary_of(reviewed, self.openings.name_of(line))
        return GameReview(line, reviewed, summary, tuple(self._drifts(line, verdicts)))

    def _drifts(self, line: Line, verdicts: Sequence[Verdict]) -> Iterator[Drift]:
        """Yield the losses by small steps that deeper searches confirm."""
        search = self.again
        if search is None:
            return

        def red_chance(ply: int) -> float:
            chance = search(line.upto(ply), UNMARKED).chance
            return chance if line.turn_at(ply) == RED else 1.0 - chance

        yield from drifts(line, verdicts, red_chance)

    def _moves(self, line: Line, verdicts: Sequence[Verdict]) -> Iterator[MoveReview]:
        """Yield the review of each move of a game."""
        board = line.upto(0).board()
        for ply, (move, verdict) in enumerate(zip(line.moves, verdicts, strict=True), 1):
            yield MoveReview(
                ply,
                board.turn,
                move,
                verdict.before.chance,
                1.0 - verdict.after.chance,
                verdict.loss,
                verdict.grade,
                verdict.before.line,
                self.facts_about(board, move, verdict, is_last=ply == len(line.moves)),
                phase_of(board, ply),
            )
            board.push_unchecked(move)

    def verdicts(self, line: Line) -> list[Verdict]:
        """Return the verdict on each move of a game: marks are searched again, as are some other moves.

        The number of looks is bounded by the length of the game.
        """
        opinions, ends = self._opinions(line), outcome(line.board(), self.rules) is not None
        found = [first_verdict(move, *opinions[ply : ply + 2]) for ply, move in enumerate(line.moves)]
        if self.again is None or not found:
            return found
        last = opinions[-1] if ends else None
        looks = [self._look_at(line.upto(ply), None) for ply in range(1, len(found))]
        return all_looked_again(line.moves, found, [*looks, self._look_at(line, last)])

    def verdict(self, line: Line, before: Opinion, after: Opinion, *, ends: bool) -> Verdict:
        """Return the verdict on the last move of a line; a mark is searched again.

        Args:
            line: one or more legal moves.
            before, after: the first opinions on the positions before and after the last one.
            ends: whether the game ended with it by the rules, so that `after` is the result.
        """
        if self.again is None:
            return first_verdict(line.moves[-1], before, after)
        return looked_again(line.moves[-1], before, after, self._look_at(line, after if ends else None))

    def _look_at(self, line: Line, result: Opinion | None) -> LookAgain:
        """Return the function that searches the positions before and after the last move of a line again.

        The opinion on the position after it is `result` unless that is None.
        """
        search = self.again
        assert search is not None
        return lambda times: (search(line.before, times), result or search(line, times))

    def _opinions(self, line: Line) -> list[Opinion]:
        """Return the opinions of all positions of a line, one more than there are moves."""
        ended = outcome(line.board(), self.rules)
        opinions = [self.judge(line) if ended is None else opinion_of_end(ended, line.turn)]
        opinions += [self.judge(line.upto(ply)) for ply in range(len(line.moves) - 1, -1, -1)]
        return opinions[::-1]

    def facts_about(
        self, board: Board, move: Move, verdict: Verdict, *, is_last: bool = True
    ) -> tuple[Fact, ...]:
        """Return the facts about a move: its causes first, opening knowledge last.

        A move that is not a fault gets at most praise as the only move, and the name of the opening it decides.

        Args:
            board: the position before the move, with the moves of the game. It is not changed.
            move: a legal move.
            verdict: the cost of the move.
            is_last: whether the game ended with it; if play went on, the rules did not end the game.
        """
        before, after = verdict.before, verdict.after
        opening = self.openings.facts(board, move)
        if not verdict.is_fault:
            praise = self.finder.of_only_move(JudgedMove(board, move, before.line, after.line))
            return (*praise, *(fact for fact in opening if fact.kind is not FactKind.LEAVES_PRACTICE))
        better = () if before.line[:1] == (move,) else before.line
        repetition = tuple(repetition_facts(board, move, self.rules)) if is_last else ()
        causes = _with_theory(
            theory_facts(board, move, self.probe, next(iter(better), None)),
            self.finder.of_mistake(self.judged(board, move, verdict)),
        )
        if repetition:  # the game is over, so nothing follows the move
            causes = tuple(fact for fact in causes if fact.start is Start.BEFORE)
        is_explained = any(fact.kind not in NO_CAUSES for fact in causes)
        practised = () if is_explained else tuple(self.openings.practised(board, move))
        return (*repetition, *causes, *opening, *practised, *self.openings.counted(board, move))

    def judged(self, board: Board, move: Move, verdict: Verdict) -> JudgedMove:
        """Return a mistake in the form that the finder needs, with the mates that a second search confirms."""
        before, after = verdict.before, verdict.after
        better = () if before.line[:1] == (move,) else before.line
        line = Line(format_fen(board.start), (*board.move_stack, move))
        mated_in = self._confirmed(after, line)
        mates_in = 0 if mated_in or after.chance == 0.0 else self._confirmed(before, line.before)
        return JudgedMove(
            board,
            move,
            better,
            after.line,
            self.defence(board),
            self.look,
            mated_in,
            mates_in if better else 0,
            loss=verdict.loss,
            chance=before.chance,
            tells_points=verdict.grade is Grade.INACCURACY,
        )

    def _confirmed(self, opinion: Opinion, line: Line) -> int:
        """Return the number of moves in which the side to move mates if a second search agrees, otherwise 0."""
        if self.again is None or not opinion.line or opinion.mate is None or opinion.mate < 1:
            return 0
        then = self.again(line.then(opinion.line[0]), NEAR)
        return opinion.mate if then.chance == 0.0 else 0

    def defence(self, board: Board) -> Callable[[Moves], Moves]:
        """Return a function that gives the judge's line after some moves on a board."""
        line = Line(format_fen(board.start), tuple(board.move_stack))
        return lambda more: self.judge(line.then(*more)).line


def _with_theory(theory: Iterable[Fact], causes: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the tablebase facts and the proven causes of a mistake, with a single better move.

    A missed mate replaces the tablebase facts; a move suggested by the tables replaces any other suggestion.
    """
    if any(fact.kind is FactKind.MATE and fact.start is Start.BEFORE for fact in causes):
        return causes
    told = tuple(theory)
    return (*told, *(fact for fact in causes if not told or fact.start is Start.AFTER or fact.gain))


def opinion_of_end(ended: Outcome, turn: int) -> Opinion:
    """Return the opinion on a position in which the game is over."""
    return Opinion(0.5 if ended.winner is None else float(ended.winner == turn))
