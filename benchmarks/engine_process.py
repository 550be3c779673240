"""The engine as a process: ``python benchmarks/engine_process.py``.

Prints the time from the start to the first best move of a 100 ms search, the memory used with a table of 64
MB, the time that a stop takes to be answered, and the delay of best moves under a short time per move. Other
work on the machine makes all of it slower, so compare on a quiet one.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import time
from pathlib import Path

from xiangqi.launch import own_command

MOVE_MS = 10


class Process:
    """An engine process that is controlled by lines of text."""

    def __init__(self) -> None:
        """Start the process."""
        self._pipe = subprocess.Popen(
            own_command("uci"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def say(self, *lines: str) -> None:
        """Send lines."""
        assert self._pipe.stdin is not None
        self._pipe.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self._pipe.stdin.flush()

    def until(self, word: str) -> str:
        """Return the next line that begins with a word."""
        assert self._pipe.stdout is not None
        for line in self._pipe.stdout:
            if line.startswith(word.encode()):
                return line.decode()
        raise SystemExit(f"the engine ended without {word!r}")

    def memory_mb(self) -> float:
        """Return the peak memory in MB; NaN if the system does not report it."""
        status = Path(f"/proc/{self._pipe.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), float("nan"))

    def quit(self) -> None:
        """End the process."""
        self.say("quit")
        self._pipe.wait()


def start_ms() -> tuple[float, float]:
    """Return the milliseconds from the start of the process to its first best move, and its memory in MB."""
    began = time.perf_counter()
    engine = Process()
    engine.say("uci", "setoption name Hash value 64", "isready", "position startpos", "go movetime 100")
    engine.until("bestmove")
    elapsed = (time.perf_counter() - began) * 1000
    memory = engine.memory_mb()
    engine.quit()
    return elapsed, memory


def stop_ms(engine: Process, count: int) -> list[float]:
    """Return the milliseconds from each of several stops to the best move."""
    times = []
    for _ in range(count):
        engine.say("position startpos", "go infinite")
        time.sleep(random.uniform(0.02, 0.2))
        began = time.perf_counter()
        engine.say("stop")
        engine.until("bestmove")
        times.append((time.perf_counter() - began) * 1000)
    return times


def move_ms(engine: Process, games: int, plies: int) -> list[float]:
    """Return the milliseconds of each move in games of the engine against itself with MOVE_MS per move."""
    times = []
    for _ in range(games):
        moves: list[str] = []
        engine.say("ucinewgame")
        while len(moves) < plies:
            began = time.perf_counter()
            engine.say(f"position startpos moves {' '.join(moves)}", f"go movetime {MOVE_MS}")
            move = engine.until("bestmove").split()[1]
            times.append((time.perf_counter() - began) * 1000)
            if move == "(none)":
                break
            moves.append(move)
    return times


def row(name: str, values: list[float]) -> None:
    """Print one line of figures."""
    figures = f"{min(values):>10.1f}{statistics.median(values):>10.1f}{max(values):>10.1f}"
    print(f"{name:<34}{len(values):>6}{figures}", flush=True)


def main() -> None:
    """Measure and print one line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="starts")
    parser.add_argument("--stops", type=int, default=50)
    parser.add_argument("--games", type=int, default=3, help=f"games at {MOVE_MS} ms a move")
    parser.add_argument("--plies", type=int, default=100, help="of each game at the most")
    arguments = parser.parse_args()
    print(f"{'':<34}{'count':>6}{'least':>10}{'median':>10}{'most':>10}")
    starts = [start_ms() for _ in range(arguments.runs)]
    row("start to best move, ms", [elapsed for elapsed, _ in starts])
    row("memory, MB", [memory for _, memory in starts])
    engine = Process()
    engine.say("isready")
    engine.until("readyok")
    row("stop to best move, ms", stop_ms(engine, arguments.stops))
    row(f"best move within {MOVE_MS} ms, ms", move_ms(engine, arguments.games, arguments.plies))
    engine.quit()


if __name__ == "__main__":
    main()
