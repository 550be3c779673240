"""The story of a game, as data: passages in five slots, some of which may be empty.

The slots are the opening, the fight, the turning point, the ending and the practice for each side. Observations
on the boards are in `xiangqi.coach.story_board`, the words in `xiangqi.coach.story_words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import Final

from xiangqi.coach.facts import FactKind, Start
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.story_board import (
    change_of,
    chariots_gone,
    checks_of,
    draw_of,
    fight_of,
    lost_between,
    surplus,
)
from xiangqi.coach.story_causes import (
    MISSED_MATES,
    cause_of,
    is_allowed,
    is_repeated,
    practised,
    wins,
)
from xiangqi.coach.story_costs import lesson_of
from xiangqi.coach.story_curve import BANDS, GIVEN, LEVEL, STILL, WON, Curve, Shift, standing
from xiangqi.coach.story_passages import (
    BETTER_END,
    EDGES,
    ENDING,
    FELL,
    GAVE_UP,
    INITIATIVE,
    MISSED,
    MOVES,
    NAMED,
    ONCE,
    OPENING,
    PLAIN_END,
    PRACTICE,
    ROUGH,
    SLOWLY,
    SPAN,
    STANDINGS,
    TURNING,
    UNNAMED,
    WILD,
    Passage,
    founded,
    told_plies,
    without_repeats,
)
from xiangqi.coach.story_slips import dearest, gave_back, idea_of, is_given_back, is_made_up
from xiangqi.core.constants import BLACK, PAWN, RED, opponent
from xiangqi.records.tree import Game

_OPENING_PLIES: Final = 24
# How a game was won: what it is called by the reason of its end, as the tag Termination has it.
_ENDS: Final = {"stalemate": "stalemate", "resignation": "resigned", "time": "time"}
_RULES: Final = ("perpetual", "check_", "chase_")  # how the reasons of the rules on repetitions start
_AHEAD: Final = ("ahead", "won", "winning", "better")  # ways of a game after which the other side stands better

_EDGE: Final = 0.55  # the least chance of a side that stands better
_LEAST: Final = 6  # plies of a game that has a story
_SOON: Final = 4  # plies after the turning point within which it has decided the game
_LASTS: Final = 12  # plies for which the way that a slip turned the game must last, unless another slip follows
_LATE: Final = 20  # plies after the last mistake that is told, in which more is won before the mate
_LONG: Final = 30  # plies after which an equal game is worth a sentence
_FAULT: Final = 0.07  # the loss of a mistake that is counted where a side made several
_COSTLY: Final = 0.12  # the loss of a move that is told although it turned nothing
_DEAR: Final = 0.15  # a loss that is a theme although it comes once, or is told of the opening
_HUGE: Final = 0.20  # the loss of a chance that is told although it was missed
_GRAVE: Final = 0.30  # the loss of a move that is named where an idea was missed several times
_TWICE: Final = 0.40  # the same without a chance that can be named
_OFTEN: Final = 2
_MANY: Final = 3  # mistakes that are "one after another"
_CLEAR: Final = 0.10  # the least loss of each of them, and of one of the other side's that is told with them
_STEPS: Final = 4  # moves of a slide that are named, at most
_MOST: Final = 2  # shifts before the turning point that are told one by one
_HALF: Final = 0.5  # the share of a shift that the moves which are named explain without more words
_WHOLE: Final = 0.75  # the share of a shift that its dearest moves explain, above which it began with them
_QUICK: Final = 3  # moves in which a mate is given that is told before anything smaller


def story_of(review: GameReview, result: str = "*", reason: str = "") -> tuple[Passage, ...]:
    """Return the story of a game, empty if the game is not wholly reviewed or has too few moves.

    Args:
        review: the reviewed game.
        result: as in `records.tree.RESULTS`; if the final position is finished, its own result counts.
        reason: why the game ended, as in the tag Termination; "" or other words if unknown.
    """
    if len(review.moves) != len(review.line.moves) or len(review.moves) < _LEAST:
        return ()
    teller = _Teller(review, result, reason)
    before = (*teller.opening(), *teller.middle())
    return (*before, *teller.ending(before), *teller.practice(before))


def story_of_record(review: GameReview, game: Game) -> tuple[Passage, ...]:
    """Return the story of a record's main line, with the result and the end that its tags give."""
    return story_of(review, game.result, game.headers.get("Termination", ""))


class _Teller:
    """Finds the passages of one game's story."""

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
        curve = Curve(review.moves)
        self._chances, self._curve = curve, curve.red
        self._dearest = dearest(review.moves)
        ahead, band = standing(self._curve[-1])
        found = draw_of(review.line, ahead)
        self._end_on_board = ("", 0) if found[0] == "too_few" and band == WON else found
        is_pressed = result == "1/2-1/2" and not self._end_on_board[0]
        pressed = curve.pressed(_LONG)
        if self._winner is not None and pressed[0] == opponent(
            self._winner
        ):  # the record's result is another one
            is_pressed = curve.edge_of(*pressed, len(self._curve) - 1) < len(EDGES) - 1
        self._pressed = pressed if is_pressed else (0, 0)
        self._turn = curve.turning_point(None if self._winner is None else opponent(self._winner))
        self._earlier = [] if self._turn is None else curve.earlier(self._turn)
        self._decisive = None if self._turn is None else curve.decisive(self._turn)
        if self._is_late():
            self._decisive, self._turn = self._turn, self._earlier.pop()
        if self._decisive is None and self._turn is not None and self._winner is None:
            self._decisive = curve.answered(self._turn)

    def _is_late(self) -> bool:
        """Return whether an earlier shift had left the side of the turning point as good as lost."""
        last = self._earlier[-1] if self._earlier else None
        is_lost = self._turn is not None and self._turn.before <= STILL and self._decisive is None
        return is_lost and last is not None and self._turn is not None and last.side == self._turn.side

    # ---- The slots ----

    def opening(self) -> Iterator[Passage]:
        """Yield a passage on the opening, if it has a name, and on its biggest mistake or its balance."""
        key = self._review.summary.opening
        if key is None:
            return
        begun = min((shift.first for shift in self._told_shifts()), default=len(self._moves) + 2)
        at = max(0, min(_OPENING_PLIES, begun - 2, len(self._moves)))
        costly = [
            move
            for move in self._moves[:at]
            if move.loss >= _DEAR and not is_repeated(move) and not self._is_after_idea(move)
        ]
        worst = max(filter(self._is_early, costly), key=lambda move: move.loss, default=None)
        if len({move.side for move in costly if move.loss >= _HUGE}) == len((RED, BLACK)):
            yield Passage(OPENING, WILD, theme=key)
        elif worst is not None and not self._is_told(worst):
            missed = MISSED if is_given_back(self._moves, worst) else ""
            yield Passage(OPENING, ROUGH, worst.side, (worst.ply,), cause_of(worst), key, note=missed)
        else:
            near = self._chances.points[max(0, at - 1) : at + 1] if at > 1 else (0.5, 0.5)
            side, band = standing(sorted((min(near), 0.5, max(near)))[1])
            was_level = at >= _LEAST and all(standing(chance)[1] == LEVEL for chance in self._curve[: at + 1])
            was_level = was_level and not 0 < self._led_since() <= at
            yield Passage(OPENING, STANDINGS[band] if side or was_level else NAMED, side, theme=key)

    def _is_early(self, move: MoveReview) -> bool:
        """Return whether an early mistake is worth telling: it has a reason, and was punished or grave."""
        return wins(cause_of(move)) and (move.loss >= _GRAVE or not is_given_back(self._moves, move))

    def _is_told(self, move: MoveReview) -> bool:
        """Return whether the turning point follows soon after a move and has the same kind of cause."""
        turn = None if self._turn is None or self._turn.worst is None else self._moves[self._turn.worst - 1]
        causes = (cause_of(move), None if turn is None else cause_of(turn))
        near = turn is not None and turn.ply - move.ply <= _SOON
        return near and None not in causes and len({fact.kind for fact in causes if fact is not None}) == 1

    def _is_after_idea(self, move: MoveReview) -> bool:
        """Return whether a move comes after an idea that both sides missed, and cost hardly more than it."""
        idea = self._repeated()
        first = None if idea is None else self._moves[idea.plies[0] - 1]
        return first is not None and first.ply < move.ply and move.loss < first.loss + _FAULT

    def _told_shifts(self) -> list[Shift]:
        return self._earlier if self._turn is None else [*self._earlier, self._turn]

    def initiative(self) -> Iterator[Passage]:
        """Yield passages on the game before its turning point: who got the better of it, or a missed chance."""
        until = len(self._moves) if self._turn is None else self._turn.first - 1
        told = [*self._lead(), *self._told_earlier()]
        opened = max([ply for one in self.opening() for ply in one.plies], default=0)
        repeated, mates = self._repeated(), [*self._missed_mate(INITIATIVE, opened, until)]
        if mates:
            told = [*told[: _MOST - 1], *mates]
        elif repeated is not None and opened < repeated.plies[0] <= until and len(told) < _MOST:
            told.append(repeated)
        if not told:
            told += self._edge_before(until)
        if not told and until >= _LONG and not any(opened < slip.ply <= until for slip in self._dearest):
            fight, side, kinds = fight_of(self._review.line, until)
            plies = () if self._turn is None else (until + 1,)
            gone = chariots_gone(self._review.line, until) if fight == "chariots" else 0
            if gone:
                told.append(Passage(INITIATIVE, "by", 0, (gone,), None, fight))
            elif fight:
                told.append(Passage(INITIATIVE, "until" if plies else "quiet", side, plies, None, fight, kinds))
        yield from sorted(told, key=lambda one: one.plies[:1])

    def _edge_before(self, until: int) -> Iterator[Passage]:
        """Yield a passage on the side that was somewhat better for longest before the turning point."""
        if self._turn is not None:
            side, first, last = self._chances.edge()
            if side and last <= until:
                edge = EDGES[self._chances.edge_of(side, first, last)]
                yield Passage(INITIATIVE, "edge", side, (first, last), theme=edge)

    def _lead(self) -> Iterator[Passage]:
        """Yield a passage that says when a side got its advantage, if the story would tell only of its loss."""
        since, turn = self._led_since(), self._turn
        if turn is None or not since:
            return
        if since > _OPENING_PLIES or not any(one.side == turn.side for one in self.opening()):
            own = sorted(self._chances.least(turn.side)[since : turn.first - 1])
            name = "lead" if own[len(own) // 2] >= BANDS[1] else "lead_slight"
            yield from self._gave_lead(turn.side, since)
            yield Passage(INITIATIVE, name, turn.side, (since,))

    def _gave_lead(self, side: int, since: int) -> Iterator[Passage]:
        """Yield a passage on the other side's move right before a lead, if it was costly and has a reason."""
        near = [move for move in self._moves[max(0, since - 2) : since] if move.side != side]
        for move in near:
            if move.loss >= _COSTLY and is_allowed(move):
                yield Passage(INITIATIVE, "slip", move.side, (move.ply,), cause_of(move))

    def _led_since(self) -> int:
        """Return the first ply of the advantage that a side gave away at the turning point, or 0."""
        turn = self._turn
        if turn is None or self._earlier or turn.way not in GIVEN:
            return 0
        own = self._chances.least(turn.side)[: turn.first - 1]
        since = next((at for at in range(len(own) - 1, 0, -1) if own[at] < _EDGE), 0) + 1
        return since if len(own) - since >= _SOON else 0

    def _told_earlier(self) -> list[Passage]:
        """Return passages on the greatest shifts before the turning point, perhaps after a summary."""
        worth = [shift for shift in self._earlier if self._is_worth(shift)]
        most = sorted(worth, key=lambda shift: shift.swing, reverse=True)[:_MOST]
        if len(self._earlier) > _MOST:
            given = [shift.side for shift in self._earlier if shift.way in GIVEN]
            if len({*given}) == len((RED, BLACK)):
                return [Passage(INITIATIVE, "seesaw"), *(self._shifted(INITIATIVE, one) for one in most)]
            if len(given) >= _OFTEN:
                return [
                    Passage(INITIATIVE, "wavered", given[0]),
                    *(self._shifted(INITIATIVE, one) for one in most),
                ]
        return [self._shifted(INITIATIVE, shift) for shift in most]

    def _is_worth(self, shift: Shift) -> bool:
        """Return whether to tell an earlier shift: not if it only lost a small advantage that was not told."""
        others = (one for one in self._earlier if one.last < shift.first and one.side != shift.side)
        return shift.way != "gone" or shift.swing >= _DEAR or any(others)

    def _shifted(self, slot: str, shift: Shift) -> Passage:
        """Return a passage on how a side lost ground: by one move, or by steps with the costliest named."""
        way = shift.way
        if way in ("winning", "won", "ahead") and self._winner is None and self._end_on_board[0] == "too_few":
            way = "better"
        way = self._so_far(way, shift.last)
        if shift.is_single and shift.worst is not None:
            move = self._moves[shift.worst - 1]
            return Passage(slot, "slip", shift.side, (move.ply,), cause_of(move), way)
        span, steps = (shift.first, shift.last, shift.side), self._steps(shift)
        explained = sum(self._moves[ply - 1].loss for ply in steps if self._moves[ply - 1].side == shift.side)
        is_named = steps and (steps[0] <= shift.first + 1 or shift.last - shift.first <= _SOON)
        if explained >= _HALF * shift.swing or is_named:
            return Passage(slot, "slid", shift.side, (shift.first, shift.last, *steps), None, way)
        fell = lost_between(self._review.line, self._moves, *span)
        change = FELL if fell else change_of(self._review.line, shift.first - 1, shift.last, shift.side)
        change = change or (UNNAMED if shift.worst is None else SLOWLY)
        return Passage(slot, "slid", shift.side, (shift.first, shift.last, *steps), None, way, fell, change)

    def _so_far(self, way: str, last: int) -> str:
        """Return a way of the game after a ply, without saying that it lasted if hardly anything followed."""
        is_end = last >= len(self._moves) - 1
        return {"ahead": "better", "won": "winning"}.get(way, way) if is_end else way

    def _steps(self, shift: Shift) -> list[int]:
        """Return the plies of the moves of a shift to name, in order: the two costliest mistakes.

        If they explain less than three quarters of the shift, its worst move comes before the second. A grave
        mistake of the other side is named, too.
        """
        own = [move for move in self._span(shift) if move.side == shift.side and move.loss >= _FAULT]
        own = [move for move in own if self._is_last(shift, move) or not gave_back(self._moves, move)]
        again = {one.ply for move in own for one in idea_of(self._moves, move)[1:]}
        own = [move for move in own if move.ply not in again]
        dear = sorted(own, key=lambda move: move.loss, reverse=True)[:_MOST]
        named = [move.ply for move in dear]
        begun = [] if shift.worst is None or shift.worst in again else [shift.worst]
        if sum(move.loss for move in dear) < _WHOLE * shift.swing and not {*begun} <= {*named}:
            named = [*begun, *named[:1]]
        return sorted([*named, *self._gift(shift, named)])

    def _is_last(self, shift: Shift, move: MoveReview) -> bool:
        """Return whether a move is the grave end of a shift, although it may have returned a gift."""
        return move.ply == shift.last and move.loss >= _HUGE

    def _gift(self, shift: Shift, named: Sequence[int]) -> list[int]:
        """Return a list with the ply of the other side's worst mistake that answers no named move, or []."""
        own = [
            move
            for move in self._span(shift)
            if move.side != shift.side
            and move.loss >= _TWICE
            and move.ply - 1 not in named
            and is_allowed(move)
        ]
        return [max(own, key=lambda move: move.loss).ply] if own else []

    def _span(self, shift: Shift) -> Sequence[MoveReview]:
        return self._moves[shift.first - 1 : shift.last]

    def _missed_mate(self, slot: str, first: int, until: int) -> Iterator[Passage]:
        """Yield a passage on the quickest short mate that was missed between two plies and a move later."""
        told = {shift.worst for shift in self._told_shifts()}
        found = [
            (fact.moves, move.ply, fact)
            for move in self._moves[first:until]
            if move.ply not in told
            for fact in move.facts
            if fact.kind in MISSED_MATES and fact.start is Start.BEFORE and 0 < fact.moves <= _QUICK
            and not is_made_up(self._moves, move, fact)
        ]  # fmt: skip
        if found:
            _, ply, fact = min(found, key=lambda one: one[:2])
            name = "slip" if slot == INITIATIVE else "later"
            yield Passage(slot, name, self._moves[ply - 1].side, (ply,), fact)

    def _repeated(self) -> Passage | None:
        """Return a passage on the costliest idea that several moves missed, or None.

        Its plies are those of the first such move and, if it is grave, of the costliest.
        """
        cost, first = Counter[tuple[int, ...]](), dict[tuple[int, ...], Passage]()
        worst = dict[tuple[int, ...], MoveReview]()
        for move in self._moves:
            for fact in move.facts:
                if fact.kind is FactKind.AGAIN:
                    key = (*fact.counts, fact.side, fact.pieces[1].square)
                    cost[key] += round(1000 * move.loss)
                    first.setdefault(key, Passage(INITIATIVE, MISSED, 0, (move.ply,), fact))
                    worst[key] = max(worst.get(key, move), move, key=lambda one: one.loss)
        best = max(cost, key=lambda key: cost[key], default=())
        if cost[best] <= 0:
            return None
        gravest = (worst[best].ply,) if self._is_named(worst[best], first[best]) else ()
        return replace(first[best], plies=(*first[best].plies, *gravest))

    def _is_named(self, move: MoveReview, idea: Passage) -> bool:
        """Return whether a move that missed an idea is grave, in the idea's span, and not told elsewhere."""
        told = {shift.worst for shift in self._told_shifts()}
        first = 0 if idea.fact is None else idea.fact.counts[0]
        return (
            move.loss >= _GRAVE and move.ply not in told and self._review.line.round_at(move.ply - 1) >= first
        )

    def middle(self) -> list[Passage]:
        """Return the passages between the opening and the ending in order, including slips of `dearest`."""
        opened = told_plies(self._moves, self.opening())
        found = [one for one in (*self.initiative(), *self.turning()) if not self._is_of(one, opened)]
        told = opened | told_plies(self._moves, found)
        found = [one for one in found if not self._is_reply(one, told)]
        for move in self._dearest:
            if move.ply < max(opened, default=0):  # the opening tells the dearest mistake until then
                continue
            if not told & {move.ply, move.ply + 1 if is_given_back(self._moves, move) else move.ply}:
                self._add(found, move)
                told |= told_plies(self._moves, found)
        ordered = sorted(found, key=lambda one: (one.slot == TURNING, one.plies[:1], one.name not in MOVES))
        spans = [one for one in ordered if one.slot == TURNING and one.name in ("edge", "pressed")]
        if spans:  # what happened within their span, or later, comes after
            ordered.sort(key=lambda one: one.plies[:1])
        return without_repeats(
            [founded(one, (*self.opening(), *ordered[:at])) for at, one in enumerate(ordered)]
        )

    def _is_of(self, passage: Passage, plies: Set[int]) -> bool:
        """Return whether a passage is about a single move, one of those at the given plies."""
        return passage.name in MOVES and passage.plies[0] in plies

    def _is_reply(self, passage: Passage, told: Set[int]) -> bool:
        """Return whether a passage is about a move that only gave back what a told move had just given."""
        ply = passage.plies[0] if passage.name == "later" else 0
        return ply - 1 in told and gave_back(self._moves, self._moves[ply - 1])

    def _add(self, found: list[Passage], move: MoveReview) -> None:
        """Add a slip to a story's passages, by itself or, if it is large enough, to the slide around it."""
        for index, one in enumerate(found):
            if one.name == "slid" and one.plies[0] <= move.ply <= one.plies[1]:
                steps = one.plies[SPAN:]
                if len(steps) < _STEPS:
                    found[index] = replace(one, plies=(*one.plies[:SPAN], *sorted((*steps, move.ply))))
                return
        is_before = self._turn is None or move.ply < self._turn.first
        slot, cause = INITIATIVE if is_before else TURNING, cause_of(move)
        if move.loss < _DEAR and move.after >= BANDS[1]:  # the side stays clearly better
            return
        idea = idea_of(self._moves, move)
        if idea:
            worst = max(idea, key=lambda one: one.loss)
            gravest = (worst.ply,) if worst.loss >= _GRAVE and worst is not idea[0] else ()
            found.append(Passage(slot, MISSED, 0, (move.ply, *gravest), cause))
            return
        if is_given_back(self._moves, move):
            found.append(Passage(slot, "allowed", move.side, (move.ply,), cause))
            return
        later = min((slip.ply for slip in self._dearest if slip.ply > move.ply), default=len(self._moves))
        way = self._so_far(self._chances.way(move, max(1, min(_LASTS, later - move.ply - 2))), move.ply)
        found.append(Passage(slot, "slip" if is_before else "later", move.side, (move.ply,), cause, way))

    def turning(self) -> Iterator[Passage]:
        """Yield passages on the turning point and the game after it, or else on an edge or a level game."""
        if self._turn is not None:
            told = self._shifted(TURNING, self._turn)
            if self._is_at_once() and self._turn.last >= len(self._moves) - 2:
                told = replace(told, theme="")
            mated = self._is_mated(told) and told.name != "slid"
            yield replace(told, name="mated", theme="") if mated else told
            yield from self._later(self._turn)
            return
        side, first, last = self._chances.edge()
        presser, since = self._pressed
        if side:
            yield Passage(
                TURNING, "edge", side, (first, last), theme=EDGES[self._chances.edge_of(side, first, last)]
            )
        elif presser:
            yield Passage(TURNING, "pressed", presser, (since,))
        elif all(standing(chance)[1] == LEVEL for chance in self._curve):
            yield Passage(TURNING, "level")

    def _later(self, turn: Shift) -> Iterator[Passage]:
        """Yield passages on the game after the turning point: a missed chance, and the move that decided it."""
        decisive = self._decisive
        repeated, until = self._repeated(), len(self._moves) if decisive is None else decisive.first - 1
        between = None if decisive is None else self._chances.between(turn, decisive)
        mates = [*self._missed_mate(TURNING, turn.last, until)]
        if mates:
            yield from mates
        elif repeated is not None and turn.last < repeated.plies[0] <= until:
            yield replace(repeated, slot=TURNING)
        elif between is not None and between.is_single:
            yield replace(self._shifted(TURNING, between), name="later")
        if decisive is not None and decisive.is_single:
            told = self._shifted(TURNING, decisive)
            mated = self._is_mated(told)
            yield replace(told, name="mated", theme="") if mated else replace(told, name="later")
        elif decisive is None and self._winner == opponent(turn.side) and not turn.is_decisive:
            ply = self._chances.last_loss(turn.side, turn.last, _CLEAR)
            if ply is not None:
                yield Passage(TURNING, "later", turn.side, (ply,), cause_of(self._moves[ply - 1]))
        elif decisive is not None and decisive.worst is not None:
            worst = self._moves[decisive.worst - 1]
            if worst.loss >= _HUGE:
                yield Passage(TURNING, "later", worst.side, (worst.ply,), cause_of(worst))

    def _is_mated(self, told: Passage) -> bool:
        """Return whether a passage tells of the move that allowed the mate that ended the game at once."""
        at = told.plies[0] if told.name in ("slip", "mated", "later") else told.plies[-1]
        is_move = told.name in ("slip", "mated", "later") or (told.name == "slid" and len(told.plies) > SPAN)
        return self._is_mate and is_move and at == len(self._moves) - 1

    def ending(self, before: Sequence[Passage]) -> Iterator[Passage]:
        """Yield a passage on the end of the game, unless a mate that ended it is among the passages before."""
        winner, last = self._winner, len(self._moves)
        if winner is None:
            yield from self._undecided()
            return
        rounds = self._review.line.round_at
        ply, final = (
            self._chances.decided_since(winner, rounds),
            self._curve[-1] if winner == RED else 1 - self._curve[-1],
        )
        if ply is None:
            yield self._unclear(winner, final)
            return
        told = max(told_plies(self._moves, before), default=1)
        is_soon = self._is_decided_by_turn(ply) or rounds(ply - 1) < rounds(told - 1)
        more = surplus(self._review.line.board(), winner)
        if self._is_mate:
            name, at = ("soon", last) if is_soon else ("late", ply)
            if is_soon and more and last - max(told_plies(self._moves, self.turning()), default=0) >= _LATE:
                yield Passage(ENDING, "mated", winner, (at,), theme="more", kinds=more)
                return
            if not any(self._is_mated(told) for told in self.turning() if told.plies):
                yield Passage(ENDING, "mated", winner, (at,), theme=name)
            return
        if self._is_at_once():
            yield Passage(ENDING, f"once_{self._end()}", winner)
            return
        if all(kind == PAWN for kind in more) and fight_of(self._review.line, last)[0] != "endgame":
            more = ()  # soldiers decide endgames only
        attacks = checks_of(self._review.line, winner) >= _OFTEN
        lead = "material" if more else "attack" if attacks else "won"
        yield Passage(ENDING, self._end(), winner, (ply,), None, f"soon.{lead}" if is_soon else lead, more)

    def _is_at_once(self) -> bool:
        """Return whether the loser gave up right after the last mistake that is told."""
        last, decisive = self._turn, self._decisive
        if decisive is not None and decisive.worst is not None:
            is_told = decisive.is_single or self._moves[decisive.worst - 1].loss >= _HUGE
            last = decisive if is_told else last
        if last is None or self._end() not in ONCE:
            return False
        return max(self._shifted(TURNING, last).plies[SPAN:], default=last.last) >= len(self._moves) - 2

    def _is_decided_by_turn(self, ply: int) -> bool:
        """Return whether the last shift that is told decided the game, which was winning from `ply` on."""
        last = self._turn if self._decisive is None or not self._decisive.is_single else self._decisive
        return last is not None and (last.is_decisive or ply <= last.last + _SOON)

    def _unclear(self, winner: int, final: float) -> Passage:
        """Return a passage on how a game was won in a position that is not winning."""
        end = self._end()
        if end == "rules":
            return Passage(ENDING, end, winner)
        if end != "time" and final >= BANDS[0] and self._is_at_once():
            return Passage(ENDING, f"once_{end}", winner)
        if end != "time" and final >= BANDS[0]:
            said = any(told.theme in _AHEAD and told.side != winner for told in self.turning())
            return Passage(ENDING, end, winner, (len(self._moves),), theme=PLAIN_END if said else BETTER_END)
        name = "time" if end == "time" else "against" if final < 1 - BANDS[0] else "open"
        if end == "resigned":
            name = f"resigned_{name}"
        return Passage(ENDING, "surprise", winner, theme=name)

    def _end(self) -> str:
        """Return the way in which the losing side lost, one of ENDS."""
        return "rules" if self._reason.startswith(_RULES) else _ENDS.get(self._reason, GAVE_UP)

    def _undecided(self) -> Iterator[Passage]:
        """Yield a passage on how a game without a winner ended."""
        ahead, final = standing(self._curve[-1])
        name, side = self._end_on_board
        if self._result != "1/2-1/2":
            open_end = "bare" if name == "bare" else "won" if final == WON else "better" if ahead else "level"
            yield Passage(ENDING, "unfinished", ahead, theme=open_end)
            return
        given = {shift.side for shift in self._told_shifts() if shift.way in GIVEN}
        had_won = self._chances.held
        let_go = next(
            (side for side in (RED, BLACK) if side not in given and had_won(side, BANDS[-1], _SOON)), 0
        )
        if name:
            yield Passage(ENDING, name, side)
        elif ahead and not self._pressed[0]:
            yield Passage(ENDING, "spared", ahead)
        elif let_go:
            yield Passage(ENDING, "let_go", let_go)
        elif self._pressed[0] or (self._turn is not None and self._turn.way in ("gone", "spoilt")):
            yield Passage(ENDING, "held")
        else:
            yield Passage(ENDING, "agreed" if self._reason == "agreement" else "drawn")

    def practice(self, before: Sequence[Passage]) -> Iterator[Passage]:
        """Yield passages on what each side should practise, or one with side 0 if that is the same for both.

        Only mistakes told in the passages before count.
        """
        found = [*self._practised(told_plies(self._moves, before))]
        if len({passage.name for passage in found}) == 1 < len(found):
            yield Passage(PRACTICE, found[0].name, 0, tuple(sorted(ply for one in found for ply in one.plies)))
        else:
            yield from found

    def _practised(self, told: Set[int]) -> Iterator[Passage]:
        for side in (RED, BLACK):
            own = [move for move in self._moves if move.side == side and move.ply in told]
            theme, plies = practised([(move, lesson_of(self._review, move)) for move in own])
            if theme:
                yield Passage(PRACTICE, theme, side, plies)
