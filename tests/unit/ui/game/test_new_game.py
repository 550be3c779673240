"""The new-game panel and those of the engines, by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from ui_session import Session

from xiangqi.app.engines.asks import EngineIntroduced, EngineRefused
from xiangqi.app.engines.engine_list import AddEngine, PlayAgainstEngine, SetEngineOption, ShowEngine
from xiangqi.app.game.handicap import handicap_of
from xiangqi.app.records.asks_reading import FolderListed
from xiangqi.app.session.files import FolderEntry
from xiangqi.app.session.panels import ChangeDraft, ClosePanel, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer
from xiangqi.engine.common.types import Option
from xiangqi.fen import START_FEN
from xiangqi.storage.saved_engines import SavedEngine
from xiangqi.ui.parts.actions import StartTyped
from xiangqi.ui.toolkit.controls import Pager, Stepper
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Choice, Label, Slider

STRONG = SavedEngine("Strong", ("/opt/strong",))
OPTIONS = (
    Option("Hash", "spin", "16", 1, 64),
    Option("Ponder", "check", "false"),
    Option("Style", "combo", "Normal", choices=("Solid", "Normal", "Risky")),
    Option("Clear Hash", "button"),
    *(Option(f"Extra {number}", "spin", "0", 0, 9) for number in range(30)),
)


@pytest.fixture
def session() -> Session:
    """The panel of a new game is open, one engine has been added."""
    session = Session()
    session.settle(engines=(STRONG,))
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    return session


def choose(session: Session, key: str, index: int) -> None:
    choice = session.widget(key)
    assert isinstance(choice, Choice)
    session.click(choice.cells()[index].center)


def slide(session: Session, key: str, share: float) -> None:
    slider = session.widget(key)
    assert isinstance(slider, Slider)
    session.click((round(slider.rect.left + share * (slider.rect.width - 1)), slider.rect.centery))


def step(session: Session, key: str, forward: bool = True) -> None:
    rect = session.widget(key).rect
    session.click((rect.right - 8 if forward else rect.left + 8, rect.centery))


def test_every_kind_of_clock_can_be_chosen(session: Session) -> None:
    choose(session, "new.pages", 1)
    kinds = {}
    for index in range(5):
        choose(session, "new.clock", index)
        kinds[index] = session.state.draft.time
    assert kinds == {
        0: TimeControl(),
        1: TimeControl(move_s=30),
        2: TimeControl(600),
        3: TimeControl(300, 5),
        4: TimeControl(600, 0, 30),
    }
    slide(session, "new.total_s", 0.0)
    slide(session, "new.move_s", 1.0)
    assert session.state.draft.time == TimeControl(60, 0, 180)
    session.click_widget("new.start")
    assert session.state.play.clock is not None
    assert session.state.settings.time_control == "60:1/180"


def test_a_handicap_is_stepped_to_by_mouse_and_keyboard(session: Session) -> None:
    choose(session, "new.pages", 2)
    step(session, "new.handicap")
    assert handicap_of(session.state.draft.start_fen) == "knight"
    step(session, "new.handicap", forward=False)
    step(session, "new.handicap", forward=False)  # there is nothing before the first
    assert session.state.draft.start_fen == START_FEN
    session.screen.memory.focus, session.screen.memory.focus_shown = "new.handicap", True
    session.key(pygame.K_RIGHT)
    session.key(pygame.K_RIGHT)
    assert handicap_of(session.state.draft.start_fen) == "cannon"


def test_pages_are_turned_by_the_keyboard_and_the_panel_begins_with_the_first(session: Session) -> None:
    session.screen.memory.focus, session.screen.memory.focus_shown = "new.pages", True
    session.key(pygame.K_RIGHT)
    session.widget("new.clock")
    session.key(pygame.K_LEFT)
    session.key(pygame.K_LEFT)
    session.widget("new.opponent")
    session.key(pygame.K_RIGHT)
    session.key(pygame.K_ESCAPE)
    session.send(ClosePanel(), OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.widget("new.opponent")


def test_a_typed_position_is_begun_from(session: Session) -> None:
    choose(session, "new.pages", 2)
    session.click_widget("new.fen")
    session.write("3k5/9/9")
    actions = session.click_widget("new.start")
    assert StartTyped(session.state.draft) in actions
    assert session.screen.memory.texts["new.fen"] == "3k5/9/9"
    assert session.state.panel is Panel.NEW_GAME


def test_engines_are_chosen_for_each_side_of_a_game_to_watch(session: Session) -> None:
    choose(session, "new.opponent", 2)
    step(session, "new.engine.black")
    slide(session, "new.level.red", 0.0)
    session.click_widget("new.start")
    setup = session.state.play.setup
    assert (setup.red.kind, setup.red.level) == (PlayerKind.COMPUTER, 1)
    assert (setup.black.kind, setup.black.command, setup.black.name) == (
        PlayerKind.ENGINE,
        STRONG.command,
        "Strong",
    )


def test_an_engine_is_found_in_the_panels_and_played_against(session: Session) -> None:
    choose(session, "new.opponent", 0)
    session.click_widget("new.engines")
    listed = session.widget("engines")
    assert isinstance(listed, ListBox)
    session.click((listed.rect.centerx, listed.rect.top + 5))
    assert session.state.probe is not None
    session.send(EngineIntroduced(session.state.probe.id, "Strong", OPTIONS))
    session.draw()
    session.click_widget("engine.play")
    assert session.state.panel is Panel.NEW_GAME
    assert session.state.draft.black.name == "Strong"


def engine_form(session: Session) -> Session:
    session.send(ShowEngine(STRONG.command))
    assert session.state.probe is not None
    session.send(EngineIntroduced(session.state.probe.id, "Strong", OPTIONS))
    session.draw()
    return session


def options(session: Session) -> dict[str, str]:
    return dict(session.state.settings.engines[0].options)


def test_options_are_set_in_a_form(session: Session) -> None:
    engine_form(session)
    choose(session, "option.Ponder", 1)
    step(session, "option.Style")
    session.click_widget("option.Hash")
    session.key(pygame.K_BACKSPACE)
    session.key(pygame.K_BACKSPACE)
    session.write("32")
    assert SetEngineOption("Clear Hash") in session.click_widget("option.Clear Hash")
    assert options(session) == {"Ponder": "true", "Style": "Risky", "Hash": "32"}


def test_a_value_that_the_engine_could_not_take_is_marked_and_not_kept(session: Session) -> None:
    engine_form(session)
    session.click_widget("option.Hash")
    session.write("00")
    field = session.widget("option.Hash")
    assert isinstance(field, TextField)
    assert field.wrong
    assert options(session) == {}
    session.key(pygame.K_BACKSPACE)
    session.key(pygame.K_BACKSPACE)
    field = session.widget("option.Hash")
    assert isinstance(field, TextField)
    assert not field.wrong


def test_a_long_form_has_pages(session: Session) -> None:
    engine_form(session)
    seen = []
    pager = session.widget("engine.page")
    assert isinstance(pager, Pager)
    for _ in range(len(OPTIONS)):
        names = [option.name for option in OPTIONS if session.screen.stage.widget(f"option.{option.name}")]
        seen += [name for name in names if name not in seen]
        step(session, "engine.page")
    assert seen == [option.name for option in OPTIONS]
    pager = session.widget("engine.page")
    assert isinstance(pager, Stepper)
    assert pager.after is None


def test_a_program_is_chosen_in_the_list_and_its_failure_offers_the_built_in_engine(session: Session) -> None:
    session.send(OpenPanel(Panel.ENGINES))
    session.draw()
    session.click_widget("engines.add")
    session.send(FolderListed(Path("/old"), (FolderEntry("a.pgn", False, 5),)))
    session.draw()
    listed = session.widget("folder")
    assert isinstance(listed, ListBox)
    assert len(listed.rows) == 0  # records that were listed before are no programs
    session.send(FolderListed(Path("/opt"), (FolderEntry("weak", False, 5),), programs=True))
    session.draw()
    rect = session.widget("folder").rect
    assert AddEngine(Path("/opt/weak")) in session.click((rect.centerx, rect.top + 5))
    assert session.state.probe is not None
    session.send(EngineRefused(session.state.probe.id, "weak ended with exit code 1"))
    session.draw()
    assert PlayAgainstEngine(()) in session.click_widget("engine.built_in")
    assert session.state.draft.black.kind is PlayerKind.COMPUTER


def test_a_question_that_is_declined_leaves_the_panel_as_it_was() -> None:
    session = Session()
    session.play("h2e2")
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    choose(session, "new.pages", 1)
    before = [widget.key for widget in session.screen.stage.widgets]
    session.click_widget("new.start")
    assert session.state.question is not None
    session.send(Answer(False))
    session.draw()
    assert [widget.key for widget in session.screen.stage.widgets] == before


def clock_notes(red: Player, black: Player, time: TimeControl) -> list[str]:
    session = Session()
    session.send(OpenPanel(Panel.NEW_GAME), ChangeDraft(Setup(red, black, time=time)))
    session.draw()
    session.screen.memory.rows["new.pages"] = 1
    session.draw()
    notes = (session.screen.stage.widget(key) for key in ("new.clock_note", "new.timed_note"))
    return [note.text for note in notes if isinstance(note, Label)]


@pytest.mark.parametrize(
    "time", [TimeControl(move_s=30), TimeControl(600), TimeControl(300, 5), TimeControl(600, 0, 30)]
)
def test_notes_about_the_clock_do_not_contradict_each_other(time: TimeControl) -> None:
    computer = Player(PlayerKind.COMPUTER, 3)
    alone, friends = clock_notes(Player(), computer, time), clock_notes(Player(), Player(), time)
    assert " ".join(alone).count("loses") == 1, "one loss, of one time"
    assert "No takebacks" in alone[1]
    assert "need both players' agreement" in friends[1]
    assert len(clock_notes(computer, computer, time)) == 1, "nobody is there to take a move back"
