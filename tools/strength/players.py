"""The players of a test: this engine with changed parameters or techniques, or the engine of another checkout.

A player is described by a text: words separated by commas, each ``name=value`` for a parameter of
``engine/common/parameters.py``, ``-name`` for a technique switched off, or ``@FOLDER`` for the engine of
another checkout (alone). The empty text is the unchanged engine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from xiangqi.board import Move
from xiangqi.engine.common.parameters import TABLE
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.errors import XiangqiError

HASH_MB = 16


@dataclass(frozen=True)
class Thought:
    """An answer: the move, its score in points (mates beyond 30,000), and its cost."""

    move: Move
    score: int
    nodes: int
    seconds: float


class Player(Protocol):
    """A player that chooses moves."""

    def begin(self) -> None:
        """Begin another game, forgetting the last one."""

    def think(self, fen: str, moves: Sequence[Move], nodes: int) -> Thought:
        """Return the answer to a position with legal moves after this many nodes."""

    def close(self) -> None:
        """Release all resources."""


@dataclass(frozen=True)
class Description:
    """A parsed description of a player.

    Attributes:
        checkout: the checkout of another engine; None for this one.
        parameters: values that differ from the defaults.
        without: techniques that are switched off.
    """

    checkout: Path | None = None
    parameters: dict[str, int] = field(default_factory=dict)
    without: tuple[str, ...] = ()


def read_description(text: str) -> Description:
    """Return a player's text, parsed.

    Raises:
        XiangqiError: the text is invalid; the message names the word.
    """
    if text.startswith("@"):
        folder = Path(text[1:]).expanduser()
        if not (folder / "xiangqi").is_dir():
            raise XiangqiError(f"{folder} is not a checkout: it has no folder xiangqi")
        return Description(folder)
    names = {parameter.name for parameter in TABLE}
    parameters, without = {}, []
    for word in filter(None, (word.strip() for word in text.split(","))):
        name, equals, value = word.partition("=")
        if word.startswith("-") and not equals:
            without.append(word[1:])
        elif name in names and value.lstrip("-").isdigit():
            parameters[name] = int(value)
        else:
            raise XiangqiError(f"{word!r} is neither parameter=number nor -technique")
    try:
        mask_without(without)
    except ValueError as error:
        raise XiangqiError(str(error)) from None
    return Description(None, parameters, tuple(without))


def make_player(text: str) -> Player:
    """Return the player that a text describes.

    Raises:
        XiangqiError: the text is invalid.
    """
    description = read_description(text)
    if description.checkout is not None:
        return OtherCheckout(description.checkout)
    return ThisEngine(description)


def score_of(score_cp: int | None, mate: int | None) -> int:
    """Return a score as one number, in which mates are beyond all other scores."""
    if mate is None:
        return score_cp or 0
    return 31000 - 2 * mate if mate > 0 else -31000 - 2 * mate


class ThisEngine:
    """The engine of this checkout, in this process."""

    def __init__(self, description: Description) -> None:
        """Set up an engine with a player's parameters and techniques."""
        self._engine = Engine(HASH_MB, mask_without(description.without))
        self._engine.set_parameters(description.parameters)

    def change(self, parameters: Mapping[str, int]) -> None:
        """Use other parameters from now on."""
        self._engine.set_parameters(parameters)

    def begin(self) -> None:
        """See Player.begin."""
        self._engine.clear()

    def think(self, fen: str, moves: Sequence[Move], nodes: int) -> Thought:
        """See Player.think."""
        self._engine.set_position(fen, moves)
        began = time.process_time()
        found = self._engine.search(Limits(nodes=nodes))
        seconds = time.process_time() - began
        assert found.best_move is not None
        if found.info is None:
            return Thought(found.best_move, 0, 1, seconds)
        return Thought(
            found.best_move, score_of(found.info.score_cp, found.info.mate), found.info.nodes, seconds
        )

    def close(self) -> None:
        """Do nothing, since nothing was started."""


class OtherCheckout:
    """The engine of another checkout, in a separate process that runs `serve.py`."""

    def __init__(self, checkout: Path) -> None:
        """Start the process."""
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("serve.py"))],
            env=os.environ | {"PYTHONPATH": str(checkout)},
            cwd=checkout,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _ask(self, *question: object) -> list[int]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise XiangqiError("the other checkout's engine has ended")
        answer: list[int] = json.loads(line)
        return answer

    def begin(self) -> None:
        """See Player.begin."""
        self._ask("begin")

    def think(self, fen: str, moves: Sequence[Move], nodes: int) -> Thought:
        """See Player.think."""
        move, score, searched, microseconds = self._ask("think", fen, [int(move) for move in moves], nodes)
        return Thought(Move(move), score, searched, microseconds / 1e6)

    def close(self) -> None:
        """End the process."""
        self._process.communicate(timeout=10)
