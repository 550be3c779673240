"""Removal of characters that XML, documents or file names cannot contain.

Names and comments of records may contain anything that JSON or a binary format allows. Terminals are guarded
by `xiangqi.terminal`.
"""

from __future__ import annotations

import re
from typing import Final

REPLACEMENT: Final = "\ufffd"
_NOT_IN_XML: Final = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_SHOWN: Final = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_NOT_IN_NAMES: Final = re.compile(r'[\\/:*?"<>|\t\n]')
_DEVICES: Final = re.compile(
    r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|\Z)", re.IGNORECASE
)  # names that Windows keeps
_LONGEST_NAME: Final = 120  # bytes of UTF-8; systems allow 255, of which a suffix and a number need some


def for_xml(text: str) -> str:
    """Return a text with U+FFFD in place of each character that XML cannot contain."""
    return _NOT_IN_XML.sub(REPLACEMENT, text)


def for_document(text: str) -> str:
    """Return a text for SVG, HTML or PDF, without the characters that they cannot contain or show."""
    return _NOT_SHOWN.sub("", _NOT_IN_XML.sub("", text))


def for_file_name(text: str) -> str:
    """Return a text as part of a file name that any system allows, perhaps shortened; "" if nothing is left."""
    kept = _NOT_IN_NAMES.sub("", for_document(text)).strip(" .")
    short = kept.encode()[:_LONGEST_NAME].decode(errors="ignore").strip(" .")
    return f"_{short}" if _DEVICES.match(short) else short
