"""A player's costliest weaknesses: sentences with figures, positions that show them, and exercises."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from xiangqi.app.insights.pages import ChooseClaim, OpenInsights, PractiseClaim
from xiangqi.app.insights.state import InsightsPage, InsightsState, PlayerInsights
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.board import Board
from xiangqi.core.constants import BLACK, BOARD_SQUARES
from xiangqi.insights.claims import LEAST_GAMES
from xiangqi.insights.dimensions import DivisionKind
from xiangqi.notation import format_move
from xiangqi.ui.insights.page_parts import progress_words, unread
from xiangqi.ui.parts.coach_rows import wording
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.paragraphs import heading, paragraph
from xiangqi.ui.parts.small_board import miniature
from xiangqi.ui.toolkit.lists import (
    PICTURE_ROW,
    TALL_ROW,
    ListBox,
    Row,
    first_line_room,
    list_box,
    with_facts,
)
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Widget

if TYPE_CHECKING:
    from xiangqi.insights.claims import Claim
    from xiangqi.insights.moves import CountedMove

_LEAST_CLAIMS: Final = 2.4  # minimum rows of claims; a cut-off row shows that there are more
_SHARE: Final = 0.28  # share of the height for the list of claims if there is more


def claims_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the claims, with the text and the positions of the chosen one."""
    report = scene.state.part(InsightsState).report
    if report is None:
        return unread(scene, room)
    said = report.insights
    widgets: list[Widget] = [
        paragraph(scene, room, "insights.summary", scene.texts.tell(said.text)),
        paragraph(scene, room, "insights.progress", progress_words(scene, report), quiet=True),
    ]
    if not said.claims:
        return [*widgets, *_nothing(scene, room, report)]
    chosen = min(scene.state.part(InsightsState).chosen, len(said.claims) - 1)
    most = max(_LEAST_CLAIMS, int(room.rest.height * _SHARE / scene.px(TALL_ROW)))
    height = round(min(len(said.claims), most) * scene.px(TALL_ROW))
    box = list_box(scene.painter, room.top_px(height, 10))
    rows = [_claim_row(scene, index, claim, box.width) for index, claim in enumerate(said.claims)]
    claims = ListBox("insights.claims", box, scene.px(TALL_ROW), rows, chosen)
    return [*widgets, claims, *_shown(scene, room, said.claims[chosen])]


def _claim_row(scene: PanelContext, index: int, claim: Claim, width: int) -> Row:
    """Return a row with a claim's name and its cost with the interval."""
    texts = scene.texts
    is_loss = claim.dimension.kind is DivisionKind.LOSSES
    name = texts.tell(claim.dimension.family or claim.dimension.name)
    cost = texts("insights.cost_losses" if is_loss else "insights.cost", times=f"{claim.effect:.1f}")
    bounds = texts("insights.bounds", low=f"{claim.low:.1f}", high=f"{claim.high:.1f}")
    games = texts("insights.games_of", count=claim.games)
    size = (width, scene.px(TALL_ROW))
    short = f"× {claim.effect:.1f}"
    row = Row(name[:1].upper() + name[1:], ChooseClaim(index), icon="threat")
    row = with_facts(scene.painter, row, ((cost, short), bounds, games), size)
    if is_loss and scene.painter.width(row.text) > first_line_room(scene.painter, row, size):
        row = replace(row, text=texts("insights.an_opening"))
    return row


def _shown(scene: PanelContext, room: Room, claim: Claim) -> list[Widget]:
    """Lay out a claim: its sentence, its positions, and a button to practise it."""
    texts = scene.texts
    sentence = paragraph(scene, room, "insights.claim", texts.tell(claim.text))
    practise = Button(
        "insights.practise",
        room.bottom(CONTROL),
        texts("insights.practise"),
        PractiseClaim(claim),
        icon="threat",
        primary=True,
    )
    title = heading(scene, room, "insights.positions.caption", texts("insights.positions"))
    box = list_box(scene.painter, room.rest)
    rows = [_position_row(scene, move, box.width) for move in claim.positions]
    positions = ListBox(
        "insights.positions", box, scene.px(PICTURE_ROW), rows, empty=texts("insights.no_positions")
    )
    return [sentence, title, positions, practise]


def _position_row(scene: PanelContext, move: CountedMove, width: int) -> Row:
    """Return a row with a position, the move played and the better one; a click opens the game there."""
    settings, texts, board = scene.state.settings, scene.texts, Board(move.fen)
    words = wording(scene.state)
    played = format_move(board, move.move, words.style)
    best = "" if move.best is None else words.in_words(board, move.best)
    points = bytes(board.piece_at(square) for square in BOARD_SQUARES)
    shown_as = look(settings.theme, settings.piece_set)
    said = texts(
        "insights.played_there" if scene.state.part(InsightsState).name else "insights.played",
        move=words.in_words(board, move.move),
    )
    size = (width, scene.px(PICTURE_ROW))
    row = Row(
        played,
        OpenStoredGame(move.game, move.ply - 1),
        note=texts("insights.loss", percent=round(100 * move.loss)),
        tone="bad",
        picture=partial(miniature, points=points, shown_as=shown_as, flipped=move.side == BLACK),
    )
    if scene.painter.width(said) <= first_line_room(scene.painter, row, size):
        row = replace(row, text=said)
    better = (texts("insights.better", move=best), best) if best else ""
    return with_facts(scene.painter, row, (better,), size)


def _nothing(scene: PanelContext, room: Room, report: PlayerInsights) -> list[Widget]:
    """Lay out weaknesses not yet confirmed, or why there are none, and a button that leads to the reviews."""
    texts = scene.texts
    more = Button(
        "insights.more",
        room.bottom(CONTROL),
        texts("insights.more"),
        OpenInsights(InsightsPage.GAMES, scene.state.part(InsightsState).name),
    )
    if not report.insights.undecided:
        many = report.reviewed >= LEAST_GAMES
        empty = texts(
            "insights.nothing" if many else "insights.few" if report.reviewed else "insights.not_reviewed"
        )
        return [ListBox("insights.undecided", room.rest, empty=empty, emblem="analyse"), more]
    title = heading(scene, room, "insights.undecided.caption", texts("insights.undecided"))
    sentences = [
        paragraph(scene, room, f"insights.undecided.{index}", texts.tell(one.text))
        for index, one in enumerate(report.insights.undecided)
    ]
    return [title, *sentences, more]
