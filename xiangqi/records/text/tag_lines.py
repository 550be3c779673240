"""Puts each tag that shares a line with moves or other tags on a line of its own.

An added break is followed by a vertical tab, which distinguishes it from the breaks of the file, and which
readers take for a blank. `line_breaks` counts only the breaks of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import AnyStr, Final

from xiangqi.records.encodings import decode, decode_exactly
from xiangqi.records.text import tokens
from xiangqi.records.text.tags import OPENING_BYTES, TAG_INSIDE

_BREAK: Final = b"\n\v"
_SHARED: Final = re.compile(rb'[^\n]\[|"[ \t]*\][ \t]*[^\s]|' + rb"|".join(map(re.escape, OPENING_BYTES)))
"""Signs that a tag may not be alone on its line."""

_ENDS: Final = (b'"]\n', b'"]\r\n')
_BEGINS_MOVES: Final = re.compile(r"[\s\u200b]*(?:[0-9０-９]{1,3}[ \t]*[.．、]|[{;(（])")
_LABEL: Final = re.compile(
    r"[\s\u200b\ufeff]*(?:[-*•·‣▪]"
    r"|[(（\[【]?(?:(?:[Gg]ame|No\.?|第|#)[ \t]*)?"
    r"(?:[0-9０-９]{1,5}|[①-⑳]|[A-Za-z]|[一二三四五六七八九十百]{1,5})"
    r"[ \t]*[局盘盤]?[)）\]】.．、:：]*)[\s\u200b]*"
)
"""The number of a game in a list, before its first tag."""

_REMARK: Final = re.compile(r"(?:^|\s)[;%][^\n]*\Z")
_BLANKS: Final = " \t\r\f\v\u00a0\u3000\u200b\x1a\ufeff"


def separated(data: bytes, codec: str) -> bytes:
    """Return a PGN file with a break before each tag, and after those that moves follow.

    A tag after other text on its line counts if that text is not a comment and has a move or a result, or if
    another tag follows. A file whose tags are alone on their lines is returned unchanged.
    """
    is_alone = data.count(b"[") == data.count(b"\n[") + data.startswith(b"[")
    ends = sum(map(data.count, _ENDS)) + data.endswith(b'"]')
    if is_alone and data.count(b'"]') == ends and not any(code in data for code in OPENING_BYTES):
        return data
    return b"".join(_pieces(data.replace(_BREAK, b"\n "), codec))


def rejoined(data: bytes) -> bytes:
    """Return a part of a file without the breaks that were added."""
    return data.replace(_BREAK, b"\v")


def line_breaks(text: AnyStr, begin: int = 0, end: int | None = None) -> int:
    """Return the number of line breaks in a part of a text or its bytes, without those that were added."""
    newline, added = ("\n", "\n\v") if isinstance(text, str) else (b"\n", _BREAK)
    last = len(text) if end is None else end
    return text.count(newline, begin, last) - text.count(added, begin, last + 1)


def _pieces(data: bytes, codec: str) -> Iterator[bytes]:
    """Yield the data with its breaks."""
    copied = looked = 0
    in_comment = False  # whether a brace is open before the line
    while match := _SHARED.search(data, looked):
        begin = max(looked, data.rfind(b"\n", 0, match.end() - 1) + 1)
        end = data.find(b"\n", match.end() - 1)
        end = len(data) if end < 0 else end
        in_comment = _is_open(decode(data[looked:begin], codec), in_comment)
        line, exact = decode_exactly(data[begin:end], codec)
        in_comment = in_comment and not TAG_INSIDE.match(line.lstrip(_BLANKS))
        for end_before, place in _places(line, in_comment):
            yield data[copied : begin + len(line[:end_before].encode(exact, "surrogateescape"))]
            yield _BREAK
            copied = begin + len(line[:place].encode(exact, "surrogateescape"))
        in_comment = _is_open(line, in_comment)
        looked = end
    yield data[copied:]


def _is_open(text: str, before: bool) -> bool:
    """Return whether a brace is open at the end of a text, given whether one was open at its beginning."""
    opened, closed = text.rfind("{"), text.rfind("}")
    return before if opened == closed else opened > closed


def _places(line: str, in_comment: bool) -> Iterator[tuple[int, int]]:
    """Yield the breaks of a line: the end of the text before each, and the beginning of the text after it.

    That text is a tag or follows one. The two places differ where a game's number in a list lies between them.
    """
    found = list(TAG_INSIDE.finditer(line))
    tag_end = 0  # the end of the last tag that counts
    # The text since then is examined in pieces between tags that do not count, so that none is read twice.
    told, is_open, piece_begin = False, in_comment, 0
    for match, following in zip_longest(found, found[1:]):
        piece = line[piece_begin : match.start()]
        is_first, piece_begin = piece_begin == tag_end, match.start()
        is_beside = is_first and not piece.strip(_BLANKS)
        if is_first and not (tag_end or in_comment or is_beside) and _LABEL.fullmatch(piece):
            yield 0, match.start()
            tag_end = piece_begin = match.end()
            continue
        if not is_beside:
            is_row = following is not None and not line[match.end() : following.start()].strip(_BLANKS)
            is_open, told = _is_open(piece, is_open), told or tokens.says_game(piece)
            if _REMARK.search(piece):
                break
            if is_open or not (is_row or told):
                continue
            if tag_end and _begins_moves(line[tag_end : match.start()]):
                yield tag_end, tag_end
        if match.start() > 0 and (tag_end or not is_beside):
            yield match.start(), match.start()
        tag_end = piece_begin = match.end()
        told = is_open = in_comment = False
    if tag_end and _begins_moves(line[tag_end:]):
        yield tag_end, tag_end


def _begins_moves(text: str) -> bool:
    return tokens.says_game(text) or _BEGINS_MOVES.match(text) is not None
