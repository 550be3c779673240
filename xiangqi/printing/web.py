"""Writes games as one HTML file that works offline: a board, and moves to click."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from xiangqi.board import Board
from xiangqi.coach.notes import GameReview
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.diagram.drawing import CELL, Extent, draw_board, draw_piece
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.svg import SvgCanvas, framed
from xiangqi.fen import START_FEN
from xiangqi.notation import format_move, signs
from xiangqi.printing.game import opening_of, result_of, title_of
from xiangqi.printing.options import Layout
from xiangqi.printing.sheet import Task, moves_of
from xiangqi.records.tree import EMPTY_FEN, Game, GameNode, known, walk_as_text
from xiangqi.resources import asset

_CODES: Final = Board(START_FEN)
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def page(games: Iterable[tuple[Game, GameReview | None]], layout: Layout) -> bytes:
    """Return games as one page.

    Args:
        games: at least one.
        layout: how it looks; its title is the page's.
    """
    canvas = SvgCanvas()
    codes = sorted(set(_CODES.pieces().values()))
    letters = dict(zip(_CODES.pieces().values(), _letters(START_FEN), strict=True))
    for code in codes:
        canvas.symbol((code, layout.theme), partial(draw_piece, code=code, theme=layout.theme), (0, 0))
    names = dict(zip((letters[code] for code in codes), canvas.definitions, strict=True))
    starts: list[str] = []
    sections = [
        "".join(_section(game, review, layout, number, starts)) for number, (game, review) in enumerate(games)
    ]
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
    script = f'<script type="application/json" id="data">{stored}</script><script>{_asset("page.js")}</script>'
    return _document(layout, body + script)


def cards(tasks: Sequence[Task], layout: Layout) -> bytes:
    """Return exercises as one page; a click shows the solution."""
    parts = []
    for number, task in enumerate(tasks, 1):
        canvas, picture = SvgCanvas(), layout.shown(Board(task.fen))
        draw_board(canvas, picture, layout.theme, flipped=layout.flipped)
        board = framed(canvas, Extent.of(picture, layout.theme), 360, task.text)
        solution = f"<details><summary>{_text(layout.say('print.solution'))}</summary>"
        solution += f"{_text(moves_of(task, layout))}</details>"
        parts.append(f"<section><p><b>{number}.</b> {_text(task.text)}</p>{board}{solution}</section>")
    return _document(layout, f'<div class="cards">{"".join(parts)}</div>')


def _document(layout: Layout, body: str) -> bytes:
    return (
        f'<!DOCTYPE html><html lang="{layout.language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(layout.title)}</title><style>{_asset('page.css')}</style></head><body>{body}</body></html>"
    ).encode()


def _asset(name: str) -> str:
    return asset(name).read_text("utf-8")


def _letters(fen: str) -> str:
    """Return the letters of the pieces of a FEN, in the order of `Board.pieces`."""
    return "".join(letter for letter in fen.split()[0] if letter.isalpha())


def _board(layout: Layout, canvas: SvgCanvas) -> str:
    """Return the empty board from both sides, for the script to put pieces on."""
    bare = replace(layout.shown(Board()), pieces={})
    ways = []
    for name, flipped in (("up", False), ("down", True)):
        inside = SvgCanvas(canvas.definitions)
        draw_board(inside, bare, layout.theme, flipped=flipped)
        hidden = "" if flipped is layout.flipped else ' style="display:none"'
        ways.append(f'<g id="{name}"{hidden}>{"".join(inside.elements)}</g>')
    canvas.elements[:] = [*ways, '<g id="pieces"></g>']
    return framed(canvas, Extent.of(bare, layout.theme), 400)


def _section(
    game: Game, review: GameReview | None, layout: Layout, number: int, starts: list[str]
) -> Iterator[str]:
    """Yield the HTML of a game; each move has an id and refers to that of the move before it."""
    starts.append(game.start_fen.split()[0])
    named = [known(game.headers, name) for name in ("Event", "Site", "Round", "Date")]
    facts = [*filter(None, named), opening_of(game, layout), result_of(game, layout)]
    yield f'<section><h2 data-root="r{number}">{_text(title_of(game, layout))}</h2>'
    yield f'<p class="facts">{_text(" · ".join(filter(None, facts)))}</p>'
    if game.root.comment:
        yield f"<p>{_text(game.root.comment)}</p>"
    if game.start_fen != EMPTY_FEN:
        yield "<div>"
        yield from _moves(game, review, layout, number)
        yield "</div>"
    yield "</section>"


def _moves(game: Game, review: GameReview | None, layout: Layout, number: int) -> Iterator[str]:
    wording = Wording(layout.language, layout.notation)
    reviews = {} if review is None else {move.ply: move for move in review.moves}
    ids: dict[int, str] = {id(game.root): f"r{number}"}
    depth = 0
    for task, node, board in walk_as_text(game):
        if task == "open":
            depth += 1
            yield '<div class="side">( ' if depth == 1 else "( "
        elif task == "close":
            depth -= 1
            yield ")</div>" if not depth else ") "
        else:
            assert node.move is not None
            ids[id(node)] = f"m{number}_{len(ids)}"
            yield _move(node, board, ids, layout, is_main=not depth)
            if node.comment:
                yield f"<p>{_text(node.comment)}</p>" if not depth else f"{_text(node.comment)} "
            if not depth and (found := reviews.get(len(board.move_stack) + 1)) is not None and found.facts:
                said = [wording.sentence(fact, board, node.move) for fact in found.facts]
                yield f'<p class="coach">{_text(" ".join(said))}</p>'


def _move(node: GameNode, board: Board, ids: dict[int, str], layout: Layout, *, is_main: bool) -> str:
    """Return the HTML of a move, with its number."""
    assert node.move is not None
    number = f"{board.fullmove_number}{'.' if board.turn == RED else '…'} "
    text = format_move(board, node.move, layout.notation) + "".join(map(signs.written, node.nags))
    shown = f'<span class="number">{number}</span>' if board.turn == RED or not is_main else ""
    main = " main" if is_main else ""
    return (
        f'{shown}<span class="move{main}" id="{ids[id(node)]}" data-after="{ids[id(node.parent)]}" '
        f'data-move="{node.move.iccs}">{_text(text)}</span> '
    )


def _text(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")
