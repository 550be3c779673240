"""The passages of a game's story, as data, and their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.coach.facts import Fact
from xiangqi.coach.notes import MoveReview
from xiangqi.coach.story_slips import chance_of, idea_of
from xiangqi.core.constants import opponent

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
"""An opening that is only named, since it was too short to judge or the game was not level throughout."""

FELL: Final = "fell"
"""The note of a slide in which a side lost pieces; named moves explain less than half of it."""

UNNAMED: Final = "unnamed"
"""The note of a slide in which no single move can be named."""

SLOWLY: Final = "plain"
"""The note of a slide by small steps, the costliest of which can be named."""

UNTOLD: Final = {"gone": "had_better", "spoilt": "had_won"}
"""Ways of losing an advantage -> their names if the story has not mentioned the advantage before."""

EDGES: Final = ("", "better", "won")
"""The degrees of an edge: slight, more than the initiative, or winning most of the time."""

GAVE_UP: Final = "gave_up"
ENDS: Final = ("stalemate", "resigned", "time", "rules", GAVE_UP)
"""The ways in which a side in a losing position lost."""

ONCE: Final = ("resigned", GAVE_UP)
"""The ways that are called immediate if they followed the last mistake at once."""

SURPRISES: Final = ("open", "against", "time", "resigned_open", "resigned_against")
"""The ways in which a side lost without a losing position: in an open or better one, or on time."""

OPEN_ENDS: Final = ("won", "better", "level", "bare")
"""The standings of the side ahead when a record breaks off, or "bare" without attacking pieces."""

BETTER_END: Final = "better"
PLAIN_END: Final = "plain"
"""The theme of an end if the story has already said who stood better."""

LEADS: Final = ("won", "material", "attack")
"""The assets of a winner: a winning position, more pieces, or an attack on the general."""

MISSED: Final = "missed"
"""A chance that was not taken: an idea that both sides overlooked, or an early mistake left unpunished."""

MOVES: Final = ("slip", "allowed", "mated", "later")
"""The names of passages about a single move."""

_GOT: Final = {
    "initiative": 1, "better": 2, "ahead": 2, "reversed": 2, "winning": 3, "won": 3, "thrown": 3, "lost": 3,
}  # fmt: skip
"""How well the opponent stands after the ways of a game that tell what he got."""

_GAINED: Final = ("initiative", "better", "ahead", "winning", "won")  # ways that tell nothing else

SPAN: Final = 2
"""The number of plies that give the span of a slide; the plies of its named moves follow them."""


@dataclass(frozen=True)
class Passage:
    """A sentence or two of a story, as data."""

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
    """Return the plies of the moves that passages single out, including every move that missed a repeated idea.

    Moves that only begin or end a span do not count.
    """
    found = set[int]()
    for told in passages:
        if told.name == "slid":
            found.update(told.plies[SPAN:])
            ideas = (idea_of(moves, moves[ply - 1]) for ply in told.plies[SPAN:])
            found.update(move.ply for idea in ideas for move in idea)
        elif told.name in (*MOVES, ROUGH):
            found.update(told.plies)
        elif told.name == MISSED and told.fact is not None:
            found.update(told.plies)
            found.update(move.ply for move in moves if chance_of(move) == told.fact.proof[:1])
    return found


def founded(told: Passage, before: Sequence[Passage]) -> Passage:
    """Return a passage that also mentions the advantage that was lost, unless an earlier passage did."""
    if told.theme not in UNTOLD:
        return told
    is_said = any(
        one.name in ("seesaw", "wavered")
        or (one.name in (*MOVES, "slid", ROUGH) and one.side != told.side)
        or (one.name not in (*MOVES, "slid", ROUGH) and one.side == told.side)
        for one in before
    )
    return told if is_said else replace(told, theme=UNTOLD[told.theme])


def without_repeats(passages: Sequence[Passage]) -> list[Passage]:
    """Return passages without the ways after which a side stands no better than was said of it last."""
    found, side, standing = list[Passage](), 0, 0
    for told in passages:
        got = _GOT.get(told.theme, 0) if told.name in (*MOVES, "slid") else 0
        if got and opponent(told.side) == side and got <= standing and told.theme in _GAINED:
            found.append(replace(told, theme=""))
            continue
        found.append(told)
        if got:
            side, standing = opponent(told.side), got
        elif told.name not in MOVES or told.theme:
            side, standing = 0, 0
    return found
