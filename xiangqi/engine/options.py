"""The engine's UCI and UCCI options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from xiangqi import rule_sets
from xiangqi.engine.common.levels import RATINGS
from xiangqi.engine.common.types import Option
from xiangqi.i18n.message import Message
from xiangqi.ladder import FULL_STRENGTH

if TYPE_CHECKING:
    from xiangqi.referee import Rules

EVALUATIONS: Final = ("network", "handcrafted")

DRIVERS: Final = ("PVS", "MTDf")

OPTIONS: Final[tuple[Option, ...]] = (
    Option("Hash", "spin", "64", 1, 4096),
    Option("Threads", "spin", "1", 1, 64),
    Option("Search", "combo", DRIVERS[0], choices=DRIVERS),
    Option("MultiPV", "spin", "1", 1, 32),
    Option("Level", "spin", str(FULL_STRENGTH), 1, FULL_STRENGTH),
    Option("UCI_LimitStrength", "check", "false"),
    Option("UCI_Elo", "spin", str(RATINGS[FULL_STRENGTH]), RATINGS[1], RATINGS[FULL_STRENGTH]),
    Option("Seed", "spin", "0", 0, (1 << 31) - 1),  # of all random choices; 0: another in every game
    Option("Evaluation", "combo", EVALUATIONS[0], choices=EVALUATIONS),
    Option("EvalFile", "string"),  # empty: the network of the program
    Option("OwnBook", "check", "false"),
    Option("Book File", "string"),  # empty: the book of the program
    Option("Book Choice", "combo", "weight", choices=("weight", "best", "near")),  # book.CHOICES
    Option("MastersBook", "check", "false"),  # with the program's own book, masters' practice comes first
    Option("TablePath", "string"),  # empty: the tables of the program and the user
    Option("Contempt", "spin", "0", -200, 200),
    Option("Ponder", "check", "false"),
    Option("Rules", "combo", rule_sets.DEFAULT.name, choices=rule_sets.NAMES),
    Option("Occurrences", "spin", str(rule_sets.DEFAULT.occurrences), 2, rule_sets.MOST_OCCURRENCES),
    Option(
        "Natural Limit", "spin", str(rule_sets.DEFAULT.natural_limit_rounds), 0, rule_sets.MOST_ROUNDS
    ),  # rounds; 0 for none
    Option("Clear Hash", "button"),
)


def checked_value(name: str, value: str) -> tuple[Option, str]:
    """Return the option with a name, whatever its case, and the value in its normal form.

    Raises:
        ValueError: the option is unknown or cannot take the value; the message says which values it can take.
    """
    option = next((o for o in OPTIONS if o.name.lower() == name.lower()), None)
    if option is None:
        names = ", ".join(o.name for o in OPTIONS)
        raise ValueError(Message("detail.option.unknown", name=repr(name), names=names))
    text = value.strip()
    if option.type == "spin":
        assert option.min is not None
        assert option.max is not None
        try:
            number = int(text)
        except ValueError:
            number = option.min - 1
        if not option.min <= number <= option.max:
            raise ValueError(
                Message(
                    "detail.option.range", name=option.name, low=option.min, high=option.max, text=repr(value)
                )
            )
        return option, str(number)
    if option.type == "combo" and text not in option.choices:
        raise ValueError(_one_of(option, option.choices, value))
    if option.type == "check":
        if text.lower() not in ("true", "false"):
            raise ValueError(_one_of(option, ("true", "false"), value))
        return option, text.lower()
    return option, text


def _one_of(option: Option, choices: Iterable[str], value: str) -> Message:
    return Message("detail.option.choice", name=option.name, names=", ".join(choices), text=repr(value))


def settings_of(rules: Rules) -> dict[str, str]:
    """Return the options that set the given rules, with their values, as far as options can express them."""
    return {
        "Rules": rules.name,
        "Occurrences": str(min(rules.occurrences, rule_sets.MOST_OCCURRENCES)),
        "Natural Limit": str(rules.natural_limit_rounds or 0),
    }
