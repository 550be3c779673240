"""Typesets games as documents: a single game by itself, several as a book with contents and indices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from xiangqi.coach.notes import GameReview
from xiangqi.i18n.languages import language_named
from xiangqi.printing.flow import (
    TIE,
    Flow,
    Paper,
    Strip,
    diagram,
    number_page,
    paragraph,
    rule,
    shortened,
    space,
)
from xiangqi.printing.game import (
    HEADING,
    MOVE,
    PART,
    SMALL,
    TEXT,
    drawn,
    game_strips,
    heading,
    is_text,
    last_moves,
    opening_of,
    result_of,
    text_strips,
    title_of,
)
from xiangqi.printing.options import Layout
from xiangqi.printing.page import Page, PageLink, TextStyle, Words, board_height, shifted
from xiangqi.printing.pdf import PdfWriter
from xiangqi.records.tree import Game, known

Reviewed = tuple[Game, GameReview | None]
Progress = Callable[[int], None]
"""A callback that gets the number of games typeset so far."""

_TITLE: Final = TextStyle(24.0, bold=True)
_PLACE: Final = 34.0  # width for page numbers
_NUMERALS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@dataclass(frozen=True)
class _Entry:
    """A line of the table of contents."""

    title: str
    result: str = ""
    is_part: bool = False  # whether the entry is a part to which the following games belong


@dataclass
class _Register:
    """The entries of the contents and of the indices."""

    entries: list[_Entry] = field(default_factory=list)
    count: int = 0  # number of games
    players: dict[str, list[int]] = field(default_factory=dict)
    openings: dict[str, list[int]] = field(default_factory=dict)
    pages: dict[int, int] = field(default_factory=dict)  # an entry's number, from 1 -> its page
    first_index: int = 0  # page of the indices, 0 for none

    def note(self, game: Game, layout: Layout) -> int | None:
        """Add a game and return its number, or add a text between games and return None."""
        title = title_of(game, layout)
        if is_text(game):
            self.entries.append(_Entry(title, is_part=True))
            return None
        self.count += 1
        number = self.count
        self.entries.append(_Entry(f"{number}. {title}", result_of(game, layout)))
        for side in ("Red", "Black"):
            if name := known(game.headers, side):
                self.players.setdefault(name, []).append(number)
        if opening := opening_of(game, layout):
            self.openings.setdefault(opening, []).append(number)
        return number


def document_pages(game: Game, layout: Layout, review: GameReview | None = None) -> list[Page]:
    """Return the pages of one game, numbered if there are several; a bare position uses the full width."""
    paper = layout.paper if game.root.children else replace(layout.paper, columns=1)
    flow = Flow(paper)
    flow.add(game_strips(game, layout, paper.column, review=review))
    flow.settle()
    for number, page in enumerate(flow.pages if len(flow.pages) > 1 else (), 1):
        number_page(page, str(number), title_of(game, layout))
    return flow.pages


def document(game: Game, layout: Layout, review: GameReview | None = None) -> tuple[bytes, set[str]]:
    """Return one game as a PDF, and the characters that the fonts do not have."""
    writer = PdfWriter(title_of(game, layout), known(game.headers, "Annotator"))
    for page in document_pages(game, layout, review):
        writer.add(page)
    return writer.finish(), writer.missing


def book(games: Iterable[Reviewed], layout: Layout, progress: Progress) -> tuple[bytes, set[str]]:
    """Return games as a PDF book, and the characters that the fonts do not have.

    Args:
        games: read one by one, so that they need not all be in memory.
        layout: the layout.
        progress: called after each game.
    """
    register = _Register()
    writer = PdfWriter(layout.title)
    count = 0
    for page in _body(games, layout, register, progress):
        count += 1
        writer.add(page)
        for number, _ in page.anchors:
            register.pages[number] = count
    for page in _back(layout, register):
        count += 1
        if not register.first_index:
            register.first_index = count
            page.anchors.append((len(register.entries) + 1, 0))
        number_page(page, str(count), layout.title)
        writer.add(page)
    front = _front(layout, register)
    for place, page in enumerate(front):
        if place:
            number_page(page, _NUMERALS[place] if place < len(_NUMERALS) else str(place + 1))
        writer.add(page)
    writer.bring_forward(len(front))
    titles = [entry.title for entry in register.entries]
    return writer.finish(["", *titles, layout.say("print.index")]), writer.missing


def _body(games: Iterable[Reviewed], layout: Layout, register: _Register, progress: Progress) -> Iterator[Page]:
    """Add the games to the register and yield their pages, each as soon as it is full."""
    flow = Flow(layout.paper)
    pages = 0
    width = layout.paper.column
    for anchor, (game, review) in enumerate(games, 1):
        number = register.note(game, layout)
        if number is None:
            flow.spanning(list(heading(game, layout, 2 * width + layout.paper.gap, anchor=anchor)))
            flow.add(text_strips(game, width))
        else:
            flow.add(game_strips(game, layout, width, number=number, anchor=anchor, review=review))
        progress(anchor)
        for page in flow.finished():
            pages += 1
            number_page(page, str(pages), layout.title)
            yield page
    flow.settle()
    for page in flow.pages:
        pages += 1
        number_page(page, str(pages), layout.title)
        yield page


def _front(layout: Layout, register: _Register) -> list[Page]:
    """Return the pages with the title and the contents."""
    paper = replace(layout.paper, columns=1)
    flow = Flow(paper)
    width = paper.column
    flow.add([Strip(60)])
    flow.add(paragraph([(layout.title, _TITLE)], width, align="centre"))
    games = layout.texts.wording("print.games", {"count": register.count})
    flow.add(paragraph([(games, TEXT)], width, align="centre"))
    flow.add([Strip(40)])
    flow.add(paragraph([(layout.say("print.contents"), HEADING)], width, keeps_next=True))
    flow.add([replace(rule(width), keeps_next=True)])
    for number, entry in enumerate(register.entries, 1):
        text = entry.title + (f"  {entry.result}" if entry.result else "")
        style = PART if entry.is_part else TEXT
        line = _line(text, width, str(register.pages.get(number, "")), number, style)
        flow.add([replace(line, keeps_next=entry.is_part)])
    if register.first_index:
        anchor = len(register.entries) + 1
        flow.add([_line(layout.say("print.index"), width, str(register.first_index), anchor, PART)])
    flow.settle()
    return flow.pages


def _line(text: str, width: float, page: str, number: int, style: TextStyle) -> Strip:
    """Return a line of the contents: a title, dots, and a page."""
    shown = shortened(text, style, width - _PLACE)
    y = 10.0
    dot = TEXT.width(" .")
    dots = int((width - TEXT.width(page) - style.width(shown) - 10) / dot)
    items = (
        Words(0, y, shown, style),
        Words(width - TEXT.width(page) - 5 - dots * dot, y, " ." * dots, SMALL),
        Words(width - TEXT.width(page), y, page, TEXT),
        PageLink((0, 1, width, 13), number),
    )
    return Strip(13.0, tuple(item for item in items if not isinstance(item, Words) or item.text))


def _back(layout: Layout, register: _Register) -> list[Page]:
    """Return the pages with the indices of players and openings."""
    flow = Flow(layout.paper)
    width = layout.paper.column
    if register.players or register.openings:
        flow.add(paragraph([(layout.say("print.index_note"), SMALL)], width, keeps_next=True))
    for key, names in (("print.players", register.players), ("print.openings", register.openings)):
        if not names:
            continue
        flow.add([space(14)])
        flow.add(paragraph([(layout.say(key), HEADING)], width, keeps_next=True))
        flow.add([replace(rule(width), keeps_next=True)])
        for name in sorted(names, key=_collated(layout.language)):
            numbers = ", ".join(map(str, names[name]))
            flow.add(paragraph([(f"{name}{TIE}{TIE}{numbers}", TEXT)], width))
    flow.settle()
    return flow.pages


def _collated(language: str) -> Callable[[str], tuple[bytes, str]]:
    """Return a sort key for names: dictionary order, as far as the language's encoding follows it."""
    encoding = language_named(language).collation
    return lambda name: (name.casefold().encode(encoding, "replace"), name)


PHONE: Final = Paper(360.0, float("inf"), margin=18.0, columns=1, numbered=False)
"""A page as wide as a phone and as long as its content."""

_CARD_HEIGHT: Final = 450.0  # an aspect ratio of 4:5, the tallest that chats show whole
_CARD_MOVES: Final = 8


def long_page(game: Game, layout: Layout, review: GameReview | None = None) -> Page:
    """Return a game on one page that is as long as the game."""
    flow = Flow(PHONE)
    flow.add(game_strips(game, layout, PHONE.column, review=review))
    return flow.trimmed()


def card(game: Game, layout: Layout) -> Page:
    """Return a page with the heading, last position and last moves of a game, at least _CARD_HEIGHT high."""
    width = PHONE.column
    flow = Flow(PHONE)
    flow.add(list(heading(game, layout, width))[:-1])
    end = game.final_board()
    picture = drawn(layout.shown(end), game.root.end())
    board = min(width, 300 / board_height(picture, layout.theme, 1.0))
    flow.add(diagram(picture, layout.theme, width, most=board, flipped=layout.flipped))
    flow.add(paragraph([(last_moves(end, layout, _CARD_MOVES), MOVE)], width, align="centre"))
    page = flow.trimmed()
    spare = max(0.0, _CARD_HEIGHT - page.height)
    return replace(page, height=page.height + spare, items=[shifted(item, 0, spare / 2) for item in page.items])
