"""The words with which a story tells what a move cost and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from xiangqi.board import Board, Move
from xiangqi.coach.fact_scene import FactScene
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import NO_CAUSES, GameReview, MoveReview
from xiangqi.coach.patterns import patterns_of
from xiangqi.coach.purposes import comes_out
from xiangqi.coach.scene import HEAVY, as_if, kind_of, placed, retakes, value_of
from xiangqi.coach.spoils import Spoils, spoils_of
from xiangqi.coach.story_board import ANOTHER, SOON, soon
from xiangqi.coach.story_causes import PROTECTION, cause_of, theme_of
from xiangqi.coach.tactics import CLAIMED
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import KING, PAWN, opponent
from xiangqi.line import Line, Moves

KEPT: Final = ("ahead", "level", "behind", "develops")
"""What a better move would have kept: the upper hand, a level game, or some resistance; or what it develops."""

_UPPER: Final = 0.60  # the least chance of a side that has the upper hand
_LEVEL: Final = 0.42  # the least chance of a side whose game is level
_MATES: Final = (FactKind.MATE, FactKind.FORCED_MATE)
_GREATER: Final = 1.5  # how much more must have fallen than a reason is about, to be told instead
_PRICE: Final = 700  # the material that a reason must be about, for each winning chance of 100% that was lost
_ENOUGH: Final = 400  # the same at most: less than a horse
_GIFT: Final = (
    0.10  # the loss of a move that gave a chance, from which on it is told beside the move that missed it
)
_MISSED: Final = 0.05  # the least loss of an answer that is said to have missed a chance
_LEAST_GIVEN: Final = 200  # what is lost at least where a piece moves to where it is taken: an elephant
PLAIN: Final = "plain"
REPLIES: Final = ("attacks", "captures", "checks", "takes", "trades")
"""The names of best answers whose effect is told."""

COSTS: Final = (
    PLAIN, "again", "instead", "gain", "gained", "mate", "mate_one", "mated", "mating", "room", "threat",
    "threat_carried_out", "mating_carried_out", "attack_carried_out", "attack", "targets", "king", "missed",
    "missed_back", "room_carried_out", "missed_mate", "missed_mate_one",
    "retake", "retaken", "fell", "fell_for", "replied",
    "taken", "snap", "hollow_carried_out", "pin_carried_out", "targets_carried_out", "follows.takes",
    "follows.attacks", "best_reply", "snapped", "unseen", "hollow", "pin", "theory.win", "theory.draw",
)  # fmt: skip
"""The ways to tell the cost of a move."""

_CARRIED_OUT: Final = ("threat", "mating", "attack", "room", "hollow", "pin", "targets")
"""The ways that have other words if the answer was played."""

_ALLOWED: Final[dict[FactKind, str]] = {
    FactKind.MATE: "mate",
    FactKind.FORCED_MATE: "mate",
    FactKind.SHUT_IN: "room",
    FactKind.TRAPPED: "room",
    FactKind.STOOD: "threat",
    FactKind.TWO_TARGETS: "targets",
    FactKind.KING_STEP: "king",
    FactKind.HOLLOW_CANNON: "hollow",
    FactKind.PIN: "pin",
    FactKind.KING_DRIVEN: "king",
}


_UNSAID: Final = (FactKind.AGAIN, FactKind.OPENING, FactKind.LEAVES_PRACTICE, FactKind.LIBRARY, FactKind.ANSWER)
"""The kinds of facts that do not say what a better move would have done."""


class Cost(NamedTuple):
    """The words for the cost of a move."""

    what: str  # part of a sentence
    reason: str = ""  # a sentence of its own, or ""
    is_plain: bool = False  # whether nothing has been said of what was lost or threatened
    is_unseen: bool = False  # whether it is said that the opponent missed the chance
    again: str = ""  # the words instead if just this chance was missed one move before, "" if not
    chance: str = ""  # who could take what then
    is_weak: bool = False  # whether only a better move is named, without what it would have done


def cost_of(
    words: Wording,
    review: GameReview,
    ply: int,
    fact: Fact | None,
    *,
    is_mated: bool = False,
    tells_missed: bool = True,
) -> Cost:
    """Return the words for a move and its cost.

    Args:
        words: the language.
        review: the reviewed game.
        ply: the move's number, from 1.
        fact: the reason that the coach gives, or None. Another of the coach's reasons is told if its
            answer was played.
        is_mated: whether the answer mated.
        tells_missed: whether to mention that the opponent did not take the chance.
    """
    board, move = about(review, ply)
    side = board.turn
    values = {
        "mover": words.side(side),
        "other": words.side(opponent(side)),
        "played": _bared(words, review.line, ply, _played(words, review.line, ply)),
        "better": better_move(words, review, ply),
    }
    if is_mated:
        values["mating"] = mating_words(words, review.line, ply, ply + 1)
        return Cost(words.phrase("coach.story.cost.mated", **values))
    reason = _reason(review, ply, fact)
    taker = _taker(review.line, ply)
    if taker is not None and (reason is None or reason.kind not in _MATES or reason.start is Start.BEFORE):
        values |= _snapped(words, review.line, ply, taker)
        return Cost(words.phrase("coach.story.cost.snapped", **values))
    if reason is None and fact is not None and fact.kind is FactKind.AGAIN and fact.start is Start.AFTER:
        return Cost(words.phrase("coach.story.cost.plain", **values), own_sentence(words, review, ply, fact))
    if reason is None:
        return _cost_on_board(words, review, ply, values)
    kind, more = _told_reason(words, review, ply, reason)
    values |= more
    if kind == PLAIN:
        what = words.phrase("coach.story.cost.plain", **values)
        return Cost(what, own_sentence(words, review, ply, reason))
    what = words.filled(f"coach.story.cost.{kind}", reason, (board, move), values)
    gift = _gift(words, review, ply) if kind.startswith("missed") else ""
    is_unseen = tells_missed and reason.start is Start.AFTER and _is_missed(review, ply, reason)
    if is_unseen:
        what = words.phrase("coach.story.cost.unseen", what=what, other=values["other"])
    again = words.phrase("coach.story.cost.again", **values) if is_unseen and kind == "snap" else ""
    chance = f"{values['taker']} {values['lost']}" if again else ""
    is_little = _is_material(reason) and _worth(review.line, ply, reason) < _LEAST_GIVEN
    return Cost(what, gift, kind.startswith("attack") or is_little, is_unseen, again, chance)


def _gift(words: Wording, review: GameReview, ply: int) -> str:
    """Return a sentence on the opponent's last move if it had given the chance that a move missed, or ""."""
    move, before = review_of(review, ply), review_of(review, ply - 1)
    if move is None or before is None or before.loss < max(_GIFT, move.loss / 2):
        return ""
    return words.say("coach.story.gift", before.side, gift=with_capture(words, *about(review, ply - 1)))


def _reason(review: GameReview, ply: int, fact: Fact | None) -> Fact | None:
    """Return the reason to tell, preferring one whose answer was played; None if no reason is to the point."""
    found = review_of(review, ply)
    answer = review.line.moves[ply : ply + 1]
    shown = [
        one
        for one in (() if found is None else found.facts)
        if one.start is Start.AFTER and answer and one.proof[:1] == answer and one.kind not in NO_CAUSES
    ]
    for one in (*shown, fact):
        is_seen = one is not None and one.kind is FactKind.FOLLOWS and one in shown
        if one is None or one.kind is FactKind.AGAIN or is_seen or not _is_to_the_point(review, ply, one):
            continue
        if one.start is Start.BEFORE and _is_slight(review.line, ply, one):
            continue
        if one.start is Start.BEFORE and review.line.moves[ply + 1 : ply + 2] == one.proof[:1]:
            continue  # the chance was still there, and was taken a move later
        return one
    return None


def lesson_of(review: GameReview, move: MoveReview) -> str:
    """Return the theme to practise after a mistake, by its reason: one of `story_causes.THEMES`, or ""."""
    cause = cause_of(move)
    reason = cause if cause is not None and cause.kind is FactKind.AGAIN else _reason(review, move.ply, cause)
    if reason is None and _taker(review.line, move.ply) is not None:
        return PROTECTION
    return theme_of(reason)


def _is_slight(line: Line, ply: int, fact: Fact) -> bool:
    """Return whether a move missed only a gain of less than an elephant, or a mere threat to a piece."""
    if fact.kind in (FactKind.THREAT, FactKind.ATTACK):
        return not fact.moves
    return _is_material(fact) and _worth(line, ply, fact) < _LEAST_GIVEN


def _is_missed(review: GameReview, ply: int, fact: Fact) -> bool:
    """Return whether another answer was played than that of a fact, and cost enough to be worth telling."""
    answer = review_of(review, ply + 1)
    return answer is not None and answer.loss >= _MISSED and fact.proof[:1] != (answer.move,)


def _told_reason(words: Wording, review: GameReview, ply: int, fact: Fact) -> tuple[str, dict[str, str]]:
    """Return the way to tell a reason, one of COSTS, and the values of its placeholders."""
    kind, line = _kind_of(fact), review.line
    if kind in ("mate", "missed_mate"):
        start = line.upto(ply if kind == "mate" else ply - 1).board()
        mating = _with_pattern(words, words.in_words(start, fact.proof[0]), fact.patterns)
        return f"{kind}_one" if fact.moves == 1 else kind, {"mating": mating}
    if kind == "missed" and FactScene(*_about_of(line, ply), fact).takes_back:
        return "missed_back", {}
    if kind in _CARRIED_OUT and line.moves[ply : ply + 1] == fact.proof[:1]:
        return f"{kind}_carried_out", {}
    return _gain(words, review, ply, fact) if kind == "gain" else (kind, {})


def _taker(line: Line, ply: int) -> int | None:
    """Return the square from which the piece just moved was taken without a recapture, or None.

    None is returned, too, if that piece was not worth clearly more than its capture and its side's next one.
    """
    board, move = _about_of(line, ply)
    answer, back = line.moves[ply : ply + 1], line.moves[ply + 1 : ply + 2]
    if not answer or answer[0].to_square != move.to_square or (back and back[0].to_square == move.to_square):
        return None
    given, taken = (value_of(board.piece_at(square)) for square in (move.from_square, move.to_square))
    taken += value_of(line.upto(ply + 1).board().piece_at(back[0].to_square)) if back else 0
    return answer[0].from_square if given - taken >= _LEAST_GIVEN else None


def _snapped(words: Wording, line: Line, ply: int, taker: int) -> dict[str, str]:
    """Return the names of the piece just moved and the piece that takes it, as values of placeholders."""
    after = line.upto(ply).board()
    lost = words.the_piece(after.piece_at(line.moves[ply - 1].to_square))
    return {"lost": lost, "taker": words.piece(after, placed(after, taker))}


def mating_words(words: Wording, line: Line, first: int, last: int) -> str:
    """Return the words for a mate that was played: its first move, and the pattern at its end."""
    start = line.upto(first).board()
    found = patterns_of(start, line.moves[first:last])
    return _with_pattern(words, words.in_words(start, line.moves[first]), [one.name for one in found])


def with_capture(words: Wording, board: Board, move: Move, key: str = "coach.story.taking") -> str:
    """Return the words for a move; if it takes a piece, the message of the key names that as well."""
    told, taken = words.in_words(board, move), kind_of(board.piece_at(move.to_square))
    if not taken:
        return told
    return words.phrase(key, move=told, pieces=words.pieces((taken,), opponent(board.turn)))


def _played(words: Wording, line: Line, ply: int) -> str:
    """Return the words for a move and its capture, as an exchange if as much was retaken at once."""
    board, move = _about_of(line, ply)
    after, answer = line.upto(ply).board(), line.moves[ply : ply + 1]
    taken, lost = (
        board.piece_at(move.to_square),
        after.piece_at(answer[0].to_square) if answer else 0,
    )
    if not taken or not lost or abs(value_of(taken) - value_of(lost)) >= value_of(PAWN):
        return with_capture(words, board, move)
    told = words.in_words(board, move)
    if answer[0].to_square != move.to_square and kind_of(taken) not in HEAVY:
        return with_capture(words, board, move)
    if answer[0].to_square == move.to_square:
        pieces = words.pieces((kind_of(taken),), opponent(board.turn))
        return words.phrase("coach.story.trading", move=told, pieces=pieces)
    return told


def _bared(words: Wording, line: Line, ply: int, told: str) -> str:
    """Return the words for a move, with the piece that it left without protection if that was taken at once."""
    (board, move), answer = _about_of(line, ply), line.moves[ply : ply + 1]
    after = line.upto(ply).board()
    if not answer or answer[0].to_square == move.to_square or not after.is_capture(answer[0]):
        return told
    before = as_if(board, after.turn)
    held = before.is_legal(answer[0]) and {take.from_square for take in retakes(before, answer[0])}
    if held != {move.from_square} or any(retakes(after, answer[0])):
        return told
    piece = words.piece(after, placed(after, answer[0].to_square))
    return words.phrase("coach.story.leaving", move=told, piece=piece)


def _with_pattern(words: Wording, move: str, patterns: Sequence[str]) -> str:
    if not patterns:
        return move
    return words.phrase("coach.story.mating", move=move, pattern=words.phrase(f"coach.pattern.{patterns[0]}"))


def about(review: GameReview, ply: int) -> tuple[Board, Move]:
    """Return the board before a move and the move."""
    return _about_of(review.line, ply)


def _about_of(line: Line, ply: int) -> tuple[Board, Move]:
    return line.upto(ply - 1).board(), line.moves[ply - 1]


def review_of(review: GameReview, ply: int) -> MoveReview | None:
    """Return the review of the move at a ply, None if it has not been reviewed."""
    return next((one for one in review.moves if one.ply == ply), None)


def better_move(words: Wording, review: GameReview, ply: int) -> str:
    """Return the words for the engine's move if another one was played, or ""."""
    board, move = about(review, ply)
    found = review_of(review, ply)
    best = found.best[:1] if found is not None else ()
    key = "coach.story.better_taking"
    return with_capture(words, board, best[0], key) if best and best != (move,) else ""


def takes_better(review: GameReview, ply: int) -> bool:
    """Return whether the engine preferred a capture to the move that was played."""
    board, move = about(review, ply)
    found = review_of(review, ply)
    best = found.best[:1] if found is not None else ()
    return bool(best) and best != (move,) and board.is_capture(best[0])


def _gain(words: Wording, review: GameReview, ply: int, fact: Fact) -> tuple[str, dict[str, str]]:
    """Return the way to tell the gain that a move allowed, one of COSTS, and the values of its placeholders."""
    line = review.line
    is_played, side = line.moves[ply : ply + 1] == fact.proof[:1], opponent(fact.side)
    kind, after = "gain", line.upto(ply).board()
    whole = _exchange(line, ply, fact)
    if whole is not None and whole.balance < _LEAST_GIVEN:
        boards, point = (after, line.upto(ply - 3).board()), fact.proof[0].to_square
        taken, lost = (kind_of(board.piece_at(point)) for board in boards)
        pieces = {"taken": words.pieces((taken,), side), "lost": words.pieces((lost,), fact.side)}
        return "retaken" if is_played else "retake", pieces
    if whole is not None:
        return "gained" if is_played else kind, {"spoils": words.spoils(whole, fact.side)}
    if not is_played and _takes_mover(line, ply, fact):
        return "snap", _snapped(words, line, ply, fact.proof[0].from_square)
    if not is_played:
        return kind, {}
    if any(move.loss >= ANOTHER for move in review.moves[ply + 2 : ply + SOON : 2]):
        return "gained", {}  # what was won was lost again by another mistake
    won = spoils_of(after, soon(line, ply), fact.side)
    is_less = 0 < won.balance < FactScene(*_about_of(line, ply), fact).spoils.balance
    return "gained", {"spoils": words.spoils(won, fact.side)} if is_less else {}


def _takes_mover(line: Line, ply: int, fact: Fact) -> bool:
    """Return whether the answer wins just the piece that has moved, for no more than that piece has taken."""
    before, move = _about_of(line, ply)
    spoils = FactScene(before, move, fact).spoils
    captured = kind_of(before.piece_at(move.to_square))
    is_all = spoils.won == (kind_of(before.piece_at(move.from_square)),) and spoils.lost in ((), (captured,))
    return is_all and fact.proof[0].to_square == move.to_square


def _exchange(line: Line, ply: int, fact: Fact) -> Spoils | None:
    """Return the outcome of an exchange that the answer to a move ends or continues, or None.

    There is one if the mover's last move but one captured on the point where the answer captures.
    """
    if not _is_taken_back(line, ply, fact.proof[:1]):
        return None
    told = FactScene(*_about_of(line, ply), fact).told
    return spoils_of(line.upto(ply - 3).board(), (*line.moves[ply - 3 : ply], *told), fact.side)


def _is_taken_back(line: Line, ply: int, answer: Moves) -> bool:
    """Return whether the answer to a move captures on the point of the mover's capture one move earlier."""
    if ply < 3 or not answer or line.moves[ply - 3].to_square != answer[0].to_square:
        return False
    boards = line.upto(ply - 3).board(), line.upto(ply).board()
    return boards[0].is_capture(line.moves[ply - 3]) and boards[1].is_capture(answer[0])


def _is_to_the_point(review: GameReview, ply: int, fact: Fact) -> bool:
    """Return whether to tell a reason: it explains the cost, nothing greater fell, and it suits the past tense.

    A chance explains the cost if it wins material in proportion, or attacks at least a horse. An answer without
    a phrase of its own is not told, since the coach's sentence on it is in the present tense.
    """
    if fact.kind in _MATES:
        return True
    if _kind_of(fact) == PLAIN and fact.start is Start.AFTER:
        return False
    worth, loss = _worth(review.line, ply, fact), next(one.loss for one in review.moves if one.ply == ply)
    fell = _fallen(review, ply).balance
    least = min(_ENOUGH, _PRICE * loss) if _is_material(fact) else _ENOUGH
    return fell < _GREATER * worth and worth >= least


def _is_material(fact: Fact) -> bool:
    """Return whether a reason wins material rather than only attacking it."""
    wins = fact.gain > 0 or fact.kind is FactKind.TAKES
    return wins and fact.kind not in (FactKind.THREAT, FactKind.ATTACK)


def _worth(line: Line, ply: int, fact: Fact) -> int:
    """Return the value of the material that a reason is about: its gain, or else its most valuable target."""
    if _is_material(fact):
        start = line.upto(ply if fact.start is Start.AFTER else ply - 1).board()
        return max(round(fact.gain / CLAIMED), spoils_of(start, fact.proof, fact.side).balance)
    targets = [piece.code for piece in fact.pieces[1:]]
    is_material = bool(targets) and not fact.moves and not any(kind_of(code) == KING for code in targets)
    return max(map(value_of, targets)) if is_material else _ENOUGH


def _phrased(words: Wording, kind: str, values: dict[str, str], *, is_plain: bool = False) -> Cost:
    return Cost(words.phrase(f"coach.story.cost.{kind}", **values), is_plain=is_plain)


def _cost_on_board(words: Wording, review: GameReview, ply: int, values: dict[str, str]) -> Cost:
    """Return `cost_of` for a move without a reason, in terms of lost pieces, the better move or the answer."""
    fell, side = _fallen(review, ply), review.line.turn_at(ply - 1)
    if fell.won:
        values["pieces"] = words.pieces(fell.won, side)
        if not fell.lost:
            return _phrased(words, "fell", values)
        return _phrased(words, "fell_for", {**values, "taken": words.pieces(fell.lost, opponent(side))})
    answer, found = review_of(review, ply + 1), review_of(review, ply)
    if not values["better"] or found is None:
        return _phrased(words, PLAIN, values, is_plain=True)
    reason = _better_reason(words, review, found)
    kind = PLAIN if reason else "instead"
    said = next((fact for fact in found.facts if fact.kind is FactKind.ANSWER and fact.name in REPLIES), None)
    if said is not None and answer is not None:
        values["reply"] = words.filled(f"coach.story.reply.{said.name}", said, about(review, ply), {})
        kind = "replied" if said.proof[:1] == (answer.move,) else "best_reply"
        reason = reason or words.say("coach.story.better", side, better=values["better"])
    elif answer is not None and _is_strong(review, found, answer):
        after = review.line.upto(ply).board()
        if answer.move.to_square == review.line.moves[ply - 1].to_square:
            values |= _snapped(words, review.line, ply, answer.move.from_square)
            return _phrased(words, "taken", values, is_plain=True)
        kind, values["reply"] = "replied", with_capture(words, after, answer.move)
        reason = reason or words.say("coach.story.better", side, better=values["better"])
    told = _phrased(words, kind, values, is_plain=True)._replace(reason=reason)
    if kind != "instead" or takes_better(review, ply):
        return told
    kept = _kept(review, found)
    what = words.phrase(f"coach.story.kept.{kept}", what=told.what)
    return told._replace(what=what, is_weak=kept != KEPT[3])


def _kept(review: GameReview, slip: MoveReview) -> str:
    """Return what the better move would have done, one of KEPT: kept the standing, or brought out a piece."""
    board, move = about(review, slip.ply)
    if comes_out(board, slip.best[0]) and slip.best[0].from_square != move.from_square:
        return KEPT[3]
    return KEPT[0] if slip.before >= _UPPER else KEPT[1] if slip.before >= _LEVEL else KEPT[2]


def _is_strong(review: GameReview, slip: MoveReview, answer: MoveReview) -> bool:
    """Return whether an answer is the best, wins a piece, and is not the answer to the better move as well."""
    is_best = answer.best[:1] == (answer.move,) and slip.best[1:2] != (answer.move,)
    takes = review.line.upto(slip.ply).board().is_capture(answer.move)
    board, move = about(review, slip.ply)
    is_exchange = board.is_capture(move) and answer.move.to_square == move.to_square
    return is_best and takes and not is_exchange and not _is_traded(review.line, slip.ply)


def _better_reason(words: Wording, review: GameReview, slip: MoveReview) -> str:
    """Return the coach's sentence on the effect of the better move, "" if it would only name it."""
    for fact in slip.facts:
        is_said = fact.start is Start.BEFORE and fact.kind not in _UNSAID and fact.proof
        if is_said and (fact.kind is not FactKind.BETTER or fact.name):
            return own_sentence(words, review, slip.ply, fact)
    return ""


def _is_traded(line: Line, ply: int) -> bool:
    """Return whether the answer to a move took a piece, and the mover took as much in return at once."""
    taken = [
        value_of(line.upto(at).board().piece_at(line.moves[at].to_square))
        for at in range(ply, min(ply + 2, len(line.moves)))
    ]
    return len(taken) > 1 and all(taken) and taken[0] <= taken[1] + value_of(PAWN)


def _fallen(review: GameReview, ply: int) -> Spoils:
    """Return the mover's losses soon after a quiet move, none if he took more than soldiers or erred again.

    There are none, either, if pieces of the same kinds fall after the better move.
    """
    line, nothing = review.line, Spoils((), ())
    later = review.moves[ply + 1 : ply + SOON : 2]
    if any(move.loss >= ANOTHER for move in later):
        return nothing
    start = ply - 3 if _is_taken_back(line, ply, line.moves[ply : ply + 1]) else ply
    spoils = spoils_of(line.upto(start).board(), (*line.moves[start:ply], *soon(line, ply)), line.turn_at(ply))
    taken = kind_of(line.upto(ply - 1).board().piece_at(line.moves[ply - 1].to_square))
    found = review_of(review, ply)
    better = () if found is None else found.best[: SOON + 1]
    anyway = spoils_of(line.upto(ply - 1).board(), better, line.turn_at(ply)).won
    paid = any(kind != PAWN for kind in spoils.lost)
    if taken or paid or {*spoils.won} <= {*anyway} or len(spoils.won) > SOON // 2:
        return nothing
    return nothing if spoils.lost and spoils.balance < _ENOUGH - value_of(PAWN) else spoils


def _kind_of(fact: Fact | None) -> str:
    """Return the way to tell the cost of a move with this cause, one of COSTS."""
    if fact is None:
        return PLAIN
    if fact.kind is FactKind.THEORY:
        return f"theory.{fact.name}"
    if fact.start is Start.BEFORE:
        if fact.kind in _MATES:
            return "missed_mate"
        is_won = fact.kind is not FactKind.THREAT and (fact.gain or fact.kind is FactKind.TAKES)
        return "missed" if is_won else PLAIN
    if fact.kind is FactKind.FOLLOWS:
        return f"follows.{fact.name}"
    if fact.kind in (FactKind.THREAT, FactKind.ATTACK):
        return "mating" if fact.moves else "attack"
    if fact.kind is FactKind.TWO_TARGETS and fact.name == "check":
        return "attack"
    gain = "gain" if fact.gain or fact.kind is FactKind.TAKES else PLAIN
    return gain if fact.gain and fact.kind is FactKind.PIN else _ALLOWED.get(fact.kind, gain)


def own_sentence(words: Wording, review: GameReview, ply: int, fact: Fact) -> str:
    """Return the coach's sentence for a fact about the move at a ply."""
    return words.sentence(fact, *about(review, ply))
