"""The deck: the player's own mistakes as cards, each shown again when it is about to be forgotten.

The times are those of FSRS, by the `fsrs` library. Everything here is a function of its arguments: the time
comes from the caller, and nothing is random.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from enum import IntEnum
from typing import Final

from fsrs import Card, Rating, Scheduler

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN, FactKind
from xiangqi.coach.grades import MOST_LOSS, Grade
from xiangqi.coach.notes import NO_CAUSES, GameReview
from xiangqi.errors import NotationError
from xiangqi.line import Moves

LEAST_LOSS: Final = MOST_LOSS[Grade.INACCURACY]
"""A move that loses more than this of its winning chance goes into the deck."""

_LONGEST_LINE: Final = 9  # plies of the better line that a card keeps
_SILENT: Final = (*NO_CAUSES, FactKind.ONLY_MOVE)
_LONGEST_PAUSE: Final = 36_500  # days
_LATEST: Final = datetime.max.replace(tzinfo=timezone.utc) - timedelta(days=3)
"""A clock that is set to the end of the calendar counts as this, so that a card can be due after it."""


class Recall(IntEnum):
    """How well a card was remembered."""

    AGAIN = 1  # not found
    HARD = 2  # found after a wrong move or with a hint
    GOOD = 3
    EASY = 4


@dataclass(frozen=True)
class Mistake:
    """A position of the player's own game in which there was something better."""

    fen: str  # the position before the move; the player is to move
    played: Move  # the move that was played
    better: Moves  # the better line, the move to find first
    loss: float  # of the winning chance by the move that was played, 0.0 to 1.0
    themes: tuple[str, ...] = ()  # as in pack.Exercise

    @property
    def key(self) -> str:
        """Board and side to move: a position is in the deck once."""
        return " ".join(self.fen.split()[:2])

    def to_json(self) -> str:
        """As text, for the library."""
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
        """What `to_json` has written.

        Raises:
            ValueError: it is something else.
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
    """A mistake and how well it is remembered."""

    mistake: Mistake  # what is shown
    memory: str  # the scheduler's state, as JSON
    due: datetime  # when it should be shown next, in UTC
    seen: bool = False  # whether it has been shown at all
    number: int | None = None  # in the library, None where it is not there yet


def mistakes_of(review: GameReview, side: int) -> Iterator[Mistake]:
    """The mistakes of a side in a reviewed game that go into the deck.

    Args:
        review: the game.
        side: RED or BLACK, the player's.
    """
    board = Board(review.start_fen)
    for move in review.moves:
        if move.side == side and move.loss > LEAST_LOSS and move.best and move.best[0] != move.move:
            themes = dict.fromkeys(theme for fact in move.facts for theme in _themes(fact.kind, fact.patterns))
            better = move.best[:_LONGEST_LINE]
            yield Mistake(board.fen(), move.move, better, move.loss, tuple(themes))
        board.push_unchecked(move.move)


def _themes(kind: FactKind, patterns: tuple[str, ...]) -> Iterator[str]:
    if kind not in _SILENT:
        yield kind.value
        yield from (PATTERN + name for name in patterns)


def new_card(mistake: Mistake, now: datetime) -> DeckCard:
    """A card that has not been shown yet; it is due at once.

    Args:
        mistake: what it shows.
        now: with a time zone.
    """
    moment = _moment(now)
    return DeckCard(mistake, Card(card_id=1, due=moment).to_json(), moment)


def remembered(card: DeckCard, recall: Recall, now: datetime) -> DeckCard:
    """A card after it was shown.

    Args:
        card: as it was.
        recall: how well it was remembered.
        now: with a time zone.

    Raises:
        ValueError: the card's memory is damaged.
    """
    moment = _moment(now)
    try:
        memory, _ = _scheduler(moment).review_card(Card.from_json(card.memory), Rating(int(recall)), moment)
    except (KeyError, TypeError) as error:
        raise ValueError(f"the card's memory is damaged: {error}") from None
    return replace(card, memory=memory.to_json(), due=memory.due, seen=True)


def _moment(now: datetime) -> datetime:
    return min(now.astimezone(timezone.utc), _LATEST)


def _scheduler(moment: datetime) -> Scheduler:
    """What says when a card is due again, not beyond the calendar."""
    room = datetime.max.replace(tzinfo=timezone.utc) - moment
    longest = min(_LONGEST_PAUSE, room.days - 1)
    return Scheduler(learning_steps=(timedelta(minutes=10),), maximum_interval=longest, enable_fuzzing=False)


def due_cards(cards: Iterable[DeckCard], now: datetime) -> list[DeckCard]:
    """The cards to be shown now: those seen before first, the longest overdue first; then new ones, the
    costliest first.
    """
    waiting = [card for card in cards if card.due <= now]
    seen = sorted((card for card in waiting if card.seen), key=lambda card: card.due)
    fresh = sorted((card for card in waiting if not card.seen), key=lambda card: -card.mistake.loss)
    return seen + fresh


def recall_of(wrong: int, hints: int, *, gave_up: bool = False) -> Recall:
    """How well a card was remembered, by the wrong moves and hints until it was solved."""
    if gave_up or wrong > 1:
        return Recall.AGAIN
    return Recall.HARD if wrong or hints else Recall.GOOD
