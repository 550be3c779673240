"""Documents: games with diagrams and the coach's comments, books, exercise sheets, pictures, web pages.

``print_games(games, "game.pdf")`` is all that most callers need; `xiangqi.print_games` is the same function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from xiangqi.coach.judge import review_record
from xiangqi.coach.notes import GameReview
from xiangqi.disk import write_output
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.printing import book, picture, sheet, web
from xiangqi.printing.game import is_text, title_of_all
from xiangqi.printing.options import Diagrams, Layout, Places
from xiangqi.records.tree import Game

__all__ = ["SUFFIXES", "Diagrams", "Layout", "Output", "Places", "Shape", "made", "made_sheet", "print_games"]

SUFFIXES = (".pdf", ".html", ".svg", ".png")


class Shape(str, Enum):
    """The shapes of pictures."""

    LONG = "long"  # the whole game on one long page
    CARD = "card"  # the last position with the moves that led there
    PAGE = "page"  # the first page of the printed document


@dataclass(frozen=True)
class Output:
    """A finished document or picture.

    Attributes:
        content: the content of the file.
        missing: characters that the fonts lack; they are replaced by similar ones or by 〓.
    """

    content: bytes
    missing: frozenset[str] = frozenset()


def _ignored(_count: int) -> None:
    pass


def made(
    games: Sequence[Game] | Iterable[Game],
    form: str,
    layout: Layout = Layout(),  # noqa: B008 - it is frozen
    *,
    nodes: int | None = None,
    reviews: Iterable[GameReview] | None = None,
    shape: Shape = Shape.LONG,
    width: int = 1080,
    progress: Callable[[int], None] = _ignored,
) -> Output:
    """Return games as a document or picture.

    Args:
        games: at least one with a position. In PDF, several games make a book, in which those without a
            position begin a part; a picture shows only one.
        form: one of SUFFIXES.
        layout: the layout.
        nodes: the nodes searched per position for a review, unless `reviews` are given; None for no review.
        reviews: existing reviews of the games that have a position, in the same order.
        shape: the shape of a picture.
        width: the width of a PNG, in pixels.
        progress: called after each game of a book or web page with the number of games done.

    Raises:
        XiangqiError: no game has a position, a picture of several games was requested, or the picture would be
            too high.
    """
    given = list(games)
    boards = [game for game in given if not is_text(game)]
    if not boards:
        raise XiangqiError(Message("print.nothing"))
    if not layout.title:
        layout = replace(layout, title=title_of_all(boards, layout))
    ready = iter(_reviews(boards, nodes) if reviews is None else reviews)
    if form in (".svg", ".png"):
        if len(boards) > 1:
            raise XiangqiError(Message("print.one_game", count=len(boards)))
        return _picture(boards[0], form, layout, next(ready), shape, width)
    reviewed = ((game, None if is_text(game) else next(ready)) for game in given)
    if form == ".html":
        return Output(web.page(_told(reviewed, progress), layout))
    if len(given) == 1:
        return Output(*_frozen(book.document(given[0], layout, next(ready))))
    return Output(*_frozen(book.book(reviewed, layout, progress)))


def made_sheet(
    tasks: Sequence[sheet.PrintedProblem],
    form: str,
    layout: Layout,
    *,
    per_page: int = 6,
    upside_down: bool = False,
) -> Output:
    """Return exercises as a document.

    Args:
        tasks: the tasks, at least one.
        form: ".pdf" or ".html".
        layout: the layout.
        per_page: 6 or 12.
        upside_down: whether a PDF has each page's solutions upside down at its foot, if they fit there.

    Raises:
        XiangqiError: there is no exercise, or the form is neither of these.
    """
    if not tasks:
        raise XiangqiError(Message("print.no_tasks"))
    if form == ".html":
        return Output(web.cards(tasks, layout))
    if form != ".pdf":
        raise XiangqiError(Message("print.sheet_form", form=form))
    return Output(*_frozen(sheet.sheets(tasks, layout, per_page=per_page, upside_down=upside_down)))


def print_games(games: Game | Iterable[Game], output: str | Path, **options: object) -> None:
    """Write a game, or several as a book, to a file in the format given by its suffix.

    Args:
        games: one game or several.
        output: a file with one of the SUFFIXES; it is replaced atomically.
        options: those of `Layout` (language, notation, paper, theme, diagrams, flipped, title) and of `made`
            (nodes, reviews, shape, width, progress).

    Raises:
        XiangqiError: `made` raised it, the suffix is unknown, or the file cannot be written.
        TypeError: there is no such option.
    """
    path = Path(output)
    form = path.suffix.lower()
    if form not in SUFFIXES:
        raise XiangqiError(Message("print.suffix", name=str(path)))
    names = set(Layout.__dataclass_fields__)
    layout = Layout(**{name: value for name, value in options.items() if name in names})  # type: ignore[arg-type]
    others = {name: value for name, value in options.items() if name not in names}
    given = [games] if isinstance(games, Game) else games
    write_output(path, made(given, form, layout, **others).content)  # type: ignore[arg-type]


def _reviews(games: Iterable[Game], nodes: int | None) -> Iterator[GameReview | None]:
    for game in games:
        yield None if nodes is None else review_record(game, nodes)


def _frozen(found: tuple[bytes, set[str]]) -> tuple[bytes, frozenset[str]]:
    return found[0], frozenset(found[1])


def _told(
    games: Iterable[tuple[Game, GameReview | None]], progress: Callable[[int], None]
) -> Iterable[tuple[Game, GameReview | None]]:
    for count, found in enumerate(games, 1):
        yield found
        progress(count)


def _picture(
    game: Game, form: str, layout: Layout, review: GameReview | None, shape: Shape, width: int
) -> Output:
    if shape is Shape.CARD:
        page = book.card(game, layout)
    elif shape is Shape.PAGE:
        page = book.document_pages(game, layout, review)[0]
    else:
        page = book.long_page(game, layout, review)
    content = picture.page_svg(page, layout.title) if form == ".svg" else picture.page_png(page, width)
    return Output(content, frozenset(picture.missing_in(page)))
