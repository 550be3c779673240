"""The output of the text mode: moves, messages, the board, and whose turn it is."""

from __future__ import annotations

import re
import sys
from typing import Final

from xiangqi.app.session import told, view
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.selection import RefusedMove
from xiangqi.app.session.state import AppState
from xiangqi.cli.parts.text_board import CHINESE, LETTERS, WXF, draw
from xiangqi.cli.parts.text_coach import question_of_coach
from xiangqi.cli.parts.text_pages import Running, page_of
from xiangqi.cli.parts.text_position import heading, side_name, turn
from xiangqi.core.constants import RED
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.spoken.codes import without_codes
from xiangqi.spoken.questions import answer, told_move
from xiangqi.terminal import write_steering
from xiangqi.ui.parts.i18n import Texts

_MOST_AT_ONCE: Final = 2  # moves told one after the other; of more, only the last
_SIGNS: Final = {Style.CHINESE: CHINESE, Style.CHINESE_TRADITIONAL: CHINESE, Style.WXF: WXF}
_POINTS: Final = re.compile(r" \([a-i][0-9][a-i][0-9]\)")
"""The points of a move that is told in another notation, which those who hear it can do without."""

_IN_TERMINAL: Final = {
    "toast.not_at_the_end": "terminal.not_at_the_end",
    "toast.reviewed": "terminal.reviewed",
    "toast.browsing": "terminal.browsing",
    "toast.journal_kept": "terminal.game_kept",
    "toast.game_is_over": "terminal.game_is_over",
    "toast.game_is_paused": "terminal.paused",
}
"""Other wordings for messages that name keys and buttons of the window."""


class TextOutput:
    """Prints the news of a session, drawn or in words.

    Attributes:
        texts: the texts of the language.
        in_words: whether everything is put into words instead of drawing the board.
        has_answered: whether something has been printed since this was last set to False.
        has_moved: whether a move has been told since this was last set to False.
        toasts: the messages that have been printed, each with the time until which the window shows it.
    """

    def __init__(self, runner: Running, texts: Texts, *, in_words: bool) -> None:
        self.in_words = in_words
        self.has_answered = True
        self.has_moved = False
        self.toasts: set[tuple[Message, float]] = set()
        self._runner = runner
        self.texts = texts
        self._skipped = False  # whether moves were made that have not been told
        self._refusal: RefusedMove | None = None  # already printed
        self._picture: tuple[object, ...] = ()  # the state of the board when it was last printed
        self._line = Line("")  # printed already
        self._document: int | None = None  # that of this line
        self._introduced: int | None = None  # the document of the game whose players have been told

    @property
    def _state(self) -> AppState:
        return self._runner.state

    def say_as_is(self, *parts: object) -> None:
        """Print texts that must not be changed: input to type, positions, the drawn board."""
        self.has_answered = True
        print(*parts, flush=True)

    def say(self, line: str) -> None:
        """Print a line; in words, moves that are written as codes are replaced by words."""
        self.say_as_is(
            without_codes(told.teller(self._state), _POINTS.sub("", line)) if self.in_words else line
        )

    def say_lines(self, lines: list[str]) -> None:
        """Print lines, each as `say` does."""
        for line in lines:
            self.say(line)

    def tell_events(self) -> None:
        """Print new moves and toasts."""
        state = self._state
        shown = view.line(state)
        printed = len(self._line.moves)
        if state.document.play is not None and shown.here.upto(printed) == self._line:
            if self.in_words and shown.ply - printed > self._most_moves():
                self._skipped = True  # the last one is told with whose turn it is
            else:
                self.say_moves(printed, shown.ply)
        elif self._is_taken_back():
            moves = told.line_in_words(state, shown.here, self._line.moves[shown.ply :])
            self.say(self.texts("terminal.taken_back", moves=moves))
        self._line, self._document = shown.here, state.document.id
        for toast in state.toasts:
            if (toast.message, toast.until) not in self.toasts:
                self.toasts.add((toast.message, toast.until))
                self.say(self._say(toast.message))
        refusal = state.selection.refusal
        if refusal is not None and refusal is not self._refusal:
            self.say_as_is(told.refused(state, refusal))
        self._refusal = refusal

    def _most_moves(self) -> int:
        """Return the most new moves to tell one by one: none for a game that comes back."""
        document = self._state.document.id
        return _MOST_AT_ONCE if document == self._document else int(document != self._introduced)

    def _is_taken_back(self) -> bool:
        """Return whether the last printed moves have been taken back in the game on the board."""
        document, shown = self._state.document, view.line(self._state)
        is_same_game = type(document.play) is GameInProgress and document.id == self._document
        return is_same_game and self._line != shown.whole == self._line.upto(len(shown.whole.moves))

    def _say(self, message: Message) -> str:
        """Return the text of a message; one about keys or buttons of the window has another wording here."""
        key = _IN_TERMINAL.get(message.key)
        return self.texts(key) if key is not None else self.texts.say(message)

    def say_moves(self, start: int, end: int) -> None:
        """Print the moves of the shown line from one ply to another."""
        whole = view.line(self._state).whole
        for entry in view.move_entries(self._state)[start:end]:
            if self.in_words:
                self.say_as_is(told_move(told.teller(self._state), whole.upto(entry.ply)))
                self.has_moved = True
                continue
            number = f"{entry.number}." if entry.side == RED else f"{entry.number}…"
            self.say_as_is(
                f"{number} {side_name(self.texts, entry.side)}: {entry.text} ({whole.moves[entry.ply - 1]})"
            )

    def say_board(self) -> None:
        """Print the board with the lines about it; in words, the places of all pieces."""
        if self.in_words:
            self.say_lines(answer(told.teller(self._state), told.situation(self._state), "p") or [])
            self.say_lines([*heading(self._state, self.texts), *self.turn()])
            return
        state = self._state
        position = view.snapshot(state)
        last = view.last_move(state)
        marked = (last.from_square, last.to_square) if last is not None else ()
        self.say_as_is()
        board = draw(
            position.pieces,
            flipped=state.flipped,
            marked=marked,
            checked=position.check_square,
            coloured=sys.stdout.isatty(),
            signs=_SIGNS.get(Style(state.settings.notation), LETTERS),
        )
        write_steering(sys.stdout, f"{board}\n")
        self.say_as_is()
        self.say_lines([*heading(self._state, self.texts), *self.turn()])

    def turn(self) -> list[str]:
        """Return lines on how to answer the coach if it asks about a move, otherwise on whose turn it is."""
        asked = question_of_coach(self._state, self.texts)
        return asked or turn(self._state, self.texts, in_words=self.in_words)

    def whereabouts(self) -> list[str]:
        """Return lines with the last move and whose turn it is, for a position not just reached by a move."""
        here = view.line(self._state).here
        last = (
            [self.texts("terminal.last_move", move=told_move(told.teller(self._state), here))]
            if here.moves
            else []
        )
        more = [self.texts("terminal.moves_before")] if self._skipped else []
        self._skipped = False
        return [*last, *self.turn(), *more]

    def _players(self) -> list[str]:
        """Return a line that names the players, if a new game has come onto the board; otherwise []."""
        document = self._state.document
        play = document.play
        if type(play) is not GameInProgress or document.id == self._introduced:
            return []
        self._introduced = document.id
        return [told.players(self._state, play.setup)]

    def tell_position(self) -> None:
        """Print the board or, in words, what is new about the position, if it has changed."""
        picture = self._pictured()
        if picture == self._picture:
            return
        self._picture = picture
        if self.in_words:
            self.say_lines(self._news_of_position())
        else:
            self.say_board()

    def _news_of_position(self) -> list[str]:
        """Return the lines about a new position on the board, besides the moves that have been told."""
        players = self._players()
        told_already = self.has_moved or page_of(self._state) is not None
        is_asked = bool(question_of_coach(self._state, self.texts))  # which is told by itself
        after = self.whereabouts() if not told_already else self.turn() if players and not is_asked else []
        return [*players, *heading(self._state, self.texts), *after]

    def _pictured(self) -> tuple[object, ...]:
        """Return a key of what the board shows, which changes whenever there is something new to print."""
        state = self._state
        which = state.document.collection.index if state.document.collection is not None else None
        paused = view.status(state) is view.Status.PAUSED
        new = state.document.id if type(state.document.play) is GameInProgress else None
        return view.line(state).here, state.flipped, state.play.end, which, paused, new

    def take_as_told(self) -> None:
        """Mark the position on the board as told."""
        self._line, self._document = view.line(self._state).here, self._state.document.id
        self._picture = self._pictured()

    def tell_again(self) -> None:
        """Make the next `tell_position` tell the position on the board as if it were new."""
        self._picture = ()
