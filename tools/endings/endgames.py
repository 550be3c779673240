"""Endings with a known outcome: builds them by play, and tests evaluations with them.

    python -m tools.endings.endgames build [--positions 8] [--nodes 8000]
    python -m tools.endings.endgames judge [NETWORK...] [--nodes N]

`build` writes tests/data/endgames.jsonl. The attacker is Red; pieces are put on points that they can reach,
and the position is kept if it is quiet and two games from it have the same result, a win or a draw: one played
with the network, one with the handcrafted evaluation, with a fixed number of nodes per move and no
adjudication. `judge` prints for how many of these positions an evaluation is right: a win if its winning chance
for Red is 3/4 or more, a draw if it is between 1/4 and 3/4. With --nodes the evaluation is that of a search.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from tools.train.selfplay import Player, Settings, play_game
from xiangqi.core.attacks import in_check
from xiangqi.core.constants import BLACK, BOARD_SQUARES, LETTERS, RED, SIDE
from xiangqi.engine.chances import winning_chance
from xiangqi.engine.evaluation.evaluate import evaluate
from xiangqi.engine.evaluation.network import Network, load_network, shipped_network
from xiangqi.errors import XiangqiError
from xiangqi.fen import Position, can_stand, format_fen, position_faults

TARGET: Final = Path(__file__).resolve().parents[2] / "tests" / "data" / "endgames.jsonl"

ENDINGS: Final = (
    "KR-KAABB", "KR-KAAB", "KR-KAA", "KR-KBB", "KR-KN", "KR-KNAA", "KR-KCAABB", "KRP-KR", "KRN-KRAABB",
    "KRC-KRAABB", "KN-KA", "KN-KB", "KN-KAA", "KNP-KAA", "KNP-KBB", "KNP-KAABB", "KNN-KAABB", "KNC-KAABB",
    "KNC-KNAABB", "KC-KAA", "KCAA-KAA", "KCAA-KBB", "KCP-KAA", "KCAAP-KAABB", "KCCAABB-KAABB", "KP-K", "KP-KA",
    "KPP-KAA", "KPP-KAABB", "KPPP-KAABB",
)  # fmt: skip
"""Pieces of the attacker and of the defender, each with its king."""

_PLAY: Final = replace(Settings(), random_move=0.0, won_cp=1 << 20)
_NEARLY_SURE: Final = 0.75


def random_position(ending: str, chance: random.Random) -> str:
    """Return a possible position of an ending without a check or an immediate capture."""
    player = Player(1)
    while True:
        placement: dict[int, int] = {}
        for side, pieces in zip((RED, BLACK), ending.split("-"), strict=True):
            for letter in pieces:
                kind = LETTERS.index(letter)
                places = [
                    place for place in BOARD_SQUARES if can_stand(kind, side, place) and place not in placement
                ]
                placement[chance.choice(places)] = side | kind
        position = Position(placement, chance.choice((RED, BLACK)))
        if position_faults(position):
            continue
        player.reset(format_fen(position))
        captures = any(move & 255 in placement for move in player.moves())
        if player.verdict() is None and not captures and not in_check(player.state, int(player.state[SIDE])):
            return format_fen(position)


def outcome(fen: str, nodes: int, network: Network | None) -> int:
    """Return the result of a game from a position for Red, the attacker: 1, 0 or -1."""
    player = Player(nodes, network)
    return play_game({RED: player, BLACK: player}, [], _PLAY, random.Random(0), fen=fen)[1]


def build(positions: int, nodes: int) -> None:
    """Write the file, with this many positions of each ending."""
    with TARGET.open("w", encoding="utf-8", newline="\n") as file:
        for ending in ENDINGS:
            chance, kept = random.Random(ending), 0
            while kept < positions:
                fen = random_position(ending, chance)
                with_network, handcrafted = (outcome(fen, nodes, one) for one in (shipped_network(), None))
                if with_network == handcrafted >= 0:
                    kept += 1
                    result = "win" if handcrafted else "draw"
                    file.write(json.dumps({"ending": ending, "fen": fen, "red": result}) + "\n")
            print(ending, file=sys.stderr, flush=True)


def judged_rightly(cases: Iterable[dict[str, str]], network: Network | None, nodes: int = 0) -> Counter[str]:
    """Return the number of cases that an evaluation gets right, by result.

    Args:
        cases: lines of the file.
        network: the network; None for the handcrafted evaluation.
        nodes: the nodes of a search whose score is used; 0 for the evaluation of the position itself.
    """
    player = Player(nodes, network)
    right: Counter[str] = Counter()
    for case in cases:
        player.reset(case["fen"])
        score = player.think()[1] if nodes else int(evaluate(player.state))
        chance = winning_chance(score if player.state[SIDE] == RED else -score)
        said = "win" if chance >= _NEARLY_SURE else "draw" if chance > 1 - _NEARLY_SURE else "loss"
        right[case["red"]] += said == case["red"]
    return right


def cases() -> list[dict[str, str]]:
    """Return the lines of the file."""
    return [json.loads(line) for line in TARGET.read_text(encoding="utf-8").splitlines()]


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("build", help="write the positions anew")
    making.add_argument("--positions", type=int, default=8, help="of each ending (%(default)s)")
    making.add_argument("--nodes", type=int, default=8000, help="a move of the games (%(default)s)")
    asking = commands.add_parser("judge", help="the handcrafted evaluation, and networks")
    asking.add_argument("networks", type=Path, nargs="*")
    asking.add_argument("--nodes", type=int, default=0, help="of a search, none if not given")
    args = parser.parse_args()
    if args.command == "build":
        build(args.positions, args.nodes)
        return 0
    known = cases()
    numbers = Counter(case["red"] for case in known)
    for path in (None, *args.networks):
        try:
            right = judged_rightly(known, path and load_network(path), args.nodes)
        except XiangqiError as error:
            print(f"endgames: {error}", file=sys.stderr)
            return 2
        shares = ", ".join(
            f"{right[result]} of {number} {result}s" for result, number in sorted(numbers.items())
        )
        print(f"{path or 'handcrafted'}: {shares}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
