"""Facts about one move of a game: what it allows, what it misses, and what was better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.advice import COSTLY, MATES, Adviser, by_telling, does_something, wins_something
from xiangqi.coach.aims import aimed_at, planned, two_targets
from xiangqi.coach.anyway import is_no_reason, wins_anyway
from xiangqi.coach.confinement import confined
from xiangqi.coach.facts import (
    Fact,
    FactKind,
    Placed,
    Start,
)
from xiangqi.coach.follows import followed, going_on, if_retaken, taken_later
from xiangqi.coach.hollow_cannon import gets_hollow_cannon, hollow_cannon, hollow_cannon_fact
from xiangqi.coach.lines import is_quiet
from xiangqi.coach.material import MaterialTeller
from xiangqi.coach.mates import THREAT, forced_mate, mate_fact, mate_threat
from xiangqi.coach.pressure import pressure
from xiangqi.coach.prover import Gain, Prover, until_repeated, without_cycles
from xiangqi.coach.purposes import falls
from xiangqi.coach.scene import as_if, placed, played, takes_back
from xiangqi.coach.soundness import (
    BEYOND,
    DEEP,
    FOLLOWED,
    LEAST_GAIN,
    LEAST_LATER,
    JudgedMove,
    what_stands,
    wins_for_sure,
    withstands,
)
from xiangqi.coach.spoils import spoils_of, told_part
from xiangqi.coach.standing import stood
from xiangqi.coach.strategy import point_of
from xiangqi.coach.tactics import CLAIMED, SLACK, Win, until_won, ways_opened, wins
from xiangqi.coach.threats import WORTH_TAKING, Intention, Shot, exchange, intention, is_idle
from xiangqi.coach.trifles import is_too_much, is_trifle, is_weak, weight_of, without_trifles
from xiangqi.coach.ways import king_step, opened, uncovered
from xiangqi.line import Moves

MUCH: Final = 300
"""The least that every other move must lose for an only move to be praised: nearly a horse."""

MOST_FACTS: Final = 4
_GLANCE: Final = 4  # plies that everybody sees at a glance
_PRAISE: Final = 300
_DEEP_NODES: Final = 600_000  # of all deep searches for a mistake: a quarter of a second


@dataclass
class FactFinder:
    """Finds facts that explain a judged move.

    Wins, mates and threats are proved; the engine's answer, its better move and points of strategy are only
    shown.
    """

    prover: Prover = field(default_factory=partial(Prover, quick=True))

    def __post_init__(self) -> None:
        self.material = MaterialTeller(self.prover)
        self.adviser = Adviser(self.prover)

    def of_mistake(self, move: JudgedMove) -> tuple[Fact, ...]:
        """Return the reasons why a move is a mistake, at most MOST_FACTS, the most important first.

        The better move follows, unless a reason names it. Failing all of these, only visible effects of the
        answer and of the better move are told, if there are any.
        What the move allows is proved from the position after it, what it missed from the position before it.
        """
        with self.prover.limited(_DEEP_NODES):
            return self._of_mistake(move)

    def _of_mistake(self, move: JudgedMove) -> tuple[Fact, ...]:
        after = played(move.before, [move.move])
        facts = [*self._hollow(move, after), *self._allowed(move, after), *self._missed(move)]
        facts += self._mated(move, after, facts)
        facts += self._by_material(move, facts)
        facts = [fact for fact in facts if not self._hides_something(move, fact)]
        for finder in (self._closing, self._aimed, self._by_lines, self._standing):
            if all(is_weak(move, fact) for fact in facts):
                facts += self._new(move, finder(move, after))
        reasons = without_trifles(move, [fact for fact in facts if not is_weak(move, fact)] or facts)
        if reasons and all(fact.kind is FactKind.ATTACK and is_weak(move, fact) for fact in reasons):
            shown = self._shown(move, after)
            is_small = all(is_trifle(move, fact) for fact in reasons)
            if any(fact.name and (is_small or wins_something(fact)) for fact in shown):
                return tuple(shown)
        reasons = _by_the_answer(move, sorted(reasons, key=lambda fact: -fact.importance))
        chosen = [
            if_retaken(move, going_on(move, fact, self.prover), self.prover)
            for fact in _without_repeats(reasons)[:MOST_FACTS]
        ]
        if move.better and any(
            fact.proof[0] == move.better[0] for fact in chosen if fact.start is Start.BEFORE
        ):
            return tuple(chosen)  # the better move has been named
        chosen += self._suggested(move, chosen, has_reason=bool(reasons))
        if all(fact.kind is FactKind.FOLLOWS for fact in chosen):
            return tuple(self._shown(move, after) or chosen)
        return tuple(chosen)

    @staticmethod
    def _hides_something(move: JudgedMove, fact: Fact) -> bool:
        """Return whether a capture that is shown, not proved, would win more than the move can have cost."""
        weight = weight_of(move, fact) if fact.kind is FactKind.TAKES else None
        return weight is not None and is_too_much(move, weight)

    def _shown(self, move: JudgedMove, after: Board) -> list[Fact]:
        """Return one or more facts about visible effects and sequels of the answer and the better move.

        If the answer leads to a capture, that comes first, and the effect of the better move follows. Otherwise
        the most telling fact comes first. After a costly move, a fact about the other of the two moves is added
        if it says enough; and if nothing can be told, the better move is just named.
        """
        found = [*self.adviser.answer(move, after), *self.adviser.seen(move)]
        seen, led = self._new(move, found), [*followed(move, self.prover, least=LEAST_GAIN)]
        if any(fact.start is Start.AFTER and fact.name == "takes" for fact in led):
            return [*led, *(fact for fact in seen if fact.kind is FactKind.BETTER and fact.name)]
        ranked = sorted([*seen, *led], key=by_telling)
        if move.loss < COSTLY:
            return ranked[:1]
        if not ranked:
            return [fact for fact in found if fact.kind is FactKind.BETTER and not fact.name]
        others = (
            fact for fact in ranked[1:] if fact.start is not ranked[0].start and does_something(move, fact)
        )
        return [*ranked[:1], *islice(others, 1)]

    def _new(self, move: JudgedMove, facts: Iterable[Fact]) -> list[Fact]:
        """Return the facts except those that are true without the move as well."""
        return [fact for fact in facts if not is_no_reason(move, fact, self.prover)]

    def _suggested(self, move: JudgedMove, told: Sequence[Fact], *, has_reason: bool) -> list[Fact]:
        """Return the fact about the better move, if any: a point of strategy if nothing else speaks for it."""
        better = [*self.adviser.better(move, told)] or self._besides(move, told)
        if has_reason or not (move.better and move.tells_points) or any(fact.name for fact in better):
            return better
        if _takes_soon(move.before, move.better) or _takes_soon(move.before, (move.move, *move.refutation)):
            return better  # it is not decided by strategy
        points = self._new(move, point_of(move.before, move.better[0], move.move))
        return [point for point in points if not falls(move, point.pieces[0].square)] or better

    def _besides(self, move: JudgedMove, told: Sequence[Fact]) -> list[Fact]:
        """Return facts that complete the reasons for a costly move whose better move cannot be proved better.

        They are about the better move if only the answer is told, and about the answer if only a better move
        without a gain is told.
        """
        if move.loss < COSTLY or all(fact.kind is FactKind.FOLLOWS for fact in told):
            return []
        if any(fact.kind in MATES for fact in told):
            return []
        if all(fact.start is Start.AFTER for fact in told):
            return self._new(move, self.adviser.instead(move))
        if any(fact.start is Start.AFTER or fact.gain or fact.kind is FactKind.TAKES for fact in told):
            return []
        answers = self._new(move, self.adviser.answer(move, played(move.before, [move.move])))
        return [fact for fact in answers if does_something(move, fact)]

    def _aimed(self, move: JudgedMove, after: Board) -> list[Fact]:
        """Return the threats that the move allows and misses, with attacks to be answered, or else pressure.

        Two targets at once are told instead of one of them.
        """
        pairs = {fact.start: fact for fact in two_targets(move, self.prover)}
        found = [fact for fact in self._threatened(move, after) if fact.moves or fact.start not in pairs]
        found += [fact for start, fact in pairs.items() if start not in {one.start for one in found}]
        told = {fact.start for fact in found}
        attacks = [fact for fact in self.material.attacked(move) if fact.start not in told]
        return found + attacks or [*pressure(move, self.prover)]

    def _mated(self, move: JudgedMove, after: Board, told: Sequence[Fact]) -> Iterator[Fact]:
        """Yield a mate found by repeated searches of the engine, unless a mate is told already."""
        if any(fact.kind is FactKind.MATE for fact in told):
            return
        if move.mated_in and move.refutation:
            yield forced_mate(after, move.refutation, move.mated_in, Start.AFTER)
        elif move.mates_in and move.better:
            yield forced_mate(move.before, move.better, move.mates_in, Start.BEFORE)

    def _closing(self, move: JudgedMove, _after: Board) -> list[Fact]:
        """Return the fact that a piece is shut in, if there is one."""
        return [*confined(move, self.prover)]

    def _standing(self, move: JudgedMove, _after: Board) -> list[Fact]:
        """Return the facts of the first finder that has more than trifles, else the first trifles found.

        The finders look for a threat that stood, a threat by the answer, a way that the move opened, and so on.
        """
        finders = (stood, aimed_at, opened, uncovered, king_step, planned, taken_later)
        trifles: list[Fact] = []
        for finder in finders:
            found = [*finder(move, self.prover)]
            if found and not all(is_weak(move, fact) for fact in found):
                return found
            trifles = trifles or found
        return trifles

    def _by_lines(self, move: JudgedMove, after: Board) -> Iterator[Fact]:
        """Yield a fact about the final gain of the answer, or else of the better line, if searches agree."""
        lost, line = self._end(after, until_repeated(after, move.refutation[:FOLLOWED]))
        kept, better = self._end(move.before, move.better[:FOLLOWED])
        gap = kept + lost - move.taken
        if gap < LEAST_LATER or not (line and better):
            return
        for board, shown, gain, start in (
            (after, line, lost, Start.AFTER),
            (move.before, better, kept, Start.BEFORE),
        ):
            if gain >= LEAST_LATER and wins_for_sure(self.prover, board, shown[0], gain):
                yield from wins(Win(Shot(board, shown[0], self.prover), shown, gain, start))[:1]
                return

    def _end(self, board: Board, line: Moves) -> tuple[int, Moves]:
        """Return the gain of the side to move in a line, and the line up to the last decisive capture.

        No further gain may follow that capture. Without one, the gain is 0 and the line is whole.
        """
        for end in range(len(line), 0, -1):
            before = played(board, line[: end - 1])
            if before.is_capture(line[end - 1]) and is_quiet(board, line[:end], self.prover):
                return spoils_of(board, line[:end], board.turn).balance, line[:end]
        return 0, line

    def _by_material(self, move: JudgedMove, told: list[Fact]) -> Iterator[Fact]:
        """Yield facts about captures by the answer and by the better move, unless `told` covers them."""
        gains = {fact.start for fact in told if fact.gain or fact.kind is FactKind.MATE}
        if Start.AFTER not in gains:
            yield from self.material.taken(move)
        if Start.BEFORE not in gains:
            yield from self.material.missed(move)

    def of_only_move(self, move: JudgedMove) -> Iterator[Fact]:
        """Yield praise for a move without which its side would have lost much, if the move is hard to see.

        Every other legal move must lose at least MUCH or the king by force, and a search of four plies must
        rate some other move as highly. An answer to a check and a recapture are never praised.
        """
        before, after = move.before, played(move.before, [move.move])
        if before.is_check() or takes_back(before, move.move):  # everybody plays it
            return
        others = [other for other in before.legal_moves() if other != move.move]
        if len(others) < 3 or not after.legal_moves() or not self._loses(before, others[0], 0):
            return
        real = self.prover.gain_by(before, move.move)
        if real is None or real.value < -SLACK or real.mates:
            return
        kept = min(real.value, 0)  # not winning something is not a loss
        if not all(self._loses(before, other, kept) for other in others):
            return
        seen = self.prover.gain_by(before, move.move, _GLANCE)
        if seen is None or not any(self._seems_as_good(before, other, seen.value) for other in others):
            return
        for depth in (DEEP, BEYOND):
            if not all(self._loses(before, other, kept, depth) for other in others):
                return
        if not self.prover.wins(before, move.move, kept - SLACK, BEYOND, quick=True):
            return
        line = until_repeated(before, (move.move, *move.refutation[:4]))
        mover = placed(before, move.move.from_square)
        claim = int(CLAIMED * MUCH)
        yield Fact(FactKind.ONLY_MOVE, before.turn, Start.BEFORE, (mover,), line, claim, importance=_PRAISE)

    def _loses(self, board: Board, move: Move, value: int, depth: int | None = None) -> bool:
        """Return whether a move ends MUCH plus SLACK below a value by force."""
        quick = depth is not None and depth > DEEP
        return self.prover.loses(board, move, MUCH + SLACK - value, depth, quick=quick)

    def _seems_as_good(self, board: Board, move: Move, value: int) -> bool:
        found = self.prover.gain_by(board, move, _GLANCE)
        return found is not None and found.value >= value

    def mate(self, board: Board, start: Start, first: Move | None = None) -> Fact | None:
        """Return the mate that the side to move can force, with a given or any first move, or None."""
        line = self.prover.mate(board) if first is None else self.prover.mates_by(board, first)
        if not line:
            return None
        return mate_fact(board, line, start)

    def by_force(self, board: Board, first: Move | None = None) -> Iterator[Fact]:
        """Yield a fact if the side to move forces a mate or a gain, with a given or any first move."""
        mate = self.mate(board, Start.BEFORE, first)
        if mate is not None:
            yield mate
            return
        gain = self.prover.gain(board) if first is None else self.prover.gain_by(board, first)
        if gain is None or not gain.line:
            return
        move = gain.line[0]
        if gain.mates:
            yield from self._mate_by_search(board, gain, Start.BEFORE)
        elif gain.value >= _least(board, move) and wins_for_sure(self.prover, board, move, gain.value):
            yield from wins(Win(Shot(board, move, self.prover), gain.line, gain.value, Start.BEFORE))[:1]

    def _allowed(self, move: JudgedMove, after: Board) -> Iterator[Fact]:
        """Yield a fact if the opponent can now force a mate or a gain which the better move would not allow.

        The gain must exceed a mere recapture. Facts about how the move made it possible follow.
        """
        mate = self.mate(after, Start.AFTER)
        if mate is not None:
            if not self._mates_as_soon_anyway(move, len(mate.proof)):
                yield mate
            return
        gain = self.prover.gain(after)
        if gain is None:
            return
        if gain.mates:
            if not self._is_mated_anyway(move):
                yield from self._mate_by_search(after, gain, Start.AFTER)
            return
        if gain.value - move.taken < LEAST_GAIN or not gain.line:
            return
        least = LEAST_GAIN + move.taken + self._lost_anyway(move)
        if gain.value < least:
            return
        if (
            move.taken
            and gain.line[0].to_square == move.move.to_square
            and gain.value - move.taken < WORTH_TAKING
        ):
            return  # it takes back, and little else
        win = what_stands(self.prover, move, self._win(after, gain, move.refutation[:1], Start.AFTER))
        if win is not None and win.gain >= least and self._wins_more(move, win) and not wins_anyway(move, win):
            win = replace(win, due=move.taken)
            yield from wins(win)[:1]
            yield from ways_opened(move.before, move.move, win.line[0], win)

    @staticmethod
    def _wins_more(move: JudgedMove, win: Win) -> bool:
        """Return whether the shown part of a win exceeds the move's own capture by at least LEAST_GAIN."""
        told = told_part(win.shot.before, win.line, win.claim)
        return spoils_of(move.before, (move.move, *told), win.shot.side).balance >= LEAST_GAIN

    def _mate_by_search(self, board: Board, gain: Gain, start: Start) -> Iterator[Fact]:
        """Yield a mate with quiet moves found by a full-width search, if its line is complete."""
        if len(gain.line) == 2 * gain.mate_moves - 1 and not played(board, gain.line).legal_moves():
            yield mate_fact(board, gain.line, start)

    def _mates_as_soon_anyway(self, move: JudgedMove, plies: int) -> bool:
        """Return whether the opponent also mates after the better move, at most one move later."""
        if not move.better:
            return False
        line = self.prover.mate(played(move.before, move.better[:1]))
        return bool(line) and len(line) <= plies + 2

    def _is_mated_anyway(self, move: JudgedMove) -> bool:
        """Return whether the better move is also mated; True if there is none or the search was cut off."""
        best = self.prover.gain_by(move.before, move.better[0]) if move.better else None
        return best is None or best.is_mated

    def _lost_anyway(self, move: JudgedMove) -> int:
        """Return the net loss of the mover after the better move; 0 if there is none or it is unknown."""
        best = self.prover.gain_by(move.before, move.better[0]) if move.better else None
        return 0 if best is None else max(0, -best.value)

    def _missed(self, move: JudgedMove) -> Iterator[Fact]:
        """Yield a fact if the better move would have forced a mate or a gain that the move played does not."""
        if not move.better:
            return
        mate = self.mate(move.before, Start.BEFORE, move.better[0]) or self.mate(move.before, Start.BEFORE)
        if mate is not None:
            if not self.prover.mates_by(move.before, move.move):
                yield replace(mate, importance=mate.importance - 5)
            return
        gain = self.prover.gain_by(move.before, move.better[0])
        real = self.prover.gain_by(move.before, move.move)
        if gain is None or real is None or real.mates:
            return
        if gain.mates:
            yield from self._mate_by_search(move.before, gain, Start.BEFORE)
            return
        if gain.value < LEAST_GAIN or gain.value - max(0, real.value) < LEAST_GAIN:
            return
        win = what_stands(self.prover, move, self._win(move.before, gain, (), Start.BEFORE))
        if win is not None:
            yield from wins(win)[:1]

    def _hollow(self, move: JudgedMove, after: Board) -> Iterator[Fact]:
        """Yield facts about a hollow cannon that the reply gets, and one that the better move would get."""
        gets = move.refutation and gets_hollow_cannon(after, move.refutation[0])
        if gets and not self._gets_hollow_cannon_anyway(move):
            yield from self._hollow_cannon(after, move.refutation, Start.AFTER)
        if move.better and hollow_cannon(after, move.before.turn) is None:
            yield from self._hollow_cannon(move.before, move.better, Start.BEFORE)

    def reason(self, board: Board, line: Moves) -> Fact | None:
        """Return the fact that makes a line's first move best: a forced gain, or else a hollow cannon; or None.

        Args:
            board: the position before the line. It is not changed.
            line: one or more legal moves, the engine's expected play.
        """
        found = chain(self.by_force(board, line[0]), self._hollow_cannon(board, line, Start.BEFORE))
        return next(found, None)

    def _hollow_cannon(self, board: Board, line: Moves, start: Start) -> Iterator[Fact]:
        fact = hollow_cannon_fact(board, line[:FOLLOWED], start, self.prover, (DEEP, BEYOND))
        if fact is not None:
            yield fact

    def _gets_hollow_cannon_anyway(self, move: JudgedMove) -> bool:
        """Return whether the opponent can also get a hollow cannon after the better move, by any move."""
        after = played(move.before, move.better[:1])
        return bool(move.better) and any(gets_hollow_cannon(after, answer) for answer in after.legal_moves())

    def _threatened(self, move: JudgedMove, after: Board) -> Iterator[Fact]:
        """Yield facts about the threat in the opponent's reply and the one missed with the better move."""
        for board, answer, start in (
            (after, move.refutation[:1], Start.AFTER),
            (move.before, move.better[:1], Start.BEFORE),
        ):
            found = intention(board, answer[0], self.prover) if answer else None
            if found is not None and not self._threatens_as_much_anyway(move, found, start):
                fact = self._threat(move, board, found, start)
                if fact is not None:
                    yield fact

    def _threatens_as_much_anyway(self, move: JudgedMove, found: Intention, start: Start) -> bool:
        """Return whether the reply to the better move, or the played move itself, threatens as much."""
        if start is Start.BEFORE:
            other = intention(move.before, move.move, self.prover)
        elif len(move.better) > 1:
            other = intention(played(move.before, move.better[:1]), move.better[1], self.prover)
        else:
            return False
        if other is not None and start is Start.AFTER and other.line[:1] == found.line[:1]:
            return not found.gain or bool(other.gain)
        return other is not None and (not other.gain or 0 < found.gain <= other.gain)

    def _threat(self, move: JudgedMove, board: Board, found: Intention, start: Start) -> Fact | None:
        """Return a threat as a fact if it survives a deeper search and the engine's own defence; else None."""
        if not found.gain:
            return mate_threat(board, found, start)
        taking, expected = found.line[2], move.refutation if start is Start.AFTER else move.better
        if found.gain < LEAST_LATER or not board.piece_at(taking.to_square):
            return None
        shown = played(board, found.line[:1])
        if is_idle(shown, expected, taking.to_square):
            return None
        claim = int(CLAIMED * found.gain)
        passed = as_if(shown, board.turn)
        carried = played(board, found.line[:2])
        if not self.prover.wins(passed, taking, claim, DEEP, quick=True):
            return None
        if not wins_for_sure(self.prover, carried, taking, found.gain):
            return None
        begin = found.line[:3] if start is Start.BEFORE else (move.move, *found.line[:3])
        if not withstands(self.prover, move, begin, carried, claim):
            return None
        first = found.line[0]
        by_mover = taking.from_square == first.to_square
        if not by_mover and board.is_pseudo_legal(taking):
            return None  # it attacked before
        origin = first.from_square if by_mover else taking.from_square
        pieces = (placed(board, origin), placed(board, taking.to_square))
        proof = found.line[:2] + until_won(carried, found.line[2:], claim, self.prover)
        importance = THREAT + claim // 10
        return Fact(FactKind.THREAT, board.turn, start, pieces, proof, claim, importance=importance)

    def _win(self, board: Board, gain: Gain, preferred: Moves, start: Start) -> Win:
        """Return the win of the side to move, by the engine's own move if that wins as much."""
        line = gain.line
        if preferred and preferred[0] != line[0] and self.prover.wins(board, preferred[0], gain.value - SLACK):
            found = self.prover.gain_by(board, preferred[0])
            if found is not None and found.value >= gain.value - SLACK:
                gain, line = found, found.line
        line = without_cycles(board, self._at_once(board, line, gain.value))
        return Win(Shot(board, line[0], self.prover), line, gain.value, start)

    def _at_once(self, board: Board, line: Moves, value: int) -> Moves:
        """Return a line that begins with the side's next move, if that wins as much at once, or the line."""
        capture = line[2] if len(line) > 2 and not board.is_capture(line[0]) else None
        if capture is None or not (board.is_capture(capture) and board.is_legal(capture)):
            return line
        found = self.prover.gain_by(board, capture)
        is_plain = exchange(board, capture, self.prover) >= value - SLACK
        return line if found is None or found.value < value - SLACK or not is_plain else found.line


def _least(board: Board, move: Move) -> int:
    """Return the least material that a move must win to be mentioned when a position is explained."""
    return WORTH_TAKING if board.is_capture(move) else LEAST_LATER


def _by_the_answer(move: JudgedMove, facts: list[Fact]) -> list[Fact]:
    """Return the facts except those about other answers than the engine's, unless all are such; mates stay."""
    after = [fact for fact in facts if fact.start is Start.AFTER and fact.kind is not FactKind.MATE]
    others = [fact for fact in after if fact.proof and fact.proof[:1] != move.refutation[:1]]
    return facts if len(others) == len(after) else [fact for fact in facts if fact not in others]


def _takes_soon(board: Board, line: Moves) -> bool:
    """Return whether the first moves of a line include a capture."""
    return any(played(board, line[:index]).is_capture(step) for index, step in enumerate(line[:_GLANCE]))


def _without_repeats(facts: list[Fact]) -> list[Fact]:
    """Return the facts without those that repeat the kind and the pieces of an earlier one."""
    seen: set[tuple[FactKind, Start, tuple[Placed, ...]]] = set()
    kept = []
    for fact in facts:
        key = (fact.kind, fact.start, fact.pieces)
        if key not in seen:
            seen.add(key)
            kept.append(fact)
    return kept
