"""Moments as the clock on the wall here shows them, whatever zone and date the computer is set to."""

from __future__ import annotations

from datetime import datetime, timezone


def utc_now() -> datetime:
    """The time, with its zone."""
    return datetime.now(timezone.utc)


def local(moment: datetime) -> datetime:
    """A moment in the zone of this computer; in UTC where no such zone can be, or no such date in it.

    Args:
        moment: with a time zone.
    """
    try:
        return moment.astimezone()
    except (ValueError, OverflowError, OSError):  # a zone of more than a day, a date beyond the calendar
        return moment.astimezone(timezone.utc)


def local_text(moment: datetime) -> str:
    """Date and time here in ISO 8601, without a zone, to the second."""
    return local(moment).replace(tzinfo=None).isoformat(timespec="seconds")


def moment_of(stamp: float) -> datetime:
    """The moment of a file's time, in UTC; now where no calendar has it.

    Args:
        stamp: seconds since 1970.
    """
    try:
        return datetime.fromtimestamp(stamp, timezone.utc)
    except (ValueError, OverflowError, OSError):
        return utc_now()
