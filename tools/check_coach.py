"""Try to refute the coach's statements about games, sentence by sentence.

    python -m tools.check_coach --games games.pgn --sentences 10000
    python -m tools.check_coach --make 500 --to games.jsonl
    python -m tools.check_coach --games games.jsonl --trust --nodes 12000

Games come from record files of any format, or are played by the levels of the built-in engine. They are taken
in random order, with a limited number of random sentences from each, so the sentences judged first are as
good a sample as all. Every sentence is judged by tools.refute, which shares no code with the coach and
searches deeper. With `--log` the work can be interrupted and resumed: games in the log are not reviewed
again. Several processes, or a cluster, produce the same figures as one.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tools.refute.checking import EXPLAINED_FROM, CheckOrder, checked_game
from tools.refute.measures import DEPTH
from xiangqi.board import START_FEN, Board, Move
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.records.files import read_games
from xiangqi.referee import outcome

_NamedGame = tuple[str, str, list[Move]]


def main() -> int:
    """Make games, or check the sentences about given ones; return 1 if a sentence was refuted, otherwise 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=[], help="record files, or what --make has written")
    parser.add_argument("--sentences", type=int, default=10_000, help="stop after so many")
    parser.add_argument("--from-each", type=int, default=25, help="judge at most so many of a game")
    parser.add_argument("--nodes", type=int, default=5_000, help="of the engine that judges, a position")
    parser.add_argument("--depth", type=int, default=DEPTH, help="plies of the search that refutes")
    parser.add_argument("--trust", action="store_true", help="refute nothing: causes and time alone")
    parser.add_argument("--log", type=Path, help="a line for every game checked")
    parser.add_argument("--processes", type=int, default=1, help="games at a time (%(default)s)")
    add_cluster(parser)
    parser.add_argument("--make", type=int, default=0, help="make so many games instead")
    parser.add_argument("--seed", type=int, default=1, help="of the games made")
    parser.add_argument("--levels", type=int, default=9, help="play games between levels 1 and this one")
    parser.add_argument("--to", type=Path, default=Path("games.jsonl"), help="where to write the games made")
    args = parser.parse_args()
    if args.make:
        make_games(args.make, args.seed, args.to, args.levels)
        return 0
    return check(args)


def make_games(count: int, seed: int, path: Path, highest: int = 9) -> None:
    """Play games between levels 1 to `highest`, at most three apart, and append them to a JSON Lines file."""
    chance = random.Random(seed)
    engines = {level: new_engine(level) for level in range(1, highest + 1)}
    with path.open("a", encoding="utf-8") as stream:
        for _ in range(count):
            red = chance.randint(1, highest)
            black = min(highest, max(1, red + chance.randint(-3, 3)))
            moves = play_game(engines[red], engines[black], chance)
            line = {"levels": [red, black], "start_fen": START_FEN, "moves": [str(move) for move in moves]}
            stream.write(json.dumps(line) + "\n")
            stream.flush()


def new_engine(level: int) -> Engine:
    """Return an engine of a level, with a hash table of 4 MB."""
    engine = Engine(hash_mb=4)
    engine.set_option("Level", str(level))
    return engine


def play_game(red: Engine, black: Engine, chance: random.Random, random_moves: int = 4) -> list[Move]:
    """Play a game of at most 160 plies, and return its moves; the first `random_moves` are random."""
    board = Board()
    for engine in (red, black):
        engine.set_option("Seed", str(chance.randint(1, 1 << 30)))
        engine.clear()
    for _ in range(random_moves):
        board.push(chance.choice(board.legal_moves()))
    while len(board.move_stack) < 160 and outcome(board) is None:
        engine = (red, black)[len(board.move_stack) % 2]
        engine.set_position(START_FEN, board.move_stack)
        move = engine.search(Limits(nodes=3000)).best_move
        if move is None:
            break
        board.push(move)
    return list(board.move_stack)


def check(args: argparse.Namespace) -> int:
    """Review games, try to refute their sentences, and print the figures; return 1 if one was refuted."""
    tally = _Tally()
    done = tally.take_up(args.log) if args.log else set()
    depth = None if args.trust else args.depth
    orders = (
        CheckOrder(name, start_fen, tuple(map(str, moves)), args.nodes, args.from_each, depth)
        for name, start_fen, moves in _shuffled(games_in(args.games))
        if name not in done
    )
    with workers_for(args, args.processes, TOOLS) as workers:
        checked = in_order(run_chunks(workers, checked_game, orders))
        while tally.sentences < args.sentences and (back := next(checked, None)) is not None:
            entry = back.value()
            tally.add(entry)
            if args.log:
                with args.log.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(entry) + "\n")
            print(tally.line(), file=sys.stderr, flush=True)
    print(tally.report())
    return 1 if tally.refuted else 0


def _shuffled(games: Iterable[_NamedGame]) -> list[_NamedGame]:
    """Return the games in a random order that is always the same."""
    return sorted(games, key=lambda game: random.Random(game[0]).random())


def games_in(files: list[str]) -> Iterator[_NamedGame]:
    """Yield the name, start and main line of every game; records without moves are left out."""
    for file in files:
        if file.endswith(".jsonl"):
            for number, line in enumerate(Path(file).read_text(encoding="utf-8").splitlines(), 1):
                game = json.loads(line)
                moves = [Move.from_iccs(move) for move in game["moves"]]
                yield f"{Path(file).name}:{number}", game.get("start_fen", START_FEN), moves
            continue
        for number, record in enumerate(read_games(file), 1):
            if record.main_line():
                yield f"{Path(file).name}:{number}", record.start_fen, record.main_line()


class _Tally:
    """The sums over all games."""

    def __init__(self) -> None:
        self.games = self.plies = self.undecided = self.losses = self.explained = self.faults = 0
        self.seconds = 0.0
        self.trusted = 0
        self.kinds: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()  # of costly moves
        self.refuted: list[dict[str, Any]] = []

    @property
    def sentences(self) -> int:
        """The number of judged sentences."""
        return sum(self.kinds.values())

    def take_up(self, log: Path) -> set[str]:
        """Add the games of a log, if it exists, and return their names."""
        if not log.exists():
            return set()
        entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        for entry in entries:
            self.add(entry)
        return {entry["game"] for entry in entries}

    def add(self, entry: dict[str, Any]) -> None:
        """Add the figures of a game, given as an entry of the log."""
        self.games += 1
        for name in ("plies", "undecided", "losses", "explained", "faults"):
            setattr(self, name, getattr(self, name) + entry[name])
        self.seconds += entry.get("seconds", 0.0)
        self.trusted += sum(entry["kinds"].values()) if entry.get("trusted") else 0
        self.kinds.update(entry["kinds"])
        self.reasons.update(entry.get("reasons", {}))
        self.refuted += entry["refuted"]

    def line(self) -> str:
        """Return the progress as one line."""
        return f"{self.games} games, {self._sentences_words()}"

    def _sentences_words(self) -> str:
        tried = self.sentences - self.trusted
        words = f"{tried} sentences: {len(self.refuted)} refuted, {self.undecided} undecided"
        return f"{words}; {self.trusted} not tried" if self.trusted else words

    def report(self) -> str:
        """Return the figures, and each sentence that was refuted."""
        each = 80 * self.seconds / max(1, self.plies)
        share = 100 * self.explained / self.losses if self.losses else 0.0
        rows = [f"{count:7d}  {kind}" for kind, count in self.kinds.most_common()]
        refuted = [json.dumps(case) for case in self.refuted]
        return "\n".join(
            [
                f"{self.games} games, {self.plies} moves, {self.faults} faults",
                f"reviews took {self.seconds:.0f} s of a processor, {each:.1f} s for 80 moves",
                self._sentences_words(),
                f"moves that lose {EXPLAINED_FROM:.0%} or more: {self.losses}, with a cause {share:.1f} %",
                "their first causes: "
                + ", ".join(f"{count} {kind}" for kind, count in self.reasons.most_common()),
                *rows,
                *refuted,
            ]
        )


if __name__ == "__main__":
    sys.exit(main())
