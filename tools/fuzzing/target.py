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
        tokens: pieces of text with a meaning for it.
        fields: the offsets of the numbers in its header.
        accepts: whether a file is a sample for it.
        longest: the most bytes of an input.
        is_json: whether it is JSON, or has lines of it.
        engine: whether it runs the engine, whose memory is not limited here.
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
