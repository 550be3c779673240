"""The cost of moves according to the deepest searches: marks are searched again before they are mentioned.

In a search of NODES positions, moves that the engine would play itself seem to lose 0.2% of the winning
chances on average, with a standard deviation of 3.4%. Of the marks for losses of 5 to 13% in masters' games, at
least one in six was false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Move
from xiangqi.coach.grades import FAULTS, MOST_LOSS, Grade, grade_of, loss_of
from xiangqi.coach.notes import Opinion
from xiangqi.line import Moves

NODES: Final = 50_000
"""The default number of nodes searched per position in a review."""

NEAR: Final = 4
"""The multiple of the first search's nodes that is spent on each position at a second look."""

FAR: Final = 20
"""The same for a third look, where the second has left a doubt."""

UNMARKED: Final = 8
"""The same for a move that has no mark but may deserve one."""

_PLIES_A_LOOK: Final = 20  # plies of a game for each move without a mark that is searched again
_PLIES_A_THIRD: Final = 6  # the same for each position that may get a third look
_LEAST_THIRD: Final = 6  # such positions of the shortest game
_NEARLY: Final = 0.03  # the loss from which an unmarked move may deserve a mark
SURE: Final = 0.17
"""A loss of this much is beyond doubt if the second look, or a search as deep, finds it."""

_PLAIN: Final = 0.07  # the least loss by the second look that is told without a third one
_DECIDED: Final = 0.2  # a side with a smaller chance, or one this close to certainty, has decided the game
_LITTLE: Final = 0.08  # the largest loss that passes in silence then

_QUIET: Final = MOST_LOSS[Grade.GOOD]

LookAgain = Callable[[int], tuple[Opinion, Opinion]]
"""Searches the positions before and after a move again, from a cleared memory, with a multiple of the nodes."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on a move."""

    # before, after: the deepest opinions on the positions before and after the move
    before: Opinion
    after: Opinion
    loss: float  # of the mover's winning chance, 0.0 to 1.0; at most that of a good move if nothing is said

    @property
    def grade(self) -> Grade:
        """The grade of the move."""
        return grade_of(self.loss)

    @property
    def is_fault(self) -> bool:
        """Whether the move is marked."""
        return self.grade in FAULTS

    @property
    def is_nearly_a_fault(self) -> bool:
        """Whether the move has no mark, but may deserve one."""
        told = not passes_in_silence(self.before.chance, self.loss)
        return told and self.loss >= _NEARLY and not self.is_fault


def passes_in_silence(chance: float, loss: float) -> bool:
    """Return whether a loss matters too little to be told, since the game was as good as decided before it.

    Args:
        chance: the mover's winning chance before the move.
        loss: the winning chance that the move lost.
    """
    return loss <= _LITTLE and not _DECIDED <= chance <= 1.0 - _DECIDED


def told_loss(chance: float, loss: float) -> float:
    """Return the loss that counts: at most that of a good move if the loss passes in silence."""
    return min(loss, _QUIET) if passes_in_silence(chance, loss) else loss


def first_verdict(move: Move, before: Opinion, after: Opinion) -> Verdict:
    """Return the verdict on a move by the given opinions, which may still be wrong."""
    loss = loss_of(before.chance, 1.0 - after.chance, is_best=before.line[:1] == (move,))
    return Verdict(before, after, told_loss(before.chance, loss))


def looked_again(move: Move, before: Opinion, after: Opinion, search: LookAgain) -> Verdict:
    """Return the verdict on a move after further looks; without a mark at first, it is not searched again.

    Args:
        move: the move.
        before, after: the first opinions on the positions before and after it.
        search: searches both again; it must keep an opinion that follows from the rules.
    """
    first = first_verdict(move, before, after)
    second = _looked_near(move, first, search)
    return _looked_far(move, second, search) if first.is_fault and _is_doubtful(second) else second


def _looked_near(move: Move, first: Verdict, search: LookAgain) -> Verdict:
    """Return the verdict on a move after a second look, if it is marked at first."""
    return _by(move, (first.before, first.after), search, NEAR) if first.is_fault else first


def _looked_far(move: Move, second: Verdict, search: LookAgain) -> Verdict:
    """Return the verdict on a move after a third look."""
    return _by(move, (second.before, second.after), search, FAR)


def _is_doubtful(second: Verdict) -> bool:
    """Return whether the second look at a marked move leaves it doubtful that the move is a mistake."""
    return MOST_LOSS[Grade.EXCELLENT] < second.loss < SURE


def _undecided(second: Verdict) -> Verdict:
    """Return the verdict on a move whose mark has had a second look only: a small loss passes in silence."""
    return replace(second, loss=min(second.loss, _QUIET)) if second.loss < _PLAIN else second


def all_looked_again(moves: Moves, first: Sequence[Verdict], looks: Sequence[LookAgain]) -> list[Verdict]:
    """Return the verdicts on all moves of a game after further looks, the number of which is bounded.

    The moves that cost most by the second look get a third one first. Moves that are left in doubt and seem to
    cost little pass in silence.

    Args:
        moves: the moves.
        first: the first verdicts on them.
        looks: for each move, the function that searches it again.
    """
    found = [_looked_near(*one) for one in zip(moves, first, looks, strict=True)]
    doubts = {
        at: second.loss
        for at, (earlier, second) in enumerate(zip(first, found, strict=True))
        if earlier.is_fault and _is_doubtful(second)
    }
    third = _third_looks(doubts, max(_LEAST_THIRD, len(moves) // _PLIES_A_THIRD))
    for at in doubts:
        found[at] = _looked_far(moves[at], found[at], looks[at]) if at in third else _undecided(found[at])
    nearly = [at for at, verdict in enumerate(found) if at not in doubts and verdict.is_nearly_a_fault]
    for at in sorted(nearly, key=lambda at: -found[at].loss)[: len(moves) // _PLIES_A_LOOK]:
        found[at] = looked_for(moves[at], found[at], looks[at])
    return found


def _third_looks(losses: Mapping[int, float], most: int) -> set[int]:
    """Return the indices of the moves that get a third look, chosen by cost within `most` positions.

    Moves that follow each other share a position.

    Args:
        losses: what the moves cost by the second look; keys are their indices.
        most: the number of positions that may be searched.
    """
    searched, chosen = set[int](), set[int]()
    for at in sorted(losses, key=lambda at: (-losses[at], at)):
        with_it = searched | {at, at + 1}
        if len(with_it) <= most:
            searched, chosen = with_it, chosen | {at}
    return chosen


def looked_for(move: Move, verdict: Verdict, search: LookAgain) -> Verdict:
    """Return the verdict on a move that has no mark, after another look for one."""
    found = _by(move, (verdict.before, verdict.after), search, UNMARKED)
    if found.is_fault and found.loss < SURE:
        found = _looked_far(move, found, search)
    return found if found.is_fault else verdict


def _by(move: Move, known: tuple[Opinion, Opinion], search: LookAgain, times: int) -> Verdict:
    """Return the verdict by the deeper of the known opinions and those of another look."""
    if min(opinion.nodes for opinion in known) >= times * NODES:
        return first_verdict(move, *known)
    return first_verdict(move, *search(times))
