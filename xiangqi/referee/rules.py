"""The data of rules, outcomes and repetitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi import rule_sets
from xiangqi.board import Move
from xiangqi.core.constants import RED, square_name
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.rule_sets import RuleSet

# How a game ends. Agreement, resignation and time are not decided by the referee.
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

# The class of a move in a cycle.
CHECK: Final = "check"
CHASE: Final = "chase"
THREAT: Final = "threat"  # of mate
EXCHANGE: Final = "exchange"  # idle, and offers one
IDLE: Final = "idle"

# The purpose of an idle move under rules that judge by classes.
SACRIFICE: Final = "sacrifice"
BLOCK: Final = "block"
TAIL: Final = "tail"  # pursues the piece that has just moved


@dataclass(frozen=True)
class Rules:
    """The rules agreed for a game.

    Raises:
        XiangqiError: there is no such rule set, or a number is out of range.
    """

    name: str = rule_sets.DEFAULT.name  # one of rule_sets.NAMES
    # how often a position must occur to be judged; at least 2
    occurrences: int = rule_sets.DEFAULT.occurrences
    # rounds (of two plies) without a capture that make a draw; None for no limit
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
        """The rule set that `name` refers to."""
        return rule_sets.BY_NAME[self.name]


DEFAULT_RULES: Final = Rules()


@dataclass(frozen=True)
class Protector:
    """A piece that guards an attacked piece or seems to."""

    square: int
    piece: int  # colour | kind
    # "direct" or "opened" if it can recapture; "forbidden" if that would expose its king (a false root),
    # "cut_off" if the capture itself blocks its path to the square
    status: str

    @property
    def real(self) -> bool:
        """Whether this piece can recapture."""
        return self.status in ("direct", "opened")


@dataclass(frozen=True)
class Attack:
    """A capture that is possible after a move in a cycle, and whether the move made it a threat."""

    # squares after the move
    chaser: int
    chased: int
    # piece codes, colour | kind
    chaser_piece: int
    chased_piece: int
    chased_slot: int  # identifies the chased piece (Board.slot_at)
    new: bool  # whether it is a new threat, i.e. a chase
    # of docs/rules.md: "D9(i)", "D9(ii)", "D9(iii)" for a new threat, otherwise why it is not one: "D3"
    # (pinned), "D5" (protected), "D7" (exchange), "D9" (standing). Under rules that judge by classes: "C5" for
    # a new win, otherwise "C4" (wins nothing), "C5=" (won before), "C6" (exchange), "C8" (by a king or
    # soldier).
    article: str
    protectors: tuple[Protector, ...] = ()  # the guards of the chased piece, real and false
    # for a new threat by D9(iii): the pieces that no longer guard the chased piece
    lost_guards: tuple[Protector, ...] = ()
    value: int = 0  # material won, under rules that judge by classes (C3)
    joint: bool = False  # whether it is a joint chase (C9)

    @property
    def protected(self) -> bool:
        """Whether the chased piece has a real protector (D5)."""
        return any(protector.real for protector in self.protectors)


@dataclass(frozen=True)
class IdlePurpose:
    """The purpose of an idle move."""

    kind: str  # SACRIFICE, BLOCK or TAIL
    # code and square of the piece that is offered, blocked or pursued
    piece: int
    square: int
    answer: Move | None = None  # the capture that is offered or the move that is blocked; None for TAIL


@dataclass(frozen=True)
class CycleMove:
    """A move in a cycle."""

    move: Move
    side: int  # RED or BLACK
    kind: str  # CHECK, CHASE or IDLE; under rules that judge by classes also THREAT and EXCHANGE
    article: str  # of docs/rules.md, which determines the class
    attacks: tuple[Attack, ...] = ()  # all captures by pieces that count, new threats and others
    gain: int = 0  # material that a chase wins by a series of checks (C5), otherwise 0
    joint: bool = False  # whether it is a joint chase (C9)
    # moves if the other side passes: the mate of a THREAT, or the first check of a CHASE
    proof: tuple[Move, ...] = ()
    # whether a mate search reached its limit, so that there may be a longer mate (C2)
    bounded: bool = False
    # of an idle move under rules that judge by classes, if it is known
    purpose: IdlePurpose | None = None

    @property
    def threatens_mate(self) -> bool:
        """Whether the move threatens mate."""
        return self.kind == THREAT

    @property
    def is_idle(self) -> bool:
        """Whether the move may be repeated indefinitely."""
        return self.kind in (IDLE, EXCHANGE)

    @property
    def new_threats(self) -> tuple[Attack, ...]:
        """The attacks created by the move."""
        return tuple(attack for attack in self.attacks if attack.new)

    @property
    def chased(self) -> tuple[str, ...]:
        """The names of the squares on which pieces are newly threatened, without duplicates."""
        return tuple(dict.fromkeys(square_name(attack.chased) for attack in self.new_threats))


@dataclass(frozen=True)
class RepetitionVerdict:
    """The judgement of a repetition."""

    loser: int | None  # RED, BLACK, or None for a draw
    reason: str  # a reason code, for instance PERPETUAL_CHASE
    article: str  # the deciding article of docs/rules.md
    # 3 for perpetual check, 2 and 1 for perpetual chase, 0 for nothing forbidden; under rules that judge by
    # classes 2 for forbidden moves, or 1 if a joint chase is among them (C1)
    red_weight: int
    black_weight: int
    cycle: tuple[CycleMove, ...]  # the moves from the first to the last occurrence counted
    start_fen: str  # the recurring position, at the start of the cycle
    occurrences: int  # of the position in the cycle
    chased_slots: tuple[int, ...] = ()  # the pieces that the loser threatens with every move
    # the square of the first of them at the end of the cycle; None if there are none
    chased_square: int | None = None
    chased_piece: int = 0  # its code, colour | kind; 0 if there are none

    @property
    def joint_decides(self) -> bool:
        """Whether both sides made only forbidden moves, so that one side's joint chase decides (C9)."""
        return self.article == "C9"

    def weight(self, side: int) -> int:
        """Return the weight of the offence that a side committed."""
        return self.red_weight if side == RED else self.black_weight


@dataclass(frozen=True)
class Outcome:
    """The result of a game and the reason for it."""

    winner: int | None  # RED, BLACK, or None for a draw
    reason: str  # a reason code of this module
    verdict: RepetitionVerdict | None = None  # the judgement, if a repetition decided
