"""Aims of a quiet move: two targets at once, or a capture that would win if it were not answered.

Both are judged by exchanges on the board, and the engine's line shows that one of two targets falls. Plans rest
on a search of the position in which the other side passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.lines import is_forced, is_quiet, until_quiet
from xiangqi.coach.notes import Opinion
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import as_if, placed, played, value_of
from xiangqi.coach.soundness import FOLLOWED, JudgedMove
from xiangqi.coach.spoils import MOST_TOLD, spoils_of
from xiangqi.coach.threats import WORTH_TAKING, Shot, Threat, escapes, is_idle, offers_exchange, quiet_moves
from xiangqi.line import Moves

_TWO_TARGETS: Final = 76  # importance
_AIMS: Final = 62
_PLANS: Final = 57
_HEAVY: Final = 300  # the least value of a chariot, horse or cannon


def two_targets(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer to a move attacks two targets, or else if the better move would have.

    The answer does not count if the better move allows such an attack as well, nor does the better move if the
    move played makes one.
    """
    after = played(move.before, [move.move])
    found = attacks_two(after, move.refutation, prover)
    if found is not None and attacks_two(played(move.before, move.better[:1]), move.better[1:], prover) is None:
        yield found.at(Start.AFTER)
        return
    missed = attacks_two(move.before, move.better, prover)
    if missed is not None and attacks_two(move.before, (move.move, *move.refutation), prover) is None:
        yield missed


def attacks_two(board: Board, line: Moves, prover: Prover) -> Fact | None:
    """Return the fact that a line's first move attacks two pieces, or gives check and attacks one, or None.

    The capture of each is new and wins by exchange; the line takes one of them. The others are chariots,
    horses or cannons.
    """
    if len(line) < 3 or board.is_capture(line[0]) or board.is_check():
        return None
    shot = Shot(board, line[0], prover)
    targets = _told_targets(shot, line)
    if len(targets) + bool(shot.checkers) < 2 or _is_offer(shot, targets):
        return None
    taken = _first_taken(line, {threat.target.square for threat in targets})
    if taken is None or not _pays(board, line, taken):
        return None
    pieces = (placed(board, line[0].from_square), *(threat.target for threat in targets))
    by_others = any(threat.attacker.square != line[0].to_square for threat in targets)
    name = "check" if shot.checkers else "others" if by_others else ""
    return Fact(
        FactKind.TWO_TARGETS, board.turn, Start.BEFORE, pieces, taken, name=name, importance=_TWO_TARGETS
    )


def _told_targets(shot: Shot, line: Moves) -> list[Threat]:
    """Return the threats to tell: only those by the moved piece if there are two of these."""
    taken = [step.to_square for step in line[2:FOLLOWED:2]]
    threats = _targets(shot)
    kept = [one for one in threats if value_of(one.target.code) >= _HEAVY or one.target.square in taken[:1]]
    own = [one for one in kept if one.attacker.square == shot.move.to_square]
    if not any(value_of(one.target.code) >= _HEAVY for one in kept):
        return []
    return own if len(own) + (shot.move.to_square in shot.checkers) >= 2 else kept


def _targets(shot: Shot) -> list[Threat]:
    """Return the best new threat of a move to each target, at most three, the greatest gain first."""
    best: dict[int, Threat] = {}
    for threat in sorted(shot.threats, key=lambda threat: threat.gain):
        best[threat.target.square] = threat
    return sorted(best.values(), key=lambda threat: -threat.gain)[:3]


def _is_offer(shot: Shot, targets: list[Threat]) -> bool:
    """Return whether the moved piece or an attacker can be taken at hardly any cost: an offer of exchange."""
    squares = {shot.move.to_square, *(threat.attacker.square for threat in targets)}
    return offers_exchange(shot.after, squares, shot.prover)


def _first_taken(line: Moves, squares: set[int]) -> Moves | None:
    """Return a line up to its side's first capture of a piece that stands on one of the squares, or None."""
    left = set(squares)
    for index, step in enumerate(line[:FOLLOWED]):
        if index and index % 2 == 0 and step.to_square in left:
            return line[: index + 1]
        left -= {step.from_square, step.to_square}
    return None


def _pays(board: Board, line: Moves, taken: Moves) -> bool:
    """Return whether a line has won more than a soldier after the exchange in which `taken` ends."""
    end = len(taken)
    while end < len(line) and line[end].to_square == taken[-1].to_square:
        end += 1
    return spoils_of(board, line[:end], board.turn).balance >= WORTH_TAKING


def aimed_at(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer to a move threatens a capture, or else if the better move would have.

    The answer does not count if the better move allows a threat to the same piece, nor does the better move if
    the move played makes a threat.
    """
    after = played(move.before, [move.move])
    found = aim(after, move.refutation, prover)
    if found is not None:
        other = aim(played(move.before, move.better[:1]), move.better[1:], prover)
        if other is None or other.pieces[1] != found.pieces[1]:
            yield found.at(Start.AFTER)
            return
    missed = aim(move.before, move.better, prover)
    if missed is not None and aim(move.before, (move.move, *move.refutation), prover) is None:
        yield missed


def aim(board: Board, line: Moves, prover: Prover) -> Fact | None:
    """Return the fact that a line's quiet first move threatens a capture that wins by exchange, or None."""
    if len(line) < 2 or board.is_capture(line[0]) or board.is_check():
        return None
    shot = Shot(board, line[0], prover)
    targets = [] if shot.checkers else _targets(shot)
    if not targets or _is_offer(shot, targets[:1]):
        return None
    attacker, target = targets[0].attacker, targets[0].target
    if is_idle(shot.after, line, target.square):
        return None
    if attacker.square == line[0].to_square:
        attacker = placed(board, line[0].from_square)
    if value_of(target.code) < _HEAVY and not any(
        step.to_square == target.square for step in line[2:FOLLOWED:2]
    ):
        return None  # an advisor or an elephant that stays is no reason
    return Fact(FactKind.ATTACK, board.turn, Start.BEFORE, (attacker, target), line[:2], importance=_AIMS)


def planned(move: JudgedMove, prover: Prover) -> Iterator[Fact]:
    """Yield a fact if the answer to a move, or else the better move, plans a win or a mate.

    A plan would win or mate if the other side passed, and its side has no immediate win without it. A better
    move does not count if the move played has a plan as well.
    """
    search = move.search
    if search is None or move.before.is_check():
        return
    after = played(move.before, [move.move])
    if move.refutation:
        plan = _plan(after, move.refutation, search, prover)
        if plan is not None and not _wins_now(as_if(move.before, after.turn), search, prover):
            yield plan.at(Start.AFTER)
            return
    if not move.better or _wins_now(move.before, search, prover):
        return
    plan = _plan(move.before, move.better, search, prover)
    if plan is None or plan.proof[2] == move.move:  # which is played without the better move
        return
    if _plan(move.before, (move.move, *move.refutation), search, prover) is None:
        yield plan


def _wins_now(board: Board, search: Callable[[Board], Opinion], prover: Prover) -> bool:
    """Return whether the side to move mates or wins more than a soldier, according to a search."""
    found = search(board)
    line = until_quiet(board, found.line[:MOST_TOLD], prover)
    is_mate = found.mate is not None and found.mate > 0
    return is_mate or spoils_of(board, line, board.turn).balance >= WORTH_TAKING


def _plan(board: Board, expected: Moves, search: Callable[[Board], Opinion], prover: Prover) -> Fact | None:
    """Return a fact about the plan behind a line's quiet first move, or None.

    Its proof is the move, an idle reply, and the plan.
    """
    answer, then = expected[0], played(board, expected[:1])
    if board.is_capture(answer) or then.is_check() or board.is_check():
        return None
    passed = as_if(then, board.turn)
    found = search(passed)
    line = until_quiet(passed, found.line[: MOST_TOLD - 2], prover)
    won = spoils_of(passed, line, board.turn).balance
    mates = found.mate if found.mate is not None and found.mate > 0 else 0
    if not mates and (won < _HEAVY or _is_countered(then, expected) or not is_quiet(passed, line, prover)):
        return None
    if not mates and not is_forced(passed, line, prover, search):
        return None
    reply, taken = idle_reply(then, line), next(filter(passed.is_capture, line[:1]), None)
    if taken is not None and escapes(then, expected, taken.to_square):
        return None
    if reply is None or offers_exchange(then, {answer.to_square, line[0].from_square}, prover):
        return None
    pieces = (placed(board, answer.from_square), *([] if mates else _first_victim(passed, line)))
    name, shown = "plan_mate" if mates else "plan", (answer, reply, *line)
    return Fact(
        FactKind.ATTACK, board.turn, Start.BEFORE, pieces, shown, moves=mates, name=name, importance=_PLANS
    )


def _is_countered(board: Board, line: Moves) -> bool:
    """Return whether a line's second move is a capture without check, in return for the piece in danger."""
    reply = line[1:2]
    return any(map(board.is_capture, reply)) and not played(board, reply).is_check()


def _first_victim(board: Board, line: Moves) -> Iterator[Placed]:
    """Yield the piece that the first side of a line captures first, if any."""
    walked = board.copy()
    for index, step in enumerate(line):
        if index % 2 == 0 and walked.is_capture(step):
            yield placed(walked, step.to_square)
            return
        walked.push_unchecked(step)


def idle_reply(board: Board, line: Moves) -> Move | None:
    """Return a quiet move after which a line of the other side can still be played, or None."""
    for reply in quiet_moves(board):
        walked = played(board, [reply])
        for step in line:
            if not walked.is_legal(step):
                break
            walked.push_unchecked(step)
        else:
            return reply
    return None
