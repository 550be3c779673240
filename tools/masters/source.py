"""Reads the dataset's games of masters, grouping the tags of a game's copies under its moves."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from xiangqi.board import Move
from xiangqi.openings import mirrored
from xiangqi.records.files import read_bytes

FOLDER: Final = "Dataset/對局/大師對局"
_CODEC: Final = "big5"
_TAG: Final = re.compile(r'^\[(\w+) "(.*)"\][ \t]*$', re.MULTILINE)
_HEAD_END: Final = "\n\n"


class Tags(NamedTuple):
    """The tags of one file."""

    red: str
    black: str
    event: str
    date: str
    result: str


@dataclass(frozen=True)
class Found:
    """A sequence of moves with the tags of all files that have it."""

    moves: tuple[Move, ...]
    copies: tuple[Tags, ...]


def games_of(folder: Path) -> list[Found]:
    """Return the games below a copy of the dataset, in the order of their moves.

    Mirror images count as one game, in the form that more of its copies have. A game ends before its first
    illegal move; those without any legal move are left out.
    """
    texts: defaultdict[str, list[Tags]] = defaultdict(list)
    for path in sorted((folder / FOLDER).rglob("*.pgn")):
        text = path.read_bytes().decode(_CODEC, "replace").replace("\r", "")
        head, _, moves = text.partition(_HEAD_END)
        texts[" ".join(moves.split())].append(_tags(head))
    lines: defaultdict[tuple[Move, ...], list[Tags]] = defaultdict(list)
    for text, copies in texts.items():
        lines[_moves(text)] += copies
    return sorted(_without_images(lines), key=lambda found: found.moves)


def _tags(head: str) -> Tags:
    tags = dict(_TAG.findall(head))
    return Tags(*(tags.get(name.capitalize(), "") for name in Tags._fields))


def _moves(text: str) -> tuple[Move, ...]:
    [game] = read_bytes(f'[Result "*"]\n\n{text}\n'.encode(), "moves.pgn")
    return tuple(game.main_line())


def _without_images(lines: dict[tuple[Move, ...], list[Tags]]) -> list[Found]:
    found = []
    for moves, copies in lines.items():
        image = tuple(map(mirrored, moves))
        others = lines.get(image, []) if image != moves else []
        if moves and (len(copies), moves) >= (len(others), image if others else moves):
            found.append(Found(moves, (*copies, *others)))
    return found
