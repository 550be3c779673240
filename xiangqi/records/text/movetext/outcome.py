"""What move text holds: a tree of texts in flat lists, with what stands around them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from sys import intern
from typing import Final

ROOT: Final = -1
"""Index that stands for the position before the first move."""


@dataclass(slots=True)
class Line:
    """Moves that follow one another without a branch.

    Attributes:
        parent: index of the move that the line goes on from, or ROOT.
        moves: indexes of its moves, in order.
        parents: all moves that the line may go on from, where its number leaves that open.
        is_bracket: whether it stands in brackets behind the move that it replaces.
        merges: whether it may begin with moves that are already there.
    """

    parent: int
    moves: list[int] = field(default_factory=list)
    parents: tuple[int, ...] = ()
    is_bracket: bool = False
    merges: bool = False


@dataclass
class MoveText:
    """One game's move text, taken apart. Moves are numbered in the order they stand in the text.

    Attributes:
        texts: text of each move.
        offsets: place of each move in the text that was read.
        restated: (move index, text) of moves in brackets that are comments unless they say the same move again.
        comments: move index or ROOT -> its comments; together they are still to be cleaned.
        nags: move index -> annotation glyphs, as `notation.signs` numbers them.
        lines: main line first, each after the line it branches from.
        alone: move index -> number (offset, text) before it that follows a single move.
        begins: the number (value, offset, text) before the first move.
        is_reply: whether dots say that the first move is Black's.
        result: "" when the text has none.
        problems: (offset, text, message) of what does not belong there.
        preface: words before the first move; all of them where there is no move.
        footer: words after the last move.
        words_at: offset of the first of those words, -1 when there are none.
        end: offset after the result, or of the end of the text.
    """

    texts: list[str] = field(default_factory=list)
    offsets: array[int] = field(default_factory=lambda: array("q"))
    restated: list[tuple[int, str]] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=lambda: [Line(ROOT)])
    alone: dict[int, tuple[int, str]] = field(default_factory=dict)
    begins: tuple[int, int, str] = (1, 0, "")
    is_reply: bool = False
    result: str = ""
    problems: list[tuple[int, str, str]] = field(default_factory=list)
    preface: str = ""
    footer: str = ""
    words_at: int = -1
    end: int = 0

    def add(self, text: str, offset: int, parent: int) -> int:
        """Enter a move after another, or after ROOT, and return its index."""
        index = len(self.texts)
        self.texts.append(intern(text))  # few texts differ, and a tree can hold 100,000
        self.offsets.append(offset)
        line = self.lines[-1]
        if (line.moves[-1] if line.moves else line.parent) == parent:
            line.moves.append(index)
        else:
            self.lines.append(Line(parent, [index]))
        return index
