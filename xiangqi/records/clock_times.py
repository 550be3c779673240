"""Clock times after moves, as given in comments: ``[%clk 0:04:59]``."""

from __future__ import annotations

import re
from typing import Final

_CLOCK: Final = re.compile(r"\[%clk\s+(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\]")


def left_s(comment: str) -> float | None:
    """Return the seconds left on the mover's clock according to a move's comment, None if it gives none.

    >>> left_s("a good move [%clk 0:04:59.5]"), left_s("no clock")
    (299.5, None)
    """
    match = _CLOCK.search(comment)
    if match is None:
        return None
    hours, minutes, seconds = match.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)
