"""The words of a game's story: a sentence or two for each passage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xiangqi.coach.facts import Fact, FactKind
from xiangqi.coach.notes import GameReview
from xiangqi.coach.story import ENDING, FELL, MISSED, OPENING, PLAIN_END, PRACTICE, Passage
from xiangqi.coach.story_causes import cause_of
from xiangqi.coach.story_costs import about, cost_of, mating_words, own_sentence, review_of, with_capture
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED, opponent
from xiangqi.i18n.languages import language_named
from xiangqi.openings import UNUSUAL, main_name

_FAULTS: Final = ("slip", "allowed", "mated", "later")  # passages about a single move


def story_sentences(words: Wording, review: GameReview, passages: Iterable[Passage]) -> list[str]:
    """Return the words of a story's passages in order."""
    return [_told(words, review, passage) for passage in passages]


def _told(words: Wording, review: GameReview, passage: Passage) -> str:
    if passage.name == MISSED and passage.fact is not None:
        return _missed(words, review, passage, passage.fact)
    if passage.slot == OPENING:
        return _opening(words, review, passage)
    if passage.slot == PRACTICE:
        key = "coach.story.practice" if passage.side else "coach.story.practice_both"
        return words.say(key, passage.side, what=words.phrase(f"coach.story.practice.{passage.name}"))
    if passage.name in ("lead", "lead_slight"):
        number = str(review.line.round_at(passage.plies[0] - 1))
        return words.say(_key(passage), passage.side, number=number)
    if passage.slot == ENDING and passage.plies:
        return _won(words, review, passage)
    if passage.name in _FAULTS:
        return _fault(words, review, passage)
    if passage.name == "edge":
        first, last = (str(review.line.round_at(ply - 1)) for ply in passage.plies)
        return words.say(_key(passage, passage.theme), passage.side, first=first, last=last)
    if passage.name == "slid":
        return _slid(words, review, passage)
    values = {"other": words.side(opponent(passage.side))} if passage.side else {}
    if passage.name == "unfinished":
        values["last"] = str(review.line.round_at(len(review.line.moves) - 1))
    if passage.name in ("until", "quiet"):
        if passage.kinds:
            values["pieces"] = words.pieces(passage.kinds, RED)
        number = str(review.line.round_at(passage.plies[0] - 1)) if passage.plies else ""
        fight = f"coach.story.fight.{passage.theme}"
        values["fight"] = words.phrase(fight, side=words.side(passage.side or RED), **values)
        return words.say(_key(passage), 0, number=number, **values)
    return words.say(_key(passage, passage.theme), passage.side, **values)


def _opening(words: Wording, review: GameReview, passage: Passage) -> str:
    unusual = passage.theme == UNUSUAL
    opening = "" if unusual else words.told(main_name(passage.theme))
    more = "unusual" if unusual else ""
    if not passage.plies:
        return words.say(_key(passage, more), passage.side, opening=opening)
    ply = passage.plies[0]
    cost = cost_of(words, review, ply, passage.fact, tells_missed=not passage.note)
    number, other = str(review.line.round_at(ply - 1)), words.side(opponent(passage.side))
    told = words.say(_key(passage, more), 0, number=number, what=cost.what, opening=opening)
    missed = words.say("coach.story.unpunished", 0, other=other) if passage.note else ""
    return _joined(words, told, cost.reason, missed)


def _won(words: Wording, review: GameReview, passage: Passage) -> str:
    """Return the words on how a game was won: what the winner had, and how it ended."""
    number = str(review.line.round_at(passage.plies[0] - 1))
    values = {"number": number, "other": words.side(opponent(passage.side))}
    if passage.name == "mated":
        mating = mating_words(words, review.line, len(review.line.moves) - 1, len(review.line.moves))
        return words.say(_key(passage, passage.theme), passage.side, mating=mating, **values)
    if passage.kinds:
        pieces = words.pieces(passage.kinds, passage.side)
        is_one = len(passage.kinds) == 1
        values["pieces"] = words.phrase("coach.story.one", pieces=pieces) if is_one else pieces
    end = words.phrase(f"coach.story.end.{passage.name}", side=words.side(passage.side), **values)
    if passage.theme == PLAIN_END:
        return words.say("coach.story.ending.plain", 0, end=end)
    lead = words.say(f"coach.story.lead.{passage.theme}", passage.side, **values)
    return words.say("coach.story.ending.won", 0, lead=lead, end=end)


def _fault(words: Wording, review: GameReview, passage: Passage) -> str:
    """Return the words on what a move cost, why, and which way the game turned."""
    ply = passage.plies[0]
    is_mated, tells = passage.name == "mated", passage.name != "allowed"
    cost = cost_of(words, review, ply, passage.fact, is_mated=is_mated, tells_missed=tells)
    number, other = str(review.line.round_at(ply - 1)), words.side(opponent(passage.side))
    told = words.say(_key(passage), passage.side, number=number, what=cost.what, other=other)
    return _joined(words, told, cost.reason, _way(words, passage))


def _slid(words: Wording, review: GameReview, passage: Passage) -> str:
    """Return words on how a side lost ground by steps, the costliest ones, and which way the game turned."""
    first, last, *step = passage.plies
    values = {"first": str(review.line.round_at(first - 1)), "last": str(review.line.round_at(last - 1))}
    kind = "slid_once" if values["first"] == values["last"] else "slid"
    parties = {"side": words.side(passage.side), "other": words.side(opponent(passage.side))}
    if passage.note == FELL:
        parties["pieces"] = words.pieces(passage.kinds, passage.side)
    change = words.phrase(f"coach.story.change.{passage.note or 'plain'}", **parties)
    told, reasons = "", list[str]()
    for ply in step:
        found = review_of(review, ply)
        cause = None if found is None else cause_of(found)
        fact = None if cause is None or cause.kind is FactKind.AGAIN else cause
        cost = cost_of(words, review, ply, fact)
        told += words.phrase("coach.story.step", number=str(review.line.round_at(ply - 1)), what=cost.what)
        reasons.append(cost.reason)
    text = words.say(f"coach.story.{passage.slot}.{kind}", 0, change=change, step=told, **values)
    return _joined(words, text, *reasons, _way(words, passage))


def _missed(words: Wording, review: GameReview, passage: Passage, fact: Fact) -> str:
    """Return the words on the idea that several moves missed, and on the gravest of them if one is named."""
    told = own_sentence(words, review, passage.plies[0], fact)
    if not passage.plies[1:]:
        return told
    ply = passage.plies[-1]
    played = with_capture(words, *about(review, ply))
    number = str(review.line.round_at(ply - 1))
    gravest = words.say("coach.story.gravest", review.line.turn_at(ply - 1), number=number, played=played)
    return _joined(words, told, gravest)


def _way(words: Wording, passage: Passage) -> str:
    """Return the words on the way the game turned; "" if that is not told."""
    if not passage.theme:
        return ""
    other = words.side(opponent(passage.side))
    return words.say(f"coach.story.way.{passage.theme}", passage.side, other=other)


def _joined(words: Wording, *sentences: str) -> str:
    return language_named(words.language).space.join(filter(None, sentences))


def _key(passage: Passage, more: str = "") -> str:
    name = f"{passage.name}.{more}".strip(".")
    return f"coach.story.{passage.slot}.{name}"
