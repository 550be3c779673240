"""Dates in headers as comparable numbers, and such numbers as text. Source: docs/library.md."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_YEAR: Final = r"(?<!\d)(1[89]\d\d|20\d\d)"
_ANY_YEAR: Final = re.compile(rf"{_YEAR}(?!\d)")
_COMPACT: Final = re.compile(rf"{_YEAR}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?(?:\d{{4}}|\d{{6}})?(?!\d)")
_YEAR_FIRST: Final = re.compile(rf"{_YEAR}(?:\D{{1,2}}(\d{{1,2}})(?!\d))?(?:\D{{1,2}}(\d{{1,2}})(?!\d))?")
_YEAR_LAST: Final = re.compile(rf"(?<!\d)(\d{{1,2}})(\D)\s?(\d{{1,2}})\D\s?{_YEAR}(?!\d)")
_LONGEST: Final = 200  # characters that are read
_MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH: Final = re.compile(
    r"(?:(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s.,/-]*(?:of\s+)?)?(?<![a-z])(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?"
    r"|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])"
    r"(?:[\s.,/-]*(\d{1,2})(?:st|nd|rd|th)?(?![\d:]))?"
)
_DIGITS: Final = str.maketrans("〇○零一二三四五六七八九", "000123456789")
_CHINESE_YEAR: Final = re.compile("[〇○零一二三四五六七八九]{4}(?=年)")
_CHINESE_NUMBER: Final = re.compile("([一二三]?)(十?)([一二三四五六七八九]?)(?=[月日号號])")


def date_number(text: str) -> int:
    """Return a date as year * 10000 + month * 100 + day, with 0 for missing, impossible or ambiguous parts."""
    return _read(text)[0]


def is_ambiguous(text: str) -> bool:
    """Return whether a date, such as 03/04/2020, can be read with either its day or its month first."""
    return _read(text)[1]


def date_text(number: int) -> str:
    """Return a complete date in the format of PGN; "" for an incomplete one."""
    year, month, day = number // 10000, number // 100 % 100, number % 100
    return f"{year:04}.{month:02}.{day:02}" if year and month and day else ""


def _read(text: str) -> tuple[int, bool]:
    """Return the number of a date, and whether it is ambiguous."""
    text = _in_digits(unicodedata.normalize("NFKC", text[:_LONGEST]).casefold())
    if (month := _MONTH.search(text)) and (year := _ANY_YEAR.search(text)):
        return _number(year[1], 1 + _MONTHS.index(month[2][:3]), month[3] or month[1]), False
    if found := _COMPACT.search(text):
        return _number(*found.groups()), False
    if found := _YEAR_LAST.search(text):
        first, sign, second, year_last = found.groups()
        if sign in "/-" and first != second and max(int(first), int(second)) <= 12:
            return _number(year_last), True
        day, middle = (first, second) if int(second) <= 12 else (second, first)
        return _number(year_last, middle, day), False
    found = _YEAR_FIRST.search(text)
    return (_number(*found.groups()) if found else 0), False


def _number(year: str, month: str | int | None = 0, day: str | None = None) -> int:
    month, days = int(month or 0), int(day or 0)
    if not 1 <= month <= 12:
        return int(year) * 10000
    return int(year) * 10000 + month * 100 + (days if days <= 31 else 0)


def _in_digits(text: str) -> str:
    """Return a date with its Chinese numerals replaced with digits."""
    text = _CHINESE_YEAR.sub(lambda year: year[0].translate(_DIGITS), text)
    return _CHINESE_NUMBER.sub(_small_number, text)


def _small_number(found: re.Match[str]) -> str:
    tens, ten, ones = (part.translate(_DIGITS) for part in found.groups())
    if not ten:
        return tens + ones
    return f"{tens or 1}{ones or 0}"
