"""Normalisation of FENs as written in links, by servers and by people: a board, then other fields after spaces.

Source: docs/formats/fen.md.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Final
from urllib.parse import unquote

from xiangqi.core.constants import FILES, RANKS

_CHINESE: Final = [*product(("", "方", "棋"), ("", "先", "走", "先走", "先行"))]


def _words(letters: str, names: tuple[str, ...], characters: str) -> list[str]:
    english = [f"{name}{ending}" for name in names for ending in ("", " to move", " to play")]
    return [
        *letters.split(),
        *english,
        *(f"{each}{who}{does}" for each in characters for who, does in _CHINESE),
    ]


SIDES: Final = {
    **dict.fromkeys(_words("w r wtm", ("red", "white"), "红紅"), "w"),
    **dict.fromkeys(_words("b btm", ("black",), "黑"), "b"),
}
"""Words for the side to move, in lower case -> the letter in a FEN."""

POCKET: Final = re.compile(r"\[([^\[\]]*)\]")
"""The pieces in hand, which other variants write after the board and Xiangqi does not have."""

_QUOTES: Final = " \t\r\n\u3000\ufeff\"'`“”‘’「」『』"
_KEYWORD: Final = re.compile(r"\[?\s*(?:position\s+)?(?:fen|sfen)\b[\s:=：]*", re.IGNORECASE)
_TOKEN: Final = re.compile(r"[^\s|;,<>()（）\"'`“”‘’「」『』]+")
_ROW: Final = "[A-Za-z1-9]{1,9}"
_ROWS: Final = re.compile(rf"(?<![A-Za-z0-9]){_ROW}(?:/{_ROW}){{{RANKS - 1},}}(?![A-Za-z0-9])")
_LINK: Final = re.compile(r"\w+://|[\w-]+(?:\.[\w-]+)+/", re.ASCII)
_JOINTS: Final = re.compile(r"[_+]+")
_PARAMETERS: Final = re.compile(r"[&?#]")
_MOVES: Final = re.compile(r"(?:^|[&?#])moves=([^&?#]*)", re.IGNORECASE)
_SIDE: Final = re.compile(r"(?:^|[&?#])(?:turn|side|to_?move|stm)=([^&?#]*)", re.IGNORECASE)
_ESCAPES: Final = 2  # levels of escaping in a link
_AS_WRITTEN: Final = re.compile("[A-Za-z1-9/]+(?: [A-Za-z0-9-]+)*")


def bare(text: str) -> str:
    """Return a text that consists of one FEN in normal form, without quotes or a keyword before it."""
    if _AS_WRITTEN.fullmatch(text):
        return text
    text = plain(text).strip(_QUOTES)
    if keyword := _KEYWORD.match(text):
        text = text[keyword.end() :].rstrip("]").strip(_QUOTES)
    return text.replace("\u3000", " ")


def plain(line: str) -> str:
    """Return a line with its position in normal form, or any other line unchanged.

    A position is normalised if it is in a link, escaped, joined by ``_`` or ``+``, or has an empty pocket.
    """
    return unlinked(line)[0]


def unlinked(line: str) -> tuple[str, str]:
    """Return a normalised line, and the link that contained its position; "" for none."""
    if line.count("/") < RANKS - 1 and "%2" not in line:
        return line, ""
    for token in _TOKEN.finditer(line):
        text = token[0]
        for _ in range(_ESCAPES):
            text = unquote(text) if "%" in text else text
        if text.count("/") >= RANKS - 1 and (spelt := _spelt(text)):
            link = token[0] if _LINK.match(text) or not {"?", "#"}.isdisjoint(text) else ""
            return line[: token.start()] + spelt + line[token.end() :], link
    return line, ""


def starts_position(word: str) -> bool:
    """Return whether a word on a command line begins a position, perhaps an invalid one."""
    first = bare(word).split(" ", 1)[0]
    return first.count("/") >= RANKS - 2 or first == "startpos"


def _spelt(token: str) -> str:
    """Return a token with the rows of the board in it as a plain FEN; "" if it has no board."""
    rows = _ROWS.search(token)
    if rows is None:
        return ""
    is_link = bool(_LINK.match(token)) or not {"?", "#"}.isdisjoint(token[: rows.start()])
    begin, board = _board(rows[0]) if is_link else (0, rows[0])
    tail = token[rows.start() + begin + len(board) :]
    pocket = POCKET.match(tail)
    if pocket and not pocket[1].strip("- "):
        tail = tail[pocket.end() :]
    if is_link:
        return board + _fields_in_link(tail)
    if _JOINTS.match(tail):
        tail = _JOINTS.sub(" ", tail)
    return token[: rows.start()] + board + tail


def _board(rows: str) -> tuple[int, str]:
    """Return the offset of the ten rows of a path that look most like a board, and these rows."""
    parts = rows.split("/")
    starts = range(len(parts) - RANKS + 1)
    best = max(starts, key=lambda start: sum(map(_is_row, parts[start : start + RANKS])))
    return len("/".join(parts[:best])) + (best > 0), "/".join(parts[best : best + RANKS])


def _is_row(text: str) -> bool:
    return sum(int(letter) if letter.isdigit() else 1 for letter in text) == FILES


def _fields_in_link(tail: str) -> str:
    """Return the fields after the board in a link; moves and the side to move may be query parameters."""
    found = _PARAMETERS.search(tail)
    fields, parameters = (tail[: found.start()], tail[found.start() :]) if found else (tail, "")
    fields = _JOINTS.sub(" ", fields).rstrip("/ ")
    if not fields.strip() and (side := _SIDE.search(parameters)):
        fields = f" {side[1]}"
    if moves := _MOVES.search(parameters):
        fields += f" moves {_JOINTS.sub(' ', moves[1].replace(',', ' '))}"
    return fields
