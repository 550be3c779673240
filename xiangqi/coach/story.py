"""A game told as a story: five slots, as data; empty ones are dropped.

Opening, initiative, turning point, how it was brought home, and what each side should practise. The words are
in `xiangqi.coach.story_words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xiangqi.coach.drift import net_losses, smoothed
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import NO_CAUSES, Drift, GameReview, MoveReview
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.line import Line
from xiangqi.referee import outcome
from xiangqi.referee.rules import CHECKMATE

OPENING: Final = "opening"
INITIATIVE: Final = "initiative"
TURNING: Final = "turning"
ENDING: Final = "ending"
PRACTICE: Final = "practice"
SLOTS: Final = (OPENING, INITIATIVE, TURNING, ENDING, PRACTICE)
"""The slots of a story, in order."""

_OPENING_PLIES: Final = 24
_BANDS: Final = (0.55, 0.65, 0.80)  # the largest chances of a level, a better and a clearly better side
LEVEL, BETTER, CLEAR, WON = range(4)
STANDINGS: Final = ("level", "better", "clear", "won")
"""How a side stands after the opening."""

_HELD: Final = 6  # plies that a crossing of bands must hold
_NEAR: Final = 3  # plies before the turning point that belong to it
_TURN: Final = 0.10  # the smallest net change that turns a game
_DEAR: Final = 0.15  # a loss that is a theme although it comes once
_OFTEN: Final = 2

# What to practise: each theme with the kinds of facts that show it, after the mistake or missed before it.
_ALLOWED: Final[dict[FactKind, str]] = {
    FactKind.HANGS: "protection",
    FactKind.TAKES: "protection",
    FactKind.DEFENDER_REMOVED: "protection",
    FactKind.PINNED_DEFENDER: "protection",
    FactKind.OVERLOADED: "protection",
    FactKind.WINS_MATERIAL: "reply",
    FactKind.FORK: "reply",
    FactKind.TWO_TARGETS: "reply",
    FactKind.DOUBLE_THREAT: "reply",
    FactKind.PIN: "reply",
    FactKind.DISCOVERED_ATTACK: "lines",
    FactKind.DISCOVERED_CHECK: "lines",
    FactKind.MOUNT_MADE: "lines",
    FactKind.MOUNT_REMOVED: "lines",
    FactKind.LEG_FREED: "lines",
    FactKind.EYE_FREED: "lines",
    FactKind.OPENED: "lines",
    FactKind.STOOD: "threats",
    FactKind.THREAT: "threats",
    FactKind.ATTACK: "threats",
    FactKind.SHUT_IN: "room",
    FactKind.TRAPPED: "room",
    FactKind.HOLLOW_CANNON: "centre",
    FactKind.MATE: "king",
    FactKind.FORCED_MATE: "king",
    FactKind.KING_DRIVEN: "king",
    FactKind.KING_STEP: "king",
}
_MISSED: Final[dict[FactKind, str]] = {FactKind.MATE: "mates", FactKind.FORCED_MATE: "mates"}
_CHANCES: Final = "chances"  # any other win that was missed
THEMES: Final = (*sorted({*_ALLOWED.values(), *_MISSED.values()}), _CHANCES)
"""What may be practised."""


@dataclass(frozen=True)
class Passage:
    """A sentence of a story, as data."""

    slot: str  # one of SLOTS
    name: str  # which sentence
    side: int = 0  # RED or BLACK, whom it is about; 0 for neither
    plies: tuple[int, ...] = ()  # the moves concerned, from 1
    fact: Fact | None = None  # what the first of these moves allowed or missed
    # what has changed, or the opening's name; for TURNING "over" if the opponent then stood better
    theme: str = ""


def story_of(review: GameReview, result: str = "*") -> tuple[Passage, ...]:
    """Return the story of a game, empty for one that is not wholly reviewed or has too few moves.

    Args:
        review: the reviewed game.
        result: as in `records.tree.RESULTS`; that of a finished position is known without it.
    """
    if len(review.moves) != len(review.line.moves) or len(review.moves) < _HELD:
        return ()
    teller = _Teller(review, result)
    return (*teller.opening(), *teller.initiative(), *teller.turning(), *teller.ending(), *teller.practice())


class _Teller:
    """Finds the passages of one game."""

    def __init__(self, review: GameReview, result: str) -> None:
        self._review = review
        self._moves = review.moves
        self._result = result
        self._is_mate = _ends_in_mate(review.line)
        self._curve = smoothed([_red(move) for move in review.moves])
        self._turn = self._turning_point()

    def opening(self) -> Iterator[Passage]:
        """Yield the opening with its balance, if it has a name; what a costly move loses does not count."""
        early = self._moves[:_OPENING_PLIES]
        costly = next((move for move in early if move.loss >= _DEAR), None)
        side, band = _standing(self._curve[len(early) - 1] if costly is None else _red_before(costly))
        name = STANDINGS[band]
        key = self._review.summary.opening
        if key is not None:
            yield Passage(OPENING, name, side, theme=key)

    def initiative(self) -> Iterator[Passage]:
        """Yield how one side first got the better game, before the game turned."""
        crossing = self._first_crossing()
        if crossing is None or (self._turn is not None and crossing >= self._turn[1] - _NEAR):
            return
        side, _ = _standing(self._curve[crossing])
        drift = self._drift_to(opponent(side), crossing)
        if drift is not None:
            plies = (drift.first, drift.last)
            yield Passage(INITIATIVE, "drift", opponent(side), plies, theme=drift.change)
            return
        slip = self._slip_before(opponent(side), crossing)
        if slip is not None:
            yield Passage(INITIATIVE, "slip", opponent(side), (slip.ply,), cause_of(slip))
        elif crossing > 2 * _HELD:
            yield Passage(INITIATIVE, "gained", side, (crossing + 1,))

    def turning(self) -> Iterator[Passage]:
        """Yield the turning point with its fact, or that the game stayed level."""
        if self._turn is None:
            if all(_standing(chance)[1] == LEVEL for chance in self._curve):
                yield Passage(TURNING, "level")
            return
        side, first, last = self._turn
        worst = max((move for move in self._moves[first - 1 : last : 2]), key=lambda move: move.loss)
        name = "punished" if self._lasts(*self._turn) else "allowed"
        held = self._curve[last : last + _HELD] or self._curve[-1:]
        ahead, _ = _standing(sum(held) / len(held))
        theme = "over" if name == "punished" and ahead == opponent(side) else ""
        yield Passage(TURNING, name, side, (worst.ply,), cause_of(worst), theme)

    def ending(self) -> Iterator[Passage]:
        """Yield how the game ended: since when it was decided, how, or that a win was let go."""
        winner = {"1-0": RED, "0-1": BLACK}.get(self._result)
        if self._is_mate:
            winner = opponent(self._review.line.turn)
        if winner is not None:
            ply = self._decided_since(winner)
            name = "mate" if self._is_mate else "home"
            if ply is not None and ply < len(self._moves):
                yield Passage(ENDING, name, winner, (ply,))
            elif ply is None:
                yield Passage(ENDING, "surprise", winner)
        elif self._result == "1/2-1/2":
            side, band = max((_standing(chance) for chance in self._curve), key=lambda one: one[1])
            yield Passage(ENDING, "let_go", side) if band == WON else Passage(ENDING, "drawn")

    def practice(self) -> Iterator[Passage]:
        """Yield what each side should practise, or both (side 0): one theme that came twice or cost much."""
        found = [*self._practised()]
        if len({passage.name for passage in found}) == 1 < len(found):
            yield Passage(PRACTICE, found[0].name, 0, tuple(sorted(ply for one in found for ply in one.plies)))
        else:
            yield from found

    def _practised(self) -> Iterator[Passage]:
        for side in (RED, BLACK):
            faults = [move for move in self._moves if move.side == side and move.loss > 0.05]
            cost, seen = Counter[str](), Counter[str]()
            for move in faults:
                theme = theme_of(cause_of(move))
                if theme:
                    cost[theme] += round(1000 * move.loss)
                    seen[theme] += 1
            told = [theme for theme in cost if seen[theme] >= _OFTEN or cost[theme] >= 1000 * _DEAR]
            if told:
                theme = max(told, key=lambda theme: (cost[theme], theme))
                plies = tuple(move.ply for move in faults if theme_of(cause_of(move)) == theme)
                yield Passage(PRACTICE, theme, side, plies)

    # ---- The curve ----

    def _first_crossing(self) -> int | None:
        """Return the index of the first position from which one side is better for six plies."""
        for index in range(len(self._curve) - _HELD + 1):
            sides = {_standing(chance) for chance in self._curve[index : index + _HELD]}
            if all(band >= BETTER for _, band in sides) and len({side for side, _ in sides}) == 1:
                return index
        return None

    def _turning_point(self) -> tuple[int, int, int] | None:
        """Return the side, first and last ply of the largest net loss by a side that was not clearly worse.

        One that lasts comes before one that is given back at once, a short run before a long one.
        """
        found: list[tuple[bool, float, int, int, int]] = []
        for side in (RED, BLACK):
            for lost, first, last in net_losses(self._moves, side):
                if lost >= _TURN and self._moves[first - 1].before >= 1 - _BANDS[1]:
                    lasts = self._lasts(side, first, last)
                    found.append((lasts, round(lost, 2), first - last, -first, side))
        if not found:
            return None
        _, _, length, start, side = max(found)
        return side, -start, -start - length

    def _lasts(self, side: int, first: int, last: int) -> bool:
        """Return whether a net loss is still there some moves later."""
        held = [*self._curve[last : last + _HELD]] or self._curve[-1:]
        after = sum(held) / len(held)
        earlier = self._curve[max(0, first - 1 - _HELD) : first - 1] or [0.5]
        before = sum(earlier) / len(earlier)
        lost = before - after if side == RED else after - before
        return lost >= _TURN / 2

    def _decided_since(self, winner: int) -> int | None:
        """Return the ply from which the winner was winning to the end, or None if it was not at the end."""
        last = None
        for index in range(len(self._curve) - 1, -1, -1):
            side, band = _standing(self._curve[index])
            if band < WON or side != winner:
                break
            last = index + 1
        return last

    def _drift_to(self, side: int, index: int) -> Drift | None:
        found = (drift for drift in self._review.drifts if drift.side == side)
        return next((drift for drift in found if drift.first - 1 <= index <= drift.last + 2), None)

    def _slip_before(self, side: int, index: int) -> MoveReview | None:
        near = self._moves[max(0, index - 3) : index + 2]
        faults = [move for move in near if move.side == side and move.loss > 0.05]
        return max(faults, key=lambda move: move.loss, default=None)


def _ends_in_mate(line: Line) -> bool:
    """Return whether a game ends in checkmate."""
    ended = outcome(line.board())
    return ended is not None and ended.reason == CHECKMATE


def _red(move: MoveReview) -> float:
    return move.after if move.side == RED else 1.0 - move.after


def _red_before(move: MoveReview) -> float:
    return move.before if move.side == RED else 1.0 - move.before


def _standing(red: float) -> tuple[int, int]:
    """Return the side that stands better, 0 if neither does, and by how much: LEVEL, BETTER, CLEAR or WON."""
    chance = max(red, 1.0 - red)
    band = sum(chance > most for most in _BANDS)
    return (0 if band == LEVEL else RED if red > 0.5 else BLACK), band


def cause_of(move: MoveReview) -> Fact | None:
    """Return the first fact that explains why a move is a fault, or None."""
    return next((fact for fact in move.facts if fact.kind not in NO_CAUSES), None)


def theme_of(fact: Fact | None) -> str:
    """Return what the mover should practise after such a mistake, "" if that cannot be told."""
    if fact is None:
        return ""
    if fact.start is Start.AFTER:
        return _ALLOWED.get(fact.cause, "")
    return _MISSED.get(fact.cause, _CHANCES if fact.gain or fact.cause is FactKind.TAKES else "")
