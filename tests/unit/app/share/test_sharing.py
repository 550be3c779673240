"""Tests of sharing: the file written is the one previewed; real documents are made in their own process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app_session import Session
from PIL import Image
from running import until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.pixels import Pixels
from xiangqi.app.records.asks_reading import ListFolder
from xiangqi.app.records.browse import GoBack
from xiangqi.app.records.loading import EnterFolder
from xiangqi.app.runner import Runner
from xiangqi.app.session.panels import ClosePanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.share.asks import DocumentShown, DocumentWritten, MakeDocument, StopDocument
from xiangqi.app.share.sharing import ChooseShare, LookForFolder, OpenShare, StopSharing, WriteShare
from xiangqi.app.share.state import Share, ShareKind
from xiangqi.resources import pictures_folder

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
    session.send(StopSharing(), DocumentWritten(second, Path("/x.pdf"), "no room"))
    assert session.said == ["saved", "cannot_save"]


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
    session.send(OpenShare(), StopSharing())
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


@pytest.mark.parametrize("kind", ShareKind)
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
        runner.send(StopSharing())
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
