"""Facts: what can be said about a move or a position, as data with a proof."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from xiangqi.line import Moves


class FactKind(str, Enum):
    """What a fact says; beside each what `Fact.pieces` holds, in this order.

    The taker, the mover and whoever profits belong to `Fact.side`, unless said otherwise.
    """

    # The taker, the piece that can be taken. Name: "free"; "free.guarded" where what guards it may not take
    # back; "dearer" where something takes back.
    HANGS = "hangs"
    WINS_MATERIAL = "wins_material"  # the first mover, the piece that falls in the end
    FORK = "fork"  # the piece that forks, its targets; a king among them is checked
    DOUBLE_THREAT = "double_threat"  # attacker and target, attacker and target …
    PIN = "pin"  # the pinning piece, the pinned one, its king
    PINNED_DEFENDER = "pinned_defender"  # the taker, the taken, the defender, the pinning piece
    DISCOVERED_ATTACK = "discovered_attack"  # the piece uncovered, its target, the piece that leaves
    DISCOVERED_CHECK = "discovered_check"  # the piece uncovered, the king, the piece that leaves
    DOUBLE_CHECK = "double_check"  # the king, the pieces that check
    MOUNT_MADE = "mount_made"  # the cannon, its target, the piece that becomes the screen (of either side)
    MOUNT_REMOVED = "mount_removed"  # the cannon, its target, the piece that leaves the line (of either side)
    LEG_FREED = "leg_freed"  # the horse, its target, the piece that leaves the leg (of either side)
    LEG_BLOCKED = "leg_blocked"  # the horse that no longer protects, what it protected, the piece on the leg
    EYE_FREED = "eye_freed"  # the elephant, its target, the piece that leaves the eye (of either side)
    EYE_BLOCKED = "eye_blocked"  # the elephant that no longer protects, what it protected, the piece in the eye
    OVERLOADED = "overloaded"  # the first taker, the first victim, the defender, the second victim
    DEFENDER_REMOVED = "defender_removed"  # the defender, what it protected
    TRAPPED = "trapped"  # the attacker, the trapped piece
    HOLLOW_CANNON = "hollow_cannon"  # the cannon, the king that nothing can cover from it
    THREAT = "threat"  # the piece that moves; name: "mate", or STALEMATE, where that would come next
    MATE = "mate"  # the pieces that belong to the pattern, as they stand in the end; name: STALEMATE or nothing
    REPETITION = "repetition"  # nothing; name: the referee's reason
    THEORY = "theory"  # the piece whose move keeps it; name: "win" or "draw", what the position was worth
    LEAVES_BOOK = "leaves_book"  # nothing; the proof is a move of the book
    OPENING = "opening"  # nothing; name: the key of the opening
    LIBRARY = (
        "library"  # the piece that moves; name: "played", or "other" where the proof is what was played most
    )
    BETTER = "better"  # the piece that should have moved
    ONLY_MOVE = "only_move"  # the piece that moved


class Start(str, Enum):
    """Where a proof begins: before the move that is spoken of, or after it."""

    BEFORE = "before"
    AFTER = "after"


class Placed(NamedTuple):
    """A piece on a square; the code is colour | kind."""

    square: int
    code: int


@dataclass(frozen=True)
class Fact:
    """Something that is so, and how it is shown."""

    kind: FactKind  # what is said
    side: int  # RED or BLACK, whoever moves first in the proof and profits
    start: Start  # the position from which the proof is played
    # who is concerned, in the order of FactKind, as they stand where the proof starts
    pieces: tuple[Placed, ...] = ()
    proof: Moves = ()  # the moves that show it, both sides' in turn; empty where the position alone shows it
    # what `side` wins at least by the proof's first move, whatever is answered, in the units of
    # `engine.search.exchange`; 0 where nothing is claimed. A threat wins it by the proof's third move, if the
    # first is not answered.
    gain: int = 0
    moves: int = 0  # moves to mate, 0 without one; of a threat those after the first
    patterns: tuple[str, ...] = ()  # names of the mating patterns that the proof ends with
    name: str = ""  # what the kind leaves open, a key for words
    # of LIBRARY: how often the proof's move was played, and what it scored, in percent
    counts: tuple[int, ...] = ()
    importance: int = 0  # facts with more of it come first

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares to be marked: of all pieces concerned, each once."""
        return tuple(dict.fromkeys(piece.square for piece in self.pieces))

    def at(self, start: Start) -> Fact:
        """The same fact of a proof that begins elsewhere."""
        return replace(self, start=start)


STALEMATE: Final = "stalemate"
"""The name of a mate, or of a threat, that leaves the other side without a move and without a check."""

PATTERN: Final = "pattern."
"""What the theme of a mating pattern begins with, before its name; all other themes are FactKinds."""


def theme_key(theme: str) -> str:
    """The key of a theme's name in the catalogues."""
    return f"coach.{theme}" if theme.startswith(PATTERN) else f"coach.theme.{theme}"
