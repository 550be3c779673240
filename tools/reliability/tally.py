"""What comes of killing the program again and again."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Tally:
    """What happened.

    Attributes:
        kills: processes that were killed.
        moves: or edits, shown by all of them.
        taken_up: kills after which a game with moves was found again.
        finished: games that were over when the program was killed, and kept; with edits, records that
            had been shown again and have a file of their own since.
        lost: what was missing, in words.
        delays_ms: from the clicks to the moment at which the move was shown and kept.
    """

    kills: int = 0
    moves: int = 0
    taken_up: int = 0
    finished: int = 0
    lost: list[str] = field(default_factory=list)
    delays_ms: list[float] = field(default_factory=list)
