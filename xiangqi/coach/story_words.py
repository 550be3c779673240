"""The words of a game's story: a sentence or two for each passage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xiangqi.coach.facts import Fact
from xiangqi.coach.notes import GameReview
from xiangqi.coach.scene import HEAVY
from xiangqi.coach.story_board import UNEVEN, change_of, gone_by, remaining, spared, toll
from xiangqi.coach.story_causes import cause_of
from xiangqi.coach.story_costs import (
    Cost,
    about,
    better_move,
    cost_of,
    mating_words,
    own_sentence,
    review_of,
    takes_better,
    with_capture,
)
from xiangqi.coach.story_passages import (
    ENDING,
    FELL,
    INITIATIVE,
    MISSED,
    OPENING,
    PLAIN_END,
    PRACTICE,
    TURNING,
    UNTOLD,
    Passage,
)
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.i18n.languages import language_named
from xiangqi.openings import UNUSUAL, main_name

_FAULTS: Final = ("slip", "allowed", "mated", "later")  # passages about a single move
_AFTER_ALL: Final = {
    "initiative": "initiative", "better": "better", "ahead": "better", "winning": "winning", "won": "winning",
}  # fmt: skip
"""The ways that have other words after a missed chance."""
_BY: Final = {"ahead": "better", "won": "winning"}  # ways that are told alike if the game had turned by a move
_SLOW: Final = 6  # plies after the last move that is named in which the game went on turning
_CLEAR: Final = 0.10  # the least loss of a move of a slide that is named without a reason
_FAR: Final = 0.15  # the chance that its side lost after it, for the same
_LEAST_TOLL: Final = 200  # what is told of what a mistake cost in the end: an elephant, or two soldiers
_LEAST_PAID: Final = 300  # the same where the opponent gave a chariot, horse or cannon for it
_MOST_TOLL: Final = 4  # pieces of it
_SOON: Final = 4  # plies after which it is told that an idea was seen after all
_NOTHING: Final = ("", 0)  # no sentence, and no ply of which it tells
_NEVER: Final = 10_000  # a ply that no game reaches
_FEW: Final = 8  # pieces of both sides besides generals and guards that are told at the end of a drawn game


def story_sentences(words: Wording, review: GameReview, passages: Iterable[Passage]) -> list[str]:
    """Return the words of a story's passages in order."""
    told = [*passages]
    return [_told(words, review, passage, _until(told[at + 1 :])) for at, passage in enumerate(told)]


def _until(later: Iterable[Passage]) -> int:
    """Return the last ply before the moves that later passages tell of, as far as they begin with one."""
    begun = (one.plies[0] for one in later if one.plies and one.slot in (INITIATIVE, TURNING))
    return min(begun, default=_NEVER) - 1


def _told(words: Wording, review: GameReview, passage: Passage, until: int) -> str:
    if passage.name == MISSED and passage.fact is not None:
        return _missed(words, review, passage, passage.fact)
    if passage.slot == OPENING:
        return _opening(words, review, passage)
    if passage.slot == PRACTICE:
        key = "coach.story.practice" if passage.side else "coach.story.practice_both"
        return words.say(key, passage.side, what=words.phrase(f"coach.story.practice.{passage.name}"))
    if passage.name in ("lead", "lead_slight", "pressed"):
        number = str(review.line.round_at(passage.plies[0] - 1))
        return words.say(_key(passage), passage.side, number=number)
    if passage.slot == ENDING and passage.plies:
        return _won(words, review, passage)
    if passage.name in _FAULTS:
        return _fault(words, review, passage, until)
    if passage.name == "edge":
        first, last = (str(review.line.round_at(ply - 1)) for ply in passage.plies)
        return words.say(
            f"coach.story.turning.edge.{passage.theme}".strip("."), passage.side, first=first, last=last
        )
    if passage.name == "slid":
        return _slid(words, review, passage, until)
    values = {"other": words.side(opponent(passage.side))} if passage.side else {}
    if passage.name == "unfinished":
        values["last"] = str(review.line.round_at(len(review.line.moves) - 1))
    if passage.name in ("until", "by", "quiet"):
        return _fight(words, review, passage)
    told = words.say(_key(passage, passage.theme), passage.side, **values)
    return _joined(words, _left(words, review), told) if passage.name in ("agreed", "drawn", "held") else told


def _fight(words: Wording, review: GameReview, passage: Passage) -> str:
    """Return a sentence on the theme of the fight up to a move, or to the end of the game."""
    values = {"side": words.side(passage.side or RED), "other": words.side(opponent(passage.side or RED))}
    if passage.kinds:
        values["pieces"] = words.pieces(passage.kinds, RED)
    if passage.theme == UNEVEN:
        until = passage.plies[0] - 1 if passage.plies else len(review.line.moves)
        red, black = gone_by(review.line, until)
        values |= {"red": words.pieces(red, RED), "black": words.pieces(black, BLACK)}
    number = str(review.line.round_at(passage.plies[0] - 1)) if passage.plies else ""
    fight = words.phrase(f"coach.story.fight.{passage.theme}", **values)
    return words.say(_key(passage), 0, number=number, fight=fight)


def _left(words: Wording, review: GameReview) -> str:
    """Return a sentence on the pieces left at the end, "" if a side had none or there were many."""
    red, black = (remaining(review.line.board(), side) for side in (RED, BLACK))
    if not red or not black or len(red) + len(black) > _FEW:
        return ""
    if red == black:
        return words.say("coach.story.left_alike", 0, pieces=words.pieces(red, RED))
    return words.say("coach.story.left", 0, red=words.pieces(red, RED), black=words.pieces(black, BLACK))


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
    """Return the words on how a game was won: the winner's asset, and the end of the game."""
    number = str(review.line.round_at(passage.plies[0] - 1))
    values = {"number": number, "other": words.side(opponent(passage.side))}
    if passage.kinds:
        pieces = words.pieces(passage.kinds, passage.side)
        is_one = len(passage.kinds) == 1
        values["pieces"] = words.phrase("coach.story.one", pieces=pieces) if is_one else pieces
    if passage.name == "mated":
        values["mating"] = mating_words(words, review.line, len(review.line.moves) - 1, len(review.line.moves))
        return words.say(_key(passage, passage.theme), passage.side, **values)
    end = words.phrase(f"coach.story.end.{passage.name}", side=words.side(passage.side), **values)
    if passage.theme in (PLAIN_END, "soon.won"):
        last = str(review.line.round_at(len(review.line.moves) - 1))
        return words.say("coach.story.ending.plain", 0, end=end, last=last)
    lead = words.say(f"coach.story.lead.{passage.theme}", passage.side, **values)
    return words.say("coach.story.ending.won", 0, lead=lead, end=end)


def _fault(words: Wording, review: GameReview, passage: Passage, until: int) -> str:
    """Return the words on the cost of a move, its reason, and the way the game turned."""
    ply = passage.plies[0]
    is_mated, tells = passage.name == "mated", passage.name != "allowed"
    cost = cost_of(words, review, ply, passage.fact, is_mated=is_mated, tells_missed=tells)
    number, other = str(review.line.round_at(ply - 1)), words.side(opponent(passage.side))
    told = words.say(_key(passage), passage.side, number=number, what=cost.what, other=other)
    better = better_move(words, review, ply) if passage.name == "slip" and passage.slot == TURNING else ""
    if better and not _names(words, review, ply, told + cost.reason) and takes_better(review, ply):
        told = _joined(words, told, words.say("coach.story.better", passage.side, better=better))
    lost, _ = _toll(words, review, (ply, ply, until)) if cost.is_plain else _NOTHING
    spared = _spared(words, review, ply) if cost.is_plain and not lost else ""
    return _joined(words, told, cost.reason, spared, _way(words, passage, after_all=cost.is_unseen), lost)


def _names(words: Wording, review: GameReview, ply: int, told: str) -> bool:
    """Return whether a text names the move that the engine preferred to the one at a ply."""
    board, found = about(review, ply)[0], review_of(review, ply)
    return found is not None and bool(found.best) and words.in_words(board, found.best[0]) in told


def _slid(words: Wording, review: GameReview, passage: Passage, until: int) -> str:
    """Return the words on a slide: how a side lost ground, the named moves, and the way the game turned."""
    first, last, *steps = passage.plies
    if not passage.note:
        return _stepped(words, review, passage, until)
    values = {"first": str(review.line.round_at(first - 1)), "last": str(review.line.round_at(last - 1))}
    kind = "slid_once" if values["first"] == values["last"] else "slid"
    parties = {"side": words.side(passage.side), "other": words.side(opponent(passage.side))}
    if passage.note == FELL:
        parties["pieces"] = words.pieces(passage.kinds, passage.side)
    change = words.phrase(f"coach.story.change.{passage.note}", **parties)
    told = words.say(f"coach.story.{passage.slot}.{kind}", 0, change=change, **values)
    costs = [_cost_at(words, review, ply) for ply in steps]
    named = [
        words.say("coach.story.initiative.slip", 0, number=str(review.line.round_at(ply - 1)), what=cost.what)
        for ply, cost in zip(steps, costs, strict=True)
    ]
    is_plain = passage.note != FELL and all(cost.is_plain for cost in costs)
    at = steps[-1] if steps else last
    lost = _toll(words, review, (first, last, until)) if is_plain else _NOTHING
    lost = lost if lost[1] >= at else _NOTHING
    said = [
        part
        for ply, name, cost in zip(steps, named, costs, strict=True)
        if not cost.is_weak or _loss(review, ply) >= _CLEAR
        for part in (name, cost.reason)
    ]
    by = _by(review, steps[-1], last) if steps else ""
    is_unseen = any(cost.is_unseen for cost in costs)
    way = _way(words, passage, after_all=is_unseen, by=by)
    return _joined(words, told, *said, *_in_order(way, lost, last if by else at))


def _cost_at(words: Wording, review: GameReview, ply: int) -> Cost:
    """Return the words for the cost of the move at a ply, which may have been answered by mate."""
    found, board = review_of(review, ply), review.line.board()
    is_mated = ply == len(review.line.moves) - 1 and board.is_check() and not board.legal_moves()
    return cost_of(words, review, ply, None if found is None else cause_of(found), is_mated=is_mated)


def _stepped(words: Wording, review: GameReview, passage: Passage, until: int) -> str:
    """Return the words on the moves by which a side lost ground, and on its standing after them."""
    first, last, *steps = passage.plies
    told, costs = list[str](), list[Cost]()
    for ply in steps:
        cost = _cost_at(words, review, ply)
        begins = "began" if max(last - steps[-1], steps[-1] - ply) >= _SLOW else "slip"
        key = f"{passage.slot}.{begins}" if passage.slot == TURNING and ply == steps[0] else "initiative.slip"
        number = str(review.line.round_at(ply - 1))
        is_again = bool(costs) and bool(cost.chance) and cost.chance == costs[-1].chance
        what = cost.again if is_again else cost.what
        told += [words.say(f"coach.story.{key}", passage.side, number=number, what=what), cost.reason]
        costs.append(cost)
    is_plain = all(cost.is_plain for cost in costs)
    lost = _toll(words, review, (first, last, until)) if is_plain else _NOTHING
    lost = _NOTHING if steps[0] <= lost[1] < steps[-1] else lost
    spared = _spared(words, review, steps[-1]) if is_plain and not lost[0] else ""
    by = _by(review, steps[-1], last)
    drift = _drift(words, review, steps[-1], passage) if by and is_plain and not lost[0] and not spared else ""
    way = _way(words, passage, after_all=costs[-1].is_unseen, by=by)
    told = [lost[0], *told, spared, drift] if lost[1] < steps[0] else [*told, spared, drift]
    lost = _NOTHING if lost[1] < steps[0] else lost
    return _joined(words, *told, *_in_order(way, lost, last if by else steps[-1]))


def _loss(review: GameReview, ply: int) -> float:
    found = review_of(review, ply)
    return 0.0 if found is None else found.loss


def _by(review: GameReview, step: int, last: int) -> str:
    """Return the number of the last move of a slide if its side stood clearly better at the last named one."""
    slip, end = review_of(review, step), review_of(review, last)
    is_far = last - step >= _SLOW
    if slip is not None and end is not None and last > step:
        then = slip.after if slip.side == end.side else 1.0 - slip.after
        is_far = is_far or then - end.after >= _FAR
    return str(review.line.round_at(last - 1)) if is_far else ""


def _in_order(way: str, lost: tuple[str, int], at: int) -> tuple[str, str]:
    """Return a sentence on the standing at a ply, and one with the ply that it tells of, the earlier first."""
    return (lost[0], way) if lost[1] < at else (way, lost[0])


def _drift(words: Wording, review: GameReview, ply: int, passage: Passage) -> str:
    """Return a sentence on the greatest change on the board from a step to the end of a slide, or ""."""
    last, line = passage.plies[1], review.line
    change = change_of(line, ply - 1, last, passage.side)
    if not change:
        return ""
    parties = {"side": words.side(passage.side), "other": words.side(opponent(passage.side))}
    values = {"first": str(line.round_at(ply - 1)), "last": str(line.round_at(last - 1))}
    told = words.phrase(f"coach.story.change.{change}", **parties)
    return words.say("coach.story.initiative.slid", 0, change=told, **values)


def _spared(words: Wording, review: GameReview, ply: int) -> str:
    """Return a sentence on later captures by the piece that the better move would have taken, or ""."""
    found, line = review_of(review, ply), review.line
    best = found.best[:1] if found is not None else ()
    taken = spared(line, ply, best[0]) if best and best[0] != line.moves[ply - 1] else ()
    if not taken:
        return ""
    board = line.upto(ply - 1).board()
    piece = words.the_piece(board.piece_at(best[0].to_square))
    return words.say("coach.story.spared", 0, piece=piece, pieces=words.pieces(taken, board.turn))


def _toll(words: Wording, review: GameReview, span: tuple[int, int, int]) -> tuple[str, int]:
    """Return a sentence on the pieces that a side lost by some moves, and the ply of the last of them.

    The sentence is empty if it is not worth telling.

    Args:
        words: the language.
        review: the reviewed game.
        span: the plies of the first and the last of the moves, and the last that may be told of.
    """
    first, last, until = span
    spoils, taken = toll(review.line, review.moves, first, last, until)
    if not taken or not _is_still_lost(review, first, taken):
        return _NOTHING
    least = _LEAST_PAID if any(kind in HEAVY for kind in spoils.lost) else _LEAST_TOLL
    if spoils.balance < least or not 0 < len(spoils.won) <= _MOST_TOLL:
        return _NOTHING
    side = review.line.turn_at(first - 1)
    values = {"pieces": words.pieces(spoils.won, side), "number": str(review.line.round_at(taken - 1))}
    if not spoils.lost:
        return words.say("coach.story.toll", side, **values), taken
    paid = words.pieces(spoils.lost, opponent(side))
    return words.say("coach.story.toll_for", side, taken=paid, **values), taken


def _is_still_lost(review: GameReview, ply: int, later: int) -> bool:
    """Return whether the mover had not regained half of the cost of a move by a later ply."""
    slip, then = review_of(review, ply), review_of(review, later)
    if slip is None or then is None:
        return True
    return (then.after if then.side == slip.side else 1.0 - then.after) <= slip.before - slip.loss / 2


def _taken(words: Wording, review: GameReview, passage: Passage, fact: Fact) -> str:
    """Return a sentence on the late capture of a piece that several moves failed to take, or ""."""
    line, target = review.line, fact.pieces[1]
    last = next(ply for ply in range(len(line.moves), 0, -1) if line.round_at(ply - 1) == fact.counts[1])
    for ply in range(passage.plies[0] + 1, min(last + _SOON, len(line.moves)) + 1):
        board, move = about(review, ply)
        if board.piece_at(target.square) != target.code:
            return ""
        if move.to_square == target.square:
            number = str(line.round_at(ply - 1))
            return words.say("coach.story.taken_late", fact.side, number=number)
    return ""


def _missed(words: Wording, review: GameReview, passage: Passage, fact: Fact) -> str:
    """Return the words on an idea that several moves missed, and on the gravest move if it is named."""
    told = _joined(
        words, own_sentence(words, review, passage.plies[0], fact), _taken(words, review, passage, fact)
    )
    if not passage.plies[1:]:
        return told
    ply = passage.plies[-1]
    played = with_capture(words, *about(review, ply))
    number = str(review.line.round_at(ply - 1))
    gravest = words.say("coach.story.gravest", review.line.turn_at(ply - 1), number=number, played=played)
    return _joined(words, told, gravest)


def _way(words: Wording, passage: Passage, *, after_all: bool = False, by: str = "") -> str:
    """Return the words on the way the game turned, "" if the passage has none.

    Args:
        words: the language.
        passage: the passage.
        after_all: whether a chance that the other side missed was told last.
        by: the number of the round by which the game had turned, "" if the move told last turned it.
    """
    if not passage.theme:
        return ""
    other = words.side(opponent(passage.side))
    if by and passage.theme not in UNTOLD.values():
        way = _BY.get(passage.theme, passage.theme)
        return words.say(f"coach.story.by.{way}", passage.side, other=other, number=by)
    if after_all and passage.theme in _AFTER_ALL:
        return words.say(f"coach.story.even_so.{_AFTER_ALL[passage.theme]}", passage.side, other=other)
    return words.say(f"coach.story.way.{passage.theme}", passage.side, other=other)


def _joined(words: Wording, *sentences: str) -> str:
    return language_named(words.language).space.join(filter(None, sentences))


def _key(passage: Passage, more: str = "") -> str:
    name = f"{passage.name}.{more}".strip(".")
    return f"coach.story.{passage.slot}.{name}"
