"""The commands of the text mode that need a page: exercises, lessons, reviews, explanations, and any other."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, Protocol

from xiangqi.app.board_input.moving import ClickNothing, ClickSquare
from xiangqi.app.coach import coached
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.effect import ViewEffect
from xiangqi.app.exercises.modes import Challenge, ChallengeState
from xiangqi.app.exercises.practice import Train
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.lessons.state import Learning
from xiangqi.app.library.own_games import AskOwnGames, OpenStoredGame
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session import analysed, positions, told, view
from xiangqi.app.session.busy import is_busy
from xiangqi.app.session.coaching import HintGiven, HintStep
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.told_misses import why_no_move
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.session.transcript import told_names
from xiangqi.app.update import Cancel
from xiangqi.board import Board, Move
from xiangqi.cli.parts.text_coach import question_of_coach
from xiangqi.cli.parts.typed_words import whole_number
from xiangqi.coach.facts import Fact
from xiangqi.core.constants import BOARD_SQUARES, opponent
from xiangqi.errors import NotationError
from xiangqi.lessons.lesson import Goal, load_lessons
from xiangqi.library import OwnGame
from xiangqi.notation import Style, meant_move, parse_typed
from xiangqi.spoken.named import named_point
from xiangqi.spoken.questions import answer, attackers, told_move
from xiangqi.ui.parts.i18n import Texts

if TYPE_CHECKING:
    from xiangqi.ui.window.reader_tree import Node
    from xiangqi.ui.window.text_page import TextPage

_TICK_S: Final = 0.02
_ENDS: Final = 2  # points of a move
_MOST_GAMES: Final = 20
_MOST_OPEN: Final = 8  # things that Esc closes one after the other before the page is left
_LAST: Final = ("last", "最近", "最后", "最後", "cuối")
_DAY: Final = len("2026-11-28")
_RESULTS: Final = {"1-0": "result.red", "0-1": "result.black", "1/2-1/2": "result.draw"}
_MOST_S: Final = 600.0
"""The longest time that a review may take before the next line is read, s."""

_KEPT: Final = ("result.rating", "result.kept")
"""Parts of the card at the end of a game that are told here, after the result; the review tells the rest."""

_QUESTION: Final = ("tutor.title", "tutor.loss")
_REASONS: Final = tuple(f"tutor.reason.{number}" for number in range(9))
"""Parts of the coach's card that are told: that a move costs something, and when asked, why."""

_CLUES: Final = ("marks.arrows", "marks.circles")
"""Parts of the board that show a lesson's clue."""

_ANSWERS: Final = ("exercise.heading", "line.moves", "exercise.message")
"""Parts of an exercise's card that tell what clues have revealed."""

_BUTTONS: Final = {"solution": "exercise.button.solution", "skip": "exercise.button.skip"}
"""The buttons that are pressed by commands of their own."""

_RATED_S: Final = 0.3
_ANSWERED_S: Final = 0.3
"""Seconds without an event after which an answer counts as complete: library and coach take turns."""

Say = Callable[[str], None]


def shows_page(state: AppState) -> bool:
    """Return whether there is more on the page than a game and its moves."""
    play, coaching = state.document.play, state.coaching
    return bool(
        state.panel is not None
        or (play is not None and play.is_exercise)
        or state.mode(Learning) is not None
        or coaching.insight is not None
        or coaching.hint is not None
        or state.shown_analysis is not None
    )


def page_of(state: AppState) -> Hashable:
    """Return a key of the page, which is told in full when it is new; None for a game and its coach."""
    learning, play = state.mode(Learning), state.document.play
    if state.panel is not None:
        return state.panel
    if learning is not None:
        return learning.lesson.key, learning.place
    if play is not None and play.is_exercise:
        return state.document.id, state.document.line.start_fen
    return None


def _is_at_work(state: AppState) -> bool:
    """Return whether an answer is still to come; an analysis, which has no end, does not count."""
    analysis = state.analysis
    reviewing = analysis is not None and analysis.review is not None
    if analysis is not None and analysed.assessment(state).is_complete and coached.is_still_told(state):
        return True
    return reviewing or is_busy(replace(state, analysis=None))


class Running(Protocol):
    """The part of a session's runner that pages need."""

    state: AppState

    def send(self, message: Intent) -> None:
        """Update the state with an input."""

    def step(self, now: float) -> bool:
        """Process what has arrived, and the time that has passed."""

    def take_view_effects(self) -> list[ViewEffect]:
        """Return the effects that a window would perform."""

    @property
    def is_writing(self) -> bool:
        """Whether something is still to be written."""


class Pages:
    """Opens pages, tells what is new on them and presses their controls.

    Attributes:
        commands: the commands by name; each takes the words after it.
        has_hushed: whether the position has been told, too, since this was last set to False.
    """

    def __init__(self, runner: Running, texts: Texts, say: Say) -> None:
        self.has_hushed = False
        self._coach_told: tuple[int, bool] | None = None  # the coach's question, and whether its reason was
        self._guided: set[str] = set()  # what the player has been told how to go through
        self._done: Hashable = None  # the task of a lesson that was done when news were told last
        self._placed: Mapping[int, int] = {}  # the pieces of the lesson's step that were told last
        self._runner = runner
        self._texts = texts
        self._say = say
        self._told: Hashable = None  # the page that was told last; None for a game without more
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "page": lambda _: self._tell_all(),
            "press": self._press,
            "fill": self._fill,
            "exercises": lambda words: self._open(Panel.EXERCISES if words else None),
            "lessons": self._lessons,
            "settings": lambda _: self._open(Panel.SETTINGS),
            "threats": lambda _: self._explain(),
            "clue": lambda _: self._clue(),
            "games": self._games,
            **{name: partial(self._press_named, name) for name in _BUTTONS},
        }

    @cached_property
    def _page(self) -> TextPage:
        from xiangqi.ui.window.text_page import TextPage  # loads pygame, which a game does not need

        return TextPage()

    @property
    def _state(self) -> AppState:
        return self._runner.state

    def tell_news(self) -> None:
        """Say what is new on the page, if there is more on it than a game."""
        if not shows_page(self._state) or self._state.question is not None:
            self._told = None if not shows_page(self._state) else self._told
            return
        before, self._told = self._told, page_of(self._state)
        if self._told is not None and self._told != before:
            self._say_lesson(before)
            self.tell_texts()
            self._say_position()
            return
        for text in self._page.news(self._state):
            self._say(text)
        self._say_done()

    def _say_done(self) -> None:
        """Say how to go on after a task of a lesson, once it is done."""
        learning, before = self._state.mode(Learning), self._done
        is_done = learning is not None and learning.attempt is not None and learning.attempt.is_done
        self._done = self._told if is_done else None
        if is_done and self._done != before:
            self._say(self._texts("terminal.next"))

    def _say_lesson(self, before: Hashable) -> None:
        """Say the name of a lesson that begins."""
        learning = self._state.mode(Learning)
        if self._state.panel is None and learning is not None:
            key = learning.lesson.key
            if not (isinstance(before, tuple) and before[0] == key):
                self._placed = {}
                self._say(self._texts("terminal.lesson", name=self._texts(f"first.{key}")))
                if learning.lesson == load_lessons()[0]:
                    kind = ".chinese" if told.teller(self._state).is_chinese else ""
                    self._say(self._texts(f"terminal.guide.points{kind}"))

    def _say_position(self) -> None:
        """Say where the pieces of an exercise or a lesson stand."""
        if self._state.panel is None:
            kind = "lesson" if self._state.mode(Learning) is not None else "exercise"
            if kind not in self._guided:
                self._guided.add(kind)
                self._say(self._texts(f"terminal.guide.{kind}"))
            pieces = view.snapshot(self._state).pieces
            if kind == "lesson" and pieces == self._placed:
                return  # the board has not changed from one step to the next
            self._placed = pieces
            for text in answer(told.teller(self._state), told.situation(self._state), "p") or []:
                self._say(text)

    def tell_end(self) -> None:
        """Say how a game that has just ended is kept and rated, and how to hear its review."""
        self._listen_for(_RATED_S)  # the library answers
        for text in self._page.texts_named(_KEPT, self._state):
            self._say(text)
        self._say(self._texts("terminal.ended"))
        self._take_page_as_told()

    def tell_coach_again(self) -> None:
        """Have the coach's question, with the reason if that has been asked for, told once more."""
        self._coach_told = None

    def tell_coach(self) -> None:
        """Say, each once, that the coach asks about the last move, why if that is wanted, and how to answer."""
        asking = view.shown_interruption(self._state)
        if asking is None or asking.offer is None:
            return
        now = asking.question_id, asking.explained
        if now == self._coach_told:
            return
        self._coach_told = now
        for text in self._page.texts_named(_REASONS if asking.explained else _QUESTION, self._state):
            self._say(text)
        for text in question_of_coach(self._state, self._texts):
            self._say(text)

    def _listen_for(self, seconds: float) -> None:
        """Advance the session for some seconds, since nobody waits for a review in the background to end."""
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            self._runner.step(now)
            self._runner.take_view_effects()
            time.sleep(_TICK_S)

    def tell_texts(self) -> None:
        """Say all texts of the page, without its controls."""
        for text in self._page.texts(self._state):
            self._say(text)

    def go_on(self, line: str) -> bool:
        """Play a move of a lesson, which is two clicks there; return whether the line was one."""
        learning = self._state.mode(Learning)
        if learning is None:
            return False
        squares, before = self._points(learning, line), view.snapshot(self._state).pieces
        board = view.board_line(self._state).here.board()
        if learning.takes_moves and (why := self._no_move(line, squares, before)):
            for text in why:
                self._say(text)
            return True
        if not squares:
            return False
        if self._state.selection.selected is not None:
            self._runner.send(ClickNothing())  # an earlier line has picked up a piece
        for square in squares:
            self._runner.send(ClickSquare(square))
            self._say_step(board, before, squares)
        self.settle()
        self._say_wrong(learning, before)
        self._say_count(learning)
        return True

    def _no_move(self, line: str, squares: Sequence[int], pieces: Mapping[int, int]) -> list[str]:
        """Return the reasons why a line is not the move that it seems to be, [] if it may be one."""
        if len(squares) == _ENDS and squares[0] not in pieces:
            return [self._texts("refusal.empty_square")]
        return why_no_move(self._state, line)

    def _say_count(self, before: Learning) -> None:
        """Say how many moves have been made in a task that is not done, if one has been added."""
        learning = self._state.mode(Learning)
        new, old = (None if one is None else one.attempt for one in (learning, before))
        if new is None or old is None or new.is_done or new.made <= old.made or new.task.goal is Goal.POINTS:
            return
        self._say(self._texts("terminal.made", made=new.made, least=new.task.moves))

    def _points(self, learning: Learning, line: str) -> list[int]:
        """Return the point that a line names, or both points of a move in any notation; none otherwise."""
        word = "".join(line.split()).casefold().replace("-", "")
        places = (word[:2], word[2:]) if len(word) == 4 else (word,)
        squares = [square for square in map(named_point, places) if square is not None]
        if len(squares) == len(places):
            return squares
        if not learning.takes_moves:
            return []
        board, style = view.board_line(self._state).here.board(), Style(self._state.settings.notation)
        move = self.move_typed(board, line) or meant_move(board, line, style)
        return [] if move is None else [move.from_square, move.to_square]

    def _say_wrong(self, before: Learning, pieces: Mapping[int, int]) -> None:
        """Say why an attempt is wrong, put the position back, and say how many points are still to be found."""
        learning = self._state.mode(Learning)
        if learning is None or learning.wrong == before.wrong or learning.attempt is None:
            return
        if (fault := learning.fault) is not None:
            tell, now = told.teller(self._state), {**pieces, **view.snapshot(self._state).pieces}
            reason = self._texts(f"first.slip.{fault.slip.value}")
            ways = [
                tell("spoken.path", piece=tell.kind(now[start]), start=tell.point(start), end=tell.point(end))
                for start, end in ((move.from_square, move.to_square) for move in fault.moves)
                if start in now
            ]
            said = [tell("spoken.headed", head=self._texts("terminal.wrong"), rest=reason), *ways]
            self._say(tell("spoken.apart").join(said))
            self._runner.send(ClickNothing())
        if learning.attempt.task.goal is Goal.POINTS:
            self._say(self._texts("terminal.to_find", count=len(learning.attempt.left)))

    def say_refutation(self) -> None:
        """Say what answers a wrong move in an exercise, and put the position back."""
        challenge, shown = self._state.mode(Challenge), self._state.preview
        if challenge is None or challenge.state is not ChallengeState.REFUTED or shown is None:
            return
        pieces = view.snapshot(self._state).pieces
        self._runner.send(ClickSquare(next(square for square in BOARD_SQUARES if square not in pieces)))
        from xiangqi.ui.parts.missed_words import is_ahead  # loads pygame, which a game does not need

        self._say_miss(challenge, self._texts("missed.ahead" if is_ahead(challenge) else "terminal.fails"))
        self._say(self._texts("terminal.back"))

    def _say_miss(self, challenge: Challenge, heading: str) -> None:
        """Say a heading, what the last wrong move misses, and the moves that answer it."""
        from xiangqi.ui.parts.missed_words import missed_words

        for text in (heading, missed_words(self._state, challenge)):
            if text:
                self._say(text)
        self._say_answer_to_wrong(challenge)

    def _say_answer_to_wrong(self, challenge: Challenge) -> None:
        """Say the moves that answer the last wrong move, if any do."""
        here, (wrong, *answers) = view.board_line(self._state).here, challenge.refutation
        if answers:
            self._say(told.line_in_words(self._state, here.then(wrong), tuple(answers)))

    def tell_why_wrong(self) -> bool:
        """Say why the last wrong move in an exercise does not solve it, or that none has been tried.

        Returns:
            Whether an exercise is asked on the board.
        """
        challenge = self._state.mode(Challenge)
        if challenge is None or self._state.panel is not None or challenge.state is not ChallengeState.ASKED:
            return False
        if not challenge.refutation:
            self._say(self._texts("terminal.no_why_task"))
            return True
        here, tell = view.board_line(self._state).here, told.teller(self._state)
        move = told_move(tell, here.then(challenge.refutation[0]))
        goal = "".join(self._page.texts_named(("exercise.goal",), self._state))
        self._say_miss(challenge, self._texts("terminal.why_wrong", move=move, goal=goal))
        return True

    def _say_step(self, board: Board, before: Mapping[int, int], squares: Sequence[int]) -> None:
        """Say the move of a lesson, if its piece has arrived."""
        if len(squares) < _ENDS:
            return
        start, end = squares
        tell, code = told.teller(self._state), before.get(start, 0)
        if code and view.snapshot(self._state).pieces.get(end) == code != before.get(end):
            move = Move.of(start, end)
            if board.is_legal(move):
                self._say(tell.way(board, move, points=not tell.is_chinese))
                return
            way = tell("spoken.path", piece=tell.kind(code), start=tell.point(start), end=tell.point(end))
            takes = [tell("spoken.takes", piece=tell.kind(before[end]))] if end in before else []
            self._say(tell("spoken.then").join([way, *takes]))

    # ---- Commands ----

    def send(self, intent: Intent) -> None:
        """Update the session with an input, and wait for what that asks for."""
        self._runner.send(intent)
        self.settle()

    def settle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Let engine, coach and library finish what they have been asked, and wait until a condition holds."""
        began = quiet = time.monotonic()
        while (now := time.monotonic()) - began < _MOST_S:
            self._runner.step(now)
            self._runner.take_view_effects()
            if _is_at_work(self._state) or self._runner.is_writing or not until():
                quiet = now
            if self._state.question is not None or now - quiet > _ANSWERED_S:
                return
            time.sleep(_TICK_S)

    def _clue(self) -> None:
        """Ask for one more clue, and say so if there is none; a lesson's clue is told each time."""
        before = self._state
        learning = before.mode(Learning)
        if learning is not None and (learning.attempt is None or learning.attempt.is_done):
            self._say(self._texts("terminal.no_task"))
            return
        self.send(Hint())
        after = self._state
        if learning is not None:
            for text in self._page.texts_named(_CLUES, after):
                self._say(text)
            self._take_page_as_told()
            return
        heard = ((one.document, one.coaching, one.toasts) for one in (before, after))
        if after.question is None and next(heard) == next(heard):
            is_game = coached.hint_at(after) is not None and page_of(after) is None
            if is_game:
                self.tell_hint()
                return
            self._say(self._texts("terminal.no_more_clues"))
            for text in self._page.texts_named(_ANSWERS, after):
                self._say(text)

    def _reason(self) -> Fact | None:
        """Return why the move of the hint on the board is good; None if the coach has not said so."""
        hint = coached.hint_at(self._state)
        return None if hint is None or hint.ladder is None else hint.ladder.reason

    def tell_hint(self) -> None:
        """Have the coach give a whole hint in a game, and tell its move and reason; a question comes first."""
        hint: HintGiven | None = None
        for _ in HintStep:
            before = hint
            self.send(Hint())
            hint = coached.hint_at(self._state)
            if hint is None or self._state.question is not None:
                return
            if hint == before:
                break
        if hint is None:
            return
        from xiangqi.ui.parts.coach_rows import about_position  # loads pygame, which a game does not need

        move = told.teller(self._state).move(hint.at.board(), hint.line[0])
        self._say(self._texts("terminal.hint_words", move=move))
        reason = self._reason()
        if reason is None:
            self._say(self._texts("terminal.no_reason"))
        else:
            self._say(about_position(self._state, reason, positions.snapshot(hint.at).fen).text)
        self.hush()

    def leave(self) -> None:
        """Close the page that is open, or else what is on the board, and say what that has led to.

        A refused move does not count as open.
        """
        self._close()
        if self._state.question is not None:
            return
        if page_of(self._state) is not None:
            self._say(self._texts("terminal.page_here", name=next(iter(self._page.texts(self._state)), "")))
        self._take_page_as_told()

    def _close(self) -> None:
        before = self._state
        self._runner.send(ClickNothing())
        if before.panel is not None:
            self.send(ClosePanel())
            return
        for _ in range(_MOST_OPEN if page_of(before) is not None else 1):  # a hint may be open before it
            self.send(Cancel())
            if self._state.question is not None or page_of(self._state) != page_of(before):
                return

    def _games(self, words: list[str]) -> None:
        """Tell the player's last games, or put one of them on the board by its number there."""
        games = self._own_games()
        number = whole_number(words)
        if number is not None and 0 < number <= len(games):
            self._put_on_board(games[number - 1])
            return
        if words:
            self._say(self._texts("terminal.usage.games"))
        for place, game in enumerate(games, 1):
            names = self._texts.tell(told_names(game.red, game.black, game.played.side))
            result = self._texts(_RESULTS.get(game.result, "terminal.no_result"))
            moves = self._texts("records.moves", count=(game.plies + 1) // 2)
            self._say(f"{place}. {self._texts.listed([names, result, moves, game.date[:_DAY]])}")
        self._say(self._texts("terminal.games" if games else "terminal.no_games"))

    def _own_games(self) -> tuple[OwnGame, ...]:
        """Return the last of the player's finished games, the latest first."""
        self._runner.send(AskOwnGames())
        self.settle(lambda: self._state.part(LibraryState).own.statistics is not None)
        return self._state.part(LibraryState).own.games[:_MOST_GAMES]

    def open_game(self, words: list[str]) -> bool:
        """Put the player's last or a numbered game on the board; say so and return False without one."""
        games = self._own_games()
        number = 1 if " ".join(words) in _LAST else whole_number(words)
        if games and number is not None and 0 < number <= len(games):
            self._put_on_board(games[number - 1])
            return True
        self._say(self._texts("terminal.usage.games" if games else "terminal.no_games"))
        return False

    def hush(self) -> None:
        """Mark the page and the position as told, since they have been told in another way."""
        self.has_hushed = True
        self._take_page_as_told()

    def _take_page_as_told(self) -> None:
        if shows_page(self._state):
            self._page.news(self._state)
            self._told = page_of(self._state)

    def move_typed(self, board: Board, text: str) -> Move | None:
        """Return the legal move that a player means by a text, or None."""
        try:
            return parse_typed(board, text, Style(self._state.settings.notation))
        except NotationError:
            return None

    def _put_on_board(self, game: OwnGame) -> None:
        before = self._state.document.id
        self._runner.send(OpenStoredGame(game.number, game.plies))
        self.settle(lambda: self._state.document.id != before or bool(self._state.toasts))

    def _tell_all(self) -> None:
        for line in self._page.lines(self._state, self._texts):
            self._say(line)
        self._told = page_of(self._state)

    def _open(self, panel: Panel | None) -> None:
        """Open a page and tell it, or begin today's exercises."""
        if panel is None:
            before = self._state
            self._runner.send(Train(TrainingRequest(ExerciseSet.TODAY)))
            self.settle(
                lambda: self._state.document is not before.document or self._state.toasts != before.toasts
            )
            return
        self.send(OpenPanel(panel))
        self._tell_all()

    def _lessons(self, words: list[str]) -> None:
        """Begin a lesson by its name, or tell the page of lessons."""
        lessons, number = load_lessons(), whole_number(words)
        if not words:
            self._list_lessons()
        elif number is not None and 0 < number <= len(lessons):
            self.send(StartLesson(lessons[number - 1].key))
        else:
            self._press_lesson(words)

    def _press_lesson(self, words: list[str]) -> None:
        """Begin the lesson with a name; tell which there are if there is no such lesson."""
        self.send(OpenPanel(Panel.LESSONS))
        control = self._page.control(" ".join(words), self._state)
        if control is None:
            self._list_lessons()
        else:
            self._carry_out(control)

    def _list_lessons(self) -> None:
        """Open the page of lessons, and list these with their progress; the rest is told only on request."""
        self.send(OpenPanel(Panel.LESSONS))
        for place, name in enumerate(self._page.named_so("lessons.", self._state), 1):
            self._say(f"{place}. {name.removesuffix(self._texts.row.comma + str(place))}")
        self._say(self._texts("terminal.lessons"))
        self._take_page_as_told()

    def _explain(self) -> None:
        """Explain the position, but no exercise or lesson; another explanation that is open is closed first."""
        if self._state.panel is None and page_of(self._state) is not None:
            self._say(self._texts("terminal.no_threats"))
            return
        if self._state.coaching.insight is not None:
            self._runner.send(ExplainPosition())
        self.send(ExplainPosition())
        self.explained()

    def explained(self) -> None:
        """Tell the explanation that is open and close it, so that it does not go on at every move."""
        if self._state.coaching.insight is not None and self._state.panel is None:
            nothing, texts = self._texts("insight.nothing"), self._page.texts(self._state)
            for text, after in zip(texts, [*texts[1:], ""], strict=True):
                if text != nothing:
                    headed = self._texts("spoken.headed", head=text, rest=nothing)
                    self._say(headed if after == nothing else text)
            self._say_check()
            self._runner.send(ExplainPosition())
            self._take_page_as_told()

    def _say_check(self) -> None:
        """Say which pieces give check, if any do; they are what threatens most."""
        shown, tell = view.snapshot(self._state), told.teller(self._state)
        if shown.check_square is None:
            return
        board = view.board_line(self._state).here.board()
        giving = attackers(shown.pieces, shown.check_square, opponent(board.turn))
        pieces = tell.listed(tell.standing(shown.pieces[square], square) for square in giving)
        self._say(tell("spoken.checked", side=tell.side(board.turn), pieces=pieces))

    def _press(self, words: list[str]) -> None:
        """Press a control of the page by its number or name."""
        control = self._control(words) if words else None
        if control is None:
            self._say(self._texts("terminal.usage.press"))
            return
        self._carry_out(control)
        self._say_pressed(control)

    def _carry_out(self, control: Node) -> None:
        """Do what a control does, and wait for what that asks for."""
        for action in self._page.press(control, self._state):
            if isinstance(action, Intent):
                self._runner.send(action)
            else:
                self._say(self._texts("terminal.window_only"))
        self.settle()

    def _press_named(self, name: str, _words: list[str]) -> None:
        """Press the button of an exercise or a lesson that a command stands for, if it is there."""
        label = self._texts(_BUTTONS[name])
        if self._page.control(label, self._state) is None:
            self._say(self._texts("terminal.no_effect", command=self._texts(f"terminal.word.{name}")))
        else:
            self._press([label])

    def goes_on(self) -> bool:
        """Go on to the next exercise, if one is offered, or say that a lesson's task is not done yet.

        Returns:
            Whether it did either.
        """
        play, learning = self._state.document.play, self._state.mode(Learning)
        if learning is not None and learning.attempt is not None and not learning.attempt.is_done:
            self._say(self._texts("terminal.task_open"))
            return True
        if play is None or not play.is_exercise or self._state.panel is not None:
            return False
        control = self._page.control(self._texts("exercise.button.next"), self._state)
        if control is None:
            return False
        self._carry_out(control)
        return True

    def _control(self, words: list[str]) -> Node | None:
        """Return a control by its name, or by its number in any script; None without one."""
        named, number = self._page.control(" ".join(words), self._state), whole_number(words)
        if named is not None or number is None:
            return named
        return self._page.control(str(number), self._state)

    def _say_pressed(self, control: Node) -> None:
        """Say which control has been pressed, and whether that has switched it on or off."""
        now = self._page.after(control, self._state)
        switched = now is not None and now.selected != control.selected
        key = ("reader.on" if now.selected else "reader.off") if now is not None and switched else ""
        said = self._texts.listed([control.name, self._texts(key)]) if key else control.name
        self._say(self._texts("terminal.pressed", name=said))

    def _fill(self, words: list[str]) -> None:
        """Write a text into a field: its number, then the text."""
        control = self._control(words[:1]) if words else None
        if control is None:
            self._say(self._texts("terminal.usage.fill"))
            return
        for action in self._page.fill(control, " ".join(words[1:])):
            if isinstance(action, Intent):
                self.send(action)
