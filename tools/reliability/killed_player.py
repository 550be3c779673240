"""A session in the program's own window that plays at random and reports each move once it has been shown.

`tools.reliability.kills` runs it in separate processes and kills them. The reports, one a line:

    found MOVES    the game that an earlier run left, offered at the start
    asked MOVES    the game as it will be after the clicks that follow
    shown MOVES    the game as the window has just shown it
    new            another game is about to begin
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence

import pygame

from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.ui.game.column import GAME
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.window.window import Window

_TAKEN_BACK = 0.1
PATIENCE_FRAMES = 60
"""Frames after which the clicks must have missed, because a card covered the square."""


def loop_and_look(runner: Runner, look: Callable[[], None]) -> None:
    """Run the window of a session, and call a function after every frame that shows only what is saved.

    Once the window has reported that something is not saved yet, frames do not count until it is.
    """
    flip, unsaved = pygame.display.flip, False

    def flip_and_look() -> None:
        nonlocal unsaved
        flip()
        told = any(shown.message.key == "toast.journal_delayed" for shown in runner.state.toasts)
        unsaved = runner.is_writing and (unsaved or told)
        if not unsaved:
            look()

    pygame.display.flip = flip_and_look
    Window(runner).loop()


def report(to: int, word: str, rest: str) -> None:
    """Write a line with the time and a report to a descriptor."""
    os.write(to, f"{time.monotonic():.4f} {word} {rest}\n".encode())


def click(move: Move, flipped: bool) -> None:
    """Click the two points of a move."""
    layout = Areas.of(pygame.display.get_window_size(), flipped=flipped, content=GAME).shown_board
    for square in (move.from_square, move.to_square):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=layout.point(square), button=1))


class KilledPlayer:
    """Plays random moves by clicks, each as soon as the one before has been shown."""

    def __init__(self, against_computer: bool, seed: int, report_to: int) -> None:
        """Begin a game, or resume the one that an earlier run left.

        Args:
            against_computer: Black is the built-in engine at its lowest level.
            seed: the seed of the moves.
            report_to: descriptor of the file for reports.
        """
        self._chance = random.Random(seed)
        self._report_to = report_to
        black = Player(PlayerKind.COMPUTER, 1) if against_computer else Player()
        self._setup = Setup(Player(), black)
        self._runner = Runner()
        offer = self._runner.state.resume
        self._report("found", offer.play.moves if offer is not None else ())
        self._runner.send(NewGame(self._setup))
        if offer is not None:
            self._runner.send(AnswerResume(yes=True))
        self._seen: tuple[Move, ...] | None = None
        self._frames = 0

    def play(self) -> None:
        """Play in the window until the process is killed."""
        loop_and_look(self._runner, self._after_frame)

    def _report(self, word: str, moves: Sequence[Move]) -> None:
        report(self._report_to, word, " ".join(move.iccs for move in moves))

    def _after_frame(self) -> None:
        state = self._runner.state
        if state.play.moves != self._seen:
            self._seen = state.play.moves
            self._report("shown", state.play.moves)
            self._frames = 0
        if state.play.end is not None:
            self._report("new", ())
            self._runner.send(NewGame(self._setup))
        elif state.search is None and self._frames % PATIENCE_FRAMES == 0:
            self._move(state.play.moves)
        self._frames += 1

    def _move(self, moves: tuple[Move, ...]) -> None:
        if len(moves) > 1 and self._chance.random() < _TAKEN_BACK:
            plies = 1 if self._setup.is_hot_seat else 2
            self._report("asked", moves[:-plies])
            self._runner.send(TakeBack())
            if self._runner.state.question is not None:  # whether the game may stop counting
                self._runner.send(Answer(True))
            return
        board = Board()
        for move in moves:
            board.push(move)
        move = self._chance.choice(board.legal_moves())
        self._report("asked", (*moves, move))
        click(move, self._runner.state.flipped)
