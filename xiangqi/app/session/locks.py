"""The help allowed beside a game that is being played: the table *Beside a running game* of docs/ux.md.

What is not named here may always be used: moves, clocks, notes, rules, the opening's name, lessons, exercises.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from xiangqi.app.intent import Help
from xiangqi.app.session import turns
from xiangqi.app.session.mode import GameInProgress, Unrated
from xiangqi.app.session.state import AppState


class Permission(Enum):
    """The permissions to use help."""

    YES = "yes"
    ANALYSE = "analyse"  # in a copy of the game, not on its own page
    ASK = "ask"  # once: the game will then not count for the rating
    AFTER_THE_GAME = "after_the_game"
    NO = "no"


COUNTS_AS: Final = {
    Help.HINT: Unrated.HINT,
    Help.TAKE_BACK: Unrated.TAKE_BACK,
    Help.COMMENTS: Unrated.ANALYSIS,
    Help.ENGINE: Unrated.ANALYSIS,
    Help.RECORDS: Unrated.ANALYSIS,
}
"""The reasons why a game does not count for the rating, by the help that has been used."""


def running_game(state: AppState) -> GameInProgress | None:
    """Return the game beside which help may be locked: an unfinished one in which a person plays, or None."""
    game = state.own_game
    play = None if game is None else game.play
    return None if play is None or play.end is not None or play.setup.is_watched else play


def access(state: AppState, kind: Help) -> Permission:
    """Return the permission to use a kind of help now, on the document on the board or elsewhere.

    Two people count as two players if they have names; otherwise, one person may be moving both sides.
    """
    play = running_game(state)
    if play is None:
        return Permission.YES
    here = state.own_game is not None and state.document.id == state.own_game.id
    if kind in (Help.HINT, Help.TAKE_BACK, Help.COMMENTS):
        return _of_the_game(play) if here else Permission.YES
    on_its_page = here and kind is Help.ENGINE
    if not (on_its_page or play.is_unfinished):  # before the first move there is nothing to be helped with
        return Permission.YES
    if play.setup.are_named:
        return Permission.AFTER_THE_GAME
    if turns.is_rated(play):
        return Permission.ASK
    return Permission.ANALYSE if on_its_page else Permission.YES


def _of_the_game(play: GameInProgress) -> Permission:
    """Return the permission for help that concerns the game itself; two people ask each other for it."""
    if play.setup.is_hot_seat:
        return Permission.YES
    if play.is_contest:
        return Permission.NO
    return Permission.ASK if turns.is_rated(play) else Permission.YES
