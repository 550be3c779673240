"""The passages of a game's story, as data, and their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.coach.facts import Fact
from xiangqi.coach.notes import MoveReview
from xiangqi.coach.story_slips import chance_of

OPENING: Final = "opening"
INITIATIVE: Final = "initiative"
TURNING: Final = "turning"
ENDING: Final = "ending"
PRACTICE: Final = "practice"
SLOTS: Final = (OPENING, INITIATIVE, TURNING, ENDING, PRACTICE)
"""The slots of a story, in order."""

STANDINGS: Final = ("level", "better", "clear", "won")
"""The standings of a side after the opening."""

ROUGH: Final = "rough"
"""An opening in which a costly mistake came early."""

WILD: Final = "wild"
"""An opening in which both sides made huge mistakes."""

NAMED: Final = "named"
"""An opening after which the game was level again."""

FELL: Final = "fell"
"""The change where a side lost pieces by no move that could be named."""

UNNAMED: Final = "unnamed"
"""The change where a side lost ground by no move that could be named."""

SLOWLY: Final = "plain"
"""The change where a side lost ground by small steps, the costliest of which can be named."""

UNTOLD: Final = {"gone": "had_better", "spoilt": "had_won"}
"""The ways by which an advantage was lost, told otherwise if nothing has been said of it."""

EDGES: Final = ("", "better", "won")
"""How much better a side stood that had an edge: slightly, by more than the initiative, or mostly winning."""

GAVE_UP: Final = "gave_up"
ENDS: Final = ("stalemate", "resigned", "time", "rules", GAVE_UP)
"""The ways in which a side that was losing lost."""

ONCE: Final = ("resigned", GAVE_UP)
"""Those that are told as immediate if the last mistake ended the game."""

SURPRISES: Final = ("open", "against", "time", "resigned_open", "resigned_against")
"""The ways in which a side lost that was not losing: the game was open or it stood better, or on time."""

OPEN_ENDS: Final = ("won", "better", "level", "bare")
"""The standings of the side ahead where a record breaks off."""

BETTER_END: Final = "better"
PLAIN_END: Final = "plain"
"""The theme of an end after it has been said who stood better from then on."""

LEADS: Final = ("won", "material", "attack")
"""The assets of a winner: a winning position, more pieces, or an attack on the general."""

MISSED: Final = "missed"
"""A chance that was not taken: an idea that both sides overlooked, or an early mistake left unpunished."""

MOVES: Final = ("slip", "allowed", "mated", "later")
"""The passages about a single move."""

SPAN: Final = 2
"""The plies that give the span of a slide, before those of the moves that are named."""


@dataclass(frozen=True)
class Passage:
    """A sentence of a story, as data."""

    slot: str  # one of SLOTS
    name: str  # which sentence
    side: int = 0  # RED or BLACK, whom it is about; 0 for neither
    plies: tuple[int, ...] = ()  # the moves concerned, from 1
    fact: Fact | None = None  # what the first of these moves allowed or missed
    # what the fight was about, or the opening's name; for a shift one of `story_curve.WAYS`, for ENDING one of
    # LEADS, after "soon." if the turning point has decided the game, or of OPEN_ENDS
    theme: str = ""
    kinds: tuple[int, ...] = ()  # the kinds that the winner had more of, that were exchanged, or that fell
    note: str = ""  # what has changed on the board by small steps, or MISSED


def told_plies(moves: Sequence[MoveReview], passages: Iterable[Passage]) -> set[int]:
    """Return the plies of the moves that passages tell of, each by itself or as one that missed an idea."""
    found = set[int]()
    for told in passages:
        if told.name == "slid":
            found.update(told.plies[SPAN:])
        elif told.name in (*MOVES, ROUGH):
            found.update(told.plies)
        elif told.name == MISSED and told.fact is not None:
            found.update(told.plies)
            found.update(move.ply for move in moves if chance_of(move) == told.fact.proof[:1])
    return found
