"""Sets a game as strips: heading, moves in columns, diagrams, comments, variations and the coach's comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.grades import FAULTS, SIGNS, Grade
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.diagram.picture import Arrow, BoardPicture, Ink
from xiangqi.fen import START_FEN
from xiangqi.notation import format_move, signs
from xiangqi.openings import main_name
from xiangqi.printing.flow import LEADING, Run, Strip, diagram, graph, paragraph, rule, space
from xiangqi.printing.options import Layout, Places
from xiangqi.printing.page import Style, Words
from xiangqi.records.openings import opening_code
from xiangqi.records.tree import EMPTY_FEN, RESULTS, Game, GameNode, known, walk_as_text

MOVE: Final = Style(9.0, bold=True, whole=True)
TEXT: Final = Style(8.5)
SIDE: Final = Style(8.5, colour=(60, 60, 60), whole=True)
SIDE_TEXT: Final = replace(SIDE, whole=False)
COACH: Final = Style(8.5, italic=True)
HEADING: Final = Style(12.0, bold=True)
SMALL: Final = Style(8.5, colour=(60, 60, 60))

_NUMBER: Final = 24.0  # width of the move numbers
_BOARD: Final = 172.0  # width of diagrams in a column
_INDENT: Final = 12.0
_DRAWN_FAULTS: Final = (Grade.MISTAKE, Grade.BLUNDER)


def game_strips(
    game: Game, layout: Layout, width: float, *, number: int | None = None, review: GameReview | None = None
) -> Iterator[Strip]:
    """Yield the strips of a whole game.

    Args:
        game: any game, even one without moves.
        layout: the layout.
        width: of the column.
        number: of the game in a book.
        review: the coach's review, if there is one.
    """
    yield from heading(game, layout, width, number=number)
    yield from _Setter(game, layout, width, review).strips()


# ---- The heading ----


def players(game: Game, layout: Layout) -> str:
    """Return both players' names; "" for a position, or if neither player is known."""
    names = [known(game.headers, side) for side in ("Red", "Black")]
    if not any(names):
        return ""
    return " – ".join(
        name or layout.say(f"side.{side}") for name, side in zip(names, ("red", "black"), strict=True)
    )


def title_of(game: Game, layout: Layout) -> str:
    """Return a game's title: its players, else the title in its headers, else its kind."""
    return (
        players(game, layout)
        or known(game.headers, "Title")
        or known(game.headers, "Event")
        or layout.say("print.game" if game.root.children else "print.position")
    )


def opening_of(game: Game, layout: Layout) -> str:
    """Return the name of a game's opening; "" if it has none."""
    code = opening_code(game)
    return layout.texts.tell(main_name(code)) if code else known(game.headers, "Opening")


def result_of(game: Game, layout: Layout) -> str:
    """Return the result in words; "" if there is none."""
    return "" if game.result == "*" else layout.say(f"details.result.{RESULTS.index(game.result)}")


def heading(game: Game, layout: Layout, width: float, *, number: int | None = None) -> Iterator[Strip]:
    """Yield the heading: players, event, place, date, opening and result."""
    headers = game.headers
    title = title_of(game, layout)
    first = f"{number}. {title}" if number is not None else title
    lines = list(paragraph([(first, HEADING)], width, keeps_next=True))
    yield replace(lines[0], anchor=number)
    yield from lines[1:]
    named = [known(headers, name) for name in ("Title", "Event", "Site", "Round", "Date")]
    facts = [fact for fact in dict.fromkeys(named) if fact and fact != title]
    facts += filter(None, (opening_of(game, layout), result_of(game, layout)))
    annotator = known(headers, "Annotator")
    if annotator:
        facts.append(layout.say("print.annotated", name=annotator))
    if facts:
        yield from paragraph([(" · ".join(facts), SMALL)], width, keeps_next=True)
    yield replace(space(4), keeps_next=True)


# ---- Moves ----


@dataclass
class _Row:
    """A line with a number and a move of one side or both."""

    number: int
    red: str = ""
    black: str = ""


class _Setter:
    """Sets one game."""

    def __init__(self, game: Game, layout: Layout, width: float, review: GameReview | None) -> None:
        self._game = game
        self._layout = layout
        self._width = width
        self._reviews = {} if review is None else {move.ply: move for move in review.moves}
        self._review = review
        self._wording = Wording(layout.language, layout.notation)
        self._row: _Row | None = None
        self._side: list[Run] = []  # variations to the previous move, still to be set
        self._depth = 0
        self._is_fresh = True  # whether the next move of a variation needs its number
        self._marked = self._plies_with_diagrams()

    def _plies_with_diagrams(self) -> set[int]:
        """Return the plies of the main line that are followed by a diagram."""
        nodes = list(self._game.root.line())
        places, count = self._layout.diagrams.places, len(nodes)
        commented = {ply for ply, node in enumerate(nodes, 1) if node.comment}
        if places is Places.MISTAKES:
            return {ply for ply, move in self._reviews.items() if move.grade in _DRAWN_FAULTS}
        if places is Places.EVERY:
            step = 2 * self._layout.diagrams.every
            return set(range(step, count + 1, step))
        if places is Places.COMMENTS or commented:
            return commented
        return {count // 2, count} - {0}

    def strips(self) -> Iterator[Strip]:
        """Yield everything below the heading."""
        game, layout, width = self._game, self._layout, self._width
        if game.start_fen == EMPTY_FEN:
            return
        if game.root.comment:
            yield from paragraph([(game.root.comment, TEXT)], width)
            yield space(4)
        if game.start_fen != START_FEN or not game.root.children:
            board = game.board()
            caption = layout.say("print.to_move.red" if board.turn == RED else "print.to_move.black")
            yield from self._diagram(board, caption)
        for task, node, board in walk_as_text(game):
            if task == "move" and not self._depth:
                yield from self._main_move(node, board)
            else:
                self._side_step(task, node, board)
        yield from self._settled()
        yield from self._ending()
        yield space(12)

    def _main_move(self, node: GameNode, board: Board) -> Iterator[Strip]:
        """Add a move of the main line, and yield the strips that have to come before what follows it."""
        assert node.move is not None
        if self._side:
            yield from self._settled()
        ply, is_red = len(board.move_stack) + 1, board.turn == RED
        review = self._reviews.get(ply)
        text = self._written(board, node, review)
        if is_red or self._row is None:
            yield from self._flushed()
            number = board.fullmove_number
            self._row = _Row(number, text, "") if is_red else _Row(number, "…", text)
        else:
            self._row.black = text
        sentences = (
            [] if review is None else [self._wording.sentence(fact, board, node.move) for fact in review.facts]
        )
        if node.comment or sentences or ply in self._marked:
            yield from self._flushed(keeps_next=True)
            yield from self._said(node, sentences)
            if ply in self._marked:
                yield from self._at(board, node.move, review)

    def _said(self, node: GameNode, sentences: Sequence[str]) -> Iterator[Strip]:
        """Yield the comment on a move, and the coach's."""
        if node.comment:
            yield from paragraph([(node.comment, TEXT)], self._width)
        if sentences:
            gap = "" if self._layout.language.startswith("zh") else " "
            yield from paragraph([(gap.join(sentences), COACH)], self._width)
        if node.comment or sentences:
            yield space(3)

    def _at(self, before: Board, move: Move, review: MoveReview | None) -> Iterator[Strip]:
        """Yield the diagram at a move: before a mistake, with the better move; otherwise after the move."""
        layout = self._layout
        text = f"{before.fullmove_number}{'.' if before.turn == RED else '…'} "
        text += format_move(before, move, layout.notation)
        if layout.diagrams.places is Places.MISTAKES and review is not None and review.best:
            best = review.best[0]
            arrows = (
                Arrow(best.from_square, best.to_square, Ink.BEST),
                Arrow(move.from_square, move.to_square, Ink.THREAT, 0.5),
            )
            picture = replace(layout.shown(before), arrows=arrows, last_move=None)
            better = layout.say("print.better", move=format_move(before, best, layout.notation), played=text)
            yield from self._board(picture, better)
            return
        after = before.copy()
        after.push_unchecked(move)
        yield from self._diagram(after, layout.say("print.after", move=text))

    def _diagram(self, board: Board, caption: str) -> Iterator[Strip]:
        yield from self._board(self._layout.shown(board), caption)

    def _board(self, picture: BoardPicture, caption: str) -> Iterator[Strip]:
        layout = self._layout
        yield from diagram(
            picture,
            layout.theme,
            self._width,
            most=max(_BOARD, 0.8 * self._width - 60),
            flipped=layout.flipped,
            caption=caption,
        )
        yield space(4)

    def _written(self, board: Board, node: GameNode, review: MoveReview | None) -> str:
        """Return the text of a move with its annotation signs."""
        assert node.move is not None
        text = format_move(board, node.move, self._layout.notation)
        marks = "".join(map(signs.written, node.nags))
        if review is not None and review.grade in FAULTS and not node.nags:
            marks = SIGNS[review.grade]
        return text + marks

    def _flushed(self, *, keeps_next: bool = False) -> Iterator[Strip]:
        """Yield the unfinished row of moves."""
        row, self._row = self._row, None
        if row is None:
            return
        size, start = MOVE.size, f"{row.number}."
        y = size * (LEADING + 0.76) / 2
        room = (self._width - _NUMBER) / 2
        number = Style(size, colour=(110, 110, 110))
        items = [
            Words(_NUMBER - 5 - number.width(start), y, start, number),
            Words(_NUMBER, y, row.red, MOVE),
            Words(_NUMBER + room, y, row.black, MOVE),
        ]
        yield Strip(size * LEADING, tuple(item for item in items if item.text), keeps_next=keeps_next)

    # ---- Variations ----

    def _side_step(self, task: str, node: GameNode, board: Board) -> None:
        """Add a step of a variation."""
        if task == "open":
            self._depth += 1
            self._put("(")
            self._is_fresh = True
        elif task == "close":
            self._depth -= 1
            self._put(")", tight=True)
            self._is_fresh = True
        else:
            is_red = board.turn == RED
            number = f"{board.fullmove_number}{'. ' if is_red else '… '}" if is_red or self._is_fresh else ""
            self._put(number + self._written(board, node, None))
            self._is_fresh = bool(node.comment)
            if node.comment:
                self._put(node.comment, SIDE_TEXT)

    def _put(self, text: str, style: Style = SIDE, *, tight: bool = False) -> None:
        before = self._side[-1][0] if self._side else ""
        gap = "" if tight or not before or before.endswith("(") else " "
        self._side.append((gap + text, style))

    def _settled(self) -> Iterator[Strip]:
        """Yield the unfinished row, and the variations to its last move."""
        side, self._side = self._side, []
        yield from self._flushed(keeps_next=bool(side))
        if side:
            yield from paragraph(side, self._width, indent=_INDENT)
            yield space(3)

    # ---- The end ----

    def _ending(self) -> Iterator[Strip]:
        """Yield the result, and the coach's summary with the graph."""
        result = result_of(self._game, self._layout)
        if result and self._game.root.children:
            yield from paragraph([(result, MOVE)], self._width, indent=_NUMBER)
        review = self._review
        if review is None or not review.moves:
            return
        yield space(4)
        yield replace(rule(self._width), keeps_next=True)
        chances = [red_chance(review.moves[0].before, review.moves[0].side)]
        chances += [red_chance(move.after, move.side) for move in review.moves]
        faults = [move.ply for move in review.moves if move.grade in _DRAWN_FAULTS]
        yield from paragraph([(self._layout.say("print.graph"), SMALL)], self._width, keeps_next=True)
        yield graph(chances, faults, self._width)
        gap = "" if self._layout.language.startswith("zh") else " "
        yield from paragraph([(gap.join(self._wording.summary(review)), COACH)], self._width)


def red_chance(chance: float, side: int) -> float:
    """Return Red's chance of winning, given that of a side."""
    return chance if side == RED else 1 - chance


def last_moves(board: Board, layout: Layout, most: int) -> str:
    """Return the last moves that were played on a board, with their numbers."""
    before, moves = board.copy(), board.move_stack[-most:]
    for _ in moves:
        before.pop()
    parts = []
    for place, move in enumerate(moves):
        if before.turn == RED or not place:
            parts.append(f"{before.fullmove_number}{'.' if before.turn == RED else '…'}")
        parts.append(format_move(before, move, layout.notation))
        before.push_unchecked(move)
    return " ".join(parts)
