"""Every sentence of a story is true of the curve of chances that produced it, whatever the curve."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from told_games import line_of, reviewed

from xiangqi.coach.notes import GameReview
from xiangqi.coach.story import story_of
from xiangqi.coach.story_passages import Passage
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Line

_PLIES: Final = 96
_LINE: Final = line_of(_PLIES)
_RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")


def curve_of(seed: int) -> tuple[list[float], str]:
    """Return random chances of Red, by steps, slopes, missed chances and noise, and a result."""
    chance = random.Random(seed)
    plies = chance.choice((24, 48, _PLIES))
    level, slope, found = 0.5, 0.0, list[float]()
    while len(found) <= plies:
        kind = chance.random()
        if kind < 0.06:
            level, slope = chance.random(), 0.0
        elif kind < 0.10:
            slope = chance.uniform(-0.03, 0.03)
        level = min(1.0, max(0.0, level + slope))
        missed = chance.random() if chance.random() < 0.02 else None
        seen = level if missed is None else missed
        found.append(min(1.0, max(0.0, seen + chance.uniform(-0.03, 0.03))))
    fits = "1-0" if level > 0.8 else "0-1" if level < 0.2 else "1/2-1/2"
    return found, fits if chance.random() < 0.5 else chance.choice(_RESULTS)


class Oracle:
    """What may be said of a curve; written without the program's own terms."""

    def __init__(self, red: Sequence[float], review: GameReview) -> None:
        self._red = red
        self._review = review

    def own(self, side: int, at: int) -> float:
        return self._red[at] if side == RED else 1.0 - self._red[at]

    def least(self, side: int, first: int) -> float:
        """Return a side's smallest chance from a point to the end of the game."""
        return min(self.own(side, at) for at in range(first, len(self._red)))

    def now(self, side: int, at: int) -> float:
        """Return a side's chance around a point."""
        near = range(at, min(at + 2, len(self._red)))
        return sum(self.own(side, one) for one in near) / len(near)

    def had(self, side: int, ply: int) -> float:
        """Return a side's chance shortly before a move."""
        return max(self.own(side, at) for at in range(max(0, ply - 2), ply))

    def kept(self, side: int, ply: int) -> float:
        """Return what a side had before a move and not only by the last one, or by a gift when it was lost."""
        near, far = (min(self.own(side, at) for at in range(max(0, ply - past), ply)) for past in (2, 4))
        return far if far <= 0.30 else near

    def lasting(self, ply: int) -> float:
        """Return how much a side lost with a move for good, 0 if it was better at any later point."""
        side = self._review.moves[ply - 1].side
        before = self.kept(side, ply)
        after = max(self.own(side, at) for at in range(ply, len(self._red)))
        return before - after if after <= 0.55 else 0.0

    def lasting_to(self, first: int, last: int) -> float:
        """Return how much a side lost for good with some moves; each point is taken with the next."""
        side = self._review.moves[first - 1].side
        return self.kept(side, first) - max(self.now(side, at) for at in range(last, len(self._red)))

    def is_true(self, told: Passage) -> bool:
        """Return whether the curve bears out what a sentence says of who stood how since when."""
        if told.name in ("slip", "slid", "later"):
            first, last = told.plies[0], told.plies[0 if told.name != "slid" else 1]
            return not told.theme or self._is_way(told.theme, told.side, first, last)
        check = _CHECKS.get((told.slot, told.name))
        return check is None or check(self, told)

    def is_edge(self, told: Passage) -> bool:
        """Return whether a side was somewhat better over a dozen plies, and not at the end."""
        first, last = told.plies
        held = all(self.now(told.side, at) >= 0.555 for at in range(first, last + 1))
        return held and last - first >= 11 and last < len(self._red) - 1

    def is_pressed(self, told: Passage) -> bool:
        """Return whether a side stood a little better to the end of the game, and never much better."""
        [since] = told.plies
        own = [self.now(told.side, at) for at in range(since, len(self._red))]
        return min(own) >= 0.555 and max(own) < 0.8

    def is_level(self) -> bool:
        """Return whether nobody was clearly better, nor lost a small lead that lasted a dozen plies."""
        if self.is_ever(RED, 0.625) or self.is_ever(BLACK, 0.625):
            return False
        spans = ((side, range(at, at + 12)) for side in (RED, BLACK) for at in range(1, len(self._red) - 12))
        held = (side for side, span in spans if all(self.now(side, at) >= 0.605 for at in span))
        return all(self.now(side, len(self._red) - 1) >= 0.6 for side in held)

    def _is_way(self, way: str, side: int, first: int, last: int) -> bool:
        other = BLACK if side == RED else RED
        had, now = self.had(side, first), self.now(other, last)
        stood = min(self.own(side, at) for at in range(max(0, first - 4), first))
        if way in ("ahead", "won") and last >= len(self._red) - 2:
            return False  # nothing follows
        return {
            "initiative": now >= 0.615,
            "better": now >= 0.615,
            "winning": now >= 0.795,
            "ahead": now >= 0.615 and self.least(other, last) >= 0.545,
            "won": now >= 0.795 and self.least(other, last) >= 0.695,
            "gone": had >= 0.615 and now > 0.38,
            "spoilt": had >= 0.795 and now > 0.295,
            "had_better": had >= 0.615 and now > 0.38,
            "had_won": had >= 0.795 and now > 0.295,
            "reversed": stood >= 0.615 and now >= 0.615,
            "thrown": 0.805 >= stood >= 0.615 and now >= 0.795,
            "lost": stood >= 0.795 and now >= 0.795,
        }[way]

    def is_ever(self, side: int, least: float) -> bool:
        return any(self.now(side, at) >= least for at in range(len(self._red)))

    def won_since(self, told: Passage) -> bool:
        """Return whether the winner was winning from the move named, and to the end."""
        if told.theme.startswith("soon"):
            return self.now(told.side, len(self._red) - 1) >= 0.795
        if told.theme in ("better", "plain"):
            return self.now(told.side, len(self._red) - 1) >= 0.615
        [ply] = told.plies
        return self.now(told.side, ply) >= 0.795 and self.least(told.side, ply) >= 0.695

    def is_missed(self, told: Passage) -> bool:
        """Return whether half of what a move lost came back at once."""
        move, answer = self._review.moves[told.plies[0] - 1 : told.plies[0] + 1]
        return answer.loss >= move.loss / 2 > 0.09

    def is_open_end(self, told: Passage) -> bool:
        last = len(self._red) - 1
        sides = {"won": 0.795, "better": 0.615}
        if told.theme in sides:
            return self.now(told.side, last) >= sides[told.theme]
        return not told.side and abs(self._red[last] - 0.5) <= 0.125

    def is_opening(self, told: Passage, band: int) -> bool:
        """Return whether a side stood so well at some point of the opening, and not for a single ply."""
        least = (0.615, 0.695, 0.795)[band]
        return any(min(self.own(told.side, at), self.own(told.side, at + 1)) >= least for at in range(24))


def _gave_up(oracle: Oracle, told: Passage) -> bool:
    return bool(told.plies) and oracle.won_since(told)


_CHECKS: Final[dict[tuple[str, str], Callable[[Oracle, Passage], bool]]] = {
    ("opening", "better"): lambda oracle, told: oracle.is_opening(told, 0),
    ("opening", "clear"): lambda oracle, told: oracle.is_opening(told, 1),
    ("opening", "won"): lambda oracle, told: oracle.is_opening(told, 2),
    ("turning", "level"): lambda oracle, _: oracle.is_level(),
    ("turning", "edge"): Oracle.is_edge,
    ("turning", "pressed"): Oracle.is_pressed,
    ("initiative", "seesaw"): lambda oracle, _: oracle.is_ever(RED, 0.615) and oracle.is_ever(BLACK, 0.615),
    ("initiative", "wavered"): lambda oracle, told: oracle.is_ever(told.side, 0.615),
    ("initiative", "allowed"): Oracle.is_missed,
    ("turning", "allowed"): Oracle.is_missed,
    ("ending", "gave_up"): _gave_up,
    ("ending", "let_go"): lambda oracle, told: oracle.is_ever(told.side, 0.795),
    ("ending", "spared"): lambda oracle, told: oracle.least(told.side, len(oracle._red) - 1) >= 0.615,
    ("ending", "unfinished"): Oracle.is_open_end,
}


def review_of(red: Sequence[float]) -> GameReview:
    return reviewed(red, played=Line(_LINE.start_fen, _LINE.moves[: len(red) - 1]))


def check(seed: int) -> None:
    """Check the story of a random curve."""
    red, result = curve_of(seed)
    review = review_of(red)
    oracle, found = Oracle(red, review), story_of(review, result)
    for told in found:
        assert oracle.is_true(told), (seed, told)
    assert [told.slot for told in found].count("ending") == 1, (seed, result)
    for slot in ("initiative", "turning"):
        firsts = [told.plies[0] for told in found if told.slot == slot and told.plies]
        assert firsts == sorted(firsts), (seed, firsts)
    turn = next((told for told in found if told.slot == "turning" and told.name in ("slip", "slid")), None)
    loser = {"1-0": (BLACK,), "0-1": (RED,)}.get(result, (RED, BLACK))
    moves = review.moves[: len(review.moves) - (4 if len(loser) > 1 else 0)]  # a draw does not turn at its end
    most = max((oracle.lasting(move.ply) for move in moves if move.side in loser), default=0.0)
    if turn is not None:
        last = turn.plies[0 if turn.name == "slip" else 1]
        assert oracle.lasting_to(turn.plies[0], last) >= most - 0.005, (seed, turn)


def test_every_sentence_is_true_of_its_curve() -> None:
    for seed in (*range(40), 106, 243):
        check(seed)
