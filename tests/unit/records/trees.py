"""Random game trees for round trips."""

from __future__ import annotations

from hypothesis import strategies as st

from xiangqi.board import Board
from xiangqi.fen import START_FEN
from xiangqi.records.tree import RESULTS, Game, GameNode, clean_comment

FENS = (
    START_FEN,
    "3akc1r1/NR6C/4b4/1R7/6p2/6Bn1/4p4/1p6B/4r4/3K5 w - - 0 1",
    "2b1ka3/2P1a4/4b4/2P1P4/2P6/9/9/4B4/4A4/2BAK4 b - - 3 40",
    "3ak4/9/4b4/4P4/4P1p2/4P1B2/6p2/9/4A4/3K1A3 w - - 0 1",
)

PLAIN = st.text(alphabet="炮二平五马象 abcXYZ19.,:!?(){}[]\"';%$-\n\\", max_size=24)
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=24)


@st.composite
def games(
    draw: st.DrawFn, texts: st.SearchStrategy[str] = PLAIN, most_moves: int = 24, glyphs: bool = True
) -> Game:
    """Return the games with variations, comments and glyphs; every move is legal."""
    names = ("Event", "Red", "Black", "Date", "Opening")
    headers = {name: " ".join(draw(texts).replace("\0", "").split()) for name in names}
    game = Game(headers, draw(st.sampled_from(FENS)), result=draw(st.sampled_from(RESULTS)))
    game.root.comment = clean_comment(draw(texts))
    nodes: list[GameNode] = [game.root]
    boards: list[Board] = [game.board()]
    for _ in range(draw(st.integers(0, most_moves))):
        place = draw(st.one_of(st.just(len(nodes) - 1), st.integers(0, len(nodes) - 1)))
        taken = [child.move for child in nodes[place].children]
        moves = [move for move in boards[place].legal_moves() if move not in taken]
        if not moves:
            continue
        move = draw(st.sampled_from(moves))
        node = nodes[place].add(move, clean_comment(draw(st.one_of(st.just(""), texts))))
        if glyphs:
            node.nags = tuple(draw(st.lists(st.integers(1, 255), max_size=2)))
        board = boards[place].copy()
        board.push_unchecked(move)
        nodes.append(node)
        boards.append(board)
    return game
