"""A round of repertoire training: the cards that are due, as exercises, and the saving of recalls."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Final

from xiangqi.app.exercises.state import AnswerMode, Assignment, Solving
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.training import TrainingRequest
from xiangqi.board import Board
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.answering import task_from
from xiangqi.exercises.deck import Recall
from xiangqi.exercises.entries import EntryTaker
from xiangqi.openings import practice
from xiangqi.repertoire.store import SIDES, RepertoireStore
from xiangqi.repertoire.training import CardCounts, CardQuestion, RepertoireCard, answered, due_cards, questions

_ROUND: Final = 20  # the cards of one round


def repertoire_round(request: TrainingRequest, now: datetime) -> list[Assignment]:
    """Return exercises for the cards due now, of the side named by the request's theme or else of both sides.

    There are at most _ROUND exercises for each side. The moves leading to their positions are drawn at random.

    Raises:
        LibraryError: the library cannot be read.
    """
    chance = random.Random(int(now.timestamp()))
    found = []
    with RepertoireStore() as store:
        for side in (RED, BLACK):
            if request.theme in ("", SIDES[side]):
                due = due_cards(store.cards(side), now)[:_ROUND]
                found += questions(store.repertoire(side), due, practice.weights, chance)
    return list(map(assignment_of, found))


def repertoire_standing(now: datetime) -> tuple[list[RepertoireCard], list[CardCounts]]:
    """Return the cards of both repertoires, and the counts of Red's and of Black's by their state.

    Raises:
        LibraryError: the library cannot be read.
    """
    with RepertoireStore() as store:
        cards = [card for side in (RED, BLACK) for card in store.cards(side)]
        return cards, [store.standing(side, now) for side in (RED, BLACK)]


def assignment_of(question: CardQuestion) -> Assignment:
    """Return a question as an exercise of one move."""
    board = Board()
    for move in question.line:
        board.push(move)
    fen = board.fen()
    task = task_from(fen, question.answers[:1])
    return Assignment(task, key_of(fen), "repertoire", answer_mode=AnswerMode.LINE, question=question)


def keep_answer(taker: EntryTaker, question: CardQuestion, solving: Solving, now: datetime) -> None:
    """Save the recall of a card: a wrong move counts as forgotten, since lines are learnt by heart.

    Raises:
        XiangqiError: it cannot be written.
    """
    recall = Recall.GOOD if solving.solved else Recall.AGAIN
    if solving.wrong:
        recall = Recall.AGAIN
    elif solving.hints:
        recall = min(recall, Recall.HARD)
    card = answered(question.card, recall, now)
    taker.note_line(card.number, card.memory, card.due, recall, now, round(1000 * solving.seconds))
