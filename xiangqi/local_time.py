"""Times in UTC and in the local time zone; any zone and any date of the computer's clock are tolerated."""

from __future__ import annotations

from datetime import datetime, timezone


def utc_now() -> datetime:
    """Return the current time with its time zone."""
    return datetime.now(timezone.utc)


def local(moment: datetime) -> datetime:
    """Convert a time to the computer's time zone, or to UTC if that is impossible.

    Args:
        moment: a time with a time zone.
    """
    try:
        return moment.astimezone()
    except (ValueError, OverflowError, OSError):  # a zone of more than a day, a date beyond the calendar
        return moment.astimezone(timezone.utc)


def local_text(moment: datetime) -> str:
    """Return the local date and time in ISO 8601, without a zone, to the second."""
    return local(moment).replace(tzinfo=None).isoformat(timespec="seconds")


def moment_of(stamp: float) -> datetime:
    """Return the time that a file's stamp stands for, in UTC; the current time if it is out of range.

    Args:
        stamp: the time in seconds since 1970.
    """
    try:
        return datetime.fromtimestamp(stamp, timezone.utc)
    except (ValueError, OverflowError, OSError):
        return utc_now()
