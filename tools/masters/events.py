"""Tidies the dataset's events and dates."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_QUOTES: Final = str.maketrans(
    {"“": "", "”": "", '"': "", "『": "", "』": "", "「": "", "」": "", "《": "", "》": ""}
)
_SPLIT: Final = re.compile(r"[\s;,_]+|(?<=\d)-(?=\D)")
_TOURNAMENT: Final = re.compile(
    r"^.*?(?:[賽杯盃會戰]|大師組|擂臺)(?:.*[賽杯盃會戰組])?(?:\([^()]*[屆組團個男女]\S*?\))?"
)
_NUMBER: Final = re.compile(r"^\(?\d{1,3}[.、)]|^第?\d+局|^\d{8}-?|^\d{2}(?=\d{4}年)")
_ROUND: Final = re.compile(r"\(?第?[一二三四五六七八九十\d]+[輪局臺].*$|\d+$|第$")
_SHORT_YEAR: Final = re.compile(r"^'?(\d\d)(?=年|全國|\D)")
_PLAYED: Final = re.compile("[^奇全]勝|負|先和")
_LEAST: Final = 3  # characters of an event's name
_YEAR: Final = re.compile(r"(?<!\d)(19[5-9]\d|20[01]\d)(?!\d{1,3}(?!\d))")
_COMPACT: Final = re.compile(r"(?<!\d)(19[5-9]\d|20[01]\d)(0\d|1[0-2])([0-3]\d)(?!\d)")
_PARTS: Final = re.compile(r"^(\d{4})\D+(\d{1,2})(?:\D+(\d{1,2}))?")
_DAY_FIRST: Final = re.compile(r"^(\d{1,2})-(\d{1,2})-(\d{4})$")
_AMERICAN: Final = re.compile(r"^(\d{1,2})/(\d{1,2})/(\d\d|\d{4})$")
_SHORT: Final = re.compile(r"^(\d\d)\D+(\d{1,2})(?:\D+(\d{1,2}))?\s*$")
_YEARS: Final = range(1950, 2014)  # of the dataset


def event_of(text: str) -> str:
    """Return the tournament that an event tag names, without round, players and opening; "" for none."""
    for word in _SPLIT.split(unicodedata.normalize("NFKC", text).translate(_QUOTES)):
        found = _TOURNAMENT.match(_NUMBER.sub("", word))
        name = _ROUND.sub("", found[0]) if found else ""
        if len(name) >= _LEAST and not _PLAYED.search(name):
            return name.strip("'-.:").replace("像棋", "象棋")
    return ""


def date_of(date: str, event: str) -> int:
    """Return the date that the tags of a game give, as year * 10000 + month * 100 + day, 0 for unknown."""
    text = unicodedata.normalize("NFKC", date).strip()
    american = _AMERICAN.match(text)
    if american:
        month, day, year = map(int, american.groups())
        return _number(year, month, day) if month <= 12 < day else _number(year)
    if found := _DAY_FIRST.match(text):
        day, month, year = map(int, found.groups())
        return _number(year, month, day)
    for pattern in (_COMPACT, _PARTS, _SHORT):
        if found := pattern.match(text):
            return _number(*(int(part or 0) for part in found.groups()))
    if found := _YEAR.match(text):
        return _number(int(found[1]))
    return _date_in(unicodedata.normalize("NFKC", event))


def _date_in(event: str) -> int:
    """Return the date that an event mentions."""
    if (found := _COMPACT.search(event)) and (number := _number(*map(int, found.groups()))) % 10000:
        return number
    if found := _YEAR.search(event) or _COMPACT.search(event):
        return _number(int(found[1]))
    found = _SHORT_YEAR.match(event.lstrip('“"'))
    return _number(int(found[1])) if found and int(found[1]) >= 50 else 0


def _number(year: int, month: int = 0, day: int = 0) -> int:
    year += 0 if year > 99 else 1900 if year >= 30 else 2000
    if year not in _YEARS:
        return 0
    if not 1 <= month <= 12:
        return year * 10000
    return year * 10000 + month * 100 + (day if day <= 31 else 0)
