"""Packs and unpacks the asset with the shipped games of masters (docs/masters.md).

The asset is two xz streams, the first with texts and columns, the second with moves: one byte each, as
`coding` encodes them. Games are sorted by these bytes, so that each stores only the part after the beginning
that it shares with the one before it.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xiangqi.errors import ResourceError
from xiangqi.library.coding import STANDARD, Coder
from xiangqi.records.tree import RESULTS
from xiangqi.resources import DAMAGE, asset_bytes

ASSET: Final = "masters.xz"

SHIPPED_GAMES: Final = 26_241
"""The number of shipped games, known without reading them."""

_HEADER: Final = b"xiangqi masters 1\n"
_COLUMNS: Final = ("shared", "rest", "red", "black", "event", "year", "day", "result")
_MOVES_FILTER: Final = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}


class MastersGame(NamedTuple):
    """A game of masters, from the starting position."""

    moves: tuple[int, ...]
    # red, black, event: "" if unknown
    red: str
    black: str
    event: str
    date: int  # year * 10000 + month * 100 + day, 0 for unknown parts
    result: str  # one of records.tree.RESULTS


class CodedGame(NamedTuple):
    """A game as the asset stores it; its names are indices into `Masters.names`, and so on."""

    codes: bytes  # its moves, as `coding` encodes them
    red: int
    black: int
    event: int
    date: int
    result: int  # an index into records.tree.RESULTS


@dataclass(frozen=True)
class Masters:
    """The content of the asset."""

    names: list[str]  # of players, the first is ""
    events: list[str]  # the first is ""
    simplified: Mapping[str, str]  # the simplified form of each character of the texts that has another one
    columns: Mapping[str, npt.NDArray[np.int64]]  # as in _COLUMNS, each of shape (games,)
    moves: bytes

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.columns["rest"])

    def games(self) -> Iterator[CodedGame]:
        """Yield the games in the order of their moves."""
        codes, place = b"", 0
        for shared, rest, red, black, event, year, day, result in zip(
            *(self.columns[name].tolist() for name in _COLUMNS), strict=True
        ):
            codes = codes[:shared] + self.moves[place : place + rest]
            place += rest
            yield CodedGame(codes, red, black, event, year * 10000 + day, result)


def packed(games: Iterable[MastersGame], simplified: Mapping[str, str]) -> bytes:
    """Return the content of the asset that stores the given games.

    Args:
        games: the games, in any order.
        simplified: simplified characters by traditional ones; those that no text needs are left out.
    """
    coder = Coder()
    rows = sorted((coder.encode(STANDARD, game.moves).codes, game) for game in games)
    names = _by_frequency(name for _, game in rows for name in (game.red, game.black))
    events = _by_frequency(game.event for _, game in rows)
    numbers = {
        name: {text: number for number, text in enumerate(texts)}
        for name, texts in (("player", names), ("event", events))
    }
    columns: dict[str, list[int]] = {name: [] for name in _COLUMNS}
    moves, before = bytearray(), b""
    for codes, game in rows:
        shared = _shared(before, codes)
        moves += codes[shared:]
        before = codes
        values = (
            *(shared, len(codes) - shared, numbers["player"][game.red], numbers["player"][game.black]),
            *(numbers["event"][game.event], *divmod(game.date, 10000), RESULTS.index(game.result)),
        )
        for name, value in zip(_COLUMNS, values, strict=True):
            columns[name].append(value)
    used = sorted({character for text in (*names, *events) for character in text if character in simplified})
    head = {
        "names": names[1:],
        "events": events[1:],
        "simplified": "".join(f"{one}{simplified[one]}" for one in used),
    }
    texts = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    planes = b"".join(_planes(columns[name]) for name in _COLUMNS)
    first = _HEADER + f"{len(rows)}\n".encode() + texts + b"\n" + planes
    return lzma.compress(first, preset=9 | lzma.PRESET_EXTREME) + lzma.compress(
        bytes(moves), format=lzma.FORMAT_XZ, filters=[_MOVES_FILTER]
    )


def _by_frequency(texts: Iterable[str]) -> list[str]:
    """Return the different texts, the most frequent first, after ""."""
    counted = Counter(filter(None, texts))
    return ["", *sorted(counted, key=lambda text: (-counted[text], text))]


def _shared(one: bytes, other: bytes) -> int:
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)


def _planes(values: Sequence[int]) -> bytes:
    """Return 16-bit values as all their low bytes and then all their high bytes, which compress better."""
    column = np.array(values, "<u2")
    return (column & 255).astype(np.uint8).tobytes() + (column >> 8).astype(np.uint8).tobytes()


def unpacked(data: bytes) -> Masters:
    """Return the games stored in the content of the asset.

    Raises:
        ResourceError: the content is damaged or of another version.
    """
    try:
        content = lzma.decompress(data)
        if not content.startswith(_HEADER):
            raise ValueError(repr(content[: len(_HEADER)]))
        number, texts, _ = content[len(_HEADER) :].split(b"\n", 2)
        head: Any = json.loads(texts)
        begin, games = len(_HEADER) + len(number) + len(texts) + 2, int(number)
        columns = {
            name: _column(content, begin + 2 * games * place, games) for place, name in enumerate(_COLUMNS)
        }
        pairs = head["simplified"]
        found = Masters(
            ["", *head["names"]],
            ["", *head["events"]],
            dict(zip(pairs[::2], pairs[1::2], strict=True)),
            columns,
            content[begin + 2 * games * len(_COLUMNS) :],
        )
        _insist_on_sense(found)
    except (lzma.LZMAError, *DAMAGE) as error:
        raise ResourceError(f"asset {ASSET}: {error}") from error
    return found


def _column(content: bytes, begin: int, games: int) -> npt.NDArray[np.int64]:
    planes = np.frombuffer(content, np.uint8, 2 * games, begin).astype(np.int64)
    return planes[:games] | planes[games:] << 8


def _insist_on_sense(found: Masters) -> None:
    """Check that all texts can be encoded, and that the columns fit the texts and the moves.

    Raises:
        ValueError: a text cannot be encoded, or the columns do not fit.
        TypeError, AttributeError: a text is not a string.
    """
    for text in (*found.names, *found.events, *found.simplified, *found.simplified.values()):
        text.encode()
    if any(len(character) != 1 for character in found.simplified):
        raise ValueError("characters with other forms")
    columns = found.columns
    limits = {"red": found.names, "black": found.names, "event": found.events, "result": RESULTS}
    if int(columns["rest"].sum()) != len(found.moves) or any(
        (columns[name] >= len(texts)).any() for name, texts in limits.items()
    ):
        raise ValueError("columns and texts do not fit")


def load_masters() -> Masters:
    """Return the shipped games.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    return unpacked(shipped())


def shipped() -> bytes:
    """Return the content of the asset.

    Raises:
        ResourceError: it is missing or cannot be read.
    """
    return asset_bytes(ASSET)
