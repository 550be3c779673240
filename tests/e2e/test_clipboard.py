"""What comes out of a clipboard that another program owns: text, pictures within bounds, or a reason."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from clipboard import OwnClipboard
from PIL import Image
from window_driver import Display

from xiangqi import x_clipboard
from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.asks import PictureOpened, ReadPicture, answer
from xiangqi.errors import ClipboardError, PictureError

WORDS = "1. h2e2 {炮二平五} h9g7 "


@pytest.fixture
def here(display: Display, monkeypatch: pytest.MonkeyPatch) -> None:
    """The display is that of this process."""
    monkeypatch.setenv("DISPLAY", display.name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Texts and pictures as programs put them into the clipboard."""
    (tmp_path / "text").write_text(WORDS, "utf-8")
    (tmp_path / "old").write_bytes("1. h2e2 {é}".encode("latin-1"))
    (tmp_path / "long").write_text(WORDS * 20_000, "utf-8")
    small = Image.new("RGB", (400, 450), "white")
    for suffix in ("png", "bmp", "tiff", "eps"):
        small.save(tmp_path / f"small.{suffix}")
    Image.new("1", (7000, 7000)).save(tmp_path / "huge.png")
    return tmp_path


def text() -> str:
    return x_clipboard.read_text(lambda: None)


def pasted() -> Pixels | str:
    """Return the picture in the clipboard as the process that reads it opens it, or the error's message."""
    try:
        opened = next(answer(ReadPicture(1, None)))
    except PictureError as error:
        return str(error)
    assert isinstance(opened, PictureOpened)
    return opened.picture


@pytest.mark.usefixtures("here")
class TestX11:
    @pytest.mark.parametrize(
        ("kind", "name"), [("UTF8_STRING", "text"), ("text/plain;charset=utf-8", "long"), ("STRING", "old")]
    )
    def test_a_text_of_any_length(self, own_clipboard: OwnClipboard, files: Path, kind: str, name: str) -> None:
        owner = own_clipboard({kind: files / name})
        assert text() == (files / name).read_bytes().decode("latin-1" if name == "old" else "utf-8")
        assert owner.asked() == ["TARGETS", kind]

    @pytest.mark.parametrize("kind", ["png", "bmp"])
    def test_a_picture_is_not_asked_for_as_text(
        self, own_clipboard: OwnClipboard, files: Path, kind: str
    ) -> None:
        owner = own_clipboard({f"image/{kind}": files / f"small.{kind}"})
        assert text() == ""
        opened = pasted()
        assert isinstance(opened, Pixels)
        assert (opened.width, opened.height) == (400, 450)
        assert owner.asked() == ["TARGETS", "TARGETS", f"image/{kind}"]

    def test_text_and_picture(self, own_clipboard: OwnClipboard, files: Path) -> None:
        own_clipboard({"image/png": files / "small.png", "UTF8_STRING": files / "text"})
        assert text() == WORDS
        assert isinstance(pasted(), Pixels)

    @pytest.mark.parametrize("name", ["small.tiff", "small.eps", "text"])
    def test_what_calls_itself_a_picture_passes_the_gate_of_files(
        self, own_clipboard: OwnClipboard, files: Path, name: str
    ) -> None:
        own_clipboard({"image/png": files / name})
        told = pasted()
        assert isinstance(told, str)
        assert told.startswith("this is not a readable picture")

    def test_a_picture_with_too_many_pixels_is_not_decoded(
        self, own_clipboard: OwnClipboard, files: Path
    ) -> None:
        own_clipboard({"image/png": files / "huge.png"})
        assert pasted() == "the picture is too large: at most 40 million pixels are read"

    def test_other_formats_are_not_fetched(self, own_clipboard: OwnClipboard, files: Path) -> None:
        owner = own_clipboard({"image/tiff": files / "small.tiff"})
        told = pasted()
        assert isinstance(told, str)
        assert told.startswith("this is not a readable picture")
        assert owner.asked() == ["TARGETS"]

    def test_a_silent_owner_keeps_its_clipboard(
        self, own_clipboard: OwnClipboard, files: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(x_clipboard, "PATIENCE_S", 0.05)
        owner = own_clipboard({"UTF8_STRING": files / "text"}, wait_s=0.5)
        with pytest.raises(ClipboardError, match="is not responding"):
            text()
        assert "lost" not in owner.asked()

    def test_too_much_text_is_refused(
        self, own_clipboard: OwnClipboard, files: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(x_clipboard, "MOST_TEXT", 1 << 19)
        own_clipboard({"UTF8_STRING": files / "long"})
        with pytest.raises(ClipboardError, match="too large"):
            text()

    def test_nobody_owns_it(self, own_clipboard: OwnClipboard) -> None:
        own_clipboard({}).close()
        assert text() == ""
        assert pasted() == "no picture in the clipboard"


@pytest.mark.usefixtures("here")
def test_what_the_window_itself_has_copied() -> None:
    program = (
        "import pygame; pygame.display.init(); pygame.display.set_mode((300, 300))\n"
        "from xiangqi.ui.window.window import clipboard_text\n"
        "for text in ('炮二平五', 'x' * 3_000_000):\n"
        "    pygame.scrap.put_text(text)\n"
        "    assert clipboard_text() == text\n"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "x11"}
    assert subprocess.run([sys.executable, "-c", program], env=environment).returncode == 0


def test_without_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert pasted() == "the clipboard is not available"
