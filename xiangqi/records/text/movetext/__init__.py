"""Parses move text: moves, comments, variations, annotation marks and the result.

Nothing here knows the board. The outcome is a tree of texts in flat lists, which records.text.playing then
turns into moves. The text may be in any notation; its parts are recognised by their form alone.
"""

from __future__ import annotations

from xiangqi.records.text.movetext.outcome import ROOT, MoveRun, MoveText
from xiangqi.records.text.movetext.parser import finish, parse

__all__ = ["ROOT", "MoveRun", "MoveText", "finish", "parse"]
