"""The coach's effects, and the events with its answers."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.coach.notes import Question, Reply


@dataclass(frozen=True)
class CoachSaid(Event):
    """The coach has answered the question with this id."""

    question_id: int
    reply: Reply


@dataclass(frozen=True)
class CoachFailed(Event):
    """The coach has failed to answer the question with this id."""

    question_id: int
    detail: str


@dataclass(frozen=True)
class AskCoach(Effect):
    """Put a question to the coach."""

    question_id: int  # stamps the answer
    question: Question  # the question
