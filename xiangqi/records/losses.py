"""Finds what is missing from a written game, by reading the file back."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.files import read_bytes
from xiangqi.records.tree import Game, GameNode

LOSSES = ("moves", "variations", "comments", "marks", "headers", "result", "counters")
"""The names that `losses` can return, in its order."""


def losses(game: Game, content: bytes) -> tuple[str, ...]:
    """Return the names, from LOSSES, of the parts of a game that a file lacks or represents differently.

    If it cannot be read or starts from another position, only the moves are named.

    Args:
        game: the game that was written.
        content: the result of one of files.WRITERS.
    """
    try:
        read = next(read_bytes(content, "content"), None)
    except RecordError:
        read = None
    if read is None or read.start_fen.split()[:2] != game.start_fen.split()[:2]:
        return ("moves",)
    found = set(_missing_below(game.root, read.root))
    if read.start_fen != game.start_fen:
        found.add("counters")
    if any(text and read.headers.get(name) != text for name, text in game.headers.items()):
        found.add("headers")
    if read.result != game.result:
        found.add("result")
    return tuple(name for name in LOSSES if name in found)


def described_losses(game: Game, content: bytes) -> str:
    """Return a description of the parts that a written file lacks, with the names of headers; "" for none."""
    words = []
    for name in losses(game, content):
        if name != "headers":
            words.append(Message(f"missing.{name}"))
            continue
        read = next(read_bytes(content, "content"), None)
        kept = read.headers if read else {}
        gone = [tag for tag, text in game.headers.items() if text and tag not in kept]
        changed = [tag for tag, text in game.headers.items() if text and kept.get(tag, text) != text]
        words += [Message("missing.names", names=", ".join(gone))] if gone else []
        words += [Message("missing.texts", names=", ".join(changed))] if changed else []
    return Message("detail.several", reasons=tuple(words)) if words else ""


def _missing_below(root: GameNode, read: GameNode) -> Iterator[str]:
    waiting = [(root, read)]
    while waiting:
        node, copy = waiting.pop()
        if node.comment != copy.comment:
            yield "comments"
        if node.nags != copy.nags:
            yield "marks"
        moves = [child.move for child in node.children]
        if moves[:1] != [child.move for child in copy.children][:1]:
            yield "moves"
        elif moves != [child.move for child in copy.children]:
            yield "variations"
        waiting.extend(zip(node.children, copy.children, strict=False))
