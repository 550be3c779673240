"""The screens of a review told as a story: a game whose judgements and explanations are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ui_session import Session

from xiangqi.app.analysis.story import LAST, ShowBetter, TurnPage
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.exercises.puzzles import PractiseMistakes
from xiangqi.app.session import view
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.judgement import Judgement, line_keys
from xiangqi.app.session.moments import moments
from xiangqi.app.update import Answer
from xiangqi.board import Move, parse_square
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.grades import grade_of
from xiangqi.coach.notes import DeepLook, GameReview, MoveReview
from xiangqi.coach.summary import summary_of
from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KING, RED, ROOK, opponent
from xiangqi.engine.chances import winning_chance
from xiangqi.engine.common.types import Info
from xiangqi.fen import START_FEN
from xiangqi.line import Line, Moves


def judged_as(session: Session, review: GameReview) -> None:
    """Let the engine and the coach have said of the moves on the board what a review says."""
    state = session.state
    keys = line_keys(state.document.line, view.rules(state), ())
    judgements, told, looked = dict(state.judgements), dict(state.coaching.told), dict(state.coaching.looked)
    for move in review.moves:
        before, after = keys[move.ply - 1 : move.ply + 1]
        judgements[before] = _judgement(move.side, move.before, move.best)
        judgements.setdefault(after, _judgement(opponent(move.side), 1.0 - move.after, ()))
        told[after] = move.facts
        looked[after] = DeepLook(move.after, move.loss, () if move.best[0] == move.move else move.best)
    for move in review.moves:  # the reply is that of the deepest search
        line = review.line.upto(move.ply)
        if move.ply < len(review.moves) and not judgements[keys[move.ply]].best.pv:
            judgements[keys[move.ply]] = _judgement(line.turn, 1.0 - move.after, (review.line.moves[move.ply],))
    coaching = replace(state.coaching, told=told, looked=looked)
    session.state = replace(state, judgements=judgements, coaching=coaching)
    session.send(StartReview())


def _judgement(turn: int, chance: float, line: Moves) -> Judgement:
    info = Info(14, 20, 50_000, 400, _score(chance), pv=line)
    return Judgement(turn, info, (info,) if line else (), thorough=True)


def _score(chance: float) -> int:
    """The score in centipawns whose winning chance comes nearest."""
    return min(range(-3000, 3001, 5), key=lambda score: abs(winning_chance(score) - chance))


_MOVES = (
    "b0a2 h7e7 g0i2 c9a7 h2h6 b9d8 f0e1 e7e3 b2e2 d9e8 a0b0 b7e7 h0f1 e3e1 e2e7 e1e7 d0e1 e7e1 "
    "b0b8 h9g7 e0e1 g7i8 h6h8 d8b7 b8b7 i8h6 i0h0 h6g8 b7g7 g8e7 e1e0 a9b9 g7e7 g9e7 h8h9 i9h9"
)
_BEGAN = "50 51 51 51 51 50 50 49 50 53 52 53 54 55 64 29 31 30 52"
_ENDED = "51 53 52 63 62 70 70 74 73 73 74 83 80 82 25 25 24 66"
_CHANCES = tuple(map(int, f"{_BEGAN} {_ENDED}".split()))
"""Red's chance of winning in per cent, at the start and after each move."""

_BETTER = {15: "d0e1 e7e2 c0e2", 18: "i9i7 h6h4 i7f7", 33: "h8h9 b9b1 g7g9", 36: "e7g9 h0h7 b9b2"}


def _line(text: str) -> Moves:
    return tuple(map(Move.from_iccs, text.split()))


def _hangs(start: Start, taker: int, target: int, gain: int, move: str) -> Fact:
    """A piece that can be taken by a move, both given by their codes."""
    places = (move[:2], move[2:])
    pieces = tuple(Placed(parse_square(at), code) for at, code in zip(places, (taker, target), strict=True))
    side = RED if taker & RED else BLACK
    return Fact(FactKind.HANGS, side, start, pieces, _line(move), gain=gain, name="free", importance=gain)


_FACTS = {
    15: _hangs(Start.BEFORE, RED | ADVISOR, BLACK | CANNON, 276, "d0e1"),
    18: _hangs(Start.AFTER, RED | KING, BLACK | CANNON, 276, "e0e1"),
    33: _hangs(Start.AFTER, BLACK | BISHOP, RED | ROOK, 534, "g9e7"),
    36: _hangs(Start.AFTER, RED | ROOK, BLACK | ROOK, 600, "h0h9"),
}
RECORD = '[Red "Li"]\n[Black "Wang"]\n[RedKind "human"]\n[BlackKind "computer"]\n[Result "0-1"]\n\n{moves} 0-1'


def the_review(plies: int | None = None, better: Mapping[int, str] = _BETTER) -> GameReview:
    """A game, or its beginning, in which Red and Black erred twice each, or where better moves are given."""
    line, reviewed = Line(START_FEN, _line(_MOVES)[:plies]), []
    for ply, move in enumerate(line.moves, 1):
        side = line.turn_at(ply - 1)
        before, after = (
            chance / 100 if side == RED else 1.0 - chance / 100 for chance in _CHANCES[ply - 1 : ply + 1]
        )
        loss = max(0.12, before - after) if ply in better else 0.0
        best = _line(better[ply]) if ply in better else (move,)
        facts = (_FACTS[ply],) if ply in _FACTS else ()
        phase = "opening" if ply <= 24 else "middlegame"
        reviewed.append(MoveReview(ply, side, move, before, after, loss, grade_of(loss), best, facts, phase))
    return GameReview(line, tuple(reviewed), summary_of(reviewed, None))


def told(session: Session, page: int | None = None, *, shown: bool = False) -> None:
    """A review of one of the player's own games that is told, at one of its pages, the first moment being 1."""
    session.open_record(RECORD.format(moves=_MOVES))
    judged_as(session, the_review())
    if page is not None:
        at = page if page == LAST else moments(session.state)[page - 1].ply
        session.send(TurnPage(at))
    if shown:
        session.send(ShowBetter())


def half_reviewed(session: Session) -> None:
    """The same while it is being reviewed: the last third has been judged."""
    session.open_record(RECORD.format(moves=_MOVES))
    whole = the_review()
    judged_as(session, replace(whole, moves=whole.moves[24:]))


def looked_for(session: Session) -> None:
    """The better move of the third moment is being looked for."""
    told(session, 3)
    session.send(PractiseMistakes(only=moments(session.state)[2].ply), Answer(True))


def found(session: Session) -> None:
    """It has been found."""
    looked_for(session)
    session.send(PlayText("h8h9"))
