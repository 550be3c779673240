"""Events that several features hear."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.event import Event


@dataclass(frozen=True)
class LibraryChanged(Event):
    """The library's games have changed."""
