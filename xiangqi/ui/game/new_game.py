"""New game: one page with all choices; the line above Start sums them up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.game.at_once import draws_lots, last_terms
from xiangqi.app.game.play import NewGame, Rematch, friends, is_usual, last_clock, rematch_terms
from xiangqi.app.session.panels import ChangeDraft
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import Panel
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.game.home_facts import has_played
from xiangqi.ui.game.new_game_cards import (
    KINDS,
    clock_card,
    colour_card,
    engine_of,
    engines_card,
    level_card,
    names_card,
    opponent_of,
    pace_card,
    with_players,
)
from xiangqi.ui.game.new_game_more import (
    MORE,
    differences,
    is_ratable,
    more_card,
    open_height,
    opened_more,
)
from xiangqi.ui.game.new_game_start import first_position, typed_fen
from xiangqi.ui.game.terms_words import terms_words
from xiangqi.ui.parts.actions import START_FEN_FIELD, StartTyped
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.page_layout import BETWEEN, page_columns, page_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

_ICONS: Final = {"computer": "engine", "friend": "people", "watch": "fight"}
_SIDES: Final = ("red", "both", "none")
"""`Settings.side` of the kinds, in their order."""

_KIND: Final = 76.0  # height of the tiles of the kinds, points
_LEAST_KIND: Final = 170.0  # width of a tile, below which a choice takes its place, points
_START: Final = 60.0
_AGAIN: Final = 60.0  # height of the buttons of earlier terms, points
_ROOMY: Final = 600.0  # height of the page from which its parts have their usual height, points
_BELOW: Final = 286.0  # what stands below the board: words, Start and earlier terms, points
_CLOCK_NOTES: Final = ("time.timed_note", "time.timed_note_friends")
_BOARD: Final = 0.885  # width of a board as a share of its height


@panel(Panel.NEW_GAME, forgets=(START_FEN_FIELD, MORE))
def new_game_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out kind, level, colour, clock and more; beside or below them the board, Start and earlier terms."""
    texts, draft = scene.texts, scene.state.draft
    kept = is_usual(draft, scene.state.draft_moves)
    page = page_head(scene, box, texts("new.title"), texts("new.note") if kept else "")
    places = page_columns(scene, page.rest, most=2)
    roomy = page.rest.height >= scene.px(_ROOMY)
    room = Room(places[0], scene.painter.unit)
    gap = BETWEEN if roomy else 8.0
    widgets = list(page.widgets)
    if len(places) == 1:
        widgets += _start_below(scene, room, draft, gap)
    is_open = bool(scene.memory.rows.get(MORE)) and not _unfolds(scene, room, draft, gap)
    if len(places) > 1 or not is_open:
        widgets += _kinds(scene, room.top(_KIND if roomy else 44, gap), draft)
    if is_open:
        widgets += opened_more(scene, room.rest, draft)
    else:
        widgets += _cards(scene, room, draft, gap)
    widgets += _beside(scene, places[1], draft) if len(places) > 1 else []
    for field in widgets:
        if isinstance(field, TextField):
            field.submit = _starting(scene, draft)
    return widgets


def _kinds(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the three kinds of game, as tiles or, if these do not fit, as one choice."""
    texts, settings = scene.texts, scene.state.settings
    engine = engine_of(draft, settings.level)
    side = RED if draft.human_side is None else draft.human_side
    two = friends(settings)
    chosen = KINDS.index(opponent_of(draft))
    drafts = [with_players(draft, kind, side, engine, two) for kind in KINDS]
    for place, known_as in enumerate(_SIDES):
        if place != chosen:  # each kind has the clock of the last game of its own
            drafts[place] = replace(drafts[place], time=last_clock(settings, known_as), black_time=None)
    actions = [ChangeDraft(each) for each in drafts]
    labels = [texts(f"new.{kind}") for kind in KINDS]
    gap = scene.px(BETWEEN)
    cells = columns(rect, len(KINDS), gap)
    if cells[0].width < scene.px(_LEAST_KIND) or rect.height < scene.px(60):
        return [Choice("new.opponent", rect, labels, actions, chosen)]
    details = [texts(f"new.{kind}_text") for kind in KINDS]
    return [
        Tile(
            f"new.kind.{kind}",
            cell,
            labels[place],
            actions[place],
            icon=_ICONS[kind],
            detail=details[place],
            chosen=place == chosen,
        )
        for place, (kind, cell) in enumerate(zip(KINDS, cells, strict=True))
    ]


class _Part(NamedTuple):
    """A card of the page."""

    most: float  # height, points
    least: float  # height where there is little room, points
    lay_out: Callable[[PanelContext, pygame.Rect, Setup], list[Widget]]


_PARTS: Final = {
    "computer": (_Part(150, 118, level_card), _Part(88, 62, colour_card), _Part(136, 100, clock_card)),
    "friend": (_Part(170, 130, names_card), _Part(136, 100, clock_card)),
    "watch": (_Part(238, 190, engines_card), _Part(62, 52, pace_card), _Part(136, 100, clock_card)),
}
"""The cards of each kind of game above More."""


def _unfolds(scene: PanelContext, room: Room, draft: Setup, gap: float) -> bool:
    """Return whether the room is high enough for all cards with the card *More* unfolded.

    This depends on the kind of game alone, so that no choice folds the card.
    """
    parts = _PARTS[opponent_of(draft)]
    others = _KIND + gap + sum(part.most + gap for part in parts)
    return room.rest.height >= scene.px(others) + scene.px(open_height(scene, room.rest.width))


def _cards(scene: PanelContext, room: Room, draft: Setup, gap: float) -> list[Widget]:
    """Lay out the cards of the chosen kind from the top; the last one, More, takes the rest of the room."""
    wanted = _PARTS[opponent_of(draft)]
    free = room.rest.height / scene.painter.unit - len(wanted) * gap - 44
    full, least = sum(part.most for part in wanted), sum(part.least for part in wanted)
    share = 1.0 if full <= free else max(0.0, (free - least) / max(1.0, full - least))
    widgets: list[Widget] = []
    for part in wanted:
        height = part.least + (part.most - part.least) * share
        widgets += part.lay_out(scene, room.top(height, gap), draft)
    high = scene.px(open_height(scene, room.rest.width))
    if room.rest.height < high:
        return [*widgets, *more_card(scene, room.rest, draft)]
    return [*widgets, *opened_more(scene, room.top_px(high), draft, folds=False)]


# ---- What is started ----


def _starting(scene: PanelContext, draft: Setup) -> Action:
    if typed_fen(scene):
        return StartTyped(draft)
    by_lot = draws_lots(scene.state) and opponent_of(draft) == "computer"
    return NewGame(draft, by_lot=by_lot, moves=scene.state.draft_moves)


def said(scene: PanelContext, draft: Setup) -> str:
    """Return all terms of the game to be started as one line, including whatever is unusual."""
    texts, kind = scene.texts, opponent_of(draft)
    counts = kind == "computer" and scene.state.settings.rated and is_ratable(scene, draft)
    words = [texts("new.rated" if counts else "new.friendly")] if kind == "computer" else [texts(f"new.{kind}")]
    words += [terms_words(scene, draft)] if kind != "friend" else _friends_words(scene, draft)
    return " · ".join(filter(None, (*words, *differences(scene, draft))))


def _friends_words(scene: PanelContext, draft: Setup) -> list[str]:
    names = f"{draft.red.name} – {draft.black.name}" if draft.are_named else ""
    return [names, terms_words(scene, draft).rsplit(" · ", 1)[-1]]


def _start_button(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> Button:
    label, action = scene.texts("new.start"), _starting(scene, draft)
    return Button("new.start", rect, label, action, icon="play", primary=True, size=LEAD)


def _start_below(scene: PanelContext, room: Room, draft: Setup, gap: float) -> list[Widget]:
    """Lay out Start at the foot of a narrow page, and above it the line that states the terms."""
    button = _start_button(scene, room.bottom(48, 6), draft)
    words, painter = said(scene, draft), scene.painter
    height = painter.paragraph_height(words, room.rest.width, SMALL)
    told = Label("new.said", room.bottom_px(height, gap), words, SMALL, bold=True)
    return [told, button]


def _beside(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the board at the start of the game, the line that states all terms, earlier terms, and Start.

    Start and board keep their places whatever is chosen.
    """
    painter = scene.painter
    again = _again(scene)
    height = min(rect.height, round(rect.width / _BOARD) + scene.px(_BELOW))
    room = Room(pygame.Rect(rect.left, rect.top, rect.width, height), painter.unit)
    start = _start_button(scene, room.bottom(_START, 12 if again else BETWEEN), draft)
    tiles: list[Widget] = []
    if again:
        cells = columns(room.bottom(_AGAIN, BETWEEN), len(again), scene.px(12))
        for cell, (name, label, detail, action) in zip(cells, again, strict=True):
            tiles.append(Tile(f"new.{name}", cell, label, action, detail=detail, most=BODY))
    card = room.rest
    inner = Room(card, painter.unit).inner(14)
    words, note = said(scene, draft), _clock_note(scene, draft)
    notes = [scene.texts(key) for key in _CLOCK_NOTES]
    low = max(painter.paragraph_height(one, inner.rest.width, SMALL) for one in notes)
    below, muted = inner.bottom_px(low, 6), painter.palette.muted
    lower = Label("new.timed_note", below, note, SMALL, muted, align="centre")
    high = max(painter.paragraph_height(words, inner.rest.width, BODY, True), 2 * painter.line_height(BODY))
    told = Label("new.said", inner.bottom_px(high, 4), words, BODY, bold=True, align="centre")
    flipped = draft.human_side == BLACK and not draws_lots(scene.state)
    caption = scene.texts("new.board_black" if flipped else "new.board_red")
    line = inner.bottom_px(painter.line_height(BODY), GAP)
    height = min(inner.rest.height, round(inner.rest.width / _BOARD))
    board = pygame.Rect(0, inner.rest.top, round(height * _BOARD), height)
    board.centerx = inner.rest.centerx
    pieces = dict(first_position(scene, draft).placement)
    return [
        Card("new.board.card", card),
        SmallBoard("new.preview", board, pieces, scene.state.settings, flipped=flipped),
        Label("new.board", line, caption, BODY, muted, single=True, align="centre"),
        told,
        *([lower] if note else []),
        *tiles,
        start,
    ]


def _clock_note(scene: PanelContext, draft: Setup) -> str:
    """Return the note on takebacks with a clock; "" without a clock, and for games between engines."""
    if not draft.time.is_timed or draft.is_watched:
        return ""
    return scene.texts(_CLOCK_NOTES[draft.is_hot_seat])


def _again(scene: PanelContext) -> list[tuple[str, str, str, Action]]:
    """Return earlier terms that can be used again: a rematch with swapped colours, and the last game's terms.

    While a game of two people is chosen, only terms of such games are returned.
    """
    texts, state = scene.texts, scene.state
    found: list[tuple[str, str, str, Action]] = []
    last = rematch_terms(state)
    friends_chosen = state.draft.is_hot_seat
    if not friends_chosen and last is not None and last.human_side is not None and state.left_game is None:
        side = scene.side_name(BLACK if last.human_side == RED else RED)
        found.append(("rematch", texts("button.rematch"), texts("new.swapped", side=side), Rematch(swap=True)))
    setup = last_terms(state.settings)
    if has_played(state) and (setup.is_hot_seat or not friends_chosen):
        terms = terms_words(scene, setup)
        found.append(("like_last", texts("new.like_last"), terms, NewGame(setup, by_lot=state.settings.by_lot)))
    return found
