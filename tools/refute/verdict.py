"""The result of an attempt to refute a fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Verdict:
    """The result of trying to refute a fact.

    Attributes:
        refuted: the reason; "" if the fact holds.
        undecided: whether the search took too long.
    """

    refuted: str = ""
    undecided: bool = False


HOLDS: Final = Verdict()
