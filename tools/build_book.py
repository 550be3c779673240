"""Makes assets/book.txt, or a user's own book, in the format of docs/book.md.

``python tools/build_book.py`` has the engine search the standard openings, and the moves that it would play
itself in each position on the way. Every position is searched for the same number of nodes, which makes the
book reproducible. The moves of the standard lines and moves nearly as good as the best are kept; better moves
get higher weights.

``python tools/build_book.py --games FILE … --to book.txt`` counts the moves of game records instead, in any
format that the program reads. Put the file into the program's folder, or name it with the engine's option
"Book File".
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from pathlib import Path

from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine.book import Book
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.i18n.message import catalogue
from xiangqi.openings import full_name, opening_of, place_of
from xiangqi.records.files import read_games

TARGET = Path(__file__).resolve().parent.parent / "assets" / "book.txt"
LEAST = 40  # weight of a move that the engine alone would play; the best move has 100
STANDARD = 60  # the least weight of a move of the standard lines
HEADING = "# Opening book, made by tools/build_book.py. Format: docs/book.md."

# One line of each standard opening, as given in books.
LINES = (
    "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 c6c5",  # 中炮过河车对屏风马
    "h2e2 h9g7 h0g2 b9c7 c3c4 g6g5 i0h0 i9h9",  # 中炮对屏风马
    "h2e2 b9c7 h0g2 h9g7 g3g4 c6c5 b0a2 a6a5 b2c2",  # 五七炮对屏风马
    "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2d2",  # 五六炮对屏风马
    "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2c2",  # 五七炮对反宫马
    "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6",  # 顺炮直车对横车
    "h2e2 h7e7 h0g2 h9g7 i0i1 i9h9",  # 顺炮横车
    "h2e2 b7e7 h0g2 b9c7 i0h0 h9g7",  # 列炮
    "h2e2 h9g7 h0g2 h7i7 i0h0 i9h9",  # 中炮对三步虎
    "h2e2 b9c7 h0g2 h9i7 i0h0 i9i8",  # 中炮对单提马
    "g0e2 b7d7 b0c2 b9c7 a0b0 h9g7",  # 飞相对士角炮
    "g0e2 h7e7 h0g2 h9g7 i0h0 i9h9",  # 飞相对中炮
    "g0e2 h7d7 h0g2 h9g7 i0h0 g6g5",  # 飞相对过宫炮
    "g0e2 g6g5 h0f1 h9g7 c3c4 b9c7",  # 飞相对挺卒
    "c3c4 b7c7 h2e2 c9e7 h0g2 h9g7",  # 仙人指路对卒底炮
    "c3c4 g6g5 b0c2 h9g7 c0e2 b9c7",  # 对兵局
    "c3c4 h7e7 b0c2 h9g7 a0b0 i9h9",  # 仙人指路对中炮
    "h2d2 h9g7 h0g2 i9h9 i0h0 b9c7",  # 过宫炮
    "h2d2 h7e7 h0g2 h9g7 i0h0 i9i8",  # 过宫炮对中炮
    "h2f2 h9g7 h0g2 i9h9 b0c2 g6g5",  # 士角炮
    "h0g2 g6g5 g0e2 h9g7 b0c2 b9c7",  # 起马局
)


def main() -> None:
    """Make a book and print its size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", type=Path, metavar="FILE", help="count the moves of records")
    parser.add_argument("--to", type=Path, default=TARGET, metavar="FILE", help="where to write")
    parser.add_argument("--plies", type=int, default=12, help="how deep into the game (12)")
    parser.add_argument("--nodes", type=int, default=20_000, help="searched for each position (20000)")
    parser.add_argument("--width", type=int, default=3, help="moves of a position that are followed (3)")
    parser.add_argument("--positions", type=int, default=600, help="positions at the most (600)")
    parser.add_argument(
        "--margin", type=int, default=25, help="centipawns that make a third of the weight (25)"
    )
    arguments = parser.parse_args()
    if arguments.games:
        book, names = from_games(arguments.games, arguments.plies)
    else:
        book, names = from_analysis(arguments)
    arguments.to.write_text("\n".join([HEADING, *book.lines(names), ""]), encoding="utf-8")
    print(f"{arguments.to}: {len(book)} positions, {arguments.to.stat().st_size // 1024} kB")


def name_of(moves: list[Move]) -> str:
    """Return the Chinese name of the opening played, "" for none."""
    found = opening_of(moves)
    return catalogue("zh-Hans").tell(full_name(found.code)) if found is not None else ""


def from_games(files: Iterable[Path], plies: int) -> tuple[Book, dict[str, str]]:
    """Return a book of moves, weighted by their numbers of games, and the openings' names by position.

    It has the first `plies` moves of the games that begin at the standard starting position.
    """
    book = Book()
    remarks: dict[str, str] = {}
    for file in files:
        for game in read_games(file):
            board = Board()
            if game.board().fen() != board.fen():
                continue
            for move in game.main_line()[:plies]:
                remarks.setdefault(place_of(board), name_of(board.move_stack))
                book.add(board, move, 1)
                board.push(move)
    return book, remarks


def from_analysis(arguments: argparse.Namespace) -> tuple[Book, dict[str, str]]:
    """Return a book of the standard openings and good engine moves, and the openings' names by position."""
    engine = Engine(hash_mb=16)
    engine.set_option("MultiPV", str(arguments.width))
    book = Book()
    remarks: dict[str, str] = {}
    waiting = [moves for line in LINES for moves in beginnings(line)] + [()]
    waiting.sort(key=len)
    for moves in waiting:  # grows during the loop
        board = Board()
        for move in moves:
            board.push(move)
        place = place_of(board)
        if place in remarks or len(moves) >= arguments.plies or len(remarks) >= arguments.positions:
            continue
        remarks[place] = name_of(board.move_stack)
        for move, weight in judged(engine, board, arguments).items():
            book.add(board, move, weight)
            waiting.append((*moves, move))
        print(f"\r{len(remarks)} positions", end="", flush=True)
    print()
    return book, remarks


def beginnings(line: str) -> list[tuple[Move, ...]]:
    """Return the beginnings of a line, one for each of its plies."""
    moves = tuple(map(Move.from_iccs, line.split()))
    return [moves[:length] for length in range(1, len(moves) + 1)]


def judged(engine: Engine, board: Board, arguments: argparse.Namespace) -> dict[Move, int]:
    """Return the best moves of a position, those nearly as good, and all standard moves, with weights."""
    engine.clear()
    engine.set_position(START_FEN, board.move_stack)
    lines: dict[int, Info] = {}
    engine.search(Limits(nodes=arguments.nodes), lambda info: lines.__setitem__(info.multipv, info))
    scores = {info.pv[0]: info.score_cp for info in lines.values() if info.score_cp is not None}
    for move in standard_replies(board) - scores.keys():
        engine.clear()
        result = engine.search(Limits(nodes=arguments.nodes, search_moves=(move,)))
        if result.info is not None and result.info.score_cp is not None:
            scores[move] = result.info.score_cp
    best = max(scores.values(), default=0)
    weights = {move: round(100 * math.exp((score - best) / arguments.margin)) for move, score in scores.items()}
    kept = {move: weight for move, weight in weights.items() if weight >= LEAST}
    return kept | {move: max(weights.get(move, 0), STANDARD) for move in standard_replies(board)}


def standard_replies(board: Board) -> set[Move]:
    """Return the next moves of the standard lines in this position."""
    played = tuple(board.move_stack)
    lines = [tuple(map(Move.from_iccs, line.split())) for line in LINES]
    return {line[len(played)] for line in lines if len(line) > len(played) and line[: len(played)] == played}


if __name__ == "__main__":
    main()
