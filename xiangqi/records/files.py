"""Opens records of any format, told by their content, and writes them.

>>> for game in read_bytes("[Red \\"Li\\"]\\n\\n1. 炮二平五 马８进７ *".encode(), "club.pgn"):
...     print(game.format, game.headers["Red"], game.main_line())
pgn Li [Move('h2e2'), Move('h9g7')]
"""

from __future__ import annotations

import contextlib
import importlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from xiangqi.errors import RecordError
from xiangqi.notation import Style
from xiangqi.records import webpage
from xiangqi.records.source import TextSource
from xiangqi.records.tree import Game

Content = TypeVar("Content")

MAX_BYTES: Final = 64 << 20
"""Files beyond this size are refused."""


def _module(name: str) -> Any:
    """A module of this package, loaded when it is first needed: at most starts none is."""
    return importlib.import_module(f"xiangqi.records.{name}")


class Reader(Generic[Content]):
    """How a format is read: by a module of this package with ``NAME``, ``sniff`` and ``read``."""

    def __init__(self, module: str) -> None:
        self._module = module

    @property
    def name(self) -> str:
        """Of the format."""
        return str(_module(self._module).NAME)

    def sniff(self, content: Content) -> bool:
        """Whether the content is of this format."""
        return bool(_module(self._module).sniff(content))

    def read(self, content: Content) -> Iterator[Game]:
        """The games, as they are asked for; RecordError as from `read_bytes`."""
        games: Iterator[Game] = _module(self._module).read(content)
        return games


READERS: Final = tuple(
    Reader[bytes](module) for module in ("xqf", "cbr", "cbl", "cbf", "dhtmlxq", "mxq", "che", "chn", "ccm")
)
"""For formats that are binary or find their encoding themselves; asked in this order, and the first that
recognises the content reads it."""

PGN: Final = Reader[TextSource]("pgn")

TEXT_READERS: Final = (
    *(Reader[TextSource](module) for module in ("jsonform", "xmlform", "wxf", "coordinates", "positions")),
    PGN,
)
"""Asked after READERS, once the encoding is known; PGN, which recognises any text with moves, comes last."""


def read_games(path: str | os.PathLike[str]) -> Iterator[Game]:
    """The games of a file, read as they are asked for.

    Raises:
        RecordError: the file cannot be opened, or nothing in it can be read; the message begins with its name.
    """
    file = Path(path)
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise RecordError(f"{file}: {size >> 20} MiB is too large, the most is {MAX_BYTES >> 20} MiB")
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        reason = error.strerror if isinstance(error, OSError) else None
        raise RecordError(f"{file}: cannot be opened: {reason or error}") from None
    return read_bytes(data, str(file))


def read_bytes(data: bytes, name: str) -> Iterator[Game]:
    """The games in the content of a file, read as they are asked for.

    Args:
        data: the whole content.
        name: what error messages call it.

    Raises:
        RecordError: no known format, or nothing can be read; also later, from the iterator.
    """
    try:
        games = _open(data)
        yield from games
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def _open(data: bytes) -> Iterator[Game]:
    if not data or data.isspace():
        raise RecordError("the file is empty: a game record or a position is expected")
    for reader in READERS:
        if reader.sniff(data):
            return reader.read(data)
    source = TextSource(data)
    if webpage.sniff(source):
        source = webpage.unwrapped(source)
    for text_reader in TEXT_READERS:
        if source.is_text and text_reader.sniff(source):
            return text_reader.read(source)
    start = " ".join(f"{byte:02x}" for byte in data[:8])
    raise RecordError(f"byte 0: no record format that is known; the file begins with {start}")


class Writer(NamedTuple):
    """How a format is written.

    Attributes:
        suffix: usual end of the file name.
        write: content for one game, in a notation and an encoding where the format has these.
        many: whether the contents of several games can follow one another in a file.
    """

    suffix: str
    write: Callable[[Game, Style, str], bytes]
    many: bool


WRITERS: Final[dict[str, Writer]] = {
    "pgn": Writer(".pgn", lambda *what: _module("pgn_writer").write(*what), True),
    "xqf": Writer(".xqf", lambda game, _style, _encoding: _module("xqf").write(game), False),
    "dhtmlxq": Writer(".ubb", lambda game, _style, _encoding: _module("dhtmlxq").write(game), True),
    "xml": Writer(".xml", lambda game, style, _encoding: _module("xmlform").write(game, style), False),
    "iccs": Writer(".txt", lambda game, _style, _encoding: _module("positions").write(game), True),
    "json": Writer(".jsonl", lambda game, _style, _encoding: _module("jsonform").write(game), True),
}
"""By name, as `convert --to` takes it."""


def write_games(
    path: str | os.PathLike[str],
    games: Iterable[Game],
    form: str | None = None,
    style: Style = Style.CHINESE,
    encoding: str = "utf-8",
) -> None:
    """Write games to a file: either all of it is there afterwards, or what was there before.

    Args:
        path: the file; it is replaced.
        games: at least one; formats of a single game take the first and no more.
        form: a key of WRITERS; by default the suffix decides, and PGN where that says nothing.
        style: notation, for formats that have a choice.
        encoding: "utf-8" or "gb18030", for formats that have a choice.

    Raises:
        RecordError: the format holds one game only, or the file cannot be written.
    """
    file = Path(path)
    writer = WRITERS[form or format_of(file)]
    chosen = list(games)
    if len(chosen) != 1 and not writer.many:
        raise RecordError(f"{file}: this format holds one game, not {len(chosen)}")
    replace_file(file, (writer.write(game, style, encoding) for game in chosen))


def write_game(
    path: str | os.PathLike[str],
    game: Game,
    form: str | None = None,
    style: Style = Style.CHINESE,
    encoding: str = "utf-8",
) -> None:
    """Write one game to a file; everything else as in write_games."""
    write_games(path, [game], form, style, encoding)


def format_of(path: Path) -> str:
    """The format that the suffix of a file name stands for, PGN if none."""
    return next((name for name, writer in WRITERS.items() if writer.suffix == path.suffix.lower()), "pgn")


def replace_file(path: str | os.PathLike[str], content: Iterable[bytes]) -> None:
    """Write a file: either all of the content is there afterwards, or what was there before.

    Raises:
        RecordError: it cannot be written.
    """
    file = Path(path)
    try:
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.writelines(content)
            Path(name).chmod(file.stat().st_mode & 0o777 if file.exists() else 0o644)  # mkstemp's are private
            Path(name).replace(file)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise RecordError(f"{file}: cannot be written: {error.strerror or error}") from None
