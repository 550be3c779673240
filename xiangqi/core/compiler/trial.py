"""Tries an image: the command ``trial FILE``, with kernels interpreted to compare it with.

The foundry runs it, since an image that does not suit this system could end the process that loads it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from xiangqi.core import perft, position
from xiangqi.core.compiler.image import Image
from xiangqi.core.constants import BLACK, CORE_SIZE, KING, KNIGHT, MOVE_STACK, PAWN, RED, ROOK

_POSITION: Final = {
    0xC7: RED | KING,
    0xB3: RED | ROOK,
    0x95: RED | KNIGHT,
    0x36: BLACK | KING,
    0x58: BLACK | KNIGHT,
    0x77: BLACK | PAWN,
}


def try_out(path: Path) -> None:
    """Load an image, reach for each of its kernels, and let some of them count moves.

    Raises:
        ValueError: the image is damaged or wrong.
    """
    image = Image(path.read_bytes())
    for name in image:
        with contextlib.suppress(TypeError):  # every kernel wants arguments
            image.function(name)()
            raise ValueError(f"{name} can be called without arguments")
    state = position.new_state(CORE_SIZE)
    position.set_position(state, _POSITION, RED)
    expected = perft.perft(state, 2)
    found = image.function("xiangqi.core.perft._descend_bulk")(state, MOVE_STACK, 2)
    if found != expected:
        raise ValueError(f"the kernels count {found} sequences of moves, interpreted they count {expected}")


def main(words: list[str]) -> int:
    """The command."""
    try_out(Path(words[0]))
    return 0
