"""The players' strips at both ends of the first column, which are never covered and never move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.times import thinking_time
from xiangqi.app.session import view
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.state import AppState
from xiangqi.app.session.strength import rating_of
from xiangqi.app.session.turns import side_to_move
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.game.captured import taken_pieces
from xiangqi.ui.game.scores import score_words
from xiangqi.ui.parts.cards import draw_general
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CARD_RADIUS, GAP, LEAD, PAGE_TITLE, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Memory, Widget

_CLOCK: Final = (112.0, 40.0)  # size of a clock, points
_EDGE: Final = 8.0  # from the edges of a strip to the clock and the disc, points
_RADIUS: Final = 20.0  # of the disc, points
_SHRINK: Final = 0.75  # the scale to which a name may shrink before the shorter one is used
_LEAST_TAKEN: Final = 56.0  # least width for captured pieces, points


@dataclass
class PlayerCard(Widget):
    """A card with a player's colour, name, status and clock."""

    side: int = RED  # RED or BLACK
    name: str = ""
    short: str = ""  # a shorter name for where the name has no room, "" for none
    status: str = ""  # what the player does now, or their strength; "" for neither
    score: str = ""  # the points in the games of this session in words, "" for none
    note: str = ""  # a short text at the right, such as the time of a search
    active: bool = False  # whether the player is to move in an unfinished game
    alarm: bool = False  # whether the status is a warning, such as check
    won: bool = False  # whether the player has won the game on the board
    clock: str = ""  # the text of the clock; "" without one
    low: bool = False  # whether little time is left
    theme: PieceTheme | None = None  # the look of the pieces

    def words(self, painter: Painter) -> pygame.Rect:
        """Return the box for name and status."""
        left = self.rect.left + painter.px(_EDGE + 2 * _RADIUS + 12)
        return pygame.Rect(left, self.rect.top, self._end(painter) - left, self.rect.height)

    def named_to(self, painter: Painter) -> int:
        """Return the x at which the longer of name and status ends."""
        words = self.words(painter)
        told = self._told(painter, words.width)
        longest = max(painter.width(self.name, LEAD, True), painter.width(told, SMALL))
        return min(words.right, words.left + longest)

    def _end(self, painter: Painter) -> int:
        """Return the x at which the clock, the trophy or the note begins."""
        if self.clock:
            return self.rect.right - painter.px(2 * _EDGE + _CLOCK[0])
        if self.won:
            return self.rect.right - painter.px(2 * _EDGE + 26)
        note = painter.width(self.note, LEAD, True) + painter.px(_EDGE) if self.note else 0
        return self.rect.right - painter.px(2 * _EDGE) - note

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.surface, CARD_RADIUS, palette.accent if self.active else palette.outline)
        centre = (self.rect.left + painter.px(_EDGE + _RADIUS), self.rect.centery)
        draw_general(painter, self.side, centre, _RADIUS, self.theme)
        words = self.words(painter)
        upper, lower = words.copy(), words.copy()
        told = self._told(painter, words.width)
        fits = not self.short or painter.width(self.name, LEAD * _SHRINK, True) <= upper.width
        if told:
            upper.height = painter.line_height(LEAD)
            lower.height = painter.line_height(SMALL)
            upper.top = words.centery - (upper.height + lower.height) // 2
            lower.top = upper.bottom
        painter.write(self.name if fits else self.short, upper, size=LEAD, bold=True)
        if told:
            colour = palette.danger if self.alarm else palette.muted
            painter.write(told, lower, size=SMALL, colour=colour)
        right = self.rect.inflate(-2 * painter.px(_EDGE), 0)
        if self.clock:
            self._draw_clock(painter, right)
        elif self.won:
            side = painter.px(26)
            box = pygame.Rect(right.right - side, right.top, side, right.height)
            painter.icon("trophy", box, 24, palette.accent)
        elif self.note:
            painter.write(self.note, right, size=LEAD, bold=True, colour=palette.accent, align="right")

    def _told(self, painter: Painter, width_px: int) -> str:
        """Return status and score; the score if only that fits, the status in an alarm or without a score."""
        both = " · ".join(filter(None, (self.status, self.score)))
        fitting = (words for words in (both, self.score) if painter.width(words, SMALL) <= width_px)
        return self.status if self.alarm or not self.score else next(fitting, self.status)

    def _draw_clock(self, painter: Painter, right: pygame.Rect) -> None:
        """Draw the clock at the right end: gold while it is the player's turn, red if little time is left."""
        palette = painter.palette
        box = pygame.Rect(0, 0, *map(painter.px, _CLOCK))
        box.midright = right.midright
        ground = palette.gold if self.active else palette.raised
        colour = palette.on_gold if self.active else palette.text
        if self.low:
            ground, colour = palette.raised, palette.danger
        painter.box(box, ground, 8, palette.danger if self.low else None)
        inner = box.inflate(-2 * painter.px(_EDGE), 0)
        painter.write(self.clock, inner, size=PAGE_TITLE, bold=True, colour=colour, align="centre")


def strips(scene: PanelContext) -> list[Widget]:
    """Lay out both players in their strips, with the pieces they have captured."""
    upper, lower = (RED, BLACK) if scene.state.flipped else (BLACK, RED)
    areas = scene.areas
    return [*_strip(scene, upper, areas.upper_strip), *_strip(scene, lower, areas.lower_strip)]


def _strip(scene: PanelContext, side: int, rect: pygame.Rect) -> list[Widget]:
    card = _player_card(scene, side, rect)
    left = card.named_to(scene.painter) + scene.px(GAP + 4)
    place = pygame.Rect(left, rect.top, card.words(scene.painter).right - left, rect.height)
    roomy = place.width >= scene.px(_LEAST_TAKEN)
    return [card, *(taken_pieces(scene, side, place) if roomy else [])]


def _player_card(scene: PanelContext, side: int, rect: pygame.Rect) -> PlayerCard:
    state = scene.state
    player = view.player(state, side)
    snapshot, play = view.snapshot(state), state.document.play
    result, reading = view.shown_result(state), view.reading(state, side)
    timed = play if reading is not None else None
    moving = (side_to_move(timed) if timed is not None else snapshot.turn) == side
    over = timed.end is not None if timed is not None else result is not None
    return PlayerCard(
        key=f"player.{side}",
        rect=rect,
        side=side,
        name=_name(scene, side, player),
        short=_short(scene, player),
        status=_status(scene, side) or _strength(scene, player),
        score=_score(scene, side),
        note=thinking_time(state) if _is_thinking(state, side) else _word(scene, side),
        active=moving and not over and (timed is not None or not _is_previewed(state)),
        alarm=result is None and snapshot.turn == side and snapshot.check_square is not None,
        won=result is not None and result.winner == side and view.is_won_here(state),
        clock=reading.text if reading is not None else "",
        low=reading is not None and reading.low,
        theme=look(state.settings.theme, state.settings.piece_set).pieces,
    )


def _name(scene: PanelContext, side: int, player: Player) -> str:
    """Return the player's name; without one, "you" or the side."""
    state, name = scene.state, scene.player_name(player)
    name = name if state.document.play is not None else scene.texts.person(name)
    puzzle = state.mode(Puzzle)
    if puzzle is not None and puzzle.origin is not None:
        name = ""  # nobody is played against
    if not name and state.document.player_side == side:
        name = scene.texts("player.you")
    return name or scene.side_name(side)


def _score(scene: PanelContext, side: int) -> str:
    """Return the points of a named player in the games of this session against the same opponent, or ""."""
    score = view.session_score(scene.state, side)
    return "" if score is None else scene.texts("strip.score", points=_points(score))


def _short(scene: PanelContext, player: Player) -> str:
    """Return the built-in engine's level as a short name; "" for everybody else."""
    if player.kind is not PlayerKind.COMPUTER or player.rating is not None:
        return ""
    return scene.texts("library.level", level=player.level)


def _points(score: float) -> str:
    """Return a score in points as text, with ½ for a half."""
    whole = int(score)
    return f"{whole or ''}½" if score > whole else str(whole)


def _strength(scene: PanelContext, player: Player) -> str:
    """Return the built-in engine's approximate rating in words; "" for everybody else and in practice."""
    puzzle = scene.state.mode(Puzzle)
    if player.kind is not PlayerKind.COMPUTER or player.rating is not None or (puzzle and puzzle.origin):
        return ""
    return scene.texts("player.about", rating=rating_of(player.level))


def _is_thinking(state: AppState, side: int) -> bool:
    """Return whether an engine is thinking about a move of a side in the game on the board."""
    search = state.search
    shown = search is not None and search.document_id == state.document.id and view.is_thinking(state)
    return shown and search is not None and search.side == side


def _word(scene: PanelContext, side: int) -> str:
    """Return the latest evaluation by a side's engine, from Red's view, in a running game between engines.

    The result is "" otherwise, also while an earlier position is shown.
    """
    document = scene.state.document
    play = document.play if document.at_tip else None
    report = (
        play.latest_report(side) if play is not None and play.end is None and play.setup.is_watched else None
    )
    return "" if report is None else score_words(scene, report.score_cp, report.mate, side, short=True)


def _is_previewed(state: AppState) -> bool:
    """Return whether the board shows moves that nobody has played in the live game."""
    return state.preview is not None and state.document.mode.kind is DocumentKind.LIVE_GAME


def _status(scene: PanelContext, side: int) -> str:
    """Return a side's result, turn or work in words; "" while it waits, and in a preview of moves."""
    state, texts = scene.state, scene.texts
    if _is_previewed(state):
        return ""
    result, play = view.shown_result(state), state.document.play
    if result is not None:
        if result.winner is None:
            return texts("status.drew")
        return texts("status.won" if result.winner == side else "status.lost")
    if play is not None and view.is_preparing(state, play.setup.player(side)):
        return texts("engine.preparing")
    if play is not None and view.status(state) is view.Status.PAUSED:
        return texts("status.paused") if side_to_move(play) == side else ""
    snapshot = view.snapshot(state)
    if _is_thinking(state, side):
        return thinking_words(scene)
    if snapshot.turn != side:
        waits = play is not None and play.setup.human_side == side and state.selection.premove is not None
        return texts("status.premove") if waits else ""
    if snapshot.check_square is not None:
        return texts("status.check")
    mine = play is not None and play.setup.human_side == side and state.document.at_tip
    return texts("status.your_turn" if mine else "status.to_move")


def thinking_words(scene: PanelContext) -> str:
    """Return the words for a thinking engine; in a watched game, with the depth it has reached."""
    search, play = scene.state.search, scene.state.document.play
    if search is not None and search.info is not None and play is not None and play.setup.is_watched:
        return scene.texts("status.thinking_depth", depth=search.info.depth)
    return scene.texts("status.thinking")
