"""Panels, questions, settings, files, clipboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session, offer_of

from xiangqi.app.handlers.dispatch import handled
from xiangqi.app.messages import intents
from xiangqi.app.messages.effects import CopyRecord, CopyText, ListFolder, SaveSettings, WriteRecord
from xiangqi.app.messages.events import (
    ClipboardFailed,
    EngineFileRefused,
    FileExists,
    FileSaved,
    FolderListed,
    JournalDamaged,
    JournalDelayed,
    JournalFailed,
    JournalFound,
    JournalKept,
    NothingToPaste,
    RunsInterpreted,
    SaveFailed,
    SettingsDamaged,
    SettingsFailed,
    Tick,
    UnstoredGameTaken,
)
from xiangqi.app.messages.intents import (
    Answer,
    Cancel,
    ChangeDraft,
    ChangeSettings,
    ChooseReading,
    ClosePanel,
    EnterFolder,
    OpenPanel,
    WindowResized,
)
from xiangqi.app.messages.record_intents import CopyGame, CopyPosition, SaveFile
from xiangqi.app.model.game.players import Player, PlayerKind, Setup
from xiangqi.app.model.game.transcript import told_names
from xiangqi.app.model.intent import Intent
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import FolderEntry, Panel
from xiangqi.app.update import update
from xiangqi.board import Move
from xiangqi.records.text import pgn_writer
from xiangqi.storage.settings import NOTATIONS

HERE = Path("/records")
SALVAGED = offer_of(Setup(HUMAN, HUMAN), "h2e2", damaged=True)


def said(session: Session) -> tuple[str, dict[str, str]]:
    notice = session.state.toasts[-1].notice
    return notice.key.value, dict(notice.arguments)


def test_every_message_has_its_row() -> None:
    from xiangqi.app.messages import events

    assert handled() == {*Intent.__subclasses__(), *events.Event.__subclasses__()}


# ---- Panels ----


def test_the_new_game_panel_begins_with_the_last_choices(against_computer: Session) -> None:
    against_computer.send(OpenPanel(Panel.NEW_GAME))
    assert against_computer.state.panel is Panel.NEW_GAME
    assert against_computer.state.draft == against_computer.state.play.setup
    draft = Setup(COMPUTER, COMPUTER)
    against_computer.send(ChangeDraft(draft))
    assert against_computer.state.draft == draft
    against_computer.send(intents.NewGame(draft))
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
    names = [dict(toast.notice.arguments)["name"] for toast in hot_seat.state.toasts]
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


@pytest.mark.parametrize("way_out", [Cancel(), ChooseReading(chinese=False)])
def test_leaving_the_welcome_gives_pieces_and_moves_that_can_be_read(session: Session, way_out: Intent) -> None:
    session.send(OpenPanel(Panel.WELCOME), way_out)
    settings = session.state.settings
    assert (settings.piece_set, settings.notation) == ("western", "iccs")
    assert settings.guided
    assert session.state.panel is None


def test_the_window_size_is_remembered_but_not_written_at_every_step(session: Session) -> None:
    session.send(WindowResized((900, 700)))
    assert session.state.settings.window_size == (900, 700)
    assert not session.found(SaveSettings)
    session.send(intents.Quit())
    assert session.one(SaveSettings).settings.window_size == (900, 700)


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
    hot_seat.send(intents.GoFirst(), CopyPosition())
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


@pytest.mark.parametrize(
    ("message", "key", "arguments"),
    [
        (JournalKept(HERE / "kept.pgn"), Say.JOURNAL_KEPT, {"name": str(HERE / "kept.pgn")}),
        (UnstoredGameTaken("Anna", "Bo"), Say.UNSTORED_GAME_TAKEN, {"name": told_names("Anna", "Bo")}),
        (RunsInterpreted(), Say.RUNS_INTERPRETED, {}),
        (EngineFileRefused("book x"), Say.ENGINE_FILE_REFUSED, {"detail": "book x"}),
        (ClipboardFailed(), Say.CLIPBOARD_FAILED, {}),
        (NothingToPaste(), Say.NOTHING_TO_PASTE, {}),
        (JournalDelayed(), Say.JOURNAL_DELAYED, {}),
        (JournalFailed("disk full"), Say.JOURNAL_UNWRITABLE, {"detail": "disk full"}),
        (JournalDamaged(HERE / "d.pgn"), Say.JOURNAL_DAMAGED, {"name": str(HERE / "d.pgn"), "count": 0}),
        (SettingsDamaged(HERE / "d.json"), Say.SETTINGS_DAMAGED, {"name": str(HERE / "d.json")}),
        (SettingsFailed("disk full"), Say.SETTINGS_UNWRITABLE, {"detail": "disk full"}),
        (
            JournalFound(offer_of(Setup(HUMAN, HUMAN), "h2e2", damaged=True), HERE / "d.pgn"),
            Say.JOURNAL_DAMAGED,
            {"name": str(HERE / "d.pgn"), "count": 1},
        ),
    ],
)
def test_what_happens_to_files_is_told(
    session: Session, message: object, key: Say, arguments: dict[str, str]
) -> None:
    session.state, _ = update(session.state, message)  # type: ignore[arg-type]
    assert said(session) == (key.value, arguments)


def test_a_question_is_answered_once(session: Session) -> None:
    session.send(Answer(True))
    assert session.effects == ()
