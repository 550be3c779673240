"""The words of a game's story: a sentence for each passage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import GameReview
from xiangqi.coach.story import INITIATIVE, OPENING, PRACTICE, TURNING, Passage
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import opponent
from xiangqi.i18n.message import Message
from xiangqi.openings import main_name

_MATES: Final = (FactKind.MATE, FactKind.FORCED_MATE)
PLAIN: Final = "plain"
COSTS: Final = (PLAIN, "gain", "mate", "room", "threat", "missed", "missed_mate")
"""How the cost of a turning point is told."""

_ROOM: Final = (FactKind.SHUT_IN, FactKind.TRAPPED)


def story_sentences(words: Wording, review: GameReview, passages: Iterable[Passage]) -> list[str]:
    """Return a story's sentences in order, one for each passage."""
    return [_sentence(words, review, passage) for passage in passages]


def _sentence(words: Wording, review: GameReview, passage: Passage) -> str:
    if passage.slot == OPENING:
        return words.say(_key(passage), passage.side, opening=words.told(main_name(passage.theme)))
    if passage.slot == PRACTICE:
        key = "coach.story.practice" if passage.side else "coach.story.practice_both"
        return words.say(key, passage.side, what=words.told(Message(_key(passage))))
    if passage.slot == INITIATIVE and passage.name == "drift":
        first, last = (review.line.round_at(ply - 1) for ply in passage.plies)
        return words.say(_key(passage, passage.theme), passage.side, first=str(first), last=str(last))
    if not passage.plies:
        return words.say(_key(passage), passage.side)
    ply = passage.plies[0]
    board, move = review.line.upto(ply - 1).board(), review.line.moves[ply - 1]
    number, other = str(review.line.round_at(ply - 1)), words.side(opponent(passage.side))
    values = {"number": number, "played": words.in_words(board, move), "other": other}
    if passage.slot != TURNING:
        return words.say(_key(passage), passage.side, **values)
    kind = _kind_of(passage.fact)
    if passage.fact is None or kind == PLAIN:
        return words.say(_key(passage, f"{PLAIN}.{passage.theme}".strip(".")), passage.side, **values)
    values["mover"] = words.side(passage.side)
    return words.filled(_key(passage, kind), passage.fact, (board, move), values)


def _key(passage: Passage, more: str = "") -> str:
    name = f"{passage.name}.{more}".strip(".")
    return f"coach.story.{passage.slot}.{name}"


def _kind_of(fact: Fact | None) -> str:
    """Return how the cost of a turning point is told, one of COSTS."""
    if fact is None:
        return PLAIN
    if fact.kind in _MATES:
        return "mate" if fact.start is Start.AFTER else "missed_mate"
    if fact.kind in _ROOM:
        return "room" if fact.start is Start.AFTER else PLAIN
    if fact.kind is FactKind.STOOD:
        return "threat"
    if fact.gain or fact.kind is FactKind.TAKES:
        if fact.kind is FactKind.THREAT:
            return PLAIN
        return "gain" if fact.start is Start.AFTER else "missed"
    return PLAIN
