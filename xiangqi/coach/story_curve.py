"""Shifts of a game's curve of winning chances: who stood better when, and by which moves that changed.

A shift lasts: the curve does not come back over the level that it left until the next shift or the end of the
game. So the shifts of a game are found from its end: the turning point is the greatest change that lasted to
the end, the one before is the greatest that lasted until then, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from xiangqi.coach.drift import smoothed
from xiangqi.coach.notes import MoveReview
from xiangqi.core.constants import BLACK, RED, opponent

BANDS: Final = (0.62, 0.70, 0.80)
"""The least chances of a side that has the initiative, of one with an advantage, and of one that is winning."""

LEVEL, BETTER, CLEAR, WON = range(4)

HELD: Final = 6
"""The number of plies that a standing must last."""

_BRIEF: Final = 4  # the same after the turning point, or after a sudden change
_RISE: Final = 0.08  # what a side's chance may rise within moves that are told as one shift
_SUDDEN: Final = 0.3  # the loss of a side by one move that is sudden

LEAST: Final = 0.10
"""The smallest lasting change of a side's chance that is told."""

STEP: Final = 0.03
"""The smallest loss of a move that is named as a step."""

_CHEAP: Final = 0.07  # the least loss of a move that is named as the cause of a shift
_SHARE: Final = 0.5  # the share of a shift that it must explain
_FEW: Final = 4  # own moves of a side in a shift, at most
_MANY: Final = 14  # the same where fewer explain too little
_GIFT: Final = 0.2  # the loss by other moves of a shift from which on one move alone is not told
_EDGE: Final = 0.6  # the chance of a side that is somewhat better
_SLIGHT: Final = 0.56  # the least chance of a side that pressed to the end of a drawn game
_HALF: Final = 0.5  # the share of a loss that was never made good
_DOZEN: Final = 12  # plies for which it must last in a game that nothing turned
_CORE: Final = 0.85  # the share of the greatest loss by which the shortest shift is told
_EVEN: Final = 0.55  # the chance up to which a side that was better has lost its advantage
STILL: Final = 0.30
"""The chance up to which a side that was lost stays lost."""

_OPEN: Final = 0.40  # the least chance of a side whose game is still open
_WORSE: Final = 0.45  # the chance up to which a side that stood worse still does
_LOST: Final = 0.25  # the chance up to which a game is decided

WAYS: Final = (
    "initiative", "better", "ahead", "winning", "won", "gone", "spoilt", "reversed", "thrown", "lost",
)  # fmt: skip
"""The ways a game may turn, as explained at `Shift.way`."""

GIVEN: Final = WAYS[-5:]
"""The ways in which a side gave away an advantage."""


@dataclass(frozen=True)
class Shift:
    """A change of the chances to a side's disadvantage, which lasts until a point of the curve."""

    side: int  # RED or BLACK, who lost ground
    # first, last: the plies of that side's first and last move in it, from 1
    first: int
    last: int
    worst: int | None  # the ply of the move that cost most, None if none cost anything
    is_single: bool  # whether that move alone is the shift
    # before, reached, after: the side's winning chance before the shift, right after it, and the greatest from
    # then on
    before: float
    reached: float
    after: float
    held: float  # the least chance of the side in the last plies before the shift
    peak: float  # the same as `after` without averages: at any single point from then on
    until: int  # the last point of the curve for which this holds
    is_final: bool  # whether that is the end of the game

    @property
    def swing(self) -> float:
        """The winning chance that the side lost for good."""
        return self.before - self.after

    @property
    def way(self) -> str:
        """The way the game turned, one of WAYS, or "" if neither side stood better before or after.

        The opponent got the "initiative", the "better" or a "winning" position, or was "ahead" or had "won"
        from then on to the end. Otherwise the side lost its advantage: it was "gone" ("spoilt" if the side had
        been winning), or passed to the opponent ("reversed", "thrown" if he was winning, "lost" if the side had
        been winning, too). An advantage that lasted only a move or two does not pass to the opponent.
        """
        had, theirs = _band(self.before), _band(1.0 - self.reached)
        stood = min(had, _band(self.held))
        if theirs == WON:
            won = "won" if self.is_decisive else "winning"
            return "lost" if stood == WON else "thrown" if stood else won
        if theirs:
            lasts = self.is_final and self.peak <= _WORSE
            return "reversed" if stood else "ahead" if lasts else "initiative" if theirs == BETTER else "better"
        return "" if not had else "spoilt" if had == WON else "gone"

    @property
    def is_decisive(self) -> bool:
        """Whether the side was lost from then on."""
        return self.is_final and self.peak <= STILL


class Curve:
    """The winning chances in a whole game, after 0, 1 … moves."""

    def __init__(self, moves: Sequence[MoveReview]) -> None:
        self._moves = moves
        first = moves[0]
        start = first.before if first.side == RED else 1.0 - first.before
        self.points = [start, *(move.after if move.side == RED else 1.0 - move.after for move in moves)]
        """Red's chance at each point."""
        self.red = smoothed(self.points)
        """The same, averaged with the chance one ply later, since a search favours the side to move."""

    def least(self, side: int) -> list[float]:
        """Return a side's chance at each point, or its average with the next one if that is less."""
        both = zip(self.points, self.red, strict=True)
        return [min(pair) if side == RED else 1.0 - max(pair) for pair in both]

    def held(self, side: int, least: float, plies: int) -> int | None:
        """Return the last point up to which a side had at least a given chance for some plies, or None."""
        run, found = 0, None
        for at, red in enumerate(self.red):
            run = run + 1 if (red if side == RED else 1.0 - red) >= least else 0
            found = at if run >= plies else found
        return found

    def edge(self) -> tuple[int, int, int]:
        """Return the side that was somewhat better for longest, and the first and last ply of that time.

        All three are 0 if the time was short or lasted to the end of the game.
        """
        found = [(0, 0, 0)]
        for side in (RED, BLACK):
            first = 0
            for at in range(1, len(self.red)):
                own = self.red[at] if side == RED else 1.0 - self.red[at]
                first = 0 if own < _SLIGHT else first or (at if own >= _EDGE else 0)
                if first:
                    found.append((side, first, at))
        side, first, last = max(found, key=lambda one: one[2] - one[1])
        is_lost = last < len(self.red) - 1 and last - first + 1 >= _DOZEN
        return (side, first, last) if is_lost else (0, 0, 0)

    def edge_of(self, side: int, first: int, last: int) -> int:
        """Return a side's standing from one ply to another: 0, 1 or 2.

        0 is slightly better, 1 is better by more than the initiative for a third of the time, and 2 is winning
        for half of it.
        """
        own = sorted(red if side == RED else 1.0 - red for red in self.red[first : last + 1])
        middle = own[len(own) // 2]
        upper = own[2 * len(own) // 3]
        return 2 if middle >= BANDS[2] else 1 if upper >= BANDS[1] else 0

    def pressed(self, plies: int) -> tuple[int, int]:
        """Return the side that stood slightly better until the end, and its first ply; zeros if too briefly."""
        for side in (RED, BLACK):
            own = [red if side == RED else 1.0 - red for red in self.red]
            since = next((at for at in range(len(own) - 1, 0, -1) if own[at] < _SLIGHT), 0) + 1
            if len(own) - since >= plies:
                return side, since
        return 0, 0

    def turning_point(self, loser: int | None) -> Shift | None:
        """Return the greatest shift that lasted to the end, by the loser or, if that is None, by either side.

        The side that lost ground was not better any more. None is returned if the shift is smaller than LEAST,
        or if neither side stood better before or after it. In a game without a loser some plies must follow the
        shift.
        """
        sides, held = ((RED, BLACK), _BRIEF) if loser is None else ((loser,), 0)
        return self._greatest(sides, 1, len(self.red) - 1, held)

    def decisive(self, turn: Shift) -> Shift | None:
        """Return the later shift after which the worse side was lost; None if it was lost at once or never."""
        if turn.is_decisive:
            return None
        found = self._greatest((turn.side,), turn.last + 1, len(self.red) - 1, 0)
        return found if found is not None and found.before > STILL and found.after <= _LOST else None

    def last_loss(self, side: int, after: int, least: float) -> int | None:
        """Return the ply of a side's costliest move after `after` with a lasting loss, or None."""
        own = [red if side == RED else 1.0 - red for red in self.points]
        found = [
            move
            for move in self._moves[after:]
            if move.side == side
            and move.loss >= least
            and max(own[move.ply :]) <= move.before - _HALF * move.loss
        ]
        return max(found, key=lambda move: move.loss).ply if found else None

    def decided_since(self, winner: int, rounds: Callable[[int], int]) -> int | None:
        """Return the ply from which the winner was winning until the end, None if it was not at the end.

        Args:
            winner: RED or BLACK.
            rounds: returns the number of the round to which a move belongs, counted from 0.
        """
        own, points = (
            [red if winner == RED else 1.0 - red for red in chances] for chances in (self.red, self.points)
        )
        if own[-1] < BANDS[-1]:
            return None
        lasts = next((ply for ply in range(len(own) - 1, 0, -1) if points[ply] < 1.0 - STILL), 0)
        since = [ply for ply in range(lasts + 1, len(own)) if own[ply] >= BANDS[-1]]
        return next((ply for ply in since if not lasts or rounds(ply - 1) > rounds(lasts - 1)), since[0])

    def way(self, move: MoveReview, plies: int) -> str:
        """Return the `way` of the shift by one move, "" if the shift did not last for some plies."""
        until = min(move.ply + plies, len(self.red) - 1)
        return _Stretch(self, move.side, until).way(move)

    def answered(self, turn: Shift) -> Shift | None:
        """Return the greatest lasting shift by the other side after the turning point, or None."""
        return self._greatest((opponent(turn.side),), turn.last + 1, len(self.red) - 1, 0)

    def between(self, turn: Shift, decisive: Shift) -> Shift | None:
        """Return the greatest shift after the turning point that lasted until the decisive one, or None."""
        return self._greatest((RED, BLACK), turn.last + 1, decisive.first - 2, _BRIEF)

    def earlier(self, turn: Shift) -> list[Shift]:
        """Return the shifts before another one in order, each the greatest that lasted until the next."""
        found, until = list[Shift](), turn.first - 2
        while until >= HELD:
            shift, brief = (self._greatest((RED, BLACK), 1, until, held) for held in (HELD, _BRIEF))
            if brief is not None and brief.is_single and brief.swing >= _SUDDEN:
                shift = brief
            if shift is None:
                break
            found.insert(0, shift)
            until = shift.first - 2
        return found

    def _greatest(self, sides: Sequence[int], first: int, until: int, held: int) -> Shift | None:
        """Return the greatest shift from a ply on that lasts to a point and at least `held` plies, or None."""
        found = list[Shift]()
        for side in sides:
            own = [move for move in self._moves[first - 1 : until - held] if move.side == side]
            if own:
                found += _Stretch(self, side, until).greatest(own)
        return max(found, key=lambda shift: shift.swing, default=None)


class _Stretch:
    """The winning chances of a side up to a point of the curve."""

    def __init__(self, curve: Curve, side: int, until: int) -> None:
        self._until = until
        self._is_final = until == len(curve.red) - 1
        self._points = [red if side == RED else 1.0 - red for red in curve.points]
        self._own = [red if side == RED else 1.0 - red for red in curve.red]
        # the greatest chance from each point on
        self._after, self._peak = (_tops(chances[: until + 1]) for chances in (self._own, self._points))

    def greatest(self, own: Sequence[MoveReview]) -> Iterator[Shift]:
        """Yield the greatest shift by a run of the side's moves, or by one move if that is most of it.

        Nothing is yielded if the shift is smaller than LEAST, or if the side still stood as well at some later
        point.
        """
        short, long = (self._best(own, most) for most in (_FEW, _MANY))
        is_slow = self._swing(short) < max(LEAST, _SHARE * self._swing(long))
        best = long if is_slow else short
        if best and self._before(best[0]) < _OPEN:  # it was worse already: that had begun while it was not
            opened = self._best(own, _MANY, _OPEN)
            best = opened if self._swing(opened) >= self._swing(best) and self._falls(opened) else best
        if self._swing(best) < LEAST:
            return
        costly = [run for run in self._runs(own, 1) if run[0].loss >= _CHEAP]
        worst = max(costly, key=self._swing, default=best)
        single, run = self._shift(worst), self._shift(best)
        share = _SHARE if run.first <= single.first <= run.last else _CORE
        is_most = single.swing >= max(_CHEAP, share * run.swing) and run.before - single.before < _GIFT
        is_most = is_most and (single.before >= _OPEN or run.before < _OPEN)
        yield from (shift for shift in (single if is_most and single.way else run,) if shift.way)

    def way(self, move: MoveReview) -> str:
        """Return the way the game turned by one move, "" if the side stood nearly as well again later."""
        shift = self._shift([move])
        return shift.way if shift.swing >= LEAST / 2 and shift.after <= self._limit([move]) else ""

    def _shift(self, run: Sequence[MoveReview]) -> Shift:
        last = run[-1].ply
        worst = max(run, key=self._weight)
        return Shift(
            worst.side, run[0].ply, last, worst.ply if worst.loss >= STEP else None, len(run) == 1 and
            worst.loss >= _CHEAP, self._before(run[0]), self._own[last], self._after[last],
            min(self._points[max(0, run[0].ply - _BRIEF) : run[0].ply]), self._peak[last],
            self._until, self._is_final,
        )  # fmt: skip

    def _weight(self, move: MoveReview) -> tuple[float, ...]:
        """Return the sort key of a shift's worst move, which prefers moves in an open game."""
        was_open = move.loss >= STEP and self._points[move.ply - 1] >= _OPEN
        return was_open, min(move.loss, self._swing([move])), move.loss, -move.ply

    def _best(self, own: Sequence[MoveReview], most: int, least: float = 0.0) -> Sequence[MoveReview]:
        """Return the shortest part of the costliest run that cost nearly as much; () if there is no run.

        Runs before which the side's chance was smaller than `least` are left out.
        """
        runs = [run for run in self._runs(own, most) if self._before(run[0]) >= least]
        top = max(runs, key=self._swing, default=())
        core = [run for run in runs if self._swing(run) >= _CORE * self._swing(top) and _is_part(run, top)]
        return min(core, key=lambda run: (len(run), -self._swing(run)), default=())

    def _runs(self, own: Sequence[MoveReview], most: int) -> Iterator[Sequence[MoveReview]]:
        """Yield runs of at most `most` consecutive moves after which the side never stood as well again."""
        for end, move in enumerate(own, 1):
            runs = (own[start:end] for start in range(max(0, end - most), end))
            yield from (run for run in runs if self._after[move.ply] <= self._limit(run))

    def _limit(self, run: Sequence[MoveReview]) -> float:
        """Return the largest chance at which a side has lost the standing that it had before a run."""
        return BANDS[1] if _band(self._before(run[0])) == WON else _EVEN

    def _falls(self, run: Sequence[MoveReview]) -> bool:
        """Return whether the side never stood clearly better during a run, if there is one, than before it."""
        within = self._points[run[0].ply : run[-1].ply] if run else ()
        return bool(run) and max(within, default=0.0) <= self._before(run[0]) + _RISE

    def _swing(self, run: Sequence[MoveReview]) -> float:
        """Return the chance that the side lost by a run and never regained; 0 without moves."""
        return 0.0 if not run else self._before(run[0]) - self._after[run[-1].ply]

    def _before(self, move: MoveReview) -> float:
        """Return the chance before a move, without a gain from the opponent's last move.

        If the side was lost shortly before, later gains do not count either.
        """
        held = min(self._points[max(0, move.ply - _BRIEF) : move.ply])
        return held if held <= STILL else min(self._points[max(0, move.ply - 2) : move.ply])


def _is_part(run: Sequence[MoveReview], whole: Sequence[MoveReview]) -> bool:
    return whole[0].ply <= run[0].ply and run[-1].ply <= whole[-1].ply


def _tops(chances: Sequence[float]) -> list[float]:
    """Return the greatest chance from each point on."""
    return list(accumulate(reversed(chances), max))[::-1]


def _band(chance: float) -> int:
    """Return the standing of a side with a given chance: LEVEL, BETTER, CLEAR or WON."""
    return sum(chance >= least for least in BANDS)


def standing(red: float) -> tuple[int, int]:
    """Return the side that stands better, or 0, and its standing: LEVEL, BETTER, CLEAR or WON."""
    band = _band(max(red, 1.0 - red))
    return (0 if band == LEVEL else RED if red > 0.5 else BLACK), band
