"""The base class of notices, which one part of the session announces to the others."""

from __future__ import annotations


class Notice:
    """Something that has happened within the session; it is announced once, by `dispatch.announce`."""
