"""Reads records of any format, which is detected by content, and writes them.

>>> for game in read_bytes("[Red \"Li\"]\n\n1. 炮二平五 马８进７ *".encode(), "club.pgn"):
...     print(game.format, game.headers["Red"], game.main_line())
pgn Li [Move('h2e2'), Move('h9g7')]
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from xiangqi.disk import is_folder, read_file, write_output
from xiangqi.errors import RecordError, StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.notation import Style
from xiangqi.records import foreign
from xiangqi.records.source import TextSource, broken_characters
from xiangqi.records.text import webpage
from xiangqi.records.tree import EMPTY_FEN, Fault, Game, clean_comment

Content = TypeVar("Content")

MAX_BYTES: Final = 64 << 20
"""Files beyond this size are refused."""


def _module(name: str) -> Any:
    """Return a module of this package, which is imported on first use, since most starts need none."""
    return importlib.import_module(f"xiangqi.records.{name}")


class Reader(Generic[Content]):
    """The reader of a format: a module of this package with ``NAME``, ``sniff`` and ``read``."""

    def __init__(self, module: str) -> None:
        self._module = module

    @property
    def name(self) -> str:
        """The format's name."""
        return str(_module(self._module).NAME)

    def sniff(self, content: Content) -> bool:
        """Return whether the content is of this format."""
        return bool(_module(self._module).sniff(content))

    def read(self, content: Content) -> Iterator[Game]:
        """Yield the games lazily; raises RecordError as `read_bytes` does."""
        games: Iterator[Game] = _module(self._module).read(content)
        return games


READERS: Final = tuple(
    Reader[bytes](module)
    for module in (
        *("archive", "binary.xqf", "binary.cbr", "binary.cbl", "text.cbf", "text.dhtmlxq"),
        *("binary.mxq", "binary.che", "binary.chn", "binary.ccm"),
    )
)
"""Readers of formats that are binary or detect their encoding themselves, in the order in which they are tried;
the first that recognises the content reads it.
"""

_SUFFIXES: Final = "pgn xqf cbr cbl cbf che chn ccm mxq ubb dhtmlxq wxf fen epd txt htm html json jsonl xml zip"
RECORD_SUFFIXES: Final = frozenset(f".{suffix}" for suffix in _SUFFIXES.split())
"""File name extensions of records; the actual format is recognised by the content."""

PGN: Final = Reader[TextSource]("text.pgn")

TEXT_READERS: Final = (
    *(
        Reader[TextSource](module)
        for module in (
            "text.jsonform",
            "text.xmlform",
            "text.wxf",
            "text.coordinate_lists",
            "text.position_list",
        )
    ),
    PGN,
)
"""Asked after READERS, once the encoding is known; PGN, which recognises any text with moves, comes last."""


def read_games(path: str | os.PathLike[str]) -> Iterator[Game]:
    """Yield the games of a file, or of all records in a folder, lazily.

    Raises:
        RecordError: the file cannot be opened, or nothing in it can be read; the message begins with its name.
    """
    file = Path(path)
    if is_folder(file):
        return _games_below(file)
    try:
        data = read_file(file, MAX_BYTES)
    except OSError as error:
        raise RecordError(Message("detail.of_file", file=str(file), reason=_unopened(error))) from None
    return read_bytes(data, str(file))


def files_below(folder: Path) -> list[Path]:
    """Return all files in a folder and its subfolders, by name, except hidden ones."""
    return sorted(
        file
        for file in folder.rglob("*")
        if not file.is_dir() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    )


def _games_below(folder: Path) -> Iterator[Game]:
    """Yield the games of all records in a folder.

    A file that cannot be read yields a game without moves, with the reason as its fault.
    """
    files = [file for file in files_below(folder) if file.suffix.lower() in RECORD_SUFFIXES]
    if not files:
        reason = Message("detail.no_records_here")
        raise RecordError(Message("detail.of_file", file=str(folder), reason=reason))
    for number, file in enumerate(files):
        try:
            for game in read_games(file):
                game.share = (number + game.share) / len(files)
                yield game
        except RecordError as error:
            yield Game(headers={"Title": file.name}, start_fen=EMPTY_FEN, errors=[Fault(error.args[0])])


def _unopened(error: OSError) -> Message:
    return Message("detail.unopened", reason=system_reason(error))


def read_bytes(data: bytes, name: str) -> Iterator[Game]:
    """Yield the games in the content of a file lazily.

    Args:
        data: the whole content.
        name: the file's name in error messages.

    Raises:
        RecordError: the format is unknown, or nothing can be read; also raised later, by the iterator.
    """
    found = False
    try:
        for game in _open(data, name):
            found = True
            if game.format != "json":  # which stores a game's texts unchanged
                _tidy(game)
            yield game
        if not found:
            raise RecordError(
                Message("detail.place_line", line=1, reason=Message("detail.no_move_no_position"))
            )
    except RecordError as error:
        raise RecordError(Message("detail.of_file", file=name, reason=str(error))) from None


def _open(data: bytes, name: str) -> Iterator[Game]:
    if not data or not data.strip(b"\0 \t\r\n\f\v\x1a"):
        raise RecordError(Message("detail.empty_file"))
    if what := foreign.describe(data):
        raise _is_foreign(what)
    for reader in READERS:
        if reader.sniff(data):
            return reader.read(data)
    source = TextSource(data)
    text = webpage.unwrapped(source) if webpage.sniff(source) else source
    for text_reader in TEXT_READERS:
        if text.is_text and text_reader.sniff(text):
            # A PGN file may hold games in several encodings; its reader reports each.
            is_told = text_reader is PGN and text is source
            broken = [] if is_told else broken_characters(source.data, source.codec)
            return _with_faults(text_reader.read(text), [*source.faults, *broken])
    if what := foreign.describe_name(name):
        raise _is_foreign(what)
    start = " ".join(f"{byte:02x}" for byte in data[:8])
    raise RecordError(
        Message("detail.place_byte", byte=0, reason=Message("detail.unknown_format", bytes=start))
    )


def _is_foreign(what: str) -> RecordError:
    return RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.foreign_file", what=what)))


def _with_faults(games: Iterator[Game], faults: list[Fault]) -> Iterator[Game]:
    """Yield the games of a text, adding the faults of the text as a whole to the first one."""
    for game in games:
        game.errors[:0] = faults
        faults = []
        yield game


def _tidy(game: Game) -> None:
    """Remove control characters from headers, such as length bytes left there by some programs."""
    for name, text in game.headers.items():
        if not text.isprintable():
            game.headers[name] = clean_comment(text).strip()


class Writer(NamedTuple):
    """The writer of a format."""

    suffixes: tuple[str, ...]  # the suffixes of file names, the usual one first
    # returns the content for a game, in a notation and an encoding if the format has these
    write: Callable[[Game, Style, str], bytes]
    many: bool  # whether a file may contain several games
    # returns whether a game is sure to be read back unchanged in this format and encoding; if not, `losses`
    # finds the differences
    holds: Callable[[Game, str], bool] = lambda _game, _encoding: False

    @property
    def suffix(self) -> str:
        """The usual suffix of file names."""
        return self.suffixes[0]


WRITERS: Final[dict[str, Writer]] = {
    "pgn": Writer(
        (".pgn",),
        lambda *what: _module("text.pgn_writer").write(*what),
        True,
        # The encoding of a short text can be guessed wrong unless it is UTF-8.
        lambda game, encoding: encoding == "utf-8" and _module("text.pgn_writer").holds(game),
    ),
    "xqf": Writer((".xqf",), lambda game, _style, _encoding: _module("binary.xqf").write(game), False),
    "dhtmlxq": Writer(
        (".ubb", ".dhtmlxq"), lambda game, _style, _encoding: _module("text.dhtmlxq").write(game), True
    ),
    "xml": Writer((".xml",), lambda game, style, _encoding: _module("text.xmlform").write(game, style), False),
    "iccs": Writer(
        (".txt", ".iccs"),
        lambda game, _style, _encoding: _module("text.position_list").write(game),
        True,
        lambda _game, _encoding: True,
    ),
    "json": Writer(
        (".jsonl", ".json"),
        lambda game, _style, _encoding: _module("text.jsonform").write(game),
        True,
        lambda _game, _encoding: True,
    ),
}
"""The writers by name, as in `convert --to`."""

_NAMED: Final = {suffix: name for name, writer in WRITERS.items() for suffix in writer.suffixes}
WRITTEN_SUFFIXES: Final = frozenset(_NAMED)
"""File name extensions of formats that can be written."""


def write_games(
    path: str | os.PathLike[str],
    games: Iterable[Game],
    form: str | None = None,
    style: Style = Style.CHINESE,
    encoding: str = "utf-8",
) -> None:
    """Write games to a file, atomically.

    Args:
        path: the file, which is replaced.
        games: the games, at least one; formats of a single game reject more.
        form: a key of WRITERS; by default the suffix decides (`format_of`).
        style: the notation, for formats with a choice.
        encoding: "utf-8" or "gb18030", for formats with a choice.

    Raises:
        RecordError: the format holds only one game or cannot be written, or the file cannot be written.
    """
    file = Path(path)
    writer = WRITERS[form or format_of(file)]
    chosen = list(games)
    if len(chosen) != 1 and not writer.many:
        raise RecordError(
            Message(
                "detail.of_file", file=str(file), reason=Message("detail.holds_one_game", count=len(chosen))
            )
        )
    try:
        write_output(file, (writer.write(game, style, encoding) for game in chosen))
    except StorageError as error:
        raise RecordError(str(error)) from None


def write_game(
    path: str | os.PathLike[str],
    game: Game,
    form: str | None = None,
    style: Style = Style.CHINESE,
    encoding: str = "utf-8",
) -> None:
    """Write one game to a file, as `write_games` does."""
    write_games(path, [game], form, style, encoding)


def format_of(path: Path) -> str:
    """Return the format for a file name's suffix; PGN for an unknown one.

    Raises:
        RecordError: the format is read-only.
    """
    return named_format(path) or PGN.name


def named_format(path: Path) -> str | None:
    """Return the format for a file name's suffix; None for an unknown one.

    Raises:
        RecordError: the format is read-only.
    """
    suffix = path.suffix.lower()
    if suffix in RECORD_SUFFIXES - WRITTEN_SUFFIXES:
        known = Message("detail.only_read", suffix=suffix, names=", ".join(sorted(WRITTEN_SUFFIXES)))
        raise RecordError(Message("detail.of_file", file=str(path), reason=known))
    return _NAMED.get(suffix)
