"""The base class of notices, which one part of the session announces to the others."""

from __future__ import annotations


class Notice:
    """An occurrence within the session, which is announced once, by `dispatch.announce`."""
