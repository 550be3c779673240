"""The library of masters' games: a file of its own, made from the shipped games when it is first wanted.

It is in the folder for files that can be regenerated, and its name depends on the games, on the program and on
the script of the names. So a file of another version is never read; it is removed when the next one is made.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from typing import Final

from xiangqi.disk import make_folder
from xiangqi.errors import CancelledError, LibraryError, ResourceError
from xiangqi.i18n.languages import language_named
from xiangqi.i18n.message import Message, system_reason
from xiangqi.library.coding import STANDARD
from xiangqi.library.library import Library
from xiangqi.library.masters_asset import ASSET, CodedGame, Masters, shipped, unpacked
from xiangqi.library.schema import ENDINGS, VERSION, put_in_place
from xiangqi.library.store import NewEntry, Store
from xiangqi.openings import LONGEST, opening_of
from xiangqi.records.tree import RESULTS, Game
from xiangqi.resources import cache_folder

_MAKER: Final = 1  # how the file is made; to be raised with every change of that
_FORMAT: Final = "pgn"  # whose NAME takes a tenth of a second to import
_NAME: Final = "masters-{mark}.db"
_PART: Final = ".part"
_LEFT_S: Final = 600.0  # after which nobody is still at work on a part
_TOLD_EVERY: Final = 256  # games
_WRITING: Final = 0.1  # the share of the time that writing takes at the end


class Script(str, Enum):
    """The characters in which names and events are written."""

    SIMPLIFIED = "simplified"
    TRADITIONAL = "traditional"

    @classmethod
    def of(cls, language: str) -> Script:
        """Return the script for a language of the program; simplified for one without Chinese characters."""
        named = language_named(language)
        return cls(named.script) if named.reads_characters else cls.SIMPLIFIED


class Whose(str, Enum):
    """The players whose games are meant."""

    OWN = "own"  # those of the player's library
    MASTERS = "masters"
    BOTH = "both"


@dataclass(frozen=True)
class Libraries:
    """The libraries that a question is about."""

    own: bool = True  # the player's
    masters: Script | None = None  # the masters' games in this script

    @classmethod
    def of(cls, whose: Whose, language: str) -> Libraries:
        """Return the libraries of these games; the masters' in the script of a language of the program."""
        return cls(whose is not Whose.MASTERS, None if whose is Whose.OWN else Script.of(language))


OWN_LIBRARY: Final = Libraries()
"""The player's library alone."""


def masters_path(script: Script) -> Path:
    """Return the path of the library of masters' games, whether it exists or not.

    Raises:
        ResourceError: the shipped games are missing.
    """
    mark = blake2b(shipped(), digest_size=6, person=f"{_MAKER} {VERSION} {script.value[:4]}".encode())
    return cache_folder() / _NAME.format(mark=mark.hexdigest())


def open_masters(
    script: Script,
    progress: Callable[[float], None] = lambda _share: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Library:
    """Open the library of masters' games; one that is missing or damaged is made first, which takes seconds.

    Args:
        script: how names are written.
        progress: called several times a second with the share that is made, from 0 to 1.
        cancelled: polled while it is made.

    Raises:
        LibraryError: the file cannot be written.
        ResourceError: the shipped games are missing or damaged.
        CancelledError: it was cancelled; nothing is left behind.
    """
    library = made_masters(script)
    if library is None:
        with contextlib.closing(making_masters(script)) as making:
            for share in making:
                progress(share)
                if cancelled() and share < 1:
                    raise CancelledError(Message("detail.masters_cancelled"))
        library = Library(masters_path(script))
    return library


def made_masters(script: Script) -> Library | None:
    """Open the library of masters' games if it has been made, otherwise return None; a damaged one is removed.

    Raises:
        ResourceError: the shipped games are missing.
    """
    path = masters_path(script)
    if not path.exists():
        return None
    library = None
    try:
        library = Library(path)
        if not library.damage() and len(library):
            return library
    except LibraryError:
        pass
    if library is not None:
        library.close()
    _remove(path)
    return None


def making_masters(script: Script) -> Generator[float, None, None]:
    """Make the library of masters' games while yielding the share that is made, from 0 to 1.

    It is written under another name, and renamed when it is complete. If the generator is closed before that,
    nothing is left behind.

    Raises:
        LibraryError: the file cannot be written.
        ResourceError: the shipped games are missing or damaged.
    """
    path = masters_path(script)
    masters = unpacked(shipped())
    part = path.with_name(f"{path.name}-{os.getpid()}{_PART}")
    try:
        make_folder(path.parent)
        _clear(path)
        yield from _write(part, masters, script)
        put_in_place(part, path)
    except OSError as error:
        reason = system_reason(error)
        raise LibraryError(Message("detail.of_file", file=str(path), reason=reason)) from None
    finally:
        _remove(part)
    yield 1.0


def _write(part: Path, masters: Masters, script: Script) -> Generator[float, None, None]:
    """Write the games in the order of their dates, those without one last."""
    forms = str.maketrans(dict(masters.simplified)) if script is Script.SIMPLIFIED else {}
    names = [name.translate(forms) for name in masters.names]
    events = [event.translate(forms) for event in masters.events]
    games = sorted(masters.games(), key=lambda game: (game.date == 0, game.date))
    with contextlib.closing(Store(part)) as store:
        entries = []
        for place, game in enumerate(games):
            if place % _TOLD_EVERY == 0:
                yield place / len(games) * (1 - _WRITING)
            entries.append(_entry(store, game, names, events))
        with store.writing():
            store.append(entries)


def _entry(store: Store, packed: CodedGame, names: list[str], events: list[str]) -> NewEntry:
    """Return a game as the library stores it.

    Raises:
        ResourceError: its moves cannot be decoded from the start position.
    """
    coded = store.coder.coded(STANDARD, packed.codes)
    if len(coded.codes) < len(packed.codes):
        raise ResourceError(f"asset {ASSET}: {packed.codes[:20]!r}")
    opening = opening_of(store.coder.decode(STANDARD, packed.codes[:LONGEST]))
    said = {
        "Event": events[packed.event],
        "Date": _date(packed.date),
        "Red": names[packed.red],
        "Black": names[packed.black],
        "ECCO": opening.code if opening is not None else "",
    }
    game = Game(
        headers={name: text for name, text in said.items() if text},
        result=RESULTS[packed.result],
        format=_FORMAT,
    )
    return NewEntry(game, STANDARD, coded)


def _date(number: int) -> str:
    """Return a date as PGN writes it, with question marks for unknown parts; "" if nothing is known."""
    year, month, day = number // 10000, number // 100 % 100, number % 100
    return (
        ".".join((f"{year:04}", f"{month:02}" if month else "??", f"{day:02}" if day else "??")) if year else ""
    )


def _clear(path: Path) -> None:
    """Remove libraries of other versions, and files left by attempts that were killed."""
    for other in path.parent.glob(_NAME.format(mark="*")):
        _remove(other)
    remove_attempts(_LEFT_S)


def remove_attempts(least_s: float = 0.0) -> None:
    """Remove files left by attempts to make the library, if they have not changed for `least_s` seconds."""
    for part in cache_folder().glob(_NAME.format(mark="*") + f"-*{_PART}*"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime >= least_s:
                part.unlink()


def _remove(path: Path) -> None:
    for ending in ENDINGS:
        with contextlib.suppress(OSError):
            Path(f"{path}{ending}").unlink()
