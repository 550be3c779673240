"""Puts the catalogues that the program reads, ``assets/i18n/*.po``, in order.

``python -m tools.build_i18n`` sorts them and gives each entry of another language its English wording as a
comment. A language of the table without a catalogue gets one whose texts are all empty. Needs Babel.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from xiangqi.i18n.languages import SOURCE, TABLE

FOLDER: Final = Path(__file__).parents[1] / "assets" / "i18n"

_HEADER: Final = """\
# Texts of Xiangqi. Message ids are keys; tools/build_i18n.py puts this file in order.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""


def read(language: str, folder: Path = FOLDER) -> Catalog:
    """Return the catalogue of a language, an empty one if it has no file yet."""
    path = folder / f"{language}.po"
    source = path.read_bytes() if path.exists() else _header(language)
    return read_po(io.BytesIO(source), locale=language.replace("-", "_"), abort_invalid=True)


def _header(language: str) -> bytes:
    return _HEADER.format(language=language.replace("-", "_"), plurals=TABLE[language].plurals).encode()


def completed(catalogue: Catalog, english: Catalog, language: str) -> Catalog:
    """Add the keys that a catalogue lacks, with empty texts in as many forms as the language has; return it."""
    [number] = re.findall(r"nplurals=(\d+)", TABLE[language].plurals)
    for message in english:
        if message.id and catalogue.get(_key(message.id)) is None:
            several = not isinstance(message.id, str)
            catalogue.add(message.id, ("",) * int(number) if several else "")
    return catalogue


def edited(language: str, catalogue: Catalog, english: Catalog) -> bytes:
    """Return the sorted text of a .po file, with English wordings as comments and without flags."""
    for message in catalogue:
        message.flags.clear()
        source = english.get(_key(message.id)) if message.id and language != SOURCE else None
        if source is not None:
            wording = source.string if isinstance(source.string, str) else (source.string or ("",))[-1]
            message.auto_comments = [" ".join(wording.split())]
    stream = io.BytesIO()
    write_po(stream, catalogue, width=0, sort_output=True, omit_header=True)
    return _header(language) + stream.getvalue()


def _key(entry: str | list[str] | tuple[str, ...]) -> str:
    """Return the key of an entry; one with a plural contains it twice."""
    return entry if isinstance(entry, str) else entry[0]


def build(folder: Path = FOLDER) -> None:
    """Rewrite every catalogue of a folder, with empty texts for whatever is not translated yet."""
    english = read(SOURCE, folder)
    for language in TABLE:
        catalogue = completed(read(language, folder), english, language)
        (folder / f"{language}.po").write_bytes(edited(language, catalogue, english))


if __name__ == "__main__":
    build()
    sys.exit(0)
