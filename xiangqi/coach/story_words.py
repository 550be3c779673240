"""The words of a game's story: a sentence or two for each passage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import GameReview
from xiangqi.coach.story import (
    ENDING,
    ENDS,
    OPENING,
    PRACTICE,
    TURNING,
    Passage,
)
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED, opponent
from xiangqi.i18n.languages import language_named
from xiangqi.openings import UNUSUAL, main_name

_FAULTS: Final = ("slip", "punished", "allowed", "critical")  # passages about a single move
_MATES: Final = (FactKind.MATE, FactKind.FORCED_MATE)
PLAIN: Final = "plain"
COSTS: Final = (
    PLAIN, "instead", "gain", "mate", "mating", "room", "threat", "attack", "targets", "king",
    "missed", "missed_mate",
)  # fmt: skip
"""How the cost of a move is told."""

_ALLOWED: Final[dict[FactKind, str]] = {
    FactKind.MATE: "mate",
    FactKind.FORCED_MATE: "mate",
    FactKind.SHUT_IN: "room",
    FactKind.TRAPPED: "room",
    FactKind.STOOD: "threat",
    FactKind.TWO_TARGETS: "targets",
    FactKind.KING_STEP: "king",
    FactKind.KING_DRIVEN: "king",
}


def story_sentences(words: Wording, review: GameReview, passages: Iterable[Passage]) -> list[str]:
    """Return the words of a story's passages in order."""
    return [_told(words, review, passage) for passage in passages]


def _told(words: Wording, review: GameReview, passage: Passage) -> str:
    if passage.slot == OPENING:
        return _opening(words, review, passage)
    if passage.slot == PRACTICE:
        key = "coach.story.practice" if passage.side else "coach.story.practice_both"
        return words.say(key, passage.side, what=words.phrase(f"coach.story.practice.{passage.name}"))
    if passage.slot == ENDING and passage.name in ENDS and passage.theme:
        return _won(words, review, passage)
    if passage.name in _FAULTS:
        return _fault(words, review, passage)
    values = {"other": words.side(opponent(passage.side))} if passage.side else {}
    if passage.plies:
        numbers = [str(review.line.round_at(ply - 1)) for ply in (passage.plies[0], passage.plies[-1])]
        values |= {"number": numbers[0], "first": numbers[0], "last": numbers[1]}
    if passage.name in ("until", "quiet"):
        values["fight"] = words.phrase(
            f"coach.story.fight.{passage.theme}", side=words.side(passage.side or RED), **values
        )
        return words.say(_key(passage), 0, **values)
    told = words.say(_key(passage, "" if passage.slot == TURNING else passage.theme), passage.side, **values)
    return _joined(words, told, _way(words, passage))


def _opening(words: Wording, review: GameReview, passage: Passage) -> str:
    values = {"number": str(review.line.round_at(passage.plies[0] - 1))} if passage.plies else {}
    if passage.theme == UNUSUAL:
        return words.say(_key(passage, "unusual"), passage.side, **values)
    return words.say(_key(passage), passage.side, opening=words.told(main_name(passage.theme)), **values)


def _won(words: Wording, review: GameReview, passage: Passage) -> str:
    """Return how a game was won: what the winner had, and how it ended."""
    number = str(review.line.round_at(passage.plies[0] - 1))
    values = {"number": number, "other": words.side(opponent(passage.side))}
    if passage.kinds:
        values["pieces"] = words.pieces(passage.kinds, passage.side)
    lead = words.say(f"coach.story.lead.{passage.theme}", passage.side, **values)
    end = words.phrase(f"coach.story.end.{passage.name}", side=words.side(passage.side), **values)
    return words.say("coach.story.ending.won", 0, lead=lead, end=end)


def _fault(words: Wording, review: GameReview, passage: Passage) -> str:
    """Return what a move cost, and which way the game turned."""
    ply = passage.plies[0]
    board, move = review.line.upto(ply - 1).board(), review.line.moves[ply - 1]
    values = {
        "mover": words.side(passage.side),
        "other": words.side(opponent(passage.side)),
        "played": words.in_words(board, move),
    }
    best = next((one.best[:1] for one in review.moves if one.ply == ply), ())
    if best and best != (move,):
        values["better"] = words.in_words(board, best[0])
    what = _cost(words, passage.fact, (board, move), values)
    number = str(review.line.round_at(ply - 1))
    return _joined(
        words, words.say(_key(passage), passage.side, number=number, what=what, other=values["other"]),
        _way(words, passage),
    )  # fmt: skip


def _cost(words: Wording, fact: Fact | None, about: tuple[Board, Move], values: dict[str, str]) -> str:
    """Return what was played and what it cost, as it stands inside a sentence."""
    kind = _kind_of(fact)
    if fact is None or kind == PLAIN:
        return words.phrase(f"coach.story.cost.{'instead' if 'better' in values else PLAIN}", **values)
    return words.filled(f"coach.story.cost.{kind}", fact, about, values)


def _way(words: Wording, passage: Passage) -> str:
    """Return which way the game turned, "" if that is not told."""
    if passage.slot != TURNING or not passage.theme:
        return ""
    other = words.side(opponent(passage.side))
    return words.say(f"coach.story.way.{passage.theme}", passage.side, other=other)


def _joined(words: Wording, *sentences: str) -> str:
    return language_named(words.language).space.join(filter(None, sentences))


def _key(passage: Passage, more: str = "") -> str:
    name = f"{passage.name}.{more}".strip(".")
    return f"coach.story.{passage.slot}.{name}"


def _kind_of(fact: Fact | None) -> str:
    """Return how the cost of a turning point is told, one of COSTS."""
    if fact is None:
        return PLAIN
    if fact.start is Start.BEFORE:
        if fact.kind in _MATES:
            return "missed_mate"
        is_won = fact.kind is not FactKind.THREAT and (fact.gain or fact.kind is FactKind.TAKES)
        return "missed" if is_won else PLAIN
    if fact.kind in (FactKind.THREAT, FactKind.ATTACK):
        return "mating" if fact.moves else "attack"
    if fact.kind is FactKind.TWO_TARGETS and fact.name == "check":
        return "attack"
    told = _ALLOWED.get(fact.kind)
    return told or ("gain" if fact.gain or fact.kind is FactKind.TAKES else PLAIN)
