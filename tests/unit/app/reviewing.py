"""A review with scripted engine reports: four moves, of which the second ones of both sides lose much."""

from __future__ import annotations

from app_session import Session

from xiangqi.app.event import Tick
from xiangqi.app.game.search_effects import SearchDone, SearchInfo, StartSearch
from xiangqi.app.session.intents import StartReview
from xiangqi.board import Move
from xiangqi.engine.common.types import Info

LINE = ("h2e2", "h9g7", "h0g2", "i9h9")


def pv(text: str) -> tuple[Move, ...]:
    return tuple(Move.from_iccs(word) for word in text.split())


def tick(session: Session) -> None:
    session.send(Tick(session.state.now + 0.2))


def told(session: Session) -> str:
    """Return the position that the engine was set to by the last messages."""
    order = session.one(StartSearch)
    return order.line.board().fen()


def judge(session: Session, score_cp: int, line: str) -> None:
    """What the engine says about the position it was set to, from the mover's view."""
    assert session.state.analysis is not None
    assert session.state.analysis.search is not None
    number, moves = session.state.analysis.search.id, pv(line)
    session.send(SearchInfo(number, Info(9, 9, 1000, 50, score_cp, pv=moves)), SearchDone(number, moves[0]))
    tick(session)


def review(session: Session, *later: tuple[int, str]) -> None:
    """Judge the line, which is on the board; before it, from the end, what was played behind it."""
    session.send(StartReview())
    tick(session)
    for score_cp, line in later:
        judge(session, score_cp, line)
    judge(session, 320, "a0a1")  # after all
    judge(session, 400, "a9a8 b2e2")  # Black to move stands at +400 and lets Red come to +320
    judge(session, 60, "b0c2 a9a8")  # Red had +60
    judge(session, -60, "h9g7")
    judge(session, 70, "h2e2")
