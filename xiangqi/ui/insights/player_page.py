"""The pages about another player: results at a glance, then openings, preparation, weak spots or games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from xiangqi.app.insights.background import ReviewTheirGames
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.sparring import FindTheirGames, SparAgainst
from xiangqi.app.insights.state import InsightsPage, InsightsState, PlayerInsights
from xiangqi.app.library.own_games import OpenStoredGame, to_board
from xiangqi.app.session.state import Panel
from xiangqi.core.constants import BLACK, RED
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.ui.insights.claims_page import claims_page
from xiangqi.ui.insights.dossier_pages import group_rows, prepare_page, results_page, sentences
from xiangqi.ui.insights.figure_pages import openings_page
from xiangqi.ui.insights.games_page import forget_button
from xiangqi.ui.insights.page_parts import progress_words, unread
from xiangqi.ui.insights.progress_charts import BarRow
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.game_rows import GameFacts, GameRow, game_row
from xiangqi.ui.parts.game_table import GameList, lay_out_games
from xiangqi.ui.parts.page_layout import BETWEEN, PageHead, linked_card, page_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.paragraphs import paragraph
from xiangqi.ui.parts.result_table import RESULT_COLUMNS, ResultBar, group_table
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, PADDING, SMALL
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

if TYPE_CHECKING:
    from xiangqi.insights.dossier import LatestGame

_OUTCOMES: Final = {1.0: WON, 0.5: DRAWN, 0.0: LOST, None: ""}
_RESULTS: Final = {RED: ("1-0", "0-1"), BLACK: ("0-1", "1-0")}  # by the player's side: won, lost
_VALUE: Final = 40.0  # size of the score
_BAR: Final = 20.0
_ROW: Final = 34.0
_GOLD: Final = 46.0
_TWO: Final = 840.0  # width from which a page has two columns, points
_BESIDE: Final = 560.0  # width from which the score stands beside what can be done, points
_LEFT: Final = 0.64  # share of the first column
_SUMMARY: Final = 136.0  # height of the card with the results, points
_LEAST: Final = 300.0  # least height of a card with a list, points
_SENTENCES: Final = 230.0  # least height of the card with sentences, points
_LEAST_GAMES: Final = 120.0  # least height of a card with the latest games below another, points
_TAB_EDGE: Final = 16.0  # beside the words of a tab, points


class _Columns(NamedTuple):
    """The boxes of a page's cards."""

    first: pygame.Rect  # the larger one
    second: pygame.Rect  # beside it, or below it in a narrow page


Body = Callable[[PanelContext, _Columns, PlayerInsights], list[Widget]]


@panel(Panel.PLAYER, scrolls=True)
def player_page(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the head with the views, the player's results, and the view that is chosen."""
    insights = scene.state.part(InsightsState)
    laid_out = _OF_MASTERS if insights.of_masters else _OF_OTHERS
    page = insights.page if insights.page in laid_out else next(iter(laid_out))
    head = _head(scene, box, tuple(laid_out), page)
    report = insights.report
    if report is None:
        frame = Card("player.card", head.rest)
        return [*head.widgets, frame, *unread(scene, Room(head.rest, scene.painter.unit).inner())]
    room = Room(head.rest, scene.painter.unit)
    own_gold = page is InsightsPage.CLAIMS and bool(report.insights.claims)
    summary = _summary(scene, room, report, gold=not own_gold)
    return [*head.widgets, *summary, *laid_out[page](scene, _columns(scene, room.rest), report)]


def _head(
    scene: PanelContext, box: pygame.Rect, pages: tuple[InsightsPage, ...], page: InsightsPage
) -> PageHead:
    """Lay out the way back, the name, the views and the button that lists the games, in one row or two."""
    texts, painter, insights = scene.texts, scene.painter, scene.state.part(InsightsState)
    head = page_head(scene, box, texts.person(insights.name))
    labels = tuple(texts(f"insights.page_{one.value}") for one in pages)
    actions = tuple(OpenInsights(one, insights.name, insights.of_masters) for one in pages)
    words, height = texts("insights.list_games"), scene.px(CONTROL)
    tabs = len(labels) * (max(painter.width(one, BODY, True) for one in labels) + 2 * scene.px(_TAB_EDGE))
    listing = painter.width(words, BODY, True) + scene.px(58)
    gap, row, rest = scene.px(2 * GAP), head.free, head.rest
    if tabs + gap + listing > row.width:
        row = pygame.Rect(rest.left, rest.top, rest.width, height)
        used = height + scene.px(BETWEEN)
        rest = pygame.Rect(rest.left, rest.top + used, rest.width, max(0, rest.height - used))
        shown = tabs + gap + listing <= row.width
        listing, tabs, gap = (listing if shown else height), row.width, scene.px(GAP)
        tabs -= gap + listing
    strip = pygame.Rect(0, 0, tabs, height)
    button = pygame.Rect(row.right - listing, 0, listing, height)
    strip.centery = button.centery = row.centery
    strip.left = row.left
    views = Choice("insights.pages", strip, labels, actions, pages.index(page))
    wide = listing > height
    found = Button("insights.list_games", button, words if wide else "", FindTheirGames(insights.name))
    found.icon, found.tip = "library", "" if wide else words
    return PageHead([*head.widgets, views, found], row, rest)


# ---- The results at a glance ----


def _summary(scene: PanelContext, room: Room, report: PlayerInsights, *, gold: bool) -> list[Widget]:
    """Lay out the score, the results by side if there is room, and the next step."""
    width = room.rest.width
    stacked = width < scene.px(_BESIDE)
    box = room.top(2 * _SUMMARY - PADDING if stacked else _SUMMARY, BETWEEN)
    inner = Room(box, scene.painter.unit).inner()
    frame: list[Widget] = [Card("player.card", box, marked=gold)]
    if stacked:
        score = inner.top(_SUMMARY - 2 * PADDING, PADDING)
        return [*frame, *_score(scene, score, report), *_next_step(scene, inner.rest, report, gold=gold)]
    if width < scene.px(_TWO):
        score, step = columns(inner.rest, 2, scene.px(3 * GAP))
        return [*frame, *_score(scene, score, report), *_next_step(scene, step, report, gold=gold)]
    score, sides, step = columns(inner.rest, 3, scene.px(3 * GAP))
    return [
        *frame,
        *_score(scene, score, report),
        *_by_side(scene, sides, report),
        *_next_step(scene, step, report, gold=gold),
    ]


def _results(report: PlayerInsights, side: int | None = None) -> tuple[int, int, int]:
    """Return the numbers of games won, drawn and lost, with one side or both."""
    figures = report.figures
    groups = {RED: figures.red, BLACK: figures.black}
    each = [one for where, found in groups.items() if side in (None, where) for one in found]
    return sum(one.won for one in each), sum(one.drawn for one in each), sum(one.lost for one in each)


def _percent(results: tuple[int, int, int]) -> int:
    won, drawn, _ = results
    return round(100 * (won + drawn / 2) / max(1, sum(results)))


def _score(scene: PanelContext, rect: pygame.Rect, report: PlayerInsights) -> list[Widget]:
    """Lay out the score in large letters, with the number of games and their years, above a bar."""
    texts, painter, muted = scene.texts, scene.painter, scene.painter.palette.muted
    results, room = _results(report), Room(rect, scene.painter.unit)
    head = room.top(48, 6)
    told = texts("dossier.points", percent=_percent(results)) if sum(results) else "–"
    width = painter.width(told, _VALUE, True) + scene.px(12)
    value = pygame.Rect(head.left, head.top, width, head.height)
    lines = [texts("player.scored", count=sum(results)), _years(scene, report)]
    line, left = painter.line_height(SMALL), value.right
    top = head.centery - len(list(filter(None, lines))) * line // 2
    words: list[Widget] = []
    for place, text in enumerate(filter(None, lines)):
        box = pygame.Rect(left, top + place * line, head.right - left, line)
        words.append(Label(f"player.about.{place}", box, text, SMALL, muted, single=True))
    won, drawn, lost = results
    outcome = texts("player.outcome", won=won, drawn=drawn, lost=lost)
    return [
        Label("player.score", value, told, _VALUE, bold=True, single=True),
        *words,
        ResultBar("player.bar", room.top(_BAR, 6), results),
        Label("player.outcome", room.top_px(line, 0), outcome, SMALL, muted, single=True),
    ]


def _years(scene: PanelContext, report: PlayerInsights) -> str:
    """Return the first and the last year with games in words, "" if none is known."""
    years = report.dossier.career if report.dossier is not None else None
    if years is None:
        return ""
    first, last = map(str, years)
    return first if first == last else scene.texts("player.years", first=first, last=last)


def _by_side(scene: PanelContext, rect: pygame.Rect, report: PlayerInsights) -> list[Widget]:
    """Lay out the score with each side as a bar; a click lists its games."""
    texts, name = scene.texts, scene.state.part(InsightsState).name
    room, rows = Room(rect, scene.painter.unit), list[Widget]()
    room.top_px(max(0, (rect.height - scene.px(2 * _ROW + GAP)) // 2), 0)
    for side, label in ((RED, "insights.with_red"), (BLACK, "insights.with_black")):
        results = _results(report, side)
        row = BarRow(f"player.side.{side}", room.top(_ROW), texts(label), FindTheirGames(name, side))
        row.share, row.name_share = _percent(results) / 100, 0.28
        row.note = f"{_percent(results)}% · {texts('insights.games_of', count=sum(results))}"
        rows.append(row)
    return rows


def _next_step(scene: PanelContext, rect: pygame.Rect, report: PlayerInsights, *, gold: bool) -> list[Widget]:
    """Lay out the button that starts or stops reviewing the games or, if none is left, plays the openings."""
    texts, insights = scene.texts, scene.state.part(InsightsState)
    name, reviews, left = insights.name, insights.reviews, report.games - report.reviewed
    room = Room(rect, scene.painter.unit)
    box = room.top(_GOLD)
    if reviews.wish == name and not insights.of_masters:
        stop = Button("insights.theirs", box, texts("insights.stop"), ReviewTheirGames(""), icon="pause")
        whole = reviews.counted + (reviews.waiting or 0)
        bar = Progress("insights.share", room.top(8), reviews.counted / max(1, whole))
        return [stop, bar, _note(scene, room, progress_words(scene, report))]
    if insights.of_masters or not left:
        label, action = texts("dossier.spar_red"), SparAgainst(name, RED)
        play = Button("player.spar", box, label, action, icon="play", primary=gold)
        return [play, _note(scene, room, texts("player.spar_note", name=texts.person(name)))]
    label = texts("insights.review_these", count=left)
    begin = Button("insights.theirs", box, label, ReviewTheirGames(name), icon="play", primary=gold)
    note = texts("insights.theirs_note")
    if reviews.failure:
        note = texts("insights.failed", detail=texts.tell(reviews.failure))
    return [begin, _note(scene, room, note)]


def _note(scene: PanelContext, room: Room, text: str) -> Label:
    return Label("insights.theirs_note", room.rest, text, SMALL, scene.painter.palette.muted)


# ---- The views ----


def _columns(scene: PanelContext, rest: pygame.Rect) -> _Columns:
    """Return the boxes of a view's cards, which are at least as high as their lists need."""
    gap, least = scene.px(BETWEEN), scene.px(_LEAST)
    height = max(least, rest.height)
    if rest.width < scene.px(_TWO):
        first = max(least, rest.height - scene.px(_SENTENCES) - gap)
        return _Columns(
            pygame.Rect(rest.left, rest.top, rest.width, first),
            pygame.Rect(rest.left, rest.top + first + gap, rest.width, max(scene.px(_SENTENCES), 0)),
        )
    width = round((rest.width - gap) * _LEFT)
    return _Columns(
        pygame.Rect(rest.left, rest.top, width, height),
        pygame.Rect(rest.left + width + gap, rest.top, rest.width - width - gap, height),
    )


def _view(page: Callable[[PanelContext, Room], list[Widget]], title: str) -> Body:
    """Return a function that lays out a page in a card, with the latest games beside it."""

    def lay_out(scene: PanelContext, boxes: _Columns, report: PlayerInsights) -> list[Widget]:
        card = titled_card(scene, "player.view", boxes.first, scene.texts(title))
        room = Room(card.rest, scene.painter.unit)
        return [*card.widgets, *page(scene, room), *_latest(scene, boxes.second, report)]

    return lay_out


def _results_view(scene: PanelContext, boxes: _Columns, report: PlayerInsights) -> list[Widget]:
    """Lay out the results by group, and beside them sentences on them and, if they fit, the latest games."""
    texts = scene.texts
    card = titled_card(scene, "player.view", boxes.first, texts("insights.page_results"))
    shown = list(sentences(scene, report.dossier)) if report.dossier is not None else []
    second, painter = Room(boxes.second, scene.painter.unit), scene.painter
    width = boxes.second.width - 2 * scene.px(PADDING)
    height = sum(painter.paragraph_height(one, width) + scene.px(GAP) for one in shown)
    words = titled_card(
        scene, "player.short", second.top_px(height + scene.px(60), BETWEEN), texts("player.short")
    )
    room = Room(words.rest, scene.painter.unit)
    room.top(2, 2)
    told = [paragraph(scene, room, f"dossier.sentence.{place}", text) for place, text in enumerate(shown)]
    page = results_page(scene, Room(card.rest, scene.painter.unit))
    games = _latest(scene, second.rest, report) if second.rest.height >= scene.px(_LEAST_GAMES) else []
    return [*card.widgets, *page, *words.widgets, *told, *games]


def _games_view(scene: PanelContext, boxes: _Columns, report: PlayerInsights) -> list[Widget]:
    """Lay out the latest games, and beside them the results by year and the button that deletes reviews."""
    beside = titled_card(scene, "player.years", boxes.second, scene.texts("insights.page_results"))
    room = Room(beside.rest, scene.painter.unit)
    forget = [forget_button(scene, room)] if report.reviewed else []
    told = paragraph(scene, room, "insights.progress", progress_words(scene, report), quiet=True)
    rows = group_rows(scene, report.dossier) if report.dossier is not None else []
    table = [group_table(scene, room, "insights.years", RESULT_COLUMNS, rows)] if rows else []
    return [*_latest(scene, boxes.first, report), *beside.widgets, told, *table, *forget]


def _latest(scene: PanelContext, rect: pygame.Rect, report: PlayerInsights) -> list[Widget]:
    """Lay out the latest games in a card, which leads to all of them; a click opens one."""
    texts, insights = scene.texts, scene.state.part(InsightsState)
    every, known = FindTheirGames(insights.name), report.dossier
    link = texts("progress.all_games", count=report.games)
    card = linked_card(scene, "player.latest", rect, texts("player.latest"), link, every)
    shown = known.latest if known is not None else ()
    empty = texts("insights.no_openings")
    if not shown:
        return [*card.widgets, ListBox("player.games", card.rest, empty=empty, emblem="library")]
    frame = card.rest.inflate(2 * scene.px(GAP), 0)
    listed = GameList("player.games", frame, at_once=True)

    def row(index: int, width: int | None) -> GameRow:
        game = shown[index]
        facts, number = _facts(insights.name, game), game.number
        of_masters = insights.of_masters
        opened = OpenStoredGame(number, of_masters=True) if of_masters else to_board(number, facts.result)
        return game_row(scene, facts, opened, index, width_px=width)

    games = lay_out_games(scene, frame, listed, len(shown), row, may_be_table=False)
    return [*card.widgets, *games]


def _facts(name: str, game: LatestGame) -> GameFacts:
    """Return the facts of a game for a list, with its outcome for the player."""
    red, black = (name, game.opponent) if game.side == RED else (game.opponent, name)
    won, lost = _RESULTS[game.side]
    date = f"{game.year:04}-{game.month:02}" if game.month else str(game.year or "")
    return GameFacts(
        red,
        black,
        {1.0: won, 0.5: "1/2-1/2", 0.0: lost, None: "*"}[game.score],
        game.opening,
        plies=game.plies,
        date=date,
        side=game.side,
        outcome=_OUTCOMES[game.score],
    )


_OPENINGS: Final = _view(openings_page, "insights.page_openings")
_PREPARE: Final = _view(prepare_page, "insights.page_prepare")

_OF_OTHERS: Final[dict[InsightsPage, Body]] = {
    InsightsPage.OPENINGS: _OPENINGS,
    InsightsPage.PREPARE: _PREPARE,
    InsightsPage.RESULTS: _results_view,
    InsightsPage.CLAIMS: _view(claims_page, "insights.page_claims"),
    InsightsPage.GAMES: _games_view,
}

_OF_MASTERS: Final[dict[InsightsPage, Body]] = {
    InsightsPage.OPENINGS: _OPENINGS,
    InsightsPage.RESULTS: _results_view,
    InsightsPage.PREPARE: _PREPARE,
}
"""The pages about a master, whose games are not reviewed."""
