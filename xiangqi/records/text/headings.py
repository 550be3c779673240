"""Lines such as 红方：胡荣华 above the moves of a game without tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_LABELS: Final = {
    "Red": "红方 紅方 红棋 紅棋 红 紅 red white đỏ",
    "Black": "黑方 黑棋 黑 black đen",
    "Event": "赛事 賽事 比赛 比賽 event",
    "Date": "日期 date ngày",
    "Site": "地点 地點 site place",
    "Round": "轮次 輪次 round",
    "Opening": "开局 開局 布局 佈局 opening",
    "Title": "标题 標題 title",
}
_NAMES: Final = {label: name for name, labels in _LABELS.items() for label in labels.split()}
_BLANK: Final = "[ \t\u3000]"
_LABEL: Final = f"(?:{'|'.join(_NAMES)}){_BLANK}*[:：]"
_LINE: Final = re.compile(f"^{_BLANK}*{_LABEL}[^\n]*$", re.MULTILINE | re.IGNORECASE)
_FIELD: Final = re.compile(
    rf"(?<![^\s，,；;])(?P<label>{'|'.join(_NAMES)}){_BLANK}*[:：]{_BLANK}*"
    rf"(?P<value>[^\s:：][^:：]{{0,80}}?)(?=[\s，,；;]+{_LABEL}|\s*\Z)",
    re.IGNORECASE,
)


def fields(words: str) -> Iterator[tuple[str, str]]:
    """The headers, by their names in PGN, of the lines that begin with the label of one."""
    for line in _LINE.finditer(words):
        for field in _FIELD.finditer(line[0]):
            yield _NAMES[field["label"].lower()], field["value"]
