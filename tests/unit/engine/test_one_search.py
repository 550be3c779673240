"""An engine does one thing at a time, and says so; limits that no search can take are refused."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.errors import SearchRunningError, XiangqiError

ENDLESS = Limits(infinite=True)

FORBIDDEN: tuple[Callable[[Engine], object], ...] = (
    lambda engine: engine.search(Limits(nodes=100)),
    lambda engine: engine.search(ENDLESS),
    lambda engine: engine.set_position(START_FEN, (Move.from_iccs("h2e2"),)),
    lambda engine: engine.set_board(Board()),
    lambda engine: engine.set_option("Hash", "1"),
    lambda engine: engine.set_option("Threads", "2"),
    lambda engine: engine.set_option("Rules", "cxa"),
    lambda engine: engine.set_option("EvalFile", ""),
    lambda engine: engine.set_option("Clear Hash", ""),
    lambda engine: engine.set_option("Level", "1"),
    lambda engine: engine.set_parameters({}),
    lambda engine: engine.clear(),
    lambda engine: engine.evaluate(),
)


class Searching:
    """A search in a thread of its own that has begun."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.best: Move | None = None
        begun = threading.Event()
        self._thread = threading.Thread(target=self._work, args=(begun,))
        self._thread.start()
        begun.wait()

    def _work(self, begun: threading.Event) -> None:
        self.best = self.engine.search(ENDLESS, lambda _info: begun.set()).best_move

    def end(self) -> Move | None:
        self.engine.stop()
        self._thread.join()
        return self.best


@pytest.fixture
def engine() -> Engine:
    return Engine(hash_mb=1)


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_nothing_else_is_done_while_a_search_runs(
    engine: Engine, forbidden: Callable[[Engine], object]
) -> None:
    engine.set_position("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1", ())
    searching = Searching(engine)
    try:
        with pytest.raises(SearchRunningError, match="a search is running") as told:
            forbidden(engine)
        assert isinstance(told.value, XiangqiError)
        assert engine.probe(Board()) is None, "what may be asked meanwhile still may"
    finally:
        best = searching.end()
    assert best in (Move.from_iccs("e9d9"), Move.from_iccs("e9f9")), "the answer is for its own position"
    forbidden_never = engine.search(Limits(depth=1)).best_move
    assert forbidden_never is not None, "afterwards it searches again"


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_nor_by_what_the_search_calls(engine: Engine, forbidden: Callable[[Engine], object]) -> None:
    refused: list[Exception] = []

    def interfere(_info: Info) -> None:
        try:
            forbidden(engine)
        except SearchRunningError as error:
            refused.append(error)

    engine.search(Limits(depth=2), interfere)
    assert refused


def test_a_search_that_failed_is_over(engine: Engine) -> None:
    def fail(_info: Info) -> None:
        raise KeyError

    with pytest.raises(KeyError):
        engine.search(Limits(depth=2), fail)
    engine.set_position(START_FEN, ())
    assert engine.search(Limits(depth=1)).best_move is not None


@pytest.mark.parametrize(
    "limits",
    [
        {"nodes": -5},
        {"depth": -1},
        {"mate": -1},
        {"movetime_ms": -1},
        {"increment_ms": -3},
        {"moves_to_go": -1},
        {"nodes": 10**30},
        {"depth": 2**63},
        {"movetime_ms": 10**30},
        {"clock_ms": 10**30},
        {"clock_ms": -(10**30)},
        {"movetime_ms": float("nan")},
        {"movetime_ms": float("inf")},
    ],
)
def test_limits_that_no_search_can_take(limits: dict[str, int]) -> None:
    (name,) = limits
    with pytest.raises(ValueError, match=f"{name} should be a number from"):
        Limits(**limits)


@pytest.mark.parametrize(
    "limits",
    [
        Limits(nodes=0),
        Limits(nodes=1),
        Limits(depth=0),
        Limits(movetime_ms=0),
        Limits(clock_ms=-5000),
        Limits(nodes=2**63 - 1, depth=1),
        Limits(movetime_ms=2**63 - 1, depth=1),
        Limits(clock_ms=2**63 - 1, depth=1),
        Limits(mate=2**63 - 1, depth=1),
    ],
)
def test_the_largest_and_smallest_limits_end_a_search(engine: Engine, limits: Limits) -> None:
    assert engine.search(limits).best_move is not None
