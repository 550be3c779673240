"""The claim of each kind of fact, and the attempt to refute it.

Material and mates are searched deeper than by the coach; everything else is determined on the board by
`xiangqi.bitboards`. Only the data of the coach's facts are used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tools.refute import lines, search
from tools.refute.measures import DEPTH
from tools.refute.positions import (
    Scene,
    after_move,
    code_at,
    hits,
    is_safe,
    king_at,
    protectors_of,
    turned,
    without,
    worth_at,
)
from tools.refute.search import MATE
from tools.refute.verdict import HOLDS, Verdict
from xiangqi import bitboards
from xiangqi.bitboards import BitPosition
from xiangqi.coach.facts import CAPTURES, Fact, FactKind, Placed, Start
from xiangqi.core.constants import BOTH, CANNON, KING, PAWN, RED, ROOK, file_of, make_square, rank_of
from xiangqi.fen import Position, format_fen

_NODES: Final = 300_000_000  # of one search, about a minute
_PLANS: Final = ("plan", "plan_mate")  # names of attacks
_HALF_A_SOLDIER: Final = 50  # the most that a move without cost may lose
_EXCHANGE: Final = 5  # plies that decide an exchange, or an unanswered attack
_SLIP: Final = 150  # the most that a better move may be worse in material without being refuted


class Refuter:
    """Tries to refute facts; keeps its table between them.

    A check returns HOLDS, the reason why the claim is wrong, or an undecided verdict.
    """

    def __init__(self, depth: int = DEPTH) -> None:
        self.depth = depth
        self._passes = True
        self._table = search.new_table()
        self._searches = 0
        self._found: dict[tuple[str, int, int, bool], Verdict] = {}  # wins that several sentences claim

    def judge(self, before: Position, move: int, fact: Fact) -> Verdict:
        """Check a fact about a move; a refutation by null moves is repeated at full width."""
        self._passes = True
        verdict = self._judge(before, move, fact)
        if not verdict.refuted:
            return verdict
        self._passes = False
        return HOLDS if self._judge(before, move, fact) == HOLDS else verdict

    def _judge(self, before: Position, move: int, fact: Fact) -> Verdict:
        scene = Scene(before, move, fact)
        board = scene.start
        for number, step in enumerate(fact.proof, 1):
            if step not in bitboards.legal_moves(board):
                return Verdict(f"move {number} of the proof is not legal")
            board = after_move(board, step)
        if any(code_at(scene.start, piece.square) != piece.code for piece in _concerned(fact)):
            return Verdict("a piece does not stand where it is said to")
        reason = _RULES[fact.kind](scene)
        if reason:
            return Verdict(reason)
        if fact.kind in self._searches_of:
            return self._searches_of[fact.kind](scene)
        return self._wins(scene.start, fact.proof[0], fact.gain) if fact.gain else HOLDS

    @property
    def _searches_of(self) -> dict[FactKind, Callable[[Scene], Verdict]]:
        """The searches of the kinds that claim more than a gain by the first move."""
        return {
            FactKind.MATE: self._mate,
            FactKind.FORCED_MATE: self._forced_mate,
            FactKind.THREAT: self._threat,
            FactKind.BETTER: self._better,
            FactKind.ONLY_MOVE: self._only_move,
            FactKind.TAKES: self._takes,
            FactKind.ATTACK: self._attack,
            FactKind.HOLLOW_CANNON: lambda scene: self._wins(
                scene.start, scene.fact.proof[0], -_HALF_A_SOLDIER
            ),
        }

    def value(self, position: Position, depth: int, alpha: int, beta: int) -> int | None:
        """Return the material that the side to move wins, relative to the present; None if undecided."""
        state = self._state(position, passes=self._passes)
        now = int(state[search.BALANCE] * state[search.SIDE])
        found = 0
        for plies in range(depth % 2, depth + 1, 2):
            state[search.ROOT] = plies
            found = int(search.best_value(state, self._table, alpha + now, beta + now, plies, 0))
        if state[search.NODES] > _NODES:
            return None
        return found if abs(found) > MATE // 2 else found - now

    def _state(self, position: Position, *, passes: bool = False) -> search.Numbers:
        """Return a position for one search, which finds no entries of earlier searches in the table."""
        self._searches += 1
        return search.state_of(position, _NODES, self._searches, passes=passes)

    def _costs_little(self, scene: Scene) -> Verdict:
        """Check that the first move loses less than half a soldier."""
        return self._wins(scene.start, scene.fact.proof[0], -_HALF_A_SOLDIER)

    def _wins(self, position: Position, move: int, gain: int) -> Verdict:
        """Check that the mover wins at least this much against any answer."""
        asked = (format_fen(position), int(move), gain, self._passes)
        if asked not in self._found:
            self._found[asked] = self._search_win(position, move, gain)
        return self._found[asked]

    def _search_win(self, position: Position, move: int, gain: int) -> Verdict:
        won = self._at_least(position, move, gain, self.depth - 1)
        if won is None:
            return Verdict(undecided=True)
        return HOLDS if won else Verdict(f"does not win {gain} at {self.depth} plies")

    def _takes(self, scene: Scene) -> Verdict:
        """Check that the exchange begun by a capture wins back about as much as the previous move took."""
        paid = worth_at(scene.before, scene.move & 255) if scene.fact.start is Start.AFTER else 0
        won = self._at_least(scene.start, scene.fact.proof[0], paid - _HALF_A_SOLDIER, _EXCHANGE)
        if won is None:
            return Verdict(undecided=True)
        return HOLDS if won else Verdict(f"the exchange wins less than {paid}, which was taken before")

    def _attack(self, scene: Scene) -> Verdict:
        """Check that, if nothing is done, taking the attacked piece wins material, or the plan succeeds."""
        if scene.fact.name in _PLANS:
            return self._plan(scene)
        target = scene.fact.pieces[1]
        capture = scene.then(scene.fact.pieces[0].square) << 8 | target.square
        passed = turned(scene.shown(), scene.fact.side)
        if scene.fact.name == "falls":
            passed = after_move(scene.shown(), scene.fact.proof[1])
        if capture not in bitboards.legal_moves(passed):
            return Verdict("it is not attacked")
        won = self._at_least(passed, capture, _HALF_A_SOLDIER, _EXCHANGE)
        if won is None:
            return Verdict(undecided=True)
        return HOLDS if won else Verdict("to take it wins nothing")

    def _plan(self, scene: Scene) -> Verdict:
        """Check that the side with the plan wins material, or mates, if the other side passes."""
        passed, first = turned(scene.shown(), scene.fact.side), scene.fact.proof[2]
        if not scene.fact.moves:
            return self._wins(passed, first, _HALF_A_SOLDIER)
        if 2 * scene.fact.moves > self.depth:
            return Verdict(undecided=True)
        return self._mates(passed, first, scene.fact.moves)

    def _mate(self, scene: Scene) -> Verdict:
        """Check that the first move mates in this many moves by force, and that the line ends in mate."""
        final = scene.start
        for move in scene.fact.proof:
            final = after_move(final, move)
        if bitboards.legal_moves(final):
            return Verdict("the line does not end in mate")
        return self._mates(scene.start, scene.fact.proof[0], scene.fact.moves)

    def _forced_mate(self, scene: Scene) -> Verdict:
        """Check that the first move mates in this many moves; a mate beyond the depth is left undecided."""
        if 2 * scene.fact.moves > self.depth:
            return Verdict(undecided=True)
        return self._mates(scene.start, scene.fact.proof[0], scene.fact.moves)

    def _mates(self, position: Position, move: int, moves: int) -> Verdict:
        """Check that a move mates in this many moves, including itself: by checks, or else by any moves."""
        state = self._state(after_move(position, move))
        if search.forces_mate(state, self._table, 2 * (moves - 1), 0):
            return HOLDS
        state = self._state(after_move(position, move))
        worst = 2 * (moves - 1) - MATE
        for plies in range((self.depth - 1) % 2, self.depth, 2):
            state[search.ROOT] = plies
            found = int(search.best_value(state, self._table, worst, worst + 1, plies, 0))
            if state[search.NODES] > _NODES:
                return Verdict(undecided=True)
            if found <= worst:
                return HOLDS  # a mate stays one at any depth
        return Verdict("no forced mate in so many moves")

    def _threat(self, scene: Scene) -> Verdict:
        """Check that a quiet move wins or mates as claimed, both if it is unanswered and in the line shown."""
        fact, shown = scene.fact, scene.shown()
        if not is_safe(shown, shown.turn):
            return Verdict("it is a check")
        for position in (turned(shown, fact.side), after_move(shown, fact.proof[1])):
            if fact.proof[2] not in bitboards.legal_moves(position):
                return Verdict("the threat cannot be carried out")
            verdict = (
                self._mates(position, fact.proof[2], fact.moves)
                if fact.moves
                else self._wins(position, fact.proof[2], fact.gain)
            )
            if verdict != HOLDS:
                return verdict
        return HOLDS

    def _better(self, scene: Scene) -> Verdict:
        """Check that the better move wins at most _SLIP less material than the move played."""
        depth, better = self.depth - 2, scene.fact.proof[0]
        near = self._after(scene.before, scene.move, depth - 4), self._after(scene.before, better, depth - 4)
        if near[0] is None or near[1] is None:
            return Verdict(undecided=True)
        line = (near[0] + near[1] + _SLIP) // 2  # a search whether one move stays below it, and the other above
        above = self._at_least(scene.before, better, line - _SLIP, depth)
        if above and self._at_least(scene.before, scene.move, line + 1, depth) is False:
            return HOLDS
        real = self._after(scene.before, scene.move, depth)
        if real is None:
            return Verdict(undecided=True)
        reached = self._at_least(scene.before, better, real - _SLIP, depth)
        if reached is None:
            return Verdict(undecided=True)
        return HOLDS if reached else Verdict(f"wins less than {real - _SLIP}, the move played wins {real}")

    def _at_least(self, position: Position, move: int, wanted: int, depth: int) -> bool | None:
        """Return whether a move wins at least this much, with its own capture; None if it takes too long."""
        most = worth_at(position, move & 255) - wanted
        found = self.value(after_move(position, move), depth, most, most + 1)
        return None if found is None else found <= most

    def _after(self, position: Position, move: int, depth: int) -> int | None:
        """Return the exact gain of a move, None if undecided; a capture counts nothing if a mate follows."""
        found = self.value(after_move(position, move), depth, -2 * MATE, 2 * MATE)
        if found is None or abs(found) > MATE // 2:
            return None if found is None else -found
        return worth_at(position, move & 255) - found

    def _only_move(self, scene: Scene) -> Verdict:
        """Check that every other move loses the claimed amount by force, compared with the move itself."""
        depth, only = self.depth - 2, scene.fact.proof[0]
        near = self._after(scene.before, only, depth - 4)
        if near is not None and self._at_least(scene.before, only, near - _SLIP // 2, depth):
            verdict = self._others_stay_below(scene, near - _SLIP // 2 - scene.fact.gain, depth)
            if verdict == HOLDS:
                return HOLDS
        kept = self._after(scene.before, only, depth)
        if kept is None:
            return Verdict(undecided=True)
        return self._others_stay_below(scene, kept - scene.fact.gain, depth)

    def _others_stay_below(self, scene: Scene, most: int, depth: int) -> Verdict:
        """Check that no move except the first of the proof wins more than `most`."""
        for other in bitboards.legal_moves(scene.before):
            if other == scene.fact.proof[0]:
                continue
            reached = self._at_least(scene.before, other, most + 1, depth)
            if reached is None:
                return Verdict(undecided=True)
            if reached:
                return Verdict(f"another move holds as well: {other >> 8}, {other & 255}")
        return HOLDS


# ---- Rules: each returns why a fact is wrong, or "" --------------------------------------------------------

_Rule = Callable[[Scene], str]


def _concerned(fact: Fact) -> Sequence[Placed]:
    """Return the pieces that must stand at the start of the proof; none for a mate or a repetition."""
    return () if fact.kind in (FactKind.MATE, FactKind.REPETITION) else fact.pieces


def _no_rule(_scene: Scene) -> str:
    return ""


def _hangs(scene: Scene) -> str:
    taker, taken = scene.fact.pieces
    move = scene.fact.proof[0]
    if (move >> 8, move & 255) != (taker.square, taken.square):
        return "the proof does not begin with the capture"
    protectors = protectors_of(scene.start, move)
    return "it is protected" if scene.fact.name.startswith("free") and protectors else ""


def _captures(scene: Scene) -> str:
    taker, taken, *later = scene.fact.pieces
    move = scene.fact.proof[0]
    if (move >> 8, move & 255) != (taker.square, taken.square):
        return "the proof does not begin with the capture"
    if any(piece.square != scene.fact.proof[-1] & 255 for piece in later):
        return "the proof does not end with the later capture"
    return _sides(scene)


def _attack(scene: Scene) -> str:
    if scene.fact.name in _PLANS:
        return _is_quiet(scene)
    attacker, target = scene.fact.pieces
    if scene.fact.name == "falls":
        return "it is not taken" if scene.fact.proof[2] & 255 != target.square else _is_quiet(scene)
    if scene.fact.proof[1] >> 8 != target.square and scene.fact.name:
        return "another piece moves"
    if scene.fact.name == "again" and scene.move & 255 != target.square:
        return "it has not moved before"
    if not hits(scene.shown(), scene.then(attacker.square), target.square):
        return "it is not attacked"
    return _is_quiet(scene)


def _takes_something(scene: Scene) -> str:
    """Return "" if the claim about an engine's line holds, otherwise a reason, such as "nothing is taken"."""
    position, taken = scene.start, False
    for move in scene.fact.proof:
        taken = taken or bool(code_at(position, move & 255))
        position = after_move(position, move)
    return "nothing is taken" if scene.fact.name == CAPTURES and not taken else _sides(scene)


def _point(scene: Scene) -> str:
    """Return "" if a strategic point holds, as far as the board can show it, otherwise a reason."""
    [piece], better = scene.fact.pieces, scene.fact.proof[0]
    shown, name = scene.shown(), scene.fact.name
    column = [make_square(file_of(better & 255), rank) for rank in range(10)]
    holds = {
        "chariot": piece.square == better >> 8 and piece.code & 7 == ROOK and rank_of(piece.square) in (0, 9),
        "centre": piece.code & 7 == CANNON and file_of(better & 255) == 4,
        "river": piece.code & 7 == PAWN and (rank_of(better & 255) >= 5) == (scene.fact.side == RED),
        "open_file": not any(code_at(shown, square) & 7 == PAWN for square in column),
        "horse": _room(shown, scene.then(piece.square))
        == scene.fact.counts[0]
        > _room(scene.after, piece.square)
        if name == "horse"
        else True,
    }
    return "" if holds[name] else f"no {name}"


def _room(position: Position, square: int) -> int:
    """Return the number of a piece's moves if its side were to move."""
    own = turned(position, code_at(position, square) & BOTH)
    return sum(move >> 8 == square for move in bitboards.legal_moves(own))


def _fork(scene: Scene) -> str:
    origin = scene.fact.proof[0] & 255
    targets = [piece.square for piece in scene.fact.pieces[1:]]
    if len(targets) < 2:
        return "a fork has two targets"
    if not all(hits(scene.shown(), origin, target) for target in targets):
        return "a target is not attacked"
    return ""


def _pairs(scene: Scene) -> str:
    pieces = scene.fact.pieces
    pairs = zip(pieces[::2], pieces[1::2], strict=True)
    attacked = all(hits(scene.shown(), scene.then(a.square), t.square) for a, t in pairs)
    return "" if attacked else "no such threat"


def _pin(scene: Scene) -> str:
    pinner, pinned, king = scene.fact.pieces
    bare = without(scene.shown(), pinned.square)
    origin = scene.then(pinner.square)
    if hits(bare, origin, king.square) and not hits(scene.shown(), origin, king.square):
        return ""
    facing = pinner.code & 7 == KING and BitPosition.of(bare).kings_face()
    return "" if facing else "without the pinned piece its king is not attacked"


def _king_driven(scene: Scene) -> str:
    """Return "" if only the king can answer a check and this is new, otherwise a reason."""
    king, first = scene.fact.pieces[1].square, scene.fact.proof[0]
    earlier = turned(scene.before, scene.fact.side)
    if not _only_the_king_moves(scene.shown(), king):
        return "other pieces can answer"
    if scene.start is scene.before or first not in bitboards.legal_moves(earlier):
        return ""
    return "it was so before" if _only_the_king_moves(after_move(earlier, first), king) else ""


def _only_the_king_moves(position: Position, king: int) -> bool:
    """Return whether a side is in check and can answer only with its king."""
    moves = bitboards.legal_moves(position)
    return not is_safe(position, position.turn) and all(move >> 8 == king for move in moves)


def _pinned_defender(scene: Scene) -> str:
    _, taken, defender, _ = scene.fact.pieces
    shown = scene.shown()
    if not hits(shown, defender.square, taken.square):
        return "it does not defend"
    back = defender.square << 8 | taken.square
    return "it can take back" if back in bitboards.legal_moves(shown) else ""


def _uncovered(scene: Scene) -> str:
    """Return "" if an attack is new after a move, otherwise a reason: it is missing, or was there before."""
    attacker, target = scene.fact.pieces[:2]
    if scene.fact.start is Start.AFTER and scene.fact.proof[0] == attacker.square << 8 | target.square:
        earlier, later = scene.before, scene.after  # the move in question made it possible
    else:
        earlier, later = scene.start, scene.shown()
    if not hits(later, attacker.square, target.square):
        return "the attack is not there"
    return "the attack was there before" if hits(earlier, attacker.square, target.square) else ""


def _double_check(scene: Scene) -> str:
    shown = scene.shown()
    king, *pieces = scene.fact.pieces
    found = all(hits(shown, scene.then(piece.square), king.square) for piece in pieces)
    return "" if found and len(pieces) >= 2 and king_at(shown, shown.turn) == king.square else "no double check"


def _no_longer_protects(scene: Scene) -> str:
    guard, target = scene.fact.pieces[:2]
    if not hits(scene.before, guard.square, target.square):
        return "it did not protect"
    return "it still protects" if hits(scene.after, guard.square, target.square) else ""


def _overloaded(scene: Scene) -> str:
    _, taken, defender, second = scene.fact.pieces
    if protectors_of(scene.start, scene.fact.proof[2]) != [defender.square]:
        return "the second piece has another protector"
    if scene.fact.proof[1] != defender.square << 8 | taken.square or scene.fact.proof[2] & 255 != second.square:
        return "the line says something else"
    return ""


def _defender_removed(scene: Scene) -> str:
    defender, target = scene.fact.pieces
    if scene.fact.name == "left":
        capture = scene.fact.proof[0]
        earlier = turned(scene.before, scene.fact.side)
        if capture & 255 != target.square or scene.move >> 8 not in protectors_of(earlier, capture):
            return "it did not protect"
        return "it still protects" if defender.square in protectors_of(scene.after, capture) else ""
    return "" if protectors_of(scene.start, scene.fact.proof[2]) == [defender.square] else "it does not protect"


def _trapped(scene: Scene) -> str:
    shown = scene.shown()
    trapped = scene.fact.pieces[1]
    moves = [move for move in bitboards.legal_moves(shown) if move >> 8 == trapped.square]
    for move in moves:
        takes = bitboards.legal_moves(after_move(shown, move))
        if not any(take & 255 == move & 255 for take in takes):
            return "it can go where nothing takes it"
    return "" if moves else "it has no move at all"


def _hollow_cannon(scene: Scene) -> str:
    cannon, king = scene.fact.pieces
    if _covered(scene.start, cannon.square, king.square) == "":
        return "it was there before"
    stands = scene.then(cannon.square)
    if cannon.code & 7 != CANNON or king.code & 7 != KING:
        return "these are other pieces"
    shown = scene.shown()
    answered = [after_move(shown, answer) for answer in bitboards.legal_moves(shown)]
    reasons = (
        _covered(position, stands, king_at(position, king.code & BOTH)) for position in (shown, *answered)
    )
    taken = any(code_at(position, stands) != cannon.code for position in answered)
    return "it can be taken" if taken else next(filter(None, reasons), "")


def _covered(position: Position, cannon: int, king: int) -> str:
    """Return "" if a cannon is hollow, otherwise a reason, such as that the king is on another file."""
    if file_of(cannon) != file_of(king):
        return "it is on another file"
    low, high = sorted((rank_of(cannon), rank_of(king)))
    gap = [make_square(file_of(king), rank) for rank in range(low + 1, high)]
    return "" if gap and not any(code_at(position, square) for square in gap) else "the file is not open"


def _is_quiet(scene: Scene) -> str:
    takes = code_at(scene.start, scene.fact.proof[0] & 255)
    return "it takes something" if takes else _sides(scene)


def _sides(scene: Scene) -> str:
    return "" if scene.start.turn == scene.fact.side else "the proof is begun by the other side"


_RULES: Final[dict[FactKind, _Rule]] = dict.fromkeys(FactKind, _no_rule) | {
    FactKind.HANGS: _hangs,
    FactKind.WINS_MATERIAL: _sides,
    FactKind.TAKES: _captures,
    FactKind.ATTACK: _attack,
    FactKind.ANSWER: _takes_something,
    FactKind.POINT: _point,
    FactKind.FORK: _fork,
    FactKind.DOUBLE_THREAT: _pairs,
    FactKind.PIN: _pin,
    FactKind.PINNED_DEFENDER: _pinned_defender,
    FactKind.KING_DRIVEN: _king_driven,
    FactKind.DISCOVERED_ATTACK: _uncovered,
    FactKind.DISCOVERED_CHECK: _uncovered,
    FactKind.DOUBLE_CHECK: _double_check,
    FactKind.MOUNT_MADE: _uncovered,
    FactKind.MOUNT_REMOVED: _uncovered,
    FactKind.LEG_FREED: _uncovered,
    FactKind.EYE_FREED: _uncovered,
    FactKind.LEG_BLOCKED: _no_longer_protects,
    FactKind.EYE_BLOCKED: _no_longer_protects,
    FactKind.OVERLOADED: _overloaded,
    FactKind.DEFENDER_REMOVED: _defender_removed,
    FactKind.TRAPPED: _trapped,
    FactKind.HOLLOW_CANNON: _hollow_cannon,
    FactKind.THREAT: _is_quiet,
    FactKind.MATE: _sides,
    FactKind.FORCED_MATE: _sides,
    FactKind.SHUT_IN: lines.shut_in,
    FactKind.TWO_TARGETS: lines.two_targets,
    FactKind.STOOD: lines.stood,
    FactKind.OPENED: lines.opened,
    FactKind.KING_STEP: lines.king_step,
    FactKind.FOLLOWS: lines.follows,
    FactKind.AGAIN: _sides,
}
