"""The coach's facts about the position and line on the board, derived from the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from xiangqi.app.session import analysed, view
from xiangqi.app.session.assess import Assessment, MoveVerdict
from xiangqi.app.session.coaching import HintGiven, HintStep
from xiangqi.app.session.document import Document
from xiangqi.app.session.judgement import line_keys
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.once import once_a_state
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.state import AppState
from xiangqi.app.session.telling import tells_story
from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind
from xiangqi.coach.grades import Grade, grade_of
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.story import story_of
from xiangqi.coach.story_passages import PRACTICE, Passage
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.strategy import APART, without_points
from xiangqi.coach.summary import phase_of, summary_of
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.engine.common.levels import RATINGS
from xiangqi.fen import START_FEN
from xiangqi.openings import opening_of
from xiangqi.storage.settings import AUTO

Facts = tuple[Fact, ...]


def _keys(state: AppState) -> tuple[int, ...]:
    return line_keys(state.document.line, view.rules(state), state.settings.analysis_engine)


def facts(state: AppState, ply: int) -> Facts | None:
    """Return the facts about a move of the line on the board, counted from 1; None if not known yet."""
    return state.coaching.told.get(_keys(state)[ply])


def spaced(state: AppState, key: int, told: Facts) -> Facts:
    """Return the facts to show about a move, without points of strategy if one is shown at it or near it.

    A move is near if it is fewer than APART plies away in the line. `key` is that of the position after the
    move; if it is not in the line, all facts are returned.
    """
    keys = _keys(state)
    if key not in keys:
        return told
    ply = keys.index(key)
    near = keys[max(0, ply - APART + 1) : ply + APART]
    is_told = any(fact.kind is FactKind.POINT for other in near for fact in state.coaching.told.get(other, ()))
    return without_points(told) if is_told else told


def unexplained(state: AppState) -> Iterator[MoveVerdict]:
    """Yield the judged moves of the line about which the coach has not been asked, the last first."""
    keys, told = _keys(state), state.coaching.told
    asked = set(state.coaching.asked.values())
    for verdict in reversed(analysed.assessment(state).verdicts):
        if verdict is not None and keys[verdict.ply] not in told and keys[verdict.ply] not in asked:
            yield verdict


@once_a_state
def is_still_told(state: AppState) -> bool:
    """Return whether the coach's judgement of the whole game is not complete yet."""
    found = analysed.assessment(state)
    return not found.is_settled or any(True for _ in unexplained(state)) or bool(state.coaching.asked)


class _Recorder:
    """Caches the last review, which is rebuilt only after a change to the verdicts or facts."""

    def __init__(self) -> None:
        self._found = Assessment()
        self._told: Mapping[int, Facts] = {}
        self._made: GameReview | None = None

    def of(self, state: AppState) -> GameReview:
        found, told = analysed.assessment(state), state.coaching.told
        if self._made is None or found is not self._found or told is not self._told:
            self._found, self._told, self._made = found, told, _reviewed(state, found)
        return self._made


review: Final = _Recorder().of
"""Returns the judged part of the line on the board, with the coach's facts so far."""


@once_a_state
def story(state: AppState) -> tuple[Passage, ...]:
    """Return the story of the game on the board; empty until every move has been judged and explained."""
    if not analysed.assessment(state).is_complete or any(True for _ in unexplained(state)):
        return ()
    play, game = state.document.play, state.document.tree.game
    result, reason = game.result, game.headers.get("Termination", "")
    if play is not None and type(play) is GameInProgress and play.end is not None:
        result, reason = {RED: "1-0", BLACK: "0-1", None: "1/2-1/2"}[play.end.winner], play.end.reason
    told = _tell(review(state), result, reason)
    return tuple(one for passage in told if (one := _advised(state.document, passage)) is not None)


def _advised(document: Document, passage: Passage) -> Passage | None:
    """Return a passage, with advice narrowed to the player; None for advice to others."""
    if passage.slot != PRACTICE or (document.play is not None and document.player_side is None):
        return passage
    own = document.player_side
    if own is None or passage.side not in (0, own):
        return None
    plies = tuple(ply for ply in passage.plies if document.line.turn_at(ply - 1) == own)
    return replace(passage, side=own, plies=plies)


@tells_story
def story_on_paper(state: AppState, words: Wording) -> list[str]:
    """Return the sentences of the story without the advice on practice, which readers do not need."""
    passages = [passage for passage in story(state) if passage.slot != PRACTICE]
    return story_sentences(words, review(state), passages)


class _Storyteller:
    """Caches the last story, which is told again only for another review or result."""

    def __init__(self) -> None:
        self._review: GameReview | None = None
        self._end = ("", "")
        self._told: tuple[Passage, ...] = ()

    def of(self, reviewed: GameReview, result: str, reason: str) -> tuple[Passage, ...]:
        if reviewed is not self._review or (result, reason) != self._end:
            self._review, self._end, self._told = reviewed, (result, reason), story_of(reviewed, result, reason)
        return self._told


_tell: Final = _Storyteller().of


def _reviewed(state: AppState, found: Assessment) -> GameReview:
    line, keys = state.document.line, _keys(state)
    board, reviewed = line.upto(0).board(), []
    for move, verdict in zip(line.moves, found.verdicts, strict=True):
        if verdict is not None:
            reviewed.append(
                _move_review(board, move, verdict, found, state.coaching.told.get(keys[verdict.ply], ()))
            )
        board.push_unchecked(move)
    usual = line.start_fen.split()[:2] == START_FEN.split()[:2]
    opening = opening_of(line.moves) if usual else None
    return GameReview(line, tuple(reviewed), summary_of(reviewed, opening.code if opening else None))


def _move_review(board: Board, move: Move, verdict: MoveVerdict, found: Assessment, told: Facts) -> MoveReview:
    before = found.chances[verdict.ply - 1] or 0.0
    return MoveReview(
        ply=verdict.ply,
        side=verdict.side,
        move=move,
        before=before if verdict.side == RED else 1.0 - before,
        after=verdict.after,
        loss=verdict.loss,
        grade=grade_of(verdict.loss),
        best=verdict.better or (move,),
        facts=told,
        phase=phase_of(board, verdict.ply),
    )


def praised(state: AppState) -> Mapping[int, Fact]:
    """Return the praise for the only good moves of the line on the board, by ply."""
    told = state.coaching.told
    if not told:
        return {}
    kinds = ((ply, fact) for ply, key in enumerate(_keys(state)) for fact in told.get(key, ()))
    return {ply: fact for ply, fact in kinds if fact.kind is FactKind.ONLY_MOVE}


# ---- Comments during a game ----

_GENTLE: Final = 4  # the highest level that counts as an opponent for beginners
_FIRST: Final = Grade.MISTAKE  # the grade that a beginner may reach without a comment


def comments_below(state: AppState) -> Grade | None:
    """Return the worst grade that passes without a comment in the current game; None if comments are off.

    Unless the player has chosen otherwise, comments appear in games against an easy opponent, for players who
    have done a task of the first lessons, or have lost their first rated games or all finished games that are
    open. They never appear in timed games.
    """
    chosen, play = state.settings.coach_interrupts, state.play
    if type(play) is not GameInProgress or play.clock is not None or play.setup.human_side is None:
        return None
    if chosen == AUTO:
        return _FIRST if is_gentle(play) and _is_beginner(state) else None
    return Grade(chosen) if chosen else None


def is_gentle(play: GameInProgress) -> bool:
    """Return whether one person plays against the built-in computer at a level or rating for beginners."""
    machines = (player for player in (play.setup.red, play.setup.black) if not player.is_human)
    return play.setup.human_side is not None and all(
        player.kind is PlayerKind.COMPUTER
        and (player.level <= _GENTLE if player.rating is None else player.rating <= RATINGS[_GENTLE])
        for player in machines
    )


def _is_beginner(state: AppState) -> bool:
    plays = (document.play for document in state.documents)
    results = [
        play.end.winner == opponent(play.setup.human_side)
        for play in plays
        if type(play) is GameInProgress and play.end is not None and play.setup.human_side is not None
    ]
    lost_first = state.practice is not None and state.practice.lost_first
    return bool(state.stars) or lost_first or (bool(results) and all(results))


def hint_at(state: AppState) -> HintGiven | None:
    """Return the hint for the last position of the game on the board, or None if there is none to show."""
    hint, play = state.coaching.hint, state.document.play
    if hint is None or play is None or not state.document.at_tip or state.preview is not None:
        return None
    if play.end is not None or hint.document_id != state.document.id:
        return None
    return hint if hint.at == play.line else None


def hinted_square(state: AppState) -> int | None:
    """Return the square of the piece that a hint indicates before it shows the move, or None."""
    hint = hint_at(state)
    return hint.line[0].from_square if hint is not None and hint.step is HintStep.PIECE else None
