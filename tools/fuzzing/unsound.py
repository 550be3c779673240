"""What is raised when an input was taken, and something promised does not hold afterwards."""

from __future__ import annotations


class UnsoundError(Exception):
    """A reader gave something that breaks its promises."""
