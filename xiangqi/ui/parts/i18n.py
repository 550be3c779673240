"""The window's texts in the player's language: strings with arguments, and whole sentences."""

from __future__ import annotations

from xiangqi.core.constants import KIND_MASK, PIECE_NAMES, square_name
from xiangqi.fen import side_name
from xiangqi.i18n.message import Catalogue, Message


class Texts(Catalogue):
    """The texts of one language; called with a key and named arguments."""

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key with its arguments.

        Raises:
            ResourceError: the key does not exist.
        """
        return self.wording(key, values)

    def sentence(self, message: Message) -> str:
        """Return a message as a separate sentence, with a capital letter if the language has them."""
        text = self.tell(message)
        return text[:1].upper() + text[1:] if self.row.capitals else text

    def piece(self, code: int) -> str:
        """Return the name of a piece with its colour."""
        return self(f"piece.{side_name(code)}.{PIECE_NAMES[code & KIND_MASK]}")

    def place(self, square: int) -> str:
        """Return the name of a square, as `point` does."""
        return self.point(square_name(square))

    def say(self, message: Message) -> str:
        """Return the text of a toast or question, on one line."""
        return " ".join(self.tell(message).split())
