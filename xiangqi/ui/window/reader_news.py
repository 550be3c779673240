"""Finds the new texts of a page, for screen readers."""

from __future__ import annotations

from typing import Final

from xiangqi.ui.window.reader_tree import Node, NodeRole

_FRAME: Final = frozenset(
    (
        "rail",
        "head",
        "player",
        "moves",
        "game",
        "step",
        "typed",
        "toast",
        "refused",
        "clock",
        "switch",
        "gauge",
        "menu",
        "taken",
    )
)
"""The first parts of the keys of texts that surround a page or are announced in another way."""


_TERMS: Final = ("terms", "counts")
"""The first parts of the keys of what comes into view again when one is back in a game, and is no news."""


def is_of_page(node: Node) -> bool:
    """Return whether a node belongs to the page rather than to the frame around it."""
    return node.role is not NodeRole.BOARD and node.key.partition(".")[0] not in _FRAME


def page_of(tree: Node) -> list[Node]:
    """Return the parts of a screen that belong to its page, in the order in which they are read."""
    return [node for node in tree.children if is_of_page(node)]


def _bare(text: str) -> str:
    """Return a text without the full stop at its end, which is not heard."""
    return text.rstrip(".。")


def news(before: Node | None, after: Node) -> list[str]:
    """Return the texts of a page that were not on it before, each once; all of them without a page before.

    A number alone means nothing, so it is left out. The texts below a new heading are returned even if they
    were on the page before.

    Args:
        before: the screen as it was.
        after: the screen as it is.
    """
    beside = () if before is None else _TERMS
    known = set() if before is None else {node.name for node in page_of(before)}
    texts = [node for node in page_of(after) if node.role in (NodeRole.TEXT, NodeRole.HEADING)]
    said: list[str] = []
    heading = ""  # the key of the last text that was new
    for node in texts:
        if node.key.partition(".")[0] in beside or not any(map(str.isalpha, node.name)):
            continue
        if node.name not in known and not any(_bare(node.name) == _bare(one) for one in said):
            said.append(node.name)
            heading = node.key
        elif heading and node.key.startswith(f"{heading}."):
            said.append(node.name)
    return said
