"""Openings of match games: read from a file, or short balanced ones generated at random."""

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
_NODES: Final = 20_000  # searched to decide whether an opening is balanced
_BALANCED_CP: Final = 60


@dataclass(frozen=True)
class Opening:
    """A start position (a FEN of six fields) and the moves played before the engines take over."""

    start_fen: str
    moves: tuple[Move, ...] = ()

    def board(self) -> Board:
        """Return a new board after the moves."""
        board = Board(self.start_fen)
        for move in self.moves:
            board.push_unchecked(move)
        return board


def read_openings(text: str) -> list[Opening]:
    """Parse openings, one per line.

    A line is a FEN or ``startpos``, optionally followed by ``moves`` and coordinates; a leading ``position`` or
    ``fen``, as in engine commands, is accepted. ``#`` or ``;`` begins a comment.

    Raises:
        RecordError: a line is invalid (the message names it), or there are no openings.
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
    """Parse the opening on one line.

    Raises:
        XiangqiError: the line is invalid, or the game is over before it begins.
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
    """Yield distinct openings without end: four to eight random plies that a short search considers balanced.

    Equal seeds give equal openings as long as search and evaluation do not change.
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
