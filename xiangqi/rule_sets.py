"""The rule sets for repetitions: the offences in each, and what a search must judge to apply it.

This module is cheap to import, so that options, settings and the command line need not load the referee.
docs/rules.md explains the terms. Nothing in the program branches on the name of a rule set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

# Offences, the keys of weights.
CHECKING: Final = "perpetual check"
CHASING: Final = "perpetual chase"
CHASING_PINNED: Final = "perpetual chase of a pinned chariot"

# What a search must judge in addition to perpetual check.
JUDGES_NOTHING: Final = 0
JUDGES_CHASES: Final = 1  # perpetual chases of one piece (core.chase)
JUDGES_CLASSES: Final = 2  # the class of every move (core.cxa.classes)


@dataclass(frozen=True)
class RuleSet:
    """A rule set for repetitions, and the default numbers that go with it."""

    name: str  # in options and records
    # the weights of offences; the side with the greater one loses. Anything else is allowed.
    weights: Mapping[str, int] = field(hash=False)
    # whether moves are classified, so that a side without an idle move offends (article C1); the weights then
    # only matter for perpetual check
    by_classes: bool = False
    occurrences: int = 3  # the default number of occurrences of a position before it is judged
    natural_limit_rounds: int = 60  # the default number of rounds without a capture that make a draw
    counted_checks: int = 10  # checks of the side claiming that draw that count

    @property
    def judging(self) -> int:
        """What a search must judge besides perpetual check: one of the JUDGES_ constants."""
        if self.by_classes:
            return JUDGES_CLASSES
        return JUDGES_CHASES if CHASING in self.weights else JUDGES_NOTHING


_CHECKS: Final[Mapping[str, int]] = MappingProxyType({CHECKING: 3})
_CHASES: Final[Mapping[str, int]] = MappingProxyType({CHECKING: 3, CHASING_PINNED: 2, CHASING: 1})

ALL: Final = (
    RuleSet("wxf", _CHASES),  # World Xiangqi Federation
    RuleSet("asian", _CHASES),  # Asian Xiangqi Federation
    RuleSet("cxa", _CHECKS, by_classes=True),  # Chinese Xiangqi Association
    RuleSet("basic", _CHECKS),  # perpetual check alone
)
NAMES: Final = tuple(rule_set.name for rule_set in ALL)
BY_NAME: Final[Mapping[str, RuleSet]] = MappingProxyType({rule_set.name: rule_set for rule_set in ALL})
DEFAULT: Final = ALL[0]
MOST_OCCURRENCES: Final = 9
MOST_ROUNDS: Final = 1000
