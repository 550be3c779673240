"""Books of ElephantEye are read by the rule of their keys, and refused where another rule made them."""

from __future__ import annotations

import json
import random
import struct
from itertools import islice
from pathlib import Path

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.cli import main
from xiangqi.engine.book import NAME, Book
from xiangqi.engine.common.types import Limits
from xiangqi.engine.elephant_book import ElephantBook, hash_of, key_stream, open_book
from xiangqi.engine.worker import Engine
from xiangqi.errors import ResourceError
from xiangqi.openings import mirrored
from xiangqi.records.foreign import describe
from xiangqi.resources import asset

LETTERS = "KABNRCPkabnrcp"


def cipher(key: bytes, count: int) -> bytes:
    """RC4, written again: the swapping of a deck of 256 cards."""
    deck, j = list(range(256)), 0
    for i in range(256):
        j = (j + deck[i] + key[i % len(key)]) % 256
        deck[i], deck[j] = deck[j], deck[i]
    out, i, j = bytearray(), 0, 0
    for _ in range(count):
        i = (i + 1) % 256
        j = (j + deck[i]) % 256
        deck[i], deck[j] = deck[j], deck[i]
        out.append(deck[(deck[i] + deck[j]) % 256])
    return bytes(out)


def plain_hash(fen: str, numbers: list[int]) -> int:
    """The hash of a position, from its FEN."""
    placement, turn = fen.split()[:2]
    found = numbers[0] if turn == "b" else 0
    for row, rank in enumerate(placement.split("/")):
        column = 0
        for letter in rank:
            if letter.isdigit():
                column += int(letter)
                continue
            found ^= numbers[1 + LETTERS.index(letter) * 256 + (row + 3) * 16 + column + 3]
            column += 1
    return found


@pytest.fixture(scope="module")
def numbers() -> list[int]:
    words = struct.unpack("<10755I", cipher(b"\0", 4 * 10755))
    return [words[place] for place in range(2, 10755, 3)]


def entry(fen: str, move: str, weight: int, numbers: list[int]) -> bytes:
    points = ["abcdefghi".index(move[i]) + 3 + (12 - int(move[i + 1])) * 16 for i in (0, 2)]
    return struct.pack("<IHH", plain_hash(fen, numbers), points[0] | points[1] << 8, weight)


def after(*moves: str) -> Board:
    board = Board()
    for move in moves:
        board.push(Move.from_iccs(move))
    return board


@pytest.fixture
def data(numbers: list[int]) -> bytes:
    entries = [
        entry(START_FEN, "h2e2", 300, numbers),
        entry(START_FEN, "c3c4", 100, numbers),
        entry(START_FEN, "a0a9", 50, numbers),  # not legal
        entry(after("h2e2").fen(), "h9g7", 7, numbers),
    ]
    return b"".join(sorted(entries, key=lambda one: struct.unpack("<I", one[:4])))


def test_the_cipher_is_that_of_its_published_example() -> None:
    assert bytes(islice(key_stream(b"Key"), 10)).hex() == "eb9f7781b734ca72a719"
    assert cipher(b"Key", 10).hex() == "eb9f7781b734ca72a719"


def test_hashes_are_those_of_the_rule(numbers: list[int]) -> None:
    board, chance = Board(), random.Random(3)
    for _ in range(40):
        assert hash_of(board) == plain_hash(board.fen(), numbers)
        board.push(chance.choice(board.legal_moves()))


def test_a_book_is_read_on_either_wing(data: bytes) -> None:
    book = ElephantBook(data)
    moves = {move.iccs: weight for move, weight in book.moves(Board()).items()}
    assert moves == {"h2e2": 300, "c3c4": 100, "b2e2": 300, "g3g4": 100}
    assert book.moves(after("h2e2")) == {Move.from_iccs("h9g7"): 7}
    assert book.moves(after("b2e2")) == {mirrored(Move.from_iccs("h9g7")): 7}
    assert book.moves(after("g0e2")) == {}
    assert len(book) == 2


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda data: data[:-1], "its length is not a multiple of"),
        (lambda data: data[-8:] + data[:-8], "not sorted"),
        (lambda data: data[-8:], "starting position"),
        (lambda _data: b"\0" * 8, "starting position"),
    ],
)
def test_what_is_no_such_book_is_refused(data: bytes, tmp_path: Path, damage: object, told: str) -> None:
    path = tmp_path / "BOOK.DAT"
    path.write_bytes(damage(data))  # type: ignore[operator]
    with pytest.raises(ResourceError, match=told):
        open_book(path)


def test_a_text_is_a_book_of_the_program() -> None:
    assert type(open_book(asset(NAME))) is Book
    with pytest.raises(ResourceError, match="nowhere"):
        open_book(Path("nowhere.dat"))


def test_the_engine_plays_by_it_in_the_way_that_is_chosen(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "BOOK.DAT").write_bytes(data)
    engine = Engine(hash_mb=1)
    engine.set_option("OwnBook", "true")
    engine.set_option("Book File", str(tmp_path / "BOOK.DAT"))
    found = {str(engine.search(Limits(depth=1)).best_move) for _ in range(60)}
    assert found == {"h2e2", "b2e2", "c3c4", "g3g4"}
    for choice, wanted in (("best", 1), ("near", 2)):
        engine.set_option("Book Choice", choice)
        some = {str(engine.search(Limits(depth=1)).best_move) for _ in range(30)}
        assert some <= {"h2e2", "b2e2"}
        assert len(some) == wanted


def test_its_moves_are_listed(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "BOOK.DAT")
    Path(path).write_bytes(data)
    assert main(["openings", "explore", "startpos", "--book", path, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {(row["move"], row["weight"]) for row in rows} >= {("h2e2", 300), ("c3c4", 100)}
    assert rows[0]["opening"] == "B00"
    Path(path).write_bytes(data[-8:])
    assert main(["openings", "explore", "startpos", "--book", path]) == 2
    assert "starting position" in capsys.readouterr().err


def test_other_books_are_named_for_what_they_are(data: bytes) -> None:
    assert "ElephantEye" in describe(data * 2 if len(data) < 32 else data)
    assert "OBK" in describe(b"SQLite format 3\0" + b"CREATE TABLE bhobk (vkey, vmove)")
