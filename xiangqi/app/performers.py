"""Assigns effects to workers; every worker declares those that it performs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from xiangqi.app.effect import Effect

E = TypeVar("E", bound=Effect)


class Performers:
    """Passes each effect to the worker that has declared its kind."""

    def __init__(self) -> None:
        self._by_kind: dict[type[Effect], Callable[[Effect], None]] = {}

    def declare(self, kind: type[E], perform: Callable[[E], None]) -> None:
        """Register the function that performs a kind of effect, of which there may be only one."""
        if kind in self._by_kind:
            raise AssertionError(f"{kind.__name__} is performed already")

        def checked(effect: Effect) -> None:
            assert isinstance(effect, kind)
            perform(effect)

        self._by_kind[kind] = checked

    def perform(self, effect: Effect) -> None:
        """Start performing an effect, without blocking."""
        self._by_kind[type(effect)](effect)

    @property
    def kinds(self) -> frozenset[type[Effect]]:
        """All kinds of effects with a worker."""
        return frozenset(self._by_kind)
