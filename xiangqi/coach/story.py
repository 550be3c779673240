"""A game told as a story: five slots, as data; empty ones are dropped.

How it opened, what the fight was about, how it turned, how it ended, and what each side should practise. What
is seen on the boards is in `xiangqi.coach.story_board`, the words are in `xiangqi.coach.story_words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import NO_CAUSES, GameReview, MoveReview
from xiangqi.coach.story_board import change_of, draw_of, fight_of, surplus
from xiangqi.coach.story_curve import BANDS, CLEAR, LEVEL, WON, Shift, red_curve, shifts, standing, standings
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
STANDINGS: Final = ("level", "better", "clear", "won")
"""How a side stands after the opening."""

ROUGH: Final = "rough"
"""An opening in which a costly mistake came early."""

WAYS: Final = ("initiative", "ahead", "won", "gone", "reversed")
"""Which way a game turned.

The opponent has the initiative, is better or winning; or the advantage is gone or is the opponent's.
"""

# How a game was won: what it is called by the reason of its end, as the tag Termination has it.
_ENDS: Final = {"stalemate": "stalemate", "resignation": "resigned", "time": "time"}
_RULES: Final = ("perpetual", "check_", "chase_")  # how the reasons of the rules on repetitions start
GAVE_UP: Final = "gave_up"
ENDS: Final = (*_ENDS.values(), "rules", GAVE_UP)
"""How a side that was losing lost."""

SURPRISES: Final = ("open", "against", "time")
"""How a side lost that was not losing: it was open, or that side stood better; on time."""

BETTER_END: Final = "better"
LEADS: Final = ("won", "material", "attack")
"""What a winner had: a winning position, and pieces more, or an attack on the general."""

MISSED: Final = "missed"
"""That a chance was not taken: an idea that both sides overlooked, or an early mistake that went unpunished."""

_LEAST: Final = 6  # plies of a game that has a story
_SOON: Final = 4  # plies after the turning point within which it has decided the game
_LONG: Final = 30  # plies after which an equal game is worth a sentence
_SLIP: Final = 0.05
_BIG: Final = 0.10  # the loss of a big mistake
_DEAR: Final = 0.15  # a loss that is a theme although it comes once, or is told of the opening
_HUGE: Final = 0.20  # the loss of a chance that is told although it was missed
_EVEN: Final = 0.03  # a difference of swings that does not matter
_OFTEN: Final = 2
_MOST: Final = 2  # shifts before the turning point that are told one by one
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
    # what the fight was about, or the opening's name; for a shift one of WAYS, for ENDING one of LEADS, after
    # "soon." if the turning point has decided the game
    theme: str = ""
    kinds: tuple[int, ...] = ()  # the pieces that the winner had more, or that were exchanged
    note: str = ""  # what has changed on the board by small steps, or MISSED


def story_of(review: GameReview, result: str = "*", reason: str = "") -> tuple[Passage, ...]:
    """Return the story of a game, empty for one that is not wholly reviewed or has too few moves.

    Args:
        review: the reviewed game.
        result: as in `records.tree.RESULTS`; that of a finished position is known without it.
        reason: why the game ended, as the tag Termination has it; "" or other words if unknown.
    """
    if len(review.moves) != len(review.line.moves) or len(review.moves) < _LEAST:
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
        self._is_mate = self._reason == "checkmate" and not final.legal_moves()
        self._curve = red_curve(review.moves)
        found = shifts(review.moves)
        self._end_on_board = draw_of(review.line, standing(self._curve[-1])[0])
        self._turn = self._turn_of(found)
        self._earlier = [] if self._turn is None else _leading(found[: found.index(self._turn)], self._turn)

    def _turn_of(self, found: Sequence[Shift]) -> Shift | None:
        """Return the shift that turned the game: the greatest after which the winner was never worse again.

        In a drawn game, it is the one that gave an advantage away in the end, or else the greatest.
        """
        own = list(found)
        if self._winner is not None:
            while own and own[-1].side == self._winner:
                own.pop()
            last = next((at for at in range(len(own), 0, -1) if own[at - 1].side == self._winner), 0)
            own = [shift for shift in own[last:] if shift.now < 0]
        elif own and own[-1].was > own[-1].now == 0:
            return own[-1]
        most = max((shift.swing for shift in own), default=0.0)
        return next((shift for shift in own if shift.swing >= most - _EVEN), None)

    # ---- The slots ----

    def opening(self) -> Iterator[Passage]:
        """Yield the opening with its first big mistake, or its balance, if it has a name."""
        key = self._review.summary.opening
        if key is None:
            return
        early = self._moves[:_OPENING_PLIES]
        told = min((_begin(one) for one in self._told_shifts()), default=len(self._moves))
        costly = next((move for move in early if move.loss >= _BIG and not _is_repeated(move)), None)
        is_rough = len(self._earlier) < _MOST and any(move.loss >= _DEAR for move in early[: told - 1])
        if costly is not None and is_rough and costly.ply < told and not self._is_told(costly):
            missed = MISSED if self._is_missed(costly) else ""
            yield Passage(OPENING, ROUGH, costly.side, (costly.ply,), cause_of(costly), key, note=missed)
            return
        at = max(0, min(len(early), told - 2))
        side, band = standing(self._curve[at])
        label = next(label for label, first, end in standings(self._curve) if first <= at < end)
        yield Passage(OPENING, STANDINGS[band if label else LEVEL], side if label else 0, theme=key)

    def _is_told(self, move: MoveReview) -> bool:
        """Return whether the turning point soon after a move is of the same kind."""
        turn = None if self._turn is None or self._turn.worst is None else self._moves[self._turn.worst - 1]
        causes = (cause_of(move), None if turn is None else cause_of(turn))
        near = turn is not None and turn.ply - move.ply <= _SOON
        return near and None not in causes and len({fact.kind for fact in causes if fact is not None}) == 1

    def _is_missed(self, move: MoveReview) -> bool:
        """Return whether the answer to what a mistake allowed gave at least half of it back."""
        cause = cause_of(move)
        if cause is not None and cause.start is Start.BEFORE:
            return False
        return any(answer.loss >= move.loss / 2 for answer in self._moves[move.ply : move.ply + 1])

    def _told_shifts(self) -> list[Shift]:
        return self._earlier if self._turn is None else [*self._earlier, self._turn]

    def initiative(self) -> Iterator[Passage]:
        """Yield what happened before the game turned: who got the better game and how, or what was missed."""
        until = len(self._moves) if self._turn is None else _begin(self._turn) - 1
        told = [self._shifted(INITIATIVE, shift) for shift in self._earlier[-_MOST:]]
        if len(self._earlier) > _MOST:
            told[0] = Passage(INITIATIVE, "seesaw")
        repeated = self._repeated()
        if repeated is not None and repeated.plies[0] <= until and len(told) < _MOST:
            told.append(repeated)
        elif not told:
            told += self._chance(until)
        if not told and until >= _LONG:
            fight, side, kinds = fight_of(self._review.line, until)
            plies = () if self._turn is None else (until + 1,)
            if fight:
                told.append(Passage(INITIATIVE, "until" if plies else "quiet", side, plies, None, fight, kinds))
        yield from sorted(told, key=lambda one: one.plies[-1:])

    def _shifted(self, slot: str, shift: Shift) -> Passage:
        """Return how a side lost ground: by one move, or by small steps of which the costliest is named."""
        way = _way(shift)
        if way == "won" and self._winner is None and self._end_on_board[0] == "too_few":
            way = "ahead"
        if shift.is_single and shift.worst is not None:
            move = self._moves[shift.worst - 1]
            return Passage(slot, "slip", shift.side, (move.ply,), cause_of(move), way)
        change = change_of(self._review.line, shift.first - 1, shift.last, shift.side)
        step = () if shift.worst is None else (shift.worst,)
        return Passage(slot, "slid", shift.side, (shift.first, shift.last, *step), theme=way, note=change)

    def _repeated(self) -> Passage | None:
        """Return the costliest idea that several moves missed, unless a shift tells it."""
        told = {shift.worst for shift in self._told_shifts()}
        cost, first = Counter[tuple[int, ...]](), dict[tuple[int, ...], Passage]()
        for move in self._moves:
            for fact in move.facts:
                if fact.kind is FactKind.AGAIN:
                    key = (*fact.counts, fact.side, fact.pieces[1].square)
                    cost[key] += round(1000 * move.loss) if move.ply not in told else -(10**6)
                    first.setdefault(key, Passage(INITIATIVE, MISSED, 0, (move.ply,), fact))
        best = max(cost, key=lambda key: cost[key], default=())
        return first[best] if cost[best] > 0 else None

    def _chance(self, until: int) -> Iterator[Passage]:
        """Yield the costliest mistake before the turning point that the answer gave back."""
        opened = {ply for one in self.opening() for ply in one.plies}
        near = (move for move in self._moves[:until] if move.ply + 1 < until and move.ply not in opened)
        found = [move for move in near if move.loss >= _HUGE and self._is_missed(move)]
        if found:
            move = max(found, key=lambda move: move.loss)
            yield Passage(INITIATIVE, "allowed", move.side, (move.ply,), cause_of(move))

    def turning(self) -> Iterator[Passage]:
        """Yield the turning point with its reason and which way the game turned, or that it stayed equal."""
        if self._turn is not None:
            told = self._shifted(TURNING, self._turn)
            yield replace(told, name="mated", theme="") if self._is_mated(told) else told
            yield from self._missed_later()
        elif all(standing(chance)[1] == LEVEL for chance in self._curve):
            yield Passage(TURNING, "level")

    def _missed_later(self) -> Iterator[Passage]:
        """Yield an idea that both sides missed after the game had turned."""
        repeated = self._repeated()
        if repeated is not None and self._turn is not None and repeated.plies[0] > self._turn.last:
            yield replace(repeated, slot=TURNING)

    def _is_mated(self, told: Passage) -> bool:
        """Return whether a single move allowed the mate that was given at once."""
        return self._is_mate and told.name in ("slip", "mated") and told.plies[0] == len(self._moves) - 1

    def ending(self) -> Iterator[Passage]:
        """Yield how the game ended: since when it was decided, by what, and how; or that a win was let go."""
        winner, last = self._winner, len(self._moves)
        if winner is None:
            yield from self._undecided()
            return
        ply, final = self._decided_since(winner), self._curve[-1] if winner == RED else 1 - self._curve[-1]
        if ply is None:
            yield self._unclear(winner, final)
            return
        is_soon = self._turn is not None and ply <= self._turn.last + _SOON
        if self._is_mate:
            name, at = ("soon", last) if is_soon else ("late", ply)
            if not any(self._is_mated(told) for told in self.turning() if told.plies):
                yield Passage(ENDING, "mated", winner, (at,), theme=name)
            return
        more = surplus(self._review.line.board(), winner)
        lead = "material" if more else "attack" if final > 1 - _SLIP else "won"
        yield Passage(ENDING, self._end(), winner, (ply,), None, f"soon.{lead}" if is_soon else lead, more)

    def _unclear(self, winner: int, final: float) -> Passage:
        """Return how a game was won in a position that is not winning."""
        end = self._end()
        if end == "rules":
            return Passage(ENDING, end, winner)
        label = standings(self._curve)[-1][0]
        if end != "time" and label * (1 if winner == RED else -1) > 0:
            return Passage(ENDING, end, winner, (len(self._moves),), theme=BETTER_END)
        name = "time" if end == "time" else "against" if final < 1 - BANDS[0] else "open"
        return Passage(ENDING, "surprise", winner, theme=name)

    def _end(self) -> str:
        """Return how the losing side lost, one of ENDS."""
        return "rules" if self._reason.startswith(_RULES) else _ENDS.get(self._reason, GAVE_UP)

    def _undecided(self) -> Iterator[Passage]:
        """Yield how a game without a winner ended."""
        ahead, final = standing(self._curve[-1])
        if self._result != "1/2-1/2":
            if final >= CLEAR:
                yield Passage(ENDING, "unfinished", ahead)
            return
        name, side = self._end_on_board
        won = max((standing(chance) for chance in self._curve), key=lambda one: one[1])
        is_told = self._turn is not None and _way(self._turn) == "gone"
        if name:
            yield Passage(ENDING, name, side)
        elif final >= CLEAR:
            yield Passage(ENDING, "spared", ahead)
        elif won[1] == WON and not is_told:
            yield Passage(ENDING, "let_go", won[0])
        else:
            name = "agreed" if self._reason == "agreement" else "drawn"
            yield Passage(ENDING, "held" if is_told else name)

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

    def _decided_since(self, winner: int) -> int | None:
        """Return the ply from which the winner was winning to the end, or None if it was not at the end."""
        last = None
        for ply in range(len(self._curve) - 1, 0, -1):
            if standing(self._curve[ply]) != (winner, WON):
                break
            last = ply
        return last


def _leading(found: Sequence[Shift], turn: Shift) -> list[Shift]:
    """Return the shifts before the turning point: the greatest of several in a row by one side."""
    runs = [list(run) for _, run in groupby(found, key=lambda shift: shift.side)]
    told = [max(run, key=lambda shift: shift.swing) for run in runs]
    return [shift for shift in told if shift.worst != turn.worst or shift.worst is None]


def _begin(shift: Shift) -> int:
    """Return the ply from which a shift is told."""
    return shift.worst if shift.is_single and shift.worst is not None else shift.first


def _way(shift: Shift) -> str:
    """Return which way the game turned: one of WAYS, or "" if neither side is better now."""
    if shift.was > 0:
        return "reversed" if shift.now < 0 else "gone"
    if shift.now == 0:
        return ""
    return "won" if shift.now == -2 else "ahead" if shift.after <= 1 - BANDS[1] else "initiative"


def _phase_of(side: int, faults: Sequence[MoveReview]) -> Iterator[Passage]:
    """Yield the phase that a side should practise, if most of what its faults cost, and much, falls in one."""
    total = sum(move.loss for move in faults)
    for phase in _PHASES:
        own = [move for move in faults if move.phase == phase]
        if len(own) >= _OFTEN and sum(move.loss for move in own) >= max(_DEAR, _PHASE * total):
            yield Passage(PRACTICE, phase, side, tuple(move.ply for move in own))


def _is_repeated(move: MoveReview) -> bool:
    """Return whether a move missed or allowed what others did, too, which is told with its span."""
    cause = cause_of(move)
    return cause is not None and cause.kind is FactKind.AGAIN


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
