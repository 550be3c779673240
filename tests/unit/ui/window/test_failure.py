"""The last window after an internal error: its button in a small window, and what its report does not say."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from xiangqi.i18n.message import Message, catalogue
from xiangqi.storage.settings import Settings
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Memory
from xiangqi.ui.window import failure

PATH = "/srv/of-somebody-with-a-long-name/.local/share/xiangqi/internal-error.txt"
TOLD = [Message("failure.text"), Message("failure.kept"), Message("failure.report", path=PATH)]


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
@pytest.mark.parametrize("scale", [0.8, 3.0])
def test_the_button_is_within_the_smallest_window_and_ends_it(
    monkeypatch: pytest.MonkeyPatch, language: str, scale: float
) -> None:
    settings, surface = Settings(language=language, ui_scale=scale), pygame.Surface((800, 600))
    button = Button("failure.close", pygame.Rect(0, 0, 0, 0), "", HANDLED, primary=True)
    button.label = catalogue(language).tell(Message("failure.close"))
    failure._draw(surface, settings, TOLD, button, Memory())
    assert surface.get_rect().contains(button.rect)
    pygame.display.set_mode((800, 600))
    places = iter((button.rect.move(0, 100).center, button.rect.center))

    def clicks() -> list[pygame.event.Event]:
        return [pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=next(places), button=1)]

    monkeypatch.setattr(pygame.event, "get", clicks)
    failure._show(TOLD, settings)
    assert next(places, None) is None, "the click beside the button did nothing, the one on it ended the window"


def test_the_report_names_places_in_the_program_but_not_whose_home_they_are_in(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whose = Path(__file__).parents[4]  # the program may be installed there
    monkeypatch.setenv("HOME", str(whose))
    try:
        raise IndexError(f"no {whose / 'games' / 'mine.pgn'}")
    except IndexError as error:
        path = failure._report(error)
    assert path == home / "internal-error.txt"
    told = path.read_text(encoding="utf-8")
    assert str(whose) not in told
    assert str(Path("~", "tests", "unit", "ui", "window", "test_failure.py")) in told
