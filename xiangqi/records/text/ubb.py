"""Finds DhtmlXQ tags in web pages and forum posts, in any wrapping.

A tag is ``[DhtmlXQ_key]value[/DhtmlXQ_key]``; tags form blocks between ``[DhtmlXQ]`` and ``[/DhtmlXQ]``.
Pages wrap them in HTML text and attributes (entities), addresses (percent signs) and strings of scripts
(backslashes), or give the same values to variables of a script, ``var DhtmlXQ_key='value'``.
Source: docs/formats/dhtmlxq.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Final, NamedTuple

from xiangqi.records.encodings import BIG5, GB18030, UTF8, decode, detect
from xiangqi.records.text.webpage import unescaped, visible, without_scripts

_TAG: Final = re.compile(r"\[(\\?/)?(DHJ|D)HtmlXQ(?:iFrame|HTML)?(?:_(\w+))?\]", re.IGNORECASE | re.ASCII)
_VARIABLE: Final = re.compile(
    r"\bDhtmlXQ_(\w+)\s*=\s*(?:'([^'\\]*(?:\\.[^'\\]*)*)'|\"([^\"\\]*(?:\\.[^\"\\]*)*)\")",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_MARKS: Final = tuple(
    word.encode(encoding)
    for word in ("htmlXQ", "HtmlXQ", "htmlxq", "HTMLXQ")
    for encoding in ("ascii", "utf-16-le")
)
_SIGN: Final = re.compile(
    rb"(?:\[|%(?:25)*5B|%u005B|&#91;|&#x5B;|&lbrack;|&lsqb;|\\x5B|\\u005B)(?:DHJ|D)HtmlXQ|\bDhtmlXQ_\w+\s*=\s*['\"]",
    re.IGNORECASE,
)
_PERCENT: Final = re.compile(r"%(?:25)*(?:5B|u005B)(?:DHJ|D)HtmlXQ", re.IGNORECASE)
_ENTITY: Final = re.compile(r"&(?:#91|#x5B|lbrack|lsqb);(?:DHJ|D)HtmlXQ", re.IGNORECASE)
_SCRIPT: Final = re.compile(r"\\(?:x5B|u005B)(?:DHJ|D)HtmlXQ", re.IGNORECASE)
_WRAPPINGS: Final = 4  # maximum nesting depth
_CHARSET: Final = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_CHARSETS: Final = {"gb2312": GB18030, "gbk": GB18030, "gb18030": GB18030, "big5": BIG5}
_HEAD: Final = 4096  # bytes of a page in which it declares its encoding
_PERCENT_BYTE: Final = re.compile(rb"%([0-9a-fA-F]{2})")
_BYTES: Final = tuple(bytes([value]) for value in range(256))
_UNICODE_PERCENT: Final = re.compile(r"%u([0-9a-fA-F]{4})")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_CONTROLS: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "", "f": "", "\n": ""}
_BREAK: Final = re.compile(r"<\s*(?:br|/p|/div)\b[^<>]*>", re.IGNORECASE)
_QUOTED: Final = re.compile(r"\\([\"'/])")
_CODE: Final = re.compile(r"\\u([0-9a-fA-F]{4})")
_FORMULA: Final = re.compile(r"[\"']\s*\+\s*[A-Za-z_$]")
_OWNER: Final = re.compile("\0([0-9]+)\0")
_SCRIPT_BREAK: Final = re.compile(r"\\[nrt]")
_CODE_LINE: Final = re.compile(r"[\w$.\s]*[=(]\s*['\"]?$")  # a script that contains the tags
_ONCE: Final = ("binit", "movelist", "34")  # a second one begins another block, closed or not


class Field(NamedTuple):
    """A key and a value as in the page, and the line of the unwrapped text on which the value begins."""

    key: str
    text: str
    line: int


class Block(dict[str, Field]):
    """Key in lower case -> value. The keys of DHJHtmlXQ are numbers.

    Attributes:
        before: the words that the page shows before the block and between its tags.
        after: the words that it shows after the last block.
        repeated: values for keys that already have a different value.
        strays: closing tags without any opening tag of that name.
        unclosed: the value cut off by the end of the text, if any.
    """

    def __init__(self) -> None:
        super().__init__()
        self.before = ""
        self.after = ""
        self.repeated: list[Field] = []
        self.strays: list[Field] = []
        self.unclosed: Field | None = None


def has_sign(data: bytes) -> bool:
    """Return whether the data has a tag or variable of this format, in any wrapping."""
    return any(mark in data for mark in _MARKS) and _SIGN.search(data.replace(b"\0", b"")) is not None


def unwrap(data: bytes) -> tuple[str, str]:
    """Return the text with its tags unwrapped, and the name of its encoding."""
    encoding = _encoding_of(data)
    text = decode(data, encoding)
    for _ in range(_WRAPPINGS):
        if _TAG.search(text):
            break
        if _PERCENT.search(text):
            text = _unquote(text)
        elif _ENTITY.search(text):
            text = unescaped(text)
        elif _SCRIPT.search(text):
            text = _unescape_script(text)
    return text, encoding


def _encoding_of(data: bytes) -> str:
    """Return UTF-8 if it fits, otherwise the page's declared encoding if that fits, otherwise the likeliest."""
    if b"\0" not in data and "\ufffd" not in decode(data, UTF8):
        return UTF8
    declared = _CHARSET.search(data[:_HEAD])
    name = _CHARSETS.get(declared[1].decode("ascii", "ignore").lower(), UTF8) if declared else UTF8
    return detect(data) if "\ufffd" in decode(data, name) else name


def _unquote(text: str) -> str:
    text = _UNICODE_PERCENT.sub(lambda match: chr(int(match[1], 16)), text)
    raw = _PERCENT_BYTE.sub(lambda match: _BYTES[int(match[1], 16)], text.encode("utf-8", "surrogatepass"))
    return decode(raw, detect(raw))


def _unescape_script(text: str) -> str:
    def resolve(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        return chr(int(code, 16)) if code else _CONTROLS.get(match[3], match[3])

    return _ESCAPE.sub(resolve, text)


def find_blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text with unwrapped tags, in order.

    The variables of a script fill the first block without moves, since the page of a game has both.
    """
    variables = _variables(text)
    blocks = _tagged_blocks(text)
    for block in blocks:
        if "movelist" not in block or not block["movelist"].text.strip():
            for field in variables.values():
                _put(block, field)
            variables.clear()
        yield block
    if not blocks and variables:
        yield variables


def _tagged_blocks(text: str) -> list[Block]:
    text = text.replace("\0", "")  # which marks owners here
    blocks: list[Block] = []
    block = Block()
    first = _TAG.search(text)
    outside = [text[: first.start()]] if first else []
    opened = {tag[3].lower() for tag in _TAG.finditer(text) if tag[3] and not tag[1]}
    for tag, value, line in _tags(text):
        closes, key = tag.group(1, 3)
        if not key or (not closes and key.lower() in _ONCE and key.lower() in block):
            if block:
                blocks.append(block)
            block = Block()
        if key and not closes:
            field = Field(key, value, line)
            _put(block, field)
            if value.strip() and tag.end() + len(value) == len(text):
                block.unclosed = field
        else:
            if key and not _closes(key.lower(), opened):
                block.strays.append(Field(key, "", line))
            outside.append(f"\0{len(blocks)}\0{value}")  # the number of its block or of the next one
    if block:
        blocks.append(block)
    if blocks and not _VARIABLE.search(
        without_scripts(text)
    ):  # with variables it is a script that shows nothing
        _enter_words(blocks, visible(_SCRIPT_BREAK.sub("\n", "".join(outside))))
    return blocks


def _closes(key: str, opened: set[str]) -> bool:
    """Return whether a closing tag belongs to an opening one.

    The usual template ends ``blacktime`` with ``/time``.
    """
    return key in opened or any(other.endswith(key) for other in opened)


def _enter_words(blocks: list[Block], text: str) -> None:
    """Store the words around the blocks in them; ``\\0number\\0`` is followed by the words of that block."""
    first, *others = _OWNER.split(text)
    for number, words in zip(["0", *others[::2]], [first, *others[1::2]], strict=True):
        lines = (line.strip() for line in words.split("\n"))
        if shown := "\n".join(
            line for line in lines if any(map(str.isalnum, line)) and not _CODE_LINE.match(line)
        ):
            block = blocks[min(int(number), len(blocks) - 1)]
            if int(number) < len(blocks):
                block.before = f"{block.before}\n{shown}".strip()
            else:
                block.after = f"{block.after}\n{shown}".strip()


def _tags(text: str) -> Iterator[tuple[re.Match[str], str, int]]:
    """Yield each tag with the text from it to the next, and its line."""
    line, counted = 1, 0
    for tag, following in zip_longest(_TAG.finditer(text), islice(_TAG.finditer(text), 1, None)):
        line += text.count("\n", counted, tag.start())
        counted = tag.start()
        yield tag, text[tag.end() : following.start() if following else None], line


def _put(block: Block, field: Field) -> None:
    """Add a value unless the block already has one for the key; formulas of a script are ignored."""
    if field.key.lower() in _ONCE and _FORMULA.search(field.text):
        return
    known = block.get(field.key.lower())
    if known is not None and known.text.strip() and field.text.strip() not in ("", known.text.strip()):
        block.repeated.append(field)
    if known is None or not known.text.strip():
        block[field.key.lower()] = field


def _variables(text: str) -> Block:
    """Return the variables of a script; none unless they include a position or moves."""
    found = Block()
    line, counted = 1, 0
    for match in _VARIABLE.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        key, single, double = match.groups()
        value = single if single is not None else double
        if value.strip() and not _TAG.search(value):
            _put(found, Field(key, _unescape_script(value), line))
    return found if "movelist" in found or "binit" in found else Block()


def plain(text: str) -> str:
    """Return a value as a reader sees it, with entities, escapes and line breaks resolved."""
    text = unescaped(_BREAK.sub("\n", text)).replace("||", "\n")
    text = _CODE.sub(lambda match: chr(int(match[1], 16)), _QUOTED.sub(r"\1", text))
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
