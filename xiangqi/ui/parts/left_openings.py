"""A sentence on where a game left the player's openings, which leads there when clicked."""

from __future__ import annotations

from xiangqi.app.openings.place import LookAtDeparture
from xiangqi.app.openings.repertoire import left_lines, left_words
from xiangqi.ui.parts.coach_rows import Spoken
from xiangqi.ui.parts.context import PanelContext


def left_openings(scene: PanelContext) -> tuple[Spoken, ...]:
    """Return a sentence on where the game left the player's lines; a click shows the position in Openings.

    The result is empty unless the game on the board is the last one found to have left them, and still has that
    move.
    """
    found = left_lines(scene.state)
    if found is None or found[1].id != scene.state.document.id:
        return ()
    left, game = found
    words = scene.texts.sentence(left_words(scene.state, left.departure, game))
    return (Spoken(scene.texts("openings.left", words=words), LookAtDeparture()),)
