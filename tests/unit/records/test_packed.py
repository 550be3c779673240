"""Packed games hold everything in little memory."""

from __future__ import annotations

import sys
from dataclasses import fields

from hypothesis import given, settings
from trees import ANYTHING, games

from xiangqi.board import Move
from xiangqi.folding import folded
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game, RecordFault, same_tree


@given(games(texts=ANYTHING))
@settings(max_examples=60)
def test_any_game_comes_back(game: Game) -> None:
    game.errors = [RecordFault("odd", 3, "x", 7), RecordFault("short", byte=1)]
    game.format, game.encoding = "pgn", "big5"
    again = pack(game).unpack()
    assert same_tree(game.root, again.root)
    assert (again.headers, again.start_fen, again.result) == (game.headers, game.start_fen, game.result)
    assert (again.format, again.encoding, again.errors) == (game.format, game.encoding, game.errors)
    assert all(child.parent is node for node in again.root.walk() for child in node.children)
    assert pack(game).plies == len(game.main_line())


def test_what_a_list_shows() -> None:
    text = (
        '[Red "许银川 "]\n[Black "?"]\n[Event "五羊杯"]\n[ECCO "C11"]\n\n1. 炮二平五 马８进７ 2. 帅五进九 1-0\n'
    )
    (game,) = read_bytes(text.encode(), "x")
    packed = pack(game)
    assert (packed.red, packed.black, packed.event, packed.opening) == ("许银川", "", "五羊杯", "")
    assert packed.opening_code == "C11"
    assert (packed.result, packed.plies, packed.faulty) == ("1-0", 2, True)
    for field in ("许银川", "許銀川", "五羊杯", "Ｃ１１"):
        assert folded(field) in packed.words.split("\n")


def test_a_thousand_games_take_less_than_a_megabyte() -> None:
    game = Game(headers={"Event": "Cup", "Red": "One", "Black": "Two"})
    node = game.root
    for ply in range(80):
        node = node.add(Move.from_iccs(("h2e2", "h9g7", "e2h2", "g7h9")[ply % 4]))
    packed = [pack(game) for _ in range(1000)]
    held = [getattr(one, field.name) for one in packed for field in fields(PackedGame)]
    assert {type(value) for value in held} == {str, int, bool, bytes}, "nothing that holds more in its turn"
    size = sum({id(value): sys.getsizeof(value) for value in [*packed, *held]}.values())
    assert 1000 < size < 1 << 20


def test_large_trees_are_packed_without_loss() -> None:
    game = Game()
    for _ in range(60_000):
        game.root.add(Move.from_iccs("h2e2"))
    node = game.root
    for _ in range(20_000):
        node = node.add(Move.from_iccs("h9g7"))
    assert same_tree(pack(game).unpack().root, game.root)
