r"""Reads records of any format, which is detected by content, and writes them.

>>> for game in read_bytes('[Red "Li"]\n\n1. 炮二平五 马８进７ *'.encode(), "club.pgn"):
...     print(game.format, game.headers["Red"], game.main_line())
pgn Li [Move('h2e2'), Move('h9g7')]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeVar

from xiangqi.disk import is_folder, read_file, write_output
from xiangqi.errors import RecordError, StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.notation import Style
from xiangqi.records import foreign
from xiangqi.records.source import TextSource, broken_characters
from xiangqi.records.text import webpage
from xiangqi.records.tree import EMPTY_FEN, Game, RecordFault, clean_comment

Content = TypeVar("Content", contravariant=True)

PGN: Final = "pgn"
"""The format that is written to files without a known suffix."""

MAX_BYTES: Final = 64 << 20
"""The largest size of a file in bytes; larger ones are refused."""


class Reader(Protocol[Content]):
    """The reader of a format: a module of this package, or an instance of Archives."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """The format's name."""

    def sniff(self, content: Content, /) -> bool:
        """Return whether the content is of this format."""

    def read(self, content: Content, /) -> Iterator[Game]:
        """Yield the games lazily; raises RecordError as `read_bytes` does."""


def byte_readers() -> Iterator[Reader[bytes]]:
    """Yield the readers of formats that are binary or detect their encoding themselves.

    They are tried in this order, and the first that recognises the content reads it. Each module is imported
    when its turn comes, since most runs of the program need few.
    """
    from xiangqi.records.archive import Archives

    yield Archives(read_bytes)
    from xiangqi.records.binary import xqf

    yield xqf
    from xiangqi.records.binary import cbl, cbr

    yield cbr
    yield cbl
    from xiangqi.records.text import cbf, dhtmlxq

    yield cbf
    yield dhtmlxq
    from xiangqi.records.binary import ccm, che, chn, mxq

    yield mxq
    yield che
    yield chn
    yield ccm


def read_pgn(source: TextSource) -> Iterator[Game]:
    """Yield the games of a text in PGN lazily; raises RecordError as `read_bytes` does."""
    from xiangqi.records.text import pgn

    return pgn.read(source)


def text_readers() -> Iterator[Reader[TextSource]]:
    """Yield the readers of texts, which are tried after those of bytes, once the encoding is known.

    PGN, which accepts any text with moves, is last.
    """
    from xiangqi.records.text import coordinate_lists, jsonform, pgn, position_list, wxf, xmlform

    yield jsonform
    yield xmlform
    yield wxf
    yield coordinate_lists
    yield position_list
    yield pgn


def read_games(path: str | os.PathLike[str]) -> Iterator[Game]:
    """Yield the games of a file, or of all records in a folder, lazily.

    In a folder, a file that cannot be read yields a game without moves, with the reason as its fault.

    Raises:
        RecordError: the file cannot be opened, nothing in it can be read, or the folder has no records; the
            message begins with its name. All but the first are raised by the iterator.
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
    """Return all files in a folder and its subfolders, sorted by path; hidden files and folders are skipped."""
    return sorted(
        file
        for file in folder.rglob("*")
        if not file.is_dir() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    )


def _games_below(folder: Path) -> Iterator[Game]:
    """Yield the games of all records in a folder.

    A file that cannot be read yields a game without moves, with the reason as its fault.

    Raises:
        RecordError: the folder has no files with the suffix of a record.
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
            yield Game(headers={"Title": file.name}, start_fen=EMPTY_FEN, errors=[RecordFault(error.args[0])])


def _unopened(error: OSError) -> Message:
    return Message("detail.unopened", reason=system_reason(error))


def read_bytes(data: bytes, name: str) -> Iterator[Game]:
    """Yield the games in a file's content lazily.

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
    for reader in byte_readers():
        if reader.sniff(data):
            return reader.read(data)
    source = TextSource(data)
    text = webpage.unwrapped(source) if webpage.sniff(source) else source
    for text_reader in text_readers():
        if text.is_text and text_reader.sniff(text):
            # A PGN file may hold games in several encodings; its reader reports each.
            is_told = text_reader.NAME == PGN and text is source
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


def _with_faults(games: Iterator[Game], faults: list[RecordFault]) -> Iterator[Game]:
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
    label: str = ""  # its name in the save panel, "" if it is not offered there

    @property
    def suffix(self) -> str:
        """The usual suffix of the format's file names."""
        return self.suffixes[0]


def _pgn(game: Game, style: Style, encoding: str) -> bytes:
    from xiangqi.records.text import pgn_writer

    return pgn_writer.write(game, style, encoding)


def _holds_pgn(game: Game, encoding: str) -> bool:
    """Return whether PGN is sure to keep a game; only UTF-8 is safe, as a short text's encoding is guessed."""
    from xiangqi.records.text import pgn_writer

    return encoding == "utf-8" and pgn_writer.holds(game)


def _xqf(game: Game, _style: Style, _encoding: str) -> bytes:
    from xiangqi.records.binary import xqf

    return xqf.write(game)


def _dhtmlxq(game: Game, _style: Style, _encoding: str) -> bytes:
    from xiangqi.records.text import dhtmlxq

    return dhtmlxq.write(game)


def _xml(game: Game, style: Style, _encoding: str) -> bytes:
    from xiangqi.records.text import xmlform

    return xmlform.write(game, style)


def _iccs(game: Game, _style: Style, _encoding: str) -> bytes:
    from xiangqi.records.text import position_list

    return position_list.write(game)


def _json(game: Game, _style: Style, _encoding: str) -> bytes:
    from xiangqi.records.text import jsonform

    return jsonform.write(game)


def _holds_all(_game: Game, _encoding: str) -> bool:
    return True


WRITERS: Final[dict[str, Writer]] = {
    "pgn": Writer((".pgn",), _pgn, True, _holds_pgn, label="PGN"),
    "xqf": Writer((".xqf",), _xqf, False, label="XQF"),
    "dhtmlxq": Writer((".ubb", ".dhtmlxq"), _dhtmlxq, True, label="DhtmlXQ"),
    "xml": Writer((".xml",), _xml, False, label="XML"),
    "iccs": Writer((".txt", ".iccs"), _iccs, True, _holds_all),
    "json": Writer((".jsonl", ".json"), _json, True, _holds_all, label="JSON"),
}
"""The writers by name, as in `convert --to`, in the order of the save panel."""

_NAMED: Final = {suffix: name for name, writer in WRITERS.items() for suffix in writer.suffixes}
WRITTEN_SUFFIXES: Final = frozenset(_NAMED)
"""File name extensions of formats that can be written."""

_READ_ONLY: Final = frozenset(
    (".cbr", ".cbl", ".cbf", ".che", ".chn", ".ccm", ".mxq", ".wxf", ".fen", ".epd", ".htm", ".html", ".zip")
)
RECORD_SUFFIXES: Final = _READ_ONLY | WRITTEN_SUFFIXES
"""File name extensions of records; the actual format is recognised by the content."""


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
        games: the games, at least one; some formats can contain only one.
        form: a key of WRITERS; by default the suffix decides (`format_of`).
        style: the notation, for formats with a choice.
        encoding: "utf-8" or "gb18030", for formats with a choice.

    Raises:
        RecordError: the format holds only one game, is read-only or cannot represent the position, or the file
            cannot be written.
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
    return named_format(path) or PGN


def named_format(path: Path) -> str | None:
    """Return the format for a file name's suffix; None for an unknown one.

    Raises:
        RecordError: the format is read-only.
    """
    suffix = path.suffix.lower()
    if suffix in _READ_ONLY:
        known = Message("detail.only_read", suffix=suffix, names=", ".join(sorted(WRITTEN_SUFFIXES)))
        raise RecordError(Message("detail.of_file", file=str(path), reason=known))
    return _NAMED.get(suffix)
