"""The parsed content of move text: a tree of texts in flat lists, with the words around them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from sys import intern
from typing import Final

ROOT: Final = -1
"""Index that stands for the position before the first move."""


@dataclass(slots=True)
class MoveRun:
    """Moves that follow one another without a branch."""

    parent: int  # index of the move that the line continues, or ROOT
    moves: list[int] = field(default_factory=list)  # indexes of its moves, in order
    parents: tuple[int, ...] = ()  # all moves that the line may continue, if its number leaves that open
    is_bracket: bool = False  # whether it is in brackets after the move that it replaces
    merges: bool = False  # whether it may begin with moves that the tree already has


@dataclass
class MoveText:
    """The parsed move text of one game. Moves are numbered in the order of the text."""

    texts: list[str] = field(default_factory=list)  # text of each move
    # place of each move in the text that was read
    offsets: array[int] = field(default_factory=lambda: array("q"))
    # (move index, text) of moves in brackets, which are comments unless they repeat the same move
    restated: list[tuple[int, str]] = field(default_factory=list)
    # move index or ROOT -> its comments, still to be joined and cleaned
    comments: dict[int, list[str]] = field(default_factory=dict)
    # move index -> annotation glyphs, as `notation.signs` numbers them
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)
    # main line first, each after the line it branches from
    lines: list[MoveRun] = field(default_factory=lambda: [MoveRun(ROOT)])
    # move index -> number (offset, text) before it that follows a single move
    alone: dict[int, tuple[int, str]] = field(default_factory=dict)
    begins: tuple[int, int, str] = (1, 0, "")  # the number (value, offset, text) before the first move
    is_reply: bool = False  # whether dots show that the first move is Black's
    result: str = ""  # "" if the text has none
    # (offset, text, message) of misplaced parts
    problems: list[tuple[int, str, str]] = field(default_factory=list)
    preface: str = ""  # words before the first move; all words if there is no move
    footer: str = ""  # words after the last move
    words_at: int = -1  # offset of the first of those words, -1 if there are none
    end: int = 0  # offset after the result, or of the end of the text

    def add(self, text: str, offset: int, parent: int) -> int:
        """Add a move after another, or after ROOT, and return its index."""
        index = len(self.texts)
        self.texts.append(intern(text))  # few texts differ, and a tree can hold 100,000
        self.offsets.append(offset)
        line = self.lines[-1]
        if (line.moves[-1] if line.moves else line.parent) == parent:
            line.moves.append(index)
        else:
            self.lines.append(MoveRun(parent, [index]))
        return index
