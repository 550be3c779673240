"""Training of a repertoire: choosing cards and the lines that lead to them, and rescheduling.

A card is a position with the player to move, together with the answers to it. Cards are scheduled by FSRS, like
those of the player's mistakes.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.exercises.deck import Recall, memory_after, new_memory
from xiangqi.openings import place_of
from xiangqi.repertoire.gaps import Weights
from xiangqi.repertoire.lines import Repertoire

NEW_A_ROUND: Final = 10
"""The most cards in one round that have not been shown before."""


@dataclass(frozen=True)
class RepertoireCard:
    """A position with the player to move, and its memory state."""

    place: str  # the position's key
    memory: str  # the scheduler's state, as JSON
    due: datetime  # time of the next showing, in UTC
    seen: bool = False  # whether it has ever been shown
    number: int | None = None  # its number in the library; None until it is stored


@dataclass(frozen=True)
class CardQuestion:
    """A card, with a line that leads to its position."""

    card: RepertoireCard
    line: tuple[Move, ...]  # the moves from the starting position to the card's position
    answers: tuple[Move, ...]  # the answers to find, the preferred one first


def new_card(place: str, now: datetime) -> RepertoireCard:
    """Return a card that has not been shown yet and is due at once."""
    memory, due = new_memory(now)
    return RepertoireCard(place, memory, due)


def answered(card: RepertoireCard, recall: Recall, now: datetime) -> RepertoireCard:
    """Return a card's state after it was shown; a damaged state counts as that of a new card."""
    memory, due = memory_after(card.memory, recall, now)
    return replace(card, memory=memory, due=due, seen=True)


def due_cards(cards: Iterable[RepertoireCard], now: datetime) -> list[RepertoireCard]:
    """Return the due cards to be shown now.

    Those seen before come first, the longest overdue in front, then at most NEW_A_ROUND new ones in the order
    given.
    """
    waiting = [card for card in cards if card.due <= now]
    seen = sorted((card for card in waiting if card.seen), key=lambda card: card.due)
    return seen + [card for card in waiting if not card.seen][:NEW_A_ROUND]


def questions(
    repertoire: Repertoire, cards: Sequence[RepertoireCard], weights: Weights, chance: random.Random
) -> list[CardQuestion]:
    """Return questions for the cards that can be reached from the start; those on one line follow each other.

    The opponent's moves are drawn at random, weighted by frequency, from those that the repertoire covers. If
    that misses a card, the main line to it is used.
    """
    wanted = {card.place: card for card in cards}
    ways = _ways(repertoire)
    found = []
    while wanted:
        goal = next(iter(wanted))
        way = _drawn(repertoire, goal, weights, chance) or ways.get(goal)
        if way is None:  # it cannot be reached from the start
            del wanted[goal]
            continue
        board = Board()
        for length in range(len(way) + 1):
            card = wanted.pop(place_of(board), None) if board.turn == repertoire.side else None
            if card is not None:
                found.append(CardQuestion(card, way[:length], repertoire.own_moves(board)))
            if length < len(way):
                board.push(way[length])
    return found


def _ways(repertoire: Repertoire) -> dict[str, tuple[Move, ...]]:
    """Return the main line to each position with the player to move."""
    ways: dict[str, tuple[Move, ...]] = {}
    for way, _, known, _ in repertoire.walk():
        if known.own:
            ways.setdefault(known.place, way)
    return ways


def _drawn(
    repertoire: Repertoire, goal: str, weights: Weights, chance: random.Random
) -> tuple[Move, ...] | None:
    """Return the moves of a random game through the repertoire, or None if it does not reach the goal."""
    board, there = Board(), None
    seen: set[str] = set()
    while (place := place_of(board)) not in seen:
        seen.add(place)
        if place == goal:
            there = len(board.move_stack)
        if board.turn == repertoire.side:
            moves = repertoire.own_moves(board)[:1]
        else:
            moves = repertoire.covered_moves(board)
        if not moves:
            break
        known: Mapping[Move, float] = weights(board)
        board.push(chance.choices(moves, [known.get(move, 0) + 1 for move in moves])[0])
    return tuple(board.move_stack) if there is not None else None


@dataclass(frozen=True)
class CardCounts:
    """The numbers of cards by how well they are known."""

    cards: int
    known: int  # answered rightly when last shown, and not due again yet
    due: int  # to be shown now, as `due_cards` chooses them
    new: int  # never shown
    forgotten: int  # answered wrongly when last shown


def standing(cards: Iterable[RepertoireCard], last: Mapping[int, Recall], now: datetime) -> CardCounts:
    """Return the numbers of a repertoire's cards by how well they are known.

    Args:
        cards: all of its cards.
        last: the last recall of each card, by number.
        now: the current time, with a time zone.
    """
    every = list(cards)
    missed = {card for card in every if card.number is not None and last.get(card.number) is Recall.AGAIN}
    return CardCounts(
        len(every),
        sum(card.seen and card.due > now and card not in missed for card in every),
        len(due_cards(every, now)),
        sum(not card.seen for card in every),
        len(missed),
    )
