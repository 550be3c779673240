"""Tests of local times on a computer whose time zone or date is set to an impossible value."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from xiangqi.app.runner import Runner
from xiangqi.board import Board, Move
from xiangqi.exercises.deck import Mistake, Recall, due_cards, new_card, remembered
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import days_in_a_row
from xiangqi.local_time import local, local_text, moment_of

NOON = datetime(2026, 3, 2, 12, tzinfo=timezone.utc)
LAST = datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone.utc)

needs_zones = pytest.mark.skipif(not hasattr(time, "tzset"), reason="zones cannot be set here")


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@needs_zones
@pytest.mark.parametrize("zone", ["XYZ-99:99", "XYZ99:99:99", "XYZ-24:99"], indirect=True)
@pytest.mark.usefixtures("zone")
def test_a_zone_that_cannot_be_is_that_of_greenwich(home: Path) -> None:
    assert local_text(NOON) == "2026-03-02T12:00:00"
    before = datetime.now(timezone.utc)
    with Runner() as runner:
        runner.step(time.monotonic())
        days = {f"{moment:%Y.%m.%d}" for moment in (before, datetime.now(timezone.utc))}  # two at midnight
        assert runner.state.today in days
    assert home.parent.exists()


@needs_zones
@pytest.mark.parametrize("zone", ["UTC-14", "UTC+12"], indirect=True)
def test_a_zone_that_can_be_counts(zone: str) -> None:
    hours = 14 if "-" in zone else -12
    assert local(NOON).utcoffset() == timedelta(hours=hours)
    for moment in (LAST, datetime.min.replace(tzinfo=timezone.utc)):
        assert local(moment) == moment


def test_a_file_of_no_date_is_of_now() -> None:
    assert moment_of(1e18).year < 3000
    assert moment_of(0.0) == datetime(1970, 1, 1, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "now", [datetime(1970, 1, 1, tzinfo=timezone.utc), datetime(9998, 6, 1, tzinfo=timezone.utc), LAST]
)
@pytest.mark.parametrize(
    "recalls", [(Recall.GOOD, Recall.GOOD, Recall.GOOD, Recall.AGAIN), (Recall.EASY, Recall.EASY, Recall.EASY)]
)
def test_cards_are_due_later_in_any_year(now: datetime, recalls: tuple[Recall, ...]) -> None:
    mistake = Mistake(Board().fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    card = new_card(mistake, now)
    assert due_cards([card], now) == [card]
    for recall in recalls:
        before, card = card, remembered(card, recall, max(now, card.due))
        assert card.due >= min(before.due, LAST - timedelta(days=3))
    assert days_in_a_row([Attempt(now, "a w", "pack", True)], local(now).date()) == 1
