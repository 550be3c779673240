"""The game in a terminal: the same session as in the window, shown as text and controlled by typed lines.

It also works with lines from a pipe: each one is answered before the next is read. In words, nothing is drawn:
every move and every answer is a line that a screen reader can read.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.coach import coached
from xiangqi.app.coach.teaching import SeeWhy
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.state import Learning
from xiangqi.app.records.browse import ContinueFromHere, GoFirst, GoLast
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.runner import Runner
from xiangqi.app.session import told, view
from xiangqi.app.session.intents import Hint, Quit
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import Flip
from xiangqi.app.session.positions import full_moves, move_text
from xiangqi.app.session.state import AppState, Question
from xiangqi.app.session.told_misses import as_points, why_no_move
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.start import first_intents
from xiangqi.app.start_options import Options
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.cli.parts.text_advice import Advice
from xiangqi.cli.parts.text_coach import (
    answer_to_coach,
    command_of_answer,
    is_answer,
    question_of_coach,
    strictness,
    strictness_choices,
    strictness_typed,
)
from xiangqi.cli.parts.text_games import RecordedGames
from xiangqi.cli.parts.text_help import ALL, command_named, explained, listed
from xiangqi.cli.parts.text_output import TextOutput
from xiangqi.cli.parts.text_pages import Pages, page_of
from xiangqi.cli.parts.text_position import heading, waits_for_new
from xiangqi.cli.parts.text_records import Records
from xiangqi.cli.parts.text_review import Reviews
from xiangqi.cli.parts.text_tasks import Tasks
from xiangqi.cli.parts.typed_words import whole_number
from xiangqi.i18n.languages import language_named
from xiangqi.notation import Style, meant_move
from xiangqi.spoken.named import named_lines, named_pieces, named_point
from xiangqi.spoken.questions import answer
from xiangqi.storage.settings import Settings, glance_at_settings
from xiangqi.ui.parts.i18n import Texts

_TICK_S: Final = 0.01
_GOING: Final = ("first", "last")
"""The commands that also say where one is if one is there already."""

_ASKED_MEANWHILE: Final = ("where", "help", "moves")
"""The commands that are obeyed while a question is open, since they change nothing."""

_YES: Final = ("y", "yes", "是", "是的", "好", "好的", "对", "對", "要", "có", "co", "vâng", "ừ", "đồng ý")
_NO: Final = ("n", "no", "否", "不", "不是", "不要", "不用", "không", "khong", "thôi")

_INTENTS: Final[dict[str, Intent]] = {
    "undo": TakeBack(),
    "redo": Redo(),
    "flip": Flip(),
    "pause": PauseGame(),
    "resign": Resign(),
    "draw": OfferDraw(),
    "first": GoFirst(),
    "last": GoLast(),
    "continue": ContinueFromHere(),
    "close": CloseRecord(),
    "quit": Quit(),
}


def run(options: Options, *, words: bool = False) -> int:
    """Play in the terminal until the player quits or the input ends.

    Args:
        options: what the command line asks for.
        words: whether to put everything into words instead of drawing the board.

    Raises:
        XiangqiError: the file or position of the options cannot be read.
    """
    first_intents(options, Settings())  # report errors before anything is started
    row = language_named(options.language or glance_at_settings().language)
    if options.notation is None and not row.reads_characters:
        options = replace(options, notation=row.heard_notation if words else row.typed_notation)
    if isinstance(sys.stdin, io.TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    with Runner(for_this_run=options.for_this_run) as runner:
        game = TextGame(runner, _read_line, words=words)
        game.begin(options)
        game.loop()
    return 0


def _read_line() -> str | None:
    """Return the next line that the player types, None at the end of the input."""
    if sys.stdin.isatty():
        try:
            return input("> ")
        except EOFError:
            return None
    line = sys.stdin.readline()
    if line:
        print(f"> {line.rstrip()}")  # so that the output reads as a dialogue
    return line or None


def _has_number(line: str) -> bool:
    """Return whether a line has a digit in any script, as every move has."""
    return any(one.isdigit() or whole_number([one]) is not None for one in line)


class TextGame:
    """A text dialogue with the player: prints the session's changes and sends it the typed commands."""

    def __init__(self, runner: Runner, read_line: Callable[[], str | None], *, words: bool = False) -> None:
        """Prepare a dialogue.

        Args:
            runner: the session, which the dialogue advances.
            read_line: returns the next typed line, None at the end.
            words: whether to put everything into words instead of drawing the board.
        """
        self._runner = runner
        self._read_line = read_line
        language = runner.state.settings.language
        self._texts = Texts(language)
        self._out = TextOutput(runner, self._texts, in_words=words)
        self._pages = Pages(runner, self._texts, self._out.say)
        self._advice, self._tasks = Advice(self._pages), Tasks(self._pages)
        self._games = RecordedGames(self._pages)
        self._reviews = Reviews(self._pages, self._games, self._tasks)
        self._wants_hint = False  # whether a whole hint is to be told after a question
        self._ended: int | None = None  # the document of the game whose end has been told
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "help": self._help,
            "hint": self._hint,
            "why": self._why,
            "coach": self._coach,
            "moves": self._moves,
            "fen": lambda _: self._out.say_as_is(view.snapshot(self._state).fen),
            "board": lambda _: self._out.say_board(),
            "words": self._change_words,
            "where": lambda _: self._out.say_lines(
                [
                    *self._reviews.whereabouts(),
                    *heading(self._state, self._texts),
                    *self._out.whereabouts(),
                ]
            ),
            **self._pages.commands,
            **self._advice.commands,
            **self._tasks.commands,
            **self._games.commands,
            **Records(self._pages).commands,
            **self._reviews.commands,
            "leave": self._leave_page,
            "resume": lambda _: self._resume(),
        }

    @property
    def _state(self) -> AppState:
        return self._runner.state

    def begin(self, options: Options) -> None:
        """Print a greeting, and carry out what the command line requests.

        Raises:
            FenError: the file or position cannot be read.
        """
        welcome = self._texts(
            "terminal.welcome_words" if self._out.in_words else "terminal.welcome", move=self._example()
        )
        self._out.say_as_is(welcome)
        if self._state.resume is not None:
            self._out.say_as_is(
                self._texts("terminal.resume", count=full_moves(len(self._state.resume.play.moves)))
            )
        for intent in first_intents(options, self._state.settings):
            self._runner.send(intent)
        if self._state.resume is not None and self._out.in_words and not waits_for_new(self._state):
            self._out.say_as_is(self._texts("terminal.or_new"))

    def loop(self) -> None:
        """Run the dialogue until the session ends."""
        while not self._state.quitting:
            self._wait()
            if self._out.in_words and self._state.play.is_exercise:
                self._pages.settle()  # the answer is judged
                self._out.tell_events()
                self._tasks.say_refutation()
            self._show()
            line = self._read_line()
            self._runner.step(time.monotonic())  # the clock has run while the player was thinking
            if line is None:
                self._leave()
            elif line.strip():
                self._obey(line.strip())
        kept = all(message.key != "toast.journal_unwritable" for message, _ in self._out.toasts)
        if self._state.play.is_unfinished and kept:
            self._out.say_as_is(self._texts("terminal.left"))

    def _leave(self) -> None:
        """End the session, answering yes to every question, since nobody can answer any more."""
        self._runner.send(Quit())
        while self._state.question is not None:
            self._runner.send(Answer(True))

    # ---- Waiting ----

    def _wait(self) -> None:
        """Advance the session until it is the player's turn to act and every move is stored."""
        busy = True
        while busy:
            busy = self._is_busy()  # checked before the step, which then collects all results
            self._runner.step(time.monotonic())
            self._runner.take_view_effects()
            if self._runner.await_journal():
                self._out.tell_events()
            if busy := busy or self._is_busy():
                time.sleep(_TICK_S)

    def _is_busy(self) -> bool:
        state = self._state
        asking = state.coaching.interruption  # the coach examines a move before the computer answers it
        examined = asking is not None and asking.offer is None
        works = state.search is not None or state.loading is not None or examined
        return (state.question is None and works) or self._runner.is_writing

    # ---- Output ----

    def _moves(self, words: list[str]) -> None:
        """Print the moves of the line: all, the last rounds, or those that a piece can make."""
        count = len(view.line(self._state).moves)
        if words:
            number = whole_number(words)
            if number is None:
                self._out.say_lines(self._ask(f"m {' '.join(words)}"))
                return
            self._out.say_moves(max(0, count - 2 * number), count)
        else:
            self._out.say_moves(0, count)
        if not count:
            self._out.say_as_is(self._texts("spoken.no_last"))

    def _show(self) -> None:
        """Print the board if it has changed, and the open question; leave no typed line unanswered."""
        self._adopt_language()
        state = self._state
        self._out.tell_position()
        if self._out.in_words:
            self._say_end()
        self._advice.tell_coach()  # before the page's news, which may contain its question
        if self._out.in_words:
            self._pages.tell_news()
        if state.question is not None:
            asked = self._texts.say(state.question.message)
            self._out.say(f"{asked} {self._texts('terminal.yes_no')}")
        elif not self._out.has_answered and state.panel is not None:
            self._out.say_as_is(self._texts("terminal.page_open"))
        elif not self._out.has_answered and self._out.in_words and page_of(state) is not None:
            self._pages.tell_texts()
        elif not self._out.has_answered:
            self._out.say_lines([*heading(self._state, self._texts), *self._out.turn()])
        sys.stdout.flush()

    def _adopt_language(self) -> None:
        """Use the language that has been chosen in the settings, and its usual notation."""
        language, old = self._state.settings.language, self._texts.row
        if language == self._texts.language:
            return
        self._texts = Texts(language)
        for part in (self._out, self._pages):
            part.texts = self._texts
        before, now = (
            row.heard_notation if self._out.in_words else row.typed_notation for row in (old, self._texts.row)
        )
        if self._state.settings.notation == before != now:
            self._runner.send(ChangeSettings({"notation": now}))
        self._out.say_as_is(self._texts("terminal.welcome_words", move=self._example()))

    def _say_end(self) -> None:
        """When a game has just ended, say once whether it is saved and rated, and how to hear its review."""
        document = self._state.document
        play = document.play
        if type(play) is GameInProgress and play.end is not None and document.id != self._ended:
            self._ended = document.id
            if play.moves:
                self._pages.tell_end()

    # ---- Input ----

    def _obey(self, line: str) -> None:
        """Execute a typed line or, while a question is open, take it as the answer."""
        self._out.has_answered = self._out.has_moved = False
        self._pages.typed = line
        question = self._state.question
        if question is not None:
            self._answer(question, line.lower())
            return
        self._carry_out(line)
        if self._pages.has_hushed:
            self._out.take_as_told()
            self._pages.has_hushed = False
        elif self._pages.has_come_back and page_of(self._state) is None:
            self._out.tell_again()
        self._pages.has_come_back = False

    def _carry_out(self, line: str) -> None:
        """Execute a command, answer a question, or play a move."""
        if (intent := answer_to_coach(self._state, self._texts, line)) is not None:
            self._runner.send(intent)
            if isinstance(intent, SeeWhy):
                self._advice.tell_coach_again()
            else:
                self._pages.take_hint_as_told()
            return
        line = self._named(as_points(self._state, line))
        if self._does_command(line) or self._tasks.go_on(line):
            pass
        elif (answers := answer(told.teller(self._state), told.situation(self._state), line)) is not None:
            self._out.say_lines(answers)
        elif self._out.in_words and (why_not := self._why_not_played(line)):
            self._out.say_lines(why_not)
        elif (learning := self._state.mode(Learning)) is not None:
            self._out.say_lines(self._no_answer(learning))
        elif not self._reviews.judges(line):
            self._runner.send(PlayText(line))

    def _named(self, line: str) -> str:
        """Return a line with the name of its command in place of it, unless it is a move of several words."""
        if " " in line and self._is_move(line):
            return line
        return command_of_answer(self._texts, line) or command_named(self._texts, line)

    def _does_command(self, line: str) -> bool:
        """Execute a line that is a command or a number alone; return whether it is one."""
        name, *rest = line.split()
        name = name.lower()
        if is_answer(self._texts, self._pages.typed):
            self._out.say(self._texts("terminal.coach_asks_nothing"))
            return True
        if name in self._commands:
            self._commands[name](rest)
        elif name in _INTENTS:
            self._send(name)
        elif not rest and not self._is_move(line) and whole_number([name]) is not None:
            self._pages.choose(name)
        else:
            return False
        return True

    def _why_not_played(self, line: str) -> list[str]:
        """Return the answer to a line that is not a legal move in a game; none for one that may be a move."""
        if asked := self._asked_about(line):
            return asked
        learning, is_move = self._state.mode(Learning), self._is_move(line)
        if learning is not None:
            return self._no_answer(learning)
        if view.closed(self._state) is not None and _has_number(line):
            return []
        why_not = question_of_coach(self._state, self._texts) if _has_number(line) else []
        why_not = why_not or why_no_move(self._state, line)
        if why_not or is_move or self._is_meant(line):
            return why_not
        return [self._texts("terminal.not_understood", word=line), *self._reviews.ways()]

    def _send(self, name: str) -> None:
        """Carry out a one-word command; say so if it changes nothing."""
        before = self._state
        if name == "undo" and type(before.play) is GameInProgress and not before.play.moves:
            self._out.say(self._texts("toast.nothing_to_take_back"))  # before anybody is asked about the rating
            return
        if name == "pause" and waits_for_new(before):
            self._out.say(self._texts("terminal.type_new"))
            return
        self._send_named(name, _INTENTS[name])

    def _send_named(self, name: str, intent: Intent) -> None:
        """Carry out a command by sending its intent; say so if it changes nothing."""
        before = self._state
        self._runner.send(intent)
        if name in ("undo", "redo", "first", "last", "close"):
            self._pages.take_hint_as_told()  # one given earlier for the position is not asked for again
        if self._out.in_words and name not in _GOING and self._state == before:
            self._out.say(self._texts("terminal.no_effect", command=self._pages.typed))

    def _resume(self) -> None:
        """Continue the game that is offered, or the one on the board if it is paused."""
        paused = self._state.resume is None and view.status(self._state) is view.Status.PAUSED
        self._send_named("resume", PauseGame() if paused else AnswerResume(yes=True))

    def _no_answer(self, learning: Learning) -> list[str]:
        """Return the line that says that a typed text is not an answer in a lesson."""
        return [self._texts("terminal.usage.lesson" if learning.is_asked else "terminal.no_task")]

    def _asked_about(self, text: str) -> list[str]:
        """Return what is to be said of a point, a piece or a line that is typed alone; [] for other texts."""
        if named_point(text.casefold()) is not None:
            return self._ask(f"at {text}")
        if self._is_move(text):
            return []
        if named_lines(text, view.snapshot(self._state).turn) and not self._is_piece(text):
            return self._ask(f"s {text}")
        moves = self._ask(f"m {text}")
        return [] if moves == [self._texts("spoken.usage.moves")] else moves

    def _is_piece(self, word: str) -> bool:
        return named_pieces(self._texts.row).get(word, (0, 0))[1] != 0

    def _ask(self, question: str) -> list[str]:
        return answer(told.teller(self._state), told.situation(self._state), question) or []

    def _is_move(self, text: str) -> bool:
        return self._pages.move_typed(view.board_line(self._state).here.board(), text) is not None

    def _is_meant(self, text: str) -> bool:
        """Return whether a text names a move that its piece cannot make, which the session explains."""
        board, style = view.board_line(self._state).here.board(), Style(self._state.settings.notation)
        return meant_move(board, text, style) is not None

    def _answer(self, question: Question, line: str) -> None:
        """Answer a question with yes or no; "quit" and "leave" only close it, any other line leaves it open.

        Meanwhile, questions about the position are answered.
        """
        yes, no = line in _YES, line in _NO
        if not (yes or no):
            name, *rest = command_named(self._texts, line).split() or [""]
            if name not in ("quit", "leave"):
                if name in _ASKED_MEANWHILE:
                    self._commands[name](rest)
                else:
                    self._out.say_lines(self._ask(line) or [self._texts("terminal.answer_first")])
                return
            self._out.say_as_is(self._texts("terminal.question_closed"))
            if name == "quit":
                self._out.say_as_is(self._texts("terminal.quit_again"))
        wants_hint, self._wants_hint = self._wants_hint and yes, False
        self._runner.send(Answer(no if question.unsaved else yes))  # a yes to saving discards nothing
        if not yes:
            self._games.decline()
        if yes and question.unsaved:
            self._out.say_as_is(self._texts("terminal.save_first"))
        elif yes:
            self._reviews.go_on()
            if self._out.in_words:
                self._pages.settle()  # what has been asked for is answered
                self._advice.explained()
                if wants_hint:
                    self._advice.tell_hint()
            else:
                self._wait()
                self._say_hint()

    def _leave_page(self, _words: list[str]) -> None:
        """Close the moment of a review on the board or else whatever page is open."""
        if self._reviews.leave():
            self._pages.take_as_told()
        else:
            self._pages.leave()
        if self._state.question is None and page_of(self._state) is None:
            self._out.say_lines(self._reviews.whereabouts())
            self._out.tell_again()  # says where the player is again

    def _change_words(self, _words: list[str]) -> None:
        """Turn from the drawn board to words, or back."""
        self._out.in_words = not self._out.in_words
        self._out.say_as_is(self._texts("terminal.words" if self._out.in_words else "terminal.drawn"))
        if not self._out.in_words:
            self._out.say_board()

    def _help(self, words: list[str]) -> None:
        """Explain the commands that `words` name, or all commands; in words, all are only listed by topic."""
        asked = " ".join(words).casefold()
        if self._out.in_words:
            lines = (
                explained(self._texts, asked, self._example())
                if asked
                else listed(self._texts, self._example())
            )
        else:
            lines = explained(self._texts, asked or ALL[0])
        for line in lines or [self._texts("terminal.help_more")]:
            self._out.say_as_is(line)

    def _example(self) -> str:
        """Return a sample move in the form in which the player hears moves."""
        points = Style(self._state.settings.notation) is Style.ICCS
        return told.teller(self._state).move(Board(), Move.from_iccs("h2e2"), points=points)

    def _hint(self, words: list[str]) -> None:
        """Tell the move that the engine suggests; in words, with its reason; in a task, give a clue instead."""
        if asked := question_of_coach(self._state, self._texts):
            self._out.say_lines(asked)
        elif not self._out.in_words:
            self._runner.send(Hint(at_once=True))
            self._wait()
            self._say_hint()
        elif page_of(self._state) is not None:
            self._commands["clue"](words)
        else:
            self._advice.tell_hint()
            self._wants_hint = self._state.question is not None

    def _why(self, words: list[str]) -> None:
        """Tell the reason for the hint or the review's moment on the board, or why the last try was wrong."""
        if self._reviews.whereabouts():
            self._commands["moment"](words)
        elif coached.hint_at(self._state) is not None and page_of(self._state) is None:
            self._advice.tell_hint()
        elif not self._tasks.tell_why_wrong():
            self._out.say(self._texts("terminal.no_why"))

    def _coach(self, words: list[str]) -> None:
        """Say which moves the coach asks about, after changing the setting if `words` name a value."""
        if words:
            chosen = strictness_typed(self._texts, " ".join(words))
            if chosen is None:
                self._out.say(self._texts("terminal.usage.coach", choices=strictness_choices(self._texts)))
                return
            self._runner.send(ChangeSettings({"coach_interrupts": chosen}))
        self._out.say(strictness(self._state, self._texts))
        if not words:
            self._out.say(self._texts("terminal.usage.coach", choices=strictness_choices(self._texts)))

    def _say_hint(self) -> None:
        """Tell the move that the engine suggests, if the player has asked for a hint."""
        state = self._state
        if state.selection.hint is not None:
            hint, here = state.selection.hint, view.line(state).here
            text = move_text(here, hint, Style(state.settings.notation))
            self._out.say_as_is(self._texts("terminal.hint", move=text, iccs=hint.iccs))
