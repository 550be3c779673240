"""What does jobs: an executor that says how many it does at a time."""

from __future__ import annotations

import abc
from concurrent.futures import Executor


class Workers(Executor, abc.ABC):
    """An executor whose jobs are functions of modules; arguments and results travel by pickle."""

    @property
    @abc.abstractmethod
    def count(self) -> int:
        """How many jobs are done at a time, now: 0 while a cluster has no worker."""

    @property
    @abc.abstractmethod
    def batch_s(self) -> float:
        """How many seconds of short chunks are better handed out at once than one by one."""
