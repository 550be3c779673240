"""Tools that may appear in the columns of several screens: each feature registers its own.

For example::

    @tool(BoardTool.COMMENT)
    def comment_tool(scene: PanelContext, room: Room, place: ToolPlace) -> list[Widget]: ...
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.widgets import Widget


class BoardTool(Enum):
    """The tools that may appear in the columns of screens."""

    EXPLORER = "explorer"  # the moves played from the position on the board; nothing while it is closed
    COMMENT = "comment"  # the comment on the shown move, and its mark
    GAMES = "games"  # games with the position on the board, at the foot of a room


class ToolPlace(NamedTuple):
    """The layout of a tool in its place."""

    framed: bool = True  # whether it is a card of its own, and not the content of another
    spare: float = 0.0  # height that a tool at the foot leaves free above itself, points
    most: int = 5  # how many games are listed at most


Layout = Callable[[PanelContext, Room, ToolPlace], list[Widget]]

_TOOLS: Final[dict[BoardTool, Layout]] = {}


def tool(which: BoardTool) -> Callable[[Layout], Layout]:
    """Return a decorator that registers the one function that lays out a tool, using up some of the room."""

    def register(lay_out: Layout) -> Layout:
        if which in _TOOLS:
            raise AssertionError(f"{which} has a function already")
        _TOOLS[which] = lay_out
        return lay_out

    return register


def tool_widgets(
    scene: PanelContext,
    which: BoardTool,
    room: Room,
    place: ToolPlace = ToolPlace(),  # noqa: B008 - it is frozen
) -> list[Widget]:
    """Lay out a tool in a room."""
    return _TOOLS[which](scene, room, place)
