"""Random games for property tests: a list of numbers, each choosing among the legal moves of its turn."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from xiangqi.board import START_FEN, Board, Move
from xiangqi.records.tree import Game, GameNode


def choices(longest: int = 120) -> st.SearchStrategy[list[int]]:
    """Numbers that choose the moves of a game of at most `longest` plies.

    Drawn by length and seed, because lists drawn number by number are nearly always short.
    """
    return st.builds(
        lambda length, seed: random.Random(seed).choices(range(10_000), k=length),
        st.integers(0, longest),
        st.integers(0, 1_000_000),
    )


def walk(numbers: Iterable[int], fen: str = START_FEN) -> Iterator[tuple[Board, list[Move]]]:
    """Play a game; before each move, and at its end, give the board and the legal moves on it.

    The same board is given every time: whoever changes it puts it back.
    """
    board = Board(fen)
    legal = board.legal_moves()
    yield board, legal
    for number in numbers:
        if not legal:
            return
        board.push_unchecked(legal[number % len(legal)])
        legal = board.legal_moves()
        yield board, legal


def play(numbers: Iterable[int], fen: str = START_FEN) -> Board:
    """Return the board at the end of such a game."""
    board = Board(fen)
    for board, _ in walk(numbers, fen):  # noqa: B007 - the last one is wanted
        pass
    return board


def walk_with_board(game: Game) -> Iterator[tuple[Board, GameNode]]:
    """Yield all nodes but the root as in GameNode.walk, each with a board BEFORE its move.

    It is one and the same board, moved along: use it before the next step and don't push or pop on it.
    """
    board = game.board()
    stack = [iter(game.root.children)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            if stack:
                board.pop()
            continue
        assert node.move is not None
        yield board, node
        board.push_unchecked(node.move)
        stack.append(iter(node.children))
