"""The program's own files, with arbitrary bytes as their content."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.fuzzing.unsound import UnsoundError
from xiangqi.board import Board
from xiangqi.engine.book import Book
from xiangqi.errors import ResourceError, StorageError
from xiangqi.storage.journal import Journal
from xiangqi.storage.settings import load_settings, save_settings
from xiangqi.storage.solved import load_solved


@contextmanager
def _file(name: str, data: bytes) -> Iterator[Path]:
    """Yield a file with these bytes in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        yield path


def settings(data: bytes) -> None:
    """Check that settings that could be read are unchanged after writing and reading them."""
    with _file("settings.json", data) as path:
        found, _ = load_settings(path)
        save_settings(found, path)
        again, aside = load_settings(path)
        if aside is not None or again != found:
            raise UnsoundError("settings that were read and written are not the same")


def journal(data: bytes) -> None:
    """Check that a game that is found can be played and written again."""
    with _file("journal.pgn", data) as path:
        kept = Journal(path.parent)
        try:
            found = kept.find()
            if found is not None and found.game is not None:
                found.game.final_board()
                kept.write(found.game)
        except StorageError as error:
            raise UnsoundError(str(error)) from error
        finally:
            kept.close()


def solved(data: bytes) -> None:
    """Check that solved puzzles that could be read from a sound file are the same when it is read again."""
    with _file("puzzles.json", data) as path:
        found, aside = load_solved(path)
        if aside is None and load_solved(path) != (found, None):
            raise UnsoundError("puzzles that were read twice are not the same")


def book(data: bytes) -> None:
    """Check that a book that could be read offers legal moves, and survives writing and reading."""
    with _file("book.txt", data) as path:
        try:
            found = Book.read(path)
        except ResourceError:
            return
        for move in found.moves(Board()):
            if not Board().is_legal(move):
                raise UnsoundError(f"the book has {move} for the start")
        lines = list(found.lines())
        path.write_text("\n".join(lines), encoding="utf-8")
        if list(Book.read(path).lines()) != lines:
            raise UnsoundError("a book that was read and written is not the same")
