"""The error raised when an input was accepted, but something promised does not hold afterwards."""

from __future__ import annotations


class UnsoundError(Exception):
    """A reader's result does not keep its promises."""
