"""What the window says, in the player's language: strings with their places filled, and whole sentences."""

from __future__ import annotations

from collections.abc import Iterable

from xiangqi.app.notice import Notice
from xiangqi.board import parse_square
from xiangqi.core.constants import BOTH, KIND_MASK, PIECE_NAMES, RED, square_name
from xiangqi.i18n.message import Catalogue
from xiangqi.referee import Sentence, ordinal


class Texts(Catalogue):
    """The texts of one language; called with a key and the values of its named places."""

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key, with its places filled.

        Raises:
            ResourceError: the key does not exist.
        """
        return self.wording(key, values)

    def sentence(self, sentence: Sentence) -> str:
        """Return a sentence of the referee, with a capital where the language has them."""
        text = self._clause(sentence)
        return text if self.language.startswith("zh") else text[:1].upper() + text[1:]

    def _clause(self, sentence: Sentence) -> str:
        values = {name: self._word(name, value) for name, value in sentence.parameters.items()}
        return self(sentence.key, **values)

    def _word(self, name: str, value: int | str | Sentence) -> str:
        """Return what fills a gap of a sentence, by the gap's name."""
        if isinstance(value, Sentence):
            return self._clause(value)
        if name in ("square", "from_square"):
            return self.place(parse_square(str(value)))
        if isinstance(value, str):
            return self(f"side.{value}") if name in ("who", "winner") else value
        if name == "occurrence":
            return self.either(f"ordinal.{value}", ordinal(value) if self.language == "en" else str(value))
        named = self.language.startswith("zh") and value & BOTH  # each side has its own characters
        return self.piece(value) if named else self(f"piece.{PIECE_NAMES[value & KIND_MASK]}")

    def listed(self, words: Iterable[str]) -> str:
        """Return words with commas between them."""
        return ("、" if self.language.startswith("zh") else ", ").join(words)

    def joined(self, *sentences: str) -> str:
        """Sentences one after the other, without the empty ones; a Chinese full stop brings its own space."""
        return ("" if self.language.startswith("zh") else " ").join(filter(None, sentences))

    def short(self, count: int) -> str:
        """Return a large number in three digits or so, by thousands or, in Chinese, by ten thousands."""
        step = 10_000 if self.language.startswith("zh") else 1_000
        for size, key in ((step * step, "number.larger"), (step, "number.large")):
            if count >= size:
                shown = f"{count / size:.1f}" if count < 100 * size else str(count // size)
                return self(key, count=shown)
        return str(count)

    def piece(self, code: int) -> str:
        """Return a piece with its colour."""
        return self(f"piece.{_side(code)}.{PIECE_NAMES[code & KIND_MASK]}")

    def place(self, square: int) -> str:
        """Return a point of the board by its square, as `point` tells it."""
        return self.point(square_name(square))

    def say(self, notice: Notice) -> str:
        """Return a notice of the app as a sentence; words of the program in it are translated too."""
        values = {name: self._word_of_notice(name, value) for name, value in notice.arguments}
        return " ".join(self(f"say.{notice.key.value}", **values).split())

    def _word_of_notice(self, name: str, value: str | int) -> str | int:
        if isinstance(value, int):
            return value
        if name == "side":
            return self.either(f"side.{value}", value)
        if name == "missing":
            return self.listed(self(f"missing.{word}") for word in value.split(","))
        return self.tell(value)


def _side(code: int) -> str:
    return "red" if code & RED else "black"
