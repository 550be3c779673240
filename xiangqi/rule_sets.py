"""The sets of rules for repetitions: what each forbids and what a search must judge under it, as plain values.

This module is light: options, settings and the command line read it without loading the rules themselves. What
the words mean is in docs/rules.md. Nothing in the program branches on the name of a rule set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

# Offences, as keys of the weights.
CHECKING: Final = "perpetual check"
CHASING: Final = "perpetual chase"
CHASING_PINNED: Final = "perpetual chase of a pinned chariot"

# What a search has to judge besides perpetual check.
JUDGES_NOTHING: Final = 0
JUDGES_CHASES: Final = 1  # perpetual chases of one piece (core.chase)
JUDGES_CLASSES: Final = 2  # the class of every move (core.cxa.classes)


@dataclass(frozen=True)
class RuleSet:
    """One set of rules.

    Attributes:
        name: as options and records spell it.
        weights: of the offences by which a side is judged; the heavier one loses. What is missing is allowed.
        by_classes: every move gets a class, and a side offends that makes no idle move (article C1); the
            weights then count for perpetual check alone.
        occurrences: how often a position occurs before it is judged, unless something else is agreed.
        natural_limit_rounds: rounds without a capture that make a draw, unless something else is agreed.
        counted_checks: how many checks of the side that claims a draw by that limit count.
    """

    name: str
    weights: Mapping[str, int] = field(hash=False)
    by_classes: bool = False
    occurrences: int = 3
    natural_limit_rounds: int = 60
    counted_checks: int = 10

    @property
    def judging(self) -> int:
        """What a search has to judge besides perpetual check: nothing, chases or classes."""
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
