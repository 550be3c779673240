"""The new-game panel and those of the engines, by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.engines.asks import EngineIntroduced, EngineRefused
from xiangqi.app.engines.engine_list import AddEngine, PlayAgainstEngine, SetEngineOption, ShowEngine
from xiangqi.app.game.handicap import handicap_fen, handicap_of
from xiangqi.app.game.play import NewGame, Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.records.asks_reading import FolderListed
from xiangqi.app.session.files import FolderEntry
from xiangqi.app.session.panels import ChangeDraft, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Option
from xiangqi.fen import START_FEN
from xiangqi.storage.saved_engines import SavedEngine
from xiangqi.ui.game.new_game_more import Fold
from xiangqi.ui.parts.actions import START_FEN_FIELD, StartTyped
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.controls import Pager, Stepper
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.tiles import Tile
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
    session.send(OpenPanel(Panel.NEW_GAME), ChangeDraft(Setup(Player(), Player(PlayerKind.COMPUTER, 3))))
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


def said(session: Session) -> str:
    label = session.widget("new.said")
    assert isinstance(label, Label)
    return label.text


def test_clocks_are_chosen_by_one_click_and_changed_in_fields(session: Session) -> None:
    kinds = []
    for index in range(7):
        choose(session, "new.clock", index)
        kinds.append(session.state.draft.time)
    assert kinds == [
        TimeControl(),
        TimeControl(180, 2),
        TimeControl(300),
        TimeControl(600, 5),
        TimeControl(900, 10),
        TimeControl(1800),
        TimeControl(3600, 0, 30),
    ]
    for key, digits in (("total_s", "1"), ("increment_s", "7"), ("move_s", "")):
        session.click_widget(f"new.{key}")
        for _ in range(4):
            session.key(pygame.K_BACKSPACE)
        session.write(digits)
    assert session.state.draft.time == TimeControl(60, 7)
    clock = session.widget("new.clock")
    assert isinstance(clock, Choice)
    assert clock.chosen == -1, "it is none of the presets"
    assert said(session).endswith("1 + 7")
    session.click_widget("new.start")
    assert session.state.play.clock is not None
    assert session.state.settings.time_control == "60+7"


def test_letters_and_too_large_numbers_make_no_clock(session: Session) -> None:
    session.click_widget("new.total_s")
    session.write("x99999")
    assert session.state.draft.time == TimeControl(600 * 60)
    session.key(pygame.K_BACKSPACE)
    assert session.state.draft.time == TimeControl(60 * 60)


def test_a_handicap_is_stepped_to_by_mouse_and_keyboard(session: Session) -> None:
    session.click_widget("new.more")
    step(session, "new.handicap")
    assert handicap_of(session.state.draft.start_fen) == "knight"
    step(session, "new.handicap", forward=False)
    step(session, "new.handicap", forward=False)  # there is nothing before the first
    assert session.state.draft.start_fen == START_FEN
    session.screen.memory.focus, session.screen.memory.focus_shown = "new.handicap", True
    session.key(pygame.K_RIGHT)
    session.key(pygame.K_RIGHT)
    assert handicap_of(session.state.draft.start_fen) == "cannon"


def test_more_is_unfolded_by_mouse_and_keyboard_and_folded_when_the_page_opens(session: Session) -> None:
    assert session.screen.stage.widget("new.rules") is None
    session.click_widget("new.more")
    session.widget("new.rules")
    session.screen.memory.focus, session.screen.memory.focus_shown = "new.more", True
    session.key(pygame.K_RETURN)
    session.widget("new.level")
    session.key(pygame.K_SPACE)
    session.widget("new.rules")
    session.send(OpenPanel(Panel.START))
    session.draw()
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.widget("new.level")


def test_more_names_what_differs_from_usual_and_so_does_the_line_above_start(session: Session) -> None:
    fold = session.widget("new.more")
    assert isinstance(fold, Fold)
    assert fold.aside == "Standard settings"
    draft = session.state.draft
    unusual = replace(draft, start_fen=handicap_fen("knight"), rules=replace(draft.rules, occurrences=4))
    session.send(ChangeDraft(unusual))
    session.draw()
    fold = session.widget("new.more")
    assert isinstance(fold, Fold)
    assert fold.aside == "Red gives a horse · judged after 4 occurrences"
    assert said(session) == f"Friendly game · Level 3 · Red · no clock · {fold.aside}"


def test_colours_are_chosen_and_drawn(session: Session) -> None:
    session.click_widget("new.side.black")
    assert session.state.draft.human_side == BLACK
    board = session.widget("new.preview")
    assert isinstance(board, SmallBoard)
    assert board.flipped
    assert said(session) == "Rated game · Level 3 · Black · no clock"
    session.click_widget("new.side.lot")
    assert session.state.settings.by_lot
    assert said(session) == "Rated game · Level 3 · random colour · no clock"
    assert NewGame(session.state.draft, by_lot=True) in session.click_widget("new.start")
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.click_widget("new.side.red")
    assert (session.state.settings.by_lot, session.state.draft.human_side) == (False, RED)


def test_levels_say_what_they_are_and_how_one_has_done(session: Session) -> None:
    after = prepared("new game, after games", (1366, 740), "en")
    name, told = after.widget("new.level_name"), after.widget("new.results")
    assert isinstance(name, Label)
    assert isinstance(told, Label)
    assert name.text == "Level 5 · Club player · rated about 1650"
    assert told.text == "Your results at this level: 1 won, 0 drawn, 1 lost"
    slide(session, "new.level", 1.0)
    name = session.widget("new.level_name")
    assert isinstance(name, Label)
    assert name.text.startswith("Level 16 · Full strength")


def test_a_rematch_says_that_it_swaps_colours_and_the_last_terms_are_one_click(session: Session) -> None:
    session.settle(guided=True)
    session.send(NewGame(replace(Setup(Player(), Player(PlayerKind.COMPUTER, 4)), time=TimeControl(600, 5))))
    session.play("h2e2")
    session.send(Resign(), Answer(True), OpenPanel(Panel.NEW_GAME))
    session.draw()
    rematch, last = session.widget("new.rematch"), session.widget("new.like_last")
    assert isinstance(rematch, Tile)
    assert isinstance(last, Tile)
    assert (rematch.detail, rematch.action) == ("you play Black", Rematch(swap=True))
    assert last.detail == "Level 4 · Red · 10 + 5"
    session.click_widget("new.like_last")
    assert session.state.play.setup.black.level == 4


def test_a_typed_position_is_begun_from(session: Session) -> None:
    session.click_widget("new.more")
    session.click_widget("new.fen")
    session.write("3k5/9/9")
    actions = session.click_widget("new.start")
    assert StartTyped(session.state.draft) in actions
    assert session.screen.memory.texts["new.fen"] == "3k5/9/9"
    assert session.state.panel is Panel.NEW_GAME


def test_engines_are_chosen_for_each_side_of_a_game_to_watch(session: Session) -> None:
    session.click_widget("new.kind.watch")
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
    session.send(OpenPanel(Panel.ENGINES))
    session.draw()
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
    session.click_widget("new.more")
    before = [widget.key for widget in session.screen.stage.widgets]
    session.click_widget("new.start")
    assert session.state.question is not None
    session.send(Answer(False))
    session.draw()
    assert [widget.key for widget in session.screen.stage.widgets] == before


def test_without_engines_a_link_leads_to_them() -> None:
    session = Session()
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.click_widget("new.kind.computer")
    assert OpenPanel(Panel.ENGINES) in session.click_widget("new.engines")


@pytest.mark.parametrize(
    ("red", "black", "note"),
    [
        (Player(), Player(PlayerKind.COMPUTER, 3), "No takebacks"),
        (Player(), Player(), "need both players' agreement"),
        (Player(PlayerKind.COMPUTER, 3), Player(PlayerKind.COMPUTER, 3), ""),
    ],
)
def test_what_a_clock_means_for_takebacks_is_said(red: Player, black: Player, note: str) -> None:
    session = Session()
    session.send(OpenPanel(Panel.NEW_GAME), ChangeDraft(Setup(red, black, time=TimeControl(600))))
    session.draw()
    told = session.screen.stage.widget("new.timed_note")
    assert (told is not None) is bool(note)
    if isinstance(told, Label):
        assert note in told.text
    session.send(ChangeDraft(Setup(red, black)))
    session.draw()
    assert session.screen.stage.widget("new.timed_note") is None


@pytest.mark.parametrize("language", ["en", "zh-Hans", "vi"])
@pytest.mark.parametrize(
    ("red", "black"),
    [
        (Player(), Player(PlayerKind.COMPUTER, 3)),
        (Player(), Player()),
        (Player(PlayerKind.COMPUTER, 3), Player(PlayerKind.COMPUTER, 3)),
    ],
)
def test_more_stays_unfolded_with_room_for_all_that_it_can_show(
    red: Player, black: Player, language: str
) -> None:
    session = prepared("new game", (1920, 1050), language)
    start = handicap_fen("horse", RED)
    session.send(ChangeDraft(Setup(red, black, start_fen=start, time=TimeControl(600))))
    session.screen.memory.texts[START_FEN_FIELD] = "9/9 w"
    session.draw()
    card = session.widget("new.more.card").rect
    inside = [one for one in session.screen.stage.widgets if card.collidepoint(one.rect.topleft)]
    assert {"new.rules", "new.fen", "new.fault", "new.black_clock"} <= {one.key for one in inside}
    assert all(card.contains(one.rect) for one in inside)
    assert session.screen.stage.widget("new.more") is None
    assert card.bottom <= 1050


@pytest.mark.parametrize(
    ("start", "moves", "typed", "first"),
    [
        (START_FEN, (), "", "Red"),
        (START_FEN.replace(" w", " b"), (), "", "Black"),
        (START_FEN, ("h2e2",), "", "Black"),
        (START_FEN, (), START_FEN.replace(" w", " b"), "Black"),
        (START_FEN, (), "no position", "Red"),
    ],
)
def test_who_moves_first_is_told_by_the_position_in_which_the_game_begins(
    session: Session, start: str, moves: tuple[str, ...], typed: str, first: str
) -> None:
    setup = replace(session.state.draft, start_fen=start)
    session.state = replace(session.state, draft=setup, draft_moves=tuple(map(Move.from_iccs, moves)))
    session.screen.memory.texts[START_FEN_FIELD] = typed
    session.draw()
    assert session.widget("new.first").text == f"{first} moves first"


@pytest.mark.parametrize("size", [(1280, 740), (1366, 740), (1920, 1050), (800, 600), (900, 1400)])
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_everything_is_on_one_page(size: tuple[int, int], language: str) -> None:
    session = prepared("new game", size, language)
    shown = {one.key for one in session.screen.stage.widgets}
    assert {"new.level", "new.side.lot", "new.clock", "new.total_s", "new.said", "new.start"} <= shown
    assert ("new.more" in shown) is not ("new.rules" in shown), "unfolded only where all cards have room"
    assert ("new.rules" in shown) is (size[1] >= 1050)
    assert "pane" not in shown, "nothing scrolls"


def test_start_and_board_keep_their_places_whatever_is_chosen() -> None:
    session = prepared("new game, after games", (1920, 1050), "zh-Hans")
    computer = Player(PlayerKind.COMPUTER, 3)
    places = set()
    for red, black in ((Player(), computer), (Player(), Player()), (computer, computer)):
        for time in (TimeControl(), TimeControl(600, 5)):
            session.send(ChangeDraft(Setup(red, black, time=time)))
            session.draw()
            places.add((*session.widget("new.start").rect, *session.widget("new.preview").rect))
    assert len(places) == 1


def test_there_is_no_last_time_before_any_game() -> None:
    session = Session((1366, 740))
    session.settle(guided=True)
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    assert "new.like_last" not in {widget.key for widget in session.screen.stage.widgets}


def test_enter_in_a_field_of_the_clock_starts_the_game(session: Session) -> None:
    session.click_widget("new.total_s")
    session.write("7")
    session.key(pygame.K_RETURN)
    assert session.state.panel is None
    assert session.state.play.setup.time.total_s == 7 * 60


def test_two_people_are_offered_only_terms_of_two_people() -> None:
    session = Session((1366, 740))
    session.send(NewGame(Setup(red=Player(), black=Player(PlayerKind.COMPUTER, 5))))
    session.play("h2e2 h9g7")
    session.send(Resign(), Answer(True), OpenPanel(Panel.NEW_GAME))
    session.draw()
    offered = ["new.rematch", "new.like_last"]
    assert all(session.screen.stage.widget(key) is not None for key in offered)
    session.click_widget("new.kind.friend")
    session.draw()
    assert session.state.draft.is_hot_seat
    assert not any(session.screen.stage.widget(key) is not None for key in offered)


def test_choosing_another_kind_of_game_brings_the_clock_of_that_kind() -> None:
    session = Session((1366, 740))
    session.state = replace(session.state, settings=replace(session.state.settings, friends_clock="1800"))
    session.send(NewGame(Setup(black=Player(PlayerKind.COMPUTER, 5), time=TimeControl(600))))
    session.send(OpenPanel(Panel.NEW_GAME))
    for kind, time in (("friend", TimeControl(1800)), ("computer", TimeControl(600)), ("watch", UNTIMED)):
        session.draw()
        session.click_widget(f"new.kind.{kind}")
        assert session.state.draft.time == time
