"""Lines such as 红方：胡荣华 above the moves of a game without tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_LABELS: Final = {
    "Red": "红方 紅方 红棋 紅棋 红 紅 red white đỏ trắng",
    "Black": "黑方 黑棋 黑 black đen",
    "RedTeam": "红队 紅隊 红方单位 紅方單位",
    "BlackTeam": "黑队 黑隊 黑方单位 黑方單位",
    "Event": "赛事 賽事 比赛 比賽 赛事名称 賽事名稱 event giải",
    "Date": "日期 比赛日期 比賽日期 date ngày",
    "Site": "地点 地點 比赛地点 比賽地點 site place",
    "Round": "轮次 輪次 round",
    "Table": "台次 桌次",
    "Opening": "开局 開局 布局 佈局 opening",
    "Title": "标题 標題 title",
    "Annotator": "评注 評註 讲评 講評",
    "Author": "作者",
    "Result": "结果 結果 result",
}
_OF_TWO_WORDS: Final = {
    "bên trắng": "Red",
    "bên đỏ": "Red",
    "bên đen": "Black",
    "kết quả": "Result",
    "khai cuộc": "Opening",
    "giải đấu": "Event",
    "địa điểm": "Site",
    "bình luận": "Annotator",
}
NAMES: Final = _OF_TWO_WORDS | {label: name for name, labels in _LABELS.items() for label in labels.split()}
"""Label in lower case -> the name of the tag in PGN."""

_BLANK: Final = "[ \t\u3000]"
_NAME: Final = "|".join(sorted(NAMES, key=len, reverse=True))
_ENDS: Final = rf"{_BLANK}*(?:[\]］】]{_BLANK}*[:：]?|[:：]){_BLANK}*"
_LABEL: Final = rf"(?:[\[［【](?:{_NAME})(?:{_ENDS}|{_BLANK}+)|(?:{_NAME}){_ENDS})"  # 【红方】, [红方 or 红方：
_LINE: Final = re.compile(f"^{_BLANK}*{_LABEL}[^\n]*$", re.MULTILINE | re.IGNORECASE)
_FIELD: Final = re.compile(
    rf"(?<![^\s，,；;\]］】])(?=[\[［【]?(?P<label>{_NAME})){_LABEL}"
    rf"(?P<value>[^\s:：\[\]［］【】][^:：\[\]［］【】]{{0,80}}?)(?=[\s，,；;\]］】]+{_LABEL}|[\s\]］】]*\Z)",
    re.IGNORECASE,
)


def fields(words: str) -> Iterator[tuple[str, str]]:
    """Yield the PGN name and value of each header, from the lines that begin with a known label."""
    for line in _LINE.finditer(words):
        for field in _FIELD.finditer(line[0]):
            yield NAMES[field["label"].lower()], field["value"]
