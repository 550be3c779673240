"""Panels, questions, settings, files, clipboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session, offer_of

from xiangqi.app.effect import CopyText
from xiangqi.app.event import Notify, Tick, Tone
from xiangqi.app.game.asks import JournalFound
from xiangqi.app.game.play import NewGame
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.welcome import BeginAsTold, ChooseReading, TellExperience
from xiangqi.app.records.asks_reading import FolderListed, ListFolder
from xiangqi.app.records.asks_writing import CopyRecord, FileExists, FileSaved, SaveFailed, WriteRecord
from xiangqi.app.records.browse import GoFirst
from xiangqi.app.records.clipboard import CopyGame, CopyPosition
from xiangqi.app.records.clipboard_faults import nothing_copied
from xiangqi.app.records.loading import EnterFolder
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session.dispatch import followed, handled
from xiangqi.app.session.files import FolderEntry
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import ChangeDraft, ClosePanel, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings, WindowResized
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import Move
from xiangqi.i18n.message import Argument, Message
from xiangqi.records.text import pgn_writer
from xiangqi.storage.settings import NOTATIONS

HERE = Path("/records")
SALVAGED = offer_of(Setup(HUMAN, HUMAN), "h2e2", damaged=True)


def said(session: Session) -> tuple[str, dict[str, Argument]]:
    message = session.state.toasts[-1].message
    return message.key.removeprefix("toast."), message.arguments


def test_every_message_has_a_handler() -> None:
    from xiangqi.app.event import Event
    from xiangqi.app.notice import Notice

    assert handled() == {*Intent.__subclasses__(), *Event.__subclasses__()}
    assert followed() == {*Notice.__subclasses__()}


# ---- Panels ----


def test_the_new_game_panel_begins_with_the_last_choices(against_computer: Session) -> None:
    against_computer.send(OpenPanel(Panel.NEW_GAME))
    assert against_computer.state.panel is Panel.NEW_GAME
    assert against_computer.state.draft == against_computer.state.play.setup
    draft = Setup(COMPUTER, COMPUTER)
    against_computer.send(ChangeDraft(draft))
    assert against_computer.state.draft == draft
    against_computer.send(NewGame(draft))
    assert against_computer.state.panel is None
    assert against_computer.state.play.setup == draft


def test_panels_replace_one_another_and_close(session: Session) -> None:
    session.send(OpenPanel(Panel.HELP), OpenPanel(Panel.SETTINGS))
    assert session.state.panel is Panel.SETTINGS
    session.send(ClosePanel())
    assert session.state.panel is None


def test_toasts_go_after_a_while_and_do_not_pile_up(hot_seat: Session) -> None:
    hot_seat.send(Tick(10.0))
    for number in range(8):
        hot_seat.send(FileSaved(HERE / f"{number}.pgn"), FileSaved(HERE / f"{number}.pgn"))
    names = [toast.message.arguments["name"] for toast in hot_seat.state.toasts]
    assert names == [str(HERE / f"{number}.pgn") for number in range(4, 8)]
    hot_seat.send(Tick(11.0))
    assert len(hot_seat.state.toasts) == 4
    hot_seat.send(Tick(60.0))
    assert hot_seat.state.toasts == ()


def test_a_tick_alone_changes_nothing_that_is_seen(hot_seat: Session) -> None:
    before = hot_seat.state
    hot_seat.send(Tick(1.0), Tick(2.0))
    assert hot_seat.state == before
    assert hot_seat.state.now == 2.0


# ---- Settings ----


def test_settings_change_and_are_saved(session: Session) -> None:
    session.send(ChangeSettings({"volume": 0.1, "notation": "wxf", "nonsense": 1, "level": 77}))
    saved = session.one(SaveSettings).settings
    assert (saved.volume, saved.notation, saved.level) == (0.1, "wxf", 3)
    session.send(ChangeSettings({"volume": 0.1}))
    assert not session.found(SaveSettings)


@pytest.mark.parametrize(
    ("first", "language", "notation"),
    [
        ("chinese", "zh-Hant", "chinese-traditional"),
        ("chinese-traditional", "zh-Hans", "chinese"),
        ("chinese", "en", "chinese"),
        ("iccs", "zh-Hant", "iccs"),
    ],
)
def test_chinese_notation_follows_the_script(
    session: Session, first: str, language: str, notation: str
) -> None:
    session.send(ChangeSettings({"language": "zh-Hans" if language == "zh-Hant" else "zh-Hant"}))
    session.send(ChangeSettings({"notation": first}))
    session.send(ChangeSettings({"language": language}))
    assert session.state.settings.notation == notation


@pytest.mark.parametrize("notation", NOTATIONS)
def test_choosing_pieces_leaves_the_notation_alone(session: Session, notation: str) -> None:
    session.send(ChangeSettings({"notation": notation}))
    for pieces in ("western", "traditional", "western"):
        session.send(ChangeSettings({"piece_set": pieces}))
        assert session.state.settings == replace(session.state.settings, piece_set=pieces, notation=notation)


def test_the_welcome_gives_pieces_and_moves_that_can_be_read_and_cannot_be_left(session: Session) -> None:
    session.send(OpenPanel(Panel.WELCOME), Cancel())
    assert session.state.panel is Panel.WELCOME
    session.send(ChooseReading(chinese=False), BeginAsTold())
    settings = session.state.settings
    assert (settings.piece_set, settings.notation) == ("western", "iccs")
    assert session.state.panel is Panel.WELCOME, "the second question is open"
    session.send(TellExperience("moves"), BeginAsTold())
    assert session.state.settings.guided
    assert session.state.panel is None


def test_the_window_size_is_remembered_but_not_written_at_every_step(session: Session) -> None:
    session.send(WindowResized((900, 700), maximised=True))
    assert session.state.settings.window_size == (900, 700)
    assert not session.found(SaveSettings)
    session.send(Quit())
    saved = session.one(SaveSettings).settings
    assert (saved.window_size, saved.maximised) == ((900, 700), True)


# ---- Files ----


def test_the_file_panel_lists_the_last_folder(session: Session) -> None:
    session.send(OpenPanel(Panel.OPEN_FILE))
    assert session.one(ListFolder).path is None
    entries = (FolderEntry("old", True), FolderEntry("a.pgn", False, 100))
    session.send(FolderListed(HERE, entries))
    assert session.state.folder.entries == entries
    session.send(EnterFolder(HERE / "old"))
    assert session.one(ListFolder).path == HERE / "old"
    session.send(OpenPanel(Panel.SAVE_FILE))
    assert session.one(ListFolder).path == HERE
    session.send(FolderListed(HERE / "gone", (), "no such folder"))
    assert session.state.folder.error == "no such folder"


def test_saving_writes_what_is_on_the_board(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(OpenPanel(Panel.SAVE_FILE), FolderListed(HERE, ()), SaveFile(Path("mine")))
    order = hot_seat.one(WriteRecord)
    assert order.path == HERE / "mine.pgn"
    assert order.game.to_game().main_line() == [Move.from_iccs("h2e2")]
    assert not order.overwrite
    assert hot_seat.state.panel is None
    hot_seat.send(FileSaved(order.path))
    assert said(hot_seat) == ("saved", {"name": str(order.path)})


def test_an_existing_file_is_not_replaced_without_asking(hot_seat: Session) -> None:
    hot_seat.send(FileExists(HERE / "mine.pgn"))
    assert hot_seat.state.question is not None
    hot_seat.send(Answer(True))
    order = hot_seat.one(WriteRecord)
    assert order.overwrite
    assert order.path == HERE / "mine.pgn"


def test_failures_to_save_are_told(session: Session) -> None:
    session.send(SaveFailed(HERE / "mine.pgn", "disk full"))
    assert said(session) == ("cannot_save", {"name": "mine.pgn", "detail": "disk full"})


def test_position_and_game_are_copied(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(GoFirst(), CopyPosition())
    assert hot_seat.one(CopyText).text.startswith(
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
    )
    hot_seat.send(CopyGame())
    assert hot_seat.one(CopyRecord).game.to_game().main_line() == [Move.from_iccs("h2e2")]


def test_a_copied_game_does_not_tell_where_an_engine_lies(session: Session) -> None:
    engine = Player(PlayerKind.ENGINE, 3, ("/srv/anna/engines/strong", "--book", "/srv/anna/book"))
    session.new(HUMAN, engine)
    session.play("h2e2")
    session.send(CopyGame())
    text = pgn_writer.write(session.one(CopyRecord).game.to_game()).decode()
    assert '[Black "strong, level 3"]' in text
    assert "anna" not in text


# ---- News of files ----


def test_a_damaged_journal_is_told_with_the_game_that_it_offers(session: Session) -> None:
    session.send(JournalFound(offer_of(Setup(HUMAN, HUMAN), "h2e2", damaged=True), HERE / "d.pgn"))
    assert said(session) == ("journal_damaged", {"name": str(HERE / "d.pgn"), "count": 1})


def test_a_damaged_journal_without_a_move_is_not_said_to_be_recovered(session: Session) -> None:
    session.send(JournalFound(offer_of(Setup(HUMAN, HUMAN), damaged=True), HERE / "d.pgn"))
    assert said(session) == ("journal_lost", {"name": str(HERE / "d.pgn")})


def test_what_is_only_told_is_a_toast(session: Session) -> None:
    unwritable = Message("toast.settings_unwritable", detail="disk full")
    before = session.state
    session.send(Notify(unwritable, Tone.ERROR))
    (toast,) = session.state.toasts
    assert (toast.message, toast.tone) == (unwritable, Tone.ERROR)
    assert replace(session.state, toasts=()) == before
    session.send(Notify(unwritable))
    assert [toast.tone for toast in session.state.toasts] == [Tone.NORMAL], "the same is said once"


def test_a_copy_that_failed_is_told_in_place_of_the_copy(hot_seat: Session) -> None:
    hot_seat.send(CopyPosition(), nothing_copied())
    assert hot_seat.said == ["clipboard_failed"]


def test_a_question_is_answered_once(session: Session) -> None:
    session.send(Answer(True))
    assert session.effects == ()
