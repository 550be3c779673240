"""Tests that the fast path for plain PGN gives the full reader's results, and leaves other games to it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from walks import play

from xiangqi.board import Board, Move
from xiangqi.core.movegen import play_line
from xiangqi.fen import START_FEN
from xiangqi.notation import Style
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.records.text import pgn
from xiangqi.records.text.pgn_writer import write
from xiangqi.records.tree import Game, LineGame, same_tree

TAGS = '[Event "五羊杯"]\n[Red "甲"]\n[Black "乙"]\n[Result "1-0"]\n\n'
MOVES = [Move.from_iccs(text) for text in ("h2e2", "h9g7", "h0g2", "i9h9")]
PLAIN = TAGS + "1. H2-E2 H9-G7\n2. H0-G2 I9-H9 1-0\n"


def _slowly(data: bytes, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    with monkeypatch.context() as patch:
        patch.setattr(pgn, "read_plain", lambda _chunk, _codec: None)
        return list(read_bytes(data, "it"))


def _told(game: Game) -> tuple[object, ...]:
    return (game.headers, game.start_fen, game.result, game.format, game.encoding, game.errors)


def _random_files() -> Iterator[bytes]:
    for seed in range(12):
        rng = random.Random(seed)
        games, encoding = [], rng.choice(["utf-8", "gb18030"])
        for number in range(8):
            game = Game(headers={"Event": f"杯 {number}", "Red": f"甲{rng.randrange(9)}", "Site": ""})
            game.result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
            node = game.root
            for move in play(rng.choices(range(10_000), k=rng.randrange(1, 60))).move_stack:
                node = node.add(move)
            games.append(write(game, Style.ICCS, encoding))
        text = b"".join(games)
        yield rng.choice([text, text.replace(b"\n", b"\r\n"), text.lower().replace(b"-", b""), text.lower()])


def test_both_ways_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = 0
    for data in _random_files():
        for fast, slow in zip(read_bytes(data, "it"), _slowly(data, monkeypatch), strict=True):
            plain += fast.plain_line() is not None
            assert _told(fast) == _told(slow)
            assert (pack(fast).words, pack(fast).plies) == (pack(slow).words, pack(slow).plies)
            assert same_tree(pack(fast).unpack().root, slow.root)
            assert fast.main_line() == slow.main_line()
            assert same_tree(fast.root, slow.root)
    assert plain > 60


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("H9-G7", "H9-G7 {good}"),
        ("H9-G7", "H9-G7!"),
        ("H9-G7", "(1. H2-D2) H9-G7"),
        ("H9-G7", "H9-G8"),
        ("I9-H9", "I9-H9 I0-I9"),
        ("H9-G7", "马８进７"),
        ("1-0\n", "0-1\n"),
        ("1-0\n", "1-0\nwords\n"),
        ("1-0\n", "1-0\n3. B0-C2\n"),
        ('"]\n\n', f'"]\n[FEN "{START_FEN}"]\n\n'),
        ('[Result "1-0"]', '[Result "1-0"] [Round "3"]'),
        ('[Red "甲"]', '[Red "甲 \\"x\\""]'),
        ('[Red "甲"]', '[Red "甲"]\n[Red "丙"]'),
        ('[Red "甲"]', '[White "甲"]'),
        ('[Red "甲"]', '[RED " 甲 "]'),
        ('[Red "甲"]', '[Red "甲\ufffd"]'),
        (PLAIN, TAGS + "*\n"),
        (PLAIN, TAGS + "1. H3-E3 H10-G8 1-0\n"),
    ],
)
def test_what_is_unusual_is_read_in_full(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = f"{PLAIN}\n{PLAIN.replace(old, new)}\n{PLAIN}".encode()
    fast, slow = list(read_bytes(data, "it")), _slowly(data, monkeypatch)
    assert [_told(game) for game in fast] == [_told(game) for game in slow]
    assert all(same_tree(one.root, other.root) for one, other in zip(fast, slow, strict=True))


def test_the_tree_of_a_line_grows_when_it_is_asked_for() -> None:
    (game,) = read_bytes(PLAIN.encode(), "it")
    assert isinstance(game, LineGame)
    assert game.plain_line() == game.main_line() == MOVES
    game.root.children[0].comment = "x"
    assert game.plain_line() is None
    game.root.children[0].children.clear()
    assert [str(move) for move in game.main_line()] == ["h2e2"]


def test_a_line_is_played_up_to_what_is_not_legal() -> None:
    moves = [Move.from_iccs(text) for text in ("h2e2", "h9g7", "e2e6", "a0a9")]
    board = Board()
    assert play_line(board.state, np.array(moves, np.int64)) == 3
    after = Board()
    for move in moves[:3]:
        after.push(move)
    assert (board.key, board.pieces()) == (after.key, after.pieces())
    assert play_line(Board().state, np.array([0, 0xFFFF], np.int64)) == 0
