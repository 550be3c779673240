"""A review in words: how the game went and, for each fault, why it was bad and which move was better."""

from __future__ import annotations

from typing import Final

from xiangqi.app.session import analysed, told
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.app.session.moments import Moment, moment_at, moments
from xiangqi.app.session.view import MARKS
from xiangqi.coach.grades import SIGNS, Grade
from xiangqi.coach.scene import played
from xiangqi.line import Line, Moves
from xiangqi.spoken.questions import told_move
from xiangqi.ui.analysis.moment_words import accuracy_words, cost_words, moment_title, verdict_words
from xiangqi.ui.parts.context import Telling
from xiangqi.ui.parts.review_text import fault_words, story_words

_MOST_TOLD: Final = 4  # moves of a line
_GRADE_NAMES: Final = {sign: f"mark.{number}" for number, sign in MARKS.items()}


def overview(scene: Telling) -> list[str]:
    """Return the result, the accuracy, the story, and a line for every moment of a reviewed game."""
    texts, known = scene.texts, moments(scene.state)
    story = [spoken.text for spoken in story_words(scene)] or [texts("story.nothing")]
    count = [texts("told.moments", count=len(known))] if known else [texts("story.clean")]
    rows = [
        texts("told.moment", number=moment.number, round=_round(scene, moment), title=_titled(scene, moment))
        for moment in known
    ]
    return [_joined(scene, verdict_words(scene), accuracy_words(scene)), *story, *count, *rows]


def _joined(scene: Telling, *parts: str) -> str:
    return scene.texts("spoken.then").join(parts)


def _round(scene: Telling, moment: Moment) -> int:
    return scene.state.document.line.round_at(moment.ply - 1)


def _titled(scene: Telling, moment: Moment) -> str:
    """Return a moment's title with the move played."""
    played = told_move(told.teller(scene.state), scene.state.document.line.upto(moment.ply))
    return scene.texts("spoken.headed", head=moment_title(scene, moment), rest=played)


def told_fault(scene: Telling, verdict: MoveVerdict, *, as_moment: bool) -> list[str]:
    """Return sentences about a fault: its heading, the move played, its cost, the reason, and the lines.

    The position before it is on the board, and the last sentence says so.

    Args:
        scene: the session.
        verdict: the verdict on the move.
        as_moment: whether it is told as one of the moments, and not as one of the mistakes.
    """
    texts, line, state = scene.texts, scene.state.document.line, scene.state
    tell, made = told.teller(state), line.upto(verdict.ply)
    grade = texts(_GRADE_NAMES[SIGNS[verdict.grade or Grade.INACCURACY]])
    moment = moment_at(state, verdict.ply)
    told_lines = (
        ("told.punished", made, analysed.expected(state, verdict.ply)),
        ("told.better_line", made.before, verdict.better),
    )
    return [
        heading(scene, verdict, as_moment=as_moment),
        told_move(tell, made),
        grade if moment is None else texts("told.cost", grade=grade, cost=cost_words(scene, moment)),
        *(spoken.text for spoken in fault_words(scene, verdict)),
        *(
            texts(key, moves=told.line_in_words(state, base, _told_part(base, moves)))
            for key, base, moves in told_lines
            if moves
        ),
        texts(f"told.before.{'moment' if as_moment else 'mistake'}", side=scene.side_name(verdict.side)),
    ]


def _told_part(base: Line, moves: Moves) -> Moves:
    """Return the first moves of a line, extended by any captures that continue on the last move's point."""
    board, end = played(base.board(), moves[:_MOST_TOLD]), _MOST_TOLD
    while end < len(moves) and moves[end].to_square == moves[end - 1].to_square:
        board.push_unchecked(moves[end])
        end += 1
    return moves[:end]


def heading(scene: Telling, verdict: MoveVerdict, *, as_moment: bool) -> str:
    """Return a heading: the number of a moment or fault, its title if it has one, and the move's number."""
    texts, state = scene.texts, scene.state
    moment = moment_at(state, verdict.ply)
    at = texts("moves.at", number=state.document.line.round_at(verdict.ply - 1))
    title = moment_title(scene, moment) if moment is not None else ""
    if moment is not None and as_moment:
        named = texts("moment.heading", number=moment.number, count=len(moments(state)), title=title)
        return _joined(scene, named, at)
    plies = [one.ply for one in analysed.marked(state)]
    named = texts("told.fault", number=plies.index(verdict.ply) + 1, count=len(plies))
    return _joined(scene, texts("spoken.headed", head=named, rest=title) if title else named, at)


def is_reviewed(scene: Telling) -> bool:
    """Return whether every move of the line on the board has been judged."""
    return bool(scene.state.document.line.moves) and analysed.assessment(scene.state).is_complete
