"""Fetches the picture in the clipboard, by the means of each system."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageGrab

from xiangqi import x_clipboard
from xiangqi.errors import ClipboardError, PictureError
from xiangqi.i18n.message import Message
from xiangqi.recognition.images import MAX_BYTES


def clipboard_picture() -> bytes | Image.Image | Path:
    """Return the clipboard's picture: its encoded bytes or, on Windows, another form.

    On Windows, it is an image that Pillow has not decoded yet, or the path of a copied file.

    Raises:
        PictureError: there is none, its format is not read, or the clipboard cannot be read.
    """
    if sys.platform == "win32":
        return _picture_of_windows()
    if sys.platform == "darwin":
        return _picture_of_macos()
    if os.environ.get("WAYLAND_DISPLAY") and shutil.which("wl-paste"):
        return _chosen(_wayland_types(), lambda kind: _output("wl-paste", "--no-newline", "--type", kind))
    try:
        with x_clipboard.opened(patience_s=_PATIENCE_S) as clipboard:
            return _chosen(clipboard.types(), lambda kind: clipboard.data(kind, MAX_BYTES))
    except ClipboardError as error:
        raise PictureError(str(error)) from None


_PATIENCE_S: Final = 10.0
"""How long the program that holds a picture may take to make it; the window goes on meanwhile."""

_TYPES: Final = (
    "image/png",
    "image/bmp",
    "image/webp",
    "image/jpeg",
    "image/gif",
    "image/x-bmp",
    "image/x-MS-bmp",
)
"""The types of the pictures that can be read, those without loss first."""


def _chosen(offered: Sequence[str], data_of: Callable[[str], bytes | None]) -> bytes:
    """Return the bytes of the best type offered.

    Raises:
        PictureError: there is no picture, or none of a format that is read.
    """
    for kind in _TYPES:
        data = data_of(kind) if kind in offered else None
        if data is not None:
            return data
    is_picture = any(kind.startswith("image/") for kind in offered)
    raise PictureError(Message("detail.picture.unknown" if is_picture else "detail.picture.none"))


def _wayland_types() -> list[str]:
    return (_output("wl-paste", "--list-types") or b"").decode("utf-8", "replace").splitlines()


def _output(*words: str) -> bytes | None:
    """Return what a program writes, up to one byte more than a picture may have; None if it fails."""
    try:
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            data = process.stdout.read(MAX_BYTES + 1)
            if len(data) > MAX_BYTES:
                process.kill()
                return data
    except OSError:
        return None
    return data if process.returncode == 0 else None


def _picture_of_windows() -> Image.Image | Path:
    """Return the clipboard's picture, of which Pillow has read only the header, or the path of a copied file.

    Raises:
        PictureError: there is none, or the clipboard cannot be read.
    """
    try:
        found = ImageGrab.grabclipboard()
    except Exception:  # damaged data, or another program is using the clipboard
        raise PictureError(Message("detail.picture.none")) from None
    if isinstance(found, list) and found:
        return Path(found[0])
    if not isinstance(found, Image.Image):
        raise PictureError(Message("detail.picture.none"))
    return found


def _picture_of_macos() -> bytes:
    """Return the clipboard's picture as PNG, which AppleScript prints in hexadecimal.

    Raises:
        PictureError: there is none, or the clipboard cannot be read.
    """
    told = _output("osascript", "-e", "get the clipboard as «class PNGf»") or b""
    digits = re.search(rb"PNGf([0-9A-Fa-f]+)", told)
    if digits is None:
        raise PictureError(Message("detail.picture.none"))
    return bytes.fromhex(digits[1].decode())
