"""The base of notices: what one part of the session announces to whichever others follow it."""

from __future__ import annotations


class Notice:
    """Something that has happened within the session; it is announced once, by `dispatch.announce`."""
