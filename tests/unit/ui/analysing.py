"""A scripted engine for the tests of the analysis in the window."""

from __future__ import annotations

from collections.abc import Sequence

from ui_session import Session

from xiangqi.app.analysis.story import OpenStory
from xiangqi.app.event import Tick
from xiangqi.app.game.search_effects import SearchDone, SearchInfo
from xiangqi.app.session import positions
from xiangqi.app.session.analysis import AnalysisSearch
from xiangqi.app.session.intents import StartReview, ToggleAnalysis
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import Move
from xiangqi.engine.common.types import Info

LINES = (
    "i0h0 b9c7 g3g4 c6c5 b0c2 h7i7 h0h6",
    "b0c2 g6g5 a0b0 b9c7",
    "g3g4 c6c5 i0h0 b9c7",
    "c3c4 g6g5 b0c2",
    "b2d2 b9c7 b0c2",
)
"""From the position after h2e2 h9g7 h0g2 i9h9."""

SCORES = (35, -30, 70, -45, 60)
"""From the mover's view, of the start and the positions after each of these moves."""


def pv(line: str) -> tuple[Move, ...]:
    """A line in coordinates as moves."""
    return tuple(Move.from_iccs(text) for text in line.split())


def tick(session: Session) -> None:
    """Half a second passes."""
    session.now += 0.5
    session.send(Tick(session.now))


def search(session: Session) -> AnalysisSearch:
    """What the analysing engine is at."""
    assert session.state.analysis is not None
    assert session.state.analysis.search is not None
    return session.state.analysis.search


def tell(session: Session, score_cp: int, lines: Sequence[str], done: bool = False) -> None:
    """The engine's lines for the position at hand, the first with a score, each other a little worse."""
    number = search(session).id
    for index, line in enumerate(lines):
        info = Info(
            14, 22, 3_240_000, 4_000, score_cp - 12 * index, multipv=index + 1, nps=812_000, pv=pv(line)
        )
        session.send(SearchInfo(number, info))
    if done:
        session.send(SearchDone(number, pv(lines[0])[0]))
    tick(session)


def analyse(session: Session, lines: int = 3) -> None:
    """Begin, with what an engine would say."""
    session.send(ChangeSettings({"analysis_lines": lines}), ToggleAnalysis())
    tick(session)
    tell(session, 34, LINES[:lines])


def review(session: Session, *scores: int) -> None:
    """Judge the whole line: from the mover's view, position by position, from the start; leave the story."""
    session.send(StartReview())
    tick(session)
    while session.state.analysis is not None and session.state.analysis.review is not None:
        task = search(session).task
        ply = session.state.analysis.review.ply
        move = positions.board_at(task.line).legal_moves()[0]
        tell(session, scores[ply], [move.iccs], done=True)
    session.send(OpenStory(is_open=False))
