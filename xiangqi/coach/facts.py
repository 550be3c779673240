"""Facts about a move or a position, as data with a proof."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from xiangqi.line import Moves


class FactKind(str, Enum):
    """The kinds of facts; the comments list the contents of `Fact.pieces` in order.

    The capturing, moving and attacking pieces belong to `Fact.side` unless stated otherwise.
    """

    # the capturing piece, the captured piece; name: "free", "free.guarded" if its defender may not recapture,
    # or "dearer" if it is recaptured
    HANGS = "hangs"
    # the capturing piece, the captured piece; the proof ends with the exchange that follows, in which
    # `Fact.side` comes out ahead; nothing beyond it is claimed. Name: "then" if its side's next move takes
    # the third piece, whose index in the proof is in `counts`; "if" if the proof is the capture, a recapture
    # that the other side had better not make, and the move that follows it
    TAKES = "takes"
    # the attacking piece, its target; name: "again" if the target has just moved and must move once more,
    # "moves" if it must move, "falls" if it is taken next; "plan", or "plan_mate" without a target, if that is
    # what its side would do if the other passed. The proof is the attack, the move that answers it or an idle
    # one, and the capture
    ATTACK = "attack"
    # the piece that moves first, the piece that is shut in and taken; name: "later" if a later move of the line
    # closes it in, whose index is in `counts`. The proof ends with the exchange on its point
    SHUT_IN = "shut_in"
    # the moving piece, its targets: two new ones, or one if it gives check (name: "check"); name: "others" if
    # another piece attacks one of them. The proof is the line up to the capture of one of them
    TWO_TARGETS = "two_targets"
    # the attacking piece, what it takes at once or with its next move; name: how the better move meets it:
    # "moves", "takes", "blocks" or "covers"
    STOOD = "stood"
    # the piece whose way is free, the piece that stood in it, where it has gone; name: "king" for a general
    # that it kept at home, "guard" if it covered the point, "blocked" if it has cut off the third piece, which
    # covered it; "guard.takes" or "guard.attacks" if the third piece is taken or attacked there,
    # "guard.attacks.it" if the guard itself is, "guard.then" if a capture or a check follows
    OPENED = "opened"
    # the first piece to move, what the move with the index in `counts` "takes" or "attacks" by the name
    FOLLOWS = "follows"
    KING_STEP = "king_step"  # the piece that gives check on the general's new file, the general
    FORCED_MATE = "forced_mate"  # the first piece to move; the engine's mate, whose line need not be complete
    # the piece that moves first, its target; an idea that several moves allowed and missed, with its first and
    # last round in `counts`; name: the kind of the reason
    AGAIN = "again"
    WINS_MATERIAL = "wins_material"  # the first piece to move, the piece that is won in the end
    FORK = "fork"  # the forking piece, its targets; if one is a king, it is in check
    DOUBLE_THREAT = "double_threat"  # attacker and target, attacker and target …
    # the pinning piece, the pinned one, its king; name: "gets" for a pin that wins nothing yet, "now" for one
    # that already exists
    PIN = "pin"
    # the checking piece, the king, which has to move; name: "takes" if the check takes the third piece
    KING_DRIVEN = "king_driven"
    PINNED_DEFENDER = "pinned_defender"  # capturing, captured, defending, pinning piece
    DISCOVERED_ATTACK = "discovered_attack"  # the uncovered piece, its target, the piece that moves away
    DISCOVERED_CHECK = "discovered_check"  # the uncovered piece, the king, the piece that moves away
    DOUBLE_CHECK = "double_check"  # the king, the checking pieces
    MOUNT_MADE = "mount_made"  # the cannon, its target, the piece that becomes the screen (of either side)
    MOUNT_REMOVED = "mount_removed"  # the cannon, its target, the piece that leaves the line (of either side)
    LEG_FREED = "leg_freed"  # the horse, its target, the piece that leaves the leg (of either side)
    LEG_BLOCKED = "leg_blocked"  # the horse that no longer protects, what it protected, the piece on the leg
    EYE_FREED = "eye_freed"  # the elephant, its target, the piece that leaves the eye (of either side)
    EYE_BLOCKED = "eye_blocked"  # the elephant that no longer protects, what it protected, the piece in the eye
    OVERLOADED = "overloaded"  # first capturing piece, first victim, defender, second victim
    DEFENDER_REMOVED = "defender_removed"  # the defender, what it protected
    TRAPPED = "trapped"  # the attacker, the trapped piece
    HOLLOW_CANNON = "hollow_cannon"  # the cannon, the king
    # the attacking piece, its target; for a mate, the moving piece; name: "mate" or STALEMATE for those
    THREAT = "threat"
    MATE = "mate"  # the pattern's pieces in the final position; name: STALEMATE or empty
    REPETITION = "repetition"  # the moved piece, the chased piece; name: the outcome and the referee's reason
    THEORY = "theory"  # the piece whose move keeps the result; name: "win" or "draw", the result
    LEAVES_PRACTICE = "leaves_practice"  # the piece that masters move; the proof is their move
    OPENING = "opening"  # none; name: the catalogue key of the opening's name
    LIBRARY = "library"  # the piece that moves; name: "played", or "other" for the most popular alternative
    # the piece that should have moved, then by the name: the piece it "takes"; what it "saves" itself from; the
    # piece it "guards" and from what; the one whose capture it "counters", by what, how;
    # the piece it "attacks", or "offers" to exchange for one of its kind; the one it "keeps"; none if it
    # "checks", "trades", "develops" or "captures", for AVOIDS, LESS and MEETS (but what MEETS.guards or
    # MEETS.takes), or for a costly move whose point is not seen. The proof is the engine's line, up to a quiet
    # position
    BETTER = "better"
    ANSWER = "answer"  # the piece that answers where nothing else can be said; name and proof as for BETTER
    POINT = "point"  # the piece in question; name: the point of strategy in favour of the better move
    ONLY_MOVE = "only_move"  # the piece that moved


class Start(str, Enum):
    """The position from which a proof is played: before or after the move in question."""

    BEFORE = "before"
    AFTER = "after"


class Placed(NamedTuple):
    """A piece on a square; `code` is colour | kind."""

    square: int
    code: int


@dataclass(frozen=True)
class Fact:
    """A statement about a move or position with its proof."""

    kind: FactKind
    side: int  # RED or BLACK, the side that moves first in the proof and profits
    start: Start  # the position from which the proof is played
    # the pieces concerned, in the order given at FactKind, on their squares at the start of the proof
    pieces: tuple[Placed, ...] = ()
    proof: Moves = ()  # moves of both sides; empty if the position alone is the proof
    # the least that `side` wins by the proof's first move against any reply, in the units of
    # `engine.search.exchange`; 0 if no gain is claimed. A threat wins it by the proof's third move if the first
    # is not answered.
    gain: int = 0
    moves: int = 0  # moves to mate, 0 without one; for a threat, those after the first; or those of a cycle
    patterns: tuple[str, ...] = ()  # names of the mating patterns at the end of the proof
    name: str = ""  # distinguishes facts of one kind, for their wording
    # for LIBRARY and LEAVES_PRACTICE: number of games of the proof's move, and its score or share in percent;
    # for POINT: what is compared; for BETTER: the winning chance with it in percent, if known; see FactKind
    counts: tuple[int, ...] = ()
    importance: int = 0  # facts of greater importance come first

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of all pieces concerned, without duplicates, to be highlighted."""
        return tuple(dict.fromkeys(piece.square for piece in self.pieces))

    @property
    def cause(self) -> FactKind:
        """The kind of the fact; for an idea that is told with its span, the kind of the underlying reason."""
        return FactKind(self.name) if self.kind is FactKind.AGAIN else self.kind

    def at(self, start: Start) -> Fact:
        """Return the same fact with another start of its proof."""
        return replace(self, start=start)


STALEMATE: Final = "stalemate"
"""The name of a mate or a threat that leaves the other side without a move but not in check."""

AVOIDS: Final = "avoids"
"""The name of a better move that does not allow the mate which the move played allows."""

MEETS: Final = "meets"
"""The first part of the name of a better move that meets what the move allows; the way follows."""

LESS: Final = "less"
"""The name of a better move that loses material as well, but less."""

PLANS: Final = ("plan", "plan_mate")
"""The names of attacks that are plans: the move would win or mate next if it were not answered."""

CAPTURES: Final = "captures"
"""The name of a better move or an answer that has no reason other than captures in its line."""

PATTERN: Final = "pattern."
"""The prefix of a theme that is a mating pattern; all other themes are values of FactKind."""


def theme_key(theme: str) -> str:
    """Return the catalogue key of a theme's name."""
    return f"coach.{theme}" if theme.startswith(PATTERN) else f"coach.theme.{theme}"
