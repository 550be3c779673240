"""Tests of the clock as data: the time charged and shown, and its form in records."""

from __future__ import annotations

import pytest

from xiangqi.app.session.time_control import UNTIMED, Clock, ClockReading, TimeControl, format_time, parse_time
from xiangqi.core.constants import BLACK, RED

TOTAL = TimeControl(total_s=60)
INCREMENT = TimeControl(total_s=60, increment_s=5)
BYOYOMI = TimeControl(total_s=60, move_s=20)
PER_MOVE = TimeControl(move_s=30)


def left(clock: Clock, now: float) -> tuple[float, float]:
    return clock.reading(RED, now).left_s, clock.reading(BLACK, now).left_s


def test_only_the_side_to_move_is_charged() -> None:
    clock = Clock.of(TOTAL).running(100.0)
    assert left(clock, 107.0) == (53.0, 60.0)
    clock = clock.pressed(107.0)
    assert left(clock, 110.0) == (53.0, 57.0)
    clock = clock.pressed(110.0)
    assert left(clock, 110.0) == (53.0, 57.0)


def test_a_standing_clock_charges_nobody_and_goes_on_where_it_was() -> None:
    clock = Clock.of(TOTAL)
    assert left(clock, 1e6) == (60.0, 60.0)
    clock = clock.running(10.0).standing(14.0)
    assert left(clock, 1000.0) == (56.0, 60.0)
    clock = clock.running(2000.0)
    assert left(clock, 2003.0) == (53.0, 60.0)
    assert left(clock.pressed(2003.0), 2003.0) == (53.0, 60.0)


def test_a_clock_that_is_pressed_while_it_stands_keeps_standing() -> None:
    clock = Clock.of(TOTAL).pressed(50.0)
    assert (clock.side, clock.since) == (BLACK, None)
    assert left(clock, 90.0) == (60.0, 60.0)


def test_an_increment_is_added_after_the_move() -> None:
    clock = Clock.of(INCREMENT).running(0.0)
    assert left(clock, 10.0) == (50.0, 60.0)
    assert left(clock.pressed(10.0), 10.0) == (55.0, 60.0)


def test_the_flag_falls_when_the_total_is_used_up() -> None:
    clock = Clock.of(TOTAL).running(0.0)
    assert not clock.has_run_out(59.9)
    assert clock.has_run_out(60.0)
    assert left(clock, 99.0) == (0.0, 60.0)


def test_byo_yomi_begins_when_the_total_is_used_up_and_is_whole_for_every_move() -> None:
    clock = Clock.of(BYOYOMI).running(0.0)
    assert clock.reading(RED, 59.0) == ClockReading(1.0)
    assert clock.reading(RED, 63.0) == ClockReading(17.0)
    assert not clock.has_run_out(79.0)
    assert clock.has_run_out(80.0)
    clock = clock.pressed(75.0)
    assert clock.reading(RED, 75.0) == ClockReading(20.0)
    clock = clock.pressed(76.0)
    assert clock.has_run_out(96.0)
    assert not clock.has_run_out(95.0)


def test_a_limit_for_each_move_begins_anew() -> None:
    clock = Clock.of(PER_MOVE).running(0.0)
    assert left(clock, 29.0) == (1.0, 30.0)
    assert left(clock.pressed(29.0), 30.0) == (30.0, 29.0)
    assert clock.has_run_out(30.0)


def test_a_clock_that_jumps_back_charges_nothing() -> None:
    assert left(Clock.of(TOTAL).running(100.0), 40.0) == (60.0, 60.0)


def test_low_time_is_told_once_a_game_or_once_a_limited_move() -> None:
    clock = Clock.of(TOTAL).running(0.0)
    assert not clock.warning_due(49.0)
    assert clock.warning_due(51.0)
    told = Clock(TOTAL, TOTAL, 60.0, 60.0, RED, 0.0, 0.0, frozenset({RED}))
    assert not told.warning_due(51.0)
    assert not told.pressed(51.0).pressed(51.0).warning_due(52.0)
    limited = Clock(PER_MOVE, PER_MOVE, 0.0, 0.0, RED, 0.0, 0.0, frozenset({RED}))
    assert not limited.warning_due(29.0)
    assert limited.pressed(29.0).pressed(29.0).warning_due(58.0)


def test_a_short_time_is_not_low_from_its_beginning() -> None:
    clock = Clock.of(TimeControl(move_s=6)).running(0.0)
    assert not clock.reading(RED, 1.0).low
    assert clock.reading(RED, 4.0).low


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0.0"),
        (0.04, "0.1"),
        (9.81, "9.9"),
        (9.95, "10.0"),
        (10.0, "0:10"),
        (59.2, "1:00"),
        (300.0, "5:00"),
        (299.999, "5:00"),
        (3600.0, "1:00:00"),
        (7325.0, "2:02:05"),
    ],
)
def test_what_is_shown(seconds: float, text: str) -> None:
    assert ClockReading(seconds).text == text


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (UNTIMED, "-"),
        (TimeControl(600), "600"),
        (TimeControl(600, 5), "600+5"),
        (TimeControl(600, 0, 30), "600:1/30"),
        (TimeControl(600, 5, 30), "600+5:1/30"),
        (TimeControl(0, 0, 30), "1/30"),
    ],
)
def test_a_control_as_a_tag_and_back(control: TimeControl, text: str) -> None:
    assert control.pgn == text
    assert TimeControl.from_pgn(text) == control


@pytest.mark.parametrize("text", ["", "?", "40/9000", "*180", "6e2", "-5", "0", "0+5", "600:300", "９"])
def test_other_tags_mean_no_clock(text: str) -> None:
    assert TimeControl.from_pgn(text) == UNTIMED


@pytest.mark.parametrize("seconds", [0.0, 0.1, 59.9, 60.0, 299.5, 3600.0, 86399.9])
def test_times_are_written_and_read_back(seconds: float) -> None:
    assert parse_time(format_time(seconds)) == pytest.approx(seconds, abs=0.001)


@pytest.mark.parametrize("text", ["", "5:00", "0:61:00.0", "0:00:00", "-0:00:01.0", "x"])
def test_a_text_that_is_no_time_parses_to_none(text: str) -> None:
    assert parse_time(text) is None
