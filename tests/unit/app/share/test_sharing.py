"""Tests of sharing: the file written is the one previewed; real documents are made in their own process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from app_session import Session
from PIL import Image
from reviewing import LINE, review
from running import until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.effect import CopyText
from xiangqi.app.game.play import NewGame
from xiangqi.app.outbox import Outbox
from xiangqi.app.pixels import Pixels
from xiangqi.app.records.asks_films import MakeFilm
from xiangqi.app.records.asks_reading import ListFolder
from xiangqi.app.records.browse import GoBack
from xiangqi.app.records.editing import WriteHeader
from xiangqi.app.records.loading import EnterFolder
from xiangqi.app.runner import Runner
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import AnalyseCopy
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import ClosePanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.share.asks import (
    DocumentShown,
    DocumentWritten,
    MakeDocument,
    ShareService,
    StopDocument,
    game_of,
    record_of,
)
from xiangqi.app.share.sharing import ChooseOption, ChooseShare, LookForFolder, OpenShare, WriteShare
from xiangqi.app.share.state import ReviewRemark, Share, ShareKind, ShareOption
from xiangqi.app.update import initial_state
from xiangqi.coach.grades import GLYPHS, Grade
from xiangqi.records.comment_commands import DIAGRAM
from xiangqi.records.files import read_games
from xiangqi.resources import pictures_folder
from xiangqi.storage.settings import Settings

HOT_SEAT = Setup(Player(), Player())
SEEN = Pixels(1, 1, bytes(3))


@pytest.fixture
def session() -> Session:
    session = Session()
    session.send(NewGame(HOT_SEAT))
    session.play("h2e2", "h9g7", "h0g2")
    return session


def share_of(session: Session) -> Share:
    share = session.state.held(Share)
    assert share is not None
    return share


def test_a_game_is_looked_at_first_and_a_bare_position_as_a_card(session: Session) -> None:
    session.send(OpenShare())
    order = session.one(MakeDocument)
    assert (session.state.panel, order.kind, order.is_preview) == (Panel.SHARE, ShareKind.LONG, True)
    assert len(order.game.to_game().main_line()) == 3
    fresh = Session()
    fresh.send(OpenShare())
    assert share_of(fresh).kind is ShareKind.CARD


def test_nothing_is_written_before_it_has_been_looked_at(session: Session) -> None:
    session.send(OpenShare(), WriteShare())
    assert session.one(MakeDocument).is_preview
    share = share_of(session)
    session.send(DocumentShown(share.id, SEEN), WriteShare(), WriteShare())
    assert not session.one(MakeDocument).is_preview
    assert share_of(session).is_writing


def test_what_is_written_is_what_was_looked_at(session: Session) -> None:
    session.send(OpenShare(), ChooseShare(ShareKind.CARD))
    session.send(DocumentShown(share_of(session).id, SEEN), GoBack(), WriteShare())
    order = session.one(MakeDocument)
    assert not order.is_preview
    assert len(order.here.moves) == 3


def test_another_folder_is_looked_for_and_the_document_goes_there(session: Session, tmp_path: Path) -> None:
    session.send(LookForFolder())
    assert session.state.held(Share) is None
    session.send(OpenShare(), LookForFolder())
    assert share_of(session).is_choosing
    assert session.one(ListFolder).path is None
    session.send(LookForFolder())
    assert not share_of(session).is_choosing
    session.send(LookForFolder(), DocumentShown(share_of(session).id, SEEN), WriteShare(tmp_path))
    order = session.one(MakeDocument)
    assert (order.folder, order.is_preview) == (tmp_path, False)
    assert (share_of(session).is_choosing, share_of(session).is_writing) == (False, True)


def test_reports_of_another_document_change_nothing(session: Session) -> None:
    session.send(OpenShare())
    old = share_of(session).id
    session.send(ChooseShare(ShareKind.PAPER), DocumentShown(old, SEEN))
    assert share_of(session).preview is None


def test_a_document_that_is_being_written_is_told_of_whatever_is_chosen_meanwhile(session: Session) -> None:
    session.send(OpenShare())
    first = share_of(session).id
    session.send(DocumentShown(first, SEEN), WriteShare(), ChooseShare(ShareKind.PAPER))
    assert not session.found(StopDocument)
    second = share_of(session).id
    session.send(DocumentShown(second, SEEN), WriteShare())
    assert session.one(MakeDocument).kind is ShareKind.PAPER
    session.send(DocumentWritten(first, Path("/x.png")))
    assert session.said == ["saved"]
    assert share_of(session).is_writing, "the second one"
    session.send(ClosePanel(), DocumentWritten(second, Path("/x.pdf"), "no room"))
    assert session.said == ["cannot_save"], "what was told on the page has gone with it"


def test_failures_are_told_and_the_panel_stays(session: Session) -> None:
    session.send(OpenShare())
    session.send(DocumentShown(share_of(session).id, None, "too long"))
    assert share_of(session).failure == "too long"
    session.send(WriteShare())
    assert not session.found(MakeDocument)
    session.send(ChooseShare(ShareKind.PAGE))
    session.send(DocumentShown(share_of(session).id, SEEN), WriteShare())
    session.send(DocumentWritten(share_of(session).id, Path("/x.html"), "no room"))
    assert session.said == ["cannot_save"]
    assert not share_of(session).is_writing
    session.send(WriteShare(), DocumentWritten(share_of(session).id, Path("/x.html")))
    assert session.said[-1] == "saved"
    assert session.state.panel is Panel.SHARE, "another kind may follow"
    assert not share_of(session).is_writing


def test_closing_the_panel_ends_it(session: Session) -> None:
    session.send(OpenShare(), ClosePanel())
    assert session.found(StopDocument)
    assert (session.state.panel, session.state.held(Share)) == (None, None)
    session.send(OpenShare())
    identity = share_of(session).id
    session.send(ClosePanel(), DocumentShown(identity, SEEN))
    assert session.state.held(Share) is None


@pytest.fixture
def runner() -> Iterator[Runner]:
    with Runner() as runner:
        runner.send(NewGame(HOT_SEAT))
        for move in ("h2e2", "h9g7", "h0g2"):
            runner.send(PlayText(move))
        yield runner


def test_a_real_document_goes_into_the_folder_that_was_chosen(runner: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", "utf-8")
    runner.send(OpenShare())
    runner.send(ChooseShare(ShareKind.PAGE))
    until(runner, lambda: runner.state.held(Share) is not None and runner.state.held(Share).preview is not None)
    runner.send(LookForFolder())
    runner.send(EnterFolder(folder))
    until(runner, lambda: runner.state.folder.path == folder)
    runner.send(WriteShare(folder))
    until(runner, lambda: runner.state.toasts)
    assert sorted(path.suffix for path in folder.iterdir()) == [".html", ".txt"]
    assert not pictures_folder().exists()


DRAWN = [kind for kind in ShareKind if not (kind.is_copied or kind.is_record or kind is ShareKind.FILM)]


@pytest.mark.parametrize("kind", DRAWN)
def test_a_real_document_is_shown_and_written(runner: Runner, kind: ShareKind) -> None:
    runner.send(OpenShare())
    runner.send(ChooseShare(kind))
    until(runner, lambda: runner.state.held(Share) is not None and runner.state.held(Share).preview is not None)
    share = runner.state.held(Share)
    assert share is not None
    assert share.preview is not None
    assert share.preview.width == 600
    assert len(share.preview.data) == 3 * share.preview.width * share.preview.height
    assert len(set(share.preview.data)) > 20
    assert not pictures_folder().exists() or not list(pictures_folder().iterdir())
    runner.send(WriteShare())
    if kind is ShareKind.CARD:  # looking at another kind, closing the panel or quitting stops no writing
        runner.send(ChooseShare(ShareKind.PAGE))
        runner.send(ClosePanel())
    until(runner, lambda: runner.state.toasts)
    (path,) = pictures_folder().iterdir()
    assert path.suffix == kind.suffix
    assert runner.state.toasts[-1].message.key == "toast.saved"
    if kind.suffix == ".png":
        with Image.open(path) as picture:
            assert picture.width == 1080
    elif kind is ShareKind.PAPER:
        assert path.read_bytes().startswith(b"%PDF-")
    else:
        assert b'data-move="h0g2"' in path.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows opens files without a program on the path")
def test_a_document_that_nothing_opens_is_told_to_be_saved(
    runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    runner.send(OpenShare())
    runner.send(ChooseShare(ShareKind.PAGE))
    until(runner, lambda: runner.state.held(Share) is not None and runner.state.held(Share).preview is not None)
    runner.send(WriteShare(tmp_path, opened=True))
    until(runner, lambda: runner.state.toasts)
    (path,) = tmp_path.iterdir()
    assert b'data-move="h0g2"' in path.read_bytes()
    told = runner.state.toasts[-1].message
    assert (told.key, told.arguments["name"]) == ("toast.saved_unopened", str(path))


# ---- Everything on one page ----


def test_a_position_and_moves_are_copied(session: Session) -> None:
    session.send(OpenShare(), ChooseShare(ShareKind.FEN))
    assert share_of(session).text.endswith("w - - 0 1") or " b " in share_of(session).text
    session.send(WriteShare())
    assert session.one(CopyText).text == share_of(session).text
    session.send(ChooseShare(ShareKind.MOVES), WriteShare())
    assert "炮二平五" in session.one(CopyText).text
    assert session.state.panel is Panel.SHARE, "several in a row"


@pytest.mark.parametrize("kind", [kind for kind in ShareKind if kind.is_record])
def test_a_record_is_shown_as_text_and_written(session: Session, tmp_path: Path, kind: ShareKind) -> None:
    session.send(OpenShare())
    session.send(ChooseShare(kind))
    told: Outbox = SimpleQueue()
    service = ShareService(told)
    service.start(session.one(MakeDocument))
    shown = told.get_nowait()
    assert isinstance(shown, DocumentShown)
    session.send(shown, WriteShare(tmp_path))
    assert share_of(session).is_writing
    service.start(session.one(MakeDocument))
    service.close()
    (path,) = tmp_path.iterdir()
    assert path.suffix == kind.suffix
    (game,) = read_games(path)
    assert [move.iccs for move in game.main_line()] == ["h2e2", "h9g7", "h0g2"]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("You", "Computer (level 6)")),
        ("zh-Hans", ("你", "电脑（6 级）")),
        ("zh-Hant", ("你", "電腦（6 級）")),
    ],
)
def test_a_picture_names_the_players_in_the_language_shown(language: str, names: tuple[str, str]) -> None:
    session = Session(initial_state(Settings(language=language)))
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 6))), OpenShare())
    tags = game_of(session.one(MakeDocument)).headers
    assert (tags["Red"], tags["Black"]) == names
    assert "Event" not in tags or not tags["Event"]
    assert "level" not in record_of(session.one(MakeDocument)) or language == "en"


def test_two_people_without_names_are_named_after_their_sides(session: Session) -> None:
    session.send(OpenShare())
    tags = game_of(session.one(MakeDocument)).headers
    assert (tags["Red"], tags["Black"]) == ("", "")


def test_what_the_review_says_is_printed_with_its_marks_and_diagrams(session: Session) -> None:
    session.send(OpenShare())
    session.send(ChooseShare(ShareKind.PAPER))
    said = ReviewRemark(2, GLYPHS[Grade.BLUNDER], "It loses a cannon.", is_drawn=True)
    order = replace(session.one(MakeDocument), comments="coach", remarks=(said,))
    nodes = list(game_of(order).root.line())
    assert (nodes[1].comment, nodes[1].nags) == ("It loses a cannon.", (4, DIAGRAM))
    assert nodes[0].nags == nodes[2].nags == ()
    assert order.words[-4:] == ("--diagrams", "none", "--paper", "a4")
    bare = list(game_of(replace(order, comments="none")).root.line())
    assert (bare[1].comment, bare[1].nags) == ("", ())
    original = order.game.to_game()
    game_of(replace(order, game=Document.of(9, original).tree))
    assert list(original.root.line())[1].nags == (), "the game itself stays as it is"


def test_marks_of_the_review_become_remarks(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    review(hot_seat)
    hot_seat.send(OpenShare())
    assert share_of(hot_seat).kind is ShareKind.PAPER
    order = hot_seat.one(MakeDocument)
    assert [(one.ply, one.glyph, one.is_drawn) for one in order.remarks] == [(3, 2, True), (4, 4, True)]
    hot_seat.send(ChooseOption(ShareOption.COMMENTS, "mine"))
    assert hot_seat.one(MakeDocument).remarks == ()


def test_what_was_chosen_is_remembered(session: Session) -> None:
    session.send(OpenShare(), ChooseShare(ShareKind.PAPER))
    session.send(ChooseOption(ShareOption.PAPER, "letter"))
    assert session.one(MakeDocument).words[-2:] == ("--paper", "letter")
    assert session.one(SaveSettings).settings.export == {"kind": "paper", "paper": "letter"}
    session.send(ClosePanel(), OpenShare())
    assert share_of(session).kind is ShareKind.PAPER
    assert session.one(MakeDocument).words[-2:] == ("--paper", "letter")


def test_a_file_is_called_after_the_players(session: Session) -> None:
    session.send(AnalyseCopy(), WriteHeader("Red", "Hu"), WriteHeader("Black", "Lü"))
    session.send(OpenShare(), ChooseShare(ShareKind.LONG))
    assert session.found(MakeDocument)[-1].title == "Hu-Lü"


def test_a_moving_picture_is_drawn_into_a_new_file(session: Session, tmp_path: Path) -> None:
    session.send(OpenShare(), ChooseShare(ShareKind.FILM))
    session.send(DocumentShown(share_of(session).id, SEEN), WriteShare(tmp_path))
    film = session.one(MakeFilm)
    assert (film.path.parent, film.path.suffix) == (tmp_path, ".gif")
    assert session.state.panel is Panel.SHARE
