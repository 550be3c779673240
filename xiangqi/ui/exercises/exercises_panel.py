"""The sets of exercises as tiles: today's ten, one's own, by theme and by difficulty, and the classics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.classics import OpenClassics
from xiangqi.app.exercises.practice import Train
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import LEVELS, ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.board import Board
from xiangqi.core.constants import BLACK
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.ui.exercises.pips import Pips
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.course_tile import grid
from xiangqi.ui.parts.course_words import theme_name
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.learn_head import view_head
from xiangqi.ui.parts.page_layout import BETWEEN, page_columns
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.small_board import SmallBoard, board_picture_of
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import BODY, GAP, PADDING, TITLE
from xiangqi.ui.toolkit.row_tile import RowTile
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_TODAY: Final = 216.0  # the card of today's ten
_OWN: Final = 92.0  # the tiles below it
_ROW: Final = 66.0
_LEAST_ROW: Final = 56.0  # of the rows that are lower so that all have room
_HEAD: Final = 50.0  # height of a card without its tiles
_THEME: Final = 230.0  # least width of a theme
_GOLD: Final = 52.0
_PIPS: Final = 34.0

_Entry = tuple[str, str, str, Action, float | None]
"""The name of a tile and of its board, its title, second line and action, and the share done or None."""


@panel(Panel.EXERCISES, scrolls=True)
def exercises_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a tile with a small board for each set of exercises."""
    texts, known = scene.texts, scene.state.practice
    head = view_head(scene, box, texts("exercises.title"), (), (), -1, texts("exercises.find"))
    if known is None or not known.themes:
        words = texts("exercises.reading" if known is None else "exercises.none")
        return [*head.widgets, ListBox("exercises", head.rest, empty=words, emblem="threat")]
    left, *others = page_columns(scene, head.rest)
    rooms = [Room(column, scene.painter.unit) for column in (left, *others)]
    first, last = rooms[0], rooms[-1]
    today = _today(scene, known, first.top(_TODAY, BETWEEN))
    own = _own(scene, known, first)
    level_entries, classic_entries = _levels(scene), _classics(scene, known)
    row = _row(scene, last, len(level_entries) + len(classic_entries)) if others else _ROW
    classics = _group(scene, known, last, "classics.title", classic_entries, 1, row)
    levels = _group(scene, known, last, "exercises.by_difficulty", level_entries, 1, row)
    across = max(1, left.width // scene.px(_THEME))
    themes = _group(scene, known, first, "exercises.by_theme", _themes(scene, known), across)
    return [*head.widgets, *today, *own, *themes, *classics, *levels]


# ---- Today ----


def _today(scene: PanelContext, known: PracticeSummary, rect: pygame.Rect) -> list[Widget]:
    """Lay out today's ten: the board of the next, ten squares, and the gold button."""
    texts, painter = scene.texts, scene.painter
    room = Room(rect, painter.unit).inner()
    board_box = pygame.Rect(room.rest.left, room.rest.top, round(room.rest.height * 0.9), room.rest.height)
    words = board_box.copy()
    words.left, words.width = board_box.right + scene.px(PADDING), room.rest.right - board_box.right
    words.width -= scene.px(PADDING)
    room = Room(words, painter.unit)
    widgets: list[Widget] = [Card("exercises.today", rect, marked=True)]
    fen = known.boards.get("today", "")
    if fen:
        board = Board(fen)
        shown = SmallBoard("exercises.board", board_box, board.pieces(), scene.state.settings)
        shown.flipped = board.turn == BLACK
        widgets.append(shown)
    title = Label("exercises.ten", room.top(30, 4), texts("exercise.today"), TITLE, bold=True, single=True)
    told = Label(
        "exercises.done", room.top(22, 10), _told_today(scene, known, words.width), BODY, painter.palette.muted
    )
    told.single = True
    squares = Pips("exercises.squares", room.top(_PIPS), known.todays, _place_today(known), known.helped)
    label, action = _gold(scene, known)
    gold = Button("exercises.begin", room.bottom(_GOLD), label, action, "play", primary=True)
    return [*widgets, title, told, squares, gold]


def _place_today(known: PracticeSummary) -> int:
    return next((place for place, result in enumerate(known.todays) if result is None), -1)


def _told_today(scene: PanelContext, known: PracticeSummary, width_px: int) -> str:
    """Return the progress of the day: as many of its parts as fit a width in px, but at least the first."""
    texts, clean = scene.texts, sum(result is True for result in known.todays)
    told = [texts("exercises.todays_done", done=known.today, count=known.daily)]
    if known.today:
        told.append(texts("exercises.first_try", count=clean))
    if known.days > 1:
        told.append(texts("exercises.days", count=known.days))
    lines = [" · ".join(told[:count]) for count in range(len(told), 0, -1)]
    return next((line for line in lines if scene.painter.width(line) <= width_px), lines[-1])


def _gold(scene: PanelContext, known: PracticeSummary) -> tuple[str, Action]:
    """Return the words and action of the set to do next: today's, then the due mistakes, then a mixed one."""
    texts = scene.texts
    if known.today < known.daily:
        words = texts("exercises.go_on" if known.today else "exercises.begin")
        return words, Train(TrainingRequest(ExerciseSet.TODAY))
    if known.due:
        return texts("exercises.practise_due", count=known.due), Train(TrainingRequest(ExerciseSet.DECK))
    return texts("exercise.mixed"), Train(TrainingRequest(ExerciseSet.MIXED))


# ---- The tiles ----


def _own(scene: PanelContext, known: PracticeSummary, room: Room) -> list[Widget]:
    """Lay out the tiles for all due exercises, for the player's own mistakes, and for mixed exercises."""
    texts = scene.texts
    due = known.due + known.due_lines
    deck = texts("start.deck_due", count=known.due) if known.due else texts("start.deck_empty")
    if not known.due and not known.lines:  # the next date is that of a mistake
        deck = _next_due(scene, known, 0)
    if not known.cards:
        deck = texts("exercises.no_mistakes")
    specs = (
        ("due", texts("exercise.due"), ExerciseSet.DUE, _next_due(scene, known, due), due),
        ("deck", texts("exercise.deck"), ExerciseSet.DECK, deck, known.due),
        ("mixed", texts("exercise.mixed"), ExerciseSet.MIXED, texts("exercises.mixed_detail"), 0),
    )
    wide = room.rest.width >= scene.px(740)
    strips = [room.top(_OWN, BETWEEN)] if wide else [room.top(_OWN, GAP) for _ in specs]
    cells = columns(strips[0], len(specs), scene.px(BETWEEN)) if wide else strips
    tiles: list[Widget] = []
    for cell, (name, title, chosen, detail, count) in zip(cells, specs, strict=True):
        tile = Tile(f"exercises.{name}", cell, title, Train(TrainingRequest(chosen)), detail=detail, lines=2)
        tile.badge = str(count) if count else ""
        tile.picture = _picture(scene, known, "deck" if name == "due" else name)
        tile.enabled = name == "mixed" or count > 0
        tiles.append(tile)
    return tiles


def _next_due(scene: PanelContext, known: PracticeSummary, due: int) -> str:
    """Return a line about the due exercises or, if none is due, about the day of the next repetition."""
    texts = scene.texts
    if due or not known.next_due:
        return texts("exercises.due_detail" if due else "start.deck_empty")
    return texts("exercises.next_due", day=day_words(texts, known.next_due, scene.state.today))


def _row(scene: PanelContext, room: Room, count: int) -> float:
    """Return the height of a tile in points for two stacked cards with `count` rows of tiles and gaps.

    It is lower than usual if both cards fit only then.
    """
    used = scene.px(2 * _HEAD + BETWEEN) + (count - 2) * scene.px(GAP)
    row = (room.rest.height - used) // count / scene.painter.unit
    return min(_ROW, row) if row >= _LEAST_ROW else _ROW


def _picture(scene: PanelContext, known: PracticeSummary, name: str) -> Callable[[int], pygame.Surface] | None:
    fen = known.boards.get(name, "")
    return board_picture_of(fen, scene.state.settings) if fen else None


def _levels(scene: PanelContext) -> list[_Entry]:
    entries: list[_Entry] = []
    for name, (low, high) in LEVELS.items():
        key = "exercise.level" if low else "exercise.level_up_to"
        detail = scene.texts(key, low=low, high=high)
        begin = Train(TrainingRequest(ExerciseSet.LEVEL, ratings=(low, high)))
        entries.append((name, scene.texts(f"exercises.{name}"), detail, begin, None))
    return entries


def _themes(scene: PanelContext, known: PracticeSummary) -> list[_Entry]:
    entries: list[_Entry] = []
    for theme, count in known.themes:
        tried, clean = known.scores.get(theme, (0, 0))
        detail = scene.texts("exercises.theme", count=count)
        if tried:
            detail = scene.texts("exercises.theme_solved", count=count, clean=clean, tried=tried)
        begin = Train(TrainingRequest(ExerciseSet.THEME, theme))
        entries.append((theme, theme_name(scene, theme), detail, begin, clean / count if tried else None))
    return entries


def _classics(scene: PanelContext, known: PracticeSummary) -> list[_Entry]:
    """Return the entries of the courses of classics, each with the number of levels solved."""
    entries: list[_Entry] = []
    for goal in (one.value for one in ClassicGoal):
        keys = known.classics.get(goal, frozenset())
        solved = len(keys & scene.state.solved)
        detail = scene.texts("classics.solved", solved=solved, count=len(keys))
        share = solved / len(keys) if keys else 0.0
        title = scene.texts(f"classics.{goal}")
        entries.append((f"classics.{goal}", title, detail, OpenClassics(goal), share))
    return entries


def _group(
    scene: PanelContext,
    known: PracticeSummary,
    room: Room,
    title: str,
    entries: list[_Entry],
    across: int,
    row: float = _ROW,
) -> list[Widget]:
    """Lay out a card with a tile for each entry, `across` side by side.

    Either all tiles have a picture or none has, so that their texts are aligned.
    """
    down, gap = -(-len(entries) // across), scene.px(GAP)
    height = scene.px(_HEAD) + down * scene.px(row) + (down - 1) * gap
    card = titled_card(scene, f"group.{title}", room.top_px(height, BETWEEN), scene.texts(title))
    cells = grid(card.rest.move(0, scene.px(4)), across, scene.px(row), gap)
    pictured = all(known.boards.get(name) for name, *_ in entries)
    widgets = list(card.widgets)
    for (name, label, detail, action, share), cell in zip(entries, cells, strict=False):
        tile = RowTile(f"set.{name}", cell, label, action, detail=detail, share=share)
        tile.picture = _picture(scene, known, name) if pictured else None
        widgets.append(tile)
    return widgets
