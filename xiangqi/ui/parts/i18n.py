"""What the window says, in the player's language: strings with their places filled, and whole sentences."""

from __future__ import annotations

from xiangqi.core.constants import KIND_MASK, PIECE_NAMES, square_name
from xiangqi.fen import side_name
from xiangqi.i18n.message import Catalogue, Message


class Texts(Catalogue):
    """The texts of one language; called with a key and the values of its named places."""

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key, with its places filled.

        Raises:
            ResourceError: the key does not exist.
        """
        return self.wording(key, values)

    def sentence(self, message: Message) -> str:
        """Return a message that stands for itself, with a capital where the language has them."""
        text = self.tell(message)
        return text if self.language.startswith("zh") else text[:1].upper() + text[1:]

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
        return self(f"piece.{side_name(code)}.{PIECE_NAMES[code & KIND_MASK]}")

    def place(self, square: int) -> str:
        """Return a point of the board by its square, as `point` tells it."""
        return self.point(square_name(square))

    def say(self, message: Message) -> str:
        """Return what a toast or a question says, on one line."""
        return " ".join(self.tell(message).split())
