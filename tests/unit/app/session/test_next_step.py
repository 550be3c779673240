"""What Home offers first, over days that pass, and the days on which something was done."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from xiangqi.app.session.habits import day_of, days_away, days_of, streak, week_of
from xiangqi.app.session.next_step import Known, Next, next_step

NEWCOMER = Known(today="2026.11.26", is_new=True, has_played=False, ten=10)
CLUB = Known(today="2026.11.26", lessons=frozenset(range(1, 11)), ten=10)


def after(*lessons: int) -> Known:
    return replace(NEWCOMER, lessons=frozenset(lessons))


ALL = tuple(range(1, 11))


@pytest.mark.parametrize(
    ("known", "step", "lesson"),
    [
        (NEWCOMER, Next.LESSON, 1),
        (after(1), Next.LESSON, 2),
        (after(1, 2, 3, 4), Next.LESSON, 5),
        (after(1, 3), Next.LESSON, 2),
        (replace(after(1, 2, 3, 4), unfinished=True), Next.CONTINUE, 5),
        (replace(after(1, 2), has_played=True, lost="2026-11-26T20:15:00"), Next.LESSON, 3),
        (replace(after(*range(1, 10)), ten_done=0), Next.LESSON, 10),
        (after(*ALL), Next.FIRST_GAME, 0),
        (replace(after(*ALL), has_played=True), Next.TODAY, 0),
        (replace(after(*ALL), has_played=True, lost="2026-11-25"), Next.LOSS, 0),
        (replace(after(*ALL), has_played=True, ten_done=10), Next.PLAY, 0),
        (CLUB, Next.TODAY, 0),
        (replace(CLUB, due=1), Next.MISTAKES, 0),
        (replace(CLUB, due=1, lost="2026-11-25"), Next.LOSS, 0),
        (replace(after(*ALL), has_played=True, due=2), Next.MISTAKES, 0),
        (replace(CLUB, ten_done=9), Next.TODAY, 0),
        (replace(CLUB, ten_done=10), Next.PLAY, 0),
        (replace(CLUB, ten=0), Next.PLAY, 0),
        (replace(CLUB, lessons=frozenset()), Next.TODAY, 1),
        (replace(CLUB, lost="2026-11-26T09:00:00"), Next.LOSS, 0),
        (replace(CLUB, lost="2026-11-26T09:00:00", unfinished=True), Next.CONTINUE, 0),
        (replace(CLUB, lost="2026-11-23T23:59:00"), Next.LOSS, 0),
        (replace(CLUB, lost="2026-11-22T23:59:00"), Next.TODAY, 0),
        (replace(CLUB, lost="2026-11-27T08:00:00"), Next.TODAY, 0),
        (replace(CLUB, lost="2026-11-26", today=""), Next.TODAY, 0),
        (replace(CLUB, lost="some day"), Next.TODAY, 0),
    ],
)
def test_the_first_step_that_applies(known: Known, step: Next, lesson: int) -> None:
    assert next_step(known) is step
    assert known.next_lesson == lesson


def test_a_lost_game_is_offered_for_three_days_and_then_no_more() -> None:
    offered = [
        next_step(replace(CLUB, today=f"2026.11.{day}", lost="2026-11-24T21:00:00")) for day in range(24, 30)
    ]
    assert offered == [Next.LOSS] * 4 + [Next.TODAY] * 2


def test_a_month_change_does_not_confuse_the_days() -> None:
    known = replace(CLUB, lost="2026-10-31T21:00:00")
    assert next_step(replace(known, today="2026.11.03")) is Next.LOSS
    assert next_step(replace(known, today="2026.11.04")) is Next.TODAY


@pytest.mark.parametrize(
    ("lessons", "ready"),
    [((), False), ((3,), False), ((8,), False), ((9,), False), ((8, 9), True), (ALL, True)],
)
def test_exercises_wait_for_the_lessons_on_check_and_mate(lessons: tuple[int, ...], ready: bool) -> None:
    assert after(*lessons).is_ready_for_exercises is ready
    assert CLUB.is_ready_for_exercises, "who is not new needs no lesson"
    assert replace(after(*lessons), has_practised=True).is_ready_for_exercises, "who has begun may go on"


# ---- The days ----


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026.11.26", date(2026, 11, 26)),
        ("2026-11-26", date(2026, 11, 26)),
        ("2026-11-26T23:59:59", date(2026, 11, 26)),
        ("2026.11.??", None),
        ("1997", None),
        ("", None),
    ],
)
def test_days_are_read_from_any_date_of_the_program(written: str, day: date | None) -> None:
    assert day_of(written) == day


def test_a_day_counts_once_for_each_of_three_things() -> None:
    days = days_of(
        {
            "practice": ("2026-11-25", "2026-11-25", "no day"),
            "mistake": ("2026-11-25",),
            "game": ("2026-11-25T20:00:00", "2026-11-26T08:00:00"),
        }
    )
    assert days == {
        date(2026, 11, 25): {"practice", "mistake", "game"},
        date(2026, 11, 26): {"game"},
    }


def test_any_one_thing_keeps_the_streak_and_an_open_day_does_not_break_it() -> None:
    days = days_of({"game": ("2026-11-23", "2026-11-25"), "practice": ("2026-11-24",)})
    assert streak(days, date(2026, 11, 25)) == 3
    assert streak(days, date(2026, 11, 26)) == 3
    assert streak(days, date(2026, 11, 27)) == 0
    assert streak({}, date(2026, 11, 27)) == 0


def test_a_week_goes_from_monday_to_sunday() -> None:
    week = week_of(date(2026, 11, 26))
    assert (week[0], week[-1]) == (date(2026, 11, 23), date(2026, 11, 29))
    assert week_of(date(2026, 11, 29)) == week
    assert week_of(date(2026, 11, 30))[0] == date(2026, 11, 30)


def test_how_long_a_player_was_away() -> None:
    days = days_of({"game": ("2026-11-12", "2026-11-19")})
    assert days_away(days, date(2026, 11, 26)) == 7
    assert days_away(days, date(2026, 11, 19)) == 0
    assert days_away(days, date(2026, 11, 15)) == 3, "what is dated later is not past"
    assert days_away({}, date(2026, 11, 26)) == 0
