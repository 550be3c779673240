"""Reviews in the text mode: the story of a game, and its moments and mistakes one after the other.

While a moment is told, the position before it is on the board, so that the player can ask about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoBack, GoForward, GoLast, GoTo
from xiangqi.app.records.preview import CloseLine, ShowLine
from xiangqi.app.session import analysed, told, view
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.app.session.intents import StartReview, ToggleAnalysis
from xiangqi.app.session.moments import moments
from xiangqi.cli.parts.text_games import RecordedGames
from xiangqi.cli.parts.text_help import command_named
from xiangqi.cli.parts.text_pages import Pages, Part
from xiangqi.cli.parts.text_tasks import Tasks
from xiangqi.cli.parts.typed_words import whole_number
from xiangqi.line import Line, Moves
from xiangqi.spoken.questions import told_move

if TYPE_CHECKING:
    from xiangqi.ui.parts.context import Telling

_MOMENTS: Final = frozenset(("moment", "moments", "要点", "要點", "thời điểm"))
_MISTAKES: Final = frozenset(("mistake", "mistakes", "失着", "失著", "sai lầm"))
_MEASURES: Final = "一个個处處"
"""Characters that may stand before what is counted: 下一个要点."""

_ENDS: Final = {"first": 0, "last": -1}
_WAYS: Final[Mapping[str, tuple[int, Intent]]] = {"next": (1, GoForward()), "previous": (-1, GoBack())}
"""The step and what it means without a moment, by the words that may also stand after: "thời điểm tiếp"."""


class Reviews(Part):
    """Starts reviews of games and tells their results."""

    def __init__(self, pages: Pages, games: RecordedGames, tasks: Tasks) -> None:
        """Prepare the commands.

        Args:
            pages: the pages of the session.
            games: puts the game that is to be reviewed on the board.
            tasks: goes on to the next exercise if one is offered.
        """
        super().__init__(pages)
        self._games, self._tasks = games, tasks
        self._is_wanted = False  # whether a review is to be told after a question
        self._at: tuple[Line, int] | None = None  # the reviewed line, and the ply told last
        self._as_moment = True  # whether that was told as a moment, and not as a mistake
        self.commands = {
            "review": self._review,
            "moment": self._moment,
            "mistake": lambda words: self._moment(words, _MISTAKES),
            "next": lambda words: self._step(words, 1, GoForward()),
            "back": lambda words: self._step(words, -1, GoBack()),
            "previous": lambda words: self._step(words, -1, GoBack()),
            "better": lambda _: self._walk(better=True),
            "follow": lambda _: self._walk(better=False),
        }

    @property
    def _telling(self) -> Telling:
        from xiangqi.ui.parts.context import Telling  # loads pygame, which a game does not need

        return Telling(self._state, self.texts)

    def _review(self, words: list[str]) -> None:
        """Review the game on the board, or one of the player's latest games, and tell the result."""
        if words and not self._games.open_game(words):
            return
        self._at = None
        self._runner.send(StartReview())
        if self._state.question is not None:
            self._is_wanted = True  # the player is asked first
            return
        self._tell_review()

    def go_on(self) -> None:
        """Tell a review for which the player was first asked a question, if it has begun."""
        wanted, self._is_wanted = self._is_wanted, False
        if wanted:
            self._tell_review()

    def _tell_review(self) -> None:
        """Wait until everything has been judged and explained, stop the analysis, and tell the result."""
        if self._state.analysis is None or self._state.analysis.quiet:
            return
        if not analysed.assessment(self._state).is_complete:
            self._say(self.texts("told.begun", count=len(self._state.document.line.moves)))
        self._pages.settle()
        self._runner.send(ToggleAnalysis())
        self._overview()

    def _overview(self) -> None:
        from xiangqi.ui.analysis.told_review import overview

        for line in overview(self._telling):
            self._say(line)
        if faults := analysed.marked(self._state):
            self._say(self.texts("told.ways", count=len(faults)))
        self._pages.offer(self._moment)
        self._pages.hush()

    # ---- From one to the next ----

    def _step(self, words: list[str], step: int, without: Intent) -> None:
        """Tell the next or previous moment or mistake; without `words`, step on in a line, task or game."""
        if not words:
            if self._state.preview is not None and self._told_here() is not None:
                self._walk_on(without)
            elif step < 0 or not self._tasks.goes_on():
                self._go(without)
            return
        named = " ".join(words).lstrip(_MEASURES)
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
            self._say(self.texts("told.no_later" if step > 0 else "told.no_earlier"))

    def _moment(self, words: list[str], kind: frozenset[str] = _MOMENTS) -> None:
        """Tell a moment or mistake by its number, or the one on the board; without either, give an overview."""
        stops, as_moment = self._stops(next(iter(kind))), kind is _MOMENTS
        if stops is None:
            return
        number, way = whole_number(words), _WAYS.get(command_named(self.texts, " ".join(words)))
        if way is not None:
            self._step([next(iter(kind))], *way)
        elif words and words[0] in _ENDS:
            self._tell(stops[_ENDS[words[0]]], as_moment=as_moment)
        elif number is not None and 0 < number <= len(stops):
            self._tell(stops[number - 1], as_moment=as_moment)
        elif not words and (stop := self._here(stops)) is not None:
            self._tell(stop, as_moment=as_moment)
        elif words:
            self._say(self.texts("told.usage", count=len(stops)))
        else:
            self._overview()

    def _here(self, stops: Sequence[MoveVerdict]) -> MoveVerdict | None:
        """Return the moment told last if it is still on the board, or None."""
        if self._at is None or self._at[0] != self._state.document.line:
            return None
        here = view.line(self._state).ply
        return next((stop for stop in stops if self._at[1] == stop.ply and here == stop.ply - 1), None)

    def _stops(self, named: str) -> list[MoveVerdict] | None:
        """Return the reviewed game's moments or mistakes in order; without any, say why and return None."""
        from xiangqi.ui.analysis.told_review import is_reviewed

        state = self._state
        if named not in _MOMENTS | _MISTAKES:
            self._say(self.texts("told.usage_step"))
            return None
        if not is_reviewed(self._telling):
            self._say(self.texts("told.not_reviewed"))
            return None
        found = moments(state) if named in _MOMENTS else ()
        stops = [one.verdict for one in found] if named in _MOMENTS else list(analysed.marked(state))
        if not stops:
            self._say(self.texts("story.clean"))
        return stops or None

    def _tell(self, verdict: MoveVerdict, *, as_moment: bool) -> None:
        """Put the position before a move on the board, and tell the move."""
        from xiangqi.ui.analysis.told_review import told_fault

        self._at, self._as_moment = (self._state.document.line, verdict.ply), as_moment
        self._runner.send(GoTo(verdict.ply - 1))
        for line in told_fault(self._telling, verdict, as_moment=as_moment):
            self._say(line)
        self._pages.hush()

    def _go(self, intent: Intent) -> None:
        """Go to another position of the game; say so if there is none."""
        before = self._state
        self._runner.send(intent)
        if self._state.document is before.document and self._state.toasts == before.toasts:
            self._say(self.texts("terminal.no_position"))

    # ---- Along a line ----

    def _walk(self, *, better: bool) -> None:
        """Show a moment's better line on the board or, unless `better`, the move played and what follows."""
        stop = self._told_here()
        if stop is None:
            self._say(self.texts("told.no_line_here"))
            return
        expected = analysed.expected(self._state, stop.ply)
        moves: Moves = stop.better if better else (self._state.document.line.moves[stop.ply - 1], *expected)
        if not moves:
            self._say(self.texts("told.no_line"))
            return
        self._runner.send(CloseLine())
        self._runner.send(ShowLine(stop.ply - 1, moves, 1))
        self._say_on_line()

    def _walk_on(self, intent: Intent) -> None:
        """Go one move forward or back in the line on the board, and tell the move."""
        before = self._state.preview
        self._runner.send(intent)
        after = self._state.preview
        if after is None or after.shown == 0:
            self._runner.send(CloseLine())
            self._say_left()
        elif after == before:
            self._say(self.texts("told.end_of_line"))
        else:
            self._say_on_line()

    def _say_on_line(self) -> None:
        """Tell the move that has just been made in the line on the board, and whether it is the last."""
        shown = self._state.preview
        if shown is None:
            return
        self._say(told_move(told.teller(self._state), shown.here))
        self._pages.take_as_told()  # the window shows the whole line
        if shown.shown == len(shown.moves):
            self._say(self.texts("told.end_of_line"))
        elif shown.shown == 1:
            self._say(self.texts("told.on_line"))

    def _say_left(self) -> None:
        for line in self.whereabouts():
            self._say(line)

    # ---- Moves and leaving ----

    def judges(self, move: str) -> bool:
        """Say whether a legal move typed at a moment is the better one; return whether it was typed at one.

        Only the move that was played in the game, or that follows in a shown line, is made on the board, so
        that a record is not changed by accident.
        """
        stop, shown = self._told_here(), self._state.preview
        if stop is None:
            return False
        board = view.board_line(self._state).here.board()
        typed = self._pages.move_typed(board, move)
        if typed is None:
            return False
        if shown is not None:
            if shown.moves[shown.shown : shown.shown + 1] == (typed,):
                self._walk_on(GoForward())
            else:
                self._say(self.texts("told.not_on_line"))
            return True
        is_better = stop.better[:1] == (typed,)
        was_played = typed == self._state.document.line.moves[stop.ply - 1]
        key = "is_better" if is_better else "was_played" if was_played else "is_neither"
        self._say(self.texts(f"told.{key}"))
        if was_played:
            self._runner.send(GoForward())
        return True

    def _told_here(self) -> MoveVerdict | None:
        """Return the verdict that was told last; None unless the position before its move is on the board."""
        if self._at is None:
            return None
        verdict = analysed.assessment(self._state).verdict(self._at[1])
        return None if verdict is None else self._here([verdict])

    def ways(self) -> list[str]:
        """Return the line that says what can be typed at a moment; none elsewhere."""
        return [] if self._told_here() is None else [self.texts("told.can_type")]

    def whereabouts(self) -> list[str]:
        """Return lines on the moment or mistake on the board and on the shown move of a line; [] if neither."""
        stop = self._told_here()
        if stop is None:
            return []
        from xiangqi.ui.analysis.told_review import heading

        shown, tell = self._state.preview, told.teller(self._state)
        moves = [told_move(tell, shown.here)] if shown is not None and shown.shown else []
        return [heading(self._telling, stop, as_moment=self._as_moment), *moves]

    def leave(self) -> bool:
        """Return from a line to its moment, or go from a moment to the end; return whether it did either."""
        if self._told_here() is None:
            return False
        if self._state.preview is not None:
            self._runner.send(CloseLine())
            return True
        self._at = None
        self._runner.send(GoLast())
        return True
