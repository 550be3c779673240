"""Tactics that win material: forks, pins, discoveries, overloaded defenders and the like.

Each finder takes a move whose gain was proved by search and yields facts about the tactic behind it, if it
recognises one. `wins` combines the finders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import (
    as_if,
    between,
    blocker,
    captures,
    is_cannon,
    kind_of,
    king_square,
    pinners,
    placed,
    played,
    retakes,
    side_of,
    value_of,
)
from xiangqi.coach.threats import Shot, Threat, exchange
from xiangqi.core.constants import BISHOP, CANNON, KING, KNIGHT, PAWN, ROOK
from xiangqi.line import Moves

SLACK: Final = 60
"""The smallest difference that counts: half a soldier."""

CLAIMED: Final = 0.6
"""The share of the searched gain that is claimed, since a little may be won back beyond the search."""

_BESIDE: Final = 165  # the most that a hanging piece may cost elsewhere: a soldier and a half, for a chariot
_PLAIN: Final = 100  # importance of a fact that only describes the course of events
_NAMED: Final = 400  # of a named theme
_HANGING: Final = 500  # of a piece that can simply be taken


@dataclass(frozen=True)
class Win:
    """A move that wins material by force."""

    shot: Shot  # the move
    line: Moves  # the proof, beginning with the move
    gain: int  # material won according to the search
    start: Start  # the position from which the line is played
    due: int = 0  # what has to be won back first, since the move in question took it

    @property
    def claim(self) -> int:
        """The share of the gain that is claimed."""
        return int(CLAIMED * self.gain)

    def fact(self, kind: FactKind, pieces: Sequence[Placed], importance: int, name: str = "") -> Fact:
        """Return a fact with this proof; pieces may be given as they stand after its first move."""
        return Fact(
            kind,
            self.shot.side,
            self.start,
            tuple(self._as_at_first(piece) for piece in pieces),
            self.shown(1 if kind in _AT_ONCE else 3),
            self.claim,
            name=name,
            importance=importance + self.gain // 10,
        )

    def shown(self, least: int) -> Moves:
        """Return the line up to the capture that wins the claim for sure, but no fewer than `least` moves."""
        wanted = self.due + int(CLAIMED * (self.gain - self.due))
        return until_won(self.shot.before, self.line, wanted, self.shot.prover, least)

    def _as_at_first(self, piece: Placed) -> Placed:
        """Return the piece on its square before the first move."""
        mover = self.shot.mover
        arrived = piece == Placed(self.shot.move.to_square, mover.code)
        return mover if arrived else piece

    @property
    def harvest(self) -> list[tuple[int, Placed, Placed]]:
        """The winning side's captures in the line: index, capturing piece, captured piece before it."""
        board = self.shot.before.copy()
        found = []
        for index, move in enumerate(self.line):
            if index % 2 == 0 and board.is_capture(move):
                found.append((index, placed(board, move.from_square), placed(board, move.to_square)))
            board.push_unchecked(move)
        return found

    def at_first(self, square: int, index: int) -> int:
        """Return the square before the line of the piece that stands on `square` before the move at `index`."""
        for move in reversed(self.line[:index]):
            if move.to_square == square:
                square = move.from_square
        return square


_AT_ONCE: Final = (FactKind.HANGS, FactKind.WINS_MATERIAL)
"""Kinds of facts that the first capture may show."""


def until_won(board: Board, line: Moves, wanted: int, prover: Prover, least: int = 1) -> Moves:
    """Return a legal line up to the capture after which `wanted` is won, including immediate recaptures.

    Later captures in the line are not forced. At least `least` moves are returned, and all of them if there is
    no such capture.
    """
    walked, won = board.copy(), 0
    for end, step in enumerate(line, 1):
        taken = value_of(walked.piece_at(step.to_square))
        won += taken if end % 2 else -taken
        walked.push_unchecked(step)
        if end < least or won < wanted or not taken:
            continue
        if end % 2:
            is_over = prover.holds(walked, SLACK) and not any(
                move.to_square == step.to_square for move in walked.legal_moves()
            )
        else:
            is_over = not any(walked.is_capture(move) for move in line[end : end + 1])
        if is_over:
            return line[:end]
    return line


def wins(win: Win) -> list[Fact]:
    """Return the facts about a move that wins material, the most important first."""
    facts = [fact for finder in _FINDERS for fact in finder(win)]
    if any(fact.kind is FactKind.FORK for fact in facts):  # the fork names the one piece that does both
        facts = [fact for fact in facts if fact.kind is not FactKind.DOUBLE_THREAT]
    if any(fact.kind is FactKind.PINNED_DEFENDER for fact in facts):  # it explains why the piece hangs
        facts = [fact for fact in facts if fact.kind is not FactKind.HANGS]
    if any(fact.kind is FactKind.DOUBLE_CHECK for fact in facts):  # the cannon's check is one of them
        facts = [fact for fact in facts if not _is_check_over_screen(fact)]
    if not any(fact.importance >= _NAMED for fact in facts):
        facts += _by_force(win)
    return sorted(facts, key=lambda fact: -fact.importance)


def _is_check_over_screen(fact: Fact) -> bool:
    return fact.kind is FactKind.MOUNT_MADE and kind_of(fact.pieces[1].code) == KING


def _hangs(win: Win) -> Iterator[Fact]:
    """Yield a fact if the captured piece is unprotected or worth more than the capturing one."""
    shot = win.shot
    if shot.taken is None or value_of(shot.taken.code) < 100:
        return
    prize, price = value_of(shot.taken.code), value_of(shot.mover.code)
    greatest = max((value_of(taken.code) for _, _, taken in win.harvest), default=0)
    if win.gain > max(prize + 150, 1.5 * prize) and greatest > prize:
        return  # a more valuable piece is won later
    if not retakes(shot.before, shot.move):
        if win.gain >= prize - max(SLACK, min(prize // 4 + 10, _BESIDE)):
            name = "free.guarded" if _is_guarded(shot.after, shot.move.to_square) else "free"
            yield win.fact(FactKind.HANGS, (shot.mover, shot.taken), _HANGING, name)
    elif prize - price >= 150 and kind_of(shot.mover.code) != KING and win.gain >= prize - price - SLACK:
        yield win.fact(FactKind.HANGS, (shot.mover, shot.taken), _HANGING, "dearer")


def _is_guarded(after: Board, square: int) -> bool:
    """Return whether a piece of the side to move attacks a square, even if the move would expose its king."""
    return any(move.to_square == square for move in after.pseudo_legal_moves())


def _fork(win: Win) -> Iterator[Fact]:
    """Yield a fact if the moved piece attacks two targets at once and captures one of them in the line."""
    shot = win.shot
    targets = [threat.target for threat in shot.by_mover()]
    if shot.move.to_square in shot.checkers:
        targets.insert(0, shot.enemy_king)
    if len(targets) < 2 or not _falls(win, targets, shot.move.to_square):
        return
    yield win.fact(FactKind.FORK, (shot.mover, *targets), _NAMED + 40)


def _falls(win: Win, targets: Sequence[Placed], origin: int | None = None) -> bool:
    """Return whether the winner's next capture in the line takes one of the targets where it stands.

    Args:
        win: the winning move.
        targets: the pieces.
        origin: the square of the capturing piece; None for any.
    """
    later = [(taker, taken) for index, taker, taken in win.harvest if index > 0]
    if not later:
        return False
    taker, taken = later[0]
    return taken in targets and (origin is None or taker.square == origin)


def _double_threat(win: Win) -> Iterator[Fact]:
    """Yield a fact if two pieces make threats and one of the two greatest is carried out."""
    threats = _one_each(win.shot.threats)[:2]
    if len({threat.attacker.square for threat in threats}) < 2:
        return
    if _falls(win, [threat.target for threat in threats]):
        pairs = [piece for threat in threats for piece in (threat.attacker, threat.target)]
        yield win.fact(FactKind.DOUBLE_THREAT, pairs, _NAMED + 20)


def _one_each(threats: Sequence[Threat]) -> list[Threat]:
    """Return the greatest threat to each target, in descending order."""
    chosen: dict[int, Threat] = {}
    for threat in sorted(threats, key=lambda threat: -threat.gain):
        chosen.setdefault(threat.target.square, threat)
    return list(chosen.values())


def _discovered(win: Win) -> Iterator[Fact]:
    """Yield a fact if the move uncovers another piece's attack or check, or gives double check."""
    shot = win.shot
    if len(shot.checkers) >= 2:
        pieces = [placed(shot.after, square) for square in shot.checkers]
        yield win.fact(FactKind.DOUBLE_CHECK, (shot.enemy_king, *pieces), _NAMED + 60)
    elif shot.checkers and shot.checkers[0] != shot.move.to_square:
        checker, king = placed(shot.after, shot.checkers[0]), shot.enemy_king
        if _is_uncovered(shot, checker.square, king.square):
            yield win.fact(FactKind.DISCOVERED_CHECK, (checker, king, shot.mover), _NAMED + 50)
    for threat in shot.by_others():
        attacker, target = threat.attacker, threat.target
        was_there = shot.before.is_pseudo_legal(threat.move)
        if was_there or not _is_uncovered(shot, attacker.square, target.square):
            continue
        if _falls(win, [target], attacker.square):
            kind = _UNCOVERED.get(kind_of(attacker.code), FactKind.DISCOVERED_ATTACK)
            yield win.fact(kind, (attacker, target, shot.mover), _NAMED + 30)


_UNCOVERED: Final = {
    KNIGHT: FactKind.LEG_FREED,
    BISHOP: FactKind.EYE_FREED,
    CANNON: FactKind.MOUNT_REMOVED,
}
"""The kind of fact when a piece of this kind is uncovered; for all others it is a discovered attack."""


def _is_uncovered(shot: Shot, origin: int, target: int) -> bool:
    """Return whether an attack exists because the mover left its square, not because of where it went."""
    return _leaves(shot.move, between(origin, target)) or (
        shot.move.from_square == blocker(origin << 8 | target, shot.after.piece_at(origin))
    )


def _leaves(move: Move, line: Sequence[int]) -> bool:
    """Return whether a move leaves a line; a move along the line does not."""
    return move.from_square in line and move.to_square not in line


def _comes(move: Move, line: Sequence[int]) -> bool:
    """Return whether a move enters a line from elsewhere."""
    return move.to_square in line and move.from_square not in line


def _mounts(win: Win) -> Iterator[Fact]:
    """Yield a fact if the mover becomes the screen of its own cannon, which captures or checks over it."""
    shot = win.shot
    aims = [
        (threat.attacker, threat.target)
        for threat in shot.by_others()
        if not shot.before.is_pseudo_legal(threat.move)  # over the piece that the mover took
        and _falls(win, [threat.target], threat.attacker.square)
    ]
    aims += [(placed(shot.after, origin), shot.enemy_king) for origin in shot.checkers]
    for attacker, target in aims:
        if kind_of(attacker.code) != CANNON or attacker.square == shot.move.to_square:
            continue
        if _comes(shot.move, between(attacker.square, target.square)):
            yield win.fact(FactKind.MOUNT_MADE, (attacker, target, shot.mover), _NAMED + 10)


def _pins(win: Win) -> Iterator[Fact]:
    """Yield a fact for each pin on the first piece to fall after the move."""
    shot = win.shot
    falling = next((taken for index, _, taken in win.harvest if index > 0), None)
    if falling is None or falling.square == shot.move.to_square or kind_of(falling.code) in (KING, PAWN):
        return
    if shot.after.piece_at(falling.square) != falling.code:
        return
    for origin in pinners(shot.after, falling.square):
        if cannot_leave(shot.after, falling.square):
            king = placed(shot.after, king_square(shot.after, side_of(falling.code)))
            yield win.fact(FactKind.PIN, (placed(shot.after, origin), falling, king), _NAMED + 35)


def cannot_leave(board: Board, square: int) -> bool:
    """Return whether a piece of the side to move is immobile only because of its king."""
    own = [move for move in board.pseudo_legal_moves() if move.from_square == square]
    return bool(own) and not any(board.is_legal(move) for move in own)


def _pinned_defenders(win: Win) -> Iterator[Fact]:
    """Yield a fact for each defender of the captured piece that is pinned."""
    shot = win.shot
    if shot.taken is None or shot.checkers or retakes(shot.before, shot.move):
        return
    for move in shot.after.pseudo_legal_moves():
        if move.to_square != shot.move.to_square or shot.after.is_legal(move):
            continue
        defender = placed(shot.after, move.from_square)
        if kind_of(defender.code) == KING:
            continue
        for origin in pinners(shot.after, move.from_square)[:1]:
            pieces = (shot.mover, shot.taken, defender, placed(shot.after, origin))
            yield win.fact(FactKind.PINNED_DEFENDER, pieces, _HANGING + 20)


def _overloaded(win: Win) -> Iterator[Fact]:
    """Yield a fact if the sole defender of two pieces recaptures the first and so gives up the second."""
    shot, line = win.shot, win.line
    if shot.taken is None or len(line) < 3 or line[1].to_square != shot.move.to_square:
        return
    second = placed(shot.before, line[2].to_square)
    if not second.code or side_of(second.code) == shot.side or value_of(second.code) < 150:
        return
    first, last = shot.move.to_square, line[2]
    if last.to_square == first or last.from_square == first or not shot.before.is_legal(last):
        return
    guards = [move.from_square for move in retakes(shot.before, line[2])]
    if guards != [line[1].from_square] or retakes(played(shot.before, line[:2]), line[2]):
        return
    defender = placed(shot.before, line[1].from_square)
    yield win.fact(FactKind.OVERLOADED, (shot.mover, shot.taken, defender, second), _HANGING + 40)


def _defender_taken(win: Win) -> Iterator[Fact]:
    """Yield a fact if the move captures the sole defender of another piece, which is captured next."""
    shot, line = win.shot, win.line
    if shot.taken is None or len(line) < 3:
        return
    second = placed(shot.before, line[2].to_square)
    if not second.code or line[2].to_square == shot.move.to_square or side_of(second.code) == shot.side:
        return
    if value_of(second.code) < 150 or not shot.before.is_legal(line[2]):
        return
    guards = [move.from_square for move in retakes(shot.before, line[2])]
    if guards == [shot.taken.square] and not retakes(played(shot.before, line[:2]), line[2]):
        yield win.fact(FactKind.DEFENDER_REMOVED, (shot.taken, second), _NAMED + 45, "taken")


def _trapped(win: Win) -> Iterator[Fact]:
    """Yield a fact if the move attacks a chariot, horse or cannon that is lost wherever it goes."""
    shot = win.shot
    for threat in _one_each(shot.threats):
        target = threat.target
        if kind_of(target.code) not in (KNIGHT, ROOK, CANNON) or not _falls(win, [target]):
            continue
        if win.gain < value_of(target.code) // 3:  # nearly as much is lost in return
            continue
        if not shot.checkers and is_lost_wherever_it_goes(shot.after, target.square, shot.prover):
            yield win.fact(FactKind.TRAPPED, (threat.attacker, target), _NAMED + 25)


def is_lost_wherever_it_goes(board: Board, square: int, prover: Prover) -> bool:
    """Return whether a piece of the side to move has moves and can be captured with gain after each of them."""
    moves = [move for move in board.legal_moves() if move.from_square == square]
    return bool(moves) and all(_is_taken_there(board, move, prover) for move in moves)


def _is_taken_there(board: Board, move: Move, prover: Prover) -> bool:
    won = value_of(board.piece_at(move.to_square))
    after = played(board, [move])
    takes = [capture for capture in captures(after) if capture.to_square == move.to_square]
    return any(exchange(after, capture, prover) - won >= 150 for capture in takes)


def _by_force(win: Win) -> Iterator[Fact]:
    """Yield a fact about the most valuable piece won in the line, for use if no finder is more specific."""
    end = len(win.shown(1))
    prizes = [(value_of(taken.code), -index, taken) for index, _, taken in win.harvest if index < end]
    if prizes:
        _, index, prize = max(prizes)
        stood = Placed(win.at_first(prize.square, -index), prize.code)
        yield win.fact(FactKind.WINS_MATERIAL, (win.shot.mover, stood), _NAMED - 50)


_FINDERS: Final = (
    _hangs,
    _fork,
    _double_threat,
    _discovered,
    _mounts,
    _pins,
    _pinned_defenders,
    _overloaded,
    _defender_taken,
    _trapped,
)


# ---- How a move made it possible --------------------------------------------------------------------------


def ways_opened(before: Board, move: Move, answer: Move, win: Win) -> list[Fact]:
    """Return facts about how a move allowed the reply: lines, screens, legs, eyes or protection it changed.

    Args:
        before: the position before the move.
        move: the mistake.
        answer: the first move of the proof, a capture.
        win: the win by that capture.
    """
    after = win.shot.before
    if not after.is_capture(answer):
        return []
    attacker, target = placed(after, answer.from_square), placed(after, answer.to_square)
    mistake = placed(after, move.to_square)
    if answer.to_square == move.to_square:
        return []
    if not as_if(before, side_of(attacker.code)).is_pseudo_legal(answer):
        return _opened(win, move, attacker, target, mistake)
    return _unprotected(before, move, answer, win, target, mistake)


def _opened(win: Win, move: Move, attacker: Placed, target: Placed, mistake: Placed) -> list[Fact]:
    """Return at most one fact, on how the move made the capture possible.

    It set up or removed a cannon's screen, or unblocked a horse's leg, an elephant's eye or a line.
    """
    line = between(attacker.square, target.square)
    pieces = (attacker, target, mistake)
    kind = None
    if is_cannon(win.shot.before, attacker.square):
        if _comes(move, line):
            kind = FactKind.MOUNT_MADE
        elif _leaves(move, line):
            kind = FactKind.MOUNT_REMOVED
    elif blocker(attacker.square << 8 | target.square, attacker.code) == move.from_square:
        kind = FactKind.EYE_FREED if kind_of(attacker.code) == BISHOP else FactKind.LEG_FREED
    elif _leaves(move, line):
        kind = FactKind.DISCOVERED_ATTACK
    return [] if kind is None else [win.fact(kind, pieces, _PLAIN)]


def _unprotected(
    before: Board, move: Move, answer: Move, win: Win, target: Placed, mistake: Placed
) -> list[Fact]:
    """Return at most one fact, on why a capture has become profitable: a protector left or was blocked."""
    turned = as_if(before, win.shot.side)
    if not turned.is_legal(answer):
        return []
    guards = [back.from_square for back in retakes(turned, answer)]
    left = [back.from_square for back in retakes(win.shot.before, answer)]
    if move.from_square in guards and move.to_square not in left:
        return [win.fact(FactKind.DEFENDER_REMOVED, (mistake, target), _PLAIN + 20, "left")]
    for square in guards:
        code = before.piece_at(square)
        if square in left or square == move.from_square:
            continue
        if blocker(square << 8 | target.square, code) == move.to_square:
            kind = FactKind.EYE_BLOCKED if kind_of(code) == BISHOP else FactKind.LEG_BLOCKED
            return [win.fact(kind, (Placed(square, code), target, mistake), _PLAIN + 20)]
    return []
