"""The format in which a command writes games."""

from __future__ import annotations

from pathlib import Path

from xiangqi.cli.parts import language
from xiangqi.errors import RecordError
from xiangqi.records.files import PGN, RECORD_SUFFIXES, named_format


def format_for(output: str | None, wanted: str | None) -> str:
    """The format that is wanted, else what the name of the output says, else PGN.

    Where the name says something else, or nothing that is known, that is told on stderr.

    Args:
        output: name of the file, None for standard output.
        wanted: a key of records.files.WRITERS, or None.

    Raises:
        RecordError: the name says a format that can only be read, and no other is wanted.
    """
    if output is None:
        return wanted or PGN.name
    path = Path(output)
    try:
        named = named_format(path)
    except RecordError:
        if wanted is None:
            raise
        named = None
    form = wanted or named or PGN.name
    if path.suffix and named != form and (wanted is None or path.suffix.lower() in RECORD_SUFFIXES):
        language.remark("cli.written_as", name=output, form=form)
    return form
