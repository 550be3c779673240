"""The graph of a game in words: who stood better from which move to which."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from xiangqi.line import Line
from xiangqi.ui.parts.context import Telling
from xiangqi.ui.parts.review_text import chance_words

_MOST: Final = 6  # spans that are told
_Span = tuple[str, int, int]  # who stands better, the first ply and the last


def graph_words(scene: Telling, chances: Sequence[float | None]) -> str:
    """Return in words which side stood better during which moves of the line on the board.

    At most _MOST spans are told; the shortest are merged with those before them.

    Args:
        scene: the session.
        chances: Red's chance of winning in each position of the line; None if it is unknown.
    """
    texts, numbered = scene.texts, list(enumerate(chances))[1:]
    known = [(ply, chance_words(scene, chance)) for ply, chance in numbered if chance is not None]
    if not known:
        return texts("analysis.no_graph")
    spans = _spans(known)
    while len(spans) > _MOST:
        shortest = min(range(1, len(spans)), key=lambda index: spans[index][2] - spans[index][1])
        longer = _over(spans[shortest - 1], spans[shortest])
        spans = _joined([*spans[: shortest - 1], longer, *spans[shortest + 1 :]])
    told = (_span_words(scene, scene.state.document.line, span) for span in spans)
    return texts("spoken.headed", head=texts("reader.graph"), rest=texts("spoken.apart").join(told))


def _spans(known: Sequence[tuple[int, str]]) -> list[_Span]:
    groups = [(words, list(group)) for words, group in groupby(known, key=lambda one: one[1])]
    return [(words, group[0][0], group[-1][0]) for words, group in groups]


def _over(span: _Span, following: _Span) -> _Span:
    """Return a span extended to the end of the next one."""
    return span[0], span[1], following[2]


def _joined(spans: Sequence[_Span]) -> list[_Span]:
    """Return the spans, with neighbours that have the same words joined."""
    joined: list[_Span] = []
    for span in spans:
        if joined and joined[-1][0] == span[0]:
            joined[-1] = _over(joined[-1], span)
        else:
            joined.append(span)
    return joined


def _span_words(scene: Telling, line: Line, span: _Span) -> str:
    words, first, last = span
    rounds = line.round_at(first - 1), line.round_at(last - 1)
    if rounds[0] == rounds[1]:
        return scene.texts("graph.move", number=rounds[0], words=words)
    return scene.texts("graph.moves", first=rounds[0], last=rounds[1], words=words)
