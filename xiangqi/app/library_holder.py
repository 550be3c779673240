"""The library that the workers of a session share."""

from __future__ import annotations

from abc import abstractmethod

from xiangqi.app.worker import Service
from xiangqi.library import Library


class LibraryHolder(Service):
    """Opens the library once for all workers."""

    @abstractmethod
    def library(self) -> Library:
        """Return the library, opened if necessary; called in any thread.

        Raises:
            LibraryError: it cannot be opened.
        """
