"""Make the lessons of the courses: endings from the tables, openings from the book, repetitions from the rules.

    python -m tools.build_lessons

Endings are random positions, of which those with the fewest good moves are kept; openings are the lines that
masters play most in each of ten families; repetitions are the cases of the diagrams in docs/rules.md.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN
from xiangqi.core.constants import BLACK, BOARD_SQUARES, LETTERS, RED
from xiangqi.exercises.pack import Exercise, ExerciseKind, load_pack
from xiangqi.fen import Position, can_stand, find_faults, format_fen
from xiangqi.openings import family_of, opening_of, practice
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
"""The basic endings: one attacker, then two, against an increasing number of guards."""

OPENING_FAMILIES: Final = ("C00", "B30", "B20", "D00", "D30", "A10", "E10", "E40", "A40", "A60")
"""The ten families of openings in the courses, by their first codes."""

FOUR_MATES: Final = ("horse_and_cannon", "double_cannon", "two_chariots", "smothered_palace")
"""The best-known mates, which form the first course."""

_TRIES: Final = 4000  # random positions of each ending
_SHORTEST, _LONGEST = 12, 18  # plies of an opening
_LINES: Final = 3  # of each family
_RAREST: Final = 0.0004  # share of the masters' games that follow a line
_FEWEST: Final = 20  # games of a position, for its moves to count
_MOST_PLIES: Final = 60  # until a piece falls, of an ending to be won


def main() -> None:
    """Write the asset."""
    tables, chance = Tables([asset("tables")]), random.Random(1)
    endings = [found for name in MATERIALS for found in endings_of(name, tables, chance)]
    lessons: dict[str, Sequence[Mapping[str, object]]] = {"mates": mates()}
    lessons |= {"endings": endings, "cycles": cycles(), "openings": openings()}
    lines = (f'"{name}": [\n{_list(values)}\n]' for name, values in lessons.items())
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(", ".join(f"{len(values)} {name}" for name, values in lessons.items()))


def _list(values: Sequence[Mapping[str, object]]) -> str:
    return ",\n".join(json.dumps(value, ensure_ascii=False) for value in values)


def mates() -> list[dict[str, object]]:
    """Return the four mates, each with the exercise of the pack that shows it and easy ones for practice."""
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
    """Return the hardest positions found: at most one for the attacker to win, one for the defender to hold."""
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
    """Return a random position of a material, with Red attacking; None if it could not arise."""
    second = material.index("K", 1)
    placement: dict[int, int] = {}
    for place, letter in enumerate(material):
        side, kind = RED if place < second else BLACK, LETTERS.index(letter)
        squares = [s for s in BOARD_SQUARES if s not in placement and can_stand(kind, side, s)]
        placement[chance.choice(squares)] = side | kind
    position = Position(placement, chance.choice((RED, BLACK)))
    return None if find_faults(position) else position


def cycles() -> list[dict[str, str]]:
    """Return the repetitions among the cases of the diagrams."""
    found = []
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["times"] == 2:
            values = {"name": case["name"], "fen": case["start_fen"], "cycle": " ".join(case["cycle"])}
            found.append(values | ({"rules": case["rules"]} if "rules" in case else {}))
    return found


def openings() -> list[dict[str, str]]:
    """Return for each family the lines that masters play most, each with a different name."""
    lines = sorted(_lines(Board(), 1.0), key=lambda line: (-line[0], line[1]))
    found: dict[str, dict[str, tuple[Move, ...]]] = {family: {} for family in OPENING_FAMILIES}
    for _, line in lines:
        named = opening_of(line)
        assert named is not None
        chosen = found.get(family_of(named.code))
        if chosen is not None and len(chosen) < _LINES:
            chosen.setdefault(named.code, line)
    return [
        {"code": code, "moves": " ".join(map(str, line))}
        for chosen in found.values()
        for code, line in chosen.items()
    ]


def _lines(board: Board, share: float) -> Iterator[tuple[float, tuple[Move, ...]]]:
    """Yield the lines that masters follow from a position, each with its share of all games."""
    moves = practice.lookup(board)
    games = sum(one.games for one in moves)
    if len(board.move_stack) == _LONGEST or games < _FEWEST:
        if len(board.move_stack) >= _SHORTEST:
            yield share, tuple(board.move_stack)
        return
    for one in moves:
        part = share * one.games / games
        if part >= _RAREST:
            board.push(one.move)
            yield from _lines(board, part)
            board.pop()


if __name__ == "__main__":
    main()
