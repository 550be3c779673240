"""Xiangqi (Chinese chess): board, rules, engine, records and a graphical interface.

`Board`, `Move`, `Game`, `Engine`, `print` and `recognise` are loaded on first use (docs/api.md shows their
use), so that importing the package is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from xiangqi.board import Board, Move
    from xiangqi.engine.worker import Engine

    print: Callable[..., None]  # xiangqi.printing.print_games, from a layer above this package's importers
    from xiangqi.recognition import recognise
    from xiangqi.records.tree import Game

__all__ = ["Board", "Engine", "Game", "Move", "__version__", "print", "recognise"]
__version__ = "0.1.0"

_HOMES = {
    "Board": "xiangqi.board",
    "print": "xiangqi.printing",
    "Move": "xiangqi.board",
    "Game": "xiangqi.records.tree",
    "Engine": "xiangqi.engine.worker",
    "recognise": "xiangqi.recognition",
}

_NAMES = {"print": "print_games"}


def __getattr__(name: str) -> Any:
    """Load a public class on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), _NAMES.get(name, name))
