"""Exit codes of tools whose work may be interrupted and resumed."""

from __future__ import annotations

import sys
from collections.abc import Callable

from xiangqi.errors import XiangqiError


def exit_code(name: str, work: Callable[[], None]) -> int:
    """Do the work of a tool.

    Args:
        name: the first word of messages on stderr.
        work: may raise XiangqiError, or KeyboardInterrupt if it is interrupted.

    Returns:
        The exit status: 0, 2 after an error, 130 after an interruption.
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
