"""The wording of every sentence in one language: a GNU gettext catalogue whose message ids are keys.

Catalogues are edited as ``assets/i18n/<language>.po`` and read as ``<language>.mo``, which
``tools/build_i18n.py`` makes of them. A text may have ``{named}`` places. One that has a plural is
chosen by its argument ``count``. English is a catalogue like the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from xiangqi.errors import ResourceError

if TYPE_CHECKING:
    from gettext import GNUTranslations

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant")

_SIDES: Final = ("side", "other_side")
PIECES: Final = ("piece", "pieces")


class Catalogue:
    """The texts of one language.

    Attributes:
        language: one of LANGUAGES.
    """

    def __init__(self, language: str) -> None:
        """Load a language.

        Raises:
            ResourceError: no such language, or its file is damaged.
        """
        self.language = language
        self._translations = _load(language)

    def wording(self, key: str, arguments: Mapping[str, object]) -> str:
        """The text of a key with its places filled as they are.

        Raises:
            ResourceError: the key does not exist.
        """
        text = self.template(key, arguments.get("count"))
        return text.format(**arguments) if arguments else text

    def template(self, key: str, count: object = None) -> str:
        """The text of a key, its places still open; in the form for a number of things where it has several.

        Raises:
            ResourceError: the key does not exist.
        """
        text = self._translations.ngettext(key, key, count) if isinstance(count, int) else key
        if text is key:
            text = self._translations.gettext(key)
        if text is key or not key:
            raise ResourceError(f"no text {key!r} in language {self.language}")
        return text

    def either(self, key: str, fallback: str) -> str:
        """The text of a key built from data, or the fallback where nobody has put it into words."""
        text = self._translations.gettext(key)
        return fallback if text is key else text

    def tell(self, text: str) -> str:
        """A text in this language if it is a Message, else as it is.

        Sides, pieces and points among the arguments are put into words, and messages are told in turn.
        """
        from xiangqi.i18n.message import Message

        if not isinstance(text, Message) or self.language == "en":
            return text
        return self.wording(
            text.key, {name: self._argument(name, value) for name, value in text.arguments.items()}
        )

    def _argument(self, name: str, value: object) -> object:
        """What fills a place, by its name."""
        if isinstance(value, tuple):
            return self.template("editor.separator").join(self.tell(part) for part in value)
        if not isinstance(value, str):
            return value
        if name in _SIDES:
            return self.either(f"side.{value.lower()}", value)
        if name in PIECES:
            return self.either(f"piece.{value.removesuffix('s').replace(' ', '.')}", value)
        return self.point(value) if name == "place" else self.tell(value)

    def point(self, name: str) -> str:
        """A point such as "e8": in coordinates, or by file and rank as the nearer player counts."""
        file, rank = "abcdefghi".index(name[0]), int(name[1])
        half, file, rank = ("red", 9 - file, rank) if rank < 5 else ("black", file + 1, 9 - rank)
        return self.wording(f"place.{half}.{rank}", {"file": self.template(f"place.{half}.file.{file}")})


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, loaded once.

    Raises:
        ResourceError: no such language, or its file is damaged.
    """
    return Catalogue(language)


def _load(language: str) -> GNUTranslations:
    from gettext import GNUTranslations  # both here: most commands say nothing that would need them

    from xiangqi.resources import asset

    path = asset(f"i18n/{language}.mo")
    try:
        with path.open("rb") as stream:
            return GNUTranslations(stream)
    except (OSError, ValueError, UnicodeDecodeError) as error:
        raise ResourceError(f"{path} cannot be read: {error}") from error
