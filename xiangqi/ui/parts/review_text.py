"""The words of a review: about a fault, the whole line, its story and its summary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.app.coach import coached
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.session import analysed
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.app.session.once import once_a_state
from xiangqi.app.session.state import AppState
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.story_passages import SLOTS, TURNING
from xiangqi.coach.story_words import story_sentences
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Line, Moves
from xiangqi.ui.parts.coach_rows import Spoken, about_move, taken_piece, told_moves, wording
from xiangqi.ui.parts.context import Telling

_MOST_REASONS = 2
SHOWN_MOVES: Final = 4
"""The number of moves of a line that are shown."""


_LEVEL, _SLIGHT, _CLEAR = 0.04, 0.14, 0.34  # how far a chance is from even


def chance_words(scene: Telling, chance: float) -> str:
    """Return which side stands better and by how much, in words, given Red's winning chance."""
    ahead, side = abs(chance - 0.5), scene.side_name(RED if chance >= 0.5 else BLACK)
    if ahead < _LEVEL:
        return scene.texts("analysis.level")
    degree = "slight" if ahead < _SLIGHT else "clear" if ahead < _CLEAR else "winning"
    return scene.texts(f"analysis.{degree}", side=side)


def fault_words(scene: Telling, verdict: MoveVerdict, *, hides_better: bool = False) -> list[Spoken]:
    """Return sentences on a fault, from its most important facts, with the better move unless it is hidden.

    A line is not written out: a click on its sentence shows it.
    """
    state, texts = scene.state, scene.texts
    played = state.document.line.upto(verdict.ply)
    told = coached.facts(state, verdict.ply)
    reasons = [fact for fact in told or () if fact.kind is not FactKind.BETTER][:_MOST_REASONS]
    shown = [*reasons, *(fact for fact in told or () if fact.kind is FactKind.BETTER)]
    if hides_better:
        shown = [fact for fact in told or () if fact.start is Start.AFTER][:_MOST_REASONS]
    spoken = [about_move(state, fact, played) for fact in shown]
    if told is None:
        spoken.append(Spoken(texts("review.looking")))
    elif not shown:
        answer = analysed.expected(state, verdict.ply)
        if answer:
            spoken.append(_answer(scene, played, answer))
    if verdict.better and not hides_better and not _names_better(shown, verdict.better):
        move, proof = line_words(scene, played.before, verdict.better, 1)
        spoken.append(Spoken(texts("review.better", moves=move), proof))
    return spoken


def _answer(scene: Telling, played: Line, answer: Moves) -> Spoken:
    """Return a sentence on the reply to a fault that the coach cannot explain, with the piece that it takes."""
    move, proof = line_words(scene, played, answer, 1)
    piece = taken_piece(scene.state, played, answer[0])
    key = "review.answer_takes" if piece else "review.answer"
    return Spoken(scene.texts(key, moves=move, piece=piece), proof)


def _names_better(told: list[Fact], better: Moves) -> bool:
    """Return whether a fact already shown has named the better move."""
    return any(fact.start.value == "before" and fact.proof[:1] == better[:1] for fact in told)


def line_words(scene: Telling, base: Line, line: Moves, most: int = SHOWN_MOVES) -> tuple[str, ShowProof]:
    """Return the first moves of a line in words, at most `most`, and the action that plays it out."""
    return told_moves(scene.state, base, line[:most]), ShowProof(base, line, (line[0].from_square,))


def story_words(scene: Telling, slots: Sequence[str] = SLOTS) -> list[Spoken]:
    """Return the sentences in some slots of the game's story; a click shows the move that a sentence names."""
    told = zip(coached.story(scene.state), _story(scene.state), strict=True)
    return [
        Spoken(text, GoTo(passage.plies[0])) if passage.plies else Spoken(text)
        for passage, text in told
        if passage.slot in slots
    ]


@once_a_state
def _story(state: AppState) -> list[str]:
    """Return the words of all slots of the story."""
    return story_sentences(wording(state), coached.review(state), coached.story(state))


def summary_words(scene: Telling) -> list[Spoken]:
    """Return the story, and sentences on the phases, on recurring themes and on the turning point.

    There is no turning point until every move has been judged, since a costlier mistake may follow.
    """
    review, words = coached.review(scene.state), wording(scene.state)
    spoken = story_words(scene)
    for side, own in ((RED, review.summary.red), (BLACK, review.summary.black)):
        spoken += [Spoken(text) for text in words.beyond_accuracy(side, own)]
    ply = review.summary.turning_point
    if any(passage.slot == TURNING for passage in coached.story(scene.state)):
        return spoken  # the story has told it
    if ply is not None and analysed.assessment(scene.state).is_complete:
        spoken.append(Spoken(words.turning_point(review), GoTo(ply)))
    return spoken
