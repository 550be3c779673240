"""A game told as a story: five slots, as data; empty ones are dropped.

How it opened, what the fight was about, how it turned, how it ended, and what each side should practise. What
is seen on the boards is in `xiangqi.coach.story_board`, the words are in `xiangqi.coach.story_words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from xiangqi.coach.drift import change_between, net_losses, smoothed
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import NO_CAUSES, Drift, GameReview, MoveReview
from xiangqi.coach.story_board import fight_of, surplus
from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.records.tree import Game

OPENING: Final = "opening"
INITIATIVE: Final = "initiative"
TURNING: Final = "turning"
ENDING: Final = "ending"
PRACTICE: Final = "practice"
SLOTS: Final = (OPENING, INITIATIVE, TURNING, ENDING, PRACTICE)
"""The slots of a story, in order."""

_OPENING_PLIES: Final = 24
_BANDS: Final = (0.55, 0.65, 0.80)  # the largest chances of an equal, a better and a clearly better side
LEVEL, BETTER, CLEAR, WON = range(4)
STANDINGS: Final = ("level", "better", "clear", "won")
"""How a side stands after the opening."""

ROUGH: Final = "rough"
"""An opening in which a costly mistake came early."""

WAYS: Final = ("ahead", "won", "gone", "reversed")
"""Which way a game turned: the opponent is better or winning, the advantage is gone or is the opponent's."""

# How a game was won: what it is called by the reason of its end, as the tag Termination has it.
_ENDS: Final = {"checkmate": "mate", "stalemate": "stalemate", "resignation": "resigned", "time": "time"}
_RULES: Final = ("perpetual", "check_", "chase_")  # how the reasons of the rules on repetitions start
GAVE_UP: Final = "gave_up"
ENDS: Final = (*_ENDS.values(), "rules", GAVE_UP)
"""How a side that was losing lost."""

SURPRISES: Final = ("open", "against", "time")
"""How a side lost that was not losing: it was open, or that side stood better; on time."""

LEADS: Final = ("won", "material", "attack")
"""What a winner had: a winning position, and pieces more, or an attack on the general."""

_HELD: Final = 6  # plies that a crossing of bands must hold
_NEAR: Final = 3  # plies before the turning point that belong to it
_SOON: Final = 4  # plies after the turning point within which it has decided the game
_LONG: Final = 30  # plies after which an equal game is worth a sentence
_TURN: Final = 0.10  # the smallest net change that turns a game
_SLIP: Final = 0.05  # the smallest loss of a single move that turns it
_DEAR: Final = 0.15  # a loss that is a theme although it comes once
_OFTEN: Final = 2
_CHANGES: Final = 2  # how often the lead changes in a game that goes to and fro
_PHASE: Final = 0.6  # the share of a side's losses that makes a phase what it should practise

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
_PHASES: Final = (PHASES[0], PHASES[2])  # of a game, that can be practised
THEMES: Final = (*sorted({*_ALLOWED.values(), *_MISSED.values()}), _CHANCES, *_PHASES)
"""What may be practised."""


@dataclass(frozen=True)
class Passage:
    """A sentence of a story, as data."""

    slot: str  # one of SLOTS
    name: str  # which sentence
    side: int = 0  # RED or BLACK, whom it is about; 0 for neither
    plies: tuple[int, ...] = ()  # the moves concerned, from 1
    fact: Fact | None = None  # what the first of these moves allowed or missed
    # what has changed, what the fight was about, or the opening's name; for TURNING one of WAYS, for ENDING one
    # of LEADS, after "soon." if the turning point has decided the game
    theme: str = ""
    kinds: tuple[int, ...] = ()  # the pieces that the winner had more


def story_of(review: GameReview, result: str = "*", reason: str = "") -> tuple[Passage, ...]:
    """Return the story of a game, empty for one that is not wholly reviewed or has too few moves.

    Args:
        review: the reviewed game.
        result: as in `records.tree.RESULTS`; that of a finished position is known without it.
        reason: why the game ended, as the tag Termination has it; "" or other words if unknown.
    """
    if len(review.moves) != len(review.line.moves) or len(review.moves) < _HELD:
        return ()
    teller = _Teller(review, result, reason)
    return (*teller.opening(), *teller.initiative(), *teller.turning(), *teller.ending(), *teller.practice())


def story_of_record(review: GameReview, game: Game) -> tuple[Passage, ...]:
    """Return the story of a record's main line, whose result and end are those of its tags."""
    return story_of(review, game.result, game.headers.get("Termination", ""))


class _Teller:
    """Finds the passages of one game."""

    def __init__(self, review: GameReview, result: str, reason: str) -> None:
        self._review = review
        self._moves = review.moves
        self._result = result
        self._reason = reason
        self._winner = {"1-0": RED, "0-1": BLACK}.get(result)
        final = review.line.board()
        if not final.legal_moves():
            self._winner = opponent(final.turn)
            self._reason = "checkmate" if final.is_check() else "stalemate"
        self._curve = smoothed([_red(move) for move in review.moves])
        self._turn = self._turning_point()

    def opening(self) -> Iterator[Passage]:
        """Yield the opening with its balance, if it has a name, or that mistakes came early.

        What the turning point loses does not count.
        """
        key = self._review.summary.opening
        if key is None:
            return
        early = self._moves[:_OPENING_PLIES]
        costly = next((move for move in early if move.loss >= _DEAR), None)
        told = min(self._told_later(), default=len(self._moves))
        if costly is not None and told <= costly.ply:
            costly = self._moves[told - 1]
        elif costly is not None:
            yield Passage(OPENING, ROUGH, 0, (costly.ply,), theme=key)
            return
        side, band = _standing(self._curve[len(early) - 1] if costly is None else _red_before(costly))
        yield Passage(OPENING, STANDINGS[band], side, theme=key)

    def _told_later(self) -> tuple[int, ...]:
        """Return the plies of the turning point and of the mistake that gave a side the initiative."""
        turn = () if self._turn is None else range(self._turn[1], self._turn[2] + 1)
        return (*turn, *(ply for one in self.initiative() for ply in one.plies))

    def initiative(self) -> Iterator[Passage]:
        """Yield what the fight was about before the game turned: how one side got the better game, or none."""
        until = len(self._moves) if self._turn is None else self._turn[1] - 1
        if self._lead_changes() >= _CHANGES:
            yield Passage(INITIATIVE, "seesaw")
            return
        crossing = self._first_crossing()
        if crossing is not None and crossing < until - _NEAR + 1:
            yield from self._gained(crossing)
        elif until >= _LONG:
            fight, side = fight_of(self._review.line, until)
            plies = () if self._turn is None else (until + 1,)
            yield Passage(INITIATIVE, "until" if plies else "quiet", side, plies, theme=fight)

    def _gained(self, crossing: int) -> Iterator[Passage]:
        """Yield how a side became better at an index of the curve: by small steps, a slip, or neither."""
        side, _ = _standing(self._curve[crossing])
        drift = self._drift_to(opponent(side), crossing)
        if drift is not None:
            plies = (drift.first, drift.last)
            yield Passage(INITIATIVE, "drift", opponent(side), plies, theme=drift.change)
            return
        slip = self._slip_before(opponent(side), crossing)
        if slip is not None:
            yield Passage(INITIATIVE, "slip", opponent(side), (slip.ply,), cause_of(slip))
        elif crossing >= _OPENING_PLIES:
            line = self._review.line
            before, after = (line.upto(ply).board() for ply in (crossing - 2 * _HELD, crossing + 1))
            change = change_between(before, after, opponent(side))
            yield Passage(INITIATIVE, "gained", side, (crossing + 1,), theme=change)

    def turning(self) -> Iterator[Passage]:
        """Yield the turning point with its fact and which way the game turned, or that it stayed equal."""
        if self._turn is None:
            if all(_standing(chance)[1] == LEVEL for chance in self._curve):
                yield Passage(TURNING, "level")
            return
        side, first, last = self._turn
        worst = max((move for move in self._moves[first - 1 : last : 2]), key=lambda move: move.loss)
        way = self._way(*self._turn)
        if not self._lasts(*self._turn):
            yield Passage(TURNING, "allowed", side, (worst.ply,), cause_of(worst))
        elif worst.loss < _SLIP:
            yield Passage(TURNING, "slid" if first < last else "slid_once", side, (first, last), theme=way)
        else:
            yield Passage(TURNING, "punished" if way else "critical", side, (worst.ply,), cause_of(worst), way)

    def _way(self, side: int, first: int, last: int) -> str:
        """Return which way the game turned: one of WAYS, or "" if neither side is better now."""
        before, after = self._around(side, first, last)
        if before > _BANDS[0]:
            return "reversed" if after < 1 - _BANDS[0] else "gone" if after <= _BANDS[0] else ""
        return "won" if after < 1 - _BANDS[2] else "ahead" if after < 1 - _BANDS[0] else ""

    def ending(self) -> Iterator[Passage]:
        """Yield how the game ended: since when it was decided, by what, and how; or that a win was let go."""
        winner = self._winner
        if winner is None:
            yield from self._drawn()
            return
        ply, final = self._decided_since(winner), self._curve[-1] if winner == RED else 1 - self._curve[-1]
        if ply is None:
            name = "time" if self._reason == "time" else "against" if final < 1 - _BANDS[0] else "open"
            end = self._end()
            yield (
                Passage(ENDING, end, winner)
                if end == "rules"
                else Passage(ENDING, "surprise", winner, theme=name)
            )
            return
        more = surplus(self._review.line.board(), winner)
        is_attack = self._reason == "checkmate" or final > 1 - _SLIP
        lead = "material" if more else "attack" if is_attack else "won"
        is_soon = self._turn is not None and ply <= self._turn[2] + _SOON
        yield Passage(ENDING, self._end(), winner, (ply,), None, f"soon.{lead}" if is_soon else lead, more)

    def _end(self) -> str:
        """Return how the losing side lost, one of ENDS."""
        return "rules" if self._reason.startswith(_RULES) else _ENDS.get(self._reason, GAVE_UP)

    def _drawn(self) -> Iterator[Passage]:
        """Yield how a drawn game ended."""
        if self._result != "1/2-1/2":
            return
        side, band = max((_standing(chance) for chance in self._curve), key=lambda one: one[1])
        ahead, final = _standing(self._curve[-1])
        if final >= CLEAR:
            yield Passage(ENDING, "spared", ahead)
        elif band == WON:
            yield Passage(ENDING, "let_go", side)
        elif self._reason == "agreement":
            yield Passage(ENDING, "agreed")
        else:
            yield Passage(ENDING, "drawn")

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
            else:
                yield from _phase_of(side, faults)

    # ---- The curve ----

    def _first_crossing(self) -> int | None:
        """Return the index of the first position from which one side is better for six plies."""
        for index in range(len(self._curve) - _HELD + 1):
            sides = {_standing(chance) for chance in self._curve[index : index + _HELD]}
            if all(band >= BETTER for _, band in sides) and len({side for side, _ in sides}) == 1:
                return index
        return None

    def _lead_changes(self) -> int:
        """Return how often one side was clearly better after the other had been."""
        leads = [side for side, band in map(_standing, self._curve) if band >= CLEAR]
        return sum(one != other for one, other in pairwise(leads))

    def _turning_point(self) -> tuple[int, int, int] | None:
        """Return the side, first and last ply of the largest net loss by a side that was not clearly worse.

        In a game that was won, it is the loser's, if the winner stood better from then on.
        One that lasts comes before one that is given back at once, a short run before a long one.
        """
        found: list[tuple[bool, bool, float, int, int, int]] = []
        for side in (RED, BLACK):
            for lost, first, last in net_losses(self._moves, side):
                if lost >= _TURN and self._moves[first - 1].before >= 1 - _BANDS[1]:
                    lasts, decides = self._lasts(side, first, last), self._decides(side, last)
                    found.append((decides, lasts, round(lost, 2), first - last, -first, side))
        if not found:
            return None
        *_, length, start, side = max(found)
        return side, -start, -start - length

    def _decides(self, side: int, last: int) -> bool:
        """Return whether a side lost the game, and was never better or equal after a move of its own."""
        if self._winner != opponent(side):
            return False
        after = self._curve[last:] or self._curve[-1:]
        return all((chance if side == RED else 1 - chance) < 1 - _BANDS[0] for chance in after)

    def _around(self, side: int, first: int, last: int) -> tuple[float, float]:
        """Return a side's mean chances some moves before the first and after the last of some moves."""
        held = self._curve[last : last + _HELD] or self._curve[-1:]
        earlier = self._curve[max(0, first - 1 - _HELD) : first - 1] or [0.5]
        red = (sum(earlier) / len(earlier), sum(held) / len(held))
        return red if side == RED else (1 - red[0], 1 - red[1])

    def _lasts(self, side: int, first: int, last: int) -> bool:
        """Return whether a net loss is still there some moves later."""
        before, after = self._around(side, first, last)
        return round(before - after, 3) > _TURN / 2

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


def _phase_of(side: int, faults: Sequence[MoveReview]) -> Iterator[Passage]:
    """Yield the phase that a side should practise, if most of what its faults cost, and much, falls in one."""
    total = sum(move.loss for move in faults)
    for phase in _PHASES:
        own = [move for move in faults if move.phase == phase]
        if len(own) >= _OFTEN and sum(move.loss for move in own) >= max(_DEAR, _PHASE * total):
            yield Passage(PRACTICE, phase, side, tuple(move.ply for move in own))


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
