"""Xiangqi (Chinese chess): board, rules, engine, records and a graphical interface.

`Board`, `Move`, `Game`, `Engine`, `print_games` and `recognise` are loaded on first use (docs/api.md shows
their use), so that importing the package is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from xiangqi.board import Board, Move
    from xiangqi.engine.worker import Engine

    print_games: Callable[
        ..., None
    ]  # xiangqi.printing.print_games, from a layer above this package's importers
    from xiangqi.recognition import recognise
    from xiangqi.records.tree import Game

__all__ = ["Board", "Engine", "Game", "Move", "__version__", "print_games", "recognise"]
__version__ = "0.1.0"

_HOMES = {
    "Board": "xiangqi.board",
    "print_games": "xiangqi.printing",
    "Move": "xiangqi.board",
    "Game": "xiangqi.records.tree",
    "Engine": "xiangqi.engine.worker",
    "recognise": "xiangqi.recognition",
}


def __getattr__(name: str) -> Any:
    """Return a public class or function, loading its module on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
