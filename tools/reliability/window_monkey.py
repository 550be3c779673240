"""A monkey at a window in memory that walks through all modes, with answers that come late, in part or never.

    python -m tools.reliability.window_monkey --pokes 20000 --seed 1

The window is the program's own, with the events of mouse and keyboard; in place of engines, coach and workers,
answers are chosen by chance (`session_answers`, `feature_answers`). Time passes at random, and the same seed
gives the same run each time. After each event, the monkey checks (see `Watch` and `WindowMonkey`) that the
board does not react below anything that covers it; a game that ends shows its card; a game being played is
changed by its players alone; nothing stays open over a new game; and a window at rest shows what it would draw.
The exit code is 1 if something is wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pygame

from tools.reliability import feature_answers  # noqa: F401 (adds answers)
from tools.reliability.session_answers import answer, judged
from tools.reliability.session_values import PLAYERS, RECORDS, ValueMaker
from tools.reliability.session_watch import Watch
from xiangqi.app.effect import Effect, ViewEffect
from xiangqi.app.event import Event, Input
from xiangqi.app.exercises.practice import Train
from xiangqi.app.game.play import NewGame
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage, LibraryState
from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.recognition.reading_pictures import ReadPictures
from xiangqi.app.records.loading import PasteText
from xiangqi.app.runner import Runner
from xiangqi.app.session import view
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.settings.preferences import WindowResized
from xiangqi.app.share.sharing import OpenShare
from xiangqi.app.update import Answer, Cancel, update
from xiangqi.core.constants import BLACK, RED
from xiangqi.lessons.lesson import load_lessons
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.window.display import open_display
from xiangqi.ui.window.window import Window

_MOST_ORDERS: Final = 12
_SIZES: Final = ((800, 600), (1180, 900), (800, 1100), (1600, 800))
_KEYS: Final = (
    *("LEFT", "RIGHT", "UP", "DOWN", "HOME", "END", "RETURN", "RETURN", "SPACE", "BACKSPACE", "DELETE"),
    *("TAB", "ESCAPE", "ESCAPE", "PAGEUP", "PAGEDOWN", "F1", "F2", "F12"),
)
_CHORDS: Final = tuple("nosczyrvehlpf")  # with Ctrl
_LETTERS: Final = "llwottzaxnnvfm?abcdefghi0123456789炮马平进五+-. "
_MIDDLE_OF_A_GAME: Final = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w"
_UNDER: Final = (None, "question.veil", "question", "question.text")
"""The parts of a question that ignore input, and None for the board."""

_COMPUTER: Final = PLAYERS[2]
_VISITS: Final[tuple[Intent, ...]] = (
    *(OpenPanel(panel) for panel in Panel if panel not in (Panel.PICTURE, Panel.EXPORT, Panel.ENGINE)),
    *(OpenLibrary(page) for page in LibraryPage),
    OpenInsights(),
    OpenRepertoire(RED),
    OpenRepertoire(BLACK),
    OpenShare(),
    ReadPictures((Path("picture.png"),)),
    ReadPictures((None,)),
    Train(TrainingRequest(ExerciseSet.TODAY)),
    Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red")),
    *(StartLesson(lesson.key) for lesson in load_lessons()[:4]),
    StartReview(),
    *(PasteText(text) for text in RECORDS),
)
_WAITS: Final = (Event, Cancel, ClosePanel, WindowResized)
"""Inputs after which the card at the end of a game must still be there, or come."""


class LateRunner(Runner):
    """A session whose orders are answered by chance, if at all.

    Attributes:
        steps: the inputs, the latest last.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._orders: list[Effect] = []
        self._watch = Watch()
        self.ended = 0  # the number of the game whose end has not been shown yet, 0 for none
        self.steps: deque[Input] = deque(maxlen=60)
        super().__init__(clock=lambda: datetime(2026, 1, 31, 12, tzinfo=timezone.utc))

    def send(self, message: Input) -> None:
        """Let an input change the session, and check what it has done."""
        before = self.state
        if before.quitting:
            return
        self.steps.append(message)
        self.state, effects = update(before, message)
        self._orders = [*self._orders, *effects][-_MOST_ORDERS:]
        self._view_effects = [effect for effect in effects if isinstance(effect, ViewEffect)]
        self._watch.see(before, self.state, message, effects)
        play, now = before.document.play, self.state.document.play
        if not isinstance(message, _WAITS):
            self.ended = 0
        if play is not None and play.end is None and type(now) is GameInProgress and now.end is not None:
            self.ended = self.state.document.id if self.state.document.id == before.document.id else 0

    def reply(self) -> None:
        """Answer an order, mostly the latest; it may be answered again."""
        if not self._orders:
            return
        place = -1 if self._chance.random() < 0.6 else self._chance.randrange(len(self._orders))
        order = self._orders[place]
        if self._chance.random() < 0.4:
            del self._orders[place]
        message = answer(order, self._chance)
        if message is not None:
            self.send(message)

    def analyse(self) -> None:
        """Let the engine that analyses answer its current search."""
        analysis = self.state.analysis
        if analysis is None or analysis.search is None or analysis.search.done:
            return
        for message in judged(analysis.search, self._chance):
            self.send(message)

    def await_journal(self) -> bool:
        """Return True: the last move may be shown at once, since nothing is written here."""
        return True


class WindowMonkey:
    """A window, and the monkey that uses it.

    Attributes:
        pokes: the names of its actions, the latest last.
    """

    def __init__(self, seed: int) -> None:
        """Open a window in memory, with a game of two people."""
        self._chance = random.Random(seed)
        self._now_s = 100.0
        self.pokes: deque[str] = deque(maxlen=30)
        kinds: tuple[tuple[Callable[[], None], int], ...] = (
            (self._click, 16),
            (self._click_widget, 24),
            (self._click_board, 12),
            (self._drag, 5),
            (self._wheel, 4),
            (self._key, 14),
            (self._letter, 10),
            (self._move, 18),
            (self._visit, 6),
            (self._begin, 3),
            (self._study, 3),
            (self._agree, 4),
            (self._resize, 1),
        )
        self._kinds, self._weights = zip(*kinds, strict=True)
        self._open()

    @property
    def runner(self) -> LateRunner:
        """The session."""
        return self._runner

    def _open(self) -> None:
        pygame.display.set_mode(_SIZES[0], pygame.RESIZABLE)
        self._runner = LateRunner(self._chance)
        self._window = Window(self._runner)
        self._runner.send(NewGame(Setup(Player(), Player())))
        self._frame()

    def poke(self) -> None:
        """Perform one random action, let some answers come, and check the window.

        Raises:
            AssertionError: a check has failed; or whatever the program has raised.
        """
        (kind,) = self._chance.choices(self._kinds, self._weights)
        self.pokes.append(kind.__name__)
        with patch.object(pygame.time, "get_ticks", lambda: round(1000 * self._now_s)):
            kind()
            for does, often in ((self._runner.reply, 0.5), (self._runner.analyse, 0.5), (self._rest, 0.04)):
                if self._chance.random() < often:
                    does()
                    self._frame()
        if self._runner.state.quitting:
            self._runner.close()
            self._open()

    # ---- The window ----

    def _frame(self) -> None:
        """Run the window's loop once, a little or much later."""
        self._now_s += self._chance.choice((0.02, 0.1, 0.3, 1.0))
        self._runner.step(self._now_s)
        if self._window._looks_different(self._now_s):
            self._window._draw(self._now_s)
            self._check_end()
        self._runner.take_view_effects()

    def _post(self, kind: int, **values: Any) -> None:
        """Hand an event to the window, check what it did below panels and questions, and draw."""
        event = pygame.event.Event(kind, **values)
        before, covered = self._runner.state, self._covers(event)
        self._window._handle(event)
        if covered:
            told = f"{event} changed what lies below {before.panel or before.question}"
            assert _below(self._runner.state) == _below(before), told
        self._frame()

    def _covers(self, event: pygame.event.Event) -> bool:
        """Return whether an event must have no effect, since a panel or question covers its target."""
        state, screen = self._runner.state, self._window._screen
        corrected = state.panel is Panel.PICTURE and state.document.mode.arranges
        covered = state.question is not None or (state.panel is not None and not corrected)
        if not covered or screen.memory.pressed is not None or state.selection.drag is not None:
            return False
        if event.type == pygame.TEXTINPUT:
            return screen.memory.focus is None and event.text not in "mfaxz?"
        if event.type == pygame.MOUSEWHEEL:
            place = screen.memory.mouse
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            place = event.pos
        else:
            return False
        widget = screen.stage.widget_at(place)
        return (None if widget is None else widget.key) in _UNDER

    def _check_end(self) -> None:
        """Check that a game that has just ended shows its card, as soon as no panel is open."""
        runner, state = self._runner, self._runner.state
        if not runner.ended or state.panel is not None or state.question is not None:
            return
        shown = {widget.key for widget in self._window._screen.stage.widgets}
        told = "result.title" in shown or view.judged_cycle(state) is not None or state.resume is not None
        assert state.document.id != runner.ended or told, "a game has ended, and no card says so"
        runner.ended = 0

    def _rest(self) -> None:
        """Let nothing happen for a while; then check that the window shows what it would draw."""
        for _ in range(8):
            self._frame()
        if self._window._looks_different(self._now_s):
            return
        surface = pygame.display.get_surface()
        assert surface is not None
        shown = surface.copy()
        self._window._screen.draw(surface, self._runner.state, self._now_s)
        assert shown.get_buffer().raw == surface.get_buffer().raw, "the window rests, and shows something else"

    # ---- What a monkey does ----

    def _place(self) -> tuple[int, int]:
        surface = pygame.display.get_surface()
        assert surface is not None
        return self._chance.randrange(surface.get_width()), self._chance.randrange(surface.get_height())

    def _press_at(self, place: tuple[int, int], button: int = 1) -> None:
        self._post(pygame.MOUSEBUTTONDOWN, pos=place, button=button)
        self._post(pygame.MOUSEBUTTONUP, pos=place, button=button)

    def _click(self) -> None:
        self._press_at(self._place(), self._chance.choice((1, 1, 1, 3)))

    def _click_widget(self) -> None:
        widgets = [widget for widget in self._window._screen.stage.widgets if widget.focusable]
        if widgets:
            self._press_at(self._chance.choice(widgets).rect.center)

    def _click_board(self) -> None:
        """Click on a piece of the side to move, or anywhere on the board."""
        snapshot = view.snapshot(self._runner.state)
        own = [square for square, piece in snapshot.pieces.items() if piece & snapshot.turn]
        if own and self._chance.random() < 0.7:
            self._press_at(self._point(self._chance.choice(own)))
        else:
            self._press_at(self._point(ValueMaker(self._runner.state, self._chance).square()))

    def _point(self, square: int) -> tuple[int, int]:
        frame = self._window._screen.stage.frame
        return (frame.board or Areas.of(frame.size).shown_board).point(square)

    def _drag(self) -> None:
        button = self._chance.choice((1, 1, 3))
        self._post(pygame.MOUSEBUTTONDOWN, pos=self._place(), button=button)
        for _ in range(2):
            self._post(pygame.MOUSEMOTION, pos=self._place(), rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONUP, pos=self._place(), button=button)

    def _wheel(self) -> None:
        self._post(pygame.MOUSEMOTION, pos=self._place(), rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEWHEEL, y=self._chance.choice((-2, -1, 1, 2)), x=0)

    def _press_key(self, name: str, mod: int = 0) -> None:
        self._post(pygame.KEYDOWN, key=getattr(pygame, f"K_{name}"), mod=mod, unicode="")

    def _key(self) -> None:
        if self._chance.random() < 0.35:
            self._press_key(self._chance.choice(_CHORDS), pygame.KMOD_LCTRL)
        else:
            self._press_key(self._chance.choice(_KEYS), self._chance.choice((0, 0, 0, pygame.KMOD_LSHIFT)))

    def _letter(self) -> None:
        self._post(pygame.TEXTINPUT, text=self._chance.choice(_LETTERS))

    def _move(self) -> None:
        """Click both ends of a legal move, sometimes after leaving everything else."""
        if self._chance.random() < 0.3:
            for _ in range(3):
                self._press_key("ESCAPE")
        move = ValueMaker(self._runner.state, self._chance).move()
        for square in (move.from_square, move.to_square):
            self._press_at(self._point(square))

    def _visit(self) -> None:
        """Open a panel, a page, a lesson or a record, as menus and lists would."""
        self._runner.send(self._chance.choice(_VISITS))
        self._frame()
        self._runner.reply()
        self._frame()

    def _begin(self) -> None:
        """Begin a game that may soon be over, whatever was there."""
        fen = self._chance.choice(("", _MIDDLE_OF_A_GAME))
        black = self._chance.choice((Player(), _COMPUTER, _COMPUTER))
        setup = Setup(Player(), black, fen) if fen else Setup(Player(), black)
        self._runner.send(NewGame(setup))
        self._runner.send(Answer(True))
        self._frame()

    def _study(self) -> None:
        """Analyse, wait, and step back."""
        for _ in range(2):
            self._press_key("ESCAPE")
        self._post(pygame.TEXTINPUT, text=self._chance.choice("llow"))
        self._press_key("END")
        for _ in range(self._chance.randrange(1, 4)):
            self._runner.analyse()
            self._press_key("LEFT")

    def _agree(self) -> None:
        if self._runner.state.question is not None:
            self._runner.send(Answer(self._chance.random() < 0.8))
            self._frame()

    def _resize(self) -> None:
        pygame.display.set_mode(self._chance.choice(_SIZES), pygame.RESIZABLE)
        self._post(pygame.WINDOWSIZECHANGED)


def _below(state: AppState) -> tuple[object, ...]:
    """Return the parts of the state that clicks and keys for the board could change."""
    shown = (state.analysis, state.coaching.insight, state.attacks, state.replay)
    documents = tuple(
        (document.id, document.tree, document.cursor, document.play) for document in state.documents
    )
    return (
        *documents,
        state.part(LibraryState).explorer,
        state.preview,
        state.selection,
        state.flipped,
        *shown,
        state.search,
    )


def run(pokes: int, seed: int, seconds: float = float("inf")) -> int:
    """Poke a window in memory, and return the number of pokes.

    Raises:
        AssertionError: a check has failed; the message has the last pokes and inputs.
    """
    monkey, until = WindowMonkey(seed), time.monotonic() + seconds
    done = 0
    try:
        while done < pokes and time.monotonic() < until:
            monkey.poke()
            done += 1
    except Exception as error:
        told = "\n".join((*map(repr, monkey.runner.steps), *monkey.pokes))
        raise AssertionError(f"seed {seed}, poke {done + 1}: {error}\n{told}") from error
    finally:
        monkey.runner.close()
    return done


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pokes", type=int, default=10**9, help="of each seed")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each seed")
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    wrong = 0
    for seed in range(options.seed, options.seed + options.seeds):
        with tempfile.TemporaryDirectory(prefix="xiangqi-monkey-") as home:
            os.environ["XIANGQI_HOME"] = home
            open_display()
            try:
                print(
                    f"seed {seed}: {run(options.pokes, seed, options.seconds)} pokes, nothing was wrong",
                    flush=True,
                )
            except AssertionError:
                wrong += 1
                traceback.print_exc()
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
