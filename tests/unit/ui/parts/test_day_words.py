"""Dates as people read them."""

from __future__ import annotations

import pytest

from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.i18n import Texts

TODAY = "2026.03.12"


@pytest.mark.parametrize(
    ("written", "english", "chinese"),
    [
        ("2026-03-12T20:15:00", "today, 20:15", "今天 20:15"),
        ("2026-03-11T08:05:00", "yesterday, 08:05", "昨天 08:05"),
        ("2026-03-12", "today", "今天"),
        ("2026-01-02T20:15:00", "2 Jan", "1月2日"),
        ("2025.03.11", "11 Mar 2025", "2025年3月11日"),
        ("1998.12.??", "Dec 1998", "1998年12月"),
        ("2026-02", "Feb 2026", "2026年2月"),
        ("1998.??.??", "1998", "1998年"),
        ("1998", "1998", "1998年"),
        ("", "", ""),
        ("spring", "spring", "spring"),
        ("2025.02.30", "2025.02.30", "2025.02.30"),
        ("2025.13.01", "2025.13.01", "2025.13.01"),
    ],
)
def test_a_date_is_told_as_one_says_it(written: str, english: str, chinese: str) -> None:
    assert day_words(Texts("en"), written, TODAY) == english
    assert day_words(Texts("zh-Hans"), written, TODAY) == chinese


def test_yesterday_may_be_in_another_year() -> None:
    assert day_words(Texts("en"), "2025-12-31T23:59:00", "2026.01.01") == "yesterday, 23:59"


def test_without_knowing_today_a_date_has_its_year() -> None:
    assert day_words(Texts("en"), "2026-03-12T20:15:00", "") == "12 Mar 2026"
