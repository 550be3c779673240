"""The cards beside the next step on Home: latest games, a masters' game, how the pieces move, latest files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.library.own_games import OpenLibrary, to_board
from xiangqi.app.library.state import LibraryPage, LibraryState
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KING, KNIGHT, PAWN, RED, ROOK
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.game import week_card as week
from xiangqi.ui.game.home_facts import is_new
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.daily_card import LEAST_HEIGHT, daily_card, daily_height, is_made
from xiangqi.ui.parts.game_rows import TWO_LINES, GameRow, facts_of, game_row
from xiangqi.ui.parts.game_table import GameList, lay_out_games
from xiangqi.ui.parts.page_layout import BETWEEN, linked_card
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, PADDING, SMALL
from xiangqi.ui.toolkit.theme import PIECES, PieceTheme
from xiangqi.ui.toolkit.widgets import Button, Memory, Widget

_HEAD: Final = 46.0  # of a card, with the margin at its foot, points
_PIECE_ROW: Final = 54.0
_LOW_PIECE_ROW: Final = 42.0  # where they would not all have room otherwise
_MOVERS: Final = (
    ("general", KING),
    ("chariot", ROOK),
    ("horse", KNIGHT),
    ("cannon", CANNON),
    ("soldier", PAWN),
    ("elephant", BISHOP),
    ("advisor", ADVISOR),
)
_LOWER: Final = _HEAD + 3 * _PIECE_ROW + 12  # least height of the lower card, points
_LEAST_GAMES: Final = 190.0
_ROUNDED: Final = 4.0  # what the height of a list may lack by rounding, points
_LEAST_BOARD: Final = 380.0  # least height of the card with today's first exercise, points
_SHAPE: Final = 0.885  # width of a board as a share of its height
_NO_GAMES: Final = 260.0  # height of the card without games, points


def side_cards(scene: PanelContext, places: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out games, masters' game, pieces or files in one or two columns; in two, also goals and an exercise.

    In two columns, no card is higher than its content.
    """
    gap, games = scene.px(BETWEEN), _games_height(scene)
    if len(places) > 1:
        first, other = places
        goals = pygame.Rect(other.left, other.top, other.width, scene.px(week.GOALS_HEIGHT))
        rest = other.bottom - goals.bottom - gap
        lower = pygame.Rect(other.left, goals.bottom + gap, other.width, min(rest, _lower_height(scene)))
        upper = pygame.Rect(first.left, first.top, first.width, min(first.height, games))
        below = pygame.Rect(first.left, upper.bottom + gap, first.width, first.bottom - upper.bottom - gap)
        has_own = _wants_pieces(scene) or bool(scene.state.settings.recent_files)
        daily = below if has_own else pygame.Rect(other.left, lower.top, other.width, rest)
        daily.height = min(daily.height, scene.px(daily_height(scene)))
        shown = daily_card(scene, daily, titled_card) if daily.height >= scene.px(LEAST_HEIGHT) else []
        if has_own:
            shown += (_pieces if _wants_pieces(scene) else _files)(scene, lower)
        used = lower.bottom if has_own else daily.bottom if shown else goals.bottom
        shown += _todays_first(
            scene, pygame.Rect(other.left, used + gap, other.width, other.bottom - used - gap)
        )
        return [*_games(scene, upper), *week.goals_card(scene, goals), *shown]
    whole = places[0]
    wanted = scene.px(daily_height(scene)) if _has_daily(scene) else _lower_height(scene)
    height = min(wanted, max(scene.px(_LOWER), whole.height - gap - games))
    if not _has_lower(scene) or whole.height < height + gap + scene.px(_LEAST_GAMES):
        return _games(scene, whole)
    upper = pygame.Rect(whole.left, whole.top, whole.width, whole.height - height - gap)
    lower = pygame.Rect(whole.left, upper.bottom + gap, whole.width, height)
    return [*_games(scene, upper), *_lower(scene, lower)]


def _todays_first(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out today's next exercise on a large board with a button; nothing without one or without room."""
    texts, known = scene.texts, scene.state.practice
    fen = known.boards.get("today", "") if known is not None else ""
    if known is None or not fen or known.today >= known.daily or rect.height < scene.px(_LEAST_BOARD):
        return []
    most = scene.px(_HEAD + CONTROL + GAP) + round((rect.width - 2 * scene.px(PADDING)) / _SHAPE)
    place = pygame.Rect(rect.left, rect.top, rect.width, min(rect.height, most))
    position = parse_fen(fen)
    done = texts("home.today_done", count=known.today, total=known.daily)
    card = titled_card(scene, "home.first", place, texts("exercise.today"), done)
    room, action = Room(card.rest, scene.painter.unit), Train(TrainingRequest(ExerciseSet.TODAY))
    label = texts("home.solve", side=scene.side_name(position.turn))
    button = Button("home.first.solve", room.bottom(CONTROL), label, action, icon="check")
    board = room.rest.inflate(0, -scene.px(GAP))
    shown = SmallBoard("home.first.board", board, position.placement, scene.state.settings)
    shown.flipped, shown.plain = position.turn == BLACK, True
    return [*card.widgets, shown, button]


def _games_height(scene: PanelContext) -> int:
    """Return the height in px at which all listed games are shown."""
    count = len(scene.state.part(LibraryState).own.games)
    return scene.px(_HEAD + count * TWO_LINES) if count else scene.px(_NO_GAMES)


def _lower_height(scene: PanelContext) -> int:
    """Return the height in px at which all pieces or files are shown."""
    files = scene.state.settings.recent_files
    if _wants_pieces(scene):
        return scene.px(_HEAD + len(_MOVERS) * _PIECE_ROW)
    return scene.px(_HEAD + len(files) * TALL_ROW)


def _games(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the latest games; a click opens one."""
    texts, own = scene.texts, scene.state.part(LibraryState).own
    card = linked_card(
        scene, "home.games", rect, texts("home.games"), texts("home.all_games"), OpenLibrary(LibraryPage.GAMES)
    )
    box = card.rest.inflate(2 * scene.px(6), 0)
    if not own.games:
        loading = own.stale or (own.statistics is None and not own.failure)
        words = (
            texts.tell(own.failure)
            if own.failure
            else texts("explorer.looking" if loading else "home.no_games")
        )
        return [*card.widgets, EmptyState("home.no_games", box, text=words, icon="library")]
    shown = own.games[: max(1, (box.height + scene.px(_ROUNDED)) // scene.px(TWO_LINES))]

    def row(place: int, width_px: int | None) -> GameRow:
        game = shown[place]
        facts = replace(facts_of(game), starred=game.number in own.stars)
        return game_row(scene, facts, to_board(game.number, game.result), place, width_px=width_px)

    games = GameList("home.game_list", box, at_once=True)
    return [*card.widgets, *lay_out_games(scene, box, games, len(shown), row, may_be_table=False)]


def _has_lower(scene: PanelContext) -> bool:
    return is_new(scene.state) or _has_daily(scene) or bool(scene.state.settings.recent_files)


def _lower(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out a masters' game or the latest files; for a newcomer, how the pieces move."""
    if _has_daily(scene):
        return daily_card(scene, rect, titled_card)
    return _pieces(scene, rect) if _wants_pieces(scene) else _files(scene, rect)


def _wants_pieces(scene: PanelContext) -> bool:
    return is_new(scene.state)


def _has_daily(scene: PanelContext) -> bool:
    return not is_new(scene.state) and is_made(scene.state)


def _files(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts, files = scene.texts, scene.state.settings.recent_files
    card = linked_card(
        scene, "home.files", rect, texts("home.files"), texts("home.all_files"), OpenPanel(Panel.OPEN_FILE)
    )
    box = card.rest.inflate(2 * scene.px(6), 0)
    shown = files[: max(1, box.height // scene.px(TALL_ROW))]
    rows = [
        Row(Path(name).name, OpenFile(Path(name)), icon="file", detail=str(Path(name).parent)) for name in shown
    ]
    box.height = min(box.height, len(rows) * scene.px(TALL_ROW))
    return [*card.widgets, ListBox("home.file_list", box, scene.px(TALL_ROW), rows)]


@dataclass
class PieceRule(Widget):
    """A piece with its name and, in a few words, how it moves."""

    code: int = 0
    theme: PieceTheme | None = None
    name: str = ""
    words: str = ""

    def draw(self, painter: Painter, memory: Memory) -> None:
        if self.theme is None:
            return
        size = (self.rect.height - painter.px(10)) | 1
        picture = piece(self.theme, self.code, size)
        place = picture.get_rect(midleft=self.rect.midleft)
        painter.surface.blit(picture, place)
        left, title = place.right + painter.px(12), painter.line_height(BODY)
        small = painter.line_height(SMALL)
        top = self.rect.centery - (title + small) // 2
        width = self.rect.right - left
        painter.write(self.name, pygame.Rect(left, top, width, title))
        below = pygame.Rect(left, top + title, width, small)
        painter.write(self.words, below, size=SMALL, colour=painter.palette.muted)


def _pieces(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts = scene.texts
    card = linked_card(
        scene, "home.pieces", rect, texts("home.pieces"), texts("home.rules"), OpenPanel(Panel.RULES)
    )
    height = max(scene.px(_LOW_PIECE_ROW), min(scene.px(_PIECE_ROW), card.rest.height // len(_MOVERS)))
    count = min(len(_MOVERS), card.rest.height // height)
    theme = PIECES.get(scene.state.settings.piece_set, PIECES["traditional"])
    widgets: list[Widget] = list(card.widgets)
    for place, (name, kind) in enumerate(_MOVERS[:count]):
        row = pygame.Rect(card.rest.left, card.rest.top + place * height, card.rest.width, height)
        widgets.append(
            PieceRule(
                f"home.piece.{name}",
                row,
                code=RED | kind,
                theme=theme,
                name=texts.sentence(Message(f"coach.piece.red.{name}")),
                words=texts(f"home.moves.{name}"),
            )
        )
    return widgets
