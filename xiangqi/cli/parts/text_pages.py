"""The pages of the text mode: tells their news and presses their controls."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from xiangqi.app.board_input.moving import ClickNothing
from xiangqi.app.coach import coached
from xiangqi.app.effect import ViewEffect
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session import analysed, told, view
from xiangqi.app.session.busy import is_busy
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.update import Cancel
from xiangqi.board import Board, Move
from xiangqi.cli.parts.typed_words import whole_number
from xiangqi.errors import NotationError
from xiangqi.lessons.lesson import load_lessons
from xiangqi.notation import Style, parse_typed
from xiangqi.spoken.questions import answer
from xiangqi.ui.parts.i18n import Texts

if TYPE_CHECKING:
    from xiangqi.ui.window.reader_tree import Node
    from xiangqi.ui.window.text_page import TextPage

_TICK_S: Final = 0.02
_MOST_OPEN: Final = 8  # things that Esc closes one after the other before the page is left
_MOST_S: Final = 600.0
"""The longest time that a review may take before the next line is read, s."""

_KEPT: Final = ("result.rating", "result.kept")
"""Parts of the card at the end of a game that are told here, after the result; the review tells the rest."""


_RAIL: Final = "rail."
"""The beginning of the keys of the controls that lead to the main pages."""

_STILL_S: Final = 15.0
"""Seconds after which whoever waits is told that the work goes on, and told again."""

_RATED_S: Final = 0.3
_ANSWERED_S: Final = 0.3
"""Seconds without an event after which an answer counts as complete: library and coach take turns."""

Say = Callable[[str], None]


def shows_page(state: AppState) -> bool:
    """Return whether the page shows more than a game and its moves."""
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
    """Return a key of the page, which is told as a whole when it is new; None for a game and its coach."""
    learning, play = state.mode(Learning), state.document.play
    if state.panel is not None:
        return state.panel
    if learning is not None:
        return learning.lesson.key, learning.place
    if play is not None and play.is_exercise:
        return state.document.id, state.document.line.start_fen
    return None


def _is_begun_again(before: Learning, after: Learning) -> bool:
    """Return whether a lesson's task in which something had been done is asked anew."""
    if before.place != after.place or before.attempt is None or after.attempt is None:
        return False
    return before.attempt != after.attempt and after.attempt.made == 0


def _is_at_work(state: AppState) -> bool:
    """Return whether results are still to come; an analysis, which has no end, does not count."""
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
    """Opens pages, tells their news and presses their controls.

    Attributes:
        runner: the session.
        texts: the texts of the language.
        say: prints a line.
        commands: the commands by name; each takes the words after it.
        typed: the command being carried out, as it was typed.
        has_come_back: whether a control has been pressed that may lead back to the game.
        has_hushed: whether page and position have been marked as told since this was last set to False.
    """

    def __init__(self, runner: Running, texts: Texts, say: Say) -> None:
        self.typed = ""
        self.has_hushed = False
        self.has_come_back = False
        self._offered: tuple[Hashable, Callable[[list[str]], None]] | None = None
        self._guided: set[str] = set()  # the kinds, exercise or lesson, that have been introduced
        self._done: Hashable = None  # the task of a lesson that was done when news were told last
        self._placed: Mapping[int, int] = {}  # the pieces of the lesson's step that were told last
        self.runner = runner
        self.texts = texts
        self.say = say
        self._told: Hashable = None  # the page that was told last; None for a game without more
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "page": lambda _: self._tell_all(),
            "press": self.press,
            "fill": self._fill,
            "settings": lambda _: self.open(Panel.SETTINGS),
        }

    @cached_property
    def page(self) -> TextPage:
        """The page that a window would show, as text."""
        from xiangqi.ui.window.text_page import TextPage  # loads pygame, which a game does not need

        return TextPage()

    @property
    def state(self) -> AppState:
        """The session's state."""
        return self.runner.state

    def tell_news(self) -> None:
        """Tell what is new on the page, if it shows more than a game."""
        if not shows_page(self.state) or self.state.question is not None:
            self._told = None if not shows_page(self.state) else self._told
            return
        before, self._told = self._told, page_of(self.state)
        if self._told is not None and self._told != before:
            self._say_lesson(before)
            self.tell_texts()
            self._say_position()
            return
        for text in self.page.news(self.state):
            self.say(text)
        self._say_done()

    def _say_done(self) -> None:
        """Say how to continue after a task of a lesson, once it is done."""
        learning, before = self.state.mode(Learning), self._done
        is_done = learning is not None and learning.attempt is not None and learning.attempt.is_done
        self._done = self._told if is_done else None
        if is_done and self._done != before:
            self.say(self.texts("terminal.next"))

    def _say_lesson(self, before: Hashable) -> None:
        """Tell the name of a lesson that has just begun."""
        learning = self.state.mode(Learning)
        if self.state.panel is None and learning is not None:
            key = learning.lesson.key
            if not (isinstance(before, tuple) and before[0] == key):
                self._placed = {}
                self.say(self.texts("terminal.lesson", name=self.texts(f"first.{key}")))
                if learning.lesson == load_lessons()[0]:
                    kind = ".chinese" if told.teller(self.state).is_chinese else ""
                    self.say(self.texts(f"terminal.guide.points{kind}"))

    def _say_position(self) -> None:
        """Say where the pieces of an exercise or a lesson stand."""
        if self.state.panel is None:
            kind = "lesson" if self.state.mode(Learning) is not None else "exercise"
            if kind not in self._guided:
                self._guided.add(kind)
                self.say(self.texts(f"terminal.guide.{kind}"))
            pieces = view.snapshot(self.state).pieces
            if kind == "lesson" and pieces == self._placed:
                return  # the board has not changed from one step to the next
            self._placed = pieces
            for text in answer(told.teller(self.state), told.situation(self.state), "p") or []:
                self.say(text)

    def tell_end(self) -> None:
        """Tell whether a game that has just ended is saved and rated, and say how to hear its review."""
        self._listen_for(_RATED_S)  # the library answers
        for text in self.page.texts_named(_KEPT, self.state):
            self.say(text)
        self.say(self.texts("terminal.ended"))
        self.take_as_told()

    def _listen_for(self, seconds: float) -> None:
        """Advance the session for some seconds, without waiting for a review in the background to end."""
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            self.runner.step(now)
            self.runner.take_view_effects()
            time.sleep(_TICK_S)

    def tell_texts(self) -> None:
        """Tell all texts of the page, without its controls."""
        for text in self.page.texts(self.state):
            self.say(text)

    # ---- Commands ----

    def offer(self, choose: Callable[[list[str]], None]) -> None:
        """Let a number typed alone choose from the list just told, as long as that is in sight."""
        self._offered = self._place(), choose

    def choose(self, number: str) -> None:
        """Do what a number typed alone means: a line of the list told last, or a control of the page."""
        place, choose = self._offered or (None, self.press)
        (choose if place == self._place() else self.press)([number])

    def _place(self) -> Hashable:
        """Return a key that identifies the page or game in sight."""
        return self.state.document.id, self.state.document.line, self.state.panel

    def send(self, intent: Intent) -> None:
        """Update the session with an intent, and wait for its results."""
        self.runner.send(intent)
        self.settle()

    def settle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Wait until engine, coach and library are done and a condition holds, or until a question is asked."""
        began = quiet = said = time.monotonic()
        while (now := time.monotonic()) - began < _MOST_S:
            self.runner.step(now)
            self.runner.take_view_effects()
            if _is_at_work(self.state) or self.runner.is_writing or not until():
                quiet = now
            if self.state.question is not None or now - quiet > _ANSWERED_S:
                return
            if now - said > _STILL_S:
                said = now
                self.say(self.texts("terminal.still_working"))
            time.sleep(_TICK_S)

    def leave(self) -> None:
        """Close the page that is open, or else whatever is on the board, and say which page this leads to.

        A refused move does not count as open.
        """
        self._close()
        if self.state.question is not None:
            return
        if page_of(self.state) is not None:
            self.say(self.texts("terminal.page_here", name=next(iter(self.page.texts(self.state)), "")))
        self.take_as_told()

    def _close(self) -> None:
        before = self.state
        self.runner.send(ClickNothing())
        if before.panel is not None:
            self.send(ClosePanel())
            return
        for _ in range(_MOST_OPEN if page_of(before) is not None else 1):  # a hint may be open before it
            self.send(Cancel())
            if self.state.question is not None or page_of(self.state) != page_of(before):
                return

    def hush(self) -> None:
        """Mark the page and the position as told, because they have been told in another way."""
        self.has_hushed = True
        self.take_as_told()

    def take_hint_as_told(self) -> None:
        """Mark a hint that is on the board again as told, unless it belongs to an open page."""
        if page_of(self.state) is None:
            self.take_as_told()

    def take_as_told(self) -> None:
        """Mark the content of the page as told, so that it is not repeated; do nothing for a mere game."""
        if shows_page(self.state):
            self.page.news(self.state)
            self._told = page_of(self.state)

    def move_typed(self, board: Board, text: str) -> Move | None:
        """Return the legal move that a player means by a text, or None."""
        try:
            return parse_typed(board, text, Style(self.state.settings.notation))
        except NotationError:
            return None

    def _tell_all(self) -> None:
        for line in self.page.lines(self.state, self.texts):
            self.say(line)
        self.offer(self.press)
        self._told = page_of(self.state)

    def open(self, panel: Panel) -> None:
        """Open a page and tell it."""
        self.send(OpenPanel(panel))
        self._tell_all()

    def press(self, words: list[str]) -> None:
        """Press a control of the page by its number or name."""
        control = self._control(words) if words else None
        if control is None:
            self.say(self.texts("terminal.usage.press"))
            return
        before = self.state.mode(Learning)
        self.carry_out(control)
        self._say_pressed(control)
        self.has_come_back = control.key.startswith(_RAIL)
        after = self.state.mode(Learning)
        if before is not None and after is not None and _is_begun_again(before, after):
            self.say(self.texts("terminal.back"))
            self._placed = {}
            self._say_position()

    def carry_out(self, control: Node) -> None:
        """Press a control, and wait for the results."""
        for action in self.page.press(control, self.state):
            if isinstance(action, Intent):
                self.runner.send(action)
            else:
                self.say(self.texts("terminal.window_only"))
        self.settle()

    def _control(self, words: list[str]) -> Node | None:
        """Return a control by its name, or by its number in any script; None without one."""
        named, number = self.page.control(" ".join(words), self.state), whole_number(words)
        if named is not None or number is None:
            return named
        return self.page.control(str(number), self.state)

    def _say_pressed(self, control: Node) -> None:
        """Say which control was pressed, and whether it is now on or off."""
        now = self.page.after(control, self.state)
        switched = now is not None and now.selected != control.selected
        key = ("reader.on" if now.selected else "reader.off") if now is not None and switched else ""
        said = self.texts.listed([control.name, self.texts(key)]) if key else control.name
        self.say(self.texts("terminal.pressed", name=said))

    def _fill(self, words: list[str]) -> None:
        """Write a text into a field: its number, then the text."""
        control = self._control(words[:1]) if words else None
        if control is None:
            self.say(self.texts("terminal.usage.fill"))
            return
        for action in self.page.fill(control, " ".join(words[1:])):
            if isinstance(action, Intent):
                self.send(action)


class Part:
    """Base class of groups of commands that need the pages of a session.

    Attributes:
        commands: the commands by name; each takes the words after it.
    """

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._runner = pages.runner
        self._say = pages.say
        self.commands: dict[str, Callable[[list[str]], None]] = {}

    @property
    def _state(self) -> AppState:
        return self._pages.state

    @property
    def texts(self) -> Texts:
        """The texts of the language."""
        return self._pages.texts
