"""The game tree: walks, editing, faults, and the builder that readers use."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from trees import games
from walks import walk_with_board

from xiangqi.board import Move
from xiangqi.records.tree import (
    EMPTY_FEN,
    MAX_FAULTS,
    Game,
    GameNode,
    RecordFault,
    TreeBuilder,
    clean_comment,
    known,
    same_tree,
    walk_as_text,
)


def _move(text: str) -> Move:
    return Move.from_iccs(text)


def _branched() -> Game:
    """h2e2 h9g7 h0g2, with h7e7 (h0g2) instead of h9g7 and c3c4 instead of h2e2."""
    game = Game()
    builder = TreeBuilder(game)
    builder.play(_move("h2e2"))
    second = builder.play(_move("h9g7"))
    builder.play(_move("h0g2"))
    assert second is not None
    assert second.parent is not None
    builder.back_to(second.parent)
    builder.play(_move("h7e7"))
    builder.play(_move("h0g2"))
    builder.go_to(game.root)
    builder.play(_move("c3c4"))
    return game


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (" Final? ", "Final?"),
        ("?", ""),
        (" ? ", ""),
        ("????.??.??", ""),
        ("1990.??.??", "1990.??.??"),
        ("", ""),
    ],
)
def test_what_is_not_known_is_no_value(value: str, shown: str) -> None:
    assert known({"Event": value}, "Event") == shown
    assert known({}, "Event") == ""


def test_main_line_and_boards() -> None:
    game = _branched()
    assert [str(move) for move in game.main_line()] == ["h2e2", "h9g7", "h0g2"]
    assert game.final_board().fen().startswith("rnbakab1r/9/1c4nc1/")
    assert game.variation_count() == 2
    variation = game.root.children[0].children[1].children[0]
    assert [str(move) for move in variation.moves()] == ["h2e2", "h7e7", "h0g2"]
    assert game.board_at(variation).move_stack == variation.moves()
    assert variation.ply() == 3


def test_moves_extend_a_line() -> None:
    game = Game()
    first = game.root.extend([_move("h2e2")])
    last = first.extend(map(_move, ("h9g7", "h0g2")))
    assert [move.iccs for move in game.main_line()] == ["h2e2", "h9g7", "h0g2"]
    assert last is game.root.end()
    assert last.extend([]) is last


def test_walk_visits_the_main_line_first() -> None:
    order = [str(node.move or "start") for node in _branched().root.walk()]
    assert order == ["start", "h2e2", "h9g7", "h0g2", "h7e7", "h0g2", "c3c4"]


@given(games())
@settings(max_examples=25)
def test_walks_keep_the_board_in_step(game: Game) -> None:
    for board, node in walk_with_board(game):
        assert node.parent is not None
        assert board.move_stack == node.parent.moves()
    nodes = []
    for step, node, board in walk_as_text(game):
        if step == "move":
            assert node.parent is not None
            assert board.move_stack == node.parent.moves()
            nodes.append(node)
    assert {id(node) for node in nodes} == {id(node) for node in game.root.walk()} - {id(game.root)}


@given(games())
@settings(max_examples=25)
def test_the_builder_goes_anywhere(game: Game) -> None:
    twin = Game(start_fen=game.start_fen)
    builder = TreeBuilder(twin)
    twins = {id(game.root): twin.root}
    for node in game.root.walk():
        if node.parent is not None and node.move is not None:
            builder.go_to(twins[id(node.parent)])
            child = builder.play(node.move, comment=node.comment)
            assert child is not None
            child.nags = node.nags
            twins[id(node)] = child
    twin.root.comment = game.root.comment
    assert same_tree(game.root, twin.root)
    assert builder.board.move_stack == builder.node.moves()


def test_the_tree_tells_differences() -> None:
    first, second = _branched(), _branched()
    assert same_tree(first.root, second.root)
    second.root.end().comment = "x"
    assert not same_tree(first.root, second.root)
    second = _branched()
    second.root.children.reverse()
    assert not same_tree(first.root, second.root)


def test_an_illegal_move_is_a_fault_and_changes_nothing() -> None:
    game = Game()
    builder = TreeBuilder(game)
    builder.play(_move("h2e2"))
    fen = builder.board.fen()
    assert builder.play(_move("h2e2"), byte=77) is None
    assert builder.board.fen() == fen
    message = "'h2e2' is not a legal move for Black: no such piece can move"
    assert game.errors == [RecordFault(message, 2, "h2e2", byte=77)]
    assert str(game.errors[0]) == f"byte 77, move 2 (counting both sides; h2e2): {message}"
    assert builder.play(_move("h9h8")) is None
    assert game.errors[1].message == (
        "'h9h8' is not a legal move for Black: expected one of 马８进７ (h9g7), 马８进９ (h9i7)"
    )
    for senseless in (-1, 1 << 20, 0, 0xFFFF):
        assert builder.play(Move(senseless)) is None


def test_faults_are_bounded() -> None:
    game = Game()
    builder = TreeBuilder(game)
    for _ in range(2 * MAX_FAULTS):
        builder.play(_move("a0a9"))
    assert len(game.errors) == MAX_FAULTS


def test_an_odd_start_position_becomes_a_fault() -> None:
    game = Game(start_fen="4k4/9/9/9/9/9/9/9/9/4K4")
    TreeBuilder(game, line=3)
    assert str(game.errors[0]) == "line 3: starting position: the generals face each other on an open file"
    assert game.start_fen == "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
    game = Game(start_fen="nonsense")
    assert TreeBuilder(game).play(_move("h2e2")) is None
    assert (game.start_fen, len(game.errors)) == (EMPTY_FEN, 2)
    heading = Game(start_fen=EMPTY_FEN)
    TreeBuilder(heading)
    assert heading.errors == []


def test_deep_trees_need_no_recursion() -> None:
    game = Game()
    node = game.root
    for _ in range(2_500):
        for text in ("h2e2", "h9g7", "e2h2", "g7h9"):
            node = node.add(_move(text))
    assert len(list(game.root.walk())) == 10_001
    assert len(game.main_line()) == node.ply() == 10_000
    assert game.final_board().piece_at(_move("h2e2").from_square)
    assert same_tree(game.root, game.root)


def test_back_to_wants_an_ancestor() -> None:
    builder = TreeBuilder(Game())
    with pytest.raises(ValueError, match="way back"):
        builder.back_to(GameNode())


def test_comments_are_cleaned() -> None:
    assert clean_comment("\r\n a\r\nb\0 \u3000") == "a\nb"
    assert clean_comment("\ufeff[a \ufeff]") == "[a ]"
    node = GameNode()
    for text in ("first", " ", "second\r\n"):
        node.add_comment(text)
    assert node.comment == "first\nsecond"


# ---- Copies ----


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("copied", [copy.deepcopy, _pickled])
def test_a_tree_of_any_depth_is_copied(copied: Callable[[Any], Any]) -> None:
    game = Game(headers={"Red": "A"}, result="1-0")
    node = game.root
    moves = [_move(text) for text in ("h2e2", "h9g7", "e2h2", "g7h9")]
    for ply in range(5_000):
        node.add(moves[(ply + 1) % 4], f"variation {ply}")
        node.children.insert(0, child := GameNode(moves[ply % 4], node))
        node = child
    twin = copied(game)
    assert twin.root is not game.root
    assert (twin.headers, twin.result) == (game.headers, game.result)
    assert same_tree(twin.root, game.root)
    assert type(twin.main_line()[0]) is Move
    assert twin.root.end().ply() == 5_000


@pytest.mark.parametrize("copied", [copy.deepcopy, _pickled])
@given(game=games())
@settings(max_examples=10, deadline=None)
def test_nodes_are_copied_with_their_tree(copied: Callable[[Any], Any], game: Game) -> None:
    nodes = list(game.root.walk())
    twin, *others = copied([game, *nodes])
    assert all(one is other for one, other in zip(twin.root.walk(), others, strict=True))
    assert same_tree(copied(nodes[-1]).path()[0].parent if len(nodes) > 1 else copied(nodes[0]), game.root)
    for node in others:
        assert all(child.parent is node for child in node.children)


@pytest.mark.parametrize("copied", [copy.deepcopy, _pickled])
def test_a_branch_that_was_cut_off_is_copied(copied: Callable[[Any], Any]) -> None:
    game = _branched()
    branch = game.root.children.pop()
    twin = copied(branch)
    assert (twin.move, twin.children) == (branch.move, [])
    assert same_tree(twin.parent, game.root)
    alone = GameNode(_move("h2e2"), comment="alone")
    assert same_tree(copied(alone), alone)


def test_a_shallow_copy_shares_what_follows() -> None:
    node = _branched().root.children[0]
    twin = copy.copy(node)
    assert twin is not node
    assert (twin.move, twin.parent, twin.nags) == (node.move, node.parent, node.nags)
    assert twin.children is node.children
