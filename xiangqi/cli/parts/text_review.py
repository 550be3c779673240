"""Reviews in the text mode: the story of a game, and its moments and mistakes one after the other.

The position before a moment is on the board while it is told, so that everything can be asked about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoBack, GoForward, GoLast, GoTo
from xiangqi.app.session import analysed, view
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.app.session.intents import StartReview, ToggleAnalysis
from xiangqi.app.session.moments import moments
from xiangqi.app.session.state import AppState
from xiangqi.cli.parts.text_pages import Pages, Running, Say
from xiangqi.cli.parts.typed_words import whole_number
from xiangqi.line import Line
from xiangqi.ui.parts.i18n import Texts

if TYPE_CHECKING:
    from xiangqi.ui.parts.context import Telling

_MOMENTS: Final = frozenset(("moment", "moments", "要点", "要點", "thời điểm"))
_MISTAKES: Final = frozenset(("mistake", "mistakes", "失着", "失著", "sai lầm"))
_ENDS: Final = {"first": 0, "last": -1}


class Reviews:
    """Has games reviewed and tells what was found.

    Attributes:
        commands: the commands by name; each takes the words after it.
    """

    def __init__(self, runner: Running, texts: Texts, say: Say, pages: Pages) -> None:
        self._runner = runner
        self._texts = texts
        self._say = say
        self._pages = pages
        self._is_wanted = False  # whether a review is to be told after a question
        self._at: tuple[Line, int] | None = None  # the line that is gone through, and the ply told last
        self._as_moment = True  # whether that was told as a moment, and not as a mistake
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "review": self._review,
            "moment": self._moment,
            "mistake": lambda words: self._moment(words, _MISTAKES),
            "next": lambda words: self._step(words, 1, GoForward()),
            "back": lambda words: self._step(words, -1, GoBack()),
            "previous": lambda words: self._step(words, -1, GoBack()),
        }

    @property
    def _state(self) -> AppState:
        return self._runner.state

    @property
    def _telling(self) -> Telling:
        from xiangqi.ui.parts.context import Telling  # loads pygame, which a game does not need

        return Telling(self._state, self._texts)

    def _review(self, words: list[str]) -> None:
        """Review the game on the board, or one of the player's last games, and tell what was found."""
        if words and not self._pages.open_game(words):
            return
        self._at = None
        self._runner.send(StartReview())
        if self._state.question is not None:
            self._is_wanted = True  # the player is asked first
            return
        self._tell_review()

    def go_on(self) -> None:
        """Tell a review that the player has been asked about, if it has begun."""
        wanted, self._is_wanted = self._is_wanted, False
        if wanted:
            self._tell_review()

    def _tell_review(self) -> None:
        """Wait until everything has been judged and explained, let the engine rest, and tell what was found."""
        if self._state.analysis is None or self._state.analysis.quiet:
            return
        if not analysed.assessment(self._state).is_complete:
            self._say(self._texts("told.begun", count=len(self._state.document.line.moves)))
        self._pages.settle()
        self._runner.send(ToggleAnalysis())
        self._overview()

    def _overview(self) -> None:
        from xiangqi.ui.analysis.told_review import overview

        for line in overview(self._telling):
            self._say(line)
        if analysed.assessment(self._state).marked:
            self._say(self._texts("told.ways"))
        self._pages.hush()

    # ---- From one to the next ----

    def _step(self, words: list[str], step: int, without: Intent) -> None:
        """Tell the next or previous moment or mistake, or else do what the word alone means."""
        if not words:
            if step < 0 or not self._pages.goes_on():
                self._runner.send(without)
            return
        named = " ".join(words)
        stops = self._stops(named)
        if stops is None:
            return
        here, at = view.line(self._state).ply, self._at
        if at is None or at[0] != self._state.document.line:
            left = list(stops)  # none has been told yet
        elif here in (at[1] - 1, at[1]):
            left = [stop for stop in stops if (stop.ply - at[1]) * step > 0]
        else:
            left = [stop for stop in stops if (stop.ply - 1 - here) * step > 0]
        if left:
            self._tell(left[::step][0], as_moment=named in _MOMENTS)
        else:
            self._say(self._texts("told.no_later" if step > 0 else "told.no_earlier"))

    def _moment(self, words: list[str], kind: frozenset[str] = _MOMENTS) -> None:
        """Tell a moment or mistake by its number, the one on the board, or what there is."""
        stops, as_moment = self._stops(next(iter(kind))), kind is _MOMENTS
        if stops is None:
            return
        number = whole_number(words)
        if words and words[0] in _ENDS:
            self._tell(stops[_ENDS[words[0]]], as_moment=as_moment)
        elif number is not None and 0 < number <= len(stops):
            self._tell(stops[number - 1], as_moment=as_moment)
        elif not words and (stop := self._here(stops)) is not None:
            self._tell(stop, as_moment=as_moment)
        elif words:
            self._say(self._texts("told.usage", count=len(stops)))
        else:
            self._overview()

    def _here(self, stops: Sequence[MoveVerdict]) -> MoveVerdict | None:
        """Return the moment told last if it is still on the board, or None."""
        if self._at is None or self._at[0] != self._state.document.line:
            return None
        here = view.line(self._state).ply
        return next((stop for stop in stops if self._at[1] == stop.ply and here == stop.ply - 1), None)

    def _stops(self, named: str) -> list[MoveVerdict] | None:
        """Return the moments or mistakes of the reviewed game in order; None, after saying why, without any."""
        from xiangqi.ui.analysis.told_review import is_reviewed

        state = self._state
        if named not in _MOMENTS | _MISTAKES:
            self._say(self._texts("told.usage_step"))
            return None
        if not is_reviewed(self._telling):
            self._say(self._texts("told.not_reviewed"))
            return None
        found = moments(state) if named in _MOMENTS else ()
        stops = [one.verdict for one in found] if named in _MOMENTS else list(analysed.marked(state))
        if not stops:
            self._say(self._texts("story.clean"))
        return stops or None

    def _tell(self, verdict: MoveVerdict, *, as_moment: bool) -> None:
        """Put the position before a move on the board, and tell the move."""
        from xiangqi.ui.analysis.told_review import told_fault

        self._at, self._as_moment = (self._state.document.line, verdict.ply), as_moment
        self._runner.send(GoTo(verdict.ply - 1))
        for line in told_fault(self._telling, verdict, as_moment=as_moment):
            self._say(line)
        self._pages.hush()

    # ---- Moves and leaving ----

    def judges(self, move: str) -> bool:
        """Say whether a legal move typed at a moment is the better one; return whether there was one to judge.

        Only the move that was played is made on the board, so that a record is not changed by accident.
        """
        stop = self._told_here()
        if stop is None:
            return False
        board = view.board_line(self._state).here.board()
        typed = self._pages.move_typed(board, move)
        if typed is None:
            return False
        is_better = stop.better[:1] == (typed,)
        was_played = typed == self._state.document.line.moves[stop.ply - 1]
        key = "is_better" if is_better else "was_played" if was_played else "is_neither"
        self._say(self._texts(f"told.{key}"))
        if was_played:
            self._runner.send(GoForward())
        return True

    def _told_here(self) -> MoveVerdict | None:
        """Return the verdict that was told last; None unless the position before its move is on the board."""
        if self._at is None:
            return None
        verdict = analysed.assessment(self._state).verdict(self._at[1])
        return None if verdict is None else self._here([verdict])

    def whereabouts(self) -> list[str]:
        """Return the line that names the moment or mistake that is on the board; none without one."""
        stop = self._told_here()
        if stop is None:
            return []
        from xiangqi.ui.analysis.told_review import heading

        return [heading(self._telling, stop, as_moment=self._as_moment)]

    def leave(self) -> bool:
        """Go to the end of the game from a moment; return whether one was on the board."""
        if self._told_here() is None:
            return False
        self._at = None
        self._runner.send(GoLast())
        return True
