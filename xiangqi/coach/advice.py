"""Facts about the better move, or about the answer if nothing else can be said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.deeds import deed_of
from xiangqi.coach.facts import AVOIDS, CAPTURES, LESS, Fact, FactKind, Placed, Start
from xiangqi.coach.keeping import balances, keeps
from xiangqi.coach.lines import is_forced, is_paid_for, is_quiet, until_quiet
from xiangqi.coach.prover import Prover, until_repeated
from xiangqi.coach.purposes import NO_PURPOSE, Purpose, comes_out, danger_to, is_given_up, purpose_of, trades
from xiangqi.coach.scene import placed, played, value_of
from xiangqi.coach.soundness import BEYOND, DEEP, FOLLOWED, LEAST_GAIN, LEAST_LATER, JudgedMove
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.standing import how_met, ways_of
from xiangqi.coach.tactics import SLACK
from xiangqi.coach.threats import WORTH_TAKING
from xiangqi.coach.trifles import is_too_much
from xiangqi.line import Moves

_BETTER: Final = 60  # importance
_ANSWER: Final = 20
_BETTER_NODES: Final = 300_000  # of the deepest search of a better move: an eighth of a second
COSTLY: Final = 0.1
"""The least loss for which the better move is named although its point is not seen."""

_GRAVE: Final = 0.2  # the least loss for which the answer is named although its point is not seen
_FARTHEST: Final = 9  # plies within which a line may win something great
_LOST: Final = 0.5  # the winning chance below which a side is losing
MATES: Final = (FactKind.MATE, FactKind.FORCED_MATE)
"""The kinds of facts that tell a mate."""


_LEADS: Final = FactKind.FOLLOWS.value  # by the answer to the move
_WOULD_LEAD: Final = "would lead"  # the same by the better move
_TELLING: Final = (
    "captures", "takes", "keeps", "attacks", _WOULD_LEAD, "trades", "guards", "counters", "saves", _LEADS,
    "checks", "offers", "develops", "",
)  # fmt: skip
"""The names of a move's effects and of what it leads to, the most telling first."""

_PASSIVE: Final = ("checks", "develops", "saves", "guards", "counters", "offers")
"""The names of an answer's effects that win nothing."""


def by_telling(fact: Fact) -> int:
    """Return the key that sorts facts about what moves do or lead to, the most telling first."""
    if fact.kind is FactKind.FOLLOWS:
        return _TELLING.index(_LEADS if fact.start is Start.AFTER else _WOULD_LEAD)
    if fact.kind is FactKind.ANSWER and not fact.name:
        return len(_TELLING)
    return _TELLING.index(fact.name.partition(".")[0])


def wins_something(fact: Fact) -> bool:
    """Return whether a fact says that a move takes, wins or keeps a piece, or leads to that."""
    return fact.name.partition(".")[0] in (CAPTURES, "takes", "keeps")


def does_something(move: JudgedMove, fact: Fact) -> bool:
    """Return whether a fact is worth a second sentence about a costly move.

    An answer must win, exchange or attack something. If the better move has no visible effect, its side must
    next take more than a soldier.
    """
    if fact.name:
        weak = ("checks", "develops") if fact.kind is FactKind.BETTER else _PASSIVE
        return fact.name not in weak
    line = fact.proof[:3]
    takes = len(line) > 2 and _value_at(played(move.before, line[:2]), line[2]) >= WORTH_TAKING
    return takes and fact.kind is FactKind.BETTER


class Adviser:
    """Names the better move, or the answer."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover

    def better(self, move: JudgedMove, told: Sequence[Fact]) -> Iterator[Fact]:
        """Yield a fact about the better move if searches prove it better and its point is seen.

        Args:
            move: the move that is judged.
            told: the other facts about the move.
        """
        if not move.better:
            return
        best = self.prover.gain_by(move.before, move.better[0])
        real = self.prover.gain_by(move.before, move.move)
        if best is None or real is None or best.is_mated or best.value < real.value - SLACK:
            return
        middle = (best.value + real.value) // 2  # must separate the two moves in deeper searches as well
        if not self.prover.loses(move.before, move.move, -middle, DEEP, quick=True):
            return
        kept = middle - SLACK
        if not self.prover.wins(move.before, move.better[0], kept, BEYOND, quick=True, nodes=_BETTER_NODES):
            return
        purpose = self._purpose(move, told, best.value, real.value)
        if purpose is not None:
            fact = self._line_fact(move, FactKind.BETTER, purpose, sums=not told)
            if fact.name:
                yield fact

    def seen(self, move: JudgedMove) -> Iterator[Fact]:
        """Yield a fact about the better move's visible effect, for use if nothing else is told.

        If nothing is seen, the fact only names the move, and there is none unless the move played is costly.
        """
        if not move.better:
            return
        fact = self._line_fact(move, FactKind.BETTER, NO_PURPOSE, sums=False)
        if is_given_up(move, self.prover):
            fact = self._named(fact, NO_PURPOSE)
        elif not fact.name:
            line, due = until_repeated(move.before, move.better), self._won_anyway(move)
            late = self._wins_late(move, move.before, line, due)
            sums = [(CAPTURES, ())] if late or self._gains(move, move.before, fact.proof, due) else []
            found = next(chain(sums, keeps(move, self.prover), trades(move, self.prover)), NO_PURPOSE)
            fact = replace(self._named(fact, found), proof=late or fact.proof)
        if fact.name or move.loss >= COSTLY:
            yield fact

    def instead(self, move: JudgedMove) -> Iterator[Fact]:
        """Yield a fact about the visible effect of the better move, unless it wins less than the move played.

        Without an effect worth telling, its line is told if the side was not losing and has another move in it.
        """
        if not move.better:
            return
        best, real = (self.prover.gain_by(move.before, step) for step in (move.better[0], move.move))
        if best is None or real is None or best.is_mated or best.value < real.value - SLACK:
            return
        keeps_chance = move.chance >= _LOST
        for fact in self.seen(move):
            if fact.name and self._is_worth_naming(move, fact):
                yield fact
            elif keeps_chance and len(fact.proof) > 2:
                yield self._named(fact, NO_PURPOSE)

    def _is_worth_naming(self, move: JudgedMove, fact: Fact) -> bool:
        """Return whether the effect of a better move is worth telling beside a reason.

        It must not be an exchange at a loss, an attack on a piece that then moves away, the keeping of a piece
        that was not in danger before, the development of a piece, or the offer of an exchange.
        """
        if fact.name == "attacks":
            return all(step.from_square != fact.pieces[1].square for step in move.better[1:2])
        if fact.name == "trades":
            return spoils_of(move.before, fact.proof, fact.side).balance > -SLACK
        if fact.name == "keeps":
            return danger_to(move.before, fact.pieces[1].square, self.prover) is not None
        return fact.name not in ("develops", "offers")

    @staticmethod
    def _named(fact: Fact, purpose: Purpose) -> Fact:
        name, others = purpose
        return replace(fact, name=name, pieces=(*fact.pieces[:1], *others))

    def _won_anyway(self, move: JudgedMove) -> int:
        """Return the material that the move played wins in the engine's line, at least 0.

        A better line must win more.
        """
        line = until_quiet(move.before, until_repeated(move.before, (move.move, *move.refutation)), self.prover)
        return max(0, spoils_of(move.before, line, move.before.turn).balance)

    def _purpose(self, move: JudgedMove, told: Sequence[Fact], best: int, real: int) -> Purpose | None:
        """Return the purpose of the better move; None if the move should not be named.

        A move that loses a piece as well is named only if it is known to lose less and its side is losing.

        Args:
            move: the move that is judged.
            told: the other facts about the move.
            best, real: the material that the better move and the move played win by force.
        """
        if any(fact.kind in MATES and fact.start is Start.AFTER for fact in told):
            return AVOIDS, ()
        met = (
            how for fact in told if fact.kind is FactKind.STOOD for how in ways_of(move, fact.name, self.prover)
        )
        if (found := next(met, None)) is not None:
            return found
        if best <= -WORTH_TAKING or is_given_up(move, self.prover):
            is_less = best >= real + LEAST_GAIN and move.chance < _LOST
            return self._saving(move) if is_less else None
        found = purpose_of(move, self.prover, beside_reason=bool(told))
        ways = chain(
            (way for fact in told for way in how_met(move, fact, self.prover)), keeps(move, self.prover)
        )
        return found if found != NO_PURPOSE else next(ways, NO_PURPOSE)

    def _saving(self, move: JudgedMove) -> Purpose | None:
        """Return the purpose of a better move that seems to lose material: saving or keeping a piece, or LESS.

        None means that it has no such purpose.

        LESS requires that both of the engine's lines lose material, and the better one less of it.
        """
        if not is_given_up(move, self.prover):
            found = purpose_of(move, self.prover, beside_reason=True)
            if found != NO_PURPOSE:
                return found
        better, played = balances(move, self.prover)
        is_less = better <= -LEAST_GAIN and better >= played + LEAST_GAIN
        return next(keeps(move, self.prover), (LESS, ()) if is_less else None)

    def answer(self, move: JudgedMove, after: Board) -> Iterator[Fact]:
        """Yield a fact about the engine's answer, unless its point is not seen and the move cost little."""
        if move.refutation:
            fact = self._line_fact(move, FactKind.ANSWER, NO_PURPOSE, sums=True)
            if not fact.name and move.tells_points and comes_out(after, fact.proof[0]):
                fact = replace(fact, name="develops")
            if fact.name or move.loss >= (_GRAVE if move.better else COSTLY):
                yield fact

    def _line_fact(self, move: JudgedMove, kind: FactKind, purpose: Purpose, *, sums: bool) -> Fact:
        """Return the fact that shows the better line, or the answer's, up to a quiet position.

        Args:
            move: the move that is judged.
            kind: BETTER or ANSWER.
            purpose: the purpose of the line's first move; NO_PURPOSE is replaced by the line's gain or by a
                visible effect.
            sums: whether the line's gain may be told.
        """
        if kind is FactKind.BETTER:
            board, line, weight = move.before, until_repeated(move.before, move.better), _BETTER
            due, start = self._won_anyway(move) if sums else 0, Start.BEFORE
        else:
            board = played(move.before, [move.move])
            line, weight, due, start = until_repeated(board, move.refutation), _ANSWER, move.taken, Start.AFTER
        shown = until_quiet(board, line, self.prover)
        if purpose == NO_PURPOSE:
            if sums and not self._gains(move, board, shown, due):
                shown = self._wins_late(move, board, line, due) or shown
            purpose = self._seen_in(move, kind, board, line, shown, due, sums=sums)
        elif purpose[0] == "takes" and _is_retaken(line):
            purpose = (CAPTURES, ()) if self._gains(move, board, shown, due) else NO_PURPOSE
        if purpose[0] == "saves" and self._is_chased(board, line, purpose[1][0]):
            purpose = NO_PURPOSE
        name, others = purpose
        pieces = (placed(board, line[0].from_square), *others)
        counts = (round(100 * move.chance),) if kind is FactKind.BETTER and move.chance else ()
        return Fact(kind, board.turn, start, pieces, shown, name=name, counts=counts, importance=weight)

    def _is_chased(self, board: Board, line: Moves, attacker: Placed) -> bool:
        """Return whether the attacker of the piece that a line moves first attacks it again at once."""
        follows = len(line) > 1 and line[1].from_square == attacker.square
        return follows and danger_to(played(board, line[:2]), line[0].to_square, self.prover) is not None

    def _seen_in(
        self, move: JudgedMove, kind: FactKind, board: Board, line: Moves, shown: Moves, due: int, *, sums: bool
    ) -> Purpose:
        """Return a line's purpose: a gain or trade in its shown part, its first effect, or NO_PURPOSE."""
        if sums and self._gains(move, board, shown, due):
            return CAPTURES, ()
        instead = move.move if kind is FactKind.BETTER else None
        takes_the_same = instead is not None and instead.to_square == line[0].to_square
        balance = spoils_of(board, shown, board.turn)
        is_trade = bool(balance.lost) or not balance.won  # what nothing is given for is not exchanged
        is_over = is_trade and not takes_the_same and is_paid_for(board, shown)
        is_trifling = move.loss >= COSTLY and _dearest(board, shown) < WORTH_TAKING
        if not due and is_over and not is_trifling and is_quiet(board, shown, self.prover):
            return "trades", ()
        found = deed_of(board, line, instead, self.prover) or NO_PURPOSE
        if not found[0].startswith("takes"):
            return found
        if _is_retaken(line):
            return (CAPTURES, ()) if self._gains(move, board, shown, due) else NO_PURPOSE
        takes_back = due and line[0].to_square == move.move.to_square
        won = value_of(found[1][0].code) - (due if takes_back else 0)
        left = balance.balance - due
        if won >= WORTH_TAKING and left < SLACK:
            return ("trades", ()) if left > -SLACK and (takes_back or is_trade) else NO_PURPOSE
        return NO_PURPOSE if won < SLACK or is_too_much(move, won) else found

    def _wins_late(self, move: JudgedMove, board: Board, line: Moves, due: int) -> Moves:
        """Return a line up to a quiet position beyond FOLLOWED if it wins a horse or more by then, or ()."""
        shown = until_quiet(board, line, self.prover, _FARTHEST)
        won = spoils_of(board, shown, board.turn).balance - due
        is_great = len(shown) > FOLLOWED and won >= LEAST_LATER
        is_told = is_great and not is_too_much(move, won) and is_forced(board, shown, self.prover, move.search)
        return shown if is_told else ()

    def _gains(self, move: JudgedMove, board: Board, line: Moves, due: int) -> bool:
        """Return whether a line gains its first side at least SLACK beyond `due`, and ends quietly.

        A gain that another answer reduces, or that is too great for what the move cost, does not count.
        """
        won = spoils_of(board, line, board.turn).balance - due
        if won < SLACK or is_too_much(move, won) or not is_quiet(board, line, self.prover):
            return False
        return is_forced(board, line, self.prover, move.search)


def _dearest(board: Board, line: Moves) -> int:
    """Return the value of the most valuable piece that is taken in a line, 0 if none is."""
    return max(_value_at(played(board, line[:end]), step) for end, step in enumerate(line))


def _value_at(board: Board, move: Move) -> int:
    """Return the value of the piece that a move takes, 0 if it takes none."""
    return value_of(board.piece_at(move.to_square))


def _is_retaken(line: Moves) -> bool:
    """Return whether a line's second move takes the piece that its first move has moved."""
    return len(line) > 1 and line[1].to_square == line[0].to_square
