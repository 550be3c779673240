"""The options for the rules on repetitions and draws."""

from __future__ import annotations

import argparse

from xiangqi import rule_sets
from xiangqi.cli.parts.common import number_within
from xiangqi.referee import DEFAULT_RULES, Rules


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--rules", choices=rule_sets.NAMES, default=DEFAULT_RULES.name, help="option.rules")
    parser.add_argument(
        "--occurrences",
        type=number_within(2, 100),
        default=DEFAULT_RULES.occurrences,
        metavar="N",
        help="option.occurrences",
    )
    parser.add_argument(
        "--natural-limit",
        type=_rounds,
        default=DEFAULT_RULES.natural_limit_rounds,
        metavar="ROUNDS",
        help="option.natural_limit",
    )


def _rounds(text: str) -> int | None:
    """Convert a number of rounds, or "off" to None; serves as an argparse type."""
    return None if text == "off" else number_within(1, rule_sets.MOST_ROUNDS)(text)


def rules_of(args: argparse.Namespace) -> Rules:
    """Return the rules given by the options of add_rules."""
    return Rules(
        name=args.rules,
        occurrences=args.occurrences,
        natural_limit_rounds=args.natural_limit,
    )
