"""One's own games: searched as one types, opened, reviewed, exported and deleted."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.game.transcript import told_names
from xiangqi.app.library.own_games import ChooseOwnGame, DeleteOwnGame, ExportGames, OpenStoredGame
from xiangqi.app.positions import full_moves
from xiangqi.core.constants import RED
from xiangqi.folding import as_fields, mentions, phrases
from xiangqi.library import OwnGame
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.toolkit.lists import SCROLLBAR, TALL_ROW, ListBox, Row
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

OWN_SEARCH: Final = "library.search"
"""Key of the text field with what is searched for among the player's own games."""

_OUTCOMES: Final = {WON: "library.won", DRAWN: "library.drawn", LOST: "library.lost"}
_LIST: Final = "library.games"


def own_games_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out a row a game; choosing one marks it, choosing it again opens it."""
    own, texts = scene.state.library.own, scene.texts
    query = scene.memory.texts.get(OWN_SEARCH, "")
    wanted = phrases(query)
    found = [game for game in own.games if all(mentions(_searched(scene, game), phrase) for phrase in wanted)]
    field_box = room.top(CONTROL - 2)
    lower, upper = room.bottom(CONTROL - 2), room.bottom(CONTROL - 2, 6)
    foot = room.bottom(20, 4)
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    width = frame.width - scene.px(20 + SCROLLBAR + 2)
    rows = [_row(scene, game, width) for game in found]
    numbers = [game.number for game in found]
    place = numbers.index(own.chosen) if own.chosen in numbers else -1
    games = ListBox(_LIST, frame, scene.px(TALL_ROW), rows, place, empty=_nothing(scene), driver=OWN_SEARCH)
    games.follow(max(0, place), hash(query), scene.memory)
    count = texts("library.count", count=len(found)) if found else ""
    muted = scene.painter.palette.muted
    return [
        SearchField(OWN_SEARCH, field_box, texts("library.search"), unit=scene.painter.unit, rows=games),
        games,
        Label("library.count", foot, count, size=SMALL, colour=muted, single=True),
        *_buttons(scene, upper, lower, tuple(numbers), own.chosen if place >= 0 else 0),
    ]


def _buttons(
    scene: PanelContext, upper: pygame.Rect, lower: pygame.Rect, numbers: tuple[int, ...], chosen: int
) -> list[Widget]:
    texts, some = scene.texts, chosen > 0
    specs = (
        ("open", texts("library.open"), OpenStoredGame(chosen), some, True),
        ("review", texts("library.review"), OpenStoredGame(chosen, review=True), some, False),
        ("delete", texts("library.delete"), DeleteOwnGame(chosen), some, False),
        (
            "export",
            texts("library.export") if some else texts("library.export_all", count=len(numbers)),
            ExportGames((chosen,) if some else numbers),
            bool(numbers),
            False,
        ),
    )
    cells = [cell for row in (upper, lower) for cell in columns(row, 2, scene.px(GAP))]
    return [
        Button(f"library.{name}", cell, label, action, enabled=enabled, primary=primary)
        for cell, (name, label, action, enabled, primary) in zip(cells, specs, strict=True)
    ]


def _nothing(scene: PanelContext) -> str:
    own, texts = scene.state.library.own, scene.texts
    if own.failure:
        return texts.tell(own.failure)
    if own.statistics is None:
        return texts("explorer.looking")
    return texts("records.none_found" if own.games else "library.none")


def _row(scene: PanelContext, game: OwnGame, width: int) -> Row:
    facts = [game.played.ended[:16].replace("T", " "), *_facts(scene, game)]
    while len(facts) > 1 and scene.painter.width(" · ".join(facts), SMALL) > width:
        facts.pop()  # the last ones matter least
    shown = scene.state.library.own.chosen == game.number
    action = OpenStoredGame(game.number) if shown else ChooseOwnGame(game.number)
    return Row(_title(scene, game), action, _outcome(scene, game), detail=" · ".join(facts))


def _outcome(scene: PanelContext, game: OwnGame) -> str:
    """Return how the game ended for the player; where the player had both sides or none, who won."""
    if game.outcome:
        return scene.texts(_OUTCOMES[game.outcome])
    return result_text(scene.texts, game.result) or scene.texts("library.unfinished")


def _title(scene: PanelContext, game: OwnGame) -> str:
    """Return the name of the opponent, or of both players where you were neither."""
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
        texts("library.accuracy", percent=round(game.accuracy)) if game.accuracy is not None else "",
        texts("records.moves", count=full_moves(game.plies)),
        texts(f"opening.{game.opening}") if game.opening else "",
    ]
    return [fact for fact in told if fact]


def _searched(scene: PanelContext, game: OwnGame) -> str:
    """Return all that a search looks at."""
    fields = (_title(scene, game), game.red, game.black, game.played.ended, _outcome(scene, game))
    return as_fields((*fields, *_facts(scene, game)))
