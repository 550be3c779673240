"""Detects the encoding of a text record by decoding it.

Chinese text rarely declares its encoding, and Big5 nearly always decodes as GB18030 without an error, into rare
characters. So each candidate encoding decodes a sample, and the one that yields the most moves and tags wins;
if none yields any, the one whose characters are the least unusual.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

UTF8: Final = "utf-8"
UTF16_LE: Final = "utf-16-le"
UTF16_BE: Final = "utf-16-be"
GB18030: Final = "gb18030"
BIG5: Final = "big5"

_CODECS: Final = {BIG5: "big5hkscs"}  # Big5 with the characters that Hong Kong and Windows added
_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, UTF8),
    (codecs.BOM_UTF16_LE, UTF16_LE),
    (codecs.BOM_UTF16_BE, UTF16_BE),
)
_SAMPLE: Final = 1 << 16  # bytes
_LONGEST_LINE: Final = 1 << 10  # largest number of bytes examined before a line's first non-ASCII character
_THREE_BYTES: Final = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")  # a Chinese character in UTF-8
_NOT_ASCII: Final = re.compile(rb"[\x80-\xff]")
REPLACEMENT: Final = "\ufffd"

_EVIDENCE: Final = re.compile(
    "[帅帥将將仕士相象马馬傌车車俥伡炮砲包兵卒][一二三四五六七八九１-９1-9前中后後][进進退平][一二三四五六七八九１-９1-9]"
    "|[前中后後一二三四五][帅帥将將仕士相象马馬傌车車俥伡炮砲包兵卒][进進退平][一二三四五六七八九１-９1-9]"
    "|[a-i][0-9]-?[a-i][0-9]|[KABEHNRCP][1-9+=.-][-+.=][1-9]|(?:[a-z1-9]{1,9}/){5}"
    '|^\\[[A-Z][a-zA-Z]+ "',
    re.MULTILINE | re.IGNORECASE,
)
_USUAL: Final = {
    GB18030: ("gb2312", 0xB0, 0xD7),
    BIG5: ("big5", 0xA4, 0xC6),
}  # lead bytes of everyday characters


def detect(data: bytes) -> str:
    """Return the encoding of a text, one of this module's constants.

    A byte order mark decides. Without one, the encoding that yields the most moves and tags is chosen, and of
    several such encodings the one whose characters are the least unusual.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return name
    sample = data[:_SAMPLE]
    if b"\0" not in sample:
        foreign = None if data.isascii() else _NOT_ASCII.search(data)
        if foreign is None:
            return UTF8
        # The lines before the first non-ASCII one are the same in every encoding.
        begin = max(data.rfind(b"\n", 0, foreign.start()) + 1, foreign.start() - _LONGEST_LINE)
        sample = data[begin : begin + _SAMPLE]
    names = [UTF8, GB18030, BIG5]
    if b"\0" in sample:
        names += [UTF16_LE, UTF16_BE]
    texts = {name: decode(sample, name) for name in names}
    counts = {name: sum(1 for _ in _EVIDENCE.finditer(text)) for name, text in texts.items()}
    most = max(counts.values())
    best = [name for name in names if counts[name] == most] if most else names[:3]
    return min(best, key=lambda name: _strangeness(texts[name], sample, name))


def _strangeness(text: str, sample: bytes, name: str) -> float:
    """Return the share of characters that are unusual for text in this encoding, 0 to 1."""
    foreign = [character for character in text[:4096] if character > "\x7f"]
    if not foreign:
        return 0.0
    if name not in _USUAL:
        honest = sample.count(REPLACEMENT.encode())  # left in the text by an earlier conversion
        return min(1.0, 8 * max(0, foreign.count(REPLACEMENT) - honest) / len(foreign))
    codec, first, last = _USUAL[name]
    leads = (character.encode(codec, "ignore")[:1] for character in foreign)
    usual = sum(1 for lead in leads if lead and (first <= lead[0] <= last or lead[0] <= 0xA3))
    return 1 - usual / len(foreign)


def first_fault(data: bytes, name: str) -> int | None:
    """Return the offset of the first byte that cannot be decoded, or None."""
    try:
        data.decode(_CODECS.get(name, name))
    except UnicodeDecodeError as error:
        return error.start
    return None


def codec_of_part(data: bytes, name: str) -> str:
    """Return the encoding of a part of a text, which may differ if several files were joined.

    Args:
        data: the part.
        name: the encoding of the whole, other than UTF-16.
    """
    if data.isascii():
        return name
    if name == UTF8:  # a name cut off inside a character is a fault of its own
        is_other = data.decode(errors="replace").count(REPLACEMENT) > len(_THREE_BYTES.findall(data))
    else:  # in GB18030 and Big5 one or two characters may happen to be UTF-8, of two bytes each
        is_utf8 = _THREE_BYTES.search(data) is not None and first_fault(data, UTF8) is None
        is_other = is_utf8 or first_fault(data, name) is not None
    if is_other and first_fault(data, other := detect(data)) is None:
        return other
    return name


def decode_field(data: bytes, name: str) -> str:
    """Return a fixed-size field's text: a cut-off last character is dropped, other faults become U+FFFD."""
    decoder = codecs.getincrementaldecoder(_CODECS.get(name, name))("replace")
    return decoder.decode(data)


def decode(data: bytes, name: str) -> str:
    """Decode bytes in an encoding returned by `detect`, and remove the byte order mark.

    U+FFFD replaces bytes that cannot be decoded.
    """
    return data.decode(_CODECS.get(name, name), errors="replace").removeprefix("\ufeff")


def decode_exactly(data: bytes, name: str) -> tuple[str, str]:
    """Return bytes as text, and the codec that encodes any part of it back with "surrogateescape".

    The codec is Latin-1 if the named encoding does not give the same bytes back.
    """
    codec = _CODECS.get(name, name)
    text = data.decode(codec, "surrogateescape")
    if text.encode(codec, "surrogateescape") == data:
        return text, codec
    return data.decode("latin-1"), "latin-1"
