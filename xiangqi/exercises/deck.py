"""The deck: the player's own mistakes as cards, each shown again shortly before it would be forgotten.

Cards are scheduled by FSRS, with the `fsrs` library. All functions are deterministic: the time is an argument.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from enum import IntEnum
from typing import Final

from fsrs import Card, Rating, Scheduler, State

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN, FactKind
from xiangqi.coach.grades import FAULTS, MOST_LOSS, Grade
from xiangqi.coach.notes import NO_CAUSES, GameReview
from xiangqi.errors import NotationError
from xiangqi.line import Moves

LEAST_LOSS: Final = MOST_LOSS[Grade.INACCURACY]
"""A move that loses more winning chance than this is added to the deck."""

_LONGEST_LINE: Final = 9  # plies of the better line stored with a card
_SILENT: Final = (*NO_CAUSES, FactKind.ONLY_MOVE)
_LONGEST_PAUSE: Final = 36_500  # days
_LEARNING: Final = timedelta(minutes=10)
"""The pause after a new card was shown, or an answer not found."""

_DAMAGE: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError),
)
"""Errors that a memory state of senseless values may raise, since the scheduler calculates with them."""
_LATEST: Final = datetime.max.replace(tzinfo=timezone.utc) - timedelta(days=3)
"""The latest time a clock is believed to show, so that a card can be due after it."""


class Recall(IntEnum):
    """The grades for remembering a card."""

    AGAIN = 1  # not found
    HARD = 2  # found after a wrong move or with a hint
    GOOD = 3
    EASY = 4


@dataclass(frozen=True)
class Mistake:
    """A position of the player's own game in which there was a better move."""

    fen: str  # the position before the move; the player is to move
    played: Move  # the move that was played
    better: Moves  # the better line, beginning with the move to be found
    loss: float  # the played move's loss of winning chance, 0.0 to 1.0
    themes: tuple[str, ...] = ()  # as in pack.Exercise

    @property
    def key(self) -> str:
        """Board and side to move, which are unique in the deck."""
        return _key(self.fen)

    def to_json(self) -> str:
        """Return the mistake as JSON."""
        return json.dumps(
            {
                "fen": self.fen,
                "played": self.played.iccs,
                "better": [move.iccs for move in self.better],
                "loss": round(self.loss, 4),
                "themes": self.themes,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Mistake:
        """Parse the result of `to_json`.

        Raises:
            ValueError: the text is not a mistake.
        """
        try:
            values = json.loads(text)
            mistake = cls(
                str(values["fen"]),
                Move.from_iccs(values["played"]),
                tuple(Move.from_iccs(move) for move in values["better"]),
                float(values["loss"]),
                tuple(map(str, values["themes"])),
            )
            board = Board(mistake.fen)
            if not (mistake.better and board.is_legal(mistake.played)):
                raise ValueError("nothing to find")
            for move in mistake.better:
                board.push(move)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError, NotationError) as error:
            raise ValueError(f"this is not a card: {error}") from None
        return mistake


@dataclass(frozen=True)
class DeckCard:
    """A mistake with its memory state."""

    mistake: Mistake
    memory: str  # the scheduler's state, as JSON
    due: datetime  # when it should be shown next, in UTC
    seen: bool = False  # whether it has ever been shown
    number: int | None = None  # its number in the library, None if it is not stored yet


def mistakes_of(review: GameReview, side: int) -> Iterator[Mistake]:
    """Yield a side's mistakes for the deck: moves that lose more than LEAST_LOSS and were not the best.

    Args:
        review: the reviewed game.
        side: RED or BLACK, the player's side.
    """
    for move, board in review.on_boards():
        if move.side == side and move.loss > LEAST_LOSS and move.best and move.best[0] != move.move:
            themes = dict.fromkeys(theme for fact in move.facts for theme in _themes(fact.cause, fact.patterns))
            better = move.best[:_LONGEST_LINE]
            yield Mistake(board.fen(), move.move, better, move.loss, tuple(themes))


def cleared_by(review: GameReview, side: int) -> Iterator[str]:
    """Yield a side's moves that a review does not mark, as `withdrawn` takes them."""
    for move, board in review.on_boards():
        if move.side == side and move.grade not in FAULTS:
            yield cleared(board.fen(), move.move)


def cleared(fen: str, move: Move) -> str:
    """Return a move that is not a mistake in a position, as `withdrawn` takes it."""
    return f"{_key(fen)} {move.iccs}"


def withdrawn(cards: Iterable[DeckCard], moves: Collection[str]) -> Iterator[int]:
    """Yield the numbers of the cards about moves that are no longer considered mistakes."""
    for card in cards:
        if card.number is not None and cleared(card.mistake.fen, card.mistake.played) in moves:
            yield card.number


def _key(fen: str) -> str:
    return " ".join(fen.split()[:2])


def _themes(kind: FactKind, patterns: tuple[str, ...]) -> Iterator[str]:
    if kind not in _SILENT:
        yield kind.value
        yield from (PATTERN + name for name in patterns)


def new_card(mistake: Mistake, now: datetime) -> DeckCard:
    """Return a card that has not been shown yet and is due at once.

    Args:
        mistake: the mistake.
        now: the current time, with a time zone.
    """
    return DeckCard(mistake, *new_memory(now))


def remembered(card: DeckCard, recall: Recall, now: datetime) -> DeckCard:
    """Return a card's state after it was shown.

    Args:
        card: the card before.
        recall: how well it was remembered.
        now: the current time, with a time zone.
    """
    memory, due = memory_after(card.memory, recall, now)
    return replace(card, memory=memory, due=due, seen=True)


def new_memory(now: datetime) -> tuple[str, datetime]:
    """Return the memory state of a card that has not been shown yet, and its due time: at once."""
    moment = _moment(now)
    return Card(card_id=1, due=moment).to_json(), moment


def memory_after(memory: str, recall: Recall, now: datetime) -> tuple[str, datetime]:
    """Return the memory state of a card after it was shown, and when it is due next.

    A card whose state before is damaged counts as one that has been shown for the first time.
    """
    moment = _moment(now)
    try:
        return _reviewed(Card.from_json(memory), recall, moment)
    except _DAMAGE:
        return _reviewed(Card(card_id=1, due=moment), recall, moment)


def _reviewed(card: Card, recall: Recall, moment: datetime) -> tuple[str, datetime]:
    after, _ = _scheduler(moment).review_card(card, Rating(int(recall)), moment)
    return after.to_json(), after.due


def last_remembered(card: DeckCard) -> datetime | None:
    """Return when a card was last shown; None if never, if not remembered then, or if its memory is damaged."""
    try:
        memory = Card.from_json(card.memory)
    except _DAMAGE:
        return None
    shown = memory.last_review if memory.state is State.Review else None
    return shown if shown is not None and shown.tzinfo is not None else None


def _moment(now: datetime) -> datetime:
    return min(now.astimezone(timezone.utc), _LATEST)


def _scheduler(moment: datetime) -> Scheduler:
    """Return a scheduler whose intervals stay within the range of datetime."""
    room = datetime.max.replace(tzinfo=timezone.utc) - moment
    longest = min(_LONGEST_PAUSE, room.days - 1)
    return Scheduler(learning_steps=(_LEARNING,), maximum_interval=longest, enable_fuzzing=False)


def card_to_ask(cards: Iterable[DeckCard], position: str, now: datetime) -> DeckCard | None:
    """Return the card of a position, given as board and side to move, if it is due within ten minutes."""
    soon = _moment(now) + _LEARNING
    return next((card for card in cards if card.mistake.key == position and card.due <= soon), None)


def due_cards(cards: Iterable[DeckCard], now: datetime) -> list[DeckCard]:
    """Return the cards to be shown now: seen ones, longest overdue first, then new ones, costliest first."""
    waiting = [card for card in cards if card.due <= now]
    seen = sorted((card for card in waiting if card.seen), key=lambda card: card.due)
    fresh = sorted((card for card in waiting if not card.seen), key=lambda card: -card.mistake.loss)
    return seen + fresh


def recall_of(wrong: int, hints: int, *, gave_up: bool = False) -> Recall:
    """Rate the recall of a card by the wrong moves and hints it took to solve it; never as EASY.

    More than one wrong move, or giving up, is AGAIN; one, or a hint, is HARD.
    """
    if gave_up or wrong > 1:
        return Recall.AGAIN
    return Recall.HARD if wrong or hints else Recall.GOOD
