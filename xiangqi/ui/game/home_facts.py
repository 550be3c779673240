"""The facts about the player that Home needs, gathered from all parts of the session."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.habits import day_of
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.next_step import Known
from xiangqi.app.session.state import AppState
from xiangqi.app.session.training import PracticeSummary
from xiangqi.lessons.lesson import load_lessons
from xiangqi.library import OwnGame
from xiangqi.library.played import DRAWN, LOST, WON

_SCORES: Final = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}
_WEEK: Final = timedelta(days=7)
_FLAWLESS: Final = 100  # accuracy of moves that cost nothing, per cent
_TWO_MOVES: Final = 3  # plies after which each player may have made a second move
_SOLVED: Final = 3
"""Exercises solved without help after which a newcomer needs no lessons first."""


def known_of(state: AppState) -> Known:
    """Return the facts that decide which step comes next."""
    practice = state.practice or PracticeSummary()
    done = lessons_done(state)
    lost = last_loss(state) if state.settings.unseen_loss else None
    return Known(
        today=state.today,
        unfinished=unfinished(state) is not None or set_aside(state) is not None,
        is_new=is_new(state),
        lessons=done,
        lesson_count=len(load_lessons()),
        has_played=has_played(state),
        lost="" if lost is None else lost.played.ended,
        due=practice.due,
        ten_done=practice.today,
        ten=practice.daily,
        has_practised=bool(practice.today or practice.tries[1] >= _SOLVED),
    )


def unfinished(state: AppState) -> GameInProgress | None:
    """Return the game that can be continued, of this run or an earlier one; None if there is none."""
    left = state.left_game
    if left is not None and left.play is not None and left.play.begun:
        return left.play
    return state.resume.play if left is None and state.resume is not None else None


def set_aside(state: AppState) -> OwnGame | None:
    """Return the unfinished game that was put aside today if none has been played since; else None."""
    game = next(iter(state.part(LibraryState).own.games), None)
    if game is None or game.result != "*" or game.plies < _TWO_MOVES - 1:
        return None
    return game if day_of(game.played.ended) == day_of(state.today) is not None else None


def lessons_done(state: AppState) -> frozenset[int]:
    """Return the numbers of the first lessons whose tasks have all been solved."""
    return frozenset(
        number
        for number, lesson in enumerate(load_lessons(), 1)
        if all(task.key in state.stars for task in lesson.tasks)
    )


def is_new(state: AppState) -> bool:
    """Return whether the player is learning the game, by their own word or else by their record."""
    if state.settings.experience:
        return state.settings.experience == "new"
    done = len(lessons_done(state))
    if done == len(load_lessons()):
        return False
    return bool(state.stars) or not (_has_practised(state) or has_played(state) or state.resume is not None)


def _has_practised(state: AppState) -> bool:
    known = state.practice or PracticeSummary()
    return bool(known.estimate is not None or known.days or known.streak or known.cards)


def has_played(state: AppState) -> bool:
    """Return whether any game is known to have been played on this computer."""
    own = state.part(LibraryState).own
    known = state.practice or PracticeSummary()
    here = any(document.play is not None and document.play.moves for document in state.documents)
    return bool(own.games) or known.estimate is not None or here


def last_loss(state: AppState) -> OwnGame | None:
    """Return the player's last lost game; None if none is known, or if it shows no mistake to look at."""
    game = next((game for game in state.part(LibraryState).own.games if game.outcome == LOST), None)
    return game if game is not None and _has_mistakes(game) else None


def _has_mistakes(game: OwnGame) -> bool:
    """Return whether the player can have made a mistake: by the review or, without one, by the moves made."""
    if game.accuracy is not None:
        return round(game.accuracy) < _FLAWLESS
    return game.plies >= _TWO_MOVES


def games_of_week(state: AppState, first: date) -> tuple[int, float | None]:
    """Return the number of games that ended in the week from a day on, and their share of points, or None."""
    scores = [
        _SCORES[game.outcome]
        for game in state.part(LibraryState).own.games
        if game.outcome and _is_in_week(game.played.ended, first)
    ]
    return len(scores), sum(scores) / len(scores) if scores else None


def _is_in_week(written: str, first: date) -> bool:
    day = day_of(written)
    return day is not None and first <= day < first + _WEEK
