"""Facts about material: what the engine's next move takes or attacks, considering only exchanges.

These facts describe captures, with their recaptures, and attacks that must be answered. They claim nothing
lasting; material that is won for good is the subject of `xiangqi.coach.tactics`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.lines import is_forced, until_quiet
from xiangqi.coach.notes import Opinion
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import placed, played, value_of
from xiangqi.coach.soundness import FOLLOWED, LEAST_GAIN, JudgedMove
from xiangqi.coach.spoils import MOST_TOLD, spoils_of
from xiangqi.coach.threats import WORTH_TAKING, Shot, Threat, exchange, is_idle, offers_exchange
from xiangqi.line import Moves

_NEAR: Final = 6  # plies within which an exchange is over
_SOLDIER: Final = 80  # the smallest cost that makes an exchange a reason by itself
_DEARER: Final = 30  # the smallest difference between exchanged pieces that is mentioned: a cannon and a horse
_FARTHEST: Final = 9  # plies within which a line that begins with a capture may win more
_SLIP: Final = -40  # the largest loss elsewhere during an exchange
_TAKES: Final = 480  # importance: below a hanging piece, above a named theme
_ATTACKS: Final = 65


class MaterialTeller:
    """Finds captures, exchanges and attacks after a move, and those that the better move would have brought."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover

    def taken(self, move: JudgedMove) -> Iterator[Fact]:
        """Yield a fact about a capture by the answer, if it costs the move more than the better move."""
        after = played(move.before, [move.move])
        answer = next(iter(move.refutation), None)
        if answer is None or not after.is_capture(answer) or self._takes_anyway(move, answer):
            return
        if _is_taken(move.before, move.better, answer.to_square, answering=True):
            return  # the piece falls in the better line as well
        line = self._exchange(after, answer)
        lost, found = spoils_of(move.before, (move.move, *line), after.turn).balance, self._over(after, answer)
        if found is None or found - move.taken < _SLIP:  # the gain is lost again elsewhere
            return
        if lost >= _DEARER and (answer.to_square == move.move.to_square or self._costs(move, after)):
            told = self._with_the_rest(move.before, (move.move,), line, move.refutation, move.search)
            if told:
                yield self._fact(FactKind.TAKES, after, told, Start.AFTER, _TAKES + lost // 10)

    def missed(self, move: JudgedMove) -> Iterator[Fact]:
        """Yield a fact about a capture by the better move, if the move played gains clearly less."""
        if not move.better or not move.before.is_capture(move.better[0]):
            return
        if move.better[0].to_square == move.move.to_square:
            return  # the move played takes it as well
        if _is_taken(move.before, (move.move, *move.refutation), move.better[0].to_square, answering=False):
            return  # it is taken later
        if self._can_wait(move, move.better[0]):
            return
        line = self._exchange(move.before, move.better[0])
        found, real = self._over(move.before, move.better[0]), self._over(move.before, move.move)
        if found is None or real is None or min(found, found - real) < _SOLDIER:
            return
        told = self._with_the_rest(move.before, (), line, move.better, move.search)
        if told and spoils_of(move.before, told, move.before.turn).balance >= _SOLDIER:
            yield self._fact(FactKind.TAKES, move.before, told, Start.BEFORE, _TAKES + found // 10 - 50)

    def _can_wait(self, move: JudgedMove, capture: Move) -> bool:
        """Return whether a capture would win as much with the mover's next move, or the one after a check."""
        for end in (1, 3):
            later = played(move.before, (move.move, *move.refutation[:end]))
            if len(move.refutation) < end or later.is_check():
                continue
            stays = later.piece_at(capture.to_square) == move.before.piece_at(capture.to_square)
            if stays and later.is_legal(capture):
                now, then = (exchange(board, capture, self._prover) for board in (move.before, later))
                return then >= now
            return False
        return False

    def attacked(self, move: JudgedMove) -> Iterator[Fact]:
        """Yield facts about an attack by the answer that must be parried, and about one by the better move."""
        after = played(move.before, [move.move])
        attack = self._tempo(after, move.refutation)
        if attack is not None and not self._attacked_anyway(move, attack):
            yield self._attack(after, attack, move.refutation, Start.AFTER, moved=move.move.to_square)
        better = self._tempo(move.before, move.better)
        if better is not None and not self._attacks_as_much(move, better):
            yield self._attack(move.before, better, move.better, Start.BEFORE)

    # ---- Captures ----

    def _exchange(self, board: Board, capture: Move) -> Moves:
        """Return a capture and the profitable captures that follow on the same square."""
        line = [capture]
        while True:
            walked = played(board, line)
            takes = [move for move in walked.legal_moves() if move.to_square == capture.to_square]
            worth = {move: exchange(walked, move, self._prover) for move in takes}
            best = max(worth, key=lambda move: (worth[move], -int(move)), default=None)
            if best is None or worth[best] <= 0:
                return tuple(line)
            line.append(best)

    def _with_the_rest(
        self,
        board: Board,
        begin: Moves,
        exchange: Moves,
        expected: Moves,
        search: Callable[[Board], Opinion] | None,
    ) -> Moves:
        """Return an exchange, or the engine's line instead if that wins much more or much less in the end.

        Args:
            board: the position before both.
            begin: moves before the exchange, whose gains and losses count.
            exchange: captures on one square.
            expected: the engine's line, which begins with the same capture.
            search: judges positions, if there is one.

        Returns:
            The moves to tell; none if the line wins less than a soldier up to a quiet position.
        """
        start = played(board, begin)
        near = until_quiet(start, expected[:MOST_TOLD], self._prover)
        near = self._part(start, board, begin, exchange, near, expected, search)
        if near != exchange:
            return near
        far = until_quiet(start, expected, self._prover, _FARTHEST)
        return self._part(start, board, begin, exchange, far, expected, search) or exchange

    def _part(
        self,
        start: Board,
        board: Board,
        begin: Moves,
        exchange: Moves,
        line: Moves,
        expected: Moves,
        search: Callable[[Board], Opinion] | None,
    ) -> Moves:
        """Return the exchange, or the line if that wins much more or less; nothing if it wins too little.

        The line does not count if another answer saves some of what it wins.
        """
        told, real, *later = (
            spoils_of(board, (*begin, *part), start.turn).balance
            for part in (exchange, line, *_pauses(expected, len(line)))
        )
        if min((real, *later)) >= told + LEAST_GAIN and is_forced(start, line, self._prover, search):
            return line
        if 2 * real >= told:
            return exchange
        return line if real >= _SOLDIER and is_forced(start, line, self._prover, search) else ()

    def _takes_anyway(self, move: JudgedMove, answer: Move) -> bool:
        """Return whether the engine's answer to the better move is the same capture."""
        return move.better[1:2] == (answer,) and played(move.before, move.better[:1]).is_capture(answer)

    def _over(self, board: Board, move: Move) -> int | None:
        """Return a move's gain once the captures after it are over; None if it mates or the gain is unknown."""
        found = self._prover.gain_by(board, move, _NEAR)
        return None if found is None or found.mates or found.is_mated else found.value

    def _costs(self, move: JudgedMove, after: Board) -> bool:
        """Return whether a move loses at least a soldier more to its answer than the better move does."""
        if not move.better:
            return False
        lost, kept = self._over(after, move.refutation[0]), self._over(move.before, move.better[0])
        return lost is not None and kept is not None and kept + lost - move.taken >= _SOLDIER

    @staticmethod
    def _fact(kind: FactKind, board: Board, line: Moves, start: Start, importance: int) -> Fact:
        pieces = (placed(board, line[0].from_square), placed(board, line[0].to_square))
        return Fact(kind, board.turn, start, pieces, line, importance=importance)

    # ---- Attacks ----

    def _tempo(self, board: Board, line: Moves) -> Threat | None:
        """Return the greatest new attack by a line's first move that the line parries or executes, or None."""
        if len(line) < 2 or board.is_capture(line[0]) or board.is_check():
            return None
        shot = Shot(board, line[0], self._prover)
        threats = [] if shot.checkers else shot.threats
        found = [threat for threat in threats if self._is_real(shot, threat, line)]
        return max(found, key=lambda threat: threat.gain, default=None) or self._falling(shot, line)

    def _falling(self, shot: Shot, line: Moves) -> Threat | None:
        """Return the attack on a piece that the third move takes where it stands, at no cost, or None."""
        if len(line) < 3 or shot.after.is_capture(line[1]):
            return None
        target, answered = placed(shot.after, line[2].to_square), played(shot.after, line[1:2])
        attack = Threat(line[2], placed(shot.after, line[2].from_square), target, value_of(target.code))
        if not target.code or not shot.again.is_legal(line[2]) or not shot.is_new(attack):
            return None
        if line[2].from_square != shot.move.to_square and shot.before.is_pseudo_legal(line[2]):
            return None  # it could be taken before
        won = self._over(shot.before, shot.move)
        if won is None or won < (_SOLDIER if shot.checkers else _SLIP) or self._is_offer(shot, attack):
            return None
        boards = [answered] if shot.checkers else [answered, shot.again]
        gain = min(exchange(board, line[2], self._prover) for board in boards)
        return replace(attack, gain=gain) if gain >= LEAST_GAIN else None

    def _is_real(self, shot: Shot, threat: Threat, line: Moves) -> bool:
        """Return whether an attack is new, not just an offer to exchange, and parried by a line's next move."""
        if any(move.to_square == threat.target.square for move in shot.before.legal_moves()):
            return False  # it could already be taken before
        if self._is_offer(shot, threat):
            return False
        if is_idle(shot.after, line, threat.target.square):
            return False
        answered = played(shot.after, line[1:2])
        if not answered.is_legal(threat.move):
            return True
        return exchange(answered, threat.move, self._prover) < WORTH_TAKING

    def _is_offer(self, shot: Shot, threat: Threat) -> bool:
        """Return whether the attacker, or the piece that moved, can be taken at no cost."""
        return offers_exchange(shot.after, (threat.attacker.square, shot.move.to_square), self._prover)

    def _attacked_anyway(self, move: JudgedMove, attack: Threat) -> bool:
        """Return whether the answer to the better move attacks as much."""
        if len(move.better) < 2:
            return False
        other = self._tempo(played(move.before, move.better[:1]), move.better[1:])
        return other is not None and other.gain >= attack.gain

    def _attacks_as_much(self, move: JudgedMove, attack: Threat) -> bool:
        other = self._tempo(move.before, (move.move, *move.refutation))
        return other is not None and other.gain >= attack.gain

    def _attack(
        self, board: Board, attack: Threat, line: Moves, start: Start, moved: int | None = None
    ) -> Fact:
        """Return the fact for an attack, named after the fate of its target."""
        first, answer = line[:2]
        attacker = attack.attacker
        if attacker.square == first.to_square:
            attacker = placed(board, first.from_square)
        name, shown = "", line[:2]
        if line[2:3] == (attack.move,) and (self._over(board, first) or 0) >= _SOLDIER:
            name, shown = "falls", line[:3]
        elif answer.from_square == attack.target.square:
            name = "again" if attack.target.square == moved else "moves"
        return Fact(
            FactKind.ATTACK,
            board.turn,
            start,
            (attacker, attack.target),
            shown,
            name=name,
            importance=_ATTACKS + attack.gain // 100,
        )


def _is_taken(board: Board, line: Moves, square: int, *, answering: bool) -> bool:
    """Return whether a side takes a piece in a line on the square where it stands, before it moves.

    Args:
        board: the position before the line.
        line: legal moves.
        square: where the piece stands.
        answering: whether the side is the one that answers the first move.
    """
    target, walked = board.piece_at(square), board.copy()
    for index, step in enumerate(line[:FOLLOWED]):
        if not target or step.from_square == square:
            return False
        if step.to_square == square:
            return index % 2 == answering and walked.piece_at(square) == target
        walked.push_unchecked(step)
    return False


def _pauses(line: Moves, least: int) -> Iterator[Moves]:
    """Yield the beginnings of a line, from `least` moves on, that are not followed by a recapture."""
    for end in range(least, len(line) + 1):
        if end == len(line) or line[end].to_square != line[end - 1].to_square:
            yield line[:end]
