"""Where games of a match begin: positions of a file, or short balanced openings made at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.errors import RecordError, XiangqiError
from xiangqi.fen import format_fen, sound_position
from xiangqi.i18n.message import Message
from xiangqi.referee import outcome

_PLIES: Final = (4, 5, 6, 7, 8)
_NODES: Final = 20_000  # spent on the question whether an opening is balanced
_BALANCED_CP: Final = 60


@dataclass(frozen=True)
class Opening:
    """A position (a FEN of six fields) and the moves that are played before the engines are asked."""

    start_fen: str
    moves: tuple[Move, ...] = ()

    def board(self) -> Board:
        """A new board after the moves."""
        board = Board(self.start_fen)
        for move in self.moves:
            board.push_unchecked(move)
        return board


def read_openings(text: str) -> list[Opening]:
    """Openings of a text, one a line.

    A line is a FEN or ``startpos``, perhaps followed by ``moves`` and coordinates (a leading ``position`` or
    ``fen``, as engines are told, may stay). What follows ``#`` or ``;`` is a remark.

    Raises:
        RecordError: names the first line that is no such thing, or that there is none at all.
    """
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace(";", "#").partition("#")[0].split()
        if words:
            try:
                openings.append(_read(words))
            except XiangqiError as error:
                raise RecordError(Message("detail.place_line", line=number, reason=str(error))) from None
    if not openings:
        raise RecordError(Message("detail.no_opening"))
    return openings


def _read(words: list[str]) -> Opening:
    """The opening of one line.

    Raises:
        XiangqiError: it cannot be read, or the game is over before it begins.
    """
    place = words.index("moves") if "moves" in words else len(words)
    position = [word for word in words[:place] if word not in ("position", "fen")]
    fen = START_FEN if position == ["startpos"] else " ".join(position)
    sound_position(fen)
    board = Board(fen)
    for number, text in enumerate(words[place + 1 :], 1):
        try:
            board.push(Move.from_iccs(text))
        except XiangqiError as error:
            raise RecordError(Message("detail.of_move", number=number, reason=str(error))) from None
    ended = outcome(board)
    if ended is not None:
        raise RecordError(Message("detail.over_there", reason=ended.reason))
    return Opening(format_fen(board.start), tuple(board.move_stack))


def make_openings(seed: int) -> Iterator[Opening]:
    """Endless different openings of four to eight random plies that a short search calls balanced.

    The same seed gives the same openings as long as search and evaluation stay what they are.
    """
    chance = random.Random(seed)
    engine = Engine(hash_mb=4)
    seen: set[int] = set()
    while True:
        board = Board()
        for _ in range(chance.choice(_PLIES)):
            moves = board.legal_moves()
            if not moves:
                break
            board.push_unchecked(chance.choice(moves))
        if board.key not in seen and _is_balanced(board, engine):
            seen.add(board.key)
            yield Opening(START_FEN, tuple(board.move_stack))


def _is_balanced(board: Board, engine: Engine) -> bool:
    engine.clear()
    engine.set_position(START_FEN, board.move_stack)
    info = engine.search(Limits(nodes=_NODES)).info
    return info is not None and info.score_cp is not None and abs(info.score_cp) <= _BALANCED_CP
