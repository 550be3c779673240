"""A fast reader for the plainest PGN: only tags, numbers and moves in coordinates from the starting position.

Collections of a million such games exist. The form is checked as a whole, and the moves by one call of a
kernel; anything unusual is left to the full reader, so that both return the same for every game.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from xiangqi.board import Board, Move
from xiangqi.core.movegen import play_line
from xiangqi.records.encodings import REPLACEMENT, decode
from xiangqi.records.text.tags import canonical
from xiangqi.records.tree import RESULTS, LineGame

_TAG: Final = r'\[([A-Za-z][A-Za-z0-9_]*) "([^"\\\n]*)"\]'
_TAGS: Final = re.compile(_TAG)
_HEAD: Final = re.compile(rf"\s*(?:{_TAG}[ \t\r]*\n)+".encode())
_MOVE: Final = rb"[A-Ia-i][0-9]-?[A-Ia-i][0-9]"
_MOVES: Final = re.compile(_MOVE)
_BODY: Final = re.compile(rb"\s*(?:(?:[0-9]{1,4}\.\s*)?" + _MOVE + rb"\s+)+(1-0|0-1|1/2-1/2|\*)?\s*")
_LONGEST: Final = 1 << 16  # bytes; longer games are not plain


class _Moves(dict[bytes, Move]):
    """A cache of text in coordinates -> move, with at most 8 spellings of 8,100 moves."""

    def __missing__(self, text: bytes) -> Move:
        return self.setdefault(text, Move.from_iccs(text.decode("ascii")))


_KNOWN: Final = _Moves()
_START: Final = Board()


def read_plain(chunk: bytes, codec: str) -> tuple[dict[str, str], LineGame] | None:
    """Return the game of a chunk that has nothing unusual, and its tags as written; None for any other chunk.

    Args:
        chunk: the bytes of one game.
        codec: a constant of records.encodings other than those of UTF-16.
    """
    if len(chunk) > _LONGEST:
        return None
    head = _HEAD.match(chunk)
    if head is None:
        return None
    body = _BODY.fullmatch(chunk, head.end())
    if body is None:
        return None
    text = decode(head[0], codec)
    found = _TAGS.findall(text)
    tags = {canonical(name): value.strip() for name, value in found}
    if len(tags) < len(found) or REPLACEMENT in text or "FEN" in tags:
        return None
    ending = body[1].decode("ascii") if body[1] else "*"
    result = tags.get("Result", "")
    if result not in RESULTS or ending not in ("*", result):
        return None
    moves = [_KNOWN[move] for move in _MOVES.findall(chunk, head.end())]
    if play_line(_START.state.copy(), np.array(moves, np.int64)) < len(moves):
        return None
    return tags, LineGame(moves, result=result)
