"""The definition of a fuzzing target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A function that accepts any bytes.

    Attributes:
        name: the name of the reader, or of the part of the program.
        run: feeds it an input; any exception is a failure.
        tokens: pieces of text that it understands.
        fields: the offsets of the numbers in its header.
        accepts: whether a file is a sample for it.
        longest: the greatest length of an input in bytes.
        is_json: whether its input is JSON or lines of JSON.
        engine: whether it runs the engine; memory is not limited then.
        folders: the folders of tests/data/fuzz with its samples; by default the one of its name.
        made: returns further samples, written by the program itself.
    """

    name: str
    run: Callable[[bytes], None]
    tokens: tuple[bytes, ...] = ()
    fields: tuple[int, ...] = ()
    accepts: Callable[[bytes], bool] = lambda _: False
    longest: int = 1 << 18
    is_json: bool = False
    engine: bool = False
    folders: tuple[str, ...] = ()
    made: Callable[[], Sequence[bytes]] = tuple
