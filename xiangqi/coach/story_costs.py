"""The words of a story on what a move cost and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.fact_scene import FactScene
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.patterns import patterns_of
from xiangqi.coach.scene import kind_of, value_of
from xiangqi.coach.spoils import Spoils, spoils_of
from xiangqi.coach.story_board import ANOTHER, SOON, soon
from xiangqi.coach.tactics import CLAIMED
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import KING, PAWN, opponent
from xiangqi.line import Line, Moves

_MATES: Final = (FactKind.MATE, FactKind.FORCED_MATE)
_GREATER: Final = 1.5  # how much more must have fallen than a reason is about, to be told instead
_PRICE: Final = 700  # the material that a reason must be about, for each winning chance of 100% that was lost
_ENOUGH: Final = 400  # the same at most: less than a horse
PLAIN: Final = "plain"
COSTS: Final = (
    PLAIN, "instead", "gain", "gained", "mate", "mated", "mating", "room", "threat", "attack", "targets",
    "king", "missed", "missed_back", "missed_mate", "missed_mate_one", "retake", "retaken", "fell", "fell_for",
    "reply", "replied", "hollow", "pin", "theory.win", "theory.draw",
)  # fmt: skip
"""The ways in which the cost of a move is told."""

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


def cost_of(
    words: Wording, review: GameReview, ply: int, fact: Fact | None, *, is_mated: bool = False
) -> tuple[str, str]:
    """Return part of a sentence on a move and what it cost, and a sentence with the reason, or ""."""
    here, line = about(review, ply), review.line
    side = line.turn_at(ply - 1)
    values = {
        "mover": words.side(side),
        "other": words.side(opponent(side)),
        "played": with_capture(words, *here),
        "better": _better(words, review, ply),
    }
    if fact is not None and not is_mated and not _is_to_the_point(review, ply, fact):
        fact = None
    if fact is not None and fact.start is Start.BEFORE and line.moves[ply + 1 : ply + 2] == fact.proof[:1]:
        fact = None  # the chance was still there, and was taken a move later
    kind = "mated" if is_mated else _kind_of(fact)
    if is_mated:
        values["mating"] = mating_words(words, line, ply, ply + 1)
    elif kind in ("mate", "missed_mate") and fact is not None:
        start = line.upto(ply if kind == "mate" else ply - 1).board()
        values["mating"] = _with_pattern(words, words.in_words(start, fact.proof[0]), fact.patterns)
        kind = "missed_mate_one" if kind == "missed_mate" and fact.moves == 1 else kind
    elif kind == "missed" and fact is not None and FactScene(*here, fact).takes_back:
        kind = "missed_back"
    elif kind == "gain" and fact is not None:
        kind, told = _gain(words, line, ply, fact)
        values |= told
    if fact is not None and kind not in (PLAIN, "mated"):
        return words.filled(f"coach.story.cost.{kind}", fact, here, values), ""
    if fact is not None and kind == PLAIN:
        return words.phrase("coach.story.cost.plain", **values), own_sentence(words, review, ply, fact)
    return _cost_on_board(words, review, ply, values) if kind == PLAIN else _phrased(words, kind, values)


def mating_words(words: Wording, line: Line, first: int, last: int) -> str:
    """Return the first of the moves of a mate that was played, with the pattern at its end."""
    start = line.upto(first).board()
    found = patterns_of(start, line.moves[first:last])
    return _with_pattern(words, words.in_words(start, line.moves[first]), [one.name for one in found])


def with_capture(words: Wording, board: Board, move: Move) -> str:
    """Return a move and what it takes."""
    told, taken = words.in_words(board, move), kind_of(board.piece_at(move.to_square))
    if not taken:
        return told
    return words.phrase("coach.story.taking", move=told, pieces=words.pieces((taken,), opponent(board.turn)))


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
    return next((one for one in review.moves if one.ply == ply), None)


def _better(words: Wording, review: GameReview, ply: int) -> str:
    """Return the engine's move where another one was played, or ""."""
    board, move = about(review, ply)
    found = review_of(review, ply)
    best = found.best[:1] if found is not None else ()
    return with_capture(words, board, best[0]) if best and best != (move,) else ""


def _gain(words: Wording, line: Line, ply: int, fact: Fact) -> tuple[str, dict[str, str]]:
    """Return how what a move allowed to be won is told, one of COSTS, and values of placeholders."""
    is_played, side = line.moves[ply : ply + 1] == fact.proof[:1], opponent(fact.side)
    kind, after = "gain", line.upto(ply).board()
    whole = _exchange(line, ply, fact)
    if whole is not None and whole.balance < _ENOUGH:
        boards, point = (after, line.upto(ply - 3).board()), fact.proof[0].to_square
        taken, lost = (kind_of(board.piece_at(point)) for board in boards)
        pieces = {"taken": words.pieces((taken,), side), "lost": words.pieces((lost,), fact.side)}
        return "retaken" if is_played else "retake", pieces
    if whole is not None:
        return "gained" if is_played else kind, {"spoils": words.spoils(whole, fact.side)}
    if not is_played:
        return kind, {}
    won = spoils_of(after, soon(line, ply), fact.side)
    if won.balance >= fact.gain > 0:
        kind = "gained"
    is_less = 0 < won.balance < FactScene(*_about_of(line, ply), fact).spoils.balance
    return kind, {"spoils": words.spoils(won, fact.side)} if is_less else {}


def _exchange(line: Line, ply: int, fact: Fact) -> Spoils | None:
    """Return what an exchange comes to that the answer to a move ends or goes on with, or None.

    It does so if the mover's last move captured on the point where the answer captures.
    """
    if not _is_taken_back(line, ply, fact.proof[:1]):
        return None
    told = FactScene(*_about_of(line, ply), fact).told
    return spoils_of(line.upto(ply - 3).board(), (*line.moves[ply - 3 : ply], *told), fact.side)


def _is_taken_back(line: Line, ply: int, answer: Moves) -> bool:
    """Return whether the answer to a move captures where the mover captured with the move before that one."""
    if ply < 3 or not answer or line.moves[ply - 3].to_square != answer[0].to_square:
        return False
    boards = line.upto(ply - 3).board(), line.upto(ply).board()
    return boards[0].is_capture(line.moves[ply - 3]) and boards[1].is_capture(answer[0])


def _is_to_the_point(review: GameReview, ply: int, fact: Fact) -> bool:
    """Return whether a reason is told: worth the cost, with nothing greater that fell, and in the past.

    A chance is worth it if it wins material in proportion, or is aimed at a horse at least. What the coach says
    of an answer without a phrase of its own is said in the present tense, while he tells a missed move as what
    it *would have* done.
    """
    if fact.kind is FactKind.AGAIN or fact.kind in _MATES:
        return True
    if _kind_of(fact) == PLAIN and fact.start is Start.AFTER:
        return False
    worth, loss = _worth(review.line, ply, fact), next(one.loss for one in review.moves if one.ply == ply)
    fell = _fallen(review, ply).balance
    least = min(_ENOUGH, _PRICE * loss) if _is_material(fact) else _ENOUGH
    return fell < _GREATER * worth and worth >= least


def _is_material(fact: Fact) -> bool:
    """Return whether a reason wins something rather than only aiming at it."""
    wins = fact.gain > 0 or fact.kind is FactKind.TAKES
    return wins and fact.kind not in (FactKind.THREAT, FactKind.ATTACK)


def _worth(line: Line, ply: int, fact: Fact) -> int:
    """Return the material that a reason is about: what it wins, or else the pieces that it is aimed at."""
    if _is_material(fact):
        start = line.upto(ply if fact.start is Start.AFTER else ply - 1).board()
        return max(round(fact.gain / CLAIMED), spoils_of(start, fact.proof, fact.side).balance)
    targets = [piece.code for piece in fact.pieces[1:]]
    is_material = bool(targets) and not fact.moves and not any(kind_of(code) == KING for code in targets)
    return max(map(value_of, targets)) if is_material else _ENOUGH


def _phrased(words: Wording, kind: str, values: dict[str, str]) -> tuple[str, str]:
    return words.phrase(f"coach.story.cost.{kind}", **values), ""


def _cost_on_board(words: Wording, review: GameReview, ply: int, values: dict[str, str]) -> tuple[str, str]:
    """Return `cost_of` for a move without a reason: what fell soon, the better move, or the answer."""
    fell, side = _fallen(review, ply), review.line.turn_at(ply - 1)
    if fell.won:
        values["pieces"] = words.pieces(fell.won, side)
        if not fell.lost:
            return _phrased(words, "fell", values)
        return _phrased(words, "fell_for", {**values, "taken": words.pieces(fell.lost, opponent(side))})
    answer = review_of(review, ply + 1)
    if not values["better"] or answer is None or not answer.best:
        return _phrased(words, "instead" if values["better"] else PLAIN, values)
    kind = "replied" if answer.best[0] == answer.move else "reply"
    values["reply"] = with_capture(words, review.line.upto(ply).board(), answer.best[0])
    return _phrased(words, kind, values)


def _fallen(review: GameReview, ply: int) -> Spoils:
    """Return what the mover lost for at most soldiers in the next three rounds, by no other mistake."""
    line, nothing = review.line, Spoils((), ())
    later = review.moves[ply + 1 : ply + SOON : 2]
    if any(move.loss >= ANOTHER for move in later):
        return nothing
    start = ply - 3 if _is_taken_back(line, ply, line.moves[ply : ply + 1]) else ply
    spoils = spoils_of(line.upto(start).board(), (*line.moves[start:ply], *soon(line, ply)), line.turn_at(ply))
    taken = kind_of(line.upto(ply - 1).board().piece_at(line.moves[ply - 1].to_square))
    if taken or len(spoils.won) > SOON // 2 or any(kind != PAWN for kind in spoils.lost):
        return nothing
    return nothing if spoils.lost and spoils.balance < _ENOUGH - value_of(PAWN) else spoils


def _kind_of(fact: Fact | None) -> str:
    """Return how the cost of a turning point is told, one of COSTS."""
    if fact is None:
        return PLAIN
    if fact.kind is FactKind.THEORY:
        return f"theory.{fact.name}"
    if fact.start is Start.BEFORE:
        if fact.kind in _MATES:
            return "missed_mate"
        is_won = fact.kind is not FactKind.THREAT and (fact.gain or fact.kind is FactKind.TAKES)
        return "missed" if is_won else PLAIN
    if fact.kind in (FactKind.THREAT, FactKind.ATTACK):
        return "mating" if fact.moves else "attack"
    if fact.kind is FactKind.TWO_TARGETS and fact.name == "check":
        return "attack"
    gain = "gain" if fact.gain or fact.kind is FactKind.TAKES else PLAIN
    return gain if fact.gain and fact.kind is FactKind.PIN else _ALLOWED.get(fact.kind, gain)


def own_sentence(words: Wording, review: GameReview, ply: int, fact: Fact) -> str:
    return words.sentence(fact, *about(review, ply))
