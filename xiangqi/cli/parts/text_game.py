"""The game in a terminal: the same session as in the window, shown as text and controlled by typed lines.

It also works with lines from a pipe: each one is answered before the next is read. In words, nothing is drawn:
every move and every answer is a line that a screen reader can read.
"""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame, setup_from
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.state import Learning
from xiangqi.app.records.browse import ContinueFromHere, GoFirst, GoLast, GoTo
from xiangqi.app.records.loading import ChooseGame, CloseRecord, OpenFile
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.runner import Runner
from xiangqi.app.session import told, view
from xiangqi.app.session.intents import Hint, Quit
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import Flip
from xiangqi.app.session.positions import full_moves, move_text
from xiangqi.app.session.selection import RefusedMove
from xiangqi.app.session.state import AppState, Question
from xiangqi.app.session.strength import HIGHEST, LOWEST
from xiangqi.app.session.told_misses import why_no_move
from xiangqi.app.start import first_intents
from xiangqi.app.start_options import Options
from xiangqi.app.update import Answer
from xiangqi.board import START_FEN, Board, Move
from xiangqi.cli.parts.text_board import CHINESE, LETTERS, WXF, draw
from xiangqi.cli.parts.text_coach import answer_to_coach, question_of_coach
from xiangqi.cli.parts.text_help import ALL, command_named, explained, listed
from xiangqi.cli.parts.text_pages import Pages, page_of, shows_page
from xiangqi.cli.parts.text_position import heading, side_name, turn
from xiangqi.cli.parts.text_review import Reviews
from xiangqi.cli.parts.typed_words import LEVEL_WORDS, side_typed, whole_number
from xiangqi.core.constants import RED
from xiangqi.disk import written_path
from xiangqi.i18n.languages import language_named
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.spoken.codes import without_codes
from xiangqi.spoken.named import named_pieces
from xiangqi.spoken.questions import answer, told_move
from xiangqi.storage.settings import Settings, glance_at_settings, with_values
from xiangqi.terminal import write_steering
from xiangqi.ui.parts.i18n import Texts

_TICK_S: Final = 0.01
_MOST_AT_ONCE: Final = 2  # moves told one after the other; of more, only the last
_SIGNS: Final = {Style.CHINESE: CHINESE, Style.CHINESE_TRADITIONAL: CHINESE, Style.WXF: WXF}
_POINTS: Final = re.compile(r" \([a-i][0-9][a-i][0-9]\)")
"""The points of a move that is told in another notation, which those who hear it can do without."""

_QUOTES: Final = ('""', "''", "“”", "「」", "《》")
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
    "resume": AnswerResume(yes=True),
    "quit": Quit(),
}
_IN_TERMINAL: Final = {
    "toast.not_at_the_end": "terminal.not_at_the_end",
    "toast.reviewed": "terminal.reviewed",
}
"""Other wordings for messages that name keys and buttons of the window."""

_SHORT: Final = {"u": "undo", "n": "next", "b": "back", "q": "quit", "exit": "quit", "?": "help"} | {
    "帮助": "help",
    "幫助": "help",
    "棋盘": "board",
    "棋盤": "board",
    "悔棋": "undo",
    "退出": "quit",
}


def run(options: Options, *, words: bool = False) -> int:
    """Play in the terminal until the player quits or the input ends.

    Args:
        options: what the command line asks for.
        words: whether to say everything in words and draw no board.

    Raises:
        XiangqiError: the file or position of the options cannot be read.
    """
    first_intents(options, Settings())  # report errors before anything is started
    row = language_named(options.language or glance_at_settings().language)
    if options.notation is None and not row.reads_characters:
        options = replace(options, notation=row.heard_notation if words else row.typed_notation)
    if isinstance(sys.stdin, io.TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    silent_coach = {"coach_interrupts": ""}  # the terminal cannot show comments before the reply
    with Runner(for_this_run=options.for_this_run | silent_coach) as runner:
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


class TextGame:
    """A text dialogue with the player: prints the session's changes and sends it the typed commands."""

    def __init__(self, runner: Runner, read_line: Callable[[], str | None], *, words: bool = False) -> None:
        """Prepare a dialogue.

        Args:
            runner: the session, which the dialogue advances.
            read_line: returns the next typed line, None at the end.
            words: whether to say everything in words and draw no board.
        """
        self._words = words
        self._moved = False  # whether a move has been told since the last line was typed
        self._skipped = False  # whether moves have been made that are not told
        self._answered = True  # whether something has been printed since the last line was typed
        self._runner = runner
        self._read_line = read_line
        language = runner.state.settings.language
        self._texts = Texts(language)
        self._printed_toasts: set[tuple[Message, float]] = set()
        self._refusal: RefusedMove | None = None  # already printed
        self._picture: tuple[object, ...] = ()  # the state of the board when it was last printed
        self._line = Line("")  # printed already
        self._pages = Pages(runner, self._texts, self._tell_line)
        self._reviews = Reviews(runner, self._texts, self._tell_line, self._pages)
        self._introduced: int | None = None  # the document of the game whose players have been told
        self._ended: int | None = None  # the document of the game whose end has been told
        self._typed = ""  # the line that is obeyed
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "help": self._help,
            "hint": self._hint,
            "new": self._new,
            "moves": self._moves,
            "fen": lambda _: self._print(view.snapshot(self._state).fen),
            "board": lambda _: self._print_board(),
            "words": self._change_words,
            "where": lambda _: self._print_lines([*heading(self._state, self._texts), *self._whereabouts()]),
            **self._pages.commands,
            **self._reviews.commands,
            "leave": self._leave_page,
            "save": self._save,
            "open": self._open,
            "goto": self._go_to,
            "game": self._choose_game,
        }

    def _print(self, *parts: object) -> None:
        """Print what is to be read as it is: what can be typed, positions, the drawing."""
        self._answered = True
        print(*parts, flush=True)

    def _tell_line(self, line: str) -> None:
        """Print a line; in words, moves in it that are written as codes become words."""
        self._print(without_codes(told.teller(self._state), _POINTS.sub("", line)) if self._words else line)

    @property
    def _state(self) -> AppState:
        return self._runner.state

    def begin(self, options: Options) -> None:
        """Print a greeting, and carry out what the command line requests.

        Raises:
            FenError: the file or position cannot be read.
        """
        welcome = self._texts(
            "terminal.welcome_words" if self._words else "terminal.welcome", move=self._example()
        )
        self._print(welcome)
        if self._state.resume is not None:
            self._print(self._texts("terminal.resume", count=full_moves(len(self._state.resume.play.moves))))
            if self._words:
                self._print(self._texts("terminal.or_new"))
        for intent in first_intents(options, self._state.settings):
            self._runner.send(intent)

    def loop(self) -> None:
        """Run the dialogue until the session ends."""
        while not self._state.quitting:
            self._wait()
            if self._words and self._state.play.is_exercise:
                self._pages.settle()  # the answer is judged
                self._tell()
                self._pages.say_refutation()
            self._show()
            line = self._read_line()
            self._runner.step(time.monotonic())  # the clock has run while the player was thinking
            if line is None:
                self._leave()
            elif line.strip():
                self._obey(line.strip())
        kept = all(message.key != "toast.journal_unwritable" for message, _ in self._printed_toasts)
        if self._state.play.is_unfinished and kept:
            self._print(self._texts("terminal.left"))

    def _leave(self) -> None:
        """End the session although nobody can answer any more."""
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
                self._tell()
            if busy := busy or self._is_busy():
                time.sleep(_TICK_S)

    def _is_busy(self) -> bool:
        state = self._state
        asking = state.coaching.interruption  # the coach examines a move before the computer answers it
        examined = asking is not None and asking.offer is None
        works = state.search is not None or state.loading is not None or examined
        return (state.question is None and works) or self._runner.is_writing

    # ---- Output ----

    def _tell(self) -> None:
        """Print new moves and toasts."""
        state = self._state
        shown = view.line(state)
        printed = len(self._line.moves)
        if state.document.play is not None and shown.here.upto(printed) == self._line:
            if self._words and shown.ply - printed > _MOST_AT_ONCE:
                self._skipped = True  # the last one is told with whose turn it is
            else:
                self._print_moves(printed, shown.ply)
        self._line = shown.here
        for toast in state.toasts:
            if (toast.message, toast.until) not in self._printed_toasts:
                self._printed_toasts.add((toast.message, toast.until))
                self._tell_line(self._say(toast.message))
        refusal = state.selection.refusal
        if refusal is not None and refusal is not self._refusal:
            self._print(told.refused(state, refusal))
        self._refusal = refusal

    def _say(self, message: Message) -> str:
        """Return the text of a message; keys and buttons of the window are replaced with commands."""
        key = _IN_TERMINAL.get(message.key)
        return self._texts(key) if key is not None else self._texts.say(message)

    def _print_moves(self, start: int, end: int) -> None:
        """Print the moves of the shown line from one ply to another."""
        whole = view.line(self._state).whole
        for entry in view.move_entries(self._state)[start:end]:
            if self._words:
                self._print(told_move(told.teller(self._state), whole.upto(entry.ply)))
                self._moved = True
                continue
            number = f"{entry.number}." if entry.side == RED else f"{entry.number}…"
            self._print(
                f"{number} {side_name(self._texts, entry.side)}: {entry.text} ({whole.moves[entry.ply - 1]})"
            )

    def _moves(self, words: list[str]) -> None:
        """Print the moves of the line: all, the last rounds, or those that a piece can make."""
        count = len(view.line(self._state).moves)
        if words:
            number = whole_number(words)
            if number is not None:
                self._print_moves(max(0, count - 2 * number), count)
                return
            told_targets = answer(told.teller(self._state), told.situation(self._state), f"m {' '.join(words)}")
            self._print_lines(told_targets or [])
            return
        self._print_moves(0, count)
        if not count:
            self._print(self._texts("spoken.no_last"))

    def _show(self) -> None:
        """Print the board if it has changed, and the open question; leave no typed line unanswered."""
        state = self._state
        picture = self._pictured()
        if picture != self._picture:
            self._picture = picture
            if self._words:
                self._print_lines(self._news_of_position())
            else:
                self._print_board()
        if self._words:
            self._say_end()
            self._pages.tell_news()
            self._pages.tell_coach()
        if state.question is not None:
            asked = self._texts.say(state.question.message)
            self._tell_line(f"{asked} {self._texts('terminal.yes_no')}")
        elif not self._answered and state.panel is not None:
            self._print(self._texts("terminal.page_open"))
        elif not self._answered and self._words and shows_page(state):
            self._pages.tell_texts()
        elif not self._answered:
            self._print_lines([*heading(self._state, self._texts), *self._turn()])
        sys.stdout.flush()

    def _say_end(self) -> None:
        """Say what a game that has just ended has led to, once."""
        document = self._state.document
        play = document.play
        if type(play) is GameInProgress and play.end is not None and document.id != self._ended:
            self._ended = document.id
            if play.moves:
                self._pages.tell_end()

    def _pictured(self) -> tuple[object, ...]:
        """Return the contents of the board, for telling whether it has changed."""
        state = self._state
        which = state.document.collection.index if state.document.collection is not None else None
        paused = view.status(state) is view.Status.PAUSED
        return view.line(state).here, state.flipped, state.play.end, which, paused

    def _news_of_position(self) -> list[str]:
        """Return what is to be said of a new position on the board, besides the moves that have been told."""
        players = self._players()
        told_already = self._moved or page_of(self._state) is not None
        after = self._whereabouts() if not told_already else self._turn() if players else []
        return [*players, *heading(self._state, self._texts), *after]

    def _take_as_told(self) -> None:
        """Mark the position on the board as told."""
        self._line, self._picture = view.line(self._state).here, self._pictured()
        self._pages.has_hushed = False

    def _whereabouts(self) -> list[str]:
        """Return the last move and whose turn it is, for a position that no move has just led to."""
        here = view.line(self._state).here
        last = (
            [self._texts("terminal.last_move", move=told_move(told.teller(self._state), here))]
            if here.moves
            else []
        )
        more = [self._texts("terminal.moves_before")] if self._skipped else []
        self._skipped = False
        return [*last, *self._turn(), *more]

    def _print_lines(self, lines: list[str]) -> None:
        for line in lines:
            self._tell_line(line)

    def _print_board(self) -> None:
        """Print the board with the lines about it; in words, the places of all pieces."""
        if self._words:
            self._print_lines(answer(told.teller(self._state), told.situation(self._state), "p") or [])
            self._print_lines([*heading(self._state, self._texts), *self._turn()])
            return
        state = self._state
        position = view.snapshot(state)
        last = view.last_move(state)
        marked = (last.from_square, last.to_square) if last is not None else ()
        self._print()
        board = draw(
            position.pieces,
            flipped=state.flipped,
            marked=marked,
            checked=position.check_square,
            coloured=sys.stdout.isatty(),
            signs=_SIGNS.get(Style(state.settings.notation), LETTERS),
        )
        write_steering(sys.stdout, f"{board}\n")
        self._print()
        self._print_lines([*heading(self._state, self._texts), *self._turn()])

    def _turn(self) -> list[str]:
        """Return how to answer the coach if it asks about a move, or else who is to move."""
        asked = question_of_coach(self._state, self._texts) if self._words else []
        return asked or turn(self._state, self._texts, in_words=self._words)

    def _players(self) -> list[str]:
        """Return who plays, if a game has come onto the board whose players have not been told."""
        document = self._state.document
        play = document.play
        if type(play) is not GameInProgress or document.id == self._introduced:
            return []
        self._introduced = document.id
        return [told.players(self._state, play.setup)]

    # ---- Input ----

    def _obey(self, line: str) -> None:
        """Execute a typed line; while a question is open, only a yes, a no or the end is one."""
        self._answered = self._moved = False
        self._typed = line
        question = self._state.question
        if question is not None:
            self._answer(question, line.lower())
            return
        self._carry_out(line)
        if self._pages.has_hushed:
            self._take_as_told()

    def _carry_out(self, line: str) -> None:
        """Execute a command, answer a question, or play a move."""
        if (intent := answer_to_coach(self._state, self._texts, line)) is not None:
            self._runner.send(intent)
            return
        line = command_named(self._texts, line)
        word, *rest = line.split()
        name = _SHORT.get(word.lower(), word.lower())
        if name in self._commands:
            self._commands[name](rest)
        elif name in _INTENTS:
            self._runner.send(_INTENTS[name])
        elif self._pages.go_on(line):
            pass
        elif (answers := answer(told.teller(self._state), told.situation(self._state), line)) is not None:
            self._print_lines(answers)
        elif self._state.mode(Learning) is not None:
            self._print(self._texts("terminal.usage.lesson"))
        elif self._words and not rest and word.isascii() and word.isalpha() and not self._is_move(word):
            self._print_lines(self._of_piece(word) or [self._texts("terminal.not_understood", word=word)])
        elif self._words and (asked := question_of_coach(self._state, self._texts)):
            self._print_lines(asked)
        elif self._words and (why := why_no_move(self._state, line)):
            self._print_lines(why)
        elif not self._reviews.judges(line):
            self._runner.send(PlayText(line))

    def _of_piece(self, word: str) -> list[str]:
        """Return where the pieces of a name can go, nothing if a word names none."""
        if named_pieces(self._texts.row).get(word, (0, 0))[1] == 0:
            return []
        return answer(told.teller(self._state), told.situation(self._state), f"m {word}") or []

    def _is_move(self, text: str) -> bool:
        return self._pages.move_typed(view.board_line(self._state).here.board(), text) is not None

    def _answer(self, question: Question, line: str) -> None:
        """Answer a question with yes or no; the word to quit only closes it, any other line leaves it open."""
        yes, no = line in _YES, line in _NO
        if not (yes or no or _SHORT.get(line, line) in ("quit", "leave")):
            self._print(self._texts("terminal.answer_first"))
            return
        self._runner.send(Answer(no if question.unsaved else yes))  # a yes to saving discards nothing
        if yes and question.unsaved:
            self._print(self._texts("terminal.save_first"))
        elif yes:
            self._reviews.go_on()
            if self._words:
                self._pages.settle()  # what has been asked for is answered
                self._pages.explained()
                self._say_hint()

    def _leave_page(self, _words: list[str]) -> None:
        """Close what is open: a moment of a review, or else what the pages have open."""
        if not self._reviews.leave():
            self._pages.leave()
        if self._state.question is None and page_of(self._state) is None:
            self._picture = ()  # says where the player is again

    def _change_words(self, _words: list[str]) -> None:
        """Turn from the drawn board to words, or back."""
        self._words = not self._words
        self._print(self._texts("terminal.words" if self._words else "terminal.drawn"))
        if not self._words:
            self._print_board()

    def _help(self, words: list[str]) -> None:
        """Tell the commands: in words their names by topic, and about one of them what it does."""
        asked = " ".join(words).casefold()
        if self._words:
            lines = (
                explained(self._texts, asked, self._example())
                if asked
                else listed(self._texts, self._example())
            )
        else:
            lines = explained(self._texts, asked or ALL[0])
        for line in lines or [self._texts("terminal.help_more")]:
            self._print(line)

    def _example(self) -> str:
        """Return a move as it is told."""
        points = Style(self._state.settings.notation) is Style.ICCS
        return told.teller(self._state).move(Board(), Move.from_iccs("h2e2"), points=points)

    def _hint(self, _words: list[str]) -> None:
        self._runner.send(Hint(at_once=True))
        self._wait()
        self._say_hint()

    def _say_hint(self) -> None:
        """Say the move that the engine suggests, if it has been asked for one."""
        state = self._state
        if state.selection.hint is not None:
            hint, here = state.selection.hint, view.line(state).here
            if self._words:
                move = told.teller(state).move(here.board(), hint)
                self._print(self._texts("terminal.hint_words", move=move))
                self._pages.hush()
                return
            text = move_text(here, hint, Style(state.settings.notation))
            self._print(self._texts("terminal.hint", move=text, iccs=hint.iccs))

    def _new(self, words: list[str]) -> None:
        """Start a new game: ``new [SIDE] [LEVEL] [fen FEN]``; omitted parts are as in the last game."""
        given: dict[str, object] = {}
        fen = START_FEN
        for index, word in enumerate(words):
            if (side := side_typed(word)) is not None:
                given["side"] = side
            elif (level := whole_number([word])) is not None and LOWEST <= level <= HIGHEST:
                given["level"] = level
            elif word in LEVEL_WORDS:
                continue
            elif word == "fen":
                fen = " ".join(words[index + 1 :])
                break
            else:
                self._print(self._texts("terminal.usage.new", low=LOWEST, high=HIGHEST))
                return
        setup = setup_from(with_values(self._state.settings, given))
        self._runner.send(NewGame(replace(setup, start_fen=fen)))

    def _save(self, words: list[str]) -> None:
        if not words:
            self._print(self._texts("terminal.usage.file", command="save"))
            return
        self._runner.send(SaveFile(written_path(self._name_typed())))

    def _open(self, words: list[str]) -> None:
        if not words:
            self._print(self._texts("terminal.usage.file", command="open"))
            return
        self._runner.send(OpenFile(written_path(self._name_typed())))

    def _name_typed(self) -> str:
        """Return the name of a file after a command, as it was typed but without quotation marks around it."""
        name = self._typed.split(maxsplit=1)[1]
        return name[1:-1] if len(name) > len(_QUOTES[0]) and (name[0] + name[-1]) in _QUOTES else name

    def _go_to(self, words: list[str]) -> None:
        self._with_number(words, "goto", GoTo)

    def _choose_game(self, words: list[str]) -> None:
        self._with_number(words, "game", lambda number: ChooseGame(number - 1))

    def _with_number(self, words: list[str], command: str, intent: Callable[[int], Intent]) -> None:
        number = whole_number(words)
        if number is not None:
            self._runner.send(intent(number))
        else:
            self._print(self._texts(f"terminal.usage.{command}"))
