"""What is agreed before a game, how a game ends, and what a repetition consists of: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi import rule_sets
from xiangqi.board import Move
from xiangqi.core.constants import RED, square_name
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.rule_sets import RuleSet

# How a game ends. Agreement, resignation and time are the players' affair and decided by whoever runs the game.
CHECKMATE: Final = "checkmate"
STALEMATE: Final = "stalemate"
PERPETUAL_CHECK: Final = "perpetual_check"
PERPETUAL_CHASE: Final = "perpetual_chase"
PERPETUAL_CHASES: Final = "perpetual_chases"  # of several pieces
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
THREAT: Final = "threat"  # of mate
EXCHANGE: Final = "exchange"  # idle, and offers one
IDLE: Final = "idle"

# What an idle move is for, where moves are judged by classes.
SACRIFICE: Final = "sacrifice"
BLOCK: Final = "block"
TAIL: Final = "tail"  # goes on after the piece that has moved


@dataclass(frozen=True)
class Rules:
    """The rules agreed for a game.

    Raises:
        XiangqiError: no such rule set, or a number out of range.
    """

    name: str = rule_sets.DEFAULT.name  # of the rule set, one of rule_sets.NAMES
    # how often a position must occur before the repetition is judged; at least 2
    occurrences: int = rule_sets.DEFAULT.occurrences
    # rounds (two plies) without a capture that make a draw; None for no limit
    natural_limit_rounds: int | None = rule_sets.DEFAULT.natural_limit_rounds
    # checks of one side that count towards the natural limit; None counts them all
    counted_checks: int | None = rule_sets.DEFAULT.counted_checks

    def __post_init__(self) -> None:
        if self.name not in rule_sets.BY_NAME:
            raise XiangqiError(
                Message("detail.no_rule_set", name=repr(self.name), names=", ".join(rule_sets.NAMES))
            )
        if self.occurrences < 2:
            raise XiangqiError(Message("detail.few_occurrences", number=self.occurrences))
        if self.natural_limit_rounds is not None and self.natural_limit_rounds < 1:
            raise XiangqiError(Message("detail.low_limit", number=self.natural_limit_rounds))

    @property
    def rule_set(self) -> RuleSet:
        """What the rules of that name forbid."""
        return rule_sets.BY_NAME[self.name]


DEFAULT_RULES: Final = Rules()


@dataclass(frozen=True)
class Protector:
    """A piece that guards, or seems to guard, the square of an attacked piece."""

    square: int  # where it stands
    piece: int  # its code, colour | kind
    # "direct" or "opened" when it can retake; "forbidden" when retaking would expose its king (a false root),
    # "cut_off" when the capture itself takes away its way to the square
    status: str

    @property
    def real(self) -> bool:
        """Whether this piece can retake."""
        return self.status in ("direct", "opened")


@dataclass(frozen=True)
class Attack:
    """A capture that is possible after a move of the cycle, and whether the move made a threat of it."""

    # chaser, chased: squares after the move
    chaser: int
    chased: int
    # chaser_piece, chased_piece: piece codes, colour | kind
    chaser_piece: int
    chased_piece: int
    chased_slot: int  # the physical piece that is chased (Board.slot_at)
    new: bool  # whether the move made it a new threat, which is what chasing means
    # of docs/rules.md: "D9(i)", "D9(ii)", "D9(iii)" for a new threat, otherwise why it is none: "D3" (pinned),
    # "D5" (protected), "D7" (exchange), "D9" (standing). Where moves are judged by classes "C5" for a new win,
    # otherwise "C4" (wins nothing), "C5=" (won before), "C6" (exchange), "C8" (a king or soldier).
    article: str
    protectors: tuple[Protector, ...] = ()  # the guards of the chased piece, real and false
    # of a new threat by D9(iii): those that guarded the piece before the move and do not now
    lost_guards: tuple[Protector, ...] = ()
    value: int = 0  # what the capture wins, where moves are judged by classes (C3)
    joint: bool = False  # whether it is a joint chase (C9)

    @property
    def protected(self) -> bool:
        """Whether the chased piece is really protected (D5)."""
        return any(protector.real for protector in self.protectors)


@dataclass(frozen=True)
class IdlePurpose:
    """What an idle move is for."""

    kind: str  # SACRIFICE, BLOCK or TAIL
    # piece, square: the piece that is offered, barred or followed: its code, and where it stands
    piece: int
    square: int
    answer: Move | None = None  # the capture that is offered, or the move that is barred; None for TAIL


@dataclass(frozen=True)
class CycleMove:
    """One move of a repeated cycle."""

    move: Move  # the move
    side: int  # who played it
    kind: str  # CHECK, CHASE or IDLE; where moves are judged by classes also THREAT and EXCHANGE
    article: str  # of docs/rules.md, which gives the move its class
    attacks: tuple[Attack, ...] = ()  # every capture by a piece that counts, new threats and others
    gain: int = 0  # what a chase wins by a series of checks (C5); 0 for any other move
    joint: bool = False  # whether it is a joint chase (C9)
    # moves as if the other side passed: the mate of a THREAT, or the check with which the series of a CHASE
    # begins
    proof: tuple[Move, ...] = ()
    # whether a search for mate ended at its bound, so that a longer mate may be there (C2)
    bounded: bool = False
    # what an idle move is for, where moves are judged by classes and it can be told
    purpose: IdlePurpose | None = None

    @property
    def threatens_mate(self) -> bool:
        """Whether the move is a threat of mate."""
        return self.kind == THREAT

    @property
    def is_idle(self) -> bool:
        """Whether the move may be repeated without end."""
        return self.kind in (IDLE, EXCHANGE)

    @property
    def new_threats(self) -> tuple[Attack, ...]:
        """The attacks that this move made."""
        return tuple(attack for attack in self.attacks if attack.new)

    @property
    def chased(self) -> tuple[str, ...]:
        """Names of the squares of the newly threatened pieces, each once."""
        return tuple(dict.fromkeys(square_name(attack.chased) for attack in self.new_threats))


@dataclass(frozen=True)
class RepetitionVerdict:
    """The judgement of a repetition, as data."""

    loser: int | None  # RED, BLACK, or None for a draw
    reason: str  # a reason code, for instance PERPETUAL_CHASE
    article: str  # of docs/rules.md that decides
    # red_weight, black_weight: 3 perpetual check, 2 and 1 perpetual chase, 0 nothing forbidden. Where moves are
    # judged by classes 2 for forbidden moves, and 1 if a joint chase is among them (C1).
    red_weight: int
    black_weight: int
    cycle: tuple[CycleMove, ...]  # the moves from the first to the last occurrence counted
    start_fen: str  # the position that recurs, where the cycle begins
    occurrences: int  # how often the position has occurred in the cycle
    chased_slots: tuple[int, ...] = ()  # the physical pieces that the loser threatens with every move
    # where the first of them stands at the end of the cycle; None without such a chase
    chased_square: int | None = None
    chased_piece: int = 0  # its code, colour | kind; 0 without

    @property
    def joint_decides(self) -> bool:
        """Whether both sides made forbidden moves only and the joint chase of one decides (C9)."""
        return self.article == "C9"

    def weight(self, side: int) -> int:
        """Weight of a side's offence."""
        return self.red_weight if side == RED else self.black_weight


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int | None  # RED, BLACK, or None for a draw
    reason: str  # a reason code of this module
    verdict: RepetitionVerdict | None = None  # the judgement, when a repetition decided
