"""The options by which commands agree on the rules of repetition and draws."""

from __future__ import annotations

import argparse

from xiangqi.cli.common import number_within
from xiangqi.referee import DEFAULT_RULES, RULE_SETS, Rules


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--rules", choices=RULE_SETS, default=DEFAULT_RULES.name, help="the rule set (wxf)")
    parser.add_argument(
        "--occurrences",
        type=number_within(2, 100),
        default=DEFAULT_RULES.occurrences,
        metavar="N",
        help="how often a position must occur before the repetition is judged (3)",
    )
    parser.add_argument(
        "--natural-limit",
        type=_rounds,
        default=DEFAULT_RULES.natural_limit_rounds,
        metavar="ROUNDS",
        help="rounds without a capture that make a draw (60), or 'off'",
    )
    parser.add_argument(
        "--mate-threat",
        type=number_within(1, 3),
        default=DEFAULT_RULES.mate_threat_moves,
        metavar="MOVES",
        help="how long a mate may be that a move threatens, under cxa (1)",
    )


def _rounds(text: str) -> int | None:
    """An argparse type: a number of rounds, or None for "off"."""
    return None if text == "off" else number_within(1, 1000)(text)


def rules_of(args: argparse.Namespace) -> Rules:
    """The rules given by add_rules's options."""
    return Rules(
        name=args.rules,
        occurrences=args.occurrences,
        natural_limit_rounds=args.natural_limit,
        mate_threat_moves=args.mate_threat,
    )
