"""The card at the end of a game: the winner, the deciding moment, the lesson, and the next steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.exercises.puzzles import PractiseMistakes, costliest_mistake
from xiangqi.app.exercises.rating_change import is_too_short, rating_change
from xiangqi.app.game.play import Rematch, stepped
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.assess import Assessment, MoveVerdict
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import RESIGNATION, PlayerKind, Setup
from xiangqi.app.session.positions import board_at
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.session.turns import is_rated
from xiangqi.coach.story_passages import ENDING, TURNING
from xiangqi.core.constants import BLACK, opponent
from xiangqi.diagram.picture import Arrow, Ink
from xiangqi.fen import START_FEN
from xiangqi.referee import Outcome
from xiangqi.ui.game.home_facts import known_of
from xiangqi.ui.parts.cards import Card, Picture
from xiangqi.ui.parts.coach_rows import Spoken, long_rows_height, rows_height, sentence_rows, told_moves
from xiangqi.ui.parts.context import PanelContext, Room, as_read, columns
from xiangqi.ui.parts.game_words import outcome_words
from xiangqi.ui.parts.left_openings import left_openings
from xiangqi.ui.parts.move_list import FOOT
from xiangqi.ui.parts.review_text import fault_words, story_words
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.parts.tool_card import HEAD
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, PADDING, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_TITLE: Final = 36.0
_SIZE: Final = 28.0  # size of the words that say who has won
_BOARD: Final = (120.0, 230.0)  # least and greatest height of the board with the move to learn from, points
_SHAPE: Final = 0.885  # width of a board as a share of its height
_LEAST_WORDS: Final = 280.0  # width of the words without which there is no board, points
_LINKS: Final = 30.0  # height of the quiet buttons for other games, which are shown if there is room

_SENTENCES: Final = 2  # sentences of the review for which there is room before they come
_LONG: Final = 800.0  # the length of a long one, were it on one line, points
_SHOWN: Final = 4  # number of moves shown after the one that decided the game


@dataclass(frozen=True)
class _Told:
    """The card's texts about a game that has ended."""

    title: str  # who has won
    why: str  # the reason, and the number of moves
    kept: str  # where the game is stored and, if it is unrated, why
    trophy: bool  # whether a person at the board has won
    rating: str  # the rating after the game and its change, "" if it has not changed
    pending: bool  # whether the review that finds the move to learn from is not complete yet
    sentences: tuple[Spoken, ...]  # on the review's progress, or on the moves that decided the game
    key_move: MoveVerdict | None  # the move to learn from; None if there is none yet
    to_find: MoveVerdict | None  # the one whose better move is to be found next; None if there is none


def _told(scene: PanelContext, play: GameInProgress, end: Outcome) -> _Told:
    side = play.setup.human_side
    judged = side is not None and analysed.assessment(scene.state).is_settled
    key_move = costliest_mistake(scene.state) if judged else None
    return _Told(
        title=_winner_words(scene, play, end),
        why=_reason_words(scene, play, end),
        kept=_kept_words(scene, play),
        trophy=view.is_won_here(scene.state),
        rating=_rating_words(scene),
        pending=side is not None and bool(play.moves) and not judged,
        sentences=(*_turned(scene, play, end, key_move), *left_openings(scene)) if side is not None else (),
        key_move=key_move,
        to_find=costliest_mistake(scene.state, open_only=True) if judged else None,
    )


def _kept_words(scene: PanelContext, play: GameInProgress) -> str:
    """Return the words for a saved game and why it is not rated; for a game too short, the reason alone."""
    if is_too_short(play):
        return scene.texts("end.too_short")
    return scene.texts.joined(scene.texts("end.kept") if play.moves else "", unrated_words(scene))


def _rating_words(scene: PanelContext) -> str:
    change = rating_change(scene.state)
    if change is None:
        return ""
    if change.by is None:
        return scene.texts("end.first_rating", rating=change.rating)
    return scene.texts("end.rating", rating=change.rating, change=f"{change.by:+d}")


def _winner_words(scene: PanelContext, play: GameInProgress, end: Outcome) -> str:
    """Return the result in words: a draw, "you" won or lost, or the winner by name or else by side."""
    texts, side = scene.texts, play.setup.human_side
    if end.winner is None:
        return texts("result.draw")
    if side is not None:
        return texts("end.you_won" if end.winner == side else "end.you_lost")
    name = scene.player_name(play.setup.player(end.winner))
    return texts("end.won", name=name) if name else outcome_words(scene, end)[0]


def _reason_words(scene: PanelContext, play: GameInProgress, end: Outcome) -> str:
    """Return the reason for the game's end and its number of moves, in words."""
    texts, count = scene.texts, positions.full_moves(len(play.moves))
    if end.reason == "checkmate":
        return texts("end.checkmate", count=count)
    _, why = outcome_words(scene, end)
    if end.reason == RESIGNATION and end.winner is not None:
        loser = opponent(end.winner)
        name = scene.player_name(play.setup.player(loser))
        why = texts("end.resigned", name=name) if name else why
        why = texts("end.you_resigned") if play.setup.human_side == loser else why
    why = why[:1].upper() + why[1:]
    return texts("end.after", why=why, count=count) if play.moves else why


def _turned(
    scene: PanelContext, play: GameInProgress, end: Outcome, key_move: MoveVerdict | None
) -> tuple[Spoken, ...]:
    """Return the review's progress or, once it is done, the decisive moment; () without moves."""
    texts, found = scene.texts, analysed.assessment(scene.state)
    analysis = scene.state.analysis
    review = analysis.review if analysis is not None and not scene.state.reviews_another else None
    if review is not None:
        total = len(review.line.moves)
        done, count = positions.full_moves(total - review.ply), positions.full_moves(total)
        return (Spoken(texts("end.looking", done=done, total=count)),)
    if not play.moves:
        return ()
    if not found.is_settled:
        return (Spoken(texts("end.coach_looks")),)
    if key_move is None:
        return (Spoken(texts("end.clean")),)
    gift = _gift(found, key_move)
    turned = end.winner == opponent(key_move.side) and gift is None
    told = story_words(scene, (TURNING, ENDING))
    if len(told) >= len((TURNING, ENDING)):
        return (told[0], told[-1])
    head = _about(scene, play, "end.turned" if turned else "end.slip", key_move.ply)
    given_back = () if gift is None else (_about(scene, play, "end.given_back", gift.ply),)
    return (head, *fault_words(scene, key_move)[:1], *given_back)


def _gift(found: Assessment, key_move: MoveVerdict) -> MoveVerdict | None:
    """Return the opponent's costliest later move if it gave back at least half of the mistake, else None."""
    later = [
        verdict for verdict in found.marked if verdict.ply > key_move.ply and verdict.side != key_move.side
    ]
    gift = max(later, key=lambda verdict: verdict.loss, default=None)
    return gift if gift is not None and gift.loss >= key_move.loss / 2 else None


def _about(scene: PanelContext, play: GameInProgress, words: str, ply: int) -> Spoken:
    """Return a sentence about a move; a click on it plays the move and the expected answer."""
    entry, move = scene.entries[ply - 1], play.moves[ply - 1]
    answer = analysed.expected(scene.state, ply)[:_SHOWN]
    shown = ShowProof(play.line.upto(ply - 1), (move, *answer), (move.from_square,))
    told = told_moves(scene.state, play.line.upto(ply - 1), (move,))
    return Spoken(scene.texts(words, move=told, number=entry.number), shown)


def unrated_words(scene: PanelContext) -> str:
    """Return why the game is unrated; "" if it is rated or could not have been."""
    play = scene.state.document.play
    if play is None or is_rated(play) or type(play) is not GameInProgress or play.setup.human_side is None:
        return ""
    reasons = [f"unrated.{reason.name.lower()}" for reason in play.unrated]
    reasons += [] if play.setup.start_fen == START_FEN else ["unrated.position"]
    return scene.texts("unrated.because", reasons=scene.texts.listed(map(scene.texts, reasons)))


def end_height(scene: PanelContext, width_px: int, *, full: bool = False) -> float:
    """Return the height of the card in points; 0 if the game on the board is not over.

    Args:
        scene: the panel's context.
        width_px: its width.
        full: return the height with two long sentences about the game, whatever is known about it yet.
    """
    play, painter = scene.state.document.play, scene.painter
    if play is None or play.end is None:
        return 0.0
    told, inner = _told(scene, play, play.end), width_px - 2 * scene.px(PADDING)
    is_reviewed = play.setup.human_side is not None and bool(play.moves)
    rows = 1 + (is_reviewed if full else told.key_move is not None or told.pending) + _asks_for_today(scene)
    words = painter.paragraph_height(told.kept, inner, SMALL) if told.kept else 0
    said = rows_height(painter, told.sentences, inner)
    if full and is_reviewed:
        said = long_rows_height(painter, _SENTENCES, _LONG, inner)
    high = _TITLE + GAP / 2 + painter.line_height(BODY) / painter.unit + (words + said) / painter.unit + GAP
    links = _LINKS + GAP if full or _has_links(scene, width_px) else 0
    return high + rows * (CONTROL + GAP) + 2 * PADDING + GAP + links  # a spare gap for rounding


def _has_links(scene: PanelContext, width_px: int) -> bool:
    """Return whether the buttons for other games would fit even with the longest comment by the coach."""
    return scene.areas.card.height >= scene.px(end_height(scene, width_px, full=True) + HEAD + FOOT + GAP)


def end_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the result, the decisive moment, and the next steps; nothing before the game is over."""
    play, painter = scene.state.document.play, scene.painter
    if play is None or play.end is None:
        return []
    told = _told(scene, play, play.end)
    room = Room(rect, painter.unit).inner(PADDING)
    others = _others(play) if _has_links(scene, rect.width) else []
    buttons = _buttons(scene, room, play, told, others=others)
    widgets: list[Widget] = [Card("note", rect, marked=True)]
    board = _turning_board(scene, room.rest, play, told)
    if board is not None:
        widgets.append(board)
        room.rest.width = board.rect.left - scene.px(2 * GAP) - room.rest.left
    head, muted = room.top(_TITLE, GAP / 2), painter.palette.muted
    if told.trophy:
        picture = pygame.Rect(head.left, head.top, head.height, head.height)
        widgets.append(Picture("result.picture", picture, "trophy"))
        head.left, head.width = picture.right + scene.px(GAP), head.width - picture.width - scene.px(GAP)
    why = room.top_px(painter.line_height(BODY), 0)
    words = painter.paragraph_height(told.kept, room.rest.width, SMALL) if told.kept else 0
    return [
        *widgets,
        Label("result.title", head, told.title, size=_SIZE, bold=True, single=True),
        Label("result.why", why, told.why, single=True),
        *_rating(scene, room, why, told),
        Label("result.kept", room.top_px(words), told.kept, size=SMALL, colour=muted),
        *sentence_rows(scene, room, "result.turned", told.sentences),
        *as_read(buttons),
    ]


def _rating(scene: PanelContext, room: Room, why: pygame.Rect, told: _Told) -> list[Widget]:
    """Lay out the rating and its change at the right end of a line or, if it has no room there, below."""
    painter, height = scene.painter, scene.painter.line_height(BODY)
    if not told.rating:
        return []
    used = painter.width(told.rating, BODY, True) + painter.width(told.why, BODY) + scene.px(GAP)
    if used > why.width and _words_height(scene, told, room.rest.width) + height > room.rest.height:
        return []
    place = why.copy() if used <= why.width else room.top_px(height, 0)
    label = Label("result.rating", place, told.rating, BODY, painter.palette.accent, bold=True, single=True)
    label.align = "right" if place.top == why.top else "left"
    return [label]


def _words_height(scene: PanelContext, told: _Told, width_px: int) -> int:
    """Return the height in px that the words below the reason need."""
    painter = scene.painter
    kept = painter.paragraph_height(told.kept, width_px, SMALL) + scene.px(GAP) if told.kept else 0
    return kept + rows_height(painter, told.sentences, width_px)


def _turning_board(
    scene: PanelContext, rect: pygame.Rect, play: GameInProgress, told: _Told
) -> SmallBoard | None:
    """Return a board with the key move, at the right end of a box; None if there is no key move or no room."""
    key_move, painter = told.key_move, scene.painter
    if key_move is None:
        return None
    height = min(rect.height - scene.px(GAP), scene.px(_BOARD[1]))
    width = round(height * _SHAPE)
    left = rect.width - width - scene.px(2 * GAP)
    lines = 2 if told.rating else 1
    words = scene.px(_TITLE + GAP / 2) + lines * painter.line_height(BODY) + _words_height(scene, told, left)
    if height < scene.px(_BOARD[0]) or left < scene.px(_LEAST_WORDS) or words > rect.height:
        return None
    before, move = board_at(play.line.upto(key_move.ply - 1)), play.moves[key_move.ply - 1]
    place = pygame.Rect(rect.right - width, rect.top, width, height)
    board = SmallBoard("result.board", place, before.pieces(), scene.state.settings, plain=True)
    board.flipped = play.setup.human_side == BLACK
    board.arrows = (Arrow(move.from_square, move.to_square, Ink.PLAYED),)
    return board


def _buttons(
    scene: PanelContext, room: Room, play: GameInProgress, told: _Told, others: Sequence[tuple[str, Action]]
) -> list[Button]:
    """Lay out the buttons at the foot of the card: key move, review, rematch, other games, today's ten.

    The button for the key move is gold while there is a better move to find, otherwise that for the rematch.
    """
    texts, buttons = scene.texts, list[Button]()
    if _asks_for_today(scene):
        known = scene.state.practice
        today, daily = (0, 0) if known is None else (known.today, known.daily)
        label = texts("end.today", count=today, total=daily)
        ten = Train(TrainingRequest(ExerciseSet.TODAY))
        buttons.append(Button("game.today", room.bottom(CONTROL), label, ten, icon="check"))
    if others:
        cells = columns(room.bottom(_LINKS), len(others), scene.px(GAP))
        for cell, (name, action) in zip(cells, others, strict=True):
            buttons.append(Button(f"game.{name}", cell, texts(f"button.{name}"), action, quiet=True))
    review, again = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    if told.key_move is not None or told.pending:
        buttons.append(_learn(scene, room.bottom(CONTROL), told))
    first = Button("game.review", review, texts("button.review"), StartReview(), enabled=bool(play.moves))
    return [first, replace(_rematch(scene, again, play.setup), primary=told.to_find is None), *buttons]


def _learn(scene: PanelContext, rect: pygame.Rect, told: _Told) -> Button:
    """Return the button that asks for a move better than the costliest mistake left; a tick after the last."""
    to_find, is_over = told.to_find, told.to_find is None and not told.pending
    key = "end.learned" if is_over else "end.learn" if to_find in (None, told.key_move) else "end.learn_next"
    practise = None if to_find is None else PractiseMistakes(only=to_find.ply)
    learn = Button("game.learn", rect, scene.texts(key), practise, icon="check" if is_over else "play")
    return replace(learn, enabled=to_find is not None, primary=to_find is not None)


def _rematch(scene: PanelContext, rect: pygame.Rect, setup: Setup) -> Button:
    """Return the button for a rematch; unless only engines play, it swaps colours and says so."""
    texts = scene.texts
    side, swap = setup.human_side, not setup.is_watched
    label = texts("button.rematch")
    if side is not None:
        label = texts("end.rematch_as", side=scene.side_name(opponent(side)))
    button = Button("game.rematch", rect, label, Rematch(swap=swap))
    button.tip = texts("end.swapped") if swap and side is None else ""
    return button


def _others(play: GameInProgress) -> list[tuple[str, Action]]:
    """Return the names and actions of other games: an easier or a harder opponent, if fitting, and New game."""
    side, end = play.setup.human_side, play.end
    new: tuple[str, Action] = ("new", OpenPanel(Panel.NEW_GAME))
    if side is None or end is None or play.setup.player(opponent(side)).kind is not PlayerKind.COMPUTER:
        return [new]
    machine = play.setup.player(opponent(side))
    steps = (("easier", -1, end.winner != side), ("harder", 1, end.winner in (None, side)))
    found: list[tuple[str, Action]] = [
        (name, Rematch(swap=True, step=step))
        for name, step, fits in steps
        if fits and stepped(machine, step) != machine
    ]
    return [*found, new]


def _asks_for_today(scene: PanelContext) -> bool:
    """Return whether a person who has just played the computer is offered today's exercises, as Home does."""
    play, known = scene.state.document.play, scene.state.practice
    alone = play is not None and play.setup.human_side is not None
    ready = known_of(scene.state).is_ready_for_exercises
    return alone and ready and known is not None and known.today < known.daily
