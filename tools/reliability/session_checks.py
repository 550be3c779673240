"""Checks of the conditions that every state of a session must meet."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from xiangqi.app.analysis import tablebase
from xiangqi.app.coach import coached
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.exercises import puzzles
from xiangqi.app.exercises.times import times
from xiangqi.app.game import cycle
from xiangqi.app.openings import repertoire
from xiangqi.app.session import analysed, positions, turns, view
from xiangqi.app.session.document import Document
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.state import AppState
from xiangqi.board import Board
from xiangqi.coach.wording import Wording
from xiangqi.notation import Style
from xiangqi.records.revision import Revision
from xiangqi.records.tree import GameNode

_WORDING: Final = Wording("en", Style.WXF)

Shape = tuple[object, ...]


def check(state: AppState) -> None:
    """Check that a state does not contradict itself.

    Raises:
        AssertionError: the state contradicts itself.
    """
    for document in state.documents:
        check_document(document)
    assert len({document.id for document in state.documents}) == len(state.documents)
    assert len(state.toasts) <= 4
    _check_search(state)
    _check_hand(state)
    if state.replay is not None:
        assert view.judged_cycle(state) is not None
        line = view.line(state)
        assert 0 <= state.replay.first <= line.ply
        assert len(line.moves) - state.replay.first == len(cycle.steps(state))
    if state.preview is not None:
        shown = state.preview
        assert positions.legal_prefix(shown.base, shown.moves) == shown.moves
        assert 0 <= shown.shown <= len(shown.moves)


def _check_search(state: AppState) -> None:
    """Check that an engine searches if and only if the game needs it, and a clock runs for the side to move."""
    assert state.acting is None
    searched = state.current_game if state.search is None else state.find(state.search.document_id)
    assert searched is not None
    assert searched in (state.current_game, state.own_game)
    game = searched.play
    assert game is not None
    if state.search is not None:
        assert turns.is_engine_turn(game) == (state.search.purpose is Purpose.PLAY)
    if game.clock is not None and game.clock.since is not None:
        assert game.end is None
        assert not game.paused
        assert game.clock.side == turns.side_to_move(game)


def _check_hand(state: AppState) -> None:
    """Check that a piece is held only where there is one and it may be moved, now or later."""
    game, editor = state.document.play, editor_of(state)
    if editor is not None and state.selection.selected is not None:
        assert state.selection.selected in editor.position.placement
    if state.selection.selected is None or game is None:
        return
    entering = turns.is_engine_turn(game) and game.setup.human_side is not None  # a move for later
    held = turns.is_human_turn(game) or entering
    assert held or not state.document.at_tip or state.preview is not None


def check_document(document: Document) -> None:
    """Check that a document shows a line of its tree, and that its moves, even those taken back, are legal.

    Raises:
        AssertionError: the document or one of its moves is wrong.
    """
    cursor, tree = document.cursor, document.tree
    assert len(cursor.nodes) == len(cursor.moves) + 1
    assert 0 <= cursor.ply <= len(cursor.moves)
    for node, following in pairwise(cursor.nodes):
        assert following in tree.children(node)
    play = document.play
    assert not tree.children(cursor.nodes[-1]) or (play is not None and play.tip is cursor.nodes[-1])
    _check_moves(tree)
    if play is not None:
        assert document.keeps_game()
        board = Board(document.start_fen)
        for move in (*play.moves, *(node.move for node in reversed(play.undone))):
            assert move is not None
            board.push(move)


_checked: list[Revision] = []


def _check_moves(tree: Revision) -> None:
    """Check that every move of a tree is legal, unless the tree has been checked recently."""
    if any(known is tree for known in _checked):
        return
    board = Board(tree.game.start_fen)
    _walk(tree, tree.game.root, board)
    _checked[:] = [tree, *_checked[:16]]


def _walk(tree: Revision, node: GameNode, board: Board) -> None:
    for child in tree.children(node):
        assert child.move is not None
        assert board.is_legal(child.move)
        board.push(child.move)
        _walk(tree, child, board)
        board.pop()


def shape_of(tree: Revision, node: GameNode | None = None) -> Shape:
    """Return the moves of a tree with their variations, without comments and marks."""
    start = node or tree.game.root
    return tuple((child.move, shape_of(tree, child)) for child in tree.children(start))


def derive(state: AppState) -> None:
    """Derive everything that the window may show about a state, which must not fail, and check the result."""
    view.snapshot(state)
    for entry in view.move_entries(state):
        for place in range(entry.variations + 1 if entry.variations else 0):
            view.other_text(state, entry.ply, place)
    view.mark(state)
    view.pv_texts(state)
    view.result(state)
    view.status(state)
    view.comment(state)
    view.last_move(state)
    view.can_take_back(state)
    times(state)
    view.warning(state)
    cycle.shown_step(state)
    if (left := repertoire.left_lines(state)) is not None:
        repertoire.left_words(state, left[0].departure, left[1])
    _derive_analysis(state)


def _derive_analysis(state: AppState) -> None:
    found = analysed.assessment(state)
    assert len(found.chances) == len(view.line(state).moves) + 1
    assert all(chance is None or 0.0 <= chance <= 1.0 for chance in found.chances)
    analysed.red_chance(state)
    analysed.threat(state)
    analysed.line_texts(state, 0)
    analysed.grades(state)
    tablebase.told(state)
    puzzles.costliest_mistake(state)
    coached.praised(state)
    review = coached.review(state)
    for judged, board in review.on_boards():
        assert judged.move == review.line.moves[judged.ply - 1]
        for fact in judged.facts:
            _WORDING.sentence(fact, board, judged.move)
    told = _WORDING.summary(review)
    if (ply := review.summary.turning_point) is not None:
        before = review.line.upto(ply - 1).board()
        named = f"move {before.fullmove_number}, {_WORDING.line(before, [review.line.moves[ply - 1]])}"
        assert named in told[-1]
