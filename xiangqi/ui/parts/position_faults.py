"""The faults of a position in words."""

from __future__ import annotations

from xiangqi.fen import PositionFault
from xiangqi.ui.parts.i18n import Texts


def fault_words(texts: Texts, fault: PositionFault) -> str:
    """Return the text for a fault of the position, with its piece and point, in the player's language."""
    places = [texts.place(square) for square in fault.squares]
    return texts(
        f"fault.{fault.kind.value}",
        piece=texts.piece(fault.piece),
        place=places[0] if places else "",
        places=texts("editor.and").join(places[1:]),
        count=len(places),
        most=fault.most,
    )
