"""Follows a session from input to input, and checks what each of them has done."""

from __future__ import annotations

from typing import Final

from tools.reliability.session_checks import check, shape_of
from xiangqi.app.board_input.moving import ClickSquare, DragDrop, PlayText, SubmitText
from xiangqi.app.coach import coached
from xiangqi.app.effect import Effect
from xiangqi.app.event import Input, Tick
from xiangqi.app.exercises.asks import AnswerJudged
from xiangqi.app.exercises.challenges import GiveSolution, GiveVerdict, TryAgain
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.game.asks import KeepGame
from xiangqi.app.game.engine_events import UseBuiltIn
from xiangqi.app.game.resign_draw import AgreeDraw, OfferDraw, Resign
from xiangqi.app.game.search_effects import SearchDone
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.browse import ContinueFromHere
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.state import AppState
from xiangqi.app.update import Answer

_PLAYERS: Final = (ClickSquare, DragDrop, PlayText, SubmitText, TakeBack, Redo, ContinueFromHere, Answer)
_ENDINGS: Final = (Resign, OfferDraw, AgreeDraw, UseBuiltIn)
_MACHINES: Final = (SearchDone, Tick)  # an engine's move, also a held one; the end of a player's time
_EXERCISES: Final = (GiveSolution, GiveVerdict, TryAgain, AnswerJudged)
MAY_CHANGE_A_GAME: Final = (*_PLAYERS, *_ENDINGS, *_MACHINES, *_EXERCISES)
"""The kinds of inputs that may change a game that is being played; `Answer` carries out one of them."""


class Watch:
    """Sees all inputs of one session in turn."""

    def __init__(self) -> None:
        self._helped: set[int] = set()  # the documents for which help was asked

    def see(self, before: AppState, after: AppState, message: Input, effects: tuple[Effect, ...]) -> None:
        """Check a state and how an input has led to it.

        Raises:
            AssertionError: the state contradicts itself; a game that was being played has been lost, or changed
                by anything but its players; a view of an earlier game covers a new one; a hint is
                shown in another game; or the program ends with unsaved changes.
        """
        check(after)
        for document in before.documents:
            _check_game(document, after, message, effects)
        if before.find(after.current_game.id) is None and after.document.id == after.current_game.id:
            _check_beginning(after)
        self._check_help(after)
        if after.quitting:
            lost = [document for document in after.documents if after.must_keep(document)]
            assert not lost, "the program ends, and changes are lost"

    def _check_help(self, state: AppState) -> None:
        """Check that a hint on the board was asked for in this game."""
        search = state.search
        if search is not None and search.purpose is not Purpose.PLAY:
            self._helped.add(search.document_id)
        if (guide := state.held(Guide)) is not None:  # it shows the first move
            self._helped.add(guide.document_id)
        if state.selection.hint is not None or coached.hint_at(state) is not None:
            assert state.document.id in self._helped, "a hint that was asked for in another game is shown"


def _check_game(before: Document, state: AppState, message: Input, effects: tuple[Effect, ...]) -> None:
    """Check that a game that is being played is still there, and changed by its players alone."""
    play = before.play
    if play is None or play.end is not None:
        return
    after = state.find(before.id)
    if after is None or after.play is None:
        kept = any(isinstance(effect, KeepGame) and effect.document_id == before.id for effect in effects)
        assert kept or not play.moves or isinstance(play, Puzzle), f"{message} lost a game being played"
        return
    if isinstance(message, MAY_CHANGE_A_GAME):
        return
    assert after.play.moves == play.moves, f"{message} changed the moves of a game being played"
    assert after.play.end == play.end, f"{message} ended a game being played"
    assert shape_of(after.tree) == shape_of(before.tree), f"{message} added to a game being played"


def _check_beginning(state: AppState) -> None:
    """Check that no panel, preview or explanation of an earlier game covers one that has just begun.

    A page may cover the placeholder of a game that was put aside, until the requested record is there.
    """
    play = state.document.play
    if type(play) is not GameInProgress:  # an exercise has a column of its own
        return
    assert state.panel is None or not play.begun, f"{state.panel} is open over a new game"
    assert state.replay is None
    assert state.preview is None
    assert state.coaching.insight is None, "an explanation is open over a new game"
    if not play.setup.is_watched:
        assert state.part(LibraryState).explorer is None, "the explorer is open over a new game"
        assert state.shown_analysis is None, "a new game is analysed"
        assert not state.attacks, "attacks are counted in a new game"
