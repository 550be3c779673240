"""The output format and the notation of commands that write games."""

from __future__ import annotations

from pathlib import Path

from xiangqi.cli.parts import language
from xiangqi.errors import RecordError
from xiangqi.notation import Style
from xiangqi.records.files import PGN, RECORD_SUFFIXES, named_format

_CHINESE = {"zh-Hans": Style.CHINESE, "zh-Hant": Style.CHINESE_TRADITIONAL}


def notation_for(spoken: str, wanted: str | None) -> Style:
    """Return the wanted notation, else the one that goes with a language."""
    return Style(wanted) if wanted else _CHINESE.get(spoken, Style.ICCS)


def format_for(output: str | None, wanted: str | None) -> str:
    """Return the wanted format, else that of the output's suffix, else PGN.

    A suffix of a different or unknown format is reported on stderr.

    Args:
        output: the file name, None for standard output.
        wanted: a key of records.files.WRITERS, or None.

    Raises:
        RecordError: the suffix is that of a read-only format, and no other format is wanted.
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
