"""Every screen in every language, small and large, is as it was when it was looked at and found good."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from golden import BLOCKS, FOLDER, alike, blocks_of, path_of, stored
from screens import SCREENS, prepared
from ui_session import Session

from xiangqi.i18n.message import LANGUAGES

LARGEST_FOLDER = 6_000_000  # bytes
COMMAND = "python tests/unit/ui/golden.py"
MOVED_PX = 12
HAIRLINE_PX = 2


def is_as_stored(session: Session, name: str, language: int = 0) -> bool:
    pixels = pygame.surfarray.array3d(session.surface)
    return alike(blocks_of(pixels, BLOCKS[session.size]), stored(name, session.size, language))


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", BLOCKS, ids=str)
def test_it_looks_as_it_was_stored(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    changed = []
    for number, language in enumerate(LANGUAGES):
        session = prepared(name, size, language)
        if not is_as_stored(session, name, number):
            changed.append(str(tmp_path / f"{path_of(name).stem}-{language}.png"))
            pygame.image.save(session.surface, changed[-1])
    assert changed == [], f"look at these, and if they are meant to be so: {COMMAND}"


def test_there_is_a_small_picture_of_every_screen_and_no_other() -> None:
    pictures = sorted(FOLDER.glob("*.png"))
    assert pictures == sorted(map(path_of, SCREENS))
    assert sum(picture.stat().st_size for picture in pictures) < LARGEST_FOLDER


@pytest.mark.parametrize("size", BLOCKS, ids=str)
def test_a_screen_without_one_of_its_parts_is_another(size: tuple[int, int]) -> None:
    session = prepared("playing", size, LANGUAGES[0])
    whole = session.surface.copy()
    assert is_as_stored(session, "playing")
    unnoticed = []  # of what is enabled and no hairline: the rest is meant to be hardly seen
    shown = [widget for widget in session.screen.stage.widgets if getattr(widget, "enabled", True)]
    for widget in [one for one in shown if one.rect.height > HAIRLINE_PX]:
        session.surface.blit(whole, (0, 0))
        around = session.surface.get_at((max(0, widget.rect.left - 2), widget.rect.centery))
        session.surface.fill(around, widget.rect)
        if is_as_stored(session, "playing"):
            unnoticed.append(widget.key)
    assert unnoticed == []


@pytest.mark.parametrize("size", BLOCKS, ids=str)
@pytest.mark.parametrize("name", ["new game", "settings", "analysis", "record", "editor"])
def test_a_panel_that_has_moved_is_noticed(name: str, size: tuple[int, int]) -> None:
    session = prepared(name, size, LANGUAGES[0])
    column = session.screen.stage.frame.body
    panel = session.surface.subsurface(column).copy()
    session.surface.blit(panel, column.move(0, MOVED_PX))
    assert not is_as_stored(session, name)


@pytest.mark.parametrize("size", BLOCKS, ids=str)
def test_softer_letters_are_no_difference(size: tuple[int, int]) -> None:
    session = prepared("library", size, LANGUAGES[0])
    softer = pygame.transform.smoothscale_by(pygame.transform.smoothscale_by(session.surface, 1.5), 1 / 1.5)
    softer.set_alpha(128)
    whole = session.surface.copy()
    session.surface.blit(softer, (0, 0))
    assert (pygame.surfarray.array3d(whole) != pygame.surfarray.array3d(session.surface)).any()
    assert is_as_stored(session, "library")
