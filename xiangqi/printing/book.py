"""Games as a document: one as it is, several as a book with contents and indices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from xiangqi.coach.notes import GameReview
from xiangqi.printing.flow import Flow, Paper, Strip, diagram, number_page, paragraph, rule, space
from xiangqi.printing.game import (
    HEADING,
    MOVE,
    SMALL,
    TEXT,
    game_strips,
    heading,
    last_moves,
    opening_of,
    result_of,
    title_of,
)
from xiangqi.printing.options import Layout
from xiangqi.printing.page import Link, Page, Style, Words, board_height, shifted
from xiangqi.printing.pdf import PdfWriter
from xiangqi.records.tree import Game, known

Reviewed = tuple[Game, GameReview | None]
Progress = Callable[[int], None]
"""Told how many games have been set."""

_TITLE: Final = Style(24.0, bold=True)
_PLACE: Final = 34.0  # room for page numbers
_LONGEST_ENTRY: Final = 200  # characters; a line has room for fewer
_NUMERALS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_COLLATION: Final = {"zh-Hans": "gb18030", "zh-Hant": "big5"}
"""Encodings whose common characters are in the order of dictionaries."""


@dataclass
class _Register:
    """The entries of the contents and of the indices."""

    titles: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    players: dict[str, list[int]] = field(default_factory=dict)
    openings: dict[str, list[int]] = field(default_factory=dict)
    pages: dict[int, int] = field(default_factory=dict)  # number of a game -> its page

    def note(self, number: int, game: Game, layout: Layout) -> None:
        """Add a game."""
        self.titles.append(title_of(game, layout))
        self.results.append(result_of(game, layout))
        for side in ("Red", "Black"):
            if name := known(game.headers, side):
                self.players.setdefault(name, []).append(number)
        if opening := opening_of(game, layout):
            self.openings.setdefault(opening, []).append(number)


def document_pages(game: Game, layout: Layout, review: GameReview | None = None) -> list[Page]:
    """Return one game on pages, which are numbered if there are several."""
    flow = Flow(layout.paper)
    flow.add(game_strips(game, layout, layout.paper.column, review=review))
    flow.settle()
    for number, page in enumerate(flow.pages if len(flow.pages) > 1 else (), 1):
        number_page(page, str(number))
    return flow.pages


def document(game: Game, layout: Layout, review: GameReview | None = None) -> tuple[bytes, set[str]]:
    """Return one game as PDF, and the characters that the fonts do not have."""
    writer = PdfWriter(title_of(game, layout), known(game.headers, "Annotator"))
    for page in document_pages(game, layout, review):
        writer.add(page)
    return writer.finish(), writer.missing


def book(games: Iterable[Reviewed], layout: Layout, progress: Progress) -> tuple[bytes, set[str]]:
    """Return games as a book in PDF, and the characters that the fonts do not have.

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
        number_page(page, str(count))
        writer.add(page)
    front = _front(layout, register)
    for place, page in enumerate(front):
        if place:
            number_page(page, _NUMERALS[place] if place < len(_NUMERALS) else str(place + 1))
        writer.add(page)
    writer.bring_forward(len(front))
    titles = ["", *(f"{number}. {title}" for number, title in enumerate(register.titles, 1))]
    return writer.finish(titles), writer.missing


def _body(games: Iterable[Reviewed], layout: Layout, register: _Register, progress: Progress) -> Iterator[Page]:
    """Yield the pages with the games, as soon as they are full."""
    flow = Flow(layout.paper)
    pages = 0
    for number, (game, review) in enumerate(games, 1):
        register.note(number, game, layout)
        flow.add(game_strips(game, layout, layout.paper.column, number=number, review=review))
        progress(number)
        for page in flow.finished():
            pages += 1
            number_page(page, str(pages))
            yield page
    flow.settle()
    for page in flow.pages:
        pages += 1
        number_page(page, str(pages))
        yield page


def _front(layout: Layout, register: _Register) -> list[Page]:
    """Return the title page with the contents."""
    paper = replace(layout.paper, columns=1)
    flow = Flow(paper)
    width = paper.column
    flow.add([Strip(60)])
    flow.add(paragraph([(layout.title, _TITLE)], width, align="centre"))
    games = layout.texts.wording("print.games", {"count": len(register.titles)})
    flow.add(paragraph([(games, TEXT)], width, align="centre"))
    flow.add([Strip(40)])
    flow.add(paragraph([(layout.say("print.contents"), HEADING)], width, keeps_next=True))
    flow.add([replace(rule(width), keeps_next=True)])
    for number, (title, result) in enumerate(zip(register.titles, register.results, strict=True), 1):
        text = f"{number}. {title}" + (f"  {result}" if result else "")
        flow.add([_entry(text, width, str(register.pages.get(number, "")), number)])
    flow.settle()
    return flow.pages


def _entry(text: str, width: float, page: str, number: int) -> Strip:
    """Return a line of the contents: a title, dots, and a page."""
    room = width - _PLACE
    shown = text[:_LONGEST_ENTRY]
    while TEXT.width(shown) > room:
        shown = shown[: len(shown) - 2].rstrip("…") + "…"
    y = 10.0
    dot = TEXT.width(" .")
    dots = int((width - TEXT.width(page) - TEXT.width(shown) - 10) / dot)
    items = (
        Words(0, y, shown, TEXT),
        Words(width - TEXT.width(page) - 5 - dots * dot, y, " ." * dots, SMALL),
        Words(width - TEXT.width(page), y, page, TEXT),
        Link((0, 1, width, 13), number),
    )
    return Strip(13.0, tuple(item for item in items if not isinstance(item, Words) or item.text))


def _back(layout: Layout, register: _Register) -> list[Page]:
    """Return the indices of players and openings."""
    flow = Flow(layout.paper)
    width = layout.paper.column
    for key, names in (("print.players", register.players), ("print.openings", register.openings)):
        if not names:
            continue
        flow.add([space(14)])
        flow.add(paragraph([(layout.say(key), HEADING)], width, keeps_next=True))
        flow.add([replace(rule(width), keeps_next=True)])
        for name in sorted(names, key=_collated(layout.language)):
            numbers = ", ".join(map(str, names[name]))
            flow.add(paragraph([(f"{name}  ", Style(8.5, bold=True)), (numbers, TEXT)], width))
    flow.settle()
    return flow.pages


def _collated(language: str) -> Callable[[str], tuple[bytes, str]]:
    """Return a sort key that orders names as dictionaries do, as far as encodings follow that order."""
    encoding = _COLLATION.get(language, "gb18030")
    return lambda name: (name.casefold().encode(encoding, "replace"), name)


PHONE: Final = Paper(360.0, float("inf"), margin=18.0, columns=1, numbered=False)
"""A page as wide as a phone and as long as its content."""

_CARD_HEIGHT: Final = 450.0  # four to five, the tallest shape that chats show whole
_CARD_MOVES: Final = 8


def long_page(game: Game, layout: Layout, review: GameReview | None = None) -> Page:
    """Return a game on one page that is as long as the game."""
    flow = Flow(PHONE)
    flow.add(game_strips(game, layout, PHONE.column, review=review))
    return flow.trimmed()


def card(game: Game, layout: Layout) -> Page:
    """Return the last position of a game, with the moves that led there, on a page of one shape."""
    width = PHONE.column
    flow = Flow(PHONE)
    flow.add(list(heading(game, layout, width))[:-1])
    end = game.final_board()
    picture = layout.shown(end)
    board = min(width, 300 / board_height(picture, layout.theme, 1.0))
    flow.add(diagram(picture, layout.theme, width, most=board, flipped=layout.flipped))
    flow.add(paragraph([(last_moves(end, layout, _CARD_MOVES), MOVE)], width, align="centre"))
    page = flow.trimmed()
    spare = max(0.0, _CARD_HEIGHT - page.height)
    return replace(page, height=page.height + spare, items=[shifted(item, 0, spare / 2) for item in page.items])
