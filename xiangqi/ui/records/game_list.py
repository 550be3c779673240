"""The games of a file: searched as you type, sorted, and browsed by keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

import pygame

from xiangqi.app.exercises.puzzle_goal import count_puzzles, improvement_in, is_puzzle, is_solved
from xiangqi.app.exercises.puzzles import SolvePuzzle
from xiangqi.app.library.own_games import ExportGames
from xiangqi.app.records.loading import ChooseGame, CloseRecord, StopLoading
from xiangqi.app.session.document import Collection
from xiangqi.app.session.panels import ClosePanel
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.state import Panel
from xiangqi.app.session.transcript import told_names
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.fen import parse_fen
from xiangqi.records.packed import PackedGame
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.finder import ORDERS
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.opening_names import opening_forms, searched_opening
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.parts.small_board import miniature
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.lists import PICTURE_ROW, ListBox, MadeRows, Row, list_box, with_facts
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.theme import Look, look
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

SEARCH: Final = "games.search"
"""Key of the text field for searching."""

_ORDER: Final = "games.order"
_LIST: Final = "games"
_LARGEST: Final = 8192  # size of the longest packed game that is read when its row is drawn, bytes


@panel(Panel.GAME_LIST, focus=SEARCH)
def game_list_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a row for each game that the search finds; one click shows it, a second one opens it."""
    record, texts, memory = scene.state.document, scene.texts, scene.memory
    if record.collection is None:
        return panel_room(scene, box, "")[0]
    order = Tabs.page(_ORDER, memory)
    query = memory.texts.get(SEARCH, "")
    found = scene.finder.find(record.games, query, tuple(ORDERS)[order], partial(searched_opening, texts))
    puzzles, solved = count_puzzles(record.games, scene.state.solved)
    kind = "puzzle.heading" if puzzles == len(record.games) else "records.title"
    title, how = texts(kind, count=len(record.games), name=texts.tell(record.name)), "puzzle.how"
    if record.collection.stored:
        title = texts("library.found", count=len(record.games))
    if improvement_in(record.games[0].unpack()) is not None:
        title, how = texts("practice.list"), "practice.how"
    widgets, room = panel_room(scene, box, title)
    search_box, order_box = room.top(CONTROL - 2), room.top(CONTROL - 4)
    foot = room.bottom(CONTROL)
    widgets += _export(scene, record.collection, found, foot)
    left, right = columns(foot, 2, scene.px(GAP))
    widgets += _reading(scene, room)
    is_collection = puzzles > 0 and 2 * puzzles >= len(record.games)  # not merely a file with a position or two
    if is_collection and not query.strip():
        words = texts(how, solved=solved, count=puzzles)
        widgets.append(_remark(scene, "puzzle.how", room.top(20, 4), words))
    if query.strip():
        words = texts("records.found", found=len(found), count=len(record.games))
        widgets.append(_remark(scene, "records.found", room.top(20, 4), words))
    frame = list_box(scene.painter, room.rest)
    chosen = found.index(record.collection.index) if record.collection.index in found else -1
    games_of = record.collection
    rows = MadeRows(len(found), lambda index: _row(scene, games_of, found[index], frame.width))
    games = ListBox(
        _LIST,
        frame,
        scene.px(PICTURE_ROW),
        rows,
        chosen,
        empty=texts("records.none_found"),
        emblem="library",
        driver=SEARCH,
    )
    games.follow(max(0, chosen), hash((record.id, query, order)), memory)
    return [
        *widgets,
        SearchField(SEARCH, search_box, texts("records.search"), unit=scene.painter.unit, rows=games),
        Tabs(
            _ORDER,
            order_box,
            tuple(texts(f"order.{name}") for name in ORDERS),
            chosen=order,
            driver=SEARCH,
        ),
        games,
        Button("records.close", left, texts("records.close"), CloseRecord()),
        _onwards(scene, record.collection, right),
    ]


def _export(scene: PanelContext, record: Collection, found: Sequence[int], foot: pygame.Rect) -> list[Widget]:
    """Lay out the button that exports the listed games of the library, at the right end of the foot."""
    own = {place for place, stored in enumerate(record.stored) if not stored.of_masters}
    if not own:
        return []
    side = foot.height
    rect = pygame.Rect(foot.right - side, foot.top, side, side)
    foot.width -= side + scene.px(GAP)
    numbers = tuple(record.stored[place].number for place in found if place in own)
    tip = scene.texts("library.export_all", count=len(numbers))
    export = ExportGames(numbers)
    return [Button("records.export", rect, icon="save", action=export, enabled=bool(numbers), tip=tip)]


def _onwards(scene: PanelContext, record: Collection, rect: pygame.Rect) -> Button:
    """Lay out the button that opens the chosen game: to solve it if it is a puzzle, else to view its moves."""
    if is_puzzle(record.games[record.index]):
        solve = SolvePuzzle(record.index)
        return Button("records.solve", rect, scene.texts("puzzle.solve"), solve, icon="play", primary=True)
    return Button("records.show", rect, scene.texts("records.show"), ClosePanel(), primary=True)


def _reading(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the progress of reading a file, and a stop button."""
    loading = scene.state.loading
    if loading is None:
        return []
    strip = room.bottom(CONTROL - 6)
    button = pygame.Rect(strip.right - scene.px(90), strip.top, scene.px(90), strip.height)
    words = pygame.Rect(strip.left, strip.top, button.left - strip.left - scene.px(GAP), strip.height)
    key = "records.loading_share" if loading.share else "records.loading"
    text = scene.texts(key, count=loading.count, percent=int(100 * loading.share))
    return [
        _remark(scene, "records.loading", words, text),
        Button("records.stop", button, scene.texts("records.stop"), StopLoading()),
    ]


def _remark(scene: PanelContext, key: str, rect: pygame.Rect, text: str) -> Label:
    return Label(key, rect, text, size=SMALL, colour=scene.painter.palette.muted, single=True)


def _row(scene: PanelContext, record: Collection, place: int, width: int) -> Row:
    """Return a row for one of a file's games, fitted to a width in pixels."""
    settings, texts, game = scene.state.settings, scene.texts, record.games[place]
    shown, puzzle = place == record.index, is_puzzle(game)
    again = SolvePuzzle(place) if puzzle else ClosePanel()
    note = result_text(texts, game.result)
    if puzzle:
        note = texts("puzzle.mark") if is_solved(game.fen, scene.state.solved) else ""
    row = Row(
        f"{place + 1}.  {game_title(scene, game, place)}",
        again if shown else ChooseGame(place),
        note,
        aside=day_words(texts, game.date, scene.state.today),
        picture=partial(_picture, game=game, shown_as=look(settings.theme, settings.piece_set)),
    )
    return with_facts(scene.painter, row, _facts(scene, game), (width, scene.px(PICTURE_ROW)))


def _facts(scene: PanelContext, game: PackedGame) -> list[str | tuple[str, ...]]:
    texts, known = scene.texts, game.red or game.black
    count = full_moves(game.plies)
    return [
        texts("records.faulty") if game.faulty else "",
        game.event if known else "",
        game.opening or opening_forms(texts, game.opening_code),
        texts("records.moves", count=count) if game.plies else texts("records.position"),
    ]


def _picture(height: int, game: PackedGame, shown_as: Look) -> pygame.Surface:
    """Draw the last position of a game, or the first of a puzzle, since a puzzle's moves are its solution."""
    return miniature(height, _points(game), shown_as)


@lru_cache(maxsize=256)
def _points(game: PackedGame) -> bytes:
    """Return the piece on each point at the end, or at the start of a very long game, which is slow to read."""
    placement = dict(parse_fen(game.fen).placement)
    if len(game.content) <= _LARGEST and not is_puzzle(game):
        for move in game.unpack().main_line():
            placement[move.to_square] = placement.pop(move.from_square, 0)
    return bytes(placement.get(square, 0) for square in BOARD_SQUARES)


def game_title(scene: PanelContext, game: PackedGame, place: int) -> str:
    """Return the names of the players, or the event or number if the record does not give them."""
    if game.red or game.black:
        return scene.texts.tell(told_names(game.red, game.black))
    unnamed = "puzzle.unnamed" if is_puzzle(game) else "records.unnamed"
    return game.event or scene.texts(unnamed, number=place + 1)
