"""PGN tags: their names in any spelling, and their forms in real files.

They are found in text and in bytes of any encoding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from xiangqi.records.text import headings

OTHER_NAMES: Final = {"White": "Red", "WhiteTeam": "RedTeam", "WhiteElo": "RedElo", "WhiteTitle": "RedTitle"}
"""Tags of chess -> the tags with the same meaning here."""
_NOT_KEPT: Final = ("FEN", "Format", "Result", "SetUp")
_NAMES: Final = (
    "Game Event Site Date Round Table Title Red RedTeam RedElo RedTitle RedTime Black BlackTeam BlackElo"
    " BlackTitle BlackTime ECCO Opening Variation Variant TimeControl Termination Annotator Author"
)
_LABELS: Final = {label: name for label, name in headings.NAMES.items() if not label.isascii()}
_CANONICAL: Final = {name.lower(): name for name in (*_NAMES.split(), *OTHER_NAMES, *_NOT_KEPT)} | _LABELS
_KNOWN_NAMES: Final = (*_CANONICAL,)  # the names with a meaning here, in lower case

_CODECS: Final = ("utf-8", "gb18030", "big5hkscs")
_QUOTES: Final = "“”„‟＂‘’＇'"  # inserted by word processors and Chinese keyboards
_BLANKS: Final = " \t\r\f\v\u00a0\u3000\u200b"
_OPEN, _CLOSE = "[［【", "]］】"
_JOINTS: Final = "\x1a\ufeff"  # characters that end or begin a file; they remain where several were joined


def canonical(name: str) -> str:
    """Return a tag's name as spelt in PGN; an unknown one is unchanged."""
    return _CANONICAL.get(name.lower(), name)


def keeps_its_name(name: str) -> bool:
    """Return whether a header that is written as a tag is read back under the same name."""
    return canonical(name) == name and name not in OTHER_NAMES and name not in _NOT_KEPT


def enter_headers(headers: dict[str, str], tags: Mapping[str, str]) -> None:
    """Store tags with canonical names in a game's headers, White's as Red's; existing headers are kept."""
    for name, value in tags.items():
        if name not in _NOT_KEPT:
            headers.setdefault(OTHER_NAMES.get(name, name), value)


def _of_text(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"


def _spelt(words: Iterable[str]) -> list[bytes]:
    """Return the bytes of words or characters, in every encoding that has them."""
    pairs = ((word, word.encode(codec, "ignore"), codec) for word in words for codec in _CODECS)
    return sorted({code for word, code, codec in pairs if code.decode(codec) == word})


def _of_bytes(words: Iterable[str]) -> str:
    """Return a pattern for words or characters in any encoding, in which each character stands for a byte."""
    return f"(?:{'|'.join(re.escape(code.decode('latin-1')) for code in _spelt(words))})"


def _begin(of: Callable[[Iterable[str]], str], joints: str = _JOINTS) -> str:
    start = f"(?:^|{of(joints)})" if joints else "^"
    return rf"{start}{of(_BLANKS)}*{of(_OPEN)}[ \t]*([A-Za-z]\w*|{of(_LABELS)}){of(_BLANKS)}*"


def _tag(of: Callable[[Iterable[str]], str], joints: str = _JOINTS) -> str:
    """Return the pattern of a tag.

    A tag ends with a quote and bracket at the end of a line, at most two lines later, else with its own line. A
    tag in quotes other than straight ones must end like that on its own line.
    """
    quote, opening, end = of(_QUOTES), of(_OPEN), of(_CLOSE) + r"[ \t\r]*$"
    following = rf"(?:\n(?!{of(_BLANKS + _JOINTS)}*(?:{opening}|$))[^\n]*){{0,2}}?"
    return (
        rf'{_begin(of, joints)}(?:"(?:([^\n]*?{following})"[ \t]*{end}|([^\n]*))'
        rf'|{quote}([^\n]*?)(?:"|{quote})[ \t]*{end})'
    )


_ANY_QUOTE: Final = _of_text('"' + _QUOTES)

TAG: Final = re.compile(_tag(_of_text), re.MULTILINE)
"""A tag in a text. Its groups are the name, and one of these: the value, all that follows the quote of a broken
tag, or a value in quotes that are not straight."""

_JOINT_BYTES: Final = _spelt(_JOINTS)
_TAG_BYTES: Final = re.compile(_tag(_of_bytes, "").encode("latin-1"), re.MULTILINE)
_TAG_BYTES_JOINED: Final = re.compile(_tag(_of_bytes).encode("latin-1"), re.MULTILINE)

TAG_BEGINS: Final = re.compile(_begin(_of_text) + _ANY_QUOTE, re.MULTILINE)
"""The beginning of a tag, in a form that no line of other text may have."""

_VALUE: Final = r'[^\n"\[\]［］【】]'
UNQUOTED: Final = re.compile(
    rf"[ \t]*[\[［【][ \t]*({'|'.join(_KNOWN_NAMES)})[ \t\u3000]+((?!\s){_VALUE}+)[\]］】][ \t\r]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line with a well-known tag without quotes."""

_KNOWN_BYTES: Final = frozenset(_spelt(_KNOWN_NAMES))

OPENING_BYTES: Final = _spelt(_OPEN[1:])
"""The bytes of brackets that begin tags in Chinese texts."""

_ANY: Final = r"[^\n]{0,1000}?"  # a tag's value amid other text; without end, a line of quotes takes minutes

TAG_INSIDE: Final = re.compile(
    rf'[\[［【][ \t]*(?:([A-Za-z]\w*|{_of_text(_LABELS)})[{_BLANKS}]*"{_ANY}(?<!\\)"'
    rf"|(?i:{_of_text(_KNOWN_NAMES)})"
    rf"(?:[{_BLANKS}]*[{_QUOTES}]{_ANY}[{_QUOTES}\"]|[ \t\u3000]+(?!\s){_VALUE}+))[ \t]*[\]］】]"
)
"""A tag that may be anywhere in a line."""

TAG_ENDS: Final = re.compile(r'(?<!\\)"[ \t]*[\]］】](?![^\n]*"[ \t]*[\]］】][ \t\r]*$)')
"""The end of a tag after which more follows in its line."""


def tags_in(data: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the tags in bytes, as `tags_of` does in text."""
    is_joined = any(code in data for code in _JOINT_BYTES)  # others take less than half the time
    for match in (_TAG_BYTES_JOINED if is_joined else _TAG_BYTES).finditer(data):
        if match[4] is None or match[1].lower() in _KNOWN_BYTES:
            yield match


def tags_of(text: str) -> Iterator[re.Match[str]]:
    """Yield the tags of a text; a tag with other than straight quotes counts only if its name is known."""
    for match in TAG.finditer(text):
        if match[4] is None or match[1].lower().encode() in _KNOWN_BYTES:
            yield match
