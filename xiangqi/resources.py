"""Paths of the program's assets and of the folders it may write to."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

import platformdirs

from xiangqi.errors import ResourceError, XiangqiError

APPLICATION = "xiangqi"


DAMAGE: Final = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError),
    XiangqiError,
)
"""The exceptions that reading a damaged asset may raise, since its values can be of any type."""


def asset(name: str) -> Path:
    """Return the path of an asset, for instance ``"fonts/text.otf"``.

    An installed wheel and a frozen program carry the assets inside the package, a checkout beside it.

    Raises:
        ResourceError: there is no such file.
    """
    package = Path(__file__).resolve().parent
    folders = [package / "assets", package.parent / "assets"]
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    raise ResourceError(f"asset {name!r} is missing (looked in {', '.join(map(str, folders))})")


def asset_bytes(name: str) -> bytes:
    """Return the content of an asset.

    Raises:
        ResourceError: there is no such file, or it cannot be read.
    """
    try:
        return asset(name).read_bytes()
    except OSError as error:
        raise ResourceError(f"asset {name}: {error}") from error


def asset_text(name: str) -> str:
    """Return the content of an asset in UTF-8.

    Raises:
        ResourceError: there is no such file, it cannot be read, or it is not UTF-8.
    """
    try:
        return asset_bytes(name).decode()
    except UnicodeDecodeError as error:
        raise ResourceError(f"asset {name}: {error}") from error


def _home() -> Path | None:
    """Return the folder that overrides all others, for tests and USB sticks; None by default."""
    name = os.environ.get("XIANGQI_HOME")
    if not name:
        return None
    home = Path(name)
    with contextlib.suppress(RuntimeError):  # there is no such user after a ~
        home = home.expanduser()
    return Path(os.path.realpath(home))


LIBRARY_NAME: Final = "library.db"
"""The name of the file of the library, in the data folder; it stands for the library in messages."""


def data_folder() -> Path:
    """Return the folder of settings, journal and the user's own files. It is not created here."""
    return _home() or Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))


def pictures_folder() -> Path:
    """Return the folder for pictures of the board. It is not created here."""
    home = _home()
    return home / "pictures" if home else Path(platformdirs.user_pictures_dir()) / "Xiangqi"


def cache_folder() -> Path:
    """Return the folder for files that can be regenerated. It is not created here."""
    home = _home()
    return home / "cache" if home else Path(platformdirs.user_cache_dir(APPLICATION, appauthor=False))
