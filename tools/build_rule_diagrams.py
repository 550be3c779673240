"""Draws the diagrams of docs/rules.md with the program's own board, from the cases that test the document.

    python tools/build_rule_diagrams.py

Every line of tests/data/rule_diagrams.jsonl becomes one picture in docs/images/rules: the positions after the
moves named by its field ``shown``, side by side, marked as the replay of a verdict marks them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pygame

from xiangqi.board import Board, Move, parse_square
from xiangqi.core.chase import king_attackers
from xiangqi.core.constants import KING, PIECES
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import Arrow, BoardPicture, Circle, Ink
from xiangqi.referee import DEFAULT_RULES, RepetitionVerdict, Rules, judge
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.board.cycle_marks import cycle_marks
from xiangqi.ui.toolkit.theme import PAPER, PRINTED, Look

ROOT: Final = Path(__file__).resolve().parent.parent
CASES: Final = ROOT / "tests" / "data" / "rule_diagrams.jsonl"
TARGET: Final = ROOT / "docs" / "images" / "rules"

COLOURS: Final = 48
_CELL: Final = 32
_GAP: Final = 12
_GROUND: Final = (255, 255, 255)
_LOOK: Final = Look(PAPER, PRINTED)

Case = dict[str, Any]
Colours = npt.NDArray[np.float64]


def cases() -> list[Case]:
    """Return all cases, in the order of the document."""
    return [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


def draw(case: Case) -> pygame.Surface:
    """Return the picture of a case in full colour."""
    moves = [Move.from_iccs(text) for text in case["cycle"]]
    ended = judge(case["start_fen"], moves * case["times"], Rules(case.get("rules", DEFAULT_RULES.name)))
    verdict = ended.verdict if ended is not None else None
    pictures = [
        _position(case["start_fen"], moves[:ply], verdict, case.get("arrows", ())[index : index + 1])
        for index, ply in enumerate(case["shown"])
    ]
    layouts = [BoardLayout(0, 0, _CELL)]
    while len(layouts) < len(pictures):
        layouts.append(BoardLayout(layouts[-1].left + layouts[-1].width + _GAP, 0, _CELL))
    surface = pygame.Surface((layouts[-1].left + layouts[-1].width, layouts[0].height))
    surface.fill(_GROUND)
    for layout, picture in zip(layouts, pictures, strict=True):
        BoardView(_LOOK).draw(surface, layout, picture)
    return surface


def _position(
    start_fen: str, moves: list[Move], verdict: RepetitionVerdict | None, uncounted: list[str]
) -> BoardPicture:
    """Return the position after some moves, marked with the effects of the last one.

    Args:
        start_fen: where the cycle begins.
        moves: the moves, at least one.
        verdict: the judgement of the cycle, or None if no repetition is judged.
        uncounted: attacks by king or soldier, as moves, which the verdict does not mention.
    """
    board = Board(start_fen)
    for move in moves:
        board.push(move)
    king = next(square for square, code in board.pieces().items() if code == board.turn | KING)
    attackers = king_attackers(board.state, board.turn)
    checkers = tuple(int(board.state[PIECES + slot]) for slot in range(32) if attackers >> slot & 1)
    arrows: tuple[Arrow, ...] = ()
    circles: tuple[Circle, ...] = ()
    if verdict is not None:
        step = verdict.cycle[len(moves) - 1]
        arrows, circles = cycle_marks(step, king if checkers else None, checkers)
    arrows += tuple(Arrow(parse_square(text[:2]), parse_square(text[2:]), Ink.HINT) for text in uncounted)
    return BoardPicture(
        pieces=board.pieces(),
        last_move=(moves[-1].from_square, moves[-1].to_square),
        checked=king if checkers else None,
        arrows=arrows,
        circles=circles,
    )


def with_palette(surface: pygame.Surface, count: int = COLOURS) -> pygame.Surface:
    """Return the surface with few colours, which makes the file eight times smaller without visible change."""
    pixels = pygame.surfarray.array3d(surface).reshape(-1, 3).astype(np.float64)
    palette = _median_cut(pixels, count)
    distances = ((pixels[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
    indices = distances.argmin(axis=1).reshape(surface.get_size())
    small = pygame.Surface(surface.get_size(), 0, 8)
    small.set_palette([tuple(int(part) for part in colour) for colour in palette])
    pygame.surfarray.blit_array(small, indices)
    return small


def _median_cut(pixels: Colours, count: int) -> Colours:
    """Return a palette by median cut: the box with the widest spread is halved at its median, repeatedly."""
    boxes = [np.unique(pixels, axis=0)]
    while len(boxes) < count:
        spreads = [box.max(axis=0) - box.min(axis=0) for box in boxes]
        widest = max(range(len(boxes)), key=lambda index: float(np.max(spreads[index])))
        box = boxes.pop(widest)
        axis = int(np.argmax(spreads[widest]))
        middle = (np.min(box[:, axis]) + np.max(box[:, axis])) / 2
        upper = box[:, axis] > middle
        boxes += [box[~upper], box[upper]]
    means: Colours = np.rint(np.array([box.mean(axis=0) for box in boxes]))
    return means


def build() -> None:
    """Replace all pictures in TARGET with newly drawn ones."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.glob("*.png"):
        old.unlink()
    for case in cases():
        pygame.image.save(with_palette(draw(case)), TARGET / f"{case['name']}.png")


if __name__ == "__main__":
    build()
