"""Writes games as one HTML file that works offline, with a board and clickable moves."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from xiangqi.board import Board
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.diagram.drawing import CELL, Extent, draw_board, draw_piece
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.svg import SvgCanvas, framed
from xiangqi.fen import START_FEN
from xiangqi.media import for_document
from xiangqi.printing.game import (
    Seen,
    coach_words,
    facts_of,
    graph_of,
    is_text,
    plies_with_diagrams,
    seen_after,
    seen_at,
    seen_at_start,
    summary_of,
    title_of,
    words_of,
    written,
)
from xiangqi.printing.options import Layout
from xiangqi.printing.picture import draw_items
from xiangqi.printing.sheet import PrintedProblem, moves_of
from xiangqi.records.comment_commands import wants_diagram
from xiangqi.records.tree import Game, GameNode, walk_as_text
from xiangqi.resources import asset_text

_CODES: Final = Board(START_FEN)
_DIAGRAM: Final = 300  # px, width of the boards between the moves
_GRAPH: Final = 480.0  # px, width
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def page(games: Iterable[tuple[Game, GameReview | None]], layout: Layout) -> bytes:
    """Return games as one HTML page.

    Args:
        games: the games, at least one.
        layout: the layout; its title is the page's.
    """
    canvas = SvgCanvas()
    codes = sorted(set(_CODES.pieces().values()))
    letters = dict(zip(_CODES.pieces().values(), _letters(START_FEN), strict=True))
    for code in codes:
        canvas.symbol((code, layout.theme), partial(draw_piece, code=code, theme=layout.theme), (0, 0))
    names = dict(zip((letters[code] for code in codes), canvas.definitions, strict=True))
    starts: list[str] = []
    sections: list[str] = []
    for number, (game, review) in enumerate(games):
        starts.append(game.start_fen.split()[0])
        sections += _Section(game, review, layout, number, canvas).parts()
    corner = BoardLayout(0, 0, CELL).grid_point(0, 0)
    data = {
        "starts": starts,
        "pieces": names,
        "turned": layout.flipped,
        "x": corner[0] + 0.5,
        "y": corner[1] + 0.5,
        "cell": CELL,
        "last": "#{:02x}{:02x}{:02x}".format(*layout.theme.last),
    }
    board = _board(layout, canvas)
    buttons = "".join(
        f'<button id="{name}" title="{html.escape(layout.say(f"print.key.{name}"))}">{sign}</button>'
        for name, sign in (("first", "⏮"), ("back", "◀"), ("next", "▶"), ("last", "⏭"), ("turn", "⇅"))
    )
    body = f'<div id="board">{board}<div id="keys">{buttons}</div></div><main>{"".join(sections)}</main>'
    stored = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    script = (
        f'<script type="application/json" id="data">{stored}</script><script>{asset_text("page.js")}</script>'
    )
    return _document(layout, body + script)


def cards(tasks: Sequence[PrintedProblem], layout: Layout) -> bytes:
    """Return exercises as one HTML page; a click shows the solution, if there is one."""
    parts = []
    for number, task in enumerate(tasks, 1):
        canvas, picture = SvgCanvas(), layout.shown(Board(task.fen))
        draw_board(canvas, picture, layout.theme, flipped=layout.flipped)
        board = framed(canvas, Extent.of(picture, layout.theme), 360, task.text)
        solution = f"<details><summary>{_text(layout.say('print.solution'))}</summary>"
        solution += f"{_text(moves_of(task, layout))}</details>"
        solution = solution if task.solution else ""
        parts.append(f"<section><p><b>{number}.</b> {_text(task.text)}</p>{board}{solution}</section>")
    return _document(layout, f'<div class="cards">{"".join(parts)}</div>')


def _document(layout: Layout, body: str) -> bytes:
    return (
        f'<!DOCTYPE html><html lang="{layout.language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(layout.title)}</title><style>{asset_text('page.css')}</style></head><body>{body}</body></html>"
    ).encode()


def _letters(fen: str) -> str:
    """Return the letters of a FEN's pieces, in the order of `Board.pieces`."""
    return "".join(letter for letter in fen.split()[0] if letter.isalpha())


def _board(layout: Layout, canvas: SvgCanvas) -> str:
    """Return the empty board from both sides, on which the script puts pieces."""
    bare = replace(layout.shown(Board()), pieces={})
    ways = []
    for name, flipped in (("up", False), ("down", True)):
        inside = SvgCanvas(canvas.definitions)
        draw_board(inside, bare, layout.theme, flipped=flipped)
        hidden = "" if flipped is layout.flipped else ' style="display:none"'
        ways.append(f'<g id="{name}"{hidden}>{"".join(inside.elements)}</g>')
    canvas.elements = [*ways, '<g id="pieces"></g>']
    return framed(canvas, Extent.of(bare, layout.theme), 400)


class _Section:
    """Writes the HTML of a game; each move has an id and refers to the previous move's."""

    def __init__(
        self, game: Game, review: GameReview | None, layout: Layout, number: int, canvas: SvgCanvas
    ) -> None:
        self._game = game
        self._review = review
        self._layout = layout
        self._canvas = canvas
        self._wording = Wording(layout.language, layout.notation)
        self._reviews = {} if review is None else {move.ply: move for move in review.moves}
        self._marked = plies_with_diagrams(game, layout, self._reviews)
        self._root = f"r{number}"
        self._ids = {id(game.root): self._root}
        self._is_fresh = True  # whether a move of Black needs its number
        self._depth = 0

    def parts(self) -> Iterator[str]:
        """Yield all parts of the section."""
        game, layout = self._game, self._layout
        title = title_of(game, layout)
        yield f'<section><h2 data-root="{self._root}">{_text(title)}</h2>'
        yield f'<p class="facts">{_text(" · ".join(facts_of(game, layout, title)))}</p>'
        if words := words_of(game.root):
            yield f"<p>{_text(words)}</p>"
        if not is_text(game):
            if wants_diagram(game.root):
                yield self._figure(game.root, seen_at_start(game, layout))
            yield "<div>"
            for task, node, board in walk_as_text(game):
                yield from self._step(task, node, board)
            yield "</div>"
            yield from self._summary()
        yield "</section>"

    def _step(self, task: str, node: GameNode, board: Board) -> Iterator[str]:
        if task == "open":
            self._depth += 1
            self._is_fresh = True
            yield '<div class="side">(' if self._depth == 1 else "("
        elif task == "close":
            self._depth -= 1
            self._is_fresh = True
            yield ") " if self._depth else ")</div>"
        elif self._depth:
            yield self._move(node, board)
            words = words_of(node)
            self._is_fresh = bool(words)
            if words:
                yield f"{_text(words)} "
            if wants_diagram(node):
                yield self._figure(node, seen_after(board, node, self._layout))
        else:
            move, *below = self._main_move(node, board)
            yield from (move, *below)
            self._is_fresh = bool(below)

    def _main_move(self, node: GameNode, board: Board) -> Iterator[str]:
        """Yield a move of the main line, the comments on it, and its diagram."""
        ply = len(board.move_stack) + 1
        review = self._reviews.get(ply)
        yield self._move(node, board, review)
        if words := words_of(node):
            yield f"<p>{_text(words)}</p>"
        if review is not None and review.facts:
            yield f'<p class="coach">{_text(coach_words(self._wording, review, board, self._layout))}</p>'
        if ply in self._marked:
            for seen in seen_at(board, node, self._layout, review):
                yield self._figure(node, seen)

    def _move(self, node: GameNode, board: Board, review: MoveReview | None = None) -> str:
        """Return the HTML of a move, with its number."""
        assert node.move is not None
        name = self._ids[id(node)] = f"m{self._root[1:]}_{len(self._ids)}"
        is_red = board.turn == RED
        number = f'<span class="number">{board.fullmove_number}{"." if is_red else "…"}&nbsp;</span>'
        main = "" if self._depth else " main"
        return (
            f'{number if is_red or self._is_fresh else ""}<span class="move{main}" id="{name}" '
            f'data-after="{self._ids[id(node.parent)]}" data-move="{node.move.iccs}">'
            f"{_text(written(board, node, self._layout, review))}</span> "
        )

    def _figure(self, node: GameNode, seen: Seen) -> str:
        """Return a board as printed, using the piece symbols of the interactive board."""
        drawn = _apart(self._canvas, seen.picture, replace(self._layout, flipped=seen.flipped))
        return (
            f'<figure class="diagram" data-show="{self._ids[id(node)]}">{drawn}'
            f"<figcaption>{_text(seen.caption)}</figcaption></figure>"
        )

    def _summary(self) -> Iterator[str]:
        """Yield the graph of Red's chances, with links to moves, and the coach's summary of the game."""
        review, layout = self._review, self._layout
        if review is None or not review.moves:
            return
        strip = graph_of(review, layout, _GRAPH)
        canvas = SvgCanvas()
        draw_items(canvas, strip.items)
        title = layout.say("print.graph")
        drawn = framed(canvas, Extent(0, 0, _GRAPH, strip.height), _GRAPH, title)
        plies = f'data-plies="{len(review.moves)}"'
        yield f'<figure class="graph" data-root="{self._root}" {plies}><figcaption>{_text(title)}</figcaption>'
        told = summary_of(self._wording, review, self._game, layout)
        yield f'{drawn}</figure><p class="coach">{_text(told)}</p>'


def _apart(canvas: SvgCanvas, picture: BoardPicture, layout: Layout) -> str:
    """Return a separate drawing of a board that uses a canvas's definitions without changing the canvas."""
    draw_board(canvas, picture, layout.theme, flipped=layout.flipped)
    alone = SvgCanvas()
    alone.elements, canvas.elements = canvas.elements, []
    return framed(alone, Extent.of(picture, layout.theme), _DIAGRAM)


def _text(text: str) -> str:
    return html.escape(for_document(text)).replace("\n", "<br>")
