"""How a tool ends whose work may be stopped and gone on with."""

from __future__ import annotations

import sys
from collections.abc import Callable

from xiangqi.errors import XiangqiError


def exit_code(name: str, work: Callable[[], None]) -> int:
    """Do the work of a tool.

    Args:
        name: begins what is told on stderr.
        work: may raise XiangqiError, and KeyboardInterrupt where it is stopped.

    Returns:
        The exit status: 0, 2 after an error, 130 where it was stopped.
    """
    try:
        work()
    except XiangqiError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{name}: stopped; the same command goes on", file=sys.stderr)
        return 130
    return 0
