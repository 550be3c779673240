"""MXQ, the record of the game server Yitian (弈天): one game without variations; read only.

Source: docs/formats/servers.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.binary.linear import RawMove, play_steps
from xiangqi.records.tree import Game, RecordFault, clean_comment

NAME: Final = "mxq"
ENCODING: Final = "gb18030"

_MOVE: Final = re.compile(rb"(\d)([A-Z])-(\d)([A-Z])")
_END: Final = b"Ends"
_LONGEST_HEAD: Final = 24  # strings before the first move; 12 in the files described
_HEADERS: Final = ("Site", "Date", "Title", "RedElo", "BlackElo")
_COMMENT: Final = 10  # number of the string with the comment
_RESULTS: Final = {"胜": "1-0", "勝": "1-0", "负": "0-1", "負": "0-1", "和": "1/2-1/2"}


def sniff(data: bytes) -> bool:
    """Return whether data begins with strings, one of which is a move of this format."""
    head = list(islice(_strings(data), _LONGEST_HEAD))
    return any(_MOVE.fullmatch(text) for text, _ in head[_COMMENT:])


def read(data: bytes) -> Iterator[Game]:
    """Yield the only game of a file.

    Raises:
        RecordError: there is no move after the header.
    """
    if not sniff(data):
        raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.no_mxq")))
    strings = _strings(data)
    head = []
    for text, offset in strings:
        if _MOVE.fullmatch(text):
            first = (text, offset)
            break
        head.append(text)
    texts = [text.decode(ENCODING, "replace") for text in head]
    game = Game(format=NAME, encoding=ENCODING, headers=_headers(texts))
    game.result = _result(game.headers.get("Title", ""))
    others = texts[len(_HEADERS) : _COMMENT] + texts[_COMMENT + 1 :]
    game.root.comment = clean_comment("\n".join(filter(None, [*texts[_COMMENT : _COMMENT + 1], *others])))
    play_steps(game, _steps(first, strings))
    end = next((offset + len(text) for text, offset in _strings(data) if text == _END), None)
    if end is None:
        game.add_fault(RecordFault(Message("detail.mxq_without_end"), byte=len(data)))
    elif data[end:].strip(b"\0\r\n "):
        game.add_fault(RecordFault(Message("detail.bytes_after_end", count=len(data) - end), byte=end))
    yield game


def _strings(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the length-prefixed strings of a file, each with its offset; a truncated one is omitted."""
    offset = 0
    while offset < len(data) and offset + 1 + data[offset] <= len(data):
        start, offset = offset + 1, offset + 1 + data[offset]
        yield data[start:offset], start


def _headers(texts: list[str]) -> dict[str, str]:
    headers = {name: text.strip() for name, text in zip(_HEADERS, texts, strict=False) if text.strip()}
    players = headers.get("Title", "").split("-")
    if len(players) == 3:
        headers["Red"], headers["Black"] = players[0].strip(), players[2].strip()
    return headers


def _result(title: str) -> str:
    parts = title.split("-")
    return next((result for sign, result in _RESULTS.items() if len(parts) == 3 and sign in parts[1]), "*")


def _steps(first: tuple[bytes, int], strings: Iterator[tuple[bytes, int]]) -> Iterator[RawMove]:
    """Yield the moves; a string that is not a move becomes a step off the board."""
    text, offset = first
    while text != _END:
        token = text.decode(ENCODING, "replace")
        match = _MOVE.fullmatch(text)
        if match is None:
            yield RawMove((-1, -1), (-1, -1), token, offset)
            return
        from_file, from_row, to_file, to_row = match.groups()
        yield RawMove((int(from_file), from_row[0] - 65), (int(to_file), to_row[0] - 65), token, offset)
        following = next(strings, None)
        if following is None:
            return
        text, offset = following
