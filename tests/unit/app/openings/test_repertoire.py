"""Tests of a session with a repertoire: lines are added and trained, a game leaves them, a gap is filled."""

from __future__ import annotations

import queue
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.effect import Effect
from xiangqi.app.event import Input, Notify, Tick
from xiangqi.app.exercises.asks import AnswerJudged, ExerciseService, MoveJudge
from xiangqi.app.exercises.challenges import GiveSolution
from xiangqi.app.exercises.modes import Challenge, ChallengeState
from xiangqi.app.exercises.practice import NextExercise, Train
from xiangqi.app.exercises.state import Training
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.state import LibraryState
from xiangqi.app.openings import asks
from xiangqi.app.openings.asks import AddMoves, GameCompared, LoadRepertoire, Repertoires, family_scores
from xiangqi.app.openings.place import LookAtDeparture, OpenRepertoire, ShowOpeningLine, ShowOpenings
from xiangqi.app.openings.repertoire import (
    AddToRepertoire,
    DropLine,
    KeepRecord,
    ShowRepertoire,
    last_move,
    left_lines,
)
from xiangqi.app.openings.state import OpeningsState, OpeningsView
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.loading import opened
from xiangqi.app.session import view
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import AnalysisBoard
from xiangqi.app.session.places import Back, GoToPlace, Place, place_of
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.deck import Recall
from xiangqi.insights.figures import FamilyResults
from xiangqi.library import OwnGame, Played
from xiangqi.library.masters import Libraries
from xiangqi.line import Line
from xiangqi.openings import practice
from xiangqi.records.files import read_bytes, read_games, write_games
from xiangqi.repertoire.departures import Departure
from xiangqi.repertoire.lines import Repertoire, moves_of_game, moves_of_line
from xiangqi.repertoire.store import RepertoireStore

LINES = """\
1. h2e2 h9g7 (1... h7e7 2. h0g2 h9g7 3. i0h0) 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4 g6g5 5. h0h6 h7i7 6. h6g6 *
"""


class Evening:
    """A session with a real repertoire and real exercises, but without an engine."""

    def __init__(self) -> None:
        self.session = Session()
        self._outbox: Outbox = queue.SimpleQueue()
        self.repertoire = Repertoires(self._outbox)
        self.exercises = ExerciseService(self._outbox)
        self.judge = MoveJudge(self._outbox)
        self._performers = Performers()
        for worker in (self.repertoire, self.exercises, self.judge):
            worker.declare(self._performers)
        self._known = self._performers.kinds

    def close(self) -> None:
        self.repertoire.close()
        self.exercises.close()
        self.judge.close()

    def send(self, *messages: Input) -> None:
        """Send messages, and handle their results."""
        waiting = list(messages)
        while waiting:
            self._perform(self.session.send(waiting.pop(0)))
            waiting += self._arrived()

    def _perform(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if type(effect) in self._known:
                self._performers.perform(effect)

    def _arrived(self) -> list[Input]:
        deadline = time.monotonic() + 300
        while (not self.repertoire.is_idle or not self.exercises.is_idle) and time.monotonic() < deadline:
            time.sleep(0.01)
        found: list[Input] = []
        while not self._outbox.empty():
            found.append(self._outbox.get())
        return found

    def tick(self) -> None:
        """Let time pass."""
        self.send(Tick(self.session.state.now + 0.1))

    def answer(self, move: str) -> None:
        """Answer an exercise, and wait for the verdict."""
        self._perform(self.session.play(move))
        found: Input = self._outbox.get(timeout=300)
        while not isinstance(found, AnswerJudged):
            self.send(found)
            found = self._outbox.get(timeout=300)
        self.send(found)


@pytest.fixture
def evening() -> Iterator[Evening]:
    made = Evening()
    yield made
    made.close()


def open_record(evening: Evening, path: Path) -> None:
    (game,) = read_games(path)
    session = evening.session
    document = Document.of(session.state.next_id, game)
    session.state = opened(replace(session.state, next_id=document.id + 1), document)


@pytest.fixture
def filled(evening: Evening, tmp_path: Path) -> Evening:
    """Return a session whose repertoire for Red has the lines of an XQF file."""
    (game,) = read_bytes(LINES.encode(), "lines.pgn")
    write_games(tmp_path / "lines.xqf", [game])
    open_record(evening, tmp_path / "lines.xqf")
    evening.send(KeepRecord(RED))
    question = evening.session.state.question
    assert question is not None, "a preview comes first"
    assert question.message.arguments == {"cards": 8, "moves": 15, "full": ""}
    with RepertoireStore() as store:
        assert not store.repertoire(RED).answers
    evening.send(Answer(True))
    with RepertoireStore() as store:
        assert len(store.repertoire(RED).answers) == 8
    return evening


def test_an_evening(filled: Evening) -> None:
    evening, session = filled, filled.session
    evening.send(OpenRepertoire(RED))
    assert place_of(session.state) is Place.OPENINGS
    assert session.state.part(OpeningsState).view is OpeningsView.MINE
    here = session.state.part(OpeningsState).sides[RED]
    assert (here.standing.cards, here.standing.due, here.standing.new) == (8, 8, 8)

    evening.send(Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red")))
    answers = 0
    while session.state.mode(Challenge) is not None and answers < 8:
        challenge = session.state.mode(Challenge)
        question = challenge.assignment.question
        assert question is not None
        assert view.last_move(session.state) == (question.line[-1] if question.line else None)
        if answers == 1:
            evening.send(GiveSolution())
        else:
            evening.answer(question.answers[0].iccs)
            assert session.state.mode(Challenge) is not None
            assert session.state.mode(Challenge).state is ChallengeState.SOLVED
        answers += 1
        training = session.state.held(Training)
        assert training is not None
        if training.next_open is None:
            break
        evening.send(NextExercise())
    assert answers == 8
    with RepertoireStore() as store:
        grades = list(store.last_recalls().values())
        assert sorted(grades) == [Recall.AGAIN] + [Recall.GOOD] * 7
        assert sum(card.seen for card in store.cards(RED)) == 8

    session.new(HUMAN, COMPUTER)
    if session.state.question is not None:
        evening.send(Answer(True))
    for own, reply in (
        ("h2e2", "h9g7"),
        ("h0g2", "i9h9"),
        ("i0h0", "b9c7"),
        ("c3c4", "g6g5"),
        ("h0h6", "h7i7"),
    ):
        session.play(own)
        session.reply(reply)
    session.play("h6h5")  # the lines have h6g6
    evening.send(Resign(), Answer(True))
    evening.tick()
    evening.tick()
    left = session.state.part(OpeningsState).left
    assert left is not None
    assert (left.departure.ply, left.departure.played.iccs, left.departure.own) == (11, "h6h5", True)
    told = [toast.message for toast in session.state.toasts if toast.message.key == "toast.left_own_lines"]
    assert told[0].arguments["number"] == 6
    evening.send(GoTo(1))
    session.play("b9c7", "b0c2")  # a variation is on the board, whose plies are not those of the game
    evening.send(LookAtDeparture())
    assert place_of(session.state) is Place.OPENINGS
    assert session.state.part(OpeningsState).view is OpeningsView.EXPLORE
    here = session.state.document
    assert here.cursor.moves[: here.cursor.ply] == session.state.play.moves[:10]

    gap = session.state.part(OpeningsState).sides[RED].gaps[0]
    evening.send(ShowOpeningLine(gap.line))
    assert session.state.document.cursor.ply == len(gap.line)
    session.play(practice.lookup(Line().then(*gap.line).board())[0].move.iccs)
    evening.send(AddToRepertoire(RED))
    with RepertoireStore() as store:
        assert len(store.repertoire(RED).answers) == 9
    assert gap not in session.state.part(OpeningsState).sides[RED].gaps
    assert last_move(session.state, RED) is not None
    evening.send(DropLine(RED), Answer(True))
    with RepertoireStore() as store:
        assert len(store.repertoire(RED).answers) == 8


def test_where_a_game_left_the_lines_is_told_in_words(session: Session) -> None:
    session.send(ChangeSettings({"language": "en", "notation": "iccs"}))
    session.new(HUMAN, HUMAN)
    session.play("h2e2", "h9g7", "h0g2")
    found = Departure(3, Move.from_iccs("h0g2"), (Move.from_iccs("b0c2"),), own=True)
    session.send(GameCompared(session.state.current_game.id, RED, found))
    (told,) = [toast.message for toast in session.state.toasts]
    assert told == "You left your openings on move 2, playing horse to g2 instead of horse to c2"


@pytest.mark.parametrize("late", [False, True])
def test_where_a_game_left_the_lines_is_forgotten_with_that_move(session: Session, late: bool) -> None:
    session.new(HUMAN, HUMAN)
    session.play("h2e2", "h9g7", "h0g2", "i9h9")
    found = Departure(3, Move.from_iccs("h0g2"), (Move.from_iccs("b0c2"),), own=True)
    compared = GameCompared(session.state.current_game.id, RED, found)
    if not late:
        session.send(compared)
        assert left_lines(session.state) is not None
        assert session.said == ["left_own_lines"]
    session.send(TakeBack(), TakeBack())
    if late:
        session.send(compared)
        assert session.said == []
    assert left_lines(session.state) is None
    before = session.state
    session.send(LookAtDeparture())
    assert session.state == before
    session.play("b0c2")  # another move takes its place
    assert left_lines(session.state) is None


def test_a_round_of_openings_is_shown_under_openings_and_leads_back_there(filled: Evening) -> None:
    session = filled.session
    filled.send(GoToPlace(Place.OPENINGS))
    before = session.state.document.id
    for _ in range(2):  # also the next question
        filled.send(Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red")))
        assert session.state.mode(Challenge) is not None
        assert place_of(session.state) is Place.OPENINGS
    round_at = session.state.document.id
    filled.send(GoToPlace(Place.HOME), GoToPlace(Place.OPENINGS))
    assert session.state.document.id == round_at, "what was last open there"
    filled.send(Back())
    assert (place_of(session.state), session.state.document.id) == (Place.OPENINGS, before)


def test_other_exercises_are_shown_under_exercises(filled: Evening) -> None:
    filled.send(Train(TrainingRequest(ExerciseSet.DUE)))
    assert filled.session.state.mode(Challenge) is not None
    assert place_of(filled.session.state) is Place.EXERCISES


def test_a_wrong_answer_is_forgotten(filled: Evening) -> None:
    session = filled.session
    filled.send(Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red")))
    filled.answer("a0a1")
    challenge = session.state.mode(Challenge)
    assert challenge is not None
    assert (challenge.state, challenge.wrong) == (ChallengeState.REFUTED, 1)
    filled.send(NextExercise())
    with RepertoireStore() as store:
        assert list(store.last_recalls().values()) == [Recall.AGAIN]


def test_training_goes_on_by_itself_after_a_right_answer_alone(filled: Evening) -> None:
    session = filled.session
    filled.send(Train(TrainingRequest(ExerciseSet.REPERTOIRE, "red")))
    first = session.state.mode(Challenge)
    assert first is not None
    assert first.assignment.question is not None
    filled.answer("a0a1")
    filled.send(Tick(session.state.now + 60))
    assert place_in_round(session) == 0, "a wrong answer is to be read, and found again"
    filled.send(Tick(session.state.now + 60))
    filled.answer(first.assignment.question.answers[0].iccs)
    filled.send(Tick(session.state.now + 0.1))
    assert place_in_round(session) == 0, "it is seen to be right"
    filled.send(Tick(session.state.now + 5))
    assert place_in_round(session) == 1
    filled.send(GiveSolution(), Tick(session.state.now + 60))
    assert place_in_round(session) == 1, "what was shown is to be read too"


def place_in_round(session: Session) -> int:
    """Which question of the round is asked."""
    training = session.state.held(Training)
    assert training is not None
    return training.place


def test_lines_for_black_are_asked_from_blacks_side(evening: Evening) -> None:
    evening.send(GoToPlace(Place.OPENINGS))
    evening.session.play("h2e2", "h9g7", "h0g2", "i9h9", "i0h0")
    evening.send(AddToRepertoire(BLACK))  # Red has moved last
    evening.send(Train(TrainingRequest(ExerciseSet.REPERTOIRE, "black")))
    challenge = evening.session.state.mode(Challenge)
    assert challenge is not None
    assert challenge.setup.human_side == BLACK
    assert evening.session.state.flipped
    assert challenge.assignment.question is not None
    assert [move.iccs for move in challenge.assignment.question.answers] == ["h9g7"]


def test_a_repertoire_is_opened_as_a_record(filled: Evening, tmp_path: Path) -> None:
    filled.send(ShowRepertoire(RED))
    game = filled.session.state.document.original
    write_games(tmp_path / "out.xqf", [game])
    filled.send(KeepRecord(RED))
    assert filled.session.said[-1] == "nothing_new"
    filled.send(KeepRecord(BLACK))
    assert filled.session.state.question is not None


def test_the_repertoire_is_read_once_with_the_explorer(evening: Evening) -> None:
    session = evening.session
    assert session.send(ToggleExplorer()).count(LoadRepertoire()) == 1
    assert LoadRepertoire() not in session.send(Tick(1.0))
    session.send(ToggleExplorer())
    assert LoadRepertoire() not in session.send(ToggleExplorer())


def test_without_moves_there_is_no_line(evening: Evening) -> None:
    evening.send(AddToRepertoire(RED))
    assert evening.session.said == ["no_line"]


def test_ones_games_count_for_the_families_of_the_repertoire() -> None:
    (record,) = read_bytes(LINES.encode(), "lines.pgn")
    made = Repertoire(RED).with_moves(moves_of_game(record, RED))
    games = [
        OwnGame(number, "", "", result, 20, opening, Played("2026-01-01", side), None)
        for number, (result, opening, side) in enumerate(
            [
                ("1-0", "C41", RED),
                ("0-1", "C00", RED),
                ("1/2-1/2", "D20", RED),
                ("1-0", "C41", BLACK),
                ("1-0", "E10", RED),
                ("*", "C41", RED),
            ]
        )
    ]
    assert family_scores(made, games) == (FamilyResults("C00", 1, 0, 1), FamilyResults("D00", 0, 1, 0))


def test_a_repertoire_that_is_opened_late_is_waited_for_only_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asks, "_PATIENCE_S", 600.0)
    with RepertoireStore() as store:
        other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    outbox: Outbox = queue.SimpleQueue()
    repertoire, performers = Repertoires(outbox), Performers()
    repertoire.declare(performers)
    repertoire.hurry(0.0)
    performers.perform(AddMoves(RED, tuple(moves_of_line((Move.from_iccs("h2e2"),), RED))))
    told = outbox.get(timeout=60.0)
    assert isinstance(told, Notify)
    assert told.message.key == "toast.repertoire_failed"
    repertoire.close()
    other.close()


def test_a_game_between_friends_is_not_compared(filled: Evening) -> None:
    session = filled.session
    session.new(HUMAN, HUMAN)
    if session.state.question is not None:
        filled.send(Answer(True))
    session.play("h2e2", "h9g7", "h0i2")
    filled.send(Resign(), Answer(True))
    filled.tick()
    assert session.state.part(OpeningsState).left is None


def test_the_place_has_a_board_of_its_own_that_stays_as_it_was_left(session: Session) -> None:
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.send(GoToPlace(Place.OPENINGS))
    board = session.state.document
    assert (place_of(session.state), board.cursor.moves) == (Place.OPENINGS, ())
    session.play("c3c4", "g6g5")
    session.send(GoToPlace(Place.PLAY))
    assert [move.iccs for move in session.state.document.cursor.moves] == ["h2e2"]
    session.send(GoToPlace(Place.OPENINGS))
    assert session.state.document.id == board.id
    assert [move.iccs for move in session.state.document.cursor.moves] == ["c3c4", "g6g5"]
    assert not session.state.must_keep(session.state.document), "nothing there needs saving"
    session.send(Back())
    assert place_of(session.state) is Place.OPENINGS, "its first page leads nowhere"


def test_the_place_reads_the_openings_whenever_one_comes_to_it(session: Session) -> None:
    for _ in range(2):
        assert LoadRepertoire() in session.send(GoToPlace(Place.OPENINGS))
        assert LoadRepertoire() not in session.send(ShowOpenings(OpeningsView.TRAIN))
        session.send(GoToPlace(Place.ANALYSE))


def test_the_explorer_of_the_place_closes_where_one_goes_on(session: Session) -> None:
    session.send(GoToPlace(Place.OPENINGS), Tick(1.0), Tick(1.1))
    explorer = session.state.part(LibraryState).explorer
    assert explorer is not None
    assert explorer.asked is not None
    assert explorer.libraries == Libraries(own=False), "the shipped counts are enough"
    session.send(GoToPlace(Place.ANALYSE), Tick(1.2))
    assert session.state.mode(AnalysisBoard) is not None
    assert session.state.part(LibraryState).explorer is None
    session.send(ToggleExplorer(), GoToPlace(Place.OPENINGS), Tick(1.3), GoToPlace(Place.ANALYSE), Tick(1.4))
    assert session.state.part(LibraryState).explorer is not None, "it was open there before"


@pytest.mark.parametrize(
    ("side", "line", "kept"),
    [
        (RED, "h2e2", 1),
        (RED, "h2e2 h9g7", 1),
        (RED, "h2e2 h9g7 h0g2", 3),
        (BLACK, "h2e2", 0),
        (BLACK, "h2e2 h9g7", 2),
        (BLACK, "h2e2 h9g7 h0g2", 2),
    ],
)
def test_a_line_is_added_for_the_side_named_whoever_moved_last(
    session: Session, side: int, line: str, kept: int
) -> None:
    session.send(GoToPlace(Place.OPENINGS))
    session.play(*line.split())
    added = [effect for effect in session.send(AddToRepertoire(side)) if isinstance(effect, AddMoves)]
    assert [(one.side, len(one.moves)) for one in added] == ([(side, kept)] if kept else [])
    if not kept:
        assert session.said == ["no_line"]
