"""Edits of a tree: what they make of it, and that each can be undone and redone."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from trees import games

from xiangqi.board import Move
from xiangqi.records import revision
from xiangqi.records.files import read_bytes
from xiangqi.records.revision import Edit, Revision
from xiangqi.records.tree import Game, GameNode, same_tree

TEXT = (
    "1. 炮二平五 {one} 马８进７ (1... 炮８平５ 2. 马二进三 (2. 马八进七)) (1... 卒３进１) 2. 马二进三 $1 $16 *"
)


def read() -> Revision:
    return Revision.of(next(read_bytes(TEXT.encode(), "text")))


def node_at(tree: Revision, moves: str) -> GameNode:
    node = tree.game.root
    for text in moves.split():
        found = tree.find(node, Move.from_iccs(text))
        assert found is not None
        node = found
    return node


def children(tree: Revision, moves: str) -> str:
    return " ".join(str(child.move) for child in tree.children(node_at(tree, moves)))


def made(tree: Revision, edit: Edit | None) -> Revision:
    assert edit is not None
    return tree.with_side(edit.after)


def test_nothing_edited_is_the_game_itself() -> None:
    tree = read()
    assert tree.to_game() is tree.game


def test_a_move_is_added_last() -> None:
    tree = read()
    edit = revision.add_move(tree, node_at(tree, "h2e2"), Move.from_iccs("g6g5"), 1)
    later = made(tree, edit)
    assert children(later, "h2e2") == "h9g7 h7e7 c6c5 g6g5"
    assert edit.after.node.path()[-1].move == Move.from_iccs("g6g5")
    assert children(tree, "h2e2") == "h9g7 h7e7 c6c5"
    deeper = made(later, revision.add_move(later, edit.after.node, Move.from_iccs("h0g2"), 2))
    assert [str(node.move) for node in deeper.line(node_at(deeper, "h2e2 g6g5"))] == ["h0g2"]


def test_a_variation_changes_its_place() -> None:
    tree = read()
    last = node_at(tree, "h2e2 c6c5")
    assert children(made(tree, revision.shift(tree, last, last, -1, 1)), "h2e2") == "h9g7 c6c5 h7e7"
    assert revision.shift(tree, last, last, 1, 1) is None
    first = node_at(tree, "h2e2 h9g7")
    assert children(made(tree, revision.shift(tree, first, first, 1, 1)), "h2e2") == "h7e7 h9g7 c6c5"
    assert revision.shift(tree, tree.game.root, tree.game.root, 1, 1) is None


def test_a_line_becomes_the_main_line() -> None:
    tree = read()
    nested = node_at(tree, "h2e2 h7e7 b0c2")
    later = made(tree, revision.make_main(tree, nested, 1))
    assert children(later, "h2e2") == "h7e7 h9g7 c6c5"
    assert children(later, "h2e2 h7e7") == "b0c2 h0g2"
    assert [str(move) for move in later.to_game().main_line()] == ["h2e2", "h7e7", "b0c2"]
    assert later.branch(nested) is None
    branch = tree.branch(nested)
    assert branch is nested
    assert tree.branch(node_at(tree, "h2e2 h7e7 h0g2")) is node_at(tree, "h2e2 h7e7")
    assert tree.fork(node_at(tree, "h2e2 h9g7 h0g2")) is node_at(tree, "h2e2 h9g7")


def test_deleting_shows_the_move_before() -> None:
    tree = read()
    first = node_at(tree, "h2e2 h7e7")
    edit = revision.delete(tree, node_at(tree, "h2e2 h7e7 h0g2"), first, 1)
    assert children(made(tree, edit), "h2e2") == "h9g7 c6c5"
    assert edit is not None
    assert (edit.after.node, edit.before.node) == (node_at(tree, "h2e2"), node_at(tree, "h2e2 h7e7 h0g2"))
    rest = made(tree, revision.delete_rest(tree, node_at(tree, "h2e2"), 1))
    assert children(rest, "h2e2") == ""
    assert revision.delete_rest(rest, node_at(rest, "h2e2"), 2) is None
    assert revision.delete(tree, tree.game.root, tree.game.root, 1) is None


def test_marks_leave_other_glyphs() -> None:
    tree = read()
    node = node_at(tree, "h2e2 h9g7 h0g2")
    assert tree.nags(node) == (1, 16)
    later = made(tree, revision.set_mark(tree, node, 4, 1))
    assert later.nags(node) == (4, 16)
    assert made(later, revision.set_mark(later, node, None, 2)).nags(node) == (16,)


def test_what_is_written_is_clean() -> None:
    tree = read()
    tree = made(tree, revision.write_comment(tree, node_at(tree, "h2e2"), "  two \x07words \n", 1))
    tree = made(tree, revision.write_header(tree, tree.game.root, "Red", " Li ", 2))
    tree = made(tree, revision.write_header(tree, tree.game.root, "Event", " ", 3))
    tree = made(tree, revision.set_result(tree, tree.game.root, "1-0", 4))
    game = tree.to_game()
    assert game.root.children[0].comment == "two words"
    assert game.headers == {"Red": "Li"}
    assert game.result == "1-0"
    assert tree.game.root.children[0].comment == "one"


def random_edit(chance: random.Random, tree: Revision, number: int) -> Edit | None:
    nodes = [tree.game.root]
    for node in nodes:
        nodes.extend(tree.children(node))
    node = chance.choice(nodes)
    branch = tree.branch(node)
    match chance.randrange(8):
        case 0:
            return revision.add_move(tree, node, Move.of(chance.randrange(90), chance.randrange(90)), number)
        case 1:
            return revision.shift(tree, node, node, chance.choice([-1, 1, 2]), number)
        case 2:
            return revision.make_main(tree, node, number)
        case 3:
            return revision.delete(tree, node, branch, number) if branch is not None else None
        case 4:
            return revision.delete_rest(tree, node, number)
        case 5:
            return revision.write_comment(tree, node, chance.choice(["", "x", "好棋"]), number)
        case 6:
            return revision.set_mark(tree, node, chance.choice([None, 1, 6]), number)
        case _:
            return revision.write_header(tree, node, chance.choice(["Red", "Event"]), "甲", number)


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_any_edits_are_undone_and_redone(game: Game, chance: random.Random) -> None:
    tree = Revision.of(game)
    states: list[Revision] = [tree]
    edits: list[Edit] = []
    for number in range(1, 12):
        edit = random_edit(chance, tree, number)
        if edit is not None:
            tree = tree.with_side(edit.after)
            edits.append(edit)
            states.append(tree)
    written = [state.to_game() for state in states]
    for place in reversed(range(len(edits))):
        tree = tree.with_side(edits[place].before)
        assert_same(tree, states[place], written[place])
    for place, edit in enumerate(edits, start=1):
        tree = tree.with_side(edit.after)
        assert_same(tree, states[place], written[place])


def assert_same(tree: Revision, state: Revision, game: Game) -> None:
    found = tree.to_game()
    assert same_tree(found.root, game.root)
    assert (found.headers, found.result, tree.number) == (game.headers, game.result, state.number)


def test_an_edit_of_a_huge_tree_costs_as_little_as_one_of_a_small_one() -> None:
    game = Game()
    move = Move.from_iccs("h2e2")
    for _ in range(300):
        node = game.root.add(move)
        for _ in range(400):
            node = node.add(move)
    tree = Revision.of(game)
    edit = revision.write_comment(tree, game.root.children[7].end(), "here", 1)
    assert set(tree.with_side(edit.after).changed) == {game.root.children[7].end()}
    assert sum(1 for _ in tree.with_side(edit.after).to_game().root.walk()) == 300 * 401 + 1
