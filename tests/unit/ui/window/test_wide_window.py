"""Wide windows: two columns, the pieces that were taken, and the size that a window begins with."""

from __future__ import annotations

from types import SimpleNamespace

import pygame
import pytest
from screens import SUMMARY, exercise, prepared, record
from ui_session import Session

from xiangqi.app.analysis.analysing import ToggleAttacks
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import AnswerJudged, PracticeRead, TrainingRead
from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import SearchDone, SearchInfo
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.session.panels import ClosePanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.storage.settings import NO_SIZE
from xiangqi.ui.game.captured import TakenPieces
from xiangqi.ui.game.strips import PlayerCard
from xiangqi.ui.parts.cards import EmptyState, NoteCard
from xiangqi.ui.parts.move_list import MoveList
from xiangqi.ui.toolkit.roles import PAGE_TITLE
from xiangqi.ui.toolkit.widgets import Button, Label
from xiangqi.ui.window import display


@pytest.mark.parametrize(("size", "wide"), [((800, 600), False), ((1366, 740), False), ((1920, 1050), True)])
def test_a_comment_stands_in_a_column_of_its_own_where_there_is_room(size: tuple[int, int], wide: bool) -> None:
    session = Session(size=size)
    record(session)
    session.draw()
    moves, comment = session.widget("moves").rect, session.widget("note").rect
    assert not moves.colliderect(comment)
    assert (comment.left > moves.right) == wide
    assert wide or comment.top > moves.bottom


@pytest.mark.parametrize(("size", "across"), [((1180, 900), 1), ((1366, 768), 2)])
def test_two_rounds_stand_beside_each_other_where_there_is_room(size: tuple[int, int], across: int) -> None:
    session = Session(size=size)
    session.play("h2e2 h9g7 h0g2 i9h9 i0h0")
    moves = session.widget("moves")
    assert isinstance(moves, MoveList)
    assert moves.content_height() == -(-3 // across) * moves.row_height
    second = moves.rect.left + moves.rect.width // across * (across - 1) + moves.rect.width // across // 3
    row = 0 if across == 2 else 1
    session.click((second, moves.rect.top + round((row + 0.5) * moves.row_height)))
    assert session.state.document.cursor.ply == 3


def test_before_the_first_move_it_is_said_who_begins_and_how() -> None:
    session = Session()
    empty = session.widget("moves.none")
    assert isinstance(empty, EmptyState)
    assert empty.title == "Red moves first"
    assert "Click a piece" in empty.text
    session.click_widget("moves.rules")
    assert session.state.panel is Panel.RULES
    session.send(ClosePanel())
    session.play("h2e2")
    assert session.screen.stage.widget("moves.none") is None


def test_no_card_says_only_that_there_is_nothing_to_say() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    assert session.screen.stage.widget("note") is None


def test_the_end_of_a_game_says_who_won_and_offers_the_review() -> None:
    session = Session(size=(1366, 768))
    session.play("h2e2")
    session.send(Resign(), Answer(True))
    session.draw()
    title, rematch = session.widget("result.title"), session.widget("game.rematch")
    assert isinstance(title, Label)
    assert title.text == "Red wins"
    gold = [one for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]
    assert gold == [rematch], "nobody's mistakes are looked for in a game of two"
    keys = [one.key for one in session.screen.stage.widgets]
    assert keys.count("game.review") == keys.count("game.rematch") == 1


def test_taken_pieces_lie_beside_their_taker() -> None:
    session = Session(size=(1600, 1000))
    session.draw()
    assert not any(isinstance(widget, TakenPieces) for widget in session.screen.stage.widgets)
    session.play("h2h9")  # a cannon takes a horse
    session.draw()
    [taken] = [widget for widget in session.screen.stage.widgets if isinstance(widget, TakenPieces)]
    assert (taken.key, len(taken.codes), taken.ahead) == ("taken.8", 1, 4)


def test_moves_stay_beside_the_board_while_attacks_are_counted() -> None:
    session = Session(size=(1600, 1000))
    session.play("h2e2")
    places = [session.widget(key).rect.left for key in ("moves", "player.8", "player.16")]
    session.send(Resign(), Answer(True), ToggleAttacks())
    session.draw()
    assert [session.widget(key).rect.left for key in ("moves", "player.8", "player.16")] == places
    legend = session.widget("attacks.8").rect
    assert legend.top >= session.widget("moves").rect.bottom
    assert session.widget("game.tabs.card").rect.contains(legend)


def test_watched_engines_words_are_both_seen_from_red() -> None:
    session = Session(size=(1600, 1000))
    machine = Player(PlayerKind.COMPUTER, 1)
    session.send(NewGame(Setup(machine, machine)), Answer(True))
    for move, score_cp in (("h2e2", -30), ("h9g7", -50)):
        assert session.state.search is not None
        number = session.state.search.id
        session.send(
            SearchInfo(number, Info(5, 5, 100, 10, score_cp)), SearchDone(number, Move.from_iccs(move))
        )
        session.send(Tick(session.state.now + 1.5))
    session.draw()
    note = session.widget("note")
    assert isinstance(note, NoteCard)
    assert note.body == "Both scores are from Red's point of view: a plus means that Red is better."
    session.send(PauseGame())
    session.draw()
    cards = [session.widget(f"player.{side}") for side in (RED, BLACK)]
    assert [card.note for card in cards if isinstance(card, PlayerCard)] == ["−0.30", "+0.50"]


def test_the_editor_takes_the_whole_column() -> None:
    session = Session(size=(1600, 1000))
    session.send(OpenEditor())
    session.draw()
    column = session.screen.stage.frame.body
    own = [widget.rect for widget in session.screen.stage.widgets if widget.key.startswith("editor.")]
    assert len(own) > 10
    assert all(column.contains(rect) for rect in own)
    assert max(rect.bottom for rect in own) > column.centery


@pytest.mark.parametrize(
    ("screen", "remembered", "expected"),
    [
        ((1366, 768), NO_SIZE, (1284, 696)),
        ((3840, 2160), NO_SIZE, (3226, 1814)),
        ((1366, 768), (1366, 768), (1366, 696)),
        ((1920, 1080), (1000, 700), (1000, 700)),
    ],
)
def test_the_first_size_fits_the_screen(
    monkeypatch: pytest.MonkeyPatch,
    screen: tuple[int, int],
    remembered: tuple[int, int],
    expected: tuple[int, int],
) -> None:
    info = SimpleNamespace(current_w=screen[0], current_h=screen[1])
    monkeypatch.setattr(pygame.display, "Info", lambda: info)
    assert display._fitting(remembered) == expected


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("a7a8", "Red to move: win by stalemate in 1"),
        ("a7a9", "Red to move: mate in 1"),
    ],
)
def test_an_exercise_that_ends_in_stalemate_says_so(move: str, words: str) -> None:
    session = Session()
    task = SolvingTask("3k5/9/R8/9/9/9/9/9/9/4K4 w", (Move.from_iccs(move),), ExerciseKind.MATE)
    one = Assignment(task, "", "pack", ("mate",), 900)
    session.send(PracticeRead(SUMMARY), TrainingRead(TrainingRequest(ExerciseSet.TODAY), (one,), (None,)))
    session.draw()
    goal = session.widget("exercise.goal")
    assert isinstance(goal, Label)
    assert goal.text == words


@pytest.mark.parametrize(
    ("name", "words"),
    [("in check", "Black is in check"), ("puzzle", "Black to move"), ("practice", "Black to move")],
)
def test_a_given_position_says_who_is_to_move_and_not_how_a_game_begins(name: str, words: str) -> None:
    session = prepared(name, (1920, 1080), "en")
    empty = session.widget("moves.none")
    assert isinstance(empty, EmptyState)
    assert (empty.title, empty.text) == (words, "")
    assert session.screen.stage.widget("moves.rules") is None


@pytest.mark.parametrize("size", [(800, 600), (1366, 768), (3840, 2160)])
@pytest.mark.parametrize("name", ["resume", "practice", "puzzle", "puzzle solved"])
def test_title_and_words_of_a_note_stand_apart(name: str, size: tuple[int, int]) -> None:
    session = prepared(name, size, "en")
    keys = ("resume.title", "resume.text") if name == "resume" else ("puzzle.title", "puzzle.goal")
    unit = session.screen.stage.frame.unit
    upper, lower = map(session.widget, keys)
    assert isinstance(upper, Label)
    assert isinstance(lower, Label)
    assert upper.rect.bottom <= lower.rect.top
    for label in (upper, lower):
        assert label.rect.height >= label.size * unit * 1.2


def test_a_solved_puzzle_says_so_with_a_tick_and_a_button_to_the_next() -> None:
    session = prepared("puzzle solved", (1366, 768), "en")
    words, onwards = session.widget("puzzle.goal"), session.widget("puzzle.after")
    assert isinstance(words, Label)
    assert isinstance(onwards, Button)
    assert (words.text, words.size, onwards.label) == ("Solved", PAGE_TITLE, "Next")
    assert session.widget("puzzle.side").rect.bottom <= words.rect.top


@pytest.mark.parametrize("size", [(1180, 900), (1600, 1000)])
def test_a_streak_is_told_when_an_exercise_is_solved(size: tuple[int, int]) -> None:
    session = Session(size=size)
    exercise(session)
    session.draw()
    streak = session.widget("exercise.streak")
    assert isinstance(streak, Label)
    assert streak.text == "5 solved in a row"
    for ply, move, answer in ((0, "c5b7", "d8d7"), (2, "a5a7", "")):
        session.play(move)
        assert session.screen.stage.widget("exercise.streak") is None, "while a move is being judged"
        assert session.state.mode(Challenge) is not None
        number, moves = session.state.document.id, session.state.mode(Challenge).moves
        reply = tuple(map(Move.from_iccs, answer.split()))
        session.send(AnswerJudged(number, moves[:ply], moves[ply], good=True, line=reply))
        session.send(Tick(session.state.now + 2.0))
    session.draw()
    told = session.widget("exercise.message")
    assert isinstance(told, Label)
    assert told.text.startswith("Solved!")
    assert session.widget("exercise.streak").rect.top >= told.rect.bottom
