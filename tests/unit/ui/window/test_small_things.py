"""What a player meets by the way: titles, tips, ellipses, taken pieces, positions that are typed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
import screens
from analysing import analyse
from ui_session import HOT_SEAT, Session

from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.exercises.state import Training
from xiangqi.app.game.play import NewGame
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_writing import FileSaved
from xiangqi.app.records.browse import GoFirst, GoLast
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session import view
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.update import Answer
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.labels import FILE_LETTERS
from xiangqi.ui.analysis.graph import Graph
from xiangqi.ui.board.wood import ground
from xiangqi.ui.game.captured import TakenPieces
from xiangqi.ui.parts.actions import COMMENT, START_FEN_FIELD, StartTyped
from xiangqi.ui.parts.cards import EmptyState, NoteCard
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit import fonts
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.theme import BOARDS
from xiangqi.ui.toolkit.widgets import Button, Choice, Label
from xiangqi.ui.window.tips import Tip

FEN = "4k4/9/9/9/9/9/9/9/R8/3K5 w"


@pytest.fixture
def session() -> Session:
    return Session((1366, 768))


def keys(session: Session) -> set[str]:
    return {widget.key for widget in session.screen.stage.widgets}


# ---- The editor's FEN ----


def test_a_fen_can_be_typed_into_the_editor(session: Session) -> None:
    session.send(OpenEditor())
    session.draw()
    session.click_widget("editor.fen")
    session.key(pygame.K_a, pygame.KMOD_CTRL)
    session.write("4k4/9/9/9/9/9/9/9/R8")
    verdict = session.widget("editor.verdict")
    assert isinstance(verdict, NoteCard)
    assert verdict.title == "Not a complete FEN yet"
    assert "rows" in verdict.body
    field = session.widget("editor.fen")
    assert isinstance(field, TextField)
    assert field.wrong
    play = session.widget("editor.play")
    assert isinstance(play, Button)
    assert not play.enabled
    session.write("/3K5 w")
    assert editor_of(session.state) is not None
    assert editor_of(session.state).fen.startswith("4k4/9/9/9/9/9/9/9/R8/3K5 w")
    assert view.snapshot(session.state).fen.startswith("4k4/9/9/9/9/9/9/9/R8/3K5 w")
    session.key(pygame.K_ESCAPE)
    session.write("k")
    assert editor_of(session.state).brush is not None, "outside the field letters choose pieces again"


def test_the_field_follows_the_board_and_a_pasted_fen_replaces_all(session: Session) -> None:
    session.send(OpenEditor())
    session.draw()
    session.click_widget("editor.clear")
    field = session.widget("editor.fen")
    assert isinstance(field, TextField)
    assert editor_of(session.state) is not None
    assert field.text(session.screen.memory) == editor_of(session.state).fen
    session.click_widget("editor.fen")
    change = session.screen.insert(FEN)
    assert isinstance(change, Intent)
    session.send(change)
    assert editor_of(session.state).fen.startswith(FEN)


# ---- The first position of a new game ----


def test_a_typed_position_is_shown_and_the_usual_start_goes_out(session: Session) -> None:
    screens.new_game_of(session, more=True)
    session.draw()
    choice = session.widget("new.from")
    assert isinstance(choice, Choice)
    assert choice.chosen == 0
    session.screen.memory.texts[START_FEN_FIELD] = FEN
    session.draw()
    choice, preview, start = (session.widget(f"new.{name}") for name in ("from", "preview", "start"))
    assert isinstance(choice, Choice)
    assert choice.chosen == -1
    assert isinstance(preview, SmallBoard)
    assert len(preview.pieces) == 3
    assert isinstance(start, Button)
    assert isinstance(start.action, StartTyped)
    session.screen.memory.texts[START_FEN_FIELD] = "4k4/9"
    session.draw()
    fault = session.widget("new.fault")
    assert isinstance(fault, Label)
    assert "rows" in fault.text
    preview = session.widget("new.preview")
    assert isinstance(preview, SmallBoard)
    assert len(preview.pieces) == 32, "what cannot be played is not shown"


# ---- Typing a move ----


@pytest.mark.parametrize("at_once", [True, False])
def test_a_chinese_move_begins_the_field(session: Session, at_once: bool) -> None:
    for text in ("炮二平五",) if at_once else "炮二平五":
        session.post(pygame.TEXTEDITING, text="pao", start=0, length=3)
        session.post(pygame.TEXTINPUT, text=text)
    session.key(pygame.K_RETURN)
    assert session.iccs() == ["h2e2"]


# ---- Titles ----


def saved_as(session: Session, name: str) -> None:
    session.send(SaveFile(Path(name)))
    order = session.effects[-1]
    session.send(FileSaved(Path(name), order.source, ()))  # type: ignore[attr-defined]
    session.draw()


def title(session: Session) -> str:
    label = session.widget("head.title")
    assert isinstance(label, Label)
    return label.text


@pytest.mark.parametrize("tags", ["", '[Event "五羊杯"]\n'])
def test_a_record_is_called_by_the_name_it_was_saved_under(session: Session, tags: str) -> None:
    session.open_record(f"{tags}\n1. 兵七进一 *", "old.pgn")
    assert title(session) == ("五羊杯" if tags else "old.pgn")
    saved_as(session, "new.pgn")
    assert title(session) == "new.pgn"


def test_the_title_of_a_record_is_shown(session: Session) -> None:
    session.open_record('[Title "弃马十三着"]\n[Event "?"]\n\n1. 兵七进一 *')
    assert title(session) == "弃马十三着"


@pytest.mark.parametrize("at_end", [False, True])
def test_the_field_for_comments_says_what_it_is_for_and_its_title_tells_the_facts(
    session: Session, at_end: bool
) -> None:
    session.open_record('[Date "1995.03.01"]\n\n1. 兵七进一 0-1')
    session.send(GoLast() if at_end else GoFirst())
    session.draw()
    field = session.widget(COMMENT)
    assert isinstance(field, TextField)
    assert field.placeholder == "Write a comment here"
    head = session.widget("note.title")
    assert isinstance(head, Label)
    assert head.text == ("Black wins" if at_end else "Comment · 1 Mar 1995")
    assert (session.screen.stage.widget("mark.1") is not None) == at_end, "nothing was played before"


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ('[Red "胡荣华"]\n[Black "吕钦"]\n[Date "1995.03.01"]\n', "胡荣华-吕钦 1995-03-01.pgn"),
        ('[Red "Hu"]\n[Date "1995.??.??"]\n', "Hu 1995.pgn"),
        ('[Title "A/B: C?"]\n', "AB C"),
        ("", "xiangqi"),
    ],
)
def test_a_new_file_is_called_by_players_and_date(session: Session, tags: str, name: str) -> None:
    session.open_record(f"{tags}\n1. 兵七进一 *", "")
    session.state = session.state.put(_unnamed(session))
    assert view.suggested_name(session.state).startswith(name)
    assert view.suggested_name(session.state).endswith(".pgn")


def _unnamed(session: Session) -> Document:
    return replace(session.state.document, collection=None, target=None)


# ---- Tips ----


def test_an_icon_reached_by_tab_is_told(session: Session) -> None:
    found = set()
    for _ in range(40):
        session.key(pygame.K_TAB)
        if "tooltip" in keys(session):
            found.add(session.screen.memory.focus)
    assert {"tool.open", "moves.menu"} & {str(key) for key in found}


def test_what_has_been_pressed_is_told_again_only_once_the_mouse_comes_back(session: Session) -> None:
    place = session.widget("game.flip").rect.center
    session.move_mouse(place)
    assert "tooltip" in keys(session)
    session.click(place)
    assert "tooltip" not in keys(session)
    session.move_mouse(session.widget("game.hint").rect.center)
    session.move_mouse(place)
    assert "tooltip" in keys(session)


def test_no_tip_covers_the_evaluation_and_its_lines(session: Session) -> None:
    analyse(session)
    session.draw()
    read = [widget.rect for widget in session.screen.stage.widgets if widget.keeps_clear]
    assert len(read) >= 5
    for key in ("analysis.line.0", "analysis.line.1", "analysis.arrows", "analysis.threat", "analysis.hide"):
        rect = session.widget(key).rect
        session.move_mouse((rect.left + 8, rect.centery))  # of a line: its score
        tip = session.widget("tooltip")
        assert tip.rect.collidelist(read) < 0, key
        assert session.surface.get_rect().contains(tip.rect)


# ---- Room ----


def test_a_graph_of_one_move_leaves_the_room_to_others(session: Session) -> None:
    session.send(NewGame(HOT_SEAT), Answer(True))
    session.play("h2e2")
    session.send(ToggleAnalysis())
    session.draw()
    session.choose_tab("analysis.tabs", "graph")
    graph = session.widget("analysis.graph")
    assert isinstance(graph, Graph)
    assert session.widget("review.start").rect.top > graph.rect.bottom


def test_taken_pieces_are_shown_in_a_small_window() -> None:
    session = Session((1000, 700))
    session.play("h2e2 h9g7 e2e6")
    taken = [widget for widget in session.screen.stage.widgets if isinstance(widget, TakenPieces)]
    assert [len(row.codes) for row in taken] == [1]


@pytest.mark.parametrize("cell", [14, 18, 24, 35, 60])
def test_the_letters_of_a_small_board_are_whole(cell: int) -> None:
    board = next(iter(BOARDS.values()))
    plain, lettered = (
        pygame.surfarray.array3d(ground(board, cell, False, asked, "")) for asked in (False, True)
    )
    changed = (plain != lettered).any(axis=2)
    layout, half = BoardLayout(0, 0, cell), cell // 2
    for file, letter in enumerate(FILE_LETTERS):
        x = layout.grid_point(file, 0)[0]
        drawn = changed[x - half : x + half, -cell:].sum()
        ink = pygame.surfarray.array_alpha(
            fonts.text(letter, max(9, round(cell * 0.19)), (255, 255, 255), fonts.Face.BOLD)
        )
        assert drawn >= 0.9 * (ink > 40).sum(), letter


# ---- Words ----


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        ("thinking…", "thinking..."),
        ("Draw after … moves", "Draw after ... moves"),
        ("…/games", ".../games"),
        ("1…", "1..."),
        ("…", "..."),
        ("思考中…", "思考中…"),
        ("plain", "plain"),
    ],
)
def test_an_ellipsis_beside_letters_is_three_dots(words: str, drawn: str) -> None:
    assert fonts._drawable(words) == drawn
    assert fonts.text_size(words, 20) == fonts.text_size(drawn, 20)


def test_an_exercise_that_is_open_can_be_skipped(session: Session) -> None:
    screens.exercise(session)
    session.draw()
    training = session.state.held(Training)
    assert training is not None
    done = tuple(True if place != training.place else None for place in range(len(training.results)))
    session.state = session.state.with_part(replace(training, results=done))
    session.draw()
    button = session.widget("exercise.skip")
    assert isinstance(button, Button)
    assert button.label == "Skip"
    assert "exercise.more" not in keys(session)


def test_tips_in_the_rail_cover_no_place_and_repeat_no_label(session: Session) -> None:
    places = [widget.rect for widget in session.screen.stage.widgets if widget.key.startswith("rail.")]
    for key, label in (("rail.home", "Home"), ("rail.games", "Games")):
        session.move_mouse(session.widget(key).rect.center)
        tip = session.widget("tooltip")
        assert isinstance(tip, Tip)
        assert tip.rect.collidelist(places) < 0
        assert label not in tip.text
        assert tip.text


def test_an_empty_analysis_board_is_no_record(session: Session) -> None:
    session.send(GoToPlace(Place.ANALYSE))
    session.draw()
    session.choose_tab("analysis.tabs", "moves")
    told = session.widget("moves.none")
    assert isinstance(told, EmptyState)
    assert told.text == "Move a piece on the board to start."
