"""Extracts the text from a web page, or part of one, that contains a record in a text format.

Lines break as the page shows them; markup is removed.
"""

from __future__ import annotations

import html
import re
from typing import Final

from xiangqi.records.source import TextSource

_BREAKING: Final = (
    "address|article|aside|blockquote|body|br|center|dd|div|dl|dt|fieldset|footer|form|h[1-6]|head|header|hr|html"
    "|li|main|nav|ol|option|p|pre|section|table|tbody|textarea|tfoot|thead|title|tr|ul"
)
_FIRST: Final = (
    "blockquote|body|br|center|div|em|font|h[1-6]|head|hr|html|li|meta|ol|p|pre|script|small|span|strong|style"
    "|table|td|textarea|th|tr|tt|ul"
)  # beginnings of pages that hardly any other document has
_PAGE: Final = re.compile(
    r"\s*(?:<\?xml\b[^<>]*>\s*|<!--(?:(?!-->).)*-->\s*)*"
    rf"<(?:!doctype\s+html|(?:{_FIRST})(?=[\s/>]))",
    re.IGNORECASE | re.DOTALL,
)
_REMARKS: Final = re.compile(
    r'\{[^}]*\}?|(?:^|\s);[^\n]*|\[[ \t]*[a-z]\w*[ \t]*"(?:[^"\\\n]|\\.)*"', re.IGNORECASE | re.MULTILINE
)
_MARKUP: Final = re.compile(
    r"<(?:br\s*/?|/p|/div|/span|/td)>|&(?:nbsp|#[0-9]{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE
)
_HIDDEN: Final = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.IGNORECASE | re.DOTALL)
_BREAK: Final = re.compile(rf"</?(?:{_BREAKING})(?=[\s/>])[^<>]*>[ \t\r]*\n?", re.IGNORECASE)
_CELL: Final = re.compile(r"</?t[dh](?=[\s/>])[^<>]*>", re.IGNORECASE)
_TAG: Final = re.compile(r"</?[a-z!?][^<>]*>", re.IGNORECASE)
_NO_CHARACTER: Final = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{8,});?")  # html would take any number
_LONGEST: Final = 8 << 20  # bytes; longer texts are not treated as pages


def sniff(source: TextSource) -> bool:
    """Return whether a text begins like a web page, or has HTML markup outside comments and headers."""
    if len(source.data) > _LONGEST:
        return False
    head = source.head
    if head.lstrip()[:1] in ("<", "{"):
        return _PAGE.match(head) is not None
    return _MARKUP.search(_REMARKS.sub("", head)) is not None


def unwrapped(source: TextSource) -> TextSource:
    """Return the text of a page recognised by `sniff`; faults count the lines of this text."""
    return source.saying(visible(source.text))


def visible(text: str) -> str:
    """Return the visible text of a page or part of one."""
    text = _BREAK.sub("\n", without_scripts(text))
    text = _TAG.sub("", _CELL.sub(" ", text))
    return unescaped(text).replace("\xa0", " ")


def without_scripts(text: str) -> str:
    """Return a page without its hidden parts: scripts, styles and comments."""
    return _HIDDEN.sub("", text)


def unescaped(text: str) -> str:
    """Return a text with its entities resolved."""
    return html.unescape(_NO_CHARACTER.sub("\ufffd", text))
