"""Typesets a game as strips: heading, moves, diagrams, comments, variations and the coach's comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from xiangqi.board import Board, Move
from xiangqi.coach.grades import FAULTS, SIGNS, Grade
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.story import story_of_record
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED
from xiangqi.diagram.picture import Arrow, BoardPicture, Circle, Ink
from xiangqi.fen import START_FEN
from xiangqi.i18n.languages import language_named
from xiangqi.library.said_dates import said_date
from xiangqi.notation import format_move, signs
from xiangqi.openings import main_name
from xiangqi.printing.flow import LEADING, TIE, Run, Strip, diagram, graph, paragraph, rule, space
from xiangqi.printing.options import Layout, Places
from xiangqi.printing.page import TextStyle, Words
from xiangqi.records.comment_commands import is_turned, read_comment, wants_diagram
from xiangqi.records.openings import opening_code
from xiangqi.records.tree import EMPTY_FEN, RESULTS, Game, GameNode, known, walk_as_text

MOVE: Final = TextStyle(9.0, bold=True, whole=True)
TEXT: Final = TextStyle(8.5)
SIDE: Final = TextStyle(8.5, colour=(60, 60, 60), whole=True)
SIDE_TEXT: Final = replace(SIDE, whole=False)
COACH: Final = TextStyle(8.5, italic=True)
HEADING: Final = TextStyle(12.0, bold=True)
SMALL: Final = TextStyle(8.5, colour=(60, 60, 60))
PART: Final = TextStyle(8.5, bold=True)

_INKS: Final = {"G": Ink.BEST, "R": Ink.THREAT, "Y": Ink.HINT, "B": Ink.OWN, "": Ink.OWN}
_NUMBER: Final = 24.0  # width of the move numbers
_BOARD: Final = 172.0  # width of diagrams in a column
_INDENT: Final = 12.0
_DRAWN_FAULTS: Final = (Grade.MISTAKE, Grade.BLUNDER)
_APART: Final = 4  # smallest distance between diagrams in plies, unless more are requested
_ROWS_BELOW: Final = 2  # number of additional rows of moves kept with a heading
_LINES_ABOVE: Final = 2  # number of lines of a comment kept with its diagram
_MOST_TICKS: Final = 12  # largest number of labels below a graph


def game_strips(
    game: Game,
    layout: Layout,
    width: float,
    *,
    number: int | None = None,
    anchor: int | None = None,
    review: GameReview | None = None,
) -> Iterator[Strip]:
    """Yield the strips of a whole game.

    Args:
        game: any game, even one without moves.
        layout: the layout.
        width: the width of the column.
        number: the game's number in a book.
        anchor: the number of the game's anchor in the book.
        review: the coach's review, if there is one.
    """
    yield from heading(game, layout, width, number=number, anchor=anchor)
    yield from _Setter(game, layout, width, review).strips()


# ---- The heading ----


def is_text(game: Game) -> bool:
    """Return whether a game has no position, like the page that introduces a part of a collection."""
    return game.start_fen == EMPTY_FEN


def players(game: Game, layout: Layout) -> str:
    """Return both players' names, with the side in place of an unknown one; "" if neither is known."""
    names = [known(game.headers, side) for side in ("Red", "Black")]
    if not any(names):
        return ""
    return " – ".join(
        name or layout.say(f"side.{side}") for name, side in zip(names, ("red", "black"), strict=True)
    )


def title_of(game: Game, layout: Layout) -> str:
    """Return a game's title: the players, or else the title or the event in its headers, or else its kind."""
    return (
        players(game, layout)
        or known(game.headers, "Title")
        or known(game.headers, "Event")
        or layout.say("print.game" if game.root.children else "print.position")
    )


def title_of_all(games: Sequence[Game], layout: Layout) -> str:
    """Return a title for several games: their event if they all share one, or else a general title."""
    if len(games) == 1:
        return title_of(games[0], layout)
    events = {known(game.headers, "Event") for game in games}
    return (events.pop() if len(events) == 1 else "") or layout.say("print.collection")


def opening_of(game: Game, layout: Layout) -> str:
    """Return the name of a game's opening; "" if it has none."""
    code = opening_code(game)
    return layout.texts.tell(main_name(code)) if code else known(game.headers, "Opening")


def result_of(game: Game, layout: Layout) -> str:
    """Return the result in words; "" if there is none."""
    return "" if game.result == "*" else layout.say(f"details.result.{RESULTS.index(game.result)}")


def facts_of(game: Game, layout: Layout, title: str) -> list[str]:
    """Return the known facts of a game other than the given title.

    They are its own title, event, place, round, date, opening, result and annotator.
    """
    named = [known(game.headers, name) for name in ("Title", "Event", "Site", "Round")]
    played = said_date(known(game.headers, "Date"), "")  # with its year, since paper is read later too
    named += [layout.texts.tell(played) if played else "", opening_of(game, layout), result_of(game, layout)]
    facts = [fact for fact in dict.fromkeys(named) if fact and fact != title]
    annotator = known(game.headers, "Annotator")
    return [*facts, layout.say("print.annotated", name=annotator)] if annotator else facts


def heading(
    game: Game, layout: Layout, width: float, *, number: int | None = None, anchor: int | None = None
) -> Iterator[Strip]:
    """Yield the heading: the title and the facts of the game."""
    title = title_of(game, layout)
    first = f"{number}. {title}" if number is not None else title
    lines = list(paragraph([(first, HEADING)], width, keeps_next=True))
    yield replace(lines[0], anchor=anchor)
    yield from lines[1:]
    facts = facts_of(game, layout, title)
    if facts:
        yield from paragraph([(f"{TIE}· ".join(facts), SMALL)], width, keeps_next=True)
    yield replace(space(4), keeps_next=True)


def text_strips(game: Game, width: float) -> Iterator[Strip]:
    """Yield the comment before the first move; its end is kept with what follows."""
    lines = list(paragraph([(words_of(game.root), TEXT)], width))
    yield from lines[:-_LINES_ABOVE]
    yield from (replace(line, keeps_next=True) for line in lines[-_LINES_ABOVE:])
    if lines:
        yield replace(space(4), keeps_next=True)


# ---- Moves ----


@dataclass
class _Row:
    """A line with a number and a move of one side or both."""

    number: int
    red: str = ""
    black: str = ""


class _Setter:
    """Typesets one game."""

    def __init__(self, game: Game, layout: Layout, width: float, review: GameReview | None) -> None:
        self._game = game
        self._layout = layout
        self._width = width
        self._reviews = {} if review is None else {move.ply: move for move in review.moves}
        self._review = review
        self._wording = Wording(layout.language, layout.notation)
        self._row: _Row | None = None
        self._side: list[Run] = []  # variations of the previous move, still to be typeset
        self._opened = ""  # opening brackets before the next move of a variation
        self._rows = 0  # number of rows typeset so far
        self._depth = 0
        self._is_fresh = True  # whether the next move of a variation needs its number
        self._marked = plies_with_diagrams(game, layout, self._reviews)

    def strips(self) -> Iterator[Strip]:
        """Yield everything below the heading."""
        game, layout, width = self._game, self._layout, self._width
        yield from text_strips(game, width)
        if is_text(game):
            return
        if game.start_fen != START_FEN or not game.root.children or wants_diagram(game.root):
            yield from self._board(seen_at_start(game, layout))
        for task, node, board in walk_as_text(game):
            if task == "move" and not self._depth:
                yield from self._main_move(node, board)
            else:
                self._side_step(task, node, board)
                if task == "move" and wants_diagram(node):
                    yield from self._settled()
                    yield from self._board(seen_after(board, node, layout))
        yield from self._settled()
        yield from self._ending()
        yield space(12)

    def _main_move(self, node: GameNode, board: Board) -> Iterator[Strip]:
        """Add a move of the main line, and yield the strips that must precede whatever follows it."""
        assert node.move is not None
        if self._side:
            yield from self._settled()
        ply, is_red = len(board.move_stack) + 1, board.turn == RED
        review = self._reviews.get(ply)
        text = written(board, node, self._layout, review)
        if is_red or self._row is None:
            yield from self._flushed()
            number = board.fullmove_number
            self._row = _Row(number, text, "") if is_red else _Row(number, "…", text)
        else:
            self._row.black = text
        said = "" if review is None else coach_words(self._wording, review, board, self._layout)
        words = words_of(node)
        if words or said or ply in self._marked:
            yield from self._flushed(keeps_next=True)
            lines = list(paragraph([(words, TEXT)], self._width))
            lines += paragraph([(said, COACH)], self._width)
            if ply in self._marked:
                yield from lines[:-_LINES_ABOVE]
                yield from (replace(line, keeps_next=True) for line in lines[-_LINES_ABOVE:])
                for seen in seen_at(board, node, self._layout, review):
                    yield from self._board(seen, keeps_next=not node.children)
            elif lines:
                yield from lines
                yield space(3)

    def _board(self, seen: Seen, *, keeps_next: bool = False) -> Iterator[Strip]:
        """Yield a diagram and the space below it; `keeps_next` keeps it with what follows."""
        yield from diagram(
            seen.picture,
            self._layout.theme,
            self._width,
            most=max(_BOARD, 0.8 * self._width - 60),
            flipped=seen.flipped,
            caption=seen.caption,
            keeps_next=keeps_next,
        )
        yield replace(space(4), keeps_next=keeps_next)

    def _flushed(self, *, keeps_next: bool = False) -> Iterator[Strip]:
        """Yield the unfinished row of moves."""
        row, self._row = self._row, None
        if row is None:
            return
        keeps_next = keeps_next or self._rows < _ROWS_BELOW
        self._rows += 1
        size, start = MOVE.size, f"{row.number}."
        y = size * (LEADING + 0.76) / 2
        room = (self._width - _NUMBER) / 2
        number = TextStyle(size, colour=(110, 110, 110))
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
            self._opened += "("
            self._is_fresh = True
        elif task == "close":
            self._depth -= 1
            text, style = self._side.pop() if self._side else ("", SIDE)
            self._side.append((text + ")", style))
            self._is_fresh = True
        else:
            is_red = board.turn == RED
            sign = "." if is_red else "…"
            number = f"{board.fullmove_number}{sign}{TIE}" if is_red or self._is_fresh else ""
            self._put(number + written(board, node, self._layout))
            words = words_of(node)
            self._is_fresh = bool(words) or wants_diagram(node)
            if words:
                self._put(words, SIDE_TEXT)

    def _put(self, text: str, style: TextStyle = SIDE) -> None:
        gap = " " if self._side else ""
        self._side.append((gap + self._opened + text, style))
        self._opened = ""

    def _settled(self) -> Iterator[Strip]:
        """Yield the unfinished row, and the variations to its last move."""
        side, self._side = self._side, []
        yield from self._flushed(keeps_next=True)
        if side:
            yield from paragraph(side, self._width, indent=_INDENT)
            yield space(3)

    # ---- The end ----

    def _ending(self) -> Iterator[Strip]:
        """Yield the result, and the coach's summary with the graph."""
        result = result_of(self._game, self._layout)
        if result and self._game.root.children:
            yield from paragraph([(result, MOVE)], self._width, indent=_NUMBER)
        yield space(4)
        review = self._review
        if review is None or not review.moves:
            return
        yield replace(rule(self._width), keeps_next=True)
        yield from paragraph([(self._layout.say("print.graph"), SMALL)], self._width, keeps_next=True)
        yield replace(graph_of(review, self._layout, self._width), keeps_next=True)
        told = summary_of(self._wording, review, self._game, self._layout)
        yield from paragraph([(told, COACH)], self._width)


# ---- Moves in print and on web pages ----


def plies_with_diagrams(game: Game, layout: Layout, reviews: Mapping[int, MoveReview]) -> set[int]:
    """Return the plies of the main line that have a diagram, as record and layout request."""
    nodes = list(game.root.line())
    places, count = layout.diagrams.places, len(nodes)
    commented = {ply for ply, node in enumerate(nodes, 1) if words_of(node)}
    asked = {ply for ply, node in enumerate(nodes, 1) if wants_diagram(node)}
    if places is Places.MISTAKES:
        return asked | {ply for ply, move in reviews.items() if move.grade in _DRAWN_FAULTS}
    if places is Places.EVERY:
        step = 2 * layout.diagrams.every
        return asked | set(range(step, count + 1, step))
    if places is Places.COMMENTS:
        return asked | commented
    if places is Places.NONE:
        return asked
    return asked | _apart(commented) or {count // 2, count} - {0}


def written(board: Board, node: GameNode, layout: Layout, review: MoveReview | None = None) -> str:
    """Return a move with its annotation signs: the author's if there are any, otherwise the coach's."""
    assert node.move is not None
    marks = "".join(map(signs.written, node.nags))
    if review is not None and review.grade in FAULTS and not node.nags:
        marks = SIGNS[review.grade]
    return format_move(board, node.move, layout.notation) + marks


class Seen(NamedTuple):
    """The content of a diagram."""

    picture: BoardPicture
    caption: str
    flipped: bool  # whether Black is at the bottom


def seen_at(before: Board, node: GameNode, layout: Layout, review: MoveReview | None) -> Iterator[Seen]:
    """Yield the diagrams for a move of the main line.

    At a mistake, a diagram of the position before it shows the better move. Otherwise, or if the record asks
    for it, a diagram shows the position after the move, with the record's drawings.
    """
    move = node.move
    assert move is not None
    is_mistake = layout.diagrams.places is Places.MISTAKES and review is not None and bool(review.best)
    if is_mistake and review is not None:
        best = review.best[0]
        arrows = (
            Arrow(best.from_square, best.to_square, Ink.BEST),
            Arrow(move.from_square, move.to_square, Ink.THREAT, 0.5),
        )
        picture = replace(layout.shown(before), arrows=arrows, last_move=None)
        shown = format_move(before, best, layout.notation)
        caption = layout.say("print.better", move=shown, played=_with_number(before, move, layout))
        yield Seen(picture, caption, layout.flipped)
    if not is_mistake or wants_diagram(node):
        yield seen_after(before, node, layout)


def seen_after(before: Board, node: GameNode, layout: Layout) -> Seen:
    """Return the diagram of the position after a move with the record's drawings."""
    assert node.move is not None
    after = before.copy()
    after.push_unchecked(node.move)
    caption = layout.say("print.after", move=_with_number(before, node.move, layout))
    return Seen(drawn(layout.shown(after), node), caption, layout.flipped != is_turned(node))


def seen_at_start(game: Game, layout: Layout) -> Seen:
    """Return the diagram of a game's starting position with the record's drawings."""
    board = game.board()
    caption = layout.say("print.to_move.red" if board.turn == RED else "print.to_move.black")
    return Seen(drawn(layout.shown(board), game.root), caption, layout.flipped != is_turned(game.root))


def words_of(node: GameNode) -> str:
    """Return the words of the comment on a move, without the parts meant for programs."""
    return read_comment(node.comment).words


def _with_number(before: Board, move: Move, layout: Layout) -> str:
    number = f"{before.fullmove_number}{'.' if before.turn == RED else '…'} "
    return number + format_move(before, move, layout.notation)


def drawn(picture: BoardPicture, node: GameNode) -> BoardPicture:
    """Return a picture with the circles and arrows of a node's comment."""
    said = read_comment(node.comment)
    circles = tuple(Circle(one.square, _INKS.get(one.colour, Ink.OTHER)) for one in said.circles)
    arrows = tuple(
        Arrow(one.square, one.target, _INKS.get(one.colour, Ink.OTHER))
        for one in said.arrows
        if one.target is not None
    )
    return replace(picture, circles=circles, arrows=arrows)


def coach_words(wording: Wording, review: MoveReview, board: Board, layout: Layout) -> str:
    """Return the coach's comment on a move about to be played on a board."""
    return _gap(layout).join(wording.sentence(fact, board, review.move) for fact in review.facts)


def summary_of(wording: Wording, review: GameReview, game: Game, layout: Layout) -> str:
    """Return a game's story and the coach's summary."""
    story = story_sentences(wording, review, story_of_record(review, game))
    return _gap(layout).join([*story, *wording.summary(review)])


def _gap(layout: Layout) -> str:
    return language_named(layout.language).space


def graph_of(review: GameReview, layout: Layout, width: float) -> Strip:
    """Return the graph of Red's winning chances in a game of at least one move."""
    chances = [red_chance(review.moves[0].before, review.moves[0].side)]
    chances += [red_chance(move.after, move.side) for move in review.moves]
    faults = [move.ply for move in review.moves if move.grade in _DRAWN_FAULTS]
    sides = [layout.say(f"side.{side}") for side in ("red", "black")]
    return graph(chances, faults, width, _ticks(review), sides)


def _apart(plies: Iterable[int]) -> set[int]:
    """Return the given plies without those too close to the start or the previous diagram."""
    chosen, before = set(), 0
    for ply in sorted(plies):
        if ply - before >= _APART:
            chosen.add(ply)
            before = ply
    return chosen


def _ticks(review: GameReview) -> list[tuple[int, str]]:
    """Return the plies at which the graph is labelled, with their move numbers."""
    every = 10
    while len(review.moves) > 2 * every * _MOST_TICKS:
        every *= 2
    line = review.line
    numbers = range(every, line.round_at(len(line.moves)) + 1, every)
    ends = ((line.start_of(number) + 2, str(number)) for number in numbers)
    return [(ply, text) for ply, text in ends if 0 < ply <= len(line.moves)]


def red_chance(chance: float, side: int) -> float:
    """Return Red's winning chance, given that of a side."""
    return chance if side == RED else 1 - chance


def last_moves(board: Board, layout: Layout, most: int) -> str:
    """Return the last moves that were played on a board, with their numbers."""
    before, moves = board.copy(), board.move_stack[-most:]
    for _ in moves:
        before.pop()
    return numbered(before, moves, layout)


def numbered(board: Board, moves: Sequence[Move], layout: Layout) -> str:
    """Return numbered moves from a position as one text; a single move has no number."""
    before, parts = board.copy(), []
    for place, move in enumerate(moves):
        is_red = before.turn == RED
        has_number = len(moves) > 1 and (is_red or not place)
        number = f"{before.fullmove_number}{'.' if is_red else '…'}{TIE}" if has_number else ""
        parts.append(number + format_move(before, move, layout.notation))
        before.push_unchecked(move)
    return " ".join(parts)
