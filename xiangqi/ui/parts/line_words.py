"""The texts shown while the player trains their repertoire."""

from __future__ import annotations

from xiangqi.app.exercises.modes import Challenge, ChallengeState
from xiangqi.app.session import positions
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.line import Line, Moves
from xiangqi.openings import practice
from xiangqi.ui.parts.coach_rows import told_line
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.solved_words import solved_words

_SHOWN = 6  # number of moves shown that led to the position


def line_goal(scene: PanelContext, challenge: Challenge) -> str:
    """Return the question in words, with the moves that the player has to answer."""
    question = challenge.assignment.question
    way = () if question is None else question.line
    side = "red" if challenge.setup.human_side == RED else "black"
    if not way:
        return scene.texts("exercise.goal.line_first")
    moves = _words(scene, way[:-_SHOWN], way[-_SHOWN:])
    return scene.texts(f"exercise.goal.line_{side}", moves=moves if len(way) <= _SHOWN else f"… {moves}")


def line_message(scene: PanelContext, challenge: Challenge) -> str:
    """Return the repertoire's answers and the masters' choice; "" before any mistake or outcome."""
    question, texts = challenge.assignment.question, scene.texts
    over = challenge.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
    if question is None or not (over or challenge.wrong):
        return ""
    answers = texts("list.or").join(_words(scene, question.line, (move,)) for move in question.answers)
    words = [solved_words(scene, challenge) if challenge.state is ChallengeState.SOLVED else ""]
    words.append(texts("exercise.line", moves=answers))
    known = practice.lookup(positions.board_at(Line().then(*question.line)))
    if known:
        share = round(100 * known[0].games / sum(one.games for one in known))
        move, games = _words(scene, question.line, (known[0].move,)), known[0].games
        alike = question.answers == (known[0].move,)
        key = "exercise.masters_too" if alike else "exercise.masters"
        words.append(texts(key, move=move, games=games, percent=share))
    return texts.joined(*words)


def _words(scene: PanelContext, before: Moves, moves: tuple[Move, ...]) -> str:
    return told_line(scene, Line().then(*before), moves)
