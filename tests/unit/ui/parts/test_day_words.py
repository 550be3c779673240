"""Dates as people say them."""

from __future__ import annotations

import pytest

from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.i18n import Texts

TODAY = "2026.03.12"  # a Thursday


@pytest.mark.parametrize(
    ("written", "english", "chinese"),
    [
        ("2026-03-13", "tomorrow", "明天"),
        ("2026-03-12T20:15:00", "today", "今天"),
        ("2026-03-11T08:05:00", "yesterday", "昨天"),
        ("2026-03-10", "Tuesday", "星期二"),
        ("2026.03.06", "Friday", "星期五"),
        ("2026.03.05", "5 Mar", "3月5日"),
        ("2026-03-19", "19 Mar", "3月19日"),
        ("2026-01-02T20:15:00", "2 Jan", "1月2日"),
        ("2025.03.11", "11 Mar 2025", "2025年3月11日"),
        ("1998.12.??", "Dec 1998", "1998年12月"),
        ("2026-02", "Feb 2026", "2026年2月"),
        ("1998.??.??", "1998", "1998年"),
        ("1998.??.07", "1998", "1998年"),
        ("1998", "1998", "1998年"),
        ("24 December 2022", "24 Dec 2022", "2022年12月24日"),
        ("20221224", "24 Dec 2022", "2022年12月24日"),
        ("1997年5月3日", "3 May 1997", "1997年5月3日"),
        ("一九九七年五月", "May 1997", "1997年5月"),
        ("2025.02.30", "Feb 2025", "2025年2月"),
        ("2025.13.01", "2025", "2025年"),
        ("03/04/2020", "2020", "2020年"),
        ("", "", ""),
        ("spring", "spring", "spring"),
    ],
)
def test_a_date_is_told_as_one_says_it(written: str, english: str, chinese: str) -> None:
    assert day_words(Texts("en"), written, TODAY) == english
    assert day_words(Texts("zh-Hans"), written, TODAY) == chinese


def test_days_with_a_name_may_be_told_with_their_time() -> None:
    texts = Texts("en")
    assert day_words(texts, "2026-03-12T20:15:00", TODAY, timed=True) == "today, 20:15"
    assert day_words(texts, "2026-03-11 08:05:00", TODAY, timed=True) == "yesterday, 08:05"
    assert day_words(texts, "2026-03-10T20:15:00", TODAY, timed=True) == "Tuesday, 20:15"
    assert day_words(texts, "2026-03-01T20:15:00", TODAY, timed=True) == "1 Mar"
    assert day_words(texts, "2026.03.12", TODAY, timed=True) == "today"


def test_yesterday_and_the_last_days_may_be_in_another_year() -> None:
    assert day_words(Texts("en"), "2025-12-31T23:59:00", "2026.01.01") == "yesterday"
    assert day_words(Texts("en"), "2025-12-28", "2026.01.01") == "Sunday"


def test_without_knowing_today_a_date_has_its_year() -> None:
    assert day_words(Texts("en"), "2026-03-12T20:15:00", "") == "12 Mar 2026"
