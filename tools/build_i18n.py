"""Puts the catalogues that the program reads, ``assets/i18n/*.po``, in order.

``python -m tools.build_i18n`` sorts them and gives each Chinese entry its English wording as a comment. Needs
Babel.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from xiangqi.i18n.message import LANGUAGES

FOLDER: Final = Path(__file__).parents[1] / "assets" / "i18n"

_PLURALS: Final = {"en": "nplurals=2; plural=(n != 1);"}
_ONE_FORM: Final = "nplurals=1; plural=0;"
_HEADER: Final = """\
# Texts of Xiangqi. Message ids are keys; tools/build_i18n.py puts this file in order.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""


def read(language: str, folder: Path = FOLDER) -> Catalog:
    """Return the catalogue of a language."""
    with (folder / f"{language}.po").open("rb") as stream:
        return read_po(stream, locale=language.replace("-", "_"), abort_invalid=True)


def edited(language: str, catalogue: Catalog, english: Catalog) -> bytes:
    """Return the sorted text of a .po file."""
    for message in catalogue:
        message.flags.clear()
        source = english.get(_key(message.id)) if message.id and language != "en" else None
        if source is not None:
            wording = source.string if isinstance(source.string, str) else (source.string or ("",))[-1]
            message.auto_comments = [" ".join(wording.split())]
    stream = io.BytesIO()
    write_po(stream, catalogue, width=0, sort_output=True, omit_header=True)
    header = _HEADER.format(language=language.replace("-", "_"), plurals=_PLURALS.get(language, _ONE_FORM))
    return header.encode() + stream.getvalue()


def _key(entry: str | list[str] | tuple[str, ...]) -> str:
    """Return the key of an entry; one with a plural contains it twice."""
    return entry if isinstance(entry, str) else entry[0]


def build(folder: Path = FOLDER) -> None:
    """Write every catalogue of a folder."""
    english = read("en", folder)
    for language in LANGUAGES:
        catalogue = read(language, folder)
        (folder / f"{language}.po").write_bytes(edited(language, catalogue, english))


if __name__ == "__main__":
    build()
    sys.exit(0)
