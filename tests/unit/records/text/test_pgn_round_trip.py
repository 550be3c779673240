"""What is written as PGN is read back the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import ANYTHING, games

from xiangqi.board import Move
from xiangqi.notation import Style
from xiangqi.records.encodings import GB18030
from xiangqi.records.files import read_bytes
from xiangqi.records.text.pgn_writer import write
from xiangqi.records.tree import Game, same_tree


def _same(first: Game, second: Game) -> bool:
    filled = {name: value for name, value in second.headers.items() if value or name in first.headers}
    filled.pop("Game", None)
    return (
        same_tree(first.root, second.root)
        and filled == first.headers
        and (first.start_fen, first.result) == (second.start_fen, second.result)
        and not second.errors
    )


@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from(Style))
@settings(max_examples=150)
def test_utf8(written: list[Game], style: Style) -> None:
    read = list(read_bytes(b"".join(write(game, style) for game in written), "written"))
    assert len(read) == len(written)
    for first, second in zip(written, read, strict=True):
        assert _same(first, second), [str(fault) for fault in second.errors]


@given(games(texts=ANYTHING), st.sampled_from(Style))
@settings(max_examples=100)
def test_any_character(written: Game, style: Style) -> None:
    (read,) = read_bytes(write(written, style), "written")
    assert same_tree(written.root, read.root)
    assert not [fault for fault in read.errors if "this is not text" not in str(fault)]


def test_empty_lines_of_a_comment_are_kept() -> None:
    game = Game()
    game.root.add(Move.from_iccs("h2e2")).comment = "first\n\n\n\nlast"
    (read,) = read_bytes(write(game), "written")
    assert read.root.children[0].comment == "first\n\n\n\nlast"


@pytest.mark.parametrize("style", [Style.CHINESE, Style.CHINESE_TRADITIONAL])
@given(data=st.data())
@settings(max_examples=60)
def test_gb18030(style: Style, data: st.DataObject) -> None:
    written = data.draw(games(most_moves=12).filter(lambda game: game.root.children))  # moves tell the encoding
    content = write(written, style, GB18030)
    (read,) = read_bytes(content, "written")
    assert read.encoding == GB18030
    assert _same(written, read)
