"""Make the lessons of the courses: endings from the tables, openings from the book, repetitions from the rules.

    python -m tools.build_lessons

Endings are positions at random, of which those are kept that leave the fewest good moves; openings are the
heaviest lines of the book that bear each name; repetitions are the cases of the diagrams in docs/rules.md;
the four mates are exercises of the pack.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN
from xiangqi.core.constants import BLACK, BOARD_SQUARES, LETTERS, RED
from xiangqi.engine.book import Book, own_book
from xiangqi.exercises.pack import Exercise, ExerciseKind, load_pack
from xiangqi.fen import Position, can_stand, find_faults, format_fen
from xiangqi.openings import opening_name
from xiangqi.resources import asset
from xiangqi.tables import Tables, TableVerdict

ROOT: Final = Path(__file__).resolve().parent.parent
CASES: Final = ROOT / "tests" / "data" / "rule_diagrams.jsonl"
TARGET: Final = ROOT / "assets" / "lessons.json"

MATERIALS: Final = (
    *(
        "KPK",
        "KPKA",
        "KPKB",
        "KNK",
        "KNKA",
        "KNKAA",
        "KNKB",
        "KNKBB",
        "KRKAA",
        "KRKBB",
        "KRKAABB",
        "KCAKA",
        "KCAKB",
    ),
    *(
        "KPPKAA",
        "KPPKAABB",
        "KPPKC",
        "KPPKN",
        "KPPKP",
        "KNPKAA",
        "KNPKBB",
        "KNPKAABB",
        "KCPKA",
        "KCPAKAA",
        "KCCKA",
    ),
    *("KCCKN", "KNKN", "KNKC", "KRKR", "KRPKR"),
)
"""The basic endings: one attacker, then two, against more and more guards."""

FOUR_MATES: Final = ("horse_and_cannon", "double_cannon", "two_chariots", "smothered_palace")
"""The mates everybody knows, the first course."""

_TRIES: Final = 4000  # positions at random of each ending
_WALKS: Final = 30_000
_SHORTEST, _LONGEST = 8, 14  # plies of an opening
_MOST_PLIES: Final = 60  # until a piece falls, of an ending to be won


def main() -> None:
    """Write the asset."""
    tables, chance = Tables([asset("tables")]), random.Random(1)
    endings = [found for name in MATERIALS for found in endings_of(name, tables, chance)]
    lessons: dict[str, Sequence[Mapping[str, object]]] = {"mates": mates()}
    lessons |= {"endings": endings, "cycles": cycles(), "openings": openings(chance)}
    lines = (f'"{name}": [\n{_list(values)}\n]' for name, values in lessons.items())
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(", ".join(f"{len(values)} {name}" for name, values in lessons.items()))


def _list(values: Sequence[Mapping[str, object]]) -> str:
    return ",\n".join(json.dumps(value, ensure_ascii=False) for value in values)


def mates() -> list[dict[str, object]]:
    """Each of the four mates, with the exercise of the pack that shows it and easy ones to practise it."""
    found: list[dict[str, object]] = []
    for pattern in FOUR_MATES:
        theme = PATTERN + pattern
        fitting = [
            one
            for one in load_pack()
            if one.kind is ExerciseKind.MATE and one.mate <= 2 and theme in one.themes
        ]
        idea = min(fitting, key=lambda one: (one.themes[0] != theme, one.mate, len(one.key), one.rating))
        easy = sorted((one for one in fitting if one is not idea), key=lambda one: (one.mate, one.rating))
        chosen = [*_of_length(easy, 1)[:2], *_of_length(easy, 2)[:2]]
        found.append({"pattern": pattern, "idea": idea.key, "exercises": [one.key for one in chosen]})
    return found


def _of_length(exercises: Sequence[Exercise], moves: int) -> list[Exercise]:
    return [one for one in exercises if one.mate == moves]


def endings_of(material: str, tables: Tables, chance: random.Random) -> list[dict[str, str]]:
    """The hardest positions found: one to be won by its attacker, one to be held by the other side."""
    best: dict[str, tuple[tuple[int, int], str]] = {}
    for _ in range(_TRIES):
        position = _at_random(material, chance)
        if position is None:
            continue
        board = Board(format_fen(position))
        report = tables.probe(board)
        goal = {(RED, TableVerdict.WIN): "win", (BLACK, TableVerdict.DRAW): "draw"}.get(
            (board.turn, report.verdict)
        )
        good = sum(verdict is report.verdict for verdict in report.moves.values())
        if goal is None or len(report.moves) < 3 or good == len(report.moves) or not report.within_limit:
            continue
        plies = report.plies or 0
        if plies <= _MOST_PLIES:
            best[goal] = max(best.get(goal, ((-1000, 0), "")), ((-good, plies), board.fen()))
    return [
        {"material": material, "goal": goal, "fen": fen}
        for goal, (_, fen) in sorted(best.items(), reverse=True)
    ]


def _at_random(material: str, chance: random.Random) -> Position | None:
    """A sound position of a material, the attackers red; None where chance makes an unsound one."""
    second = material.index("K", 1)
    placement: dict[int, int] = {}
    for place, letter in enumerate(material):
        side, kind = RED if place < second else BLACK, LETTERS.index(letter)
        squares = [s for s in BOARD_SQUARES if s not in placement and can_stand(kind, side, s)]
        placement[chance.choice(squares)] = side | kind
    position = Position(placement, chance.choice((RED, BLACK)))
    return None if find_faults(position) else position


def cycles() -> list[dict[str, str]]:
    """The repetitions among the cases of the diagrams."""
    found = []
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["times"] == 2:
            values = {"name": case["name"], "fen": case["start_fen"], "cycle": " ".join(case["cycle"])}
            found.append(values | ({"rules": case["rules"]} if "rules" in case else {}))
    return found


def openings(chance: random.Random) -> list[dict[str, str]]:
    """For each named opening the line of the book that is met most often on random walks through it."""
    book, counts = Book.read(own_book()), dict[tuple[str, tuple[Move, ...]], int]()
    for _ in range(_WALKS):
        line = _walk(book, chance)
        if len(line) >= _SHORTEST and (name := opening_name(line)) is not None:
            counts[name, line] = counts.get((name, line), 0) + 1
    best: dict[str, tuple[int, tuple[Move, ...]]] = {}
    for (name, line), count in sorted(counts.items()):
        best[name] = max(best.get(name, (0, ())), (count, line))
    return [{"key": name, "moves": " ".join(map(str, line))} for name, (_, line) in sorted(best.items())]


def _walk(book: Book, chance: random.Random) -> tuple[Move, ...]:
    board = Board()
    while len(board.move_stack) < _LONGEST:
        move = book.pick(board, board.legal_moves(), chance)
        if move is None:
            break
        board.push(move)
    return tuple(board.move_stack)


if __name__ == "__main__":
    main()
