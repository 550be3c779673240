"""Which worker performs which effect: every worker declares its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from xiangqi.app.effect import Effect

E = TypeVar("E", bound=Effect)


class Performers:
    """Hands each effect to the worker that has declared its kind."""

    def __init__(self) -> None:
        self._by_kind: dict[type[Effect], Callable[[Effect], None]] = {}

    def declare(self, kind: type[E], perform: Callable[[E], None]) -> None:
        """Have a function perform a kind of effect, for which none has been declared yet."""
        if kind in self._by_kind:
            raise AssertionError(f"{kind.__name__} is performed already")

        def checked(effect: Effect) -> None:
            assert isinstance(effect, kind)
            perform(effect)

        self._by_kind[kind] = checked

    def perform(self, effect: Effect) -> None:
        """Let the worker begin; it does not block."""
        self._by_kind[type(effect)](effect)

    @property
    def kinds(self) -> frozenset[type[Effect]]:
        """All kinds that are performed."""
        return frozenset(self._by_kind)
