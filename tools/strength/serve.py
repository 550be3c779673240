"""The engine of a checkout for a test in another process: one JSON question a line on standard input.

It is run by its path, with the package of the checkout that plays, and uses nothing that older ones lack.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module

from xiangqi.board import Move
from xiangqi.engine.worker import Engine

HASH_MB = 16

try:
    Limits = import_module("xiangqi.engine.common.types").Limits
except ModuleNotFoundError:  # an older checkout
    Limits = import_module("xiangqi.engine.types").Limits


def main() -> None:
    """Answer until standard input ends."""
    engine = Engine(HASH_MB)
    for line in sys.stdin:
        order, *rest = json.loads(line)
        answer = []
        if order == "begin":
            engine.clear()
        else:
            fen, moves, nodes = rest
            engine.set_position(fen, [Move(move) for move in moves])
            began = time.process_time()
            found = engine.search(Limits(nodes=nodes))
            microseconds = round((time.process_time() - began) * 1e6)
            info = found.info
            score, searched = 0, 1
            if info is not None:
                searched = info.nodes
                score = info.score_cp or 0
                if info.mate is not None:
                    score = 31000 - 2 * info.mate if info.mate > 0 else -31000 - 2 * info.mate
            answer = [int(found.best_move or 0), score, searched, microseconds]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
