"""The player's own games: searched as you type, opened, reviewed, exported and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from xiangqi.app.library.own_games import ChooseOwnGame, DeleteOwnGame, ExportGames, OpenStoredGame
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.state import Panel
from xiangqi.app.session.transcript import told_names
from xiangqi.core.constants import BLACK, RED
from xiangqi.folding import as_fields, mentions, phrases
from xiangqi.library import OwnGame
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.openings import codes_called
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.form import filling
from xiangqi.ui.parts.opening_names import opening_forms, searched_opening
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.parts.small_board import miniature
from xiangqi.ui.toolkit.lists import PICTURE_ROW, ListBox, MadeRows, Row, Tone, list_box, with_facts
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

OWN_SEARCH: Final = "library.search"
"""Key of the text field for searching the player's own games."""

_OUTCOMES: Final = {WON: "library.won", DRAWN: "library.drawn", LOST: "library.lost"}
_TONES: Final[dict[str, Tone]] = {WON: "good", LOST: "bad"}
_LIST: Final = "library.games"


def own_games_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out a row for each game that the search finds; one click selects it, a second one opens it."""
    own, texts = scene.state.part(LibraryState).own, scene.texts
    query = scene.memory.texts.get(OWN_SEARCH, "")
    wanted = phrases(query)
    found = own.games if not wanted else [game for game in own.games if _mentions(scene, game, wanted)]
    field_box = room.top(CONTROL - 2)
    numbers = [game.number for game in found]
    place = numbers.index(own.chosen) if own.chosen in numbers else -1
    buttons: list[Widget] = []
    if own.games:
        cursor = min(scene.memory.rows.get(_LIST, 0), len(numbers) - 1) if place < 0 else place
        opened = numbers[cursor] if numbers else 0
        chosen = own.chosen if place >= 0 else 0
        buttons = _buttons(scene, room.bottom(CONTROL), tuple(numbers), chosen, opened)
    counted: list[Widget] = []
    if found:
        count, muted = texts("library.count", count=len(found)), scene.painter.palette.muted
        counted = [Label("library.count", room.top(18, 4), count, size=SMALL, colour=muted, single=True)]
    box = list_box(scene.painter, room.rest)
    rows = MadeRows(len(found), lambda index: _row(scene, found[index], box.width))
    games = ListBox(_LIST, box, scene.px(PICTURE_ROW), rows, place, driver=OWN_SEARCH)
    games.empty, games.emblem = _nothing(scene), "warning" if own.failure else "library"
    games.follow(max(0, place), hash(query), scene.memory)
    return [
        SearchField(OWN_SEARCH, field_box, texts("library.search"), unit=scene.painter.unit, rows=games),
        *counted,
        games,
        *_first_steps(scene, games),
        *buttons,
    ]


def _buttons(
    scene: PanelContext, rect: pygame.Rect, numbers: tuple[int, ...], chosen: int, opened: int
) -> list[Widget]:
    """Lay out the buttons for the listed games.

    Args:
        scene: the panel context.
        rect: the place of the buttons, px.
        numbers: the numbers of the listed games.
        chosen: the number of the game to save or remove; 0 for none, in which case all listed games are saved.
        opened: the number of the game to open: the chosen one or the one at the cursor; 0 for none.
    """
    texts, some, side = scene.texts, chosen > 0, rect.height
    delete = pygame.Rect(rect.right - side, rect.top, side, side)
    export = delete.move(-side - scene.px(GAP), 0)
    rest = pygame.Rect(rect.left, rect.top, export.left - scene.px(GAP) - rect.left, side)
    left, right = columns(rest, 2, scene.px(GAP))
    one = texts("library.export") if some else texts("library.export_all", count=len(numbers))
    exported = ExportGames((chosen,) if some else numbers)
    open_it, review = OpenStoredGame(opened), OpenStoredGame(opened, review=True)
    remove = DeleteOwnGame(chosen)
    return [
        Button("library.open", left, texts("library.open"), open_it, enabled=opened > 0, primary=True),
        Button("library.review", right, texts("library.review"), review, enabled=opened > 0),
        Button("library.export", export, icon="save", action=exported, enabled=bool(numbers), tip=one),
        Button(
            "library.delete", delete, icon="delete", action=remove, enabled=some, tip=texts("library.delete")
        ),
    ]


def _nothing(scene: PanelContext) -> str:
    """Return why no game is listed."""
    own, texts = scene.state.part(LibraryState).own, scene.texts
    if own.failure:
        return texts.tell(own.failure)
    if own.statistics is None:
        return texts("explorer.looking")
    return texts("records.none_found" if own.games else "library.none")


def _first_steps(scene: PanelContext, games: ListBox) -> list[Widget]:
    """Lay out the ways to fill a library that has no games yet."""
    own = scene.state.part(LibraryState).own
    if own.failure or own.statistics is None or own.games:
        return []
    return filling(scene, games, scene.texts("start.new"), OpenPanel(Panel.NEW_GAME))


def _row(scene: PanelContext, game: OwnGame, width: int) -> Row:
    state = scene.state
    action = (
        OpenStoredGame(game.number)
        if state.part(LibraryState).own.chosen == game.number
        else ChooseOwnGame(game.number)
    )
    shown_as = look(state.settings.theme, state.settings.piece_set)
    flipped = game.played.side == BLACK
    row = Row(
        _title(scene, game),
        action,
        _outcome(scene, game),
        aside=day_words(scene.texts, game.played.ended, state.today),
        tone=_TONES.get(game.outcome, ""),
        picture=partial(miniature, points=game.last_points, shown_as=shown_as, flipped=flipped),
    )
    facts = (*_facts(scene, game), opening_forms(scene.texts, game.opening))
    return with_facts(scene.painter, row, facts, (width, scene.px(PICTURE_ROW)))


def _outcome(scene: PanelContext, game: OwnGame) -> str:
    """Return how the game ended for the player, or who won if the player had both sides or neither."""
    if game.outcome:
        return scene.texts(_OUTCOMES[game.outcome])
    return result_text(scene.texts, game.result) or scene.texts("library.unfinished")


def _title(scene: PanelContext, game: OwnGame) -> str:
    """Return the opponent's name, or both names if the player had neither side."""
    side, level = game.played.side, game.played.level
    if side is None:
        return scene.texts.tell(told_names(game.red, game.black))
    if level is not None:
        return scene.texts("player.computer", level=level)
    return game.black if side == RED else game.red


def _facts(scene: PanelContext, game: OwnGame) -> list[str]:
    texts, side = scene.texts, game.played.side
    told = [
        scene.side_name(side) if side is not None else "",
        texts("records.moves", count=full_moves(game.plies)),
        texts("library.accuracy", percent=round(game.accuracy)) if game.accuracy is not None else "",
    ]
    return [fact for fact in told if fact]


def _mentions(scene: PanelContext, game: OwnGame, wanted: Sequence[str]) -> bool:
    """Return whether a game mentions all the words searched for."""
    words = _searched(scene, game)
    return all(mentions(words, phrase) or game.opening in codes_called(phrase) for phrase in wanted)


def _searched(scene: PanelContext, game: OwnGame) -> str:
    """Return the text in which a search looks for words."""
    told = day_words(scene.texts, game.played.ended, scene.state.today)
    fields = (_title(scene, game), game.red, game.black, game.played.ended, told, _outcome(scene, game))
    return as_fields((*fields, *_facts(scene, game), searched_opening(scene.texts, game.opening)))
