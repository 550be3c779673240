"""An engine for tests of the client: python scripted_engine.py BEHAVIOUR [LOG].

It knows no rules. After ``go`` it plays the first of a few moves that suits the number of moves it was sent,
unless its behaviour is to do something else. What it is told is appended to LOG.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0")


class Scripted:
    """The well-behaved engine. Subclasses misbehave in one way each."""

    protocol = "uci"
    first_rank = 0

    def __init__(self) -> None:
        self.log = Path(sys.argv[2]).open("a", encoding="utf-8") if len(sys.argv) > 2 else None  # noqa: SIM115
        self.sent_moves: list[str] = []
        self.infinite = False

    def run(self) -> None:
        for line in sys.stdin:
            words = line.split()
            if self.log:
                self.log.write(line)
                self.log.flush()
            if words and words[0] == "quit":
                self.quit()
                return
            if words:
                getattr(self, "on_" + words[0], lambda _words: None)(words)

    def say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def quit(self) -> None:
        """Leave."""

    def on_uci(self, _words: list[str]) -> None:
        if self.protocol == "uci":
            self.say("id name Scripted\noption name Hash type spin default 16 min 1 max 64\nuciok")

    def on_ucci(self, _words: list[str]) -> None:
        if self.protocol == "ucci":
            self.say("id name Scripted\noption usemillisec type check default false\noption hashsize type spin")
            self.say("ucciok")

    def on_isready(self, _words: list[str]) -> None:
        self.say("readyok")

    def on_position(self, words: list[str]) -> None:
        self.sent_moves = words[words.index("moves") + 1 :] if "moves" in words else []

    def on_go(self, words: list[str]) -> None:
        self.infinite = "infinite" in words
        self.say(f"info depth 3 score cp 20 nodes 100 time 5 pv {self.best()}")
        if not self.infinite:
            self.answer()

    def on_stop(self, _words: list[str]) -> None:
        if self.infinite:
            self.infinite = False
            self.answer()

    def best(self) -> str:
        return self.written(MOVES[len(self.sent_moves)])

    def written(self, move: str) -> str:
        ranks = int(move[1]) + self.first_rank, int(move[3]) + self.first_rank
        return f"{move[0]}{ranks[0]}{move[2]}{ranks[1]}"

    def answer(self) -> None:
        self.say(f"bestmove {self.best()}")


class Ucci(Scripted):
    protocol = "ucci"

    def on_go(self, words: list[str]) -> None:
        self.infinite = "infinite" in words
        self.say(f"info time 5 nodes 100\ninfo depth 3 score 20 pv {self.best()}")
        if not self.infinite:
            self.answer()


class UcciOnly(Ucci):
    """Leaves when it hears the other protocol."""

    def on_uci(self, _words: list[str]) -> None:
        sys.exit(0)


class FromOne(Scripted):
    """Counts ranks from 1, and has the option that tells so."""

    first_rank = 1

    def on_uci(self, _words: list[str]) -> None:
        self.say("id name From One")
        self.say("option name UCI_Variant type combo default chess var chess var xiangqi\nuciok")


class FromOneSecretly(Scripted):
    """Counts ranks from 1 and lets nobody know; a move from rank 0 it does not understand."""

    first_rank = 1

    def on_position(self, words: list[str]) -> None:
        super().on_position(words)
        self.sent_moves = [move for move in self.sent_moves if "0" not in (move[1], move[3])]
        if self.sent_moves and self.sent_moves[0] == "h2e2":
            self.sent_moves = []


class Silent(Scripted):
    """Never says anything."""

    def say(self, text: str) -> None:
        """Nothing."""


class NeverReady(Scripted):
    def on_isready(self, _words: list[str]) -> None:
        """Nothing."""


class Mute(Scripted):
    """Introduces itself, but never answers a search."""

    def on_go(self, _words: list[str]) -> None:
        """Nothing."""


class Deaf(Mute):
    """... and neither a stop nor the end of its input makes it leave."""

    def quit(self) -> None:
        time.sleep(600)

    def run(self) -> None:
        super().run()
        time.sleep(600)


class Flood(Scripted):
    """Talks without end once it searches."""

    def on_go(self, _words: list[str]) -> None:
        while True:
            sys.stdout.write("info depth 1 score cp 1 nodes 1 pv h2e2\n" * 1000)


class LongLine(Scripted):
    """Says an endless line before it answers."""

    def answer(self) -> None:
        for _ in range(64):
            sys.stdout.write("x" * 65536)
        self.say("")
        super().answer()


class HalfLine(Scripted):
    """Says half an answer, dies in the middle."""

    def answer(self) -> None:
        sys.stdout.write("bestm")
        sys.stdout.flush()
        os._exit(3)


class Twice(Scripted):
    """Answers every search twice."""

    def answer(self) -> None:
        super().answer()
        super().answer()


class LateAnswer(Scripted):
    """Answers a stop only after a while, with a move of its old search."""

    def on_stop(self, words: list[str]) -> None:
        time.sleep(0.3)
        super().on_stop(words)


class Dies(Scripted):
    def on_go(self, _words: list[str]) -> None:
        sys.stderr.write("cannot open the network file\n")
        sys.stderr.flush()
        os._exit(7)


class DiesAtOnce(Scripted):
    def run(self) -> None:
        os._exit(5)


class Illegal(Scripted):
    def best(self) -> str:
        return "a0a9"


class Garbage(Scripted):
    def on_go(self, words: list[str]) -> None:
        sys.stdout.flush()
        sys.stdout.buffer.write(b"\x00\xff\xfe bestmove\nbestmove\xff\ninfo depth x score cp y pv z\ninfo\n\n")
        sys.stdout.buffer.flush()
        super().on_go(words)


class StderrFlood(Scripted):
    def on_go(self, words: list[str]) -> None:
        for _ in range(100):
            sys.stderr.write("noise " * 2000 + "\n")
        super().on_go(words)


class Frozen(Scripted):
    """Stops its own process when it is to search, as a suspended program does."""

    def on_go(self, _words: list[str]) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class Parent(Mute):
    """Leaves a child behind that holds the output open."""

    def on_go(self, _words: list[str]) -> None:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        self.say(f"info string child {child}")
        os._exit(1)


BEHAVIOURS = {kind.__name__: kind for kind in (Scripted, *Scripted.__subclasses__(), UcciOnly, Deaf, Parent)}

if __name__ == "__main__":
    BEHAVIOURS[sys.argv[1]]().run()
