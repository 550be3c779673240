"""The records that commands read, from files, folders or standard input, and the format they write."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xiangqi.cli.parts import language
from xiangqi.errors import RecordError
from xiangqi.i18n.languages import language_named
from xiangqi.i18n.message import Message, system_reason
from xiangqi.notation import Style
from xiangqi.records.files import MAX_BYTES, PGN, RECORD_SUFFIXES, named_format, read_bytes, read_games
from xiangqi.records.tree import Game

STDIN: Final = "-"
"""The file name that means standard input."""

_SHOWN_NAME: Final = "stdin"


def notation_for(spoken: str, wanted: str | None) -> Style:
    """Return the requested notation, or by default the usual one for a language."""
    return Style(wanted or language_named(spoken).notation)


def read_input(name: str, content: bytes | None = None) -> Iterator[Game]:
    """Return the games of a file or folder as `records.files.read_games` does, or those of standard input.

    Args:
        name: the file or folder, or STDIN.
        content: the content of standard input if it has already been read.

    Raises:
        RecordError: the input cannot be opened or has no games that can be read; the message names it.
    """
    if name != STDIN:
        return read_games(name)
    return read_bytes(stdin_content() if content is None else content, _SHOWN_NAME)


def stdin_content() -> bytes:
    """Return the whole content of standard input, which can be read only once.

    Raises:
        RecordError: standard input cannot be read, or is too large for a record.
    """
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:  # such as a folder
        reason: str = system_reason(error)
    else:
        if len(data) <= MAX_BYTES:
            return data
        reason = Message("detail.too_large", size=f"{MAX_BYTES >> 20} MiB")
    raise RecordError(
        Message("detail.of_file", file=_SHOWN_NAME, reason=Message("detail.unopened", reason=reason))
    )


def format_for(output: str | None, wanted: str | None) -> str:
    """Return the requested format; by default, the one that the output's suffix stands for, or else PGN.

    A suffix of another format is reported on stderr, and so is an unknown one if no format is requested.

    Args:
        output: the file name, or None for standard output.
        wanted: a key of records.files.WRITERS, or None.

    Raises:
        RecordError: the suffix is that of a read-only format, and no other format is requested.
    """
    if output is None:
        return wanted or PGN
    path = Path(output)
    try:
        named = named_format(path)
    except RecordError:
        if wanted is None:
            raise
        named = None
    form = wanted or named or PGN
    if path.suffix and named != form and (wanted is None or path.suffix.lower() in RECORD_SUFFIXES):
        language.remark("cli.written_as", name=output, form=form)
    return form
