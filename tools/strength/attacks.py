"""Positions eleven plies before a mate, and the nodes needed to prove it, as a test of the search.

    python -m tools.strength.attacks make FILE [--positions N] [--nodes N] [--seed N]
    python -m tools.strength.attacks measure [FILE] [--player PLAYER] [--nodes N]

`make` plays the engine against itself and keeps, of every game that ends in mate, the position eleven plies
before the end, as FENs of six fields, one a line. `measure` searches each from an empty table until a mate
for the side to move is found or the nodes are used up, and prints how many are proved and the geometric mean
of the nodes (the limit if none is found). `tools/strength/attacks.fen` is from games of the engine against
itself, `attacks_played.fen` from a match against an earlier one; a mate that was played could not necessarily
be forced.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from pathlib import Path

from tools.strength.games import LONGEST, openings
from tools.strength.players import HASH_MB, Description, ThisEngine, read_description
from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.errors import XiangqiError

FILE = Path(__file__).with_name("attacks.fen")
BEFORE = 11  # plies before the mate
_CHANCE_OF_ERROR = 0.05  # probability that a move is played after a tenth of the nodes


def mated_game(engine: ThisEngine, opening: list[Move], nodes: int, chance: random.Random) -> Board | None:
    """Return a game of the engine against itself that ended in mate, or None."""
    board = Board()
    for move in opening:
        board.push(move)
    engine.begin()
    while len(board.move_stack) < LONGEST:
        if not board.legal_moves():
            return board if board.is_check() else None
        if board.halfmove_clock > 60:
            return None
        searched = nodes // 10 if chance.random() < _CHANCE_OF_ERROR else nodes
        board.push(engine.think(START_FEN, board.move_stack, searched).move)
    return None


def make(path: Path, positions: int, nodes: int, seed: int) -> None:
    """Play games until the file, which is appended to, has this many positions."""
    chance = random.Random(seed)
    engine = ThisEngine(Description())
    source = openings(engine, chance, set())
    done = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
    while done < positions:
        board = mated_game(engine, next(source), nodes, chance)
        if board is None:
            continue
        for _ in range(BEFORE):
            board.pop()
        with path.open("a", encoding="utf-8") as file:
            file.write(board.fen() + "\n")
        done += 1
        print(f"{done} positions", file=sys.stderr)


def nodes_to_mate(engine: Engine, fen: str, nodes: int) -> tuple[int | None, int | None]:
    """Return the nodes until a mate for the side to move is found, and its length in moves, or two Nones."""
    found: list[Info] = []

    def note(info: Info) -> None:
        if not found and info.mate is not None and info.mate > 0:
            found.append(info)
            engine.stop()

    engine.clear()
    engine.set_position(fen, ())
    engine.search(Limits(nodes=nodes), note)
    return (found[0].nodes, found[0].mate) if found else (None, None)


def measure(path: Path, description: Description, nodes: int) -> None:
    """Print how many positions of a file a player proves and the mean nodes; each result goes to stderr."""
    engine = Engine(HASH_MB, mask_without(description.without))
    engine.set_parameters(description.parameters)
    lines = path.read_text(encoding="utf-8").splitlines()
    proved, logarithms = 0, 0.0
    for line in lines:
        needed, mate = nodes_to_mate(engine, line, nodes)
        proved += needed is not None
        logarithms += math.log(needed or nodes)
        print(f"{needed or '-':>9} {mate or '-':>3}  {line}", file=sys.stderr)
    mean = math.exp(logarithms / len(lines))
    print(f"{proved} of {len(lines)} proved within {nodes:,} nodes, geometric mean {mean:,.0f}")


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("order", choices=("make", "measure"))
    parser.add_argument("file", type=Path, nargs="?", default=FILE)
    parser.add_argument("--positions", type=int, default=100, help="(%(default)s)")
    parser.add_argument("--player", default="", help="as in tools.strength.players")
    parser.add_argument("--nodes", type=int, help="a move of a game (20,000) or a position (800,000)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    args = parser.parse_args(arguments)
    try:
        if args.order == "make":
            make(args.file, args.positions, args.nodes or 20_000, args.seed)
        else:
            measure(args.file, read_description(args.player), args.nodes or 800_000)
    except XiangqiError as error:
        print(f"attacks: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
