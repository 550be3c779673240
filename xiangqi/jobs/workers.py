"""The interface of workers: an executor that reports how many jobs it runs at a time."""

from __future__ import annotations

import abc
from concurrent.futures import Executor


class Workers(Executor, abc.ABC):
    """An executor whose jobs are functions of modules; arguments and results are pickled."""

    @property
    @abc.abstractmethod
    def count(self) -> int:
        """The number of jobs that can currently run at the same time; 0 while a cluster has no worker."""

    @property
    @abc.abstractmethod
    def batch_s(self) -> float:
        """The duration in seconds of short chunks that are worth handing out as one batch."""
