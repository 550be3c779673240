"""Tests of the panel in which a document is previewed before it is written."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.pixels import Pixels
from xiangqi.app.session.panels import ClearToasts
from xiangqi.app.session.state import Panel
from xiangqi.app.share.asks import DocumentShown, DocumentWritten, MakeDocument
from xiangqi.app.share.sharing import ChooseOption, ChooseShare, OpenShare, WriteShare
from xiangqi.app.share.state import Share, ShareKind, ShareOption
from xiangqi.app.update import Answer
from xiangqi.storage.settings import NOTATIONS
from xiangqi.ui.share.share_panel import PicturePreview
from xiangqi.ui.toolkit.menu import Menu
from xiangqi.ui.toolkit.waiting import Wait
from xiangqi.ui.toolkit.widgets import Button, Choice, Label

STRIPES = Pixels(10, 100, bytes(255 if row % 2 else 0 for row in range(100) for _ in range(30)))


def opened() -> Session:
    session = Session()
    session.play("h2e2 h9g7")
    session.click_widget("head.more")
    menu = session.widget("menu")
    assert isinstance(menu, Menu)
    place = [item.action for item in menu.items].index(OpenShare())
    session.move_mouse(menu._cell(place, session.screen.memory).center)
    session.click(menu._cell(place, session.screen.memory).center)
    return session


def show(session: Session, picture: Pixels | None, failure: str = "") -> None:
    assert session.state.held(Share) is not None
    session.send(DocumentShown(session.state.held(Share).id, picture, failure))
    session.draw()


def test_the_menu_of_the_header_leads_to_sharing() -> None:
    session = opened()
    assert session.state.panel is Panel.SHARE
    assert isinstance(session.effects[-1], MakeDocument)


def test_the_button_waits_for_the_preview() -> None:
    session = opened()
    button = session.widget("share.write")
    assert isinstance(button, Button)
    assert not button.enabled
    assert any(isinstance(one, Wait) for one in session.screen.stage.widgets)
    drawn = []
    for _ in range(3):
        session.draw()  # half a second later
        drawn.append(pygame.image.tobytes(session.surface, "RGB"))
    assert len(set(drawn)) > 1, "a sign of work that moves"
    show(session, STRIPES)
    assert session.click_widget("share.write") == [WriteShare()]
    assert isinstance(session.effects[-1], MakeDocument)
    assert not session.effects[-1].is_preview


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("language", ["en", "vi"])
def test_the_player_s_own_notation_is_among_those_to_choose(notation: str, language: str) -> None:
    session = opened()
    session.settle(notation=notation, language=language)
    session.send(ChooseShare(ShareKind.PGN))
    session.draw()
    shown = session.widget("share.notation")
    assert isinstance(shown, Choice)
    assert (
        shown.labels[shown.chosen]
        == {
            "chinese": "中文",
            "chinese-traditional": "中文",
            "wxf": "WXF",
            "iccs": "h2e2",
            "vietnamese": "P2-5",
            "vietnamese-words": "Words" if language == "en" else "Chữ",
        }[notation]
    )


def test_a_long_picture_is_seen_by_turning_the_wheel() -> None:
    session = opened()
    long = Pixels(10, 3000, bytes(255 if row // 40 % 2 else 0 for row in range(3000) for _ in range(30)))
    show(session, long)
    box = session.widget("share.preview").rect
    session.move_mouse(box.center)
    before = pygame.image.tobytes(session.surface.subsurface(box), "RGB")
    assert len(set(before)) > 2
    session.post(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False)
    session.draw()
    assert pygame.image.tobytes(session.surface.subsurface(box), "RGB") != before


def test_every_kind_can_be_chosen_and_a_failure_is_told() -> None:
    session = opened()
    for kind in ShareKind:
        session.send(ChooseShare(kind))
        session.draw()
        assert session.state.held(Share) is not None
        assert session.state.held(Share).kind is kind
    show(session, None, "It would be too long.")
    assert session.screen.stage.widget("share.preview") is None
    session.click_widget("panel.close")
    assert session.state.held(Share) is None


def test_a_game_that_is_over_can_be_shared() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    session.send(Resign(), Answer(True))
    session.draw()
    session.click_widget("head.export")
    assert session.state.panel is Panel.SHARE


@pytest.mark.parametrize(
    ("screen", "kind", "is_told"),
    [
        ("story, under way", ShareKind.PAPER, True),
        ("story, under way", ShareKind.PGN, True),
        ("story, under way", ShareKind.CARD, False),
        ("story", ShareKind.PAPER, False),
    ],
)
def test_marks_of_a_review_that_still_runs_are_warned_of(screen: str, kind: ShareKind, is_told: bool) -> None:
    session = prepared(screen, (1366, 740), "en")
    session.send(OpenShare(), ChooseShare(kind))
    session.draw()
    label = session.screen.stage.widget("share.review")
    assert (label is not None) is is_told
    assert not is_told or (isinstance(label, Label) and "still running (36%)" in label.text)


def test_a_picture_is_not_enlarged_and_a_page_is_shown_whole() -> None:
    session = opened()
    for picture, size in ((STRIPES, (10, 100)), (Pixels(1200, 1700, bytes(3 * 1200 * 1700)), None)):
        show(session, picture)
        shown = session.widget("share.preview")
        assert isinstance(shown, PicturePreview)
        assert size in (None, shown._size())
        assert shown.content_height() <= shown.rect.height


def test_diagrams_at_mistakes_need_a_review_and_say_so() -> None:
    session = opened()
    session.send(ChooseShare(ShareKind.PAPER))
    session.draw()
    label = session.widget("share.review")
    assert isinstance(label, Label)
    assert "has not been reviewed" in label.text
    session.send(ChooseOption(ShareOption.DIAGRAMS, "every"))
    session.draw()
    assert session.screen.stage.widget("share.review") is None


def test_where_it_was_saved_stays_until_something_else_is_chosen() -> None:
    session = opened()
    show(session, STRIPES)
    share = session.state.held(Share)
    assert share is not None
    session.send(WriteShare(), DocumentWritten(share.id, Path("/pictures/game.png")), ClearToasts())
    session.draw()
    label = session.widget("share.saved")
    assert isinstance(label, Label)
    assert "/pictures/game.png" in label.text
    session.send(ChooseShare(ShareKind.PAPER))
    session.draw()
    assert session.screen.stage.widget("share.saved") is None
