"""Games written in the other text formats are read back the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import ANYTHING, games

from xiangqi.board import Move
from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, read_bytes
from xiangqi.records.text import jsonform, position_list, xmlform
from xiangqi.records.tree import Game, same_tree

_XML_TEXT = st.text(alphabet="炮二平五马８进７ <>&\"'abc;\n]]>{}", max_size=24)


def _kept(game: Game) -> tuple[object, ...]:
    return game.start_fen, game.result, {name: text for name, text in game.headers.items() if text}


@given(games(texts=_XML_TEXT), st.sampled_from(Style))
@settings(max_examples=150)
def test_any_game_survives_xml(written: Game, style: Style) -> None:
    (read,) = read_bytes(xmlform.write(written, style), "written")
    assert read.format == "xml"
    assert not read.errors, [str(fault) for fault in read.errors]
    assert same_tree(written.root, read.root)
    assert _kept(read) == _kept(written)


@given(games(texts=ANYTHING))
@settings(max_examples=150)
def test_any_game_survives_json(written: Game) -> None:
    content = jsonform.write(written)
    (read,) = read_bytes(content, "written")
    assert read.format == "json"
    assert same_tree(written.root, read.root)
    assert _kept(read) == _kept(written)
    assert json.loads(content)["final_fen"] == written.final_board().fen()


@pytest.mark.parametrize("form", ["pgn", "xml", "json", "dhtmlxq"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_comment_that_quotes_another_format(form: str, codec: str) -> None:
    quoted = "var DhtmlXQ_movelist='7747'; <p>&#91;DhtmlXQ_title&#93;"
    written = Game()
    written.root.add(Move.from_iccs("h2e2")).comment = quoted
    content = WRITERS[form].write(written, Style.CHINESE, "utf-8").decode().encode(codec)
    (read,) = read_bytes(content, "written")
    assert (read.format, read.errors) == (form, [])
    assert same_tree(written.root, read.root)


@given(games())
@settings(max_examples=50)
def test_any_line_survives_position_commands(written: Game) -> None:
    (read,) = read_bytes(position_list.write(written), "written")
    assert (read.format, read.errors) == ("uci", [])
    assert read.start_fen == written.start_fen
    assert read.main_line() == written.main_line()
