"""The characters that media can carry: XML and documents, and names of files.

Names and comments of records may hold anything that JSON or a binary format can express. Terminals are guarded
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
    """Return a text in which U+FFFD stands for each character that XML cannot carry."""
    return _NOT_IN_XML.sub(REPLACEMENT, text)


def for_document(text: str) -> str:
    """Return a text for SVG, HTML or PDF, without the characters that they cannot carry or show."""
    return _NOT_SHOWN.sub("", _NOT_IN_XML.sub("", text))


def for_file_name(text: str) -> str:
    """Return a text as a part of a file's name on any system; "" if nothing can be kept."""
    kept = _NOT_IN_NAMES.sub("", for_document(text)).strip(" .")
    short = kept.encode()[:_LONGEST_NAME].decode(errors="ignore").strip(" .")
    return f"_{short}" if _DEVICES.match(short) else short
