"""The games of a file with several: searched as one types, put in order, gone through with the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, overload

import pygame

from xiangqi.app.document import Collection
from xiangqi.app.exercises.puzzle_goal import count_puzzles, improvement_in, is_puzzle
from xiangqi.app.exercises.puzzles import SolvePuzzle
from xiangqi.app.game.transcript import told_names
from xiangqi.app.library.own_games import ExportGames
from xiangqi.app.positions import full_moves
from xiangqi.app.records.loading import ChooseGame, CloseRecord, StopLoading
from xiangqi.app.settings.panels import ClosePanel
from xiangqi.records.packed import PackedGame
from xiangqi.ui.exercises.puzzle_card import is_solved
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.finder import ORDERS
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.lists import SCROLLBAR, TALL_ROW, ListBox, Row
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

SEARCH: Final = "games.search"
"""Key of the text field with what is searched for."""

_ORDER: Final = "games.order"
_LIST: Final = "games"


def game_list_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out one row a game; choosing one shows it on the board, choosing it again leads on from there."""
    record, texts, memory = scene.state.document, scene.texts, scene.memory
    if record.collection is None:
        return panel_room(scene, box, "")[0]
    order = Tabs.page(_ORDER, memory)
    query = memory.texts.get(SEARCH, "")
    found = scene.finder.find(record.games, query, tuple(ORDERS)[order], lambda key: opening_text(scene, key))
    title, how = texts("records.title", count=len(record.games), name=record.name), "puzzle.how"
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
    puzzles, solved = count_puzzles(record.games, scene.state.solved)
    is_collection = puzzles > 0 and 2 * puzzles >= len(record.games)  # and no file with a position or two
    if is_collection and not query.strip():
        words = texts(how, solved=solved, count=puzzles)
        widgets.append(_remark(scene, "puzzle.how", room.top(20, 4), words))
    if query.strip():
        words = texts("records.found", found=len(found), count=len(record.games))
        widgets.append(_remark(scene, "records.found", room.top(20, 4), words))
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    chosen = found.index(record.collection.index) if record.collection.index in found else -1
    games = ListBox(
        _LIST,
        frame,
        scene.px(TALL_ROW),
        GameRows(scene, record.collection, found, frame.width - scene.px(20 + SCROLLBAR + 2)),
        chosen,
        empty=texts("records.none_found"),
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
    """Lay out the way to write what was found in the library into a file.

    It takes the end of the lowest row.
    """
    if not record.stored:
        return []
    side = foot.height
    rect = pygame.Rect(foot.right - side, foot.top, side, side)
    foot.width -= side + scene.px(GAP)
    numbers = tuple(record.stored[place].number for place in found if place < len(record.stored))
    tip = scene.texts("library.export_all", count=len(numbers))
    export = ExportGames(numbers)
    return [Button("records.export", rect, icon="save", action=export, enabled=bool(numbers), tip=tip)]


def _onwards(scene: PanelContext, record: Collection, rect: pygame.Rect) -> Button:
    """Lay out what one does with the chosen game: solve it, if it is a puzzle, else look at its moves."""
    if is_puzzle(record.games[record.index]):
        solve = SolvePuzzle(record.index)
        return Button("records.solve", rect, scene.texts("puzzle.solve"), solve, icon="play", primary=True)
    return Button("records.show", rect, scene.texts("records.show"), ClosePanel(), primary=True)


def _reading(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out how much of a file has been read, and the way to stop."""
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


class GameRows(Sequence[Row]):
    """Rows made as they are looked at: a file may hold many thousand games."""

    def __init__(self, scene: PanelContext, record: Collection, places: Sequence[int], width: int) -> None:
        """Prepare rows for the games at some places of a file, fitted to a width in pixels."""
        self._width = width
        self._scene = scene
        self._record = record
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        place = self._places[index]
        game = self._record.games[place]
        shown, puzzle = place == self._record.index, is_puzzle(game)
        again = SolvePuzzle(place) if puzzle else ClosePanel()
        note = result_text(self._scene.texts, game.result)
        if puzzle:
            note = self._scene.texts("puzzle.mark") if is_solved(self._scene, game.fen) else ""
        title = f"{place + 1}.  {game_title(self._scene, game, place)}"
        action = again if shown else ChooseGame(place)
        return Row(title, action, note, detail=self._detail(game))

    def _detail(self, game: PackedGame) -> str:
        texts = self._scene.texts
        known = game.red or game.black
        facts = [
            game.event if known else "",
            game.date,
            game.opening or opening_text(self._scene, game.opening_key),
        ]
        if game.faulty:
            facts.insert(0, texts("records.faulty"))
        facts.append(
            texts("records.moves", count=full_moves(game.plies)) if game.plies else texts("records.position")
        )
        told = [fact for fact in facts if fact]
        while len(told) > 1 and self._scene.painter.width(" · ".join(told), SMALL) > self._width:
            told.pop()  # the last ones matter least
        return " · ".join(told)


def opening_text(scene: PanelContext, key: str) -> str:
    """Return the name of an opening, "" without one."""
    return scene.texts(f"opening.{key}") if key else ""


def game_title(scene: PanelContext, game: PackedGame, place: int) -> str:
    """Say who played whom; the event or the number where the record does not say."""
    if game.red or game.black:
        return scene.texts.tell(told_names(game.red, game.black))
    return game.event or scene.texts("records.unnamed", number=place + 1)
