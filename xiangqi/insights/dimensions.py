"""The dimensions by which a player's moves are divided; each is a place where a weakness could show.

A situation divides the moves, for example into endgame moves and all others. A cause divides the faults, for
example into those punished by a horse's fork and all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from operator import attrgetter
from typing import Final

from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KING, KNIGHT, PAWN, RED, ROOK
from xiangqi.i18n.message import Message
from xiangqi.insights import causes
from xiangqi.insights.moves import ENDING, LOSING, STANDINGS, CountedMove
from xiangqi.openings import FAMILIES, family_of

FAR: Final = 4
"""Distance in points from which a capture by a cannon or chariot counts as a long shot."""

OPENING_PLIES: Final = 20
"""The number of plies by which an opening is judged: ten moves of each side."""

HURRY_S: Final = 30.0
"""Players with fewer seconds on the clock are in a hurry."""

QUICK_S: Final = 3.0
"""A move that took fewer seconds is a quick one."""

_EITHER_WAY: Final = frozenset(
    (
        *(causes.FORK, causes.DISCOVERED, causes.PIN, causes.DEFENDER),  # rare causes, both missed and allowed
        *(causes.THREAT, causes.THEORY, causes.REPETITION),  # causes that cannot be missed
    )
)

Test = Callable[[CountedMove], bool | None]


class DivisionKind(Enum):
    """The moves, games or faults that a dimension divides."""

    WITHIN = "within"  # the moves of each game
    BETWEEN = "between"  # whole games
    LOSSES = "losses"  # whole games, by how much their moves lose instead of how often
    CAUSE = "cause"  # the faults, by cause


@dataclass(frozen=True)
class Dimension:
    """One way of dividing moves."""

    key: str
    kind: DivisionKind
    # whether a move belongs to it; None if the move is not part of the comparison
    test: Test
    themes: tuple[str, ...] = ()  # of the exercises that practise it, as in exercises.pack
    # moves are only compared with moves for which this is the same
    given: Callable[[CountedMove], object] | None = None

    @property
    def name(self) -> Message:
        """The dimension as it is named in the middle of a sentence."""
        family = self.family
        return Message(f"claim.{self.key}") if family is None else Message("claim.opening", family=family)

    @property
    def family(self) -> Message | None:
        """The name of the family of openings that the dimension is about, or None."""
        group, _, code = self.key.partition(".")
        return Message(f"family.{code}") if group == "opening" else None


def _situations() -> Iterator[Dimension]:
    for phase in PHASES:
        yield Dimension(f"phase.{phase}", DivisionKind.WITHIN, partial(_in_phase, phase))
    for side, name in ((RED, "red"), (BLACK, "black")):
        yield Dimension(f"side.{name}", DivisionKind.BETWEEN, partial(_is, "side", side))
    for standing in STANDINGS:
        yield Dimension(f"standing.{standing}", DivisionKind.WITHIN, partial(_is, "standing", standing))
    for name, kinds in (
        ("chariot", (ROOK,)),
        ("cannon", (CANNON,)),
        ("horse", (KNIGHT,)),
        ("soldier", (PAWN,)),
        ("palace", (KING, ADVISOR, BISHOP)),
    ):
        yield Dimension(f"moving.{name}", DivisionKind.WITHIN, partial(_moves, kinds))
    yield Dimension("clock.hurry", DivisionKind.WITHIN, _in_a_hurry)
    yield Dimension("clock.quick", DivisionKind.WITHIN, _quickly)
    for family in FAMILIES:
        yield Dimension(f"opening.{family}", DivisionKind.LOSSES, partial(_in_family, family))


def _in_phase(phase: str, move: CountedMove) -> bool | None:
    """Return whether a move was made in a phase; None in lost positions, where little is left to lose."""
    return None if move.standing == LOSING else move.phase == phase


def _is(name: str, value: object, move: CountedMove) -> bool:
    return bool(getattr(move, name) == value)


def _moves(kinds: tuple[int, ...], move: CountedMove) -> bool:
    return move.piece in kinds


def _in_a_hurry(move: CountedMove) -> bool | None:
    return None if move.left_s is None else move.left_s < HURRY_S


def _quickly(move: CountedMove) -> bool | None:
    """Return whether a move was made quickly; None for moves made in a hurry, or without times."""
    if move.used_s is None or move.left_s is None or move.left_s < HURRY_S:
        return None
    return move.used_s < QUICK_S


def _in_family(family: str, move: CountedMove) -> bool | None:
    if not move.opening or move.ply > OPENING_PLIES:
        return None
    return family_of(move.opening) == family


def _causes() -> Iterator[Dimension]:
    for cause in causes.CAUSES[:-1]:
        themes = themes_of([cause])
        if cause in _EITHER_WAY:
            yield Dimension(f"cause.{cause}", DivisionKind.CAUSE, partial(_is, "cause", cause), themes)
            continue
        yield Dimension(f"cause.{cause}", DivisionKind.CAUSE, partial(_by_cause, cause, False), themes)
        yield Dimension(f"cause.{cause}.missed", DivisionKind.CAUSE, partial(_by_cause, cause, True), themes)
    yield Dimension("cannon.far", DivisionKind.CAUSE, partial(_taken_from, CANNON, FAR))
    yield Dimension("chariot.far", DivisionKind.CAUSE, partial(_taken_from, ROOK, FAR))
    yield Dimension("horse.any", DivisionKind.CAUSE, partial(_taken_from, KNIGHT, 1))
    yield Dimension("soldier.any", DivisionKind.CAUSE, partial(_taken_from, PAWN, 1))
    yield Dimension("fork.horse", DivisionKind.CAUSE, _forked_by_horse, themes_of([causes.FORK]))


def themes_of(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the themes of exercises that practise some causes, without duplicates."""
    wanted = dict.fromkeys(kinds)
    return tuple(fact.value for cause in wanted for fact, kind in causes.THEMES.items() if kind == cause)


def _by_cause(cause: str, missed: bool, move: CountedMove) -> bool:
    return move.cause == cause and move.missed == missed


def _taken_from(kind: int, least: int, move: CountedMove) -> bool:
    return move.punisher == kind and move.distance >= least


def _forked_by_horse(move: CountedMove) -> bool:
    return move.punisher == KNIGHT and move.targets > 1


DIMENSIONS: Final = (*_situations(), *_causes())
"""All dimensions that are tested."""

APART: Final = {
    "phase.endgame": Dimension(
        "phase.endgame/clock", DivisionKind.WITHIN, partial(_in_phase, ENDING), given=_in_a_hurry
    ),
    "clock.hurry": Dimension("clock.hurry/phase", DivisionKind.WITHIN, _in_a_hurry, given=attrgetter("phase")),
}
"""Situations that often coincide, each compared within equal conditions of the other: endgames are often played
in a hurry, so that a player who is weak in one of the two has many faults in both."""
