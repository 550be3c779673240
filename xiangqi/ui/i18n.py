"""What the window says, in the player's language: strings with their places filled, and whole sentences."""

from __future__ import annotations

from xiangqi.app.say import Notice
from xiangqi.board import parse_square
from xiangqi.core.constants import (
    BLACK,
    FILES,
    KIND_MASK,
    PIECE_NAMES,
    RANKS,
    RED,
    file_of,
    rank_of,
)
from xiangqi.errors import ResourceError
from xiangqi.referee import Sentence
from xiangqi.ui.details import find_detail
from xiangqi.ui.strings import load


class Texts:
    """The strings of one language; called with a key and the values of its named places."""

    def __init__(self, language: str) -> None:
        """Load a language.

        Raises:
            ResourceError: no such language, or its file is damaged.
        """
        self.language = language
        self._strings = load(language)

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, with its places filled.

        Raises:
            ResourceError: the key does not exist.
        """
        try:
            text = self._strings[key]
        except KeyError:
            raise ResourceError(f"no text {key!r} in language {self.language}") from None
        return text.format(**values) if values else text

    def either(self, key: str, fallback: str) -> str:
        """The text of a key built from data, or the fallback where nobody has put it into words."""
        return self._strings.get(key, fallback)

    def sentence(self, sentence: Sentence) -> str:
        """A sentence of the referee, with a capital where the language has them."""
        text = self._clause(sentence)
        return text if self.language.startswith("zh") else text[:1].upper() + text[1:]

    def _clause(self, sentence: Sentence) -> str:
        values = {name: self._word(name, value) for name, value in sentence.parameters.items()}
        return self(sentence.key, **values)

    def _word(self, name: str, value: int | str | Sentence) -> str:
        """What fills a gap of a sentence, by the gap's name."""
        if isinstance(value, Sentence):
            return self._clause(value)
        if name in ("square", "from_square"):
            return self.place(parse_square(str(value)))
        if isinstance(value, str):
            return self(f"side.{value}") if name in ("who", "winner") else value
        if name == "occurrence":
            return self.either(f"ordinal.{value}", str(value))
        return self(f"piece.{PIECE_NAMES[value]}")

    def short(self, count: int) -> str:
        """A large number in three digits or so, by thousands or, in Chinese, by ten thousands."""
        step = 10_000 if self.language.startswith("zh") else 1_000
        for size, key in ((step * step, "number.larger"), (step, "number.large")):
            if count >= size:
                shown = f"{count / size:.1f}" if count < 100 * size else str(count // size)
                return self(key, count=shown)
        return str(count)

    def piece(self, code: int) -> str:
        """A piece with its colour."""
        return self(f"piece.{_side(code)}.{PIECE_NAMES[code & KIND_MASK]}")

    def place(self, square: int) -> str:
        """A point of the board: in coordinates, or by file and rank as the nearer player counts them."""
        near_red = rank_of(square) < RANKS // 2
        half = f"place.{_side(RED if near_red else BLACK)}"
        file = FILES - file_of(square) if near_red else file_of(square) + 1
        rank = rank_of(square) if near_red else RANKS - 1 - rank_of(square)
        return self(f"{half}.{rank}", file=self(f"{half}.file.{file}"))

    def say(self, notice: Notice) -> str:
        """A notice of the app as a sentence; words of the program in it are translated too."""
        values = {name: self._argument(name, value) for name, value in notice.arguments}
        return " ".join(self(f"say.{notice.key.value}", **values).split())

    def detail(self, sentence: str) -> str:
        """What a lower layer says of a fault, in this language if there are words for it, else in English."""
        found = None if self.language == "en" else find_detail(sentence)
        if found is None:
            return sentence
        key, gaps = found
        return self(key, **{name: self._detail_word(name, value) for name, value in gaps.items()})

    def _detail_word(self, name: str, value: str) -> str:
        """What fills a gap of such a sentence, by the gap's name."""
        if name in ("reason", "other_reason"):
            return self.detail(value)
        if name in ("side", "other_side"):
            return self(f"side.{value.lower()}")
        if name in ("piece", "pieces"):
            return self(f"piece.{value.removesuffix('s')}")
        return self.place(parse_square(value)) if name == "place" else value

    def _argument(self, name: str, value: str) -> str:
        if name == "side":
            return self.either(f"side.{value}", value)
        if name == "detail":
            return self.detail(value)
        if name == "missing":
            comma = "、" if self.language.startswith("zh") else ", "
            return comma.join(self(f"missing.{word}") for word in value.split(","))
        return value


def _side(code: int) -> str:
    return "red" if code & RED else "black"
