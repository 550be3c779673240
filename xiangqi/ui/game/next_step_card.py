"""The card at the top of Home: the next step, with a small board and the one gold button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import ContinueGame, Train
from xiangqi.app.game.at_once import PlayComputer, last_terms
from xiangqi.app.lessons.going_through import StartLesson, first_open
from xiangqi.app.lessons.guide import StartGuide
from xiangqi.app.library.own_games import ContinueStored, OpenStoredGame
from xiangqi.app.session.next_step import Known, Next, next_step
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.positions import board_at, full_moves
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED
from xiangqi.diagram.picture import Arrow, Ink
from xiangqi.fen import START_FEN, parse_fen
from xiangqi.lessons.lesson import LessonPage, load_lessons, page_targets
from xiangqi.library import OwnGame
from xiangqi.ui.game.home_facts import known_of, last_loss, set_aside, unfinished
from xiangqi.ui.game.terms_words import opponent_words, terms_words
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.game_rows import facts_of, player_names
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.roles import BODY, LABEL, LEAD, PAGE_TITLE, SMALL, TITLE
from xiangqi.ui.toolkit.tiles import Link
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

HEIGHT: Final = 268.0
"""Height of the card in points, where there is room."""

_EDGE: Final = 14.0
_BOARD: Final = 0.885  # width of a board as a share of its height
_BESIDE: Final = 28.0  # between board and words, points
_BUTTON: Final = (52.0, 300.0)  # height and greatest width of the gold button, points
_BELOW: Final = 40.0  # height of the link below the gold button where it has no room beside it, points
_LEAST_WORDS: Final = 300.0  # width of the words without which there is no board, points
_MINUTES: Final = 1  # minutes that a task of a lesson takes
_MATE: Final = "3ak4/4a4/4b4/9/2b6/9/9/4C4/4A4/2BRKA3 w"
"""A position shown in place of today's exercises until these are known."""


@dataclass(frozen=True)
class HomeStep:
    """The card's texts, board and actions."""

    title: str
    text: str
    label: str  # of the gold button
    action: Action
    pieces: Mapping[int, int]  # piece codes by square, on the small board
    flipped: bool = False
    last_move: tuple[int, int] | None = None
    share: float | None = None  # the share done, 0 to 1, for a bar
    told: str = ""  # the same in words
    other: str = ""  # words of another way, "" for none
    other_action: Action | None = None
    targets: tuple[int, ...] = ()  # points that the piece of a lesson can reach
    arrows: tuple[Arrow, ...] = ()  # the moves that ended a game


def offer_of(scene: PanelContext) -> HomeStep:
    """Return the content of the card, for the step that comes next."""
    known = known_of(scene.state)
    return _OFFERS[next_step(known)](scene, known)


def _continue(scene: PanelContext, known: Known) -> HomeStep:
    play, texts = unfinished(scene.state), scene.texts
    if play is None:
        return _continue_stored(scene, known)
    board, moves = board_at(play.line), full_moves(len(play.moves))
    words = texts("home.continue_text", players=opponent_words(scene, play.setup), count=moves)
    last = play.moves[-1] if play.moves else None
    return HomeStep(
        texts("home.continue"),
        words,
        texts("home.continue_button"),
        ContinueGame(),
        board.picture().pieces,
        play.setup.human_side == BLACK,
        None if last is None else (last.from_square, last.to_square),
        other=texts("home.or_mistakes", count=known.due) if known.due else "",
        other_action=Train(TrainingRequest(ExerciseSet.DECK)),
    )


def _continue_stored(scene: PanelContext, known: Known) -> HomeStep:
    """Return the offer to continue the game that was put aside."""
    game, texts = set_aside(scene.state), scene.texts
    assert game is not None  # it waits
    last = game.moves[-1] if game.moves else None
    return HomeStep(
        texts("home.continue"),
        texts(
            "home.continue_text",
            players=" – ".join(player_names(scene, facts_of(game))),
            count=full_moves(game.plies),
        ),
        texts("home.continue_button"),
        ContinueStored(game.number),
        _after(game),
        game.played.side == BLACK,
        None if last is None else (last.from_square, last.to_square),
        other=texts("home.or_mistakes", count=known.due) if known.due else "",
        other_action=Train(TrainingRequest(ExerciseSet.DECK)),
    )


def _after(game: OwnGame) -> Mapping[int, int]:
    """Return the pieces after the moves of a game, as far as they are known."""
    points = zip(BOARD_SQUARES, game.start_points, strict=False)
    there = {square: code for square, code in points if code}
    for move in game.moves:
        if move.from_square not in there:
            break
        there[move.to_square] = there.pop(move.from_square)
    return there or _pieces(START_FEN)


def _lesson(scene: PanelContext, known: Known) -> HomeStep:
    texts, lessons = scene.texts, load_lessons()
    number, done = known.next_lesson, len(known.lessons)
    lesson = lessons[number - 1]
    left = sum(task.key not in scene.state.stars for task in lesson.tasks)
    about = texts("home.lesson_text", count=left, minutes=max(2, left * _MINUTES))
    step = lesson.steps[first_open(scene.state, lesson)]
    if number > 1:
        before = texts("home.lesson_done", number=number - 1)
        about = texts.joined(before, about)
    return HomeStep(
        texts("home.lesson", number=number, name=texts(f"first.{lesson.key}")),
        about,
        texts("learn.resume" if left < len(lesson.tasks) else "home.lesson_button", number=number),
        StartLesson(lesson.key),
        _pieces(step.fen),
        share=done / len(lessons),
        told=texts("home.lessons_done", count=done, total=len(lessons)),
        other=texts("home.lesson_other"),
        other_action=StartGuide(),
        targets=page_targets(step) if isinstance(step, LessonPage) else (),
    )


def _first_game(scene: PanelContext, _known: Known) -> HomeStep:
    texts = scene.texts
    return HomeStep(
        texts("home.first_game"),
        texts("home.first_game_text"),
        texts("home.first_game_button"),
        StartGuide(),
        _pieces(START_FEN),
        share=1.0,
        told=texts("home.lessons_done", count=len(load_lessons()), total=len(load_lessons())),
    )


def _loss(scene: PanelContext, _known: Known) -> HomeStep:
    game, texts = last_loss(scene.state), scene.texts
    assert game is not None  # the step is about it
    when = day_words(texts, game.played.ended, scene.state.today)
    red, black = player_names(scene, facts_of(game))
    name = black if game.played.side == RED else red
    title = texts("home.loss") if not when else texts("home.loss_on", when=when)
    pieces, arrows = _end_of(game)
    return HomeStep(
        title,
        texts("home.loss_text", name=name, count=full_moves(game.plies)),
        texts("home.loss_button"),
        OpenStoredGame(game.number, review=True, decisive=True),
        pieces,
        game.played.side == BLACK,
        other=texts("home.not_now"),
        other_action=ChangeSettings({"unseen_loss": False}),
        arrows=arrows,
    )


def _mistakes(scene: PanelContext, known: Known) -> HomeStep:
    texts, practice = scene.texts, scene.state.practice or PracticeSummary()
    first = practice.boards.get("deck", _MATE)
    return HomeStep(
        texts("home.mistakes", count=known.due),
        texts("home.mistakes_text"),
        texts("home.mistakes_button"),
        Train(TrainingRequest(ExerciseSet.DECK)),
        _pieces(first),
        flipped=parse_fen(first).turn == BLACK,
        other=texts("home.play_instead"),
        other_action=PlayComputer(),
    )


def _today(scene: PanelContext, known: Known) -> HomeStep:
    texts, begun = scene.texts, known.ten_done > 0
    practice = scene.state.practice or PracticeSummary()
    first = practice.boards.get("today", _MATE)
    return HomeStep(
        texts("exercise.today"),
        texts("home.today_text"),
        texts("home.today_go_on" if begun else "home.today_button"),
        Train(TrainingRequest(ExerciseSet.TODAY)),
        _pieces(first),
        flipped=parse_fen(first).turn == BLACK,
        share=known.ten_done / known.ten,
        told=texts("home.today_done", count=known.ten_done, total=known.ten),
        other=texts("home.play_instead"),
        other_action=PlayComputer(),
    )


def _play(scene: PanelContext, known: Known) -> HomeStep:
    texts, setup = scene.texts, last_terms(scene.state.settings)
    done = known.ten > 0 and known.ten_done >= known.ten
    text = texts("home.play_done" if done else "home.play_text")
    return HomeStep(
        texts("home.play"),
        texts.joined(text, texts("home.play_terms", terms=terms_words(scene, setup))),
        texts("home.play_button"),
        PlayComputer(),
        _pieces(START_FEN),
        other=texts("home.other_terms"),
        other_action=OpenPanel(Panel.NEW_GAME),
    )


_OFFERS: Final = {
    Next.CONTINUE: _continue,
    Next.LESSON: _lesson,
    Next.FIRST_GAME: _first_game,
    Next.LOSS: _loss,
    Next.MISTAKES: _mistakes,
    Next.TODAY: _today,
    Next.PLAY: _play,
}


def _pieces(fen: str) -> Mapping[int, int]:
    return parse_fen(fen).placement


def _end_of(game: OwnGame) -> tuple[Mapping[int, int], tuple[Arrow, ...]]:
    """Return the pieces before the player's last move of a game, and arrows for it and for the answer.

    If its moves are not known, the pieces are those at its start, without arrows.
    """
    points = dict(zip(BOARD_SQUARES, game.start_points, strict=False))
    there = {square: code for square, code in points.items() if code}
    before, last = dict(there), list[Move]()
    for move in game.moves:
        if move.from_square not in there:
            break
        if there[move.from_square] & (game.played.side or 0):
            before, last = dict(there), []
        last.append(move)
        there[move.to_square] = there.pop(move.from_square)
    inks = (Ink.PLAYED, Ink.OTHER)
    arrows = (Arrow(move.from_square, move.to_square, ink) for move, ink in zip(last, inks, strict=False))
    return before or _pieces(START_FEN), tuple(arrows)


# ---- The card ----


def next_step_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the card in a box of any size; without the board if the words would have too little room."""
    offer, unit = offer_of(scene), scene.painter.unit
    edge = scene.px(_EDGE)
    inner = rect.inflate(-2 * edge, -2 * edge)
    widgets: list[Widget] = [Card("home.next", rect, marked=True)]
    board = round(inner.height * _BOARD)
    if inner.width - board - scene.px(_BESIDE) >= scene.px(_LEAST_WORDS):
        place = pygame.Rect(inner.left, inner.top, board, inner.height)
        settings = scene.state.settings
        shown = SmallBoard("home.board", place, offer.pieces, settings, offer.last_move)
        shown.flipped, shown.plain = offer.flipped, True
        shown.targets, shown.arrows = offer.targets, offer.arrows
        widgets.append(shown)
        used = board + scene.px(_BESIDE)
        inner = pygame.Rect(inner.left + used, inner.top, inner.width - used, inner.height)
    return [*widgets, *_words(scene, Room(inner, unit), offer)]


def _words(scene: PanelContext, room: Room, offer: HomeStep) -> list[Widget]:
    """Lay out words, bar and buttons, vertically centred; the text gets the room that the buttons leave."""
    painter, palette, rest = scene.painter, scene.painter.palette, room.rest
    is_tall = rest.height >= scene.px(150)
    size, button = (
        PAGE_TITLE if is_tall else TITLE,
        min(scene.px(_BUTTON[0]), max(scene.px(36), rest.height // 4)),
    )
    has_bar = offer.share is not None and is_tall
    heights = [painter.line_height(LABEL) + scene.px(4), painter.line_height(size) + scene.px(4), 0]
    below = scene.px(_BELOW) if is_tall and offer.other and _gold_width(scene, rest.width, offer) is None else 0
    heights += [painter.line_height(SMALL) + scene.px(12) if has_bar else 0, scene.px(20) + button + below]
    wanted = painter.paragraph_height(offer.text, rest.width, BODY)
    heights[2] = max(0, min(wanted, rest.height - sum(heights)))
    top, places = rest.top + (rest.height - sum(heights)) // 2, []
    for height in heights:
        places.append(pygame.Rect(rest.left, top, rest.width, height))
        top += height
    label, title, text, bar, foot = places
    widgets: list[Widget] = [
        Label("home.label", label, scene.texts("home.next"), LABEL, palette.accent, bold=True, single=True),
        Label("home.title", title, offer.title, size, bold=True, single=True),
    ]
    if text.height >= painter.line_height(BODY):
        widgets.append(Label("home.text", text, offer.text, BODY, palette.muted))
    if has_bar:
        widgets += _bar(scene, bar, offer)
    foot.top, foot.height = foot.bottom - button - below, button
    return [*widgets, *_buttons(scene, foot, offer, below)]


def _gold_width(scene: PanelContext, row_px: int, offer: HomeStep) -> int | None:
    """Return the width of the gold button beside the alternative's link; None if the row is too short."""
    painter = scene.painter
    words = painter.width(offer.label, LEAD, True) + scene.px(80)
    other = painter.width(offer.other, BODY) + scene.px(24) if offer.other else 0
    if words + other > row_px:
        return None
    return min(row_px - other, max(words, min(scene.px(_BUTTON[1]), row_px // 2)))


def _buttons(scene: PanelContext, row: pygame.Rect, offer: HomeStep, below_px: int) -> list[Widget]:
    """Lay out the gold button and, if it fits beside or below, the link to the alternative."""
    painter, width = scene.painter, _gold_width(scene, row.width, offer)
    alone = min(row.width, painter.width(offer.label, LEAD, True) + scene.px(80))
    gold = pygame.Rect(row.left, row.top, width or max(alone, min(scene.px(_BUTTON[1]), row.width)), row.height)
    widgets: list[Widget] = [
        Button("home.likely", gold, offer.label, offer.action, icon="play", primary=True, size=LEAD)
    ]
    if offer.other and (width is not None or below_px):
        other = min(painter.width(offer.other, BODY) + scene.px(4), row.width)
        place = pygame.Rect(gold.right + scene.px(20), 0, other, scene.px(32))
        place.centery = gold.centery
        if width is None:
            place.topleft = gold.left, gold.bottom + below_px - place.height
        widgets.append(Link("home.other", place, offer.other, offer.other_action, size=BODY))
    return widgets


def _bar(scene: PanelContext, row: pygame.Rect, offer: HomeStep) -> list[Widget]:
    """Lay out the share done as a bar with words beside it."""
    painter = scene.painter
    told = painter.width(offer.told, SMALL) + scene.px(2)
    bar = pygame.Rect(row.left, 0, min(scene.px(360), row.width - told - scene.px(14)), scene.px(8))
    bar.centery = row.centery
    words = pygame.Rect(bar.right + scene.px(14), row.top, told, row.height)
    return [
        Progress("home.bar", bar, offer.share or 0.0),
        Label("home.told", words, offer.told, SMALL, painter.palette.muted, single=True),
    ]
