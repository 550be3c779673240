"""Collects an engine's reports on each line of play in a search until they are taken."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.board import Move
from xiangqi.engine.common.types import Info
from xiangqi.protocol.client_events import EngineInfo
from xiangqi.protocol.messages import InfoMessage
from xiangqi.protocol.orders import SearchOrder, read_line


class SearchNews:
    """The latest report on each line of one search; outdated reports are dropped."""

    def __init__(self) -> None:
        self._seen: dict[int, InfoMessage] = {}  # by multipv
        self._untold: set[int] = set()  # multipv of the lines reported since the last take

    def clear(self) -> None:
        """Drop all reports, before another search begins."""
        self._seen.clear()
        self._untold.clear()

    def hear(self, news: InfoMessage) -> None:
        """Merge a report into the previous ones on the same line."""
        self._seen[news.multipv] = _merged(self._seen.get(news.multipv), news)
        self._untold.add(news.multipv)

    def take(self, order: SearchOrder, first_rank: int) -> list[EngineInfo]:
        """Return the reports since the last call, the best line first; lines without a depth are omitted.

        Args:
            order: the search.
            first_rank: the number of Red's back rank in the engine's coordinates, 0 or 1.
        """
        latest = [self._seen[multipv] for multipv in sorted(self._untold)]
        self._untold.clear()
        return [
            EngineInfo(order.search_id, _info(news, read_line(order.board, news.pv, first_rank)))
            for news in latest
            if news.depth is not None
        ]


def _merged(before: InfoMessage | None, news: InfoMessage) -> InfoMessage:
    """Return a report completed from the earlier one, since engines spread reports over several lines."""
    if before is None:
        return news
    scored = news.score_cp is not None or news.mate is not None
    return replace(
        news,
        depth=news.depth or before.depth,
        seldepth=news.seldepth or before.seldepth,
        score_cp=news.score_cp if scored else before.score_cp,
        mate=news.mate if scored else before.mate,
        bound=news.bound if scored else before.bound,
        nodes=news.nodes or before.nodes,
        nps=news.nps or before.nps,
        hashfull=news.hashfull or before.hashfull,
        time_ms=news.time_ms or before.time_ms,
        pv=news.pv or before.pv,
    )


def _info(news: InfoMessage, pv: tuple[Move, ...]) -> Info:
    nodes, time_ms = news.nodes or 0, news.time_ms or 0
    return Info(
        depth=news.depth or 0,
        seldepth=news.seldepth or 0,
        nodes=nodes,
        time_ms=time_ms,
        score_cp=news.score_cp,
        mate=news.mate,
        bound=news.bound,
        multipv=news.multipv,
        nps=news.nps or (nodes * 1000 // time_ms if time_ms else 0),
        hashfull=news.hashfull or 0,
        pv=pv,
    )
