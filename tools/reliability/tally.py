"""The results of killing the program repeatedly."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of the kills, and of what was found after them.

    Attributes:
        kills: processes that were killed.
        moves: moves or edits shown by all of them.
        taken_up: kills after which a game with moves was found again.
        finished: games that were over when the program was killed, and saved; with edits, records that
            had been shown again and have had their own files since.
        lost: descriptions of what was missing.
        delays_ms: the delays from the clicks to the moment at which the move was shown and saved.
    """

    kills: int = 0
    moves: int = 0
    taken_up: int = 0
    finished: int = 0
    lost: list[str] = field(default_factory=list)
    delays_ms: list[float] = field(default_factory=list)
