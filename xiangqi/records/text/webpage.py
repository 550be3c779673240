"""Takes the text out of a web page, or out of a piece of one, in which a record in a text format stands.

Lines of the page become lines of the text where the page breaks them; what is only markup goes.
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
)  # what a page, but hardly any other document, begins with
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
_LONGEST: Final = 8 << 20  # bytes; what is longer is no page


def sniff(source: TextSource) -> bool:
    """Return whether a text begins as a web page does, or has its markup outside of comments and headers."""
    if len(source.data) > _LONGEST:
        return False
    head = source.head
    if head.lstrip()[:1] in ("<", "{"):
        return _PAGE.match(head) is not None
    return _MARKUP.search(_REMARKS.sub("", head)) is not None


def unwrapped(source: TextSource) -> TextSource:
    """Return what a page that sniff knows says, as a text of its own; lines are counted in it."""
    return source.saying(visible(source.text))


def visible(text: str) -> str:
    """Return what a page, or a piece of one, shows."""
    text = _BREAK.sub("\n", without_scripts(text))
    text = _TAG.sub("", _CELL.sub(" ", text))
    return unescaped(text).replace("\xa0", " ")


def without_scripts(text: str) -> str:
    """Return a page without what it hides: scripts, styles and remarks."""
    return _HIDDEN.sub("", text)


def unescaped(text: str) -> str:
    """Return a text with its entities resolved."""
    return html.unescape(_NO_CHARACTER.sub("\ufffd", text))
