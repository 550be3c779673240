"""Kills and freezes the engine's process at random moments of running games, and checks that they go on.

    python -m tools.reliability.engine_kills --faults 200

A session plays random moves against the built-in engine at a low level, without a window. At random moments
the engine's process gets SIGKILL or, less often, SIGSTOP. The game must be unchanged and go on: with the
engine restarted or, after two faults in a row, with the built-in engine that the player is offered. Here the
program gives up a frozen engine after a second instead of its usual timeout. Linux only. The exit code is 1
if a game did not go on, or lost a move.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from typing import Final

from tools.reliability.processes import children
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.protocol.client import Patience

_SETUP: Final = Setup(Player(), Player(PlayerKind.COMPUTER, 4))
_PATIENCE: Final = Patience(overtime_s=1.0, stop_s=1.0)
_STOPPED: Final = 0.1  # share of the faults; each takes as long as the engine may think
_LATEST_S: Final = 0.3  # after a move of the player
_HANGS_S: Final = 300.0


class GameStuckError(Exception):
    """A game does not go on, or has lost a move."""


class Saboteur:
    """Plays against the engine and disturbs it.

    Attributes:
        events: the numbers of games, moves, faults and messages, by name.
    """

    def __init__(self, seed: int) -> None:
        self.events: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._runner = Runner(_PATIENCE)
        self._told: set[tuple[object, float]] = set()

    def close(self) -> None:
        """End the session."""
        self._runner.close()

    def play(self, faults: int) -> None:
        """Play until the game has recovered from a number of faults.

        Raises:
            GameStuckError: a game did not go on, or a move was lost.
        """
        while self.events["killed"] + self.events["stopped"] < faults:
            game = self._runner.state.play
            if game.end is not None or not self.events["games"]:
                self._runner.send(NewGame(_SETUP))
                self.events["games"] += 1
            self._exchange()

    def _exchange(self) -> None:
        """Play a move, perhaps cause a fault, and wait for the engine's answer.

        Raises:
            GameStuckError: no answer comes, or the game's moves are not those played.
        """
        before = self._runner.state.play.moves
        own = self._random_move(before)
        self._runner.send(PlayText(own.iccs))
        harm_at = time.monotonic() + self._chance.uniform(0, _LATEST_S)
        harmful = self._chance.random() < 0.7
        deadline = time.monotonic() + _HANGS_S
        while len(self._runner.state.play.moves) < len(before) + 2 and self._runner.state.play.end is None:
            now = time.monotonic()
            if harmful and now >= harm_at:
                harmful = not self._harm()
            if now > deadline:
                raise GameStuckError(str(self._runner.state))
            self._runner.step(now)
            self._look()
            time.sleep(0.001)
        moves = self._runner.state.play.moves
        if moves[: len(before) + 1] != (*before, own):
            raise GameStuckError(f"{before} + {own} became {moves}")
        self.events["moves"] += 2

    def _random_move(self, moves: tuple[Move, ...]) -> Move:
        board = Board()
        for move in moves:
            board.push(move)
        return self._chance.choice(board.legal_moves())

    def _harm(self) -> bool:
        """Kill or freeze the engine; return whether there was one."""
        engines = children()
        if not engines:
            return False
        stops = self._chance.random() < _STOPPED
        for process in engines:
            os.kill(process, signal.SIGSTOP if stops else signal.SIGKILL)
        self.events["stopped" if stops else "killed"] += 1
        return True

    def _look(self) -> None:
        """Record the toasts shown to the player, and answer questions."""
        state = self._runner.state
        for toast in state.toasts:
            told = toast.message, toast.until
            if told not in self._told:
                self._told.add(told)
                self.events[f"told: {toast.message.key}"] += 1
        if state.question is not None:
            self.events[f"asked: {state.question.message.key}"] += 1
            self._runner.send(Answer(True))


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="xiangqi-engines-") as home:
        os.environ["XIANGQI_HOME"] = home
        saboteur = Saboteur(options.seed)
        fault = ""
        try:
            saboteur.play(options.faults)
        except GameStuckError as error:
            fault = str(error)
        finally:
            saboteur.close()
    for event, count in sorted(saboteur.events.items()):
        print(f"{count:6} {event}")
    print(f"stuck or lost: {int(bool(fault))}", fault)
    return int(bool(fault))


if __name__ == "__main__":
    sys.exit(main())
