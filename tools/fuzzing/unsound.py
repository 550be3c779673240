"""The error raised when an input was accepted, but a promise about the result does not hold."""

from __future__ import annotations


class UnsoundError(Exception):
    """A reader's result does not keep its promises."""
