"""A simulated learner of a repertoire: ``python -m benchmarks.repertoire``.

The learner's memory follows a power law, ``(1 + t / s) ** -d`` after t days, where d varies by up to half its
value from card to card. The strength s grows with every successful answer, less so if the memory was still
fresh, and falls back after a failure. The cards come from the masters' lines, chosen and scheduled as in the
window.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.exercises.deck import Recall
from xiangqi.openings import practice
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.training import RepertoireCard, answered, due_cards, new_card

MORNING: Final = datetime(2026, 1, 1, 19, tzinfo=timezone.utc)
FORGETTING: Final = 0.5  # average exponent d
SPREAD: Final = 0.5  # its variation from card to card, as a share
FIRST_STRENGTH: Final = 1.0  # days, for a card that has just been shown
GROWTH: Final = 2.5  # factor by which a successful answer increases the strength
EASY: Final = 0.9  # above this chance of success an answer teaches less, and nothing if it was certain
PLIES: Final = 30


@dataclass
class Memory:
    """The learner's memory of a card."""

    power: float
    strength: float = 0.0  # in days; 0 for a card that was never shown
    shown: datetime = MORNING  # time of the last showing

    def chance(self, now: datetime) -> float:
        """Return the probability of finding the answer."""
        if not self.strength:
            return 0.0
        return float((1 + (now - self.shown) / timedelta(days=1) / self.strength) ** -self.power)

    def show(self, found: bool, now: datetime) -> None:
        """Update the memory after the answer has been shown."""
        effort = min(1.0, (1 - self.chance(now)) / (1 - EASY))
        self.strength = self.strength * (1 + (GROWTH - 1) * effort) if found else FIRST_STRENGTH
        self.shown = now


def repertoire_of(cards: int) -> Repertoire:
    """Return a repertoire for Red with this many cards, from the masters' most frequent lines."""
    made = Repertoire(RED)
    waiting: list[tuple[float, tuple[Move, ...]]] = [(1.0, ())]
    while waiting and len(made.answers) < cards:
        waiting.sort()
        share, way = waiting.pop()
        board = Board()
        for move in way:
            board.push(move)
        known = practice.lookup(board)
        if not known or len(way) >= PLIES:
            continue
        own = board.turn == RED
        games = sum(one.games for one in known)
        for one in known[:1] if own else known:
            line = (*way, one.move)
            waiting.append((share if own else share * one.games / games, line))
            if own:
                made = made.with_moves(moves_of_line(line, RED))
    return made


@dataclass(frozen=True)
class Outcome:
    """What has been learnt."""

    cards: int
    answers: int
    shown: int  # number of cards that were shown at least once
    known: float  # share of the cards that the learner knows at the end


def learn(cards: int, days: int, minutes: float, seconds: float, seed: int) -> Outcome:
    """Simulate a learner who trains every day."""
    chance = random.Random(seed)
    deck: dict[str, RepertoireCard] = {}
    memories: dict[str, Memory] = {}
    for place in list(repertoire_of(cards).answers)[:cards]:
        deck[place] = new_card(place, MORNING)
        memories[place] = Memory(FORGETTING * chance.uniform(1 - SPREAD, 1 + SPREAD))
    answers = 0
    for day in range(days):
        now = MORNING + timedelta(days=day)
        end = now + timedelta(minutes=minutes)
        while now < end:
            due = due_cards(deck.values(), now)
            if not due:
                break
            card = due[0]
            memory = memories[card.place]
            found = chance.random() < memory.chance(now)
            memory.show(found, now)
            deck[card.place] = answered(card, Recall.GOOD if found else Recall.AGAIN, now)
            answers += 1
            now += timedelta(seconds=seconds)
    last = MORNING + timedelta(days=days)
    known = sum(memory.chance(last) for memory in memories.values()) / len(memories)
    return Outcome(len(deck), answers, sum(card.seen for card in deck.values()), known)


def main() -> None:
    """Run the learner from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=200, help="positions of the repertoire (200)")
    parser.add_argument("--days", type=int, default=30, help="days of training (30)")
    parser.add_argument("--minutes", type=float, default=10, help="of training a day (10)")
    parser.add_argument("--seconds", type=float, default=8, help="for an answer (8)")
    parser.add_argument("--learners", type=int, default=10, help="with other luck each (10)")
    given = parser.parse_args()
    outcomes = [
        learn(given.cards, given.days, given.minutes, given.seconds, seed) for seed in range(given.learners)
    ]
    for outcome in outcomes:
        print(
            f"{outcome.cards} cards, {outcome.shown} shown,"
            f" {outcome.answers} answers: {outcome.known:.1%} known"
        )
    print(f"on average {sum(outcome.known for outcome in outcomes) / len(outcomes):.1%}")


if __name__ == "__main__":
    main()
