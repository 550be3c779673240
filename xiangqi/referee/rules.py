"""What is agreed before a game, how a game ends, and what a repetition consists of: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.board import Move
from xiangqi.core.constants import RED, square_name
from xiangqi.errors import XiangqiError

RULE_SETS: Final = ("wxf", "asian", "cxa", "basic")

# How a game ends. Agreement, resignation and time are the players' affair and decided by whoever runs the game.
CHECKMATE: Final = "checkmate"
STALEMATE: Final = "stalemate"
PERPETUAL_CHECK: Final = "perpetual_check"
PERPETUAL_CHASE: Final = "perpetual_chase"
PERPETUAL_THREAT: Final = "perpetual_threat"
CHECK_AND_CHASE: Final = "check_and_chase"
CHECK_AND_THREAT: Final = "check_and_threat"
CHASE_AND_THREAT: Final = "chase_and_threat"
CHECK_CHASE_AND_THREAT: Final = "check_chase_and_threat"
MUTUAL_PERPETUAL_CHECK: Final = "mutual_perpetual_check"
MUTUAL_PERPETUAL_CHASE: Final = "mutual_perpetual_chase"
MUTUAL_VIOLATION: Final = "mutual_violation"
REPETITION: Final = "repetition"
NATURAL_LIMIT: Final = "natural_limit"
NO_ATTACKING_MATERIAL: Final = "no_attacking_material"

# Class of a move of a cycle.
CHECK: Final = "check"
CHASE: Final = "chase"
THREAT: Final = "threat"
IDLE: Final = "idle"


@dataclass(frozen=True)
class Rules:
    """The rules agreed for a game.

    Attributes:
        name: "wxf" (World Xiangqi Federation), "asian", "cxa" (China) or "basic" (perpetual check only).
        occurrences: how often a position must occur before the repetition is judged; at least 2.
        natural_limit_rounds: rounds (two plies) without a capture that make a draw; None for no limit.
        counted_checks: checks of one side that count towards the natural limit; None counts them all.
        mate_threat_moves: length of the mates that make a "threat of mate" under "cxa".

    Raises:
        XiangqiError: no such rule set, or a number out of range.
    """

    name: str = "wxf"
    occurrences: int = 3
    natural_limit_rounds: int | None = 60
    counted_checks: int | None = 10
    mate_threat_moves: int = 1

    def __post_init__(self) -> None:
        if self.name not in RULE_SETS:
            raise XiangqiError(f"there is no rule set {self.name!r}: {', '.join(RULE_SETS)} are known")
        if self.occurrences < 2:
            raise XiangqiError(f"a repetition needs at least 2 occurrences, not {self.occurrences}")
        if self.natural_limit_rounds is not None and self.natural_limit_rounds < 1:
            raise XiangqiError(f"the natural limit is at least 1 round, not {self.natural_limit_rounds}")
        if self.mate_threat_moves < 1:
            raise XiangqiError(f"a threat of mate needs at least 1 move, not {self.mate_threat_moves}")


DEFAULT_RULES: Final = Rules()


@dataclass(frozen=True)
class Protector:
    """A piece that guards, or seems to guard, the square of an attacked piece.

    Attributes:
        square: where it stands.
        piece: its code, colour | kind.
        status: "direct" or "opened" when it can retake; "forbidden" when retaking would expose its king
            (a false root), "cut_off" when the capture itself takes away its way to the square.
    """

    square: int
    piece: int
    status: str

    @property
    def real(self) -> bool:
        """Whether this piece can retake."""
        return self.status in ("direct", "opened")


@dataclass(frozen=True)
class Attack:
    """A capture that is possible after a move of the cycle, and whether the move made a threat of it.

    Attributes:
        chaser, chased: squares after the move.
        chaser_piece, chased_piece: piece codes, colour | kind.
        chaser_slot, chased_slot: the physical pieces (Board.slot_at).
        new: whether the move made it a new threat, which is what chasing means.
        article: of docs/rules.md: "D9(i)", "D9(ii)", "D9(iii)" for a new threat, otherwise why it is none:
            "D3" (pinned), "D5" (protected), "D7" (exchange), "D9" (standing).
        protectors: the guards of the chased piece, real and false.
    """

    chaser: int
    chased: int
    chaser_piece: int
    chased_piece: int
    chaser_slot: int
    chased_slot: int
    new: bool
    article: str
    protectors: tuple[Protector, ...] = ()

    @property
    def protected(self) -> bool:
        """Whether the chased piece is really protected (D5)."""
        return any(protector.real for protector in self.protectors)


@dataclass(frozen=True)
class CycleMove:
    """One move of a repeated cycle.

    Attributes:
        move: the move.
        side: who played it.
        kind: CHECK, CHASE, THREAT (of mate, under "cxa" only) or IDLE.
        attacks: every capture by a piece that counts, new threats and others.
        threatens_mate: whether the move threatens mate; always False unless the rules are "cxa".
    """

    move: Move
    side: int
    kind: str
    attacks: tuple[Attack, ...] = ()
    threatens_mate: bool = False

    @property
    def new_threats(self) -> tuple[Attack, ...]:
        """The attacks that this move made."""
        return tuple(attack for attack in self.attacks if attack.new)

    @property
    def chased(self) -> tuple[str, ...]:
        """Names of the squares of the newly threatened pieces, each once."""
        return tuple(dict.fromkeys(square_name(attack.chased) for attack in self.new_threats))

    @property
    def article(self) -> str:
        """The article of docs/rules.md that gives the move its class."""
        return self.new_threats[0].article if self.kind == CHASE else "D10"


@dataclass(frozen=True)
class RepetitionVerdict:
    """The judgement of a repetition, as data.

    Attributes:
        loser: RED, BLACK, or None for a draw.
        reason: a reason code, for instance PERPETUAL_CHASE.
        article: of docs/rules.md that decides.
        red_weight, black_weight: 3 perpetual check, 2 and 1 perpetual chase, 0 nothing forbidden.
        cycle: the moves from the first to the last occurrence counted.
        start_fen: the position that recurs, where the cycle begins.
        occurrences: how often the position has occurred in the cycle.
        chased_slots: the physical pieces that the loser of a perpetual chase threatens with every move.
        chased_square: where the first of them stands at the end of the cycle; None without such a chase.
        chased_piece: its code, colour | kind; 0 without.
    """

    loser: int | None
    reason: str
    article: str
    red_weight: int
    black_weight: int
    cycle: tuple[CycleMove, ...]
    start_fen: str
    occurrences: int
    chased_slots: tuple[int, ...] = ()
    chased_square: int | None = None
    chased_piece: int = 0

    def weight(self, side: int) -> int:
        """Weight of a side's offence."""
        return self.red_weight if side == RED else self.black_weight


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: RED, BLACK, or None for a draw.
        reason: a reason code of this module.
        verdict: the judgement, when a repetition decided.
    """

    winner: int | None
    reason: str
    verdict: RepetitionVerdict | None = None
